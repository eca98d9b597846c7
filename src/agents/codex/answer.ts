/** A decision → what the hook prints. Only forms that were seen to work; where there is none, nothing is printed. */
import type { Decision, AnswerPoint } from '../../core/interventions/policy.js';

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
        // no hook ends a turn: `continue: false` has no effect
        case 'stop':
        case 'text-only':
        case 'none':
          return '';
      }
      break;
    // the agent goes on with it
    case 'before-stop':
      return decision.kind === 'remind'
        ? JSON.stringify({ decision: 'block', reason: decision.text })
        : '';
    // no hook of it waits there, or none takes a word
    case 'before-model':
    case 'after-step':
    case 'prompt':
      return '';
  }
}

function print(hookEventName: string, said: Record<string, unknown>): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName, ...said } });
}
