/** Our hooks in Cursor's hooks.json. */
import { installCommandHooks } from '../install/hook-settings.js';
import { answerForms } from './answer.js';
import { AGENT_ID } from './home.js';

export const cursorInstall = installCommandHooks({
  agent: AGENT_ID,
  // all ask: nothing else tells what happened, or in which order
  events: [
    { event: 'beforeSubmitPrompt' },
    { event: 'preToolUse' },
    { event: 'postToolUse' },
    { event: 'postToolUseFailure' },
    { event: 'afterAgentResponse' },
    { event: 'stop' },
    { event: 'preCompact' },
    { event: 'sessionEnd' },
  ],
  forms: answerForms,
  timeout: 2,
  isBare: true,
  file: { root: { version: 1 } },
});
