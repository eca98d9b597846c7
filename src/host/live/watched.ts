/** Builds and wires everything that works on sessions. Loaded with the window's first session (see sessions.ts), not at activation. */
import * as vscode from 'vscode';
import type { Surroundings } from '../../agents/agent.js';
import { agentById, senderOf } from '../../agents/index.js';
import { agentName, knownAgent } from '../../agents/known.js';
import { BackgroundTasks } from '../../agents/reading/background-tasks.js';
import { OrderFiles } from '../../bridge/order-files.js';
import { LedgerFiles } from '../../storage/ledger-files.js';
import { Spool } from '../../storage/spool.js';
import type { TurnEvent } from '../../core/events.js';
import { Ledger } from '../../core/ledger/ledger.js';
import { PersonActions } from './actions.js';
import { Notifier, type NotifierOptions } from '../notifications/notifier.js';
import { AgentTerminals } from './agent-terminals.js';
import { AgentProcesses } from '../../live/agent-processes.js';
import { Feed } from '../../live/feed.js';
import type { Learned } from '../thresholds/learned.js';
import type { Links } from './links.js';
import { Live } from '../../live/live.js';
import { Orders } from '../../live/orders.js';
import type { Escalation } from '../../live/live-interventions.js';
import type { Log } from '../log.js';
import { LogReaders } from '../../live/logs/log-readers.js';
import { OwnServers } from './own-servers.js';
import { Reported } from './reported.js';
import { TelemetryControl } from './telemetry-control.js';
import type { Settings } from '../settings.js';
import type { WindowTrees } from '../../live/workspace/window-trees.js';
import { Workspace } from '../workspace/workspace-signals.js';

export interface WatchedOptions {
  now: () => number;
  log: Log;
  /** Where older rows and whole texts of calls are kept, for the view. */
  spoolDir: string;
  /** Where the numbers of each day's turns are kept, for all windows. */
  ledgerDir: string;
  /** The folder that all windows share. */
  bridgeDir: string;
  /** The script of the thread that runs git. */
  gitThread: URL;
  settings: () => Settings;
  learned: Learned;
  links: Links;
  folders: () => string[];
  trees: WindowTrees;
  surroundings: (agent: string) => Surroundings;
  /** Resolves once what an agent's log holds now has been taken in, or after `limitMs`. */
  catchUp: (agent: string, log: string, limitMs: number) => Promise<void>;
  /** Every event, in order: the recording. */
  onEvent: (event: TurnEvent) => void;
  cardVisible: NotifierOptions['cardVisible'];
  /** Brings the live view into sight. */
  showCard: () => Promise<void>;
}

export interface Watched {
  /** The snapshot changed. */
  onDidChange: vscode.Event<void>;
  live: Live;
  actions: PersonActions;
  learned: Learned;
  feed: Feed;
  reported: Reported;
  servers: OwnServers;
  orderFiles: OrderFiles;
  logs: LogReaders;
  spool: Spool;
  ledger: LedgerFiles;
  telemetry: TelemetryControl;
  /** Other folders belong to the window than before. */
  foldersChanged(): void;
  dispose(): void;
}

export function watchSessions(options: WatchedOptions): Watched {
  const { now, log, settings, learned, links, folders, trees } = options;
  const spool = new Spool({ base: options.spoolDir, log: (text) => log.warn(text), now });
  const ledgerFiles = new LedgerFiles({
    dir: options.ledgerDir,
    log: (text) => log.warn(text),
    now,
  });
  const ledger = new Ledger((record) => ledgerFiles.keep(record), now);
  const changed = new vscode.EventEmitter<void>();
  const escalated = new vscode.EventEmitter<Escalation>();
  const live: Live = new Live({
    now,
    log,
    spool,
    settings,
    agentName,
    onEvent: (event) => {
      options.onEvent(event);
      servers.onEvent(event);
      ledger.event(event);
      telemetry.turns.event(event);
    },
    onFact: (session, fact) => {
      ledger.see(session, fact);
      telemetry.turns.see(session, fact);
    },
    onVerdicts: (given, cleared) => {
      ledger.verdicts(given, cleared, live.sessions);
      telemetry.turns.verdicts(given, cleared);
    },
    thresholds: (agent, role) => learned.thresholds(agent, role),
    capabilities: (session) => links.capabilities(session),
    hasTerminal: (session) => terminals.has(session.id),
    showTerminal: (session) => terminals.show(session),
    branch: (session) =>
      trees.branchOf(
        session.cwd,
        [...live.sessions.values()].map(({ cwd }) => cwd),
      ),
    link: () => links.link(),
    onChange: () => changed.fire(),
    onEscalation: (escalation) => escalated.fire(escalation),
    onOutcome: (outcome) => learned.observe(outcome),
  });
  const telemetry: TelemetryControl = new TelemetryControl({
    now,
    log,
    settings,
    sessions: () => live.sessions,
    repositoryOf: (folder) => trees.repositoryOf(folder),
  });
  const servers: OwnServers = new OwnServers({
    live,
    onDidChange: changed.event,
    log,
    now,
    trusted: () => vscode.workspace.isTrusted,
    surroundings: options.surroundings,
    serverOf: (agent) => agentById(agent)?.server,
    carried: (session) => links.carried(session),
  });
  links.serve((session) => servers.serves(session));
  const tasks = new BackgroundTasks();
  const workspace = new Workspace({
    now,
    log,
    tasks,
    folders,
    trees,
    sessions: () => live.sessions.values(),
    paused: () => live.paused,
    emit: (event) => live.push(event),
    gitThread: options.gitThread,
  });
  const terminals = new AgentTerminals(
    () => vscode.window.terminals,
    () => changed.fire(),
  );
  const processes = new AgentProcesses({
    now,
    log,
    sessions: () => live.sessions,
    onDidChange: changed.event,
    kept: links.heard,
    onNamed: (session, process) => void terminals.look(session, process),
    end: (id, session) => {
      const agent = agentById(id);
      if (agent !== undefined) {
        feed.gone(agent, session);
      }
    },
  });
  const orderFiles = new OrderFiles(options.bridgeDir, (text) => log.warn(text));
  const orders = new Orders({
    live,
    onDidChange: changed.event,
    files: orderFiles,
    installedFor: (session) => links.heard.installedFor(session),
    namesSession: (agent) => knownAgent(agent)?.sessionVariable !== undefined,
  });
  const feed: Feed = new Feed({
    live,
    log,
    workspace,
    tasks,
    now,
    sender: senderOf,
    catchUp: options.catchUp,
    carried: (session) => links.carried(session),
    onHook: (session, at, installedFor) => links.heard.hook(session, at, installedFor),
    processes,
  });
  const reported = new Reported({
    live,
    onDidChange: changed.event,
    feed,
    log,
    now,
    onSession: (session) => links.reported(session),
  });
  const logs = new LogReaders({
    feed,
    log,
    holds: (folder) => trees.holds(folder),
    now,
    onResult: (session, at) => links.heard.call(session, at),
    onRead: (session, file) => {
      orders.logSeen(session);
      links.logSeen(session, file);
    },
  });
  const actions = new PersonActions({
    live,
    learned,
    now,
    capabilities: (session) => links.capabilities(session),
  });
  const notifier = new Notifier({
    now,
    log,
    settings,
    session: (id) => live.sessions.get(id),
    hasTerminal: (session) => terminals.has(session),
    interventions: live.interventions,
    onDidEscalate: escalated.event,
    cardVisible: options.cardVisible,
    connectsFirst: (session) => actions.toConnect(session) !== undefined,
    show: (session) => {
      if (session !== undefined) {
        live.view.select(session);
      }
      return options.showCard();
    },
  });
  const foldersChanged = (): void => {
    logs.foldersChanged();
    for (const { id, cwd } of [...live.sessions.values()]) {
      if (trees.isElsewhere(cwd)) {
        workspace.turnClosed(id);
        live.leave(id);
      }
    }
  };
  const dispose = (): void => {
    for (const each of [
      notifier,
      orders,
      servers,
      reported,
      logs,
      processes,
      feed,
      workspace,
      live,
      changed,
      escalated,
    ]) {
      each.dispose();
    }
  };
  return {
    onDidChange: changed.event,
    live,
    actions,
    servers,
    orderFiles,
    learned,
    feed,
    reported,
    logs,
    spool,
    ledger: ledgerFiles,
    telemetry,
    foldersChanged,
    dispose,
  };
}
