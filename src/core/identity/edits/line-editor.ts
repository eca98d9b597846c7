/** Edits in the words of an editor that has one file open: lines by their numbers, or one quoted text in place of another. */
import { addition, change, wholeContent, type FileEdit } from './file-edit.js';

/** `edit 12:15`, `insert 12`, and the lines that are put there. */
const ofLines = /^\s*(edit|insert)[ \t]+(\d+)(?::(\d+))?[ \t]*\n([\s\S]*?)\n?(?:end_of_\w+\s*)?$/;
const created = /^\s*create[ \t]+\S/;
const quoted = /^\s*(?:"((?:[^"\\]|\\[\s\S])*)"|'((?:[^']|'\\'')*)')/;

interface EditorText {
  /** Undefined where the command does not say what it replaces. */
  before: string | undefined;
  after: string;
  place: string | undefined;
}

/** Undefined for anything else. */
export function textOfLineEditor(command: string): EditorText | undefined {
  const [, , from, to, text] = ofLines.exec(command) ?? [];
  if (from !== undefined && text !== undefined) {
    return { before: undefined, after: text, place: `line ${from}:${to ?? ''}` };
  }
  const [before, after] = quotedTexts(command);
  return before === undefined || after === undefined
    ? undefined
    : { before, after, place: undefined };
}

/** Empty for anything else. @param path the open file */
export function editsOfLineEditor(command: string, path: string): FileEdit[] {
  const text = textOfLineEditor(command);
  if (text === undefined) {
    return created.test(command) ? [wholeContent(path, '')] : [];
  }
  const { before, after, place } = text;
  if (before !== undefined) {
    return [change(path, before, after)];
  }
  return after.trim() === '' ? [{ path, whole: false }] : [addition(path, after, place)];
}

/** The texts of `edit "before" "after"`; none for anything else. */
function quotedTexts(command: string): string[] {
  const verb = /^\s*edit(?=[ \t]+["'])/.exec(command)?.[0];
  const texts: string[] = [];
  let rest = verb === undefined ? '' : command.slice(verb.length);
  for (let match = quoted.exec(rest); match !== null; match = quoted.exec(rest)) {
    texts.push(match[1]?.replace(/\\(["\\$`])/g, '$1') ?? match[2]?.replaceAll(`'\\''`, "'") ?? '');
    rest = rest.slice(match[0].length);
  }
  return texts;
}
