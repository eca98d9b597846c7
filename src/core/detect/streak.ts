/** A count of steps in a row, with the calls that are its evidence. A reopened step is taken back before it is judged again. */
import type { Step } from '../session.js';
import type { Message } from '../wording.js';

const KEPT_CALLS = 64;

interface Member { number: number; key: string }
interface State { count: number; calls: readonly Member[]; lastReset: Message | undefined }

const none: readonly Member[] = [];

export class Streak {
  private state: State = { count: 0, calls: none, lastReset: undefined };
  private before: State = this.state;

  get count(): number { return this.state.count; }
  get lastReset(): Message | undefined { return this.state.lastReset; }

  /** Remember the state before this step, or return to it if the step is judged again. */
  begin(again: boolean): void {
    if (again) { this.state = this.before; } else { this.before = this.state; }
  }

  /** What the count would be with this step, which may be a reopened one. */
  with(step: Step): number { return (step.judged ? this.before : this.state).count + 1; }

  add(step: Step): void {
    const calls = [...this.state.calls];
    for (const { number, key } of step.calls) { calls.push({ number, key }); }
    this.state = { count: this.state.count + 1, calls: calls.length > KEPT_CALLS ? calls.slice(-KEPT_CALLS) : calls, lastReset: this.state.lastReset };
  }

  reset(why?: Message): void {
    if (this.state.count > 0 || this.state.lastReset !== why) { this.state = { count: 0, calls: none, lastReset: why }; }
  }

  /** Numbers of the newest calls, and the keys of their actions. */
  get evidence(): { calls: number[]; members: string[] } {
    const { calls } = this.state;
    return { calls: calls.map((call) => call.number), members: [...new Set(calls.map((call) => call.key))] };
  }
}
