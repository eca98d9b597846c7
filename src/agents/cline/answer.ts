/** Turns a decision into the hook's output; prints only forms that are known to work. */
import type { Decision, AnswerPoint } from '../../core/interventions/answer.js';

export function answerHook(moment: AnswerPoint, decision: Decision): string {
  switch (moment.kind) {
    case 'before-tool':
      switch (decision.kind) {
        // the model would not see a denial: empty the input, so that Cline refuses the call, and add the reason
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
