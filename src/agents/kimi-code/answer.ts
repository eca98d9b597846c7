/** What our hooks print in Kimi Code: they can deny a call, and add a sentence to a prompt. Text beside a call and stops have no effect. */
import { answerTable } from '../install/answer-table.js';
import type { Fields } from '../reading/fields.js';

export const { answerHook, answerForms } = answerTable(
  { denial, sentence },
  { 'before-tool': { deny: 'denial' }, prompt: { remind: 'sentence' } },
);

function denial(permissionDecisionReason: string): Fields {
  return { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason } };
}

/** Goes into the context behind the prompt. */
function sentence(message: string): Fields {
  return { hookSpecificOutput: { message } };
}
