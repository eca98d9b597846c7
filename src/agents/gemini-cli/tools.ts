/** Gemini CLI's tools. Core finds the purpose of a shell command (test, search, …). */
import type { ToolClass } from '../../core/events.js';
import { toolClass } from '../../core/identity/tool/tool-class.js';

const classes: Record<string, ToolClass> = {
  read_file: 'read',
  read_many_files: 'read',
  get_internal_docs: 'read',
  activate_skill: 'read',
  list_directory: 'search',
  glob: 'search',
  grep_search: 'search',
  search_file_content: 'search',
  replace: 'edit',
  edit: 'edit',
  write_file: 'write',
  run_shell_command: 'shell',
  read_background_output: 'poll',
  list_background_processes: 'poll',
  write_todos: 'todo',
  tracker_create_task: 'todo',
  tracker_update_task: 'todo',
  tracker_get_task: 'todo',
  tracker_list_tasks: 'todo',
  tracker_add_dependency: 'todo',
  tracker_visualize: 'todo',
  delegate_to_agent: 'task',
  invoke_agent: 'task',
  codebase_investigator: 'task',
  cli_help: 'task',
  generalist: 'task',
  web_fetch: 'web',
  google_web_search: 'web',
  ask_user: 'ask',
  exit_plan_mode: 'ask',
};

/** Core tells that of other tools, such as those of MCP servers, by their name. */
export function classifyTool(tool: string): ToolClass {
  return (Object.hasOwn(classes, tool) ? classes[tool] : undefined) ?? toolClass(tool, {});
}
