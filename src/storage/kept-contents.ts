/**
 * Contents of files by the mark of what they hold, on disk, while the window is open: appended to a few files of our own, of which the
 * oldest goes above the limit. What closed windows left is removed with their spools.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { appendTo, openToRead } from '../bounded-files.js';
import type { Clock } from '../core/clock.js';
import { readErrorMessage } from '../core/error-words.js';
import type { LogLine } from '../core/log.js';
import { makeSpoolDir, removeLeftSpools } from './spool-files.js';

export interface KeptContentsOptions {
  /** Parent of all windows' folders, as the spool's. */
  base: string;
  log: LogLine;
  clock: Clock;
  limits?: Partial<typeof limits>;
}

const limits = {
  /** One file, and all together. */
  segmentBytes: 8 * 1024 * 1024,
  totalBytes: 64 * 1024 * 1024,
  /** What may wait to be written: more is not kept. */
  waitingBytes: 16 * 1024 * 1024,
};

interface ContentPart {
  file: string;
  bytes: number;
  marks: string[];
}

interface ContentPlace {
  segment: ContentPart;
  at: number;
  length: number;
}

export class KeptContents {
  private readonly limits: typeof limits;
  private readonly places = new Map<string, ContentPlace>();
  private readonly waiting = new Map<string, Buffer>();
  private waitingBytes = 0;
  /** Oldest first; only the last one grows. */
  private segments: ContentPart[] = [];
  private made = 0;
  private dir: Promise<string> | undefined;
  private writing: Promise<void> = Promise.resolve();
  private isOff = false;

  constructor(private readonly options: KeptContentsOptions) {
    this.limits = { ...limits, ...options.limits };
  }

  /** On disk. */
  get bytes(): number {
    return this.segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  has(mark: string): boolean {
    return this.isOff || this.waiting.has(mark) || this.places.has(mark);
  }

  /** Written in the background; never throws. What is larger than a segment is not kept. */
  keep(mark: string, content: Buffer): void {
    const { segmentBytes, waitingBytes } = this.limits;
    if (
      this.has(mark) ||
      content.length > segmentBytes ||
      this.waitingBytes + content.length > waitingBytes
    ) {
      return;
    }
    this.waiting.set(mark, content);
    this.waitingBytes += content.length;
    if (this.waiting.size === 1) {
      this.writing = this.writing.then(() => this.write());
    }
  }

  /** Undefined for what is not kept, or no longer. */
  async read(mark: string): Promise<Buffer | undefined> {
    const place = this.places.get(mark);
    if (place === undefined) {
      return this.waiting.get(mark);
    }
    const { segment, at, length } = place;
    const file = await openToRead(segment.file).catch(() => undefined);
    try {
      const content = Buffer.alloc(length);
      const read = await file?.read(content, 0, length, at);
      return read?.bytesRead === length ? content : undefined;
    } finally {
      await file?.close();
    }
  }

  /** Everything goes; what comes later is kept again. */
  async clear(): Promise<void> {
    await this.writing;
    const { segments } = this;
    this.segments = [];
    this.places.clear();
    await Promise.all(segments.map(({ file }) => rm(file, { force: true })));
  }

  /** Removes everything, when the window closes. */
  async close(): Promise<void> {
    this.isOff = true;
    await this.writing;
    const dir = await this.dir?.catch(() => undefined);
    if (dir !== undefined) {
      await rm(dir, { recursive: true, force: true });
    }
  }

  private async write(): Promise<void> {
    let items: [string, Buffer][] = [];
    try {
      const dir = await (this.dir ??= this.makeDir());
      const segment = await this.segmentToWrite(dir);
      const start = segment.bytes;
      items = this.takeWaiting(this.limits.segmentBytes - start);
      // counted first: what is partly written is never read
      segment.bytes += items.reduce((sum, [, { length }]) => sum + length, 0);
      await appendTo(segment.file, Buffer.concat(items.map(([, content]) => content)), 0o600);
      let at = start;
      for (const [mark, { length }] of items) {
        this.places.set(mark, { segment, at, length });
        segment.marks.push(mark);
        at += length;
      }
    } catch (error) {
      // a disk that is full or gone: the files themselves are never in danger
      this.isOff = true;
      items = [...this.waiting];
      this.options.log(
        `cannot keep what files held, so there is no way back: ${readErrorMessage(error)}`,
      );
    }
    for (const [mark, { length }] of items) {
      this.waiting.delete(mark);
      this.waitingBytes -= length;
    }
    if (this.waiting.size > 0 && !this.isOff) {
      await this.write();
    }
  }

  /** What fits into a segment that has so much room. */
  private takeWaiting(room: number): [string, Buffer][] {
    const items: [string, Buffer][] = [];
    let bytes = 0;
    for (const item of this.waiting) {
      bytes += item[1].length;
      if (bytes > room) {
        break;
      }
      items.push(item);
    }
    return items;
  }

  /** One that has room for the content that waits longest. */
  private async segmentToWrite(dir: string): Promise<ContentPart> {
    const last = this.segments.at(-1);
    const [next] = this.waiting.values();
    if (last !== undefined && last.bytes + (next?.length ?? 0) <= this.limits.segmentBytes) {
      return last;
    }
    this.made += 1;
    const segment = { file: join(dir, `contents-${this.made}`), bytes: 0, marks: [] };
    this.segments.push(segment);
    while (
      this.segments.length > 1 &&
      this.bytes + this.limits.segmentBytes > this.limits.totalBytes
    ) {
      const oldest = this.segments.shift();
      for (const mark of oldest?.marks ?? []) {
        this.places.delete(mark);
      }
      if (oldest !== undefined) {
        await rm(oldest.file, { force: true });
      }
    }
    return segment;
  }

  private async makeDir(): Promise<string> {
    const { base, clock } = this.options;
    const dir = await makeSpoolDir(base);
    // first, so that both together are never more than the limit
    await removeLeftSpools(base, clock.now()).catch(() => undefined);
    return dir;
  }
}
