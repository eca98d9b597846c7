/** Drafts of files that a window was writing when it was killed: nobody else removes them. */
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isOwn } from './private-files.js';

/** Those of agents' settings files, of the shared state, and of sockets and the links to them. */
const draft =
  /^(?:\.turnwatch-[0-9a-f-]{36}\.tmp|[a-z][a-z.-]{1,20}\.[1-9]\d*\.[0-9a-f]{8}|h\.[0-9a-f]{6})$/;
/** A younger one is perhaps being written (milliseconds). */
const LEAST_AGE_MS = 60_000;

/** `folders`: also such as do not exist. @returns the files that were removed */
export async function removeDrafts(
  folders: readonly string[],
  now = Date.now(),
): Promise<string[]> {
  const removed: string[] = [];
  for (const folder of new Set(folders)) {
    const names = await readdir(folder).catch(() => []);
    for (const file of names.filter((name) => draft.test(name)).map((name) => join(folder, name))) {
      const found = await lstat(file).catch(() => undefined);
      if (found !== undefined && isOwn(found) && now - found.mtimeMs >= LEAST_AGE_MS) {
        await rm(file).then(
          () => removed.push(file),
          () => undefined, // a folder is none of ours
        );
      }
    }
  }
  return removed;
}
