/** Claude Code's tools and their results. Core finds the purpose of a shell command (test, search, …). */
import type { JsonObject, DeniedBy } from '../../core/events.js';
import { isSiblingError } from '../../core/identity/answer/outcome.js';
import { isObject } from '../../core/json.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import { mediaMark } from '../reading/content.js';
import { classifyBy } from '../reading/tool-names.js';

/** What an error is called by which the provider limits the person. */
export const LIMIT_ERROR = 'rate_limit';

/** The text of `content`, a string or blocks. `marked`: each image becomes a mark, equal for equal data. */
export function contentText(content: unknown, { marked = false } = {}): string {
  if (typeof content === 'string') {
    return content;
  }
  if (!Array.isArray(content)) {
    return '';
  }
  return content
    .map((block: unknown) => {
      if (typeof block === 'string') {
        return block;
      }
      if (!isObject(block)) {
        return '';
      }
      if (typeof block['text'] === 'string') {
        return block['text'];
      }
      return (
        (marked ? mediaMark(block) : undefined) ??
        (typeof block['type'] === 'string' ? `[${block['type']}]` : '')
      );
    })
    .join('\n');
}

/** The exit code of a failed command. Only for failures: a successful command may print the same words. */
export function failedExitCode(error: string): number | undefined {
  const code = /^(?:Error: )?Exit code (\d{1,10})(?:\n|$)/.exec(error)?.[1];
  return code === undefined ? undefined : Number(code);
}

/** A call refused before it ran (bad input, unknown tool, text to replace not found): it has no PreToolUse. */
export function isToolUseError(text: string): boolean {
  return text.startsWith('<tool_use_error>');
}

/** Who denied the call, judging by its result's text; undefined if nobody did. */
export function deniedBy(text: string): DeniedBy | undefined {
  const start = text.slice(0, 400);
  if (
    /^PreToolUse:\S+ hook error: /.test(start) ||
    /^Hook PreToolUse:\S+ denied this tool/.test(start)
  ) {
    return start.includes(MODEL_MARK) ? 'turnwatch' : 'rule';
  }
  if (
    /^The user doesn't want to (?:proceed with this tool use|take this action right now)/.test(
      start,
    )
  ) {
    return 'person';
  }
  if (start.startsWith('[Request interrupted by user')) {
    return 'person';
  }
  if (
    /^Permission to use [\s\S]* has been denied/.test(start) ||
    /^Claude requested permissions? /.test(start)
  ) {
    return 'rule';
  }
  return isSiblingError(start) ? 'rule' : undefined;
}

/** Who denied the call, from the transcript's own mark; `text` tells our denials from those of other rules. */
export function deniedByKind(kind: string, text: string): DeniedBy {
  if (kind === 'user-rejected' || kind === 'interrupted' || kind === 'cancelled') {
    return deniedBy(text) ?? 'person';
  }
  return deniedBy(text) === 'turnwatch' ? 'turnwatch' : 'rule';
}

/** Texts that the harness writes in place of a person's message. */
const injected =
  /^\s*(?:<(?:task-notification|local-command-\w+|command-\w+|bash-\w+|system-reminder|user-prompt-submit-hook|teammate-message|cross-session-message|user-memory-input|background-task-\w+)[\s>]|Stop hook feedback:|Caveat: The messages below were generated|This session is being continued from a previous conversation|\[Request interrupted by user)/;

export function isInjected(prompt: string): boolean {
  return injected.test(prompt);
}

/** Offers the person answers to choose from. */
export const QUESTION_TOOL = 'AskUserQuestion';

export const classifyTool = classifyBy({
  read: 'Read NotebookRead ReadMcpResource ReadMcpResourceTool',
  search: 'Grep Glob LS LSP ToolSearch ListMcpResources ListMcpResourcesTool',
  edit: 'Edit MultiEdit NotebookEdit',
  write: 'Write',
  shell: 'Bash PowerShell KillShell KillBash TaskStop',
  poll: 'BashOutput TaskOutput AgentOutput Monitor',
  todo: 'TodoWrite TodoRead TaskCreate TaskUpdate TaskGet TaskList',
  task: 'Agent Task SendMessage',
  web: 'WebFetch WebSearch',
  ask: `${QUESTION_TOOL} ExitPlanMode exit_plan_mode`,
});

/** Drops the defaults that hooks, but not transcripts, add to an input: both then describe the same action. */
export function withoutDefaults(tool: string, input: JsonObject): JsonObject {
  if (tool !== 'Edit' || input['replace_all'] !== false) {
    return input;
  }
  return Object.fromEntries(Object.entries(input).filter(([key]) => key !== 'replace_all'));
}
