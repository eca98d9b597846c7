/** Words after which a number says nothing, each with the matcher that decides about that number. */
import { isDayOfMonth } from './clock.js';
import { followsIdName } from './identifiers.js';
import { isWaitedTransaction, isWaitingProcess } from './processes.js';
import { endOfMatch, mark, marksMatch, type Matcher, type Word } from './word.js';

const cues = new Map<string, Matcher>([
  ...after('pid ppid pgid tid', ({ end }) => mark(end, 'process')),
  ...after('node', isNodeProcess),
  ...after('goroutine', ({ text, end }) => text.startsWith(' [', end) && mark(end, 'process')),
  ...after('process', isWaitingProcess),
  ...after('transaction', isWaitedTransaction),
  ...after('localhost', ({ before, end }) => before === ':' && mark(end, 'port')),
  ...after('port', isEphemeralPort),
  ...after('attempt retry try retries retrying reconnect', isAttempt),
  ...after(
    'job run build task worker request req',
    ({ before, end }) => before === '#' && mark(end, 'counter'),
  ),
  ...after(
    'runs jobs builds pipelines actions',
    ({ before, start, end }) => before === '/' && end - start >= LONG_ID && mark(end, 'id'),
  ),
  // files in which a program keeps what it printed
  ...after(
    'output stdout stderr log dump',
    ({ before, start, end }) => before === '_' && end - start >= LONG_ID - 1 && mark(end, 'id'),
  ),
  ...after('duration durationms elapsed elapsedms uptime ms', isTaken),
  ...after('time', (word) => isClockedTime(word) || isFineTime(word) || isEpochSeconds(word)),
  ...after('timestamp ts epoch mtime ctime atime date at created updated', isEpochSeconds),
  ...after('jan feb mar apr may jun jul aug sep oct nov dec', isDayOfMonth),
  ...after(
    'january february march april june july august september october november december',
    isDayOfMonth,
  ),
  ...after('id', isNamedId),
  ...after('line', (word) => isCommandLine(word) || isInputLine(word)),
  ...after('usb', isUsbPlace),
  ...after('sh bash zsh dash ksh ash eval', isLineOfShell),
]);

function after(words: string, matcher: Matcher): [string, Matcher][] {
  return words.split(' ').map((word) => [word, matcher]);
}

/** Digits from which on a part of an address is an id, not a page. */
const LONG_ID = 5;
const LONGEST_CUE = 11;
const LONGEST_GAP = 4;
/** The lengths of all cues by first letter, one bit each: rejects most words before a number. */
const cueLengths = new Uint16Array(26);
for (const cue of cues.keys()) {
  const letter = cue.charCodeAt(0) - 97;
  cueLengths[letter] = (cueLengths[letter] ?? 0) | (1 << cue.length);
}

/** A number made of digits alone that follows a cue. */
export function followsCue(word: Word): boolean {
  const { text, start, previousStart, previousEnd } = word;
  const length = previousEnd - previousStart;
  if (
    start - previousEnd > LONGEST_GAP ||
    length < 2 ||
    length > LONGEST_CUE ||
    !mayBeCue(text.charCodeAt(previousStart), length)
  ) {
    return false;
  }
  const matcher = cues.get(text.slice(previousStart, previousEnd).toLowerCase());
  return matcher !== undefined && matcher(word);
}

function mayBeCue(letter: number, length: number): boolean {
  return ((cueLengths[(letter | 32) - 97] ?? 0) & (1 << length)) !== 0;
}

/** What a shell calls itself before `line 424:`, the line of the command that it was given. The line of a script is a place. */
const namesShell = /(?:^|[\s/-])(?:ba|z|k|da|a)?sh: (?:-c: )?$|(?:^|\s)(?:eval|environment): $/;
const LONGEST_SHELL = 18;

/** `bash: line 424:` */
function isCommandLine({ text, before, after: next, end, previousStart }: Word): boolean {
  return (
    before === ' ' &&
    next === ':' &&
    namesShell.test(text.slice(Math.max(0, previousStart - LONGEST_SHELL), previousStart)) &&
    mark(end, 'line')
  );
}

/** `undefined on input line 112`, as TeX tells where in a text it was */
function isInputLine({ text, end, previousStart }: Word): boolean {
  return text.endsWith('input ', previousStart) && mark(end, 'line');
}

const usbPlace = /\d+-\d+(?:\.\d+)*/y;

/** `usb:1-4`: where a device is plugged in */
function isUsbPlace({ text, start, before }: Word): boolean {
  const end = endOfMatch(usbPlace, text, start);
  return before === ':' && end > start && mark(end, 'port');
}

/** `sh: 3:`, `zsh:12:`, `(eval):1:` */
function isLineOfShell({
  text,
  start,
  end,
  after: next,
  previousStart,
  previousEnd,
}: Word): boolean {
  const ahead = previousStart === 0 ? '\n' : text.charAt(previousStart - 1);
  return (
    next === ':' &&
    '\n /-('.includes(ahead) &&
    lineGaps.has(text.slice(previousEnd, start)) &&
    mark(end, 'line')
  );
}
const lineGaps = new Set([':', ': ', '):']);

/** `(node:12345)` */
function isNodeProcess({ before, after: next, end }: Word): boolean {
  return before === ':' && next === ')' && mark(end, 'process');
}

const EPHEMERAL = 32_768;

function isEphemeralPort({ text, start, end }: Word): boolean {
  return Number(text.slice(start, end)) >= EPHEMERAL && mark(end, 'port');
}

/** The `/5` of `2/5`, the ` of 5` of `2 of 5`. */
const total = /(?:\/| of )\d+/y;

/** `attempt 2 of 5`, `retry #3` */
function isAttempt({ text, before, end }: Word): boolean {
  return (
    (before === ' ' || before === '#' || before === ':') &&
    mark(endOfMatch(total, text, end), 'counter')
  );
}

const fraction = /\.\d+/y;

/** `elapsed: 12.5`, `"durationMs":831` */
function isTaken({ text, before, end, durations }: Word): boolean {
  return (
    durations !== 'measured' &&
    (before === ' ' || before === '"' || before === '=' || before === ':') &&
    mark(endOfMatch(fraction, text, end), 'duration')
  );
}

/** `time: 0.123`: a fraction of at least two digits. */
function isFineTime({ text, end, durations }: Word): boolean {
  const fractionEnd = endOfMatch(fraction, text, end);
  return durations !== 'measured' && fractionEnd > end + 2 && mark(fractionEnd, 'time');
}

const clocked = /\d\d:\d\d\.\d{3}(?!\d)/y;

/** `Time: 00:01.123` */
function isClockedTime(word: Word): boolean {
  return word.after === ':' && marksMatch(clocked, word, 'duration');
}

/** Seconds since the epoch. */
function isEpochSeconds({ text, start, end }: Word): boolean {
  return (
    end - start === 10 &&
    text.charAt(start) === '1' &&
    mark(endOfMatch(fraction, text, end), 'time')
  );
}

const LONG_NAMED_ID = 9;

/** `request id 81234`, `(ID 33001227000)`, `transport_id:3` */
function isNamedId(word: Word): boolean {
  const { text, start, end, after: next, previousStart } = word;
  if (text.endsWith('transport_', previousStart)) {
    return mark(end, 'id');
  }
  const isAside =
    next === ')' && text.charAt(previousStart - 1) === '(' && end - start >= LONG_NAMED_ID;
  return (isAside || (end - start >= 4 && followsIdName(word))) && mark(end, 'id');
}
