/** Our hooks for Copilot CLI, and for VS Code's own agents, which run the same files: a file of our own in its hooks folder. */
import type { HookInstall } from '../agent.js';
import { hookCommand } from '../install/hook-client.js';
import { addOwnFile, ownFileStatus, removeOwnFile } from '../install/own-file.js';
import { AGENT_ID } from './known.js';

/** As few as possible: each starts a shell and curl. Under these names Copilot CLI reports most. */
const hookEvents = [
  'userPromptSubmitted',
  'preToolUse',
  'permissionRequest',
  'postToolUse',
  'postToolUseFailure',
  'agentStop',
  'sessionEnd',
] as const;

/** Seconds. The client itself gives up after one, and always exits with 0: a hook that fails would deny the call. */
const HOOK_TIMEOUT = 5;

/** `folder`: absolute path of the folder that the hook client reads. */
export function hooksText(folder: string): string {
  const handler = {
    type: 'command',
    bash: hookCommand(AGENT_ID, folder),
    timeoutSec: HOOK_TIMEOUT,
  };
  return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(hookEvents.map((event) => [event, [handler]])) }, null, 2)}\n`;
}

export const copilotInstall: HookInstall = {
  needs: ['curl'],
  add: (_file, text, { dir }) => addOwnFile(text, hooksText(dir)),
  remove: (_file, text) => removeOwnFile(text),
  status: (_file, text, { dir }) => ownFileStatus(text, hooksText(dir)),
};
