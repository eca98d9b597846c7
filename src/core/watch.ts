/** The pure path of a live watch: events → verdicts → what to do, with receipts, counts, rows and what the view shows. */
import type { TurnEvent } from './events.js';
import { Judge, type Overrides } from './judge.js';
import type { AnswerPoint, HookAnswer } from './interventions/answer.js';
import type { RequestAnswer } from './interventions/model-directive.js';
import type { Effect } from './interventions/effect.js';
import { StallOutcomes, type OutcomeOfStall } from './interventions/stall-outcomes.js';
import { Policy } from './interventions/policy.js';
import type { PolicyOptions } from './interventions/stall-responses.js';
import type { Session } from './turns/session.js';
import { SessionViews, type SessionViewOptions } from './view/session-views.js';
import type { TurnFact, TurnFactListener } from './turns/turn-fact.js';
import { english } from './view/wording.js';
import type { Verdict } from './verdict.js';

export interface WatchOptions extends Omit<PolicyOptions, 'sessions'>, SessionViewOptions {
  overrides: Overrides;
  /** Hears of every fact, after the judgement. */
  onFact?: TurnFactListener | undefined;
}

export interface SessionFact {
  session: Session;
  fact: TurnFact;
}

export interface WatchChange {
  verdicts: Verdict[];
  cleared: Verdict[];
  notes: string[];
  /** What happened, in order. */
  facts: readonly SessionFact[];
  effects: Effect[];
}

export class Watch {
  private readonly judge: Judge;
  private readonly policy: Policy;
  private readonly outcomes = new StallOutcomes();
  readonly views: SessionViews;
  private facts: SessionFact[] = [];

  constructor(options: WatchOptions) {
    this.judge = new Judge(options.overrides, (session, fact) => {
      // at once: the fold drops inputs and outputs as soon as a step is over
      this.views.see(session, fact);
      this.facts.push({ session, fact });
      options.onFact?.(session, fact);
    });
    this.policy = new Policy({ ...options, sessions: this.judge.sessions });
    this.views = new SessionViews(this.judge, this.policy, options);
  }

  get sessions(): ReadonlyMap<string, Session> {
    return this.judge.sessions;
  }

  override(overrides: Overrides): void {
    this.judge.override(overrides);
  }

  /** `at`: the host's clock, for receipts; verdicts use the event's own time. */
  push(event: TurnEvent, at: number): WatchChange {
    const facts: SessionFact[] = [];
    this.facts = facts;
    const { verdicts, cleared, notes } = this.judge.push(event);
    const effects: Effect[] = [];
    // before the policy sees the step: one that ended the stall did not ignore a reminder
    for (const verdict of cleared) {
      const session = this.sessions.get(verdict.session);
      if (session !== undefined && verdict.level === 'stalled') {
        this.policy.cleared(session);
        if (!endsTurn.has(event.type)) {
          effects.push(...learned(session, this.outcomes.clearedByItself(session)));
        }
      }
    }
    for (const { session, fact } of facts) {
      effects.push(...this.policy.see(session, fact, at));
      effects.push(...learned(session, this.outcomes.see(session, fact)));
    }
    for (const verdict of verdicts) {
      const session = this.sessions.get(verdict.session);
      if (session === undefined) {
        continue;
      }
      this.views.verdict(verdict);
      // the event that gave it may also have ended the turn
      if (verdict.level === 'stalled' && verdict.clearedAtCall === undefined) {
        this.outcomes.stalled(session.id, verdict);
        effects.push(...this.policy.stalled(session, verdict, at));
      }
    }
    if (event.type === 'feedback') {
      const session = this.sessions.get(event.session);
      const verdict = this.judge.verdict(event.session, event.verdict);
      if (session !== undefined && verdict !== undefined) {
        effects.push(...this.policy.answered(session, verdict, event.answer, at));
      }
    }
    if (event.type === 'workspace' && event.signal === 'task' && event.session !== undefined) {
      this.policy.workEnded(event.session);
    }
    // after the facts: a turn that ended in time is not stopped
    effects.push(...this.policy.pass(at));
    this.views.show(effects);
    // only in a recording are these events: live, they are effects
    if (event.type === 'intervention') {
      this.views.intervention(event);
    }
    return { verdicts, cleared, notes, facts, effects };
  }

  /** The verdict with this id; without an id the open one, else the newest of the session. */
  verdict(session: string, id?: string): Verdict | undefined {
    return (
      (id === undefined ? this.judge.standing(session) : undefined) ??
      this.judge.verdict(session, id)
    );
  }

  /** The open verdict. */
  standing(session: string): Verdict | undefined {
    return this.judge.standing(session);
  }

  wouldStall(session: string): boolean {
    return this.judge.wouldStall(session);
  }
  /** Whether one more step could give a stall. */
  nearStall(session: string): boolean {
    return this.judge.nearStall(session);
  }
  /** Whether the agent may have to be answered at one of its next steps. */
  isClose(session: string): boolean {
    return this.judge.isClose(session);
  }
  awaitsHook(session: Session, at: number): boolean {
    return this.policy.awaitsHook(session, at);
  }
  nextDeadline(): number | undefined {
    const [judged, asked] = [this.judge.nextDeadline(), this.policy.nextDeadline()];
    return judged === undefined || asked === undefined
      ? (judged ?? asked)
      : Math.min(judged, asked);
  }
  get hasOpenInterventions(): boolean {
    return this.policy.hasOpenInterventions;
  }
  holding(session: string) {
    return this.policy.holding(session);
  }

  /** What to answer an agent that waits at this point. */
  decide(session: string, point: AnswerPoint, at: number): HookAnswer & { effects: Effect[] } {
    const known = this.sessions.get(session);
    if (known === undefined) {
      return { decision: { kind: 'none' }, receipts: [], effects: [] };
    }
    const answer = this.policy.answers.decide(known, point, at);
    this.views.show(answer.effects);
    return answer;
  }

  /** What to do at the session's next request to the model; undefined for an unknown session. */
  directive(session: string, at: number): (RequestAnswer & { effects: Effect[] }) | undefined {
    const known = this.sessions.get(session);
    if (known === undefined) {
      return undefined;
    }
    const { directive, ...answer } = this.policy.answers.directive(known, at);
    this.views.show(answer.effects);
    const stall = this.views.stalls.open(session);
    const stuck = stall === undefined ? {} : { stuck: true as const, reason: english(stall.what) };
    return { ...answer, directive: { ...directive, ...stuck } };
  }

  delivered(session: string, receipts: readonly string[], at: number): Effect[] {
    return this.shown(session, (known) => {
      const effects = this.policy.answers.delivered(known, receipts, at);
      if (effects.some((effect) => effect.kind === 'record' && effect.event.rung === 'text-only')) {
        this.outcomes.forced(session);
      }
      return effects;
    });
  }

  /** As `Policy.undeliverable`. */
  undeliverable(session: string, receipts: readonly string[], at: number): Effect[] {
    return this.shown(session, (known) => this.policy.undeliverable(known, receipts, at));
  }

  forceRespond(session: string, at: number): Effect[] {
    return this.shown(session, (known) => this.policy.forceRespond(known, at));
  }

  stop(session: string, at: number): Effect[] {
    return this.shown(session, (known) => this.policy.stop(known, at));
  }

  guide(session: string, text: string, at: number): Effect[] {
    return this.shown(session, (known) => this.policy.guide(known, text, at));
  }

  /** The turn that ignored its order is not stopped by itself. */
  keepWaiting(session: string, at: number): Effect[] {
    return this.shown(session, (known) => this.policy.keepWaiting(known.id, at));
  }

  snooze(session: string, steps: number): void {
    const known = this.sessions.get(session);
    if (known !== undefined) {
      this.policy.snooze(known, steps);
      this.outcomes.snoozed(known);
    }
  }

  /** Undefined if it is too late to take it back. */
  undo(intervention: string, at: number): Effect[] | undefined {
    const effects = this.policy.undo(intervention, at);
    this.views.show(effects ?? []);
    return effects;
  }

  forget(session: string): void {
    this.judge.forget(session);
    this.policy.forget(session);
    this.outcomes.forget(session);
    this.views.forget(session);
  }

  /** Does something about a known session, and shows what came of it. */
  private shown(id: string, act: (session: Session) => Effect[]): Effect[] {
    const session = this.sessions.get(id);
    const effects = session === undefined ? [] : act(session);
    this.views.show(effects);
    return effects;
  }
}

/** A stall that these end did not clear by itself. */
const endsTurn: ReadonlySet<TurnEvent['type']> = new Set(['turn.start', 'turn.end', 'session.end']);

function learned({ id }: Session, outcome: OutcomeOfStall | undefined): Effect[] {
  return outcome === undefined ? [] : [{ kind: 'learn', session: id, ...outcome }];
}
