/** Our hooks for Copilot CLI and for VS Code's own agents, which run the same file: one of our own in Copilot CLI's hooks folder. */
import type { HookInstall } from '../agent.js';
import { hookCommand } from '../install/hook-client.js';
import { addOwnFile, ownFileStatus, removeOwnFile } from '../install/own-file.js';
import { answerForms } from './answer.js';
import { AGENT_ID } from './known.js';

/** As few as possible: each starts a shell and curl. Copilot CLI reports most under these names. */
const hookEvents = [
  'userPromptSubmitted',
  'preToolUse',
  'permissionRequest',
  'postToolUse',
  'postToolUseFailure',
  'agentStop',
  'sessionEnd',
] as const;

/** In seconds. Our client gives up after one, and always exits with 0: a failing hook would deny the call. */
const HOOK_TIMEOUT = 5;

/** `folder`: absolute path of the folder that the hook client reads. */
export function hooksText(folder: string): string {
  const handler = {
    type: 'command',
    bash: hookCommand(AGENT_ID, folder, answerForms),
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
