/** Agents with a server of their own, such as `kimi web`: what a session is to do is said there, and the tools are given back. */
import type { Disposable } from 'vscode';
import {
  isProblem,
  type OwnServer,
  type Result,
  type ServedSession,
  type Surroundings,
  type ToolsOff,
} from '../../agents/agent.js';
import type { TurnEvent } from '../../core/events.js';
import type { Live } from './live.js';
import type { Log } from '../log.js';

export interface OwnServersOptions {
  live: Pick<Live, 'sessions' | 'paused' | 'directive' | 'delivered' | 'undeliverable' | 'refresh'>;
  onDidChange: (listener: () => void) => { dispose(): unknown };
  log: Pick<Log, 'info' | 'warn'>;
  now: () => number;
  /** Nothing is sent from a restricted workspace. */
  trusted: () => boolean;
  surroundings(agent: string): Surroundings;
  /** Of the agent with this id; undefined where it has none. */
  serverOf(agent: string): OwnServer | undefined;
  /** The relay changes this session's requests already. */
  carried(session: string): boolean;
}

/** A session that one of the servers runs. */
interface Held {
  served: ServedSession;
  /** Something is under way: one thing after the other. */
  busy: boolean;
  off?: { tools: ToolsOff; over: AbortController };
}

/** How often a session is looked for while its turn runs (milliseconds). */
const LOOK_AGAIN_MS = 15_000;
/** An event older than this comes from history (milliseconds). */
const FRESH_MS = 120_000;
const MOST_SESSIONS = 100;

export class OwnServers implements Disposable {
  private readonly held = new Map<string, Held>();
  private readonly lookedAt = new Map<string, number>();
  private readonly restoring = new Set<Promise<void>>();
  private readonly subscription: { dispose(): unknown };

  constructor(private readonly options: OwnServersOptions) {
    this.subscription = options.onDidChange(() => {
      for (const [session, held] of this.held) {
        void this.steer(session, held);
      }
    });
  }

  serves(session: string): boolean {
    return this.held.has(session);
  }

  /** Every event that was taken. */
  onEvent(event: TurnEvent): void {
    switch (event.type) {
      case 'turn.start':
      case 'tool.call':
        void this.look(event.session, event.at ?? 0, event.type === 'turn.start');
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

  /** Gives back what is still off, as far as a server answers. */
  async stop(): Promise<void> {
    for (const [session, held] of this.held) {
      this.giveBack(session, held);
    }
    await Promise.all(this.restoring);
  }

  private async look(session: string, at: number, isStart: boolean): Promise<void> {
    const { live, now } = this.options;
    const agent = live.sessions.get(session)?.agent;
    const server = agent === undefined ? undefined : this.options.serverOf(agent);
    if (
      agent === undefined ||
      server === undefined ||
      !this.options.trusted() ||
      now() - at > FRESH_MS
    ) {
      return;
    }
    if (!isStart && now() - (this.lookedAt.get(session) ?? -Infinity) < LOOK_AGAIN_MS) {
      return;
    }
    if (this.lookedAt.size > MOST_SESSIONS) {
      this.lookedAt.clear();
    }
    this.lookedAt.set(session, now());
    const known = this.held.get(session);
    if (isAtWork(known)) {
      return;
    }
    const served = await server.find(this.options.surroundings(agent), session);
    // what is off can be given back by the one that took it off only
    if (this.held.get(session) !== known || isAtWork(known)) {
      return;
    }
    if (served === undefined) {
      this.held.delete(session);
    } else {
      this.hold(session, { served, busy: false });
    }
    if (served === undefined ? known !== undefined : known === undefined) {
      live.refresh();
    }
    if (served !== undefined && isStart) {
      this.told(session, await served.clean());
    }
  }

  /** One that was let go is found again at its next turn. */
  private hold(session: string, held: Held): void {
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

  private async steer(session: string, held: Held): Promise<void> {
    const { live } = this.options;
    if (held.busy || live.paused || this.options.carried(session)) {
      return;
    }
    // to ask may change the session, which leads here again
    held.busy = true;
    const answer = live.directive(session);
    const { decision, reminder } = answer?.directive ?? {};
    held.busy = reminder !== undefined;
    // what took the tools off was taken back
    if (decision === 'continue') {
      this.giveBack(session, held);
    }
    if (answer === undefined || decision === undefined || reminder === undefined) {
      return;
    }
    const done = await this.say(session, held, decision, reminder);
    held.busy = false;
    if (done) {
      live.delivered(session, answer.receipts);
      return;
    }
    this.held.delete(session);
    live.refresh();
    // the hooks, where there are any, go on with it
    live.undeliverable(session, answer.receipts);
  }

  /** @returns whether the server has taken it. */
  private async say(
    session: string,
    held: Held,
    decision: 'continue' | 'text-only' | 'stop',
    text: string,
  ): Promise<boolean> {
    switch (decision) {
      case 'continue':
        return this.told(session, await held.served.say(text));
      case 'stop':
        return this.told(session, await held.served.stop());
      case 'text-only': {
        const off = await held.served.textOnly(text);
        if (isProblem(off)) {
          return this.told(session, off);
        }
        const over = new AbortController();
        held.off = { tools: off, over };
        if (this.options.live.sessions.get(session)?.open !== true) {
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

  /** The turn's own request has no tools any more, or the turn is over: the next one is to have them. */
  private giveBack(session: string, held: Held): void {
    const { off } = held;
    if (off === undefined) {
      return;
    }
    held.off = undefined;
    off.over.abort();
    const restoring = off.tools
      .restore()
      .then((restored) => {
        if (this.told(session, restored)) {
          this.options.log.info(`${session}: its server has its tools again`);
        }
      })
      .finally(() => this.restoring.delete(restoring));
    this.restoring.add(restoring);
  }

  private told(session: string, reading: Result<object>): boolean {
    if (!isProblem(reading)) {
      return true;
    }
    this.options.log.warn(`${session}: ${reading.problem}`);
    return false;
  }
}

function isAtWork(held: Held | undefined): boolean {
  return held?.busy === true || held?.off !== undefined;
}
