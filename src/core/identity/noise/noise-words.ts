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
import { isHeadOfGo, isProcess } from './processes.js';
import { classAt, DIGIT, endOfMatch, HEX, mark, marksMatch, type Word } from './word.js';

/** Whether a word is noise; `found` then holds its range and kind. */
export function isNoise(word: Word): boolean {
  if (isPod(word) || isElement(word)) {
    return true;
  }
  if (word.first !== DIGIT) {
    return (
      isTimes(word) ||
      isHeadOfGo(word) ||
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
    isProcess(word) ||
    isUptime(word) ||
    isIpv6Port(word) ||
    isRunId(word) ||
    followsCue(word)
  );
}

const uptime = /uptime_?(?:s|secs?|seconds|ms)["']? ?[:=] ?$/i;
const LONGEST_UPTIME = 20;
const fraction = /\.\d+/y;

/** `"uptime_s": 12`. The word before it is the unit, or all of the name. */
function isUptime({ text, start, end, before, previousStart }: Word): boolean {
  return (
    (before === ':' || before === ' ' || before === '=') &&
    'smuSMU'.includes(text.charAt(previousStart)) &&
    ':='.includes(text.charAt(before === ' ' ? start - 2 : start - 1)) &&
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

/** `[::1]:8080`, `[::]:8080` */
function isIpv6Port({ text, start, end, before }: Word): boolean {
  return (
    before === ':' &&
    (text.startsWith('[::1]', start - 6) || text.startsWith('[::]', start - 5)) &&
    mark(end, 'port')
  );
}

const runState = /(?:^|\n)(?:completed|in_progress|queued|waiting)\t[^\n]*$/;
const [SHORTEST_RUN_ID, LONGEST_ROW] = [9, 200];

/** A run of a pipeline in a listing with tabs that begins with its state. */
function isRunId({ text, start, end, before, after }: Word): boolean {
  return (
    before === '\t' &&
    after === '\t' &&
    end - start >= SHORTEST_RUN_ID &&
    runState.test(text.slice(Math.max(0, start - LONGEST_ROW), start)) &&
    mark(end, 'id')
  );
}

const loopback = /(?:127(?:\.\d{1,3}){3}|0\.0\.0\.0):\d{2,5}(?!\d)/y;

/** `127.0.0.1:8080` */
function isLoopbackPort(word: Word): boolean {
  return word.after === '.' && word.end - word.start <= 3 && marksMatch(loopback, word, 'port');
}
