/**
 * What is put before every line: the time of day (`docker logs -t`, `kubectl logs --timestamps`, CI systems, loggers), the step
 * and its seconds (`docker build`), the service (`docker compose up`).
 */

/** One early in one of the first lines: an echo of the command may come before them. */
const early = /(?:^|\n)(?:.{0,14}\d\d:\d\d:\d\d|#\d{1,4} |[\w.-]{1,40} {2,20}\| )/;
const HEAD = 300;
const date = String.raw`(?:\d{4}[-/.]\d\d[-/.]\d\d[T ]|[A-Z][a-z]{2} [ \d]\d )`;
const time = String.raw`\d\d:\d\d:\d\d`;
const fraction = String.raw`[.,]\d{1,9}`;
const zone = String.raw`(?:Z|[ ]?[+-]\d\d:?\d\d)`;
const level = String.raw`(?=[\s|:[-]{1,3}(?:trace|debug|info|notice|warn|error|fatal|critical)\b)`;
/** Of `docker build`: every line names its step, those of the command its seconds, too. */
const step = String.raw`#\d{1,4}(?: \d{1,5}\.\d{1,3}|(?= (?:\[|[A-Z]{4,})))`;
/** Of `docker compose`: the names are padded to one width. A table has one space there, or begins with one. */
const service = String.raw`[\w.-]{1,40} {2,20}\|`;
/** A time alone may be a duration: it is one of day with a date, a fraction or a zone, in brackets, or before a log's level. */
const stamp = new RegExp(
  String.raw`^(?:${date}${time}(?:${fraction})?${zone}?|${time}(?:${fraction}${zone}?|${zone}|${level})|\[${date}?${time}(?:${fraction})?${zone}?\]|${step}|${service})[ \t]{1,2}`,
  'i',
);
/** Share of the lines that begin so: a multi-line message has a time before its first line alone. */
const SHARE = 1 / 2;

/** The text without what stands before its lines. Linear in the text's length. */
export function withoutLineStamps(text: string): string {
  if (!early.test(text.slice(0, HEAD))) {
    return text;
  }
  const lines = text.split('\n');
  const ends = lines.map((line) => stampEnd(line));
  const stamped = ends.filter((end) => end > 0).length;
  const filled = lines.filter((line) => line.trim() !== '').length;
  if (stamped === 0 || stamped < SHARE * filled) {
    return text;
  }
  return lines
    .map((line, at) => line.slice(ends[at]))
    .join('\n')
    .trim();
}

/** Where the line's own text begins; 0 where nothing stands before it, or nothing follows: then the time is what the line says. */
function stampEnd(line: string): number {
  const end = stamp.exec(line.slice(0, 80))?.[0].length ?? 0;
  return line.slice(end).trim() === '' ? 0 : end;
}
