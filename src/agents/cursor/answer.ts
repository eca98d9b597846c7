/** Turns a decision into the hook's output, in the forms of Cursor's documentation. */
import type { Decision, AnswerPoint } from '../../core/interventions/answer.js';
import { printAnswer, TEXT, type AnswerForm } from '../install/answer-forms.js';
import type { Fields } from '../reading/fields.js';

export function answerHook(moment: AnswerPoint, decision: Decision): string {
  switch (moment.kind) {
    case 'before-tool':
      // no hook ends the turn: a stop denies the call, too
      return decision.kind === 'deny' || decision.kind === 'stop'
        ? printAnswer(denial(decision.reason))
        : '';
    case 'after-step':
      return decision.kind === 'remind' ? printAnswer(context(decision.text)) : '';
    // sent as the person's next message
    case 'before-stop':
      return decision.kind === 'remind' ? printAnswer(followUp(decision.text)) : '';
    // no hook there, or none that accepts text
    case 'before-model':
    case 'prompt':
      return '';
  }
}

/** All that the installed command lets through. */
export const answerForms: readonly AnswerForm[] = [denial(TEXT), context(TEXT), followUp(TEXT)];

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
