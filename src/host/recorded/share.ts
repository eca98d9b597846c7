/** Turnwatch: Share Turn as Markdown, and the report of a recorded run: copies what is shown to the clipboard as text. */
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { reportMarkdown } from '../../core/view/report/escalation-report.js';
import type { Row } from '../../core/view/timeline/rows.js';
import type { SessionDetail } from '../../core/view/snapshot.js';
import { shareTexts } from '../../core/view/report/share-texts.js';
import { turnMarkdown } from '../../core/view/report/turn-markdown.js';
import type { WindowView } from '../window-view.js';
import { localised, localisedTexts } from '../view/texts.js';
import { showInformation } from '../messages.js';

/** Rows searched for the beginning of the turn. */
const MOST_ROWS = 2500;

export async function shareTurn(shown: WindowView): Promise<void> {
  const { selected, at } = shown.snapshot();
  if (selected === undefined) {
    void showInformation(
      `Turnwatch: ${vscode.l10n.t('No session is shown, so there is no turn to share.')}`,
    );
    return;
  }
  const folders = [
    shown.player.run?.cwd ?? shown.folder(selected.session) ?? '',
    ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
  ];
  const content = turnMarkdown({
    detail: selected,
    rows: await rowsOfTurn(shown, selected),
    now: at,
    home: homedir(),
    texts: { ...localisedTexts(), ...localised(shareTexts) },
    folders: folders.sort((one, other) => other.length - one.length),
  });
  await vscode.env.clipboard.writeText(content);
  const show = vscode.l10n.t('Open in Editor');
  const pressed = await showInformation(
    vscode.l10n.t(
      'Turn copied as Markdown. Recognized secrets are replaced; review it before sharing.',
    ),
    show,
  );
  if (pressed === show) {
    await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ language: 'markdown', content }),
    );
  }
}

/** The report of the recorded run that is shown; undefined if its turn is or was in no trouble. */
export function shownReport(shown: WindowView): string | undefined {
  const report = shown.player.run?.look().report;
  return report && reportMarkdown(report, shown.snapshot().at, localisedTexts());
}

/** Newest first, back to the turn's prompt or the oldest row kept. */
async function rowsOfTurn(
  shown: WindowView,
  { session, turn, rows, olderRows }: SessionDetail,
): Promise<Row[]> {
  const all = [...rows];
  const isBeginning = (row: Row): boolean => row.kind === 'prompt' && row.turn === turn;
  for (let older = olderRows; older > 0 && all.length < MOST_ROWS && !all.some(isBeginning);) {
    const { rows: more } = await shown.older(session, older);
    if (more.length === 0) {
      break;
    }
    all.push(...more);
    older -= more.length;
  }
  const beginning = all.findIndex(isBeginning);
  return beginning < 0 ? all : all.slice(0, beginning + 1);
}
