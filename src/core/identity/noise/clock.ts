/** Words that follow the clock: dates, times of day, durations and rates. */
import { isMeasured, mayMeasure } from './measured.js';
import { classAt, DIGIT, found, mark, marksMatch, startsLine, type Word } from './word.js';

const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const timeOfDay = String.raw`\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?[AaPp][Mm]\b)?(?: ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d)\b)?`;
/** Dates with their time of day; times of day to the second. */
const moment = new RegExp(
  [
    // in the name of a file
    String.raw`\d{4}-\d\d-\d\dT\d\d([_-])\d\d\1\d\d(?:[_.-]\d{1,9})?Z?(?!\w)`,
    String.raw`\d{4}[-/]\d\d?[-/]\d\d?(?!\d)(?:[T ,:]{1,2}\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d)(?!\w))?)?`,
    String.raw`\d{1,2}[-/.]\d{1,2}[-/.]\d{4}(?!\w)(?:[T ,]{1,2}${timeOfDay})?`,
    String.raw`\d{1,2}[ /-]${month},?[ /-]\d{4}(?!\d)(?:[: ]${timeOfDay})?`,
    // without a year, as telephones log
    String.raw`[01]\d-[0-3]\d \d\d:\d\d:\d\d\.\d{1,6}`,
    String.raw`20\d{6}(?:[T_-]?\d{6}Z?|_\d{4})(?!\w)`,
    timeOfDay,
  ].join('|'),
  'y',
);
const minutes = /\d\d?:[0-5]\d(?![\w:.])/y;

const LONGEST_MOMENT = 16;
/** `20261121T070701` and longer: digits without a separator. */
const COMPACT_MOMENT = 14;

/** Cheap: whether the text after the number can continue a date, a time of day or an address. */
export function mayBeMoment({ text, codes, start, end, before, after }: Word): boolean {
  const length = end - start;
  const inPath =
    (before === '/' && after === '/') || (before === '-' && classAt(codes, start - 2) === DIGIT);
  if (length > LONGEST_MOMENT || inPath) {
    return false;
  }
  if (length >= COMPACT_MOMENT || after === '-' || after === '/') {
    return true;
  }
  const next = text.charAt(end + 1);
  return after === ' ' ? isCapital(next) : isDigit(next);
}

export function isMoment(word: Word): boolean {
  return (
    (word.after !== ',' || word.end - word.start >= COMPACT_MOMENT) &&
    marksMatch(moment, word, 'time')
  );
}

/** `[12:34`, ` 7:05`: not at the start of a line, where `12:34` is a place in a file. */
export function isMinutes(word: Word): boolean {
  const { text, start, before, after } = word;
  return (
    after === ':' &&
    (before === ' ' || before === '[' || before === '(') &&
    !startsLine(text, start) &&
    marksMatch(minutes, word, 'time')
  );
}

const weekday = /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? $/;
const LONGEST_WEEKDAY = 5;
/** The rest of `Nov 21 07:07:01 2026`, of `Nov 21, 2026` and of a listing's `Oct 24 2024`. */
const afterMonth = new RegExp(
  String.raw`\d{1,2}(?!\w)(?:,? {1,2}(?:\d{4}(?![\w:])|\d{1,2}:\d\d(?::\d\d)?(?:\.\d{1,9})?(?: [A-Z]{3,4}\b)?(?: \d{4}\b)?))?`,
  'y',
);

/** A day after its month: the noise begins with the month, or with the weekday before it. */
export function isDayOfMonth(word: Word): boolean {
  const { text, start, end, previousStart } = word;
  if (end - start > 2 || !marksMatch(afterMonth, word, 'time')) {
    return false;
  }
  const ahead = text.slice(Math.max(0, previousStart - LONGEST_WEEKDAY), previousStart);
  found.start = previousStart - (weekday.exec(ahead)?.[0].length ?? 0);
  return true;
}

/** Milliseconds since the epoch. */
export function isEpochMs({ text, start, end, after }: Word): boolean {
  return end - start === 13 && text.charAt(start) === '1' && after !== '%' && mark(end, 'time');
}

const hoursToSeconds = String.raw`(?:\d+d)?(?:\d+(?:\.\d+)?h)?(?:\d+(?:\.\d+)?m)?\d+(?:\.\d+)?s`;
const seconds = String.raw`ns|[uµμ]s|ms|msecs?|millis(?:econds?)?|microseconds?|nanoseconds?|[Ss]ecs?|[Ss]econds?|s`;
const secondsElsewhere = String.raw`Sek(?:\.|unden?)?|secondes?|segundos?|secondi|сек(?:унд[аы]?)?|秒|毫秒|ミリ秒|초`;
const longer = String.raw`[Mm]ins?|[Mm]inutes?|hrs?|[Hh]ours?|Min(?:\.|uten?)|Stunden?|minut(?:os?|i)|horas?|heures?|ore|мин(?:ут[аы]?)?|分钟|분`;
const unit = String.raw`(?: ?(?:${seconds}|${secondsElsewhere}|${longer})|(?:m|h)|(?: (?:days?|weeks?|months?|years?)(?= ago)))`;
const duration = new RegExp(
  [
    String.raw`${hoursToSeconds}(?![\w/%])`,
    String.raw`\d+d\d+h(?:\d+m)?(?!\w)|\d+h\d+m(?!\w)`,
    String.raw`(?:\d{1,3}(?:,\d{3}){1,4}|\d+)(?:[.,]\d+)?${unit}(?![\w/%-])(?:,? (?:and )?\d+(?:\.\d+)?${unit}(?![\w/%-])){0,3}`,
    // a transfer's rate; what else is done per second was counted
    String.raw`\d+(?:\.\d+)? ?(?:[kKMGT]?i?(?:[Bb]|bit|[Bb]ytes?)|its?|tok(?:ens?)?|samples?|batch(?:es)?|runs|assertions)\/s(?:ec)?(?!\w)`,
  ].join('|'),
  'y',
);
/** First letters of units that stand apart from their number. Before other letters only a rate is looked for. */
const unitInitials = 'numshdwySM';
const rate =
  /\d+ (?:[kKMGT]?i?(?:[Bb]|bit|[Bb]ytes?)|its?|tok(?:ens?)?|samples?|batch(?:es)?|runs|assertions)\/s(?:ec)?(?!\w)/y;
const [LONGEST_RATED, SLASH] = [10, 47];

/** How long something took, unless that is what was measured. */
export function isDuration(word: Word): boolean {
  if (word.durations === 'measured' || !mayHaveUnit(word) || !isAmountOfTime(word)) {
    return false;
  }
  word.durations ??= mayMeasure(word.text) ? 'either' : 'noise';
  return word.durations === 'noise' || !isMeasured(word.text, word.start, found.end);
}

function isAmountOfTime(word: Word): boolean {
  const { text, codes, end, classes, after } = word;
  const isOther =
    classes === DIGIT &&
    after === ' ' &&
    !unitInitials.includes(text.charAt(end + 1)) &&
    !isForeign(text.charAt(end + 1));
  return isOther
    ? mayBeRate(codes, end + 1) && marksMatch(rate, word, 'duration')
    : marksMatch(duration, word, 'duration');
}

/** Cheap: whether the word holds letters, or a fraction or letters follow. */
function mayHaveUnit({ text, end, classes, after }: Word): boolean {
  if (classes !== DIGIT) {
    return true;
  }
  if (after === ' ') {
    const next = text.charAt(end + 1);
    return (next >= 'a' && next <= 'z') || isCapital(next) || isForeign(next);
  }
  return after === '.' || after === ',' ? isDigit(text.charAt(end + 1)) : isForeign(after);
}

/** Whether letters and a slash stand there. */
function mayBeRate(codes: Uint8Array, from: number): boolean {
  let at = from;
  while (at - from < LONGEST_RATED && classAt(codes, at) > DIGIT) {
    at += 1;
  }
  return codes[at] === SLASH;
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9';
}

function isCapital(char: string): boolean {
  return char >= 'A' && char <= 'Z';
}

/** Not ASCII: the sign for a millionth, or a word of another language. */
function isForeign(char: string): boolean {
  return char > '\u007f';
}
