/** What changes from run to run without meaning. Counts, percentages, versions, sizes, line numbers and bare values are information. */
import { classAt } from './noise-characters.js';
import { masks, noiseKinds, withoutPhrases, type Noise, type Witness } from './noise-phrases.js';
import { found, isNoise } from './noise-words.js';

export { type Noise } from './noise-phrases.js';

export const ansi =
  /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[()][A-Z0-9])/g;

/** The text with noise masked: equal for two outputs that differ in noise alone. Linear in the text's length. */
export function withoutNoise(text: string): string {
  return mask(text);
}

/** The kinds of noise in which two outputs differ that are otherwise equal: for a verdict's explanation, not for every event. */
export function noiseOf(a: string, b: string): Noise[] {
  const [of, other] = [piecesOf(a), piecesOf(b)];
  return noiseKinds.filter((kind) => of.get(kind) !== other.get(kind));
}

function piecesOf(text: string): Map<Noise, string> {
  const pieces = new Map<Noise, string>();
  mask(text, (kind, piece) => {
    pieces.set(kind, `${pieces.get(kind) ?? ''}\0${piece}`);
  });
  return pieces;
}

const mayHoldNoise = /[\d\u001b\r\u2800-\u28ff]|\/(?:tmp|folders|home|Users)\/|\\(?:Users|Temp)\\/;
/** A whole output that is one value, of which a part would be taken for noise. */
const bareValue = /^\s*(?:[\d.,\s]+|[0-9a-fA-F-]+)\s*$/;
const LONGEST_VALUE = 80;

function mask(whole: string, witness?: Witness): string {
  if (!mayHoldNoise.test(whole)) {
    return whole;
  }
  let text = whole;
  if (text.includes('\u001b')) {
    text = text.replace(ansi, (piece) => {
      witness?.('colour', piece);
      return '';
    });
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
  return maskWords(withoutPhrases(text, witness), witness);
}

const spinner = /[\u2800-\u28ff]/;
const spinners = /[\u2800-\u28ff]+/g;

/** Of each line what a terminal leaves to be read: a bar that is drawn again and again is drawn over. */
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

/** The place of the first digit from there on; the text's length if there is none. */
function digitFrom(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) {
      break;
    }
  }
  return at;
}

/** Where the word begins that goes up to `end`, at the earliest at `from`. */
function startOf(text: string, end: number, from: number): number {
  let start = end;
  while (start > from && classAt(text, start - 1) !== 0) {
    start -= 1;
  }
  return start;
}

/** Word by word, those with digits, so that a hostile text costs no more than another: each pattern is tried once, at the word's start. */
function maskWords(text: string, witness?: Witness): string {
  let [masked, done, wordBefore, endBefore] = ['', 0, 0, 0];
  for (let i = 0, digit = digitFrom(text, 0); digit < text.length; digit = digitFrom(text, i)) {
    const start = startOf(text, digit, i);
    let gap = start;
    while (gap > i && classAt(text, gap - 1) === 0) {
      gap -= 1;
    }
    if (gap > i) {
      endBefore = gap;
      wordBefore = startOf(text, gap, i);
    }
    const first = classAt(text, start);
    let seen = 0;
    for (i = start; i < text.length; i++) {
      const next = classAt(text, i);
      if (next === 0) {
        break;
      }
      seen |= next;
    }
    found.start = start;
    if (isNoise(text, start, i, first, seen, wordBefore, endBefore)) {
      witness?.(found.kind, text.slice(found.start, found.end));
      masked += text.slice(done, found.start) + masks[found.kind];
      done = found.end;
      i = done;
    }
    wordBefore = start;
    endBefore = i;
  }
  return done === 0 ? text : masked + text.slice(done);
}
