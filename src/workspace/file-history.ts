/**
 * What the files of one working tree held over time, as looks at it have seen them: by content, with the time of the change that the
 * file system tells. A file that no look has seen differ from the commit is as the commit has it. Pure.
 */
import { MISSING, type ContentMark } from './saves.js';
import type { SeenTree } from './git.js';

/** `mark`: see ContentMark; absent where the file is as `commit` has it, which may be not at all. */
export interface FileState {
  mark?: string;
  mode?: number | undefined;
  commit?: string | undefined;
}

/** When something changed: between two times, the same where that is known (milliseconds since the epoch). */
export interface ChangeTime {
  since: number;
  at: number;
}

export interface FileVersion extends FileState {
  mark: string;
  /** It holds from then on. */
  from: number;
  changed: ChangeTime;
}

interface CheckedOut {
  commit: string | undefined;
  from: number;
  changed: ChangeTime;
}

export interface ChangedFile {
  /** From the top, with `/`. */
  path: string;
  before: FileState;
  now: FileVersion;
  /** What it held since, oldest first. */
  since: FileVersion[];
}

const MOST_VERSIONS = 20_000;

export class FileHistory {
  /** Oldest first. */
  private readonly files = new Map<string, FileVersion[]>();
  private commits: CheckedOut[] = [];
  private versions = 0;
  /** Start of the newest look. */
  private lookedAt: number | undefined;
  /** It goes back so far (milliseconds since the epoch). */
  begins = Infinity;
  top = '';

  take(tree: SeenTree): void {
    if (tree.limited) {
      this.forget();
      return;
    }
    const { began, commit, clean } = tree;
    if (this.lookedAt === undefined || this.versions > MOST_VERSIONS) {
      this.startAt(began);
    }
    this.top = tree.top;
    const since = this.lookedAt ?? began;
    const checkedOut = this.commits.at(-1);
    if (checkedOut === undefined || checkedOut.commit !== commit) {
      this.commits.push({ commit, from: began, changed: { since, at: began } });
    }
    for (const [path, seen] of tree.files) {
      this.takeFile(path, seen, { since, at: began }, clean.has(path) ? commit : undefined);
    }
    this.lookedAt = began;
  }

  /** Files that hold something else than then. */
  changedSince(time: number): ChangedFile[] {
    const commit = this.commitAt(time);
    return [...this.files].flatMap(([path, versions]) => {
      const now = versions.at(-1);
      if (now === undefined || now.from <= time) {
        return [];
      }
      const before = versions.findLast(({ from }) => from <= time) ?? asIn(commit);
      const since = versions.filter(({ from }) => from > time);
      return isSame(before, now) ? [] : [{ path, before, now, since }];
    });
  }

  /** The commits that were checked out since. */
  movesSince(time: number): ChangeTime[] {
    return this.commits.filter(({ from }) => from > time).map(({ changed }) => changed);
  }

  forget(): void {
    this.files.clear();
    this.commits = [];
    this.versions = 0;
    this.lookedAt = undefined;
    this.begins = Infinity;
  }

  commitAt(time: number): string | undefined {
    return this.commits.findLast(({ from }) => from <= time)?.commit;
  }

  /** Only how the files are at last is kept of what was before. */
  private startAt(time: number): void {
    this.begins = time;
    this.versions = this.files.size;
    this.commits = this.commits.slice(-1);
    for (const versions of this.files.values()) {
      versions.splice(0, versions.length - 1);
    }
  }

  private takeFile(
    path: string,
    { mark, mode, changedAt }: ContentMark,
    look: ChangeTime,
    commit: string | undefined,
  ): void {
    const versions = this.files.get(path) ?? [];
    const last = versions.at(-1);
    if (last?.mark === mark && last.mode === mode) {
      last.commit ??= commit;
      return;
    }
    const isGone = mark === MISSING;
    // the look may have begun before the change that it found; calls and their results are told in whole milliseconds
    const at = Math.floor(changedAt ?? look.at);
    versions.push({
      mark,
      mode,
      commit,
      // a look that found it as it was before is older, whatever the file's own times are
      from: Math.max(at, look.since, last?.from ?? 0),
      changed: { since: isGone ? Math.min(look.since, at) : at, at },
    });
    this.files.set(path, versions);
    this.versions += 1;
  }
}

/** Before the first commit, what no look has seen was not there. */
function asIn(commit: string | undefined): FileState {
  return commit === undefined ? { mark: MISSING } : { commit };
}

export function isSame(one: FileState, other: FileState): boolean {
  return one.mark !== undefined && other.mark !== undefined
    ? one.mark === other.mark && one.mode === other.mode
    : one.commit !== undefined && one.commit === other.commit;
}
