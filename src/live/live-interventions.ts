/** What agents and the person do with interventions. Whatever the core decides is applied in the same call. */
import type { TurnEvent } from '../core/events.js';
import type { AnswerPoint, HookAnswer } from '../core/interventions/answer.js';
import type { Effect } from '../core/interventions/effect.js';
import type { Advice } from '../core/interventions/advice.js';
import { stateOfStall, type NotifiedState } from '../core/interventions/notified-states.js';
import type { OutcomeOfStall } from '../core/interventions/stall-outcomes.js';
import type { RequestAnswer } from '../core/interventions/model-directive.js';
import type { Verdict } from '../core/verdict.js';
import { waitsForJob, type Session } from '../core/turns/session.js';
import { fullName } from '../core/view/shown-name.js';
import type { SessionEnd } from '../core/view/snapshot.js';
import type { Message, PersonTextId } from '../core/view/wording.js';
import type { Watch } from '../core/watch.js';

export interface Escalation {
  /** One per stall or wait: the same key is never raised twice. */
  episode: string;
  session: string;
  state: NotifiedState;
  /** Of the session, for a sentence. */
  name: Message;
  reason: Message;
  /** What to offer first; undefined for a wait, where the person answers the agent itself, and for the end of a turn. */
  advice: Advice | undefined;
  /** For `done`: how long the turn took (milliseconds). */
  tookMs?: number;
  /** An order was ignored: when the turn is stopped unless the person says otherwise, or that it cannot be stopped. */
  ignored?: { stopsAt: number | undefined; canStop: boolean };
}

export interface LiveInterventionsOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Called before a person's order or answer is taken in. */
  before(session: string): void;
  /** An intervention for the recording. */
  onEvent(event: TurnEvent): void;
  /** The snapshot changed; called often, the listener coalesces. */
  onChange(): void;
  /** A stall, a wait or the end of a turn, of which the person may want to be told. */
  onEscalation(escalation: Escalation): void;
  /** What became of a stall. */
  onOutcome(session: string, outcome: OutcomeOfStall): void;
}

/** An event older than this comes from history (milliseconds). */
const FRESH_MS = 120_000;
const MINUTE = 60_000;
/** Of the ends that the person may want to be told: the others are their own doing, or were told as a stall. */
const endReasons: Partial<Record<SessionEnd['how'], PersonTextId>> = {
  answered: 'turn.done',
  failed: 'turn.failed',
};
/** Ends the key of an escalation that follows an ignored intervention. */
const AGAIN = ' again';

export class LiveInterventions {
  /** By session, the wait for the person that was raised last. */
  private readonly waits = new Map<string, string>();

  constructor(
    private readonly watch: Watch,
    private readonly options: LiveInterventionsOptions,
  ) {}

  /** Whether a request to the model may have to be changed for any session. */
  get hasOpen(): boolean {
    return this.watch.hasOpenInterventions;
  }

  /** What to answer an agent that waits at this point. */
  decide(session: string, point: AnswerPoint): HookAnswer {
    const { effects, ...answer } = this.watch.decide(session, point, this.options.now());
    this.apply(effects);
    return answer;
  }

  /** What to do at the session's next request to the model; undefined for an unknown session. */
  directive(session: string): RequestAnswer | undefined {
    const asked = this.watch.directive(session, this.options.now());
    if (asked === undefined) {
      return undefined;
    }
    const { effects, ...answer } = asked;
    this.apply(effects);
    return answer;
  }

  /** The answer with these receipts has reached the agent. */
  delivered(session: string, receipts: readonly string[]): void {
    this.apply(this.watch.delivered(session, receipts, this.options.now()));
  }

  /** What was to carry these interventions out is gone. */
  undeliverable(session: string, receipts: readonly string[]): void {
    this.apply(this.watch.undeliverable(session, receipts, this.options.now()));
  }

  forceRespond(session: string): void {
    this.options.before(session);
    this.apply(this.watch.forceRespond(session, this.options.now()));
  }

  /** Its tools are off, or will be with its next step. */
  isForced(session: string): boolean {
    return this.watch.holding(session) === 'text-only';
  }

  stop(session: string): void {
    this.options.before(session);
    this.apply(this.watch.stop(session, this.options.now()));
  }

  guide(session: string, text: string): void {
    this.options.before(session);
    this.apply(this.watch.guide(session, text, this.options.now()));
  }

  /** The turn that ignored its order is not stopped by itself. @returns false if no countdown runs. */
  keepWaiting(session: string): boolean {
    const effects = this.watch.keepWaiting(session, this.options.now());
    this.apply(effects);
    return effects.length > 0;
  }

  snooze(session: string, steps: number): void {
    this.options.before(session);
    this.watch.snooze(session, steps);
    this.options.onChange();
  }

  /** @returns false if it is too late to take the intervention back. */
  undo(intervention: string): boolean {
    const effects = this.watch.undo(intervention, this.options.now());
    this.apply(effects ?? []);
    return effects !== undefined;
  }

  /** The agent waits for the person: once per wait. */
  waiting({ session: id, id: verdict, at, what }: Verdict): void {
    const session = this.watch.sessions.get(id);
    const reason = session?.wait?.for;
    if (session === undefined || (reason !== 'permission' && reason !== 'input')) {
      return;
    }
    const episode = `${id} ${verdict} ${at ?? ''}`;
    this.waits.set(id, episode);
    if (this.options.now() - (at ?? 0) <= FRESH_MS) {
      this.options.onEscalation({
        episode,
        session: id,
        state: reason,
        name: fullName(this.watch.views.summary(session)),
        reason: what,
        advice: undefined,
      });
    }
  }

  /** A turn is over that nobody ended and that left nothing running: the person may want to know if it took long. */
  turnOver(id: string): void {
    const session = this.watch.sessions.get(id);
    const now = this.options.now();
    if (
      session === undefined ||
      session.parent !== undefined ||
      session.openChildren.size > 0 ||
      waitsForJob(session) ||
      now - (session.lastAt ?? 0) > FRESH_MS
    ) {
      return;
    }
    const summary = this.watch.views.summary(session);
    const { end } = summary;
    const reason = end && endReasons[end.how];
    if (end !== undefined && reason !== undefined) {
      const tookMs = Math.max(0, (session.endedAt ?? now) - (session.turnStartedAt ?? now));
      this.options.onEscalation({
        episode: endEpisode(session),
        session: id,
        state: 'done',
        name: fullName(summary),
        reason: {
          id: reason,
          params: { minutes: Math.max(1, Math.round(tookMs / MINUTE)), steps: end.steps },
        },
        advice: undefined,
        tookMs,
      });
    }
  }

  /** False once the stall or the wait told under this key is over, or the next turn has begun: an old notification checks before it acts. */
  isCurrent(episode: string): boolean {
    return [...this.watch.sessions.values()].some(
      (session) =>
        this.watch.views.stalls.episode(session.id) === episode.replace(AGAIN, '') ||
        (session.wait !== undefined && this.waits.get(session.id) === episode) ||
        (!session.open && endEpisode(session) === episode),
    );
  }

  apply(effects: readonly Effect[]): void {
    for (const effect of effects) {
      switch (effect.kind) {
        case 'record':
          this.options.onEvent(effect.event);
          break;
        case 'escalate':
          this.escalate(effect);
          break;
        case 'learn':
          this.learn(effect);
          break;
      }
    }
    if (effects.length > 0) {
      this.options.onChange();
    }
  }

  /** Not from history: the same turn would teach again in every window. */
  private learn({ session, verdict, outcome }: Extract<Effect, { kind: 'learn' }>): void {
    const lastAt = this.watch.sessions.get(session)?.lastAt ?? 0;
    if (this.options.now() - lastAt <= FRESH_MS) {
      this.options.onOutcome(session, { verdict, outcome });
    }
  }

  private escalate({ session, again }: Extract<Effect, { kind: 'escalate' }>): void {
    const now = this.options.now();
    const report = this.watch.views.report(session, now);
    const known = this.watch.sessions.get(session);
    const episode = this.watch.views.stalls.episode(session);
    const verdict = this.watch.standing(session);
    // the stall of a call or a response that hangs comes long after the last event
    const newest = Math.max(known?.lastAt ?? 0, verdict?.at ?? 0);
    // a stall that is read from history is shown, but nobody is called for it
    if (
      known === undefined ||
      report === undefined ||
      episode === undefined ||
      now - newest > FRESH_MS
    ) {
      return;
    }
    const { reason, advice } = report;
    const ignored = this.watch.views.ignored(session);
    this.options.onEscalation({
      episode: again ? episode + AGAIN : episode,
      session,
      state: again ? 'needsYou' : verdict === undefined ? 'stalled' : stateOfStall(verdict.kind),
      name: fullName(this.watch.views.summary(known)),
      reason,
      advice: ignored?.canStop === true ? 'stopTurn' : advice,
      ...(ignored !== undefined && { ignored }),
    });
  }
}

function endEpisode({ id, turn }: Session): string {
  return `${id} turn ${turn} is over`;
}
