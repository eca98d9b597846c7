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

/** One line in which Markdown reads nothing: each of its signs is escaped, so that words still wrap. */
export function escapedLine(text: string, limit = 1000): string {
  return oneLine(text, limit).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
}

// Text of agents, tools and files for VS Code's own messages and lists, which read `[text](command:…)` as a link and `$(name)` as an icon.

/** VS Code cuts notifications here, too. */
const LONGEST = 1000;

/** Where a shape begins that becomes a link or an icon: a space after it keeps all characters and ends the shape. */
const breaks: readonly RegExp[] = [
  // [text](address)
  /\](?=\()/g,
  // <scheme:address> and <name@host>
  /<(?=[a-z][a-z\d+.-]*:|[^\s<>@]+@)/gi,
  // $(name), $(name~spin)
  /\$(?=\([\w~-]+\))/g,
];
/** A line that may define the address of `[text][name]`. */
const definition = /^[\s>*+.)\d-]*\[/;

/** One line, at most about `limit` characters. Addresses stay readable: VS Code makes no link of them where they stand alone. */
export function withoutLinks(text: string, limit = LONGEST): string {
  // first what could hide between two characters of a shape
  const line = oneLine(text, limit);
  const undefinedNames = definition.test(line) ? line.replace(/\](?=:)/g, '] ') : line;
  return breaks.reduce((clean, shape) => clean.replace(shape, '$& '), undefinedNames);
}
