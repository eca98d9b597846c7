/** What agents and the person do with interventions. Whatever the core decides is applied in the same call. */
import type { TurnEvent } from '../../core/events.js';
import type { AnswerPoint, HookAnswer } from '../../core/interventions/answer.js';
import type { Effect } from '../../core/interventions/effect.js';
import type { RequestAnswer } from '../../core/interventions/model-directive.js';
import type { EscalationReport } from '../../core/view/snapshot.js';
import type { Watch } from '../../core/watch.js';

export interface Escalation {
  /** One per stall: the same key is never raised twice. */
  episode: string;
  session: string;
  report: EscalationReport;
}

export interface LiveInterventionsOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** An intervention for the recording. */
  onEvent(event: TurnEvent): void;
  /** The snapshot changed; called often, the listener coalesces. */
  onChange(): void;
  /** A stall needs the person. */
  onEscalation(escalation: Escalation): void;
}

/** An event older than this comes from history (milliseconds). */
const FRESH_MS = 120_000;
/** Ends the key of an escalation that follows an ignored intervention. */
const AGAIN = ' again';

export class LiveInterventions {
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
    this.apply(this.watch.forceRespond(session, this.options.now()));
  }

  stop(session: string): void {
    this.apply(this.watch.stop(session, this.options.now()));
  }

  guide(session: string, text: string): void {
    this.apply(this.watch.guide(session, text, this.options.now()));
  }

  snooze(session: string, steps: number): void {
    this.watch.snooze(session, steps);
    this.options.onChange();
  }

  /** @returns false if it is too late to take the intervention back. */
  undo(intervention: string): boolean {
    const effects = this.watch.undo(intervention, this.options.now());
    this.apply(effects ?? []);
    return effects !== undefined;
  }

  /** False once the stall that was escalated under this key is over: an old notification checks before it acts. */
  isCurrent(episode: string): boolean {
    return [...this.watch.sessions.keys()].some(
      (id) => this.watch.views.episode(id) === episode.replace(AGAIN, ''),
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
      }
    }
    if (effects.length > 0) {
      this.options.onChange();
    }
  }

  private escalate({ session, again }: Extract<Effect, { kind: 'escalate' }>): void {
    const now = this.options.now();
    const report = this.watch.views.report(session, now);
    const episode = this.watch.views.episode(session);
    const lastAt = this.watch.sessions.get(session)?.lastAt ?? 0;
    // a stall that is read from history is shown, but nobody is called for it
    if (report === undefined || episode === undefined || now - lastAt > FRESH_MS) {
      return;
    }
    this.options.onEscalation({ episode: again ? episode + AGAIN : episode, session, report });
  }
}
