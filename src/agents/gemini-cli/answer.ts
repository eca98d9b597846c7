/** A decision → what the hook prints. Only forms that were seen to work; where there is none, nothing is printed. */
import type { Decision, AnswerPoint } from '../../core/interventions/policy.js';
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
        // said before the next model request
        case 'remind':
        case 'text-only':
          return '';
      }
      break;
    // no hook of it waits there
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

/** An empty answer here would set the mode AUTO. */
function beforeToolSelection(decision: Decision): string {
  return decision.kind === 'text-only'
    ? print({
        hookSpecificOutput: { hookEventName: 'BeforeToolSelection', toolConfig: { mode: 'NONE' } },
      })
    : '';
}

/**
 * The request's messages as they came, and one of ours behind them: the agent puts them back in their order and keeps what is no text.
 * A payload that does not hold them all is left alone.
 */
function reminder(text: string, payload: Fields): string {
  const request = payload['llm_request'];
  const told: unknown = isObject(request) ? request['messages'] : undefined;
  const messages = listIn(told).filter(({ content }) => typeof content === 'string');
  if (!Array.isArray(told) || messages.length < told.length) {
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
