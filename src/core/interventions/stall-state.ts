/** How far each session's stall was dealt with, and the modes that say how far that may go. */
import type { FeedbackAnswer } from '../events.js';
import type { Session } from '../turns/session.js';
import type { Verdict } from '../verdict.js';

/** Whether a stall is only shown, asked about, or acted on. */
export const modes = ['observe', 'ask', 'auto'] as const;
export type Mode = (typeof modes)[number];

export class StallState {
  private stall: Verdict | undefined;
  /** The person was asked about the open stall. */
  private isAsked = false;
  private isAskedAgain = false;
  /** The person was asked about a cap of their own, and has said nothing yet. */
  isAskedOfCap = false;
  /** Number of steps of the session at which the snooze ends. */
  private snoozedUntil: number | undefined;
  /** The person's newest answer to a verdict. */
  private feedback: { verdict: Verdict; answer: FeedbackAnswer } | undefined;

  /** The open stall. */
  get stalled(): Verdict | undefined {
    return this.stall;
  }
  get asked(): boolean {
    return this.isAsked;
  }
  /** The intervention was ignored, or cannot be carried out here, and the person was asked once more. */
  get askedAgain(): boolean {
    return this.isAskedAgain;
  }

  /** Another stall is open, or none: the person was not asked about it. */
  set(stall: Verdict | undefined): void {
    this.stall = stall;
    this.forgetAsking();
  }

  /** @returns false if the person was already asked. */
  ask(again: boolean): boolean {
    if (again ? this.isAskedAgain : this.isAsked) {
      return false;
    }
    this.isAsked = true;
    this.isAskedAgain = again;
    return true;
  }

  forgetAsking(): void {
    this.isAsked = this.isAskedAgain = false;
  }

  forgetAskingAgain(): void {
    this.isAskedAgain = false;
  }

  snooze(session: Session, steps: number): void {
    this.snoozedUntil = session.steps + steps;
    this.isAskedOfCap = false;
    this.forgetAsking();
  }

  wake(): void {
    this.snoozedUntil = undefined;
    this.isAskedOfCap = false;
  }

  /** Steps until the snooze ends; undefined if none holds. */
  snoozed(session: Session): number | undefined {
    const until = this.snoozedUntil;
    return until === undefined || until <= session.steps ? undefined : until - session.steps;
  }

  /** @returns whether a snooze has just ended. */
  endSnooze(session: Session): boolean {
    if (this.snoozedUntil === undefined || this.snoozedUntil > session.steps) {
      return false;
    }
    this.snoozedUntil = undefined;
    return true;
  }

  /** The opposite answer takes the first back. @returns what holds before and after. */
  answer(
    verdict: Verdict,
    answer: FeedbackAnswer,
  ): { before: FeedbackAnswer | undefined; after: FeedbackAnswer | undefined } {
    const before = this.feedback?.verdict === verdict ? this.feedback.answer : undefined;
    if (before === answer) {
      return { before, after: before };
    }
    this.feedback = before === undefined ? { verdict, answer } : undefined;
    return { before, after: this.feedback?.answer };
  }

  /** The person said that this verdict is a false alarm: nothing more is done about it. */
  isFalseAlarm(verdict: Verdict): boolean {
    return this.feedback?.verdict === verdict && this.feedback.answer === 'false-alarm';
  }
}
