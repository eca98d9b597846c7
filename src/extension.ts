/** Composition root: builds, wires, disposes; nothing else. */
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { Bridge } from './bridge/bridge.js';
import { EVENTS_AGENT } from './bridge/requests/hook-request.js';
import { reporting, type TurnwatchApi } from './host/api.js';
import { registerCommands } from './host/commands.js';
import { Connection } from './host/connect/connect.js';
import { HeldSettings } from './host/held-settings.js';
import { Indicators } from './host/status-bar.js';
import { Links } from './host/live/links.js';
import type { WindowSessions } from './host/live/window-sessions.js';
import { Log } from './host/log.js';
import { WindowRelay } from './host/relay/window-relay.js';
import { LearnedThresholds } from './host/thresholds/learned-thresholds.js';
import { registerStatusTool } from './host/status-tool.js';
import { TimelineView } from './host/view/view.js';
import { followWindowChanges, type WindowParts } from './host/window-parts.js';
import { AgentSurroundings, WindowSettings } from './host/window-settings.js';
import { WindowView } from './host/window-view.js';
import { WindowPlace } from './host/workspace/window-place.js';
import { commands, panels, views } from './ids.js';
import { HeardHooks } from './live/heard-hooks.js';
import { AgentLogs } from './live/logs/agent-logs.js';
import { isTurnOpen } from './live/workspace/open-turns.js';
import { WindowTrees } from './live/workspace/window-trees.js';
import { CoalescedRun, isDoneWithin } from './scheduling.js';

/** Page, badge, status bar and context keys are updated at most this often (milliseconds): reading a log from its start causes a thousand changes a second. */
const SHOW_INTERVAL_MS = 60;
/** The logs are looked for once the worktrees are known, or after this many milliseconds. */
const TREES_MS = 500;

let stop: (() => Promise<void>) | undefined;

export function activate(context: vscode.ExtensionContext): TurnwatchApi {
  const started = performance.now();
  const parts = buildWindow(context, new Log());
  const { log, held, settings, place, trees, view, page, logs, bridge, connection, relay } = parts;
  const indicators = new Indicators(parts);
  const show = (): void => {
    page.update();
    indicators.update();
  };
  const showSoon = new CoalescedRun(show, SHOW_INTERVAL_MS);
  context.subscriptions.push(
    log,
    held,
    parts.links.heard,
    place,
    trees,
    view,
    connection,
    page,
    indicators,
    showSoon,
    view.onDidChange(() => showSoon.request()),
    vscode.window.registerWebviewViewProvider(views.timeline, page),
    vscode.window.registerWebviewPanelSerializer(panels.thresholds, {
      deserializeWebviewPanel: async (panel) => {
        (await import('./host/thresholds/panel.js')).restoreThresholds(panel, parts);
      },
    }),
    registerCommands(parts),
    registerStatusTool(parts),
    followWindowChanges(parts),
  );
  settings.logProblems();
  stop = async () => {
    await Promise.all([bridge.stop(), logs.stop(), relay.stop(), view.tracked?.stop()]);
    await view.tracked?.recorder.file();
  };
  show();
  log.info(
    `activated in ${(performance.now() - started).toFixed(1)} ms (${vscode.workspace.isTrusted ? 'trusted' : 'restricted'} workspace, ${place.folders.length} folders); ${commands.showTimeline} shows the timeline`,
  );

  // What needs the disk or the network goes on after activation.
  held.compare();
  void connection.refresh();
  void bridge.start();
  void import('./host/connect/leftovers.js').then((module) => module.removeLeftovers(parts));
  void isDoneWithin(TREES_MS, trees.readTrees()).then(() => logs.start());
  return {
    ...reporting(view),
    snapshot: () => view.snapshot(),
    recording: async () => view.tracked?.recorder.file(),
  };
}

/** Each part is given those that it needs; what a part is told later goes by `listen` and events. */
function buildWindow(context: vscode.ExtensionContext, log: Log): WindowParts {
  const clock = Date;
  const storage = context.globalStorageUri.fsPath;
  const bridgeDir = join(storage, 'bridge');
  const held: HeldSettings = new HeldSettings({
    memento: context.workspaceState,
    log,
    clock,
    turnRuns: () => isTurnOpen(view.sessions.values(), clock.now()),
    onApplied: () => {
      settings.read();
      view.settingsChanged();
    },
  });
  const settings = new WindowSettings(held, log);
  const homes = new AgentSurroundings(
    settings,
    // a window without a folder has none of its own
    dirname((context.storageUri ?? context.globalStorageUri).fsPath),
  );
  const heard = new HeardHooks({
    memento: context.workspaceState,
    clock,
    onProblem: (error) => log.error('cannot keep whose hooks arrive', error),
    onSilence: () => view.changed(),
  });
  const links = new Links(heard);
  const learned = new LearnedThresholds({ memento: context.workspaceState, log, settings });
  const place = new WindowPlace();
  const trees = new WindowTrees({ place, log, clock });
  const load = async (): Promise<WindowSessions> => {
    const { WindowSessions } = await import('./host/live/window-sessions.js');
    return new WindowSessions({
      ...{ clock, log, bridgeDir, settings, learned, links, trees, homes, logs },
      memento: context.globalState,
      workspaceMemento: context.workspaceState,
      spoolDir: join(storage, 'spool'),
      recordingsDir: join(storage, 'recordings'),
      ledgerDir: join(storage, 'ledger'),
      gitThread: pathToFileURL(join(context.extensionPath, 'dist', 'git-thread.js')),
      view,
      held,
      connection,
      prompts: relay.prompts,
      card: page,
    });
  };
  const view: WindowView = new WindowView({
    ...{ clock, log, settings, links, place, trees, homes, load },
    memento: context.globalState,
    file: join(storage, 'past.json'),
    scanThread: pathToFileURL(join(context.extensionPath, 'dist', 'scan-thread.js')),
  });
  const bridge = new Bridge({
    dir: bridgeDir,
    configuredPort: () => settings.current.endpointPort || undefined,
    folders: () => place.folders,
    worktrees: () => trees.worktrees,
    onElsewhere: (worktrees) => trees.openElsewhere(worktrees),
    log: (text) => log.info(text),
    onDamage: (what) => view.tracked?.damage.found({ files: 'client' }, what),
    handle: async (agent, payload, hook) => {
      logs.hookCame(agent, payload);
      const { feed, reported } = await view.loaded();
      return agent === EVENTS_AGENT
        ? reported.batch(payload, hook)
        : feed.hook(agent, payload, hook);
    },
  });
  bridge.onStatus(({ state, role, reason }) => {
    log.info(
      `bridge: ${state}${role === 'off' ? '' : ` as ${role}`}${reason === undefined ? '' : `: ${reason}`}`,
    );
    heard.listens(state === 'connected');
    view.changed();
  });
  const logs: AgentLogs = new AgentLogs({ log, homes, trees, clock, view });
  trees.listen({
    treesChanged: (isOtherFolders) => {
      if (isOtherFolders) {
        void bridge.foldersChanged();
        logs.foldersChanged();
      }
    },
  });
  trees.listen(view);
  const connection = new Connection({
    ...{ log, clock, bridgeDir, homes, settings, view },
    extensionDir: context.extensionPath,
    backupDir: join(storage, 'backups'),
  });
  const relay: WindowRelay = new WindowRelay({ context, bridgeDir, log, settings, view });
  links.wire({ view, bridge, connection, relay });
  const page: TimelineView = new TimelineView(context, view, log);
  return {
    ...{ context, clock, log, bridgeDir, held, settings, homes, place, trees, learned },
    ...{ view, page, logs, bridge, connection, links, relay },
  };
}

/** VS Code waits for this: it releases the port and flushes the recording before the window closes. */
export async function deactivate(): Promise<void> {
  await stop?.();
  stop = undefined;
}
