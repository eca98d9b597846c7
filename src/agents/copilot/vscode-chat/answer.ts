/** A decision → the hook's output, as VS Code documents it. The person sees a denial's reason; the model sees only `additionalContext`. */
import type { Decision, AnswerPoint } from '../../../core/interventions/answer.js';
import { printAnswer, TEXT, type AnswerForm } from '../../install/answer-forms.js';
import { block, context, endOfTurn } from '../../install/answer-table.js';
import type { Fields } from '../../reading/fields.js';

export function answerHook(moment: AnswerPoint, decision: Decision): string {
  switch (moment.kind) {
    case 'before-tool':
      switch (decision.kind) {
        case 'deny':
          return printAnswer(denial(decision.reason));
        // `continue: false` would not end the turn, and hide the reason from the model
        case 'stop':
          return printAnswer(denial(decision.reason));
        case 'remind':
          return printAnswer(context('PreToolUse', decision.text));
        case 'text-only':
        case 'none':
          return '';
      }
      break;
    case 'after-step':
      switch (decision.kind) {
        case 'remind':
          return printAnswer(context('PostToolUse', decision.text));
        case 'stop':
        case 'deny':
        case 'text-only':
        case 'none':
          return '';
      }
      break;
    case 'before-stop':
      return decision.kind === 'remind' ? printAnswer(goOn(decision.text)) : '';
    // no hook there, or none that accepts text
    case 'before-model':
    case 'prompt':
      return '';
  }
}

/** What the installed command lets through for these agents. */
export const answerForms: readonly AnswerForm[] = [
  denial(TEXT),
  endOfTurn(TEXT),
  { ...endOfTurn(TEXT), ...denial(TEXT) },
  context('PreToolUse', TEXT),
  context('PostToolUse', TEXT),
  goOn(TEXT),
];

function denial(reason: string): Fields {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
      additionalContext: reason,
    },
  };
}

/** Older versions read the outer fields, newer ones the inner. */
function goOn(reason: string): Fields {
  const blocked = block(reason);
  return { ...blocked, hookSpecificOutput: { hookEventName: 'Stop', ...blocked } };
}
