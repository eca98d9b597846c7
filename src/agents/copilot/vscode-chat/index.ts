/** VS Code's own agent: hooks steer it; its transcripts and the chat sessions that VS Code keeps show it. Where: places.ts. */
import { join } from 'node:path';
import { defineAgent } from '../../definition.js';
import { named } from '../../live/log-folders.js';
import { hookPlaces } from '../home.js';
import { AGENT_ID } from './home.js';
import { CHAT_SESSIONS, TRANSCRIPTS } from './places.js';

export const vsCodeChat = defineAgent({
  id: AGENT_ID,
  name: 'Copilot in VS Code',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  // `configured`: the workspace's storage in this window
  home: ({ configured, home }) => join(configured ?? home, 'GitHub.copilot-chat'),
  homeFrom: 'window-storage',
  logs: {
    kind: 'lines',
    folders: ({ configured }) =>
      Promise.resolve(
        configured === undefined
          ? []
          : [join(configured, CHAT_SESSIONS), join(configured, ...TRANSCRIPTS)],
      ),
    accepts: (file) => named(file, /\.jsonl$/),
  },
  // `configured` is not its own folder, and it knows no variable that names one
  places: ({ home, platform }, folders) => hookPlaces({ env: {}, home, platform }, folders),
  hooksApply: 'next-session',
  hooksPerTurn: true,
  readme: {
    row: [
      "Copilot CLI's hooks file",
      'with the next call, or one request after a result',
      'calls denied',
      "by the chat's own Cancel, also without hooks",
      'VS Code 1.139.1, Local harness',
    ],
    note: "**Copilot in VS Code** is its own agent mode (harness “Local”), in a window with a folder. Outputs of reads and searches are told only at a turn's end: until then what they found is unknown, and no stall. The harnesses that run elsewhere (Agent Host, Claude, Codex, cloud) are not it.",
  },
  load: async () => (await import('./live.js')).live,
  // it runs Copilot CLI's file
  install: async () => (await import('../install.js')).copilotInstall,
  recordings: async () => (await import('./recordings.js')).vsCodeChatFormats,
});
