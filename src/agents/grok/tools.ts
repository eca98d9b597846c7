/** Grok's tools, and what their results tell, in its log and in its hooks. */
import type { DeniedBy, JsonObject } from '../../core/events.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import { isObject } from '../../core/json.js';
import { inputIn, nameIn, fieldsIn, type Fields } from '../reading/fields.js';
import { readInteger } from '../reading/recorded-values.js';
import { classifyBy } from '../reading/tool-names.js';

export const classifyTool = classifyBy({
  read: 'read_file',
  search: 'list_dir grep search_tool',
  edit: 'search_replace',
  write: 'write',
  shell: 'run_terminal_command kill_command_or_subagent',
  poll: 'get_command_or_subagent_output wait_commands_or_subagents monitor scheduler_list',
  todo: 'todo_write',
  task: 'spawn_subagent send_subagent_message workflow',
  web: 'web_search web_fetch',
  ask: 'ask_user_question exit_plan_mode',
});

/** The tool that a call is for: those of MCP servers are called through one of Grok's own. */
export function readTool<Input extends Fields>(
  tool: string,
  input: Input,
): { tool: string; input: Input | JsonObject } {
  const own = tool === 'use_tool' ? nameIn(input['tool_name']) : undefined;
  return own === undefined ? { tool, input } : { tool: own, input: inputIn(input['tool_input']) };
}

interface ToolOutput {
  output: string | undefined;
  exitCode: number | undefined;
  failed: boolean;
}

/** What a tool printed stands in one of these, in the result or in the one object in it that says how the tool came out. */
const outputFields = [
  'output',
  'stdout',
  'raw_output',
  'content',
  'tool_output_for_prompt',
  'summary_for_prompt',
  'output_for_prompt',
  'summary',
];
/** How outcomes are called that are none: `FileNotFound`, say. */
const failure = /(?:NotFound|NotUnique|Error|Failed|Denied|Invalid|Exceeded|TooLarge)$/;

/** A tool's own result: `{ type, … }`, in which texts may be lists of bytes. */
export function readToolOutput(raw: unknown): ToolOutput {
  if (typeof raw === 'string') {
    return { output: raw, exitCode: undefined, failed: false };
  }
  const fields = fieldsIn(raw);
  const exitCode = readInteger(fields['exit_code']);
  const named = Object.entries(fields).filter(([name]) => /^[A-Z]/.test(name));
  const found = [fields, ...named.map(([, value]) => value).filter(isObject)]
    .flatMap((each) => outputFields.map((name) => readBytes(each[name])))
    .find((text) => text !== undefined);
  const words = named.map(([, value]) => value).find((value) => typeof value === 'string');
  return {
    output: found ?? words,
    exitCode,
    failed:
      (exitCode !== undefined && exitCode !== 0) || named.some(([name]) => failure.test(name)),
  };
}

function readBytes(value: unknown): string | undefined {
  if (typeof value === 'string') {
    return value;
  }
  return Array.isArray(value) && value.every((byte) => typeof byte === 'number')
    ? Buffer.from(value).toString('utf8')
    : undefined;
}

const DENIED = 'Hook denied: ';
const byPerson =
  /^(?:User (?:rejected|cancelled) the execution|Tool execution cancelled due to earlier user cancellation)/;

/** Who denied the call, by the text of its result, which then is the reason. */
export function readDenial(text: string): { deniedBy?: DeniedBy; output: string } {
  if (text.startsWith(DENIED)) {
    const output = text.slice(DENIED.length);
    return { deniedBy: output.startsWith(MODEL_MARK) ? 'turnwatch' : 'rule', output };
  }
  return byPerson.test(text) ? { deniedBy: 'person', output: text } : { output: text };
}
