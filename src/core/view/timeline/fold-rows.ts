/** Rows → what the list shows: a key for each row, and runs of similar idle steps folded into one line. Pure. */
import type { VerdictLevel } from '../../verdict.js';
import type { ChapterHead, LineCounts, Row } from './rows.js';

export type StepRow = Extract<Row, { kind: 'step' }>;

/** A row as an item of its own: made once, as held rows are folded again with every snapshot. `likeness`: equal for similar steps. */
export interface KeyedRow extends RowItem {
  likeness: string;
  /** The newest of rows that were loaded later than those above. No run crosses it, so that folds stay stable. */
  joint?: boolean;
}

/** What the line of a chapter says of its rows, as far as they are held. */
export interface ChapterItem {
  kind: 'chapter';
  key: string;
  open: boolean;
  /** Absent while the row that it begins with is not held. */
  head: ChapterHead | undefined;
  /** A whole turn before the newest one, whose chapters follow while it is open. */
  isTurn: boolean;
  /** How many steps, the oldest and the newest of them; 0 for none. */
  steps: number;
  from: number;
  to: number;
  /** Steps with a call that failed. */
  failed: number;
  lines: LineCounts | undefined;
  /** The worst verdict in it. */
  level: Exclude<VerdictLevel, 'waiting'> | undefined;
  members: string[];
}

export type Item = ChapterItem | FoldedRow;

interface RowItem {
  kind: 'row';
  key: string;
  row: Row;
  /** A fold that is open holds it. */
  folded: boolean;
  /** What the line of its chapter says of its text already. */
  titled?: string;
}

export type FoldedRow =
  | RowItem
  | {
      kind: 'fold';
      key: string;
      open: boolean;
      count: number;
      from: number;
      to: number;
      tool: string;
      /** They keep the agent's to-do list. */
      isPlanning: boolean;
      members: string[];
    };

/** Shorter runs stay: folding two lines into one is not worth a click. */
const MIN_FOLD = 3;

/** Keys that stay the same while newer rows arrive. Equal rows are counted from the oldest. `known`: made of the same rows before. */
export function keyRows(
  rows: readonly Row[],
  known: ReadonlyMap<Row, KeyedRow> = new Map(),
): KeyedRow[] {
  const seen = new Map<string, number>();
  const keyed: KeyedRow[] = [];
  for (const row of [...rows].reverse()) {
    const base = rowKey(row);
    const times = seen.get(base) ?? 0;
    seen.set(base, times + 1);
    const key = times === 0 ? base : `${base}#${times}`;
    const before = known.get(row);
    keyed.push(
      before?.key === key
        ? before
        : {
            kind: 'row',
            folded: false,
            key,
            row,
            likeness: row.kind === 'step' ? likeness(row) : '',
          },
    );
  }
  return keyed.reverse();
}

function rowKey(row: Row): string {
  switch (row.kind) {
    case 'prompt':
      return `prompt:${row.turn}`;
    case 'step':
      return `step:${row.step}`;
    case 'intervention':
      return `intervention:${row.id}:${row.state}`;
    case 'message':
      return `message:${row.at ?? ''}:${row.text.slice(0, 40)}`;
    case 'workspace':
      return `workspace:${row.at ?? ''}:${row.what.id}:${row.by}`;
    case 'cap':
      return `cap:${row.at ?? ''}:${row.cap.of}:${row.cap.unit}`;
    case 'verdict':
      return `verdict:${row.at ?? ''}:${row.level}:${row.what.id}`;
  }
}

/** `evidence` are calls that a verdict names: their steps are never hidden, nor is the newest step. */
export function foldRows(
  rows: readonly KeyedRow[],
  evidence: ReadonlySet<number>,
  open: ReadonlySet<string>,
): FoldedRow[] {
  const items: FoldedRow[] = [];
  const newest = rows.find(({ row }) => row.kind === 'step')?.key;
  // the run goes from `start` to the row that is looked at: similar steps, and messages between them
  let start = 0;
  let count = 0;
  let first: StepRow | undefined;
  let last: StepRow | undefined;
  let like = '';

  const endRun = (end: number) => {
    if (first !== undefined && last !== undefined && count >= MIN_FOLD) {
      let length = end - start;
      // a message after the last folded step belongs to what follows
      while (rows[start + length - 1]?.row.kind === 'message') {
        length -= 1;
      }
      const members = rows.slice(start, start + length);
      const key = `fold:${last.step}`;
      const isOpen = open.has(key);
      items.push({
        kind: 'fold',
        key,
        open: isOpen,
        count,
        from: last.step,
        to: first.step,
        tool: first.calls[0]?.tool ?? '',
        isPlanning: first.calls[0]?.words !== undefined,
        members: members.map((member) => member.key),
      });
      if (isOpen) {
        items.push(...members.map((member) => ({ ...member, folded: true })));
      }
      start += length;
    }
    for (; start < end; start += 1) {
      const keyed = rows[start];
      if (keyed !== undefined) {
        items.push(keyed);
      }
    }
    count = 0;
    first = undefined;
  };

  rows.forEach((keyed, index) => {
    const { row } = keyed;
    if (keyed.joint === true) {
      endRun(index);
    }
    if (row.kind === 'step' && keyed.key !== newest && canFold(row, evidence)) {
      if (count > 0 && like !== keyed.likeness) {
        endRun(index);
      }
      like = keyed.likeness;
      first ??= row;
      last = row;
      count += 1;
    } else if (row.kind !== 'message' || count === 0) {
      endRun(index);
      items.push(keyed);
      start = index + 1;
    }
  });
  endRun(rows.length);
  return items;
}

function canFold(row: StepRow, evidence: ReadonlySet<number>): boolean {
  return (
    row.closed &&
    !row.progress &&
    row.calls.length > 0 &&
    !row.calls.some((call) => evidence.has(call.call))
  );
}

/** Equal for steps that called the same tools in vain in the same way. */
function likeness(row: StepRow): string {
  return [row.note?.id ?? '', ...row.calls.map((call) => `${call.tool}\u0000${call.outcome}`)].join(
    '\u0001',
  );
}
