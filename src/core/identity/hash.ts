/** The identity of a text. */
import { bytes, encode, words } from './utf8.js';

/** Characters above which a text is judged by its head, tail and length. */
export const FULL_TEXT = 16_384;

/** Character codes of the digits for 6 bits each. */
const digits = Uint8Array.from(
  '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_',
  (digit) => digit.charCodeAt(0),
);

/**
 * A 60-bit hash of a text, in ten letters, digits, `-` and `_`: not for secrets, only for "is this the same text". Two
 * 32-bit multiply-xor lanes with different multipliers over the text's UTF-8, mixed at the end.
 */
export function hashText(text: string): string {
  return makeHash(
    encode(
      text.length <= FULL_TEXT
        ? text
        : `${text.slice(0, FULL_TEXT / 2)}\0${text.length}\0${text.slice(-FULL_TEXT / 2)}`,
    ),
  );
}

/** As `hashText`, with one mark for each number and without blanks, whose number changes with that of digits. */
export function hashWithoutNumbers(text: string): string {
  return makeHash(
    dropNumbers(
      encode(
        text.length <= FULL_TEXT
          ? text
          : `${text.slice(0, FULL_TEXT / 2)}\0${text.slice(-FULL_TEXT / 2)}`,
      ),
    ),
  );
}

/** The hash of the first `length` bytes, four at a time: a lane takes as long for one as for four. */
function makeHash(length: number): string {
  bytes[length] = bytes[length + 1] = bytes[length + 2] = 0;
  const end = (length + 3) >> 2;
  let low = 0x9e3779b1 ^ length;
  let high = 0x85ebca6b ^ length;
  for (let i = 0; i < end; i++) {
    const four = words[i] ?? 0;
    low = Math.imul(low ^ four, 0x27d4eb2f);
    low ^= low >>> 15;
    high = Math.imul(high ^ four, 0x165667b1);
    high ^= high >>> 13;
  }
  return mixed(low, high);
}

const [SPACE, TAB, COMMA, MINUS, POINT, ZERO, NINE, COLON] = [32, 9, 44, 45, 46, 48, 57, 58];

/** Moves the bytes that count together. @returns their number */
function dropNumbers(length: number): number {
  let kept = 0;
  let inNumber = false;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte > COLON) {
      inNumber = false;
    } else if (byte === SPACE || byte === TAB) {
      inNumber = false;
      continue;
    } else if (byte >= ZERO && byte <= NINE) {
      if (inNumber) {
        continue;
      }
      inNumber = true;
      bytes[kept++] = ZERO;
      continue;
    } else if (isOfNumber(byte, i + 1 < length ? (bytes[i + 1] ?? 0) : 0, inNumber)) {
      continue;
    } else {
      inNumber = false;
    }
    bytes[kept++] = byte;
  }
  return kept;
}

/** A sign before a number, or a point, comma or colon within one. */
function isOfNumber(byte: number, next: number, inNumber: boolean): boolean {
  return (
    (byte === MINUS || (inNumber && (byte === POINT || byte === COMMA || byte === COLON))) &&
    next >= ZERO &&
    next <= NINE
  );
}

function mixed(one: number, other: number): string {
  let [low, high] = [one, other];
  low = Math.imul(low ^ (low >>> 15), 0x2c1b3c6d) ^ (high >>> 13);
  high = Math.imul(high ^ (high >>> 15), 0x297a2d39) ^ (low >>> 13);
  // in one go: parts that are joined cost a text each
  return String.fromCharCode(
    digit(high >>> 26),
    digit(high >>> 20),
    digit(high >>> 14),
    digit(high >>> 8),
    digit(high >>> 2),
    digit((high << 4) | (low >>> 28)),
    digit(low >>> 22),
    digit(low >>> 16),
    digit(low >>> 10),
    digit(low >>> 4),
  );
}

/** The digit of the lowest 6 bits. */
function digit(bits: number): number {
  return digits[bits & 63] ?? 0;
}
