/** Our hooks in a Qwen Code settings file. */
import { hookCommand, isOurCommand, type HookKind } from '../install/hook-client.js';
import { settingsInstall, type HookDialect, type HookEntry } from '../install/hook-settings.js';
import { property } from '../install/json-text.js';
import { answerForms } from './answer.js';
import { AGENT_ID, SESSION_VARIABLE } from './home.js';

/** As few as possible: the agent waits for a shell at each, and at those that ask for curl too. */
const hookEvents: readonly { event: string; kind: HookKind }[] = [
  // shows before any call that hooks work
  { event: 'SessionStart', kind: 'ask' },
  // before every model request; the chat tells of a person's prompt, and of a step's end, a few milliseconds later
  { event: 'UserPromptSubmit', kind: 'order' },
  // the chat tells of all calls of a response at once, and no later
  { event: 'PreToolUse', kind: 'order' },
  // the chat tells of a response's results once all of them are there; the hook before the next request follows at once
  { event: 'PostToolUse', kind: 'tell-later' },
  { event: 'PostToolUseFailure', kind: 'tell-later' },
  { event: 'Stop', kind: 'ask' },
  { event: 'StopFailure', kind: 'ask' },
  { event: 'SubagentStop', kind: 'ask' },
  { event: 'Notification', kind: 'ask' },
  { event: 'SessionEnd', kind: 'ask' },
];
/** In seconds. Our client gives up after one. */
const HOOK_TIMEOUT = 2;

const dialect: HookDialect = {
  isOurs: (command) => isOurCommand(AGENT_ID, command),
  isOff: (root) => property(root, 'disableAllHooks')?.value === true,
};

function wanted(folder: string): HookEntry[] {
  return hookEvents.map(({ event, kind }) => ({
    event,
    entry: {
      hooks: [
        {
          type: 'command',
          command: hookCommand(AGENT_ID, folder, answerForms, {
            kind,
            sessionVariable: SESSION_VARIABLE,
          }),
          timeout: HOOK_TIMEOUT,
        },
      ],
    },
  }));
}

export const qwenCodeInstall = settingsInstall(dialect, wanted);
