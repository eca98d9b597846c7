/** Droid's tools, and what their results tell, in its log and in its hooks. */
import type { DeniedBy, JsonObject, ToolClass } from '../../core/events.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import type { LoggedOutcome } from '../reading/session-log.js';
import { classifyBy } from '../reading/tool-names.js';

export const classifyTool = classifyBy({
  read: 'Read',
  search: 'LS Grep Glob ToolSearch',
  edit: 'Edit MultiEdit ApplyPatch',
  write: 'Create',
  shell: 'Execute TaskStop',
  poll: 'TaskOutput',
  todo: 'TodoWrite',
  task: 'Task',
  web: 'FetchUrl WebSearch',
  ask: 'AskUser ExitSpecMode',
});

/** What the model says of a command, anew each time, and not what it does. */
const manner: ReadonlySet<string> = new Set(['summary', 'riskLevel', 'riskLevelReason']);

export function withoutManner(kind: ToolClass, input: JsonObject): JsonObject {
  return kind === 'shell'
    ? Object.fromEntries(Object.entries(input).filter(([name]) => !manner.has(name)))
    : input;
}

const exit = /\[Process exited with code (-?\d{1,10})\]\s*$/;
/** Characters in which a result names its exit code. */
const TAIL = 100;
/** Droid's own words around what a command printed. */
const heads =
  /^(?:Command completed successfully$|Error: Command failed \(exit code: -?\d{1,10}\)(?:\n|$))/;
/** Names a new file each time. */
const SAVED = 'Full command output saved to: ';
const LABEL = 'Error: ';
const timedOut = /^Command timed out after \d/;
const byPerson = /^(?:Tool execution cancelled|Tool cancelled:|Request interrupted by user)/;
/** Without a person at the terminal there is nobody to ask. */
const notPermitted = /^Exec ended early: insufficient permission/;

/** @param isError as the log has it; its hooks tell only of calls that went well */
export function readOutcome(tool: string, text: string, isError: boolean): LoggedOutcome {
  const ended = exit.exec(text.slice(-TAIL));
  if (ended !== null) {
    const code = Number(ended[1]);
    const printed = text.slice(0, text.lastIndexOf('[Process exited')).trimEnd().replace(heads, '');
    const lastLine = printed.lastIndexOf('\n') + 1;
    const output = printed.startsWith(SAVED, lastLine) ? printed.slice(0, lastLine) : printed;
    return { ok: !isError && code === 0, output: output.trimEnd(), exitCode: code };
  }
  const output = isError && text.startsWith(LABEL) ? text.slice(LABEL.length) : text;
  const failed = isError || (classifyTool(tool) === 'shell' && timedOut.test(text));
  return { ok: !failed, output, deniedBy: isError ? readDenial(output) : undefined };
}

function readDenial(output: string): DeniedBy | undefined {
  if (output.startsWith(MODEL_MARK)) {
    return 'turnwatch';
  }
  return byPerson.test(output) ? 'person' : notPermitted.test(output) ? 'rule' : undefined;
}
