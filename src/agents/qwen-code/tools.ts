/** Qwen Code's tools. Core finds the purpose of a shell command (test, search, …). */
import type { ToolClass } from '../../core/events.js';
import { toolClass } from '../../core/identity/tool/tool-class.js';

const classes: Record<string, ToolClass> = {
  read_file: 'read',
  read_many_files: 'read',
  notebook_read: 'read',
  list_directory: 'search',
  glob: 'search',
  grep_search: 'search',
  search_file_content: 'search',
  lsp: 'search',
  tool_search: 'search',
  edit: 'edit',
  replace: 'edit',
  notebook_edit: 'edit',
  write_file: 'write',
  run_shell_command: 'shell',
  monitor: 'poll',
  task_output: 'poll',
  task_stop: 'shell',
  todo_write: 'todo',
  save_memory: 'other',
  task_create: 'todo',
  task_update: 'todo',
  task_list: 'todo',
  task_get: 'todo',
  task: 'task',
  agent: 'task',
  send_message: 'task',
  web_fetch: 'web',
  web_search: 'web',
  google_web_search: 'web',
  ask_user_question: 'ask',
  ask_user: 'ask',
  exit_plan_mode: 'ask',
};

/** Core tells that of other tools, such as those of MCP servers, by their name. */
export function classifyTool(tool: string): ToolClass {
  return (Object.hasOwn(classes, tool) ? classes[tool] : undefined) ?? toolClass(tool, {});
}
