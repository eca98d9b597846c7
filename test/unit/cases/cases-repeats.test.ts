/** Cases in which one call repeats. */
import assert from 'node:assert/strict';
import { type Act, judged, Story } from '../support/story.js';
import { each, other, row, source, times, word } from './cases.js';
import type { Toolset } from './toolsets.js';

describe('cases: the same call', () => {
  row('same read, same output ×12', 'loop w3 s4', {
    'a file': each(12, (tools) => tools.read('/w/src/parser.ts', source('parser'))),
    'a range of it': each(12, (tools) =>
      tools.read('/w/src/parser.ts', source('parser'), [40, 12]),
    ),
    'a short file': each(12, (tools) => tools.read('/w/.nvmrc', '20')),
    'a search': each(12, (tools) =>
      tools.search(
        'parseHeader',
        'src/http.ts:14: parseHeader(line)\nsrc/http.ts:80: function parseHeader(',
      ),
    ),
    'a command': each(12, (tools) =>
      tools.run(
        'ls -la src',
        'total 8\n-rw-r--r-- 1 dev dev 1830 parser.ts\n-rw-r--r-- 1 dev dev  410 index.ts',
      ),
    ),
    'a tool of a server': times(12, () =>
      other(
        'mcp__db__query',
        { sql: 'select * from users where id = 7' },
        '[{"id":7,"name":"Ann"}]',
      ),
    ),
    'a page of the web': times(12, () =>
      other(
        'WebFetch',
        { url: 'https://example.com/api', prompt: 'What is the limit?' },
        'The limit is 100 requests an hour.',
      ),
    ),
    'keys in another order': times(12, (i) =>
      other(
        'Read',
        i % 2 === 0
          ? { file_path: '/w/a', offset: 1, limit: 9 }
          : { limit: 9, file_path: '/w/a', offset: 1 },
        source(1),
      ),
    ),
    'narrated in the input': times(12, (i) =>
      other(
        'run_in_terminal',
        {
          command: 'ls dist',
          explanation: `Checking the ${word(i)} once more`,
          isBackground: false,
        },
        'main.js\nmain.js.map',
      ),
    ),
    'a response of a service': each(12, (tools) =>
      tools.run(
        'curl -s localhost:3000/api/items',
        '[{"id":1,"name":"first"},{"id":2,"name":"second"}]',
      ),
    ),
    'a result with a time in it': each(12, (tools, i) =>
      tools.run('./status', `checked at 2026-11-21 10:0${i % 10}:2${i % 10}\nno worker registered`),
    ),
  });

  row('same failing call, same error', 'w3 s4', {
    'a command that is marked as failed': each(8, (tools) =>
      tools.run(
        'npm run build',
        'npm error Missing script: "build"\nnpm error To see a list of scripts, run:\nnpm error   npm run',
        1,
      ),
    ),
    'as ordinary output with exit code 2': times(8, () =>
      other('bash', { command: 'make all' }, "make: *** No rule to make target 'all'.  Stop.", {
        exitCode: 2,
      }),
    ),
    'a file that is not there': times(8, () =>
      other('Read', { file_path: '/w/src/main.rs' }, 'File does not exist.', { ok: false }),
    ),
    'a tool of a server': times(8, () =>
      other('mcp__issues__get', { id: 4711 }, 'MCP error -32602: issue 4711 not found', {
        ok: false,
      }),
    ),
    'a compiler': each(8, (tools) =>
      tools.run(
        'gcc -o app main.c',
        'main.c:3:10: fatal error: zlib.h: No such file or directory\n    3 | #include <zlib.h>\n      |          ^~~~~~~~\ncompilation terminated.',
        1,
      ),
    ),
    'another language': each(8, (tools) =>
      tools.run(
        'ruby app.rb',
        "app.rb:4:in `require': cannot load such file -- nokogiri (LoadError)\n\tfrom app.rb:4:in `<main>'",
        1,
      ),
    ),
    'with a return code in the text': times(8, () =>
      other(
        'bash',
        { command: 'python run.py' },
        '<returncode>1</returncode>\n<output>\nTraceback (most recent call last):\n  File "run.py", line 1, in <module>\n    import yaml\nModuleNotFoundError: No module named \'yaml\'\n</output>',
      ),
    ),
    'with a temporary name in the error': each(8, (tools, i) =>
      tools.run(
        'terraform plan',
        `Error: could not read /tmp/terraform-${(i * 7919 + 46_656).toString(36)}/plan.out: permission denied`,
        1,
      ),
    ),
  });

  const errors = [
    'ECONNRESET: socket hang up',
    'request to https://registry.example.com failed, reason: getaddrinfo EAI_AGAIN',
    'network timeout at: https://registry.example.com/left',
    'unexpected end of JSON input while parsing near ...',
    'certificate has expired',
    '503 Service Unavailable - GET https://registry.example.com/right',
    'integrity checksum failed',
    'Invalid response body',
  ];
  row('same command failing with changing error text', 'error-loop at 4', {
    'an installation': each(8, (tools, i) =>
      tools.run('npm install', `npm error ${errors[i] ?? ''}`, 1),
    ),
    'a query': times(8, (i) =>
      other('mcp__db__query', { sql: 'select 1' }, `Error: ${errors[i] ?? ''}`, { ok: false }),
    ),
    'a deployment': each(8, (tools, i) =>
      tools.run('./deploy.sh staging', `deploy: step ${word(i)} failed: ${errors[i] ?? ''}`, 3),
    ),
  });

  const checked = (tools: Toolset, i: number): Act =>
    tools.run(
      `./check --names "${word(i)}, ${word(i + 1)}" app.conf`,
      'app.conf:3: Error: "foo" is a disallowed name\nrated at 0.00/10',
      1,
    );
  row('a program that fails alike for five other inputs, then work', 'quiet', {
    'a check': (tools, story) => {
      story
        .repeat(5, (i) => checked(tools, i))
        .step(tools.replace('/w/app.conf', 'foo', 'size'))
        .step(tools.run('./check app.conf', 'rated at 10/10'));
    },
  });
  row('the same for different inputs', 'error-loop w6 s8', {
    'a check': each(10, checked),
  });
  row('3 identical calls in ONE response, then new work', 'quiet', {
    reads: (tools, story) => {
      const same = (): Act => tools.read('/w/a.py', source('a'));
      story
        .step(same(), same(), same())
        .repeat(9, (i) => tools.read(`/w/src/${word(i)}.py`, source(word(i))));
    },
    'failing commands': (tools, story) => {
      const same = (): Act =>
        tools.run('make lint', "make: *** No rule to make target 'lint'.  Stop.", 2);
      story
        .step(same(), same(), same())
        .repeat(9, (i) =>
          i % 2 === 0
            ? tools.read(`/w/src/${word(i)}.py`, source(word(i)))
            : tools.replace(`/w/src/${word(i)}.py`, `old ${i}`, `new ${i}`),
        );
    },
  });

  row('5 identical calls per response ×4', 'w15 s20', {
    reads: each(4, (tools) => Array.from({ length: 5 }, () => tools.read('/w/a.py', source('a')))),
    searches: each(4, (tools) =>
      Array.from({ length: 5 }, () => tools.search('TODO', 'src/a.py:4: # TODO')),
    ),
  });

  row('batch {a, b, git status} identical ×10', 'w9 s12', {
    'in one order': each(10, (tools) => [
      tools.read('/w/a.py', source('a')),
      tools.search('main', 'a.py:1: main()'),
      tools.run('git status', 'On branch main\nnothing to commit, working tree clean'),
    ]),
    'in any order': each(10, (tools, i) => {
      const batch = [
        tools.read('/w/a.py', source('a')),
        tools.search('main', 'a.py:1: main()'),
        tools.run('git status --short', ' M a.py'),
      ];
      return [...batch.slice(i % 3), ...batch.slice(0, i % 3)];
    }),
  });
  const pair = (tools: Toolset): Act[] => [
    tools.read('/w/config.yaml', 'retries: 3\ntimeout: 10'),
    tools.run('ls config', 'config.yaml\nlocal.yaml'),
  ];
  row('batch {A,B} ×4', 'w6 s8', {
    'without prose': each(4, pair),
    'with varying prose': (tools, story) => {
      for (let i = 0; i < 4; i++) {
        story
          .say(`I think ${word(i)} matters; let me check the configuration ${i}.`)
          .step(...pair(tools));
      }
    },
  });

  it('16 or 17 identical calls per response, five times: the same verdicts', () => {
    const wide = (width: number): string[] =>
      judged(
        new Story()
          .start()
          .turn()
          .repeat(5, () =>
            Array.from({ length: width }, () => other('Read', { file_path: '/w/a' }, source('a'))),
          ),
      ).verdicts.map(({ level, kind, step }) => `${level} ${kind} at response ${step + 1}`);
    assert.deepEqual(wide(16), ['watch loop at response 3', 'stalled loop at response 4']);
    assert.deepEqual(wide(17), wide(16));
  });
});
