/** Cases of temporary print statements, and of edits that are tried and reverted. */
import assert from 'node:assert/strict';
import { onlyPrint } from '../../../src/core/identity/edits/printing.js';
import { each, other, row, verdictsOf, word, type Scene } from './cases.js';
import { runners } from '../identity/runners.js';
import { Story, type Act } from '../support/story.js';
import type { Toolset } from './toolsets.js';

const pytest = (failing: readonly string[], i = 0): string =>
  runners['pytest']?.output([...failing], 1 + i * 0.13) ?? '';
const print = (i: number): string => `    print("${word(i)} ${i}", ${word(i)})`;
const putIn = (tools: Toolset, i: number): Act =>
  tools.replace('/w/src/parser.py', `    step_${i}()`, `    step_${i}()\n${print(i)}`);
const takenOut = (tools: Toolset, i: number): Act =>
  tools.replace('/w/src/parser.py', `    step_${i}()\n${print(i)}`, `    step_${i}()`);
const told = (i: number): string => `${word(i)} ${i} <Node ${i * 31} of ${word(i + 3)}>`;
const thrown = (i: number): string =>
  `${told(i)}\nTraceback (most recent call last):\n  File "app.py", line ${i + 9}, in <module>\nValueError: the order is not sorted`;
/** A print is added, run, removed, run; `i` counts calls. */
const inAndOut = (run: (tools: Toolset, i: number, isIn: boolean) => Act): Scene =>
  each(28, (tools, i) => {
    const round = Math.floor(i / 4);
    return (
      [
        putIn(tools, round),
        run(tools, round, true),
        takenOut(tools, round),
        run(tools, round, false),
      ][i % 4] ?? []
    );
  });

describe('cases: prints', () => {
  row('prints that are put in, each tells something new, while the same test fails', 'quiet', {
    'a test': (tools, story) => {
      for (let i = 0; i < 8; i++) {
        story
          .step(putIn(tools, i))
          .step(tools.run('pytest -s -q', `${told(i)}\n${pytest(['empty'], i)}`, 1));
      }
      story
        .step(tools.replace('/w/src/parser.py', 'return None', 'return {}'))
        .step(tools.run('pytest -q', pytest([])));
    },
    'a script': (tools, story) => {
      for (let i = 0; i < 9; i++) {
        story.step(putIn(tools, i)).step(tools.run('python app.py', thrown(i), 1));
      }
      story
        .step(tools.replace('/w/src/parser.py', 'return None', 'return {}'))
        .step(tools.run('python app.py', 'done'));
    },
    'between attempts': (tools, story) => {
      for (let i = 0; i < 2; i++) {
        story
          .step(putIn(tools, 2 * i))
          .step(tools.run('pytest -s -q', `${told(i)}\n${pytest(['empty'], i)}`, 1))
          .step(putIn(tools, 2 * i + 1))
          .step(tools.run('pytest -s -q', `${told(i + 7)}\n${pytest(['empty'], i)}`, 1));
      }
      story
        .step(tools.replace('/w/src/parser.py', 'return None', 'return {}'))
        .step(tools.run('pytest -q', pytest([])));
    },
  });
  row('prints that are put in without end, while the same test fails', 'no-progress by 40', {
    'a test': each(60, (tools, i) =>
      i % 2 === 0
        ? putIn(tools, i)
        : tools.run('pytest -s -q', `${told(i)}\n${pytest(['empty'], i)}`, 1),
    ),
  });
  const besideAPrint = (output: (i: number) => string): Scene =>
    each(40, (tools, i) =>
      i % 2 === 0
        ? tools.replace('/w/src/parser.py', `    step_${i}()`, `    other_${i}()\n${print(i)}`)
        : tools.run('pytest -s -q', output(i), 1),
    );
  row('edits of anything else count as ever while the prints tell nothing', 'no-progress at 8', {
    'what they print is known': besideAPrint((i) => `${told(0)}\n${pytest(['empty'], i)}`),
    'they print what was just written': besideAPrint(
      (i) => `    other_${i - 1}()\n${pytest(['empty'], i)}`,
    ),
    'nothing is printed': besideAPrint((i) => pytest(['empty'], i)),
  });
  row('edits of anything else, while each run prints a new fact', 'no-progress w8 s18', {
    'a test': besideAPrint((i) => `${told(i)}\n${pytest(['empty'], i)}`),
  });

  row('prints put in and taken out, each time others, the same failure', 'by 20', {
    'a test': inAndOut((tools, i, isIn) =>
      tools.run('pytest -s -q', `${isIn ? told(i) : ''}\n${pytest(['empty'], i)}`, 1),
    ),
    'a script': inAndOut((tools, i, isIn) =>
      tools.run('python app.py', isIn ? thrown(i) : thrown(0).slice(thrown(0).indexOf('Trace')), 1),
    ),
    'that show nothing': inAndOut((tools) => tools.run('node app.js', 'listening')),
  });
  const tried = (outcome: (tools: Toolset, i: number) => Act): Scene =>
    each(
      20,
      (tools, i) =>
        [
          () => tools.replace('/w/src/parser.py', 'return tree', `return ${word(i)}(tree)`),
          () => outcome(tools, i),
          () => tools.replace('/w/src/parser.py', `return ${word(i - 2)}(tree)`, 'return tree'),
          () => tools.run('pytest -q', pytest([])),
        ][i % 4]?.() ?? [],
    );
  row('edits that are tried and taken back', 'watch at most', {
    'each with failures of its own': tried((tools, i) =>
      tools.run('pytest -q', pytest([word(i)], i), 1),
    ),
    'all with the same failure, and none without': tried((tools, i) =>
      tools.run('pytest -q', pytest(['empty'], i), 1),
    ),
    'and all stays well': tried((tools, i) => tools.run('pytest -q', pytest([], i))),
    'three without a difference, then one that stays': (tools, story) => {
      story.step(tools.run('python app.py', thrown(0), 1));
      for (let i = 0; i < 3; i++) {
        story
          .step(putIn(tools, i))
          .step(tools.run('python app.py', thrown(i), 1))
          .step(takenOut(tools, i));
      }
      story
        .step(tools.replace('/w/src/parser.py', 'sort=False', 'sort=True'))
        .step(tools.run('python app.py', 'done'));
    },
  });

  it('a stall by reverted edits is reported once and ends when an edit stays', () => {
    const bash = (output: string): Act =>
      other('Bash', { command: 'python app.py' }, output, { ok: false });
    const edit = (from: string, to: string): Act =>
      other('Edit', { file_path: '/w/app.py', old_string: from, new_string: to }, 'ok');
    const story = new Story()
      .start()
      .turn()
      .step(bash(thrown(0)));
    for (let i = 0; i < 7; i++) {
      story
        .step(edit('run()', `run()\nprint(${i})`))
        .step(bash(thrown(i)))
        .step(edit(`run()\nprint(${i})`, 'run()'));
    }
    const stalled = verdictsOf(story).filter(({ level }) => level === 'stalled');
    assert.deepEqual(
      stalled.map(({ kind, clearedAtCall }) => [kind, clearedAtCall]),
      [['oscillation', undefined]],
    );
    story
      .step(edit('sort=False', 'sort=True'))
      .step(other('Bash', { command: 'python app.py' }, 'fine'))
      .step(edit('limit=1', 'limit=2'));
    assert.ok(verdictsOf(story).every(({ clearedAtCall }) => clearedAtCall !== undefined));
  });
});

describe('command lines that only print', () => {
  const yes = [
    'print(x)',
    '  print("a", b)',
    'println!("{:?}", x);',
    'eprintln!("x");',
    'dbg!(x);',
    'console.log(x);',
    'console.error("at", i)',
    'fmt.Println(x)',
    'fmt.Fprintf(os.Stderr, "%v", x)',
    'log.Printf("%d", n)',
    'System.out.println(x);',
    'std::cout << x;',
    'cerr << x << endl;',
    'printf("%d\\n", x);',
    'fprintf(stderr, "x");',
    'puts x',
    'p x',
    'var_dump($x);',
    'logger.debug("x %s", y)',
    'logging.info(x)',
    'echo "$x" >&2',
    'debugger;',
    'breakpoint()',
    'import pdb; pdb.set_trace()',
    'process.stderr.write("x")',
    't.Logf("%v", x)',
    'NSLog(@"x")',
  ];
  const no = [
    'x = print',
    'printer.start()',
    'return console',
    'log(x) + 1 === y',
    'self.log.append(x)',
    'p = 3',
    'pass',
    'echoes()',
    'debuggers = 1',
    'import os',
    'puts_all()',
    'p += 1',
    'print = 3',
    'if (x) console.log(x)',
    'parse(x)',
  ];
  it('are distinguished from others', () => {
    for (const line of yes) {
      assert.equal(onlyPrint([line]), true, line);
    }
    for (const line of no) {
      assert.equal(onlyPrint([line]), false, line);
    }
    assert.equal(onlyPrint(['print(x)', '', 'y = 1']), false);
    assert.equal(onlyPrint([], ['', '  print(x)']), true);
    assert.equal(onlyPrint([], ['']), false);
  });
});
