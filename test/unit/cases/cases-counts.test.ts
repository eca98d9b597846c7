/** Cases of edits between runs whose counts or measurements change, and of the same runs whose durations alone do. */
import { each, row, word, type Scene } from './cases.js';
import type { Act } from '../support/story.js';
import type { Toolset } from './toolsets.js';

const edited = (tools: Toolset, i: number): Act =>
  tools.replace('/w/src/parser.py', `attempt ${i}`, `attempt ${i + 1}: ${word(i)}`);
/** Alternates an edit and a run; `run` gets the number of the round. */
const rounds = (run: (tools: Toolset, round: number) => Act): Scene =>
  each(20, (tools, i) => (i % 2 === 0 ? edited(tools, i) : run(tools, (i - 1) / 2)));
/** The same, with a program that the agent wrote and tunes. */
const tuned =
  (path: string, command: string, output: (round: number) => string): Scene =>
  (tools, story) => {
    story.step(tools.write(`/w/${path}`, 'K = 0'));
    for (let i = 0; i < 10; i++) {
      story
        .step(tools.replace(`/w/${path}`, `K = ${i}`, `K = ${i + 1}`))
        .step(tools.run(command, output(i)));
    }
  };
const trace = 'Traceback (most recent call last):\n  File "check.py", line 40, in <module>\n';
const ms = (i: number): number =>
  [3.21, 2.87, 3.44, 2.91, 3.05, 3.3, 2.95, 3.12, 2.88, 3.4][i] ?? 3;
const points = (i: number): number => [1840, 1220, 1990, 1840, 1700, 2100, 900, 1500][i % 8] ?? 0;

describe('cases: counts and measurements after edits', () => {
  row('`30 failing` → `26 failing` → …, edits between', 'quiet', {
    mocha: rounds((tools, i) =>
      tools.run(
        'npm test 2>&1 | tail -4',
        `  ${210 + i * 3} passing (2s)\n  ${30 - i * 3} failing`,
        1,
      ),
    ),
    'one line of it': rounds((tools, i) =>
      tools.run('npm test 2>&1 | grep failing', `  ${30 - i * 3} failing`),
    ),
    cargo: rounds((tools, i) =>
      tools.run(
        'cargo test 2>&1 | tail -3',
        `test result: FAILED. ${200 + i} passed; ${30 - i * 3} failed; 0 ignored; finished in 1.${i}2s\n\nerror: test failed, to rerun pass \`--lib\``,
        101,
      ),
    ),
    'go packages': rounds((tools, i) =>
      tools.run('go test ./... 2>&1 | tail -2', `${30 - i * 3} of 60 packages failed\nFAIL`, 1),
    ),
    'a runner of the project': rounds((tools, i) =>
      tools.run('./run-tests.sh', `running\n${30 - i * 3} failing\nError: some checks failed`, 1),
    ),
    'rows that match': rounds((tools, i) =>
      tools.run(
        'python check.py',
        `matched ${14 + i * 9}/214 rows\n${trace}AssertionError: rows`,
        1,
      ),
    ),
    'mismatches, exit 0': tuned('cmp.py', 'python cmp.py', (i) => `mismatches: ${130 - i * 9}`),
    'errors of a compiler': rounds((tools, i) =>
      tools.run('make', `cc -c a.c\n${30 - i * 2} errors generated.\nmake: *** [a.o] Error 1`, 2),
    ),
    'errors of a type checker': rounds((tools, i) =>
      tools.run(
        'mypy src | tail -1',
        `Found ${30 - i * 2} errors in 3 files (checked 40 files)`,
        1,
      ),
    ),
    'problems of a linter': rounds((tools, i) =>
      tools.run(
        'npm run lint',
        `\n✖ ${48 - i} problems\nnpm error Lifecycle script failed\nnpm error code 1`,
        1,
      ),
    ),
    coverage: rounds((tools, i) =>
      tools.run('make cov', `TOTAL   812   300   ${71 + i}%\nmake: *** [cov] Error 2`, 2),
    ),
    'in German': rounds((tools, i) =>
      tools.run('./pruefe.sh', `${30 - i} Fehler gefunden\nerror: abgebrochen`, 1),
    ),
    'a score': rounds((tools, i) =>
      tools.run('python play.py', `Score: ${points(i)}\nError: below the target`, 1),
    ),
    'a loss': tuned('train.py', 'python train.py', (i) => `epoch 10 loss 0.4${points(i)}`),
  });
  row('the same counts, edits between', 'no-progress by 12', {
    'a runner of the project': rounds((tools, i) =>
      tools.run(
        './run-tests.sh',
        `running\n30 failing\nError: some checks failed after ${ms(i)}s`,
        1,
      ),
    ),
    mocha: rounds((tools, i) =>
      tools.run('npm test 2>&1 | tail -4', `  210 passing (${ms(i)}s)\n  30 failing`, 1),
    ),
    'errors of a compiler': rounds((tools) =>
      tools.run('make', 'cc -c a.c\n30 errors generated.\nmake: *** [a.o] Error 1', 2),
    ),
    'in German': rounds((tools) =>
      tools.run('./pruefe.sh', '30 Fehler gefunden\nerror: abgebrochen', 1),
    ),
  });

  row('tune a constant, benchmark prints another median ×10', 'quiet', {
    milliseconds: tuned('bench.py', 'python bench.py', (i) => `median: ${ms(i)} ms`),
    'of a tool': rounds((tools, i) =>
      tools.run(
        'hyperfine ./app',
        `Benchmark 1: ./app\n  Time (mean ± σ):     ${ms(i)} ms ±   0.4 ms    [User: 2.1 ms, System: 0.9 ms]`,
      ),
    ),
    'of a crate': rounds((tools, i) =>
      tools.run('cargo bench', `parse_big  time: [${ms(i)} ms]\nPerformance has regressed.`),
    ),
    'without a word of what it is': tuned(
      'bench/rows.py',
      'python bench/rows.py',
      (i) => `1000000 rows took ${ms(i)} s`,
    ),
    'by the shell': tuned(
      'solve.py',
      'time python solve.py',
      (i) => `42\n\nreal\t0m${ms(i)}s\nuser\t0m0.3s\nsys\t0m0.1s`,
    ),
    'against a limit': rounds((tools, i) =>
      tools.run('python guard.py', `FAIL: took ${ms(i)} s, limit 2 s`, 1),
    ),
    'operations per second': tuned(
      'fast.js',
      'node fast.js',
      (i) => `parse x ${points(i)} ops/sec`,
    ),
    'a score': tuned('play.py', 'python play.py', (i) => `Game over. Score: ${points(i)}`),
  });
  row('edits change nothing but how long it takes', 'no-progress by 16', {
    'a program': rounds((tools, i) =>
      tools.run('python app.py', `${trace}KeyError: 'id'\nstopped after ${ms(i)}s`, 1),
    ),
    'a program of its own': tuned(
      'probe.py',
      'python probe.py',
      (i) => `permissions: before=[3], after=[3]\nended after ${ms(i)}s`,
    ),
  });

  const missing = (run: (i: number) => string, output: (i: number) => string): Scene =>
    each(16, (tools, i) => {
      const at = Math.floor(i / 2);
      return i % 2 === 0
        ? tools.run('./start.sh', output(at), 1)
        : tools.run(run(at), `Successfully installed ${word(at)}-1.${at}.0`);
    });
  row('import fails for another missing library each time, each installed', 'quiet', {
    'a module': missing(
      (i) => `pip install ${word(i)}`,
      (i) => `${trace}ModuleNotFoundError: No module named '${word(i)}'`,
    ),
    'a shared library': missing(
      (i) => `apt-get install -y lib${word(i)}`,
      (i) =>
        `./app: error while loading shared libraries: lib${word(i)}.so.${i}: cannot open shared object file: No such file or directory`,
    ),
    'a header': missing(
      (i) => `sudo apt-get install -y lib${word(i)}-dev`,
      (i) =>
        `a.c:${i + 1}:10: fatal error: ${word(i)}.h: No such file or directory\ncompilation terminated.\nmake: *** [Makefile:3: a.o] Error 1`,
    ),
    'a package': missing(
      (i) => `npm install ${word(i)}`,
      (i) => `Error: Cannot find module '${word(i)}'\n    at Module._resolveFilename`,
    ),
    'of numbered names': missing(
      (i) => `pip install lib${i}`,
      (i) => `${trace}ModuleNotFoundError: No module named 'lib${i}'`,
    ),
  });
});
