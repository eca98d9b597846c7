/**
 * Thresholds learned from the person's answers in this workspace: stored with it on this machine, never sent or synced.
 *
 * Frozen: the key, and what is stored under it.
 */
import * as v from 'valibot';
import type { Memento } from 'vscode';
import { resolveThresholds } from '../../core/thresholds/layers.js';
import {
  lessons,
  withAnswer,
  without,
  stallOutcomes,
  type FeedbackRecord,
  type LearnedThreshold,
  type StallOutcome,
} from '../../core/thresholds/learning.js';
import { chooseProfile } from '../../core/thresholds/profiles.js';
import {
  thresholdKeys,
  type ThresholdKey,
  type Thresholds,
} from '../../core/thresholds/thresholds.js';
import type { ThresholdLearning } from '../../live/session-tracker.js';
import type { Log } from '../log.js';
import type { WindowSettings } from '../window-settings.js';

interface LearnedOptions {
  /** The workspace's store. */
  memento: Memento;
  log: Log;
  settings: WindowSettings;
}

/** A lesson and its effect: `from` without it, `to` with it. */
export interface Adjustment extends LearnedThreshold {
  from: number;
  to: number;
}

/** Effect of one answer. `key` is absent if the verdict depends on no threshold. */
export interface LearningOutcome {
  outcome: 'counted' | 'taken-back' | 'known';
  answer: Omit<FeedbackRecord, 'key'>;
  key?: ThresholdKey;
  from: number;
  to: number;
  /** The person set this threshold for this agent, so nothing is learned for it. */
  own: boolean;
}

const STORE = 'turnwatch.answers';

export class LearnedThresholds implements ThresholdLearning {
  private answers: readonly FeedbackRecord[];

  constructor(private readonly options: LearnedOptions) {
    this.answers = readStored(options.memento.get(STORE));
  }

  /** The values in force for an agent's sessions. */
  thresholds(agent: string, role?: string, answers = this.answers): Thresholds {
    return resolveThresholds({
      ...this.options.settings.current.thresholds(agent),
      profile: chooseProfile(agent, role),
      learned: answers.filter((answer) => answer.agent === agent),
    });
  }

  get hasAny(): boolean {
    return this.answers.length > 0;
  }

  list(): Adjustment[] {
    return lessons(this.answers).map((lesson) => ({
      ...lesson,
      from: this.thresholds(lesson.agent, undefined, []).values[lesson.key],
      to: this.thresholds(lesson.agent).values[lesson.key],
    }));
  }

  add(answer: Omit<FeedbackRecord, 'key'>, key: ThresholdKey | undefined): LearningOutcome {
    const { taught, answers } = this.weigh(answer, key);
    this.keep(answers);
    if (key !== undefined) {
      this.options.log.info(
        `answer to ${answer.session} ${answer.verdict}: ${answer.answer} (${taught.outcome}); learned for ${answer.agent}: ${key} ${taught.from} → ${taught.to}`,
      );
    }
    return taught;
  }

  /** What became of a stall. @returns whether that counts: the person may have answered already. */
  observe(outcome: FeedbackRecord & { outcome: StallOutcome }): boolean {
    const { agent, session, verdict, key } = outcome;
    const before = this.answers;
    const from = this.thresholds(agent).values[key];
    this.keep(withAnswer(before, outcome));
    if (this.answers === before) {
      return false;
    }
    this.options.log.info(
      `outcome of ${session} ${verdict}: ${outcome.outcome}; learned for ${agent}: ${key} ${from} → ${this.thresholds(agent).values[key]}`,
    );
    return true;
  }

  /** The effect that an answer would have. */
  preview(answer: Omit<FeedbackRecord, 'key'>, key: ThresholdKey | undefined): LearningOutcome {
    return this.weigh(answer, key).taught;
  }

  private weigh(
    answer: Omit<FeedbackRecord, 'key'>,
    key: ThresholdKey | undefined,
  ): { taught: LearningOutcome; answers: readonly FeedbackRecord[] } {
    if (key === undefined) {
      return {
        taught: { outcome: 'counted', answer, from: 0, to: 0, own: false },
        answers: this.answers,
      };
    }
    const before = this.thresholds(answer.agent);
    const answers = withAnswer(this.answers, { ...answer, key });
    const outcome =
      answers === this.answers
        ? 'known'
        : answers.at(-1)?.verdict === answer.verdict && answers.at(-1)?.session === answer.session
          ? 'counted'
          : 'taken-back';
    const [from, to] = [
      before.values[key],
      this.thresholds(answer.agent, undefined, answers).values[key],
    ];
    return {
      taught: { outcome, answer, key, from, to, own: before.origins[key] === 'agent' },
      answers,
    };
  }

  /** Undoes a lesson; without an argument, all of them. */
  forget(lesson?: Pick<LearnedThreshold, 'agent' | 'key'>): void {
    this.keep(lesson === undefined ? [] : without(this.answers, lesson));
    this.options.log.info(
      lesson === undefined
        ? 'learned: all forgotten'
        : `learned: ${lesson.key} for ${lesson.agent} forgotten`,
    );
  }

  private keep(answers: readonly FeedbackRecord[]): void {
    if (answers === this.answers) {
      return;
    }
    this.answers = answers;
    void this.options.memento
      .update(STORE, stored(answers))
      .then(undefined, (error: unknown) =>
        this.options.log.error('could not save what was learned', error),
      );
  }
}

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

/** A person's answers as stored between editor sessions. Stored data may come from another version or be corrupt. */
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
