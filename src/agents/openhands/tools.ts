/** OpenHands' tools, by the model's names for them and by their actions. */
import type { ToolClass } from '../../core/events.js';
import type { Fields } from '../reading/fields.js';
import { editorClasses, readToolNames } from '../reading/tool-names.js';

const classes = readToolNames({
  shell: 'execute_bash terminal bash execute_powershell execute_ipython_cell',
  edit: 'edit_file apply_patch planning_file_editor edit',
  search: 'grep glob list_directory',
  read: 'read_file invoke_skill',
  write: 'write_file',
  web: 'browser browser_use web_read fetch',
  todo: 'task_tracker',
  other: 'think request_condensation finish',
  task: 'delegate task delegate_to_browsing_agent',
});
const editors = new Set(['str_replace_editor', 'file_editor', 'str_replace_based_edit_tool']);

export function classifyTool(tool: string, input: Fields): ToolClass | undefined {
  if (editors.has(tool)) {
    return (
      editorClasses.get(typeof input['command'] === 'string' ? input['command'] : '') ?? 'edit'
    );
  }
  return tool.startsWith('browser_') ? 'web' : classes.get(tool);
}

/** The tool of an action logged without a function call: in older recordings, and by agents that do not use function calls. */
const actionTools = new Map<string, string>([
  ['run', 'execute_bash'],
  ['run_ipython', 'execute_ipython_cell'],
  ['edit', 'str_replace_editor'],
  ['read', 'str_replace_editor'],
  ['write', 'str_replace_editor'],
  ['browse', 'browser'],
  ['browse_interactive', 'browser'],
  ['think', 'think'],
  ['delegate', 'delegate'],
  ['task_tracking', 'task_tracker'],
  ['call_tool_mcp', 'mcp'],
  ['mcp', 'mcp'],
]);
/** Fields of an action that are not the model's arguments. */
const bookkeeping = new Set([
  'thought',
  'security_risk',
  'confirmation_state',
  'hidden',
  'blocking',
  'is_static',
  'cwd',
  'is_input',
  'impl_source',
  'translated_ipython_code',
  'include_extra',
  'kernel_init_code',
  'return_axtree',
]);

export interface OpenHandsCall {
  tool: string;
  input: Fields;
}

/** Undefined if the action is not a call. */
export function actionTool(action: string, args: Fields): OpenHandsCall | undefined {
  const tool = actionTools.get(action);
  if (tool === undefined) {
    return undefined;
  }
  const input = Object.fromEntries(
    Object.entries(args).filter(
      ([key, value]) => !bookkeeping.has(key) && value !== null && value !== '',
    ),
  );
  if (tool === 'mcp') {
    return {
      tool: typeof args['name'] === 'string' ? args['name'] : 'mcp',
      input: typeof args['arguments'] === 'object' ? { ...args['arguments'] } : input,
    };
  }
  if (tool === 'str_replace_editor') {
    return { tool, input: { ...input, command: editorCommand(action, args) } };
  }
  return { tool, input };
}

function editorCommand(action: string, args: Fields): string {
  if (action === 'read') {
    return 'view';
  }
  if (action === 'write') {
    return 'create';
  }
  return typeof args['command'] === 'string' && args['command'] !== ''
    ? args['command']
    : 'str_replace';
}
