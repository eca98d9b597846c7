/** The folder of a workspace, by what VS Code writes beside its storage. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTextNow } from '../../../bounded-files.js';
import { isObject } from '../../../core/json.js';

const LONGEST = 64 * 1024;

/** Undefined for a workspace of several folders, and where nothing names it. Servers write a `meta.json`, mostly with no more than a name. */
export function findFolder(storage: string): string | undefined {
  for (const name of ['workspace.json', 'meta.json']) {
    const folder = readFolder(join(storage, name));
    if (folder !== undefined) {
      return folder;
    }
  }
  return undefined;
}

function readFolder(file: string): string | undefined {
  try {
    const workspace: unknown = JSON.parse(readTextNow(file, LONGEST));
    const folder = isObject(workspace) ? workspace['folder'] : undefined;
    return typeof folder === 'string' ? toPath(folder) : undefined;
  } catch {
    return undefined;
  }
}

/** A local folder, or one of a server that this program runs on. */
function toPath(folder: string): string | undefined {
  if (folder.startsWith('file:')) {
    return fileURLToPath(folder);
  }
  return folder.startsWith('vscode-remote:')
    ? decodeURIComponent(new URL(folder).pathname)
    : undefined;
}
