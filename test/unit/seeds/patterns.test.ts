/** The preset `patterns`: the five simple patterns of seed 3's own system. */
import assert from 'node:assert/strict';
import { Judge, type Overrides } from '../../../src/core/judge.js';
import { bash, brief, failing, judged, read, Story, type Act } from '../support/story.js';

const exact: Overrides = { preset: 'patterns', set: {} };
const limits = (set: Overrides['set']): Overrides => ({ ...exact, set });
const told = (story: Story, overrides = exact): string[] =>
  judged(story, overrides).verdicts.map(({ kind, step, key }) => `${kind} at ${step}: ${key}`);
const began = (): Story => new Story().start().turn();
const a = read('/w/a', 'a');
const b = bash('ls', 'x y');
const bad = failing(bash('make', 'no rule'));
const ours: Act = { ...a, deniedBy: 'turnwatch' };
const condensed = (story: Story, count: number): Story => {
  for (let i = 0; i < count; i++) {
    story.push({ ...story.own, type: 'compaction' });
  }
  return story;
};
const SAME = 'patterns.sameResult';
const ERROR = 'patterns.sameError';

describe('patterns: the same action with the same result', () => {
  it('four times in a row', () => {
    assert.deepEqual(told(began().repeat(3, () => a)), []);
    const [verdict, ...more] = judged(
      began().repeat(12, () => a),
      exact,
    ).verdicts;
    assert.ok(verdict);
    const { level, kind, detector, count, threshold, key, step, call, evidence } = verdict;
    assert.deepEqual(
      { level, kind, detector, count, threshold, key, step, call, calls: evidence.calls },
      {
        level: 'stalled',
        kind: 'loop',
        detector: 'patterns',
        count: 4,
        threshold: 4,
        key: SAME,
        step: 3,
        call: 3,
        calls: [0, 1, 2, 3],
      },
    );
    assert.deepEqual(more, []);
  });
  it('not with another step between, another result or another spelling', () => {
    assert.deepEqual(
      told(began().repeat(20, (i) => (i % 4 === 3 ? bash(`echo ${i}`, '') : a))),
      [],
    );
    assert.deepEqual(told(began().repeat(20, (i) => bash('ls', `x ${i}`))), []);
    assert.deepEqual(
      told(
        began()
          .repeat(3, () => b)
          .step(bash('cd /w && ls', 'x y'))
          .repeat(3, () => b),
      ),
      [],
    );
  });
  it('with prose between', () => {
    const story = began();
    for (let i = 0; i < 4; i++) {
      story.say(`Once more, ${i}.`).step(a);
    }
    assert.deepEqual(told(story), [`loop at 3: ${SAME}`]);
  });
  it('three calls in one response are one attempt, a batch is compared as a set', () => {
    assert.deepEqual(told(began().step(a, a, a, a).step(b)), []);
    assert.deepEqual(told(began().repeat(3, (i) => (i % 2 === 0 ? [a, b] : [b, a]))), []);
    assert.deepEqual(told(began().repeat(4, (i) => (i % 2 === 0 ? [a, b] : [b, a]))), [
      `loop at 3: ${SAME}`,
    ]);
  });
  it('a varying member makes another batch', () =>
    assert.deepEqual(told(began().repeat(20, (i) => [a, bash(`echo ${i}`, '')])), []));
  it('an unanswered call has no result', () => {
    const story = began().repeat(3, () => a);
    story.call(a, 'open');
    assert.deepEqual(told(story.step(b)), []);
  });
});

describe('patterns: the same action failing', () => {
  it('three times in a row, whatever the error says', () => {
    assert.deepEqual(told(began().repeat(2, () => bad)), []);
    assert.deepEqual(told(began().repeat(3, () => bad)), [`error-loop at 2: ${ERROR}`]);
    assert.deepEqual(told(began().repeat(9, (i) => failing(bash('make', `error ${i}`)))), [
      `error-loop at 2: ${ERROR}`,
    ]);
    assert.deepEqual(told(began().repeat(3, (i) => bash('make', `error ${i}`, { exitCode: 2 }))), [
      `error-loop at 2: ${ERROR}`,
    ]);
  });
  it('not other actions, nor with a success between', () => {
    assert.deepEqual(told(began().repeat(20, (i) => failing(bash(`make ${i}`, 'no rule')))), []);
    assert.deepEqual(
      told(
        began()
          .repeat(2, () => bad)
          .step(bash('make', 'done'))
          .repeat(2, () => bad),
      ),
      [],
    );
  });
  it('not denied ones: a person’s refusal is an ordinary result', () => {
    const declined = bash('make', 'declined', { deniedBy: 'person' });
    assert.deepEqual(told(began().repeat(3, () => declined)), []);
    assert.deepEqual(told(began().repeat(4, () => declined)), [`loop at 3: ${SAME}`]);
  });
  it('a search that finds nothing does not fail', () => {
    assert.deepEqual(
      told(began().repeat(3, (i) => bash('grep -r x .', `${i}`, { exitCode: 1 }))),
      [],
    );
  });
});

describe('patterns: two alternating steps', () => {
  it('over the last six steps', () => {
    assert.deepEqual(told(began().repeat(5, (i) => (i % 2 === 0 ? a : b))), []);
    assert.deepEqual(told(began().repeat(6, (i) => (i % 2 === 0 ? a : b))), [
      'loop at 5: patterns.alternating',
    ]);
    assert.deepEqual(
      told(
        began()
          .step(bad)
          .step(bash('pwd', '/w'))
          .repeat(20, (i) => (i % 2 === 0 ? a : bad)),
      ),
      ['loop at 7: patterns.alternating'],
    );
  });
  it('with the same results each time', () => {
    assert.deepEqual(told(began().repeat(20, (i) => (i % 2 === 0 ? a : bash('ls', `x ${i}`)))), []);
  });
  it('not three alternating steps', () =>
    assert.deepEqual(told(began().repeat(30, (i) => [a, b, bad][i % 3] ?? a)), []));
  it('has all their calls as evidence', () => {
    assert.deepEqual(
      judged(
        began().repeat(6, (i) => (i % 2 === 0 ? [a, b] : bad)),
        exact,
      ).verdicts[0]?.evidence.calls,
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
    );
  });
});

describe('patterns: the same message', () => {
  const say = (...texts: string[]): Story =>
    texts.reduce((story, text) => story.say(text), began());
  it('three times in a row without a tool call', () => {
    assert.deepEqual(told(say('Shall I?', 'Shall I?')), []);
    assert.deepEqual(told(say('Shall I?', 'Shall I?', ' Shall I?\n', 'Shall I?')), [
      'monologue at -1: patterns.monologue',
    ]);
    assert.deepEqual(told(say('Shall I?', 'Shall I?', 'Yes?', 'Shall I?')), []);
  });
  it('not with a call between', () =>
    assert.deepEqual(told(say('Go.', 'Go.').step(a).say('Go.').say('Go.')), []));
  it('across a condensation', () =>
    assert.deepEqual(told(condensed(say('Go.', 'Go.'), 1).say('Go.')), [
      'monologue at -1: patterns.monologue',
    ]));
});

describe('patterns: condensing', () => {
  it('ten times with nothing between', () => {
    assert.deepEqual(told(condensed(began(), 9)), []);
    assert.deepEqual(told(condensed(began(), 12)), ['condensation at -1: patterns.condensations']);
  });
  it('not with anything of the agent between', () => {
    assert.deepEqual(told(condensed(condensed(began(), 9).say('Hm.'), 9)), []);
    assert.deepEqual(told(condensed(condensed(began(), 9).step(a), 9)), []);
  });
});

describe('patterns: the window', () => {
  it('begins at the person’s last message, whatever it says', () => {
    for (const prompt of ['continue', 'Else.']) {
      assert.deepEqual(
        told(
          began()
            .repeat(3, () => a)
            .turn(prompt)
            .repeat(3, () => a),
        ),
        [],
      );
      assert.deepEqual(
        told(
          began()
            .repeat(2, () => bad)
            .turn(prompt)
            .repeat(2, () => bad),
        ),
        [],
      );
      assert.deepEqual(
        told(
          began()
            .repeat(3, (i) => (i % 2 === 0 ? a : b))
            .turn(prompt)
            .repeat(3, (i) => (i % 2 === 0 ? b : a)),
        ),
        [],
      );
      assert.deepEqual(told(began().say('Go.').say('Go.').turn(prompt).say('Go.')), []);
      assert.deepEqual(told(condensed(condensed(began(), 9).turn(prompt), 9)), []);
    }
  });
  it('continues across the end of a turn without a new message', () => {
    assert.deepEqual(
      told(
        began()
          .repeat(3, () => a)
          .end()
          .step(a),
      ),
      [`loop at 3: ${SAME}`],
    );
  });
});

describe('patterns: steps', () => {
  it('count once if reopened', () => {
    const story = began();
    for (let i = 0; i < 3; i++) {
      story.respond(`m${i}`, a).respond(`m${i}`, b);
    }
    assert.deepEqual(told(story), []);
    assert.deepEqual(told(story.respond('m3', a).respond('m3', b)), [`loop at 3: ${SAME}`]);
  });
  it('neither count nor end a repetition if we denied them', () => {
    assert.deepEqual(
      told(
        began()
          .repeat(3, () => a)
          .repeat(5, () => ours),
      ),
      [],
    );
    assert.deepEqual(
      told(
        began()
          .repeat(3, () => a)
          .repeat(5, () => ours)
          .step(a),
      ),
      [`loop at 8: ${SAME}`],
    );
  });
});

describe('patterns: thresholds', () => {
  it('can be changed', () => {
    assert.deepEqual(
      told(
        began().repeat(6, () => a),
        limits({ [SAME]: 5 }),
      ),
      [`loop at 4: ${SAME}`],
    );
    assert.deepEqual(
      told(
        began().repeat(3, () => bad),
        limits({ [ERROR]: 2 }),
      ),
      [`error-loop at 1: ${ERROR}`],
    );
    assert.deepEqual(
      told(
        began().repeat(4, (i) => (i % 2 === 0 ? a : b)),
        limits({ 'patterns.alternating': 4 }),
      ),
      ['loop at 3: patterns.alternating'],
    );
    assert.deepEqual(told(began().say('Go.').say('Go.'), limits({ 'patterns.monologue': 2 })), [
      'monologue at -1: patterns.monologue',
    ]);
    assert.deepEqual(told(condensed(began(), 2), limits({ 'patterns.condensations': 2 })), [
      'condensation at -1: patterns.condensations',
    ]);
  });
  it('raise no watch; live and replay give the same verdicts', () => {
    const story = began()
      .repeat(5, () => a)
      .end()
      .turn('Else')
      .repeat(4, () => bad)
      .say('x')
      .say('x')
      .say('x');
    const live = new Judge(exact);
    const all = story.events.flatMap((event) => live.push(event).verdicts);
    assert.deepEqual(all, judged(story, exact).verdicts);
    assert.deepEqual(brief(all), ['stalled at 3', 'stalled at 7']);
  });
});
