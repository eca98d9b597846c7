/**
 * Text of agents inside Markdown: as code, so that it cannot become a heading, a link, a picture, a mention or HTML. Secrets are replaced
 * before a text is fenced: replaced later, one could take a fence with it.
 */
import { oneLine, escapeControls } from '../../escape-controls.js';
import { redact } from '../../redact.js';

/** One line as inline code, at most `limit` characters; empty for no text. */
export function codeSpan(text: string, limit = 300): string {
  const line = redact(oneLine(text, limit));
  const fence = '`'.repeat(longestRun(line) + 1);
  return line === '' ? '' : `${fence} ${line} ${fence}`;
}

/** Several lines as a block of code. */
export function codeBlock(text: string): string {
  // what is removed may have stood between backticks
  const shown = redact(escapeControls(text));
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}text\n${shown}\n${fence}`;
}

/** Text without Markdown syntax: a count, a duration, a word, ranges of steps. */
const bareWord = /^(?:[\p{L}\p{N}]+|\d+(?:–\d+)?(?:, \d+(?:–\d+)?)*)$/u;

/** The values of a sentence: texts as inline code. */
export function codeParams(
  params: Record<string, string | number> = {},
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : bareWord.test(value) ? redact(value) : codeSpan(value),
    ]),
  );
}

/** A name in running text: letters, digits and what names hold, nothing that Markdown reads; `www.` would begin a link. */
export function plainName(name: string): string {
  return redact(oneLine(name, 60))
    .replace(/[^\p{L}\p{N} .,()/-]/gu, '')
    .replace(/\bwww\./gi, 'www ');
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
}
