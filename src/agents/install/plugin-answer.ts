/** What our plugins are answered. */
import type { AskedPrompt } from '../agent.js';
import type { AnswerPoint, Decision } from '../../core/interventions/answer.js';
import type { PromptAnswer } from '../../core/interventions/prompt-answer.js';

/** A decision → what the plugin does: add `text` to the request or go on with it, switch its tools off (`textOnly`), refuse a call (`deny`) or abort (`stop`). */
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
    case 'before-stop':
      return decision.kind === 'remind' ? JSON.stringify({ text: decision.text }) : '';
    case 'after-step':
    case 'prompt':
      return '';
  }
}

/** What the person answered to a prompt that a plugin handed over; empty where it has no such answer. */
export function answerPluginPrompt(_: AskedPrompt, answer: PromptAnswer): string {
  switch (answer.kind) {
    case 'allow':
      return JSON.stringify({ prompt: 'once' });
    case 'deny':
      return JSON.stringify({ prompt: 'reject', message: answer.reason });
    case 'choose':
      return '';
  }
}
