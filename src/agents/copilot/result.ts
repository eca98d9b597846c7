/** `tool.execution_complete` → the outcome of its call. */
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import { textIn } from '../reading/content.js';
import { fieldsIn, numberIn, type Fields } from '../reading/fields.js';
import type { CallOutcome, LoggedResult } from '../reading/session-log.js';

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

function deniedBy(code: unknown, text: string): CallOutcome['deniedBy'] {
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
