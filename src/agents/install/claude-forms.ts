/** What hooks print with Claude Code and those that took over its form. The order of the fields is part of the installed commands. */
import type { Fields } from '../reading/fields.js';

/** The call does not run; the model reads why. */
export function denial(permissionDecisionReason: string): Fields {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason,
    },
  };
}

/** Said to the model. */
export function context(hookEventName: string, additionalContext: string): Fields {
  return { hookSpecificOutput: { hookEventName, additionalContext } };
}

export function endOfTurn(stopReason: string): Fields {
  return { continue: false, stopReason };
}

/** What the hook came for does not happen: a request is not made, or a turn goes on. */
export function block(reason: string): Fields {
  return { decision: 'block', reason };
}
