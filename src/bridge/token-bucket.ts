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

  /** False if no token is left. */
  take(): boolean {
    const now = this.now();
    const left = Math.min(
      this.burst,
      this.left + (Math.max(0, now - this.at) / 1000) * this.perSecond,
    );
    this.left = Math.max(0, left - 1);
    this.at = now;
    return left >= 1;
  }
}
