/** What answers teach: bounded, listed, reversible, effective from the answer on in a replay; and what becomes of the stall. */
import assert from 'node:assert/strict';
import type { FeedbackAnswer } from '../../../src/core/events.js';
import {
  learnedValue,
  lessons,
  withAnswer,
  without,
  type FeedbackRecord,
} from '../../../src/core/thresholds/learning.js';
import { readStored, stored } from '../../../src/host/thresholds/learned-thresholds.js';
import type { Effect } from '../../../src/core/interventions/stall-outcomes.js';
import type { Mode } from '../../../src/core/interventions/stall-state.js';
import { resolveThresholds } from '../../../src/core/thresholds/layers.js';
import {
  thresholdKeys,
  thresholdSpecs,
  type ThresholdKey,
} from '../../../src/core/thresholds/thresholds.js';
import { bash, judged, Story } from '../support/story.js';
import { newWatch, threeIdleSteps } from '../support/watch.js';

const KEY = 'progressDetector.steps';
const SAME = 'balanced.sameResult';
const answer = (
  verdict: string,
  what: FeedbackAnswer,
  more: Partial<FeedbackRecord> = {},
): FeedbackRecord => ({
  agent: 'claude-code',
  session: 'S',
  key: SAME,
  verdict,
  answer: what,
  ...more,
});
const many = (count: number, what: FeedbackAnswer, key: ThresholdKey = SAME): FeedbackRecord[] =>
  Array.from({ length: count }, (_, i) => answer(`0.${i}`, what, { key }));

describe('learning', () => {
  it('moves by a quarter of the default, up to twice and down to half of it', () => {
    const after = (...counts: number[]) =>
      counts.map((count) =>
        learnedValue(SAME, 4, many(Math.abs(count), count < 0 ? 'really-stuck' : 'false-alarm')),
      );
    assert.deepEqual(after(0, 1, 2, 3, 4, 5, 50), [4, 5, 6, 7, 8, 8, 8]);
    assert.deepEqual(after(-1, -2, -3, -50), [3, 2, 2, 2]);
    assert.equal(learnedValue('balanced.jobMinutes', 30, many(1, 'false-alarm')), 38);
  });

  it('stays within the bounds of every threshold', () => {
    for (const key of thresholdKeys) {
      const { default: usual, min, max } = thresholdSpecs[key];
      for (const what of ['false-alarm', 'really-stuck'] as const) {
        const value = learnedValue(key, usual, many(100, what, key));
        assert.ok(
          value >= min && value <= max && value <= 2 * usual && value >= usual / 2,
          `${key} ${value}`,
        );
      }
    }
  });

  it('does not wind up at a bound: the next opposite answer takes effect', () => {
    assert.equal(
      learnedValue(SAME, 4, [...many(50, 'false-alarm'), answer('1.0', 'really-stuck')]),
      7,
    );
  });

  it('starts from what a person set, and never undoes it', () => {
    assert.equal(learnedValue(SAME, 6, many(1, 'false-alarm')), 7);
    assert.equal(learnedValue(SAME, 20, many(1, 'false-alarm')), 20);
    assert.equal(learnedValue(SAME, 20, many(1, 'really-stuck')), 19);
  });

  it('counts one answer per verdict; the opposite takes the first back', () => {
    const one = withAnswer([], answer('0.3', 'false-alarm'));
    assert.equal(withAnswer(one, answer('0.3', 'false-alarm', { at: 5 })), one);
    assert.deepEqual(withAnswer(one, answer('0.3', 'really-stuck')), []);
    assert.equal(
      withAnswer(one, answer('0.3', 'false-alarm', { session: 'T' })).length,
      2,
      'of another session',
    );
  });

  it('lists one lesson per agent and threshold, and forgets one exactly', () => {
    const codex = answer('0.1', 'false-alarm', { agent: 'codex' });
    const all = [...many(2, 'false-alarm'), codex, answer('0.9', 'really-stuck', { key: KEY })];
    assert.deepEqual(
      lessons(all).map(({ agent, key, answers }) => `${agent} ${key} ${answers.length}`),
      [`claude-code ${SAME} 2`, `codex ${SAME} 1`, `claude-code ${KEY} 1`],
    );
    assert.deepEqual(without(all, { agent: 'claude-code', key: SAME }), all.slice(2));
  });

  it('keeps the newest 200 answers', () => {
    const all = many(205, 'false-alarm').reduce<readonly FeedbackRecord[]>(withAnswer, []);
    assert.deepEqual([all.length, all[0]?.verdict], [200, '0.5']);
  });

  it('changes nothing where a person set the threshold for this agent', () => {
    const learned = many(1, 'false-alarm');
    const resolved = (layers: object) => {
      const { values, origins } = resolveThresholds({ ...layers, learned });
      return [values[SAME], origins[SAME]];
    };
    assert.deepEqual(resolved({}), [5, 'learned']);
    assert.deepEqual(resolved({ user: { [SAME]: 6 } }), [7, 'learned']);
    assert.deepEqual(resolved({ agent: { [SAME]: 6 } }), [6, 'agent']);
    assert.deepEqual(resolved({ option: { [SAME]: 6 } }), [6, 'option']);
  });

  it('is read back from storage, which drops what is not an answer', () => {
    const kept = [answer('0.3', 'false-alarm', { at: 7 }), answer('0.4', 'really-stuck')];
    assert.deepEqual(readStored(JSON.parse(JSON.stringify(stored(kept)))), kept);
    const odd = [
      null,
      'text',
      {},
      { ...kept[0], key: 'no.such' },
      { ...kept[0], answer: 'maybe' },
      { ...kept[0], session: 1 },
    ];
    assert.deepEqual(readStored({ version: 1, answers: [...odd, kept[1]] }), [kept[1]]);
    for (const value of [
      undefined,
      null,
      [],
      {},
      { version: 2, answers: kept },
      { version: 1, answers: {} },
    ]) {
      assert.deepEqual(readStored(value), []);
    }
  });
});

describe('feedback events', () => {
  const loop = (story: Story): Story => story.turn().repeat(16, () => bash(':'));
  const feedback = (story: Story, verdict: string, what: FeedbackAnswer, session = 'S'): Story =>
    story.push({ v: 1, type: 'feedback', session, verdict, answer: what });
  const limits = (story: Story) =>
    judged(story, { preset: 'progress-detector', set: {} }).verdicts.map(
      ({ session, turn, threshold, thresholdFrom }) =>
        `${session} ${turn}: ${threshold} ${thresholdFrom ?? ''}`,
    );
  const first = '0.7.stalled.progress-detector';
  const began = (agent = 'claude-code', session = 'S', events?: Story['events']): Story =>
    new Story(session, events).start({ agent });

  it('apply from then on, in this session and in later ones of the agent', () => {
    const story = feedback(loop(began()), first, 'false-alarm');
    loop(story);
    loop(began('claude-code', 'T', story.events));
    loop(began('codex', 'U', story.events));
    assert.deepEqual(limits(story), [
      'S 0: 8 default',
      'S 1: 10 learned',
      'T 0: 10 learned',
      'U 0: 8 default',
    ]);
  });

  it('lower a threshold after "really stuck", count once, and are undone by the opposite answer', () => {
    const story = loop(began());
    feedback(feedback(story, first, 'really-stuck'), first, 'really-stuck');
    loop(story);
    feedback(story, first, 'false-alarm');
    loop(story);
    assert.deepEqual(limits(story), ['S 0: 8 default', 'S 1: 6 learned', 'S 2: 8 default']);
  });

  it('about a verdict that was never given teach nothing and are noted', () => {
    const story = feedback(loop(began()), '9.9.stalled.loop', 'false-alarm');
    loop(story);
    assert.deepEqual(limits(story), ['S 0: 8 default', 'S 1: 8 default']);
    assert.deepEqual(judged(story).notes, [
      'feedback: 9.9.stalled.loop is not a verdict of this session with a threshold',
    ]);
  });

  it('are not counted twice where a config event brings their effect', () => {
    const story = feedback(loop(began()), first, 'false-alarm');
    story.push({
      v: 1,
      type: 'config',
      session: 'S',
      set: { [KEY]: 10 },
      from: { [KEY]: 'learned' },
    });
    loop(story);
    assert.deepEqual(limits(story), ['S 0: 8 default', 'S 1: 10 learned']);
  });
});

describe('a false alarm', () => {
  const begin = (mode: Mode) => {
    const watch = newWatch({ overrides: threeIdleSteps, mode: () => mode });
    const story = new Story().at(1000).start({ agent: 'claude-code' }).turn();
    let taken = 0;
    const effects: string[] = [];
    const say = (each: Effect): string => {
      switch (each.kind) {
        case 'record':
          return `${each.event.rung} ${each.event.state}`;
        case 'escalate':
          return `escalate${each.again ? ' again' : ''}`;
        case 'ask-of-cap':
          return 'ask of cap';
        case 'learn':
          return `learn ${each.outcome}`;
      }
    };
    const play = (): string[] => {
      effects.length = 0;
      for (const event of story.events.slice(taken)) {
        effects.push(...watch.push(event, 0).effects.map(say));
      }
      taken = story.events.length;
      return [...effects];
    };
    const judge = (what: FeedbackAnswer): string[] => {
      story.push({
        v: 1,
        type: 'feedback',
        session: 'S',
        verdict: watch.judge.verdict('S')?.id ?? '',
        answer: what,
      });
      return play();
    };
    return { watch, story, play, answer: judge, state: () => watch.views.detail('S', 0)?.state };
  };

  it('closes the stall for the person, whatever follows in it', () => {
    const { watch, story, play, answer: say, state } = begin('ask');
    story.repeat(3, () => bash(':'));
    assert.deepEqual(play(), ['escalate requested', 'escalate']);
    assert.equal(state(), 'stalled');
    assert.deepEqual(say('false-alarm'), []);
    assert.deepEqual(
      [
        state(),
        watch.views.detail('S', 0)?.verdict,
        watch.views.report('S', 0),
        watch.views.stalls.episode('S'),
      ],
      ['progressing', undefined, undefined, undefined],
    );
    assert.equal(watch.views.detail('S', 0)?.needsPerson, false);
    assert.ok(
      watch.views.detail('S', 0)?.rows.some((row) => row.kind === 'verdict'),
      'the verdict stays in the record',
    );
    story.repeat(20, () => bash(':'));
    assert.deepEqual(play(), []);
    story
      .end()
      .turn('Another task')
      .repeat(3, () => bash(':'));
    assert.deepEqual(play(), ['escalate requested', 'escalate'], 'the next stall is told');
  });

  it('withdraws what was only requested, and ends what was delivered', () => {
    for (const delivered of [false, true]) {
      const { watch, story, play, answer: say } = begin('auto');
      story.repeat(3, () => bash(':'));
      assert.deepEqual(play(), ['text-only requested']);
      const deny = (): boolean => {
        const { decision, receipts } = watch.decide(
          'S',
          { kind: 'before-tool', call: 'next', class: 'shell' },
          0,
        );
        watch.delivered('S', receipts, 0);
        return decision.kind === 'deny';
      };
      if (delivered) {
        assert.ok(deny());
      }
      assert.deepEqual(say('false-alarm'), ['text-only withdrawn']);
      assert.equal(deny(), false);
      story.repeat(5, () => bash(':'));
      assert.deepEqual(play(), []);
    }
  });

  it('is undone by the opposite answer: the stall is acted on again', () => {
    const { story, play, answer: say, state } = begin('ask');
    story.repeat(3, () => bash(':'));
    play();
    say('false-alarm');
    assert.deepEqual(say('really-stuck'), ['escalate requested', 'escalate']);
    assert.equal(state(), 'stalled');
  });

  it('"really stuck" alone does nothing to the turn', () => {
    const { story, play, answer: say, state } = begin('ask');
    story.repeat(3, () => bash(':'));
    play();
    assert.deepEqual([say('really-stuck'), say('really-stuck'), state()], [[], [], 'stalled']);
    assert.deepEqual(say('false-alarm'), [], 'takes the first answer back and lets nothing go');
    assert.equal(state(), 'stalled');
  });
});
