/**
 * What is done about a stall, once per episode, by the mode in force: nothing, the person is asked, or the agent is told; and one step
 * further where that is ignored.
 */
import type { CapEvent, InterventionEvent } from '../events.js';
import { capMessage } from '../money/amounts.js';
import type { Session } from '../turns/session.js';
import type { Verdict } from '../verdict.js';
import type { Capabilities } from '../view/snapshot.js';
import { english, fill } from '../view/words/wording.js';
import { adviceOn, isHung } from './advice.js';
import { recorded, type Effect } from './stall-outcomes.js';
import {
  interventionEvent,
  type Interventions,
  type Intervention,
  type RequestedIntervention,
} from './interventions.js';
import { modelTexts } from './model-texts.js';
import { StallState, type Mode } from './stall-state.js';

/** What decides how a stall is responded to. */
export interface ResponseHost {
  /** The mode in force for a session. */
  mode(session: Session): Mode;
  /** Whether `auto` says a sentence before it takes the tools away. */
  readonly remindFirst: boolean;
  /** Whether `auto` sends a turn back that ends against the evidence. */
  readonly sendBack: boolean;
  capabilities(session: Session): Capabilities;
}

export class StallResponses {
  readonly countdowns = new Countdowns();
  private readonly states = new Map<string, StallState>();

  constructor(
    readonly host: ResponseHost,
    private readonly sessions: ReadonlyMap<string, Session>,
    private readonly interventions: Interventions,
  ) {}

  /** Undefined where nothing was ever done about the session. */
  known(session: string): StallState | undefined {
    return this.states.get(session);
  }

  state(session: string): StallState {
    let state = this.states.get(session);
    if (state === undefined) {
      this.states.set(session, (state = new StallState()));
    }
    return state;
  }

  /** Whether the person was asked about the open stall, once more after that, and about a cap of their own. */
  asked(session: string): { asked: boolean; again: boolean; ofCap: boolean } {
    const state = this.states.get(session);
    return {
      asked: state?.asked ?? false,
      again: state?.askedAgain ?? false,
      ofCap: state?.isAskedOfCap ?? false,
    };
  }

  forget(session: string): void {
    this.countdowns.end(session);
    this.states.delete(session);
  }

  /** Nobody said otherwise in time: these turns are stopped. */
  stopDue(at: number): Effect[] {
    return this.countdowns.takeDue(at).flatMap((id) => {
      const session = this.sessions.get(id);
      return session?.open === true
        ? this.request(session, { kind: 'stop', by: 'auto', text: modelTexts.stop }, at)
        : [];
    });
  }

  /** The turn is not stopped by itself: tools stay off, and the person is not asked again. */
  keepWaiting(session: string, at: number): Effect[] {
    const countdown = this.countdowns.end(session);
    return countdown === undefined
      ? []
      : recorded([escalation(session, countdown.asked, 'withdrawn', at, { by: 'person' })]);
  }

  /** The mode's response to the open stall. */
  act(session: Session, at: number): Effect[] {
    const state = this.state(session.id);
    const verdict = state.stalled;
    if (
      verdict === undefined ||
      state.snoozed(session) !== undefined ||
      state.isFalseAlarm(verdict)
    ) {
      return [];
    }
    switch (this.host.mode(session)) {
      case 'observe':
        return [];
      case 'ask':
        return this.ask(session, false, at);
      case 'auto':
        return this.actByItself(session, verdict, at);
    }
  }

  private actByItself(session: Session, verdict: Verdict, at: number): Effect[] {
    if (!session.open) {
      // between turns there is nothing to act on
      return this.ask(session, false, at);
    }
    const can = this.host.capabilities(session);
    if (isHung(verdict.kind)) {
      return this.ask(session, false, at);
    }
    if (adviceOn(verdict.kind) === 'stopTurn') {
      return this.stopByItself(session, verdict, can.stop, at);
    }
    if (can.textOnly === 'none') {
      return this.ask(session, true, at);
    }
    const remindFirst =
      this.host.remindFirst &&
      can.guide &&
      this.interventions.newest(session.id, 'remind') === undefined;
    if (!remindFirst) {
      const text = textOnlyReason(verdict);
      return this.request(session, { kind: 'text-only', by: 'auto', text }, at);
    }
    const text = fill(modelTexts.remind, { evidence: english(verdict.what) });
    return this.request(session, { kind: 'remind', by: 'auto', text }, at);
  }

  private stopByItself(session: Session, verdict: Verdict, can: boolean, at: number): Effect[] {
    if (!can) {
      return this.ask(session, true, at);
    }
    const text = fill(modelTexts.stopStalled, { evidence: english(verdict.what) });
    return this.request(session, { kind: 'stop', by: 'auto', text }, at);
  }

  /** The cap itself says what is done, but nothing ever is in `observe`. What cannot be ended is asked about. */
  reachCap(session: Session, cap: CapEvent, at: number): Effect[] {
    if (cap.then === 'warn' || !session.open || this.host.mode(session) === 'observe') {
      return [];
    }
    if (cap.then === 'end' && this.host.capabilities(session).textOnly !== 'none') {
      const evidence = fill(modelTexts.capReached, { cap: english(capMessage(cap, 'en')) });
      const text = fill(modelTexts.textOnly, { evidence });
      return this.request(session, { kind: 'text-only', by: 'auto', text }, at);
    }
    this.state(session.id).isAskedOfCap = true;
    const id = this.interventions.newId('escalate');
    return [
      { kind: 'record', event: escalation(session.id, id, 'requested', at, {}) },
      { kind: 'ask-of-cap', session: session.id, cap },
    ];
  }

  /** `stopsAt`: when the turn is stopped unless the person says otherwise. */
  ask(session: Session, again: boolean, at: number, stopsAt?: number): Effect[] {
    if (!this.state(session.id).ask(again)) {
      return [];
    }
    const id = this.interventions.newId('escalate');
    if (stopsAt !== undefined) {
      this.countdowns.start(session.id, { stopsAt, asked: id });
    }
    return [
      { kind: 'record', event: escalation(session.id, id, 'requested', at, { stopsAt }) },
      { kind: 'escalate', session: session.id, again },
    ];
  }

  /**
   * Text-only was ignored: the person is asked, and the turn is stopped where that may and can be done. Not at once in any mode: a model
   * that only tries a few more calls still answers.
   */
  goFurther(session: Session, textOnly: Intervention, at: number): Effect[] {
    const mayStop = this.host.capabilities(session).stop && this.host.mode(session) !== 'observe';
    return [
      this.move(textOnly, 'ignored', at),
      ...this.ask(session, true, at, mayStop ? at + COUNTDOWN_MS : undefined),
    ];
  }

  request(session: Session, requested: RequestedIntervention, at: number): Effect[] {
    const event = this.interventions.request(session.id, requested, at);
    return recorded(event === undefined ? [] : [event]);
  }

  move(intervention: Intervention, state: 'obeyed' | 'ignored', at: number): Effect {
    return { kind: 'record', event: this.interventions.move(intervention, state, at) };
  }
}

export function textOnlyReason(verdict: Verdict | undefined): string {
  const cause = verdict?.draft?.cause;
  const sentences = [verdict?.what, cause?.id === verdict?.what.id ? undefined : cause];
  const evidence = sentences.flatMap((sentence) =>
    sentence === undefined ? [] : english(sentence),
  );
  return fill(modelTexts.textOnly, {
    evidence: evidence.join(' ') || modelTexts.askedByPerson,
  });
}

function escalation(
  session: string,
  id: string,
  state: 'requested' | 'withdrawn',
  at: number,
  { by = 'auto', stopsAt }: { by?: 'person' | 'auto'; stopsAt?: number | undefined },
): InterventionEvent {
  return interventionEvent({ session, id, kind: 'escalate', state, by, stopsAt }, at);
}

/** Long enough to read the card and to click; what an agent spends in that time is little. */
export const COUNTDOWN_MS = 20_000;

/** Turns that ignored an order and are stopped soon, unless the person says otherwise. Times are milliseconds since the epoch. */
interface Countdown {
  stopsAt: number;
  /** The event that asked the person. */
  asked: string;
}

/** By session. */
class Countdowns {
  private readonly running = new Map<string, Countdown>();

  findRunning(session: string): Countdown | undefined {
    return this.running.get(session);
  }

  /** When the first of them ends. */
  get next(): number | undefined {
    const ends = [...this.running.values()].map(({ stopsAt }) => stopsAt);
    return ends.length === 0 ? undefined : Math.min(...ends);
  }

  start(session: string, countdown: Countdown): void {
    this.running.set(session, countdown);
  }

  /** @returns the one that was running. */
  end(session: string): Countdown | undefined {
    const ended = this.running.get(session);
    this.running.delete(session);
    return ended;
  }

  /** Takes out those that are over. @returns their sessions, the first to end first. */
  takeDue(at: number): string[] {
    const due = [...this.running]
      .filter(([, { stopsAt }]) => stopsAt <= at)
      .sort(([, one], [, other]) => one.stopsAt - other.stopsAt)
      .map(([session]) => session);
    for (const session of due) {
      this.running.delete(session);
    }
    return due;
  }
}
