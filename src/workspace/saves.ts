/** Saved files as a signal of progress: an event only for content that is new for its file. */
import type { Author, WorkspaceEvent } from '../core/events.js';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import { contentHash } from './content.js';

export interface Save {
  /** Folder that is watched, and the file in it; both absolute. */
  root: string;
  path: string;
  /** Milliseconds since the epoch. */
  at: number;
  by: Author | undefined;
  /** Of the session, where it is known. */
  session?: string;
}

/** Larger files are told by size and time. */
const LARGEST_READ = 4 * 1024 * 1024;
/** Contents remembered over all files; the one not seen for longest goes first. */
const MOST_CONTENTS = 16_384;
/** Files read at a time: a build or a checkout writes thousands at once. */
const MOST_AT_ONCE = 8;

export class Saves {
  /** Path and content, newest last. */
  private readonly seen = new Set<string>();
  private reading = 0;
  /** Whose turn to read comes next, the first first. */
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly mostContents = MOST_CONTENTS) {}

  /**
   * The event for a saved file; undefined if the file had this content before, cannot be read, is no plain file, is outside of the
   * root or is git's own. Reads the file, up to 4 MB.
   */
  async saved(save: Save): Promise<WorkspaceEvent | undefined> {
    const path = relative(save.root, save.path).replaceAll('\\', '/');
    if (
      path === '' ||
      path.startsWith('../') ||
      isAbsolute(path) ||
      path.split('/').includes('.git')
    ) {
      return undefined;
    }
    const fingerprint = await this.fingerprint(save.path);
    if (fingerprint === undefined || !this.isNew(save.path, fingerprint)) {
      return undefined;
    }
    const event: WorkspaceEvent = {
      v: 1,
      type: 'workspace',
      signal: 'save',
      at: save.at,
      root: save.root,
      fingerprint,
      paths: [path],
    };
    if (save.by !== undefined) {
      event.by = save.by;
    }
    if (save.session !== undefined) {
      event.session = save.session;
    }
    return event;
  }

  /** Remembers what a file holds now, without an event: so that its content of before the agent's first edit is not new when it comes back. */
  async remember(path: string): Promise<void> {
    const fingerprint = await this.fingerprint(path);
    if (fingerprint !== undefined) {
      this.isNew(path, fingerprint);
    }
  }

  private async fingerprint(path: string): Promise<string | undefined> {
    if (this.reading >= MOST_AT_ONCE) {
      await new Promise<void>((turn) => {
        this.waiting.push(turn);
      });
    } else {
      this.reading++;
    }
    try {
      return await fileFingerprint(path);
    } finally {
      // whoever waits longest takes the place
      const next = this.waiting.shift();
      if (next === undefined) {
        this.reading--;
      } else {
        next();
      }
    }
  }

  private isNew(path: string, fingerprint: string): boolean {
    const key = contentHash(Buffer.from(`${path}\0${fingerprint}`));
    const known = this.seen.delete(key);
    this.seen.add(key);
    for (const oldest of this.seen) {
      if (this.seen.size <= this.mostContents) {
        break;
      }
      this.seen.delete(oldest);
    }
    return !known;
  }
}

/** Of a file's content, or of its size and time above 4 MB; undefined if it is no file or cannot be read. */
async function fileFingerprint(path: string): Promise<string | undefined> {
  const file = await openFile(path);
  if (file === undefined) {
    return undefined;
  }
  try {
    const stat = await file.stat({ bigint: true });
    if (!stat.isFile()) {
      return undefined;
    }
    if (stat.size > BigInt(LARGEST_READ)) {
      return `size ${stat.size} ${stat.mtimeNs}`;
    }
    return contentHash(await file.readFile());
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

async function openFile(path: string): Promise<FileHandle | undefined> {
  // Not blocking: a named pipe would wait for its writer for ever.
  return open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined);
}
