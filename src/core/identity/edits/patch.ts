/** Patches as texts: those of `apply_patch`, unified diffs, and blocks of SEARCH and REPLACE. */
import { change, wholeContent, type FileEdit } from './file-edit.js';

const MOST_LINES = 20_000;
const MOST_EDITS = 256;

/** Where a hunk of `apply_patch` begins or ends. */
const hunkLine = /^(?:\*\*\* |@@)/;
const fileLine = /^\*\*\* (Update|Add|Delete) File: (.+)$/;
const searchLine = /^[<-]{5,} ?SEARCH>?\s*$/;
const replaceLine = /^[>+]{5,} ?REPLACE\s*$/;

/** The part of a hunk read so far. */
interface Hunk {
  old: string[];
  put: string[];
  changed: boolean;
  /** A line of `old` begins a conflict of git. */
  conflicts?: boolean;
}

/** @param path the file that the call names, for patches that name none */
export function editsOfPatch(text: string, path: string | undefined): FileEdit[] {
  const lines = text
    .split('\n', MOST_LINES)
    .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  return lines.some((line) => searchLine.test(line))
    ? editsOfBlocks(lines, path)
    : editsOfHunks(lines.some((line) => fileLine.test(line)) ? addSigns(lines) : lines, path);
}

/** Each line of a hunk has a sign. Other diffs than those of `apply_patch` have text of other kinds between their hunks. */
function addSigns(lines: readonly string[]): string[] {
  const signed: string[] = [];
  let hunk: string[] = [];
  for (const line of lines) {
    if (hunkLine.test(line)) {
      signed.push(...addMissingSigns(hunk), line);
      hunk = [];
    } else {
      hunk.push(line);
    }
  }
  return [...signed, ...addMissingSigns(hunk)];
}

/**
 * A model may sign only the first line of a text that goes and of one that comes, and a lenient program takes the patch all
 * the same. A line of no sign shows it: then the lines of a text that happen to begin with a blank belong to it, too.
 */
function addMissingSigns(hunk: readonly string[]): readonly string[] {
  if (!hunk.some((line) => /^[^ +\-\\]/.test(line))) {
    return hunk;
  }
  let sign = '';
  return hunk.map((line) => {
    const [own] = /^[+-]/.exec(line) ?? [];
    sign = own ?? sign;
    return own === undefined ? sign + line : line;
  });
}

function editsOfHunks(lines: readonly string[], named: string | undefined): FileEdit[] {
  const edits: FileEdit[] = [];
  let path = named;
  let isNew = false;
  let hunk: Hunk = { old: [], put: [], changed: false };
  const close = (): void => {
    if (hunk.changed && path !== undefined && edits.length < MOST_EDITS) {
      edits.push(
        isNew
          ? wholeContent(path, hunk.put.join('\n'))
          : change(path, hunk.old.join('\n'), hunk.put.join('\n')),
      );
    }
    hunk = { old: [], put: [], changed: false };
  };
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const next = lines[i + 1] ?? '';
    const [, verb, file] = fileLine.exec(line) ?? [];
    if (file !== undefined) {
      close();
      [path, isNew] = [verb === 'Delete' ? undefined : file.trim(), verb === 'Add'];
    } else if (line.startsWith('--- ') && next.startsWith('+++ ')) {
      close();
      isNew = line.startsWith('--- /dev/null');
      path = pathOfHeader(next) ?? named;
      i += 1;
    } else if (
      line.startsWith('@@') ||
      line.startsWith('*** ') ||
      line.startsWith('diff --git ') ||
      line.startsWith('\\ No newline')
    ) {
      if (!line.startsWith('\\')) {
        close();
      }
    } else if (line.startsWith('-')) {
      hunk.old.push(line.slice(1));
      hunk.changed = true;
    } else if (line.startsWith('+')) {
      hunk.put.push(line.slice(1));
      hunk.changed = true;
    } else if (line.startsWith(' ') || line === '') {
      hunk.old.push(line.slice(1));
      hunk.put.push(line.slice(1));
    }
  }
  close();
  return edits;
}

/** The path of `+++ b/src/f.ts<tab>date`; undefined for a file that is deleted. */
function pathOfHeader(line: string): string | undefined {
  const path = line.slice(4).split('\t', 1)[0]?.trim().replace(/^b\//, '');
  return path === undefined || path === '' || path === '/dev/null' ? undefined : path;
}

function editsOfBlocks(lines: readonly string[], path: string | undefined): FileEdit[] {
  const edits: FileEdit[] = [];
  let block: Hunk | undefined;
  for (const line of lines) {
    if (searchLine.test(line)) {
      block = { old: [], put: [], changed: false };
    } else if (block === undefined) {
      continue;
    } else if (replaceLine.test(line)) {
      if (path !== undefined && edits.length < MOST_EDITS) {
        edits.push(change(path, block.old.join('\n'), block.put.join('\n')));
      }
      block = undefined;
    } else if (/^={5,}\s*$/.test(line)) {
      divide(block, line);
    } else if (block.changed) {
      block.put.push(line);
    } else if (/^-{5,}\s*$/.test(line)) {
      block.old = []; // locates the block; not the text it replaces
    } else {
      block.old.push(line);
      block.conflicts ||= conflict.test(line);
    }
  }
  return edits;
}

const conflict = /^<{7}(?: |$)/;

/** A text that holds a conflict of git has such a line of its own: the last one ends it. */
function divide(block: Hunk, line: string): void {
  if (!block.changed) {
    block.changed = true;
  } else if (block.conflicts === true) {
    block.old.push(line, ...block.put);
    block.put = [];
  } else {
    block.put.push(line);
  }
}

export function looksLikePatch(text: string): boolean {
  const head = text.slice(0, 4000);
  return (
    head.includes('*** Begin Patch') ||
    head.includes('*** Update File: ') ||
    /^(?:[<-]{5,} ?SEARCH\b|@@ |\+\+\+ \S)/m.test(head)
  );
}
