/** A decision → the hook's output. Hooks can deny a call, and add a sentence to a prompt: text beside a call and stops have no effect. */
import type { Decision, AnswerPoint } from '../../core/interventions/answer.js';
import { printAnswer, TEXT, type AnswerForm } from '../install/answer-forms.js';

export function answerHook(moment: AnswerPoint, decision: Decision): string {
  if (moment.kind === 'prompt') {
    return decision.kind === 'remind' ? printAnswer(sentence(decision.text)) : '';
  }
  if (moment.kind !== 'before-tool') {
    return '';
  }
  switch (decision.kind) {
    case 'deny':
      return printAnswer(denial(decision.reason));
    case 'stop':
    case 'remind':
    case 'text-only':
    case 'none':
      return '';
  }
}

/** All that the installed command lets through. */
export const answerForms: readonly AnswerForm[] = [denial(TEXT), sentence(TEXT)];

function denial(permissionDecisionReason: string): Record<string, unknown> {
  return { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason } };
}

/** Goes into the context behind the prompt. */
function sentence(message: string): Record<string, unknown> {
  return { hookSpecificOutput: { message } };
}
