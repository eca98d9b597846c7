/** Droid's tools. Core finds the purpose of a shell command (test, search, …). */
import type { ToolClass } from '../../core/events.js';
import { toolClass } from '../../core/identity/tool/tool-class.js';

const classes: Record<string, ToolClass> = {
  Read: 'read',
  LS: 'search',
  Grep: 'search',
  Glob: 'search',
  Edit: 'edit',
  MultiEdit: 'edit',
  ApplyPatch: 'edit',
  Create: 'write',
  Execute: 'shell',
  TodoWrite: 'todo',
  Task: 'task',
  FetchUrl: 'web',
  WebSearch: 'web',
  AskUser: 'ask',
  ExitSpecMode: 'ask',
};

/** Core tells that of other tools, such as those of MCP servers, by their name. */
export function classifyTool(tool: string): ToolClass {
  return (Object.hasOwn(classes, tool) ? classes[tool] : undefined) ?? toolClass(tool, {});
}
