/** A count of steps in a row, with the calls that are its evidence. A reopened step is taken back before it is judged again. */
import type { Call, Step } from '../session.js';
import type { Message } from '../wording.js';

const KEPT_CALLS = 64;

export class Streak {
  count = 0;
  lastReset: Message | undefined;
  private calls: Call[] = [];
  private before: { count: number; calls: Call[]; lastReset: Message | undefined } | undefined;

  /** Remember the state before this step, or return to it if the step is judged again. */
  begin(again: boolean): void {
    if (again && this.before !== undefined) {
      ({ count: this.count, lastReset: this.lastReset } = this.before);
      this.calls = [...this.before.calls];
    } else {
      this.before = { count: this.count, calls: [...this.calls], lastReset: this.lastReset };
    }
  }

  add(step: Step): void {
    this.count += 1;
    this.calls.push(...step.calls);
    if (this.calls.length > KEPT_CALLS) { this.calls = this.calls.slice(-KEPT_CALLS); }
  }

  reset(why?: Message): void {
    this.count = 0;
    this.calls = [];
    this.lastReset = why;
  }

  get evidence(): { calls: number[]; members: string[] } {
    return { calls: this.calls.map((call) => call.number), members: [...new Set(this.calls.map((call) => call.key))] };
  }
}
