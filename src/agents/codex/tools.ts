/** Codex's tools and what they answer. Core finds the purpose of a shell command (test, search, …). */
import type { JsonObject, ToolClass, DeniedBy } from '../../core/events.js';
import { isObject, parseJsonObject } from '../../core/json.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import { capText } from '../reading/bounds.js';
import { resultIn, textIn } from '../reading/content.js';
import { numberIn } from '../reading/fields.js';
import type { LoggedOutcome } from '../reading/session-log.js';
import { classifyBy } from '../reading/tool-names.js';

const shells =
  /(?:^|[\\/])(?:ba|z|da|fi|k)?sh(?:\.exe)?$|(?:^|[\\/])(?:pwsh|powershell)(?:\.exe)?$/i;
const scriptFlags = /^(?:-l?c|-Command)$/i;
const LONGEST_COMMAND = 64 * 1024;

/** A command as one line of text. */
export function unwrapScript(words: readonly string[]): string {
  const script = words.at(-1);
  const flag = words.at(-2);
  if (
    script !== undefined &&
    flag !== undefined &&
    words.length >= 3 &&
    shells.test(words[0] ?? '') &&
    scriptFlags.test(flag)
  ) {
    return script;
  }
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`))
    .join(' ');
}

/** The same for a command given as one line. */
export function scriptIn(command: string): string {
  if (command.length > LONGEST_COMMAND) {
    return command;
  }
  const head =
    /^\s*("[^"]{1,400}"|'[^']{1,400}'|[^\s'"]{1,400})\s+(?:-NoProfile\s+)?(-\w{1,8})\s+/.exec(
      command,
    );
  if (head === null) {
    return command;
  }
  const [all, program = '', flag = ''] = head;
  if (!shells.test(program.replace(/^["']|["']$/g, '')) || !scriptFlags.test(flag)) {
    return command;
  }
  return unquoted(command.slice(all.length)) ?? command;
}

/** Unquotes one POSIX shell word; undefined if the text is more than one word. */
function unquoted(text: string): string | undefined {
  const parts = text.trim().match(/'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]|[^\s'"\\]+|\s+/g) ?? [];
  let word = '';
  for (const part of parts) {
    if (/^\s/.test(part)) {
      return undefined;
    }
    if (part.startsWith("'")) {
      word += part.slice(1, -1);
    } else if (part.startsWith('"')) {
      word += part.slice(1, -1).replace(/\\([$`"\\])/g, '$1');
    } else {
      word += part.startsWith('\\') ? part.slice(1) : part;
    }
  }
  return parts.length === 0 ? undefined : word;
}

/** `output` of a `…_output` record: text, parts, or `{content, success}`. */
export function readOutcome(output: unknown): LoggedOutcome {
  if (isObject(output)) {
    const outcome = outcomeOfText(resultIn(output['content'] ?? output['output']));
    return output['success'] === false ? { ...outcome, ok: false } : outcome;
  }
  return outcomeOfText(resultIn(output));
}

function outcomeOfText(text: string): LoggedOutcome {
  const denied = denial(text);
  if (denied !== undefined) {
    return { ok: false, output: capText(text), deniedBy: denied };
  }
  return fromJson(text) ?? framed(text) ?? { ok: !isToolError(text), output: capText(text) };
}

/** `{"output":"…","metadata":{"exit_code":0,"duration_seconds":0.1}}` */
function fromJson(text: string): LoggedOutcome | undefined {
  if (!text.startsWith('{"output":') && !text.startsWith('{"metadata":')) {
    return undefined;
  }
  const value = parseJsonObject(text);
  if (!isObject(value?.['metadata'])) {
    return undefined;
  }
  const seconds = numberIn(value['metadata']['duration_seconds']);
  return {
    ok: true,
    output: capText(textIn(value['output'])),
    exitCode: numberIn(value['metadata']['exit_code']),
    durationMs: seconds === undefined ? undefined : seconds * 1000,
  };
}

const frame =
  /^(?:Command: |Chunk ID: |Wall time: |Exit code: |Process exited with code |Process running with session ID )/;
const LONGEST_HEAD = 4096;

/** Lines with exit code, time and sizes, then `Output:`. */
function framed(text: string): LoggedOutcome | undefined {
  if (!frame.test(text)) {
    return undefined;
  }
  const start = /(?:^|\n)Output:(?:\n|$)/.exec(text.slice(0, LONGEST_HEAD));
  if (start === null) {
    return undefined;
  }
  const head = text.slice(0, start.index);
  const code = /(?:^|\n)(?:Exit code: |Process exited with code )(-?\d{1,10})/.exec(head)?.[1];
  const seconds = /(?:^|\n)Wall time: (\d{1,9}(?:\.\d{1,9})?) seconds/.exec(head)?.[1];
  return {
    ok: true,
    output: capText(text.slice(start.index + start[0].length)),
    exitCode: code === undefined ? undefined : Number(code),
    durationMs: seconds === undefined ? undefined : Math.round(Number(seconds) * 1000),
  };
}

/** Who denied the call, judging by its result's text; undefined if nobody did. */
export function denial(text: string): DeniedBy | undefined {
  const start = text.slice(0, 400);
  if (/^(?:Command|Tool call|Tool) blocked by (?:PreToolUse )?hook/i.test(start)) {
    return start.includes(MODEL_MARK) ? 'turnwatch' : 'rule';
  }
  if (
    /^(?:exec command |patch )?rejected by user/.test(start) ||
    /^aborted(?: by user| by the user|$)/.test(start)
  ) {
    return 'person';
  }
  if (/^This action was rejected due to|^approval policy is .{1,40}; reject command/.test(start)) {
    return 'rule';
  }
  return undefined;
}

/** Whether the tool failed, judging by its text: the log does not mark failures. */
function isToolError(text: string): boolean {
  return /^(?:exec_command failed|write_stdin failed|failed to parse|unsupported (?:custom tool )?call|apply_patch verification failed|apply_patch handler received|execution error|tool call error|err: |unable to locate |unknown (?:process|session) )/i.test(
    text.slice(0, 200),
  );
}

const classifyTool = classifyBy({
  shell: `exec_command shell shell_command local_shell container.exec unified_exec exec js_repl
    write_stdin`,
  edit: 'apply_patch',
  read: 'read_file view_image read_mcp_resource',
  search: 'list_dir grep_files tool_search list_mcp_resources list_mcp_resource_templates',
  todo: 'update_plan get_goal create_goal update_goal',
  task: 'spawn_agent send_input send_message followup_task resume_agent close_agent',
  poll: 'wait wait_agent list_agents',
  web: 'web_search',
  ask: 'request_user_input request_permissions',
});

/** Fields that say how and why a command runs: not part of the action. */
const manner = new Set([
  'timeout_ms',
  'timeout',
  'yield_time_ms',
  'max_output_tokens',
  'login',
  'tty',
  'justification',
  'sandbox_permissions',
  'with_escalated_permissions',
  'prefix_rule',
]);

export interface CodexAction {
  tool: string;
  input: JsonObject;
  class: ToolClass;
}

/** The model's action in one shape for all versions: `command` is the script without the shell around it. */
export function action(name: string, raw: JsonObject): CodexAction {
  const input: JsonObject = Object.fromEntries(
    Object.entries(raw).filter(([key, value]) => !manner.has(key) && value !== null),
  );
  const tool = name;
  const words = input['command'];
  if (Array.isArray(words) && words.every((word) => typeof word === 'string')) {
    if (words[0] === 'apply_patch' && words.length === 2) {
      return { tool: 'apply_patch', input: { input: words[1] ?? '' }, class: 'edit' };
    }
    input['command'] = unwrapScript(words);
  }
  const script = input['command'] ?? input['cmd'];
  if (typeof script === 'string' && /^\s*apply_patch\b/.test(script)) {
    return { tool, input, class: 'edit' };
  }
  // empty input only polls the running process
  if (tool === 'write_stdin' && (input['chars'] ?? '') === '') {
    return { tool, input, class: 'poll' };
  }
  return { tool, input, class: classifyTool(tool, input) };
}
