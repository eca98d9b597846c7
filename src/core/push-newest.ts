/** Lists that keep only their newest entries. */

export function pushNewest<T>(list: T[], entry: T, kept: number): void {
  list.push(entry);
  if (list.length > kept) {
    list.shift();
  }
}

/** Adds those that are not there yet: a known entry keeps its age. */
export function addNewest<T>(list: T[], entries: readonly T[], kept: number): void {
  for (const entry of entries) {
    if (!list.includes(entry)) {
      list.push(entry);
    }
  }
  if (list.length > kept) {
    list.splice(0, list.length - kept);
  }
}
