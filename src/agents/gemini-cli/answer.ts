/** Turns a decision into the hook's output; prints only forms that are known to work. */
import type { Decision, AnswerPoint } from '../../core/interventions/answer.js';
import { isObject } from '../../core/json.js';
import { LIST, printAnswer, TEXT, type AnswerForm, endOfTurn } from '../install/answer-table.js';
import { listIn, type Fields } from '../reading/fields.js';
import type { Node } from 'jsonc-parser';
import { flag, installCommandHooks, type CommandHooks } from '../install/hook-settings.js';
import { property } from '../install/json-text.js';
import { AGENT_ID, SESSION_VARIABLE } from './home.js';

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

const hookEvents: CommandHooks['events'] = [
  { event: 'BeforeAgent' },
  // by then the chat has all calls and results of the response before: no AfterTool is needed
  { event: 'BeforeModel', kind: 'order' },
  { event: 'BeforeToolSelection', kind: 'order' },
  // the chat tells of a response's calls once all of them are over; two more hooks follow a quick call
  { event: 'BeforeTool', kind: 'tell-later' },
  { event: 'AfterAgent' },
  { event: 'Notification' },
  { event: 'SessionEnd' },
];
const HOOK_NAME = 'turnwatch';

/** Our hooks in a Gemini CLI settings file. */
export const geminiCliInstall = installCommandHooks({
  agent: AGENT_ID,
  events: hookEvents,
  forms: answerForms,
  // milliseconds
  timeout: 2000,
  sessionVariable: SESSION_VARIABLE,
  name: HOOK_NAME,
  file: { isOff },
});

function isOff(root: Node): boolean | undefined {
  const settings = property(root, 'hooksConfig');
  if (settings === undefined) {
    return undefined;
  }
  const isEnabled = flag(settings, 'enabled');
  const disabled = property(settings, 'disabled')?.children ?? [];
  return (
    disabled.some((each) => each.value === HOOK_NAME) ||
    (isEnabled === undefined ? undefined : !isEnabled)
  );
}
