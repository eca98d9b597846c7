/** Sets and maps that keep the newest entries, so that a session's memory stays constant. */

/** Entries that a set keeps by default. */
const KEPT = 16_384;

/**
 * Remembers the newest `limit` keys and forgets the oldest: memory and time per key stay constant whatever a session's length.
 * A hash table of places in a ring instead of a Map, which keeps deleted entries until it is rebuilt, and compares a new
 * text with old ones in cold memory: this takes half the time, and less memory.
 */
export class Recent<V> {
  /** The ring: keys by age, with their hashes and values; undefined for deleted ones. */
  private keys: (string | undefined)[] = [];
  private values: (V | undefined)[] = [];
  private hashes = new Int32Array(SMALLEST);
  /** The place that is reused next once the ring is full. */
  private oldest = 0;
  /** Open addressing by hash: places in the ring, counted from 1. Never more than half full. */
  private slots = new Uint16Array(2 * SMALLEST);
  private count = 0;

  /** @param limit at most 32,768 */
  constructor(private readonly limit = KEPT) {}

  get isEmpty(): boolean {
    return this.count === 0;
  }
  has(key: string): boolean {
    return this.placeOf(key, slotHash(key)) >= 0;
  }

  get(key: string): V | undefined {
    const place = this.placeOf(key, slotHash(key));
    return place < 0 ? undefined : this.values[place];
  }

  /** A known key keeps its age. */
  set(key: string, value: V): void {
    const hash = slotHash(key);
    const known = this.placeOf(key, hash);
    if (known >= 0) {
      this.values[known] = value;
      return;
    }
    let place = this.keys.length;
    if (place < this.limit) {
      if (place === this.hashes.length) {
        this.grow();
      }
      this.keys.push(key);
      this.values.push(value);
    } else {
      place = this.oldest;
      this.oldest = place + 1 === this.limit ? 0 : place + 1;
      if (this.keys[place] !== undefined) {
        this.forget(place);
      }
      this.keys[place] = key;
      this.values[place] = value;
    }
    this.hashes[place] = hash;
    this.link(place, hash);
    this.count += 1;
  }

  /** Its place in the ring stays taken until that is reused. */
  delete(key: string): void {
    const place = this.placeOf(key, slotHash(key));
    if (place >= 0) {
      this.forget(place);
    }
  }

  clear(): void {
    this.keys = [];
    this.values = [];
    this.hashes = new Int32Array(SMALLEST);
    this.slots = new Uint16Array(2 * SMALLEST);
    this.oldest = this.count = 0;
  }

  /** −1 for a key that is not there. */
  private placeOf(key: string, hash: number): number {
    const { slots, hashes } = this;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const place = (slots[slot] ?? 0) - 1;
      if (place < 0 || (hashes[place] === hash && this.keys[place] === key)) {
        return place;
      }
    }
  }

  private link(place: number, hash: number): void {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = hash & mask;
    while (slots[slot] !== 0) {
      slot = (slot + 1) & mask;
    }
    slots[slot] = place + 1;
  }

  private forget(place: number): void {
    const { slots, hashes } = this;
    const mask = slots.length - 1;
    let gap = (hashes[place] ?? 0) & mask;
    while (slots[gap] !== place + 1) {
      gap = (gap + 1) & mask;
    }
    // entries behind the gap move into it unless that is ahead of their own slot, so that no search ends too early
    for (
      let slot = (gap + 1) & mask, next = slots[slot] ?? 0;
      next !== 0;
      slot = (slot + 1) & mask, next = slots[slot] ?? 0
    ) {
      const own = (hashes[next - 1] ?? 0) & mask;
      if (((slot - own) & mask) >= ((slot - gap) & mask)) {
        slots[gap] = next;
        gap = slot;
      }
    }
    slots[gap] = 0;
    this.keys[place] = this.values[place] = undefined;
    this.count -= 1;
  }

  private grow(): void {
    const { hashes, keys } = this;
    this.hashes = new Int32Array(2 * hashes.length);
    this.hashes.set(hashes);
    this.slots = new Uint16Array(4 * hashes.length);
    keys.forEach((key, place) => {
      if (key !== undefined) {
        this.link(place, hashes[place] ?? 0);
      }
    });
  }
}

/** Initial places of a table. */
const SMALLEST = 16;
/** Characters of a key's end that are hashed: paths and ids differ there. */
const LONGEST_LOOKED = 256;

/** Not `hashText`: equal keys are compared, so 32 bits are enough. */
function slotHash(key: string): number {
  let hash = key.length;
  for (let i = Math.max(0, key.length - LONGEST_LOOKED); i < key.length; i++) {
    hash = Math.imul(hash ^ key.charCodeAt(i), 0x27d4eb2f);
  }
  return hash ^ (hash >>> 15);
}

/**
 * Texts and the step in which each was first seen. A lookup from that very step finds it new: a step that is
 * judged again, because it was reopened, comes to the same result.
 */
export class SeenSet {
  private readonly steps: Recent<number>;
  constructor(limit = KEPT) {
    this.steps = new Recent(limit);
  }

  get isEmpty(): boolean {
    return this.steps.isEmpty;
  }
  has(key: string): boolean {
    return this.steps.has(key);
  }

  isNew(key: string, step: number): boolean {
    const first = this.steps.get(key);
    return first === undefined || first === step;
  }

  /** True if the key was not there, or came in the same step. */
  add(key: string, step = -1): boolean {
    const first = this.steps.get(key);
    if (first === undefined) {
      this.steps.set(key, step);
    }
    return first === undefined || (step >= 0 && first === step);
  }

  clear(): void {
    this.steps.clear();
  }
}
