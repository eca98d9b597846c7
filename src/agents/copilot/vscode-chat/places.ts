/** Where VS Code's own agent writes, below the storage of a workspace, or below that of all windows for those without a folder. */
import { basename, join } from 'node:path';

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
