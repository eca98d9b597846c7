/** What a call does to files, by content: the same change is the same whether it comes as replacement, patch, here-document or whole write. */
import type { Json, JsonObject, ToolClass } from '../../events.js';
import { natureOf } from '../command/command.js';
import { below } from '../command/file-range.js';
import { change, wholeContent, type FileEdit } from './file-edit.js';
import { editsOfPatch } from './patch.js';
import { programOf } from '../command/segment.js';
import { commandOf, pathOf } from '../tool.js';

export { samePlace, type FileEdit } from './file-edit.js';

const oldFields = [
  'old_string',
  'old_str',
  'oldText',
  'oldString',
  'old_text',
  'search',
  'old',
  'old_content',
  'oldStr',
  'target',
] as const;
const newFields = [
  'new_string',
  'new_str',
  'newText',
  'newString',
  'new_text',
  'replace',
  'new',
  'new_content',
  'newStr',
  'replacement',
  'insert_text',
  'new_source',
  'code_edit',
] as const;
const sureFields = ['content', 'file_text', 'contents', 'file_content'] as const;
const contentFields = [...sureFields, 'text', 'source', 'code'] as const;
const lineFields = [
  'insert_line',
  'line',
  'line_number',
  'start_line',
  'startLine',
  'line_start',
  'start',
  'offset',
] as const;
const patchFields = [
  'patch',
  'patchText',
  'patch_text',
  'diff',
  'input',
  'unified_diff',
  'content',
] as const;
const listFields = [
  'edits',
  'replacements',
  'edit',
  'changes',
  'operations',
  'files',
  'file',
  'diff',
] as const;
/** Cut from a call with more of them. */
const MOST = 256;
const DEEPEST = 3;

/**
 * Empty for calls that edit nothing and for forms that are not known. Relative paths are as the call names them, below the folder to
 * which its command moves.
 */
export function fileEdits(kind: ToolClass, _tool: string, input: JsonObject): FileEdit[] {
  switch (kind) {
    case 'shell':
    case 'test': {
      const command = commandOf(input);
      return command === undefined ? [] : editsOfCommand(command);
    }
    case 'edit':
    case 'write':
    case 'other': {
      const edits: FileEdit[] = [];
      collect(input, undefined, kind, edits, 0);
      return edits.length > MOST ? edits.slice(0, MOST) : edits;
    }
    case 'read':
    case 'search':
    case 'todo':
    case 'task':
    case 'poll':
    case 'web':
    case 'ask':
      return [];
  }
}

function collect(
  input: JsonObject,
  parent: string | undefined,
  kind: ToolClass,
  edits: FileEdit[],
  depth: number,
): void {
  if (edits.length >= MOST || depth > DEEPEST) {
    return;
  }
  const path =
    bare(pathOf(input) ?? textOf(input, ['fileName', 'file_name', 'filepath', 'uri'])) ?? parent;
  const before = textOf(input, oldFields);
  const after = textOf(input, newFields);
  if (path !== undefined && after !== undefined) {
    edits.push(pairEdit(input, path, before, after));
    return;
  }
  for (const field of patchFields) {
    const text = input[field];
    if (typeof text === 'string' && looksLikePatch(text)) {
      edits.push(...editsOfPatch(text, path));
      return;
    }
  }
  const content = textOf(input, kind === 'other' ? sureFields : contentFields);
  // an editor's replacement without a new text takes the old one out
  if (path !== undefined && before !== undefined && (content !== undefined || kind === 'edit')) {
    edits.push(change(path, before, content ?? ''));
    return;
  }
  if (path !== undefined && content !== undefined) {
    const line = lineOf(input);
    edits.push(
      line === undefined
        ? wholeContent(path, content)
        : { ...change(path, '', content), before: undefined, above: line },
    );
    return;
  }
  for (const field of listFields) {
    const items = input[field];
    for (const item of Array.isArray(items) ? items.slice(0, MOST) : [items]) {
      if (isObject(item)) {
        collect(item, path, kind, edits, depth + 1);
      }
    }
  }
}

function pairEdit(
  input: JsonObject,
  path: string,
  before: string | undefined,
  after: string,
): FileEdit {
  const cell = input['cell_id'] ?? input['cell_number'] ?? input['cell_index'];
  if (typeof cell === 'string' || typeof cell === 'number') {
    const edit = wholeContent(`${path}#${cell}`, input['edit_mode'] === 'delete' ? '' : after);
    return { ...edit, whole: input['edit_mode'] !== 'insert' };
  }
  // an empty text is replaced by an editor that makes a new file of it
  if (before === '') {
    return wholeContent(path, after);
  }
  if (before !== undefined) {
    return change(path, before, after);
  }
  return { ...change(path, '', after), above: lineOf(input), before: undefined };
}

function editsOfCommand(command: string): FileEdit[] {
  const { writes, patches, segments, folder } = natureOf(command);
  const edits: FileEdit[] = [];
  for (const { path, content, appends } of writes) {
    edits.push(
      appends ? { ...change(path, '', content), before: undefined } : wholeContent(path, content),
    );
  }
  for (const patch of patches) {
    edits.push(
      ...editsOfPatch(patch, undefined).map((edit) => ({
        ...edit,
        path: below(folder, edit.path),
      })),
    );
  }
  for (const { kind, words } of segments) {
    if (kind === 'change' && editors.has(programOf(words))) {
      edits.push(...editsOfScript(words, folder));
    }
  }
  // a variable or a substitution may name another file each time
  const named = edits.some(isUnnamed) ? edits.filter((edit) => !isUnnamed(edit)) : edits;
  return named.length > MOST ? named.slice(0, MOST) : named;
}

function isUnnamed({ path }: FileEdit): boolean {
  return /[$`]/.test(path);
}

/** Stream editors that change files in place. */
const editors = new Set(['sed', 'gsed', 'perl']);

/** `sed -i s/a/b/ f`, `perl -pi -e s/a/b/ f` and `sed -i '5a\ text' f`; of other scripts only which files they change. */
function editsOfScript(words: readonly string[], folder: string | undefined): FileEdit[] {
  const scripts: string[] = [];
  const files: string[] = [];
  for (let i = 1; i < words.length; i++) {
    const word = words[i] ?? '';
    if (/^-[a-zA-Z0-9]*e$|^--expression$/.test(word)) {
      scripts.push(words[(i += 1)] ?? '');
      continue;
    }
    if (word !== '' && !word.startsWith('-')) {
      files.push(word);
    }
  }
  if (scripts.length === 0) {
    scripts.push(files.shift() ?? '');
  }
  const found = scripts.map((script) => substitution(script) ?? insertion(script));
  // words between backticks are a command
  if (files.some((file) => file.includes('`'))) {
    return [];
  }
  const isKnown = found.every((edit) => edit !== undefined);
  return files.flatMap((file) =>
    isKnown
      ? found.map((edit) => ({ ...edit, path: below(folder, file) }))
      : { path: below(folder, file), whole: false },
  );
}

function substitution(script: string): FileEdit | undefined {
  const [, address, separator = ''] = /^([\d,$]*)s([^\w\s\\])/.exec(script) ?? [];
  if (address === undefined) {
    return undefined;
  }
  const parts: string[] = [];
  let part = '';
  for (let i = address.length + 2; i < script.length; i++) {
    const unit = script[i] ?? '';
    if (unit === separator) {
      parts.push(part);
      part = '';
    } else if (unit === '\\') {
      const escaped = script[(i += 1)] ?? '';
      part += escaped === separator ? escaped : `\\${escaped}`;
    } else {
      part += unit;
    }
  }
  const [before, after, ...more] = parts;
  if (
    before === undefined ||
    after === undefined ||
    more.length > 0 ||
    !/^[gIipmMsxe\d]*$/.test(part)
  ) {
    return undefined;
  }
  return { ...change('', before, after), ...(address === '' ? {} : { above: address }) };
}

/** `a` and `i` add lines, `c` puts them in place of others. */
function insertion(script: string): FileEdit | undefined {
  const [, address, verb, text] =
    /^(\d[\d,$]*|\$|\/[^/]*\/) ?([aic])(?:\\\n?|\s)\s*(\S[\s\S]*)$/.exec(script) ?? [];
  if (text === undefined) {
    return undefined;
  }
  const edit = change('', '', text);
  return { ...edit, before: verb === 'c' ? undefined : edit.before, above: address };
}

function looksLikePatch(text: string): boolean {
  const head = text.slice(0, 4000);
  return (
    head.includes('*** Begin Patch') ||
    head.includes('*** Update File: ') ||
    /^(?:[<-]{5,} ?SEARCH\b|@@ |\+\+\+ \S)/m.test(head)
  );
}

function lineOf(input: JsonObject): string | undefined {
  for (const field of lineFields) {
    const value = input[field];
    if (typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))) {
      return `line ${value}`;
    }
  }
  return undefined;
}

function textOf(input: JsonObject, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const value = input[field];
    if (typeof value === 'string') {
      return value;
    }
  }
  return undefined;
}

function bare(path: string | undefined): string | undefined {
  return path?.startsWith('./') === true ? path.slice(2) : path;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
