/** The table of cases that `balanced` is held to, row by row: calls and rounds that repeat themselves, calls of which nothing comes. */
import assert from 'node:assert/strict';
import {
  each,
  fits,
  other,
  row,
  source,
  times,
  told,
  verdictsOf,
  word,
  type Scene,
} from './cases.js';
import { runners } from '../identity/runners.js';
import { judged, Story, type Act } from '../support/story.js';
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

  it('16, then 17 identical calls per response ×5: the same verdicts', () => {
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

describe('cases: rounds', () => {
  row('A-B-A-B identical ×20', 'loop by 6', {
    'two reads': each(20, (tools, i) =>
      tools.read(i % 2 === 0 ? '/w/a.go' : '/w/b.go', source(i % 2)),
    ),
    'a read and a command': each(20, (tools, i) =>
      i % 2 === 0
        ? tools.read('/w/Makefile', 'all:\n\tcc main.c')
        : tools.run('ls build', 'main.o'),
    ),
    'a good and a failing command': each(20, (tools, i) =>
      i % 2 === 0
        ? tools.run('cat VERSION', '1.4.2')
        : tools.run(
            'npm publish --dry-run',
            'npm error code ENEEDAUTH\nnpm error need auth This command requires you to be logged in',
            1,
          ),
    ),
  });

  row(
    'read → failed edit → failed test, identical rounds',
    'loop by 9',
    Object.fromEntries(
      ['pytest', 'jest', 'go test', 'cargo test'].map((name): [string, Scene] => [
        name,
        (tools, story) => {
          const runner = runners[name];
          for (let i = 0; i < 6; i++) {
            story
              .step(tools.read('/w/src/parser', source('p')))
              .step(tools.failedReplace('/w/src/parser', 'return nul', 'return {}'))
              .step(
                tools.run(
                  runner?.command ?? '',
                  runner?.output(['empty', 'nested'], 2.31) ?? '',
                  1,
                ),
              );
          }
        },
      ]),
    ),
  );

  row('cycle of 6 ×6', 'loop by 18', {
    'five greps and a read': each(36, (tools, i) =>
      i % 6 === 5
        ? tools.read('/w/core.py', source('core'))
        : tools.search(word(i % 6), `core.py:${i % 6}: ${word(i % 6)}`),
    ),
    'six reads': each(36, (tools, i) => tools.read(`/w/${word(i % 6)}.rs`, source(word(i % 6)))),
    mixed: each(
      36,
      (tools, i) =>
        [
          () => tools.run('git log --oneline -3', 'a1b2c3d one\nb2c3d4e two\nc3d4e5f three'),
          () => tools.read('/w/a', source('a')),
          () => tools.search('x', 'a:1: x'),
          () => tools.run('ls', 'a\nb'),
          () => tools.read('/w/b', source('b')),
          () => tools.run('cat c | wc -l', '14'),
        ][i % 6]?.() ?? [],
    ),
  });

  row('3 repeats, then 12 new calls: watched, not stalled', 'watch at most', {
    reads: (tools, story) => {
      story
        .repeat(3, () => tools.read('/w/a', source('a')))
        .repeat(12, (i) => tools.read(`/w/${word(i)}`, source(word(i))));
    },
  });
  it('3 repeats, then 12 new calls: recovered, cleared at the third new call', () => {
    const { verdicts } = judged(
      new Story()
        .start()
        .turn()
        .repeat(3, () => other('Read', { file_path: '/w/a' }, source('a')))
        .repeat(12, (i) => other('Read', { file_path: `/w/${word(i)}` }, source(word(i)))),
    );
    assert.deepEqual(
      verdicts.map(({ level, call, clearedAtCall }) => [
        level,
        call + 1,
        (clearedAtCall ?? NaN) + 1,
      ]),
      [['watch', 3, 6]],
    );
  });

  it('3 the same, a new instruction, 3 the same: w3, cleared, w6; what was seen stays seen', () => {
    const same = (): Act => other('Read', { file_path: '/w/a' }, source('a'));
    for (const ended of [false, true]) {
      const story = new Story().start().turn('Fix the parser.').repeat(3, same);
      if (ended) {
        story.end();
      }
      story.turn('Leave that. Write the documentation instead.').repeat(3, same);
      const { verdicts } = judged(story);
      assert.deepEqual(
        verdicts.map(({ level, call }) => [level, call + 1]),
        [
          ['watch', 3],
          ['watch', 6],
        ],
        told(verdicts),
      );
      assert.deepEqual(
        verdicts.map(({ clearedAtCall }) => clearedAtCall),
        [2, undefined],
      );
    }
    const seen = new Story()
      .start()
      .turn('Fix the parser.')
      .repeat(1, same)
      .end()
      .turn('Now write the documentation, please, and be brief.')
      .step(same());
    assert.notEqual(judgedValue(seen), 'progress');
  });

  it('our own denial repeated: the streak is kept, neither longer nor over', () => {
    const same = (): Act => other('Read', { file_path: '/w/a' }, source('a'));
    const denied = (): Act =>
      other(
        'Read',
        { file_path: '/w/a' },
        '[Turnwatch] Tools are switched off for the rest of this turn.',
        { deniedBy: 'turnwatch' },
      );
    const story = new Story().start().turn().repeat(3, same).repeat(4, denied);
    assert.equal(fits(verdictsOf(story), 'watch at most'), true, told(verdictsOf(story)));
    const after = verdictsOf(story.step(same()));
    assert.ok(fits(after, 'loop w3 s8'), told(after));
    const others = verdictsOf(
      new Story()
        .start()
        .turn()
        .repeat(5, () => other('Bash', { command: ':' }, ''))
        .repeat(3, (i) =>
          other('Bash', { command: `ls ${i}` }, '[Turnwatch] no', { deniedBy: 'turnwatch' }),
        )
        .step(other('Bash', { command: ':' }, '')),
    );
    assert.ok(firstStalled(others) !== undefined, told(others));
  });
});

const firstStalled = (verdicts: ReturnType<typeof verdictsOf>): number | undefined =>
  verdicts.find(({ level }) => level === 'stalled')?.call;
/** What the newest call was worth. */
function judgedValue(story: Story): string | undefined {
  return [...judged(story).judge.sessions.values()].at(-1)?.lastStep?.values.at(-1)?.worth;
}

describe('cases: nothing comes of it', () => {
  const noOps = ['true', ':', 'sleep 1', 'echo ok'];
  row('`true`, `:`, `sleep 1`, `echo ok` rotating', 'no-progress at 6', {
    'as they are': each(12, (tools, i) => tools.run(noOps[i % 4] ?? '', i % 4 === 3 ? 'ok' : '')),
    'other words': each(12, (tools, i) =>
      tools.run(
        ['echo done', 'sleep 2', 'true', 'echo "waiting"'][i % 4] ?? '',
        ['done', '', '', 'waiting'][i % 4] ?? '',
      ),
    ),
    joined: each(12, (tools, i) =>
      tools.run(
        ['true && true', 'sleep 1; echo ok', ': ; :', 'printf ready'][i % 4] ?? '',
        ['', 'ok', '', 'ready'][i % 4] ?? '',
      ),
    ),
    'with a comment': each(12, (tools, i) =>
      tools.run(
        [
          ': # waiting for the user',
          'true # nothing left to do',
          'echo "placeholder"',
          '/bin/true',
        ][i % 4] ?? '',
        ['', '', 'placeholder', ''][i % 4] ?? '',
      ),
    ),
    'other sentences each time': each(12, (tools, i) =>
      tools.run(
        `echo "The ${word(i)} is done, ${i} of 12."`,
        `The ${word(i)} is done, ${i} of 12.`,
      ),
    ),
  });
  row('read /dev/null ×10', 's4', {
    'by a tool': each(10, (tools) => tools.read('/dev/null', '')),
    'by cat': each(10, (tools) => tools.run('cat /dev/null', '')),
  });
  row('git status ×10, clean', 'w3 s5', {
    'in full': each(10, (tools) =>
      tools.run(
        'git status',
        "On branch main\nYour branch is up to date with 'origin/main'.\n\nnothing to commit, working tree clean",
      ),
    ),
    'in short': each(10, (tools) => tools.run('git status --short', '')),
    'from elsewhere': each(10, (tools) => tools.run('cd /w && git status --porcelain', '')),
  });
  row('`cd /w && pytest`, `pytest`, `(cd /w && pytest)`, same output', 'loop at 4', {
    pytest: each(8, (tools, i) =>
      tools.run(
        ['cd /w && pytest', 'pytest', '(cd /w && pytest)'][i % 3] ?? '',
        runners['pytest']?.output(['empty'], 1.2) ?? '',
        1,
      ),
    ),
    'npm test': each(8, (tools, i) =>
      tools.run(
        ['cd /w && npm test', 'npm test 2>&1', 'npm test 2>&1 | tail -40', '(cd /w; npm test)'][
          i % 4
        ] ?? '',
        runners['mocha']?.output(['empty'], 1.2) ?? '',
        1,
      ),
    ),
    'a search': each(8, (tools, i) =>
      tools.run(
        ['cd /w && grep -rn token src', 'grep -rn token src', 'grep -rn token src | head -50'][
          i % 3
        ] ?? '',
        'src/a.c:4: token',
      ),
    ),
  });
  row('to-do list reworded only ×12', 'no-progress at 5', {
    'one item': each(12, (tools, i) => tools.todo([`Look at the ${word(i)}`])),
    'several items': each(12, (tools, i) =>
      tools.todo([`Look at the ${word(i)}`, `Then fix the ${word(i + 1)}`, 'Run the tests']),
    ),
  });
  row('to-do list and rereading one file', 'by 8', {
    'the list first': each(14, (tools, i) =>
      i % 2 === 0 ? tools.todo([`Understand ${word(i)}`]) : tools.read('/w/a.ts', source('a')),
    ),
    'the file first': each(14, (tools, i) =>
      i % 2 === 1 ? tools.todo([`Understand ${word(i)}`]) : tools.read('/w/a.ts', source('a')),
    ),
  });
  row('"old_string not found", varying guesses ×10', 'error-loop at 4', {
    guesses: each(10, (tools, i) =>
      tools.failedReplace(
        '/w/a.ts',
        `function ${word(i)}(a, b) {`,
        `function ${word(i)}(a, b, c) {`,
      ),
    ),
    'guesses of several lines': each(10, (tools, i) =>
      tools.failedReplace(
        '/w/a.ts',
        `if (x) {\n  ${word(i)}();\n}`,
        `if (y) {\n  ${word(i)}();\n}`,
      ),
    ),
    'as ordinary output': times(10, (i) =>
      other(
        'str_replace_editor',
        { command: 'str_replace', path: '/w/a.py', old_str: `x = ${word(i)}`, new_str: 'x = 1' },
        `No replacement was performed, old_str \`x = ${word(i)}\` did not appear verbatim in /w/a.py.`,
      ),
    ),
    'with a hint at the nearest lines': times(10, (i) =>
      other(
        'edit',
        { path: '/w/a.py', oldText: `return ${word(i)}`, newText: 'return 1' },
        `Could not find the exact text in /w/a.py. The old text must match exactly. Closest match at line ${10 + i * 3}:\n${source(i, 3)}`,
        { ok: false },
      ),
    ),
  });
  row('malformed input, identical ×12', 'error-loop at 4', {
    'not JSON': times(12, () =>
      other(
        'Write',
        {},
        'InputValidationError: Write failed due to the following issues:\nThe required parameter `file_path` is missing\nThe required parameter `content` is missing',
        { ok: false },
      ),
    ),
    'a wrong type': times(12, () =>
      other(
        'read_file',
        { absolute_path: ['a.ts'] },
        'Invalid tool parameters: params/absolute_path must be string',
        { ok: false },
      ),
    ),
    'raw text': times(12, () =>
      other(
        'shell',
        { raw: '{"command": ["bash", "-lc", "ls' },
        'failed to parse function arguments: EOF while parsing a string at line 1 column 31',
        { ok: false },
      ),
    ),
  });
});
