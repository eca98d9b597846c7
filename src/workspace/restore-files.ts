/**
 * Writes files back, each whole or not at all, and only over what it is known to hold: what somebody wrote in between stays. Nothing is
 * written through a link, so nothing outside the folder either.
 */
import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { createFile } from '../bounded-files.js';
import { readErrorMessage } from '../core/error-words.js';
import { contentMark } from './saves.js';

export interface FileToWrite {
  /** Absolute. */
  path: string;
  /** The mark of what it holds now. */
  expected: string;
  /** Undefined: it is to be removed. */
  content: Buffer | undefined;
  mode: number | undefined;
}

export interface Trash {
  remove(path: string): Promise<void>;
}

/** `changed`: it holds something else by now. `problem`: the system's words. */
export type WriteOutcome =
  | { done: true }
  | { done: false; changed: true }
  | { done: false; problem: string };

/** As looks read them. */
const LARGEST = 1024 * 1024;

/** `top`: of the working tree, with links resolved. Never rejects. */
export async function writeBack(
  top: string,
  { path, expected, content, mode }: FileToWrite,
  trash: Trash,
): Promise<WriteOutcome> {
  try {
    if (!(await liesIn(top, path))) {
      return { done: false, problem: 'a link leads elsewhere' };
    }
    if (content === undefined) {
      if (!(await holds(path, expected))) {
        return { done: false, changed: true };
      }
      await trash.remove(path);
      return { done: true };
    }
    const folder = dirname(path);
    await mkdir(folder, { recursive: true });
    const draft = join(folder, `.${basename(path)}.${randomBytes(4).toString('hex')}.tmp`);
    try {
      await writeDraft(draft, content, mode);
      if (!(await holds(path, expected))) {
        return { done: false, changed: true };
      }
      await rename(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
    return { done: true };
  } catch (error) {
    return { done: false, problem: readErrorMessage(error) };
  }
}

async function writeDraft(draft: string, content: Buffer, mode: number | undefined): Promise<void> {
  const file = await createFile(draft, 0o600);
  try {
    await file.writeFile(content);
  } finally {
    await file.close();
  }
  await chmod(draft, mode ?? 0o644);
}

async function holds(path: string, expected: string): Promise<boolean> {
  return (await contentMark(path, { bytes: Infinity }, LARGEST)).mark === expected;
}

/** No folder on the way is a link, as far as the way is there. */
async function liesIn(top: string, path: string): Promise<boolean> {
  for (let folder = dirname(path); folder.startsWith(`${top}${sep}`); folder = dirname(folder)) {
    const found = await lstat(folder).catch(() => undefined);
    if (found !== undefined) {
      return found.isDirectory() && (await realpath(folder)) === folder;
    }
  }
  return path.startsWith(`${top}${sep}`) && (await realpath(top)) === top;
}
