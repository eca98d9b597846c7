/** Saved files as a signal of progress: emits an event only for content that its file has not had before. */
import type { Author, WorkspaceEvent } from '../core/events.js';
import { isAbsolute, relative } from 'node:path';
import { openToRead, readOpened } from '../bounded-files.js';
import { contentHash } from './content.js';

export interface Save {
  /** The watched folder and the file in it; both absolute. */
  root: string;
  path: string;
  /** Milliseconds since the epoch. */
  at: number;
  by: Author | undefined;
  /** The session's, if known. */
  session?: string;
}

/** Larger files are identified by size and time. */
const LARGEST_READ = 4 * 1024 * 1024;
/** Contents remembered over all files; the least recently seen is dropped first. */
const MOST_CONTENTS = 16_384;
/** Concurrent reads: a build or a checkout writes thousands of files at once. */
const MOST_AT_ONCE = 8;

export class Saves {
  /** Path and content, newest last. */
  private readonly seen = new Set<string>();
  private reading = 0;
  /** Reads waiting for a free slot, first in, first out. */
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly mostContents = MOST_CONTENTS) {}

  /**
   * The event for a saved file; undefined if the file had this content before, cannot be read, is not a regular file, is outside the
   * root or belongs to git. Reads the file, up to 4 MB.
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

  /** Remembers a file's current content without an event, so that reverting the agent's first edit does not count as new content. */
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
      // hands the slot to the longest waiting read
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

/** Mark of the content, or of size and time above 4 MB; undefined if it is not a regular file or cannot be read. */
async function fileFingerprint(path: string): Promise<string | undefined> {
  const file = await openToRead(path).catch(() => undefined);
  if (file === undefined) {
    return undefined;
  }
  try {
    const stat = await file.stat({ bigint: true });
    if (stat.size > BigInt(LARGEST_READ)) {
      return `size ${stat.size} ${stat.mtimeNs}`;
    }
    return contentHash(await readOpened(path, file, LARGEST_READ));
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}
