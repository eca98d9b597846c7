/** Qwen Code's tools and their results. Core finds the purpose of a shell command (test, search, …). */
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import { boundedJson } from '../reading/bounds.js';
import { textIn } from '../reading/content.js';
import type { Fields } from '../reading/fields.js';
import type { LoggedOutcome } from '../reading/session-log.js';
import { unframed } from '../reading/shell-frame.js';
import { classifyBy } from '../reading/tool-names.js';

export const classifyTool = classifyBy({
  read: 'read_file read_many_files notebook_read',
  search: 'list_directory glob grep_search search_file_content lsp tool_search',
  edit: 'edit replace notebook_edit',
  write: 'write_file',
  shell: 'run_shell_command task_stop',
  poll: 'monitor task_output',
  todo: 'todo_write task_create task_update task_list task_get',
  other: 'save_memory',
  task: 'task agent send_message',
  web: 'web_fetch web_search google_web_search',
  ask: 'ask_user_question ask_user exit_plan_mode',
});

/** `response`: with `output` or `error`; `record`: the program's own record of the call. */
export function readOutcome(response: Fields, record: Fields): LoggedOutcome {
  const status = record['status'];
  const error = response['error'];
  if (error !== undefined || status === 'error' || status === 'cancelled') {
    const output = textIn(error) || textIn(response['output']) || textIn(record['resultDisplay']);
    const denied =
      /^\[Operation Cancelled\]|User (?:denied|cancelled)/.test(output.slice(0, 200)) ||
      status === 'cancelled'
        ? 'person'
        : record['errorType'] === 'execution_denied' ||
            /(?:denied|blocked) by (?:a |the )?(?:PreToolUse )?(?:hook|policy|permission)/i.test(
              output.slice(0, 200),
            )
          ? 'rule'
          : undefined;
    const framed = unframed(output);
    if (denied === undefined) {
      return { ok: false, ...framed };
    }
    return { ok: false, output, deniedBy: output.includes(MODEL_MARK) ? 'turnwatch' : denied };
  }
  return {
    ok: true,
    ...unframed(
      textIn(response['output'] ?? response['content']) ||
        (Object.keys(response).length === 0 || 'output' in response ? '' : boundedJson(response)),
    ),
  };
}
