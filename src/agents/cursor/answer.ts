/** What our hooks print in Cursor, in the forms of its documentation. */
import { answerTable } from '../install/answer-table.js';
import type { Fields } from '../reading/fields.js';

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
