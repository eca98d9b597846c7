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
        case 'deny':
          return printAnswer(denial(decision.reason));
        case 'remind':
          return printAnswer(context('PreToolUse', decision.text));
        // no hook can end a turn: `continue: false` has no effect
        case 'stop':
        case 'text-only':
        case 'none':
          return '';
      }
      break;
    // makes the agent continue
    case 'before-stop':
      return decision.kind === 'remind' ? printAnswer(block(decision.text)) : '';
    case 'prompt':
      return decision.kind === 'remind'
        ? printAnswer(context('UserPromptSubmit', decision.text))
        : '';
    // no hook there, or none that accepts text
    case 'before-model':
    case 'after-step':
      return '';
  }
}

/** All that the installed command lets through. */
export const answerForms: readonly AnswerForm[] = [
  denial(TEXT),
  context('PreToolUse', TEXT),
  context('UserPromptSubmit', TEXT),
  block(TEXT),
];
