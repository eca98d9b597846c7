/**
 * What is put before every line: the time of day (`docker logs -t`, `kubectl logs --timestamps`, CI systems, loggers), the step
 * and its seconds (`docker build`), the service (`docker compose up`).
 */

/** What may stand before the lines. */
interface LineStamp {
  /** In one of the first lines: an echo of the command may come before them. */
  early: RegExp;
  before: RegExp;
  /** Whether there are few values, on many lines. */
  repeats?: true;
}

const date = String.raw`(?:\d{4}[-/.]\d\d[-/.]\d\d[T ]|[A-Z][a-z]{2} [ \d]\d )`;
const time = String.raw`\d\d:\d\d:\d\d`;
const fraction = String.raw`[.,]\d{1,9}`;
const zone = String.raw`(?:Z|[ ]?[+-]\d\d:?\d\d)`;
const level = String.raw`(?=[\s|:[-]{1,3}(?:trace|debug|info|notice|warn|error|fatal|critical)\b)`;
const stamps: readonly LineStamp[] = [
  {
    // a time alone may be a duration: it is one of day with a date, a fraction or a zone, in brackets, or before a log's level
    early: /(?:^|\n).{0,14}\d\d:\d\d:\d\d/,
    before: new RegExp(
      String.raw`^(?:${date}${time}(?:${fraction})?${zone}?|${time}(?:${fraction}${zone}?|${zone}|${level})|\[${date}?${time}(?:${fraction})?${zone}?\])[ \t]{1,2}`,
      'i',
    ),
  },
  {
    // BuildKit numbers its steps; a list of issues does not begin with one of its own
    early: /(?:^|\n)#\d{1,4} \[(?:internal\]|(?:[\w.-]{1,40} )?\d{1,3}\/\d{1,3}\])/,
    before: /^#\d{1,4} (?:\d{1,5}\.\d{1,3} )?/,
  },
  {
    // Docker Compose pads the names of its services; the first column of a table has other values
    early: /(?:^|\n)[\w.-]{1,40} {2,20}\| /,
    before: /^[\w.-]{1,40} {2,20}\| /,
    repeats: true,
  },
];
const HEAD = 300;
/** Share of the lines that begin so: a multi-line message has a time before its first line alone. */
const SHARE = 1 / 2;
/** Lines for each value of a stamp that repeats. */
const REPEATED = 2;

/** The text without what stands before its lines. Linear in the text's length. */
export function withoutLineStamps(text: string): string {
  const head = text.slice(0, HEAD);
  const stamp = stamps.find(({ early }) => early.test(head));
  return stamp === undefined ? text : without(stamp, text);
}

function without({ before, repeats }: LineStamp, text: string): string {
  const lines = text.split('\n');
  const found = lines.map((line) => readStamp(line, before));
  const stamped = found.filter((each) => each !== '');
  const filled = lines.filter((line) => line.trim() !== '').length;
  if (
    stamped.length === 0 ||
    stamped.length < SHARE * filled ||
    (repeats === true && stamped.length < REPEATED * new Set(stamped).size)
  ) {
    return text;
  }
  return lines
    .map((line, at) => line.slice(found[at]?.length))
    .join('\n')
    .trim();
}

/** What stands before the line's own text; empty where nothing does, or nothing follows: then the time is what the line says. */
function readStamp(line: string, before: RegExp): string {
  const found = before.exec(line.slice(0, 80))?.[0] ?? '';
  return line.slice(found.length).trim() === '' ? '' : found;
}
