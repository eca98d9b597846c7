/** A map that keeps the newest entries, so that a session's memory stays constant. */
import { Slots } from './slots.js';

/** Entries that a map keeps by default. */
const KEPT = 16_384;

/**
 * Remembers the newest `limit` keys and forgets the oldest: memory and time per key stay constant whatever a session's length.
 * A hash table of places in a ring instead of a Map, which keeps deleted entries until it is rebuilt, and compares a new
 * text with old ones in cold memory: this takes half the time, and less memory.
 */
export class Recent<V> {
  /** The ring: keys by age, with their values; undefined for deleted ones. */
  private keys: (string | undefined)[] = [];
  private values: (V | undefined)[] = [];
  private slots = new Slots();
  /** The place that is reused next once the ring is full. */
  private oldest = 0;
  private count = 0;

  /** @param limit at most 32,768 */
  constructor(private readonly limit = KEPT) {}

  get isEmpty(): boolean {
    return this.count === 0;
  }
  has(key: string): boolean {
    return this.findPlace(key, slotHash(key)) >= 0;
  }

  get(key: string): V | undefined {
    const place = this.findPlace(key, slotHash(key));
    return place < 0 ? undefined : this.values[place];
  }

  /** A known key keeps its age. */
  set(key: string, value: V): void {
    const hash = slotHash(key);
    const known = this.findPlace(key, hash);
    if (known >= 0) {
      this.values[known] = value;
      return;
    }
    let place = this.keys.length;
    if (place < this.limit) {
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
    this.slots.link(place, hash);
    this.count += 1;
  }

  /** Its place in the ring stays taken until that is reused. */
  delete(key: string): void {
    const place = this.findPlace(key, slotHash(key));
    if (place >= 0) {
      this.forget(place);
    }
  }

  clear(): void {
    this.keys = [];
    this.values = [];
    this.slots = new Slots();
    this.oldest = this.count = 0;
  }

  /** −1 for a key that is not there. */
  private findPlace(key: string, hash: number): number {
    const { slots } = this;
    for (let slot = slots.first(hash); ; slot = slots.after(slot)) {
      const place = slots.placeAt(slot);
      if (place < 0 || (slots.hashSlots(place) === hash && this.keys[place] === key)) {
        return place;
      }
    }
  }

  private forget(place: number): void {
    this.slots.unlink(place);
    this.keys[place] = this.values[place] = undefined;
    this.count -= 1;
  }
}

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
