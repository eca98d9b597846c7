/** What changes in the window while it is open, and which parts follow: settings, folders, trust, focus, and whether the view is visible. */
import * as vscode from 'vscode';
import { settings as settingIds } from '../ids.js';
import type { WindowParts } from './window-parts.js';

export function followWindowChanges(parts: WindowParts): vscode.Disposable {
  const { held, settings, place, trees, view, page, logs, bridge, connection, relay } = parts;
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration('turnwatch')) {
        return;
      }
      held.look();
      settings.read();
      view.settingsChanged();
      if (change.affectsConfiguration('turnwatch.agents')) {
        logs.foldersChanged();
        view.updateElsewhere();
        void connection.refresh();
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
        place.look();
      }
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      place.look();
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
