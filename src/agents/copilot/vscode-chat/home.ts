/** What VS Code's own agents are called here, and where they write transcripts. */
export const AGENT_ID = 'vscode-chat';

/** Whether VS Code could have written a transcript at this path. */
export function isTranscript(file: string): boolean {
  return /[\\/]GitHub\.copilot-chat[\\/]transcripts[\\/][^\\/]+\.jsonl?$/i.test(file);
}
