/**
 * What an answer has from the call, and the next call from the answer. An answer shows the call's text whole or cut, re-indented,
 * escaped, numbered, as a diff.
 */
import type { Json, JsonObject } from '../../events.js';

/** Fields of commands: what a script prints is its answer, though its text holds the words. */
const commands = /^(?:command|cmd|script|code)$/;
/** Characters of a text from which on it is more than a name, and how many of it are compared. */
const [SHORTEST, COMPARED] = [20, 16_000];
/** Characters of a line without white space that cannot be equal by chance. */
const TELLING = 8;
const DEEPEST = 4;

/** Where a part of a diff belongs. */
const place = /^(?:@@ .*@@|(?:---|\+\+\+) \S+$)/;
/** Line numbers, marks of a diff or a quotation. */
const marks = /^\s*\d+\s*[\t|:→]\s?|^\s*[-+>|]+\s?/;
const cuts = /\.{3}|…|\[…\]|<\.\.\.>/;
const brackets = /^[[\]]+|[[\]]+$/g;

/** The lines that are not the call's own; all if none is left. */
export function withoutEchoedLines(lines: readonly string[], input: JsonObject): string[] {
  const written = writtenIn(input);
  if (written === '') {
    return [...lines];
  }
  const rest: string[] = [];
  let inside = false;
  for (const line of lines) {
    const bare = squeezed(line.replace(marks, ''));
    inside =
      place.test(line) ||
      (bare.length < TELLING ? inside && !/[a-z]{3} /i.test(line) : appearsIn(bare, written));
    if (!inside) {
      rest.push(line);
    }
  }
  return rest.length === 0 ? [...lines] : rest;
}

function appearsIn(line: string, written: string): boolean {
  return cuts.test(line)
    ? line.split(cuts).every((part) => isHeld(part, written))
    : isHeld(line, written);
}

function isHeld(part: string, written: string): boolean {
  return part === '' || written.includes(part) || written.includes(part.replace(brackets, ''));
}

/** Characters of a piece of help that cannot be written by chance, and the most pieces that are kept. */
const [PIECE, MOST_PIECES, LONGEST_HELP] = [20, 32, 8000];

/** What a rejection tells of its own: lines and quoted texts that the call did not write. */
export function helpIn(output: string, input: JsonObject): string[] {
  const written = writtenIn(input);
  const pieces = output
    .slice(0, LONGEST_HELP)
    .split(/\n|\\*"/)
    .map(squeezed)
    .filter((piece) => piece.length >= PIECE && !written.includes(piece));
  return [...new Set(pieces)].slice(0, MOST_PIECES);
}

/** Whether the call writes what the help said. */
export function takesUp(input: JsonObject, help: readonly string[]): boolean {
  const written = help.length === 0 ? '' : writtenIn(input);
  return help.some((piece) => written.includes(piece));
}

/** Texts of the call, without what quoting changes. */
function writtenIn(input: JsonObject): string {
  let text = '';
  const add = (value: Json | undefined, depth: number): void => {
    if (typeof value === 'string') {
      text += value.length < SHORTEST ? '' : ` ${squeezed(value.slice(0, COMPARED))}`;
    } else if (value !== null && typeof value === 'object' && depth < DEEPEST) {
      for (const item of Object.values(value)) {
        add(item, depth + 1);
      }
    }
  };
  for (const [name, value] of Object.entries(input)) {
    if (!commands.test(name)) {
      add(value, 0);
    }
  }
  return text;
}

/** Without white space, quotes and escapes. */
function squeezed(text: string): string {
  const bare = text.includes('\\') ? text.replace(/\\+[nrt]/g, '') : text;
  return bare.replace(/[\s\\"'`]+/g, '');
}
