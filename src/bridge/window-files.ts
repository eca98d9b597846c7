/**
 * The small file by which a window is found: its folders, and the door where it is asked. Only files of the user's own, of mode 0600, in a
 * folder of mode 0700 are read.
 *
 * Frozen: `windows/<id>.json` and what it holds. Hook clients and windows of other versions read it.
 */
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { ensurePrivateFolder, isOwn, isPrivateFolder, readPrivateFile } from './private-files.js';
import { replaceFile } from './state.js';

const FOLDER = 'windows';
const MOST_BYTES = 256 * 1024;
const MOST_WINDOWS = 200;

const door = v.union([
  v.object({ path: v.string() }),
  v.object({ port: v.number(), pin: v.string(), certificate: v.string() }),
]);
/** Where a window is asked: a socket that only the user can reach, or a port whose listener proves itself by its key. */
export type WindowDoor = Readonly<v.InferOutput<typeof door>>;

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

export function unregisterWindow(dir: string, id: string): Promise<void> {
  return rm(entryPath(dir, id), { force: true });
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
