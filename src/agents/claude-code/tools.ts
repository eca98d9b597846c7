/** Claude Code's tools. Core finds the purpose of a shell command (test, search, …). */
import type { JsonObject, ToolClass } from '../../core/events.js';
import { toolClass } from '../../core/identity/tool/tool-class.js';

const classes: Record<string, ToolClass> = {
  Read: 'read',
  NotebookRead: 'read',
  ReadMcpResource: 'read',
  ReadMcpResourceTool: 'read',
  Grep: 'search',
  Glob: 'search',
  LS: 'search',
  LSP: 'search',
  ToolSearch: 'search',
  ListMcpResources: 'search',
  ListMcpResourcesTool: 'search',
  Edit: 'edit',
  MultiEdit: 'edit',
  NotebookEdit: 'edit',
  Write: 'write',
  Bash: 'shell',
  PowerShell: 'shell',
  KillShell: 'shell',
  KillBash: 'shell',
  TaskStop: 'shell',
  BashOutput: 'poll',
  TaskOutput: 'poll',
  AgentOutput: 'poll',
  Monitor: 'poll',
  TodoWrite: 'todo',
  TodoRead: 'todo',
  TaskCreate: 'todo',
  TaskUpdate: 'todo',
  TaskGet: 'todo',
  TaskList: 'todo',
  Agent: 'task',
  Task: 'task',
  SendMessage: 'task',
  WebFetch: 'web',
  WebSearch: 'web',
  AskUserQuestion: 'ask',
  ExitPlanMode: 'ask',
  exit_plan_mode: 'ask',
};

/** Core tells that of other tools, such as those of MCP servers, by their name. */
export function classifyTool(tool: string): ToolClass {
  return (Object.hasOwn(classes, tool) ? classes[tool] : undefined) ?? toolClass(tool, {});
}

/** Drops the defaults that hooks, but not transcripts, add to an input: both then describe the same action. */
export function withoutDefaults(tool: string, input: JsonObject): JsonObject {
  if (tool !== 'Edit' || input['replace_all'] !== false) {
    return input;
  }
  return Object.fromEntries(Object.entries(input).filter(([key]) => key !== 'replace_all'));
}
