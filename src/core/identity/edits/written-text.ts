/** The texts that a call puts into files, and those that it replaces. */
import type { Json, JsonObject, ToolClass } from '../../events.js';
import { classifyCommand } from '../command/command.js';
import { findCommand } from '../tool/tool.js';
import { textOfLineEditor } from './line-editor.js';
import { countPrints } from './printing.js';

export interface WrittenText {
  /** At most `LONGEST` characters. */
  put: string;
  replaced: string;
}

const LONGEST = 8192;
const DEEPEST = 4;
const replacedName = /^(?:old|search|find|before|target$|original)/i;
const noText = /path|^file(?:_?name)?$|^command$|^id$|description|instruction|explanation/i;

/** What a call changes and what it writes are asked one after the other. */
let newest: { input: JsonObject; written: WrittenText | undefined } | undefined;

/** Undefined for a call that writes nothing. */
export function writtenText(kind: ToolClass, input: JsonObject): WrittenText | undefined {
  if (newest?.input !== input) {
    newest = { input, written: readWritten(kind, input) };
  }
  return newest.written;
}

function readWritten(kind: ToolClass, input: JsonObject): WrittenText | undefined {
  const command = kind === 'shell' ? findCommand(input) : undefined;
  if (command !== undefined) {
    return writtenByCommand(command);
  }
  if (kind !== 'edit' && kind !== 'write' && kind !== 'other') {
    return undefined;
  }
  const written = { put: '', replaced: '' };
  collect(input, '', written, 0);
  const editor = written.put === '' ? textOfLineEditor(findCommand(input) ?? '') : undefined;
  if (editor !== undefined) {
    add(written, 'put', editor.after);
    add(written, 'replaced', editor.before ?? '');
  }
  return written.put === '' ? undefined : written;
}

function writtenByCommand(command: string): WrittenText | undefined {
  const { kind, writes } = classifyCommand(command);
  if (kind !== 'change' && writes.length === 0) {
    return undefined;
  }
  // a stream editor writes a line's end as `\n`, and text after `12a\`
  return {
    put: command.slice(0, LONGEST).replace(/\\{1,4}n|\b\d*[aic]\\{1,4}\s*/g, '\n'),
    replaced: '',
  };
}

const substitution = /(?<![\w/])s([/|#,@])((?:\\.|(?!\1).){1,400})\1((?:\\.|(?!\1).){0,400})\1/g;
const replacement =
  /\.replace\(\s*(["'])((?:\\.|(?!\1).){1,400})\1\s*,\s*(["'])((?:\\.|(?!\3).){0,400})\3/g;

/** What the substitutions in a command replace, and by what. */
export function substituted(command: string): WrittenText {
  const written = { put: '', replaced: '' };
  const text = command.slice(0, LONGEST);
  for (const [, , replaced = '', put = ''] of text.matchAll(substitution)) {
    add(written, 'replaced', replaced.replace(/\\(?=\W)/g, ''));
    add(written, 'put', put.replace(/\\(?=\W)/g, ''));
  }
  for (const [, , replaced = '', , put = ''] of text.matchAll(replacement)) {
    add(written, 'replaced', replaced);
    add(written, 'put', put);
  }
  return written;
}

function collect(value: Json, name: string, written: WrittenText, depth: number): void {
  if (typeof value === 'string') {
    if (replacedName.test(name)) {
      add(written, 'replaced', value);
    } else if (!noText.test(name)) {
      addText(written, value);
    }
    return;
  }
  if (typeof value !== 'object' || value === null || depth > DEEPEST) {
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    collect(item, Array.isArray(value) ? name : key, written, depth + 1);
  }
}

function add(written: WrittenText, side: keyof WrittenText, text: string): void {
  const room = LONGEST - written[side].length;
  if (room > 0) {
    written[side] += `${text.slice(0, room)}\n`;
  }
}

const diff = /^(?:\*\*\* |@@|diff --git |--- |-{5,} SEARCH|<{5,} SEARCH)/m;

/** A patch holds both sides; any other text is put as it is. */
function addText(written: WrittenText, text: string): void {
  if (!diff.test(text)) {
    add(written, 'put', text);
    return;
  }
  let block: keyof WrittenText | undefined;
  for (const line of text.slice(0, 2 * LONGEST).split('\n')) {
    if (/^[-<]{5,} SEARCH/.test(line)) {
      block = 'replaced';
    } else if (block !== undefined && /^={5,}$/.test(line)) {
      block = 'put';
    } else if (/^[+>]{5,} REPLACE/.test(line)) {
      block = undefined;
    } else if (block !== undefined) {
      add(written, block, line);
    } else if (line.startsWith('+') || line.startsWith('-')) {
      add(written, line.startsWith('+') ? 'put' : 'replaced', line.slice(1));
    }
  }
}

/** Whether prints were added. */
export function addsPrints({ put, replaced }: WrittenText): boolean {
  const prints = countPrints(put);
  return prints > 0 && prints > countPrints(replaced);
}

/** The lines that were not in what was replaced. */
export function freshIn({ put, replaced }: WrittenText): string {
  if (replaced === '') {
    return put;
  }
  const before = new Set(replaced.split('\n').map((line) => line.trim()));
  return put
    .split('\n')
    .filter((line) => !before.has(line.trim()))
    .join('\n');
}
