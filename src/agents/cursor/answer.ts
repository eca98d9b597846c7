/** What our hooks print in Cursor, in the forms of its documentation. */
import { answerTable } from '../install/answer-table.js';
import type { Fields } from '../reading/fields.js';
import { installCommandHooks } from '../install/hook-settings.js';
import { AGENT_ID } from './home.js';

export const { answerHook, answerForms } = answerTable(
  { denial, context, followUp },
  {
    // no hook ends the turn: a stop denies the call, too
    'before-tool': { deny: 'denial', stop: 'denial' },
    'after-step': { remind: 'context' },
    // sent as the person's next message
    'before-stop': { remind: 'followUp' },
  },
);

/** The model reads the one, the person the other. */
function denial(reason: string): Fields {
  return { permission: 'deny', user_message: reason, agent_message: reason };
}

function context(text: string): Fields {
  return { additional_context: text };
}

function followUp(text: string): Fields {
  return { followup_message: text };
}

/** Our hooks in Cursor's hooks.json. */
export const cursorInstall = installCommandHooks({
  agent: AGENT_ID,
  // nothing else tells of its calls. That one runs may be told after a moment: by then a quick one is over
  events: [
    { event: 'beforeSubmitPrompt' },
    { event: 'preToolUse', kind: 'tell-later' },
    { event: 'postToolUse', kind: 'tell' },
    { event: 'postToolUseFailure', kind: 'tell' },
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
