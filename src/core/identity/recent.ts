/** A map that keeps the newest entries, so that a session's memory stays constant. */

/** Entries that a map keeps by default. */
const KEPT = 16_384;

/** Remembers the newest `limit` keys and forgets the oldest. */
export class Recent<V, K = string> {
  private readonly entries = new Map<K, V>();
  /**
   * Goes on from key to key: one that begins anew would pass all that was deleted. Made once it is needed: until it goes on, it keeps all
   * tables that the map has outgrown.
   */
  private oldest: MapIterator<K> | undefined;

  constructor(private readonly limit = KEPT) {}

  get isEmpty(): boolean {
    return this.entries.size === 0;
  }

  has(key: K): boolean {
    return this.entries.has(key);
  }

  get(key: K): V | undefined {
    return this.entries.get(key);
  }

  values(): IterableIterator<V> {
    return this.entries.values();
  }

  /** A known key keeps its age. */
  set(key: K, value: V): void {
    this.entries.set(key, value);
    if (this.entries.size > this.limit) {
      this.oldest ??= this.entries.keys();
      const { value: oldest, done } = this.oldest.next();
      if (done !== true) {
        this.entries.delete(oldest);
      }
    }
  }

  delete(key: K): void {
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
    this.oldest = undefined;
  }
}
