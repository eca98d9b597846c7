/** Turns a decision into the hook's output; prints only forms that are known to work. */
import type { Decision, AnswerPoint } from '../../core/interventions/answer.js';
import type { Fields } from '../reading/fields.js';

export function answerHook(moment: AnswerPoint, decision: Decision): string {
  switch (moment.kind) {
    case 'before-tool':
      switch (decision.kind) {
        // a denial would not end the turn; the next model request is refused instead
        case 'deny':
        case 'stop':
          return print({
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'deny',
              permissionDecisionReason: decision.reason,
            },
          });
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
          return print({
            hookSpecificOutput: {
              hookEventName: 'UserPromptSubmit',
              additionalContext: decision.text,
            },
          });
        case 'stop':
          return print({ decision: 'block', reason: decision.reason });
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

function print(answer: Fields): string {
  return JSON.stringify(answer);
}
