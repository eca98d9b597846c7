/** Sessions that report themselves: an agent's own loop or a dispatcher, by the endpoint for events or by another extension. */
import type * as vscode from 'vscode';
import { capInput, capText } from '../../agents/reading/bounds.js';
import { admit } from '../../bridge/requests/event-batch.js';
import type { HookContext } from '../../bridge/requests/hook-request.js';
import type { Clock } from '../../core/clock.js';
import type { TurnEvent } from '../../core/events.js';
import type { ModelDirective, RequestAnswer } from '../../core/interventions/agent-answers.js';
import { setNewest } from '../../core/push-newest.js';
import type { Feed } from '../../live/feed.js';
import type { SessionTracker, TrackerListener } from '../../live/session-tracker.js';
import type { Log } from '../log.js';

export interface ReportedOptions {
  tracker: SessionTracker;
  feed: Pick<Feed, 'report'>;
  log: Pick<Log, 'error'>;
  clock: Clock;
  links: {
    /** This session reports itself: its loop obeys. */
    reported(session: string): void;
  };
}

/** What a session's loop is to do from now on. */
export interface SessionDecision extends ModelDirective {
  session: string;
}

/** Whether an event was taken in, or why not. */
export type Reception = { accepted: true } | { accepted: false; reason: string };

/** Returns true to take the decision: it then counts as delivered. */
export type DecisionListener = (decision: SessionDecision) => unknown;

/** Sessions of other extensions whose decisions are announced. */
const MOST_SESSIONS = 200;

export class Reported implements vscode.Disposable, TrackerListener {
  private listeners: ReadonlySet<DecisionListener> = new Set();
  /** By session that another extension reports: what was announced last. */
  private readonly announced = new Map<string, RequestAnswer>();
  private announcing: 'no' | 'yes' | 'again' = 'no';
  private readonly subscription: { dispose(): void };

  constructor(private readonly options: ReportedOptions) {
    this.subscription = options.tracker.listen(this);
  }

  dispose(): void {
    this.subscription.dispose();
  }

  /** A session's part of a batch, from the endpoint. @returns the directive as JSON; '' while watching is paused. */
  async batch(payload: Readonly<Record<string, unknown>>, context: HookContext): Promise<string> {
    const { tracker, clock } = this.options;
    const { answers } = tracker.turnwatch;
    const { session_id: session, events } = payload;
    if (tracker.paused || typeof session !== 'string' || !Array.isArray(events)) {
      return '';
    }
    // checked again: this part may have come from another window
    const admitted = events
      .map((value: unknown) => admit(value, clock.now()))
      .filter((each) => 'event' in each)
      .filter((each) => each.session === session);
    await this.takeEvents(
      session,
      admitted.map(({ event }) => event),
    );
    const answer = answers.directive(session, clock.now());
    if (answer === undefined) {
      return '';
    }
    void context.delivered.then((arrived) => {
      if (arrived) {
        answers.delivered(session, answer.receipts, clock.now());
      }
    });
    return JSON.stringify(answer.directive);
  }

  /** An event of another extension's agent, checked as one from the endpoint is. */
  async report(value: unknown): Promise<Reception> {
    const admitted = admit(value, this.options.clock.now());
    if ('reason' in admitted) {
      return { accepted: false, reason: admitted.reason };
    }
    if ('ignored' in admitted) {
      return { accepted: false, reason: `unknown type "${admitted.ignored}"` };
    }
    if (this.options.tracker.paused) {
      return { accepted: false, reason: 'watching is paused' };
    }
    const { event, session } = admitted;
    if (!this.announced.has(session)) {
      this.remember(session, { directive: { decision: 'continue' }, receipts: [] });
    }
    await this.takeEvents(session, [event]);
    return { accepted: true };
  }

  /** What a session's loop is to do at its next request to the model; with this answer it counts as delivered. */
  decision(session: string): ModelDirective {
    const { tracker, clock } = this.options;
    const { answers } = tracker.turnwatch;
    const answer = tracker.paused ? undefined : answers.directive(session, clock.now());
    if (answer === undefined) {
      return { decision: 'continue' };
    }
    this.remember(session, answer);
    answers.delivered(session, answer.receipts, clock.now());
    return answer.directive;
  }

  /** Each of `listeners` hears of each change of what a session of `report` is to do. */
  announceTo(listeners: ReadonlySet<DecisionListener>): void {
    this.listeners = listeners;
  }

  private async takeEvents(session: string, events: readonly TurnEvent[]): Promise<void> {
    this.options.links.reported(session);
    await this.options.feed.report(session, events.map(bounded));
  }

  private remember(session: string, answer: RequestAnswer): void {
    setNewest(this.announced, session, answer, MOST_SESSIONS);
  }

  /** To announce a decision changes the session, which leads here again: one round after the other, so that none is announced twice. */
  onChange(): void {
    if (this.listeners.size === 0) {
      return;
    }
    if (this.announcing !== 'no') {
      this.announcing = 'again';
      return;
    }
    try {
      do {
        this.announcing = 'yes';
        for (const session of [...this.announced.keys()]) {
          this.announceChange(session);
        }
      } while (this.isAskedAgain());
    } finally {
      this.announcing = 'no';
    }
  }

  private isAskedAgain(): boolean {
    return this.announcing === 'again';
  }

  private announceChange(session: string): void {
    const { tracker, clock } = this.options;
    const { answers } = tracker.turnwatch;
    const answer = answers.directive(session, clock.now());
    const before = this.announced.get(session);
    if (answer === undefined || before === undefined) {
      this.announced.delete(session);
      return;
    }
    const isKnown =
      answer.directive.decision === before.directive.decision &&
      answer.directive.stuck === before.directive.stuck &&
      answer.receipts.every((id) => before.receipts.includes(id));
    if (isKnown) {
      return;
    }
    this.announced.set(session, answer);
    if (this.announce({ session, ...answer.directive })) {
      answers.delivered(session, answer.receipts, clock.now());
    }
  }

  /** @returns whether a listener took it. */
  private announce(decision: SessionDecision): boolean {
    let taken = false;
    for (const listener of [...this.listeners]) {
      try {
        taken = listener(decision) === true || taken;
      } catch (error) {
        this.options.log.error('another extension’s listener failed on a decision', error);
      }
    }
    return taken;
  }
}

/** Texts and inputs of agents, cut to a size that can still be judged. */
function bounded(event: TurnEvent): TurnEvent {
  switch (event.type) {
    case 'turn.start':
      return event.prompt === undefined ? event : { ...event, prompt: capText(event.prompt) };
    case 'message':
      return { ...event, text: capText(event.text) };
    case 'tool.call':
      return { ...event, input: capInput(event.input) };
    case 'tool.result':
      return event.output === undefined ? event : { ...event, output: capText(event.output) };
    case 'workspace':
      return event.paths === undefined ? event : { ...event, paths: event.paths.slice(0, 1000) };
    default:
      return event;
  }
}
