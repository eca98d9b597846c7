/** How many lines of files were added and removed since HEAD: requested from the host when a row is opened. */
import type { FileChange } from '../../src/protocol/view.js';

/** Beyond this many lists those requested longest ago are dropped. */
const MAX_LISTS = 60;

export class ChangeStore {
  private readonly lists = new Map<string, readonly FileChange[]>();

  constructor(private readonly request: (paths: string[]) => void) {}

  clear(): void {
    this.lists.clear();
  }

  /** Empty until the host has answered. */
  of(paths: readonly string[]): readonly FileChange[] {
    const key = makeKey(paths);
    const known = this.lists.get(key);
    if (known !== undefined) {
      return known;
    }
    this.lists.set(key, []);
    for (const oldest of this.lists.keys()) {
      if (this.lists.size > MAX_LISTS) {
        this.lists.delete(oldest);
      }
    }
    this.request([...paths]);
    return [];
  }

  add(files: readonly FileChange[]): void {
    this.lists.set(makeKey(files.map(({ path }) => path)), files);
  }
}

function makeKey(paths: readonly string[]): string {
  return paths.join('\0');
}
