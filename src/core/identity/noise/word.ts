/** A word with a digit in it and its context: the input of the noise matchers, and where they store a match. */
import type { Noise } from './noise-phrases.js';

/** Classes of a word's characters: digits, letters that are hex digits, other letters. */
export const DIGIT = 1;
export const HEX = 2;
const LETTER = 4;

/** The class of each code; 0 for characters that end a word. */
const classes = Uint8Array.from({ length: 256 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/\d/.test(char)) {
    return DIGIT;
  }
  if (/[a-f]/i.test(char)) {
    return HEX;
  }
  return /[g-z]/i.test(char) ? LETTER : 0;
});

/** @param codes see `encodeCodes` */
export function classAt(codes: Uint8Array, at: number): number {
  return classes[codes[at] ?? 0] ?? 0;
}

export interface Word {
  text: string;
  /** The codes of its characters. */
  codes: Uint8Array;
  start: number;
  end: number;
  /** Class of the first character. */
  first: number;
  /** Classes of all characters, as bits. */
  classes: number;
  /** Characters right before and right after the word; empty at the ends of the text. */
  before: string;
  after: string;
  /** Bounds of the word before this one. */
  previousStart: number;
  previousEnd: number;
  /** What the durations of the text are: what was measured, as a benchmark printed it; noise; either; undefined until one is there. */
  durations: 'measured' | 'noise' | 'either' | undefined;
}

/** Whether a word is noise. A matcher that returns true has stored the range and the kind. */
export type Matcher = (word: Word) => boolean;

/** The noise at the newest word that is noise. One object, reused: this runs for every number of every output. */
export const found: { start: number; end: number; kind: Noise } = {
  start: 0,
  end: 0,
  kind: 'time',
};

/** The noise goes up to `end`. It begins where the word does, unless the matcher sets `found.start`. */
export function mark(end: number, kind: Noise): true {
  found.end = end;
  found.kind = kind;
  return true;
}

/** Marks what a sticky pattern matches at the word's start. */
export function marksMatch(pattern: RegExp, { text, start }: Word, kind: Noise): boolean {
  pattern.lastIndex = start;
  return pattern.test(text) && mark(pattern.lastIndex, kind);
}

/** Where the match of a sticky pattern at `at` ends; `at` if there is none. */
export function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

export function startsLine(text: string, at: number): boolean {
  return at === 0 || text.charAt(at - 1) === '\n';
}
