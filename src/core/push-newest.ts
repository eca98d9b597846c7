/** Adds an entry to a list that keeps only the newest ones. */
export function pushNewest<T>(list: T[], entry: T, kept: number): void {
  list.push(entry);
  if (list.length > kept) {
    list.shift();
  }
}
