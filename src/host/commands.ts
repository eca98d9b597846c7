/** Every command: its id, its action, and its refusals as sentences, since `enablement` alone does not guard it. */
import * as vscode from 'vscode';
import { isObject } from '../core/json.js';
import { playbackSpeeds, type PlaybackSpeed } from '../core/view/playback-state.js';
import type { RowAction } from '../protocol/view.js';
import { EXTENSION_ID, views, type commands } from '../ids.js';
import type { ReportAction } from './ledger/what-it-did.js';
import type { ActionResult } from './live/actions.js';
import type { Log } from './log.js';
import type { ExportRequest } from './recorded/export-turn.js';
import type { Watched } from './live/watched.js';
import { askText, pickOne, showBriefly, showError, showInformation } from './messages.js';

export interface CommandDeps {
  /** Loads what the commands act on; refuses with a sentence if there is no session. */
  watched: () => Promise<Watched>;
  log: Log;
  /** `direct`, `repair`: see Chosen. @returns whether the agent has the hooks now */
  connect(
    chosen: Partial<Pick<Argument, 'agent' | 'session'>> & {
      file?: string | undefined;
      direct?: boolean;
      repair?: boolean;
    },
  ): Promise<boolean>;
  disconnect(): Promise<void>;
  /** Answers the proposed change of settings that is shown. */
  answerChange(accepted: boolean): Promise<void>;
  /** Asks for a recorded run. */
  chooseRun(): Promise<vscode.Uri | undefined>;
  openRecordedRun(file: vscode.Uri, pace?: PlaybackSpeed): Promise<void>;
  openSample(): Promise<void>;
  /** @returns whether the order is meant for the sample that is shown */
  forceRespondInSample(session: string | undefined): boolean;
  closeRecordedRun(): void;
  exportTurn(request: ExportRequest): Promise<void>;
  shareTurn(): Promise<void>;
  /** The report of the recorded run shown; undefined if no turn is in trouble. */
  recordedReport(): Promise<{ report: string | undefined } | undefined>;
  openThresholds(): Promise<void>;
  diagnostics(): Promise<string>;
  /** Environment variables that name the event endpoint to programs; undefined while not connected. */
  endpoint(): string | undefined;
  /** Shows, copies or deletes what was counted. */
  whatItDid(action: ReportAction | undefined): Promise<void>;
  startRelay(agent: string | undefined): Promise<void>;
  stopRelay(): Promise<void>;
  /** `row`: its key in the page. */
  rowAction(action: RowAction, row: string | undefined): void;
}

/** A command's arguments, from the page, another extension or nobody. */
interface Argument {
  session: string | undefined;
  agent: string | undefined;
  intervention: string | undefined;
  verdict: string | undefined;
  text: string | undefined;
  steps: number | undefined;
  turn: number | undefined;
  file: vscode.Uri | undefined;
  pace: PlaybackSpeed | undefined;
  settingsFile: string | undefined;
  action: ReportAction | undefined;
  /** Key of a row of the timeline. */
  row: string | undefined;
  /** The view runs the command, not the person by its name. */
  isOnClick: boolean;
}

export function registerCommands(deps: CommandDeps): vscode.Disposable {
  const { watched } = deps;
  const handlers: Record<keyof typeof commands, (argument: Argument) => unknown> = {
    forceRespond: async ({ session }) => {
      if (deps.forceRespondInSample(session)) {
        return;
      }
      const { actions } = await watched();
      const unconnected = actions.toConnect(session);
      if (unconnected === undefined) {
        showRefusal(actions.forceRespond(session));
      } else if (await deps.connect({ session: unconnected, direct: true })) {
        showRefusal(actions.forceRespondConnected(unconnected));
      }
    },
    stopTurn: async ({ session }) => showRefusal((await watched()).actions.stopTurn(session)),
    keepWaiting: async ({ session }) => showRefusal((await watched()).actions.keepWaiting(session)),
    undo: async ({ intervention }) => showRefusal((await watched()).actions.undo(intervention)),
    guide: async ({ session, text }) => {
      const { actions } = await watched();
      const id = actions.toSteer(session);
      const refusal = actions.cannotGuide(id);
      if (refusal !== undefined) {
        showRefusal(refusal);
        return;
      }
      const words =
        text ??
        (await askText(
          vscode.l10n.t('Guide the agent'),
          vscode.l10n.t('One sentence, delivered with the agent’s next step'),
        ));
      if (words !== undefined && words.trim() !== '') {
        showRefusal(actions.guide(words.trim(), id));
      }
    },
    snooze: async ({ session, steps }) => {
      const { actions } = await watched();
      const id = actions.inTrouble(session);
      const refusal = actions.cannotSnooze(id);
      if (refusal !== undefined) {
        showRefusal(refusal);
        return;
      }
      const chosen =
        steps ??
        (
          await pickOne(
            [5, 10, 20, 50].map((count) => ({ label: vscode.l10n.t('{0} steps', count), count })),
            { title: vscode.l10n.t('Snooze this turn for') },
          )
        )?.count;
      if (chosen !== undefined) {
        showRefusal(actions.snooze(chosen, id));
      }
    },
    falseAlarm: async ({ session, verdict }) =>
      (await import('./thresholds/feedback.js')).answerVerdict(
        await watched(),
        'false-alarm',
        session,
        verdict,
      ),
    reallyStuck: async ({ session, verdict }) =>
      (await import('./thresholds/feedback.js')).answerVerdict(
        await watched(),
        'really-stuck',
        session,
        verdict,
      ),
    learned: async () => (await import('./thresholds/feedback.js')).showLearned(await watched()),
    connect: ({ agent, session, settingsFile, isOnClick }) =>
      deps.connect({ agent, session, file: settingsFile, repair: isOnClick }),
    disconnect: () => deps.disconnect(),
    acceptConnect: () => deps.answerChange(true),
    acceptDisconnect: () => deps.answerChange(true),
    cancelChange: () => deps.answerChange(false),
    openRecordedRun: async ({ file, pace }) => {
      const picked = file ?? (await deps.chooseRun());
      if (picked !== undefined) {
        await deps.openRecordedRun(picked, pace);
      }
    },
    openSample: () => deps.openSample(),
    closeRecordedRun: () => deps.closeRecordedRun(),
    exportTurn: ({ session, turn, file }) => deps.exportTurn({ session, turn, file }),
    shareTurn: () => deps.shareTurn(),
    copyReport: async ({ session }) => {
      const recorded = await deps.recordedReport();
      const report =
        recorded === undefined ? (await watched()).actions.report(session) : recorded.report;
      if (report === undefined) {
        showRefusal({
          ok: false,
          problem: vscode.l10n.t('No turn has stalled; nothing to report.'),
        });
        return;
      }
      await vscode.env.clipboard.writeText(report);
      showBriefly(vscode.l10n.t('Turnwatch: report copied'));
    },
    copyDiagnostics: async () => {
      await vscode.env.clipboard.writeText(await deps.diagnostics());
      showBriefly(vscode.l10n.t('Turnwatch: diagnostics copied'));
    },
    copyEndpoint: async () => {
      const address = deps.endpoint();
      if (address === undefined) {
        showRefusal({
          ok: false,
          problem: vscode.l10n.t('This window isn’t connected. The view shows why.'),
        });
        return;
      }
      await vscode.env.clipboard.writeText(address);
      void showInformation(
        vscode.l10n.t(
          'Address for other agents copied. The README shows how to use it in your own agent.',
        ),
      );
    },
    whatItDid: ({ action }) => deps.whatItDid(action),
    pause: async () => (await watched()).live.pause(),
    resume: async () => (await watched()).live.resume(),
    showTimeline: () => vscode.commands.executeCommand(`${views.timeline}.focus`),
    showLog: () => deps.log.channel.show(true),
    openThresholds: () => deps.openThresholds(),
    openSettings: () =>
      vscode.commands.executeCommand('workbench.action.openSettings', `@ext:${EXTENSION_ID}`),
    startRelay: ({ agent }) => deps.startRelay(agent),
    stopRelay: () => deps.stopRelay(),
    openFile: ({ row }) => deps.rowAction('openFile', row),
    openChanges: ({ row }) => deps.rowAction('openChanges', row),
    copyCommand: ({ row }) => deps.rowAction('copyCommand', row),
    copyResult: ({ row }) => deps.rowAction('copyResult', row),
    firstOccurrence: ({ row }) => deps.rowAction('firstOccurrence', row),
    sameSteps: ({ row }) => deps.rowAction('sameSteps', row),
    showTerminal: async ({ session }) => {
      const { live } = await watched();
      const id = session ?? live.view.snapshot().selected?.session;
      if (id === undefined || !live.view.showTerminal(id)) {
        void showInformation(
          vscode.l10n.t(
            'It isn’t known which terminal this agent runs in: its hooks tell, once it is connected and runs in a terminal of this window.',
          ),
        );
      }
    },
  };
  const registered = Object.entries(handlers).map(([name, handle]) =>
    vscode.commands.registerCommand(`turnwatch.${name}`, async (argument: unknown) => {
      try {
        await handle(readArgument(argument));
      } catch (error) {
        deps.log.error(`command ${name}`, error);
        void showError(vscode.l10n.t('Turnwatch: {0} failed. See the log for details.', name));
      }
    }),
  );
  return vscode.Disposable.from(...registered);
}

function readArgument(argument: unknown): Argument {
  const fields = argument instanceof vscode.Uri ? { file: argument } : argument;
  const {
    session,
    agent,
    intervention,
    verdict,
    text,
    steps,
    turn,
    file,
    pace,
    settingsFile,
    action,
    turnwatchRow,
    turnwatchSession,
  } = isObject(fields) ? fields : {};
  return {
    session: [session, turnwatchSession].find((each) => typeof each === 'string'),
    agent: typeof agent === 'string' ? agent : undefined,
    intervention: typeof intervention === 'string' ? intervention : undefined,
    verdict: typeof verdict === 'string' ? verdict : undefined,
    text: typeof text === 'string' ? text : undefined,
    steps: typeof steps === 'number' && steps >= 0 ? Math.floor(steps) : undefined,
    turn: typeof turn === 'number' && Number.isInteger(turn) && turn >= 0 ? turn : undefined,
    file: file instanceof vscode.Uri ? file : undefined,
    pace: playbackSpeeds.find((each) => each === pace),
    settingsFile: typeof settingsFile === 'string' ? settingsFile : undefined,
    action: action === 'copy' || action === 'delete' ? action : undefined,
    row: typeof turnwatchRow === 'string' ? turnwatchRow : undefined,
    isOnClick: isObject(fields),
  };
}

function showRefusal(result: ActionResult): void {
  if (!result.ok) {
    void showInformation(`Turnwatch: ${result.problem}`);
  }
}
