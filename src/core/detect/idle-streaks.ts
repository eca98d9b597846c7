/** Steps in a row without progress, counted by how little they brought. */
import type { CallValue } from '../evidence/evidence.js';
import { rateStep } from '../evidence/step-value.js';
import type { Step } from '../turns/session.js';
import type { Message } from '../view/words/wording.js';
import { listMembers, Streak } from './streak.js';

export interface IdleCounts {
  idle: number;
  empty: number;
  needless: number;
  thin: number;
  emptyOfIdle: number;
  emptyOfThin: number;
}

export class IdleStreaks {
  /** Steps in a row that brought nothing. */
  readonly idle = new Streak();
  /** The newest idle steps that could not bring anything. */
  readonly empty = new Streak();
  /** Empty steps that only repeated earlier calls with the same results. */
  readonly repeats = new Streak();
  /** The newest idle steps that only did so or rewrote the plan. */
  private readonly needless = new Streak();
  /** Steps in a row without progress by the measure of `progress-detector`: a few new words among no-ops do not end it. */
  readonly thin = new Streak();
  /** How many steps of the idle and of the thin streak were empty. */
  private readonly emptyOfIdle = new Streak();
  private readonly emptyOfThin = new Streak();
  /** Files that were put back into an earlier state since the last progress, and when first. */
  private readonly back = new Map<string, number>();
  /** Streaks whose last reset is shown. */
  private readonly shown = [this.idle, this.empty];
  /** Others that a few new words end. */
  private readonly short = [this.needless, this.repeats, this.emptyOfIdle];
  private readonly all = [...this.shown, ...this.short, this.thin, this.emptyOfThin];

  get counts(): IdleCounts {
    return {
      idle: this.idle.count,
      empty: this.empty.count,
      needless: this.needless.count,
      thin: this.thin.count,
      emptyOfIdle: this.emptyOfIdle.count,
      emptyOfThin: this.emptyOfThin.count,
    };
  }

  /** The counts with this step; undefined if it would not count, or end them all. */
  with(step: Step, values: readonly CallValue[]): IdleCounts | undefined {
    const worth = rateStep(values);
    if ((worth === 'progress' && isSubstantial(values)) || worth === 'neutral') {
      return undefined;
    }
    const isEmpty = worth === 'empty' || this.isBackAgain(step, values);
    return {
      idle: worth === 'progress' ? 0 : this.idle.with(step),
      empty: worth === 'empty' ? this.empty.with(step) : 0,
      needless: isNeedless(step, values) ? this.needless.with(step) : 0,
      emptyOfIdle: this.emptyOfIdle.with(step) - (isEmpty ? 0 : 1),
      thin: this.thin.with(step),
      emptyOfThin: this.emptyOfThin.with(step) - (isEmpty ? 0 : 1),
    };
  }

  begin(again: boolean): void {
    for (const streak of this.all) {
      streak.begin(again);
    }
  }

  /** @param outside progress that was not the step's own @returns whether the step counts */
  add(step: Step, outside: Message | undefined): boolean {
    const why = outside ?? step.values.find((value) => value.worth === 'progress')?.note;
    if (why !== undefined && (!isOutput(why) || isSubstantial(step.values))) {
      this.restart(why);
      return false;
    }
    const worth = rateStep(step.values);
    if (worth === 'neutral') {
      return false;
    }
    const members = listMembers(step);
    this.thin.add(members);
    if (why !== undefined) {
      this.endShort(why);
      return true;
    }
    this.idle.add(members);
    if (worth === 'empty') {
      this.empty.add(members);
    } else {
      this.empty.reset();
    }
    if (worth === 'empty' || this.isBackAgain(step, step.values)) {
      this.emptyOfIdle.add(members);
      this.emptyOfThin.add(members);
    }
    this.noteBack(step, step.values);
    if (isNeedless(step, step.values)) {
      this.needless.add(members);
    } else {
      this.needless.reset();
    }
    if (isRepeat(step, step.values)) {
      this.repeats.add(members);
    } else {
      this.repeats.reset();
    }
    return true;
  }

  restart(why?: Message): void {
    this.endShort(why);
    this.thin.reset();
    this.emptyOfThin.reset();
  }

  /** To put one file back may be for good; to put it back once more, with no progress between, is a repetition. */
  private isBackAgain({ number }: Step, values: readonly CallValue[]): boolean {
    const paths = listBack(values);
    return paths.length > 0 && paths.every((path) => (this.back.get(path) ?? number) < number);
  }

  private noteBack({ number }: Step, values: readonly CallValue[]): void {
    for (const path of listBack(values)) {
      if (!this.back.has(path)) {
        this.back.set(path, number);
      }
    }
  }

  private endShort(why?: Message): void {
    this.back.clear();
    for (const streak of this.shown) {
      streak.reset(why);
    }
    for (const streak of this.short) {
      streak.reset();
    }
  }
}

/** The files that a step only put back. */
function listBack(values: readonly CallValue[]): readonly string[] {
  return values.every(
    ({ worth, evidence: { edits } }) => worth === 'idle' && edits.files.length > 0,
  )
    ? values.flatMap(({ evidence: { edits } }) =>
        edits.files.flatMap(({ path, state }) => (state === 'back' ? [path] : [])),
      )
    : [];
}

/** Known calls with known results; those of no-ops and plans do not count, nor do other edits that change nothing. */
function isRepeat({ calls }: Step, values: readonly CallValue[]): boolean {
  return values.every(({ worth, evidence: { repeat, edits } }, i) => {
    const call = calls[i];
    // the same text once more in ever different files may have been left undone
    const isOther = edits.files.length > 0;
    return (
      call?.noOp === false &&
      call.class !== 'todo' &&
      worth === 'empty' &&
      repeat.pair !== undefined &&
      !isOther
    );
  });
}

function isNeedless(step: Step, values: readonly CallValue[]): boolean {
  return isPlan(step, values) || isRepeat(step, values);
}

/** Only rewrote the plan; adding an item does not count. */
function isPlan(step: Step, values: readonly CallValue[]): boolean {
  return step.calls.every((call, i) => call.class === 'todo' && values[i]?.worth === 'empty');
}

function isOutput(why: Message): boolean {
  return why.id === 'progress.new-output';
}

/** Seed 1's measure of an information gain, in characters. */
const INFORMATION = 60;

/** Whether a step's progress is more than a few new words: a change, or a result of some length. */
function isSubstantial(values: readonly CallValue[]): boolean {
  return values.some(
    ({ worth, note, evidence: { outcome } }) =>
      worth === 'progress' &&
      (note === undefined || !isOutput(note) || outcome.length >= INFORMATION),
  );
}
