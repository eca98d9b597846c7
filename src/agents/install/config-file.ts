/** Changes to agents' files on disk: planned, shown, then written atomically. */
import { randomUUID } from 'node:crypto';
import type * as promises from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { readErrorCode, readErrorMessage } from '../../core/error-words.js';
import { FileTooLarge, readBytes } from '../../bounded-files.js';
import type { Problem, Result } from '../agent.js';
import { backupFolder, type BackupStorage } from './backup-place.js';

type FileSystem = Pick<
  typeof promises,
  'copyFile' | 'lstat' | 'mkdir' | 'open' | 'readlink' | 'realpath' | 'rename' | 'rm' | 'stat'
>;

export interface Disk {
  fs: FileSystem;
  /** The date in a backup's name. */
  now(): Date;
  /** For backups of files that would be committed together with them; without it, all lie next to their files. */
  storage?: BackupStorage;
}

/** Shown as a diff before it is written. An empty `before`: no file yet; an empty `after`: the file is removed. */
export interface PlannedChange {
  file: string;
  before: string;
  after: string;
  /** Permissions of a new file. Default 0600. */
  mode?: number;
  /** `before` contains nothing of the person's, so no backup is kept; for example if nothing is left. */
  ours?: boolean;
  /** Folder of the backup, if it is not kept next to the file. */
  backupIn?: string;
}

/** The change was written. `backup`: file with the person's previous text. */
export interface WrittenChange {
  file: string;
  backup?: string;
}

/** Limit in bytes: a settings file is a few kilobytes. */
const LARGEST = 4 * 1024 * 1024;

/** `change`: maps the old text to the new one. */
export async function planChange(
  disk: Disk,
  file: string,
  change: (text: string) => Result<{ text: string }>,
): Promise<Result<PlannedChange>> {
  const before = await readConfig(file);
  if ('problem' in before) {
    return before;
  }
  const after = change(before.text);
  if ('problem' in after) {
    return { problem: `${file}: ${after.problem}` };
  }
  const backupIn = await storedBackups(disk, file);
  return {
    file,
    before: before.text,
    after: after.text,
    ...(backupIn !== undefined && { backupIn }),
  };
}

async function storedBackups({ fs, storage }: Disk, file: string): Promise<string | undefined> {
  if (storage === undefined) {
    return undefined;
  }
  // a file that cannot be found has no backup
  const real = await target(fs, file).catch(() => file);
  return backupFolder(fs, file, real, storage);
}

/** The text of a file; empty if there is none. */
async function readConfig(file: string): Promise<Result<{ text: string }>> {
  try {
    const bytes = await readBytes(file, LARGEST);
    const text = bytes.toString('utf8');
    // undecodable text could not be written back unchanged
    return Buffer.from(text, 'utf8').equals(bytes)
      ? { text }
      : { problem: `${file} is not UTF-8 text` };
  } catch (error) {
    if (error instanceof FileTooLarge) {
      return { problem: `${file} is too large for a settings file` };
    }
    return readErrorCode(error) === 'ENOENT'
      ? { text: '' }
      : { problem: `${file} cannot be read: ${readErrorMessage(error)}` };
  }
}

/** Writes the change as shown; refuses if the file has changed since. A change without effect writes nothing. */
export async function writeChange(
  disk: Disk,
  change: PlannedChange,
): Promise<WrittenChange | Problem> {
  if (change.before === change.after) {
    return { file: change.file };
  }
  const { fs } = disk;
  let temporary: string | undefined;
  try {
    const file = await target(fs, change.file);
    const mode = await readMode(fs, file);
    const made = change.mode ?? 0o600;
    const backup = mode === undefined ? undefined : nameBackup(change, file, disk.now());
    if (mode === undefined) {
      await fs.mkdir(dirname(file), { recursive: true, mode: 0o700 });
    }
    if (backup !== undefined) {
      await fs.mkdir(dirname(backup), { recursive: true, mode: 0o700 });
    }
    temporary = join(dirname(file), `.turnwatch-${randomUUID()}.tmp`);
    await writeNew(fs, temporary, change.after, mode ?? made);
    if (backup !== undefined) {
      await fs.copyFile(file, backup);
    }
    // final check: no await between here and the rename
    const now = await readConfig(file);
    if ('problem' in now || now.text !== change.before) {
      if (backup !== undefined) {
        await fs.rm(backup, { force: true });
      }
      return {
        problem: `${change.file} has changed since the change was shown; nothing was written`,
      };
    }
    await (change.after === '' ? fs.rm(file) : fs.rename(temporary, file));
    const written = await readConfig(file);
    if ('problem' in written || written.text !== change.after) {
      return {
        problem: `${change.file} doesn’t contain what was written${backup === undefined ? '' : `; the original text is in ${backup}`}`,
      };
    }
    return backup === undefined ? { file } : { file, backup };
  } catch (error) {
    return { problem: `${change.file} cannot be written: ${readErrorMessage(error)}` };
  } finally {
    if (temporary !== undefined) {
      await fs.rm(temporary, { force: true }).catch(() => undefined);
    }
  }
}

/** The file behind symbolic links, even if it does not exist yet: a dotfiles folder keeps its link. */
async function target(fs: FileSystem, file: string): Promise<string> {
  try {
    return await fs.realpath(file);
  } catch (error) {
    if (readErrorCode(error) !== 'ENOENT') {
      throw error;
    }
  }
  const isLink = await fs.lstat(file).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
  if (!isLink) {
    return file;
  }
  const link = await fs.readlink(file);
  return isAbsolute(link) ? link : join(dirname(file), link);
}

async function readMode(fs: FileSystem, file: string): Promise<number | undefined> {
  try {
    return (await fs.stat(file)).mode & 0o777;
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

async function writeNew(fs: FileSystem, file: string, text: string, mode: number): Promise<void> {
  const handle = await fs.open(file, 'wx', mode);
  try {
    await handle.chmod(mode); // regardless of the umask
    await handle.writeFile(text, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Undefined if none is kept. `file`: the one behind links. */
function nameBackup(
  { after, ours, backupIn }: PlannedChange,
  file: string,
  now: Date,
): string | undefined {
  const name = `${basename(file)}.turnwatch-${now.toISOString().replace(/[:.]/g, '-')}.bak`;
  return ours === true || after === '' ? undefined : join(backupIn ?? dirname(file), name);
}
