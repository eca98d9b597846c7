/** Cases of long-standing failures: edits that alternate between them, and old failures while work goes on elsewhere. */
import { each, row, word, type Scene } from './cases.js';
import { runners } from '../identity/runners.js';
import type { Act } from '../support/story.js';
import type { Toolset } from './toolsets.js';

const pytest = (failing: readonly string[], i = 0): string =>
  runners['pytest']?.output([...failing], 1 + i * 0.13) ?? '';
const thrown = (error: string, line: number): string =>
  `Traceback (most recent call last):\n  File "app.py", line ${line}, in <module>\n    main()\n${error}`;
const edited = (tools: Toolset, i: number, path = 'src/parser.py'): Act =>
  tools.replace(`/w/${path}`, `attempt ${i}`, `attempt ${i + 1}: ${word(i)}`);
/** Alternates an edit and a run; `run` gets the number of the round. */
const rounds = (
  n: number,
  run: (tools: Toolset, round: number) => Act,
  path?: (round: number) => string,
): Scene =>
  each(2 * n, (tools, i) =>
    i % 2 === 0 ? edited(tools, i, path?.(i / 2)) : run(tools, (i - 1) / 2),
  );

describe('cases: long-lasting failures', () => {
  row('what mends one failure brings another back', 'no-progress by 36', {
    'two tests': rounds(24, (tools, i) =>
      tools.run('pytest -q', pytest([i % 2 === 0 ? 'empty' : 'nested'], i), 1),
    ),
    'three sets of tests': rounds(24, (tools, i) =>
      tools.run('pytest -q', pytest([word(i % 3), word((i + 1) % 3)], i), 1),
    ),
    'errors of a program': rounds(24, (tools, i) =>
      tools.run(
        'python app.py',
        thrown(
          i % 2 === 0 ? "KeyError: 'id'" : "TypeError: 'NoneType' object is not iterable",
          i + 9,
        ),
        1,
      ),
    ),
    'errors of a compiler': rounds(24, (tools, i) =>
      tools.run(
        'cargo build',
        `error[E0${i % 2 === 0 ? '382]: borrow of moved value: `queue`' : '499]: cannot borrow `queue` as mutable more than once at a time'}\n  --> src/main.rs:${i + 9}:9\n\nerror: could not compile \`app\``,
        101,
      ),
    ),
  });
  row('failures that come back, on the way to the end of them', 'quiet', {
    'a few times': (tools, story) => {
      for (const [i, failing] of [
        ['a', 'b'],
        ['b'],
        ['a', 'b'],
        ['b'],
        ['c'],
        ['b'],
        ['a'],
        [],
      ].entries()) {
        story
          .step(edited(tools, i))
          .step(tools.run('pytest -q', pytest(failing, i), failing.length === 0 ? 0 : 1));
      }
    },
    'with another one every now and then': rounds(24, (tools, i) =>
      tools.run(
        'pytest -q',
        pytest([i % 5 === 4 ? word(i) : i % 2 === 0 ? 'empty' : 'nested'], i),
        1,
      ),
    ),
    'red, then green': rounds(24, (tools, i) =>
      tools.run('pytest -q', pytest(i % 2 === 0 ? ['empty'] : [], i), i % 2 === 0 ? 1 : 0),
    ),
    'more and more tests pass': rounds(20, (tools, i) =>
      tools.run(
        'pytest -q',
        `FAILED tests/a.py::test_${i % 2 === 0 ? 'empty' : 'nested'} - assert\n1 failed, ${10 + i} passed in 1.${i}s`,
        1,
      ),
    ),
  });
  row('an old failure, beside it one that comes and goes by chance', 'quiet', {
    'edits of one file': rounds(16, (tools, i) =>
      tools.run('pytest -q', pytest(i % 2 === 0 ? ['network'] : ['network', 'names'], i), 1),
    ),
    'edits of many': rounds(
      16,
      (tools, i) => tools.run('pytest -q', pytest([i % 2 === 0 ? 'network' : 'names'], i), 1),
      (i) => `src/${word(i)}.py`,
    ),
  });

  row('a change that goes through many files, with the same failure until it is through', 'quiet', {
    'a suite that cannot start': rounds(
      6,
      (tools) =>
        tools.run(
          'pytest -q',
          "ImportError while loading conftest '/w/tests/conftest.py'.\nE   ModuleNotFoundError: No module named 'old'",
          4,
        ),
      (i) => `src/${word(i)}.py`,
    ),
    'a checker of links': rounds(
      8,
      (tools) =>
        tools.run(
          'npx markdown-link-check docs',
          'ERROR: 1 dead link found!\n[✖] https://old.example.com → Status: 404',
          1,
        ),
      (i) => `docs/${word(i)}.md`,
    ),
  });
  row('findings that read alike, of which the first few are shown', 'quiet', {
    tsc: rounds(6, (tools, i) =>
      tools.run(
        'npx tsc --noEmit | head -5',
        Array.from(
          { length: 5 },
          (_, k) =>
            `src/a.ts(${i * 5 + k},7): error TS7006: Parameter 'e' implicitly has an 'any' type.`,
        ).join('\n'),
        2,
      ),
    ),
  });
  row('old failures, while the work moves on from file to file', 'watch at most', {
    pytest: rounds(
      14,
      (tools, i) => tools.run('pytest -q', pytest(['network'], i), 1),
      (i) => `src/${word(i)}.py`,
    ),
    jest: rounds(
      14,
      (tools, i) =>
        tools.run(
          'npx jest',
          `FAIL test/legacy.test.ts\n  ● legacy › rounds half up\n\n    expect(received).toBe(expected)\n\n    Expected: 2\n    Received: 3\n\nTests:       1 failed, 48 passed, 49 total\nTime:        2.${100 + i * 37} s`,
          1,
        ),
      (i) => `src/${word(i)}.ts`,
    ),
  });
  const jest = (failed: number, i: number): string =>
    `${failed > 0 ? 'FAIL test/cart.test.ts\n  ● cart › adds\n' : ''}Tests:       ${failed > 0 ? '1 failed, ' : ''}${9 - failed} passed, 9 total\nTime:        2.${100 + i * 37} s`;
  row('a failure that is mended each time, as another command shows', 'quiet', {
    jest: rounds(12, (tools, i) =>
      i % 2 === 0 ? tools.run('npm test', jest(1, i), 1) : tools.run('npx jest', jest(0, i)),
    ),
  });
  row('a failure beside which a part of the tests passes', 'by 20', {
    jest: rounds(16, (tools, i) =>
      i % 2 === 0
        ? tools.run('npm test', jest(1, i), 1)
        : tools.run(
            'npx jest test/rows.test.ts',
            `Tests:       3 passed, 3 total\nTime:        0.${100 + i} s`,
          ),
    ),
  });
  row('the same failure whatever is edited, here and there and here again', 'by 20', {
    'a suite that cannot start': rounds(
      16,
      (tools) =>
        tools.run(
          'pytest -q',
          "ImportError while loading conftest '/w/tests/conftest.py'.\nE   ModuleNotFoundError: No module named 'old'",
          4,
        ),
      (i) => `src/${word(i % 3)}.py`,
    ),
    'a program': rounds(
      16,
      (tools, i) => tools.run('python app.py', thrown("KeyError: 'id'", i), 1),
      (i) => `src/${word(i % 3)}.py`,
    ),
  });
});

describe('cases: one error of a program, whatever its arguments', () => {
  const hunk = (i: number): string =>
    `@@ -${i * 3 + 10},3 +${i * 3 + 10},3 @@\n-  return ${word(i)}\n+  return 0`;
  row('different arguments, the same error, ×14', 'error-loop by 12', {
    'a patch that does not apply': each(14, (tools, i) =>
      tools.run(
        `patch -p1 <<'EOF'\n--- a/src/a.py\n+++ b/src/a.py\n${hunk(i)}\nEOF`,
        `patching file src/a.py\nHunk #1 FAILED at ${i * 3 + 10}.\n1 out of 1 hunk FAILED -- saving rejects to file src/a.py.rej`,
        1,
      ),
    ),
    'a port that is taken': each(14, (tools, i) =>
      tools.run(
        `PORT=${3000 + i} npm start`,
        `Error: listen EADDRINUSE: address already in use :::${3000 + i}\n    at Server.setupListenHandle (node:net:1817:16)`,
        1,
      ),
    ),
    'an install with different options': each(14, (tools, i) =>
      tools.run(
        `npm install --${word(i)}`,
        `npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE unable to resolve dependency tree\nnpm ERR! A complete log of this run can be found in: /home/me/.npm/_logs/2026-11-23T10_0${i % 10}_00_123Z-debug-0.log`,
        1,
      ),
    ),
  });
  row('as many files, each asked for once, refused in one way', 'watch at most', {
    'a program has no reader for them': each(10, (tools, i) =>
      tools.run(
        `fcut --probe clips/${word(i)}.xyz`,
        `Error: clips/${word(i)}.xyz: unknown format`,
        1,
      ),
    ),
    'presence asked for by the exit code': each(10, (tools, i) =>
      tools.run(`test -f clips/${word(i)}.mov; echo "exit code: $?"`, 'exit code: 1'),
    ),
  });
  row('what each error names is put right before the next', 'quiet', {
    'a missing module is installed': each(14, (tools, i) => [
      tools.run(
        'python app.py',
        `Traceback (most recent call last):\n  File "app.py", line 1, in <module>\nModuleNotFoundError: No module named '${word(i)}'`,
        1,
      ),
      tools.run(
        `pip install ${word(i)}`,
        `Collecting ${word(i)}\nSuccessfully installed ${word(i)}-1.${i}`,
      ),
    ]),
    'a port is freed': each(14, (tools, i) => [
      tools.run(
        `PORT=${3000 + i} npm start`,
        `Error: listen EADDRINUSE: address already in use :::${3000 + i}`,
        1,
      ),
      tools.run(`fuser -k ${3000 + i}/tcp`, `${3000 + i}/tcp: ${4100 + i}`),
    ]),
  });
});
