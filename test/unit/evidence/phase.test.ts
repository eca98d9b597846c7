/** What the phase of the work changes about a limit, and that "Why?" says so only where it did. */
import assert from 'node:assert/strict';
import { explain, inEnglish, shownExplanation } from '../../../src/core/view/words/explanation.js';
import type { ThresholdSet } from '../../../src/core/thresholds/thresholds.js';
import type { Verdict } from '../../../src/core/verdict.js';
import { edit, failing, judged, Story, bash } from '../support/story.js';

const patient: ThresholdSet = { 'balanced.fruitlessSteps': 200, 'balanced.equalRuns': 50 };
const watch = (story: Story, set: ThresholdSet): Verdict => {
  const [first] = judged(story, { set }).verdicts;
  assert.ok(first);
  assert.equal(first.level, 'watch');
  return first;
};
const search = (i: number) =>
  bash(`grep -rn word${'abcdefghijklmnopqrstuvwxyz'[i]} src`, '', { exitCode: 1 });
const why = (verdict: Verdict): string => inEnglish(explain(verdict)).join(' ');

describe('the phase in "Why?"', () => {
  it('is named where exploring held the warning back', () => {
    const verdict = watch(new Story().start().turn().repeat(12, search), patient);
    assert.deepEqual([verdict.detector, verdict.count], ['no-progress', 9]);
    assert.deepEqual(verdict.phase, {
      id: 'phase.later.exploring',
      params: { count: 9, usual: 6 },
    });
    assert.deepEqual(
      shownExplanation(verdict, { agent: 'unknown', role: undefined }).phase,
      verdict.phase,
    );
    assert.match(
      why(verdict),
      /was exploring, this early warning came after 9 steps instead of 6\./,
    );
  });

  it('is named where debugging held the warning back', () => {
    const story = new Story().start().turn();
    for (let i = 0; i < 6; i++) {
      story.step(edit('/w/a.ts', `a${i}`, `b${i}`));
      story.step(
        failing(bash('npm test', `Error: ${'abcdef'[i]} is not ${'uvwxyz'[i]}`, { exitCode: 1 })),
      );
    }
    const verdict = watch(story.repeat(12, search), patient);
    assert.deepEqual(
      [verdict.detector, verdict.phase?.id],
      ['no-progress', 'phase.later.debugging'],
    );
  });

  it('is not named where the agent was changing files: the warning came as usual', () => {
    const story = new Story()
      .start()
      .turn()
      .step(edit('/w/a.ts', 'a', 'b'));
    const verdict = watch(story.repeat(12, search), patient);
    assert.deepEqual([verdict.detector, verdict.count], ['no-progress', 6]);
    assert.equal(verdict.phase, undefined);
    assert.doesNotMatch(why(verdict), /phase|instead|later/);
  });

  it('is named where exploring made steps weigh less, and only then', () => {
    const set = { ...patient, 'balanced.idleSteps': 200 };
    const verdict = watch(new Story().start().turn().repeat(24, search), set);
    assert.deepEqual(
      [verdict.detector, verdict.phase],
      ['early-warning', { id: 'phase.lighter.exploring' }],
    );
    const [other] = judged(
      new Story()
        .start()
        .turn()
        .repeat(24, (i) => [search(i), edit('/w/a.ts', 'gone', `b${i}`, { ok: false })]),
      { set: { ...set, 'balanced.sameError': 50 } },
    ).verdicts;
    assert.equal(other?.phase, undefined);
  });
});
