/** Every command: its id, its action, and its refusals as sentences, since `enablement` alone does not guard it. */
import * as vscode from 'vscode';
import { isObject } from '../core/json.js';
import { nextInNeed } from '../core/view/need-order.js';
import { playbackSpeeds, type PlaybackSpeed } from '../core/view/snapshot.js';
import { EXTENSION_ID, views, type commands } from '../ids.js';
import { endpointVariables } from './api.js';
import type { Chosen } from './connect/window-places.js';
import type { ReportAction } from './ledger/what-it-did.js';
import type { ActionResult } from './live/actions.js';
import { askText, pickOne, refuse, showBriefly, showError, showInformation } from './messages.js';
import type { WindowParts } from './window-parts.js';

const SAMPLE = ['media', 'samples', 'stalled-turn.jsonl'];

/** What only a command needs is loaded when it is run. */
export function registerCommands(parts: WindowParts): vscode.Disposable {
  const { context, view, page, connection, relay } = parts;
  const { player } = view;
  const handlers: Record<keyof typeof commands, (argument: CommandArgument) => unknown> = {
    forceRespond: async ({ session }) => {
      if (player.forceRespondInSample(session)) {
        return;
      }
      const { actions } = await view.loaded();
      const unconnected = actions.toConnect(session);
      if (unconnected === undefined) {
        showRefusal(actions.forceRespond(session));
      } else if (await connect(parts, { session: unconnected, direct: true })) {
        showRefusal(actions.forceRespondConnected(unconnected));
      }
    },
    stopTurn: async ({ session }) => showRefusal((await view.loaded()).actions.stopTurn(session)),
    keepWaiting: async ({ session }) =>
      showRefusal((await view.loaded()).actions.keepWaiting(session)),
    undo: async ({ intervention }) => showRefusal((await view.loaded()).actions.undo(intervention)),
    guide: async ({ session, text }) => {
      const { actions } = await view.loaded();
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
          actions.draft(id),
        ));
      if (words !== undefined && words.trim() !== '') {
        showRefusal(actions.guide(words.trim(), id));
      }
    },
    snooze: async ({ session, steps }) => {
      const { actions } = await view.loaded();
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
        await view.loaded(),
        'false-alarm',
        session,
        verdict,
      ),
    reallyStuck: async ({ session, verdict }) =>
      (await import('./thresholds/feedback.js')).answerVerdict(
        await view.loaded(),
        'really-stuck',
        session,
        verdict,
      ),
    learned: async () =>
      (await import('./thresholds/feedback.js')).showLearned(await view.loaded()),
    connect: ({ agent, session, settingsFile, isOnClick }) =>
      connect(parts, { agent, session, file: settingsFile, repair: isOnClick }),
    disconnect: () => connection.disconnect(),
    acceptConnect: () => connection.answer(true),
    acceptDisconnect: () => connection.answer(true),
    cancelChange: () => connection.answer(false),
    openRecordedRun: async ({ file, pace }) => {
      const picked = file ?? (await (await import('./recorded/choose-run.js')).chooseRun(parts));
      if (picked !== undefined) {
        await player.open({ file: picked.fsPath, pace });
      }
    },
    openSample: () => {
      const sample = vscode.Uri.joinPath(context.extensionUri, ...SAMPLE);
      return player.open({ file: sample.fsPath, pace: 2, teaches: true });
    },
    closeRecordedRun: () => player.close(),
    exportTurn: async ({ session, turn, file }) =>
      (await import('./recorded/export-turn.js')).exportShownTurn(parts, { session, turn, file }),
    shareTurn: async () => (await import('./recorded/export-turn.js')).shareTurn(view),
    copyDraft: async ({ session }) => {
      const draft =
        player.current === undefined
          ? (await view.loaded()).actions.draft(session)
          : (await import('./recorded/export-turn.js')).shownDraft(view);
      if (draft === undefined) {
        refuse(vscode.l10n.t('No turn has stalled; nothing to tell the agent.'));
        return;
      }
      await vscode.env.clipboard.writeText(draft);
      showBriefly(vscode.l10n.t('Turnwatch: instruction copied'));
    },
    copyReport: async ({ session }) => {
      const report =
        player.current === undefined
          ? (await view.loaded()).actions.report(session)
          : (await import('./recorded/export-turn.js')).shownReport(view);
      if (report === undefined) {
        refuse(vscode.l10n.t('No turn has stalled; nothing to report.'));
        return;
      }
      await vscode.env.clipboard.writeText(report);
      showBriefly(vscode.l10n.t('Turnwatch: report copied'));
    },
    copyDiagnostics: async () => {
      await vscode.env.clipboard.writeText((await import('./diagnostics.js')).diagnostics(parts));
      showBriefly(vscode.l10n.t('Turnwatch: diagnostics copied'));
    },
    copyEndpoint: async () => {
      const address = endpointVariables(parts.bridgeDir, parts.bridge.status);
      if (address === undefined) {
        refuse(vscode.l10n.t('This window isn’t connected. The view shows why.'));
        return;
      }
      await vscode.env.clipboard.writeText(address);
      void showInformation(
        vscode.l10n.t(
          'Address for other agents copied. The README shows how to use it in your own agent.',
        ),
      );
    },
    whatItDid: async ({ action }) =>
      (await import('./ledger/what-it-did.js')).whatItDid(parts, action),
    lookBack: async () => {
      player.close();
      await vscode.commands.executeCommand(`${views.timeline}.focus`);
      await view.past.order('look');
    },
    pause: async () => (await view.loaded()).tracker.pause(),
    resume: async () => (await view.loaded()).tracker.resume(),
    showTimeline: () => vscode.commands.executeCommand(`${views.timeline}.focus`),
    nextInNeed: async () => {
      await view.loaded();
      const { sessions, selected } = view.snapshot();
      const next = nextInNeed(sessions, selected?.session);
      if (next === undefined) {
        showBriefly(vscode.l10n.t('No agent needs you.'));
        return;
      }
      view.select(next);
      await vscode.commands.executeCommand(`${views.timeline}.focus`);
    },
    showLog: () => parts.log.channel.show(true),
    openThresholds: async () => (await import('./thresholds/panel.js')).openThresholds(parts),
    openSettings: () =>
      vscode.commands.executeCommand('workbench.action.openSettings', `@ext:${EXTENSION_ID}`),
    startRelay: ({ agent }) => relay.start(agent),
    stopRelay: () => relay.stop(),
    openFile: ({ row }) => page.rowAction('openFile', row),
    openChanges: ({ row }) => page.rowAction('openChanges', row),
    copyCommand: ({ row }) => page.rowAction('copyCommand', row),
    copyResult: ({ row }) => page.rowAction('copyResult', row),
    firstOccurrence: ({ row }) => page.rowAction('firstOccurrence', row),
    sameSteps: ({ row }) => page.rowAction('sameSteps', row),
    sendBack: async ({ session }) => {
      const { terminals, snapshots, tracker } = await view.loaded();
      const { selected, sessions } = snapshots.snapshot();
      const id = session ?? selected?.session;
      const prompt = sessions.find((each) => each.session === id)?.end?.sendBack;
      const known = id === undefined ? undefined : tracker.sessions.get(id);
      if (id === undefined || prompt === undefined) {
        refuse(vscode.l10n.t('Nothing speaks against the end of this turn.'));
        return;
      }
      if (known !== undefined && (await tracker.idle.sendBack(known, prompt))) {
        return;
      }
      await vscode.env.clipboard.writeText(prompt);
      void showInformation(
        terminals.show(id)
          ? vscode.l10n.t('Copied; paste it at the agent’s prompt.')
          : vscode.l10n.t(
              'Copied; paste it at the agent’s prompt. It isn’t known which terminal it runs in.',
            ),
      );
    },
    changesSince: async ({ session }) =>
      (await (await view.loaded()).filesBack()).openChanges(session),
    restoreFiles: async ({ session }) => (await (await view.loaded()).filesBack()).restore(session),
    undoRestore: async () => (await (await view.loaded()).filesBack()).undo(),
    resumeThen: async ({ session }) => {
      const { resumes, snapshots } = await view.loaded();
      const { selected, sessions } = snapshots.snapshot();
      const id = session ?? selected?.session;
      const found = sessions.find((each) => each.session === id);
      showRefusal(await resumes.toggle(id, found?.name ?? found?.agentName ?? ''));
    },
    showTerminal: async ({ session }) => {
      const { terminals, snapshots } = await view.loaded();
      const id = session ?? snapshots.snapshot().selected?.session;
      if (id === undefined || !terminals.show(id)) {
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
        parts.log.error(`command ${name}`, error);
        void showError(vscode.l10n.t('Turnwatch: {0} failed. See the log for details.', name));
      }
    }),
  );
  return vscode.Disposable.from(...registered);
}

/** @returns whether the agent has the hooks now */
function connect(
  { connection, links, view }: WindowParts,
  {
    agent,
    session,
    ...chosen
  }: Omit<Chosen, 'agent'> & Partial<Pick<CommandArgument, 'agent' | 'session'>>,
): Promise<boolean> {
  const id = agent ?? (session === undefined ? undefined : view.sessions.get(session)?.agent);
  const taken = session === undefined ? undefined : view.tracked?.takenHooks.findFile(id ?? '');
  return connection.connect({ agent: id, ...chosen, file: chosen.file ?? taken }, links.unhooked());
}

function showRefusal(result: ActionResult): void {
  if (!result.ok) {
    refuse(result.problem);
  }
}

interface CommandArgument {
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

/** What a command is given: by the page, another extension or nobody. It is not trusted. */
function readArgument(argument: unknown): CommandArgument {
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
