/** Masks what changes from run to run without meaning. Counts, percentages, measurements, versions, sizes, line numbers and bare values are information. */
import stripAnsi from 'strip-ansi';
import { masks, noiseKinds, withoutPhrases, type Noise, type Witness } from './noise-phrases.js';
import { isNoise } from './noise-words.js';
import { encodeCodes } from '../utf8.js';
import { classAt, DIGIT, found, type Word } from './word.js';

export { type Noise } from './noise-phrases.js';

/**
 * The text with its noise masked: equal for two outputs that differ only in noise. Linear in the text's length.
 * @param measures a benchmark printed it, so that its durations are no noise
 */
export function withoutNoise(text: string, measures = false): string {
  if (newest.text !== text || newest.measures !== measures) {
    newest = { text, measures, masked: mask(text, measures) };
  }
  return newest.masked;
}

/** An output of one line is masked as a whole, and again as the error that it is. */
let newest = { text: '', measures: false, masked: '' };

/** In which kinds of noise two otherwise equal outputs differ. For a verdict's explanation; too slow for every event. */
export function findNoise(a: string, b: string): Noise[] {
  const [one, other] = [splitPieces(a), splitPieces(b)];
  return noiseKinds.filter((kind) => one.get(kind) !== other.get(kind));
}

function splitPieces(text: string): Map<Noise, string> {
  const pieces = new Map<Noise, string>();
  mask(text, false, (kind, piece) => {
    pieces.set(kind, `${pieces.get(kind) ?? ''}\0${piece}`);
  });
  return pieces;
}

const mayHoldNoise =
  /[\d\u001b\u009b\r\u2800-\u28ff]|\/(?:tmp|folders|home|Users)\/|\\(?:Users|Temp)\\/;
/** An output that is a single value, part of which would be mistaken for noise. */
const bareValue = /^\s*(?:[\d.,\s]+|[0-9a-fA-F-]+)\s*$/;
const LONGEST_VALUE = 80;

function mask(whole: string, measures: boolean, witness?: Witness): string {
  if (!mayHoldNoise.test(whole)) {
    return whole;
  }
  let text = stripAnsi(whole);
  if (text !== whole) {
    witness?.('colour', removedFrom(whole, text));
  }
  if (text.includes('\r')) {
    text = withoutOverwritten(text, witness);
  }
  if (spinner.test(text)) {
    text = text.replace(spinners, (piece) => {
      witness?.('counter', piece);
      return '⠿';
    });
  }
  if (text.length <= LONGEST_VALUE && bareValue.test(text)) {
    return text;
  }
  return maskWords(withoutPhrases(text, witness), measures, witness);
}

/** The characters of `whole` that `rest`, a part of it, lacks. */
function removedFrom(whole: string, rest: string): string {
  let [removed, at] = ['', 0];
  for (const unit of whole.split('')) {
    if (unit === rest.charAt(at)) {
      at += 1;
    } else {
      removed += unit;
    }
  }
  return removed;
}

const spinner = /[\u2800-\u28ff]/;
const spinners = /[\u2800-\u28ff]+/g;

/** What a terminal leaves visible of each line: each redraw of a progress bar overwrites the one before. */
function withoutOverwritten(text: string, witness?: Witness): string {
  return text
    .split('\n')
    .map((whole) => {
      const line = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
      const from = line.lastIndexOf('\r') + 1;
      if (from > 0) {
        witness?.('counter', line.slice(0, from));
      }
      return line.slice(from);
    })
    .join('\n');
}

/** Index of the first digit from `from` on; the text's length if there is none. */
function digitFrom(codes: Uint8Array, from: number, length: number): number {
  let at = from;
  while (at < length && classAt(codes, at) !== DIGIT) {
    at += 1;
  }
  return at;
}

/** Where the word that ends at `end` begins, at the earliest at `from`. */
function findStart(codes: Uint8Array, end: number, from: number): number {
  let start = end;
  while (start > from && classAt(codes, start - 1) !== 0) {
    start -= 1;
  }
  return start;
}

/**
 * Looks at the words with digits one by one and tries each pattern once, at the word's start: a hostile text costs no more than
 * any other.
 */
function maskWords(text: string, measures: boolean, witness?: Witness): string {
  const codes = encodeCodes(text);
  const word: Word = {
    text,
    codes,
    start: 0,
    end: 0,
    first: 0,
    classes: 0,
    before: '',
    after: '',
    previousStart: 0,
    previousEnd: 0,
    durations: measures ? 'measured' : undefined,
  };
  let [masked, done] = ['', 0];
  const { length } = text;
  for (
    let i = 0, digit = digitFrom(codes, 0, length);
    digit < length;
    digit = digitFrom(codes, i, length)
  ) {
    readWord(word, digit, i);
    i = word.end;
    found.start = word.start;
    if (isNoise(word)) {
      witness?.(found.kind, text.slice(found.start, found.end));
      masked += text.slice(done, found.start) + masks[found.kind];
      i = done = found.end;
    }
    word.previousStart = word.start;
    word.previousEnd = i;
  }
  return done === 0 ? text : masked + text.slice(done);
}

/** Reads the word around the digit at `digit`, and the word before it where that begins behind `from`. */
function readWord(word: Word, digit: number, from: number): void {
  const { text, codes } = word;
  const start = findStart(codes, digit, from);
  let gap = start;
  while (gap > from && classAt(codes, gap - 1) === 0) {
    gap -= 1;
  }
  if (gap > from) {
    word.previousEnd = gap;
    word.previousStart = findStart(codes, gap, from);
  }
  word.first = classAt(codes, start);
  let [end, classes] = [start, 0];
  for (let next = word.first; next !== 0; next = classAt(codes, end)) {
    classes |= next;
    end += 1;
  }
  word.start = start;
  word.end = end;
  word.classes = classes;
  word.before = start === 0 ? '' : text.charAt(start - 1);
  word.after = text.charAt(end);
}
