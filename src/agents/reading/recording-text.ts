/** Texts of recorded runs: lines without building one huge string, and documents as far as they can be parsed. */
import { printParseErrorCode, visit } from 'jsonc-parser';
import { readErrorMessage } from '../../core/error-words.js';
import type { Skipped } from './recording-format.js';

/** Bytes. No agent writes records this long. */
export const LONGEST_LINE = 16 * 1024 * 1024;
/** Bytes. Longer texts do not fit into one string. */
const LARGEST_DOCUMENT = 384 * 1024 * 1024;
const NEWLINE = 0x0a;

/** One line that is not blank; `text` is absent if it is longer than `LONGEST_LINE`. */
export interface NumberedLine {
  number: number;
  text?: string;
}

/** UTF-8 without a byte order mark. Windows PowerShell writes redirected output as UTF-16. */
export function asUtf8(bytes: Buffer): Buffer {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return Buffer.from(bytes.toString('utf16le', 2));
  }
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** The lines that are not blank, with their 1-based numbers. */
export function* splitLines(bytes: Buffer): Generator<NumberedLine> {
  let number = 0;
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found === -1 ? bytes.length : found;
    number += 1;
    if (end - start > LONGEST_LINE) {
      yield { number };
    } else {
      const text = bytes.toString('utf8', start, end).trimEnd();
      if (text.trimStart() !== '') {
        yield { number, text };
      }
    }
    start = end + 1;
  }
}

/** Whether the text begins like an object or a list. */
export function opensDocument(bytes: Buffer): boolean {
  const first = /\S/.exec(bytes.toString('latin1', 0, 4096))?.[0];
  return (first === '{' || first === '[') && bytes.length <= LARGEST_DOCUMENT;
}

/** The readable part of a broken or truncated document, and where it breaks. */
export function parseBroken(bytes: Buffer): { value: unknown; skipped: Skipped[] } {
  const text = bytes.toString('utf8');
  const root: unknown[] = [];
  const open: (unknown[] | Record<string, unknown>)[] = [];
  const skipped: Skipped[] = [];
  let key = '';
  const add = (value: unknown): void => {
    const into = open.at(-1) ?? root;
    if (Array.isArray(into)) {
      into.push(value);
    } else if (key !== '__proto__') {
      into[key] = value;
    }
  };
  const begin = (value: unknown[] | Record<string, unknown>): void => {
    add(value);
    open.push(value);
  };
  const end = (): void => {
    open.pop();
  };
  try {
    // not `parse`, which builds the same: at activation `visit` is needed anyway
    visit(
      text,
      {
        onObjectBegin: () => {
          begin({});
        },
        onArrayBegin: () => {
          begin([]);
        },
        onObjectEnd: end,
        onArrayEnd: end,
        onObjectProperty: (name) => {
          key = name;
        },
        onLiteralValue: add,
        onError: (error, offset, length) => {
          if (skipped.length > 0) {
            return;
          }
          const reason =
            offset + length >= text.trimEnd().length
              ? 'the document is cut off here'
              : `not JSON (${printParseErrorCode(error)})`;
          skipped.push({ line: lineAt(text, offset), reason });
        },
      },
      { allowTrailingComma: true },
    );
  } catch (error) {
    // nested deeper than the stack
    return {
      value: undefined,
      skipped: [{ line: 0, reason: `not JSON: ${readErrorMessage(error)}` }],
    };
  }
  return { value: root[0], skipped };
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}
