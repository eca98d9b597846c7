/** The live watch of one folder in a terminal: the agents' logs and Git, wired as a window of VS Code wires them. */
import { senderOf } from '../agents/index.js';
import { agentName } from '../agents/known.js';
import { BackgroundTasks } from '../agents/reading/background-tasks.js';
import type { InterventionEvent } from '../core/events.js';
import type { Thresholds } from '../core/thresholds/thresholds.js';
import { Feed } from '../live/feed.js';
import { Live, type LiveOptions } from '../live/live.js';
import type { Logger } from '../live/logger.js';
import { AgentLogs } from '../live/logs/agent-logs.js';
import { LogReaders } from '../live/logs/log-readers.js';
import { TurnWorkspace } from '../live/workspace/turn-workspace.js';
import { WindowTrees } from '../live/workspace/window-trees.js';
import { isDoneWithin } from '../scheduling.js';
import { Steering } from './steering.js';
import { surroundings } from './surroundings.js';

export interface FolderWatchOptions extends Pick<
  LiveOptions,
  'onFact' | 'onVerdicts' | 'onEscalation' | 'onChange'
> {
  /** The agents are told by themselves what to do about a stall, by hooks that name one of these folders; absent: they are only watched. */
  steerBy?: readonly string[];
  onIntervention(event: InterventionEvent): void;
  /** A window has opened the folder, which steers from now on, or closed it. */
  onAttended(isAttended: boolean): void;
  /** Absolute. */
  folder: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Logger;
  thresholds(agent: string, role?: string): Thresholds;
  /** The script of the thread that runs git. */
  gitThread: URL;
}

/** The logs are looked for once the worktrees are known, or after this many milliseconds. */
const TREES_MS = 500;

/** What the view of a window would open later: a terminal has shown it already. */
const noSpool: LiveOptions['spool'] = {
  rows: () => undefined,
  text: () => undefined,
  olderRows: () => Promise.resolve({ rows: [] }),
  texts: () => Promise.resolve({ missing: 'gone' }),
  forget: () => undefined,
};

export class FolderWatch {
  readonly live: Live;
  private readonly trees: WindowTrees;
  private readonly workspace: TurnWorkspace;
  private readonly feed: Feed;
  private readonly readers: LogReaders;
  private readonly logs: AgentLogs;
  private readonly steering: Steering | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(options: FolderWatchOptions) {
    const { folder, now, log } = options;
    const folders = (): string[] => [folder];
    const tasks = new BackgroundTasks();
    this.live = new Live({
      now,
      log,
      spool: noSpool,
      settings: () => ({
        mode: () => (this.steering === undefined || this.steering.isAttended ? 'ask' : 'auto'),
        remindFirst: false,
      }),
      thresholds: (agent, role) => options.thresholds(agent, role),
      agentName,
      capabilities: (session) =>
        this.steering?.capabilities(session) ?? { textOnly: 'none', stop: false, guide: false },
      link: () => ({ state: 'watching' }),
      onEvent: (event) => {
        if (event.type === 'intervention') {
          options.onIntervention(event);
        }
      },
      onChange: () => {
        options.onChange();
        for (const listener of this.listeners) {
          listener();
        }
      },
      onFact: (session, fact) => options.onFact?.(session, fact),
      onVerdicts: (given, cleared) => options.onVerdicts?.(given, cleared),
      onEscalation: (escalation) => options.onEscalation(escalation),
      onOutcome: () => false,
    });
    this.trees = new WindowTrees({
      folders,
      log,
      now,
      onTrees: () => {
        this.logs.foldersChanged();
        this.readers.foldersChanged();
        this.steering?.foldersChanged();
      },
      onBranch: () => undefined,
    });
    this.workspace = new TurnWorkspace({
      now,
      log,
      folders,
      trees: this.trees,
      sessions: () => this.live.sessions.values(),
      paused: () => false,
      trusted: () => true,
      emit: (event) => this.live.push(event),
      gitThread: options.gitThread,
    });
    this.logs = new AgentLogs({
      log,
      surroundings,
      folders: () => this.trees.folders,
      holds: (each) => this.trees.holds(each),
      now,
      watched: () => Promise.resolve({ logs: this.readers }),
    });
    this.feed = new Feed({
      live: this.live,
      log,
      workspace: this.workspace,
      tasks,
      now,
      sender: senderOf,
      catchUp: (agent, file, limitMs) => this.logs.catchUp(agent, file, limitMs),
      carried: () => false,
      onHook: (session, at, installedFor) => this.steering?.hookCame(session, at, installedFor),
      processes: { hook: (process) => this.steering?.processNamed(process) ?? Promise.resolve() },
    });
    this.readers = new LogReaders({
      feed: this.feed,
      log,
      holds: (each) => this.trees.holds(each),
      now,
      onResult: () => undefined,
      onRead: (session) => this.steering?.logRead(session),
    });
    if (options.steerBy !== undefined) {
      this.steering = new Steering({
        folder,
        sharedFolders: options.steerBy,
        worktrees: () => this.trees.worktrees,
        now,
        log,
        live: this.live,
        handle: (agent, payload, hook) => {
          this.logs.hookCame(agent, payload);
          return this.feed.hook(agent, payload, hook);
        },
        onDidChange: (listener) => {
          this.listeners.add(listener);
          return { dispose: () => this.listeners.delete(listener) };
        },
        gone: (agent, session) => this.feed.gone(agent, session),
        onAttended: (isAttended) => options.onAttended(isAttended),
      });
    }
  }

  /** The name of the repository that holds a folder. */
  repositoryOf(folder: string): string | undefined {
    return this.trees.repositoryOf(folder);
  }

  /** @returns why agents cannot be steered, as sentences. */
  async start(): Promise<readonly string[]> {
    await isDoneWithin(TREES_MS, this.trees.look());
    await this.steering?.start();
    this.logs.start();
    return this.steering?.problems ?? [];
  }

  async stop(): Promise<void> {
    await Promise.all([this.logs.stop(), this.steering?.stop()]);
    for (const each of [this.readers, this.feed, this.workspace, this.live, this.trees]) {
      each.dispose();
    }
  }
}
