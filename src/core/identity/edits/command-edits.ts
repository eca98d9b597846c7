/** What shell commands do to files: redirected texts, patches, and the scripts of stream editors. */
import { classifyCommand } from '../command/command.js';
import { below } from '../command/file-range.js';
import { findProgram } from '../command/segment.js';
import {
  addition,
  change,
  isPattern,
  patternChange,
  wholeContent,
  type FileEdit,
} from './file-edit.js';
import { editsOfPatch } from './patch.js';
import { editsOfScript } from './script-edits.js';

export function editsOfCommand(command: string): FileEdit[] {
  const { writes, patches, scripts, segments, folder } = classifyCommand(command);
  const edits: FileEdit[] = [];
  for (const { path, content, appends } of writes) {
    edits.push(appends ? addition(path, content) : wholeContent(path, content));
  }
  for (const patch of patches) {
    for (const edit of editsOfPatch(patch, undefined)) {
      edits.push({ ...edit, path: below(folder, edit.path) });
    }
  }
  for (const script of scripts) {
    for (const edit of editsOfScript(script)) {
      edits.push({ ...edit, path: below(folder, edit.path) });
    }
  }
  for (const { kind, words } of segments) {
    if (kind === 'change' && editors.has(findProgram(words))) {
      edits.push(...editsOfEditor(words, folder));
    }
  }
  // a variable or a substitution may stand for another file each time
  return edits.some(isUnnamed) ? edits.filter((edit) => !isUnnamed(edit)) : edits;
}

function isUnnamed({ path }: FileEdit): boolean {
  return /[$`]/.test(path);
}

/** Stream editors that change files in place. */
const editors = new Set(['sed', 'gsed', 'perl']);

/** `sed -i s/a/b/ f`, `perl -pi -e s/a/b/ f` and `sed -i '5a\ text' f`. Of other scripts only the files are known. */
function editsOfEditor(words: readonly string[], folder: string | undefined): FileEdit[] {
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
  const edit = isPattern(before)
    ? patternChange('', before, withoutEscapes(after))
    : change('', withoutEscapes(before), withoutEscapes(after));
  return { ...edit, mayMiss: true, ...(address !== '' && { line: address }) };
}

/** What an escaped mark means: most patterns are meant as plain texts. */
function withoutEscapes(text: string): string {
  return text.replace(/\\([[\]./*^$&"'])/g, '$1');
}

/** `a` and `i` add lines, `c` replaces others. */
function insertion(script: string): FileEdit | undefined {
  const [, address, verb, text] =
    /^(\d[\d,$]*|\$|\/[^/]*\/) ?([aic])(?:\\\n?|\s)\s*(\S[\s\S]*)$/.exec(script) ?? [];
  if (text === undefined) {
    return undefined;
  }
  const lines = text.replace(/\\\n/g, '\n').replace(/\\n/g, '\n');
  const edit = verb === 'c' ? addition('', lines) : change('', '', lines);
  return address === undefined ? edit : { ...edit, line: address };
}
