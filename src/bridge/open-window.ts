/** A window while it is open: its door, its file among those of all windows, and the hooks and events that it passes on. */
import { watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { readErrorCode, readErrorMessage } from '../core/error-words.js';
import { ThrottledLog, type LogLine } from '../core/log.js';
import { askWindow, isListening, watchDoor } from './ask-window.js';
import { Endpoint, endpointLimits, type EndpointLimits } from './requests/endpoint.js';
import { HookListener } from './hook-listener.js';
import {
  EVENTS_AGENT,
  readFolder,
  readSession,
  type HookHandler,
  type HookRequest,
} from './requests/hook-request.js';
import { ensurePrivateFolder } from './private-files.js';
import { checkHealth } from './proof.js';
import { UnansweredMarker } from './unanswered-marker.js';
import { tokenIn, type BridgeState } from './state.js';
import {
  registeredWindows,
  registerWindow,
  unregisterWindow,
  WindowRegistry,
  type RegisteredWindow,
  type WindowAddress,
  type WindowEntry,
} from './windows.js';

export interface WindowOptions {
  state: BridgeState;
  self: WindowEntry;
  handle: HookHandler;
  /** Keys of those of the window's worktrees that another window has open; called often. */
  onElsewhere?: ((worktrees: readonly string[]) => void) | undefined;
  log: LogLine;
  now: () => number;
  limits: Partial<EndpointLimits>;
}

const sentences = {
  unmatched: 'bridge: dropped a hook of a session that belongs to no open window',
  gone: 'bridge: left a hook unanswered because its window closed',
  still: 'bridge: left a hook unanswered because its window doesn’t respond',
  left: 'bridge: left a hook unanswered because its window closed',
} as const;

/** Between two looks at what lies in the shared folder (milliseconds). */
const LOOK_MS = 1000;
/** Several changes at once are one look (milliseconds). */
const SETTLED_MS = 20;
/** So long is a window that stood still not asked again (milliseconds). */
const STILL_MS = 2000;
/** Looks this late say that this window stood still, and that another may be asked by now (milliseconds). */
const STOOD_STILL_MS = 1000;

/** A connection that was let go of sooner is not made anew at once (milliseconds). */
const LET_GO_MS = 100;

/** A window that closes takes away what it laid out, within less (milliseconds). */
const ALONE_MS = 3000;

/** What became of the port or the token: the window has to begin anew. */
export type Ended = 'stranger' | 'token';

export class OpenWindow {
  private readonly drops: ThrottledLog<keyof typeof sentences>;
  private readonly registry: WindowRegistry;
  private readonly windows = new Map<string, RegisteredWindow>();
  /** Until when each is not asked. */
  private readonly stillUntil = new Map<string, number>();
  private readonly silence: UnansweredMarker;
  private readonly endpoint: Endpoint;
  /** At the port of all windows, while this window holds it. */
  private port: Endpoint | undefined;
  private door: HookListener | undefined;
  private self: WindowEntry;
  private timer: NodeJS.Timeout | undefined;
  private watcher: FSWatcher | undefined;
  /** Ends the connection to the window that hooks ask: when that one is killed, it is noticed at once. */
  private stopWatchingAsked: (() => void) | undefined;
  private looking: Promise<void> | undefined;
  /** Something changed during a look, which may have come too late to see it. */
  private changedMeanwhile = false;
  private registering: Promise<void> = Promise.resolve();
  private lookedAt = performance.now();
  private isClosed = false;
  /** Hooks asked this window before. */
  private hasTaken = false;
  /** Since when no other window is open. */
  private aloneSince: number | undefined;
  private problem = '';
  private isDamaged = false;

  constructor(
    private readonly options: WindowOptions,
    private readonly listener: {
      roleChanged: () => void;
      ended: (why: Ended) => void;
      /** Another program changed or removed something that hooks need; it is put back. The name of a file in our folder. */
      damaged: (what: string) => void;
      /** It is back. */
      repaired: () => void;
    },
  ) {
    const { state, self, log, now } = options;
    this.self = self;
    this.drops = new ThrottledLog(sentences, log, now);
    this.registry = new WindowRegistry(now);
    this.silence = new UnansweredMarker(state.dir, log, {
      found: () => void this.takeFromSilent(),
    });
    this.endpoint = this.newEndpoint();
  }

  get role(): 'hub' | 'member' {
    return this.port === undefined ? 'member' : 'hub';
  }

  private get state(): BridgeState {
    return this.options.state;
  }

  /** `port`: bound already by this window. */
  async start(port: Endpoint | undefined): Promise<void> {
    this.port = port;
    try {
      this.door = await HookListener.open(this.state, this.endpoint);
      // on a full disk, others do not find it: its own hooks still do
      await this.register().catch(this.logProblem);
      await this.door.lead();
      this.hasTaken = true;
      await this.silence.start();
    } catch (error) {
      await this.close();
      throw error;
    }
    void this.sweepOrders();
    try {
      this.watcher = watch(join(this.state.dir, 'windows'), { persistent: false }, () => {
        this.lookSoon(SETTLED_MS);
      });
      this.watcher.on('error', () => this.watcher?.close());
    } catch {
      // looks alone do
    }
    this.lookSoon(0);
  }

  update(self: WindowEntry): void {
    this.self = self;
    this.register().catch(this.logProblem);
  }

  /** Hooks ask another window from now on, if one is open; else nobody. */
  async stop(): Promise<void> {
    this.isClosed = true;
    await this.looking;
    // first: once another window holds the port, no hook comes here any more
    const { door } = this;
    if (door !== undefined && (await door.leadsTo(door.address).catch(() => false))) {
      const next = await this.firstOther();
      await (next === undefined ? door.withdraw() : door.lead(next.door)).catch(this.logProblem);
    }
    await this.port?.close();
    this.port = undefined;
    await this.registering.catch(() => undefined);
    await unregisterWindow(this.state.dir, this.self.id).catch(this.logProblem);
    await this.close();
  }

  /** Leaves the shared files as they are. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.watcher?.close();
    this.stopWatchingAsked?.();
    this.silence.stop();
    this.door?.close();
    await Promise.all([this.endpoint.close(), this.port?.close()]);
  }

  private newEndpoint(): Endpoint {
    const { log, now, limits } = this.options;
    return new Endpoint({
      ...{ port: this.state.port, token: this.state.token, log, now, limits },
      onHook: (request) => this.dispatch(request),
      onPassed: (request) => this.options.handle(request.agent, request.payload, request),
    });
  }

  /** Rejects with the system's error if the port cannot be bound. */
  async bind(): Promise<Endpoint> {
    const endpoint = this.newEndpoint();
    await endpoint.listen();
    return endpoint;
  }

  /** One after the other: the file says what this window told of itself last. */
  private register(): Promise<void> {
    this.registering = this.registering
      .catch(() => undefined)
      .then(async () => {
        if (this.door !== undefined && !this.isClosed) {
          await registerWindow(this.state.dir, { ...this.self, door: this.door.address });
        }
      });
    return this.registering;
  }

  private readonly logProblem = (error: unknown): void => {
    const problem = readErrorMessage(error);
    // each look may meet the same one
    if (problem !== this.problem) {
      this.problem = problem;
      this.options.log(`bridge: ${problem}`);
    }
  };

  private lookSoon(ms: number): void {
    if (this.looking !== undefined) {
      this.changedMeanwhile = true;
      return;
    }
    if (!this.isClosed) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        this.changedMeanwhile = false;
        this.looking = this.inspect()
          .catch(this.logProblem)
          .finally(() => {
            this.looking = undefined;
            this.lookedAt = performance.now();
            this.lookSoon(this.changedMeanwhile ? SETTLED_MS : LOOK_MS);
          });
      }, ms).unref();
    }
  }

  /** Whether what it laid out is there still, who else is open, and who holds the port. */
  private async inspect(): Promise<void> {
    const { dir, token } = this.state;
    if ((await tokenIn(dir)) !== token) {
      this.listener.ended('token');
      return;
    }
    await ensurePrivateFolder(dir);
    this.silence.notice();
    await this.repair();
    if (this.isDamaged) {
      this.isDamaged = false;
      this.listener.repaired();
    }
    this.options.onElsewhere?.(this.registry.elsewhere(this.self.id));
    if (this.port === undefined && !this.isClosed) {
      await this.lookAtPort();
    }
  }

  private async repair(): Promise<void> {
    const { door } = this;
    if (door === undefined || this.isClosed) {
      return;
    }
    if (!door.isOpen()) {
      this.tellDamage('w-*');
      this.door = await HookListener.open(this.state, this.endpoint);
      door.close();
      await this.register();
      await this.door.lead();
    }
    const all = await registeredWindows(this.state.dir);
    if (!all.some(({ id }) => id === this.self.id)) {
      await this.register().catch(this.logProblem);
    }
    const open = await Promise.all(
      all.map(async (each) =>
        each.id === this.self.id || (await isListening(each.door)) ? [each] : [],
      ),
    );
    this.learn(open.flat());
    this.aloneSince = all.length > 1 ? undefined : (this.aloneSince ?? performance.now());
    for (const each of all.filter(({ id }) => !this.windows.has(id) && id !== this.self.id)) {
      await this.door?.removeDead(each.door);
      await unregisterWindow(this.state.dir, each.id);
      void this.sweepOrders();
    }
    await this.takeIfNobodyIsAsked(open.flat());
  }

  private async takeIfNobodyIsAsked(open: readonly RegisteredWindow[]): Promise<void> {
    for (const each of [...open, { door: this.door?.address }]) {
      if (each.door !== undefined && (await this.door?.leadsTo(each.door)) === true) {
        if ('id' in each && each.id !== this.self.id) {
          this.watchAsked(each.door);
        }
        return;
      }
    }
    const { door } = this;
    if (door === undefined || this.isClosed) {
      return;
    }
    if (await door.isForged()) {
      this.reportDamage('hook.curl');
    } else {
      this.tellDamage('hook.sock');
    }
    await door.lead();
    this.hasTaken = true;
  }

  /** Those of windows that are gone. */
  private async sweepOrders(): Promise<void> {
    const { sweepOrders } = await import('./order-files.js');
    await sweepOrders(this.state.dir);
  }

  /** Tells of what only another program removes, unless another window is just opening or closing, or this one stood still. */
  private tellDamage(what: string): void {
    const now = performance.now();
    const isAlone = this.aloneSince !== undefined && now - this.aloneSince > ALONE_MS;
    if (this.hasTaken && isAlone && now - this.lookedAt < LOOK_MS + STOOD_STILL_MS) {
      this.reportDamage(what);
    }
  }

  private reportDamage(what: string): void {
    this.isDamaged = true;
    this.listener.damaged(what);
  }

  private watchAsked(door: WindowAddress): void {
    if (this.stopWatchingAsked !== undefined || this.isClosed) {
      return;
    }
    const from = performance.now();
    this.stopWatchingAsked = watchDoor(door, () => {
      this.stopWatchingAsked = undefined;
      // one that is full lets go at once, and is asked again by the next look
      if (performance.now() - from > LET_GO_MS) {
        this.lookSoon(0);
      }
    });
  }

  /** An agent has waited in vain: for this window, which works again, or for another one. */
  private async takeFromSilent(): Promise<void> {
    const { door } = this;
    if (this.silence.isForged()) {
      this.reportDamage('silent');
    }
    if (door === undefined || this.isClosed || (await door.leadsTo(door.address))) {
      return;
    }
    if (await door.isForged()) {
      this.reportDamage('hook.curl');
    }
    await door.lead().catch(this.logProblem);
    await this.silence.remove();
  }

  /** Meanwhile, perhaps. */
  private hasClosed(): boolean {
    return this.isClosed;
  }

  private async lookAtPort(): Promise<void> {
    const { port, token } = this.state;
    const health = await checkHealth(port, token);
    if (health === 'stranger' && !this.isClosed) {
      this.listener.ended('stranger');
    }
    if (health !== 'nobody' || this.isClosed) {
      return;
    }
    try {
      const endpoint = await this.bind();
      if (this.hasClosed()) {
        await endpoint.close();
        return;
      }
      this.port = endpoint;
      this.listener.roleChanged();
    } catch (error) {
      if (readErrorCode(error) !== 'EADDRINUSE') {
        throw error;
      }
    }
  }

  private learn(open: readonly RegisteredWindow[]): void {
    this.windows.clear();
    for (const each of open) {
      this.windows.set(each.id, each);
    }
    this.registry.replace([...open.filter(({ id }) => id !== this.self.id), this.self]);
  }

  private async firstOther(): Promise<RegisteredWindow | undefined> {
    for (const each of await registeredWindows(this.state.dir)) {
      if (each.id !== this.self.id && (await isListening(each.door))) {
        return each;
      }
    }
    return undefined;
  }

  /** To the window with the longest folder that holds the session's; to the next one if that is gone or gives no sign. */
  private async dispatch(request: HookRequest): Promise<string> {
    if (request.agent !== EVENTS_AGENT && (await this.isOvertaken())) {
      return '';
    }
    const { state, now, limits, handle } = this.options;
    const { signMs } = { ...endpointLimits, ...limits };
    const { agent, payload } = request;
    const [folder, session] = [readFolder(payload), readSession(payload)];
    // a session at work does not wait for the disk: who opens and closes meanwhile is seen by the looks
    if (session === undefined || !this.registry.isAssigned(session)) {
      this.learn(await registeredWindows(state.dir));
    }
    const without = new Set<string>();
    for (;;) {
      const id = await this.registry.route(folder, session, without);
      if (id === this.self.id) {
        return handle(agent, payload, request);
      }
      const window = this.windows.get(id ?? '');
      if (id === undefined || window === undefined) {
        if (without.size === 0) {
          this.drops.add('unmatched');
        }
        return '';
      }
      const isStill = (this.stillUntil.get(id) ?? 0) > performance.now();
      const outcome = isStill
        ? 'still'
        : await askWindow({ ...state, door: window.door, signMs }, request, now);
      if (typeof outcome !== 'string') {
        return outcome.text;
      }
      this.drops.add(outcome);
      without.add(id);
      if (outcome === 'still' && !isStill) {
        this.stillUntil.set(id, performance.now() + STILL_MS);
      }
      if (outcome === 'left') {
        return '';
      }
    }
  }

  /** It stood still, and hooks ask another window: what had waited here is told by that one or by the agent's log. */
  private async isOvertaken(): Promise<boolean> {
    const { door } = this;
    const isDoubtful = performance.now() - this.lookedAt > LOOK_MS + STOOD_STILL_MS;
    return isDoubtful && door !== undefined && !(await door.leadsTo(door.address));
  }
}
