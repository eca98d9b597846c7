/** Rows → chapters: each is one line, and while it is open its rows follow. Pure. */
import { foldRows, type ChapterItem, type Item, type KeyedRow } from './fold-rows.js';
import type { Row } from './rows.js';

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

/** `isOpen`: of a chapter. The other parameters as for `foldRows`. */
export function listChapters(
  rows: readonly KeyedRow[],
  isOpen: (key: string, members: readonly KeyedRow[]) => boolean,
  evidence: ReadonlySet<number>,
  openKeys: ReadonlySet<string>,
): Item[] {
  const items: Item[] = [];
  for (let start = 0; start < rows.length;) {
    const { chapter } = rows[start]?.row ?? {};
    let end = start + 1;
    while (end < rows.length && rows[end]?.row.chapter === chapter) {
      end += 1;
    }
    const members = rows.slice(start, end);
    start = end;
    const [newest] = members;
    if (newest !== undefined) {
      const key = chapterKey(newest.row);
      const open = isOpen(key, members);
      items.push(summarize(key, open, members));
      if (open) {
        items.push(...foldRows(members, evidence, openKeys));
      }
    }
  }
  return items;
}

function summarize(key: string, open: boolean, members: readonly KeyedRow[]): ChapterItem {
  const item: ChapterItem = {
    kind: 'chapter',
    key,
    open,
    head: members.at(-1)?.row.begins,
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
      return row.kind === 'verdict' || row.kind === 'intervention';
  }
}
