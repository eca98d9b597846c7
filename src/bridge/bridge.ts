/** A window's live link: it owns the user's one port, has joined the window that does, or reports why neither worked. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, serve, type AttemptOptions, type Failure } from './hub/attempt.js';
import type { EndpointLimits } from './requests/endpoint.js';
import { readErrorMessage } from '../core/error-words.js';
import type { HookHandler } from './requests/hook-request.js';
import type { Hub } from './hub/hub.js';
import { namedHub } from './hub/hub-file.js';
import type { Member } from './hub/member.js';
import { openState, type BridgeState } from './state.js';
import { Pause } from './pause.js';
import { ObservedStatus, type BridgeStatus } from './status.js';
import type { LogLine } from '../core/throttled-log.js';
import type { WindowEntry } from './hub/messages.js';
import { realFolderKey } from './hub/windows.js';

export interface BridgeOptions {
  /** Shared by all windows of the user; becomes private to the user (mode 0700). */
  dir: string;
  /** The port from the settings; default: the port that all windows share. */
  configuredPort?: (() => number | undefined) | undefined;
  /** The workspace folders of this window. */
  folders: () => readonly string[];
  /** Other working trees of their repositories, which no other window need have open. */
  worktrees?: (() => readonly string[]) | undefined;
  /** It is a terminal: any window that has one of its folders open goes first. All of them are worktrees to it. */
  terminal?: true;
  /** Another window opened or closed one of the worktrees. Their keys. */
  onElsewhere?: ((worktrees: readonly string[]) => void) | undefined;
  handle: HookHandler;
  log: LogLine;
  now?: () => number;
  limits?: Partial<EndpointLimits>;
  /** Milliseconds to wait after the first, second, … lasting failure; the last entry repeats. */
  retryMs?: readonly number[];
}

const RETRY_MS = [2000, 4000, 8000, 16_000, 30_000];
/** Quick retries before counting a failure: a hub may just be closing or starting. */
const QUICK_TRIES = 8;
const QUICK_MS = 40;
/** A window that stands in for one that stood still looks this often whether the port of all windows is free again. */
const HOME_MS = 2000;
const SILENT =
  'The VS Code window that receives the hooks doesn’t respond. Another one takes over.';

export class Bridge {
  private readonly id = randomUUID();
  private readonly now: () => number;
  private readonly observed = new ObservedStatus();
  private link: Hub | Member | undefined;
  private self: WindowEntry;
  private state: BridgeState | undefined;
  private connecting: Promise<void> | undefined;
  /** Resolves once earlier links have ended: they remove the hook client's file, which the next link writes. */
  private leaving: Promise<unknown> = Promise.resolve();
  private stopped = false;
  /** Number of port changes: an attempt begun before the last one is for another port. */
  private portVersion = 0;
  private readonly pause = new Pause();
  private elsewhere = '';
  /** Where a window was heard last that stands still. */
  private silentPort: number | undefined;

  constructor(private readonly options: BridgeOptions) {
    this.now = options.now ?? Date.now;
    this.self = {
      id: this.id,
      folders: [],
      touchedAt: this.now(),
      ...(options.terminal === true && { terminal: true }),
    };
  }

  get status(): BridgeStatus {
    return this.observed.current;
  }

  /** Calls the listener after each change. @returns a function that unsubscribes it. */
  onStatus(listener: (status: BridgeStatus) => void): () => void {
    return this.observed.onChange(listener);
  }

  /** Resolves once connected or once failed with a reason; never rejects. Retries until `stop`. */
  async start(): Promise<void> {
    await this.foldersChanged();
    await new Promise<void>((resolve) => {
      const unsubscribe = this.onStatus((status) => {
        if (status.state === 'not-connected' && status.reason === undefined && !this.stopped) {
          return;
        }
        unsubscribe();
        resolve();
      });
      this.connect();
    });
  }

  async foldersChanged(): Promise<void> {
    const makeKeys = (folders: readonly string[]): Promise<string[]> =>
      Promise.all(folders.map((folder) => realFolderKey(folder)));
    const [folders, worktrees] = await Promise.all([
      makeKeys(this.options.folders()),
      makeKeys(this.options.worktrees?.() ?? []),
    ]);
    this.update({ ...this.self, folders, worktrees });
  }

  /** The setting changed: reconnects at the new port. */
  async portChanged(): Promise<void> {
    const link = this.link;
    this.link = undefined;
    this.state = undefined;
    this.portVersion++;
    this.observed.set({ role: 'off', state: 'not-connected' });
    await this.leave(link);
    this.pause.cutShort();
    this.connect();
  }

  /** This window now has the focus: among windows with the same folder, it gets the hooks. */
  focus(): void {
    this.update({ ...this.self, touchedAt: this.now() });
  }

  /** Releases the port; idempotent. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.pause.cutShort();
    const link = this.link;
    this.link = undefined;
    await this.leave(link);
    await this.connecting;
    this.observed.set({ role: 'off', state: 'not-connected', port: this.state?.port });
  }

  private leave(link: Hub | Member | undefined): Promise<unknown> {
    return (this.leaving = Promise.allSettled([this.leaving, link?.stop()]));
  }

  private update(self: WindowEntry): void {
    this.self = self;
    this.link?.update(self);
  }

  private connect(): void {
    // never replace a link in use: nothing would stop it
    if (this.stopped || this.link !== undefined) {
      return;
    }
    this.connecting ??= this.connectUntilDone().finally(() => {
      this.connecting = undefined;
    });
  }

  private async connectUntilDone(): Promise<void> {
    const waits = this.options.retryMs ?? RETRY_MS;
    let quick = 0;
    let failures = 0;
    while (!this.stopped) {
      await this.leaving;
      const version = this.portVersion;
      const outcome = await this.attempt();
      if (version !== this.portVersion) {
        this.state = undefined;
        if (!('kind' in outcome)) {
          await outcome.stop();
        }
        quick = failures = 0;
        continue;
      }
      if (!('kind' in outcome)) {
        return this.adopt(outcome);
      }
      if (outcome.kind === 'passing' && quick < QUICK_TRIES) {
        quick++;
        // jitter: other windows compete for the port
        await this.waitToRetry(QUICK_MS * (0.5 + Math.random()));
        continue;
      }
      const reason =
        outcome.kind === 'lasting'
          ? outcome.reason
          : `Port ${this.state?.port ?? ''} on 127.0.0.1 can be neither opened nor reached. Turnwatch keeps trying.`;
      if (this.status.reason !== reason) {
        this.options.log(`bridge: not connected: ${reason}`);
      }
      this.observed.set({ role: 'off', state: 'not-connected', port: this.state?.port, reason });
      await this.waitToRetry(waits[Math.min(failures, waits.length - 1)] ?? 0);
      failures++;
      quick = 0;
    }
  }

  private async adopt(link: Hub | Member): Promise<void> {
    if (this.stopped) {
      return link.stop();
    }
    this.link = link;
    // folders or focus may have changed meanwhile
    link.update(this.self);
    this.silentPort = undefined;
    this.observed.set({ role: link.role, state: 'connected', port: link.port });
    if (link.role === 'hub' && link.port !== this.state?.port) {
      void this.returnHome(link);
    }
  }

  /** Programs that were told the port of all windows find it served again once it is free. */
  private async returnHome(standIn: Hub): Promise<void> {
    while (this.link === standIn) {
      await sleep(HOME_MS, undefined, { ref: false });
      const { state, portVersion } = this;
      if (this.link !== standIn || state === undefined) {
        return;
      }
      const named = await namedHub(state.dir);
      if (named !== undefined && named.id !== this.id) {
        // another window took over while this one stood still: it goes there
        continue;
      }
      // taken, by the one that stands still
      const hub = await serve(this.attemptOptions(state), state.port).catch(() => undefined);
      if (hub === undefined) {
        continue;
      }
      if (this.link !== standIn || portVersion !== this.portVersion) {
        await hub.stop();
        return;
      }
      await this.adopt(hub);
      await standIn.retire();
    }
  }

  /** Binds the port, or joins the window that holds it. */
  private async attempt(): Promise<Hub | Member | Failure> {
    try {
      // each time anew: the token may have changed
      this.state = await openState(this.options.dir, this.options.configuredPort?.());
    } catch (error) {
      return {
        kind: 'lasting',
        reason: `The folder ${this.options.dir} can’t be used: ${readErrorMessage(error)}`,
      };
    }
    return attempt(this.attemptOptions(this.state));
  }

  private attemptOptions(state: BridgeState): AttemptOptions {
    const { handle, log, limits = {} } = this.options;
    const onElsewhere = (worktrees: readonly string[]): void => this.tellElsewhere(worktrees);
    return {
      window: { state, self: this.self, handle, onElsewhere, log, now: this.now, limits },
      silentPort: this.silentPort,
      onSuperseded: (hub) => this.superseded(hub),
      onQuiet: (isQuiet) => this.hubQuiet(isQuiet),
      onClose: (port, isSilent) => this.hubGone(isSilent ? port : undefined),
    };
  }

  private tellElsewhere(worktrees: readonly string[]): void {
    const told = worktrees.join('\n');
    if (told !== this.elsewhere) {
      this.elsewhere = told;
      this.options.onElsewhere?.(worktrees);
    }
  }

  private hubQuiet(isQuiet: boolean): void {
    const { link } = this;
    if (link?.role === 'member') {
      const { role, port } = link;
      this.observed.set(
        isQuiet
          ? { role: 'off', state: 'not-connected', port, reason: SILENT }
          : { role, state: 'connected', port },
      );
    }
  }

  private hubGone(silentPort: number | undefined): void {
    const isAnother = this.link?.role === 'hub' || this.link?.closed === false;
    if (this.stopped || isAnother) {
      return;
    }
    this.link = undefined;
    this.silentPort = silentPort;
    this.observed.set({
      role: 'off',
      state: 'not-connected',
      port: this.state?.port,
      ...(silentPort !== undefined && { reason: SILENT }),
    });
    this.connect();
  }

  /** This window stood still: what it was about to answer is answered by its successor. */
  private superseded(hub: Hub): void {
    if (this.link !== hub) {
      return;
    }
    this.options.log('bridge: another window took over while this one stood still');
    this.link = undefined;
    this.observed.set({ role: 'off', state: 'not-connected', port: this.state?.port });
    this.leaving = Promise.allSettled([this.leaving, hub.close()]);
    this.connect();
  }

  private async waitToRetry(ms: number): Promise<void> {
    if (!this.stopped) {
      await this.pause.wait(ms);
    }
  }
}
