/** What the commands act on in this window. What only a command needs is loaded when it is run. */
import * as vscode from 'vscode';
import type { Surroundings } from '../agents/agent.js';
import type { Bridge } from '../bridge/bridge.js';
import type { WindowTrees } from '../live/workspace/window-trees.js';
import { endpointVariables } from './api.js';
import { registerCommands } from './commands.js';
import type { Connection } from './connect/connect.js';
import type { Links } from './live/links.js';
import type { WindowSessions } from './live/sessions.js';
import type { Log } from './log.js';
import type { WindowRelay } from './relay/window-relay.js';
import type { Settings } from './settings.js';
import type { Learned } from './thresholds/learned.js';
import type { ThresholdsPanelOptions } from './thresholds/panel.js';
import type { Shown } from './view/shown.js';
import type { TimelineView } from './view/view.js';

export interface WindowCommandsOptions {
  context: vscode.ExtensionContext;
  bridgeDir: string;
  log: Log;
  now: () => number;
  settings: () => Settings;
  surroundings: (agent: string) => Surroundings;
  /** The file of this window's event log, flushed. */
  recordingFile: () => Promise<string | undefined>;
  thresholdsPanel: ThresholdsPanelOptions;
  learned: Learned;
  trees: WindowTrees;
  sessions: WindowSessions;
  bridge: Bridge;
  connection: Connection;
  links: Links;
  relay: WindowRelay;
  shown: Shown;
  view: TimelineView;
}

export function registerWindowCommands(options: WindowCommandsOptions): vscode.Disposable {
  const { context, bridgeDir, log, now } = options;
  const { learned, trees, sessions, bridge, connection, links, relay, shown, view } = options;
  return registerCommands({
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
      (await import('./recorded/choose-run.js')).chooseRun({
        surroundings: options.surroundings,
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
      (await import('./recorded/export-turn.js')).exportShownTurn(
        { shown, recording: options.recordingFile },
        request,
      ),
    shareTurn: async () =>
      (await import('./recorded/share.js')).shareTurn(
        shown,
        (session) => sessions.all.get(session)?.cwd,
      ),
    recordedReport: async () =>
      shown.playing
        ? { report: (await import('./recorded/share.js')).shownReport(shown) }
        : undefined,
    diagnostics: async () =>
      (await import('./diagnostics.js')).diagnostics({
        context,
        snapshot: shown.snapshot(),
        bridge: bridge.status,
        connection,
        paint: view.lastPaint,
        settings: options.settings(),
        learned,
      }),
    endpoint: () => endpointVariables(bridgeDir, bridge.status),
    openThresholds: async () =>
      (await import('./thresholds/panel.js')).openThresholds(options.thresholdsPanel),
    rowAction: (action, row) => view.rowAction(action, row),
    whatItDid: async (action) =>
      (await import('./ledger/what-it-did.js')).whatItDid(
        { extensionUri: context.extensionUri, files: (await sessions.watched()).ledger, now },
        action,
      ),
    startRelay: (agent) => relay.start(agent),
    stopRelay: () => relay.stop(),
  });
}
