/**
 * Assigns hooks to windows: to the one whose folder most closely contains the session's working folder. A window is found by its small
 * file: its folders, and the door where it is asked. Only files of the user's own, of mode 0600, in a folder of mode 0700 are read.
 *
 * Frozen: `windows/<id>.json` and what it holds. Hook clients and windows of other versions read it.
 */
import { realpath, lstat, readdir, rm } from 'node:fs/promises';
import { resolve, join } from 'node:path';
import * as v from 'valibot';
import { contains, pathKey } from '../core/paths.js';
import { setNewest } from '../core/push-newest.js';
import { ensurePrivateFolder, isOwn, isPrivateFolder, readPrivateFile } from './private-files.js';
import { replaceFile } from './state.js';

/** The key of a folder's real path, or of the path as given if it does not exist. */
export async function realFolderKey(path: string): Promise<string> {
  const absolute = resolve(path);
  return pathKey(await realpath(absolute).catch(() => absolute), process.platform);
}

interface Match {
  window: WindowEntry;
  /** The length of its folder that holds the path. */
  length: number;
  /** The window has that folder open, and not only its repository. */
  isOpen: boolean;
}

/**
 * The window with the longest folder that contains `cwd` (a key); of several, the one that has it open, then the one focused last.
 * A terminal only where there is no window.
 */
export function windowFor(windows: Iterable<WindowEntry>, cwd: string): WindowEntry | undefined {
  return matchFor(windows, cwd)?.window;
}

function matchFor(windows: Iterable<WindowEntry>, cwd: string): Match | undefined {
  let best: Match | undefined;
  for (const window of windows) {
    const match = measureMatch(window, cwd);
    if (match !== undefined && (best === undefined || isCloser(match, best))) {
      best = match;
    }
  }
  return best;
}

function measureMatch(window: WindowEntry, cwd: string): Match | undefined {
  const opened = longest(window.folders, cwd);
  const worktree = longest(window.worktrees ?? [], cwd);
  const length = Math.max(opened, worktree);
  return length < 0 ? undefined : { window, length, isOpen: opened >= worktree };
}

function longest(folders: readonly string[], cwd: string): number {
  return Math.max(
    -1,
    ...folders.filter((folder) => contains(folder, cwd)).map((folder) => folder.length),
  );
}

function isCloser(one: Match, other: Match): boolean {
  if (isTerminal(one.window) !== isTerminal(other.window)) {
    return isTerminal(other.window);
  }
  if (one.length !== other.length) {
    return one.length > other.length;
  }
  return one.isOpen === other.isOpen ? one.window.touchedAt > other.window.touchedAt : one.isOpen;
}

const SESSIONS_KEPT = 1024;
const REAL_PATHS_KEPT = 256;
/** Where a folder's path leads is looked up again after this long, and a hook waits for it only after the longer (milliseconds). */
const REAL_PATH_MS = 5000;
const OLD_PATH_MS = 60_000;

/** The open windows, and which of them owns which session. */
export class WindowRegistry {
  private readonly windows = new Map<string, WindowEntry>();
  /** By window: the time of its last focus as it told it. */
  private readonly toldAt = new Map<string, number>();
  private readonly owners = new Map<string, string>();
  private readonly keys = new Map<string, { key: string; at: number }>();
  /** One at a time, beside the hooks. */
  private lookingUp: Promise<string> | undefined;

  constructor(private readonly now: () => number) {}

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

  /** Those of a window's worktrees that another window has open; of a terminal's, those also that lie in an open folder. */
  elsewhere(id: string): string[] {
    const own = this.windows.get(id);
    const others = [...this.windows.values()].filter((window) => window.id !== id);
    return (own?.worktrees ?? []).filter((worktree) =>
      others.some(({ folders }) =>
        isTerminal(own) ? longest(folders, worktree) >= 0 : folders.includes(worktree),
      ),
    );
  }

  /** Exactly these are open. */
  replace(entries: readonly WindowEntry[]): void {
    const open = new Set(entries.map(({ id }) => id));
    for (const id of [...this.windows.keys()].filter((each) => !open.has(each))) {
      this.delete(id);
    }
    for (const entry of entries) {
      this.set(entry);
    }
  }

  delete(id: string): void {
    this.windows.delete(id);
    this.toldAt.delete(id);
  }

  /**
   * The window for a hook. A session stays with its window while the agent moves inside that window's folders, even into
   * a folder that another window has open, and while it visits folders that no window has open. In a worktree of that window's
   * repository it stays unless another window has the worktree open. `without`: windows that do not answer now; who stands in for
   * them does not keep the session.
   */
  async route(
    cwd: string | undefined,
    session: string | undefined,
    without: ReadonlySet<string> = new Set(),
  ): Promise<string | undefined> {
    const key = cwd === undefined ? undefined : await this.key(cwd);
    if (without.size > 0) {
      const others = [...this.windows.values()].filter(({ id }) => !without.has(id));
      return key === undefined ? undefined : windowFor(others, key)?.id;
    }
    const owner =
      session === undefined ? undefined : this.windows.get(this.owners.get(session) ?? '');
    const match = key === undefined ? undefined : matchFor(this.windows.values(), key);
    const stays =
      owner !== undefined && (key === undefined || match === undefined || keeps(owner, key, match));
    const chosen = stays ? owner : match?.window;
    if (session !== undefined && chosen !== undefined) {
      setNewest(this.owners, session, chosen.id, SESSIONS_KEPT);
    }
    return chosen?.id;
  }

  /** Whether an open window has the session. */
  isAssigned(session: string): boolean {
    return this.windows.has(this.owners.get(session) ?? '');
  }

  /** An agent at work waits for no look at the disk, which may be busy: its next hook goes by what the look finds. */
  private key(cwd: string): string | Promise<string> {
    const known = this.keys.get(cwd);
    const age = known === undefined ? Infinity : this.now() - known.at;
    if (known === undefined || age >= OLD_PATH_MS) {
      return this.lookUp(cwd);
    }
    if (age >= REAL_PATH_MS) {
      this.lookingUp ??= this.lookUp(cwd).finally(() => {
        this.lookingUp = undefined;
      });
    }
    return known.key;
  }

  private async lookUp(cwd: string): Promise<string> {
    const key = await realFolderKey(cwd);
    setNewest(this.keys, cwd, { key, at: this.now() }, REAL_PATHS_KEPT);
    return key;
  }
}

function isTerminal(window: WindowEntry | undefined): boolean {
  return window?.terminal === true;
}

function keeps(owner: WindowEntry, cwd: string, match: Match): boolean {
  if (isTerminal(owner) && !isTerminal(match.window)) {
    return false;
  }
  const own = measureMatch(owner, cwd);
  return own !== undefined && (longest(owner.folders, cwd) >= 0 || !match.isOpen);
}

const FOLDER = 'windows';
const MOST_BYTES = 256 * 1024;
const MOST_WINDOWS = 200;

const door = v.union([
  v.object({ path: v.string() }),
  v.object({ port: v.number(), pin: v.string(), certificate: v.string() }),
]);
/** Where a window is asked: a socket that only the user can reach, or a port whose listener proves itself by its key. */
export type WindowAddress = Readonly<v.InferOutput<typeof door>>;

const windowEntry = v.object({
  id: v.string(),
  /** Keys of real paths. */
  folders: v.array(v.string()),
  /** Keys of worktrees that belong to these folders' repositories; a window that has one open goes first. */
  worktrees: v.optional(v.array(v.string())),
  /** When the window was last focused or, before that, started: milliseconds since the epoch. */
  touchedAt: v.number(),
  /** A terminal, where nobody is there to ask: what it watches are worktrees to it, and windows go first. */
  terminal: v.optional(v.literal(true)),
});
export type WindowEntry = Readonly<v.InferOutput<typeof windowEntry>>;

const windowFile = v.pipe(v.string(), v.parseJson(), v.object({ ...windowEntry.entries, door }));
export type RegisteredWindow = Readonly<v.InferOutput<typeof windowFile>>;

export function parseWindowFile(text: string): RegisteredWindow | undefined {
  const { success, output } = v.safeParse(windowFile, text);
  return success ? output : undefined;
}

export async function registerWindow(dir: string, window: RegisteredWindow): Promise<void> {
  const folder = join(dir, FOLDER);
  if ((await lstat(folder).catch(() => undefined))?.isSymbolicLink() === true) {
    // what it leads to is somebody's own
    await rm(folder, { force: true });
  }
  await ensurePrivateFolder(folder);
  await replaceFile(entryPath(dir, window.id), `${JSON.stringify(window)}\n`);
}

/** Takes its file away, and the draft of one that it was writing when it was killed. */
export async function unregisterWindow(dir: string, id: string): Promise<void> {
  const folder = join(dir, FOLDER);
  const names = await readdir(folder).catch(() => []);
  const own = names.filter((name) => name.startsWith(`${id}.json`));
  await Promise.all(own.map((name) => rm(join(folder, name), { force: true })));
}

/** Whoever is gone or stands still may be among them. */
export async function registeredWindows(dir: string): Promise<RegisteredWindow[]> {
  const folder = join(dir, FOLDER);
  const found = await lstat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true || !isOwn(found) || !(await isPrivateFolder(folder))) {
    return [];
  }
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => /^[0-9a-f-]{36}\.json$/.test(name))
    .slice(0, MOST_WINDOWS);
  const windows = await Promise.all(
    names.map(async (name) => {
      const text = await readPrivateFile(join(folder, name), MOST_BYTES).catch(() => undefined);
      const window = text === undefined ? undefined : parseWindowFile(text);
      return window !== undefined && `${window.id}.json` === name ? [window] : [];
    }),
  );
  return windows.flat();
}

function entryPath(dir: string, id: string): string {
  return join(dir, FOLDER, `${id}.json`);
}
