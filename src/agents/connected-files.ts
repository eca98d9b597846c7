/** Which settings files hold our hooks: kept inside the extension's own folder, so that its uninstall script can clean up. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const LIST = 'connected-files.json';

/** @throws where the extension's folder cannot be written. */
export async function rememberConnected(extensionDir: string, files: readonly string[]): Promise<void> {
  const list = join(extensionDir, 'dist', LIST);
  const before = await connectedFiles(extensionDir);
  const all = [...new Set([...before, ...files])];
  if (files.length === 0 && before.length === 0) { return; }
  if (all.length !== before.length) { await writeFile(list, JSON.stringify(all), { mode: 0o600 }); }
}

export async function connectedFiles(extensionDir: string): Promise<string[]> {
  try {
    const value: unknown = JSON.parse(await readFile(join(extensionDir, 'dist', LIST), 'utf8'));
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

