/**
 * The built extension in a folder of its own, for its uninstall script, which removes our hooks from every file that the list beside it
 * names: in the checkout, windows of tests that run meanwhile write that list.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let shared: string | undefined;

/** One for all tests of this process, without a list. */
export function sharedExtension(): string {
  if (shared === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'turnwatch-extension-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    shared = copyExtension(folder);
  }
  return shared;
}

export function copyExtension(folder: string): string {
  mkdirSync(folder, { recursive: true });
  cpSync('dist', join(folder, 'dist'), {
    recursive: true,
    filter: (from) => !/\.(?:vsix|map)$|connected-files/.test(from),
  });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}
