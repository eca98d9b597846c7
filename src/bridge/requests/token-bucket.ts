/** A rate limit: `burst` at once, `perSecond` in the long run. */
export class TokenBucket {
  private left: number;
  private at: number;

  /** `now`: milliseconds since the epoch. */
  constructor(
    private readonly burst: number,
    private readonly perSecond: number,
    private readonly now: () => number,
  ) {
    this.left = burst;
    this.at = now();
  }

  /** Takes `count` tokens or none. @returns 0, or the milliseconds after which there will be as many; more than `burst` count as `burst`. */
  take(count: number): number {
    const now = this.now();
    this.left = Math.min(
      this.burst,
      this.left + (Math.max(0, now - this.at) / 1000) * this.perSecond,
    );
    this.at = now;
    const missing = Math.min(count, this.burst) - this.left;
    if (missing > 0) {
      return Math.ceil((missing / this.perSecond) * 1000);
    }
    this.left = Math.max(0, this.left - count);
    return 0;
  }
}
