/** Cases of honest work. */
import { each, other, row, source, times, word, words } from './cases.js';
import { runners } from '../identity/runners.js';

describe('cases: productive work', () => {
  row('paging one file with rising offsets, once', 'quiet', {
    'pages of code': each(20, (tools, i) =>
      tools.read('/w/src/big.ts', source(`page${i}`, 50), [1 + i * 50, 50]),
    ),
    'pages that overlap a little': each(20, (tools, i) =>
      tools.read('/w/src/big.ts', source(`page${i}`, 55), [1 + i * 50, 55]),
    ),
    'pages that look alike': each(20, (tools, i) =>
      tools.read('/w/data/zeros.csv', Array.from({ length: 50 }, () => '0,0,0,0').join('\n'), [
        1 + i * 50,
        50,
      ]),
    ),
    'by head and tail': each(20, (tools, i) =>
      tools.run(`head -n ${(i + 1) * 40} build.log | tail -n 40`, source(`log${i}`, 40)),
    ),
    'by scrolling': times(20, (i) =>
      other(
        'scroll_down',
        {},
        `[File: /w/src/big.py (1000 lines total)]\n(${i * 50} more lines above)\n${source(`page${i}`, 50)}\n(${950 - i * 50} more lines below)`,
      ),
    ),
    'by a cursor': times(20, (i) =>
      other('mcp__docs__next_page', { document: 'manual' }, source(`page${i}`, 20)),
    ),
  });

  row('calls whose results the log does not tell', 'quiet', {
    reads: (tools, story) => {
      for (let i = 0; i < 12; i++) {
        story.call(tools.read(`/w/${word(i)}.ts`, ''), `r${i}`);
      }
    },
    'commands, with edits between': (tools, story) => {
      for (let i = 0; i < 24; i++) {
        story.call(tools.run(`make ${word(i)}`, ''), `r${i}`);
        if (i % 8 === 7) {
          story.step(tools.replace('/w/Makefile', `-O${i}`, `-O${i + 1}`));
        }
      }
    },
  });

  row('status poll whose output changes ×20', 'quiet', {
    pods: each(20, (tools, i) =>
      tools.run(
        'kubectl get pods',
        `NAME    READY   STATUS              RESTARTS   AGE\napi-0   0/1     ContainerCreating   0          ${i * 5 + 3}s\napi-1   ${i > 10 ? '1/1     Running' : '0/1     Pending'}             0          ${i * 5}s`,
      ),
    ),
    'a progress bar': each(20, (tools, i) =>
      tools.run(
        'tail -1 train.log',
        `epoch 1  [${'='.repeat(i)}${' '.repeat(20 - i)}]  ${i * 5}%  loss ${(2 - i * 0.05).toFixed(3)}`,
      ),
    ),
    'a build': times(20, (i) =>
      other('BashOutput', { bash_id: 'b1' }, `[${i + 1}/20] Compiling ${word(i)} v0.${i}.0`),
    ),
    'a counter of rows': each(20, (tools, i) =>
      tools.run('wc -l export.csv', `${1000 + i * 137} export.csv`),
    ),
  });
  row('sleep 5 and streaming output', 'quiet', {
    'two calls': each(24, (tools, i) =>
      i % 2 === 0
        ? tools.run('sleep 5', '')
        : tools.run(
            'tail -n 2 server.log',
            `request ${i} served\nrequest ${i + 1} served by ${word(i)}`,
          ),
    ),
    'in one response': each(12, (tools, i) => [
      tools.run('sleep 5', ''),
      tools.run('tail -n 1 train.log', `step ${i * 100} loss ${(3 - i / 10).toFixed(2)}`),
    ]),
    'one command': each(12, (tools, i) =>
      tools.run(
        'sleep 5 && tail -n 1 train.log',
        `step ${i * 100} loss ${(3 - i / 10).toFixed(2)}`,
      ),
    ),
  });

  for (const [name, { command, output }] of Object.entries(runners)) {
    row(`edit–test, failures 9→0, ${name}`, 'quiet', {
      'one fewer each time': (tools, story) => {
        for (let left = 9; left >= 0; left--) {
          story
            .step(
              tools.replace(
                '/w/src/parser.ts',
                `case ${left}: return null`,
                `case ${left}: return {}`,
              ),
            )
            .step(
              tools.run(command, output(words.slice(0, left), 1.2 + left / 10), left === 0 ? 0 : 1),
            );
        }
      },
    });
  }

  row('A→B→C→D in an already dirty file', 'quiet', {
    edits: each(10, (tools, i) => tools.replace('/w/a.py', `LIMIT = ${i}`, `LIMIT = ${i + 1}`)),
    writes: each(10, (tools, i) => tools.write('/w/a.py', source(i))),
    'with git at each step': (tools, story) => {
      story.git('content 0', { porcelain: 'dirty' });
      for (let i = 1; i < 12; i++) {
        story
          .step(tools.replace('/w/a.py', `v${i}`, `v${i + 1}`))
          .git(`content ${i}`, { porcelain: 'dirty' });
      }
    },
  });
  row('sed -i on a dirty file', 'quiet', {
    'other places': each(12, (tools, i) =>
      tools.run(`sed -i 's/${word(i)}_old/${word(i)}_new/g' src/app.py`, ''),
    ),
    'other lines': each(12, (tools, i) =>
      tools.run(`cd /w && sed -i '${i * 3 + 1}d' notes.txt`, ''),
    ),
  });
  row('12 distinct short outputs', 'quiet', {
    numbers: each(12, (tools, i) => tools.run(`node -p "require('./a')(${i})"`, String(i * i + 7))),
    words: each(12, (tools, i) => tools.run(`git config user.${word(i)}`, word(i + 1))),
  });
  row('one edit in each of 20 files, all "ok"', 'quiet', {
    'the same edit': each(20, (tools, i) =>
      tools.replace(`/w/src/${word(i)}.ts`, "from 'old-lib'", "from 'new-lib'"),
    ),
    'another tool': times(20, (i) =>
      other('edit_file', { path: `/w/src/${word(i)}.ts`, old_text: 'a', new_text: 'b' }, 'ok'),
    ),
    'in batches': each(5, (tools, i) =>
      Array.from({ length: 4 }, (_, k) =>
        tools.replace(`/w/src/${word(i * 4 + k)}.ts`, 'var ', 'let '),
      ),
    ),
    writes: each(20, (tools, i) => tools.write(`/w/packages/${word(i)}/LICENSE`, 'MIT License')),
  });
  row('15 distinct reads at the start', 'quiet', {
    code: each(15, (tools, i) => tools.read(`/w/src/${word(i)}.java`, source(word(i)))),
    'files that look alike': each(15, (tools, i) =>
      tools.read(`/w/packages/${word(i)}/index.ts`, "export * from './main.js';"),
    ),
  });
  row('10 parallel reads', 'quiet', {
    once: (tools, story) => {
      story.step(...words.slice(0, 10).map((name) => tools.read(`/w/${name}.rb`, source(name))));
    },
    'then on': (tools, story) => {
      story
        .step(...words.slice(0, 10).map((name) => tools.read(`/w/${name}.rb`, source(name))))
        .repeat(4, (i) => tools.replace(`/w/${word(i)}.rb`, 'a', 'b'));
    },
  });
  row('read_output of one handle ×50, new bytes each', 'quiet', {
    'a terminal': times(50, (i) =>
      other('read_output', { handle: 3 }, `chunk ${i}: ${word(i)} ready`),
    ),
    'a shell in the background': times(50, (i) =>
      other(
        'BashOutput',
        { bash_id: 'shell_1' },
        `<status>running</status>\n<stdout>\ncompiling unit ${i} of 50\n</stdout>`,
      ),
    ),
    'standard input': times(50, (i) =>
      other(
        'write_stdin',
        { session_id: 3, chars: '' },
        `Wall time: 5.00${i % 10} seconds\nProcess running with session ID 3\nOutput:\n[${i}] linked ${word(i)}.o`,
      ),
    ),
  });
  row('debugger `next` ×12, a new line each', 'quiet', {
    'a debugging tool': times(12, (i) =>
      other(
        'debug_step',
        { action: 'next' },
        `> /w/app.py(${20 + i})main()\n-> ${word(i)} = load_${word(i)}()`,
      ),
    ),
    'gdb by keys': times(12, (i) =>
      other(
        'execute_bash',
        { command: 'next', is_input: 'true' },
        `${31 + i}\t  ${word(i)}_init(&state);\n(gdb) `,
      ),
    ),
  });
  row('failed edit → reread → good edit, ×4', 'quiet', {
    'one file': (tools, story) => {
      for (let i = 0; i < 4; i++) {
        story
          .step(tools.failedReplace('/w/a.ts', `let ${word(i)} = 0`, `let ${word(i)} = 1`))
          .step(tools.read('/w/a.ts', source(`state${i}`)))
          .step(tools.replace('/w/a.ts', `const ${word(i)} = 0`, `const ${word(i)} = 1`));
      }
    },
    'four files': (tools, story) => {
      for (let i = 0; i < 4; i++) {
        story
          .step(tools.failedReplace(`/w/${word(i)}.ts`, 'let a = 0', 'let a = 1'))
          .step(tools.read(`/w/${word(i)}.ts`, source(word(i))))
          .step(tools.replace(`/w/${word(i)}.ts`, 'const a = 0', 'const a = 1'));
      }
    },
  });
  row('7 different searches, each empty', 'watch at most', {
    'by a tool': each(7, (tools, i) => tools.search(`${word(i)}Config`, '')),
    'with words': each(7, (tools, i) => tools.run(`find . -name '*${word(i)}*'`, '')),
  });
  row('8 distinct failing probes', 'watch at most', {
    programs: each(8, (tools, i) => tools.run(`which ${word(i)}`, '', 1)),
    packages: each(8, (tools, i) =>
      tools.run(`pip show ${word(i)}`, `WARNING: Package(s) not found: ${word(i)}`, 1),
    ),
    addresses: each(8, (tools, i) =>
      tools.run(
        `curl -sf http://localhost:3000/${word(i)}`,
        `curl: (22) The requested URL returned error: 404`,
        22,
      ),
    ),
    paths: each(8, (tools, i) =>
      tools.run(
        `ls /usr/lib/${word(i)}`,
        `ls: cannot access '/usr/lib/${word(i)}': No such file or directory`,
        2,
      ),
    ),
    imports: each(8, (tools, i) =>
      tools.run(
        `python -c "import ${word(i)}"`,
        `Traceback (most recent call last):\n  File "<string>", line 1, in <module>\nModuleNotFoundError: No module named '${word(i)}'`,
        1,
      ),
    ),
    ports: each(8, (tools, i) => tools.run(`nc -z localhost ${8000 + i * 11}`, '', 1)),
    reads: times(8, (i) =>
      other('Read', { file_path: `/w/${word(i)}.toml` }, 'File does not exist.', { ok: false }),
    ),
  });
  row('a build that stays clean between real edits', 'quiet', {
    'a check': (tools, story) => {
      for (let i = 0; i < 12; i++) {
        story
          .step(tools.replace('/w/a.ts', `x${i}`, `x${i + 1}`))
          .step(tools.run('npm run check', 'All matched files use the correct style.'));
      }
    },
    'a test': (tools, story) => {
      for (let i = 0; i < 12; i++) {
        story
          .step(tools.replace('/w/a.py', `x${i}`, `x${i + 1}`))
          .step(tools.run('pytest -q', `14 passed in 0.${i + 10}s`));
      }
    },
  });
});
