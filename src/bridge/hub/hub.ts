/** The window that holds the port: answers its own hooks and forwards the others to their windows. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { readErrorMessage } from '../../core/error-words.js';
import { Endpoint, type EndpointLimits } from '../requests/endpoint.js';
import { BEAT_MS } from './heartbeat.js';
import {
  readFolder,
  readSession,
  type HookHandler,
  type HookRequest,
} from '../requests/hook-request.js';
import { HookDoor } from '../hook-door.js';
import { namedHub, type NamedHub } from './hub-file.js';
import type { HubLink } from './hub-link.js';
import { welcomeWindow } from './hub-welcome.js';
import type { WindowEntry } from './messages.js';
import { settleToken, type BridgeState } from '../state.js';
import { sweepOrders } from '../order-files.js';
import { SilentStamp } from '../silent-stamp.js';
import { ThrottledLog, type LogLine } from '../../core/throttled-log.js';
import { WindowRegistry } from './windows.js';

export interface WindowOptions {
  /** Its port is the hub's. */
  state: BridgeState;
  /** The port that all windows agreed on: a hub has another one while a window that stands still holds it. */
  home: number;
  self: WindowEntry;
  handle: HookHandler;
  /** Keys of those of the window's worktrees that another window has open; called often. */
  onElsewhere?: ((worktrees: readonly string[]) => void) | undefined;
  log: LogLine;
  now: () => number;
  limits: Partial<EndpointLimits>;
}

const sentences = {
  unmatched: 'hub: dropped a hook of a session that belongs to no open window',
  gone: 'hub: left a hook unanswered because its window closed',
  still: 'hub: left a hook unanswered because its window doesn’t respond',
  join: 'hub: refused a window that could not prove it is ours',
} as const;

const LEAVING_MS = 40;
/** Beats this late say that this window stood still, and that another may have taken over (milliseconds). */
const STOOD_STILL_MS = 1000;
/** And every so many beats in any case, in case that it went unnoticed. */
const BEATS_PER_CHECK = 20;
/** After its start, the longest that a hook waits for its window to join (milliseconds), and between two looks. */
const GATHER_MS = 500;
const GATHER_LOOK_MS = 20;
/** A window that left may have taken over (milliseconds). */
const CHECK_AFTER_LEAVE_MS = 500;

export class Hub {
  readonly role = 'hub';
  private readonly drops: ThrottledLog<keyof typeof sentences>;
  readonly endpoint: Endpoint;
  private readonly registry: WindowRegistry;
  /** By window. */
  private readonly links = new Map<string, HubLink>();
  private readonly joining = new Set<Duplex>();
  private requests = 0;
  private beats = 0;
  private beatAt = performance.now();
  /** Until then, windows may still be on their way to this one. */
  private gatheredAt = 0;
  private beating: NodeJS.Timeout | undefined;
  private checking: Promise<boolean> | undefined;
  private isClosed = false;
  private isStarted = false;
  private readonly door: HookDoor;
  private readonly silence: SilentStamp;

  /** `onSuperseded`: another window has taken over while this one stood still. */
  constructor(
    private readonly options: WindowOptions,
    private readonly onSuperseded: () => void,
  ) {
    const { state, log, now, limits } = options;
    this.drops = new ThrottledLog(sentences, log, now);
    this.registry = new WindowRegistry(now);
    this.registry.set(options.self);
    this.silence = new SilentStamp(state.dir, log);
    this.endpoint = new Endpoint({
      port: state.port,
      token: state.token,
      log,
      now,
      limits,
      onHook: (request) => this.dispatch(request),
      onWindow: (request, socket, head) => this.welcome(request, socket, head),
    });
    this.door = new HookDoor(state, this.endpoint);
  }

  /** Rejects with the system's error if the port cannot be bound. */
  async start(): Promise<void> {
    await this.endpoint.listen();
    this.gatheredAt = performance.now() + GATHER_MS;
    const { state } = this.options;
    try {
      await settleToken(state);
      await this.door.open(this.name);
      await this.silence.start();
      // those of the window that it takes over from
      void sweepOrders(state.dir);
    } catch (error) {
      this.door.close();
      await this.endpoint.close();
      throw error;
    }
    this.isStarted = true;
    this.beatAt = performance.now();
    this.beat();
  }

  get port(): number {
    return this.options.state.port;
  }

  update(self: WindowEntry): void {
    this.registry.set(self);
  }

  /** Removes the hook client's file and the socket before freeing the port, so that a successor's are never removed. */
  async stop(): Promise<void> {
    this.isClosed = true;
    // windows often close together: one about to close cannot succeed us
    if (this.links.size > 0) {
      await sleep(LEAVING_MS);
      // after a suspend the timer fires before the sockets are read
      await nextTurn();
    }
    if (this.links.size === 0 && !(await this.hasSuccessor())) {
      await this.door.removeFiles().catch(this.logProblem);
    }
    await this.close();
  }

  /** The window serves at another port from now on: what it was asked here, it still answers. */
  async retire(): Promise<void> {
    this.leaveTheRest();
    await this.endpoint.retire();
    await this.endpoint.close();
  }

  /** Frees the port at once and leaves the shared files to the successor. */
  async close(): Promise<void> {
    const closed = this.endpoint.close();
    this.leaveTheRest();
    await closed;
  }

  private leaveTheRest(): void {
    this.isClosed = true;
    clearTimeout(this.beating);
    this.silence.stop();
    this.door.close();
    for (const link of this.links.values()) {
      link.end();
    }
    for (const socket of this.joining) {
      socket.destroy();
    }
  }

  private readonly logProblem = (error: unknown): void =>
    this.options.log(`hub: ${readErrorMessage(error)}`);

  private beat(): void {
    const now = performance.now();
    if (now - this.beatAt > STOOD_STILL_MS || ++this.beats % BEATS_PER_CHECK === 0) {
      void this.isCurrent();
    }
    this.beatAt = now;
    for (const link of this.links.values()) {
      link.beat(now, this.registry.elsewhere(link.window));
    }
    this.options.onElsewhere?.(this.registry.elsewhere(this.options.self.id));
    this.beating = setTimeout(() => this.beat(), BEAT_MS).unref();
  }

  /** False once another window has taken over. */
  private isCurrent(): Promise<boolean> {
    this.checking ??= this.check().finally(() => {
      this.checking = undefined;
    });
    return this.checking;
  }

  private async check(): Promise<boolean> {
    if (!this.isStarted) {
      // whom it takes over from may still be named, and nobody could stop this one yet
      return true;
    }
    const { dir } = this.options.state;
    const named = await namedHub(dir);
    if (named === undefined) {
      // two windows that find no name would both go on: the one at the port of all windows takes the hooks back
      if (this.port === this.options.home && !this.isClosed) {
        await this.door.open(this.name).catch(this.logProblem);
      }
      return true;
    }
    const isSuperseded = named.id !== this.name.id && named.home === this.options.home;
    if (isSuperseded && !this.isClosed) {
      this.isClosed = true;
      this.onSuperseded();
    }
    return !isSuperseded;
  }

  private get name(): NamedHub {
    const { self, state, home } = this.options;
    return { id: self.id, port: state.port, home };
  }

  /** Whether another window receives hooks: instead of this one, or at a port that was set there first. */
  private async hasSuccessor(): Promise<boolean> {
    const named = await namedHub(this.options.state.dir);
    return named !== undefined && named.id !== this.name.id;
  }

  private async dispatch(request: HookRequest): Promise<string> {
    const { payload } = request;
    const isDoubtful =
      this.checking !== undefined || performance.now() - this.beatAt > STOOD_STILL_MS;
    if (isDoubtful && !(await this.isCurrent())) {
      return '';
    }
    const window = await this.findWindow(request);
    if (window === undefined) {
      this.drops.add('unmatched');
      return '';
    }
    if (window === this.options.self.id) {
      return this.options.handle(request.agent, payload, request);
    }
    const link = this.links.get(window);
    return link === undefined ? '' : link.forward(++this.requests, request);
  }

  /** When windows have lost their hub, one of them serves at once, and the others join it a moment later. */
  private async findWindow({ payload }: HookRequest): Promise<string | undefined> {
    const [folder, session] = [readFolder(payload), readSession(payload)];
    let window = await this.registry.route(folder, session);
    while (window === undefined && performance.now() < this.gatheredAt && !this.isClosed) {
      await sleep(GATHER_LOOK_MS);
      window = await this.registry.route(folder, session);
    }
    return window;
  }

  private welcome(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { token, port } = this.options.state;
    welcomeWindow({ request, socket, head }, { token, port }, this.joining, {
      refused: () => this.drops.add('join'),
      onDrop: (why) => this.drops.add(why),
      onJoin: (window, link) => {
        this.endpoint.joined(socket);
        this.join(window, link);
      },
      onWindow: (window) => this.registry.set(window),
      onLeave: (link) => this.leave(link),
    });
  }

  private join(window: WindowEntry, link: HubLink): void {
    this.links.set(window.id, link);
    this.registry.set(window);
    link.welcome();
    // the window may have removed the file because we were too busy to answer its health check
    this.isCurrent()
      .then((isCurrent) => (isCurrent ? this.door.writeClient() : undefined))
      .catch(this.logProblem);
  }

  private leave(link: HubLink): void {
    if (this.links.get(link.window) !== link) {
      return;
    }
    this.links.delete(link.window);
    this.registry.delete(link.window);
    link.giveUp('gone');
    void sweepOrders(this.options.state.dir);
    if (!this.isClosed) {
      setTimeout(() => void this.isCurrent(), CHECK_AFTER_LEAVE_MS).unref();
    }
  }
}
