/** What a call does to files, by content: the same change is the same whether it comes as replacement, patch, here-document or whole write. */
import type { Json, JsonObject, ToolClass } from '../../events.js';
import { findCommand, findPath } from '../tool/tool.js';
import { editsOfCommand } from './command-edits.js';
import { addition, change, wholeContent, type FileEdit } from './file-edit.js';
import { editsOfLineEditor } from './line-editor.js';
import { editsOfPatch, looksLikePatch } from './patch.js';

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
/** The same in words that no agent here uses. */
const oldNames = listNames('old|before|original|find|search|existing|previous');
const newNames = listNames('new|after|updated|replace(?:_?(?:with|by))?|modified|replacement');
const contentNames = /^(?:body|file_?(?:body|data)|full_?(?:text|content))$/i;

function listNames(words: string): RegExp {
  return new RegExp(
    `^(?:${words})(?:_?(?:text|str|string|content|code|lines?|block|snippet|value))?$`,
    'i',
  );
}

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
const moreFileFields = ['fileName', 'file_name', 'filepath', 'uri'] as const;
/** Edits that are read of one call. */
const MOST = 256;
/** Lists of edits within lists. */
const DEEPEST = 3;

/**
 * Empty for calls that edit nothing and for forms that are not known. Relative paths are as the call names them, below the folder to
 * which its command moves.
 * @param shown the file that the answer shows, for calls that edit the file that is open
 */
export function fileEdits(kind: ToolClass, input: JsonObject, shown?: string): FileEdit[] {
  switch (kind) {
    case 'shell':
    case 'test': {
      const command = findCommand(input);
      return command === undefined ? [] : editsOfCommand(command).slice(0, MOST);
    }
    case 'edit':
    case 'write':
    case 'other': {
      const edits: FileEdit[] = [];
      collect(input, undefined, kind, edits, 0);
      if (edits.length === 0 && shown !== undefined) {
        edits.push(...editsOfLineEditor(findCommand(input) ?? '', shown));
      }
      return edits.slice(0, MOST);
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
  const path = bare(findPath(input) ?? readText(input, moreFileFields)) ?? parent;
  const own = replacementIn(input, path) ?? patchIn(input, path) ?? contentIn(input, path, kind);
  if (own !== undefined) {
    edits.push(...own);
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

/** A new text, with the one it replaces where the call says it. */
function replacementIn(input: JsonObject, path: string | undefined): FileEdit[] | undefined {
  const after = readText(input, newFields, newNames);
  if (path === undefined || after === undefined) {
    return undefined;
  }
  const cell = input['cell_id'] ?? input['cell_number'] ?? input['cell_index'];
  if (typeof cell === 'string' || typeof cell === 'number') {
    const edit = wholeContent(`${path}#${cell}`, input['edit_mode'] === 'delete' ? '' : after);
    return [{ ...edit, whole: input['edit_mode'] !== 'insert' }];
  }
  const before = readText(input, oldFields, oldNames);
  switch (before) {
    case undefined:
      return [addition(path, after, findLine(input))];
    // an editor that replaces the empty text creates a new file
    case '':
      return [wholeContent(path, after)];
    default:
      return [change(path, before, after)];
  }
}

function patchIn(input: JsonObject, path: string | undefined): FileEdit[] | undefined {
  for (const field of patchFields) {
    const text = input[field];
    if (typeof text === 'string' && looksLikePatch(text)) {
      return editsOfPatch(text, path);
    }
  }
  return undefined;
}

/** A whole content, a text for a line, or a text that goes without another one in its place. */
function contentIn(
  input: JsonObject,
  path: string | undefined,
  kind: ToolClass,
): FileEdit[] | undefined {
  if (path === undefined) {
    return undefined;
  }
  const before = readText(input, oldFields, oldNames);
  const content = readText(input, kind === 'other' ? sureFields : contentFields, contentNames);
  if (before !== undefined && (content !== undefined || kind === 'edit')) {
    return [change(path, before, content ?? '')];
  }
  if (content === undefined) {
    return undefined;
  }
  const line = findLine(input);
  return [line === undefined ? wholeContent(path, content) : addition(path, content, line)];
}

function findLine(input: JsonObject): string | undefined {
  for (const field of lineFields) {
    const value = input[field];
    if (typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))) {
      return `line ${value}`;
    }
  }
  return undefined;
}

function readText(
  input: JsonObject,
  fields: readonly string[],
  names?: RegExp,
): string | undefined {
  for (const field of fields) {
    const value = input[field];
    if (typeof value === 'string') {
      return value;
    }
  }
  const named = names && Object.entries(input).find(([name]) => names.test(name))?.[1];
  return typeof named === 'string' ? named : undefined;
}

function bare(path: string | undefined): string | undefined {
  return path?.startsWith('./') === true ? path.slice(2) : path;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
