/** Cases of edits and runs: what each run tells, tools that try what they edit, and runs that do not use what is edited. */
import assert from 'node:assert/strict';
import { each, other, row, verdictsOf, word, type Scene } from './cases.js';
import { runners } from '../identity/runners.js';
import { bash, edit, Story, type Act } from '../support/story.js';
import type { Toolset } from './toolsets.js';

const edited = (tools: Toolset, i: number, path = '/w/src/parser.py'): Act =>
  tools.replace(path, `attempt ${i}`, `attempt ${i + 1}: ${word(i)}`);
/** What a debug print shows: a value that nobody wrote down. */
const value = (i: number): string => `${word(i)} is <Node ${i * 31 + 7} of ${word(i + 3)}>`;

/** Each run of the same failing test comes after an edit; `print` is put into the code along with it. */
const debugged = (name: string, runs: number, shown: (i: number) => string): Scene => {
  const runner = runners[name];
  return each(2 * runs, (tools, i) =>
    i % 2 === 0
      ? tools.replace(
          '/w/src/parser',
          `step_${i}()`,
          `step_${i + 1}()\n    print("at ${word(i)}", ${word(i)})`,
        )
      : tools.run(
          runner?.command ?? '',
          `${shown(i)}\n${runner?.output(['empty'], 1 + i * 0.13) ?? ''}`,
          1,
        ),
  );
};
const thenPasses =
  (name: string, scene: Scene): Scene =>
  (tools, story) => {
    scene(tools, story);
    story
      .step(tools.replace('/w/src/parser', 'return None', 'return {}'))
      .step(tools.run(runners[name]?.command ?? '', runners[name]?.output([], 1.4) ?? ''));
  };

/** After each edit one command, which ends well by its exit code, whatever it says. */
const triedBy = (command: string, said: (run: number) => string): Scene =>
  each(14, (tools, i) =>
    i % 2 === 0 ? edited(tools, i, '/w/src/page.py') : tools.run(command, said(i)),
  );
const complaint = 'building the page\nERROR: Heading not found in the page!\nthe page is in build';
const commands = [
  'docker compose run --rm page',
  'psql -f page.sql',
  'curl -s localhost:8080/page',
  'ssh box ./page',
  'poetry run page',
];
const byCommand = (said: (run: number) => string): Record<string, Scene> =>
  Object.fromEntries(commands.map((command) => [command, triedBy(command, said)]));

describe('cases: what a program says that runs elsewhere or by another name', () => {
  row(
    'the same error after each edit',
    'no-progress by 12',
    byCommand(() => complaint),
  );
  row(
    'the same harmless error, and something new each time',
    'quiet',
    byCommand((i) => `${complaint}\nbuilt ${word(i)} and ${word(i + 5)}`),
  );
  row(
    'nothing wrong after each edit, in the same words',
    'quiet',
    byCommand(() => 'building the page\n0 errors, no failures\nthe page is in build'),
  );
});

describe('cases: what each run tells', () => {
  const names = ['pytest', 'jest', 'go test', 'cargo test', 'rspec', 'maven', 'vitest', 'gradle'];
  for (const name of names) {
    row(
      `the same failing test, each run prints another thing, then it passes, ${name}`,
      'watch at most',
      {
        'seven runs': thenPasses(name, debugged(name, 7, value)),
      },
    );
    row(
      `the same failing test, each run prints another thing, without end, ${name}`,
      'no-progress w8 s18',
      {
        'ten runs': debugged(name, 10, value),
      },
    );
    row(`the same failing test, the prints tell nothing, ${name}`, 'no-progress at 8', {
      'the same each time': debugged(name, 8, () => value(1)),
      'only what was written': debugged(name, 8, (i) => `at ${word(i - 1)}`),
    });
  }
});

/** A tool that compiles and tests what it edited, and answers with the outcome. */
const tried = (tool: string, change: string, outcome: string): Act =>
  other(
    tool,
    { project: 'tables', changes: [{ file_name: 'src/Tables.java', new_lines: [change] }] },
    outcome,
  );
const notCompiled = `Lines written. The result of building the modified code:\nBUILD FAILED\nbuild.xml:74: Compile failed; see the compiler error output for details.\n\tat org.apache.tools.ant.taskdefs.Javac.compile(Javac.java:1174)\n\tat org.apache.tools.ant.Main.runBuild(Main.java:811)\n\nTotal time: 1 second`;
const failing = (name: string): string =>
  `Patch applied, running the tests on it:\nThere are 1 failing test cases, here is the full log of failing cases:\n--- app.TablesTest::${name}\njava.lang.IllegalStateException\n\tat app.TablesTest.${name}(TablesTest.java:31)\n\tat app.Main.main(Main.java:8)`;
const tests = (failed: readonly string[]): string =>
  `Patch applied, running the tests on it:\n${runners['pytest']?.output([...failed], 1.2) ?? ''}`;

describe('cases: tools that try what they edit', () => {
  const look = (i: number): Act =>
    other('search_code', { key_words: [word(i)] }, 'Failure: too much output.', { ok: false });
  const between =
    (outcome: (i: number) => string): Scene =>
    (_, story) => {
      story.repeat(20, (i) =>
        i % 2 === 0 ? tried('write_fix', `if (${word(i)}) { return; }`, outcome(i)) : look(i),
      );
    };
  row('different edits, the same failure of the trial, refused searches between', 'by 8', {
    'it does not compile': between(() => notCompiled),
    'a test fails': between(() => failing('joins')),
    'a test fails, as a test runner says it': between(() => tests(['joins'])),
  });
  row('different edits, another failure of the trial every now and then', 'by 11', {
    'which is forgotten again': between((i) => (i === 4 ? failing('splits') : notCompiled)),
  });
  row('different edits, each with another failure of its trial', 'watch at most', {
    'and work goes on': (_, story) => {
      story.repeat(12, (i) =>
        tried('write_fix', `if (${word(i)}) { return; }`, failing(`reads${word(i)}`)),
      );
    },
    'three times the same, then it is seen': (_, story) => {
      story
        .repeat(3, (i) => tried('write_fix', `if (${word(i)}) { return; }`, notCompiled))
        .step(
          other('read_range', { path: 'src/Tables.java', startline: 3 }, 'Line 3: class Tables {'),
        )
        .step(tried('write_fix', 'return joined;', tests([])));
    },
    'red and green in turn': (_, story) => {
      story.repeat(20, (i) =>
        tried('apply_edit', `${word(i)}();`, tests(i % 2 === 0 ? ['joins'] : [])),
      );
    },
  });
  row('edits of many files, acknowledged at length in the same words', 'quiet', {
    'with advice on what to do about failing tests': (_, story) => {
      story.repeat(12, (i) =>
        other(
          'write_file',
          { path: `src/${word(i)}.ts`, content: `export const ${word(i)} = ${i};` },
          'The file was saved. Remember to run the linter when you are done, to tell the user at once if the build failed or if there are failing tests, and to ask before you change any file that is not part of the task. Thank you!',
        ),
      );
    },
  });
});

const trace = (path: string, line: number): string =>
  `Traceback (most recent call last):\n  File "${path}", line ${line}, in join\n    return merge(left, right)\nValueError: cannot merge a table with itself`;
const goPanic = (path: string, line: number): string =>
  `panic: join of a closed table\n\ngoroutine 1 [running]:\nexample.com/lib/tables.Join(...)\n\t${path}:${line}\nmain.main()\n\t/w/main.go:9 +0x1d\nexit status 2`;
const nodeError = (path: string, line: number): string =>
  `${path}:${line}\n    throw new RangeError('join needs two tables');\n          ^\n\nRangeError: join needs two tables\n    at join (${path}:${line}:11)\n    at Object.<anonymous> (/w/main.js:3:1)\n\nNode.js v20.11.0`;
const rubyError = (path: string, line: number): string =>
  `${path}:${line}:in \`join': undefined method \`rows' for nil:NilClass (NoMethodError)\n\tfrom main.rb:4:in \`<main>'`;

/** Edits of one file, runs that fail in another one. */
const apart =
  (
    path: string,
    command: string,
    output: (line: number) => string,
    between?: (tools: Toolset) => Act,
  ): Scene =>
  (tools, story) => {
    for (let i = 0; i < 6; i++) {
      story.step(edited(tools, i, path));
      if (between !== undefined) {
        story.step(between(tools));
      }
      story.step(tools.run(command, output(40), 1));
    }
  };

describe('cases: the edits go elsewhere', () => {
  row('the same, with a script of its own, which the trace names too', 'no-progress w5 s7', {
    'another checkout': (tools, story) => {
      story.step(tools.write('/w/repro.py', 'import tables\ntables.join()'));
      apart(
        '/w/lib/tables.py',
        'python repro.py',
        (line) =>
          `Traceback (most recent call last):\n  File "/w/repro.py", line 2, in <module>\n    tables.join()\n  File "/a/lib/tables.py", line ${line}, in join\nValueError: cannot merge a table with itself`,
      )(tools, story);
    },
  });
  row('the run uses another copy of the edited file', 'no-progress w4 s6', {
    'another checkout': apart('/b/lib/tables.py', 'python /w/main.py', (line) =>
      trace('/a/lib/tables.py', line),
    ),
    'site-packages': apart('/w/tables/join.py', 'python main.py', (line) =>
      trace('/usr/lib/python3/site-packages/tables/join.py', line),
    ),
    'a virtual environment': apart('/w/tables/join.py', './demo.sh', (line) =>
      trace('/w/.venv/lib/python3.12/site-packages/tables/join.py', line),
    ),
    'a built copy': apart('/w/src/tables/join.py', 'python -m demo', (line) =>
      trace('/w/build/lib/tables/join.py', line),
    ),
    node_modules: apart('/w/packages/tables/lib/join.js', 'node main.js', (line) =>
      nodeError('/w/node_modules/tables/lib/join.js', line),
    ),
    'a vendored module of Go': apart('/w/tables/join.go', 'go run .', (line) =>
      goPanic('/w/vendor/tables/join.go', line),
    ),
    'a gem of Ruby': apart('/w/lib/tables.rb', 'ruby main.rb', (line) =>
      rubyError('/srv/gems/tables-1.2/lib/tables.rb', line),
    ),
    'tests that fail': apart(
      '/w/lib/tables.py',
      'pytest -q',
      (line) =>
        `/opt/checkout/lib/tables.py:${line}: ValueError\n${runners['pytest']?.output(['joins'], 1.1) ?? ''}`,
    ),
  });
  row('the run uses what is edited', 'no-progress at 10', {
    'by its path': apart('/w/lib/tables.py', 'python main.py', (line) =>
      trace('/w/lib/tables.py', line),
    ),
    'by a relative path': apart('/w/lib/tables.py', 'python main.py', (line) =>
      trace('lib/tables.py', line),
    ),
    'another file of the same name': apart('/w/tables/utils.py', 'python main.py', (line) =>
      trace('/usr/lib/python3/site-packages/numpy/core/utils.py', line),
    ),
    'in a container': apart('/w/lib/tables.py', 'docker compose exec app python main.py', (line) =>
      trace('/app/lib/tables.py', line),
    ),
  });
  row('the edited copy is built or installed before each run', 'watch at most', {
    'three times': (tools, story) => {
      for (let i = 0; i < 3; i++) {
        story
          .step(edited(tools, i, '/w/tables/join.py'))
          .step(tools.run('pip install .', `Successfully installed tables-1.${i}`))
          .step(
            tools.run(
              'python main.py',
              trace('/w/.venv/lib/python3.12/site-packages/tables/join.py', 40),
              1,
            ),
          );
      }
    },
  });
  row('two paths to one folder', 'watch at most', {
    'as the path of the agent’s own script shows': (tools, story) => {
      story.step(tools.write('/srv/app/repro.py', 'import tables\ntables.join()'));
      for (let i = 0; i < 3; i++) {
        story
          .step(edited(tools, i, '/srv/app/lib/tables.py'))
          .step(
            tools.run(
              'cd /srv/app && python repro.py',
              trace('/srv/app/lib/tables.py', 40 + i).replace(
                '\n',
                `\n  File "/srv/app/repro.py", line 2, in <module>\n    tables.join()\n`,
              ),
              1,
            ),
          );
      }
    },
    'as the line that was just written shows': (tools, story) => {
      for (let i = 0; i < 3; i++) {
        const line = `return merge_${word(i)}(left, right)`;
        story
          .step(tools.replace('/srv/app/lib/tables.py', `return merge_${i}(left)`, line))
          .step(
            tools.run(
              'python main.py',
              trace('/srv/app/lib/tables.py', 40 + i).replace('return merge(left, right)', line),
              1,
            ),
          );
      }
    },
    'as another outcome after an edit shows': (tools, story) => {
      story
        .step(
          tools.run(
            'python main.py',
            trace('/srv/app/lib/tables.py', 12).replace('Value', 'Key'),
            1,
          ),
        )
        .repeat(6, (i) =>
          i % 2 === 0
            ? edited(tools, i, '/srv/app/lib/tables.py')
            : tools.run('python main.py', trace('/srv/app/lib/tables.py', 40 + i), 1),
        );
    },
  });

  it('the verdict names both copies', () => {
    const story = new Story().start().turn();
    for (let i = 0; i < 3; i++) {
      story
        .step(edit('/b/lib/tables.py', `a${i}`, `b${i}`))
        .step(bash('python main.py', trace('/a/lib/tables.py', 40), { exitCode: 1 }));
    }
    const verdict = verdictsOf(story).find(({ level }) => level === 'stalled');
    assert.equal(
      verdict?.reason,
      'The same failure 3 times (limit 3): the run uses /a/lib/tables.py, but the edits went to /b/lib/tables.py.',
    );
  });
});
