/** Steers the agents of a folder from a terminal as a window does, by the same endpoint, while no window has the folder open. */
import type { Agent } from '../agents/agent.js';
import { agentById } from '../agents/index.js';
import { knownAgent } from '../agents/known.js';
import { Bridge } from '../bridge/bridge.js';
import { EVENTS_AGENT, type HookHandler } from '../bridge/hook-request.js';
import { OrderFiles } from '../bridge/order-files.js';
import { realFolderKey } from '../bridge/windows.js';
import type { Session } from '../core/turns/session.js';
import type { Capabilities } from '../core/view/snapshot.js';
import { AgentProcesses, type HookedProcess } from '../live/agent-processes.js';
import { HeardHooks } from '../live/heard-hooks.js';
import type { Live } from '../live/live.js';
import type { Logger } from '../live/logger.js';
import { Orders } from '../live/orders.js';

export interface SteeringOptions {
  /** Absolute. */
  folder: string;
  /** The folders that installed hooks name. */
  sharedFolders: readonly string[];
  /** Other working trees of the folder's repository. */
  worktrees(): readonly string[];
  now: () => number;
  log: Logger;
  live: Live;
  /** Takes hooks in, and answers them. */
  handle: HookHandler;
  onDidChange: (listener: () => void) => { dispose(): void };
  /** A killed agent's turn is over. */
  gone(agent: Agent, session: string): void;
  /** A window has opened the folder, which steers from now on, or closed it. */
  onAttended(isAttended: boolean): void;
}

export class Steering {
  private readonly heard: HeardHooks;
  private readonly bridges: readonly Bridge[];
  private readonly files: readonly OrderFiles[];
  private readonly orders: Orders;
  private readonly processes: AgentProcesses;
  /** The shared folders by which a window has the folder open. */
  private readonly attendedBy = new Set<string>();
  private key = '';

  constructor(private readonly options: SteeringOptions) {
    const { now, log, live, onDidChange, sharedFolders } = options;
    this.heard = new HeardHooks({
      memento: { get: () => undefined, update: () => Promise.resolve() },
      now,
      onProblem: (error) => log.error('hooks', error),
    });
    this.processes = new AgentProcesses({
      now,
      log,
      sessions: () => live.sessions,
      onDidChange,
      kept: this.heard,
      end: (id, session) => {
        const agent = agentById(id);
        if (agent !== undefined) {
          options.gone(agent, session);
        }
      },
    });
    this.files = sharedFolders.map((dir) => new OrderFiles(dir, (text) => log.warn(text)));
    this.orders = new Orders({
      live,
      onDidChange,
      files: {
        want: (names) => {
          for (const files of this.files) {
            files.want(names);
          }
        },
      },
      installedFor: (session) => this.heard.installedFor(session),
      namesSession: (agent) => knownAgent(agent)?.sessionVariable !== undefined,
    });
    this.bridges = sharedFolders.map((dir) => this.bridgeIn(dir));
  }

  /** Resolves once hooks can arrive, or once it is clear why they cannot. */
  async start(): Promise<void> {
    this.key = await realFolderKey(this.options.folder);
    await Promise.all(this.bridges.map((bridge) => bridge.start()));
  }

  /** Why hooks cannot arrive, as sentences. */
  get problems(): string[] {
    return this.bridges.flatMap(({ status: { reason } }) => (reason === undefined ? [] : [reason]));
  }

  get isAttended(): boolean {
    return this.attendedBy.size > 0;
  }

  /** A session can be steered once one of its hooks has arrived here; undefined: not from here. */
  capabilities({ id, agent }: Session): Capabilities | undefined {
    return this.heard.has(id) && !this.isAttended ? knownAgent(agent)?.capabilities : undefined;
  }

  hookCame(session: string, at: number, installedFor: string): void {
    this.heard.hook(session, at, installedFor);
  }

  processNamed(process: HookedProcess): Promise<void> {
    return this.processes.hook(process);
  }

  logRead(session: string): void {
    this.orders.logSeen(session);
  }

  foldersChanged(): void {
    for (const bridge of this.bridges) {
      void bridge.foldersChanged();
    }
  }

  async stop(): Promise<void> {
    this.orders.dispose();
    this.processes.dispose();
    await Promise.all([...this.bridges, ...this.files].map((each) => each.stop()));
  }

  private bridgeIn(dir: string): Bridge {
    const { options } = this;
    const { folder, log, now } = options;
    return new Bridge({
      dir,
      terminal: true,
      folders: () => [],
      worktrees: () => [folder, ...options.worktrees()],
      onElsewhere: (open) => this.attend(dir, open.includes(this.key)),
      handle: (agent, payload, hook) =>
        agent === EVENTS_AGENT ? Promise.resolve('') : options.handle(agent, payload, hook),
      log: (text) => log.info(text),
      now,
    });
  }

  private attend(dir: string, isOpen: boolean): void {
    const before = this.isAttended;
    if (isOpen) {
      this.attendedBy.add(dir);
    } else {
      this.attendedBy.delete(dir);
    }
    if (this.isAttended !== before) {
      this.options.onAttended(this.isAttended);
    }
  }
}
