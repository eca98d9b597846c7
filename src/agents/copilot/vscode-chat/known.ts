/** Where VS Code's own agents keep their files, known before any session. Logs: `<workspace storage>/GitHub.copilot-chat/transcripts/<session>.jsonl`. */
import { join } from 'node:path';
import type { KnownAgent } from '../../agent.js';
import { hookPlaces } from '../known.js';
import { fieldIn, named } from '../../live/log-folders.js';

export const AGENT_ID = 'vscode-chat';

const TRANSCRIPTS = 'transcripts';

export const knownVsCodeChat: KnownAgent = {
  id: AGENT_ID,
  name: 'Copilot in VS Code',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  // `configured`: the workspace's storage in this window
  home: ({ configured, home }) => join(configured ?? home, 'GitHub.copilot-chat'),
  logs: {
    kind: 'lines',
    folders: ({ configured }) =>
      Promise.resolve(
        configured === undefined ? [] : [join(configured, 'GitHub.copilot-chat', TRANSCRIPTS)],
      ),
    accepts: (file) => named(file, /\.jsonl$/),
    readFolder: (head) => fieldIn(head, 'cwd'),
  },
  places: hookPlaces,
  hooksApply: 'next-session',
  hooksPerTurn: true,
};

/** Whether VS Code could have written a transcript at this path. */
export function isTranscript(file: string): boolean {
  return /[\\/]GitHub\.copilot-chat[\\/]transcripts[\\/][^\\/]+\.jsonl?$/i.test(file);
}
