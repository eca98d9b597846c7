/** Milliseconds after one notification during which further ones wait, to be merged into the next. */
const MERGE_MS = 2000;

/** The first is given on at once; what follows within a moment comes together with the next. */
export class NotificationBatcher<T> {
  private waiting: T[] = [];
  /** Set while further ones wait. */
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly give: (items: T[]) => void,
    private readonly ms = MERGE_MS,
  ) {}

  add(item: T): void {
    this.waiting.push(item);
    if (this.timer === undefined) {
      this.giveNow();
    }
  }

  /** Does not let those wait any longer that wait now. */
  flush(): void {
    if (this.waiting.length > 0) {
      clearTimeout(this.timer);
      this.giveNow();
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.waiting = [];
  }

  private giveNow(): void {
    this.timer = undefined;
    const items = this.waiting;
    this.waiting = [];
    if (items.length > 0) {
      this.timer = setTimeout(() => this.giveNow(), this.ms);
      this.give(items);
    }
  }
}
