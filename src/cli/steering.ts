/** Steers the agents of a folder from a terminal as a window does, by the same endpoint, while no window has the folder open. */
import { knownAgent } from '../agents/index.js';
import { Bridge } from '../bridge/bridge.js';
import { EVENTS_AGENT, type HookHandler } from '../bridge/requests/hook-request.js';
import { OrderFiles } from '../bridge/order-files.js';
import { realFolderKey } from '../bridge/windows.js';
import type { Clock } from '../core/clock.js';
import type { Session } from '../core/turns/session.js';
import type { Capabilities } from '../core/view/snapshot.js';
import { AgentProcesses } from '../live/agent-processes.js';
import { HeardHooks } from '../live/heard-hooks.js';
import type { SessionTracker } from '../live/session-tracker.js';
import type { WindowTrees } from '../live/workspace/window-trees.js';
import type { Logger } from '../core/log.js';
import { Orders } from '../live/orders.js';

export interface SteeringOptions {
  /** Absolute. */
  folder: string;
  /** The folders that installed hooks name. */
  sharedFolders: readonly string[];
  trees: WindowTrees;
  clock: Clock;
  log: Logger;
  tracker: SessionTracker;
  /** Takes hooks in, and answers them. */
  handle: HookHandler;
}

/** Hears whether a window steers. */
export interface AttendanceListener {
  /** A window has opened the folder, which steers from now on, or closed it. */
  attendanceChanged(isAttended: boolean): void;
}

export class TerminalSteering {
  readonly heard: HeardHooks;
  readonly processes: AgentProcesses;
  readonly orders: Orders;
  private readonly bridges: readonly Bridge[];
  private readonly files: readonly OrderFiles[];
  /** The shared folders by which a window has the folder open. */
  private readonly attendedBy = new Set<string>();
  private readonly listeners: AttendanceListener[] = [];
  private key = '';

  constructor(private readonly options: SteeringOptions) {
    const { clock, log, tracker, sharedFolders } = options;
    this.heard = new HeardHooks({
      memento: { get: () => undefined, update: () => Promise.resolve() },
      clock,
      onProblem: (error) => log.error('hooks', error),
    });
    this.processes = new AgentProcesses({ clock, log, tracker, kept: this.heard });
    this.files = sharedFolders.map((dir) => new OrderFiles(dir, (text) => log.warn(text)));
    this.orders = new Orders({
      ...{ tracker, clock, heard: this.heard },
      files: {
        want: (names) => {
          for (const files of this.files) {
            files.want(names);
          }
        },
      },
    });
    this.bridges = sharedFolders.map((dir) => this.bridgeIn(dir));
  }

  listen(listener: AttendanceListener): void {
    this.listeners.push(listener);
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
    const { folder, log, clock, trees } = options;
    return new Bridge({
      dir,
      terminal: true,
      folders: () => [],
      worktrees: () => [folder, ...trees.worktrees],
      onElsewhere: (open) => this.attend(dir, open.includes(this.key)),
      handle: (agent, payload, hook) =>
        agent === EVENTS_AGENT ? Promise.resolve('') : options.handle(agent, payload, hook),
      log: (text) => log.info(text),
      now: () => clock.now(),
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
      for (const listener of this.listeners) {
        listener.attendanceChanged(this.isAttended);
      }
    }
  }
}
