/** Our hooks in Cursor's hooks.json. */
import { hookCommand, isOurCommand } from '../install/hook-client.js';
import { settingsInstall, type HookDialect, type HookEntry } from '../install/hook-settings.js';
import { answerForms } from './answer.js';
import { AGENT_ID } from './home.js';

/** As few as possible: each starts a shell and curl. All ask: nothing else tells what happened, or in which order. */
const hookEvents = [
  'beforeSubmitPrompt',
  'preToolUse',
  'postToolUse',
  'postToolUseFailure',
  'afterAgentResponse',
  'stop',
  'preCompact',
  'sessionEnd',
] as const;
/** In seconds. Our client gives up after one. */
const HOOK_TIMEOUT = 2;

const dialect: HookDialect = {
  isOurs: (command) => isOurCommand(AGENT_ID, command),
  root: { version: 1 },
};

function wanted(folder: string): HookEntry[] {
  const command = hookCommand(AGENT_ID, folder, answerForms);
  return hookEvents.map((event) => ({ event, entry: { command, timeout: HOOK_TIMEOUT } }));
}

export const cursorInstall = settingsInstall(dialect, wanted);
