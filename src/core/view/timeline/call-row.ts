/** A call as its row shows it: texts redacted and cut. */
import { findCallOutcome } from '../../turns/action-history.js';
import { copied, shown } from '../../redact.js';
import type { Call } from '../../turns/session.js';
import { editedLines } from './edited-lines.js';
import { inputText } from '../input-text.js';
import type { CallRow } from './rows.js';
import { redactedPath, redactedTitle } from '../title.js';

const INPUT_LIMIT = 400;
const OUTPUT_LIMIT = 800;
/** Characters of inputs and outputs in rows older than a snapshot's, so that memory stays within its budget. */
const OLD_LIMIT = 80;

export function callRow(call: Call, cwd: string): CallRow {
  const { result } = call;
  const lines = result?.ok === false ? undefined : editedLines(call);
  return {
    call: call.number,
    id: call.id,
    tool: call.tool,
    class: call.class,
    title: redactedTitle(call.input, cwd),
    outcome: findCallOutcome(call),
    at: call.at,
    durationMs: result?.durationMs,
    progress: false,
    exitCode: result?.exitCode,
    path: redactedPath(call.input),
    input: shown(inputText(call.input), INPUT_LIMIT),
    output: result === undefined ? '' : shown(result.output, OUTPUT_LIMIT),
    lines,
    // known later: a field that only a copy has would give each copy a hidden class of its own
    note: undefined,
    rule: undefined,
  };
}

/** The call as it is kept in a row older than a snapshot's. */
export function shortened(call: CallRow): CallRow {
  return { ...call, input: head(call.input), output: head(call.output) };
}

function head(text: string): string {
  return text.length <= OLD_LIMIT ? text : copied(`${text.slice(0, OLD_LIMIT - 1)}…`);
}
