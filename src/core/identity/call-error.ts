/** What went wrong in a call, what it was about, and which other errors are the same trouble. */
import type { CommandNature, SegmentKind } from './command/command.js';
import { errorPrint, mayBeError, type ErrorPrint } from './error.js';
import { pathOf } from './tool.js';
import type { Call, CallError, CallResult } from '../turns/session.js';

/** Of these it is to be expected that they work; any other program may be asking whether something is there. */
const running: readonly SegmentKind[] = ['run', 'test', 'build'];

/** What an agent's tool adds below a command's output. */
const trailers = /(?:\s*\n\[[^\n\]]{1,200}\])+\s*$/;
/** That a command failed, and nothing of why. */
const bareExit =
  /^\W*(?:error:? *)?(?:the )?(?:command|process|tool)?\b[^\d\n]{0,40}\bcode:? *\d+\W*$/i;

/** That it may not be done: whoever tries it in another way meets the same wall. */
const denial =
  /\b(?:permission denied|access (?:is )?denied|operation not permitted|read-only file system|(?:is|are|was) not (?:allowed|permitted)|(?:was|been) (?:denied|blocked|rejected)|requires approval)\b/i;

/** `told`: hash of the text without noise. */
export function errorOf(
  call: Call,
  result: CallResult,
  command: CommandNature | undefined,
  text: string,
  told: string,
): CallError | undefined {
  if (!result.failed && !mayBeError(text)) {
    return undefined;
  }
  const bare = text.endsWith(']') ? text.replace(trailers, '') : text;
  const print = errorPrint(bare === '' ? text : bare, call.input, result.failed);
  const sameness = print && samenessOf(call, print, command);
  return (
    print &&
    sameness && {
      key: print.key,
      line: print.exact,
      text: print.text,
      kind: print.kind,
      target: sameness === 'denied' ? call.tool : targetOf(call, command),
      exact: `!${told}`,
      sameness,
    }
  );
}

function samenessOf(
  call: Call,
  print: ErrorPrint,
  command: CommandNature | undefined,
): CallError['sameness'] {
  if (print.kind === 'validation') {
    return 'any-arguments';
  }
  if (bareExit.test(print.text)) {
    return 'probe';
  }
  if (call.class !== 'read' && call.class !== 'search' && denial.test(print.text)) {
    return 'denied';
  }
  switch (call.class) {
    case 'edit':
    case 'write':
      return 'any-arguments';
    case 'read':
    case 'search':
    case 'web':
    case 'poll':
      return 'probe';
    case 'shell': {
      const segments = command?.segments ?? [];
      if (segments.some((segment) => running.includes(segment.kind))) {
        return 'command';
      }
      return segments.some((segment) => segment.kind === 'change') ? 'same-text' : 'probe';
    }
    case 'test':
    case 'todo':
    case 'task':
    case 'ask':
    case 'other':
      return 'same-text';
  }
}

function targetOf(call: Call, command: CommandNature | undefined): string {
  const program = command?.segments
    .find(({ kind }) => kind !== 'no-op')
    ?.words.find((word) => !word.includes('='));
  return `${call.tool} ${program ?? pathOf(call.input) ?? ''}`;
}

const noTrouble =
  /\b(?:no|0|zero|without(?: any)?) (?:errors?|failures?|failed|warnings?|exceptions?|issues?|problems?)\b/gi;
const trouble =
  /\b(?:error|errors|fail|fails|failed|failing|failure|exception|traceback|not found|missing|wrong|incorrect|mismatch|unexpected|invalid|cannot|could not|unable)\b|❌|✗|✘/i;
const warning = /^.*warning.*$/gim;
const fine =
  /\b(?:ok|okay|pass|passed|passes|success|successful|successfully|succeeded|done|fine|good|works|correct|fixed|clean|generated|written|wrote|created|updated|completed?|finished)\b|✓|✔|✅/i;

/** An output that tells of trouble though its command went through; warnings are none. */
export function tellsTrouble(text: string): boolean {
  return trouble.test(text) && trouble.test(text.replace(warning, '').replace(noTrouble, ''));
}

/** An output that says that all is well. */
export function tellsSuccess(text: string): boolean {
  return fine.test(text);
}
