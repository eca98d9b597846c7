/** Our hooks in a Qwen Code settings file. */
import type { HookInstall } from '../agent.js';
import { hookCommand, isOurCommand } from '../install/hook-client.js';
import {
  hookStatus,
  installHooks,
  uninstallHooks,
  type HookDialect,
  type HookEntry,
} from '../install/hook-settings.js';
import { property } from '../install/json-text.js';
import { answerForms } from './answer.js';
import { AGENT_ID } from './known.js';

/** As few as possible: the agent waits for each. */
const hookEvents = [
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'Stop',
  'StopFailure',
  'SubagentStop',
  'Notification',
  'SessionEnd',
];
/** In seconds. Our client gives up after one. */
const HOOK_TIMEOUT = 2;

const dialect: HookDialect = {
  isOurs: (command) => isOurCommand(AGENT_ID, command),
  isOff: (root) => property(root, 'disableAllHooks')?.value === true,
};

function wanted(folder: string): HookEntry[] {
  const command = hookCommand(AGENT_ID, folder, answerForms);
  return hookEvents.map((event) => ({
    event,
    entry: { hooks: [{ type: 'command', command, timeout: HOOK_TIMEOUT }] },
  }));
}

export const qwenCodeInstall: HookInstall = {
  needs: ['curl'],
  add: (_file, text, client) => installHooks(dialect, text, wanted(client.dir)),
  remove: (_file, text) => uninstallHooks(dialect, text),
  status: (_file, text, client) => hookStatus(dialect, text, wanted(client.dir)),
};
