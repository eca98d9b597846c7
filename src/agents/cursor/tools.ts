/** Cursor's tools. Core finds the purpose of a shell command (test, search, …). */
import type { ToolClass } from '../../core/events.js';
import { toolClass } from '../../core/identity/tool/tool-class.js';

const classes: Record<string, ToolClass> = {
  Read: 'read',
  Grep: 'search',
  Glob: 'search',
  LS: 'search',
  SemanticSearch: 'search',
  StrReplace: 'edit',
  Edit: 'edit',
  Delete: 'edit',
  EditNotebook: 'edit',
  Write: 'write',
  Shell: 'shell',
  TodoWrite: 'todo',
  Task: 'task',
  WebFetch: 'web',
  WebSearch: 'web',
  AskQuestion: 'ask',
};

/** Core tells that of other tools, such as those of MCP servers, by their name. */
export function classifyTool(tool: string): ToolClass {
  return (Object.hasOwn(classes, tool) ? classes[tool] : undefined) ?? toolClass(tool, {});
}
