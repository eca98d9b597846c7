/** A decision → the hook's output, as VS Code documents it. The person sees a denial's reason; the model sees only `additionalContext`. */
import type { Decision, AnswerPoint } from '../../../core/interventions/answer.js';

export function answerHook(moment: AnswerPoint, decision: Decision): string {
  switch (moment.kind) {
    case 'before-tool':
      switch (decision.kind) {
        case 'deny':
          return print(denial(decision.reason));
        case 'stop':
          return print({
            continue: false,
            stopReason: decision.reason,
            ...denial(decision.reason),
          });
        case 'remind':
          return print({
            hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: decision.text },
          });
        case 'text-only':
        case 'none':
          return '';
      }
      break;
    case 'after-step':
      switch (decision.kind) {
        case 'remind':
          return print({
            hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: decision.text },
          });
        case 'stop':
          return print({ continue: false, stopReason: decision.reason });
        case 'deny':
        case 'text-only':
        case 'none':
          return '';
      }
      break;
    // makes the agent continue; older versions read the outer fields, newer ones the inner
    case 'before-stop':
      return decision.kind === 'remind'
        ? print({
            decision: 'block',
            reason: decision.text,
            hookSpecificOutput: { hookEventName: 'Stop', decision: 'block', reason: decision.text },
          })
        : '';
    // no hook there, or none that accepts text
    case 'before-model':
    case 'prompt':
      return '';
  }
}

function denial(reason: string): Record<string, unknown> {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
      additionalContext: reason,
    },
  };
}

function print(answer: Record<string, unknown>): string {
  return JSON.stringify(answer);
}
