/** The outcome of a call: `tool_output` is a JSON text, whose fields depend on the tool. */
import type { DeniedBy } from '../../core/events.js';
import { parseJsonObject } from '../../core/json.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import { capText } from '../reading/bounds.js';
import { textIn } from '../reading/content.js';
import type { Fields } from '../reading/fields.js';
import { readInteger } from '../reading/recorded-values.js';
import type { CallOutcome } from '../reading/session-log.js';

export function finishedOutcome(output: unknown): CallOutcome {
  const text = textIn(output);
  const fields = (text.startsWith('{') ? parseJsonObject(text) : undefined) ?? {};
  const exitCode = readInteger(fields['exitCode'] ?? fields['exit_code']);
  return {
    ok: exitCode === undefined || exitCode === 0,
    output: capText(readStreams(fields) ?? text),
    exitCode,
  };
}

/** What the program printed; undefined where the text is no record of a program. */
function readStreams({ stdout, stderr, output }: Fields): string | undefined {
  const streams = [stdout, stderr, output].filter((each) => typeof each === 'string');
  return streams.length === 0 ? undefined : streams.filter((each) => each !== '').join('\n');
}

export function failedOutcome({
  error_message: message,
  failure_type: type,
  is_interrupt: isInterrupt,
}: Fields): CallOutcome {
  const output = textIn(message);
  return { ok: false, output: capText(output), deniedBy: deniedBy(output, type, isInterrupt) };
}

function deniedBy(output: string, type: unknown, isInterrupt: unknown): DeniedBy | undefined {
  if (isInterrupt === true) {
    return 'person';
  }
  if (type !== 'permission_denied') {
    return undefined;
  }
  return output.includes(MODEL_MARK) ? 'turnwatch' : 'rule';
}
