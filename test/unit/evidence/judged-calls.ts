/** What the calls of a run were worth, judged by the whole fold. */
import type { CallValue } from '../../../src/core/evidence/evidence.js';
import { Judge } from '../../../src/core/judge.js';
import type { Verdict } from '../../../src/core/verdict.js';
import { Story } from '../support/story.js';

export type Tell = (story: Story) => unknown;

export interface JudgedCalls {
  /** By number of the call. */
  values: CallValue[];
  verdicts: Verdict[];
}

/** `lookAhead`: the open step is judged after each event too, as it is where a live answer waits for the workspace. */
export function judged(tell: Tell, { lookAhead = false } = {}): JudgedCalls {
  const story = new Story().start().turn();
  tell(story);
  const values: CallValue[] = [];
  const verdicts: Verdict[] = [];
  const judge = new Judge({ set: {} }, (_session, fact) => {
    if (fact.kind === 'step-end') {
      fact.step.calls.forEach(({ number }, i) => {
        const value = fact.step.values[i];
        if (value !== undefined) {
          values[number] = value;
        }
      });
    }
  });
  for (const event of story.end().events) {
    verdicts.push(...judge.push(event).verdicts);
    if (lookAhead) {
      judge.wouldStall(story.session);
    }
  }
  return { values, verdicts };
}
