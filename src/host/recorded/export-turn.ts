/** Turnwatch: Export Turn…: exports one turn as a redacted event log that Open Recorded Run and the headless replay can read. */
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { openToRead } from '../../bounded-files.js';
import type { TurnEvent } from '../../core/events.js';
import { parseEvent } from '../../core/parse.js';
import { exportTurn, listTurns, type TurnExport } from '../../core/recorded/turn-export.js';
import { reportMarkdown } from '../../core/view/report/escalation-report.js';
import { shareTexts } from '../../core/view/report/turn-summary.js';
import { turnMarkdown } from '../../core/view/report/turn-markdown.js';
import { sayDraft } from '../../core/view/words/shown-words.js';
import type { SessionDetail } from '../../core/view/snapshot.js';
import type { Row } from '../../core/view/timeline/rows.js';
import { inSlices } from '../../scheduling.js';
import { isGap } from '../../storage/recording-file.js';
import { pickOne, refuse, showInformation, showProgress, showWarning } from '../messages.js';
import { localised, localisedTexts, say } from '../view/texts.js';
import type { WindowParts } from '../window-parts.js';
import type { WindowView } from '../window-view.js';

type ExportOptions = Pick<WindowParts, 'view'>;

/** The person is asked for whatever is undefined. */
export interface ExportRequest {
  session: string | undefined;
  turn: number | undefined;
  file: vscode.Uri | undefined;
}

export async function exportShownTurn(
  options: ExportOptions,
  request: ExportRequest,
): Promise<void> {
  const { selected } = options.view.snapshot();
  const session = request.session ?? selected?.session;
  if (session === undefined) {
    refuse(vscode.l10n.t('No session is shown, so there is no turn to export.'));
    return;
  }
  const { events, hasGap } = await showProgress(() => eventsShown(options));
  const turns = (await showProgress(() => inSlices(listTurns(events, session)))) ?? [];
  const current =
    turns.find(({ turn }) => session === selected?.session && turn === selected.turn) ??
    turns.at(-1);
  if (current === undefined) {
    refuse(vscode.l10n.t('This window’s recording no longer contains this session.'));
    return;
  }
  const turn =
    request.turn ??
    (request.file !== undefined || turns.length === 1
      ? current.turn
      : await chooseTurn(turns, current.turn));
  if (turn === undefined) {
    return;
  }
  const log = await showProgress(() => inSlices(exportTurn(events, session, turn)));
  if (log === undefined) {
    refuse(vscode.l10n.t('This window’s recording doesn’t contain this turn.'));
    return;
  }
  const file = request.file ?? (await chooseFile(turn));
  if (file === undefined) {
    return;
  }
  await showProgress(async () => {
    await vscode.workspace.fs.writeFile(
      file,
      new TextEncoder().encode((await inSlices(readLines(log.events))) ?? ''),
    );
  });
  if (request.file === undefined) {
    await announce({ ...log, same: log.same && !hasGap }, file, options);
  }
}

interface ShownEvents {
  events: readonly TurnEvent[];
  /** Some could not be recorded: the disk was full for long. */
  hasGap: boolean;
}

async function eventsShown({ view }: ExportOptions): Promise<ShownEvents> {
  const { run } = view.player;
  if (run !== undefined) {
    return { events: run.events, hasGap: false };
  }
  const file = await view.tracked?.recorder.file();
  const events: TurnEvent[] = [];
  let hasGap = false;
  if (file === undefined) {
    return { events, hasGap };
  }
  const handle = await openToRead(file);
  for await (const line of handle.readLines()) {
    const event = readRecordedLine(line);
    if (event !== undefined) {
      events.push(event);
    }
    hasGap ||= isGap(line);
  }
  return { events, hasGap };
}

/** Undefined for a truncated or unknown line: the log is ours, but the disk may have been full. */
function readRecordedLine(line: string): TurnEvent | undefined {
  try {
    const read = parseEvent(JSON.parse(line));
    return 'event' in read ? read.event : undefined;
  } catch {
    return undefined;
  }
}

function* readLines(events: readonly TurnEvent[]): Generator<void, string> {
  const lines: string[] = [];
  for (const event of events) {
    lines.push(`${JSON.stringify(event)}\n`);
    yield;
  }
  return lines.join('');
}

async function chooseTurn(
  turns: readonly { turn: number; prompt: string | undefined }[],
  current: number,
): Promise<number | undefined> {
  const items = turns
    .map(({ turn, prompt }) => ({
      label: vscode.l10n.t('Turn {0}', turn + 1),
      ...(turn === current && { description: vscode.l10n.t('shown') }),
      ...(prompt !== undefined && { detail: prompt.slice(0, 200) }),
      turn,
    }))
    .reverse();
  items.sort((one, other) => Number(other.turn === current) - Number(one.turn === current));
  return (
    await pickOne(items, {
      title: vscode.l10n.t('Choose the turn to export'),
      matchOnDetail: true,
    })
  )?.turn;
}

function chooseFile(turn: number): Thenable<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `turnwatch-turn-${turn + 1}.jsonl`;
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export the turn as an event log'),
    filters: { [vscode.l10n.t('Event logs')]: ['jsonl'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
}

async function announce(
  { before, same, secrets }: TurnExport,
  file: vscode.Uri,
  { view }: ExportOptions,
): Promise<void> {
  const open = vscode.l10n.t('Open');
  const parts = [
    vscode.l10n.t(
      'Turn exported. It may contain code, paths and output: review it before sharing.',
    ),
    ...(secrets > 0 ? [vscode.l10n.t('Secrets recognized and replaced: {0}.', secrets)] : []),
    ...(before > 0
      ? [vscode.l10n.t('It includes earlier turns that its verdicts depend on: {0}.', before)]
      : []),
    ...(same
      ? []
      : [
          vscode.l10n.t(
            'A replay may give different verdicts: the recording lacks something they depend on.',
          ),
        ]),
  ];
  const pressed = await (same
    ? showInformation(parts.join(' '), open)
    : showWarning(parts.join(' '), open));
  if (pressed === open) {
    await view.player.open({ file: file.fsPath });
  }
}

/** Rows searched for the beginning of the turn. */
const MOST_ROWS = 2500;

/** Turnwatch: Share Turn as Markdown, and the report of a recorded run: copies what is shown to the clipboard as text. */
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
  const report = shown.player.run?.viewHere().report;
  return report && reportMarkdown(report, shown.snapshot().at, localisedTexts());
}

export function shownDraft(shown: WindowView): string | undefined {
  const draft = shown.snapshot().selected?.verdict?.draft;
  return draft && sayDraft(draft, say);
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
