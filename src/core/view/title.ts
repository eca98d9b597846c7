/** A call's title and file for the view: one line each, without secrets. */
import type { JsonObject } from '../events.js';
import { planTitle } from '../identity/tool/bookkeeping.js';
import { findPath, makeTitle } from '../identity/tool/tool.js';
import { redact } from '../redact.js';

const TITLE_LIMIT = 200;
const PATH_LIMIT = 400;

export function redactedTitle(input: JsonObject, cwd: string): string {
  // some secrets are recognized only by the line they stand on, others only once hidden characters are gone
  const line = withoutMove(
    redact(
      planTitle(input) ??
        makeTitle(input, cwd, (text) => (text.includes('\n') ? redact(text) : text)),
    ),
    cwd,
  );
  return line.length > TITLE_LIMIT ? `${line.slice(0, TITLE_LIMIT - 1)}…` : line;
}

/** Agents begin many commands by moving to the folder in which they are already. */
function withoutMove(line: string, cwd: string): string {
  const [move, , folder] = /^cd (["']?)(.+?)\1 ?(?:&&|;) ?(?=.)/.exec(line) ?? [];
  return move !== undefined && cwd !== '' && folder === cwd ? line.slice(move.length) : line;
}

/** The file that a call names, as the agent wrote it; undefined if it holds a secret or cannot be opened. */
export function redactedPath(input: JsonObject): string | undefined {
  const path = findPath(input);
  return path === undefined ||
    path.length > PATH_LIMIT ||
    /[\r\n\0]/.test(path) ||
    redact(path) !== path
    ? undefined
    : path;
}
