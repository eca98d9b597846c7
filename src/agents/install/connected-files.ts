/** Which files hold our hooks, and of which agent: kept inside the extension's own folder, so that its uninstall script can clean up. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../../core/json.js';

const LIST = 'connected-files.json';

export interface ConnectedFile {
  agent: string;
  file: string;
}

/** @throws where the extension's folder cannot be written. */
export async function rememberConnected(
  extensionDir: string,
  files: readonly ConnectedFile[],
): Promise<void> {
  if (files.length === 0) {
    return;
  }
  const before = await connectedFiles(extensionDir);
  const added = files.filter(
    ({ agent, file }) => !before.some((each) => each.agent === agent && each.file === file),
  );
  if (added.length > 0) {
    await writeFile(join(extensionDir, 'dist', LIST), JSON.stringify([...before, ...added]), {
      mode: 0o600,
    });
  }
}

/** Earlier versions knew one agent, and kept its files by name alone. */
export async function connectedFiles(extensionDir: string): Promise<ConnectedFile[]> {
  try {
    const value: unknown = JSON.parse(await readFile(join(extensionDir, 'dist', LIST), 'utf8'));
    return Array.isArray(value)
      ? value.flatMap((each: unknown): ConnectedFile[] => {
          if (typeof each === 'string') {
            return [{ agent: 'claude-code', file: each }];
          }
          return isObject(each) &&
            typeof each['agent'] === 'string' &&
            typeof each['file'] === 'string'
            ? [{ agent: each['agent'], file: each['file'] }]
            : [];
        })
      : [];
  } catch {
    return [];
  }
}
