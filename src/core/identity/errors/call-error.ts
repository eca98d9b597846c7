/** What went wrong in a call, what the call was about, and which other errors have the same cause. */
import type { ToolClass } from '../../events.js';
import type { ToolUse } from '../tool/call-nature.js';
import { asksForProgram, findProgram } from '../command/segment.js';
import type { CommandNature, SegmentKind } from '../command/command.js';
import { errorPrint, mayBeError, type ErrorPrint } from './error.js';
import { isNamed } from '../../lines/error-cues.js';
import { bareExit, classifyLine, type LineKind } from '../../lines/line-kind.js';
import { shellRefusal, type ShellRefusal } from './shell-refusal.js';
import { findCommand, findPath } from '../tool/tool.js';

/**
 * Which other errors are the same trouble.
 * `any-arguments`: the same error whatever the arguments, such as an edit that does not apply.
 * `denied`: the same, but it takes more attempts, since there may be another way in.
 * `same-text`: only if the error text does not depend on the arguments.
 * `command`: like `same-text`, but a program may be tried in several ways.
 * `probe`: like `same-text`, but a question that finds nothing may be honest.
 * `unanswered`: a question that was not answered, such as one with too much output. It may be put better, but not for ever.
 */
export type ErrorSameness =
  | 'any-arguments'
  | 'denied'
  | 'same-text'
  | 'command'
  | 'probe'
  | 'unanswered';

export interface CallError extends Pick<ErrorPrint, 'key' | 'text' | 'verbatim' | 'kind'> {
  /** Identity of the telling line, arguments included, and of what the output counts. */
  line: string;
  /** The same, whatever id the call named. */
  anyId: string;
  /** Identity of the whole error text, arguments included. */
  exact: string;
  sameness: ErrorSameness;
  /** The shell did not run the command; undefined for a question whether a program is there. */
  refused: ShellRefusal | undefined;
  /** A program or folder that is not there although it could be: to look for one that is takes some attempts. */
  missing: string | undefined;
  /** What the call was about: its tool and path, or its program. The same error there for other arguments is the same trouble. */
  target: string;
}

/** These are expected to work; any other program may just ask whether something is there. */
const running: readonly SegmentKind[] = ['run', 'test', 'build'];

/** Lines in brackets that an agent's tool adds below a command's output. */
const trailers = /(?:\s*\n\[[^\n\]]{1,200}\])+\s*$/;
/** Not permitted: another attempt meets the same wall. */
const denials: ReadonlySet<LineKind> = new Set(['wall', 'refusal']);

/** A question was understood, but its answer is withheld. */
const unanswered =
  /\btoo (?:much output|many (?:results|matches|hits|files|requests))|(?:output|result|response|answer) (?:is |was )?too (?:long|large|big)|(?:more|be more|too) (?:specific|general|broad)|narrow (?:down )?(?:your|the)|rate.?limit|quota exceeded|temporarily unavailable/i;

/**
 * @param failed the call's own result says so; ordinary output may report an error too
 * @param hash of the text without noise
 */
export function findError(
  use: ToolUse,
  failed: boolean,
  command: CommandNature | undefined,
  text: string,
  hash: string,
): CallError | undefined {
  if (!failed && !mayBeError(text)) {
    return undefined;
  }
  const bare = text.endsWith(']') ? text.replace(trailers, '') : text;
  const said = bare === '' ? text : bare;
  const refused = findRefusal(use, command, said);
  const print = errorPrint(said, use.input, failed || refused !== undefined);
  if (print === undefined) {
    return undefined;
  }
  const sameness = compareErrors(use, print, command);
  return {
    key: print.key,
    line: print.exact,
    anyId: print.anyId,
    text: print.text,
    verbatim: print.verbatim,
    kind: print.kind,
    target: sameness === 'denied' ? use.tool : findTarget(use, command),
    exact: `!${hash}`,
    sameness,
    refused,
    missing:
      refused === 'no-command'
        ? findMissingProgram(command)
        : refused === 'no-file'
          ? findMissingFolder(said)
          : undefined,
  };
}

function findRefusal(
  use: ToolUse,
  command: CommandNature | undefined,
  text: string,
): ShellRefusal | undefined {
  return command === undefined || command.segments.every(({ words }) => asksForProgram(words))
    ? undefined
    : shellRefusal(text, findCommand(use.input) ?? '');
}

/** `bash: line 1: cd: web: No such file or directory`, `zsh:cd:1: no such file or directory: web` */
const entered =
  /(?:^|[\s:])(?:cd|pushd):(?:\d+:)? (?:no such file or directory: )?(?:\.\/)?(\S{1,300}?)\/?(?:: |$)/im;

function findMissingFolder(text: string): string | undefined {
  return entered.exec(text)?.[1];
}

/** Prose, markup and data are no programs. */
const programName = /^[a-z][a-z\d_.+-]{0,30}$/;
const proseWord = /^[A-Za-z][a-z]*[,.!?:;'’]?[a-z]*$/;
const PROSE = 4;

function findMissingProgram(command: CommandNature | undefined): string | undefined {
  const words = command?.segments.find(({ kind }) => kind !== 'no-op')?.words ?? [];
  const name = findProgram(words);
  const isProse = words.length > PROSE && words.every((word) => proseWord.test(word));
  return programName.test(name) && !isProse ? name : undefined;
}

const samenessOfClass: Record<Exclude<ToolClass, 'shell'>, ErrorSameness> = {
  edit: 'any-arguments',
  write: 'any-arguments',
  read: 'probe',
  search: 'probe',
  web: 'probe',
  poll: 'probe',
  test: 'same-text',
  todo: 'same-text',
  task: 'same-text',
  ask: 'same-text',
  other: 'same-text',
};

function compareErrors(
  use: ToolUse,
  print: ErrorPrint,
  command: CommandNature | undefined,
): ErrorSameness {
  if (print.kind === 'validation') {
    return 'any-arguments';
  }
  if (bareExit.test(print.text)) {
    return 'probe';
  }
  if (use.class !== 'read' && use.class !== 'search' && denials.has(classifyLine(print.text))) {
    return 'denied';
  }
  const sameness = use.class === 'shell' ? samenessOfCommand(command) : samenessOfClass[use.class];
  return sameness === 'probe' && unanswered.test(print.text) ? 'unanswered' : sameness;
}

function samenessOfCommand(command: CommandNature | undefined): ErrorSameness {
  const kinds = command?.segments.map(({ kind }) => kind) ?? [];
  if (kinds.some((kind) => running.includes(kind))) {
    return 'command';
  }
  return kinds.includes('change') ? 'same-text' : 'probe';
}

function findTarget(use: ToolUse, command: CommandNature | undefined): string {
  const program = command?.segments
    .find(({ kind }) => kind !== 'no-op')
    ?.words.find((word) => !word.includes('='));
  return `${use.tool} ${program ?? findPath(use.input) ?? ''}`;
}

/** Lines that are looked at for the name of an error, and their length. */
const [MOST_LINES, LONGEST_LINE] = [200, 400];
const noTrouble =
  /\b(?:no|without(?: any)?|(?:0|zero)(?: \w{1,20}(?:\(s\))?)?) (?:errors?|failures?|failed|warnings?|exceptions?|issues?|problems?)\b/gi;
const trouble =
  /\b(?:error|errors|fail|fails|failed|failing|failure|exception|traceback|not found|missing|wrong|incorrect|mismatch|unexpected|invalid|cannot|could not|unable)\b|\b(?:loss|cost|grad\w*|norm|objective|reward|metric)\W{1,3}nan\b|❌|✗|✘/i;
const warning = /^.*warning.*$/gim;
const fine =
  /\b(?:ok|okay|pass|passed|passes|success|successful|successfully|succeeded|done|fine|good|works|correct|fixed|clean|generated|written|wrote|created|updated|completed?|finished)\b|✓|✔|✅/i;

/** Whether the output speaks of trouble although the command went through; warnings do not count. */
export function tellsTrouble(text: string): boolean {
  return trouble.test(text) && trouble.test(text.replace(warning, '').replace(noTrouble, ''));
}

/** Whether a line of the output names an error, although the command went through. */
export function namesError(text: string): boolean {
  return (
    mayBeError(text) &&
    text.split('\n', MOST_LINES).some((line) => line.length <= LONGEST_LINE && isNamed(line.trim()))
  );
}

/** Whether the output says that all is well. */
export function tellsSuccess(text: string): boolean {
  return fine.test(text);
}
