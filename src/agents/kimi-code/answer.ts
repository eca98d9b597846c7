/** A decision → the hook's output. Hooks can only deny a call: text beside a call and stops have no effect. */
import type { Decision, AnswerPoint } from '../../core/interventions/answer.js';

export function answerHook(moment: AnswerPoint, decision: Decision): string {
  if (moment.kind !== 'before-tool') {
    return '';
  }
  switch (decision.kind) {
    case 'deny':
      return JSON.stringify({
        hookSpecificOutput: {
          permissionDecision: 'deny',
          permissionDecisionReason: decision.reason,
        },
      });
    case 'stop':
    case 'remind':
    case 'text-only':
    case 'none':
      return '';
  }
}
