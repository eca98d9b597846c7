/** How many lines of files in this window's folders differ from git HEAD, read through VS Code's own git extension. */
import * as vscode from 'vscode';
import { countOnlyIn } from '../../core/view/timeline/edited-lines.js';
import type { FileChange } from '../../protocol/view.js';
import { inTime } from '../../scheduling.js';
import { headVersion } from '../workspace/git-head.js';
import { findNamed } from './open-file.js';

/** Milliseconds to wait for the disk or for git. */
const LIMIT_MS = 3000;
/** Larger files are not read (bytes). */
const LARGEST = 1024 * 1024;

/** In the same order; without lines where they are not known. */
export function changedLines(
  paths: readonly string[],
  folder: string | undefined,
): Promise<FileChange[]> {
  return Promise.all(
    paths.map(async (path) => {
      const lines = await inTime(LIMIT_MS, readLines(path, folder)).catch(() => undefined);
      return { path, ...(lines !== undefined && { lines }) };
    }),
  );
}

async function readLines(path: string, folder: string | undefined): Promise<FileChange['lines']> {
  const file = await findNamed({ path, folder });
  if (typeof file === 'string') {
    return undefined;
  }
  const head = await headVersion(file);
  const [now, before] = await Promise.all([read(file), head === undefined ? '' : read(head)]);
  return now === undefined || before === undefined
    ? undefined
    : { added: countOnlyIn(now, before), removed: countOnlyIn(before, now) };
}

/** Undefined for a file that is no text. */
async function read(file: vscode.Uri): Promise<string | undefined> {
  const bytes = await vscode.workspace.fs.readFile(file);
  return bytes.length > LARGEST || bytes.includes(0) ? undefined : new TextDecoder().decode(bytes);
}
