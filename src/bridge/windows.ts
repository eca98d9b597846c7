/** Assigns hooks to windows: to the one whose folder most closely contains the session's working folder. */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { contains, pathKey } from '../core/paths.js';
import type { WindowEntry } from './messages.js';

/** The key of a folder's real path, or of the path as given if it does not exist. */
export async function realFolderKey(path: string): Promise<string> {
  const absolute = resolve(path);
  return pathKey(await realpath(absolute).catch(() => absolute), process.platform);
}

/** The window with the longest folder that contains `cwd` (a key); of several, the one focused last. */
export function windowFor(windows: Iterable<WindowEntry>, cwd: string): WindowEntry | undefined {
  let best: { window: WindowEntry; length: number } | undefined;
  for (const window of windows) {
    const length = Math.max(
      -1,
      ...window.folders.filter((folder) => contains(folder, cwd)).map((folder) => folder.length),
    );
    if (length < 0) {
      continue;
    }
    const better =
      best === undefined ||
      length > best.length ||
      (length === best.length && window.touchedAt > best.window.touchedAt);
    if (better) {
      best = { window, length };
    }
  }
  return best?.window;
}

const SESSIONS_KEPT = 1024;
const REAL_PATHS_KEPT = 256;
const REAL_PATH_MS = 5000;

/** The open windows, and which of them owns which session. */
export class WindowRegistry {
  private readonly windows = new Map<string, WindowEntry>();
  /** By window: the time of its last focus as it told it. */
  private readonly toldAt = new Map<string, number>();
  private readonly owners = new Map<string, string>();
  private readonly keys = new Map<string, { key: string; at: number }>();

  constructor(private readonly now: () => number) {}

  get size(): number {
    return this.windows.size;
  }

  /** A window that tells of a new focus is the last focused one, even if the clock was set back since the others'. */
  set(entry: WindowEntry): void {
    const { id } = entry;
    const known = this.windows.get(id);
    const isFocused = known !== undefined && this.toldAt.get(id) !== entry.touchedAt;
    const touchedAt = isFocused
      ? Math.max(entry.touchedAt, ...[...this.windows.values()].map((each) => each.touchedAt + 1))
      : (known?.touchedAt ?? entry.touchedAt);
    this.toldAt.set(id, entry.touchedAt);
    this.windows.set(id, { ...entry, touchedAt });
  }

  delete(id: string): void {
    this.windows.delete(id);
    this.toldAt.delete(id);
  }

  /**
   * The window for a hook. A session stays with its window while the agent moves inside that window's folders, even into
   * a folder that another window has open, and while it visits folders that no window has open.
   */
  async route(cwd: string | undefined, session: string | undefined): Promise<string | undefined> {
    const key = cwd === undefined ? undefined : await this.key(cwd);
    const owner =
      session === undefined ? undefined : this.windows.get(this.owners.get(session) ?? '');
    const match = key === undefined ? undefined : windowFor(this.windows.values(), key);
    const stays =
      owner !== undefined &&
      (key === undefined ||
        match === undefined ||
        owner.folders.some((folder) => contains(folder, key)));
    const chosen = stays ? owner : match;
    if (session !== undefined && chosen !== undefined) {
      remember(this.owners, session, chosen.id, SESSIONS_KEPT);
    }
    return chosen?.id;
  }

  private async key(cwd: string): Promise<string> {
    const known = this.keys.get(cwd);
    if (known !== undefined && this.now() - known.at < REAL_PATH_MS) {
      return known.key;
    }
    const key = await realFolderKey(cwd);
    remember(this.keys, cwd, { key, at: this.now() }, REAL_PATHS_KEPT);
    return key;
  }
}

/** Sets an entry and drops the oldest one above `most`. */
function remember<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > most && oldest.done !== true) {
    map.delete(oldest.value);
  }
}
