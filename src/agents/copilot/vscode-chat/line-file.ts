/** The lines of a file that another program appends to, read as far as they are complete. */
import { FileNow } from '../../../bounded-files.js';

/** Bytes read at once; of a longer file, what is new at its end. */
const MOST = 16 * 1024 * 1024;
const COMPARED = 64;

export interface NewLines {
  lines: string[];
  /** All of them: the file is read for the first time, or was rewritten. */
  fresh: boolean;
}

export class LineFile {
  private inode = -1;
  private offset = 0;
  /** The last bytes before `offset`: other ones are there once the file was rewritten. */
  private last = Buffer.alloc(0);

  constructor(private readonly path: string) {}

  /** Undefined where there is no file. */
  read(): NewLines | undefined {
    let file;
    try {
      file = new FileNow(this.path);
      return this.readNew(file);
    } catch {
      return undefined;
    } finally {
      file?.close();
    }
  }

  private readNew(file: FileNow): NewLines {
    const fresh = file.inode !== this.inode || !this.continues(file);
    if (fresh) {
      this.inode = file.inode;
      this.offset = Math.max(0, file.size - MOST);
    }
    const isCut = fresh && this.offset > 0;
    const bytes = file.read(this.offset, Math.min(MOST, file.size - this.offset));
    const end = bytes.lastIndexOf(10) + 1;
    this.offset += end;
    const seen = Buffer.concat([fresh ? Buffer.alloc(0) : this.last, bytes.subarray(0, end)]);
    this.last = Buffer.from(seen.subarray(Math.max(0, seen.length - COMPARED)));
    const lines = bytes
      .toString('utf8', 0, end)
      .split('\n')
      .slice(isCut ? 1 : 0, -1);
    return { lines: lines.filter((line) => line !== ''), fresh };
  }

  private continues(file: FileNow): boolean {
    const { length } = this.last;
    return file.size >= this.offset && file.read(this.offset - length, length).equals(this.last);
  }
}
