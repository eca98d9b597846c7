/** Text above this many characters is judged by its head, its tail and its length. */
export const FULL_TEXT = 16_384;

const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_';
/** Two digits for each 12 bits: to write a large number by `toString` costs ten times as much. */
const pairs = Array.from({ length: 4096 }, (_, n) => digits.charAt(n >>> 6) + digits.charAt(n & 63));

/**
 * A 60-bit hash of a text, in ten letters, digits, `-` and `_`: not for secrets, only for "is this the same text". Two
 * 32-bit multiply-xor lanes with different multipliers, mixed at the end.
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
  return pair(high >>> 20) + pair(high >>> 8) + pair((high << 4) | (low >>> 28)) + pair(low >>> 16) + pair(low >>> 4);
}

/** The digits of the lowest 12 bits. */
function pair(bits: number): string { return pairs[bits & 0xfff] ?? ''; }

/** Entries that a set of seen texts keeps. */
const KEPT = 16_384;

/** Remembers the newest `limit` keys and forgets the oldest: memory and time per key stay constant whatever a session's length. */
export class Recent<V> {
  private readonly values = new Map<string, V>();
  /** A ring of the keys by age: the first entry of a Map with many deletions is slow to find. */
  private ring: string[] = [];
  private oldest = 0;

  constructor(private readonly limit = KEPT) {}

  get isEmpty(): boolean { return this.values.size === 0; }
  has(key: string): boolean { return this.values.has(key); }
  get(key: string): V | undefined { return this.values.get(key); }

  /** A known key keeps its age. */
  set(key: string, value: V): void {
    const before = this.values.size;
    this.values.set(key, value);
    if (this.values.size === before) { return; }
    if (this.ring.length < this.limit) { this.ring.push(key); return; }
    const forgotten = this.ring[this.oldest];
    if (forgotten !== undefined) { this.values.delete(forgotten); }
    this.ring[this.oldest] = key;
    this.oldest = (this.oldest + 1) % this.limit;
  }

  /** Its place in the ring stays taken until it is its turn. */
  delete(key: string): void { this.values.delete(key); }

  clear(): void {
    this.values.clear();
    this.ring = [];
    this.oldest = 0;
  }
}

/**
 * Texts and the step in which each was first seen. Whoever asks from that very step is told that it is new: a step that is
 * judged again, because it was reopened, comes to the same result.
 */
export class SeenSet {
  private readonly steps: Recent<number>;
  constructor(limit = KEPT) { this.steps = new Recent(limit); }

  get isEmpty(): boolean { return this.steps.isEmpty; }
  has(key: string): boolean { return this.steps.has(key); }

  isNew(key: string, step: number): boolean {
    const first = this.steps.get(key);
    return first === undefined || first === step;
  }

  /** True if the key was not there, or came in the same step. */
  add(key: string, step = -1): boolean {
    const first = this.steps.get(key);
    if (first === undefined) { this.steps.set(key, step); }
    return first === undefined || (step >= 0 && first === step);
  }

  clear(): void { this.steps.clear(); }
}
