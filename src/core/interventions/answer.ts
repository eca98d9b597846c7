/** What to answer an agent where it waits for us, by the orders that it is under. */
import type { ToolClass } from '../events.js';
import type { Intervention, Interventions } from './interventions.js';

/** A place at which an agent waits for our answer. */
export type AnswerPoint =
  /** The agent is about to ask the model, and takes a word on tools or a reminder. */
  | { kind: 'before-model' }
  /** `call`: empty where the agent names none. */
  | { kind: 'before-tool'; call: string; class: ToolClass }
  | { kind: 'after-step' }
  | { kind: 'prompt' }
  | { kind: 'before-stop' };

/** What to answer there. The reason of a denial is the reminder. */
export type Decision =
  | { kind: 'none' }
  /** The model request is to offer no tools; `text` is to stand in it. Only before a model request. */
  | { kind: 'text-only'; text: string }
  | { kind: 'remind'; text: string }
  | { kind: 'deny'; reason: string }
  | { kind: 'stop'; reason: string };

/** `receipts`: what is delivered once this answer has reached the agent. */
export interface HookAnswer {
  decision: Decision;
  receipts: string[];
}

const nothing: HookAnswer = { decision: { kind: 'none' }, receipts: [] };

export function answerAt(orders: Interventions, session: string, moment: AnswerPoint): HookAnswer {
  if (moment.kind === 'prompt') {
    return nothing;
  }
  const stop = orders.open(session, 'stop');
  if (stop !== undefined) {
    return moment.kind === 'before-stop'
      ? nothing
      : { decision: { kind: 'stop', reason: stop.text }, receipts: [stop.id] };
  }
  const guide = orders.newest(session, 'guide', 'requested');
  // an order that was ignored goes on: until the turn ends, no tool runs
  const textOnly = orders.newest(session, 'text-only', 'requested', 'delivered', 'ignored');
  if (textOnly !== undefined) {
    return textOnlyAnswer(orders, textOnly, guide, moment);
  }
  const note =
    guide ??
    (moment.kind === 'before-stop' ? undefined : orders.newest(session, 'remind', 'requested'));
  return note === undefined
    ? nothing
    : { decision: { kind: 'remind', text: note.text }, receipts: [note.id] };
}

function textOnlyAnswer(
  orders: Interventions,
  order: Intervention,
  guide: Intervention | undefined,
  moment: AnswerPoint,
): HookAnswer {
  const text = guide === undefined ? order.text : `${order.text}\n${guide.text}`;
  const receipts = guide === undefined ? [order.id] : [order.id, guide.id];
  switch (moment.kind) {
    // each request of the turn is made anew
    case 'before-model':
      return { decision: { kind: 'text-only', text }, receipts };
    case 'before-tool':
      // a tool by which the agent asks the person stays allowed
      if (moment.class === 'ask') {
        return nothing;
      }
      orders.countDenial(order, moment.call);
      return { decision: { kind: 'deny', reason: text }, receipts };
    case 'after-step':
      if (order.state === 'requested') {
        return { decision: { kind: 'remind', text }, receipts };
      }
      return guide === undefined
        ? nothing
        : { decision: { kind: 'remind', text: guide.text }, receipts: [guide.id] };
    case 'before-stop':
    case 'prompt':
      return nothing;
  }
}
