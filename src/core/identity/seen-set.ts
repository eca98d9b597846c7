/** A set that keeps the newest texts, so that a session's memory stays constant. */
import { Recent } from './recent.js';

/**
 * Texts and the step in which each was first seen, as 53 bits of their hash: no text is kept. A lookup from that very step finds
 * a text new: a step that is judged again, because it was reopened, comes to the same result.
 */
export class SeenSet {
  private readonly steps: Recent<number, number>;

  /** @param limit texts, 16,384 by default */
  constructor(limit?: number) {
    this.steps = new Recent(limit);
  }

  get isEmpty(): boolean {
    return this.steps.isEmpty;
  }

  has(key: string): boolean {
    return this.steps.has(hash(key));
  }

  isNew(key: string, step: number): boolean {
    const seen = this.steps.get(hash(key));
    return seen === undefined || seen === step;
  }

  /** True if the key was not there, or came in the same step. */
  add(key: string, step = -1): boolean {
    const hashed = hash(key);
    const seen = this.steps.get(hashed);
    if (seen !== undefined) {
      return step >= 0 && seen === step;
    }
    this.steps.set(hashed, step);
    return true;
  }

  clear(): void {
    this.steps.clear();
  }
}

/** A whole number below 2^53. */
function hash(key: string): number {
  let [one, other] = [key.length, ~key.length];
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    one = Math.imul(one ^ unit, 0x27d4eb2f);
    other = Math.imul(other ^ unit, 0x165667b1);
  }
  const low = one ^ (one >>> 15) ^ (other >>> 13);
  const high = other ^ (other >>> 15) ^ (one >>> 11);
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
