/** Counts steps in a row and lists their calls as evidence. A reopened step is undone before it is judged again. */
import type { Step } from '../turns/session.js';
import type { Message } from '../view/words/wording.js';

const KEPT_CALLS = 64;

interface Member {
  number: number;
  key: string;
}
/** States share the growing `calls`: the first `length` are this one's. */
interface StreakState {
  count: number;
  calls: Member[];
  length: number;
  lastReset: Message | undefined;
}

/** Shared and never added to. */
const none: Member[] = [];

/** The calls of a step that a streak keeps. */
export function listMembers({ calls }: Step): Member[] {
  return calls.map(({ number, key }) => ({ number, key }));
}

export class Streak {
  private state: StreakState = { count: 0, calls: none, length: 0, lastReset: undefined };
  private before: StreakState = this.state;

  get count(): number {
    return this.state.count;
  }
  /** For a counter. */
  get lastResetIfAny(): { lastReset?: Message } {
    const { lastReset } = this.state;
    return lastReset === undefined ? {} : { lastReset };
  }

  /** Remembers the state before this step, or returns to it if the step is judged again. */
  begin(again: boolean): void {
    if (again) {
      this.state = this.before;
    } else {
      this.before = this.state;
    }
  }

  /** The count with this step, which may be a reopened one. */
  with(step: Step): number {
    return (step.judged ? this.before : this.state).count + 1;
  }

  /** @param members see `listMembers`: several streaks may share them. */
  add(members: readonly Member[]): void {
    const { count, calls: known, length, lastReset } = this.state;
    const calls =
      length === 0 || length > 2 * KEPT_CALLS
        ? known.slice(Math.max(0, length - KEPT_CALLS), length)
        : known;
    if (calls.length > length) {
      calls.length = length;
    } // drops what the step added when it was judged before
    for (const member of members) {
      calls.push(member);
    }
    this.state = { count: count + 1, calls, length: calls.length, lastReset };
  }

  reset(why?: Message): void {
    if (this.state.count > 0 || this.state.lastReset !== why) {
      this.state = { count: 0, calls: none, length: 0, lastReset: why };
    }
  }

  /** Numbers of the newest calls and keys of their actions. */
  get evidence(): { calls: number[]; members: string[] } {
    const calls = this.state.calls.slice(
      Math.max(0, this.state.length - KEPT_CALLS),
      this.state.length,
    );
    return {
      calls: calls.map((call) => call.number),
      members: [...new Set(calls.map((call) => call.key))],
    };
  }
}
