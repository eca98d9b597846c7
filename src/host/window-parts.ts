/** The parts of an open window, as its commands and its changes act on them. */
import * as vscode from 'vscode';
import type { AgentHomes } from '../agents/definition.js';
import type { Bridge } from '../bridge/bridge.js';
import type { Clock } from '../core/clock.js';
import { settings as settingIds } from '../ids.js';
import type { AgentLogs } from '../live/logs/agent-logs.js';
import type { WindowTrees } from '../live/workspace/window-trees.js';
import type { Connection } from './connect/connect.js';
import type { HeldSettings } from './held-settings.js';
import type { Links } from './live/links.js';
import type { Log } from './log.js';
import type { WindowRelay } from './relay/window-relay.js';
import type { LearnedThresholds } from './thresholds/learned-thresholds.js';
import type { TimelineView } from './view/view.js';
import type { WindowSettings } from './window-settings.js';
import type { WindowView } from './window-view.js';
import type { WindowPlace } from './workspace/window-place.js';

export interface WindowParts {
  context: vscode.ExtensionContext;
  clock: Clock;
  log: Log;
  /** The folder that all windows share. */
  bridgeDir: string;
  held: HeldSettings;
  settings: WindowSettings;
  homes: AgentHomes;
  place: WindowPlace;
  trees: WindowTrees;
  learned: LearnedThresholds;
  view: WindowView;
  page: TimelineView;
  logs: AgentLogs;
  bridge: Bridge;
  connection: Connection;
  links: Links;
  relay: WindowRelay;
}

/**
 * What changes in the window while it is open, and which parts follow: settings, folders, trust, focus, and whether the view is visible.
 */
export function followWindowChanges(parts: WindowParts): vscode.Disposable {
  const { held, settings, place, trees, view, page, logs, bridge, connection, relay } = parts;
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration('turnwatch')) {
        return;
      }
      held.compare();
      settings.read();
      view.settingsChanged();
      if (change.affectsConfiguration('turnwatch.agents')) {
        logs.foldersChanged();
        view.updateElsewhere();
        void connection.refresh();
      }
      if (change.affectsConfiguration(settingIds.answerPrompts)) {
        void connection.promptsSwitched();
      }
      if (change.affectsConfiguration(settingIds.endpointPort)) {
        void bridge.portChanged();
      }
      if (change.affectsConfiguration(settingIds.relayUpstreams)) {
        relay.upstreamsChanged();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => view.changed()),
    page.onDidChangeVisibility((visible) => {
      view.updateElsewhere(visible);
      if (visible) {
        place.findRepositories();
      }
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      place.findRepositories();
      void trees.foldersChanged();
      void bridge.foldersChanged();
      logs.foldersChanged();
      view.updateElsewhere();
      view.treesChanged(true);
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
}
