/** A decision → what the hook prints. Only forms that were seen to work; where there is none, nothing is printed. */
import type { Decision, AnswerPoint } from '../../core/interventions/policy.js';

export function answerHook(moment: AnswerPoint, decision: Decision): string {
  switch (moment.kind) {
    case 'before-tool':
      switch (decision.kind) {
        // it knows no denial that the model reads: a call without its input is refused, and the reason stands beside the refusal
        case 'deny':
          return JSON.stringify({ overrideInput: {}, contextModification: decision.reason });
        case 'remind':
          return JSON.stringify({ contextModification: decision.text });
        case 'stop':
          return JSON.stringify({ cancel: true, errorMessage: decision.reason });
        case 'text-only':
        case 'none':
          return '';
      }
      break;
    case 'after-step':
      return decision.kind === 'remind'
        ? JSON.stringify({ contextModification: decision.text })
        : '';
    // no hook of it waits there
    case 'before-model':
    case 'prompt':
    case 'before-stop':
      return '';
  }
}
