/** Text of agents, tools and files for VS Code's own messages and lists, which read `[text](command:…)` as a link and `$(name)` as an icon. */
import { oneLine } from '../../escape-controls.js';

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

/** One line in which Markdown reads nothing: each of its signs is escaped, so that words still wrap. */
export function escapedLine(text: string, limit = 1000): string {
  return oneLine(text, limit).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
