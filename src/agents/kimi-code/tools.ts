/** Tools of Kimi Code and of its predecessor, the Kimi CLI. */
import type { ToolClass } from '../../core/events.js';

const classes = new Map<string, ToolClass>([
  ['Read', 'read'],
  ['ReadFile', 'read'],
  ['ReadMediaFile', 'read'],
  ['Skill', 'read'],
  ['Grep', 'search'],
  ['Glob', 'search'],
  ['Edit', 'edit'],
  ['StrReplaceFile', 'edit'],
  ['ApplyPatch', 'edit'],
  ['Write', 'write'],
  ['WriteFile', 'write'],
  ['Bash', 'shell'],
  ['Shell', 'shell'],
  ['TaskStop', 'shell'],
  ['TaskOutput', 'poll'],
  ['TaskList', 'poll'],
  ['TodoList', 'todo'],
  ['SetTodoList', 'todo'],
  ['TodoWrite', 'todo'],
  ['Agent', 'task'],
  ['AgentSwarm', 'task'],
  ['Task', 'task'],
  ['CreateSubagent', 'task'],
  ['WebSearch', 'web'],
  ['SearchWeb', 'web'],
  ['FetchURL', 'web'],
  ['AskUserQuestion', 'ask'],
  ['AskUser', 'ask'],
  ['EnterPlanMode', 'ask'],
  ['ExitPlanMode', 'ask'],
  ['Think', 'other'],
]);

export function classifyTool(tool: string): ToolClass | undefined {
  return classes.get(tool);
}
