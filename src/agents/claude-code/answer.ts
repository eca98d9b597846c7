/** Turns a decision into the hook's output; prints only forms that are known to work. */
import type { Decision, AnswerPoint } from '../../core/interventions/answer.js';
import {
  printAnswer,
  TEXT,
  context,
  denial,
  endOfTurn,
  type AnswerForm,
} from '../install/answer-forms.js';

export function answerHook(moment: AnswerPoint, decision: Decision): string {
  if (decision.kind === 'none') {
    return '';
  }
  switch (moment.kind) {
    case 'before-tool':
      switch (decision.kind) {
        case 'deny':
          return printAnswer(denial(decision.reason));
        case 'text-only':
          return '';
        // `continue: false` alone would still run the tool, so deny it too
        case 'stop':
          return printAnswer({ ...endOfTurn(decision.reason), ...denial(decision.reason) });
        case 'remind':
          return printAnswer(context('PreToolUse', decision.text));
      }
      break;
    case 'after-step':
      switch (decision.kind) {
        case 'remind':
          return printAnswer(context('PostToolBatch', decision.text));
        case 'stop':
          return printAnswer(endOfTurn(decision.reason));
        case 'deny':
        case 'text-only':
          return '';
      }
      break;
    // the agent has no hook there
    case 'before-model':
      return '';
    case 'prompt':
      // a stop here would discard the person's message
      return decision.kind === 'remind'
        ? printAnswer(context('UserPromptSubmit', decision.text))
        : '';
    case 'before-stop':
      // 'block' makes the agent continue; the turn is ending, so a stop or denial adds nothing
      return decision.kind === 'remind' ? printAnswer(context('Stop', decision.text)) : '';
  }
}

/** All that the installed command lets through. */
export const answerForms: readonly AnswerForm[] = [
  denial(TEXT),
  endOfTurn(TEXT),
  { ...endOfTurn(TEXT), ...denial(TEXT) },
  ...['PreToolUse', 'PostToolBatch', 'UserPromptSubmit', 'Stop'].map((event) =>
    context(event, TEXT),
  ),
];
