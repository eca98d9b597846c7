/** The title of a call, as it is shown: one line without secrets. */
import type { JsonObject } from './events.js';
import { titleOf } from './identity/tool.js';
import { redact } from './redact.js';

const TITLE_LIMIT = 200;

export function redactedTitle(input: JsonObject, cwd: string): string {
  const line = redact(titleOf(input, cwd));
  return line.length > TITLE_LIMIT ? `${line.slice(0, TITLE_LIMIT - 1)}…` : line;
}
