/**
 * Many asks, one run: in the next turn of the event loop if the last run is long enough ago, else when the interval is over. Never
 * in the turn of the ask itself: what is shown to a person must not come before the answer to an agent.
 */
import type { Disposable } from 'vscode';

export class Coalesced implements Disposable {
  private timer: NodeJS.Timeout | undefined;
  private next: NodeJS.Immediate | undefined;
  private again = false;

  constructor(
    private readonly run: () => void,
    private readonly intervalMs: number,
  ) {}

  ask(): void {
    if (this.timer !== undefined) {
      this.again = true;
      return;
    }
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.again) {
        this.again = false;
        this.ask();
      }
    }, this.intervalMs);
    this.next = setImmediate(this.run);
  }

  dispose(): void {
    clearTimeout(this.timer);
    clearImmediate(this.next);
    this.again = false;
  }
}
