/** Copilot CLI's tools and their results. Core finds the purpose of a shell command (test, search, …). */
import type { JsonObject, ToolClass } from '../../core/events.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import { textIn } from '../reading/content.js';
import { fieldsIn, numberIn, type Fields } from '../reading/fields.js';
import type { LoggedOutcome, LoggedResult } from '../reading/session-log.js';
import { classifyBy } from '../reading/tool-names.js';

/** The last line of a command's output. */
const shellEnd =
  /\n?<(?:shellId: \S{1,100} completed with exit code (-?\d{1,10})|exited with exit code (-?\d{1,10}))>\s*$/;
/** An empty file is shown as an empty diff. */
const emptyDiff =
  /^\s*diff --git a\/\S+ b\/\S+\nindex 0+\.\.0+ \d+\n--- \S+\n\+\+\+ \S+\n@@ -1,0 \+1,0 @@\s*$/;

/** Text that hooks (ours or others') append for the model, not part of the output. */
const guidance =
  /(?:^|\n\n)Tool "[^"\n]{1,200}" (?:succeeded|failed)\. Additional guidance from postToolUse(?:Failure)? hooks:\n/;

/** `output`: undefined where the record says no more than that the call is over. */
export function readOutcome(data: Fields): Omit<LoggedResult, 'call'> {
  if (data['result'] === undefined && data['error'] === undefined) {
    return { ok: data['success'] !== false, output: undefined };
  }
  const error = fieldsIn(data['error']);
  const result = fieldsIn(data['result']);
  const ok = data['success'] !== false;
  const content = ok
    ? textIn(result['content']) || textIn(data['result']) || textIn(result['detailedContent'])
    : textIn(error['message']) || textIn(data['error']) || textIn(result['content']);
  const added = guidance.exec(content);
  const text = added === null ? content : content.slice(0, added.index);
  const end = shellEnd.exec(text.slice(-200));
  const output = end === null ? text : text.slice(0, text.length - end[0].length);
  const code = end?.[1] ?? end?.[2];
  const exitCode =
    numberIn(fieldsIn(data['shellExecution'])['exitCode']) ??
    (code === undefined ? undefined : Number(code));
  const denied = ok ? undefined : deniedBy(error['code'], text);
  return {
    ok,
    output: output.length < 4096 && emptyDiff.test(output) ? '' : output,
    exitCode,
    deniedBy: denied,
  };
}

function deniedBy(code: unknown, text: string): LoggedOutcome['deniedBy'] {
  const start = text.slice(0, 400);
  if (/^Permission denied by a PermissionRequest hook/.test(start)) {
    return start.includes(MODEL_MARK) ? 'turnwatch' : 'rule';
  }
  if (code === 'rejected' || /^The user (?:rejected|cancelled|aborted|denied)/i.test(start)) {
    return 'person';
  }
  if (
    code !== 'denied' &&
    !/^(?:Denied by |Permission denied and could not request permission)/.test(start)
  ) {
    return undefined;
  }
  return start.includes(MODEL_MARK) ? 'turnwatch' : 'rule';
}

export const classifyTool = classifyBy({
  shell: 'bash powershell shell write_bash write_powershell stop_bash stop_powershell',
  poll: 'read_bash read_powershell list_bash list_powershell read_agent list_agents',
  read: 'view read read_file fetch_copilot_cli_documentation skill',
  search: 'grep rg glob lsp tool_search',
  edit: 'edit str_replace insert apply_patch',
  write: 'create',
  todo: 'update_todo report_intent sql report_progress',
  task: 'task write_agent',
  web: 'web_fetch web_search',
  ask: 'ask_user exit_plan_mode exit-plan-mode',
});

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
