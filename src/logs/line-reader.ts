/** Reads the lines of a growing file on from where it stopped, and notices that it is another file by now. */
import type { FileHandle } from 'node:fs/promises';
import { restIfDue } from '../event-loop.js';

/** Where a tail stopped; a later one can continue from there. */
export interface TailPosition {
  /** Bytes whose lines were delivered or skipped. */
  offset: number;
  /** Number of the last line before `offset`; 0 before the first. */
  line: number;
  /** The last bytes before `offset`: if they differ, it is another file. */
  mark: Buffer;
}

export type Skip =
  /** The beginning of a large file was skipped; lines are numbered from where reading began. */
  | { kind: 'beginning'; bytes: number }
  /** Line `line` was longer than the limit. */
  | { kind: 'long-line'; bytes: number; line: number }
  /** The file was truncated or replaced; reading began again at line 1. */
  | { kind: 'restart' };

interface LineReaderOptions {
  /** Default: the file's start. */
  from: TailPosition | undefined;
  /** The first read covers at most this many bytes at the end. Default 16 MB. */
  firstBytes: number | undefined;
  /** Default 4 MB. */
  lineBytes: number | undefined;
  onLine: (line: string, lineNumber: number) => void;
  onSkip: (skip: Skip) => void;
  /** Once true, reading ends. */
  isStopped: () => boolean;
}

const FIRST_BYTES = 16 * 1024 * 1024;
const LINE_BYTES = 4 * 1024 * 1024;
const CHUNK = 256 * 1024;
const MARK = 32;

export class LineReader {
  private readonly lines: LineSplitter;
  private readTo: number;
  private mark: Buffer;
  private hasRead: boolean;

  constructor(private readonly options: LineReaderOptions) {
    const { from, lineBytes = LINE_BYTES } = options;
    this.readTo = from?.offset ?? 0;
    this.mark = from?.mark ?? Buffer.alloc(0);
    this.hasRead = from !== undefined;
    this.lines = new LineSplitter({
      lineBytes,
      line: from?.line ?? 0,
      onLine: options.onLine,
      onLong: (bytes, line) => options.onSkip({ kind: 'long-line', bytes, line }),
    });
  }

  /** Bytes read or skipped. */
  get offset(): number {
    return this.readTo;
  }

  /** The end of the last whole line. */
  get position(): TailPosition {
    const offset = this.offset - this.lines.pendingBytes;
    // the mark ends at the offset; after an incomplete line it covers less
    const mark = this.mark.subarray(0, Math.max(0, this.mark.length - this.lines.pendingBytes));
    return { offset, line: this.lines.line, mark: Buffer.from(mark) };
  }

  /** Whether it is still the file that was read so far. `size`: in bytes. */
  async continues(handle: FileHandle, size: number): Promise<boolean> {
    if (size < this.offset) {
      return false;
    }
    if (this.mark.length === 0) {
      return true;
    }
    const bytes = Buffer.alloc(this.mark.length);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, this.offset - bytes.length);
    return bytesRead === bytes.length && bytes.equals(this.mark);
  }

  /** It is another file: reads it from its start. */
  restart(): void {
    const had = this.offset > 0;
    this.readTo = 0;
    this.mark = Buffer.alloc(0);
    this.lines.reset();
    this.hasRead = false;
    if (had) {
      this.options.onSkip({ kind: 'restart' });
    }
  }

  /** Reads what has been added. */
  async read(handle: FileHandle, size: number): Promise<void> {
    if (!this.hasRead) {
      const { firstBytes = FIRST_BYTES } = this.options;
      if (size > firstBytes) {
        await this.passOver(handle, size - firstBytes);
      }
      this.hasRead = true;
    }
    const chunk = Buffer.allocUnsafe(CHUNK);
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK, this.offset);
      if (bytesRead === 0 || this.options.isStopped()) {
        return;
      }
      if (!(await this.feed(chunk.subarray(0, bytesRead)))) {
        return;
      }
    }
  }

  /** Line by line, with time for others in between. @returns false once stopped. */
  private async feed(bytes: Buffer): Promise<boolean> {
    for (let from = 0; from < bytes.length;) {
      const end = bytes.indexOf(0x0a, from);
      const piece = bytes.subarray(from, end < 0 ? bytes.length : end + 1);
      from += piece.length;
      this.advance(piece);
      this.lines.feed(piece);
      // what works on a line may do so in the next job: its time counts, too
      await Promise.resolve();
      await restIfDue();
      if (this.options.isStopped()) {
        return false;
      }
    }
    return true;
  }

  /** Skips to the first line that begins at or after `least`. */
  private async passOver(handle: FileHandle, least: number): Promise<void> {
    const chunk = Buffer.allocUnsafe(CHUNK);
    this.readTo = least - 1;
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK, this.offset);
      if (bytesRead === 0 || this.options.isStopped()) {
        break;
      }
      const end = chunk.subarray(0, bytesRead).indexOf(0x0a);
      this.advance(chunk.subarray(0, end < 0 ? bytesRead : end + 1));
      if (end >= 0) {
        break;
      }
    }
    this.options.onSkip({ kind: 'beginning', bytes: this.offset });
  }

  private advance(bytes: Buffer): void {
    this.readTo += bytes.length;
    this.mark =
      bytes.length < MARK
        ? Buffer.concat([this.mark, bytes]).subarray(-MARK)
        : Buffer.from(bytes.subarray(-MARK));
  }
}

interface LineSplitterOptions {
  /** A longer line is reported and skipped. */
  lineBytes: number;
  /** Number of the last line before the first byte. */
  line: number;
  /** Without its `\n` or `\r\n`. */
  onLine: (line: string, lineNumber: number) => void;
  onLong: (bytes: number, lineNumber: number) => void;
}

/** Splits chunks of any size into whole lines; characters may span chunks. */
export class LineSplitter {
  private pending: Buffer[] = [];
  private _pendingBytes = 0;
  private _line: number;

  constructor(private readonly options: LineSplitterOptions) {
    this._line = options.line;
  }

  /** Number of the last whole line. */
  get line(): number {
    return this._line;
  }

  /** Bytes of the unfinished line. */
  get pendingBytes(): number {
    return this._pendingBytes;
  }

  /** The next byte is the first of line 1. */
  reset(): void {
    this.pending = [];
    this._pendingBytes = 0;
    this._line = 0;
  }

  /** The chunk may be reused by the caller afterwards. */
  feed(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
      this.end(chunk.subarray(from, end));
      from = end + 1;
    }
    if (from === chunk.length) {
      return;
    }
    this._pendingBytes += chunk.length - from;
    if (this._pendingBytes > this.options.lineBytes) {
      this.pending = [];
    } else {
      this.pending.push(Buffer.from(chunk.subarray(from)));
    }
  }

  private end(last: Buffer): void {
    const bytes = this._pendingBytes + last.length;
    const pieces = this.pending;
    this.pending = [];
    this._pendingBytes = 0;
    this._line++;
    if (bytes > this.options.lineBytes) {
      this.options.onLong(bytes, this._line);
      return;
    }
    const whole = pieces.length === 0 ? last : Buffer.concat([...pieces, last], bytes);
    const length = whole.at(-1) === 0x0d ? bytes - 1 : bytes;
    this.options.onLine(whole.toString('utf8', 0, length), this._line);
  }
}
