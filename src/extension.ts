/** Composition root: builds, wires, disposes; nothing else. */
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { Bridge } from './bridge/bridge.js';
import { EVENTS_AGENT } from './bridge/hook-request.js';
import { Recorder } from './storage/recording.js';
import { profileOf } from './core/thresholds/profiles.js';
import { resolveThresholds } from './core/thresholds/layers.js';
import { AgentLogs } from './live/logs/agent-logs.js';
import { CoalescedRun, isDoneWithin } from './scheduling.js';
import { reporting, type TurnwatchApi } from './host/api.js';
import { AgentSurroundings } from './host/agent-surroundings.js';
import { Connection } from './host/connect/connect.js';
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
import { followWindowChanges } from './host/window-changes.js';
import { registerWindowCommands } from './host/window-commands.js';
import { WindowPlace } from './host/workspace/window-place.js';
import { WindowTrees } from './live/workspace/window-trees.js';
import { commands, panels, views } from './ids.js';

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
  const surroundings = new AgentSurroundings(
    () => settings,
    context.storageUri && dirname(context.storageUri.fsPath),
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
        surroundings: surroundings.of,
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
    surroundings: surroundings.of,
    others: surroundings.elsewhere,
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
    surroundings: surroundings.of,
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
        surroundings: (agent) => [surroundings.of(agent.id), ...surroundings.elsewhere(agent)],
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
    registerWindowCommands({
      context,
      bridgeDir,
      log,
      now,
      settings: () => settings,
      surroundings: surroundings.of,
      recordingFile,
      thresholdsPanel,
      learned,
      trees,
      sessions,
      bridge,
      connection,
      links,
      relay,
      shown,
      view,
    }),
    followWindowChanges({
      held,
      settingsChanged,
      place,
      trees,
      sessions,
      logs,
      bridge,
      connection,
      relay,
      shown,
      view,
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
