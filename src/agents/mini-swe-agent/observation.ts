/** The harness's message after a response: the command's outcome, or why there was none. */
import type { DeniedBy } from '../../core/events.js';
import { textIn } from '../reading/content.js';
import { type Fields, fieldsIn } from '../reading/fields.js';
import { readId, readInteger, readTime } from '../reading/recorded-values.js';

export interface Observation {
  at?: number | undefined;
  call?: string | undefined;
  ok: boolean;
  output: string;
  exitCode?: number | undefined;
  deniedBy?: DeniedBy | undefined;
  rejected: boolean;
  prompt?: string | undefined;
  exitStatus?: string | undefined;
}

const returnCode =
  /^\s*(?:<exception>[\s\S]{0,4000}?<\/exception>\s*)?<returncode>\s*(-?\d{1,10})\s*<\/returncode>\s*/;
const wholeOutput = /^<output>\n?([\s\S]*?)\n?<\/output>\s*$/;
const timedOut = /^The last command <command>[\s\S]*?<\/command> timed out and has been killed/;
const rejectedByFormat =
  /^(?:Please always provide EXACTLY ONE action|(?:Your output was malformatted|Format error|Tool call error|No tool calls found in the response|Error parsing tool call|Every response needs to use the 'bash' tool|Unknown tool ))/i;
const rejectedByPerson = /^Command not executed\. The user rejected your command/;
const newTask = /^The user added a new task: ([\s\S]*)$/;
const interruption = /^Interrupted by user: ([\s\S]*)$/;

export function observation(message: Fields): Observation {
  const extra = fieldsIn(message['extra']);
  const text = textIn(message['content']) || textIn(message['output']);
  const code = returnCode.exec(text)?.[1];
  const kind = extra['interrupt_type'];
  const denied = rejectedByPerson.test(text) || kind === 'UserRejection';
  const said = newTask.exec(text)?.[1] ?? interruption.exec(text)?.[1];
  const rejected = kind === 'FormatError' || rejectedByFormat.test(text);
  const exitCode =
    readInteger(extra['returncode']) ?? (code === undefined ? undefined : Number(code));
  return {
    at: readTime(extra['timestamp']) ?? readTime(message['timestamp']),
    call: readId(message['tool_call_id']) ?? readId(message['call_id']),
    ok: !rejected && !timedOut.test(text) && typeof extra['exception_info'] !== 'string',
    output: bare(text),
    exitCode,
    deniedBy: denied ? 'person' : undefined,
    rejected,
    prompt: said ?? (kind === 'UserInterruption' || kind === 'UserNewTask' ? text : undefined),
    exitStatus: message['role'] === 'exit' ? (readId(extra['exit_status']) ?? 'exit') : undefined,
  };
}

/** The output without the frame that every known version's template adds. */
function bare(text: string): string {
  const rest = text.replace(returnCode, '');
  return wholeOutput.exec(rest)?.[1] ?? rest;
}
