/** Turns a decision into the hook's output; prints only forms that are known to work. */
import type { Decision, AnswerPoint } from '../../core/interventions/answer.js';

export function answerHook(moment: AnswerPoint, decision: Decision): string {
  if (decision.kind === 'none') {
    return '';
  }
  switch (moment.kind) {
    case 'before-tool':
      switch (decision.kind) {
        case 'deny':
          return print(denial(decision.reason));
        case 'text-only':
          return '';
        // `continue: false` alone would still run the tool, so deny it too
        case 'stop':
          return print({
            ...denial(decision.reason),
            continue: false,
            stopReason: decision.reason,
          });
        case 'remind':
          return print(context('PreToolUse', decision.text));
      }
      break;
    case 'after-step':
      switch (decision.kind) {
        case 'remind':
          return print(context('PostToolBatch', decision.text));
        case 'stop':
          return print({ continue: false, stopReason: decision.reason });
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
      return decision.kind === 'remind' ? print(context('UserPromptSubmit', decision.text)) : '';
    case 'before-stop':
      // 'block' makes the agent continue; the turn is ending, so a stop or denial adds nothing
      return decision.kind === 'remind' ? print(context('Stop', decision.text)) : '';
  }
}

function denial(reason: string): Record<string, unknown> {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  };
}

function context(hookEventName: string, additionalContext: string): Record<string, unknown> {
  return { hookSpecificOutput: { hookEventName, additionalContext } };
}

function print(answer: Record<string, unknown>): string {
  return JSON.stringify(answer);
}
