/** When files got back the state from before the edits. */
import { Recent } from '../recent.js';

const KEPT = 512;

export class Restorations {
  /** Counts edits and restorations, which may come in one step. */
  time = 0;
  private readonly files = new Recent<number>(KEPT);
  private all = -1;

  /** Another edit. */
  pass(): void {
    this.time += 1;
  }

  /** @param path undefined: all files */
  restore(path: string | undefined): void {
    this.time += 1;
    if (path === undefined) {
      this.all = this.time;
    } else {
      this.files.set(path, this.time);
    }
  }

  /** What was there at that time was removed with all other edits. */
  isStale(path: string, at: number): boolean {
    return Math.max(this.all, this.files.get(path) ?? -1) > at;
  }
}
