/** A window's live link: it is open to the hooks of its folders, or reports why it can't be. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EndpointLimits } from './requests/endpoint.js';
import { readErrorCode, readErrorMessage } from '../core/error-words.js';
import type { HookHandler } from './requests/hook-request.js';
import { OpenWindow, type Ended, type WindowOptions } from './open-window.js';
import { checkHealth } from './proof.js';
import {
  openState,
  removeHookClient,
  reportStranger,
  settleToken,
  stateToServe,
  tokenIn,
  type BridgeState,
} from './state.js';
import { ObservedStatus, type BridgeStatus } from './status.js';
import type { LogLine } from '../core/log.js';
import { realFolderKey, type WindowEntry } from './windows.js';

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
  /**
   * Another program changed or removed something in the folder; it is put back. Called again while that goes on, and without a name once
   * all is back.
   */
  onDamage?: ((what?: string) => void) | undefined;
  handle: HookHandler;
  log: LogLine;
  now?: () => number;
  limits?: Partial<EndpointLimits>;
  /** Milliseconds to wait after the first, second, … lasting failure; the last entry repeats. */
  retryMs?: readonly number[];
}

const RETRY_MS = [2000, 4000, 8000, 16_000, 30_000];
/** Quick retries before counting a failure: a window may just be closing or starting. */
const QUICK_TRIES = 8;
const QUICK_MS = 40;
/** A window that holds the port has written its new token after this time. */
const NEW_TOKEN_MS = 200;

/** `passing`: a window may just be starting or closing. */
type Failure = { kind: 'passing' } | { kind: 'lasting'; reason: string };

export class Bridge {
  private readonly id = randomUUID();
  private readonly now: () => number;
  private readonly observed = new ObservedStatus();
  private link: OpenWindow | undefined;
  private self: WindowEntry;
  private state: BridgeState | undefined;
  private connecting: Promise<void> | undefined;
  /** Resolves once earlier links have ended: they remove the hook client's file, which the next link writes. */
  private leaving: Promise<unknown> = Promise.resolve();
  private stopped = false;
  /** Number of port changes: an attempt begun before the last one is for another port. */
  private portVersion = 0;
  /** Ends the wait before the next try. */
  private pause = new AbortController();
  private elsewhere = '';

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
    this.pause.abort();
    this.connect();
  }

  /** This window now has the focus: among windows with the same folder, it gets the hooks. */
  focus(): void {
    this.update({ ...this.self, touchedAt: this.now() });
  }

  /** Releases the port; idempotent. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.pause.abort();
    const link = this.link;
    this.link = undefined;
    await this.leave(link);
    await this.connecting;
    this.observed.set({ role: 'off', state: 'not-connected', port: this.state?.port });
  }

  private leave(link: OpenWindow | undefined): Promise<unknown> {
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

  private async adopt(link: OpenWindow): Promise<void> {
    if (this.stopped) {
      return link.stop();
    }
    this.link = link;
    // folders or focus may have changed meanwhile
    link.update(this.self);
    this.observed.set({ role: link.role, state: 'connected', port: this.state?.port });
  }

  /** Opens the window; at the port of all windows, if none holds it. */
  private async attempt(): Promise<OpenWindow | Failure> {
    const { dir } = this.options;
    let state: BridgeState;
    try {
      // each time anew: the token may have changed
      this.state = state = await openState(dir, this.options.configuredPort?.());
    } catch (error) {
      return lasting(`The folder ${dir} can’t be used: ${readErrorMessage(error)}`);
    }
    const served = await stateToServe(state);
    const holder = this.newWindow(served);
    try {
      const port = await holder.bind();
      await settleToken(served);
      this.state = served;
      await holder.start(port);
      return holder;
    } catch (error) {
      await holder.close();
      if (readErrorCode(error) !== 'EADDRINUSE') {
        return lasting(
          `Port ${state.port} on 127.0.0.1 can’t be opened: ${readErrorMessage(error)}`,
        );
      }
    }
    return this.attemptBeside(state);
  }

  /** Somebody holds the port. A window of ours that stands still there harms itself and what is told at the port, but no other's hooks. */
  private async attemptBeside(state: BridgeState): Promise<OpenWindow | Failure> {
    const { dir, port, token } = state;
    const health = await checkHealth(port, token);
    if (health === 'nobody') {
      return { kind: 'passing' };
    }
    if (health === 'stranger') {
      await sleep(NEW_TOKEN_MS);
      if ((await tokenIn(dir)) !== token) {
        return { kind: 'passing' };
      }
      await reportStranger(dir).catch(this.logProblem);
      // hooks of before would still send him the token
      await removeHookClient(dir).catch(this.logProblem);
      return lasting(
        `Port ${port} on 127.0.0.1 is used by another program. Quit that program or choose another port in the setting turnwatch.endpoint.port.`,
      );
    }
    const window = this.newWindow(state);
    try {
      await window.start(undefined);
      return window;
    } catch (error) {
      return lasting(`The folder ${dir} can’t be used: ${readErrorMessage(error)}`);
    }
  }

  private readonly logProblem = (error: unknown): void =>
    this.options.log(`bridge: ${readErrorMessage(error)}`);

  private newWindow(state: BridgeState): OpenWindow {
    const { handle, log, limits = {} } = this.options;
    const onElsewhere = (worktrees: readonly string[]): void => this.tellElsewhere(worktrees);
    const options: WindowOptions = {
      ...{ state, self: this.self, handle, onElsewhere, log, now: this.now, limits },
    };
    const window: OpenWindow = new OpenWindow(options, {
      roleChanged: () => {
        if (this.link === window) {
          this.observed.set({ role: window.role, state: 'connected', port: state.port });
        }
      },
      ended: (why) => this.ended(window, why),
      damaged: (what) => this.options.onDamage?.(what),
      repaired: () => this.options.onDamage?.(),
    });
    return window;
  }

  private tellElsewhere(worktrees: readonly string[]): void {
    const told = worktrees.join('\n');
    if (told !== this.elsewhere) {
      this.elsewhere = told;
      this.options.onElsewhere?.(worktrees);
    }
  }

  private ended(window: OpenWindow, why: Ended): void {
    if (this.link !== window) {
      return;
    }
    this.options.log(`bridge: begins anew: ${why === 'token' ? 'another token' : 'a stranger'}`);
    this.link = undefined;
    this.observed.set({ role: 'off', state: 'not-connected', port: this.state?.port });
    this.leaving = Promise.allSettled([this.leaving, window.close()]);
    this.connect();
  }

  private async waitToRetry(ms: number): Promise<void> {
    if (!this.stopped) {
      this.pause = new AbortController();
      await sleep(ms, undefined, { signal: this.pause.signal }).catch(() => undefined);
    }
  }
}

function lasting(reason: string): Failure {
  return { kind: 'lasting', reason };
}
