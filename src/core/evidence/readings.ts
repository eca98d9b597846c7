/** Which lines of files the session has read: whether a look brings new ones. */
import { Coverage, type KnownFile } from '../identity/coverage.js';
import type { NamedRange } from '../identity/command/file-range.js';
import { hitsOf, readsOf, viewedIn } from '../identity/reads.js';
import { wholePath } from '../paths.js';
import type { Call, Session } from '../turns/session.js';
import type { LinesRead } from './evidence.js';

/** Steps that may read a file, first whole and then with a question in mind, before reading known lines is a repetition. */
const FOCUSED = 2;

export class FileReads {
  private readonly coverage = new Coverage();
  /** Raised when any file may have changed, so that everything read again is new. */
  private everyFile = 0;

  constructor(private readonly session: Session) {}

  /** @param step −1 if no step of the session changed it */
  changed(path: string, step: number): void {
    this.coverage.changed(wholePath(path, this.session.cwd), step);
  }

  /** Any file may have changed. */
  changedSome(): void {
    this.everyFile += 1;
  }

  /** Undefined if it is not certain which lines were read. @param since step in which there was reason to read again */
  see(call: Call, output: string, step: number, since: number): LinesRead | undefined {
    const reads = this.readsOf(call, output);
    if (reads.length === 0) {
      return undefined;
    }
    let reading: LinesRead | undefined = 'seen';
    for (const read of reads) {
      const path = wholePath(read.path, this.session.cwd);
      const file = this.coverage.file(path);
      if (rereads(file, step, since) > FOCUSED && reading === 'seen') {
        reading = 'seen-since';
      }
      const brought = this.coverage.see(
        { ...read, path, version: this.everyFile, output, step },
        file,
      );
      if (brought === undefined) {
        return undefined;
      }
      if (brought) {
        reading = 'new';
      }
    }
    return reading;
  }

  /** Whether a search found only lines already read in the files' current versions. */
  foundKnown({ class: kind, input }: Call, output: string, step: number): boolean {
    const hits = hitsOf(kind, input, output);
    return (
      hits.length > 0 &&
      hits.every(({ path, line }) =>
        this.coverage.isSeen(wholePath(path, this.session.cwd), line, this.everyFile, step),
      )
    );
  }

  /** Whether the call reads one whole file that an edit after `step` claims to have changed. */
  editedSince(call: Call, output: string, step: number): boolean {
    const [read, ...more] = this.readsOf(call, output);
    if (
      read === undefined ||
      more.length > 0 ||
      read.from !== undefined ||
      read.to !== undefined ||
      read.last !== undefined
    ) {
      return false;
    }
    return this.coverage.file(wholePath(read.path, this.session.cwd)).changedIn > step;
  }

  private readsOf({ class: kind, input }: Call, output: string): NamedRange[] {
    const viewed = kind === 'read' ? viewedIn(output) : undefined;
    return viewed === undefined ? readsOf(kind, input) : [viewed];
  }
}

/** Counts the steps that read this file since the person, or a condensation, gave reason to. */
function rereads(file: KnownFile, step: number, since: number): number {
  if (file.readers === 0 || file.readIn < since) {
    file.readers = 1;
  } else if (file.readIn !== step) {
    file.readers += 1;
  }
  file.readIn = step;
  return file.readers;
}
