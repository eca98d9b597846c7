/** Encodes spool items as lines and decodes them. A file on disk may hold anything. */
import * as v from 'valibot';
import type { Json } from '../core/events.js';
import { shown } from '../core/redact.js';
import { inputText, type FullText } from '../core/view/full-text.js';
import type { Row } from '../core/view/timeline/rows.js';
import { restIfDue } from '../event-loop.js';
import type { SpoolLine } from './spool-files.js';

/** `size`: approximate characters in memory. */
export type SpoolItem =
  | (FullText & { size: number })
  | { part: 'rows'; first: number; rows: readonly Row[]; size: number };

const ROW_SIZE = 500;

export function textItem(full: FullText): SpoolItem {
  return { ...full, size: full.part === 'input' ? measureItem(full.input) : full.output.length };
}

export function rowsItem(first: number, rows: readonly Row[]): SpoolItem {
  return { part: 'rows', first, rows, size: rows.length * ROW_SIZE };
}

/** Approximate size of a call's input without serialising it; looks only a few levels deep. */
function measureItem(value: Json, depth = 0): number {
  if (typeof value === 'string') {
    return value.length;
  }
  if (typeof value !== 'object' || value === null || depth > 3) {
    return 8;
  }
  return Object.values(value).reduce<number>((sum, each) => sum + measureItem(each, depth + 1), 8);
}

/** Redacted lines. Yields to the event loop, since formatting is slow. `textCharacters`: longer texts keep only head and tail. */
export async function writeLines(
  items: readonly SpoolItem[],
  textCharacters: number,
): Promise<SpoolLine[]> {
  const lines: SpoolLine[] = [];
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
    await restIfDue();
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
  cap: true,
};

/** Only a row's kind is checked: the page copes with any fields. */
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

/** Undefined for a truncated line, or one that is not a row. */
export function readRow(line: string): { number: number; row: Row } | undefined {
  if (!line.startsWith('{"r":')) {
    return undefined;
  }
  const { success, output } = v.safeParse(rowLine, line);
  return success ? { number: output.r, row: output.row } : undefined;
}

/** Undefined for a truncated line, or one of another call. */
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
