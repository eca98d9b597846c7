/** Splits chunks of any size into whole lines; characters may span chunks. */

export interface LineSplitterOptions {
  /** A longer line is reported and skipped. */
  lineBytes: number;
  /** Number of the last line before the first byte. */
  line: number;
  /** Without its `\n` or `\r\n`. */
  onLine: (line: string, lineNumber: number) => void;
  onLong: (bytes: number, lineNumber: number) => void;
}

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
