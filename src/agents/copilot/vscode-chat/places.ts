/** Where VS Code's own agent writes, below the storage of a workspace. */

/** The folder of an extension, and in it. */
export const TRANSCRIPTS = ['GitHub.copilot-chat', 'transcripts'] as const;
export const CHAT_SESSIONS = 'chatSessions';

/** Whether VS Code could have written a transcript at this path. */
export function isTranscript(file: string): boolean {
  return /[\\/]GitHub\.copilot-chat[\\/]transcripts[\\/][^\\/]+\.jsonl?$/i.test(file);
}

/** Whether VS Code could have written a chat session at this path. */
export function isChatSession(file: string): boolean {
  return /[\\/]chatSessions[\\/][^\\/]+\.jsonl$/.test(file);
}
