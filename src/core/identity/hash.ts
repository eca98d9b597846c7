/** Text above this many characters is judged by its head, its tail and its length. */
const FULL_TEXT = 16_384;

/**
 * A 53-bit hash of a text, in base 36: not for secrets, only for "is this the same text". Two 32-bit multiply-xor lanes
 * with different multipliers, mixed at the end.
 */
export function hashText(text: string): string {
  const judged = text.length <= FULL_TEXT ? text : `${text.slice(0, FULL_TEXT / 2)}\0${text.length}\0${text.slice(-FULL_TEXT / 2)}`;
  let low = 0x9e3779b1;
  let high = 0x85ebca6b;
  for (let i = 0; i < judged.length; i++) {
    const unit = judged.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x27d4eb2f);
    high = Math.imul(high ^ unit, 0x165667b1);
  }
  low = Math.imul(low ^ (low >>> 15), 0x2c1b3c6d) ^ (high >>> 13);
  high = Math.imul(high ^ (high >>> 15), 0x297a2d39) ^ (low >>> 13);
  return ((high >>> 0) * 0x200000 + ((low >>> 0) >>> 11)).toString(36);
}

/** A set that remembers the newest `limit` texts and forgets the oldest: memory stays constant whatever a session's length. */
export class SeenSet {
  private readonly seen = new Set<string>();
  constructor(private readonly limit = 16_384) {}

  has(key: string): boolean { return this.seen.has(key); }

  /** True if the key was not there. */
  add(key: string): boolean {
    if (this.seen.has(key)) { return false; }
    this.seen.add(key);
    if (this.seen.size > this.limit) {
      const oldest = this.seen.values().next();
      if (!oldest.done) { this.seen.delete(oldest.value); }
    }
    return true;
  }

  delete(key: string): void { this.seen.delete(key); }
  clear(): void { this.seen.clear(); }
}
