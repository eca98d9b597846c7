/** Lists and sets that keep only their newest entries. */

export function pushNewest<T>(list: T[], entry: T, kept: number): void {
  list.push(entry);
  if (list.length > kept) {
    list.shift();
  }
}

/** A known entry keeps its age. */
export function addNewest<T>(set: Set<T>, entries: readonly T[], kept: number): void {
  for (const entry of entries) {
    set.add(entry);
  }
  for (const oldest of set) {
    if (set.size <= kept) {
      break;
    }
    set.delete(oldest);
  }
}
