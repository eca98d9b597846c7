/**
 * What class a tool is of, by its name and input alone, so that logs of unknown agents are judged like those of known ones.
 * Names are compared as words, whatever their spelling: `ReadFile`, `read-file`, `mcp__files__read_file` and `fs.readFile` are
 * the same.
 */
import { toolClasses, type JsonObject, type ToolClass } from '../../events.js';
import { Recent } from '../recent.js';
import { findCommand, findPath } from './tool.js';

/** Names that their words would not tell. */
const namesByClass: Readonly<Record<ToolClass, string>> = {
  read: `cat extract_test_code fetch_copilot_cli_documentation get_changed_files get_errors get_file_contents get_internal_docs
    goto load_mcp_documentation notebook_read read_notebook_cell_output scroll_down scroll_up skill skills state terminal_selection
    activate_skill use_skill invoke_skill access_mcp_resource`,
  search: `codebase_retrieval diagnostics file_map filemap finder get_code_outline github_repo lsp ls rg repo_map sourcegraph tree`,
  edit: `anthropic_edit diff_state edit_anthropic editor file_editor fs_edit propose_code str_replace string_replace text_editor`,
  write: `create fs_write generate_file new_rule save`,
  shell: `cmd command_execution container_exec create_and_run_task exec execute execute_server executor job_kill js_repl launch_process local_shell python
    python_interpreter repl run send_to_terminal task_stop unified_exec write_bash write_powershell`,
  test: `pytest test test_failure tests`,
  poll: `agent_output command_status get_task_output job_output list_agents list_background_processes list_bash list_powershell
    list_processes monitor read_agent read_bash read_powershell read_process task_output terminal_last_command wait_agent`,
  todo: `create_goal focus_chain get_goal report_intent report_progress set_goal_budget sql task_boundary task_create task_get
    task_list task_progress task_tracker task_update update_goal`,
  task: `cli_help close_agent codebase_investigator collab_tool_call followup_task generalist new_task oracle send_input send_message task`,
  ask: `elicit message_user notify_user question request_permissions`,
  web: `click_mouse close_site codesearch download get_console_output open_simple_browser open_site screenshot screenshot_site
    scroll_on_page type_text`,
  other: `act_mode_respond attempt_completion condense debug_exec final_answer finish generate_explanation invalid memory report_bug
    request_condensation save_memory submit summarize_task switch_mode think thinking thought use_mcp_tool`,
};
const knownNames = new Map(
  toolClasses.flatMap((kind) =>
    namesByClass[kind].split(/\s+/).map((name): [string, ToolClass] => [name, kind]),
  ),
);

/** Words in a tool's name. The first match decides, so more specific words come first. */
const nameWords: readonly (readonly [ToolClass, RegExp])[] = [
  ['todo', /todo|plan_update|update_plan|^(?:task_)?plan$|^tracker_|checklist/],
  [
    'ask',
    /^ask(?:_|$)|(?:^|_)ask_(?:user|human|person|follow|question|for|me)|questions?$|(?:enter|exit)_plan|plan_(?:enter|exit|mode_respond)|user_input/,
  ],
  ['task', /(?:^|_)(?:sub_?)?agents?(?:_|$)|subagent|delegate|(?:^|_)spawn|hand_?off/],
  ['poll', /^(?!.*git).*(?:(?:^|_)(?:poll|wait|status|monitor)|output(?:_|$)|stdin)/],
  [
    'web',
    /(?:^|_)web|webpage|websearch|webfetch|^(?!.*git).*fetch|browser|navigate|(?:^|_)https?(?:_|$)|(?:^|_)url/,
  ],
  ['test', /(?:^|_)(?:run|execute)_(?:\w+_)?tests?(?:_|$)|(?:^|_)test_?runner/],
  [
    'shell',
    /bash|(?:^|_)shell|powershell|terminal|(?:^|_)(?:run|exec|execute|launch|kill|stop)_(?!query)|(?:^|_)(?:exec|command|commands|console|ipython|jupyter_execute)$/,
  ],
  [
    'edit',
    /(?:^|_)multi_?edit|(?<!cr)edit(?:_|$)|(?:^|_)edit|replace|(?<!dis)patch|insert|(?:^|_)(?:apply|undo|append|modify|refactor|rewrite|fix)(?:_|$)|(?:delete|remove|rename|move|copy|update|change)_(?:\w+_)?(?:files?|paths?|lines?|symbol|dir|directory)|file_changes?(?:_|$)/,
  ],
  [
    'write',
    /(?:^|_)(?:over)?write(?:_|$)|(?:create|new|save|put|store)_(?:\w+_)?(?:files?|dir|directory|folder|notebook|document)(?:_|$)/,
  ],
  [
    'search',
    /grep|(?:^|_)glob|search|look_?up|(?:^|_)locate(?:_|$)|(?:^|_)find|(?:^|_)list(?:_|$)|retriev|usages$|references$|definitions?$/,
  ],
  [
    'read',
    /(?:^|_)(?:read|view|open|cat|show|display|peek|inspect|extract|disassemble|decompile)(?:_|$)|readfile|(?:^|_)get_(?:\w+_)?(?:files?|code|lines?|source|contents?|snippet|method|class|classes|function|range)(?:_|$)/,
  ],
];

/** Editors that are one tool with many commands: the command decides. */
const editorCommands = new Map<string, ToolClass>([
  ['view', 'read'],
  ['read', 'read'],
  ['create', 'write'],
  ['write', 'write'],
  ['str_replace', 'edit'],
  ['replace', 'edit'],
  ['edit', 'edit'],
  ['insert', 'edit'],
  ['append', 'edit'],
  ['undo_edit', 'edit'],
]);
/** Fields that name the command of such a tool if its name says nothing. */
const operationFields = ['op', 'operation', 'action', 'mode'] as const;

/** Classes by tool: an agent has few tools, and every call needs its class. */
const namedClasses = new Recent<ToolClass>(256);

export function toolClass(tool: string, input: JsonObject): ToolClass {
  const command = input['command'];
  const edits = typeof command === 'string' ? editorCommands.get(command) : undefined;
  if (edits !== undefined && findPath(input) !== undefined) {
    return edits;
  }
  let named = namedClasses.get(tool);
  if (named === undefined) {
    named = classOfTool(tool);
    namedClasses.set(tool, named);
  }
  // text for a running program is no look at it
  if (named === 'poll' && typeof input['chars'] === 'string' && input['chars'] !== '') {
    return 'shell';
  }
  return named === 'other' && !keepsNotes(tool) ? classOfInput(input) : named;
}

const write = '(?:save|add|write|store|update|create|append|set|edit|upsert|complete|delete)';
const kept = String.raw`(?:memor(?:y|ies)|notes?|insights?|learnings?|(?:sub)?tasks?(?:_status)?)`;
const notes = new RegExp(
  `(?:^|_)${write}_${kept}$|^(?:memor(?:y|ies)(?:_${write})?|remember|notes?(?:_${write})?)$`,
);
/** What a graph of memories is made of: of such a server alone, as others have these words for their own things. */
const nodes = new RegExp(`^${write}_(?:entities|observations|relations)$`);

/** By tool: an agent has few, and every call asks. */
const keeping = new Recent<boolean>(256);

/** Whether a tool only keeps the agent's own notes, memories or tasks, by its name. */
export function keepsNotes(tool: string): boolean {
  let keeps = keeping.get(tool);
  if (keeps === undefined) {
    const name = splitWords(tool);
    keeps = notes.test(name) || (nodes.test(name) && /memor|graph|knowledge/i.test(tool));
    keeping.set(tool, keeps);
  }
  return keeps;
}

/** A connected server's tool of such a name talks to what is behind the server: a mailbox, a guide. */
function classOfTool(tool: string): ToolClass {
  const name = splitWords(tool);
  const [from = ''] = origin.exec(tool) ?? [];
  const isTalk = from !== '' && !ofAgents.test(from) && talk.test(name);
  const named = classOfName(name);
  return isTalk || (named !== 'todo' && keepsNotes(tool)) ? 'other' : named;
}

/** Under these names agents list their own tools. */
const ofAgents = /^(?:mcp__)?(?:acp|functions?|local|builtin|default|multi_agent|collab)/;

const talk =
  /^(?:ask|ask_(?!user|human|person|followup|questions)\w+|question|send_(?:message|input))$/;
/** The server or the namespace that a tool comes from. */
const origin = /^mcp__.*?__(?=\w)|^\w+?__(?=\w)|^.*[./:](?=\w)/;

function classOfName(name: string): ToolClass {
  return knownNames.get(name) ?? nameWords.find(([, words]) => words.test(name))?.[0] ?? 'other';
}

/** The tool's own name as words: without the server or the namespace that it comes from, which say nothing about it. */
function splitWords(tool: string): string {
  const own = tool.replace(origin, '');
  return own
    .replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2_')
    .replace(/[^\w]+/g, '_')
    .toLowerCase()
    .replace(/^(?:builtin|copilot|vscode)_/, '');
}

/** What a tool whose name says nothing is asked for. */
function classOfInput(input: JsonObject): ToolClass {
  const has = (...fields: string[]): boolean =>
    fields.some((field) => typeof input[field] === 'string');
  const path = findPath(input);
  const operation = operationFields.map((field) => input[field]).find((text) => text !== undefined);
  const commanded = typeof operation === 'string' ? editorCommands.get(operation) : undefined;
  if (path !== undefined && commanded !== undefined) {
    return commanded;
  }
  if (path !== undefined && has('old_string', 'old_str', 'oldText', 'old', 'patch', 'diff')) {
    return 'edit';
  }
  if (path !== undefined && has('content', 'contents', 'file_text', 'body')) {
    return 'write';
  }
  if (path === undefined && !has('script', 'code') && findCommand(input) !== undefined) {
    return 'shell';
  }
  const question = input['query'] ?? input['sql'];
  return typeof question === 'string' && !changing.test(question) ? 'search' : 'other';
}

/** A query that changes what it is sent to. */
const changing =
  /(?:^|[;)])\s{0,20}(?:insert|update|delete|create|drop|alter|truncate|merge|replace|grant|revoke|call|exec(?:ute)?|begin|mutation|set)\b/i;
