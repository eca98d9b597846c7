/** Which words with digits are noise. Each kind has a matcher of its own; the first that fits decides. */
import { isDuration, isEpochMs, isMinutes, isMoment, mayBeMoment } from './clock.js';
import { followsCue } from './cues.js';
import {
  isAddress,
  isElement,
  isHexId,
  isPod,
  isRandom,
  isServiceId,
  startsAddress,
} from './identifiers.js';
import {
  classAt,
  DIGIT,
  endOfMatch,
  HEX,
  mark,
  marksMatch,
  startsLine,
  type Word,
} from './word.js';

/** Whether a word is noise; `found` then holds its range and kind. */
export function isNoise(word: Word): boolean {
  if (isPod(word) || isElement(word)) {
    return true;
  }
  if (word.first !== DIGIT) {
    return (
      isTimes(word) ||
      (word.classes === (DIGIT | HEX) ? isHexId(word) : isRandom(word) || isServiceId(word))
    );
  }
  if (endsVersion(word)) {
    return word.classes === (DIGIT | HEX) && isHexId(word);
  }
  if (startsAddress(word)) {
    return isAddress(word);
  }
  return (
    isHexId(word) ||
    isDuration(word) ||
    (mayBeMoment(word) && (isMoment(word) || isMinutes(word) || isLoopbackPort(word))) ||
    (word.classes === DIGIT ? isPlainNoise(word) : isRandom(word) || isServiceId(word))
  );
}

/** The `3` of `1.2.3`, the `14` of `3.14`. */
function endsVersion({ codes, start, before }: Word): boolean {
  return before === '.' && classAt(codes, start - 2) === DIGIT;
}

/** A number made of digits alone, judged by its context. */
function isPlainNoise(word: Word): boolean {
  return (
    isEpochMs(word) ||
    isLogProcess(word) ||
    isUnitProcess(word) ||
    isUptime(word) ||
    isCheckerProcess(word) ||
    isShellJob(word) ||
    isIpv6Port(word) ||
    followsCue(word)
  );
}

const withThread = /\d{2,7}:\d{3,10}(?=\])/y;

/** `sshd[1234]:`, or with the thread: `xcodebuild[1234:567890]` */
function isLogProcess(word: Word): boolean {
  const { text, start, end, before, after, previousEnd } = word;
  if (before === '[' && after === ':' && start - 1 === previousEnd) {
    return marksMatch(withThread, word, 'process');
  }
  return (
    before === '[' &&
    after === ']' &&
    text.charAt(end + 1) === ':' &&
    start - 1 === previousEnd &&
    mark(end, 'process')
  );
}

/** `└─20311 /usr/bin/app` of a unit's status */
function isUnitProcess({ text, start, end, before, after }: Word): boolean {
  return (
    before === '─' && after === ' ' && /[└├]/.test(text.charAt(start - 2)) && mark(end, 'process')
  );
}

const uptime = /uptime_?(?:s|secs?|seconds|ms)["']? ?[:=] ?$/i;
const LONGEST_UPTIME = 20;
const fraction = /\.\d+/y;

/** `"uptime_s": 12` */
function isUptime({ text, start, end, before }: Word): boolean {
  return (
    (before === ':' || before === ' ' || before === '=') &&
    uptime.test(text.slice(Math.max(0, start - LONGEST_UPTIME), start)) &&
    mark(endOfMatch(fraction, text, end), 'duration')
  );
}

/** `(x3 over 41s)`: how often something happened that goes on happening */
function isTimes({ text, start, end, before, classes }: Word): boolean {
  return (
    before === '(' &&
    (classes & DIGIT) !== 0 &&
    text.startsWith(' over ', end) &&
    /^x\d+$/.test(text.slice(start, end)) &&
    mark(end, 'counter')
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

/** `[::1]:8080` */
function isIpv6Port({ text, start, end, before }: Word): boolean {
  return before === ':' && text.startsWith('[::1]', start - 6) && mark(end, 'port');
}

const loopback = /(?:127(?:\.\d{1,3}){3}|0\.0\.0\.0):\d{2,5}(?!\d)/y;

/** `127.0.0.1:8080` */
function isLoopbackPort(word: Word): boolean {
  return word.after === '.' && word.end - word.start <= 3 && marksMatch(loopback, word, 'port');
}
