/** VS Code's own agent: hooks steer it; its transcripts and the chat sessions that VS Code keeps show it. Where: places.ts. */
import { join } from 'node:path';
import { defineAgent } from '../../definition.js';
import { named } from '../../live/log-folders.js';
import { hookPlaces } from '../home.js';
import { AGENT_ID } from './home.js';
import { logFolders } from './workspace-folder.js';

export const vsCodeChat = defineAgent({
  id: AGENT_ID,
  name: 'Copilot in VS Code',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  // `configured`: this window's storage
  home: ({ configured, home }) => join(configured ?? home, 'GitHub.copilot-chat'),
  homeFrom: 'window-storage',
  logs: {
    kind: 'lines',
    folders: ({ configured }) =>
      Promise.resolve(configured === undefined ? [] : logFolders(configured)),
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
    more: [
      ['“Copilot” of VS Code’s Agent Host', 'as Copilot CLI ³', '″', '″', '″', '– (not run)'],
      ['“Claude” there', 'as Claude Code ³', '″', '″', '″', '– (not run)'],
      ['“Codex” there', 'as Codex ³', '″', '″', '″', '– (not run)'],
    ],
    note: "**Copilot in VS Code** is its own agent mode (harness “Local”). Outputs of reads and searches are told only at a turn's end: until then what they found is unknown, and no stall. In a window without a folder it is watched and stopped, but not steered. The other harnesses ask for a sign-in and were never run. By VS Code's source, “Copilot” of the Agent Host writes the logs of Copilot CLI (`~/.copilot/session-state`) and runs its hooks, “Claude” those of Claude Code (`~/.claude`), “Codex” those of Codex (`~/.codex`), and they are taken for these. Agents in the cloud are not seen.",
  },
  load: async () => (await import('./live.js')).live,
  // it runs Copilot CLI's file
  install: async () => (await import('../answer.js')).copilotInstall,
  recordings: async () => (await import('./recordings.js')).vsCodeChatFormats,
});
