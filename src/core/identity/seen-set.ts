/** A set that keeps the newest texts, so that a session's memory stays constant. */

/** Texts that a set keeps by default. */
const KEPT = 16_384;
/** Room for so many texts in a new set; it doubles with need. */
const FIRST_ROOM = 32;

/**
 * Texts and the step in which each was first seen, as 53 bits of their hash: no text is kept. A lookup from that very step finds
 * a text new: a step that is judged again, because it was reopened, comes to the same result.
 */
export class SeenSet {
  /** In arrays of plain numbers a text costs 20 bytes; in a map it costs 60, and every number is an object for the collector. */
  private entries: Entries;

  /** @param limit texts, 16,384 by default */
  constructor(private readonly limit = KEPT) {
    this.entries = new Entries(Math.min(limit, FIRST_ROOM));
  }

  get isEmpty(): boolean {
    return this.entries.count === 0;
  }

  has(key: string): boolean {
    return this.entries.find(hash(key)) !== undefined;
  }

  isNew(key: string, step: number): boolean {
    const seen = this.entries.find(hash(key));
    return seen === undefined || seen === step;
  }

  /** True if the key was not there, or came in the same step. */
  add(key: string, step = -1): boolean {
    const hashed = hash(key);
    const seen = this.entries.find(hashed);
    if (seen !== undefined) {
      return step >= 0 && seen === step;
    }
    const { count, room } = this.entries;
    if (count === room && room < this.limit) {
      this.entries = this.entries.copy(Math.min(this.limit, 2 * room));
    }
    this.entries.add(hashed, step);
    return true;
  }

  clear(): void {
    this.entries = new Entries(Math.min(this.limit, FIRST_ROOM));
  }
}

/** A ring of the newest hashes, oldest first, and a hash table with linear probing that finds them. */
class Entries {
  count = 0;
  private next = 0;
  private readonly hashes: Float64Array;
  private readonly steps: Int32Array;
  /** Places in the ring, from 1; 0: free. At most half of it is taken. */
  private readonly table: Int32Array;
  private readonly mask: number;

  constructor(readonly room: number) {
    this.hashes = new Float64Array(room);
    this.steps = new Int32Array(room);
    this.table = new Int32Array(2 ** Math.ceil(Math.log2(2 * room)));
    this.mask = this.table.length - 1;
  }

  /** The step of this hash. */
  find(hashed: number): number | undefined {
    const place = this.table[this.findSlot(hashed)] ?? 0;
    return place === 0 ? undefined : this.steps[place - 1];
  }

  /** A hash that is not there takes the place of the oldest, once the ring is full. */
  add(hashed: number, step: number): void {
    const place = this.next;
    if (this.count === this.room) {
      this.remove(this.findSlot(this.hashes[place] ?? 0));
    } else {
      this.count += 1;
    }
    this.hashes[place] = hashed;
    this.steps[place] = step;
    this.table[this.findSlot(hashed)] = place + 1;
    this.next = (place + 1) % this.room;
  }

  /** Only for a ring that has not gone round. */
  copy(room: number): Entries {
    const larger = new Entries(room);
    for (let place = 0; place < this.count; place++) {
      larger.add(this.hashes[place] ?? 0, this.steps[place] ?? 0);
    }
    return larger;
  }

  /** Where the hash is, or would be. */
  private findSlot(hashed: number): number {
    for (let slot = this.findHome(hashed); ; slot = (slot + 1) & this.mask) {
      const place = this.table[slot] ?? 0;
      if (place === 0 || this.hashes[place - 1] === hashed) {
        return slot;
      }
    }
  }

  /** The slot at which the search for a hash begins: its low bits. */
  private findHome(hashed: number): number {
    return (hashed >>> 0) & this.mask;
  }

  /** Those after the gap move up, so that each is found from its home without passing a free slot. */
  private remove(gap: number): void {
    for (let slot = (gap + 1) & this.mask; ; slot = (slot + 1) & this.mask) {
      const place = this.table[slot] ?? 0;
      if (place === 0) {
        this.table[gap] = 0;
        return;
      }
      const home = this.findHome(this.hashes[place - 1] ?? 0);
      if (((slot - home) & this.mask) >= ((slot - gap) & this.mask)) {
        this.table[gap] = place;
        gap = slot;
      }
    }
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
