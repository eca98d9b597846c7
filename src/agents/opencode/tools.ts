/** The tools of opencode and its like; core classifies those of MCP servers and plugins. */
import type { ToolClass } from '../../core/events.js';

/** The tool name of an invalid call. */
export const INVALID_TOOL = 'invalid';

const classes = new Map<string, ToolClass>([
  ['read', 'read'],
  ['skill', 'read'],
  ['grep', 'search'],
  ['glob', 'search'],
  ['list', 'search'],
  ['ls', 'search'],
  ['lsp', 'search'],
  ['edit', 'edit'],
  ['multiedit', 'edit'],
  ['patch', 'edit'],
  ['apply_patch', 'edit'],
  ['write', 'write'],
  ['bash', 'shell'],
  ['shell', 'shell'],
  ['todowrite', 'todo'],
  ['todoread', 'todo'],
  ['task', 'task'],
  ['webfetch', 'web'],
  ['websearch', 'web'],
  ['codesearch', 'web'],
  ['question', 'ask'],
  ['plan_enter', 'ask'],
  ['plan_exit', 'ask'],
  // Kilo's: it waits for the person's choice
  ['suggest', 'ask'],
  ['batch', 'other'],
  [INVALID_TOOL, 'other'],
]);

export function classifyTool(tool: string): ToolClass | undefined {
  return classes.get(tool);
}
