/** Our hooks in a Gemini CLI settings file. */
import type { Node } from 'jsonc-parser';
import { hookCommand, isOurCommand, type HookKind } from '../install/hook-client.js';
import { settingsInstall, type HookDialect, type HookEntry } from '../install/hook-settings.js';
import { property } from '../install/json-text.js';
import { answerForms } from './answer.js';
import { AGENT_ID, SESSION_VARIABLE } from './home.js';

/** As few as possible: the agent waits for a shell at each, and at those that ask for curl too. */
const hookEvents: readonly { event: string; kind: HookKind }[] = [
  { event: 'BeforeAgent', kind: 'ask' },
  // by then the chat has all calls and results of the response before: no AfterTool is needed
  { event: 'BeforeModel', kind: 'order' },
  { event: 'BeforeToolSelection', kind: 'order' },
  // the chat tells of a response's calls once all of them are over; two more hooks follow a quick call
  { event: 'BeforeTool', kind: 'tell-later' },
  { event: 'AfterAgent', kind: 'ask' },
  { event: 'Notification', kind: 'ask' },
  { event: 'SessionEnd', kind: 'ask' },
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
  return hookEvents.map(({ event, kind }) => ({
    event,
    entry: {
      hooks: [
        {
          name: HOOK_NAME,
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

export const geminiCliInstall = settingsInstall(dialect, wanted);
