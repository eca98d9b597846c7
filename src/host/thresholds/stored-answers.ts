/** A person's answers as stored between editor sessions. Stored data may come from another version or be corrupt. */
import * as v from 'valibot';
import { stallOutcomes, withAnswer, type FeedbackRecord } from '../../core/thresholds/learning.js';
import { thresholdKeys } from '../../core/thresholds/thresholds.js';

const STORE_VERSION = 1;

const answer = v.object({
  agent: v.string(),
  session: v.string(),
  verdict: v.string(),
  key: v.picklist(thresholdKeys),
  answer: v.picklist(['false-alarm', 'really-stuck']),
  outcome: v.exactOptional(v.picklist(stallOutcomes)),
  at: v.exactOptional(v.number()),
});

const store = v.object({ version: v.literal(STORE_VERSION), answers: v.array(v.unknown()) });

export function stored(answers: readonly FeedbackRecord[]): v.InferInput<typeof store> {
  return { version: STORE_VERSION, answers: [...answers] };
}

/** Skips entries that are not valid answers, such as one about an unknown threshold. */
export function readStored(value: unknown): readonly FeedbackRecord[] {
  const kept = v.safeParse(store, value);
  return (kept.success ? kept.output.answers : []).reduce<readonly FeedbackRecord[]>(
    (answers, each) => {
      const { success, output } = v.safeParse(answer, each);
      return success ? withAnswer(answers, output) : answers;
    },
    [],
  );
}
