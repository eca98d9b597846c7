/** Rows → chapters: each is one line, and while it is open its rows follow. Pure. */
import { oneLine } from '../../escape-controls.js';
import { foldRows, type ChapterItem, type Item, type KeyedRow } from './fold-rows.js';
import { withoutMarks, type Row } from './rows.js';

/** In a shorter list nothing is gained. */
const FEWEST_ROWS = 40;

/** Whether these rows are shown in chapters: a session in which the agent neither says nor plans anything has none. */
export function hasChapters(rows: readonly KeyedRow[], olderRows: number): boolean {
  return (
    rows.length + olderRows > FEWEST_ROWS &&
    rows.some(({ row: { begins } }) => begins !== undefined && begins.by !== 'prompt')
  );
}

export function chapterKey({ chapter = 0 }: Row): string {
  return `chapter:${chapter}`;
}

/**
 * The newest turn in its chapters, each earlier one as one line. `isOpen`: of a chapter, or of such a turn. The other parameters as for
 * `foldRows`.
 */
export function listChapters(
  rows: readonly KeyedRow[],
  isOpen: (key: string, members: readonly KeyedRow[]) => boolean,
  evidence: ReadonlySet<number>,
  openKeys: ReadonlySet<string>,
): Item[] {
  const listChapter = (members: readonly KeyedRow[], more?: Partial<ChapterItem>): Item[] => {
    const item = summarize('chapter', isOpen, members);
    const inner = item.open ? foldRows(members, evidence, openKeys) : [];
    const head = { ...item, ...more };
    return [head, ...inner.flatMap((each) => withoutTitle(each, head))];
  };
  return splitTurns(rows).flatMap((turn, index): Item[] => {
    const chapters = splitChapters(turn);
    const isTurn = index > 0 && turn.at(-1)?.row.begins?.by === 'prompt';
    if (!isTurn || chapters.length === 1) {
      return chapters.flatMap((members) => listChapter(members, { isTurn }));
    }
    const item = { ...summarize('turn', isOpen, turn), isTurn };
    return item.open
      ? [item, ...chapters.flatMap((members) => listChapter(members, withoutPrompt(members)))]
      : [item];
  });
}

/** A message says what the chapter's line does not, if anything. */
function withoutTitle<T extends Item>(item: T, { head }: ChapterItem): T[] {
  const row = item.kind === 'row' ? item.row : undefined;
  if (row?.kind !== 'message' || row.begins === undefined || head?.text !== row.begins.text) {
    return [item];
  }
  const isAll = oneLine(withoutMarks(row.text)).trim() === head.text;
  return isAll ? [] : [{ ...item, titled: head.text }];
}

/** The turn's own line says it already. */
function withoutPrompt(members: readonly KeyedRow[]): Partial<ChapterItem> {
  const isSaid = members.at(-1)?.row.begins?.by === 'prompt';
  return isSaid && members.some(({ row }) => row.kind === 'step') ? { head: undefined } : {};
}

/** Newest first; each ends with the row that began it. */
function splitTurns(rows: readonly KeyedRow[]): KeyedRow[][] {
  return split(rows, (_, { row }) => row.begins?.by === 'prompt');
}

function splitChapters(rows: readonly KeyedRow[]): KeyedRow[][] {
  return split(rows, ({ row }, before) => row.chapter !== before.row.chapter);
}

function split(
  rows: readonly KeyedRow[],
  isNext: (row: KeyedRow, before: KeyedRow) => boolean,
): KeyedRow[][] {
  const parts: KeyedRow[][] = [];
  rows.forEach((row, index) => {
    const before = rows[index - 1];
    if (before === undefined || isNext(row, before)) {
      parts.push([row]);
    } else {
      parts.at(-1)?.push(row);
    }
  });
  return parts;
}

function summarize(
  kind: 'chapter' | 'turn',
  isOpen: (key: string, members: readonly KeyedRow[]) => boolean,
  members: readonly KeyedRow[],
): ChapterItem {
  const first = members.at(-1)?.row;
  const key = `${kind}:${first?.chapter ?? 0}`;
  const item: ChapterItem = {
    kind: 'chapter',
    key,
    open: isOpen(key, members),
    head: first?.begins,
    isTurn: false,
    ...{ steps: 0, from: 0, to: 0, failed: 0 },
    lines: undefined,
    level: undefined,
    members: members.map((member) => member.key),
  };
  for (const { row } of members) {
    if (row.kind === 'verdict' && row.level !== 'waiting') {
      item.level = item.level === 'stalled' ? 'stalled' : row.level;
    } else if (row.kind === 'step') {
      item.steps += 1;
      item.to ||= row.step;
      item.from = row.step;
      item.failed += row.calls.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
      for (const { lines } of row.calls) {
        if (lines !== undefined) {
          const { added, removed } = item.lines ?? { added: 0, removed: 0 };
          item.lines = { added: added + lines.added, removed: removed + lines.removed };
        }
      }
    }
  }
  return item;
}

/** What a person may want to see alone. */
export const rowFilters = ['changes', 'failures', 'verdicts'] as const;
export type RowFilter = (typeof rowFilters)[number];

export function passesFilter(row: Row, filter: RowFilter): boolean {
  switch (filter) {
    case 'changes':
      return (
        row.kind === 'workspace' ||
        (row.kind === 'step' &&
          (row.changed !== undefined ||
            row.calls.some(
              ({ class: kind, outcome }) =>
                (kind === 'edit' || kind === 'write') && outcome === 'ok',
            )))
      );
    case 'failures':
      return row.kind === 'step' && row.calls.some(({ outcome }) => outcome === 'failed');
    case 'verdicts':
      return row.kind === 'verdict' || row.kind === 'intervention' || row.kind === 'cap';
  }
}
