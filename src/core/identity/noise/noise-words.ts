/** Which words with digits are noise: moments, durations, processes, ports, addresses, ids and counters, by their shape and by the word before them. */
import { classAt, DIGIT, HEX } from './noise-characters.js';
import type { Noise } from './noise-phrases.js';

/** Where the noise at a word begins and ends, and what it is. One object, used again: this runs for every number. */
export const found: { start: number; end: number; kind: Noise } = {
  start: 0,
  end: 0,
  kind: 'time',
};

const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const clock = String.raw`\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?[AaPp][Mm]\b)?(?: ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d)\b)?`;
/** Dates with their time of day; times of day to the second. */
const moment = new RegExp(
  [
    String.raw`\d{4}[-/]\d\d?[-/]\d\d?(?!\d)(?:[T ,:]{1,2}\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d)(?!\w))?)?`,
    String.raw`\d{1,2}[-/.]\d{1,2}[-/.]\d{4}(?!\w)(?:[T ,]{1,2}${clock})?`,
    String.raw`\d{1,2}[ /-]${month},?[ /-]\d{4}(?!\d)(?:[: ]${clock})?`,
    String.raw`20\d{6}[T_-]?\d{6}Z?(?![\w])`,
    clock,
  ].join('|'),
  'y',
);
/** The rest of `Nov 21 07:07:01 2026`, `Nov 21, 2026` and of a listing's `Oct 24 2024`. */
const afterMonth = new RegExp(
  String.raw`\d{1,2}(?!\w)(?:,? {1,2}(?:\d{4}(?![\w:])|\d{1,2}:\d\d(?::\d\d)?(?:\.\d{1,9})?(?: [A-Z]{3,4}\b)?(?: \d{4}\b)?))?`,
  'y',
);
const minutes = /\d\d?:[0-5]\d(?![\w:.])/y;
const amount = String.raw`(?:\d+d)?(?:\d+(?:\.\d+)?h)?(?:\d+(?:\.\d+)?m)?\d+(?:\.\d+)?s`;
const unit = String.raw`(?: ?(?:ns|[uµμ]s|ms|msecs?|millis(?:econds?)?|microseconds?|nanoseconds?|secs?|seconds?|s|mins?|minutes?|hrs?|hours?)|(?:m|h)|(?: (?:days?|weeks?|months?|years?)(?= ago)))`;
const duration = new RegExp(
  [
    String.raw`${amount}(?![\w/%])`,
    String.raw`\d+d\d+h(?:\d+m)?(?!\w)|\d+h\d+m(?!\w)`,
    String.raw`(?:\d{1,3}(?:,\d{3}){1,4}|\d+)(?:[.,]\d+)?${unit}(?![\w/%-])(?:,? (?:and )?\d+(?:\.\d+)?${unit}(?![\w/%-])){0,3}`,
    // a rate is an amount by time
    String.raw`\d+(?:\.\d+)? ?[A-Za-z]{1,10}\/s(?:ec)?(?!\w)`,
  ].join('|'),
  'y',
);
/** With what units begin that stand apart from their number; of what else follows, only a rate is looked for. */
const units = 'nuµμmshdwy';
const rate = /\d+ [A-Za-z]{1,10}\/s(?:ec)?(?!\w)/y;
const LONGEST_RATED = 10;
const guid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/iy;
const loopback = /(?:127(?:\.\d{1,3}){3}|0\.0\.0\.0):\d{2,5}(?!\d)/y;

const weekday = /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? $/;
const months = new Set(
  'jan feb mar apr may jun jul aug sep oct nov dec january february march april june july august september october november december'.split(
    ' ',
  ),
);
/** Words after which a number says nothing: at most this long. */
const LONGEST_CUE = 10;
const cues = new Map<string, Noise>([
  ...['pid', 'ppid', 'pgid', 'tid'].map((word) => [word, 'process'] as const),
  ...['localhost', 'port'].map((word) => [word, 'port'] as const),
  ...['attempt', 'retry', 'try', 'retries', 'retrying', 'reconnect'].map(
    (word) => [word, 'counter'] as const,
  ),
  ...['job', 'run', 'build', 'task', 'worker', 'request', 'req'].map(
    (word) => [word, 'counter'] as const,
  ),
  ...['duration', 'durationms', 'elapsed', 'elapsedms', 'uptime', 'ms'].map(
    (word) => [word, 'duration'] as const,
  ),
  ...[
    'time',
    'timestamp',
    'ts',
    'epoch',
    'mtime',
    'ctime',
    'atime',
    'date',
    'at',
    'created',
    'updated',
  ].map((word) => [word, 'time'] as const),
]);
const strongCounters = new Set(['attempt', 'retry', 'try', 'retries', 'retrying', 'reconnect']);
/** `req_011CSf…`, `request_id: 8f3k…`: ids that a service gives. */
const idPrefixes = new Set([
  'req',
  'request',
  'trace',
  'span',
  'toolu',
  'msg',
  'call',
  'chatcmpl',
  'resp',
  'sess',
  'run',
  'job',
]);
/** By first letter the lengths of all words that are looked up, a bit each: most words before a number are none of them. */
const wordLengths = new Uint16Array(26);
for (const word of [...months, ...cues.keys(), 'node', 'id']) {
  wordLengths[word.charCodeAt(0) - 97] =
    (wordLengths[word.charCodeAt(0) - 97] ?? 0) | (1 << word.length);
}
const idName = /(?:req(?:uest)?|trace|span|correlation|run|session|invocation|job)[ _-]?id$/i;
const NAME_BEFORE = 16;
const EPHEMERAL = 32_768;

/**
 * Whether the word from `start` to `end` is noise; `found` then says from where to where, and which. `first`, `seen`: the class of its
 * first character, those of all together. `wordBefore`, `endBefore`: the word before it.
 */
export function isNoise(
  text: string,
  start: number,
  end: number,
  first: number,
  seen: number,
  wordBefore: number,
  endBefore: number,
): boolean {
  const before = start === 0 ? '' : text.charAt(start - 1);
  const length = end - start;
  if (first !== DIGIT) {
    if (seen === (DIGIT | HEX)) {
      return isHexId(text, start, end, before);
    }
    return (
      seen !== DIGIT &&
      (isRandom(text, start, end) ||
        isServiceId(text, start, end, before, wordBefore, endBefore)) &&
      tell(end, 'id')
    );
  }
  // the tail of a number or of a version
  if (before === '.' && classAt(text, start - 2) === DIGIT) {
    return seen === (DIGIT | HEX) && isHexId(text, start, end, before);
  }
  if (text.charAt(start + 1) === 'x' && text.charAt(start) === '0') {
    return length >= 8 && /^[0-9a-f]+$/i.test(text.slice(start + 2, end)) && tell(end, 'address');
  }
  if (seen === (DIGIT | HEX) || (length === 8 && text.charAt(end) === '-')) {
    if (isHexId(text, start, end, before)) {
      return true;
    }
  }
  const after = text.charAt(end);
  const next = text.charAt(end + 1);
  const amount =
    seen !== DIGIT ||
    (after === ' '
      ? (next >= 'a' && next <= 'z') || next === 'µ' || next === 'μ' || (next >= 'A' && next <= 'Z')
      : ((after === '.' || after === ',') && next >= '0' && next <= '9') ||
        after === 'µ' ||
        after === 'μ');
  if (amount) {
    const isApart = seen === DIGIT && after === ' ' && !units.includes(next);
    if (
      isApart
        ? mayBeRate(text, end + 1) && matches(rate, text, start, 'duration')
        : matches(duration, text, start, 'duration')
    ) {
      return true;
    }
  }
  const inPath =
    (before === '/' && after === '/') || (before === '-' && classAt(text, start - 2) === DIGIT);
  if (
    length <= 16 &&
    !inPath &&
    (length >= 14 ||
      (after === ' '
        ? next >= 'A' && next <= 'Z'
        : (next >= '0' && next <= '9') || after === '-' || after === '/'))
  ) {
    if ((length >= 14 || after !== ',') && matches(moment, text, start, 'time')) {
      return true;
    }
    if (
      after === ':' &&
      (before === ' ' || before === '[' || before === '(') &&
      !startsLine(text, start) &&
      matches(minutes, text, start, 'time')
    ) {
      return true;
    }
    if (after === '.' && length <= 3 && matches(loopback, text, start, 'port')) {
      return true;
    }
  }
  if (seen !== DIGIT) {
    return (
      (isRandom(text, start, end) ||
        isServiceId(text, start, end, before, wordBefore, endBefore)) &&
      tell(end, 'id')
    );
  }
  return isPlainNoise(text, start, end, before, wordBefore, endBefore);
}

/** A number made of digits alone, judged by what stands before it. */
function isPlainNoise(
  text: string,
  start: number,
  end: number,
  before: string,
  wordBefore: number,
  endBefore: number,
): boolean {
  const length = end - start;
  const after = text.charAt(end);
  if (length === 13 && text.charAt(start) === '1' && after !== '%') {
    return tell(end, 'time');
  }
  // `sshd[1234]:`, `[1] 12345` of a shell, `==12345==` of a checker
  if (before === '[' && after === ']' && text.charAt(end + 1) === ':' && start - 1 === endBefore) {
    return tell(end, 'process');
  }
  if (
    before === '=' &&
    after === '=' &&
    length >= 3 &&
    text.charAt(start - 2) === '=' &&
    text.charAt(end + 1) === '='
  ) {
    return tell(end, 'process');
  }
  const gap = start - endBefore;
  if (
    before === ' ' &&
    gap === 2 &&
    text.charAt(start - 2) === ']' &&
    length >= 3 &&
    startsLine(text, wordBefore - 1) &&
    text.charAt(wordBefore - 1) === '[' &&
    (after === '' || after === '\n' || after === '\r')
  ) {
    return tell(end, 'process');
  }
  if (before === ':' && text.startsWith('[::1]', start - 6)) {
    return tell(end, 'port');
  }
  const cueLength = endBefore - wordBefore;
  if (
    gap > 4 ||
    cueLength < 2 ||
    cueLength > LONGEST_CUE ||
    !mayBeKnown(text.charCodeAt(wordBefore), cueLength)
  ) {
    return false;
  }
  const word = text.slice(wordBefore, endBefore).toLowerCase();
  if (length <= 2 && months.has(word)) {
    if (!matches(afterMonth, text, start, 'time')) {
      return false;
    }
    found.start =
      wordBefore -
      (weekday.exec(text.slice(Math.max(0, wordBefore - 5), wordBefore))?.[0].length ?? 0);
    return true;
  }
  // node: `(node:12345)`
  if (word === 'node' && before === ':' && after === ')') {
    return tell(end, 'process');
  }
  const kind = cues.get(word);
  if (kind === undefined) {
    return (
      word === 'id' &&
      length >= 4 &&
      idName.test(text.slice(Math.max(0, endBefore - NAME_BEFORE), endBefore)) &&
      tell(end, 'id')
    );
  }
  switch (kind) {
    case 'process':
      return tell(end, kind);
    case 'port':
      return (
        (word === 'localhost' ? before === ':' : Number(text.slice(start, end)) >= EPHEMERAL) &&
        tell(end, kind)
      );
    case 'duration':
      return (
        (before === ' ' || before === '"' || before === '=' || before === ':') &&
        tell(fraction(text, end), kind)
      );
    case 'time':
      return (
        ((length === 10 && text.charAt(start) === '1') ||
          (word === 'time' && fraction(text, end) > end + 2)) &&
        tell(fraction(text, end), kind)
      );
    case 'counter':
      if (!strongCounters.has(word)) {
        return before === '#' && tell(end, kind);
      }
      return (before === ' ' || before === '#' || before === ':') && tell(share(text, end), kind);
    default:
      return false;
  }
}

/** Whether letters and a slash stand there. */
function mayBeRate(text: string, from: number): boolean {
  let at = from;
  while (at - from < LONGEST_RATED && classAt(text, at) > DIGIT) {
    at += 1;
  }
  return text.charAt(at) === '/';
}

/** Whether a month, a cue or another word that is looked up begins with this letter and has this length. */
function mayBeKnown(letter: number, length: number): boolean {
  return ((wordLengths[(letter | 32) - 97] ?? 0) & (1 << length)) !== 0;
}

/** At least seven hex digits with both letters and numbers, or a GUID. `#1a2b3c4` is a colour. */
function isHexId(text: string, start: number, end: number, before: string): boolean {
  if (end - start === 8 && text.charAt(end) === '-' && matches(guid, text, start, 'id')) {
    return true;
  }
  if (end - start < 7 || before === '#') {
    return false;
  }
  // digits alone are a number, `12e10` is one too
  let letters = 0;
  for (let i = start; i < end && letters < 2; i++) {
    if (classAt(text, i) === HEX) {
      letters += 1;
    }
  }
  if (letters === 0 || (letters === 1 && /^\d+e\d+$/i.test(text.slice(start, end)))) {
    return false;
  }
  return tell(end, 'id');
}

const LONG_ID = 20;
const CHANGES_OF_KIND = 5;

/** A long word in which letters and digits take turns: a name that somebody chose has its digits in a few places. */
function isRandom(text: string, start: number, end: number): boolean {
  if (end - start < LONG_ID) {
    return false;
  }
  let changes = 0;
  for (let i = start + 1; i < end; i++) {
    if ((classAt(text, i) === DIGIT) !== (classAt(text, i - 1) === DIGIT)) {
      changes += 1;
    }
  }
  return changes >= CHANGES_OF_KIND;
}

function isServiceId(
  text: string,
  start: number,
  end: number,
  before: string,
  wordBefore: number,
  endBefore: number,
): boolean {
  if (
    end - start < 6 ||
    start - endBefore > 4 ||
    (before !== '_' &&
      before !== '-' &&
      before !== ' ' &&
      before !== '"' &&
      before !== '=' &&
      before !== ':')
  ) {
    return false;
  }
  const cueLength = endBefore - wordBefore;
  if (cueLength < 2 || cueLength > LONGEST_CUE) {
    return false;
  }
  const word = text.slice(wordBefore, endBefore).toLowerCase();
  if (word === 'id') {
    return idName.test(text.slice(Math.max(0, endBefore - NAME_BEFORE), endBefore));
  }
  return (
    end - start >= 8 &&
    start - endBefore === 1 &&
    (before === '_' || before === '-') &&
    idPrefixes.has(word)
  );
}

function matches(pattern: RegExp, text: string, start: number, kind: Noise): boolean {
  pattern.lastIndex = start;
  return pattern.test(text) && tell(pattern.lastIndex, kind);
}

function tell(end: number, kind: Noise): true {
  found.end = end;
  found.kind = kind;
  return true;
}

/** The `/5` of `2/5`, the ` of 5` of `2 of 5`. */
const ofAll = /(?:\/| of )\d+/y;
function share(text: string, end: number): number {
  ofAll.lastIndex = end;
  return ofAll.test(text) ? ofAll.lastIndex : end;
}

const decimals = /\.\d+/y;
function fraction(text: string, end: number): number {
  decimals.lastIndex = end;
  return decimals.test(text) ? decimals.lastIndex : end;
}

function startsLine(text: string, at: number): boolean {
  return at === 0 || text.charAt(at - 1) === '\n';
}
