/** Agents with a server of their own, such as `kimi web`: it takes reminders and stops, and turns a session's tools off and on. */
import type { Disposable } from 'vscode';
import {
  isProblem,
  type OwnServer,
  type Result,
  type ServedSession,
  type ToolsOff,
} from '../../agents/agent.js';
import type { AgentHomes } from '../../agents/definition.js';
import type { TurnEvent } from '../../core/events.js';
import { agentById } from '../../agents/loaded.js';
import type { Clock } from '../../core/clock.js';
import type { SessionTracker, TrackerListener } from '../../live/session-tracker.js';
import type { Log } from '../log.js';

export interface OwnServersOptions {
  tracker: SessionTracker;
  log: Pick<Log, 'info' | 'warn'>;
  clock: Clock;
  /** Nothing is sent from a restricted workspace. */
  workspace: { readonly isTrusted: boolean };
  homes: AgentHomes;
  links: {
    /** The relay already changes this session's requests. */
    carried(session: string): boolean;
  };
  /** By the agent's id; those of the agents themselves by default. */
  servers?: ReadonlyMap<string, OwnServer>;
}

/** A session that one of the servers runs. */
interface HeldServer {
  served: ServedSession;
  /** A request is under way: one after the other. */
  busy: boolean;
  /** Set while its tools are off. */
  off: { tools: ToolsOff; over: AbortController } | undefined;
}

/** How often a session is looked for while its turn runs (milliseconds). */
const LOOK_AGAIN_MS = 15_000;
/** An event older than this comes from history (milliseconds). */
const FRESH_MS = 120_000;
const MOST_SESSIONS = 100;

export class OwnServers implements Disposable, TrackerListener {
  private readonly held = new Map<string, HeldServer>();
  private readonly lookedAt = new Map<string, number>();
  private readonly restoring = new Set<Promise<void>>();
  private readonly subscription: { dispose(): unknown };

  constructor(private readonly options: OwnServersOptions) {
    this.subscription = options.tracker.listen(this);
  }

  onChange(): void {
    for (const [session, held] of this.held) {
      void this.steer(session, held);
    }
  }

  serves(session: string): boolean {
    return this.held.has(session);
  }

  /** Every event, in order. */
  onEvent(event: TurnEvent): void {
    switch (event.type) {
      case 'turn.start':
      case 'tool.call':
        void this.findServer(event.session, event.at ?? 0, event.type === 'turn.start');
        return;
      case 'turn.end': {
        const held = this.held.get(event.session);
        if (held !== undefined) {
          this.giveBack(event.session, held);
        }
        return;
      }
      default:
        return;
    }
  }

  dispose(): void {
    this.subscription.dispose();
  }

  /** Turns all tools on again, as far as the servers answer. */
  async stop(): Promise<void> {
    for (const [session, held] of this.held) {
      this.giveBack(session, held);
    }
    await Promise.all(this.restoring);
  }

  private async findServer(session: string, at: number, isStart: boolean): Promise<void> {
    const { tracker, clock, workspace } = this.options;
    const agent = tracker.sessions.get(session)?.agent;
    const server = this.serverFor(agent ?? '');
    if (
      agent === undefined ||
      server === undefined ||
      !workspace.isTrusted ||
      clock.now() - at > FRESH_MS
    ) {
      return;
    }
    if (!isStart && clock.now() - (this.lookedAt.get(session) ?? -Infinity) < LOOK_AGAIN_MS) {
      return;
    }
    if (this.lookedAt.size > MOST_SESSIONS) {
      this.lookedAt.clear();
    }
    this.lookedAt.set(session, clock.now());
    const known = this.held.get(session);
    if (isAtWork(known)) {
      return;
    }
    const served = await server.find(this.options.homes.surroundings(agent), session);
    // only the one that turned the tools off can turn them on again
    if (this.held.get(session) !== known || isAtWork(known)) {
      return;
    }
    if (served === undefined) {
      this.held.delete(session);
    } else {
      this.hold(session, { served, busy: false, off: undefined });
    }
    if (served === undefined ? known !== undefined : known === undefined) {
      tracker.changed();
    }
    if (served !== undefined && isStart) {
      this.succeeded(session, await served.clean());
    }
  }

  private serverFor(agent: string): OwnServer | undefined {
    const { servers } = this.options;
    return servers === undefined ? agentById(agent)?.server : servers.get(agent);
  }

  /** One that was dropped is found again at its next turn. */
  private hold(session: string, held: HeldServer): void {
    this.held.set(session, held);
    for (const [id, { busy, off }] of this.held) {
      if (this.held.size <= MOST_SESSIONS) {
        return;
      }
      if (!busy && off === undefined && id !== session) {
        this.held.delete(id);
      }
    }
  }

  private async steer(session: string, held: HeldServer): Promise<void> {
    const { tracker, clock, links } = this.options;
    const { answers } = tracker.turnwatch;
    if (held.busy || tracker.paused || links.carried(session)) {
      return;
    }
    // to ask may change the session, which leads here again
    held.busy = true;
    const answer = answers.directive(session, clock.now());
    const { decision, reminder } = answer?.directive ?? {};
    held.busy = reminder !== undefined;
    // the intervention may have been withdrawn
    if (decision === 'continue') {
      this.giveBack(session, held);
    }
    if (answer === undefined || decision === undefined || reminder === undefined) {
      return;
    }
    const done = await this.say(session, held, decision, reminder);
    held.busy = false;
    if (done) {
      answers.delivered(session, answer.receipts, clock.now());
      return;
    }
    this.held.delete(session);
    tracker.changed();
    // the hooks, where there are any, go on with it
    answers.undeliverable(session, answer.receipts, clock.now());
  }

  /** @returns whether the server took it. */
  private async say(
    session: string,
    held: HeldServer,
    decision: 'continue' | 'text-only' | 'stop',
    text: string,
  ): Promise<boolean> {
    switch (decision) {
      case 'continue':
        return this.succeeded(session, await held.served.say(text));
      case 'stop':
        return this.succeeded(session, await held.served.stop());
      case 'text-only': {
        const off = await held.served.textOnly(text);
        if (isProblem(off)) {
          return this.succeeded(session, off);
        }
        const over = new AbortController();
        held.off = { tools: off, over };
        if (this.options.tracker.sessions.get(session)?.open !== true) {
          this.giveBack(session, held);
          return true;
        }
        off.taken(over.signal).then(
          () => this.giveBack(session, held),
          () => undefined,
        );
        return true;
      }
    }
  }

  /** The turn's request without tools is made, or the turn is over: the next request has them again. */
  private giveBack(session: string, held: HeldServer): void {
    const { off } = held;
    if (off === undefined) {
      return;
    }
    held.off = undefined;
    off.over.abort();
    const restoring = off.tools
      .restore()
      .then((restored) => {
        if (this.succeeded(session, restored)) {
          this.options.log.info(`${session}: its server has its tools back`);
        }
      })
      .finally(() => this.restoring.delete(restoring));
    this.restoring.add(restoring);
  }

  private succeeded(session: string, result: Result<object>): boolean {
    if (!isProblem(result)) {
      return true;
    }
    this.options.log.warn(`${session}: ${result.problem}`);
    return false;
  }
}

function isAtWork(held: HeldServer | undefined): boolean {
  return held?.busy === true || held?.off !== undefined;
}
