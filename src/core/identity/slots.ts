/** From hashes to places in a ring: open addressing, never more than half full. */

const SMALLEST = 16;

export class Slots {
  /** By place. */
  private hashes = new Int32Array(SMALLEST);
  /** Places, counted from 1. */
  private slots = new Uint16Array(2 * SMALLEST);

  /** The slot at which the search for a hash begins. */
  first(hash: number): number {
    return hash & (this.slots.length - 1);
  }

  after(slot: number): number {
    return (slot + 1) & (this.slots.length - 1);
  }

  /** −1 where the search ends. */
  placeAt(slot: number): number {
    return (this.slots[slot] ?? 0) - 1;
  }

  hashSlots(place: number): number {
    return this.hashes[place] ?? 0;
  }

  /** @param place the next free one, or one that was unlinked */
  link(place: number, hash: number): void {
    if (place >= this.hashes.length) {
      this.grow();
    }
    this.hashes[place] = hash;
    this.put(place, hash);
  }

  unlink(place: number): void {
    const { slots } = this;
    let gap = this.first(this.hashSlots(place));
    while (slots[gap] !== place + 1) {
      gap = this.after(gap);
    }
    // entries behind the gap move into it unless that is ahead of their own slot, so that no search ends too early
    const mask = slots.length - 1;
    for (
      let slot = this.after(gap), next = slots[slot] ?? 0;
      next !== 0;
      slot = this.after(slot), next = slots[slot] ?? 0
    ) {
      const own = this.first(this.hashSlots(next - 1));
      if (((slot - own) & mask) >= ((slot - gap) & mask)) {
        slots[gap] = next;
        gap = slot;
      }
    }
    slots[gap] = 0;
  }

  private put(place: number, hash: number): void {
    let slot = this.first(hash);
    while (this.slots[slot] !== 0) {
      slot = this.after(slot);
    }
    this.slots[slot] = place + 1;
  }

  private grow(): void {
    const { hashes, slots } = this;
    this.hashes = new Int32Array(2 * hashes.length);
    this.hashes.set(hashes);
    this.slots = new Uint16Array(4 * hashes.length);
    for (const place of slots) {
      if (place > 0) {
        this.put(place - 1, this.hashSlots(place - 1));
      }
    }
  }
}
