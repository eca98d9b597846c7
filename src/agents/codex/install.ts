/** Our hooks in Codex's hooks.json. Their commands never change: Codex's trust is bound to a hook's text. */
import { installCommandHooks, type CommandHooks } from '../install/hook-settings.js';
import { answerForms } from './answer.js';
import { AGENT_ID } from './home.js';

/** As few as possible: each starts a shell and curl, and `codex exec` prints the name of each. */
const hookEvents: CommandHooks['events'] = [
  { event: 'UserPromptSubmit' },
  // the rollout tells of the call as soon
  { event: 'PreToolUse', kind: 'order' },
  { event: 'PreModelRequest', kind: 'tell' },
  // only where the person is asked
  { event: 'PermissionRequest', kind: 'tell' },
  { event: 'Stop' },
  { event: 'SessionEnd' },
];

export const codexInstall = installCommandHooks({
  agent: AGENT_ID,
  events: hookEvents,
  forms: answerForms,
  // Codex allows three at the end of a session
  timeout: 2,
});
