/** Cline's tools: those of the CLI and its SDK, and those of the VS Code extension; their results. */
import type { ToolClass } from '../../core/events.js';
import { textIn, resultIn } from '../reading/content.js';
import { fieldsIn, type Fields, listIn } from '../reading/fields.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import { isObject } from '../../core/json.js';
import type { LoggedOutcome } from '../reading/session-log.js';
import { withoutTagged } from '../reading/tagged.js';
import { readToolNames } from '../reading/tool-names.js';

const exitWords =
  /^(?:\[)?Command (?:exited|failed|completed|executed)[^\n]{0,60}? (?:with )?(?:exit )?code:? (\d{1,10})/m;
const failure =
  /^(?:\[[^\]\n]{0,300}\] Result:\s*)?(?:The tool execution failed with the following error|Error (?:executing|reading|writing|searching|listing|parsing)|Missing value for required parameter|Tool '[^'\n]{1,80}' (?:is not|was not)|\[ERROR\]|<error>)/;
const denial = /^(?:\[[^\]\n]{0,300}\] Result:\s*)?The user denied this operation/;
const heading = /^\[[a-z_]{2,40}(?: (?:for|in) [^\n]{0,2000})?\] Result:\s*/;

/** A call's result → its outcome: a list of results (CLI), or the VS Code extension's text. */
export function outcome(block: Fields): LoggedOutcome {
  const content = block['content'];
  const parts = listIn(content);
  if (parts.some((part) => 'success' in part)) {
    return ofParts(parts);
  }
  if (isObject(content) && 'success' in content) {
    return ofParts([content]);
  }
  const read = ofText(resultIn(content));
  return block['is_error'] === true ? { ...read, ok: false } : read;
}

function ofParts(parts: readonly Fields[]): LoggedOutcome {
  const failed = parts.filter((part) => part['success'] === false);
  const texts = parts.map((part) => {
    const [result, error] = [resultIn(part['result']), textIn(part['error'])];
    return result === '' ? error : result;
  });
  const error = failed.map((part) => textIn(part['error'])).find((text) => text !== '') ?? '';
  const code = exitWords.exec(error)?.[1];
  return {
    ok: failed.length === 0,
    output: texts.join('\n'),
    exitCode: code === undefined ? undefined : Number(code),
    deniedBy: failed.length > 0 && error.startsWith(MODEL_MARK) ? 'turnwatch' : undefined,
  };
}

/** Reads the extension's text for a result. */
export function ofText(text: string): LoggedOutcome {
  const output = withoutAppended(text).replace(heading, '').trim();
  const code = exitWords.exec(output.slice(0, 400))?.[1];
  const denied = denial.test(output);
  return {
    ok: !denied && !failure.test(output),
    output,
    exitCode: code === undefined ? undefined : Number(code),
    deniedBy: denied ? 'person' : undefined,
  };
}

/** Drops the harness's own text that may follow a result in the same message. */
function withoutAppended(text: string): string {
  return withoutTagged(text, 'environment_details', { before: 'newlines', open: true });
}

export function isHeadedResult(text: string): boolean {
  return heading.test(text);
}

/** The person's own text in a message, unframed; empty if the harness wrote the whole message. */
export function readPrompt(text: string): string {
  const bare = withoutAppended(text).trim();
  const [frame = '', name = ''] =
    /^<(user_input|task|feedback|user_message|answer)(?:\s[^>]{0,200})?>/.exec(bare) ?? [];
  const end = frame === '' ? -1 : bare.indexOf(`</${name}>`, frame.length);
  if (end >= 0) {
    return bare.slice(frame.length, end).trim();
  }
  return /^(?:\[(?:ERROR|TASK RESUMPTION)\]|<(?:explicit_instructions|environment_details|system-reminder|hook_context|file_content)\b|\[[a-z_]{2,40}(?: [^\n]{0,2000})?\] Result:|# (?:task_progress|TODO LIST))/.test(
    bare,
  )
    ? ''
    : bare;
}

const classes = readToolNames({
  read: 'read_files read_file access_mcp_resource load_mcp_documentation skills use_skill',
  search: 'search_codebase search_files list_files list_code_definition_names',
  edit: 'editor apply_patch replace_in_file apply_diff insert_content',
  write: 'write_to_file new_rule',
  other: `generate_explanation act_mode_respond attempt_completion submit_and_exit condense
    summarize_task report_bug use_mcp_tool`,
  shell: 'run_commands execute_command bash',
  web: 'fetch_web_content web_fetch web_search browser_action',
  todo: 'focus_chain task_progress',
  task: 'spawn_agent use_subagents new_task',
  ask: 'ask_question ask_followup_question plan_mode_respond',
});

export function classifyTool(tool: string): ToolClass | undefined {
  return tool.startsWith('team_') ? 'task' : classes.get(tool);
}

/** Names that older versions use as XML tags. */
export function isTool(name: string): boolean {
  return classes.has(name);
}

const takeInput: ReadonlySet<string> = new Set([
  'run_commands',
  'read_files',
  'search_codebase',
  'editor',
  'apply_patch',
  'fetch_web_content',
  'spawn_agent',
]);

/** Whether a call of this tool does nothing with an empty input. */
export function needsInput(tool: string): boolean {
  return takeInput.has(tool);
}

/** Tools with which the agent declares itself done. */
export const closingTools: ReadonlySet<string> = new Set(['attempt_completion', 'submit_and_exit']);

/** A call's input in the form shared by all agents: its commands as one `command`, its only file as `path`. */
export function readAction(tool: string, input: Fields): Fields {
  const { commands, files, ...rest } = input;
  if (tool === 'run_commands' && Array.isArray(commands)) {
    return { ...rest, command: commands.map(commandText).join('\n') };
  }
  if (tool === 'read_files' && Array.isArray(files) && files.length === 1) {
    return typeof files[0] === 'string'
      ? { ...rest, path: files[0] }
      : { ...rest, ...fieldsIn(files[0]) };
  }
  return input;
}

/** A command is a string, or a program with arguments. */
function commandText(command: unknown): string {
  const { command: program, args } = fieldsIn(command);
  if (typeof command === 'string') {
    return command;
  }
  return [
    textIn(program),
    ...(Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : []),
  ].join(' ');
}
