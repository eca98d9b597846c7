/** What an error amounts to: the same error for other arguments is the same error, even where it arrives as ordinary output. */
import type { JsonObject } from '../../events.js';
import {
  isNamed,
  isRelayed,
  isTelling,
  lastOfTrace,
  refusal,
  strong,
} from '../../lines/error-cues.js';
import { ARGUMENT, errorLines } from './error-lines.js';
import { masked, collectValues } from './error-mask.js';
import { extractReport } from './error-report.js';
import { hashText } from '../hash.js';
import { withoutNoise } from '../noise/noise.js';
import { namedLine } from '../../lines/places.js';
import { copied } from '../../redact.js';

export { mayBeError } from './error-report.js';

export interface ErrorPrint {
  /** Equal for the same error whatever the arguments: a hash of the lines that name it, without noise, values and the call's own words. */
  key: string;
  /** Equal only if the values are equal, too: a hash of those lines without noise and line numbers, which move with every edit. */
  exact: string;
  /** The same as `exact`, whatever id the call named. */
  anyId: string;
  /** The telling line, masked, at most 200 characters. */
  text: string;
  /** The same as it stands in the output. */
  verbatim: string;
  /** `validation`: the harness or the tool refused the call's form before anything was run. */
  kind: 'error' | 'validation';
}

const SHOWN = 200;
/** `./src`, `src/` and `src` are one folder. */
const otherSpelling = /(?<![\w./-])\.\/(?=[\w.])|(?<=\w)\/(?=[\s'"`:,)]|$)/gm;
const places = new RegExp(
  String.raw`:\d+(?::\d+)?(?=[:)\]\s]|$)|${namedLine}|\(\d+(?:,\d+)?\)`,
  'gm',
);
/** Lines at either end of a failed call's output that are looked at, and lines that make its print. */
const [LOOKED, MOST_TELLING] = [60, 6];

/**
 * The print of the error that an output reports.
 * @param output without agents' wrapper texts
 * @param failed the call failed, so anything it says is its error. Otherwise only an output that reports an error as a whole counts.
 * @returns undefined if it reports none, or nothing by which errors could be compared
 */
export function errorPrint(
  output: string,
  input: JsonObject,
  failed: boolean,
): ErrorPrint | undefined {
  const lines = errorLines(output, input);
  const [first] = lines;
  if (first === undefined) {
    return undefined;
  }
  const kind = isRefusal(lines, failed) ? 'validation' : 'error';
  const telling =
    kind === 'validation'
      ? [findSentence(first)]
      : failed
        ? findTelling(lines)
        : extractReport(output, lines, input);
  const shown = telling.find((line) => strong.test(line)) ?? telling[0];
  if (shown === undefined) {
    return failed ? unnamed(lines, output, input) : undefined;
  }
  const values = collectValues(input);
  const exact = withoutNoise(telling.join('\n')).replace(places, '#').replace(otherSpelling, '');
  const text = masked(shown, values).slice(0, SHOWN);
  return {
    key: hashText(
      telling.length === 1 ? text : telling.map((line) => masked(line, values)).join('\n'),
    ),
    exact: hashText(exact),
    anyId: hashText(withoutIds(exact, values)),
    text,
    verbatim: findVerbatim(shown, output),
    kind,
  };
}

/** What a service numbers: nobody means another one by another number. */
const id = /^\d{7,20}$/;

function withoutIds(text: string, values: ReadonlySet<string>): string {
  return [...values]
    .filter((value) => id.test(value))
    .reduce((rest, value) => rest.replaceAll(value, '<id>'), text);
}

/** A failure that names no error is compared as a whole, as its values may be all it says. Its first and last line are shown. */
function unnamed(lines: readonly string[], output: string, input: JsonObject): ErrorPrint {
  const ends = [...new Set([lines[0] ?? '', lines.at(-1) ?? ''])].join(' … ');
  const own = lines.filter((line) => !isRelayed(line));
  const all = withoutNoise((own.length > 0 ? own : lines).join('\n')).replace(places, '#');
  const key = hashText(all);
  return {
    key,
    exact: key,
    anyId: hashText(withoutIds(all, collectValues(input))),
    text: withoutNoise(ends).slice(0, SHOWN),
    verbatim: findVerbatim(ends, output),
    kind: 'error',
  };
}

/** The line with the call's own long texts, which were left out of it. */
function findVerbatim(line: string, output: string): string {
  const [before = ''] = line.split(ARGUMENT, 1);
  const at = before === '' || before === line ? -1 : output.indexOf(before);
  const whole = at < 0 ? line : (output.slice(at, at + SHOWN).split('\n', 1)[0] ?? line);
  return copied(whole.slice(0, SHOWN));
}

/** Lines that may follow a traceback that is the call's error. If more follow, only a part of the program failed. */
const MOST_AFTER = 2;

/** What a failed call says: the last line of a traceback, or the lines that name an error. */
function findTelling(lines: readonly string[]): string[] {
  const trace = lastOfTrace(lines);
  const after = trace === undefined ? lines : lines.slice(lines.lastIndexOf(trace) + 1);
  const looked =
    after.length > 2 * LOOKED ? [...after.slice(0, LOOKED), ...after.slice(-LOOKED)] : after;
  // an error after the traceback is another program's, and counts instead; a remark on the error is none
  const isLast = trace !== undefined && after.length <= MOST_AFTER;
  const all = [...new Set(looked.filter(isLast ? isNamed : isTelling))];
  const telling = all.filter((line) => !isRelayed(line));
  if (all.length > 0 && telling.length === 0) {
    // where only who ran it says that it failed, what ran has named its failure in words of its own
    return lines.length > all.length ? [] : all.slice(0, MOST_TELLING);
  }
  return isLast && telling.length === 0 ? [trace] : telling.slice(0, MOST_TELLING);
}

/** A refusal's first sentence: what follows is help, and may quote the call. */
function findSentence(line: string): string {
  return /^.{20,}?[.:!](?=\s|$)/.exec(line)?.[0] ?? line;
}

/** A refusal is in the first lines. Further down, a program reports on its own arguments. */
function isRefusal(lines: readonly string[], failed: boolean): boolean {
  return (
    lines.slice(0, failed ? 2 : 1).some((line) => refusal.test(line)) &&
    !lines.some((line) => line.startsWith('Traceback ('))
  );
}
