/** Lines of the spool: what waits to be written → lines, and lines → what was written. A file on disk may hold anything. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as v from 'valibot';
import type { Json } from '../core/events.js';
import { shown } from '../core/redact.js';
import type { FullText } from '../core/view/full-text.js';
import { inputText } from '../core/view/input-text.js';
import type { Row } from '../core/view/snapshot.js';
import type { SpoolLine } from './spool-files.js';

/** `size`: about as many characters as it holds in memory. */
export type SpoolItem =
  | (FullText & { size: number })
  | { part: 'rows'; first: number; rows: readonly Row[]; size: number };

/** Milliseconds after which formatting yields to the event loop. */
const BUSY_MS = 8;
const ROW_SIZE = 500;

export function textItem(full: FullText): SpoolItem {
  return { ...full, size: full.part === 'input' ? sizeOf(full.input) : full.output.length };
}

export function rowsItem(first: number, rows: readonly Row[]): SpoolItem {
  return { part: 'rows', first, rows, size: rows.length * ROW_SIZE };
}

/** What a call's input weighs, without serialising it: nested texts count once each, few levels deep. */
function sizeOf(value: Json, depth = 0): number {
  if (typeof value === 'string') {
    return value.length;
  }
  if (typeof value !== 'object' || value === null || depth > 3) {
    return 8;
  }
  return Object.values(value).reduce<number>((sum, each) => sum + sizeOf(each, depth + 1), 8);
}

/** Redacted lines. Formatting takes its time, so it yields to the event loop. `textCharacters`: of a longer text head and tail are kept. */
export async function linesOf(
  items: readonly SpoolItem[],
  textCharacters: number,
): Promise<SpoolLine[]> {
  const lines: SpoolLine[] = [];
  let began = performance.now();
  for (const item of items) {
    if (item.part === 'rows') {
      for (const [i, row] of item.rows.entries()) {
        const number = item.first + i;
        lines.push({ kind: 'row', number, text: JSON.stringify({ r: number, row }) });
      }
    } else {
      const text = item.part === 'input' ? inputText(item.input) : item.output;
      const kept = shown(text, textCharacters);
      lines.push({
        kind: 'call',
        number: item.call,
        text: JSON.stringify({ c: item.call, p: item.part, n: text.length, t: kept }),
      });
    }
    if (performance.now() - began > BUSY_MS) {
      await nextTurn();
      began = performance.now();
    }
  }
  return lines;
}

const kinds: Record<Row['kind'], true> = {
  prompt: true,
  message: true,
  step: true,
  workspace: true,
  verdict: true,
  intervention: true,
};

/** Of a row only the kind is checked: the page copes with any fields. */
const row = v.custom<Row>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    typeof value.kind === 'string' &&
    Object.hasOwn(kinds, value.kind),
);
const rowLine = v.pipe(v.string(), v.parseJson(), v.object({ r: v.number(), row }));
const callLine = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ p: v.picklist(['input', 'output']), n: v.number(), t: v.string() }),
);

/** Undefined for a line that was cut short, or is none of a row. */
export function readRow(line: string): { number: number; row: Row } | undefined {
  if (!line.startsWith('{"r":')) {
    return undefined;
  }
  const { success, output } = v.safeParse(rowLine, line);
  return success ? { number: output.r, row: output.row } : undefined;
}

/** Undefined for a line that was cut short, or is none of this call. */
export function readText(
  line: string,
  call: number,
): { part: 'input' | 'output'; text: string; length: number } | undefined {
  if (!line.startsWith(`{"c":${call},`)) {
    return undefined;
  }
  const { success, output } = v.safeParse(callLine, line);
  return success ? { part: output.p, text: output.t, length: output.n } : undefined;
}
