/** The class of a tool by its name and input: all tools of the agents we know, those of others, and every way to spell them. */
import assert from 'node:assert/strict';
import type { JsonObject, ToolClass } from '../../../src/core/events.js';
import { keepsNotes, toolClass } from '../../../src/core/identity/tool/tool-class.js';

type Names = Partial<Record<ToolClass, string>>;

/** By agent, as its own table, its logs or its documentation name them. */
const agents: Record<string, Names> = {
  'Claude Code': {
    read: 'Read NotebookRead ReadMcpResource ReadMcpResourceTool',
    search: 'Grep Glob LS LSP ToolSearch ListMcpResources ListMcpResourcesTool',
    edit: 'Edit MultiEdit NotebookEdit',
    write: 'Write',
    shell: 'Bash PowerShell KillShell KillBash TaskStop',
    poll: 'BashOutput TaskOutput AgentOutput Monitor',
    todo: 'TodoWrite TodoRead TaskCreate TaskUpdate TaskGet TaskList',
    task: 'Agent Task SendMessage',
    web: 'WebFetch WebSearch',
    ask: 'AskUserQuestion ExitPlanMode exit_plan_mode',
  },
  Codex: {
    shell:
      'exec_command shell shell_command local_shell container.exec unified_exec exec js_repl command_execution',
    edit: 'apply_patch file_change',
    read: 'read_file view_image read_mcp_resource',
    search: 'list_dir grep_files tool_search list_mcp_resources list_mcp_resource_templates',
    todo: 'update_plan get_goal create_goal update_goal todo_list',
    task: 'spawn_agent send_input send_message followup_task resume_agent close_agent collab_tool_call',
    poll: 'wait wait_agent list_agents',
    web: 'web_search',
    ask: 'request_user_input request_permissions',
  },
  'Gemini CLI': {
    read: 'read_file read_many_files get_internal_docs activate_skill',
    search: 'list_directory glob grep_search search_file_content',
    edit: 'replace edit',
    write: 'write_file',
    shell: 'run_shell_command',
    poll: 'read_background_output list_background_processes',
    todo: 'write_todos tracker_create_task tracker_update_task tracker_get_task tracker_list_tasks tracker_add_dependency tracker_visualize',
    task: 'delegate_to_agent invoke_agent codebase_investigator cli_help generalist',
    web: 'web_fetch google_web_search',
    ask: 'ask_user exit_plan_mode',
  },
  'Kimi Code': {
    read: 'Read ReadFile ReadMediaFile Skill',
    search: 'Grep Glob',
    edit: 'Edit StrReplaceFile ApplyPatch',
    write: 'Write WriteFile',
    shell: 'Bash Shell TaskStop',
    poll: 'TaskOutput',
    todo: 'TodoList SetTodoList TodoWrite UpdateGoal SetGoalBudget GetGoal CreateGoal',
    task: 'Agent AgentSwarm Task CreateSubagent',
    web: 'WebSearch SearchWeb FetchURL',
    ask: 'AskUserQuestion AskUser EnterPlanMode ExitPlanMode',
    other: 'Think',
  },
  opencode: {
    read: 'read skill',
    search: 'grep glob list ls lsp',
    edit: 'edit multiedit patch apply_patch',
    write: 'write',
    shell: 'bash shell',
    todo: 'todowrite todoread',
    task: 'task',
    web: 'webfetch websearch codesearch',
    ask: 'question plan_enter plan_exit',
    other: 'batch invalid',
  },
  'Qwen Code': {
    read: 'read_file read_many_files notebook_read',
    search: 'list_directory glob grep_search search_file_content lsp tool_search',
    edit: 'edit replace notebook_edit',
    write: 'write_file',
    shell: 'run_shell_command task_stop',
    poll: 'monitor task_output',
    todo: 'todo_write task_create task_update task_list task_get',
    task: 'task agent send_message',
    web: 'web_fetch web_search google_web_search',
    ask: 'ask_user_question ask_user exit_plan_mode',
    other: 'save_memory',
  },
  'Copilot CLI': {
    shell: 'bash powershell shell write_bash write_powershell stop_bash stop_powershell',
    poll: 'read_bash read_powershell list_bash list_powershell read_agent list_agents',
    read: 'view read read_file fetch_copilot_cli_documentation skill',
    search: 'grep rg glob lsp tool_search',
    edit: 'edit str_replace insert apply_patch',
    write: 'create',
    todo: 'update_todo report_intent sql report_progress',
    task: 'task write_agent',
    web: 'web_fetch web_search',
    ask: 'ask_user exit_plan_mode exit-plan-mode',
  },
  'VS Code': {
    shell:
      'run_in_terminal send_to_terminal create_and_run_task run_task run_vscode_command kill_terminal',
    poll: 'get_terminal_output get_task_output terminal_last_command',
    read: 'terminal_selection read_file get_errors get_changed_files read_project_structure read_notebook_cell_output view_image',
    search:
      'grep_search file_search semantic_search list_code_usages vscode_listCodeUsages search_workspace_symbols github_repo tool_search list_dir',
    edit: 'replace_string_in_file multi_replace_string_in_file insert_edit_into_file apply_patch edit_notebook_file vscode_renameSymbol',
    write: 'create_file create_directory create_new_jupyter_notebook',
    test: 'runTests run_tests test_failure',
    todo: 'manage_todo_list',
    task: 'runSubagent search_subagent',
    web: 'fetch_webpage open_simple_browser',
    ask: 'vscode_askQuestions',
  },
  'Cline and Roo': {
    read: 'read_files read_file access_mcp_resource load_mcp_documentation skills use_skill',
    search: 'search_codebase search_files list_files list_code_definition_names codebase_search',
    edit: 'editor apply_patch replace_in_file apply_diff insert_content search_and_replace',
    write: 'write_to_file new_rule',
    shell: 'run_commands execute_command bash',
    web: 'fetch_web_content web_fetch web_search browser_action',
    todo: 'focus_chain task_progress update_todo_list',
    task: 'spawn_agent use_subagents new_task',
    ask: 'ask_question ask_followup_question plan_mode_respond',
    other:
      'generate_explanation act_mode_respond attempt_completion submit_and_exit condense summarize_task report_bug use_mcp_tool switch_mode',
  },
  OpenHands: {
    shell: 'execute_bash terminal bash execute_powershell execute_ipython_cell',
    edit: 'edit_file apply_patch planning_file_editor edit str_replace_editor file_editor str_replace_based_edit_tool',
    search: 'grep glob list_directory',
    read: 'read_file invoke_skill',
    write: 'write_file',
    web: 'browser browser_use web_read fetch browser_navigate',
    todo: 'task_tracker',
    task: 'delegate task delegate_to_browsing_agent',
    other: 'think request_condensation finish',
  },
  'SWE-agent': {
    read: 'open goto scroll_down scroll_up view_image decompile disassemble state',
    search: 'search_file search_dir find_file filemap find_class_declaration grep',
    edit: 'edit insert undo_edit str_replace_editor edit_anthropic diff_state',
    write: 'create',
    shell: 'bash execute_bash execute_server',
    web: 'goto_url open_site close_site screenshot_site click_mouse type_text scroll_on_page get_console_output',
    other: 'submit debug_start debug_exec connect_start exit_cost skip',
  },
  'Pi and mini-swe-agent': {
    read: 'read',
    shell: 'bash',
    edit: 'edit',
    write: 'write',
    search: 'grep find ls',
    todo: 'todo',
    task: 'subagent',
    ask: 'question',
  },
};

/** Agents that this project has no folder for. */
const others: Record<string, Names> = {
  'Amazon Q and Kiro': {
    read: 'fs_read',
    write: 'fs_write',
    shell: 'execute_bash executeBash',
    search: 'grepSearch fileSearch listDirectory',
    edit: 'strReplace fsAppend',
    other: 'thinking',
  },
  Cursor: {
    shell: 'run_terminal_cmd',
    search: 'codebase_search list_dir grep_search file_search',
    edit: 'edit_file search_replace delete_file',
    read: 'read_file',
    web: 'web_search',
    todo: 'todo_write',
    poll: 'await_terminal_output',
  },
  Windsurf: {
    shell: 'run_command',
    poll: 'command_status read_terminal_output',
    read: 'view_file view_line_range view_code_item',
    write: 'write_to_file',
    edit: 'replace_file_content propose_code',
    search: 'find_by_name list_dir search_in_file',
    web: 'read_url_content search_web',
  },
  Augment: {
    shell: 'launch-process kill-process',
    poll: 'read-process list-processes',
    write: 'save-file',
    edit: 'str-replace-editor remove-files',
    read: 'view',
    search: 'codebase-retrieval diagnostics',
    web: 'web-fetch web-search',
  },
  Zed: {
    shell: 'terminal',
    read: 'read_file open',
    edit: 'edit_file delete_path move_path copy_path',
    write: 'create_directory',
    search: 'find_path grep list_directory diagnostics',
    web: 'fetch',
    other: 'thinking',
  },
  Goose: { shell: 'developer__shell', edit: 'developer__text_editor' },
  'Servers whose names hold other words': {
    other: 'mcp__agents__dispatch mcp__bank__get_credit',
  },
  Continue: {
    read: 'builtin_read_file builtin_view_diff',
    write: 'builtin_create_new_file',
    shell: 'builtin_run_terminal_command',
    edit: 'builtin_edit_existing_file',
    search: 'builtin_grep_search builtin_file_glob_search',
  },
  Droid: {
    shell: 'Execute',
    read: 'Read',
    edit: 'Edit MultiEdit ApplyPatch',
    write: 'Create',
    search: 'LS Grep',
    todo: 'TodoWrite',
  },
  Crush: {
    read: 'view',
    shell: 'bash job_kill',
    poll: 'job_output',
    edit: 'multiedit',
    search: 'sourcegraph',
    web: 'download',
  },
  Hermes: {
    shell: 'terminal execute_code',
    read: 'read_file',
    edit: 'patch',
    search: 'search_files',
    task: 'delegate_task',
    web: 'web_extract',
  },
  Junie: {
    search: 'search_project',
    read: 'open',
    edit: 'search_replace multi_edit',
    test: 'run_test',
    other: 'submit',
  },
  Moatless: {
    search: 'FindClass FindFunction SemanticSearch',
    read: 'ViewCode',
    edit: 'StringReplace AppendString',
    write: 'CreateFile',
    test: 'RunTests',
    other: 'Finish',
  },
  AutoGPT: {
    shell: 'execute_shell execute_python_code execute_python_file',
    read: 'open_file',
    write: 'write_to_file',
    search: 'list_folder',
    web: 'read_webpage',
    other: 'finish',
  },
  RepairAgent: {
    read: 'read_range extract_test_code extract_method_code',
    search: 'search_code_base',
    edit: 'write_fix',
    test: 'run_tests',
    other: 'express_hypothesis discard_hypothesis',
  },
  others: {
    shell: 'execute_bash run_in_terminal executor bash_tool run_python',
    read: 'read_many_files view cat_file get_file_contents',
    write: 'create',
    poll: 'bash_output',
    search: 'search_code_base',
    other: 'get_weather',
  },
};

/** The same name with the words of `name` put together in other ways. */
function spellings(name: string): string[] {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z\d]+/g) ?? [name];
  const lower = words.map((word) => word.toLowerCase());
  const capital = lower.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return [
    lower.join('_'),
    lower.join('-'),
    capital.join(''),
    [lower[0] ?? '', ...capital.slice(1)].join(''),
    lower.join('_').toUpperCase(),
  ];
}
const served = (name: string): string[] => [
  `mcp__files__${name}`,
  `mcp__acp-server__${name}`,
  `functions.${name}`,
  `files/${name}`,
  `local:${name}`,
];

/** On a connected server, that is a message or a question to what is behind it. */
const isForeignTalk = (tool: string): boolean =>
  /files.*(?:send_?message|send_input|question)$/i.test(tool);

function each(names: Record<string, Names>, check: (name: string, kind: string) => void): void {
  for (const table of Object.values(names)) {
    for (const [kind, list] of Object.entries(table)) {
      list.split(' ').forEach((name) => check(name, kind));
    }
  }
}

describe('the class of a tool', () => {
  const classOf = (tool: string, input: JsonObject = {}): string =>
    `${tool}: ${toolClass(tool, input)}`;

  for (const [agent, names] of Object.entries({ ...agents, ...others })) {
    it(`of ${agent}, by its name`, () => {
      const [told, expected]: [string[], string[]] = [[], []];
      each({ [agent]: names }, (name, kind) => {
        told.push(classOf(name));
        expected.push(`${name}: ${kind}`);
      });
      assert.deepEqual(told, expected);
    });
  }
  it('of a message or a question to what is behind a server is no sub-agent and no person', () => {
    const tools = [
      'mcp__mail__send_message',
      'slack.sendMessage',
      'crm__send_message',
      'mcp__deepwiki__ask_question',
      'mcp__agents__ask',
      'mcp__forms__question',
    ];
    assert.deepEqual(
      tools.map((tool) => toolClass(tool, { to: 'qa', content: 'Is it up?' })),
      tools.map(() => 'other'),
    );
    assert.equal(toolClass('mcp__forms__ask_user', {}), 'ask');
    assert.equal(toolClass('mcp__acp-server__AskUserQuestion', {}), 'ask');
  });
  it('however the name is spelled, and whichever server brings it', () => {
    const [told, expected]: [string[], string[]] = [[], []];
    each(agents, (name, kind) => {
      const same = [...spellings(name), ...served(name).filter((tool) => !isForeignTalk(tool))];
      told.push(...same.map((each) => classOf(each)));
      expected.push(...same.map((each) => `${each}: ${kind}`));
    });
    assert.deepEqual(told, expected);
  });
  it('the name of a server says nothing', () => {
    assert.equal(classOf('mcp__playwright__resize', {}), 'mcp__playwright__resize: other');
    assert.equal(classOf('mcp__search-server__pay', {}), 'mcp__search-server__pay: other');
  });
  it('what is made elsewhere is no file', () => {
    for (const name of [
      'mcp__github__create_issue',
      'create_pull_request',
      'createBranch',
      'get_user',
    ]) {
      assert.equal(toolClass(name, { title: 'x' }), 'other', name);
    }
  });
  it('what is kept in mind is no file', () => {
    const tools = [
      'mcp__serena__write_memory',
      'mcp__memory__add_observations',
      'memory.createEntities',
      'mcp__task-master-ai__set_task_status',
      'append_insight',
      'SaveMemory',
    ];
    for (const tool of tools) {
      assert.equal(toolClass(tool, { path: 'notes', content: 'x' }), 'other', tool);
      assert.ok(keepsNotes(tool), tool);
    }
    for (const tool of ['write_file', 'mcp__crm__create_entities', 'create_issue', 'read_memory']) {
      assert.ok(!keepsNotes(tool), tool);
    }
  });
  it('an editor of many commands is what its command is', () => {
    const path = '/w/a.ts';
    const editors = ['str_replace_editor', 'text_editor', 'fs_write', 'developer__text_editor'];
    for (const tool of editors) {
      const commands = {
        view: 'read',
        create: 'write',
        str_replace: 'edit',
        insert: 'edit',
        undo_edit: 'edit',
        append: 'edit',
        write: 'write',
      };
      for (const [command, kind] of Object.entries(commands)) {
        assert.equal(toolClass(tool, { command, path }), kind, `${tool} ${command}`);
      }
    }
  });
  it('a name that says nothing leaves it to the input', () => {
    const path = '/w/a.ts';
    assert.equal(toolClass('act', { command: 'ls' }), 'shell');
    assert.equal(toolClass('act', { path, content: 'x' }), 'write');
    assert.equal(toolClass('act', { path, old_string: 'x', new_string: 'y' }), 'edit');
    assert.equal(toolClass('act', { path, op: 'read' }), 'read');
    assert.equal(toolClass('act', { path, action: 'replace', was: 'x', is: 'y' }), 'edit');
    assert.equal(toolClass('act', { path, action: 'share' }), 'other');
    assert.equal(toolClass('act', { AbsolutePath: path, content: 'x' }), 'write');
    assert.equal(toolClass('act', { CommandLine: 'ls' }), 'shell');
    assert.equal(toolClass('act', { path }), 'other');
    assert.equal(toolClass('act', {}), 'other');
    assert.equal(toolClass('act', { query: 'orders that were never paid' }), 'search');
    assert.equal(toolClass('act', { sql: 'select * from orders' }), 'search');
    assert.equal(toolClass('act', { sql: 'with o as (select 1) delete from orders' }), 'other');
    assert.equal(toolClass('act', { query: 'mutation { pay(order: 3) { id } }' }), 'other');
  });
  it('input for a running program is no look at it', () => {
    assert.equal(toolClass('write_stdin', { session_id: 1, chars: 'y\n' }), 'shell');
    assert.equal(toolClass('write_stdin', { session_id: 1, chars: '' }), 'poll');
    assert.equal(toolClass('write_stdin', { session_id: 1 }), 'poll');
  });
});
