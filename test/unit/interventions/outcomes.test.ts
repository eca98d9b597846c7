/** What becomes of a stall teaches, too: what counts as a confirmation or as evidence against it, how much, and how it is undone. */
import assert from 'node:assert/strict';
import { saysStuck, type Effect } from '../../../src/core/interventions/stall-outcomes.js';
import {
  learnedValue,
  lessons,
  outcomeAnswers,
  withAnswer,
  without,
  type FeedbackRecord,
  type StallOutcome,
} from '../../../src/core/thresholds/learning.js';
import { thresholdKeys, thresholdSpecs } from '../../../src/core/thresholds/thresholds.js';
import { readStored, stored } from '../../../src/host/thresholds/learned-thresholds.js';
import { bash, Story } from '../support/story.js';
import { newWatch, threeIdleSteps } from '../support/watch.js';

const KEY = 'balanced.sameResult';
const outcome = (verdict: string, what: StallOutcome): FeedbackRecord => ({
  agent: 'a',
  session: 'S',
  verdict,
  key: KEY,
  answer: outcomeAnswers[what],
  outcome: what,
});
const given = (verdict: string, answer: FeedbackRecord['answer']): FeedbackRecord => ({
  agent: 'a',
  session: 'S',
  verdict,
  key: KEY,
  answer,
});
const times = (count: number, what: StallOutcome, from = 0): FeedbackRecord[] =>
  Array.from({ length: count }, (_, i) => outcome(`${from + i}`, what));

describe('the outcome of a stall', () => {
  /** A stalled turn; `act` is what happens then. */
  const after = (
    act: (story: Story, on: { force: () => void; snooze: () => void }) => void,
  ): string[] => {
    const watch = newWatch({ overrides: threeIdleSteps, mode: () => 'observe' });
    const story = new Story().start().turn();
    const learned: string[] = [];
    let taken = 0;
    const hear = (effects: readonly Effect[]): void => {
      for (const effect of effects) {
        if (effect.kind === 'learn') {
          learned.push(effect.outcome);
        }
      }
    };
    const play = (): void => {
      for (const event of story.events.slice(taken)) {
        hear(watch.push(event, 0).effects);
      }
      taken = story.events.length;
    };
    story.repeat(3, () => bash(':'));
    play();
    act(story, {
      force: () => {
        play();
        watch.forceRespond('S', 0);
        const { receipts } = watch.decide('S', { kind: 'after-step' }, 0);
        hear(watch.delivered('S', receipts, 0));
      },
      snooze: () => {
        play();
        watch.snooze('S', 10);
      },
    });
    play();
    return learned;
  };
  const news = (i: number) => bash(`cat ${i}`, `${i}`.repeat(80));

  it('confirms it if the forced answer says that the agent is stuck', () => {
    assert.deepEqual(
      after((story, { force }) => {
        force();
        story
          .say('I am stuck on the failing test and need a decision.')
          .end()
          .turn('Use the old API.');
      }),
      ['said-stuck'],
      'once',
    );
  });
  it('confirms it if a new instruction follows the forced answer', () => {
    assert.deepEqual(
      after((story, { force }) => {
        force();
        story.say('Here is what I know.').end().turn('Use the old API.');
      }),
      ['new-instruction'],
    );
  });
  it('says nothing if the person only lets it continue, or nothing was forced', () => {
    assert.deepEqual(
      after((story, { force }) => {
        force();
        story.say('Here is what I know.').end().turn('continue');
      }),
      [],
    );
    assert.deepEqual(
      after((story) => story.say('I am stuck.').end().turn('Use the old API.')),
      [],
    );
  });
  it('weighs against it if it clears by itself within a few steps after a snooze', () => {
    const cleared = (idle: number): string[] =>
      after((story, { snooze }) => {
        snooze();
        story.repeat(idle, () => bash(':')).repeat(3, news);
      });
    assert.deepEqual(cleared(0), ['went-on']);
    assert.deepEqual(cleared(2), ['went-on']);
    assert.deepEqual(cleared(9), [], 'too late');
  });
  it('says nothing if it clears without a snooze, with the turn, or after an order', () => {
    assert.deepEqual(
      after((story) => story.repeat(3, news)),
      [],
    );
    assert.deepEqual(
      after((story, { snooze }) => {
        snooze();
        story.end().turn('Else.');
      }),
      [],
    );
    assert.deepEqual(
      after((story, { snooze, force }) => {
        snooze();
        force();
        story.repeat(3, news);
      }),
      [],
    );
  });
  it('knows an agent’s own words for being stuck', () => {
    for (const text of [
      'I am stuck on this import.',
      "I'm completely blocked by the sandbox.",
      'I was going in circles.',
      'I cannot make progress without the key.',
      'I need your input: which schema?',
      'Ich komme hier nicht weiter.',
    ]) {
      assert.equal(saysStuck(text), true, text);
    }
    for (const text of [
      'All tests pass now.',
      'The bolt is stuck in the fixture, so I replaced it.',
      'I need to read one more file.',
      'The deploy is blocked on CI.',
    ]) {
      assert.equal(saysStuck(text), false, text);
    }
  });
});

describe('learning from outcomes', () => {
  it('takes three that agree to count as one answer, and never counts as more', () => {
    const value = (answers: FeedbackRecord[]): number => learnedValue(KEY, 4, answers);
    assert.deepEqual(
      [0, 1, 2, 3, 9, 99].map((n) => value(times(n, 'went-on'))),
      [4, 4, 4, 5, 5, 5],
    );
    assert.deepEqual(
      [2, 3, 99].map((n) => value(times(n, 'said-stuck'))),
      [4, 3, 3],
    );
    assert.equal(value([...times(3, 'went-on'), ...times(2, 'new-instruction', 5)]), 4);
    assert.equal(value([given('x', 'false-alarm'), ...times(3, 'went-on')]), 6);
  });
  it('stays within the bounds of every threshold', () => {
    for (const key of thresholdKeys) {
      const { default: usual, min, max } = thresholdSpecs[key];
      for (const what of ['went-on', 'said-stuck'] as const) {
        const value = learnedValue(key, usual, times(50, what));
        assert.ok(value >= min && value <= max, `${key} ${value}`);
      }
    }
  });
  it('counts only while the person has said nothing about the verdict', () => {
    const one = outcome('1', 'went-on');
    assert.deepEqual(withAnswer([given('1', 'really-stuck')], one), [given('1', 'really-stuck')]);
    assert.deepEqual(withAnswer([one], given('1', 'really-stuck')), [given('1', 'really-stuck')]);
    assert.deepEqual(withAnswer([one], given('1', 'false-alarm')), [given('1', 'false-alarm')]);
    assert.deepEqual(withAnswer([one], outcome('1', 'said-stuck')), [one]);
  });
  it('is listed with the answers, stored, and forgotten with them', () => {
    const all = [given('x', 'false-alarm'), ...times(3, 'said-stuck')];
    assert.deepEqual(
      lessons(all).map(({ answers }) => answers.length),
      [4],
    );
    assert.deepEqual(readStored(JSON.parse(JSON.stringify(stored(all)))), all);
    assert.deepEqual(without(all, { agent: 'a', key: KEY }), []);
  });
});
