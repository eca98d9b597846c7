/** Keeps a folder of recordings below a size. */
import type { Clock } from '../core/clock.js';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface PruneOptions {
  dir: string;
  /** Limit of all recordings together (bytes). */
  totalBytes: number;
  /** Files that stay. */
  own: ReadonlySet<string>;
  clock: Clock;
  onProblem: (error: unknown) => void;
}

/** Another window may still be writing to a recording that changed this recently. */
const IN_USE_MS = 10 * 60_000;

/** Removes the oldest recordings above the limit; those in use stay. */
export async function pruneRecordings(options: PruneOptions): Promise<void> {
  const { dir, totalBytes, own, clock, onProblem } = options;
  const found: { file: string; bytes: number; changedAt: number }[] = [];
  for (const name of await readdir(dir).catch(() => [])) {
    if (!name.endsWith('.jsonl')) {
      continue;
    }
    const file = join(dir, name);
    const { size, mtimeMs } = await stat(file).catch(() => ({ size: 0, mtimeMs: 0 }));
    found.push({ file, bytes: size, changedAt: mtimeMs });
  }
  found.sort((a, b) => a.changedAt - b.changedAt);
  let total = found.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { file, bytes, changedAt } of found) {
    if (total <= totalBytes) {
      return;
    }
    if (own.has(file) || clock.now() - changedAt < IN_USE_MS) {
      continue;
    }
    await rm(file, { force: true }).catch(onProblem);
    total -= bytes;
  }
}
