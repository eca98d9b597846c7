/** Rounds in a row that came to the same: how many, and the last call of each. */
import { pushNewest } from '../../push-newest.js';

const LISTED = 64;

export class Rounds {
  private rounds = 0;
  private lastCalls: number[] = [];

  get count(): number {
    return this.rounds;
  }

  /** Numbers of the newest rounds' last calls, each once: a round may have had none of its own. */
  get calls(): number[] {
    return [...new Set(this.lastCalls.filter((call) => call >= 0))];
  }

  /** @param lastCall −1 before any call */
  add(lastCall: number): void {
    this.rounds += 1;
    pushNewest(this.lastCalls, lastCall, LISTED);
  }

  restart(): void {
    this.rounds = 0;
    this.lastCalls = [];
  }
}
