/** Turns a decision into the hook's output; prints only forms that are known to work. */
import type { Decision, AnswerPoint } from '../../core/interventions/answer.js';

export function answerHook(moment: AnswerPoint, decision: Decision): string {
  switch (moment.kind) {
    case 'before-tool':
      switch (decision.kind) {
        // it has no denial that the model could read: a call without its input is refused, with the reason beside
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
    // the agent has no hook there
    case 'before-model':
    case 'prompt':
    case 'before-stop':
      return '';
  }
}
