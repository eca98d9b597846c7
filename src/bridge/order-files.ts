/**
 * Order files: while one lies in our folder, the agent's hooks ask, else they end at once or only tell. Each is a folder in which every
 * window that wants it keeps a file named by its process, so that none takes away another's. A file only makes a hook ask; what is
 * answered, the window decides. So one that was left behind never acts, and is removed by whichever window notices.
 *
 * Frozen: the folder's name and the names in it. Installed hooks look for them.
 */
import { lstat, mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../bounded-files.js';
import { readErrorCode, readErrorMessage } from '../core/error-words.js';
import type { LogLine } from '../core/log.js';
import { ensurePrivateFolder } from './private-files.js';

/** As the hook client knows it. */
const FOLDER = 'orders';
/** A window writes its files anew this often, and one older than that belongs to none that works (milliseconds). */
const REFRESH_MS = 20_000;
const MOST_AGE_MS = 90_000;
/** It looks this often whether they still lie there (milliseconds). */
const LOOK_MS = 2000;
/** Another window may remove the folder just before the file is written. */
const TRIES = 5;

export class OrderFiles {
  private wanted: ReadonlySet<string> = new Set();
  private readonly written = new Set<string>();
  private working: Promise<void> | undefined;
  private refreshing: NodeJS.Timeout | undefined;
  /** Those that could not be written. */
  private readonly failed = new Set<string>();
  private isDamaged = false;
  private refreshedAt = performance.now();
  private lookedAt = performance.now();
  private isStopped = false;

  /** `dir`: the folder that all windows share. `onDamage`: something took them away, or, without a name, they are back. */
  constructor(
    private readonly dir: string,
    private readonly log: LogLine,
    private readonly onDamage: (what?: string) => void = () => undefined,
  ) {}

  /** Exactly these lie there soon, as far as this window is concerned. */
  want(names: ReadonlySet<string>): void {
    const isNews =
      names.size !== this.wanted.size || [...names].some((name) => !this.wanted.has(name));
    if (isNews && !this.isStopped) {
      this.wanted = names;
      void this.settle();
    }
  }

  /** Resolves once they do. */
  settle(): Promise<void> {
    return (this.working ??= this.work());
  }

  /** Removes them; none is written from then on. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.wanted = new Set();
    await this.working;
    await this.settle();
  }

  private async work(): Promise<void> {
    await Promise.resolve();
    for (;;) {
      const surplus = [...this.written].find((name) => !this.wanted.has(name));
      const missing = [...this.wanted].find((name) => !this.written.has(name));
      if (missing !== undefined) {
        this.written.add(missing);
        await this.write(missing);
      } else if (surplus !== undefined) {
        this.written.delete(surplus);
        this.failed.delete(surplus);
        await this.remove(surplus);
      } else {
        break;
      }
    }
    this.working = undefined;
    if (this.isDamaged && this.failed.size === 0) {
      this.isDamaged = false;
      this.onDamage();
    }
    clearTimeout(this.refreshing);
    if (this.written.size > 0) {
      this.refreshing = setTimeout(() => void this.look(), LOOK_MS).unref();
    }
  }

  /** Writes anew what is gone, and now and then all. */
  private async look(): Promise<void> {
    const now = performance.now();
    const isDue = now - this.refreshedAt >= REFRESH_MS;
    // one that stood still finds its files swept away by another window
    const isLate = now - this.lookedAt > MOST_AGE_MS / 2;
    this.lookedAt = now;
    const missing: string[] = [];
    for (const name of this.wanted) {
      const path = join(this.dir, FOLDER, name, String(process.pid));
      const found = await lstat(path).catch(() => undefined);
      if (this.written.has(name) && found?.isFile() !== true) {
        missing.push(name);
      }
    }
    if (missing.length > 0 && !isLate && this.failed.size === 0) {
      this.isDamaged = true;
      this.onDamage(FOLDER);
    }
    for (const name of isDue ? this.wanted : missing) {
      this.written.delete(name);
    }
    void this.settle();
    if (isDue) {
      this.refreshedAt = now;
      void sweepOrders(this.dir);
    }
  }

  private async write(name: string): Promise<void> {
    const folder = join(this.dir, FOLDER, name);
    try {
      for (let tried = 1; ; tried += 1) {
        await removeObstacles(this.dir, name);
        await ensurePrivateFolder(join(this.dir, FOLDER));
        await mkdir(folder, { recursive: true, mode: 0o700 });
        try {
          await writeWhole(join(folder, String(process.pid)), '', 0o600);
          this.failed.delete(name);
          return;
        } catch (error) {
          if (readErrorCode(error) !== 'ENOENT' || tried === TRIES) {
            throw error;
          }
        }
      }
    } catch (error) {
      // it is tried again with the next refresh; until then this session’s orders wait for hooks that always ask
      if (this.failed.size === 0) {
        this.log(`orders: ${readErrorMessage(error)}`);
      }
      this.failed.add(name);
    }
  }

  private async remove(name: string): Promise<void> {
    await removeLinks(this.dir, name);
    await removeFile(join(this.dir, FOLDER, name), String(process.pid));
  }
}

/** Removes what windows that are gone have left. */
export async function sweepOrders(dir: string, now = Date.now()): Promise<void> {
  const orders = join(dir, FOLDER);
  await removeLinks(dir);
  for (const name of await namesIn(orders)) {
    await removeLinks(dir, name);
    const folder = join(orders, name);
    const owners = await namesIn(folder);
    for (const owner of owners) {
      if (!isRunning(owner) || now - (await changedAt(join(folder, owner))) > MOST_AGE_MS) {
        await removeFile(folder, owner);
      }
    }
    if (owners.length === 0) {
      await rmdir(folder).catch(() => undefined);
    }
  }
}

/** Files in the place of our folders, and a folder in the place of our file. */
async function removeObstacles(dir: string, name: string): Promise<void> {
  for (const path of [join(dir, FOLDER), join(dir, FOLDER, name)]) {
    const found = await lstat(path).catch(() => undefined);
    if (found !== undefined && !found.isDirectory()) {
      await rm(path, { force: true });
    }
  }
  const own = join(dir, FOLDER, name, String(process.pid));
  const found = await lstat(own).catch(() => undefined);
  if (found !== undefined && !found.isFile()) {
    await rm(own, { force: true, recursive: true });
  }
}

/** Links in the place of our folders: what they lead to is somebody's own, and nothing is written or removed there. */
async function removeLinks(dir: string, ...names: string[]): Promise<void> {
  for (const path of [join(dir, FOLDER), ...names.map((name) => join(dir, FOLDER, name))]) {
    const found = await lstat(path).catch(() => undefined);
    if (found?.isSymbolicLink() === true) {
      await rm(path, { force: true });
    }
  }
}

/** The folder goes with its last file. */
async function removeFile(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true, recursive: true }).catch(() => undefined);
  await rmdir(folder).catch(() => undefined);
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function changedAt(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
}

function isRunning(pid: string): boolean {
  try {
    return /^[1-9][0-9]*$/.test(pid) && process.kill(Number(pid), 0);
  } catch (error) {
    return readErrorCode(error) === 'EPERM';
  }
}
