/** What our plugins are answered. */
import type { AnswerPoint, Decision } from '../../core/interventions/answer.js';

/** A decision → what the plugin does: add `text` to the request, switch its tools off (`textOnly`), refuse a call (`deny`) or abort (`stop`). */
export function answerPlugin(moment: AnswerPoint, decision: Decision): string {
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
