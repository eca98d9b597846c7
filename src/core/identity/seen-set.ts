/** A set that keeps the newest texts, so that a session's memory stays constant. */
import { Slots } from './slots.js';

/** Texts that a set keeps by default. */
const KEPT = 16_384;
const SMALLEST = 16;

/** Halves of the hash of the text that is looked for: returned by no allocation. */
let [low, high] = [0, 0];

/**
 * Texts and the step in which each was first seen, as 64 bits of their hash: no text is kept, so that a session's many lines
 * cost neither memory nor the collector's time. A lookup from that very step finds a text new: a step that is judged again,
 * because it was reopened, comes to the same result.
 */
export class SeenSet {
  private highs = new Int32Array(SMALLEST);
  private steps = new Int32Array(SMALLEST);
  private slots = new Slots();
  private count = 0;
  /** The place that is reused next once the ring is full. */
  private oldest = 0;

  /** @param limit at most 32,768 */
  constructor(private readonly limit = KEPT) {}

  get isEmpty(): boolean {
    return this.count === 0;
  }

  has(key: string): boolean {
    return this.find(key) >= 0;
  }

  isNew(key: string, step: number): boolean {
    const place = this.find(key);
    return place < 0 || this.steps[place] === step;
  }

  /** True if the key was not there, or came in the same step. */
  add(key: string, step = -1): boolean {
    const known = this.find(key);
    if (known >= 0) {
      return step >= 0 && this.steps[known] === step;
    }
    let place = this.count;
    if (place < this.limit) {
      this.count += 1;
    } else {
      place = this.oldest;
      this.oldest = place + 1 === this.limit ? 0 : place + 1;
      this.slots.unlink(place);
    }
    if (place >= this.highs.length) {
      this.highs = doubled(this.highs);
      this.steps = doubled(this.steps);
    }
    this.highs[place] = high;
    this.steps[place] = step;
    this.slots.link(place, low);
    return true;
  }

  clear(): void {
    this.highs = new Int32Array(SMALLEST);
    this.steps = new Int32Array(SMALLEST);
    this.slots = new Slots();
    this.count = this.oldest = 0;
  }

  /** Sets both halves. @returns −1 for a key that is not there */
  private find(key: string): number {
    hash(key);
    const { slots } = this;
    for (let slot = slots.first(low); ; slot = slots.after(slot)) {
      const place = slots.placeAt(slot);
      if (place < 0 || (slots.hashSlots(place) === low && this.highs[place] === high)) {
        return place;
      }
    }
  }
}

function hash(key: string): void {
  let [one, other] = [key.length, ~key.length];
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    one = Math.imul(one ^ unit, 0x27d4eb2f);
    other = Math.imul(other ^ unit, 0x165667b1);
  }
  low = one ^ (one >>> 15) ^ (other >>> 13);
  high = other ^ (other >>> 15) ^ (one >>> 11);
}

function doubled(values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * values.length);
  more.set(values);
  return more;
}
