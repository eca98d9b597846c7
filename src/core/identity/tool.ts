/** What a tool call is, from its name and input alone: an unknown agent's log is judged as well as a known one's. */
import type { JsonObject, ToolClass } from '../events.js';
import { commandKind } from './command.js';

/** Whole words of a tool's name, first match wins: more telling words come first. */
const classWords: readonly (readonly [ToolClass, RegExp])[] = [
  ['todo', /todo|plan_update|update_plan/],
  ['ask', /ask_?user|askuser|ask_followup|exit_?plan|request_user_input/],
  ['poll', /output|poll|wait|stdin|status|monitor/],
  ['web', /web|fetch|browser|url/],
  ['task', /^(task|agent|delegate|spawn\w*|subagent\w*)$/],
  ['write', /write|create/],
  ['edit', /edit|replace|patch|insert/],
  ['search', /grep|glob|search|find|list|^ls$/],
  ['read', /read|view|open|^cat$/],
  ['test', /test/],
  ['shell', /bash|shell|exec|command|terminal|run/],
];

export function toolClass(tool: string): ToolClass {
  const name = tool.toLowerCase();
  return classWords.find(([, words]) => words.test(name))?.[0] ?? 'other';
}

const commandFields = ['command', 'cmd', 'script', 'code'] as const;
const pathFields = ['file_path', 'path', 'filePath', 'filename', 'file', 'notebook_path', 'absolute_path', 'target_file'] as const;

export function commandOf(input: JsonObject): string | undefined {
  for (const field of commandFields) {
    const value = input[field];
    if (typeof value === 'string') { return value; }
    // `["bash", "-lc", "npm test"]`: the last word is the command
    if (Array.isArray(value)) { return value.findLast((word) => typeof word === 'string') ?? ''; }
  }
  return undefined;
}

export function pathOf(input: JsonObject): string | undefined {
  for (const field of pathFields) {
    const value = input[field];
    if (typeof value === 'string' && value !== '') { return value; }
  }
  return undefined;
}

export function isTestRun(kind: ToolClass, input: JsonObject): boolean {
  if (kind === 'test') { return true; }
  const command = kind === 'shell' ? commandOf(input) : undefined;
  return command !== undefined && commandKind(command) === 'test';
}

/** A call that neither changes nor tells anything, whatever it prints. */
export function isNoOp(kind: ToolClass, input: JsonObject): boolean {
  switch (kind) {
    case 'shell': {
      const command = commandOf(input);
      return command !== undefined && commandKind(command) === 'no-op';
    }
    case 'read':
      return pathOf(input) === '/dev/null';
    case 'search': case 'edit': case 'write': case 'test': case 'todo': case 'task': case 'poll': case 'web': case 'ask': case 'other':
      return false;
  }
}

/** Fields in which an agent tells the person what a call is for: they are no part of the action. */
const narration = new Set(['description', 'explanation', 'reason', 'justification', 'thought', 'toolSummary']);

/** The identity of an action: tool and canonical input (keys sorted, narration left out). */
export function actionKey(tool: string, input: JsonObject): string {
  return `${tool} ${canonical(input, true)}`;
}

function canonical(value: JsonObject | JsonObject[string] | undefined, top: boolean): string {
  if (value === null || typeof value !== 'object') { return JSON.stringify(value ?? null); }
  if (Array.isArray(value)) { return `[${value.map((item) => canonical(item, false)).join(',')}]`; }
  const keys = Object.keys(value).filter((key) => !(top && narration.has(key))).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key], false)}`).join(',')}}`;
}

/** One line that tells a person what a call does: the command, the path, the query. */
export function titleOf(input: JsonObject): string {
  const query = input['pattern'] ?? input['query'] ?? input['url'] ?? input['prompt'] ?? input['description'];
  const text = commandOf(input) ?? pathOf(input) ?? (typeof query === 'string' ? query : undefined)
    ?? (Object.keys(input).length === 0 ? '' : JSON.stringify(input));
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
