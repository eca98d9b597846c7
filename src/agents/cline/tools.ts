/** Cline's tools: those of the CLI and its SDK, and those of the VS Code extension. */
import type { ToolClass } from '../../core/events.js';
import { textIn } from '../reading/content.js';
import { fieldsIn, type Fields } from '../reading/fields.js';

const classes = new Map<string, ToolClass>([
  ['read_files', 'read'],
  ['read_file', 'read'],
  ['access_mcp_resource', 'read'],
  ['load_mcp_documentation', 'read'],
  ['skills', 'read'],
  ['use_skill', 'read'],
  ['search_codebase', 'search'],
  ['search_files', 'search'],
  ['list_files', 'search'],
  ['list_code_definition_names', 'search'],
  ['editor', 'edit'],
  ['apply_patch', 'edit'],
  ['replace_in_file', 'edit'],
  ['apply_diff', 'edit'],
  ['insert_content', 'edit'],
  ['write_to_file', 'write'],
  ['new_rule', 'write'],
  ['generate_explanation', 'other'],
  ['run_commands', 'shell'],
  ['execute_command', 'shell'],
  ['bash', 'shell'],
  ['fetch_web_content', 'web'],
  ['web_fetch', 'web'],
  ['web_search', 'web'],
  ['browser_action', 'web'],
  ['focus_chain', 'todo'],
  ['task_progress', 'todo'],
  ['spawn_agent', 'task'],
  ['use_subagents', 'task'],
  ['new_task', 'task'],
  ['ask_question', 'ask'],
  ['ask_followup_question', 'ask'],
  ['plan_mode_respond', 'ask'],
  ['act_mode_respond', 'other'],
  ['attempt_completion', 'other'],
  ['submit_and_exit', 'other'],
  ['condense', 'other'],
  ['summarize_task', 'other'],
  ['report_bug', 'other'],
  ['use_mcp_tool', 'other'],
]);

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
