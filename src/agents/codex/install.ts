/** Our hooks in Codex's hooks.json. Their commands never change: Codex's trust is bound to a hook's text. */
import { hookCommand, isOurCommand, type HookKind } from '../install/hook-client.js';
import { settingsInstall, type HookDialect, type HookEntry } from '../install/hook-settings.js';
import { answerForms } from './answer.js';
import { AGENT_ID } from './home.js';

/** As few as possible: each starts a shell and curl, and `codex exec` prints the name of each. */
const hookEvents: readonly { event: string; kind: HookKind }[] = [
  { event: 'UserPromptSubmit', kind: 'ask' },
  // the rollout tells of the call as soon
  { event: 'PreToolUse', kind: 'order' },
  { event: 'PreModelRequest', kind: 'tell' },
  // only where the person is asked
  { event: 'PermissionRequest', kind: 'tell' },
  { event: 'Stop', kind: 'ask' },
  { event: 'SessionEnd', kind: 'ask' },
];

/** In seconds; Codex allows three at the end of a session. Our client gives up after one. */
const HOOK_TIMEOUT = 2;

const dialect: HookDialect = { isOurs: (command) => isOurCommand(AGENT_ID, command) };

function wanted(folder: string): HookEntry[] {
  return hookEvents.map(({ event, kind }) => ({
    event,
    entry: {
      hooks: [
        {
          type: 'command',
          command: hookCommand(AGENT_ID, folder, answerForms, { kind }),
          timeout: HOOK_TIMEOUT,
        },
      ],
    },
  }));
}

export const codexInstall = settingsInstall(dialect, wanted);
