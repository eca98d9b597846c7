/** The open turns and their agents' folders; finds the turn that a path concerns. */
import { realpath } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { contains, pathKey } from '../../core/paths.js';
import type { Session } from '../../core/turns/session.js';

/** A workspace path as the agent names it. */
export interface TurnFolder {
  /** The folder of an open turn. */
  root: string;
  /** Absolute. */
  path: string;
}

/** A workspace folder that was opened through a symbolic link. */
export interface Link {
  opened: string;
  real: string;
}

/** A killed agent never ends its turn: after this many silent milliseconds it counts as gone. */
export const GONE_MS = 30 * 60_000;

/** What a call wrote may be seen this many milliseconds after its turn has ended. */
export const SEEN_LATE_MS = 2000;

/** Whether an agent is working, or was until just now. */
export function isTurnOpen(sessions: Iterable<Session>, now: number): boolean {
  return [...sessions].some(
    (session) => isAtWork(session, now) || now - (session.lastAt ?? -Infinity) < SEEN_LATE_MS,
  );
}

function isAtWork({ open, aliveAt, lastAt }: Session, now: number): boolean {
  return open && now - (aliveAt ?? lastAt ?? now) < GONE_MS;
}

export class OpenTurns {
  private readonly folders = new Map<string, string>();

  constructor(private readonly platform: NodeJS.Platform = process.platform) {}

  get size(): number {
    return this.folders.size;
  }

  /** @returns the folder of the session's previous turn. */
  open(session: string, cwd: string): string | undefined {
    const before = this.folders.get(session);
    this.folders.set(session, cwd);
    return before;
  }

  /** @returns its folder. */
  close(session: string): string | undefined {
    const cwd = this.folders.get(session);
    this.folders.delete(session);
    return cwd;
  }

  /** The folders of all open turns. */
  get all(): string[] {
    return [...this.folders.values()];
  }

  findFolder(session: string): string | undefined {
    return this.folders.get(session);
  }

  /** Folders in which an agent is working, with their known sessions. */
  roots(sessions: Iterable<Session>, now: number): string[] {
    const atWork = [...sessions].filter((session) => isAtWork(session, now));
    return [...new Set(atWork.flatMap(({ id }) => this.folders.get(id) ?? []))];
  }

  /** The innermost folder of an open turn that contains the path. Agents resolve links in folder names; VS Code does not. */
  findPlace(path: string, links: readonly Link[]): TurnFolder | undefined {
    for (const each of [path, ...links.flatMap((link) => this.behind(path, link))]) {
      const key = this.key(each);
      const [root] = [...this.folders.values()]
        .filter((cwd) => key !== this.key(cwd) && contains(this.key(cwd), key))
        .sort((one, other) => other.length - one.length);
      if (root !== undefined) {
        return { root, path: each };
      }
    }
    return undefined;
  }

  /** A canonical key: equal for two paths of the same file. */
  key(path: string): string {
    return pathKey(path, this.platform);
  }

  /** The absolute path for one named by a session's call. */
  named(session: string, path: string): string {
    return (this.platform === 'win32' ? win32 : posix).resolve(
      this.folders.get(session) ?? '/',
      path,
    );
  }

  private behind(path: string, { opened, real }: Link): string[] {
    return contains(this.key(opened), this.key(path)) ? [real + path.slice(opened.length)] : [];
  }
}

/** The folders that were opened through a link. */
export async function findLinks(folders: readonly string[]): Promise<Link[]> {
  const found = await Promise.all(
    folders.map(async (opened) => ({ opened, real: await realpath(opened).catch(() => opened) })),
  );
  return found.filter(({ opened, real }) => real !== opened);
}
