/** The outcome of a call. What `tool_response` holds depends on the tool, and the documentation leaves it open. */
import { boundedJson, capText } from '../reading/bounds.js';
import { textIn } from '../reading/content.js';
import { fieldsIn } from '../reading/fields.js';
import { readInteger } from '../reading/recorded-values.js';
import type { CallOutcome } from '../reading/session-log.js';

export function readOutcome(response: unknown): CallOutcome {
  const fields = fieldsIn(response);
  const error = textIn(fields['error']);
  const exitCode = readInteger(fields['exitCode'] ?? fields['exit_code']);
  const failed =
    error !== '' ||
    fields['success'] === false ||
    fields['is_error'] === true ||
    (exitCode !== undefined && exitCode !== 0);
  return { ok: !failed, output: capText(error || readOutput(response)), exitCode };
}

function readOutput(response: unknown): string {
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
