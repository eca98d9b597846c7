/** More cases: work that a rule could take for circling, and stalls that no repeated call shows. */
import assert from 'node:assert/strict';
import {
  bash,
  brief,
  edit,
  failing,
  judged,
  read,
  Story,
  write,
  type Act,
} from '../support/story.js';

type Scene = (i: number) => Act | Act[];
const began = (): Story => new Story().start().turn();
const lines = (name: string, from = 1, count = 40): string =>
  Array.from({ length: count }, (_, i) => `${name} line ${from + i} of the source`).join('\n');
const other = (tool: string, input: Act['input'], output: string): Act => ({ tool, input, output });
const stalled = (story: Story): string[] =>
  judged(story)
    .verdicts.filter(({ level }) => level === 'stalled')
    .map(({ kind, step }) => `${kind} at ${step}`);
const first = (story: Story): string | undefined => stalled(story)[0];
const run = (times: number, scene: Scene): Story => began().repeat(times, scene);
const trace = (script: string, line: number, error: string): string =>
  `Traceback (most recent call last):\n  File "${script}", line ${line}, in <module>\n    main()\n${error}`;

describe('unobserved work between equal reads', () => {
  const between: Record<string, Scene> = {
    'files edited by a script': (i) =>
      i % 2 === 0
        ? bash(`python3 - <<'PY'\nopen('a.py','a').write('x${i}')\nPY`)
        : bash('npx tsc --noEmit'),
    'requests that write': (i) =>
      i % 2 === 0
        ? bash(`curl -s -X POST localhost:3000/items -d '{"n":${i}}'`, '{"ok":true}')
        : bash('curl -s localhost:3000/health-of-items', '{"ok":true}'),
    'calls of an unknown tool': (i) =>
      i % 2 === 0
        ? other('mcp__crm__set_field', { name: `f${i}` }, '{"ok":true}')
        : other('mcp__crm__validate', {}, '{"valid":true}'),
    'clicks in a browser': (i) =>
      i % 2 === 0
        ? other('mcp__page__browser_click', { element: `row ${i}` }, 'clicked')
        : other('mcp__page__browser_snapshot', {}, '- heading "Items"\n- list'),
  };
  for (const [name, scene] of Object.entries(between)) {
    it(name, () => assert.deepEqual(stalled(run(20, scene)), []));
  }

  it('does not excuse a repeated failure, whatever was tried in between', () => {
    const story = run(16, (i) =>
      i % 2 === 0
        ? bash(`python3 probe${i}.py`, `value ${i}`)
        : failing(bash('python3 app.py', trace('app.py', 3, 'ValueError: bad order'))),
    );
    assert.equal(first(story), 'loop at 7');
  });
  it('has no new effect if repeated', () => {
    assert.match(
      first(
        run(20, (i) =>
          i % 2 === 0 ? bash('node generate.js', 'written') : bash('cat out.txt', lines('out')),
        ),
      ) ?? '',
      /^loop at [0-7]$/,
    );
  });
});

describe('an agent’s description of its own work', () => {
  it('identifies the action if nothing else is reported', () => {
    assert.deepEqual(
      stalled(
        run(7, (i) =>
          other(
            'think',
            { thought: `Idea ${i}: look at part ${i * 7}` },
            'Your thought has been logged.',
          ),
        ),
      ),
      [],
    );
  });
  it('is a repetition if repeated word for word', () => {
    assert.equal(
      first(
        run(8, () =>
          other('think', { thought: 'I should look again.' }, 'Your thought has been logged.'),
        ),
      ),
      'loop at 3',
    );
  });
  it('of a plan with added items is not a rewording', () => {
    assert.deepEqual(
      stalled(
        run(7, (i) =>
          other('TaskCreate', { subject: `Part ${i}` }, `Task #${i + 1} created: Part ${i}`),
        ),
      ),
      [],
    );
  });
});

describe('justified rereads of known information', () => {
  const known = (i: number): Act => read(`/w/${i}.ts`, lines(`file${i}`));
  it('after a condensation', () => {
    const story = run(7, known)
      .push({ v: 1, session: 'S', type: 'compaction' })
      .repeat(7, known)
      .step(edit('/w/0.ts', 'a', 'b'));
    assert.deepEqual(stalled(story), []);
  });
  it('after a person’s message', () =>
    assert.deepEqual(
      stalled(run(7, known).turn('Are you sure? Check again.').repeat(7, known)),
      [],
    ));
  it('a whole file, then the relevant part of it', () => {
    const part = (i: number): Act => ({
      tool: 'Read',
      input: { file_path: `/w/${i}.ts`, offset: 5, limit: 10 },
      output: lines(`file${i}`, 5, 10),
    });
    assert.deepEqual(
      stalled(
        run(4, known)
          .repeat(4, part)
          .step(edit('/w/0.ts', 'a', 'b')),
      ),
      [],
    );
  });
  it('pieces of one file again and again are a stall all the same', () => {
    const piece = (i: number): Act => ({
      tool: 'Read',
      input: { file_path: '/w/a.ts', offset: 5 + i, limit: 10 },
      output: lines('a', 5 + i, 10),
    });
    assert.notEqual(
      first(
        began()
          .step(read('/w/a.ts', lines('a')))
          .repeat(14, piece),
      ),
      undefined,
    );
  });
  it('different searches that keep finding the same lines are a stall', () => {
    const hits =
      'src/core.py:88:    def walk(self, node):\nsrc/core.py:120:        self.walk(child)\nsrc/tree.py:7:def walk(tree)';
    assert.notEqual(
      first(
        began()
          .step(read('/w/b.ts', lines('b')))
          .repeat(12, (i) => other('Grep', { pattern: `walk${'.*'.repeat(i)}` }, hits)),
      ),
      undefined,
    );
  });
});

describe('edits and their effects', () => {
  const tsc =
    'packages/legacy/a.ts(3,10): error TS2305: Module "./b" has no exported member "x".\nFound 1 error in packages/legacy/a.ts';
  it('old checker findings in an untouched file, while work moves through other files', () => {
    assert.deepEqual(
      stalled(
        run(16, (i) =>
          i % 2 === 0
            ? edit(`/w/ui/${i}.tsx`, 'return null;', `return <A n={${i}} />;`)
            : bash('npx tsc --noEmit', tsc, { exitCode: 2 }),
        ),
      ),
      [],
    );
  });
  it('the same findings while one file is edited again and again', () => {
    const story = run(16, (i) =>
      i % 2 === 0
        ? edit('/w/packages/legacy/b.ts', `width = ${i};`, `width = ${i + 2};`)
        : bash('npx tsc --noEmit', tsc, { exitCode: 2 }),
    );
    assert.equal(first(story), 'no-progress at 7');
  });
  it('more and more tests pass while the same two fail', () => {
    const suite = (i: number): string =>
      `FAILED tests/test_net.py::test_a - OSError: no network\nFAILED tests/test_net.py::test_b - OSError: no network\n2 failed, ${10 + i} passed in 3.${i}s`;
    assert.deepEqual(
      stalled(
        run(20, (i) =>
          i % 2 === 0
            ? edit('/w/a.py', `x${i}`, `x${i + 1}`)
            : bash('pytest -q', suite(i), { exitCode: 1 }),
        ),
      ),
      [],
    );
  });
  it('new scripts that keep ending in the same error', () => {
    const story = run(24, (i) =>
      i % 2 === 0
        ? write(`/w/try_${i}.py`, `import app\nprint(${i})`)
        : bash(
            `python try_${i - 1}.py`,
            trace(
              `try_${i - 1}.py`,
              i,
              'ImproperlyConfigured: Requested setting APPS, but settings are not configured.',
            ),
            { exitCode: 1 },
          ),
    );
    assert.equal(first(story), 'no-progress at 11');
  });
  it('errors that keep changing are work', () => {
    const story = run(24, (i) =>
      i % 2 === 0
        ? bash(`pip install lib${i}`, `Successfully installed lib${i}`)
        : bash(
            'python -m app',
            trace('app.py', 1, `ModuleNotFoundError: No module named 'lib${i}'`),
            { exitCode: 1 },
          ),
    );
    assert.deepEqual(stalled(story), []);
  });
  it('the agent’s own script prints the same wrong value whatever is edited', () => {
    const story = began()
      .step(write('/w/repro.py', 'print(f())'))
      .repeat(24, (i) =>
        i % 2 === 0 ? edit('/w/core.py', `a${i}`, `b${i}`) : bash('python repro.py', 'x**2 + x**2'),
      );
    assert.equal(first(story), 'no-progress at 10');
  });
  it('a script that reports success may do so again', () => {
    const story = began()
      .step(write('/w/check.py', 'check()'))
      .repeat(24, (i) =>
        i % 2 === 0
          ? edit('/w/core.py', `a${i}`, `b${i}`)
          : bash('python check.py', 'All 12 checks passed'),
      );
    assert.deepEqual(stalled(story), []);
  });
});

describe('waiting', () => {
  it('a check that fails the same way until a job finishes', () => {
    assert.deepEqual(
      brief(
        judged(
          run(7, () =>
            failing(bash('sleep 60 && gh pr checks 41', 'build\tpending\t0', { exitCode: 8 })),
          ),
        ).verdicts.filter(({ level }) => level === 'stalled'),
      ),
      [],
    );
  });
});
