/** Every worth rule has a pair of runs: a stall that it helps to find, and honest work that it leaves alone. */
import assert from 'node:assert/strict';
import type { CallValue } from '../../../src/core/evidence/evidence.js';
import { worthRules } from '../../../src/core/evidence/worth-rules.js';
import type { Verdict } from '../../../src/core/verdict.js';
import { bash, edit, read, write, type Act } from '../support/story.js';
import { judged, type Tell } from './judged-calls.js';

interface Run {
  tell: Tell;
  /** The rule that decides its newest call. */
  decided: string;
}

/** The first ends in a stall; the honest run has no verdict. */
interface Pair {
  stall: Run;
  honest: Run;
}

const run = (decided: string, tell: Tell): Run => ({ tell, decided });

/** Lines of code, another text for every seed. */
const code = (seed: number | string, lines = 20): string =>
  Array.from({ length: lines }, (_, i) => `const part${seed}_${i} = load('${seed}', ${i});`).join(
    '\n',
  );

const lines = (from: number, to: number): string =>
  code('a')
    .split('\n')
    .slice(from - 1, to)
    .join('\n');

const helper = (prompt: string, output: string): Act => ({
  tool: 'mcp__agents__start',
  input: { prompt },
  output,
});

const readPart = (part: number): Act => read(`/w/part${part}.ts`, code(part));

const pytest = (failed: readonly string[], passed = 3): string =>
  [
    ...failed.map((name) => `FAILED tests/test_shop.py::${name} - AssertionError: wrong`),
    failed.length > 0
      ? `=== ${failed.length} failed, ${passed} passed in 0.12s ===`
      : `=== ${passed} passed in 0.12s ===`,
  ].join('\n');

const tests = (failed: readonly string[], command = 'pytest tests'): Act =>
  bash(command, pytest(failed), { ok: failed.length === 0 });

/** Of ever other programs. */
const askedOfAll =
  'npm test;pwd;npx vitest run;node --version;git status;date;uname -a;which node;npm run lint;df -h;whoami;ps'.split(
    ';',
  );

const noHit = (name: string): Act => bash(`grep -rn ${name} src`, '', { ok: false, exitCode: 1 });

const todo = (...items: string[]): Act => ({
  tool: 'TodoWrite',
  input: { todos: items.map((content) => ({ content, status: 'pending' })) },
  output: 'Todos have been modified successfully.',
});

const addTodo = (item: string): Act => ({
  tool: 'TodoAdd',
  class: 'todo',
  input: { content: item },
  output: `Added "${item}".`,
});

const poll = (output: string): Act => ({
  tool: 'BashOutput',
  class: 'poll',
  input: { bash_id: 'job-1' },
  output,
});

const sleep = bash('sleep 5');
const search = (i: number): Act => bash(`grep -rn missing${i} src`, '', { ok: false, exitCode: 1 });
const script = (i: number, error: string): Act =>
  bash(`python try${i}.py`, `Traceback (most recent call last):\n${error}`, {
    ok: false,
    exitCode: 1,
  });

/** Stall and honest run of every rule. */
const pairs: Record<string, Pair> = {
  'not-its-own-doing': {
    // our own denial neither is progress nor ends a streak
    stall: run('repeated', (story) => {
      const same = read('/w/a.ts', code('a'));
      story.repeat(3, () => same).step({ ...same, output: '', deniedBy: 'turnwatch' });
      story.step(same);
    }),
    honest: run('not-its-own-doing', (story) =>
      story.repeat(12, (i) => bash(`git push origin try-${i}`, '', { deniedBy: 'person' })),
    ),
  },
  'sleeps-for-a-job': {
    // no job to wait for
    stall: run('no-op', (story) => story.repeat(8, () => sleep)),
    honest: run('sleeps-for-a-job', (story) =>
      story.repeat(8, (i) => (i % 2 === 0 ? poll(`line ${i}`) : sleep)),
    ),
  },
  heading: {
    // words in a row, and nothing is done
    stall: run('no-op', (story) =>
      story.repeat(8, (i) => bash(`echo "Next I look at part ${i}"`, `Next I look at part ${i}`)),
    ),
    honest: run('heading', (story) =>
      story.repeat(9, (i) =>
        i % 2 === 0
          ? bash(`echo "Checking host ${i} now"`, `Checking host ${i} now`)
          : bash(`curl -sI https://h${i}.example.org | head -1`, 'HTTP/2 200'),
      ),
    ),
  },
  'no-op': {
    stall: run('no-op', (story) =>
      story.repeat(8, (i) => bash(['true', ':', 'echo ok'][i % 3] ?? '', '')),
    ),
    honest: run('new-information', (story) =>
      story.repeat(8, (i) => bash(`echo ok && cat part${i}.txt`, code(i))),
    ),
  },
  'one-answer': {
    // a terminal that shows nothing but its prompt
    stall: run('one-answer', (story) =>
      story.repeat(12, (i) => bash(askedOfAll[i] ?? '', 'me@devbox:/w$')),
    ),
    // one version is looked for in several places
    honest: run('new-information', (story) =>
      story.repeat(4, (i) => bash(askedOfAll[i] ?? '', '2.14.0-rc.1')).step(bash('id', 'uid=1000')),
    ),
  },
  'tests-went-differently': {
    stall: run('repeated', (story) =>
      story.repeat(10, (i) => (i % 2 === 0 ? write('/w/shop.py', code(i)) : tests(['test_price']))),
    ),
    honest: run('tests-went-differently', (story) =>
      story.repeat(10, (i) =>
        i % 2 === 0
          ? write('/w/shop.py', code(i))
          : tests(['test_a', 'test_b', 'test_c', 'test_d'].slice((i - 1) / 2)),
      ),
    ),
  },
  'changed-files': {
    // the same content again and again
    stall: run('edit-changed-nothing', (story) =>
      story.repeat(5, () => write('/w/a.ts', code('a'))),
    ),
    honest: run('changed-files', (story) => story.repeat(12, (i) => write('/w/a.ts', code(i)))),
  },
  'earlier-content-back': {
    stall: run('earlier-content-back', (story) =>
      story.repeat(12, (i) => write('/w/a.ts', code(i % 2))),
    ),
    honest: run('changed-files', (story) =>
      story.repeat(6, (i) => edit('/w/a.ts', `const part${i} = 0;`, `const part${i} = 1;`)),
    ),
  },
  'edit-changed-nothing': {
    stall: run('edit-changed-nothing', (story) =>
      story.repeat(6, () => write('/w/a.ts', code('a'))),
    ),
    honest: run('changed-files', (story) =>
      story.repeat(6, (i) => write(`/w/part${i}.ts`, code('a'))),
    ),
  },
  bookkeeping: {
    // an item is added once
    stall: run('plan-rewritten', (story) => story.repeat(8, () => addTodo('write tests'))),
    honest: run('bookkeeping', (story) => story.repeat(4, (i) => addTodo(`part ${i}`))),
  },
  'plan-rewritten': {
    stall: run('plan-rewritten', (story) =>
      story.repeat(8, (i) => todo(`Look at part ${i}`, `Mend part ${i}`)),
    ),
    honest: run('changed-files', (story) =>
      story.repeat(8, (i) =>
        i % 2 === 0 ? todo(`Write part ${i}`) : write(`/w/${i}.ts`, code(i)),
      ),
    ),
  },
  restated: {
    stall: run('restated', (story) =>
      story.repeat(8, (i) =>
        helper(
          `Look ${'again '.repeat(i)}for the place that sets the interval.`,
          `There is none ${'at all '.repeat(i)}in src/send.ts, the only file that sends anything.`,
        ),
      ),
    ),
    honest: run('new-information', (story) =>
      story.repeat(8, (i) =>
        helper(
          `Look into packages/part${i} for the place that sets the interval.`,
          `It is in packages/part${i}/send.ts, which waits between two attempts for a while.`,
        ),
      ),
    ),
  },
  done: {
    // the same thing, done again and again
    stall: run('repeated', (story) => story.repeat(6, () => bash('./deploy web', 'deployed'))),
    honest: run('done', (story) => story.repeat(15, (i) => bash(`./restart web${i}`, 'restarted'))),
  },
  checked: {
    // the very same package, whatever may be wrong with the others
    stall: run('repeated', (story) => story.repeat(6, () => bash('go vet ./cache', ''))),
    honest: run('checked', (story) => story.repeat(15, (i) => bash(`go vet ./part${i}`, ''))),
  },
  untold: {
    // the very same question, whatever it found
    stall: run('repeated', (story) => story.repeat(6, () => read('/w/a.ts', ''))),
    honest: run('untold', (story) => story.repeat(15, (i) => read(`/w/part${i}.ts`, ''))),
  },
  'only-numbers-differ': {
    stall: run('only-numbers-differ', (story) =>
      story.repeat(6, (i) => bash('./sample', `score ${(i * 37) % 50}`)),
    ),
    honest: run('new-information', (story) =>
      story.repeat(9, (i) => bash('./export', `${i * 37} rows written`)),
    ),
  },
  'new-information': {
    stall: run('repeated', (story) => story.repeat(4, () => read('/w/a.ts', code('a')))),
    honest: run('new-information', (story) =>
      story.repeat(15, (i) => read(`/w/part${i}.ts`, code(i))),
    ),
  },
  recalled: {
    // round after round, condensed before anything is done
    stall: run('recalled', (story) => {
      for (let round = 0; round < 4; round++) {
        story.step(read('/w/src/a.ts', code('a'))).step(read('/w/src/b.ts', code('b')));
        story.push({ ...story.own, type: 'compaction' });
      }
    }),
    honest: run('changed-files', (story) => {
      for (let round = 0; round < 4; round++) {
        story.step(read('/w/src/a.ts', code('a')));
        story.step(write(`/w/src/new${round}.ts`, code(round)));
        story.push({ ...story.own, type: 'compaction' });
      }
    }),
  },
  confirmed: {
    // with nothing changed between, nobody had to ask
    stall: run('repeated', (story) =>
      story.step(write('/w/src/a.ts', code('a'))).repeat(5, () => tests([])),
    ),
    honest: run('confirmed', (story) =>
      story.repeat(9, (i) =>
        i % 2 === 0 ? tests([]) : write(`/w/src/new${i}.ts`, code(`new${i}`)),
      ),
    ),
  },
  steers: {
    // whatever is pressed, the screen stays
    stall: run('repeated', (story) => {
      for (let i = 0; i < 6; i++) {
        story.step(bash('tmux send-keys -t a Enter')).step(bash('tmux capture-pane -p -t a', '>'));
      }
    }),
    honest: run('steers', (story) => {
      for (let i = 0; i < 6; i++) {
        story
          .step(bash('tmux capture-pane -p -t a', `page ${i}: ${code(i, 1)}`))
          .step(bash('tmux send-keys -t a Enter'));
      }
    }),
  },
  'asked-for': {
    // twice more often than it was asked for
    stall: run('repeated', (story) =>
      story.turn('Run it three times.').repeat(9, () => bash('./once', 'sum 17')),
    ),
    honest: run('asked-for', (story) =>
      story.turn('Run it nine times.').repeat(9, () => bash('./once', 'sum 17')),
    ),
  },
  'taken-out': {
    // names that nobody had taken out
    stall: run('nothing-new', (story) =>
      story
        .repeat(4, (i) => edit('/w/a.ts', `load${i}(row);`, `read${i}(row);`))
        .repeat(12, (i) => noHit(`other${i}Name`)),
    ),
    honest: run('taken-out', (story) =>
      story
        .repeat(12, (i) => edit('/w/a.ts', `load${i}Legacy(row);`, `load${i}(row);`))
        .repeat(12, (i) => noHit(`load${i}Legacy`)),
    ),
  },
  sweep: {
    // different guesses
    stall: run('nothing-new', (story) => story.repeat(12, search)),
    honest: run('sweep', (story) =>
      story.repeat(7, (i) =>
        bash(`grep -rn frob packages/part${i}`, '', { ok: false, exitCode: 1 }),
      ),
    ),
  },
  'job-unchanged': {
    // the same look with no wait between is a loop
    stall: run('repeated', (story) =>
      story.repeat(5, () => bash('gh run view 4711', 'in_progress')),
    ),
    honest: run('job-unchanged', (story) =>
      story.repeat(9, (i) => (i % 2 === 0 ? bash('gh run view 4711', 'in_progress') : sleep)),
    ),
  },
  'same-tests-run-again': {
    stall: run('same-tests-run-again', (story) =>
      story.repeat(9, (i) => tests(['test_price'], `pytest tests -v --seed=${i}`)),
    ),
    honest: run('nothing-new', (story) =>
      story.repeat(3, (i) => tests(['test_price'], `pytest ${'-v '.repeat(i)}tests`)),
    ),
  },
  'read-anew': {
    // again and again
    stall: run('repeated', (story) => story.repeat(20, (i) => readPart(i % 5))),
    // what was read may have been lost from sight
    honest: run('read-anew', (story) => story.repeat(10, (i) => readPart(i % 5))),
  },
  repeated: {
    stall: run('repeated', (story) => story.repeat(4, () => bash('ls src', 'a.ts'))),
    // the person gave a reason to ask again
    honest: run('nothing-new', (story) => {
      story
        .repeat(2, () => bash('ls src', 'a.ts'))
        .end()
        .turn('And the rest of src?');
      story.step(bash('ls src', 'a.ts'));
    }),
  },
  'known-information': {
    stall: run('known-information', (story) => {
      story.step(read('/w/src/a.ts', code('a')));
      story.repeat(12, (i) => bash(`sed -n '${i + 1},${i + 9}p' src/a.ts`, lines(i + 1, i + 9)));
    }),
    honest: run('new-information', (story) =>
      story.repeat(6, (i) =>
        bash(`sed -n '${i * 3 + 1},${i * 3 + 3}p' src/a.ts`, lines(i * 3 + 1, i * 3 + 3)),
      ),
    ),
  },
  'nothing-new': {
    stall: run('nothing-new', (story) => story.repeat(10, (i) => script(i, "KeyError: 'price'"))),
    honest: run('new-information', (story) =>
      story.repeat(3, search).step(bash('grep -rn price src', code('price'))),
    ),
  },
};

/** How grave what was found is; a wait is no stall. */
function levelOf(verdicts: readonly Verdict[]): Verdict['level'] | undefined {
  const levels = verdicts.map(({ level }) => level);
  return (['stalled', 'watch'] as const).find((level) => levels.includes(level));
}

describe('worth rules', () => {
  const ids = worthRules.map(({ id }) => id);

  it('each have a pair of runs, one of which they decide', () => {
    assert.deepEqual(Object.keys(pairs), ids);
    const undecided = Object.entries(pairs).filter(
      ([id, { stall, honest }]) =>
        [stall.decided, honest.decided].filter((by) => by === id).length !== 1,
    );
    assert.deepEqual(undecided, []);
  });

  it('have distinct ids, and the last one fits everything', () => {
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.at(-1), 'nothing-new');
  });

  for (const [id, { stall, honest }] of Object.entries(pairs)) {
    it(`${id}: helps to find a stall`, () => {
      const { values, verdicts } = judged(stall.tell);
      assert.equal(values.at(-1)?.rule, stall.decided, trace(values));
      assert.equal(levelOf(verdicts), 'stalled', trace(values));
    });
    it(`${id}: leaves honest work alone`, () => {
      const { values, verdicts } = judged(honest.tell);
      assert.equal(values.at(-1)?.rule, honest.decided, trace(values));
      assert.equal(levelOf(verdicts), undefined, trace(values));
    });
    it(`${id}: decides alike if the step is judged several times`, () => {
      for (const { tell } of [stall, honest]) {
        const once = judged(tell);
        const often = judged(tell, { lookAhead: true });
        assert.deepEqual(often.values, once.values);
        assert.deepEqual(often.verdicts, once.verdicts);
      }
    });
  }
});

function trace(values: readonly CallValue[]): string {
  return values.map(({ rule, worth }) => `${rule} (${worth})`).join(', ');
}

describe('the note on a run of tests', () => {
  const notes = (tell: Tell): unknown[] =>
    judged(tell).values.flatMap(({ note, evidence }) => (evidence.tests === undefined ? [] : note));

  it('says of green that all pass, and of red how many fail', () => {
    const told = notes((story) => {
      story.step(tests(['test_a', 'test_b']));
      story.step(edit('/w/a.ts', code(1), code(2))).step(tests(['test_a']));
      story.step(edit('/w/a.ts', code(2), code(3))).step(tests([]));
      story.step(edit('/w/a.ts', code(3), code(4))).step(tests([]));
      story.step(tests([]));
    });
    assert.deepEqual(told, [
      { id: 'progress.tests', params: { failing: 2 } },
      { id: 'progress.tests', params: { failing: 1 } },
      { id: 'progress.tests.counted', params: { passed: 3 } },
      { id: 'idle.confirmed' },
      { id: 'idle.tests.pass' },
    ]);
  });
});
