/** The interventions of every session and what became of each: requested → delivered → obeyed or ignored. */
import type { InterventionEvent, InterventionKind, InterventionState } from '../events.js';
import type { Session } from '../turns/session.js';
import type { Receipt } from '../view/snapshot.js';
import { modelTexts } from './model-texts.js';

const KEPT_RECEIPTS = 20;
/** After a stop, calls within this time are of the response that it met: a person's next message takes longer to bring one (milliseconds). */
const SAME_RESPONSE_MS = 2000;
/** Open interventions, the strongest first. */
const holdingKinds = ['stop', 'text-only', 'remind'] as const;

export interface Intervention {
  id: string;
  session: string;
  kind: InterventionKind;
  state: InterventionState;
  by: 'person' | 'auto';
  /** For the model. */
  text: string;
  /** The person's own, where they wrote something. */
  words: string | undefined;
  /** See InterventionEvent. */
  sendsBack: boolean;
  requestedAt: number;
  deliveredAt: number | undefined;
  /** When it was first ignored; it may be obeyed later. */
  ignoredAt: number | undefined;
  /** When it was obeyed, ignored or withdrawn. */
  settledAt: number | undefined;
  /** Model responses whose calls were denied because of it: the calls of one were requested together, before any denial was read. */
  denials: number;
  /** The newest such response, by its step. */
  deniedStep: number;
  /** Newest step that the agent was answered about with it. */
  answeredStep: number;
  /** Newest step that the model had requested when it was delivered. */
  deliveredStep: number;
  /** Responses after that which called tools all the same, and the step of the newest. */
  ignored: number;
  ignoredStep: number;
  /** The turn in which it was delivered. */
  deliveredTurn: number;
  /** The session from which a sub-agent inherited it. */
  from: string | undefined;
  /** Its turn is over: kept as a receipt only. */
  ended: boolean;
  /** It ended because the turn ended in words: if that turn goes on after all, so does the order. */
  resumable: boolean;
  /** The turn ended without a word, as far as was told: if words are told yet, it was obeyed. */
  awaitsWords: boolean;
  /** Its words stay in the agent's context, as the reason of a denial or as a note, and nothing has yet said that they are over. */
  inContext: boolean;
}

export interface RequestedIntervention {
  kind: InterventionKind;
  by: 'person' | 'auto';
  text: string;
  words?: string | undefined;
  sendsBack?: boolean;
  /** The session from which a sub-agent inherits it. */
  from?: string | undefined;
}

/** Said once after an order whose words stay in the context. */
export const toolsOn: RequestedIntervention = {
  kind: 'tools-on',
  by: 'auto',
  text: modelTexts.toolsOn,
};

/** By session, oldest first. */
export class Interventions {
  private readonly bySession = new Map<string, Intervention[]>();
  private count = 0;

  list(session: string): readonly Intervention[] {
    return this.bySession.get(session) ?? [];
  }

  receipts(session: string): Receipt[] {
    return this.list(session).map(makeReceipt);
  }

  find(id: string): Intervention | undefined {
    for (const interventions of this.bySession.values()) {
      const found = interventions.find((each) => each.id === id);
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  }

  /** The newest of this turn, in one of `states` if any are given. */
  newest(
    session: string,
    kind: InterventionKind,
    ...states: InterventionState[]
  ): Intervention | undefined {
    return this.list(session).findLast(
      (each) =>
        each.kind === kind && !each.ended && (states.length === 0 || states.includes(each.state)),
    );
  }

  /** The one that waits for an outcome: requested or delivered, and neither obeyed nor ignored. */
  open(session: string, kind: InterventionKind): Intervention | undefined {
    return this.newest(session, kind, 'requested', 'delivered');
  }

  /** The text-only intervention that holds: one that was ignored holds until the turn ends. */
  textOnly(session: string): Intervention | undefined {
    return this.newest(session, 'text-only', 'requested', 'delivered', 'ignored');
  }

  /** Whether a request to the model may have to be changed for any session. */
  get hasOpen(): boolean {
    return [...this.bySession.values()].some((interventions) =>
      interventions.some(
        ({ ended, state, kind }) =>
          !ended &&
          (kind === 'text-only'
            ? state !== 'withdrawn' && state !== 'obeyed'
            : state === 'requested'),
      ),
    );
  }

  /** The strongest one that is open. */
  holding(session: string): (typeof holdingKinds)[number] | undefined {
    return holdingKinds.find((kind) => this.open(session, kind) !== undefined);
  }

  /** Whether one of the session's next hooks may have to be answered: one is to be delivered, or holds until the turn ends. */
  awaitsHook(session: Session, at: number): boolean {
    const { id } = session;
    return (
      this.list(id).some(({ ended, state }) => !ended && state === 'requested') ||
      this.open(id, 'stop') !== undefined ||
      this.textOnly(id) !== undefined ||
      this.justStopped(session, at) !== undefined
    );
  }

  /** The stop that ended the turn a moment ago: the log may tell the end before the other calls of the same response ask. */
  justStopped({ id, turn }: Session, at: number): Intervention | undefined {
    return this.list(id).findLast(
      ({ kind, state, deliveredTurn, settledAt = -Infinity }) =>
        kind === 'stop' &&
        state === 'obeyed' &&
        deliveredTurn === turn &&
        at - settledAt <= SAME_RESPONSE_MS,
    );
  }

  /** Those that sub-agents inherited from this session. */
  inheritedFrom(session: string): Intervention[] {
    return [...this.bySession.values()].flatMap((interventions) =>
      interventions.filter((each) => each.from === session && !each.ended),
    );
  }

  /** @returns the event to record; undefined if one of this kind is open already. Guidance is sent each time. */
  request(
    session: string,
    { kind, by, text, words, sendsBack = false, from }: RequestedIntervention,
    at: number,
  ): InterventionEvent | undefined {
    if (kind !== 'guide' && this.open(session, kind) !== undefined) {
      return undefined;
    }
    const intervention: Intervention = {
      id: this.newId(kind),
      session,
      kind,
      state: 'requested',
      by,
      text,
      words,
      sendsBack,
      requestedAt: at,
      deliveredAt: undefined,
      ignoredAt: undefined,
      settledAt: undefined,
      denials: 0,
      deniedStep: -1,
      answeredStep: -1,
      deliveredStep: Infinity,
      deliveredTurn: -1,
      ignored: 0,
      ignoredStep: -1,
      from,
      ended: false,
      resumable: false,
      awaitsWords: false,
      inContext: false,
    };
    const interventions = [...this.list(session), intervention];
    if (interventions.length > KEPT_RECEIPTS) {
      // guidance never pushes out one that holds
      const spare = interventions.findIndex((each) => each.ended || each.kind === 'guide');
      interventions.splice(Math.max(0, spare), 1);
    }
    this.bySession.set(session, interventions);
    return interventionEvent(intervention, at);
  }

  /** @returns the event to record. */
  move(intervention: Intervention, state: InterventionState, at: number): InterventionEvent {
    intervention.state = state;
    if (state === 'delivered') {
      intervention.deliveredAt ??= at;
      intervention.settledAt = undefined;
    } else {
      intervention.settledAt = at;
    }
    if (state === 'ignored') {
      intervention.ignoredAt = at;
    }
    return interventionEvent(intervention, at);
  }

  /** Whether the agent still has to be told that an order of an earlier turn is over. */
  mustLift(session: string): boolean {
    return this.list(session).some(({ ended, inContext }) => ended && inContext);
  }

  /** The agent was told. */
  lift(session: string): void {
    for (const each of this.list(session)) {
      each.inContext &&= !each.ended;
    }
  }

  newId(kind: InterventionKind): string {
    return `${kind}-${(this.count += 1)}`;
  }

  /** A call of the model's response that began this step is denied: the others of the same response count with it. */
  countDenial(intervention: Intervention, step: number): void {
    if (step > intervention.deniedStep) {
      intervention.deniedStep = step;
      intervention.denials += 1;
    }
  }

  /** A call of a response that the model gave after it could read what was delivered. */
  countIgnored(intervention: Intervention, step: number): void {
    if (step > Math.max(intervention.deliveredStep, intervention.ignoredStep)) {
      intervention.ignoredStep = step;
      intervention.ignored += 1;
    }
  }

  forget(session: string): void {
    this.bySession.delete(session);
  }
}

function makeReceipt(intervention: Intervention): Receipt {
  const { id, kind, state, by, words, requestedAt, deliveredAt, ignoredAt, settledAt } =
    intervention;
  const { denials, ignored, sendsBack } = intervention;
  return {
    id,
    kind,
    state,
    by,
    ...(words !== undefined && { words }),
    ...(sendsBack && { sendsBack }),
    requestedAt,
    ...(deliveredAt !== undefined && { deliveredAt }),
    ...(ignoredAt !== undefined && { ignoredAt }),
    ...(settledAt !== undefined && { settledAt }),
    denials,
    ...(ignored > 0 && { ignored }),
    canUndo: state === 'requested',
  };
}

// What a recording keeps of an intervention each time it changes.

interface Changed {
  session: string;
  id: string;
  kind: InterventionKind;
  state: InterventionState;
  by: 'person' | 'auto';
  denials?: number;
  ignored?: number;
  sendsBack?: boolean;
  stopsAt?: number | undefined;
}

/** @param at milliseconds since the epoch */
export function interventionEvent(
  { session, id, kind, state, by, denials = 0, ignored = 0, sendsBack = false, stopsAt }: Changed,
  at: number,
): InterventionEvent {
  return {
    v: 1,
    type: 'intervention',
    session,
    at,
    id,
    rung: kind,
    state,
    by,
    ...(denials > 0 && { denials }),
    ...(ignored > 0 && { ignored }),
    ...(sendsBack && { sendsBack }),
    ...(stopsAt !== undefined && { stopsAt }),
  };
}
