/** Our hooks for Copilot CLI and for VS Code's own agents, which run the same file: one of our own in Copilot CLI's hooks folder. */
import type { HookInstall } from '../agent.js';
import { hookCommand, type HookKind } from '../install/hook-client.js';
import { addOwnFile, ownFileStatus, removeOwnFile } from '../install/own-file.js';
import { answerForms } from './answer.js';
import { AGENT_ID } from './home.js';
import { answerForms as vsCodeForms } from './vscode-chat/answer.js';

/**
 * As few as possible: the agent waits for a shell at each, and at those that ask for curl too. Copilot CLI reports most under these
 * names. Its log tells of calls and results about 120 ms later, in order and with their ids. VS Code's own agents may write none: then
 * an order lies there all the time. No variable names the session to them; their parent process is the agent's own. The agent waits
 * until a payload has been read or the hook is gone: nothing of ours may read it slowly in the background.
 */
const hookEvents: readonly { event: string; kind: HookKind }[] = [
  { event: 'userPromptSubmitted', kind: 'ask' },
  { event: 'preToolUse', kind: 'order' },
  { event: 'permissionRequest', kind: 'order' },
  { event: 'postToolUse', kind: 'order' },
  { event: 'postToolUseFailure', kind: 'order' },
  { event: 'agentStop', kind: 'ask' },
  { event: 'sessionEnd', kind: 'ask' },
];

/** In seconds. Our client gives up after one, and always exits with 0: a failing hook would deny the call. */
const HOOK_TIMEOUT = 5;

/** `folder`: absolute path of the folder that the hook client reads. */
export function hooksText(folder: string): string {
  const handlers = hookEvents.map(({ event, kind }): [string, object[]] => [
    event,
    [
      {
        type: 'command',
        bash: hookCommand(AGENT_ID, folder, [...answerForms, ...vsCodeForms], { kind }),
        timeoutSec: HOOK_TIMEOUT,
      },
    ],
  ]);
  return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(handlers) }, null, 2)}\n`;
}

export const copilotInstall: HookInstall = {
  needs: ['curl'],
  add: (_file, text, { dir }) => addOwnFile(text, hooksText(dir)),
  remove: (_file, text) => removeOwnFile(text),
  status: (_file, text, { dir }) => ownFileStatus(text, hooksText(dir)),
};
