/** SWE-agent's commands: lines of text that begin with one of the agent's own commands or a shell program. */
import type { ToolClass } from '../../core/events.js';
import type { Fields } from '../reading/fields.js';

const classes = new Map<string, ToolClass>([
  ['open', 'read'],
  ['goto', 'read'],
  ['scroll_down', 'read'],
  ['scroll_up', 'read'],
  ['view_image', 'read'],
  ['decompile', 'read'],
  ['disassemble', 'read'],
  ['state', 'read'],
  ['search_file', 'search'],
  ['search_dir', 'search'],
  ['find_file', 'search'],
  ['filemap', 'search'],
  ['find_class_declaration', 'search'],
  ['grep', 'search'],
  ['edit', 'edit'],
  ['insert', 'edit'],
  ['undo_edit', 'edit'],
  ['str_replace_editor', 'edit'],
  ['edit_anthropic', 'edit'],
  ['diff_state', 'edit'],
  ['create', 'write'],
  ['bash', 'shell'],
  ['execute_bash', 'shell'],
  ['execute_server', 'shell'],
  ['connect_start', 'other'],
  ['connect_sendline', 'other'],
  ['connect_stop', 'other'],
  ['debug_start', 'other'],
  ['debug_continue', 'other'],
  ['debug_exec', 'other'],
  ['debug_add_breakpoint', 'other'],
  ['debug_step', 'other'],
  ['debug_stop', 'other'],
  ['goto_url', 'web'],
  ['open_site', 'web'],
  ['close_site', 'web'],
  ['screenshot_site', 'web'],
  ['click_mouse', 'web'],
  ['type_text', 'web'],
  ['scroll_on_page', 'web'],
  ['get_console_output', 'web'],
  ['submit', 'other'],
  ['submit_review', 'other'],
  ['exit_forfeit', 'other'],
  ['exit_cost', 'other'],
  ['exit_context', 'other'],
  ['skip', 'other'],
]);
/** `grep` and `state` are also programs: at the start of a line, they count as shell commands. */
const programs = new Set(['bash', 'grep', 'state', 'execute_bash']);
const editorClasses = new Map<string, ToolClass>([
  ['view', 'read'],
  ['create', 'write'],
  ['str_replace', 'edit'],
  ['insert', 'edit'],
  ['undo_edit', 'edit'],
]);

export interface SweAgentCall {
  tool: string;
  input: Fields;
  class: ToolClass | undefined;
}

/** The tool of an action's text. `args`: the arguments of the model's tool call, if recorded. */
export function findTool(action: string, args?: Fields): SweAgentCall {
  const text = action.trim();
  const [word = '', second = '', third = ''] = text.split(/\s+/, 3);
  if (!classes.has(word) || programs.has(word)) {
    return { tool: 'bash', input: { command: text }, class: 'shell' };
  }
  if (word === 'str_replace_editor' || word === 'edit_anthropic') {
    const command = typeof args?.['command'] === 'string' ? args['command'] : second;
    return {
      tool: word,
      input: args ?? { command, path: third, text },
      class: editorClasses.get(command) ?? 'edit',
    };
  }
  const path =
    (word === 'open' || word === 'create') && second !== ''
      ? { path: second.replace(/^(["'])(.*)\1$/, '$2') }
      : {};
  return { tool: word, input: { command: text, ...path }, class: classes.get(word) };
}

/** Whether the tool's output reports a failure. A program's failure leaves no mark. */
const refusals =
  /^(?:Your proposed edit has introduced new syntax error|Your edit was not applied|Text not found|No replacement was performed|Invalid `|ERROR:|Usage: |Error: |File .{1,500} not found$|No file open|EXECUTION TIMED OUT)|(?:^|\n)EXECUTION TIMED OUT|has NOT been applied\. Please fix your edit command|^The command .{1,4000} was cancelled because it took more than/;
const blocked =
  /^(?:Operation '.{1,2000}' is not supported by this environment|Interactive operation '.{1,2000}' is not supported)/;

export function isRefused(tool: string, output: string): boolean {
  const start = output.trimStart();
  if (blocked.test(start)) {
    return true;
  }
  return tool === 'bash'
    ? /(?:^|\n)EXECUTION TIMED OUT|^The command [\s\S]{1,4000} was cancelled because it took more than/.test(
        start.slice(0, 4096) + output.slice(-1024),
      )
    : refusals.test(start.slice(0, 8192));
}
