/** Sessions that tell of themselves: an agent's own loop or a dispatcher, by the endpoint for events or by another extension. */
import type * as vscode from 'vscode';
import { capInput, capText } from '../../agents/reading/bounds.js';
import { admit } from '../../bridge/event-batch.js';
import type { HookContext } from '../../bridge/hook-request.js';
import type { TurnEvent } from '../../core/events.js';
import type { ModelDirective } from '../../core/interventions/model-directive.js';
import type { Feed } from './feed.js';
import type { Live } from './live.js';
import type { Log } from '../log.js';

export interface ReportedOptions {
  live: Live;
  feed: Pick<Feed, 'told'>;
  log: Pick<Log, 'error'>;
  now(): number;
  onDidChange: vscode.Event<void>;
  /** This session tells of itself: its loop obeys. */
  onSession(session: string): void;
}

/** What a session's loop is to do from now on. */
export interface SessionDecision extends ModelDirective {
  session: string;
}

/** Whether an event was taken, or why not. */
export type Reception = { accepted: true } | { accepted: false; reason: string };

/** Returns true to take the decision: it then counts as delivered. */
export type DecisionListener = (decision: SessionDecision) => unknown;

/** Sessions told of by other extensions whose decisions are passed on. */
const MOST_SESSIONS = 200;

export class Reported implements vscode.Disposable {
  private listeners: ReadonlySet<DecisionListener> = new Set();
  /** Of the sessions that other extensions told of: the decision that was passed on last. */
  private readonly passedOn = new Map<string, ModelDirective>();
  private readonly subscription: vscode.Disposable;

  constructor(private readonly options: ReportedOptions) {
    this.subscription = options.onDidChange(() => this.passOn());
  }

  dispose(): void {
    this.subscription.dispose();
  }

  /** A session's part of a batch, from the endpoint. @returns the ruling as JSON; '' while watching is paused. */
  async batch(payload: Readonly<Record<string, unknown>>, context: HookContext): Promise<string> {
    const { session_id: session, events } = payload;
    if (this.options.live.paused || typeof session !== 'string' || !Array.isArray(events)) {
      return '';
    }
    // checked again: this part may have come from another window
    const admitted = events
      .map((value: unknown) => admit(value, this.options.now()))
      .filter((each) => 'event' in each)
      .filter((each) => each.session === session);
    await this.take(
      session,
      admitted.map(({ event }) => event),
    );
    const ruled = this.options.live.core.rule(session, this.options.now());
    if (ruled === undefined) {
      return '';
    }
    this.options.live.apply(ruled.effects);
    void context.delivered.then((arrived) => {
      if (arrived) {
        this.confirm(session, ruled.receipts);
      }
    });
    return JSON.stringify(ruled.ruling);
  }

  /** An event of another extension's agent, checked as one from the endpoint is. */
  async report(value: unknown): Promise<Reception> {
    const admitted = admit(value, this.options.now());
    if ('reason' in admitted) {
      return { accepted: false, reason: admitted.reason };
    }
    if ('ignored' in admitted) {
      return { accepted: false, reason: `unknown type "${admitted.ignored}"` };
    }
    if (this.options.live.paused) {
      return { accepted: false, reason: 'watching is paused' };
    }
    const { event, session } = admitted;
    if (!this.passedOn.has(session)) {
      this.remember(session, { decision: 'continue' });
    }
    await this.take(session, [event]);
    return { accepted: true };
  }

  /** What a session's loop is to do at its next request to the model; with this answer it counts as delivered. */
  decision(session: string): ModelDirective {
    const ruled = this.options.live.paused
      ? undefined
      : this.options.live.core.rule(session, this.options.now());
    if (ruled === undefined) {
      return { decision: 'continue' };
    }
    this.remember(session, ruled.ruling);
    this.options.live.apply(ruled.effects);
    this.confirm(session, ruled.receipts);
    return ruled.ruling;
  }

  /** Whoever is in `listeners` is told of each change of what a session of `report` is to do. */
  tellAll(listeners: ReadonlySet<DecisionListener>): void {
    this.listeners = listeners;
  }

  private async take(session: string, events: readonly TurnEvent[]): Promise<void> {
    this.options.onSession(session);
    await this.options.feed.told(session, events.map(bounded));
  }

  private confirm(session: string, receipts: readonly string[]): void {
    const { live } = this.options;
    if (receipts.length > 0) {
      live.apply(live.core.delivered(session, receipts, this.options.now()));
    }
  }

  private remember(session: string, ruling: ModelDirective): void {
    this.passedOn.delete(session);
    this.passedOn.set(session, ruling);
    const [oldest] = this.passedOn.keys();
    if (this.passedOn.size > MOST_SESSIONS && oldest !== undefined) {
      this.passedOn.delete(oldest);
    }
  }

  private passOn(): void {
    if (this.listeners.size === 0) {
      return;
    }
    for (const [session, before] of [...this.passedOn]) {
      const ruled = this.options.live.core.rule(session, this.options.now());
      if (ruled === undefined) {
        this.passedOn.delete(session);
        continue;
      }
      const { decision, reminder } = ruled.ruling;
      if (
        decision === before.decision &&
        (reminder === undefined || reminder === before.reminder)
      ) {
        continue;
      }
      this.passedOn.set(session, ruled.ruling);
      if (this.tell({ session, ...ruled.ruling })) {
        this.confirm(session, ruled.receipts);
      }
    }
  }

  /** @returns whether a listener took it. */
  private tell(decision: SessionDecision): boolean {
    let taken = false;
    for (const listener of [...this.listeners]) {
      try {
        taken = listener(decision) === true || taken;
      } catch (error) {
        this.options.log.error('a listener of another extension failed at a decision', error);
      }
    }
    return taken;
  }
}

/** Texts and inputs of agents, cut to a size that stays judgeable. */
function bounded(event: TurnEvent): TurnEvent {
  switch (event.type) {
    case 'turn.start':
      return event.prompt === undefined ? event : { ...event, prompt: capText(event.prompt) };
    case 'message':
      return { ...event, text: capText(event.text) };
    case 'tool.call':
      return { ...event, input: capInput(event.input) };
    case 'tool.result':
      return { ...event, output: capText(event.output) };
    case 'workspace':
      return { ...event, paths: event.paths?.slice(0, 1000) };
    default:
      return event;
  }
}
