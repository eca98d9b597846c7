/** What changes in the window while it is open, and which parts follow: settings, folders, trust, focus, and whether the view is visible. */
import * as vscode from 'vscode';
import type { Bridge } from '../bridge/bridge.js';
import { settings as settingIds } from '../ids.js';
import type { AgentLogs } from '../live/logs/agent-logs.js';
import type { WindowTrees } from '../live/workspace/window-trees.js';
import type { Connection } from './connect/connect.js';
import type { HeldSettings } from './held-settings.js';
import type { WindowSessions } from './live/sessions.js';
import type { WindowRelay } from './relay/window-relay.js';
import type { Shown } from './view/shown.js';
import type { TimelineView } from './view/view.js';
import type { WindowPlace } from './workspace/window-place.js';

export interface WindowChangesOptions {
  held: HeldSettings;
  /** Reads the settings again. */
  settingsChanged: () => void;
  place: WindowPlace;
  trees: WindowTrees;
  sessions: WindowSessions;
  logs: AgentLogs;
  bridge: Bridge;
  connection: Connection;
  relay: WindowRelay;
  shown: Shown;
  view: TimelineView;
}

export function followWindowChanges(options: WindowChangesOptions): vscode.Disposable {
  const { place, trees, sessions, logs, bridge, connection, shown } = options;
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration('turnwatch')) {
        return;
      }
      options.held.look();
      options.settingsChanged();
      if (change.affectsConfiguration('turnwatch.agents')) {
        logs.foldersChanged();
        shown.updateElsewhere();
        void connection.refresh();
      }
      if (change.affectsConfiguration(settingIds.endpointPort)) {
        void bridge.portChanged();
      }
      if (change.affectsConfiguration(settingIds.relayUpstreams)) {
        options.relay.upstreamsChanged();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => sessions.refresh()),
    options.view.onDidChangeVisibility((visible) => {
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
}
