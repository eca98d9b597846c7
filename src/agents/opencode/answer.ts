/** A decision → our opencode plugin's action: add `text` to the request, remove its tools (`textOnly`), throw (`deny`) or abort (`stop`). */
import type { Decision, AnswerPoint } from '../../core/interventions/answer.js';

export function answerHook(moment: AnswerPoint, decision: Decision): string {
  switch (moment.kind) {
    case 'before-model':
      switch (decision.kind) {
        case 'text-only':
          return JSON.stringify({
            textOnly: true,
            text: decision.text,
            ...(decision.heard === true && { heard: true }),
          });
        case 'remind':
          return JSON.stringify({ text: decision.text });
        case 'stop':
          return JSON.stringify({ stop: decision.reason });
        case 'deny':
        case 'none':
          return '';
      }
      break;
    case 'before-tool':
      switch (decision.kind) {
        case 'deny':
          return JSON.stringify({ deny: decision.reason });
        case 'stop':
          return JSON.stringify({ stop: decision.reason });
        case 'remind':
        case 'text-only':
        case 'none':
          return '';
      }
      break;
    case 'after-step':
    case 'prompt':
    case 'before-stop':
      return '';
  }
}
