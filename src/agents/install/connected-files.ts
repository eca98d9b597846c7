/**
 * The files that hold our hooks, by agent: listed in the extension's own folder, so that its uninstall script can clean up.
 *
 * Frozen: the file's name and what it holds. The uninstall script may be of another version.
 */
import { join } from 'node:path';
import * as v from 'valibot';
import { readText, writeWhole } from '../../bounded-files.js';

const LIST = 'connected-files.json';
const LARGEST = 4 * 1024 * 1024;

export interface ConnectedFile {
  agent: string;
  file: string;
  /** The extension's folder for backups, which its uninstall script cannot know otherwise. */
  backups?: string | undefined;
}

const connectedFile = v.union([
  v.object({ agent: v.string(), file: v.string(), backups: v.optional(v.string()) }),
  /** Earlier versions knew one agent, and kept its files by name alone. */
  v.pipe(
    v.string(),
    v.transform((file): ConnectedFile => ({ agent: 'claude-code', file })),
  ),
]);
const list = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()));

/** @throws if the extension's folder cannot be written. */
export async function rememberConnected(
  extensionDir: string,
  files: readonly ConnectedFile[],
): Promise<void> {
  if (files.length === 0) {
    return;
  }
  const before = await connectedFiles(extensionDir);
  const isSame = (a: ConnectedFile, b: ConnectedFile): boolean =>
    a.agent === b.agent && a.file === b.file;
  const isNew = files.some(
    (each) => !before.some((old) => isSame(old, each) && old.backups === each.backups),
  );
  if (isNew) {
    const kept = before.filter((old) => !files.some((each) => isSame(old, each)));
    await writeWhole(join(extensionDir, 'dist', LIST), JSON.stringify([...kept, ...files]), 0o600);
  }
}

/** Earlier versions knew one agent, and listed its files by name alone. */
export async function connectedFiles(extensionDir: string): Promise<ConnectedFile[]> {
  const text = await readText(join(extensionDir, 'dist', LIST), LARGEST).catch(() => '');
  const { success, output } = v.safeParse(list, text);
  if (!success) {
    return [];
  }
  return output.flatMap((each) => {
    const entry = v.safeParse(connectedFile, each);
    return entry.success ? [entry.output] : [];
  });
}
