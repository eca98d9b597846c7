/** Saved files as a signal of progress: emits an event only for content that its file has not had before. */
import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { dirname, isAbsolute, relative } from 'node:path';
import { openToRead, readOpened, readBytes } from '../bounded-files.js';
import type { Author, WorkspaceEvent } from '../core/events.js';

interface Save {
  /** The watched folder and the file in it; both absolute. */
  root: string;
  path: string;
  /** Milliseconds since the epoch. */
  at: number;
  by: Author | undefined;
  /** The session's, if known. */
  session?: string;
}

/** Larger files are identified by size and time. */
const LARGEST_READ = 4 * 1024 * 1024;
/** Contents remembered over all files; the least recently seen is dropped first. */
const MOST_CONTENTS = 16_384;
/** Concurrent reads: a build or a checkout writes thousands of files at once. */
const MOST_AT_ONCE = 8;

export class Saves {
  /** Path and content, newest last. */
  private readonly seen = new Set<string>();
  private reading = 0;
  /** Reads waiting for a free slot, first in, first out. */
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly mostContents = MOST_CONTENTS) {}

  /**
   * The event for a saved file; undefined if the file had this content before, cannot be read, is not a regular file, is outside the
   * root or belongs to git. Reads the file, up to 4 MB.
   */
  async saved(save: Save): Promise<WorkspaceEvent | undefined> {
    const path = relative(save.root, save.path).replaceAll('\\', '/');
    if (
      path === '' ||
      path.startsWith('../') ||
      isAbsolute(path) ||
      path.split('/').includes('.git')
    ) {
      return undefined;
    }
    const fingerprint = await this.fingerprint(save.path);
    if (fingerprint === undefined || !this.isNew(save.path, fingerprint)) {
      return undefined;
    }
    const event: WorkspaceEvent = {
      v: 1,
      type: 'workspace',
      signal: 'save',
      at: save.at,
      root: save.root,
      fingerprint,
      paths: [path],
    };
    if (save.by !== undefined) {
      event.by = save.by;
    }
    if (save.session !== undefined) {
      event.session = save.session;
    }
    return event;
  }

  /** Remembers a file's current content without an event, so that reverting the agent's first edit does not count as new content. */
  async remember(path: string): Promise<void> {
    const fingerprint = await this.fingerprint(path);
    if (fingerprint !== undefined) {
      this.isNew(path, fingerprint);
    }
  }

  private async fingerprint(path: string): Promise<string | undefined> {
    if (this.reading >= MOST_AT_ONCE) {
      await new Promise<void>((turn) => {
        this.waiting.push(turn);
      });
    } else {
      this.reading++;
    }
    try {
      return await fileFingerprint(path);
    } finally {
      // hands the slot to the longest waiting read
      const next = this.waiting.shift();
      if (next === undefined) {
        this.reading--;
      } else {
        next();
      }
    }
  }

  private isNew(path: string, fingerprint: string): boolean {
    const key = contentHash(Buffer.from(`${path}\0${fingerprint}`));
    const known = this.seen.delete(key);
    this.seen.add(key);
    for (const oldest of this.seen) {
      if (this.seen.size <= this.mostContents) {
        break;
      }
      this.seen.delete(oldest);
    }
    return !known;
  }
}

/** Mark of the content, or of size and time above 4 MB; undefined if it is not a regular file or cannot be read. */
async function fileFingerprint(path: string): Promise<string | undefined> {
  const file = await openToRead(path).catch(() => undefined);
  if (file === undefined) {
    return undefined;
  }
  try {
    const stat = await file.stat({ bigint: true });
    if (stat.size > BigInt(LARGEST_READ)) {
      return `size ${stat.size} ${stat.mtimeNs}`;
    }
    return contentHash(await readOpened(path, file, LARGEST_READ));
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

export const MISSING = 'missing';
/** A repository inside another. */
export const FOLDER = 'folder';

export interface ContentMark {
  /** Hash of the content; size and time if the file is too large to read. */
  mark: string;
  /** Size, times, inode and mode: if unchanged, so is the content. Empty if the content may change without them. */
  stamp: string;
  /** When it last changed (milliseconds since the epoch), or the folder of a deleted file did. */
  changedAt?: number | undefined;
  /** Its permissions. */
  mode?: number;
}

/** Takes what was read for a mark. */
export interface ContentKeeper {
  has(mark: string): boolean;
  keep(mark: string, content: Buffer): void;
}

/** The coarsest file system clock: a file changed this recently may change again without new times. */
const TICK_MS = 2_000;

/** Bytes that may still be read; shared by one round of reads. */
export interface ReadingBudget {
  bytes: number;
}

/**
 * `before`: the previous mark, so that an unchanged file is not read again. A file larger than `largest` or the budget is
 * marked by size and time, as is one that cannot be read. A deleted file is `missing`.
 */
export async function contentMark(
  path: string,
  budget: ReadingBudget,
  largest: number,
  before?: ContentMark,
  keeper?: ContentKeeper,
  now = Date.now(),
): Promise<ContentMark> {
  let stat: BigIntStats;
  try {
    stat = await lstat(path, { bigint: true });
  } catch {
    return before?.stamp === MISSING
      ? before
      : keeper === undefined
        ? gone
        : { ...gone, changedAt: await folderChangedAt(path) };
  }
  const stamp = [stat.size, stat.mtimeNs, stat.ctimeNs, stat.ino, stat.mode].join(':');
  if (before?.stamp === stamp) {
    if (keeper?.has(before.mark) === false) {
      await markContent(path, stat, budget, largest, keeper);
    }
    return before;
  }
  const changedAt = Number(stat.ctimeNs / 1000n) / 1000;
  const settled = now - changedAt > TICK_MS;
  return {
    mark: await markContent(path, stat, budget, largest, keeper),
    stamp: settled ? stamp : '',
    changedAt,
    mode: Number(stat.mode) & 0o777,
  };
}

async function markContent(
  path: string,
  stat: BigIntStats,
  budget: ReadingBudget,
  largest: number,
  keeper?: ContentKeeper,
): Promise<string> {
  const bySize = `size ${stat.size} ${stat.mtimeNs}`;
  try {
    if (stat.isSymbolicLink()) {
      return `link ${await readlink(path)}`;
    }
    if (stat.isDirectory()) {
      return FOLDER;
    }
    if (!stat.isFile() || stat.size > BigInt(Math.min(largest, budget.bytes))) {
      return bySize;
    }
    budget.bytes -= Number(stat.size);
    const content = await readBytes(path, largest);
    const mark = markBytes(content, Number(stat.mode));
    keeper?.keep(mark, content);
    return mark;
  } catch {
    return bySize;
  }
}

/** The mark of a regular file that is read whole. */
export function markBytes(content: Uint8Array, mode: number): string {
  return `${contentHash(content)}${(mode & 0o111) === 0 ? '' : ' executable'}`;
}

const gone: ContentMark = { mark: MISSING, stamp: MISSING };

/** When something was last added to the folder or removed from it; undefined if that is gone, too, with all above it. */
async function folderChangedAt(path: string): Promise<number | undefined> {
  const folder = dirname(path);
  const stat = await lstat(folder).catch(() => undefined);
  return stat?.ctimeMs ?? (folder === path ? undefined : folderChangedAt(folder));
}

/** Whether a mark stands for content, not for a size, a link or a deleted file. */
export function marksContent(mark: string): boolean {
  return /^[\w-]{22}(?: executable)?$/.test(mark);
}

/** A short string that identifies a file's content: exact for files that are cheap to read, by size and time for larger ones. */
function contentHash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}
