/** Turns a decision into the hook's output; prints only forms that are known to work. */
import type { Decision, AnswerPoint } from '../../core/interventions/answer.js';
import { isObject } from '../../core/json.js';
import { listIn, type Fields } from '../reading/fields.js';

export function answerHook(moment: AnswerPoint, decision: Decision, payload: Fields): string {
  if (decision.kind === 'none') {
    return '';
  }
  switch (moment.kind) {
    case 'before-model':
      return payload['hook_event_name'] === 'BeforeToolSelection'
        ? beforeToolSelection(decision)
        : beforeModel(decision, payload);
    case 'before-tool':
      switch (decision.kind) {
        case 'deny':
          return print({ decision: 'deny', reason: decision.reason });
        case 'stop':
          return print({ continue: false, stopReason: decision.reason });
        // runs before the next model request
        case 'remind':
        case 'text-only':
          return '';
      }
      break;
    // the agent has no hook there
    case 'after-step':
    case 'prompt':
    case 'before-stop':
      return '';
  }
}

function beforeModel(decision: Decision, payload: Fields): string {
  switch (decision.kind) {
    case 'remind':
    case 'text-only':
      return reminder(decision.text, payload);
    case 'stop':
      return print({ continue: false, stopReason: decision.reason });
    case 'deny':
    case 'none':
      return '';
  }
}

/** An empty answer would set the mode AUTO. */
function beforeToolSelection(decision: Decision): string {
  return decision.kind === 'text-only'
    ? print({
        hookSpecificOutput: { hookEventName: 'BeforeToolSelection', toolConfig: { mode: 'NONE' } },
      })
    : '';
}

/**
 * The request's messages plus ours at the end; the agent keeps their order and their non-text parts. Empty unless the payload
 * holds all of them as text.
 */
function reminder(text: string, payload: Fields): string {
  const request = payload['llm_request'];
  const all: unknown = isObject(request) ? request['messages'] : undefined;
  const messages = listIn(all).filter(({ content }) => typeof content === 'string');
  if (!Array.isArray(all) || messages.length < all.length) {
    return '';
  }
  return print({
    hookSpecificOutput: {
      hookEventName: 'BeforeModel',
      llm_request: { messages: [...messages, { role: 'user', content: text }] },
    },
  });
}

function print(answer: Fields): string {
  return JSON.stringify(answer);
}
