/** The preset `group-loops`: seed 3's rule exactly. A group is all calls of one response. */
import assert from 'node:assert/strict';
import { Judge, type Overrides } from '../../../src/core/judge.js';
import { bash, brief, failing, judged, read, Story, type Act } from '../support/story.js';

const exact: Overrides = { preset: 'group-loops', set: {} };
const limits = (set: Overrides['set']): Overrides => ({ ...exact, set });
const verdicts = (story: Story, overrides = exact): string[] =>
  brief(judged(story, overrides).verdicts);
const began = (): Story => new Story().start().turn();
const steps = (...groups: Act[][]): Story => {
  const story = began();
  for (const group of groups) {
    story.step(...group);
  }
  return story;
};
const a = read('/w/a', 'a');
const b = bash('ls', 'x y');
const bad = failing(bash('make', 'no rule'));
const worse = failing(read('/w/none', 'ENOENT'));
const other = (i: number): Act => bash(`echo ${i}`, `${i}`);

describe('seed 3: observations', () => {
  it('the same two calls with the same results in the fourth group', () => {
    assert.deepEqual(verdicts(steps([a, b], [a, b], [a, b])), []);
    const [verdict, ...more] = judged(
      steps([a, b], [a, b], [a, b], [a, b], [a, b]),
      exact,
    ).verdicts;
    assert.ok(verdict);
    assert.deepEqual(more, []);
    const { level, kind, detector, count, threshold, key, step, call, reason, evidence } = verdict;
    assert.deepEqual(
      { level, kind, detector, count, threshold, key, step, call },
      {
        level: 'stalled',
        kind: 'loop',
        detector: 'group-loops',
        count: 4,
        threshold: 4,
        key: 'groupLoops.observationGroups',
        step: 3,
        call: 7,
      },
    );
    assert.equal(
      reason,
      'The last 4 steps (8 calls) all made the same calls with the same results (limit 4).',
    );
    assert.deepEqual(evidence.calls, [0, 1, 2, 3, 4, 5, 6, 7]);
  });
  it('in any order, with any prose', () => {
    const story = began();
    [
      [a, b],
      [b, a],
      [a, b],
      [b, a],
    ].forEach((group, i) => story.say(`Let me look, ${i}.`).step(...group));
    assert.deepEqual(verdicts(story), ['stalled at 3']);
  });
  it('with keys in another order and another narration', () => {
    const input = (i: number): Act => ({
      tool: 'Bash',
      input:
        i % 2 === 0
          ? { command: 'ls', timeout: 5 }
          : { timeout: 5, description: `Look ${i}`, command: 'ls' },
      output: '',
    });
    assert.deepEqual(verdicts(began().repeat(4, (i) => [input(i), a])), ['stalled at 3']);
  });
  it('not if the raw results differ in any way', () => {
    assert.deepEqual(
      verdicts(began().repeat(20, (i) => [bash('ls', `x ${i}`), bash('date', `12:00:${i}`)])),
      [],
    );
    assert.deepEqual(
      verdicts(
        began().repeat(20, (i) => [
          bash(`${i % 2 === 0 ? 'cd /w && ' : ''}ls`, 'x'),
          bash(`echo ${i}`, ''),
        ]),
      ),
      [],
      'a command written otherwise is another action',
    );
  });
  it('with one call that varies beside others that stay the same', () => {
    const [verdict] = judged(
      began().repeat(6, (i) => [a, other(i), b]),
      exact,
    ).verdicts;
    assert.deepEqual([verdict?.step, verdict?.evidence.calls], [3, [0, 2, 3, 5, 6, 8, 9, 11]]);
  });
  it('with one constant and one varying call', () =>
    assert.deepEqual(verdicts(began().repeat(6, (i) => [a, other(i)])), ['stalled at 3']));
  it('not if no pair is in every group', () => {
    assert.deepEqual(
      verdicts(
        began().repeat(
          20,
          (i) =>
            [
              [a, b],
              [b, other(1)],
              [other(1), a],
            ][i % 3] ?? [],
        ),
      ),
      [],
    );
    assert.deepEqual(verdicts(began().repeat(20, (i) => [other(i), other(i + 1)])), []);
  });
  it('not with one call in each group: more calls than groups are needed', () => {
    assert.deepEqual(verdicts(began().repeat(20, () => a)), []);
    assert.deepEqual(
      verdicts(steps([a], [a], [a], [a], [a], [a], [a, b])),
      ['stalled at 6'],
      'five calls in the last four groups',
    );
  });
  it('the same call several times in one group counts as calls', () =>
    assert.deepEqual(verdicts(steps([a, a], [a, a], [a, a], [a, a])), ['stalled at 3']));
  it('the no-op loop that seed 1 detects', () => {
    const noOps = (i: number): Act[] => [
      bash(':'),
      bash('true'),
      read('/dev/null', ''),
      bash(`echo ${i}`, `${i}`),
    ];
    assert.deepEqual(verdicts(began().repeat(10, noOps)), ['stalled at 3']);
  });
});

describe('seed 3: errors', () => {
  it('the same errors in the third group', () => {
    assert.deepEqual(verdicts(steps([bad, worse], [bad, worse])), []);
    const [verdict] = judged(steps([bad, worse], [bad, worse], [bad, worse]), exact).verdicts;
    assert.deepEqual(
      [verdict?.kind, verdict?.step, verdict?.count, verdict?.threshold, verdict?.key],
      ['error-loop', 2, 3, 3, 'groupLoops.errorGroups'],
    );
    assert.match(
      verdict?.reason ?? '',
      /^The last 3 steps \(6 calls\) all made the same calls with the same errors/,
    );
  });
  it('beside successful calls', () => {
    const [verdict] = judged(steps([bad, a], [b, bad], [bad, other(1)]), exact).verdicts;
    assert.deepEqual([verdict?.kind, verdict?.evidence.calls], ['error-loop', [0, 3, 4]]);
  });
  it('that differ in their text are other errors', () => {
    assert.deepEqual(
      verdicts(began().repeat(10, (i) => [failing(bash('make', `error ${i}`)), other(i)])),
      [],
    );
  });
  it('recognised by the exit code as well', () => {
    const code = bash('make', 'no rule', { exitCode: 2 });
    assert.deepEqual(verdicts(steps([code, a], [code, b], [code, other(1)])), ['stalled at 2']);
  });
  it('not denied calls: these are ordinary results', () => {
    const declined = bash('make', 'declined', { deniedBy: 'person' });
    assert.deepEqual(verdicts(steps([declined, a], [declined, b], [declined, other(1)])), []);
    assert.deepEqual(
      verdicts(steps([declined, a], [declined, b], [declined, other(1)], [declined, other(2)])),
      ['stalled at 3'],
    );
  });
  it('not with a single one in each group: too few calls', () =>
    assert.deepEqual(verdicts(began().repeat(20, () => bad)), []));
});

describe('seed 3: the latest groups', () => {
  const same = [
    [a, b],
    [a, b],
    [a, b],
    [a, b],
  ];
  it('count alone: different ones first, then the same', () => {
    const before = Array.from({ length: 6 }, (_, i) => [other(i), other(i + 100)]);
    assert.deepEqual(verdicts(steps(...before, ...same)), ['stalled at 9']);
  });
  it('not the oldest: the same first, before there are enough events, then different', () => {
    const after = Array.from({ length: 6 }, (_, i) => [other(i), other(i + 100)]);
    assert.deepEqual(
      verdicts(steps(...same, ...after), limits({ 'groupLoops.minEvents': 17 })),
      [],
    );
    assert.deepEqual(verdicts(steps(...same), limits({ 'groupLoops.minEvents': 16 })), [
      'stalled at 3',
    ]);
  });
  it('start afresh after a different one', () => {
    assert.deepEqual(
      verdicts(steps(...same.slice(0, 3), [other(1), other(2)], ...same.slice(0, 3))),
      [],
    );
    assert.deepEqual(verdicts(steps(...same.slice(0, 3), [other(1), other(2)], ...same)), [
      'stalled at 7',
    ]);
  });
});

describe('seed 3: the events', () => {
  it('are messages, calls and results, at least 12', () => {
    const groups = [[bad, a], [bad], [bad, b]]; // ten events, five calls
    assert.deepEqual(verdicts(steps(...groups)), []);
    const told = (messages: number): string[] => {
      const story = began();
      for (let i = 0; i < messages; i++) {
        story.say('Hm.');
      }
      for (const group of groups) {
        story.step(...group);
      }
      return verdicts(story);
    };
    assert.deepEqual(told(1), []);
    assert.deepEqual(told(2), ['stalled at 2']);
    assert.deepEqual(verdicts(steps(...groups), limits({ 'groupLoops.minEvents': 10 })), [
      'stalled at 2',
    ]);
  });
  it('begin at the person’s last message, whatever it says', () => {
    for (const prompt of ['continue', 'Try something else.']) {
      const story = steps([a, b], [a, b], [a, b]).turn(prompt).step(a, b);
      assert.deepEqual(verdicts(story), []);
      assert.deepEqual(verdicts(story.repeat(3, () => [a, b])), ['stalled at 6']);
    }
  });
  it('continue across the end of a turn without a new message', () => {
    assert.deepEqual(verdicts(steps([a, b], [a, b], [a, b]).end().step(a, b)), ['stalled at 3']);
  });
  it('exclude our denials: such a group neither counts nor ends a repetition', () => {
    const ours = [
      bash('ls', 'no', { deniedBy: 'turnwatch' }),
      read('/w/a', 'no', { deniedBy: 'turnwatch' }),
    ];
    assert.deepEqual(verdicts(steps([a, b], [a, b], ours, [a, b], ours)), []);
    assert.deepEqual(verdicts(steps([a, b], [a, b], ours, [a, b], ours, [a, b])), ['stalled at 5']);
  });
});

describe('seed 3: groups', () => {
  it('count once if reopened', () => {
    const story = began();
    for (let i = 0; i < 3; i++) {
      story.respond(`m${i}`, a).respond(`m${i}`, b);
    }
    assert.deepEqual(verdicts(story), []);
    assert.deepEqual(verdicts(story.respond('m3', a).respond('m3', b)), ['stalled at 3']);
  });
  it('have no result for an unanswered call', () => {
    const story = (answered: boolean): Story => {
      const told = steps([a, b], [a, b], [a, b]);
      told.respond('m', other(1));
      const call = told.call(a, 'm');
      if (answered) {
        told.result(call, a);
      }
      return told.step(other(2));
    };
    assert.deepEqual(verdicts(story(true)), ['stalled at 3']);
    assert.deepEqual(verdicts(story(false)), []);
  });
  it('repeated by a provider count once', () => {
    const story = steps([a, b], [a, b]);
    for (const response of ['lost', 'again']) {
      [a, b].forEach((act) => story.call(act, response));
    }
    ['S-6', 'S-7'].forEach((call, i) => story.result(call, [a, b][i] ?? a));
    assert.deepEqual(verdicts(story), []);
    assert.deepEqual(verdicts(story.step(a, b)), ['stalled at 3']);
  });
});

describe('seed 3: thresholds', () => {
  it('can be changed', () => {
    assert.deepEqual(
      verdicts(
        began().repeat(5, () => [a, b]),
        limits({ 'groupLoops.observationGroups': 5 }),
      ),
      ['stalled at 4'],
    );
    assert.deepEqual(
      verdicts(
        began().repeat(3, () => [bad, worse]),
        limits({ 'groupLoops.errorGroups': 2, 'groupLoops.minEvents': 1 }),
      ),
      ['stalled at 1'],
    );
  });
  it('apply from their place in the recording on', () => {
    const story = new Story();
    story.push({
      ...story.own,
      type: 'config',
      preset: 'group-loops',
      set: { 'groupLoops.observationGroups': 3 },
    });
    assert.deepEqual(
      verdicts(
        story.turn().repeat(3, () => [a, b]),
        { set: {} },
      ),
      ['stalled at 2'],
    );
  });
  it('live and replay give the same verdicts', () => {
    const story = began()
      .repeat(3, (i) => [a, other(i)])
      .turn('Else')
      .repeat(5, () => [bad, a]);
    const live = new Judge(exact);
    assert.deepEqual(
      story.events.flatMap((event) => live.push(event).verdicts),
      judged(story, exact).verdicts,
    );
    assert.equal(live.counters('S').find(({ id }) => id === 'counter.group-errors')?.value, 5);
  });
});
