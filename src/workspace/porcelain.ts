/** Reads the output of `git status`. Pure. */
import { createHash } from 'node:crypto';

export interface StatusEntry {
  /** Relative to the repository's top, separated by `/`; ends in `/` for an untracked nested repository. */
  path: string;
  /** Git's fields for it, including the rename source. */
  line: string;
  /** Whether git's line leaves the working tree content open, so that the file itself must be read. */
  unrecorded: boolean;
  untracked: boolean;
  submodule: boolean;
  /** The same entry as porcelain v1 prints it with `-z`. */
  plain: string;
}

export interface Status {
  /** Commit and branch: `(initial)` before the first commit, `(detached)` without a branch. */
  head: string;
  entries: StatusEntry[];
}

/** `git status --porcelain=v2 --branch -z`. Ignores upstream, ahead and behind: a fetch does not change the tree. */
export function parseStatus(out: string): Status {
  const tokens = out.split('\0');
  const head: string[] = [];
  const entries: StatusEntry[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? '';
    switch (token.charAt(0)) {
      case '#':
        if (token.startsWith('# branch.oid ') || token.startsWith('# branch.head ')) {
          head.push(token.slice('# branch.'.length));
        }
        break;
      case '1':
        entries.push(tracked(token, 8));
        break;
      case '2':
        entries.push(tracked(token, 9, tokens[++at] ?? ''));
        break;
      case 'u':
        entries.push(tracked(token, 10));
        break;
      case '?': {
        const path = token.slice(2);
        entries.push({
          path,
          line: token,
          unrecorded: true,
          untracked: true,
          submodule: false,
          plain: `?? ${path}`,
        });
        break;
      }
      default:
        break;
    }
  }
  return { head: head.join('\n'), entries };
}

/** `fields`: number of space-terminated fields before the path. */
function tracked(token: string, fields: number, source?: string): StatusEntry {
  let start = 0;
  for (let field = 0; field < fields; field++) {
    start = token.indexOf(' ', start) + 1;
  }
  const path = token.slice(start);
  const states = token.slice(2, 4);
  const from = source === undefined ? '' : `\0${source}`;
  return {
    path,
    line: `${token}${from}`,
    unrecorded: states.charAt(1) !== '.' || token.startsWith('u'),
    untracked: false,
    submodule: token.charAt(5) === 'S',
    plain: `${states.replaceAll('.', ' ')} ${path}${from}`,
  };
}

/** Whether plain `git status --porcelain` follows from this status: it folds untracked folders into one line, and a setting may hide them. */
export function tellsPlain(status: Status): boolean {
  return status.entries.every((entry) => !entry.untracked && !entry.submodule);
}

/**
 * Changes exactly when the output of plain `git status --porcelain` changes. `modified`: submodules with changes of their own, which
 * this status leaves out.
 */
export function plainHash(status: Status, modified: ReadonlySet<string>): string {
  return hashWith(
    status.entries.map((entry) => entry.plain),
    modified,
  );
}

/** The same, from the output of `git status --porcelain=v1 -z`. */
export function hashPlain(out: string, modified: ReadonlySet<string>): string {
  const tokens = out.split('\0');
  const entries: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? '';
    if (token === '') {
      continue;
    }
    entries.push(/[RC]/.test(token.slice(0, 2)) ? `${token}\0${tokens[++at] ?? ''}` : token);
  }
  return hashWith(entries, modified);
}

/** `entries`: two states, a space and the path, as porcelain v1 prints them. */
function hashWith(entries: readonly string[], modified: ReadonlySet<string>): string {
  const missing = new Set(modified);
  const whole = entries.map((entry) => {
    const [path = ''] = entry.slice(3).split('\0', 1);
    return missing.delete(path) && entry.charAt(1) === ' '
      ? `${entry.charAt(0)}M${entry.slice(2)}`
      : entry;
  });
  return hashPorcelain([...whole, ...[...missing].map((path) => ` M ${path}`)]);
}

/** Short hash of a set of strings, independent of their order. */
export function hashPorcelain(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of [...parts].sort()) {
    hash.update(`${Buffer.byteLength(part)}:`).update(part);
  }
  return hash.digest('base64url').slice(0, 22);
}
