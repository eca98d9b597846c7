/** The tools of VS Code's own agents. Core finds the purpose of a shell command (test, search, …). */
import type { ToolClass } from '../../../core/events.js';
import { toolClass } from '../../../core/identity/tool/tool-class.js';

const classes: Readonly<Record<string, ToolClass>> = {
  run_in_terminal: 'shell',
  send_to_terminal: 'shell',
  create_and_run_task: 'shell',
  run_task: 'shell',
  run_vscode_command: 'shell',
  kill_terminal: 'shell',
  get_terminal_output: 'poll',
  get_task_output: 'poll',
  terminal_last_command: 'poll',
  terminal_selection: 'read',
  read_file: 'read',
  list_dir: 'read',
  get_errors: 'read',
  get_changed_files: 'read',
  read_project_structure: 'read',
  copilot_getNotebookSummary: 'read',
  read_notebook_cell_output: 'read',
  view_image: 'read',
  grep_search: 'search',
  file_search: 'search',
  semantic_search: 'search',
  list_code_usages: 'search',
  vscode_listCodeUsages: 'search',
  search_workspace_symbols: 'search',
  github_repo: 'search',
  tool_search: 'search',
  replace_string_in_file: 'edit',
  multi_replace_string_in_file: 'edit',
  insert_edit_into_file: 'edit',
  apply_patch: 'edit',
  edit_notebook_file: 'edit',
  vscode_renameSymbol: 'edit',
  create_file: 'write',
  create_directory: 'write',
  create_new_jupyter_notebook: 'write',
  runTests: 'test',
  run_tests: 'test',
  test_failure: 'test',
  manage_todo_list: 'todo',
  runSubagent: 'task',
  search_subagent: 'task',
  fetch_webpage: 'web',
  open_simple_browser: 'web',
  vscode_askQuestions: 'ask',
};

/** Core tells that of other tools, such as those of MCP servers, by their name. */
export function classifyTool(tool: string): ToolClass {
  return (Object.hasOwn(classes, tool) ? classes[tool] : undefined) ?? toolClass(tool, {});
}
