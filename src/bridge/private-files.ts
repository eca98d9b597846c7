/** Folders and files that are the user's alone. What another user owns is refused: they could change it at any time. */
import { constants, type Stats } from 'node:fs';
import { chmod, lstat, mkdir, stat } from 'node:fs/promises';
import { NotAFile, openToRead, readOpened } from '../bounded-files.js';
import { readErrorCode } from '../core/error-words.js';

/**
 * Creates the folder, or makes an existing one private. Rejects with a sentence if it is another user's, or a link to one that others
 * can enter: the mode of what somebody linked stays as it is.
 */
export async function ensurePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const found = await stat(path);
  if (!isOwn(found)) {
    throw new Error('it belongs to another user of this computer');
  }
  if ((found.mode & 0o777) === 0o700) {
    return;
  }
  if ((await lstat(path)).isSymbolicLink()) {
    if ((found.mode & 0o077) !== 0) {
      throw new Error('it is a link to a folder that others can enter');
    }
  } else {
    await chmod(path, 0o700);
  }
}

/** Whether nobody else can enter the folder or change what is in it. */
export async function isPrivateFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true && isOwn(found) && (found.mode & 0o077) === 0;
}

/** Not through a link; Windows knows no such flag. */
const PLAIN = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW;
/** Ours hold some lines (bytes). */
const LARGEST = 1024 * 1024;

/** `missing`: there is none. `foreign`: another user's, or not a plain file. */
export type OwnText = { text: string } | 'missing' | 'foreign';

/** Makes the file private to the user (mode 0600). Rejects with the system's error if it cannot be read. */
export async function readOwnFile(path: string): Promise<OwnText> {
  let handle;
  try {
    handle = await openToRead(path, PLAIN);
  } catch (error) {
    if (error instanceof NotAFile) {
      return 'foreign';
    }
    switch (readErrorCode(error)) {
      case 'ENOENT':
        return 'missing';
      // a link
      case 'ELOOP':
        return 'foreign';
      default:
        throw error;
    }
  }
  try {
    const found = await handle.stat();
    if (!isOwn(found)) {
      return 'foreign';
    }
    if (process.platform !== 'win32' && (found.mode & 0o777) !== 0o600) {
      await handle.chmod(0o600);
    }
    return { text: (await readOpened(path, handle, LARGEST)).toString('utf8') };
  } finally {
    await handle.close();
  }
}

/** Undefined unless it is a plain file of the user's own that nobody else can read or write, of at most so many bytes. */
export async function readPrivateFile(path: string, most: number): Promise<string | undefined> {
  const handle = await openToRead(path, PLAIN);
  try {
    const found = await handle.stat();
    const isPrivate = process.platform === 'win32' || (found.mode & 0o077) === 0;
    if (!isOwn(found) || !isPrivate || found.size > most) {
      return undefined;
    }
    return (await readOpened(path, handle, most)).toString('utf8');
  } finally {
    await handle.close();
  }
}

/** Where the system knows no user ids, everything in the user's folders counts as theirs. */
export function isOwn({ uid }: Pick<Stats, 'uid'>): boolean {
  return process.getuid === undefined || uid === process.getuid();
}
