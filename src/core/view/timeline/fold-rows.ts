/** Rows → what the list shows: a key for each row, and runs of similar idle steps folded into one line. Pure. */
import type { VerdictLevel } from '../../verdict.js';
import type { ChapterHead, LineCounts, Row } from './rows.js';

export type StepRow = Extract<Row, { kind: 'step' }>;

/** `likeness`: equal for similar steps. Made once, as held rows are folded again with every snapshot. */
export interface KeyedRow {
  key: string;
  row: Row;
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

export type FoldedRow =
  | {
      kind: 'row';
      key: string;
      row: Row;
      folded: boolean;
      /** What the line of its chapter says of its text already. */
      titled?: string;
    }
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

/** Keys that stay the same while newer rows arrive. Equal rows are counted from the oldest. */
export function keyRows(rows: readonly Row[]): KeyedRow[] {
  const seen = new Map<string, number>();
  const keyed: KeyedRow[] = [];
  for (const row of [...rows].reverse()) {
    const base = rowKey(row);
    const times = seen.get(base) ?? 0;
    seen.set(base, times + 1);
    keyed.push({
      key: times === 0 ? base : `${base}#${times}`,
      row,
      likeness: row.kind === 'step' ? likeness(row) : '',
    });
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
  let run: KeyedRow[] = [];
  let steps: StepRow[] = [];
  let like = '';

  const flush = () => {
    // A message after the last folded step belongs to what follows.
    let length = run.length;
    while (run[length - 1]?.row.kind === 'message') {
      length -= 1;
    }
    const first = steps[0];
    const last = steps.at(-1);
    if (first !== undefined && last !== undefined && steps.length >= MIN_FOLD) {
      const members = run.slice(0, length);
      const key = `fold:${last.step}`;
      const isOpen = open.has(key);
      items.push({
        kind: 'fold',
        key,
        open: isOpen,
        count: steps.length,
        from: last.step,
        to: first.step,
        tool: first.calls[0]?.tool ?? '',
        isPlanning: first.calls[0]?.words !== undefined,
        members: members.map((member) => member.key),
      });
      if (isOpen) {
        push(members, true);
      }
      push(run.slice(length), false);
    } else {
      push(run, false);
    }
    run = [];
    steps = [];
  };
  const push = (list: readonly KeyedRow[], folded: boolean) => {
    for (const { key, row } of list) {
      items.push({ kind: 'row', key, row, folded });
    }
  };

  for (const keyed of rows) {
    const { row, key } = keyed;
    if (keyed.joint === true) {
      flush();
    }
    const step = row.kind === 'step' && key !== newest && canFold(row, evidence) ? row : undefined;
    if (step !== undefined) {
      if (steps.length > 0 && like !== keyed.likeness) {
        flush();
      }
      like = keyed.likeness;
      run.push(keyed);
      steps.push(step);
    } else if (row.kind === 'message' && steps.length > 0) {
      run.push(keyed);
    } else {
      flush();
      push([keyed], false);
    }
  }
  flush();
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
