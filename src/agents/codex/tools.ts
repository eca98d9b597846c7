/** Codex's tools. Core finds the purpose of a shell command (test, search, …). */
import type { JsonObject, ToolClass } from '../../core/events.js';
import { toolClass } from '../../core/identity/tool/tool-class.js';
import { unwrapScript } from './shell.js';

const classes: Record<string, ToolClass> = {
  exec_command: 'shell',
  shell: 'shell',
  shell_command: 'shell',
  local_shell: 'shell',
  'container.exec': 'shell',
  unified_exec: 'shell',
  exec: 'shell',
  js_repl: 'shell',
  write_stdin: 'shell',
  apply_patch: 'edit',
  read_file: 'read',
  view_image: 'read',
  read_mcp_resource: 'read',
  list_dir: 'search',
  grep_files: 'search',
  tool_search: 'search',
  list_mcp_resources: 'search',
  list_mcp_resource_templates: 'search',
  update_plan: 'todo',
  get_goal: 'todo',
  create_goal: 'todo',
  update_goal: 'todo',
  spawn_agent: 'task',
  send_input: 'task',
  send_message: 'task',
  followup_task: 'task',
  resume_agent: 'task',
  close_agent: 'task',
  wait: 'poll',
  wait_agent: 'poll',
  list_agents: 'poll',
  web_search: 'web',
  request_user_input: 'ask',
  request_permissions: 'ask',
};

/** Fields that say how and why a command runs: not part of the action. */
const manner = new Set([
  'timeout_ms',
  'timeout',
  'yield_time_ms',
  'max_output_tokens',
  'login',
  'tty',
  'justification',
  'sandbox_permissions',
  'with_escalated_permissions',
  'prefix_rule',
]);

export interface CodexAction {
  tool: string;
  input: JsonObject;
  class: ToolClass;
}

/** The model's action in one shape for all versions: `command` is the script without the shell around it. */
export function action(name: string, raw: JsonObject): CodexAction {
  const input: JsonObject = Object.fromEntries(
    Object.entries(raw).filter(([key, value]) => !manner.has(key) && value !== null),
  );
  const tool = name;
  const words = input['command'];
  if (Array.isArray(words) && words.every((word) => typeof word === 'string')) {
    if (words[0] === 'apply_patch' && words.length === 2) {
      return { tool: 'apply_patch', input: { input: words[1] ?? '' }, class: 'edit' };
    }
    input['command'] = unwrapScript(words);
  }
  const script = input['command'] ?? input['cmd'];
  if (typeof script === 'string' && /^\s*apply_patch\b/.test(script)) {
    return { tool, input, class: 'edit' };
  }
  // empty input only polls the running process
  if (tool === 'write_stdin' && (input['chars'] ?? '') === '') {
    return { tool, input, class: 'poll' };
  }
  return {
    tool,
    input,
    class: (Object.hasOwn(classes, tool) ? classes[tool] : undefined) ?? toolClass(tool, input),
  };
}
