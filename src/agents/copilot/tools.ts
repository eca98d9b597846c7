/** Copilot CLI's tools. Core finds the purpose of a shell command (test, search, …). */
import type { JsonObject, ToolClass } from '../../core/events.js';
import { toolClass } from '../../core/identity/tool/tool-class.js';

const classes: Record<string, ToolClass> = {
  bash: 'shell',
  powershell: 'shell',
  shell: 'shell',
  write_bash: 'shell',
  write_powershell: 'shell',
  stop_bash: 'shell',
  stop_powershell: 'shell',
  read_bash: 'poll',
  read_powershell: 'poll',
  list_bash: 'poll',
  list_powershell: 'poll',
  read_agent: 'poll',
  list_agents: 'poll',
  view: 'read',
  read: 'read',
  read_file: 'read',
  fetch_copilot_cli_documentation: 'read',
  skill: 'read',
  grep: 'search',
  rg: 'search',
  glob: 'search',
  lsp: 'search',
  tool_search: 'search',
  edit: 'edit',
  str_replace: 'edit',
  insert: 'edit',
  apply_patch: 'edit',
  create: 'write',
  update_todo: 'todo',
  report_intent: 'todo',
  sql: 'todo',
  report_progress: 'todo',
  task: 'task',
  write_agent: 'task',
  web_fetch: 'web',
  web_search: 'web',
  ask_user: 'ask',
  exit_plan_mode: 'ask',
  'exit-plan-mode': 'ask',
};

/** Core tells that of other tools, such as those of MCP servers, by their name and input. */
export function classifyTool(tool: string, input: JsonObject = {}): ToolClass {
  return (Object.hasOwn(classes, tool) ? classes[tool] : undefined) ?? toolClass(tool, input);
}

/** Fields that say how a command runs or describe it: not part of the action. */
const manner = new Set(['initial_wait', 'initialWait', 'timeout']);

export function withoutManner(kind: ToolClass, input: JsonObject): JsonObject {
  return kind === 'shell'
    ? Object.fromEntries(Object.entries(input).filter(([key]) => !manner.has(key)))
    : input;
}

/** Hooks installed under Claude Code's names receive its tool names. */
const ownNames: Readonly<Record<string, string>> = {
  Bash: 'bash',
  Read: 'view',
  Write: 'create',
  Edit: 'edit',
  Grep: 'grep',
  Glob: 'glob',
  Task: 'task',
  WebFetch: 'web_fetch',
  WebSearch: 'web_search',
  TodoWrite: 'update_todo',
  AskUserQuestion: 'ask_user',
};

export function ownName(tool: string): string {
  return Object.hasOwn(ownNames, tool) ? (ownNames[tool] ?? tool) : tool;
}
