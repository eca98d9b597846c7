/** Gemini CLI's tools and their results. Core finds the purpose of a shell command (test, search, …). */
import { isObject } from '../../core/json.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import { resultIn, textIn } from '../reading/content.js';
import { fieldsIn, listIn } from '../reading/fields.js';
import type { LoggedOutcome } from '../reading/session-log.js';
import { unframed } from '../reading/shell-frame.js';
import { classifyBy } from '../reading/tool-names.js';

export const classifyTool = classifyBy({
  read: 'read_file read_many_files get_internal_docs activate_skill',
  search: 'list_directory glob grep_search search_file_content',
  edit: 'replace edit',
  write: 'write_file',
  shell: 'run_shell_command',
  poll: 'read_background_output list_background_processes',
  todo: `write_todos tracker_create_task tracker_update_task tracker_get_task tracker_list_tasks
    tracker_add_dependency tracker_visualize`,
  task: 'delegate_to_agent invoke_agent codebase_investigator cli_help generalist',
  web: 'web_fetch google_web_search',
  ask: 'ask_user exit_plan_mode',
});

/** @param shown text shown to the person: the fallback. */
export function readOutcome(result: unknown, status: unknown, shown: string): LoggedOutcome {
  const parts = Array.isArray(result) ? listIn(result) : isObject(result) ? [result] : [];
  const responses = parts
    .map((part) => part['functionResponse'])
    .filter(isObject)
    .map((answer) => answer['response'])
    .filter(isObject);
  // newer models get these parts inside the response
  const media = parts
    .map((part) => resultIn(fieldsIn(part['functionResponse'])['parts']))
    .filter((text) => text !== '');
  const errors = responses
    .map((response) => textIn(response['error']))
    .filter((text) => text !== '');
  const outputs = responses
    .map((response) => textIn(response['output'] ?? response['content'] ?? response['result']))
    .filter((text) => text !== '');
  const texts =
    typeof result === 'string'
      ? [result]
      : [...errors, ...outputs, ...parts.map(resultIn).filter((text) => text !== ''), ...media];
  const text = texts.length > 0 || responses.length > 0 ? texts.join('\n') : shown;
  const ok = errors.length === 0 && status !== 'error' && status !== 'cancelled';
  if (ok) {
    return { ok, ...unframed(text) };
  }
  const start = text.slice(0, 400);
  if (start.includes(MODEL_MARK)) {
    return { ok, output: text, deniedBy: 'turnwatch' };
  }
  if (/^\[Operation Cancelled\]/.test(start) || status === 'cancelled') {
    return { ok, output: text, deniedBy: 'person' };
  }
  if (
    /^(?:Tool execution (?:blocked|denied)|Tool execution for .{1,200} was (?:denied|blocked)|Agent execution (?:blocked|stopped) by hook|Denied by policy)/.test(
      start,
    )
  ) {
    return { ok, output: text, deniedBy: 'rule' };
  }
  return { ok, ...unframed(text) };
}
