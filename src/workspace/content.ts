/** A short string that identifies a file's content: exact for files that are cheap to read, by size and time for larger ones. */
import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { readBytes } from '../bounded-files.js';

const MISSING = 'missing';

export interface ContentMark {
  /** Hash of the content; size and time if the file is too large to read. */
  mark: string;
  /** Size, times, inode and mode: if unchanged, so is the content. Empty if the content may change without them. */
  stamp: string;
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
  now = Date.now(),
): Promise<ContentMark> {
  let stat: BigIntStats;
  try {
    stat = await lstat(path, { bigint: true });
  } catch {
    return { mark: MISSING, stamp: MISSING };
  }
  const stamp = [stat.size, stat.mtimeNs, stat.ctimeNs, stat.ino, stat.mode].join(':');
  if (before?.stamp === stamp) {
    return before;
  }
  const settled = now - Number(stat.ctimeMs) > TICK_MS;
  return { mark: await markContent(path, stat, budget, largest), stamp: settled ? stamp : '' };
}

async function markContent(
  path: string,
  stat: BigIntStats,
  budget: ReadingBudget,
  largest: number,
): Promise<string> {
  const bySize = `size ${stat.size} ${stat.mtimeNs}`;
  try {
    if (stat.isSymbolicLink()) {
      return `link ${await readlink(path)}`;
    }
    if (!stat.isFile() || stat.size > BigInt(Math.min(largest, budget.bytes))) {
      return bySize;
    }
    budget.bytes -= Number(stat.size);
    const executable = (stat.mode & 0o111n) === 0n ? '' : ' executable';
    return `${contentHash(await readBytes(path, largest))}${executable}`;
  } catch {
    return bySize;
  }
}

export function contentHash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}
