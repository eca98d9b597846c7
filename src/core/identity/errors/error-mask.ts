/** Leaves out of an error's line what varies with the call. */
import type { Json, JsonObject } from '../../events.js';
import { withoutNoise } from '../noise/noise.js';
import { findCommand } from '../tool/tool.js';

/** A longer value of a call is a text, not a name. */
export const LONGEST_NAME = 300;

const quoted =
  /"[^"\n]{0,300}"|(?<![\w])'[^'\n]{1,300}'(?!\w)|`[^`\n]{1,300}`|“[^”\n]{0,300}”|‘[^’\n]{0,300}’/g;
const paths =
  /\bhttps?:\/\/[^\s"')]+|(?:\b[A-Za-z]:|~)?(?:[\w.@~+-]*[\\/]){1,40}[\w.@+-]*|\b[\w-]{1,80}\.(?:py|[cm]?[jt]sx?|java|rb|go|rs|cc?|cpp|h|hpp|cs|php|json|ya?ml|toml|txt|md|rst|html?|s?css|sh|sql|xml|cfg|ini|log|csv|lock|kt|swift|vue|svelte)\b/g;
/** Not the numbers that say what the error is: a status, an errno, a count. */
const numbers =
  /\b((?:errno|error|status|code|http(?:\/[\d.]+)?|exit|signal)\W{0,3}(?:code\W{0,3})?)?\d+(?:[.,:]\d+)*\b(?! (?:passed|failed|failures?|failing|passing|errors?|problems?|warnings?)\b)/gi;

/** The line without noise, quoted text, paths, numbers, and the words of the call itself. */
export function masked(line: string, values: ReadonlySet<string>): string {
  let text = withoutNoise(line);
  for (const value of values) {
    if (value.length >= 3 && /\W/.test(value) && text.includes(value)) {
      text = text.replaceAll(value, '<arg>');
    }
  }
  return (
    text
      .replace(quoted, '<value>')
      .replace(/[`"“].*$/, '<value>')
      .replace(paths, '<path>')
      .replace(/[\w$.-]+/g, (word) =>
        values.has(word) && !vocabulary.has(word.toLowerCase()) ? '<arg>' : word,
      )
      .replace(numbers, (number, named: string | undefined) =>
        named === undefined ? '<n>' : number,
      )
      // an argument is an argument, however it was written
      .replace(
        /<(?:arg|path|value|n|tmp|id|time)>(?:[ ,;|]*<(?:arg|path|value|n|tmp|id|time)>)*/g,
        '<…>',
      )
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** Words typical of errors: kept even if the call contains them, too. */
export const vocabulary = new Set(
  'no not such file files or directory found find error errors failed fail invalid unknown missing required argument arguments is are was be a an the to of in for on at with and from does do did exist exists cannot can command permission denied module name named object string type value key open read write line syntax unexpected token end test'.split(
    ' ',
  ),
);
const [MOST_VALUES, LONGEST_COMMAND] = [60, 1000];

/** The short values of a call's input, and the words of its command. */
export function collectValues(input: JsonObject): Set<string> {
  const values = new Set<string>();
  const add = (value: Json, depth: number): void => {
    if (values.size >= MOST_VALUES || depth > 4) {
      return;
    }
    if (typeof value === 'string') {
      if (value.length >= 2 && value.length <= LONGEST_NAME) {
        values.add(value.trim());
      }
    } else if (value !== null && typeof value === 'object') {
      for (const item of Object.values(value)) {
        add(item, depth + 1);
      }
    }
  };
  add(input, 0);
  const command = findCommand(input);
  if (command !== undefined && command.length <= LONGEST_COMMAND) {
    for (const word of command.split(/[\s'"`;|&()<>=,]+/)) {
      if (word.length >= 2) {
        values.add(word);
      }
    }
  }
  values.delete('');
  return values;
}
