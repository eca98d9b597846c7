/** Whether a call failed: what the agent marks, the exit code, and what that code means for the command. */
import type { JsonObject, ToolClass, ToolResultEvent } from '../../events.js';
import { classifyCommand } from '../command/command.js';
import { findCommand } from '../tool/tool.js';
import { bareOutput } from './outcome.js';
import { readWrittenCode } from './written-code.js';

/** Marked as an error, denied, or an exit code other than 0, except that with which a search or a comparison tells what it found. */
export function hasFailed(
  kind: ToolClass,
  input: JsonObject,
  result: Pick<ToolResultEvent, 'ok' | 'exitCode' | 'deniedBy'> & { output?: string },
): boolean {
  if (result.deniedBy !== undefined) {
    return true;
  }
  const { ok, output = '' } = result;
  const command = findCommand(input);
  // not every agent marks a failed command as one; a code that the command itself asks for is an answer
  const isTold = !ok || (kind === 'shell' && command?.includes('$?') !== true);
  const code = result.exitCode ?? (isTold ? readWrittenCode(output) : undefined);
  return (
    (!ok || (code !== undefined && code !== 0)) &&
    !tellsFinding(kind, command, code, output) &&
    !wasStopped(command, code, output)
  );
}

/** Where no code is told, a single word says what was found. */
function tellsFinding(
  kind: ToolClass,
  command: string | undefined,
  code: number | undefined,
  output: string,
): boolean {
  const told = command === undefined ? undefined : classifyCommand(command).findingCode;
  const finding = kind === 'search' ? 1 : told;
  return code === undefined
    ? finding !== undefined && oneWord.test(bareOutput(output))
    : code === finding;
}

/** A count or a state: what went wrong would say more. */
const oneWord =
  /^(?:\d{1,9}|(?:in|de|re)?activ(?:e|ating)|failed|unknown|dead|disabled|static|masked)$/;

/** By `timeout`, when it had done what it was to show. */
function wasStopped(
  command: string | undefined,
  code: number | undefined,
  output: string,
): boolean {
  return (
    command?.includes('timeout') === true &&
    stoppedCodes.has(code ?? STOPPED) &&
    (isUp.test(output) || follows.test(command))
  );
}

/** What `timeout` ends with, and what the program ends with that it stops. */
const STOPPED = 124;
const stoppedCodes: ReadonlySet<number> = new Set([STOPPED, 137, 143]);
/** Reads what goes on without an end: somebody has to stop it. */
const follows =
  /\btimeout\b[^|;&]*?(?: (?:cat|head|od|xxd|hexdump) \/dev\/|\b(?:tail|logs?|journalctl|kubectl|docker|stern)\b[^|;&]* (?:-\w*[fF]|--follow)\b|\b(?:logcat|monitor|mosquitto_sub|tcpdump|candump|minicom|picocom)\b)/;
/** A server that was up until it was stopped: to see that, it was started. */
const isUp =
  /\b(?:listening|serving|running|started|ready|available|local:)\b.{0,40}(?:https?:\/\/|\blocalhost\b|:(?:\d{3,5}|80)\b(?!:)|\bport \d)/i;
