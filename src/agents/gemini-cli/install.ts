/** Our hooks in a Gemini CLI settings file. */
import type { Node } from 'jsonc-parser';
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
  'BeforeAgent',
  'BeforeModel',
  'BeforeToolSelection',
  'BeforeTool',
  'AfterTool',
  'AfterAgent',
  'Notification',
  'SessionEnd',
];
/** In milliseconds. Our client gives up after one second. */
const HOOK_TIMEOUT = 2000;
/** Our name in the agent's list of hooks, where each can be disabled by name. */
const HOOK_NAME = 'turnwatch';

const dialect: HookDialect = { isOurs: (command) => isOurCommand(AGENT_ID, command), isOff };

function isOff(root: Node): boolean {
  const settings = property(root, 'hooksConfig');
  if (settings === undefined) {
    return false;
  }
  const disabled = property(settings, 'disabled')?.children ?? [];
  return (
    property(settings, 'enabled')?.value === false ||
    disabled.some((each) => each.value === HOOK_NAME)
  );
}

function wanted(folder: string): HookEntry[] {
  const command = hookCommand(AGENT_ID, folder, answerForms);
  return hookEvents.map((event) => ({
    event,
    entry: { hooks: [{ name: HOOK_NAME, type: 'command', command, timeout: HOOK_TIMEOUT }] },
  }));
}

export const geminiCliInstall: HookInstall = {
  needs: ['curl'],
  add: (_file, text, client) => installHooks(dialect, text, wanted(client.dir)),
  remove: (_file, text) => uninstallHooks(dialect, text),
  status: (_file, text, client) => hookStatus(dialect, text, wanted(client.dir)),
};
