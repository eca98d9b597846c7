/** The tools of VS Code's own agents. Core finds the purpose of a shell command (test, search, …). */
import type { JsonObject, ToolClass } from '../../../core/events.js';
import { classifyBy } from '../../reading/tool-names.js';

const classifyKnown = classifyBy({
  shell: `run_in_terminal send_to_terminal create_and_run_task run_task run_vscode_command
    run_notebook_cell install_extension kill_terminal`,
  poll: 'get_terminal_output get_task_output terminal_last_command',
  read: `terminal_selection read_file list_dir get_errors get_changed_files
    read_project_structure copilot_getNotebookSummary read_notebook_cell_output view_image
    get_vscode_api create_new_workspace resolve_memory_file_uri skill read_page`,
  search: `grep_search file_search semantic_search list_code_usages vscode_listCodeUsages
    search_workspace_symbols github_repo github_text_search session_store_sql test_search
    vscode_searchExtensions_internal tool_search`,
  edit: `replace_string_in_file multi_replace_string_in_file insert_edit_into_file apply_patch
    edit_notebook_file vscode_renameSymbol`,
  write: 'create_file create_directory create_new_jupyter_notebook setup_tools_createNewWorkspace',
  test: 'runTests run_tests test_failure testFailure',
  todo: 'manage_todo_list',
  task: 'runSubagent search_subagent explore_subagent execution_subagent',
  web: 'fetch_webpage open_simple_browser',
  ask: `vscode_askQuestions vscode_reviewPlan vscode_get_confirmation
    vscode_get_confirmation_with_options vscode_get_terminal_confirmation`,
  other: 'memory switch_agent',
});

/** Core tells that of other tools, such as those of MCP servers and of other extensions, by their name and input. */
export function classifyTool(tool: string, input: JsonObject = {}): ToolClass {
  return tool === 'memory' && input['command'] === 'view' ? 'read' : classifyKnown(tool, input);
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
