/** The table of cases that `balanced` is held to, row by row, each in the clothes of several agents and in other words. */
import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/core/events.js';
import { fits, holds, source, told, verdictsOf, type Scene } from './cases.js';
import { runners } from './runners.js';
import { judged, Story, type Act } from './story.js';
import type { Toolset } from './toolsets.js';

const times = (n: number, act: (i: number) => Act | Act[]): Scene => (_, story) => { story.repeat(n, act); };
const each = (n: number, act: (tools: Toolset, i: number) => Act | Act[]): Scene => (tools, story) => { story.repeat(n, (i) => act(tools, i)); };
/** A tool that no agent's table knows. */
const other = (tool: string, input: JsonObject, output: string, more: Partial<Act> = {}): Act => ({ tool, input, output, ...more });
const words = ['cache', 'index', 'parser', 'queue', 'socket', 'timer', 'buffer', 'router', 'ledger', 'widget', 'mirror', 'beacon', 'anchor', 'signal', 'filter', 'cursor', 'packet', 'thread', 'module', 'vector'];
const word = (i: number): string => words[i % words.length] ?? 'word';

function row(name: string, expected: string, variants: Record<string, Scene>): void {
  describe(`${name}: ${expected}`, () => {
    for (const [variant, scene] of Object.entries(variants)) { it(variant, () => holds(expected, scene)); }
  });
}

describe('cases: the same call', function () {
  this.timeout(20_000);

  row('same read, same output ×12', 'loop w3 s4', {
    'a file': each(12, (tools) => tools.read('/w/src/parser.ts', source('parser'))),
    'a range of it': each(12, (tools) => tools.read('/w/src/parser.ts', source('parser'), [40, 12])),
    'a short file': each(12, (tools) => tools.read('/w/.nvmrc', '20')),
    'a search': each(12, (tools) => tools.search('parseHeader', 'src/http.ts:14: parseHeader(line)\nsrc/http.ts:80: function parseHeader(')),
    'a command': each(12, (tools) => tools.run('ls -la src', 'total 8\n-rw-r--r-- 1 dev dev 1830 parser.ts\n-rw-r--r-- 1 dev dev  410 index.ts')),
    'a tool of a server': times(12, () => other('mcp__db__query', { sql: 'select * from users where id = 7' }, '[{"id":7,"name":"Ann"}]')),
    'a page of the web': times(12, () => other('WebFetch', { url: 'https://example.com/api', prompt: 'What is the limit?' }, 'The limit is 100 requests an hour.')),
    'keys in another order': times(12, (i) => other('Read', i % 2 === 0 ? { file_path: '/w/a', offset: 1, limit: 9 } : { limit: 9, file_path: '/w/a', offset: 1 }, source(1))),
    'narrated in the input': times(12, (i) => other('run_in_terminal', { command: 'ls dist', explanation: `Checking the ${word(i)} once more`, isBackground: false }, 'main.js\nmain.js.map')),
    'a response of a service': each(12, (tools) => tools.run('curl -s localhost:3000/api/items', '[{"id":1,"name":"first"},{"id":2,"name":"second"}]')),
    'a result with a time in it': each(12, (tools, i) => tools.run('./status', `checked at 2026-11-21 10:0${i % 10}:2${i % 10}\nno worker registered`)),
  });

  row('same failing call, same error', 'w3 s4', {
    'a command that is marked as failed': each(8, (tools) => tools.run('npm run build', 'npm error Missing script: "build"\nnpm error To see a list of scripts, run:\nnpm error   npm run', 1)),
    'as ordinary output with exit code 2': times(8, () => other('bash', { command: 'make all' }, 'make: *** No rule to make target \'all\'.  Stop.', { exitCode: 2 })),
    'a file that is not there': times(8, () => other('Read', { file_path: '/w/src/main.rs' }, 'File does not exist.', { ok: false })),
    'a tool of a server': times(8, () => other('mcp__issues__get', { id: 4711 }, 'MCP error -32602: issue 4711 not found', { ok: false })),
    'a compiler': each(8, (tools) => tools.run('gcc -o app main.c', 'main.c:3:10: fatal error: zlib.h: No such file or directory\n    3 | #include <zlib.h>\n      |          ^~~~~~~~\ncompilation terminated.', 1)),
    'another language': each(8, (tools) => tools.run('ruby app.rb', "app.rb:4:in `require': cannot load such file -- nokogiri (LoadError)\n\tfrom app.rb:4:in `<main>'", 1)),
    'with a return code in the text': times(8, () => other('bash', { command: 'python run.py' }, '<returncode>1</returncode>\n<output>\nTraceback (most recent call last):\n  File "run.py", line 1, in <module>\n    import yaml\nModuleNotFoundError: No module named \'yaml\'\n</output>')),
    'with a temporary name in the error': each(8, (tools, i) => tools.run('terraform plan', `Error: could not read /tmp/terraform-${(i * 7919 + 46_656).toString(36)}/plan.out: permission denied`, 1)),
  });

  const errors = ['ECONNRESET: socket hang up', 'request to https://registry.example.com failed, reason: getaddrinfo EAI_AGAIN', 'network timeout at: https://registry.example.com/left',
    'unexpected end of JSON input while parsing near ...', 'certificate has expired', '503 Service Unavailable - GET https://registry.example.com/right', 'integrity checksum failed', 'Invalid response body'];
  row('same command failing with changing error text', 'error-loop at 4', {
    'an installation': each(8, (tools, i) => tools.run('npm install', `npm error ${errors[i] ?? ''}`, 1)),
    'a query': times(8, (i) => other('mcp__db__query', { sql: 'select 1' }, `Error: ${errors[i] ?? ''}`, { ok: false })),
    'a deployment': each(8, (tools, i) => tools.run('./deploy.sh staging', `deploy: step ${word(i)} failed: ${errors[i] ?? ''}`, 3)),
  });

  row('3 identical calls in ONE response, then new work', 'quiet', {
    'reads': (tools, story) => {
      const same = (): Act => tools.read('/w/a.py', source('a'));
      story.step(same(), same(), same()).repeat(9, (i) => tools.read(`/w/src/${word(i)}.py`, source(word(i))));
    },
    'failing commands': (tools, story) => {
      const same = (): Act => tools.run('make lint', 'make: *** No rule to make target \'lint\'.  Stop.', 2);
      story.step(same(), same(), same()).repeat(9, (i) => i % 2 === 0 ? tools.read(`/w/src/${word(i)}.py`, source(word(i))) : tools.replace(`/w/src/${word(i)}.py`, `old ${i}`, `new ${i}`));
    },
  });

  row('5 identical calls per response ×4', 'w15 s20', {
    'reads': each(4, (tools) => Array.from({ length: 5 }, () => tools.read('/w/a.py', source('a')))),
    'searches': each(4, (tools) => Array.from({ length: 5 }, () => tools.search('TODO', 'src/a.py:4: # TODO'))),
  });

  row('batch {a, b, git status} identical ×10', 'w9 s12', {
    'in one order': each(10, (tools) => [tools.read('/w/a.py', source('a')), tools.search('main', 'a.py:1: main()'), tools.run('git status', 'On branch main\nnothing to commit, working tree clean')]),
    'in any order': each(10, (tools, i) => {
      const batch = [tools.read('/w/a.py', source('a')), tools.search('main', 'a.py:1: main()'), tools.run('git status --short', ' M a.py')];
      return [...batch.slice(i % 3), ...batch.slice(0, i % 3)];
    }),
  });
  const pair = (tools: Toolset): Act[] => [tools.read('/w/config.yaml', 'retries: 3\ntimeout: 10'), tools.run('ls config', 'config.yaml\nlocal.yaml')];
  row('batch {A,B} ×4', 'w6 s8', {
    'without prose': each(4, pair),
    'with varying prose': (tools, story) => { for (let i = 0; i < 4; i++) { story.say(`I think ${word(i)} matters; let me check the configuration ${i}.`).step(...pair(tools)); } },
  });

  it('16, then 17 identical calls per response ×5: the same verdicts', () => {
    const wide = (width: number): string[] => judged(new Story().start().turn().repeat(5, () => Array.from({ length: width }, () => other('Read', { file_path: '/w/a' }, source('a')))))
      .verdicts.map(({ level, kind, step }) => `${level} ${kind} at response ${step + 1}`);
    assert.deepEqual(wide(16), ['watch loop at response 3', 'stalled loop at response 4']);
    assert.deepEqual(wide(17), wide(16));
  });
});

describe('cases: rounds', function () {
  this.timeout(20_000);

  row('A-B-A-B identical ×20', 'loop by 6', {
    'two reads': each(20, (tools, i) => tools.read(i % 2 === 0 ? '/w/a.go' : '/w/b.go', source(i % 2))),
    'a read and a command': each(20, (tools, i) => i % 2 === 0 ? tools.read('/w/Makefile', 'all:\n\tcc main.c') : tools.run('ls build', 'main.o')),
    'a good and a failing command': each(20, (tools, i) => i % 2 === 0 ? tools.run('cat VERSION', '1.4.2') : tools.run('npm publish --dry-run', 'npm error code ENEEDAUTH\nnpm error need auth This command requires you to be logged in', 1)),
  });

  row('read → failed edit → failed test, identical rounds', 'loop by 9', Object.fromEntries(['pytest', 'jest', 'go test', 'cargo test'].map((name): [string, Scene] => [name, (tools, story) => {
    const runner = runners[name];
    for (let i = 0; i < 6; i++) {
      story.step(tools.read('/w/src/parser', source('p'))).step(tools.failedReplace('/w/src/parser', 'return nul', 'return {}'))
        .step(tools.run(runner?.command ?? '', runner?.output(['empty', 'nested'], 2.31) ?? '', 1));
    }
  }])));

  row('cycle of 6 ×6', 'loop by 18', {
    'five greps and a read': each(36, (tools, i) => i % 6 === 5 ? tools.read('/w/core.py', source('core')) : tools.search(word(i % 6), `core.py:${i % 6}: ${word(i % 6)}`)),
    'six reads': each(36, (tools, i) => tools.read(`/w/${word(i % 6)}.rs`, source(word(i % 6)))),
    'mixed': each(36, (tools, i) => [() => tools.run('git log --oneline -3', 'a1b2c3d one\nb2c3d4e two\nc3d4e5f three'), () => tools.read('/w/a', source('a')), () => tools.search('x', 'a:1: x'),
      () => tools.run('ls', 'a\nb'), () => tools.read('/w/b', source('b')), () => tools.run('cat c | wc -l', '14')][i % 6]?.() ?? []),
  });

  row('3 repeats, then 12 new calls: watched, not stalled', 'watch at most', {
    'reads': (tools, story) => { story.repeat(3, () => tools.read('/w/a', source('a'))).repeat(12, (i) => tools.read(`/w/${word(i)}`, source(word(i)))); },
  });
  it('3 repeats, then 12 new calls: recovered, cleared at the third new call', () => {
    const { verdicts } = judged(new Story().start().turn().repeat(3, () => other('Read', { file_path: '/w/a' }, source('a'))).repeat(12, (i) => other('Read', { file_path: `/w/${word(i)}` }, source(word(i)))));
    assert.deepEqual(verdicts.map(({ level, call, clearedAtCall }) => [level, call + 1, (clearedAtCall ?? NaN) + 1]), [['watch', 3, 6]]);
  });

  it('3 the same, a new instruction, 3 the same: w3, cleared, w6; what was seen stays seen', () => {
    const same = (): Act => other('Read', { file_path: '/w/a' }, source('a'));
    for (const ended of [false, true]) {
      const story = new Story().start().turn('Fix the parser.').repeat(3, same);
      if (ended) { story.end(); }
      story.turn('Leave that. Write the documentation instead.').repeat(3, same);
      const { verdicts } = judged(story);
      assert.deepEqual(verdicts.map(({ level, call }) => [level, call + 1]), [['watch', 3], ['watch', 6]], told(verdicts));
      assert.deepEqual(verdicts.map(({ clearedAtCall }) => clearedAtCall), [2, undefined]);
    }
    const seen = new Story().start().turn('Fix the parser.').repeat(1, same).end().turn('Now write the documentation, please, and be brief.').step(same());
    assert.notEqual(judgedValue(seen), 'progress');
  });

  it('our own denial repeated: the streak is kept, neither longer nor over', () => {
    const same = (): Act => other('Read', { file_path: '/w/a' }, source('a'));
    const denied = (): Act => other('Read', { file_path: '/w/a' }, '[Turnwatch] Tools are switched off for the rest of this turn.', { deniedBy: 'turnwatch' });
    const story = new Story().start().turn().repeat(3, same).repeat(4, denied);
    assert.equal(fits(verdictsOf(story), 'watch at most'), true, told(verdictsOf(story)));
    const after = verdictsOf(story.step(same()));
    assert.ok(fits(after, 'loop w3 s8'), told(after));
    const others = verdictsOf(new Story().start().turn().repeat(5, () => other('Bash', { command: ':' }, '')).repeat(3, (i) => other('Bash', { command: `ls ${i}` }, '[Turnwatch] no', { deniedBy: 'turnwatch' })).step(other('Bash', { command: ':' }, '')));
    assert.ok(firstStalled(others) !== undefined, told(others));
  });
});

const firstStalled = (verdicts: ReturnType<typeof verdictsOf>): number | undefined => verdicts.find(({ level }) => level === 'stalled')?.call;
/** What the newest call was worth. */
function judgedValue(story: Story): string | undefined {
  return [...judged(story).judge.sessions.values()].at(-1)?.lastStep?.values.at(-1)?.worth;
}

describe('cases: honest work', function () {
  this.timeout(20_000);

  row('paging one file with rising offsets, once', 'quiet', {
    'pages of code': each(20, (tools, i) => tools.read('/w/src/big.ts', source(`page${i}`, 50), [1 + i * 50, 50])),
    'pages that overlap a little': each(20, (tools, i) => tools.read('/w/src/big.ts', source(`page${i}`, 55), [1 + i * 50, 55])),
    'pages that look alike': each(20, (tools, i) => tools.read('/w/data/zeros.csv', Array.from({ length: 50 }, () => '0,0,0,0').join('\n'), [1 + i * 50, 50])),
    'by head and tail': each(20, (tools, i) => tools.run(`head -n ${(i + 1) * 40} build.log | tail -n 40`, source(`log${i}`, 40))),
    'by scrolling': times(20, (i) => other('scroll_down', {}, `[File: /w/src/big.py (1000 lines total)]\n(${i * 50} more lines above)\n${source(`page${i}`, 50)}\n(${950 - i * 50} more lines below)`)),
    'by a cursor': times(20, (i) => other('mcp__docs__next_page', { document: 'manual' }, source(`page${i}`, 20))),
  });

  row('status poll whose output changes ×20', 'quiet', {
    'pods': each(20, (tools, i) => tools.run('kubectl get pods', `NAME    READY   STATUS              RESTARTS   AGE\napi-0   0/1     ContainerCreating   0          ${i * 5 + 3}s\napi-1   ${i > 10 ? '1/1     Running' : '0/1     Pending'}             0          ${i * 5}s`)),
    'a progress bar': each(20, (tools, i) => tools.run('tail -1 train.log', `epoch 1  [${'='.repeat(i)}${' '.repeat(20 - i)}]  ${i * 5}%  loss ${(2 - i * 0.05).toFixed(3)}`)),
    'a build': times(20, (i) => other('BashOutput', { bash_id: 'b1' }, `[${i + 1}/20] Compiling ${word(i)} v0.${i}.0`)),
    'a counter of rows': each(20, (tools, i) => tools.run('wc -l export.csv', `${1000 + i * 137} export.csv`)),
  });
  row('sleep 5 and streaming output', 'quiet', {
    'two calls': each(24, (tools, i) => i % 2 === 0 ? tools.run('sleep 5', '') : tools.run('tail -n 2 server.log', `request ${i} served\nrequest ${i + 1} served by ${word(i)}`)),
    'in one response': each(12, (tools, i) => [tools.run('sleep 5', ''), tools.run('tail -n 1 train.log', `step ${i * 100} loss ${(3 - i / 10).toFixed(2)}`)]),
    'one command': each(12, (tools, i) => tools.run('sleep 5 && tail -n 1 train.log', `step ${i * 100} loss ${(3 - i / 10).toFixed(2)}`)),
  });

  for (const [name, { command, output }] of Object.entries(runners)) {
    row(`edit–test, failures 9→0, ${name}`, 'quiet', {
      'one fewer each time': (tools, story) => {
        for (let left = 9; left >= 0; left--) {
          story.step(tools.replace('/w/src/parser.ts', `case ${left}: return null`, `case ${left}: return {}`))
            .step(tools.run(command, output(words.slice(0, left), 1.2 + left / 10), left === 0 ? 0 : 1));
        }
      },
    });
  }

  row('A→B→C→D in an already dirty file', 'quiet', {
    'edits': each(10, (tools, i) => tools.replace('/w/a.py', `LIMIT = ${i}`, `LIMIT = ${i + 1}`)),
    'writes': each(10, (tools, i) => tools.write('/w/a.py', source(i))),
    'with git at each step': (tools, story) => {
      story.git('content 0', { porcelain: 'dirty' });
      for (let i = 1; i < 12; i++) { story.step(tools.replace('/w/a.py', `v${i}`, `v${i + 1}`)).git(`content ${i}`, { porcelain: 'dirty' }); }
    },
  });
  row('sed -i on a dirty file', 'quiet', {
    'other places': each(12, (tools, i) => tools.run(`sed -i 's/${word(i)}_old/${word(i)}_new/g' src/app.py`, '')),
    'other lines': each(12, (tools, i) => tools.run(`cd /w && sed -i '${i * 3 + 1}d' notes.txt`, '')),
  });
  row('12 distinct short outputs', 'quiet', {
    'numbers': each(12, (tools, i) => tools.run(`node -p "require('./a')(${i})"`, String(i * i + 7))),
    'words': each(12, (tools, i) => tools.run(`git config user.${word(i)}`, word(i + 1))),
  });
  row('one edit in each of 20 files, all "ok"', 'quiet', {
    'the same edit': each(20, (tools, i) => tools.replace(`/w/src/${word(i)}.ts`, "from 'old-lib'", "from 'new-lib'")),
    'another tool': times(20, (i) => other('edit_file', { path: `/w/src/${word(i)}.ts`, old_text: 'a', new_text: 'b' }, 'ok')),
    'in batches': each(5, (tools, i) => Array.from({ length: 4 }, (_, k) => tools.replace(`/w/src/${word(i * 4 + k)}.ts`, 'var ', 'let '))),
    'writes': each(20, (tools, i) => tools.write(`/w/packages/${word(i)}/LICENSE`, 'MIT License')),
  });
  row('15 distinct reads at the start', 'quiet', {
    'code': each(15, (tools, i) => tools.read(`/w/src/${word(i)}.java`, source(word(i)))),
    'files that look alike': each(15, (tools, i) => tools.read(`/w/packages/${word(i)}/index.ts`, "export * from './main.js';")),
  });
  row('10 parallel reads', 'quiet', {
    'once': (tools, story) => { story.step(...words.slice(0, 10).map((name) => tools.read(`/w/${name}.rb`, source(name)))); },
    'then on': (tools, story) => { story.step(...words.slice(0, 10).map((name) => tools.read(`/w/${name}.rb`, source(name)))).repeat(4, (i) => tools.replace(`/w/${word(i)}.rb`, 'a', 'b')); },
  });
  row('read_output of one handle ×50, new bytes each', 'quiet', {
    'a terminal': times(50, (i) => other('read_output', { handle: 3 }, `chunk ${i}: ${word(i)} ready`)),
    'a shell in the background': times(50, (i) => other('BashOutput', { bash_id: 'shell_1' }, `<status>running</status>\n<stdout>\ncompiling unit ${i} of 50\n</stdout>`)),
    'standard input': times(50, (i) => other('write_stdin', { session_id: 3, chars: '' }, `Wall time: 5.00${i % 10} seconds\nProcess running with session ID 3\nOutput:\n[${i}] linked ${word(i)}.o`)),
  });
  row('debugger `next` ×12, a new line each', 'quiet', {
    'a debugging tool': times(12, (i) => other('debug_step', { action: 'next' }, `> /w/app.py(${20 + i})main()\n-> ${word(i)} = load_${word(i)}()`)),
    'gdb by keys': times(12, (i) => other('execute_bash', { command: 'next', is_input: 'true' }, `${31 + i}\t  ${word(i)}_init(&state);\n(gdb) `)),
  });
  row('failed edit → reread → good edit, ×4', 'quiet', {
    'one file': (tools, story) => {
      for (let i = 0; i < 4; i++) {
        story.step(tools.failedReplace('/w/a.ts', `let ${word(i)} = 0`, `let ${word(i)} = 1`)).step(tools.read('/w/a.ts', source(`state${i}`))).step(tools.replace('/w/a.ts', `const ${word(i)} = 0`, `const ${word(i)} = 1`));
      }
    },
    'four files': (tools, story) => {
      for (let i = 0; i < 4; i++) {
        story.step(tools.failedReplace(`/w/${word(i)}.ts`, 'let a = 0', 'let a = 1')).step(tools.read(`/w/${word(i)}.ts`, source(word(i)))).step(tools.replace(`/w/${word(i)}.ts`, 'const a = 0', 'const a = 1'));
      }
    },
  });
  row('7 different searches, each empty', 'watch at most', {
    'by a tool': each(7, (tools, i) => tools.search(`${word(i)}Config`, '')),
    'with words': each(7, (tools, i) => tools.run(`find . -name '*${word(i)}*'`, '')),
  });
  row('8 distinct failing probes', 'watch at most', {
    'programs': each(8, (tools, i) => tools.run(`which ${word(i)}`, '', 1)),
    'packages': each(8, (tools, i) => tools.run(`pip show ${word(i)}`, `WARNING: Package(s) not found: ${word(i)}`, 1)),
    'addresses': each(8, (tools, i) => tools.run(`curl -sf http://localhost:3000/${word(i)}`, `curl: (22) The requested URL returned error: 404`, 22)),
    'paths': each(8, (tools, i) => tools.run(`ls /usr/lib/${word(i)}`, `ls: cannot access '/usr/lib/${word(i)}': No such file or directory`, 2)),
    'imports': each(8, (tools, i) => tools.run(`python -c "import ${word(i)}"`, `Traceback (most recent call last):\n  File "<string>", line 1, in <module>\nModuleNotFoundError: No module named '${word(i)}'`, 1)),
    'ports': each(8, (tools, i) => tools.run(`nc -z localhost ${8000 + i * 11}`, '', 1)),
    'reads': times(8, (i) => other('Read', { file_path: `/w/${word(i)}.toml` }, 'File does not exist.', { ok: false })),
  });
  row('a build that stays clean between real edits', 'quiet', {
    'a check': (tools, story) => { for (let i = 0; i < 12; i++) { story.step(tools.replace('/w/a.ts', `x${i}`, `x${i + 1}`)).step(tools.run('npm run check', 'All matched files use the correct style.')); } },
    'a test': (tools, story) => { for (let i = 0; i < 12; i++) { story.step(tools.replace('/w/a.py', `x${i}`, `x${i + 1}`)).step(tools.run('pytest -q', `14 passed in 0.${i + 10}s`)); } },
  });
});

describe('cases: tests', function () {
  this.timeout(20_000);
  const failing = ['empty', 'nested', 'quoted'];
  const editOf = (tools: Toolset, i: number): Act => tools.replace('/w/src/parser.py', `attempt ${i}`, `attempt ${i + 1}: ${word(i)}`);

  for (const [name, { command, output }] of Object.entries(runners)) {
    row(`edit–test, same failing set each time, distinct edits ×10, ${name}`, 'no-progress at 8', {
      'the same output': (tools, story) => { for (let i = 0; i < 10; i++) { story.step(editOf(tools, i)).step(tools.run(command, output(failing, 1.5), 1)); } },
      'only durations differ': (tools, story) => { for (let i = 0; i < 10; i++) { story.step(editOf(tools, i)).step(tools.run(command, output(failing, 1.5 + i * 0.37), 1)); } },
    });
  }
  row('edit–test, the first test before the first edit', 'no-progress at 7', {
    'pytest': (tools, story) => { for (let i = 0; i < 10; i++) { story.step(tools.run('pytest', runners['pytest']?.output(failing, 1 + i / 7) ?? '', 1)).step(editOf(tools, i)); } },
  });
  row('edit–test, in one response each', 'no-progress at 8', {
    'jest': (tools, story) => { story.repeat(10, (i) => [editOf(tools, i), tools.run('npx jest', runners['jest']?.output(failing, 1 + i / 7) ?? '', 1)]); },
  });

  for (const [name, { command, output }] of Object.entries(runners)) {
    if (name === 'tsc' || name === 'eslint') { continue; }
    row(`test only, output differs by its duration, ${name}`, 'loop at 4', {
      'failing': each(8, (tools, i) => tools.run(command, output(failing, 1.23 + i * 0.11), 1)),
      'passing': each(8, (tools, i) => tools.run(command, output([], 1.23 + i * 0.11))),
    });
  }
  row('test only, output differs by an ISO timestamp', 'loop at 4', {
    'at the start': each(8, (tools, i) => tools.run('./run-tests.sh', `2026-11-21T10:0${i}:1${i}.${i}42Z starting\n3 checks failed: empty, nested, quoted`, 1)),
    'before each line': each(8, (tools, i) => tools.run('make test', ['starting', 'empty: FAIL', 'done'].map((line, k) => `[2026-11-21 10:0${i}:4${k},${i}17] ${line}`).join('\n'), 1)),
    'with a zone': each(8, (tools, i) => tools.run('ctest', `Start testing: 2026-11-21T10:0${i}:00+01:00\n1/1 Test #1: parser ...***Failed`, 8)),
  });

  describe('same test alternates pass and fail with no edit: watch, flaky test, named so', () => {
    for (const name of ['pytest', 'jest', 'go test', 'cargo test', 'maven', 'rspec']) {
      it(name, () => {
        const runner = runners[name];
        const story = new Story().start().turn().repeat(10, (i) => other('Bash', { command: runner?.command ?? '' }, runner?.output(i % 2 === 0 ? [] : ['nested'], 1 + i / 9) ?? '', i % 2 === 0 ? { exitCode: 0 } : { ok: false, exitCode: 1 }));
        const verdicts = verdictsOf(story);
        assert.deepEqual(verdicts.map(({ level }) => level), ['watch'], told(verdicts));
        assert.match(verdicts[0]?.reason ?? '', /flaky/i);
      });
    }
  });
});

describe('cases: edits', function () {
  this.timeout(20_000);
  const [one, two] = ['const limit = 10;', 'const limit = 20;'];
  const swap = (tools: Toolset, i: number): Act => (i % 2 === 0 ? tools.replace('/w/a.ts', one, two) : tools.replace('/w/a.ts', two, one));

  row('edit A→B, B→A ×6, each "ok"', 'oscillation w2 s4', {
    'replacements': each(6, swap),
    'of several lines': each(6, (tools, i) => (i % 2 === 0 ? tools.replace('/w/a.py', 'def f():\n    return None', 'def f():\n    return {}') : tools.replace('/w/a.py', 'def f():\n    return {}', 'def f():\n    return None'))),
    'that say no more than ok': times(6, (i) => other('edit_file', i % 2 === 0 ? { path: 'a.ts', old_string: one, new_string: two } : { path: 'a.ts', old_string: two, new_string: one }, 'ok')),
    'several at once': times(6, (i) => other('MultiEdit', { file_path: '/w/a.ts', edits: [{ old_string: i % 2 === 0 ? one : two, new_string: i % 2 === 0 ? two : one }] }, 'Applied 1 edit to /w/a.ts')),
    'a patch with context': times(6, (i) => other('apply_patch', { input: `*** Begin Patch\n*** Update File: a.ts\n@@ export\n import x\n-${i % 2 === 0 ? one : two}\n+${i % 2 === 0 ? two : one}\n export default x\n*** End Patch` }, 'Success. Updated the following files:\nM a.ts')),
    'a unified diff': times(6, (i) => other('apply_diff', { path: 'a.ts', diff: `--- a/a.ts\n+++ b/a.ts\n@@ -4,3 +4,3 @@\n import x\n-${i % 2 === 0 ? one : two}\n+${i % 2 === 0 ? two : one}\n export default x` }, 'ok')),
    'a patch as a command': times(6, (i) => other('shell', { command: ['apply_patch', `*** Begin Patch\n*** Update File: a.ts\n@@\n-${i % 2 === 0 ? one : two}\n+${i % 2 === 0 ? two : one}\n*** End Patch`] }, 'Success. Updated the following files:\nM a.ts')),
    'between other lines': times(6, (i) => other('edit', { filePath: 'a.ts', oldString: `before();\n${i % 2 === 0 ? one : two}\nafter();`, newString: `before();\n${i % 2 === 0 ? two : one}\nafter();` }, 'Edit applied successfully.')),
  });
  row('whole writes A, B, A, B, A', 'oscillation by 5', {
    'writes': each(8, (tools, i) => tools.write('/w/a.ts', i % 2 === 0 ? source('A') : source('B'))),
    'here-documents': each(8, (tools, i) => tools.run(`cat > /w/a.ts <<'EOF'\n${i % 2 === 0 ? source('A') : source('B')}\nEOF`, '')),
  });
  for (const [how, outputs] of Object.entries({
    'the same test result': () => runners['pytest']?.output(['empty'], 1) ?? '',
    'each content with its own failure': (i: number) => runners['pytest']?.output([i % 2 === 0 ? 'empty' : 'nested'], 1 + i / 8) ?? '',
  })) {
    row(`A→B, test, B→A, test ×5, ${how}`, 'oscillation w3 s7', {
      'replacements': each(20, (tools, i) => i % 2 === 0 ? swap(tools, i / 2) : tools.run('pytest', outputs((i - 1) / 2), 1)),
    });
  }

  row('the same content written ×6', 'w2 s4', {
    'a file': each(6, (tools) => tools.write('/w/a.ts', source('same'))),
    'a short one': times(6, () => other('create_file', { path: '/w/.gitignore', content: 'node_modules/\n' }, 'ok')),
    'a here-document': each(6, (tools) => tools.run("cat > notes.md <<'EOF'\n# Notes\nnothing yet\nEOF", '')),
    'a diff that the tool shows': times(6, () => other('create', { path: '/w/a.sh', file_text: 'echo hi\n' }, 'The file /w/a.sh has been written.\n1\techo hi')),
    'with saves seen by the workspace': (tools, story) => { for (let i = 0; i < 6; i++) { story.step(tools.write('/w/a.ts', source('same'))).save('/w/a.ts', 'same'); } },
  });

  describe('a formatter reverts each edit: oscillation, the other writer named', () => {
    const scenes: Record<string, Scene> = {
      'the same edit again and again': (tools, story) => {
        story.save('/w/a.ts', 'A', { by: 'tool' });
        for (let i = 0; i < 8; i++) { story.step(tools.replace('/w/a.ts', one, two)).save('/w/a.ts', 'B', { by: 'agent' }).save('/w/a.ts', 'A', { by: 'tool' }); }
      },
      'other edits, the same outcome': (tools, story) => {
        story.save('/w/a.ts', 'A', { by: 'tool' });
        for (let i = 0; i < 8; i++) { story.step(tools.replace('/w/a.ts', one, `${one} // ${word(i)}`)).save('/w/a.ts', `B${i}`, { by: 'agent' }).save('/w/a.ts', 'A', { by: 'tool' }); }
      },
    };
    for (const [name, scene] of Object.entries(scenes)) {
      it(name, () => {
        holds('oscillation by 8', scene);
        const story = new Story().start().turn();
        scene({ ...plainTools }, story);
        const stalled = verdictsOf(story).find(({ level }) => level === 'stalled');
        assert.match(stalled?.reason ?? '', /tool|formatter|another|else/i);
      });
    }
  });
});

const plainTools: Toolset = {
  run: (command, output, exit = 0) => other('Bash', { command }, output, { exitCode: exit }),
  read: (file_path, output) => other('Read', { file_path }, output),
  replace: (file_path, old_string, new_string) => other('Edit', { file_path, old_string, new_string }, 'ok'),
  failedReplace: (file_path, old_string, new_string) => other('Edit', { file_path, old_string, new_string }, 'old_string not found', { ok: false }),
  write: (file_path, content) => other('Write', { file_path, content }, 'ok'),
  search: (pattern, output) => other('Grep', { pattern }, output),
  todo: (items) => other('TodoWrite', { todos: [...items] }, 'ok'),
};

describe('cases: nothing comes of it', function () {
  this.timeout(20_000);

  const noOps = ['true', ':', 'sleep 1', 'echo ok'];
  row('`true`, `:`, `sleep 1`, `echo ok` rotating', 'no-progress at 6', {
    'as they are': each(12, (tools, i) => tools.run(noOps[i % 4] ?? '', i % 4 === 3 ? 'ok' : '')),
    'other words': each(12, (tools, i) => tools.run(['echo done', 'sleep 2', 'true', 'echo "waiting"'][i % 4] ?? '', ['done', '', '', 'waiting'][i % 4] ?? '')),
    'joined': each(12, (tools, i) => tools.run(['true && true', 'sleep 1; echo ok', ': ; :', 'printf ready'][i % 4] ?? '', ['', 'ok', '', 'ready'][i % 4] ?? '')),
    'with a comment': each(12, (tools, i) => tools.run([': # waiting for the user', 'true # nothing left to do', 'echo "placeholder"', '/bin/true'][i % 4] ?? '', ['', '', 'placeholder', ''][i % 4] ?? '')),
    'other sentences each time': each(12, (tools, i) => tools.run(`echo "The ${word(i)} is done, ${i} of 12."`, `The ${word(i)} is done, ${i} of 12.`)),
  });
  row('read /dev/null ×10', 's4', {
    'by a tool': each(10, (tools) => tools.read('/dev/null', '')),
    'by cat': each(10, (tools) => tools.run('cat /dev/null', '')),
  });
  row('git status ×10, clean', 'w3 s5', {
    'in full': each(10, (tools) => tools.run('git status', 'On branch main\nYour branch is up to date with \'origin/main\'.\n\nnothing to commit, working tree clean')),
    'in short': each(10, (tools) => tools.run('git status --short', '')),
    'from elsewhere': each(10, (tools) => tools.run('cd /w && git status --porcelain', '')),
  });
  row('`cd /w && pytest`, `pytest`, `(cd /w && pytest)`, same output', 'loop at 4', {
    'pytest': each(8, (tools, i) => tools.run(['cd /w && pytest', 'pytest', '(cd /w && pytest)'][i % 3] ?? '', runners['pytest']?.output(['empty'], 1.2) ?? '', 1)),
    'npm test': each(8, (tools, i) => tools.run(['cd /w && npm test', 'npm test 2>&1', 'npm test 2>&1 | tail -40', '(cd /w; npm test)'][i % 4] ?? '', runners['mocha']?.output(['empty'], 1.2) ?? '', 1)),
    'a search': each(8, (tools, i) => tools.run(['cd /w && grep -rn token src', 'grep -rn token src', 'grep -rn token src | head -50'][i % 3] ?? '', 'src/a.c:4: token')),
  });
  row('to-do list reworded only ×12', 'no-progress at 5', {
    'one item': each(12, (tools, i) => tools.todo([`Look at the ${word(i)}`])),
    'several items': each(12, (tools, i) => tools.todo([`Look at the ${word(i)}`, `Then fix the ${word(i + 1)}`, 'Run the tests'])),
  });
  row('to-do list and rereading one file', 'by 8', {
    'the list first': each(14, (tools, i) => i % 2 === 0 ? tools.todo([`Understand ${word(i)}`]) : tools.read('/w/a.ts', source('a'))),
    'the file first': each(14, (tools, i) => i % 2 === 1 ? tools.todo([`Understand ${word(i)}`]) : tools.read('/w/a.ts', source('a'))),
  });
  row('"old_string not found", varying guesses ×10', 'error-loop at 4', {
    'guesses': each(10, (tools, i) => tools.failedReplace('/w/a.ts', `function ${word(i)}(a, b) {`, `function ${word(i)}(a, b, c) {`)),
    'guesses of several lines': each(10, (tools, i) => tools.failedReplace('/w/a.ts', `if (x) {\n  ${word(i)}();\n}`, `if (y) {\n  ${word(i)}();\n}`)),
    'as ordinary output': times(10, (i) => other('str_replace_editor', { command: 'str_replace', path: '/w/a.py', old_str: `x = ${word(i)}`, new_str: 'x = 1' },
      `No replacement was performed, old_str \`x = ${word(i)}\` did not appear verbatim in /w/a.py.`)),
    'with a hint at the nearest lines': times(10, (i) => other('edit', { path: '/w/a.py', oldText: `return ${word(i)}`, newText: 'return 1' },
      `Could not find the exact text in /w/a.py. The old text must match exactly. Closest match at line ${10 + i * 3}:\n${source(i, 3)}`, { ok: false })),
  });
  row('malformed input, identical ×12', 'error-loop at 4', {
    'not JSON': times(12, () => other('Write', {}, 'InputValidationError: Write failed due to the following issues:\nThe required parameter `file_path` is missing\nThe required parameter `content` is missing', { ok: false })),
    'a wrong type': times(12, () => other('read_file', { absolute_path: ['a.ts'] }, 'Invalid tool parameters: params/absolute_path must be string', { ok: false })),
    'raw text': times(12, () => other('shell', { raw: '{"command": ["bash", "-lc", "ls' }, 'failed to parse function arguments: EOF while parsing a string at line 1 column 31', { ok: false })),
  });
});

describe('cases: without calls, with jobs and with others', () => {
  const minute = 60_000;
  const start = Date.UTC(2026, 10, 21, 10);

  it('4 agent messages without tools, same content: watch at 3', () => {
    for (const text of ['I will now continue with the task.', 'Es tut mir leid, ich versuche es noch einmal.\n\nEinen Moment bitte.']) {
      const story = new Story().start().turn();
      const after = [1, 2, 3, 4].map(() => told(verdictsOf(story.say(text))));
      assert.deepEqual(after.map((each) => each.replace(/ .*/, '')), ['quiet', 'quiet', 'w0', 'w0']);
      assert.match(after.at(-1) ?? '', /^w0 \(monologue/);
    }
    const different = new Story().start().turn();
    for (let i = 0; i < 6; i++) { different.say(`Part ${word(i)} of the answer.`); }
    assert.equal(told(verdictsOf(different)), 'quiet');
  });

  it('12 condensations with nothing between: condensation', () => {
    const story = new Story().start().turn();
    for (let i = 0; i < 12; i++) { story.push({ ...story.own, type: 'compaction' }); }
    const stalled = verdictsOf(story).find(({ level }) => level === 'stalled');
    assert.equal(stalled?.kind, 'condensation');
  });
  it('condensations with work between: quiet', () => {
    const story = new Story().start().turn();
    for (let i = 0; i < 12; i++) { story.push({ ...story.own, type: 'compaction' }).step(plainTools.read(`/w/${word(i)}`, source(word(i)))); }
    assert.equal(told(verdictsOf(story)), 'quiet');
  });

  /** Looks once a minute at a job that says it is running. */
  const polling = (minutes: number, shape: 'bash' | 'handle' | 'one command'): Story => {
    const story = new Story().at(start).start().turn();
    for (let i = 0; i < minutes; i++) {
      if (shape === 'one command') { story.after(minute).step(plainTools.run('sleep 50; gh run view 4711 --json status', '{"status":"in_progress"}')); continue; }
      story.after(10_000).step(plainTools.run('sleep 45', '')).after(50_000)
        .step(shape === 'bash' ? plainTools.run('gh run view 4711 --json status', '{"status":"in_progress"}') : other('BashOutput', { bash_id: 'job_1' }, '<status>running</status>'));
    }
    return story;
  };
  for (const shape of ['bash', 'handle', 'one command'] as const) {
    it(`poll "running" unchanged with sleeps, 20 minutes: waiting (${shape})`, () => {
      const verdicts = verdictsOf(polling(20, shape));
      assert.equal(told(verdicts), 'quiet');
      assert.equal(verdicts.filter(({ level }) => level === 'waiting').length, 1);
    });
    it(`the same past its budget: stalled (${shape})`, () => {
      const stalled = verdictsOf(polling(40, shape)).find(({ level }) => level === 'stalled');
      assert.equal(stalled?.kind, 'wait');
      const after = ((stalled.at ?? 0) - start) / minute;
      assert.ok(after >= 30 && after <= 33, `after ${after} minutes`);
    });
    it(`the same when the job is gone: stalled at once (${shape})`, () => {
      const story = polling(8, shape);
      story.events.splice(2, 0, { v: 1, type: 'workspace', at: start, signal: 'task', fingerprint: 'job_1:running', root: '/w', session: 'S' });
      assert.equal(told(verdictsOf(story)), 'quiet');
      story.after(5000).task('none').after(5000).step(plainTools.run('sleep 45', '')).after(50_000)
        .step(shape === 'handle' ? other('BashOutput', { bash_id: 'job_1' }, '<status>running</status>') : plainTools.run(shape === 'bash' ? 'gh run view 4711 --json status' : 'sleep 50; gh run view 4711 --json status', '{"status":"in_progress"}'));
      const stalled = verdictsOf(story).find(({ level }) => level === 'stalled');
      assert.equal(stalled?.kind, 'wait');
    });
  }

  it('background task changes state, no calls: quiet or waiting', () => {
    const story = new Story().at(start).start().turn().step(plainTools.run('npm run build &', 'started job 1'));
    for (let i = 0; i < 25; i++) { story.after(minute).task(`job_1:running ${i}`); }
    assert.equal(told(verdictsOf(story)), 'quiet');
  });

  it('sub-agent stuck, parent waits: stalled on the child, the parent waiting', () => {
    const parent = new Story('P').at(start).start().turn();
    const spawn = parent.call(other('Task', { prompt: 'Find the bug.' }, ''), 'r0', 'spawn');
    const child = new Story('P/c', parent.events).at(start + 1000).start({ parent: 'P' }).turn('Find the bug.');
    for (let i = 0; i < 30; i++) { child.after(30_000).step(plainTools.read('/w/a', source('a'))); }
    const open = verdictsOf(parent);
    assert.ok(fits(open.filter(({ session }) => session === 'P/c'), 'loop w3 s4'), told(open.filter(({ session }) => session === 'P/c')));
    assert.deepEqual(open.filter(({ session }) => session === 'P').map(({ level }) => level), ['waiting']);
    child.end();
    parent.at(child.clock ?? start).result(spawn, other('Task', {}, 'Nothing found.'));
    assert.deepEqual(verdictsOf(parent).filter(({ session }) => session === 'P').map(({ level }) => level), ['waiting']);
  });

  describe('a provider\'s retry replays a streamed batch: not counted twice', () => {
    const batch = (): Act[] => [plainTools.read('/w/a', source('a')), plainTools.search('x', 'a:1: x')];
    /** The calls of a broken stream, never answered, then the same with new ids. */
    const retried = (story: Story, i: number): void => {
      for (const act of batch()) { story.call(act, `broken-${i}`); }
      story.respond(`again-${i}`, ...batch());
    };
    it('two attempts are two', () => {
      const story = new Story().start().turn();
      for (let i = 0; i < 2; i++) { retried(story, i); }
      const { judge, verdicts } = judged(story);
      assert.equal(told(verdicts), 'quiet');
      assert.equal(judge.sessions.get('S')?.steps, 2);
    });
    it('four attempts are stalled at the fourth', () => {
      const story = new Story().start().turn();
      for (let i = 0; i < 4; i++) { retried(story, i); }
      assert.deepEqual(verdictsOf(story).map(({ level, step }) => `${level} at response ${step + 1}`), ['watch at response 3', 'stalled at response 4']);
    });
  });
});
