/** Which lines of files the session has read: whether a look brings new ones. */
import { Coverage, type KnownFile } from '../identity/coverage.js';
import type { NamedRange } from '../identity/command/file-range.js';
import { findHits, findReads, viewedIn } from '../identity/reads.js';
import { ShownLines } from '../identity/shown-lines.js';
import { classifyCommand } from '../identity/command/command.js';
import { findProgram } from '../identity/command/segment.js';
import { findCommand } from '../identity/tool/tool.js';
import type { JsonObject } from '../events.js';
import { wholePath } from '../paths.js';
import type { Call, Session } from '../turns/session.js';
import type { LinesRead } from './evidence.js';

/** Steps that may read a file, first whole and then with a question in mind, before reading known lines is a repetition. */
const FOCUSED = 2;

export class FileReads {
  private readonly coverage = new Coverage();
  private readonly shown = new ShownLines();
  /** What searches listed. */
  private readonly listed = new ShownLines();
  /** Raised when any file may have changed, so that everything read again is new. */
  private everyFile = 0;

  constructor(private readonly session: Session) {}

  /** @param step −1 if no step of the session changed it */
  changed(path: string, step: number): void {
    this.coverage.changed(wholePath(path, this.session.cwd), step);
    this.shown.forget();
    this.listed.forget();
  }

  /** Any file may have changed. */
  changedSome(): void {
    this.everyFile += 1;
    this.shown.forget();
    this.listed.forget();
  }

  /** Undefined if it is not certain what was read. @param since step in which there was reason to read again */
  see(call: Call, output: string, step: number, since: number): LinesRead | undefined {
    const reads = this.collectReads(call, output);
    if (reads.length === 0) {
      return showsText(call) ? this.seeText(undefined, call, output, step, since) : undefined;
    }
    let reading: LinesRead = 'again';
    for (const read of reads) {
      const path = wholePath(read.path, this.session.cwd);
      const file = this.coverage.file(path);
      const named = { range: read, version: this.everyFile, output, step };
      const brought = this.coverage.see(named, file);
      if (brought === undefined) {
        return read.unsure === true ? this.seeText(path, call, output, step, since) : undefined;
      }
      const state = brought
        ? 'new'
        : this.coverage.readsAgain(named, since, file)
          ? 'again'
          : 'seen';
      const isTired = state !== 'again' && rereads(file, step, since) > FOCUSED;
      reading = telling(reading, state === 'seen' && isTired ? 'seen-since' : state);
    }
    this.remember(reads, output, step);
    return reading;
  }

  /** Judges lines by their content. @param path undefined: of whatever file */
  private seeText(
    path: string | undefined,
    call: Call,
    output: string,
    step: number,
    since: number,
  ): LinesRead | undefined {
    const text = withoutEcho(output, call.input);
    const shown = this.shown.see(path, text, step, since);
    switch (shown) {
      case undefined:
      case 'new':
      case 'again':
        return shown;
      case 'known':
        return rereads(this.coverage.file(path ?? ''), step, since) > FOCUSED
          ? 'seen-since'
          : 'seen';
    }
  }

  private remember([read, ...more]: readonly NamedRange[], output: string, step: number): void {
    if (read !== undefined && more.length === 0) {
      this.shown.show(wholePath(read.path, this.session.cwd), output, step);
    }
  }

  /** Whether a search found only lines already read in the files' current versions, or listed only what others listed. */
  foundKnown({ class: kind, input }: Call, output: string, step: number): boolean {
    const hits = findHits(kind, input, output);
    return hits.length === 0
      ? this.listed.see(undefined, output, step, 0) === 'known'
      : hits.every(({ path, line }) =>
          this.coverage.isSeen(wholePath(path, this.session.cwd), line, this.everyFile, step),
        );
  }

  /** Whether the call reads one whole file that an edit after `step` claims to have changed. */
  editedSince(call: Call, output: string, step: number): boolean {
    const [read, ...more] = this.collectReads(call, output);
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

  /** Whether all that the call reads are files that this session changed. */
  isOfOwnEdit(call: Call, output: string): boolean {
    const reads = this.collectReads(call, output);
    return (
      reads.length > 0 &&
      reads.every(
        ({ path }) => this.coverage.file(wholePath(path, this.session.cwd)).changedIn >= 0,
      )
    );
  }

  private collectReads({ class: kind, input }: Call, output: string): NamedRange[] {
    const viewed = kind === 'read' ? viewedIn(output) : undefined;
    if (viewed === undefined) {
      return findReads(kind, input);
    }
    return [viewed.whole === true ? { path: viewed.path } : viewed];
  }
}

/** Texts of a call that its answer may repeat, and characters of each. */
const ECHOED = 8;
const SHORTEST_ECHO = 3;
const LONGEST_ECHO = 200;

/** An answer that only repeats what it was asked for brings nothing. */
function withoutEcho(output: string, input: JsonObject): string {
  let text = output;
  for (const value of Object.values(input).slice(0, ECHOED)) {
    if (
      typeof value === 'string' &&
      value.length >= SHORTEST_ECHO &&
      value.length <= LONGEST_ECHO &&
      !/^\d+$/.test(value)
    ) {
      text = text.replaceAll(value, '…');
    }
  }
  return text;
}

/** The least telling first: the later one counts where a call reads twice. */
const byTelling: readonly LinesRead[] = ['again', 'seen', 'seen-since', 'new'];

function telling(one: LinesRead, other: LinesRead): LinesRead {
  return byTelling.indexOf(one) > byTelling.indexOf(other) ? one : other;
}

/** Interpreters that print parts of a file by a script of one line. */
const interpreters = /^(?:perl|python[\d.]*|ruby|node|awk|gawk)$/;

/** A read of which not even the file is known, or a command that may only print lines of one. */
function showsText({ class: kind, input }: Call): boolean {
  if (kind === 'read') {
    return true;
  }
  const command = kind === 'shell' ? findCommand(input) : undefined;
  const segments = command === undefined ? [] : classifyCommand(command).segments;
  return (
    segments.length > 0 &&
    segments.every(
      ({ kind: each, words }) =>
        each === 'read' ||
        (each === 'run' &&
          interpreters.test(findProgram(words)) &&
          /^-\w*[enc]/.test(words[1] ?? '')),
    )
  );
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
