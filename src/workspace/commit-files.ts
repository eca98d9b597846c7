/** Files as a commit has them, for the way back. Asked for by the person alone: each is a process. */
import { catFile, runGit } from './git-process.js';
import { markBytes } from './saves.js';

/** Milliseconds and bytes for one process. */
const LIMITS = { ms: 10_000, bytes: 4 * 1024 * 1024 };
/** Larger files are left alone. */
const LARGEST = 1024 * 1024;
/** Paths on one command line. */
const AT_ONCE = 200;

export class CommitFiles {
  constructor(private readonly top: string) {}

  /** The files that two commits have not in common; none where that cannot be told. */
  async listChanges(one: string | undefined, other: string | undefined): Promise<string[]> {
    if (one === undefined || other === undefined || one === other) {
      return [];
    }
    const args = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', one, other];
    const outcome = await runGit(this.top, ['--no-optional-locks', ...args], LIMITS);
    return outcome.ok ? outcome.out.split('\0').filter((path) => path !== '') : [];
  }

  /** Those of the paths that the commit has, with their permissions. */
  async find(
    commit: string | undefined,
    paths: readonly string[],
  ): Promise<Map<string, { isLink: boolean; mode: number }>> {
    const found = new Map<string, { isLink: boolean; mode: number }>();
    for (let at = 0; commit !== undefined && at < paths.length; at += AT_ONCE) {
      const args = ['ls-tree', '-z', commit, '--', ...paths.slice(at, at + AT_ONCE)];
      const outcome = await runGit(this.top, ['--literal-pathspecs', ...args], LIMITS);
      for (const line of outcome.ok ? outcome.out.split('\0') : []) {
        // mode, kind, object, a tab and the path
        const [, mode = '', path = ''] = /^(\d{6}) \w+ \w+\t([^]*)$/.exec(line) ?? [];
        if (path !== '') {
          found.set(path, {
            isLink: !mode.startsWith('100'),
            mode: mode === '100755' ? 0o755 : 0o644,
          });
        }
      }
    }
    return found;
  }

  /** As git would write it into the folder, filters and line ends included; undefined where it has none. */
  async read(commit: string | undefined, path: string): Promise<Buffer | undefined> {
    return commit === undefined
      ? undefined
      : catFile(this.top, ['--filters', `${commit}:${path}`], LIMITS);
  }

  /** The mark that the file would have; undefined for one that is too large. */
  async mark(commit: string | undefined, path: string, mode: number): Promise<string | undefined> {
    const content = await this.read(commit, path);
    return content === undefined || content.length > LARGEST ? undefined : markBytes(content, mode);
  }
}
