/** Takes away what shells and libraries print before or after the answer of whatever is run: it says nothing about any of it. */
import type { CommandNature } from '../command/command.js';
import { kindOfProgram } from '../command/programs.js';
import { findProgram } from '../command/segment.js';
import { withoutShellPrefix } from '../errors/shell-refusal.js';
import { classifyLine, type LineKind } from '../../lines/line-kind.js';
import { surroundingBlocks, surroundingLines } from '../../lines/surrounding-words.js';
import { hashText } from '../hash.js';
import { withoutNoise } from '../noise/noise.js';
import { Recent } from '../recent.js';

const known = surroundingLines.map(({ lines, about }) => ({
  lines,
  about: new RegExp(String.raw`(?<![\w-])(?:${about})(?![\w-])`, 'i'),
}));
const compile = (all: typeof known): RegExp =>
  new RegExp(all.flatMap(({ lines }) => lines).join('|'), 'i');
const anyKnown = compile(known);
const block = new RegExp(String.raw`^\s*(?:${surroundingBlocks.join('|')})\s*`, 'i');
const mayBeBlock = 'profile.ps1';
/** What a client's library logs before its answer: `E1130 10:02:11.402113   48123 memcache.go:287] couldn't get …`. */
const ofClient = /^[EW]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ /;
const message =
  /^(?:no such file or directory|(?:command )?not found|permission denied|(?:is )?(?:not )?a directory|cannot access)\b/i;
const plainActs = new Set(
  'mv cp rm mkdir rmdir touch ln chmod chown tee truncate tar unzip'.split(' '),
);
/** What the shell puts in for these is no part of the command's text, and what they run may complain itself. */
const runsMore = /[$`~]|\bexec\b|\beval\b|\bsource\b|\bsh\b|(?:^|[;&|]\s*)\.\s/;
/** The line of code that a warning is about stands below it. */
const below = /^\s+\S/;
/** More than the commands that a runner echoes. */
const substance = /(?:^|\n)[ \t]*[^\s>$+]/;
/** Places, code, lists and what is indented belong to a complaint above them. */
const placed = /^\s|^[-*|>~^\d]|[\w-]\.\w+[:(]\d|^(?:line|at|from|in|file) |[\\/]\w/i;
const negative: ReadonlySet<LineKind> = new Set(['error', 'refusal', 'unreachable', 'absent']);
const MOST_COMPLAINTS = 3;
const MOST_LINES = 14;
const EDGE_LINES = 8;
const LONGEST_LINE = 400;
/** Different outputs beside which a complaint must have stood. */
const BESIDE = 2;
const REMEMBERED = 32;

/** A command of a shell, and how it ended. */
export interface RanCommand {
  readonly text: string;
  readonly nature: CommandNature;
  readonly failed: boolean;
  /** The newest step in which files changed: what is complained of after each change may be what it is to mend. */
  readonly changedIn: number;
}

export class SurroundingLines {
  /** By line of a shell or a client: the outputs beside which it stood, as far as they are needed. */
  private readonly standing = new Recent<readonly string[]>(REMEMBERED);
  /** Likewise by any other complaint, since files changed. */
  private readonly complained = new Recent<readonly string[]>(REMEMBERED);
  private unchangedFrom = -1;
  private known = anyKnown;

  /** What the person writes about is the matter itself: it stays. */
  notePrompt(prompt: string): void {
    const others = known.filter(({ about }) => !about.test(prompt));
    this.known = others.length < known.length ? compile(others) : anyKnown;
  }

  /** The output without such lines at its edges. */
  without(whole: string, command: RanCommand): string {
    const output = whole.includes(mayBeBlock) ? whole.replace(block, '') : whole;
    const lines = output.split('\n');
    const from = this.countEdge(lines, command.text);
    const to = lines.length - this.countEdge(lines.slice(from).reverse(), command.text);
    const isFramed = from > 0 || to < lines.length;
    const rest = isFramed
      ? this.withoutEdges(lines, from, to, command)
      : this.withoutComplaints(lines, command);
    return rest ?? output;
  }

  /** What stands between the edges; undefined where they may be the reason why nothing else came. */
  private withoutEdges(
    lines: readonly string[],
    from: number,
    to: number,
    command: RanCommand,
  ): string | undefined {
    const rest = lines.slice(from, to).join('\n').trim();
    const unknown = [...lines.slice(0, from), ...lines.slice(to)].filter(
      (line) => !this.known.test(line) && !below.test(line),
    );
    if (unknown.length === 0) {
      return command.failed && rest === '' ? undefined : rest;
    }
    if (!command.failed && substance.test(rest)) {
      note(this.standing, unknown, hashText(rest));
    }
    const isPlain = isPlainCommand(command) && !unknown.some((line) => ofClient.test(line));
    return isPlain || unknown.every((line) => stands(this.standing, line)) ? rest : undefined;
  }

  /** Without complaints at the start that have not kept other calls from telling something of their own; undefined without any. */
  private withoutComplaints(
    lines: readonly string[],
    { text, failed, changedIn }: RanCommand,
  ): string | undefined {
    const count = lines.slice(0, MOST_COMPLAINTS + 1).findIndex((line) => !complains(line));
    if (count <= 0) {
      return undefined;
    }
    if (this.unchangedFrom !== changedIn) {
      this.unchangedFrom = changedIn;
      this.complained.clear();
    }
    const [complaints, rest] = [lines.slice(0, count), lines.slice(count)];
    const isTold = !failed && lines.length <= MOST_LINES && !rest.some(complains);
    const own = isTold ? findOwn(rest, text) : '';
    if (own !== '') {
      note(this.complained, complaints, hashText(own));
    }
    return complaints.every((line) => stands(this.complained, line))
      ? rest.join('\n').trim()
      : undefined;
  }

  /** How many lines from the first on are such lines, or stand below one. */
  private countEdge(lines: readonly string[], command: string): number {
    let isBelow = false;
    const end = lines.slice(0, EDGE_LINES).findIndex((line) => {
      const isSurrounding =
        line.length <= LONGEST_LINE &&
        (this.known.test(line) || ofClient.test(line) || isForeign(line, command));
      const isPart = isSurrounding || (isBelow && below.test(line));
      isBelow = isSurrounding;
      return !isPart;
    });
    return end < 0 ? Math.min(lines.length, EDGE_LINES) : end;
  }
}

function note(standing: Recent<readonly string[]>, lines: readonly string[], beside: string): void {
  for (const key of new Set(lines.map(withoutDigits))) {
    const known = standing.get(key) ?? [];
    if (known.length < BESIDE && !known.includes(beside)) {
      standing.set(key, [...known, beside]);
    }
  }
}

function stands(standing: Recent<readonly string[]>, line: string): boolean {
  return (standing.get(withoutDigits(line))?.length ?? 0) >= BESIDE;
}

function complains(line: string): boolean {
  return negative.has(classifyLine(withoutNoise(line.trim())));
}

/** What an answer tells of its own: neither places nor code, and without what was asked. */
function findOwn(lines: readonly string[], command: string): string {
  const asked = new Set(command.match(/[\w.@-]+/g));
  return lines
    .filter((line) => !placed.test(line))
    .map((line) => withoutNoise(line).replace(/[\w.@-]+/g, (each) => (asked.has(each) ? '' : each)))
    .join('\n')
    .replace(/\s+/g, ' ')
    .trim();
}

function withoutDigits(line: string): string {
  return line.replace(/\d+/g, '#');
}

/** A shell complains of something that the command does not name. */
function isForeign(line: string, command: string): boolean {
  const said = withoutShellPrefix(line);
  if (said === line) {
    return false;
  }
  const parts = said.split(/: ?/).filter((part) => part !== '');
  const subjects = parts.filter((part) => !message.test(part));
  return (
    subjects.length > 0 &&
    subjects.length < parts.length &&
    subjects.every((subject) => !command.includes(subject))
  );
}

/** It starts no other program that could complain of what it lacks. */
function isPlainCommand({ text, nature }: RanCommand): boolean {
  return (
    !runsMore.test(text) &&
    nature.segments.every(({ words, kind }) => {
      const program = findProgram(words);
      const usual = kindOfProgram.get(program);
      return (
        plainActs.has(program) ||
        kind === 'git-overview' ||
        usual === 'read' ||
        usual === 'search' ||
        usual === 'list' ||
        usual === 'no-op'
      );
    })
  );
}
