/** Turns a decision into the hook's output, in the forms of Droid's documentation. */
import type { Decision, AnswerPoint } from '../../core/interventions/answer.js';
import {
  printAnswer,
  TEXT,
  block,
  context,
  denial,
  endOfTurn,
  type AnswerForm,
} from '../install/answer-forms.js';

export function answerHook(moment: AnswerPoint, decision: Decision): string {
  switch (moment.kind) {
    case 'before-tool':
      switch (decision.kind) {
        case 'deny':
          return printAnswer(denial(decision.reason));
        // which of the two comes first is not documented: together the tool does not run, and the turn ends
        case 'stop':
          return printAnswer({ ...endOfTurn(decision.reason), ...denial(decision.reason) });
        case 'remind':
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
          return printAnswer(endOfTurn(decision.reason));
        case 'deny':
        case 'text-only':
        case 'none':
          return '';
      }
      break;
    // makes the agent continue
    case 'before-stop':
      return decision.kind === 'remind' ? printAnswer(block(decision.text)) : '';
    // no hook there; prompts get no answer
    case 'before-model':
    case 'prompt':
      return '';
  }
}

/** All that the installed command lets through. */
export const answerForms: readonly AnswerForm[] = [
  denial(TEXT),
  endOfTurn(TEXT),
  { ...endOfTurn(TEXT), ...denial(TEXT) },
  context('PostToolUse', TEXT),
  block(TEXT),
];
