/** The tools of VS Code's own agents. Core finds the purpose of a shell command (test, search, …). */
import type { JsonObject, ToolClass } from '../../../core/events.js';
import { toolClass } from '../../../core/identity/tool/tool-class.js';

const classes: Readonly<Record<string, ToolClass>> = {
  run_in_terminal: 'shell',
  send_to_terminal: 'shell',
  create_and_run_task: 'shell',
  run_task: 'shell',
  run_vscode_command: 'shell',
  run_notebook_cell: 'shell',
  install_extension: 'shell',
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
  get_vscode_api: 'read',
  create_new_workspace: 'read',
  resolve_memory_file_uri: 'read',
  skill: 'read',
  read_page: 'read',
  grep_search: 'search',
  file_search: 'search',
  semantic_search: 'search',
  list_code_usages: 'search',
  vscode_listCodeUsages: 'search',
  search_workspace_symbols: 'search',
  github_repo: 'search',
  github_text_search: 'search',
  session_store_sql: 'search',
  test_search: 'search',
  vscode_searchExtensions_internal: 'search',
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
  setup_tools_createNewWorkspace: 'write',
  runTests: 'test',
  run_tests: 'test',
  test_failure: 'test',
  testFailure: 'test',
  manage_todo_list: 'todo',
  runSubagent: 'task',
  search_subagent: 'task',
  explore_subagent: 'task',
  execution_subagent: 'task',
  fetch_webpage: 'web',
  open_simple_browser: 'web',
  vscode_askQuestions: 'ask',
  vscode_reviewPlan: 'ask',
  vscode_get_confirmation: 'ask',
  vscode_get_confirmation_with_options: 'ask',
  vscode_get_terminal_confirmation: 'ask',
  memory: 'other',
  switch_agent: 'other',
};

/** Core tells that of other tools, such as those of MCP servers and of other extensions, by their name and input. */
export function classifyTool(tool: string, input: JsonObject = {}): ToolClass {
  const known = Object.hasOwn(classes, tool) ? classes[tool] : undefined;
  return tool === 'memory' && input['command'] === 'view'
    ? 'read'
    : (known ?? toolClass(tool, input));
}

/** Where the editor's own name of a tool says something else than the model's. */
const ownNames: Readonly<Record<string, string>> = {
  copilot_searchCodebase: 'semantic_search',
  copilot_insertEdit: 'insert_edit_into_file',
  copilot_editNotebook: 'edit_notebook_file',
  copilot_fetchWebPage: 'fetch_webpage',
  copilot_findFiles: 'file_search',
  copilot_findTestFiles: 'test_search',
  copilot_findTextInFiles: 'grep_search',
  copilot_getNotebookSummary: 'copilot_getNotebookSummary',
  copilot_listDirectory: 'list_dir',
  copilot_multiReplaceString: 'multi_replace_string_in_file',
  copilot_replaceString: 'replace_string_in_file',
  copilot_getVSCodeAPI: 'get_vscode_api',
};

/** A tool as the model knows it, by the editor's name: `copilot_readFile` is `read_file`. */
export function ownName(tool: string): string {
  const known = Object.hasOwn(ownNames, tool) ? ownNames[tool] : undefined;
  return (
    known ??
    (tool.startsWith('copilot_')
      ? tool.slice('copilot_'.length).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      : tool)
  );
}
