/** Whether an answer amounts to nothing: empty, not found, refused, timed out, whatever was asked. */
import { bareExit, tellsSuccess, type CallError } from './errors/call-error.js';
import { isLook, type ToolUse } from './tool/call-nature.js';
import type { CommandNature, SegmentKind } from './command/command.js';
import { asksForProgram } from './command/segment.js';
import { saysNothingFound } from './outcome.js';

/** Says that something is not there, or that it could not be asked. */
const phrase =
  /\b(?:not (?:be )?(?:found|located|installed|available|recogni[sz]ed|present|resolved?|reachable)|no such|(?:could ?n[o'’]t|cannot|can[’']?t|unable to|failed to|did(?:n[’']t| not)) (?:be )?(?:find|found|locate|resolve|connect|open|access|match|reach)|(?:does|do|did)(?:n[’']t| not) (?:exist|match|appear|occur)|no (?:changes?|replacements?|edits?) (?:was|were|have been) (?:made|applied|performed)|no (?:\S+ ){0,4}(?:found|match(?:es|ed|ing)?|results?|hits?|entries|files?|packages?|installed|available|module|output|attribute)|no (?:module|packages?|matches|results|files) (?:named|called|matching|for|with|in)\b|has no attribute|cannot import|(?:found|returned|listed) (?:0|no|nothing)|0 (?:match(?:es)?|results?|hits?|files?|packages?|rows?|items?|directories|entries)|nothing (?:found|match|to (?:show|list|display))|not? (?:a )?known|is missing|missing$|timed? ?out|time-?out|refused|denied|forbidden|unauthori[sz]ed|unreachable|too much output|too many (?:results|matches|requests)|not (?:allowed|permitted)|(?:error|http\/[\d.]+|status|code):? ?(?:4\d\d|5\d\d)|unknown (?:package|command|host|module|option|tool)|(?:command|package) not\b|is empty)\b/i;
/** The whole of a line that names nothing. */
const nothing =
  /^\W*(?:none|null|nil|nothing|n\/a|absent|nope|not? found|missing|empty|no output|total 0|0 directories, 0 files|\(0 rows\))\W*$|^[\w.+-]+: ?$|^(?:\[\]|\{\}|\(\))$|^\{[^{}]{0,200}\[\][^{}]{0,200}\}$|^listing\.\.\.(?: done)?$/i;
/** Underlines, list marks and the like: nothing by themselves, and part of what is shown beside words. */
const punctuation = /^\W+$/;
/** An answer to a question of number or of yes and no. */
const zero = /^\W*(?:0|no|false|[\w./-]{1,120}:0)\W*$/i;
/** A hit of a search, or a path: it holds the words of what was found. */
const hit = /^(?:\S+:)?\d+[:\t-]|^\S+$|^[ld-][rwx-]{9}/;

const [LONGEST, LONGEST_LINE, MOST_LINES] = [1500, 600, 12];
const [MOST_BESIDES, LONGEST_BESIDES] = [1, 80];
/** A search in folders that it may not read names each of them. */
const deniedLine =
  /^\S{1,20}: .{1,300}: (?:permission denied|operation not permitted|no such file or directory)$/i;

function saysNothing(text: string, looks: boolean): boolean {
  let [lines, marks, besides] = [0, 0, 0];
  for (let at = 0; at < text.length;) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    const line = text.slice(at, end).trim();
    at = end + 1;
    if (line === '' || deniedLine.test(line)) {
      continue;
    }
    lines += 1;
    if (lines > MOST_LINES || text.length > LONGEST) {
      return false;
    }
    if (punctuation.test(line) && !nothing.test(line)) {
      marks += 1;
    } else if (!namesNothing(line, looks)) {
      besides += 1;
      if (besides > MOST_BESIDES || line.length > LONGEST_BESIDES || hit.test(line)) {
        return false;
      }
    }
  }
  return besides === 0 || besides < lines - marks;
}

function namesNothing(line: string, looks: boolean): boolean {
  // a sentence that says so is short
  return (
    line.length <= LONGEST_LINE &&
    (nothing.test(line) || (looks && zero.test(line)) || (!hit.test(line) && phrase.test(line)))
  );
}

/** Kinds of commands that ask for what is there. */
const asking: readonly SegmentKind[] = ['read', 'search', 'list', 'git-overview'];
const querying =
  /^(?:list|ls|show|search|info|find|grep|get|status|describe|view|freeze|config|env|-l|-[lL]\w?|--list|-[qQ]\w?)$/;

/** The command only asks for something that may not be there: its silence is the answer that it is not. */
function asks(command: CommandNature): boolean {
  return (
    command.finds ||
    command.segments.some(
      ({ kind, words }) =>
        asking.includes(kind) || asksForProgram(words) || querying.test(words[1] ?? ''),
    )
  );
}

/** Shows what is in files, whatever that says. */
function reads(use: ToolUse, command: CommandNature | undefined): boolean {
  return (
    use.class === 'read' ||
    (command !== undefined &&
      command.segments.length > 0 &&
      command.segments.every(({ kind }) => kind === 'read'))
  );
}

/** Kinds of commands whose failure says something of the project. */
const checking: readonly SegmentKind[] = ['test', 'build'];

/** @param text of the output without agents' wrapper texts; empty if it says nothing */
export function foundNothing(
  use: ToolUse,
  command: CommandNature | undefined,
  output: string,
  text: string,
  failed: boolean,
  error: CallError | undefined,
): boolean {
  switch (use.class) {
    case 'todo':
    case 'ask':
      return false;
    case 'edit':
    case 'write':
      return failed && !tellsSuccess(text);
    default: {
      const looks = command === undefined ? isLook(use, command) : asks(command);
      if (text === '' || bareExit.test(text)) {
        return failed || looks || saysNothingFound(output);
      }
      return failed
        ? failsForNothing(command, text, looks, error)
        : !reads(use, command) && saysNothing(text, looks);
    }
  }
}

/** The failure only says that something is not there, or was refused. */
function failsForNothing(
  command: CommandNature | undefined,
  text: string,
  looks: boolean,
  error: CallError | undefined,
): boolean {
  if (command?.segments.some(({ kind }) => checking.includes(kind)) === true) {
    return error?.refused !== undefined;
  }
  const isShort = text.length <= LONGEST;
  return (
    isRefused(error) ||
    (isShort && (looks || (error !== undefined && phrase.test(error.text)))) ||
    saysNothing(text, true)
  );
}

function isRefused(error: CallError | undefined): boolean {
  return (
    error !== undefined &&
    (error.refused !== undefined || error.kind === 'validation' || error.sameness === 'denied')
  );
}
