/** Everything that works on the window's sessions. Loaded with the first of them (see window-view.ts), not at activation. */
import * as vscode from 'vscode';
import type { AgentHomes } from '../../agents/definition.js';
import { findSender } from '../../agents/loaded.js';
import { BackgroundTasks } from '../../agents/reading/background-tasks.js';
import { OrderFiles } from '../../bridge/order-files.js';
import type { Clock } from '../../core/clock.js';
import { Ledger } from '../../core/ledger/ledger.js';
import { CapWatch } from '../../live/cap-watch.js';
import { DaySpending } from '../../live/day-spending.js';
import { AgentProcesses } from '../../live/agent-processes.js';
import { Feed } from '../../live/feed.js';
import { HeldPrompts } from '../../live/held-prompts.js';
import type { AgentLogs } from '../../live/logs/agent-logs.js';
import { LogReaders } from '../../live/logs/log-readers.js';
import { OrderGaps } from '../../live/order-gaps.js';
import { Orders } from '../../live/orders.js';
import { SessionSnapshots } from '../../live/session-snapshots.js';
import { Resumes } from '../../live/resumes.js';
import { SessionTracker, type TrackerListener } from '../../live/session-tracker.js';
import { WayBack } from '../../live/workspace/way-back.js';
import type { WindowTrees } from '../../live/workspace/window-trees.js';
import { LedgerFiles } from '../../storage/ledger-files.js';
import { KeptContents } from '../../storage/kept-contents.js';
import { Spool } from '../../storage/spool.js';
import type { Connection } from '../connect/connect.js';
import type { HeldSettings } from '../held-settings.js';
import type { Log } from '../log.js';
import type { Card } from '../notifications/editor-notifications.js';
import { Notifier } from '../notifications/notifier.js';
import type { LearnedThresholds } from '../thresholds/learned-thresholds.js';
import type { WindowSettings } from '../window-settings.js';
import { UserSettings } from '../user-settings.js';
import { WindowRecorder } from '../window-recorder.js';
import type { FilesBack } from '../workspace/files-back.js';
import { WindowWorkspace } from '../workspace/window-workspace.js';
import { PersonActions } from './actions.js';
import { AgentTerminals } from './agent-terminals.js';
import { KeptCaps } from './kept-caps.js';
import { WindowPrices } from './window-prices.js';
import { DamageReports } from './damage-reports.js';
import type { Links } from './links.js';
import { OwnServers } from './own-servers.js';
import { ChatStops } from './chat-stops.js';
import { ResumeTerminals } from './resume-terminals.js';
import { Reported } from './reported.js';
import { TakenHooks, type TakenHooksOptions } from './taken-hooks.js';
import { TelemetryControl } from './telemetry-control.js';

export interface WindowSessionsOptions {
  clock: Clock;
  log: Log;
  /** Where older rows and whole texts of calls are kept, for the view. */
  spoolDir: string;
  /** Where the sessions are recorded. */
  recordingsDir: string;
  /** Where the numbers of each day's turns are kept, for all windows. */
  ledgerDir: string;
  /** The folder that all windows share. */
  bridgeDir: string;
  /** The script of the thread that runs git. */
  gitThread: URL;
  settings: WindowSettings;
  /** For all windows of this machine. */
  memento: vscode.Memento;
  workspaceMemento: vscode.Memento;
  learned: LearnedThresholds;
  links: Links;
  trees: WindowTrees;
  homes: AgentHomes;
  logs: AgentLogs;
  /** Remember what the relay's requests belong to. */
  prompts: TrackerListener;
  card: Card;
  view: TakenHooksOptions['view'];
  connection: Connection;
  held: HeldSettings;
}

export class WindowSessions {
  readonly tracker: SessionTracker;
  readonly snapshots: SessionSnapshots;
  readonly actions: PersonActions;
  readonly resumes: Resumes;
  readonly terminals: AgentTerminals<vscode.Terminal>;
  readonly learned: LearnedThresholds;
  readonly feed: Feed;
  readonly prompts: HeldPrompts;
  readonly reported: Reported;
  readonly readers: LogReaders;
  readonly ledger: LedgerFiles;
  readonly recorder: WindowRecorder;
  readonly damage: DamageReports;
  readonly takenHooks: TakenHooks;
  readonly wayBack: WayBack;
  readonly workspace: WindowWorkspace;
  private readonly spool: Spool;
  private readonly contents: KeptContents;
  private back: Promise<FilesBack> | undefined;
  private readonly servers: OwnServers;
  private readonly telemetry: TelemetryControl;
  private readonly orderFiles: OrderFiles;
  private readonly disposables: { dispose(): unknown }[];

  constructor(private readonly options: WindowSessionsOptions) {
    const { clock, log, learned, links, homes, trees } = options;
    const tasks = new BackgroundTasks();
    const spool = new Spool({
      base: options.spoolDir,
      log: (text) => log.warn(text),
      clock,
    });
    this.spool = spool;
    this.learned = learned;
    this.ledger = new LedgerFiles({
      dir: options.ledgerDir,
      log: (text) => log.warn(text),
      clock,
    });
    const prices = new WindowPrices(options.settings);
    const day = new DaySpending({ clock, prices, ledger: this.ledger });
    const caps = new CapWatch({ ...options, day, told: new KeptCaps(options.memento) });
    this.terminals = new AgentTerminals(vscode.window);
    this.resumes = new Resumes(options, new ResumeTerminals(options));
    const tracker = new SessionTracker({
      ...options,
      resumes: this.resumes,
      spool,
      prices,
      caps,
      learning: learned,
      terminals: this.terminals,
    });
    this.tracker = tracker;
    // the recording has an event before anybody acts on it
    this.recorder = new WindowRecorder(options.recordingsDir, log, clock);
    tracker.listen(this.recorder);
    tracker.listen(options.prompts);
    this.contents = new KeptContents({
      base: options.spoolDir,
      log: (text) => log.warn(text),
      clock,
    });
    const { contents } = this;
    this.wayBack = new WayBack({ ...options, tracker, contents });
    const { wayBack } = this;
    tracker.listen(wayBack);
    this.prompts = new HeldPrompts({ ...options, tracker });
    const gaps = new OrderGaps(clock, () => tracker.changed());
    this.snapshots = new SessionSnapshots(tracker, {
      ...options,
      spool,
      gaps,
      prompts: this.prompts,
      day,
      wayBack,
      ledger: this.ledger,
    });
    this.damage = new DamageReports({ ...options, tracker, gaps });
    this.takenHooks = new TakenHooks({
      ...options,
      tracker,
      heard: links.heard,
      gaps,
      reports: this.damage,
    });
    this.servers = new OwnServers({
      tracker,
      log,
      clock,
      homes,
      links,
      workspace: vscode.workspace,
    });
    tracker.listen(day);
    tracker.listen(
      new Ledger(this.ledger, clock, tracker.sessions, tracker.turnwatch.views.spending),
    );
    this.telemetry = new TelemetryControl({
      ...options,
      sessions: tracker.sessions,
      ends: tracker.turnwatch.views.ends,
    });
    tracker.listen(this.telemetry.turns);
    links.serve(this.servers);
    this.workspace = new WindowWorkspace({ ...options, tasks, tracker, wayBack });
    const processes = new AgentProcesses({
      clock,
      log,
      tracker,
      kept: links.heard,
      terminals: this.terminals,
    });
    this.resumes.actOn({ tracker, processes });
    this.orderFiles = new OrderFiles(
      options.bridgeDir,
      (text) => log.warn(text),
      (what) => this.damage.found({ files: 'orders' }, what),
    );
    const orders = new Orders({ tracker, clock, files: this.orderFiles, heard: links.heard });
    this.feed = new Feed({
      ...options,
      tracker,
      workspace: this.workspace,
      tasks,
      sender: findSender,
      heard: links.heard,
      prompts: this.prompts,
      processes,
    });
    processes.endTurnsBy(this.feed);
    this.reported = new Reported({ tracker, feed: this.feed, log, clock, links });
    this.readers = new LogReaders({
      feed: this.feed,
      log,
      trees,
      clock,
      listeners: [orders, links, links.heard, processes],
    });
    this.actions = new PersonActions({ tracker, snapshots: this.snapshots, learned, clock, links });
    const notifier = new Notifier({ ...options, sessions: this });
    this.disposables = [
      notifier,
      this.prompts,
      this.takenHooks,
      new UserSettings({ ...options, tracker }),
      this.resumes,
      new ChatStops({ tracker, log, clock, workspace: vscode.workspace }),
      orders,
      this.servers,
      this.reported,
      this.readers,
      processes,
      this.feed,
      this.workspace,
      tracker,
    ];
  }

  settingsChanged(): void {
    this.tracker.settingsChanged();
    this.telemetry.settingsChanged();
    this.wayBack.settingsChanged();
  }

  /** What brings files back, loaded when it is first asked for. */
  filesBack(): Promise<FilesBack> {
    return (this.back ??= import('../workspace/files-back.js').then(
      (module) => new module.FilesBack({ sessions: this, page: this.options.card }),
    ));
  }

  /** Other folders belong to the window than before. */
  foldersChanged(): void {
    this.readers.foldersChanged();
    for (const { id, cwd } of [...this.tracker.sessions.values()]) {
      if (this.options.trees.isElsewhere(cwd)) {
        this.workspace.turnClosed(id);
        this.tracker.leave(id);
      }
    }
  }

  /** The window closes: deletes what it keeps on disk for the view and for hooks, and writes and sends what it counted. */
  async stop(): Promise<void> {
    await Promise.all([
      this.servers.stop(),
      this.spool.close(),
      this.contents.close(),
      this.ledger.flush(),
      this.orderFiles.stop(),
      this.telemetry.stop(),
    ]);
  }

  dispose(): void {
    void this.back?.then((back) => back.dispose());
    for (const each of this.disposables) {
      each.dispose();
    }
  }
}
