/**
 * What a person's answers to verdicts teach: "false alarm" raises the threshold of that verdict for that agent, "really
 * stuck" lowers it. Bounded, listed, reversible. The adjustments follow from the answers alone, so forgetting an answer
 * takes its effect back exactly.
 */
import type { FeedbackAnswer } from '../events.js';
import { thresholdSpecs, type ThresholdKey } from './thresholds.js';

/** One person's answer to one verdict. The workspace is the one whose store or recording holds it. */
export interface FeedbackRecord {
  agent: string;
  session: string;
  /** The verdict's id within its session. */
  verdict: string;
  key: ThresholdKey;
  answer: FeedbackAnswer;
  /** Milliseconds since the epoch. */
  at?: number;
}

/** Answers kept, newest first to stay. */
const KEPT_ANSWERS = 200;

/** Adds an answer. The same answer to the same verdict counts once; the opposite one takes it back. */
export function withAnswer(
  answers: readonly FeedbackRecord[],
  answer: FeedbackRecord,
): readonly FeedbackRecord[] {
  const before = answers.find(
    (each) => each.session === answer.session && each.verdict === answer.verdict,
  );
  if (before?.answer === answer.answer) {
    return answers;
  }
  return before === undefined
    ? [...answers, answer].slice(-KEPT_ANSWERS)
    : answers.filter((each) => each !== before);
}

/**
 * A threshold after these answers to verdicts of it: each moves it by a quarter of its default (at least 1), up to twice and
 * down to half of the default, within its bounds. A value that already lies beyond is not pulled back.
 */
export function learnedValue(
  key: ThresholdKey,
  inForce: number,
  answers: readonly FeedbackRecord[],
): number {
  const { default: usual, min, max } = thresholdSpecs[key];
  const step = Math.ceil(usual / 4);
  const highest = Math.max(inForce, Math.min(max, usual * 2));
  const lowest = Math.min(inForce, Math.max(min, Math.ceil(usual / 2)));
  return answers.reduce(
    (value, { answer }) =>
      answer === 'false-alarm' ? Math.min(highest, value + step) : Math.max(lowest, value - step),
    inForce,
  );
}

/** What was learned about one threshold for one agent. */
export interface LearnedThreshold {
  agent: string;
  key: ThresholdKey;
  answers: readonly FeedbackRecord[];
}

/** One entry for each agent and threshold, oldest first. */
export function lessons(answers: readonly FeedbackRecord[]): LearnedThreshold[] {
  const found = new Map<string, FeedbackRecord[]>();
  for (const answer of answers) {
    const name = `${answer.agent}\0${answer.key}`;
    found.set(name, [...(found.get(name) ?? []), answer]);
  }
  return [...found.values()].flatMap((each) =>
    each[0] === undefined ? [] : [{ agent: each[0].agent, key: each[0].key, answers: each }],
  );
}

/** Removes the answers about one threshold of one agent. */
export function without(
  answers: readonly FeedbackRecord[],
  { agent, key }: Pick<LearnedThreshold, 'agent' | 'key'>,
): readonly FeedbackRecord[] {
  return answers.filter((each) => each.agent !== agent || each.key !== key);
}
