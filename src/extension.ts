/** Composition root: builds, wires, disposes; nothing else. */
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import type { KnownAgent, Surroundings } from './agents/agent.js';
import { AGENT_ID as CLAUDE_CODE } from './agents/claude-code/known.js';
import { AGENT_ID as VSCODE_CHAT } from './agents/copilot/vscode-chat/known.js';
import { surroundingsIn } from './agents/live/other-homes.js';
import { Bridge } from './bridge/bridge.js';
import { EVENTS_AGENT } from './bridge/hook-request.js';
import { Recorder } from './storage/recording.js';
import { profileOf } from './core/thresholds/profiles.js';
import { resolveThresholds } from './core/thresholds/layers.js';
import { AgentLogs } from './live/logs/agent-logs.js';
import { CoalescedRun, isDoneWithin } from './scheduling.js';
import { endpointVariables, reporting, type TurnwatchApi } from './host/api.js';
import { Connection } from './host/connect/connect.js';
import { registerCommands } from './host/commands.js';
import { HeldSettings } from './host/held-settings.js';
import { Indicators } from './host/indicators.js';
import { Learned } from './host/thresholds/learned.js';
import { HeardHooks } from './live/heard-hooks.js';
import { Links } from './host/live/links.js';
import { Log } from './host/log.js';
import { WindowRelay } from './host/relay/window-relay.js';
import { WindowSessions } from './host/live/sessions.js';
import { readSettings } from './host/settings.js';
import { Shown } from './host/view/shown.js';
import type { ThresholdsPanelOptions } from './host/thresholds/panel.js';
import { TimelineView } from './host/view/view.js';
import { isTurnOpen } from './live/workspace/open-turns.js';
import { WindowPlace } from './host/workspace/window-place.js';
import { WindowTrees } from './live/workspace/window-trees.js';
import { commands, panels, settings as settingIds, views } from './ids.js';

/** One recording per window: all its sessions in one stream, so that a replay gives the same verdicts. */
const RECORDING = 'window';
/** Badge, status bar and context keys are updated at most this often (milliseconds): reading a log from its start causes a thousand changes a second. */
const SHOW_INTERVAL_MS = 50;
/** The logs are looked for once the worktrees are known, or after this many milliseconds. */
const TREES_MS = 500;

let stop: (() => Promise<void>) | undefined;

export function activate(context: vscode.ExtensionContext): TurnwatchApi {
  const started = performance.now();
  const now = Date.now;
  const log = new Log();
  const held = new HeldSettings({
    memento: context.workspaceState,
    log,
    now,
    turnRuns: () => isTurnOpen(sessions.all.values(), now()),
    onApplied: () => settingsChanged(),
  });
  let settings = readSettings(held);
  const bridgeDir = join(context.globalStorageUri.fsPath, 'bridge');
  /** Holds the storage folders of all extensions for this workspace. */
  const workspaceStorage =
    context.storageUri === undefined ? undefined : dirname(context.storageUri.fsPath);
  const configured: Readonly<Record<string, () => string | undefined>> = {
    [CLAUDE_CODE]: () => settings.claudeConfigDir,
    [VSCODE_CHAT]: () => workspaceStorage,
  };
  const surroundings = (agent: string): Surroundings => {
    const folder = configured[agent]?.();
    return {
      env: process.env,
      home: homedir(),
      platform: process.platform,
      ...(process.platform === 'linux' && { processes: '/proc' }),
      ...(folder !== undefined && { configured: folder }),
      ...(agent === CLAUDE_CODE && { others: settings.claudeOtherConfigDirs }),
    };
  };
  const otherHomes = (agent: KnownAgent): Surroundings[] =>
    settings.logFolders.map((folder) =>
      surroundingsIn(agent, folder, { home: homedir(), platform: process.platform }),
    );
  const folders = (): string[] =>
    (vscode.workspace.workspaceFolders ?? [])
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ uri }) => uri.fsPath);

  const recorder = new Recorder({
    dir: join(context.globalStorageUri.fsPath, 'recordings'),
    log: (text) => log.info(text),
    onPause: (error) => {
      void import('./host/recorded/recording-paused.js').then(({ tellRecordingPaused }) =>
        tellRecordingPaused(error),
      );
    },
    now,
  });
  const recordingFile = (): Promise<string | undefined> =>
    recorder.flush().then(() => recorder.fileOf(RECORDING));
  const heard = new HeardHooks({
    memento: context.workspaceState,
    now,
    onProblem: (error) => log.error('cannot keep whose hooks arrive', error),
    onSilence: () => sessions.refresh(),
  });
  const links = new Links(heard);
  const learned = new Learned({
    memento: context.workspaceState,
    log,
    resolve: (agent, answers, role) =>
      resolveThresholds({
        ...settings.thresholds(agent),
        profile: profileOf(agent, role),
        learned: answers,
      }),
  });
  const trees: WindowTrees = new WindowTrees({
    folders,
    log,
    now,
    onTrees: () => {
      void bridge.foldersChanged();
      logs.foldersChanged();
      sessions.foldersChanged();
      sessions.refresh();
    },
    onBranch: () => sessions.refresh(),
  });
  const place = new WindowPlace(folders, () => sessions.refresh());
  const sessions: WindowSessions = new WindowSessions({
    log,
    place: () => place.state,
    empty: () => ({
      at: now(),
      paused: false,
      link: links.link(),
      mode: settings.mode(''),
      sessions: [],
      tally: { continued: 0, escalated: 0 },
    }),
    load: async () =>
      (await import('./host/live/watched.js')).watchSessions({
        now,
        log,
        spoolDir: join(context.globalStorageUri.fsPath, 'spool'),
        ledgerDir: join(context.globalStorageUri.fsPath, 'ledger'),
        bridgeDir,
        gitThread: pathToFileURL(join(context.extensionPath, 'dist', 'git-thread.js')),
        settings: () => settings,
        learned,
        links,
        folders,
        trees,
        surroundings,
        onEvent: (event) => {
          recorder.append(RECORDING, event);
          relay.onEvent(event);
        },
        catchUp: (agent, file, limitMs) => logs.catchUp(agent, file, limitMs),
        cardVisible: () => view.visible && !shown.playing,
        showCard: async () => {
          shown.close();
          await vscode.commands.executeCommand(commands.showTimeline);
        },
      }),
  });
  const bridge = new Bridge({
    dir: bridgeDir,
    configuredPort: () => settings.endpointPort || undefined,
    folders,
    worktrees: () => trees.worktrees,
    onElsewhere: (worktrees) => trees.openElsewhere(worktrees),
    log: (text) => log.info(text),
    handle: async (agent, payload, hook) => {
      logs.hookCame(agent, payload);
      const { feed, reported } = await sessions.watched();
      return agent === EVENTS_AGENT
        ? reported.batch(payload, hook)
        : feed.hook(agent, payload, hook);
    },
  });
  const logs = new AgentLogs({
    log,
    surroundings,
    others: otherHomes,
    folders: () => trees.folders,
    holds: (folder) => trees.holds(folder),
    now,
    watched: () => sessions.watched(),
  });
  const connection = new Connection({
    log,
    bridgeDir,
    extensionDir: context.extensionPath,
    backupDir: join(context.globalStorageUri.fsPath, 'backups'),
    surroundings,
    onStatus: () => sessions.refresh(),
  });
  const relay = new WindowRelay({
    context,
    bridgeDir,
    log,
    settings: () => settings,
    watched: () => sessions.watched(),
    onChange: () => sessions.refresh(),
  });
  links.wire({ sessions: () => sessions.all, bridge, connection, relay });

  const shown = new Shown(
    sessions,
    now,
    log,
    async () =>
      new (await import('./host/live/elsewhere.js')).Elsewhere({
        log,
        now,
        surroundings: (agent) => [surroundings(agent.id), ...otherHomes(agent)],
        holds: (folder) => trees.holds(folder),
        has: (session) => sessions.all.has(session),
        onChange: () => sessions.refresh(),
      }),
  );
  const view = new TimelineView(context, shown, log, async (request) =>
    (await import('./host/thresholds/feedback.js')).answerFromPage(
      await sessions.watched(),
      request,
    ),
  );
  const indicators = new Indicators({
    sessions,
    badge: (count, tooltip) => view.badge(count, tooltip),
    state: () => ({
      hasLearned: learned.hasAny,
      connected: connection.status !== 'absent',
      playback: shown.playing,
      sampleEnded: shown.sampleEnded,
      relay: relay.running,
    }),
  });
  const show = (): void => {
    view.refresh();
    indicators.update();
  };
  const showSoon = new CoalescedRun(show, SHOW_INTERVAL_MS);
  const settingsChanged = (): void => {
    settings = readSettings(held);
    for (const problem of settings.problems) {
      log.warn(problem);
    }
    sessions.settingsChanged();
  };
  const thresholdsPanel: ThresholdsPanelOptions = {
    extensionUri: context.extensionUri,
    log,
    learned,
    settings: () => settings,
    source: held,
    onDidChange: shown.onDidChange,
    thresholdsChanged: () => sessions.settingsChanged(),
    snapshot: () => shown.snapshot(),
    run: () => shown.run,
    sessions: () => sessions.all,
    recording: {
      state: () => recorder.state(RECORDING),
      read: (from, count) => recorder.read(RECORDING, from, count),
    },
  };

  context.subscriptions.push(
    log,
    held,
    heard,
    trees,
    sessions,
    shown,
    connection,
    view,
    indicators,
    showSoon,
    shown.onDidChange(() => showSoon.request()),
    vscode.window.registerWebviewViewProvider(views.timeline, view),
    vscode.window.registerWebviewPanelSerializer(panels.thresholds, {
      deserializeWebviewPanel: async (panel) => {
        (await import('./host/thresholds/panel.js')).restoreThresholds(panel, thresholdsPanel);
      },
    }),
    registerCommands({
      watched: () => sessions.watched(),
      log,
      connect: ({ agent, session, file, direct, repair }) => {
        const id = agent ?? (session === undefined ? undefined : sessions.all.get(session)?.agent);
        return connection.connect(
          {
            ...(id !== undefined && { agent: id }),
            ...(file !== undefined && { file }),
            ...(direct === true && { direct }),
            ...(repair === true && { repair }),
          },
          links.unhooked(),
        );
      },
      disconnect: () => connection.disconnect(),
      answerChange: (accepted) => connection.answer(accepted),
      chooseRun: async () =>
        (await import('./host/recorded/choose-run.js')).chooseRun({
          surroundings,
          folders: () => trees.folders,
          holds: (folder) => trees.holds(folder),
        }),
      openRecordedRun: (file, pace) => shown.open(file, pace),
      closeRecordedRun: () => shown.close(),
      openSample: () =>
        shown.open(
          vscode.Uri.joinPath(context.extensionUri, 'media', 'samples', 'stalled-turn.jsonl'),
          2,
          true,
        ),
      forceRespondInSample: (session) => shown.forceRespondInSample(session),
      exportTurn: async (request) =>
        (await import('./host/recorded/export-turn.js')).exportShownTurn(
          { shown, recording: recordingFile },
          request,
        ),
      shareTurn: async () =>
        (await import('./host/recorded/share.js')).shareTurn(
          shown,
          (session) => sessions.all.get(session)?.cwd,
        ),
      recordedReport: async () =>
        shown.playing
          ? { report: (await import('./host/recorded/share.js')).shownReport(shown) }
          : undefined,
      diagnostics: async () =>
        (await import('./host/diagnostics.js')).diagnostics({
          context,
          snapshot: shown.snapshot(),
          bridge: bridge.status,
          connection,
          paint: view.lastPaint,
          settings,
          learned,
        }),
      endpoint: () => endpointVariables(bridgeDir, bridge.status),
      openThresholds: async () =>
        (await import('./host/thresholds/panel.js')).openThresholds(thresholdsPanel),
      rowAction: (action, row) => view.rowAction(action, row),
      whatItDid: async (action) =>
        (await import('./host/ledger/what-it-did.js')).whatItDid(
          { extensionUri: context.extensionUri, files: (await sessions.watched()).ledger, now },
          action,
        ),
      startRelay: (agent) => relay.start(agent),
      stopRelay: () => relay.stop(),
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration('turnwatch')) {
        return;
      }
      held.look();
      settingsChanged();
      if (change.affectsConfiguration('turnwatch.agents')) {
        logs.foldersChanged();
        shown.updateElsewhere();
        void connection.refresh();
      }
      if (change.affectsConfiguration(settingIds.endpointPort)) {
        void bridge.portChanged();
      }
      if (change.affectsConfiguration(settingIds.relayUpstreams)) {
        relay.upstreamsChanged();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => sessions.refresh()),
    view.onDidChangeVisibility((visible) => {
      shown.updateElsewhere(visible);
      if (visible) {
        place.look();
      }
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      place.look();
      void trees.foldersChanged();
      void bridge.foldersChanged();
      logs.foldersChanged();
      shown.updateElsewhere();
      sessions.foldersChanged();
      void connection.refresh();
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused) {
        return;
      }
      bridge.focus();
      void connection.refresh();
    }),
  );
  for (const problem of settings.problems) {
    log.warn(problem);
  }

  stop = async () => {
    await Promise.all([bridge.stop(), logs.stop(), relay.stop(), sessions.stop()]);
    await recorder.flush();
  };
  const unsubscribe = bridge.onStatus((status) => {
    log.info(
      `bridge: ${status.state}${status.role === 'off' ? '' : ` as ${status.role}`}${status.reason === undefined ? '' : `: ${status.reason}`}`,
    );
    heard.listens(status.state === 'connected');
    sessions.refresh();
  });
  context.subscriptions.push({ dispose: unsubscribe });
  show();
  log.info(
    `activated in ${(performance.now() - started).toFixed(1)} ms (${vscode.workspace.isTrusted ? 'trusted' : 'restricted'} workspace, ${folders().length} folders); ${commands.showTimeline} shows the timeline`,
  );

  // What needs the disk or the network goes on after activation.
  held.look();
  void connection.refresh();
  void bridge.start();
  void isDoneWithin(TREES_MS, trees.look()).then(() => logs.start());
  return {
    ...reporting(() => sessions.watched()),
    snapshot: () => shown.snapshot(),
    recording: recordingFile,
  };
}

/** VS Code waits for this: it releases the port and flushes the recording before the window closes. */
export async function deactivate(): Promise<void> {
  await stop?.();
  stop = undefined;
}
