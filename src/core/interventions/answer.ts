/** What to answer an agent that waits for us, by the interventions that it is under. */
import type { ToolClass } from '../events.js';
import type { Session } from '../turns/session.js';
import type { Intervention, Interventions } from './interventions.js';

/** A point at which an agent waits for our answer. */
export type AnswerPoint =
  /** The agent is about to ask the model, and can leave out the tools or add a reminder. */
  | { kind: 'before-model' }
  /** `call`: empty where the agent names none. */
  | { kind: 'before-tool'; call: string; class: ToolClass }
  | { kind: 'after-step' }
  | { kind: 'prompt' }
  | { kind: 'before-stop' };

/** What to answer there. The reason of a denial is the reminder. */
export type Decision =
  | { kind: 'none' }
  /** The model request offers no tools and contains `text`; `heard`: it is in the context already. Only before a model request. */
  | { kind: 'text-only'; text: string; heard?: boolean }
  | { kind: 'remind'; text: string }
  | { kind: 'deny'; reason: string }
  | { kind: 'stop'; reason: string };

/** `receipts`: delivered once this answer has reached the agent. */
export interface HookAnswer {
  decision: Decision;
  receipts: string[];
}

const nothing: HookAnswer = { decision: { kind: 'none' }, receipts: [] };

export function answerAt(
  interventions: Interventions,
  asking: Session,
  point: AnswerPoint,
  at: number,
): HookAnswer {
  const session = asking.id;
  if (point.kind === 'prompt') {
    return note(interventions.newest(session, 'tools-on', 'requested'));
  }
  const stop =
    interventions.open(session, 'stop') ??
    (point.kind === 'before-tool' ? interventions.justStopped(asking, at) : undefined);
  if (stop !== undefined) {
    return point.kind === 'before-stop'
      ? nothing
      : { decision: { kind: 'stop', reason: stop.text }, receipts: [stop.id] };
  }
  const guide = interventions.newest(session, 'guide', 'requested');
  const textOnly = interventions.textOnly(session);
  if (textOnly !== undefined) {
    return textOnlyAnswer(interventions, textOnly, guide, asking, point);
  }
  // these are no reason to go on
  const atWork =
    point.kind === 'before-stop'
      ? undefined
      : (interventions.newest(session, 'tools-on', 'requested') ??
        interventions.newest(session, 'remind', 'requested'));
  return note(guide ?? atWork);
}

function note(intervention: Intervention | undefined): HookAnswer {
  return intervention === undefined
    ? nothing
    : { decision: { kind: 'remind', text: intervention.text }, receipts: [intervention.id] };
}

function textOnlyAnswer(
  interventions: Interventions,
  textOnly: Intervention,
  guide: Intervention | undefined,
  asking: Session,
  point: AnswerPoint,
): HookAnswer {
  const text = guide === undefined ? textOnly.text : `${textOnly.text}\n${guide.text}`;
  const receipts = guide === undefined ? [textOnly.id] : [textOnly.id, guide.id];
  switch (point.kind) {
    // each request of the turn is built anew
    case 'before-model':
      return {
        decision: {
          kind: 'text-only',
          text,
          ...(textOnly.inContext && guide === undefined && { heard: true }),
        },
        receipts,
      };
    case 'before-tool':
      // the agent may always ask the person
      if (point.class === 'ask') {
        return nothing;
      }
      interventions.countDenial(textOnly, stepAsked(asking, point));
      return { decision: { kind: 'deny', reason: text }, receipts };
    case 'after-step':
      if (textOnly.state === 'requested') {
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

/** The newest step whose calls the model had requested when the agent asked: that of the call, known yet or not. */
export function stepAsked(session: Session, point: AnswerPoint): number {
  const newest = session.steps - 1;
  if (point.kind !== 'before-tool') {
    return newest;
  }
  const known = session.known.get(point.call);
  return known === undefined
    ? (session.openStep?.number ?? session.steps)
    : (known.call?.step.number ?? newest);
}
