/** Turns a decision into the hook's output; prints only forms that are known to work. */
import type { Decision, AnswerPoint } from '../../core/interventions/answer.js';

export function answerHook(moment: AnswerPoint, decision: Decision): string {
  switch (moment.kind) {
    case 'before-tool':
      switch (decision.kind) {
        case 'deny':
          return print('PreToolUse', {
            permissionDecision: 'deny',
            permissionDecisionReason: decision.reason,
          });
        case 'remind':
          return print('PreToolUse', { additionalContext: decision.text });
        // no hook can end a turn: `continue: false` has no effect
        case 'stop':
        case 'text-only':
        case 'none':
          return '';
      }
      break;
    // makes the agent continue
    case 'before-stop':
      return decision.kind === 'remind'
        ? JSON.stringify({ decision: 'block', reason: decision.text })
        : '';
    // no hook there, or none that accepts text
    case 'before-model':
    case 'after-step':
    case 'prompt':
      return '';
  }
}

function print(hookEventName: string, said: Record<string, unknown>): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName, ...said } });
}
