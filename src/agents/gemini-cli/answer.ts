/** Turns a decision into the hook's output; prints only forms that are known to work. */
import type { Decision, AnswerPoint } from '../../core/interventions/answer.js';
import { isObject } from '../../core/json.js';
import { LIST, printAnswer, TEXT, type AnswerForm } from '../install/answer-forms.js';
import { endOfTurn } from '../install/answer-table.js';
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
          return printAnswer(denial(decision.reason));
        case 'stop':
          return printAnswer(endOfTurn(decision.reason));
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
      return reminder(decision.text, payload);
    case 'text-only':
      return decision.heard === true ? '' : reminder(decision.text, payload);
    case 'stop':
      return printAnswer(endOfTurn(decision.reason));
    case 'deny':
    case 'none':
      return '';
  }
}

/** An empty answer would set the mode AUTO. */
function beforeToolSelection(decision: Decision): string {
  return decision.kind === 'text-only' ? printAnswer(withoutTools) : '';
}

/**
 * The request's messages plus ours at the end; the agent keeps their order and their non-text parts. Empty unless the payload
 * holds all of them as text.
 */
function reminder(text: string, payload: Fields): string {
  const sent = payload['llm_request'];
  const all: unknown = isObject(sent) ? sent['messages'] : undefined;
  const messages = listIn(all).filter(({ content }) => typeof content === 'string');
  if (!Array.isArray(all) || messages.length < all.length) {
    return '';
  }
  return printAnswer(request([...messages, { role: 'user', content: text }]));
}

const withoutTools: Fields = {
  hookSpecificOutput: { hookEventName: 'BeforeToolSelection', toolConfig: { mode: 'NONE' } },
};

/** All that the installed command lets through. */
export const answerForms: readonly AnswerForm[] = [
  denial(TEXT),
  endOfTurn(TEXT),
  withoutTools,
  request([LIST]),
];

function denial(reason: string): Fields {
  return { decision: 'deny', reason };
}

function request(messages: readonly unknown[]): Fields {
  return { hookSpecificOutput: { hookEventName: 'BeforeModel', llm_request: { messages } } };
}
