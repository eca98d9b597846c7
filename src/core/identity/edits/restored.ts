/** Commands that return files to a state from before the edits: version control, or a copy made earlier. */
import { classifyCommand } from '../command/command.js';
import { below } from '../command/file-range.js';
import { findProgram } from '../command/segment.js';

export interface Restored {
  /** Undefined: all files. */
  paths: string[] | undefined;
  /** The state from before comes back first, and edits of the same command are made to it. */
  first: boolean;
}

/** Undefined for commands that restore nothing. */
export function restoredBy(command: string): Restored | undefined {
  if (!restoring.test(command)) {
    return undefined;
  }
  const { segments, folder } = classifyCommand(command);
  const paths: string[] = [];
  let at = -1;
  for (let i = 0; i < segments.length; i++) {
    const words = segments[i]?.words ?? [];
    const found = restoredIn(words);
    if (found === undefined) {
      continue;
    }
    at = at < 0 ? i : at;
    if (found === 'all') {
      return { paths: undefined, first: isFirst(segments, at) };
    }
    paths.push(...found.map((path) => below(folder, path)));
  }
  return at < 0 ? undefined : { paths, first: isFirst(segments, at) };
}

const restoring = /\b(?:git|svn|hg|cp|mv)\b/;

function isFirst(segments: readonly { words: readonly string[] }[], at: number): boolean {
  return segments.slice(0, at).every(({ words }) => findProgram(words) === 'cd');
}

function restoredIn(words: readonly string[]): string[] | 'all' | undefined {
  const program = findProgram(words);
  switch (program) {
    case 'git':
      return restoredByGit(words);
    case 'svn':
    case 'hg':
      return words[1] === 'revert' ? named(words.slice(2)) : undefined;
    case 'cp':
    case 'mv': {
      const [from = '', to = '', ...more] = words.slice(1).filter((word) => !word.startsWith('-'));
      return more.length === 0 && copies(from, to) ? [to] : undefined;
    }
    default:
      return undefined;
  }
}

/** Git's options that come before its command and take a value. */
const withValue = new Set(['-C', '-c', '--git-dir', '--work-tree']);

function restoredByGit(words: readonly string[]): string[] | 'all' | undefined {
  let at = 1;
  while (words[at]?.startsWith('-') === true) {
    at += withValue.has(words[at] ?? '') ? 2 : 1;
  }
  const rest = words.slice(at + 1);
  switch (words[at]) {
    case 'checkout':
      return rest.some((word) => /^(?:-[bB]|--orphan|--track)$/.test(word))
        ? undefined
        : named(rest);
    case 'restore':
      return rest.includes('--staged') && !rest.includes('--worktree') ? undefined : named(rest);
    case 'stash':
      return rest[0] === undefined ||
        rest[0] === 'push' ||
        rest[0] === 'save' ||
        rest[0].startsWith('-')
        ? 'all'
        : undefined;
    case 'reset':
      return rest.includes('--hard') ? 'all' : undefined;
    default:
      return undefined;
  }
}

/** The paths among the words; a branch among them is no path that was edited. */
function named(words: readonly string[]): string[] | 'all' {
  const paths = words.filter((word) => !word.startsWith('-'));
  const everything =
    words.includes('--all') || paths.some((path) => /^(?:\.\/?|:\/|\*)$|\/$/.test(path));
  return everything ? 'all' : paths;
}

/** `f.py.orig`, `f.py.bak`, `f.py~` for `f.py`. */
function copies(from: string, to: string): boolean {
  return to !== '' && from.startsWith(to) && /^(?:[.~_-]\w*|~)$/.test(from.slice(to.length));
}
