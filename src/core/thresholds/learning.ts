/**
 * What a person's answers to verdicts teach: "false alarm" raises the threshold of that verdict for that agent, "really
 * stuck" lowers it. What became of stalls teaches the same, but less. Bounded, listed, reversible. The adjustments follow
 * from the answers alone, so forgetting an answer takes its effect back exactly.
 */
import type { FeedbackAnswer } from '../events.js';
import { thresholdSpecs, type ThresholdKey } from './thresholds.js';

/**
 * What became of a stall that nobody answered: a forced answer said "I am stuck", the person's new instruction followed it,
 * or the person let the turn go on and the stall cleared by itself.
 */
export const stallOutcomes = ['said-stuck', 'new-instruction', 'went-on'] as const;
export type StallOutcome = (typeof stallOutcomes)[number];

/** What an outcome says of the verdict. */
export const outcomeAnswers: Record<StallOutcome, FeedbackAnswer> = {
  'said-stuck': 'really-stuck',
  'new-instruction': 'really-stuck',
  'went-on': 'false-alarm',
};

/** One person's answer to one verdict. The workspace is the one whose store or recording holds it. */
export interface FeedbackRecord {
  agent: string;
  session: string;
  /** The verdict's id within its session. */
  verdict: string;
  key: ThresholdKey;
  answer: FeedbackAnswer;
  /** The answer follows from this; absent where the person gave it. */
  outcome?: StallOutcome;
  /** Milliseconds since the epoch. */
  at?: number;
}

/** Answers kept, newest first to stay. */
const KEPT_ANSWERS = 200;

/**
 * Adds an answer. The same answer to the same verdict counts once; the opposite one takes it back. An outcome counts only
 * while the person has said nothing.
 */
export function withAnswer(
  answers: readonly FeedbackRecord[],
  answer: FeedbackRecord,
): readonly FeedbackRecord[] {
  const before = answers.find(
    (each) => each.session === answer.session && each.verdict === answer.verdict,
  );
  if (before === undefined) {
    return [...answers, answer].slice(-KEPT_ANSWERS);
  }
  const isKnown = before.outcome === undefined && before.answer === answer.answer;
  if (answer.outcome !== undefined || isKnown) {
    return answers;
  }
  const others = answers.filter((each) => each !== before);
  return before.outcome === undefined ? others : [...others, answer];
}

/** Outcomes of one kind, less those of the other, that count as one answer; never as more than one. */
const OUTCOMES_OF_AN_ANSWER = 3;

/**
 * A threshold after these answers to verdicts of it: each moves it by a quarter of its default (at least 1), up to twice and
 * down to half of the default, within its bounds. A value that already lies beyond is not pulled back. Three outcomes that
 * agree move it as one answer does, and more of them no further.
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
  const moved = (value: number, answer: FeedbackAnswer): number =>
    answer === 'false-alarm' ? Math.min(highest, value + step) : Math.max(lowest, value - step);
  const given = answers.filter(({ outcome }) => outcome === undefined);
  const value = given.reduce((before, { answer }) => moved(before, answer), inForce);
  const outcomes = answers.filter(({ outcome }) => outcome !== undefined);
  const against = outcomes.filter(({ answer }) => answer === 'false-alarm').length;
  const balance = against - (outcomes.length - against);
  return Math.abs(balance) < OUTCOMES_OF_AN_ANSWER
    ? value
    : moved(value, balance > 0 ? 'false-alarm' : 'really-stuck');
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
