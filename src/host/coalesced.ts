/** Many asks, one run: at once if the last run is long enough ago, else when the interval is over. */
import type { Disposable } from 'vscode';

export class Coalesced implements Disposable {
  private timer: NodeJS.Timeout | undefined;
  private again = false;

  constructor(private readonly run: () => void, private readonly intervalMs: number) {}

  ask(): void {
    if (this.timer !== undefined) {
      this.again = true;
      return;
    }
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.again) { this.again = false; this.ask(); }
    }, this.intervalMs);
    this.run();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.again = false;
  }
}
