/** Turns a decision into the hook's output; prints only forms that are known to work. */
import type { Decision, AnswerPoint } from '../../core/interventions/answer.js';
import {
  printAnswer,
  TEXT,
  block,
  context,
  denial,
  type AnswerForm,
} from '../install/answer-forms.js';

export function answerHook(moment: AnswerPoint, decision: Decision): string {
  switch (moment.kind) {
    case 'before-tool':
      switch (decision.kind) {
        // a denial would not end the turn; the next model request is refused instead
        case 'deny':
        case 'stop':
          return printAnswer(denial(decision.reason));
        // runs before the next model request
        case 'remind':
        case 'text-only':
        case 'none':
          return '';
      }
      break;
    case 'after-step':
      switch (decision.kind) {
        case 'remind':
          return printAnswer(context('UserPromptSubmit', decision.text));
        case 'stop':
          return printAnswer(block(decision.reason));
        case 'deny':
        case 'text-only':
        case 'none':
          return '';
      }
      break;
    // no hook there; prompts get no answer
    case 'before-model':
    case 'prompt':
    case 'before-stop':
      return '';
  }
}

/** All that the installed command lets through. */
export const answerForms: readonly AnswerForm[] = [
  denial(TEXT),
  context('UserPromptSubmit', TEXT),
  block(TEXT),
];
