/** The live watch of one folder in a terminal: the agents' logs and Git, wired as a window of VS Code wires them. */
import { findSender } from '../agents/loaded.js';
import { BackgroundTasks } from '../agents/reading/background-tasks.js';
import type { Clock } from '../core/clock.js';
import type { Cap } from '../core/money/caps.js';
import { priceTable } from '../core/money/price-table.js';
import { Prices } from '../core/money/prices.js';
import type { PriceSource } from '../core/money/spending.js';
import type { Session } from '../core/turns/session.js';
import type { Capabilities } from '../core/view/snapshot.js';
import type { Mode } from '../core/interventions/stall-state.js';
import { AgentProcesses } from '../live/agent-processes.js';
import { CapWatch } from '../live/cap-watch.js';
import { DaySpending } from '../live/day-spending.js';
import { Feed } from '../live/feed.js';
import type { LogListener } from '../live/heard-hooks.js';
import type { Logger } from '../core/log.js';
import { AgentLogs } from '../live/logs/agent-logs.js';
import { LogReaders } from '../live/logs/log-readers.js';
import { SessionSnapshots } from '../live/session-snapshots.js';
import {
  SessionTracker,
  type AgentLinks,
  type ThresholdLearning,
  type TrackerOptions,
  type TrackerSettings,
} from '../live/session-tracker.js';
import { TurnWorkspace } from '../live/workspace/turn-workspace.js';
import { WindowTrees } from '../live/workspace/window-trees.js';
import { isDoneWithin } from '../scheduling.js';
import { TerminalSteering } from './steering.js';
import { homes } from './command-line.js';

export interface FolderWatchOptions {
  /** Absolute. */
  folder: string;
  /** The agents are told by themselves what to do about a stall, by hooks that name one of these folders; absent: they are only watched. */
  steerBy?: readonly string[];
  clock: Clock;
  log: Logger;
  learning: ThresholdLearning;
  /** Turns that end against the evidence are sent back; only where agents are told by themselves. */
  sendBack: boolean;
  /** The person's own, of turns, sessions, and of the day since the watch began. */
  caps: readonly Cap[];
  /** Hears of logs that cannot be read. */
  listener: LogListener;
  /** The script of the thread that runs git. */
  gitThread: URL;
}

/** The logs are looked for once the worktrees are known, or after this many milliseconds. */
const TREES_MS = 500;

/** What the view of a window would open later: a terminal has shown it already. */
const noSpool: TrackerOptions['spool'] & SessionSnapshotsSpool = {
  rows: () => undefined,
  text: () => undefined,
  olderRows: () => Promise.resolve({ rows: [] }),
  texts: () => Promise.resolve({ missing: 'gone' }),
  forget: () => undefined,
};
type SessionSnapshotsSpool = ConstructorParameters<typeof SessionSnapshots>[1]['spool'];

/** A terminal is never reloaded. */
const noneKept = { processes: () => [], keepProcess: () => undefined };

/** Nobody can be sent anything. */
const unable: Capabilities = { textOnly: 'none', stop: false, guide: false };

export class FolderWatch implements TrackerSettings, AgentLinks {
  readonly tracker: SessionTracker;
  readonly snapshots: SessionSnapshots;
  readonly trees: WindowTrees;
  readonly steering: TerminalSteering | undefined;
  readonly remindFirst = false;
  readonly sendBack: boolean;
  private readonly workspace: TurnWorkspace;
  private readonly processes: AgentProcesses;
  private readonly feed: Feed;
  private readonly readers: LogReaders;
  private readonly logs: AgentLogs;

  constructor(options: FolderWatchOptions) {
    const { folder, clock, log, caps } = options;
    this.sendBack = options.sendBack;
    const prices: PriceSource = { prices: new Prices(priceTable, {}) };
    const day = new DaySpending({
      clock,
      prices,
      ledger: { readToday: () => Promise.resolve([]) },
    });
    const tracker = new SessionTracker({
      clock,
      log,
      spool: noSpool,
      settings: this,
      learning: options.learning,
      links: this,
      prices,
      caps: new CapWatch({ settings: { current: { caps } }, day, told: new Set<string>(), log }),
    });
    tracker.listen(day);
    this.tracker = tracker;
    this.snapshots = new SessionSnapshots(tracker, {
      clock,
      settings: this,
      spool: noSpool,
      links: { link: () => ({ state: 'watching' }) },
    });
    const trees = new WindowTrees({ place: { folders: [folder] }, log, clock });
    this.trees = trees;
    this.workspace = new TurnWorkspace({
      ...{ clock, log, trees, tracker, gitThread: options.gitThread },
      workspace: { isTrusted: true },
    });
    this.logs = new AgentLogs({
      ...{ log, homes, trees, clock },
      view: { loaded: () => Promise.resolve({ readers: this.readers }) },
    });
    if (options.steerBy !== undefined) {
      this.steering = new TerminalSteering({
        ...{ folder, trees, clock, log, tracker },
        sharedFolders: options.steerBy,
        handle: (agent, payload, hook) => {
          this.logs.hookCame(agent, payload);
          return this.feed.hook(agent, payload, hook);
        },
      });
    }
    this.processes =
      this.steering?.processes ?? new AgentProcesses({ clock, log, tracker, kept: noneKept });
    this.feed = new Feed({
      ...{ tracker, log, clock, workspace: this.workspace, logs: this.logs },
      tasks: new BackgroundTasks(),
      sender: findSender,
      links: { carried: () => false },
      heard: this.steering?.heard,
      processes: this.processes,
    });
    this.processes.endTurnsBy(this.feed);
    const orders = this.steering?.orders;
    this.readers = new LogReaders({
      ...{ feed: this.feed, log, trees, clock },
      listeners: [options.listener, this.processes, ...(orders === undefined ? [] : [orders])],
    });
    trees.listen({
      treesChanged: (isOtherFolders) => {
        if (isOtherFolders) {
          this.logs.foldersChanged();
          this.readers.foldersChanged();
          this.steering?.foldersChanged();
        }
      },
    });
  }

  mode(): Mode {
    return this.steering === undefined || this.steering.isAttended ? 'ask' : 'auto';
  }
  capabilities(session: Session): Capabilities {
    return this.steering?.capabilities(session) ?? unable;
  }

  /** @returns why agents cannot be steered, as sentences. */
  async start(): Promise<readonly string[]> {
    await isDoneWithin(TREES_MS, this.trees.readTrees());
    await this.steering?.start();
    this.logs.start();
    return this.steering?.problems ?? [];
  }

  async stop(): Promise<void> {
    await Promise.all([this.logs.stop(), this.steering?.stop()]);
    for (const each of [
      this.readers,
      this.processes,
      this.feed,
      this.workspace,
      this.tracker,
      this.trees,
    ]) {
      each.dispose();
    }
  }
}
