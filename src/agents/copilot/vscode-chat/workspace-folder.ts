/** The folder of a workspace, by what VS Code writes beside its storage. */
import { join, basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTextNow } from '../../../bounded-files.js';
import { isObject } from '../../../core/json.js';

/** The folder of an extension, and in it. */
export const TRANSCRIPTS = ['GitHub.copilot-chat', 'transcripts'] as const;
export const CHAT_SESSIONS = 'chatSessions';
const EMPTY_WINDOW = 'emptyWindowChatSessions';

/** The folder of a profile other than the default one, within the user's. */
const profile = /[\\/]profiles[\\/][^\\/]+(?=[\\/]globalStorage$)/;

/**
 * The folders of logs. VS Code keeps one of the two storages for a window, never both in one place. Whatever a window's profile, the chats
 * of windows without a folder are kept with the default profile.
 */
export function logFolders(storage: string): string[] {
  return basename(storage) === 'globalStorage'
    ? [join(storage.replace(profile, ''), EMPTY_WINDOW)]
    : [join(storage, CHAT_SESSIONS), join(storage, ...TRANSCRIPTS)];
}

/** Whether VS Code could have written a transcript at this path. */
export function isTranscript(file: string): boolean {
  return /[\\/]GitHub\.copilot-chat[\\/]transcripts[\\/][^\\/]+\.jsonl?$/i.test(file);
}

/** Whether VS Code could have written a chat session at this path. */
export function isChatSession(file: string): boolean {
  return /[\\/](?:chatSessions|emptyWindowChatSessions)[\\/][^\\/]+\.jsonl$/.test(file);
}

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
