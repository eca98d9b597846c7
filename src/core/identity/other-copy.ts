/** Whether a run used another copy of a file than the one that was edited. */

import { findStem } from './script-name.js';

export interface OtherCopy {
  /** The path that was edited, and the one that ran. */
  edited: string;
  ran: string;
}

/** Words of a text; a path with blanks is not found. */
const words = /[^\s"'`()<>[\]{},;|]{4,400}/g;
const hasExtension = /\.[A-Za-z]{1,5}$/;
const MOST_PATHS = 200;
const LONGEST = 16_384;

/** Folders of installed or built copies: what follows names the file in its project. */
const copies =
  /^(.*?(?:^|\/))(?:(?:site|dist)-packages|build\/lib[\w.-]*|(?:build|dist|target|vendor|out)|eggs?|[\w.-]+\.egg)\/(.+)$/;
/** A package's files, below its own name. */
const packages = /^.*?(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/(.+\/.+)$/;
/** Folders of the machine: a file there that is only called alike is another one. */
const ofMachine =
  /^\/(?:usr|lib\w*|bin|etc|snap|System|Library|nix)\/|\/(?:lib\/python[\d.]+|\.rustup|\.nvm|\.pyenv)\//;

/** What is known of the files that were edited. */
export interface EditedFiles {
  /** The newest path that was edited of a file of this name. */
  editedAs(name: string): { path: string; step: number; fromRoot: boolean } | undefined;
  /** Whether the line came into being with one of the newest edits. */
  isFresh(line: string): boolean;
  /** Two roots of the same folder. */
  alias(root: string, other: string): void;
  areAliases(root: string, other: string): boolean;
}

/**
 * @param output of a run, with a trace
 * @param script the script of the session's own that ran
 * @returns undefined if no trace names another copy, or one names the edited file itself
 */
export function otherCopy(
  output: string,
  script: string | undefined,
  files: EditedFiles,
): OtherCopy | undefined {
  // most outputs name no path
  if (!output.includes('/') && !output.includes('\\')) {
    return undefined;
  }
  const text =
    output.length <= LONGEST
      ? output
      : `${output.slice(0, LONGEST / 2)}\n${output.slice(-LONGEST / 2)}`;
  const copies: (OtherCopy & { step: number })[] = [];
  let paths = 0;
  words.lastIndex = 0;
  for (let match = words.exec(text); match && paths < MOST_PATHS; match = words.exec(text)) {
    const named = pathIn(match[0]);
    if (named === undefined) {
      continue;
    }
    paths += 1;
    const ran = plain(named);
    const edited = files.editedAs(ran.slice(ran.lastIndexOf('/') + 1));
    if (edited === undefined) {
      continue;
    }
    const path = plain(edited.path);
    if (isSame(path, ran)) {
      // the script that ran says nothing of what it loads
      if (findStem(ran) === script) {
        continue;
      }
      return undefined;
    }
    // what the session wrote a moment ago cannot be an older copy: both paths lead to the same file
    if (findStem(ran) === script || files.isFresh(lineAfter(text, words.lastIndex))) {
      files.alias(...roots(path, ran));
    } else if (isCopy(path, ran, edited.fromRoot)) {
      copies.push({ edited: edited.path, ran: named, step: edited.step });
    }
  }
  const [newest] = copies
    .filter(({ edited, ran }) => !files.areAliases(...roots(plain(edited), plain(ran))))
    .sort((one, other) => other.step - one.step);
  return newest && { edited: newest.edited, ran: newest.ran };
}

/** Without the place in the file that follows. */
function pathIn(word: string): string | undefined {
  if (!word.includes('/') && !word.includes('\\')) {
    return undefined;
  }
  const place = word.search(/:\d/);
  const path = (place < 0 ? word : word.slice(0, place)).replace(/^file:\/\/|[:.]$/g, '');
  return hasExtension.test(path) ? path : undefined;
}

/** The line of code that interpreters print below a frame. */
function lineAfter(text: string, at: number): string {
  const start = text.indexOf('\n', at) + 1;
  const end = text.indexOf('\n', start);
  const line = start === 0 ? '' : text.slice(start, end < 0 ? undefined : end).trim();
  return line.length < SHORTEST_LINE ? NO_LINE : line;
}

const SHORTEST_LINE = 8;
/** In no text. */
const NO_LINE = '\0';

/** What is left of two paths without the segments at their ends that are alike. */
function roots(one: string, other: string): [string, string] {
  const [own, others] = [one.split('/'), other.split('/')];
  while (own.length > 0 && others.length > 0 && own.at(-1) === others.at(-1)) {
    own.pop();
    others.pop();
  }
  return [own.join('/'), others.join('/')];
}

function plain(path: string): string {
  const text = path.includes('\\') ? path.replaceAll('\\', '/') : path;
  return text.replace(/^\/\/(?=\/)|^\/private(?=\/(?:tmp|var)\/)|^\.\//, '');
}

/** One of them may be written from another folder. */
function isSame(edited: string, ran: string): boolean {
  if (edited === ran) {
    return true;
  }
  return (
    (!isFromRoot(ran) && edited.endsWith(`/${ran.replace(/^(?:\.\.\/)+/, '')}`)) ||
    (!isFromRoot(edited) && ran.endsWith(`/${edited}`))
  );
}

function isFromRoot(path: string): boolean {
  return path.startsWith('/') || path.startsWith('~') || /^[A-Za-z]:/.test(path);
}

function isCopy(edited: string, ran: string, fromRoot: boolean): boolean {
  const ofPackage = packages.exec(ran)?.[1];
  if (ofPackage !== undefined) {
    return !edited.includes('/node_modules/') && endsWith(edited, ofPackage);
  }
  const [, , tail] = copies.exec(ran) ?? [];
  if (tail !== undefined && copies.exec(edited) === null) {
    return endsWith(edited, tail);
  }
  return (
    fromRoot &&
    isFromRoot(ran) &&
    !ofMachine.test(ran) &&
    !ofMachine.test(edited) &&
    sharesTail(edited, ran)
  );
}

function endsWith(path: string, tail: string): boolean {
  return path === tail || path.endsWith(`/${tail}`);
}

/** The same file in the same folder, below different roots. */
function sharesTail(one: string, other: string): boolean {
  const [file, folder] = one.split('/').reverse();
  const [otherFile, otherFolder] = other.split('/').reverse();
  return file === otherFile && folder !== undefined && folder !== '' && folder === otherFolder;
}
