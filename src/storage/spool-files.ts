/** The files of one session's spool: lines are appended and found by number; the oldest file is removed when there is too much. */
import { appendFile, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../core/error-words.js';

/** What a line's number counts. */
export type LineKind = 'row' | 'call';

/** `text`: one line without its end. */
export interface SpoolLine {
  kind: LineKind;
  number: number;
  text: string;
}

/** Memory holds an index of blocks, not of lines: about so many bytes are read to find one. */
const BLOCK_BYTES = 64 * 1024;

interface Range {
  from: number;
  to: number;
}
interface Block {
  at: number;
  bytes: number;
  row?: Range;
  call?: Range;
}
interface Segment {
  file: string;
  bytes: number;
  blocks: Block[];
  full: boolean;
}

export class SpoolFiles {
  /** Oldest first; only the last one grows. */
  private segments: Segment[] = [];
  private made = 0;

  /** `name` is ours: nothing from a session becomes part of a path. */
  constructor(
    private readonly dir: string,
    private readonly name: string,
    private readonly segmentBytes: number,
  ) {}

  get bytes(): number {
    return this.segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }
  get count(): number {
    return this.segments.length;
  }

  /** @throws what the file system throws; then none of the rest of `lines` is kept. */
  async append(lines: readonly SpoolLine[]): Promise<void> {
    for (let next = 0; next < lines.length;) {
      const segment = this.segmentToWrite();
      const texts: Buffer[] = [];
      const blocks: Block[] = [];
      let end = segment.bytes;
      for (
        let line = lines[next];
        line !== undefined && (end < this.segmentBytes || texts.length === 0);
        line = lines[next]
      ) {
        const text = Buffer.from(`${line.text}\n`);
        const last = blocks.at(-1);
        const block = last !== undefined && last.bytes < BLOCK_BYTES ? last : { at: end, bytes: 0 };
        if (block !== last) {
          blocks.push(block);
        }
        block[line.kind] = joined(block[line.kind], { from: line.number, to: line.number });
        block.bytes += text.length;
        end += text.length;
        texts.push(text);
        next += 1;
      }
      try {
        await appendFile(segment.file, Buffer.concat(texts), { mode: 0o600 });
      } catch (error) {
        // part of it may have been written: nothing is appended after that
        segment.full = true;
        throw error;
      }
      segment.bytes = end;
      addBlocks(segment.blocks, blocks);
    }
  }

  /** Removes the oldest file. @throws what the file system throws. */
  async removeOldest(): Promise<void> {
    const segment = this.segments.shift();
    if (segment !== undefined) {
      await rm(segment.file, { force: true });
    }
  }

  /** Lines of the blocks that hold these numbers, newest block first. @throws what the file system throws. */
  async *read(kind: LineKind, from: number, to: number): AsyncGenerator<string[]> {
    for (const { file, blocks } of [...this.segments].reverse()) {
      for (const block of [...blocks].reverse()) {
        const range = block[kind];
        if (range !== undefined && range.from <= to && range.to >= from) {
          yield await linesOf(file, block);
        }
      }
    }
  }

  private segmentToWrite(): Segment {
    const last = this.segments.at(-1);
    if (last !== undefined && !last.full && last.bytes < this.segmentBytes) {
      return last;
    }
    this.made += 1;
    const segment: Segment = {
      file: join(this.dir, `${this.name}-${this.made}.jsonl`),
      bytes: 0,
      blocks: [],
      full: false,
    };
    this.segments.push(segment);
    return segment;
  }
}

function joined(one: Range | undefined, other: Range): Range {
  return one === undefined
    ? other
    : { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
}

/** Small writes fill up the last block, so that blocks have one size however lines arrive. */
function addBlocks(blocks: Block[], added: readonly Block[]): void {
  for (const block of added) {
    const last = blocks.at(-1);
    if (last === undefined || last.bytes >= BLOCK_BYTES) {
      blocks.push(block);
      continue;
    }
    last.bytes += block.bytes;
    if (block.row !== undefined) {
      last.row = joined(last.row, block.row);
    }
    if (block.call !== undefined) {
      last.call = joined(last.call, block.call);
    }
  }
}

/** No lines if the file is gone. */
async function linesOf(file: string, { at, bytes }: Block): Promise<string[]> {
  let handle;
  try {
    handle = await open(file, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return [];
    }
    throw error;
  }
  try {
    const buffer = Buffer.allocUnsafe(bytes);
    const { bytesRead } = await handle.read(buffer, 0, bytes, at);
    return buffer.toString('utf8', 0, bytesRead).split('\n');
  } finally {
    await handle.close();
  }
}
