/** Secrets never reach the view, the log or an export: known shapes of keys and tokens, and values named as secrets. */

import { replaceNamedValues } from './secrets/named-values.js';
import { replacePlacedValues } from './secrets/placed-values.js';
import { replaceTokens } from './secrets/tokens.js';

export const REDACTED = '«secret»';
/** Replaces every secret that is recognised. */
export function redact(text: string): string {
  return replaceSecrets(text, () => REDACTED);
}

/** The same with a replacement for each secret. Existing replacements stay. */
export function replaceSecrets(text: string, replacement: (secret: string) => string): string {
  const tokens = replaceTokens(text, replacement);
  const placed = replacePlacedValues(tokens, replacement);
  return replaceNamedValues(placed, replacement);
}

/** Head and tail of a long text, with the number of characters between them. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) {
    return text;
  }
  const head = Math.ceil(limit * 0.6);
  const tail = Math.max(0, limit - head);
  return `${text.slice(0, head)}\n… ${text.length - head - tail} characters …\n${text.slice(text.length - tail)}`;
}

/**
 * An independent copy: a slice keeps its whole text in memory, and so does a text joined from slices with `+`. What `join` makes of parts is
 * a text of its own.
 */
export function copied(text: string): string {
  return [text.slice(0, 1), text.slice(1)].join('');
}

/** Redacts, and cuts to about `limit` characters. Reads only head and tail of a very long text, so that it costs no more than a short one. */
export function shown(text: string, limit: number): string {
  const looked = limit * 2;
  if (text.length <= looked * 2) {
    return copied(cut(redact(text), limit));
  }
  // half a secret would not be recognised, so the whole word at the cut goes
  const head = redact(text.slice(0, looked).replace(/[\w+/=.~-]+$/, '')).slice(
    0,
    Math.ceil(limit * 0.6),
  );
  const tail = redact(text.slice(-looked).replace(/^[\w+/=.~-]+/, '')).slice(
    -Math.floor(limit * 0.4),
  );
  return copied(`${head}\n… ${text.length - head.length - tail.length} characters …\n${tail}`);
}
