/** What a file holds, as a short string that changes when and only when the content does, as far as reading it is cheap enough. */
import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { lstat, readFile, readlink } from 'node:fs/promises';

const MISSING = 'missing';

export interface ContentMark {
  /** Names the content; of a file that is too large to read, its size and time. */
  mark: string;
  /** Size, times and place of the file: while it is the same, so is the content. Empty where it may not be so. */
  stamp: string;
}

/** The clock of a file system may tick as slowly: of a file changed so shortly before a look, the next change need not show in its times. */
const TICK_MS = 2_000;

/** How much may still be read; shared by one round. */
export interface ReadingBudget {
  bytes: number;
}

/**
 * `before`: what the last look found, so that an unchanged file is not read again. A larger file than `largest` or the budget is
 * marked by size and time. A file that is gone is `missing`; one that cannot be read is marked by its times.
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
  return { mark: await markOf(path, stat, budget, largest), stamp: settled ? stamp : '' };
}

async function markOf(
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
    // A pipe or a device is never opened: that could wait for ever.
    if (!stat.isFile() || stat.size > BigInt(Math.min(largest, budget.bytes))) {
      return bySize;
    }
    budget.bytes -= Number(stat.size);
    const executable = (stat.mode & 0o111n) === 0n ? '' : ' executable';
    return `${contentHash(await readFile(path))}${executable}`;
  } catch {
    return bySize;
  }
}

export function contentHash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}
