/** Numbers of processes and threads, as shells, loggers, runtimes and databases print them. */
import { DIGIT, found, mark, marksMatch, startsLine, type Word } from './word.js';

/** A number made of digits alone that names a process by where it stands. */
export function isProcess(word: Word): boolean {
  switch (word.before) {
    case ' ':
      return word.text.charAt(word.start - 2) === ']'
        ? isNestProcess(word) || isShellJob(word)
        : isListedProcess(word) || isPhoneProcess(word) || isPhoneThread(word);
    case '[':
      return isLogProcess(word) || isHeadOfLog(word);
    case '(':
      return isThread(word) || isPhoneProcess(word);
    case '-':
      return isNumberedThread(word);
    case '=':
      return isCheckerProcess(word);
    case '<':
      return isVmProcess(word);
    case '─':
      return isUnitProcess(word);
    default:
      return false;
  }
}

const withThread = /\d{2,7}:\d{3,10}(?=\])/y;

/** `sshd[1234]:`, or with the thread: `xcodebuild[1234:567890]`; `server process [1234]` */
function isLogProcess(word: Word): boolean {
  const { text, start, end, before, after, previousStart, previousEnd } = word;
  if (before === '[' && after === ':' && start - 1 === previousEnd) {
    return marksMatch(withThread, word, 'process');
  }
  return (
    before === '[' &&
    after === ']' &&
    (text.charAt(end + 1) === ':'
      ? start - 1 === previousEnd
      : start - previousEnd === 2 && text.slice(previousStart, previousEnd) === 'process') &&
    mark(end, 'process')
  );
}

/** `[Nest] 12345  -` */
function isNestProcess({ text, start, end }: Word): boolean {
  return text.endsWith('[Nest] ', start) && mark(end, 'process');
}

const momentOfLog = /\d+:(?:\d+:)?\d{4}\/\d{6}\.\d+/y;

/** `[12345:0101/101112.123456:ERROR:`, `[12345:0x5581c40]    812 ms:` */
function isHeadOfLog(word: Word): boolean {
  const { text, start, end, after } = word;
  return (
    after === ':' &&
    startsLine(text, start - 1) &&
    (marksMatch(momentOfLog, word, 'process') ||
      (text.startsWith('0x', end + 1) && mark(end, 'process')))
  );
}

/** `└─20311 /usr/bin/app` of a unit's status */
function isUnitProcess({ text, start, end, before, after }: Word): boolean {
  return (
    before === '─' && after === ' ' && /[└├]/.test(text.charAt(start - 2)) && mark(end, 'process')
  );
}

/** `==12345==` of a memory checker */
function isCheckerProcess({ text, start, end, before, after }: Word): boolean {
  return (
    before === '=' &&
    after === '=' &&
    end - start >= 3 &&
    text.charAt(start - 2) === '=' &&
    text.charAt(end + 1) === '=' &&
    mark(end, 'process')
  );
}

/** `[1] 12345` of a shell, alone in its line */
function isShellJob(word: Word): boolean {
  const { text, start, end, before, after, previousStart, previousEnd } = word;
  return (
    before === ' ' &&
    start - previousEnd === 2 &&
    text.charAt(start - 2) === ']' &&
    end - start >= 3 &&
    startsLine(text, previousStart - 1) &&
    text.charAt(previousStart - 1) === '[' &&
    (after === '' || after === '\n' || after === '\r') &&
    mark(end, 'process')
  );
}

/** `thread 'main' (12345) panicked` */
function isThread({ text, start, end, before, after }: Word): boolean {
  return (
    before === '(' &&
    after === ')' &&
    text.endsWith("' (", start) &&
    text.startsWith(') panicked', end) &&
    mark(end, 'process')
  );
}

const threadName = /(?:[Tt]hread|exec|(?:Dispatcher|Pool(?:-\d{1,3})?)-worker)-$/;
const LONGEST_THREAD_NAME = 24;

/** `pool-1-thread-3`, `nio-8080-exec-5`, `DefaultDispatcher-worker-2` */
function isNumberedThread({ text, start, end }: Word): boolean {
  return (
    threadName.test(text.slice(Math.max(0, start - LONGEST_THREAD_NAME), start)) &&
    mark(end, 'process')
  );
}

const tagOfPhone = /(?:^|[\s>])[VDIWEF]\/[^\s(]{1,60}\( {0,4}$/;
const LONGEST_TAG = 70;

/** `E/AndroidRuntime( 4132):`; the spaces before it fill up what the number lacks */
function isPhoneProcess({ text, start, end, after }: Word): boolean {
  const from = Math.max(0, start - LONGEST_TAG);
  if (after !== ')' || text.charAt(end + 1) !== ':' || !tagOfPhone.test(text.slice(from, start))) {
    return false;
  }
  found.start = text.lastIndexOf('(', start) + 1;
  return mark(end, 'process');
}

const phoneThread = /\d{1,6} {1,5}\d{1,6}(?= [VDIWEF] \S)/y;
const behindTime = /\.\d{3}( {1,5})$/;
const LONGEST_GAP = 9;

/** `11-29 22:10:11.123  4132  4177 E AndroidRuntime:` */
function isPhoneThread(word: Word): boolean {
  const { text, start } = word;
  const gap = behindTime.exec(text.slice(Math.max(0, start - LONGEST_GAP), start))?.[1];
  if (gap === undefined || !marksMatch(phoneThread, word, 'process')) {
    return false;
  }
  found.start = start - gap.length;
  return true;
}

const vmProcess = /0\.\d+\.\d+(?=>)/y;

/** `<0.123.0>`, `#PID<0.98.0>` */
function isVmProcess(word: Word): boolean {
  return word.before === '<' && word.after === '.' && marksMatch(vmProcess, word, 'process');
}

const listed = /\d+ +\S{1,40} +\d+[urw]? +IPv[46] +\d+/y;

/** `node    4312  dev   23u  IPv4 812345`: the process, and the number of its socket */
function isListedProcess(word: Word): boolean {
  return (
    word.before === ' ' &&
    word.after === ' ' &&
    startsLine(word.text, word.previousStart) &&
    marksMatch(listed, word, 'process')
  );
}

const headOfGo = /[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+(?= \S{1,80}:\d+\])/y;

/** `E1129 22:10:11.123456   12345 main.go:12]`: the level, the day, the time and the thread of a log in Go; the level is told again by what follows. */
export function isHeadOfGo(word: Word): boolean {
  return (
    word.end - word.start === 5 &&
    (word.classes & DIGIT) !== 0 &&
    startsLine(word.text, word.start) &&
    marksMatch(headOfGo, word, 'process')
  );
}

/** `Process 231 waits for ShareLock on transaction 812; blocked by process 240.` */
export function isWaitingProcess({ text, end, previousStart }: Word): boolean {
  return (
    (text.startsWith(' waits for ', end) || text.endsWith('blocked by ', previousStart)) &&
    mark(end, 'process')
  );
}
/** The `812` of that. */
export function isWaitedTransaction({ text, end, after, previousStart }: Word): boolean {
  return (
    (after === ';' || after === '.') && text.endsWith('Lock on ', previousStart) && mark(end, 'id')
  );
}
