/** A decision → the hook's output. Hooks can only deny a call: text beside a call and stops have no effect. */
import type { Decision, AnswerPoint } from '../../core/interventions/answer.js';
import { printAnswer, TEXT, type AnswerForm } from '../install/answer-forms.js';

export function answerHook(moment: AnswerPoint, decision: Decision): string {
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
export const answerForms: readonly AnswerForm[] = [denial(TEXT)];

function denial(permissionDecisionReason: string): Record<string, unknown> {
  return { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason } };
}
