/** Whether an answer amounts to nothing: empty, not found, refused, timed out, whatever was asked. */
import { tellsSuccess, type CallError } from '../errors/call-error.js';
import { isLook, type ToolUse } from '../tool/call-nature.js';
import type { CommandNature, SegmentKind } from '../command/command.js';
import { asksForProgram } from '../command/segment.js';
import { saysNothingFound } from './outcome.js';
import type { Said } from './said.js';
import { bareExit, classifyLine, type LineKind } from '../../lines/line-kind.js';
import { findCommand } from '../tool/tool.js';

/** Kinds of lines that name nothing, or say that it could not be asked. */
const fruitlessKinds: ReadonlySet<LineKind> = new Set([
  'wall',
  'absent',
  'hollow',
  'refusal',
  'unreachable',
]);
/** An answer to a question of number or of yes and no. */
const zeros =
  /^(?:\W*(?:0|no|false|[\w./-]{1,120}:0|total 0|0 directories, 0 files|listing\.\.\.(?: done)?|[\w.+-]+:|\[\]|\{\})\W*(?:\n|$)){1,12}$/i;
const LONGEST = 1500;

/** Kinds of commands that ask for what is there. */
const asking: readonly SegmentKind[] = ['read', 'search', 'list', 'git-overview'];
const querying =
  /^(?:list|ls|show|search|info|find|grep|get|status|describe|view|freeze|config|env|-l|-[lL]\w?|--list|-[qQ]\w?)$/;

/** The command only asks for something that may not be there: its silence is the answer that it is not. */
function asks(command: CommandNature): boolean {
  return (
    command.findingCode !== undefined ||
    command.segments.some(
      ({ kind, words }) =>
        asking.includes(kind) || asksForProgram(words) || querying.test(words[1] ?? ''),
    )
  );
}

/** A program of no known kind whose errors are hidden: its silence may be that it is not there. */
function hidesErrors(use: ToolUse, command: CommandNature | undefined): boolean {
  return (
    command?.segments.some(({ kind }) => kind === 'other') === true &&
    command.segments.every(({ kind }) => kind === 'other' || kind === 'no-op') &&
    /(?:2|&)>{1,2} ?(?:\/dev\/null|&-)/.test(findCommand(use.input) ?? '')
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
  said: Said,
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
      if (text === '' || said.says === 'silent' || bareExit.test(text)) {
        return failed || looks || saysNothingFound(output) || hidesErrors(use, command);
      }
      return failed
        ? failsForNothing(command, text, looks, error, said)
        : !reads(use, command) && (said.fruitless || (looks && zeros.test(text)));
    }
  }
}

/** The failure only says that something is not there, or was refused. */
function failsForNothing(
  command: CommandNature | undefined,
  text: string,
  looks: boolean,
  error: CallError | undefined,
  said: Said,
): boolean {
  if (command?.segments.some(({ kind }) => checking.includes(kind)) === true) {
    return error?.refused !== undefined;
  }
  const isShort = text.length <= LONGEST;
  return (
    isRefused(error) ||
    (isShort && (looks || (error !== undefined && fruitlessKinds.has(classifyLine(error.text))))) ||
    said.fruitless
  );
}

function isRefused(error: CallError | undefined): boolean {
  return (
    error !== undefined &&
    (error.refused !== undefined || error.kind === 'validation' || error.sameness === 'denied')
  );
}
