/** Words that name one thing once: hashes, GUIDs, addresses in memory, ids that services and libraries draw at random. */
import { classAt, DIGIT, HEX, mark, marksMatch, type Word } from './word.js';

const HEX_NUMBER = DIGIT | HEX;
const guid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/iy;
/** One that is cut behind one of its parts. */
const startOfGuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){1,3}(?![0-9a-z-])/iy;

/** A GUID, or at least seven hex digits with both letters and numbers, unless it is a checksum. `#1a2b3c4` is a colour. */
export function isHexId(word: Word): boolean {
  const length = word.end - word.start;
  if (
    length === 8 &&
    word.after === '-' &&
    (marksMatch(guid, word, 'id') || (hasHexLetters(word) && marksMatch(startOfGuid, word, 'id')))
  ) {
    return true;
  }
  return (
    word.classes === HEX_NUMBER &&
    length >= 7 &&
    word.before !== '#' &&
    hasHexLetters(word) &&
    !isDigest(word) &&
    !isFetched(word) &&
    mark(word.end, 'id')
  );
}

const LONGEST_RANGE = 200;
const fetched = /^[0-9a-f]*(?:\.\.\.?[0-9a-f]+)? +\S+ +-> +\S*\//;

/** `1a2b3c4..5d6e7f8  main -> origin/main`: what others have done since. */
function isFetched({ text, start, end, before, after }: Word): boolean {
  return (before === '.' || after === '.') && fetched.test(text.slice(start, end + LONGEST_RANGE));
}

const digestNames = /^(?:md5|sha\d*|crc(?:32)?|hash|digest|checksum)$/i;
const LONGEST_DIGEST_NAME = 8;

/** `checksum: d41d8cd9`: it says what something holds. Not `sha256:d41d8cd9`, the name of an image. */
function isDigest({ text, start, before, previousStart, previousEnd }: Word): boolean {
  return (
    before !== ':' &&
    start - previousEnd <= 3 &&
    previousEnd - previousStart <= LONGEST_DIGEST_NAME &&
    digestNames.test(text.slice(previousStart, previousEnd))
  );
}

/** Digits alone are a number, and so is `12e10`. */
function hasHexLetters({ text, codes, start, end }: Word): boolean {
  let letters = 0;
  for (let i = start; i < end && letters < 2; i++) {
    if (classAt(codes, i) === HEX) {
      letters += 1;
    }
  }
  return letters > 1 || (letters === 1 && !/^\d+e\d+$/i.test(text.slice(start, end)));
}

export function startsAddress({ text, start }: Word): boolean {
  return text.charAt(start + 1) === 'x' && text.charAt(start) === '0';
}

/** `0x7f3a2c10`; shorter hex numbers are values. */
export function isAddress({ text, start, end }: Word): boolean {
  return (
    end - start >= 8 && /^[0-9a-f]+$/i.test(text.slice(start + 2, end)) && mark(end, 'address')
  );
}

const LONG_ID = 20;
/** Behind the name of a kind: `evt_3Q0d0f98f344`. */
const SHORT_ID = 10;
const CHANGES_OF_KIND = 5;
const LONGEST_KIND = 6;

/** A long word in which letters and digits alternate. A name that a person chose has its digits in a few places. */
export function isRandom(word: Word): boolean {
  const { codes, start, end } = word;
  if (end - start < (isBehindKind(word) ? SHORT_ID : LONG_ID) || isDigest(word)) {
    return false;
  }
  let changes = 0;
  for (let i = start + 1; i < end; i++) {
    if ((classAt(codes, i) === DIGIT) !== (classAt(codes, i - 1) === DIGIT)) {
      changes += 1;
    }
  }
  return changes >= CHANGES_OF_KIND && mark(end, 'id');
}

/** Directly behind a short word of letters and `_`. */
function isBehindKind({ codes, start, before, previousStart, previousEnd }: Word): boolean {
  return (
    before === '_' &&
    previousEnd === start - 1 &&
    previousEnd - previousStart <= LONGEST_KIND &&
    classAt(codes, previousStart) !== DIGIT
  );
}

/** What `req_011CSf…` and `call-8f3kq2m1` begin with. */
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
const LONGEST_PREFIX = 10;
const idSeparators = '_- "=:';

/** `req_011CSf…`, `request_id: 8f3k…`: ids that a service gives. */
export function isServiceId(word: Word): boolean {
  const { start, end, before, previousStart, previousEnd } = word;
  const length = end - start;
  const gap = start - previousEnd;
  const prefixLength = previousEnd - previousStart;
  if (length < 6 || gap > 4 || prefixLength < 2 || prefixLength > LONGEST_PREFIX) {
    return false;
  }
  if (before === '' || !idSeparators.includes(before)) {
    return false;
  }
  const prefix = word.text.slice(previousStart, previousEnd).toLowerCase();
  if (prefix === 'id') {
    return followsIdName(word) && mark(end, 'id');
  }
  const isJoined = gap === 1 && (before === '_' || before === '-');
  return length >= 8 && isJoined && idPrefixes.has(prefix) && mark(end, 'id');
}

const element = /(?:s\d+)?e\d+(?![\w-])/y;
const elementOfShot = /\d+_\d+(?![\w-])/y;

/** `[ref=e12]`, `[ref=s3e12]`, `uid=2_31`: an element of a page, numbered for one answer. */
export function isElement(word: Word): boolean {
  const { text, start, before } = word;
  return (
    before === '=' &&
    ((text.endsWith('ref', start - 1) && marksMatch(element, word, 'id')) ||
      (text.endsWith('uid', start - 1) && marksMatch(elementOfShot, word, 'id')))
  );
}

/** A cluster's own letters have neither vowels nor digits that look like letters; where others stand, both parts need a digit to be no words. */
const pod =
  /(?:[bcdfghjklmnpqrstvwxz2456789]{8,10}-[bcdfghjklmnpqrstvwxz2456789]{5}|(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{8,10}-(?=[a-z]*\d)[a-z0-9]{5}|[0-9a-f]{8,10}-(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{5})(?![\w-])/y;
const podOfJob = /(?=[a-z]*\d)[a-z0-9]{5}(?![\w-])/y;
const podName = /\bpods?(?:\/| "?)[a-z0-9-]{1,60}-$/;
const LONGEST_POD_NAME = 70;

/** `7d9f8b6c5d-x2k4p`: what a cluster puts behind the name of a program to tell its copies apart. Of a job's, `pod/import-x2k4p`, the end alone. */
export function isPod(word: Word): boolean {
  const { text, start, end, before, after } = word;
  if (before !== '-') {
    return false;
  }
  return after === '-' && end - start >= 8
    ? marksMatch(pod, word, 'id')
    : end - start === 5 &&
        podName.test(text.slice(Math.max(0, start - LONGEST_POD_NAME), start)) &&
        marksMatch(podOfJob, word, 'id');
}

const idName = /(?:req(?:uest)?|trace|span|correlation|run|session|invocation|job)[ _-]?id$/i;
const LONGEST_ID_NAME = 16;

/** Whether `request_id`, `session id` and the like stand before the word. */
export function followsIdName({ text, previousEnd }: Word): boolean {
  return idName.test(text.slice(Math.max(0, previousEnd - LONGEST_ID_NAME), previousEnd));
}
