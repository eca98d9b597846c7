/** A decision → what the hook prints. Its one lever is the denial of a call: neither a sentence beside a call nor a stop has an effect. */
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
