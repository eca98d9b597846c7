/** Lists and maps that keep only their newest entries. */

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

/** The oldest key goes where there are more than `kept`. @returns it */
export function dropOldest<K>(keys: Map<K, unknown> | Set<K>, kept: number): K | undefined {
  const [oldest] = keys.size > kept ? keys.keys() : [];
  if (oldest !== undefined) {
    keys.delete(oldest);
  }
  return oldest;
}

/** Sets it as the newest entry, though the map knew its key; the oldest goes where there are more than `kept`. */
export function setNewest<K, V>(map: Map<K, V>, key: K, value: V, kept: number): void {
  map.delete(key);
  map.set(key, value);
  dropOldest(map, kept);
}
