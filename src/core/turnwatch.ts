/**
 * Events in; verdicts, decisions and views out. The same live and in a replay. What works on a part of it is given that part: the
 * judge, what the person orders, what agents are answered, what is shown.
 */
import type { TurnEvent } from './events.js';
import { AgentAnswers } from './interventions/agent-answers.js';
import { Interventions } from './interventions/interventions.js';
import { PersonOrders } from './interventions/person-orders.js';
import { Policy } from './interventions/policy.js';
import {
  StallOutcomes,
  type Effect,
  type EffectSink,
  type OutcomeOfStall,
} from './interventions/stall-outcomes.js';
import { StallResponses, type ResponseHost } from './interventions/stall-responses.js';
import { Judge, type Overrides } from './judge.js';
import type { TurnFact } from './turns/turn-fact.js';
import type { Session } from './turns/session.js';
import type { Verdict } from './verdict.js';
import { SessionViews, type SessionViewHost } from './view/session-views.js';

/** Who runs it: says what the rules need to know of the outside, and carries out what a person or an agent's question led to. */
export interface TurnwatchHost extends ResponseHost, SessionViewHost, EffectSink {
  /** Hears of every fact, after the judgement. */
  onFact?(session: Session, fact: TurnFact): void;
}

/** What a host is like that only looks on: nothing can be sent to a recorded agent. */
export const onlooker: Omit<TurnwatchHost, 'agentName'> = {
  mode: () => 'observe',
  remindFirst: false,
  sendBack: false,
  capabilities: () => ({ textOnly: 'none', stop: false, guide: false }),
  carryOut: () => undefined,
};

export interface SessionFact {
  session: Session;
  fact: TurnFact;
}

/** What an event led to. */
export interface TurnwatchChange {
  verdicts: Verdict[];
  cleared: Verdict[];
  notes: string[];
  /** What happened, in order. */
  facts: readonly SessionFact[];
  /** To be carried out once the verdicts are known. */
  effects: Effect[];
}

export class Turnwatch implements EffectSink {
  readonly judge: Judge;
  readonly interventions = new Interventions();
  readonly answers: AgentAnswers;
  readonly orders: PersonOrders;
  readonly views: SessionViews;
  private readonly responses: StallResponses;
  private readonly policy: Policy;
  private readonly outcomes = new StallOutcomes();
  private facts: SessionFact[] = [];

  constructor(
    private readonly host: TurnwatchHost,
    overrides: Overrides = { set: {} },
  ) {
    this.judge = new Judge(overrides, (session, fact) => {
      // at once: the fold drops inputs and outputs as soon as a step is over
      this.views.onFact(session, fact);
      this.facts.push({ session, fact });
      host.onFact?.(session, fact);
    });
    const { interventions, outcomes, sessions } = this;
    const responses = new StallResponses(host, sessions, interventions);
    this.responses = responses;
    this.policy = new Policy(responses, interventions, sessions);
    this.views = new SessionViews(this.judge, interventions, responses, host);
    this.orders = new PersonOrders({ responses, interventions, sessions, outcomes, sink: this });
    this.answers = new AgentAnswers({
      responses,
      interventions,
      sessions,
      outcomes,
      stalls: this.views.stalls,
      ends: this.views.ends,
      sink: this,
    });
  }

  get sessions(): ReadonlyMap<string, Session> {
    return this.judge.sessions;
  }

  /** `at`: the host's clock, for receipts; verdicts use the event's own time. */
  push(event: TurnEvent, at: number): TurnwatchChange {
    const facts: SessionFact[] = [];
    this.facts = facts;
    const { verdicts, cleared, notes } = this.judge.push(event);
    if (event.type === 'cap') {
      this.views.cap(event);
    }
    const effects = [
      // before the policy sees the step: one that ended the stall did not ignore a reminder
      ...this.takeCleared(event, cleared),
      ...facts.flatMap(({ session, fact }) => [
        ...this.policy.respondTo(session, fact, at),
        ...learned(session, this.outcomes.learnFrom(session, fact)),
      ]),
      ...this.takeVerdicts(verdicts, at),
      ...this.takeEvent(event, at),
      // after the facts: a turn that ended in time is not stopped
      ...this.responses.stopDue(at),
    ];
    this.views.show(effects);
    // only in a recording are these events: live, they are effects
    if (event.type === 'intervention') {
      this.views.intervention(event);
    }
    return { verdicts, cleared, notes, facts, effects };
  }

  /** When something is due without an event; undefined for never. */
  nextDeadline(): number | undefined {
    const [judged, asked] = [this.judge.nextDeadline(), this.responses.countdowns.next];
    return judged === undefined || asked === undefined
      ? (judged ?? asked)
      : Math.min(judged, asked);
  }

  /** What was decided between two events. */
  carryOut(effects: readonly Effect[]): void {
    this.views.show(effects);
    this.host.carryOut(effects);
  }

  forget(session: string): void {
    this.judge.forget(session);
    this.responses.forget(session);
    this.interventions.forget(session);
    this.outcomes.forget(session);
    this.views.forget(session);
  }

  private takeCleared(event: TurnEvent, cleared: readonly Verdict[]): Effect[] {
    return cleared.flatMap((verdict) => {
      const session = this.sessions.get(verdict.session);
      if (session === undefined || verdict.level !== 'stalled') {
        return [];
      }
      this.policy.cleared(session);
      return endsTurn.has(event.type)
        ? []
        : learned(session, this.outcomes.clearedByItself(session));
    });
  }

  private takeVerdicts(verdicts: readonly Verdict[], at: number): Effect[] {
    return verdicts.flatMap((verdict) => {
      const session = this.sessions.get(verdict.session);
      if (session === undefined) {
        return [];
      }
      this.views.verdict(verdict);
      // the event that gave it may also have ended the turn
      if (verdict.level !== 'stalled' || verdict.clearedAtCall !== undefined) {
        return [];
      }
      this.outcomes.stalled(session.id, verdict);
      return this.policy.stalled(session, verdict, at);
    });
  }

  private takeEvent(event: TurnEvent, at: number): Effect[] {
    if (event.type === 'feedback') {
      const session = this.sessions.get(event.session);
      const verdict = this.judge.verdict(event.session, event.verdict);
      return session === undefined || verdict === undefined
        ? []
        : this.policy.answered(session, verdict, event.answer, at);
    }
    if (event.type === 'cap') {
      const session = this.sessions.get(event.session);
      return session === undefined ? [] : this.responses.reachCap(session, event, at);
    }
    if (event.type === 'workspace' && event.signal === 'task' && event.session !== undefined) {
      this.policy.workEnded(event.session);
    }
    return [];
  }
}

/** A stall that these end did not clear by itself. */
const endsTurn: ReadonlySet<TurnEvent['type']> = new Set(['turn.start', 'turn.end', 'session.end']);

function learned({ id }: Session, outcome: OutcomeOfStall | undefined): Effect[] {
  return outcome === undefined ? [] : [{ kind: 'learn', session: id, ...outcome }];
}
