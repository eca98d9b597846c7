/** Creates the folder of a window's spool, and removes those that closed windows left behind. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { readErrorCode } from '../core/error-words.js';

/** Milliseconds after which a folder counts as abandoned, even if its process cannot be checked. */
const OLD_MS = 7 * 24 * 60 * 60_000;
const MOST_REMOVED = 100;

/** The folder may be shared with another machine, whose processes cannot be checked here. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** A new folder under `base`, private to the user, named after this process. @throws file system errors. */
export async function makeSpoolDir(base: string): Promise<string> {
  const dir = join(base, `${machine}-${process.pid}-${randomBytes(4).toString('hex')}`);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  return dir;
}

/** Removes folders left behind by killed windows. @throws file system errors. */
export async function removeLeftSpools(base: string, now: number): Promise<void> {
  const names = await readdir(base);
  let removed = 0;
  for (const name of names) {
    const [, of, pid] = /^([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{8}$/.exec(name) ?? [];
    if (of === undefined || pid === undefined || removed >= MOST_REMOVED) {
      continue;
    }
    const dir = join(base, name);
    const left = of === machine ? !runs(Number(pid)) : now - (await stat(dir)).mtimeMs > OLD_MS;
    if (!left) {
      continue;
    }
    await rm(dir, { recursive: true, force: true });
    removed += 1;
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return readErrorCode(error) === 'EPERM';
  }
}
