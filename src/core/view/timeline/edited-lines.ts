/** How many lines an edit adds and removes, as far as its input tells. */
import { writtenText } from '../../identity/edits/written-text.js';
import type { Call } from '../../turns/session.js';
import type { LineCounts } from './rows.js';

/** Longer texts are cut where they are read, so that their lines are not known. */
const LONGEST = 8000;

const patch = /^(?:\*\*\* |@@|diff --git )/m;

/** Undefined for a call that is no edit, or whose effect on lines is not known. */
export function editedLines({
  class: kind,
  input,
  result,
}: Pick<Call, 'class' | 'input'> & { result: { output: string } | undefined }):
  LineCounts | undefined {
  const written = kind === 'edit' || kind === 'write' ? writtenText(kind, input) : undefined;
  if (written === undefined) {
    return undefined;
  }
  const { put, replaced } = written;
  // what a whole new text replaces is not in the input
  const isKnown =
    replaced !== '' ||
    Object.values(input).some((value) => typeof value === 'string' && patch.test(value)) ||
    /\b(?:created|new file)\b/i.test(result?.output.slice(0, 200) ?? '');
  return !isKnown || put.length > LONGEST || replaced.length > LONGEST
    ? undefined
    : { added: countOnlyIn(put, replaced), removed: countOnlyIn(replaced, put) };
}

/** Lines of one text that the other lacks; a line that stands there twice counts twice. */
export function countOnlyIn(text: string, other: string): number {
  const left = new Map<string, number>();
  for (const line of splitLines(other)) {
    left.set(line, (left.get(line) ?? 0) + 1);
  }
  let count = 0;
  for (const line of splitLines(text)) {
    const there = left.get(line) ?? 0;
    if (there > 0) {
      left.set(line, there - 1);
    } else {
      count += 1;
    }
  }
  return count;
}

function splitLines(text: string): string[] {
  const lines = text.replace(/\n{1,2}$/, '');
  return lines === '' ? [] : lines.split('\n');
}
