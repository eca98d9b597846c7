/** The outcome of a call. What `tool_response` holds depends on the tool, and the documentation leaves it open. */
import { boundedJson, capText } from '../reading/bounds.js';
import { textIn } from '../reading/content.js';
import { fieldsIn } from '../reading/fields.js';
import { integerOf } from '../reading/recorded-values.js';
import type { CallOutcome } from '../reading/session-log.js';

export function outcomeOf(response: unknown): CallOutcome {
  const fields = fieldsIn(response);
  const error = textIn(fields['error']);
  const exitCode = integerOf(fields['exitCode'] ?? fields['exit_code']);
  const failed =
    error !== '' ||
    fields['success'] === false ||
    fields['is_error'] === true ||
    (exitCode !== undefined && exitCode !== 0);
  return { ok: !failed, output: capText(error || outputOf(response)), exitCode };
}

function outputOf(response: unknown): string {
  const { stdout, stderr, output, content } = fieldsIn(response);
  const streams = [stdout, stderr].map(textIn).filter((text) => text !== '');
  return (
    textIn(response) ||
    streams.join('\n') ||
    textIn(output) ||
    textIn(content) ||
    (stdout === undefined && response !== undefined ? boundedJson(response) : '')
  );
}
