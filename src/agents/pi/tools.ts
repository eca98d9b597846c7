/** Pi's built-in tools; core classifies those of extensions. */
import type { ToolClass } from '../../core/events.js';

const classes = new Map<string, ToolClass>([
  ['read', 'read'],
  ['bash', 'shell'],
  ['edit', 'edit'],
  ['write', 'write'],
  ['grep', 'search'],
  ['find', 'search'],
  ['ls', 'search'],
  ['todo', 'todo'],
  ['subagent', 'task'],
  ['question', 'ask'],
]);

export function classifyTool(tool: string): ToolClass | undefined {
  return classes.get(tool);
}
