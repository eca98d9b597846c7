/** The identity of a text. */

/** Characters above which a text is judged by its head, tail and length. */
export const FULL_TEXT = 16_384;

/** Character codes of the digits for 6 bits each. */
const digits = Uint8Array.from(
  '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_',
  (digit) => digit.charCodeAt(0),
);

/**
 * A 60-bit hash of a text, in ten letters, digits, `-` and `_`: not for secrets, only for "is this the same text". Two
 * 32-bit multiply-xor lanes with different multipliers, mixed at the end.
 */
export function hashText(text: string): string {
  const judged =
    text.length <= FULL_TEXT
      ? text
      : `${text.slice(0, FULL_TEXT / 2)}\0${text.length}\0${text.slice(-FULL_TEXT / 2)}`;
  let low = 0x9e3779b1;
  let high = 0x85ebca6b;
  for (let i = 0; i < judged.length; i++) {
    const unit = judged.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x27d4eb2f);
    high = Math.imul(high ^ unit, 0x165667b1);
  }
  return mixed(low, high);
}

const [SPACE, TAB, COMMA, MINUS, POINT, ZERO, NINE, COLON] = [32, 9, 44, 45, 46, 48, 57, 58];

/** As `hashText`, with one mark for each number and without blanks, whose number changes with that of digits. */
export function hashWithoutNumbers(text: string): string {
  const judged =
    text.length <= FULL_TEXT
      ? text
      : `${text.slice(0, FULL_TEXT / 2)}\0${text.slice(-FULL_TEXT / 2)}`;
  let low = 0x9e3779b1;
  let high = 0x85ebca6b;
  let inNumber = false;
  for (let i = 0; i < judged.length; i++) {
    let unit = judged.charCodeAt(i);
    if (unit > COLON) {
      inNumber = false;
    } else if (unit === SPACE || unit === TAB) {
      inNumber = false;
      continue;
    } else if (unit >= ZERO && unit <= NINE) {
      if (inNumber) {
        continue;
      }
      inNumber = true;
      unit = ZERO;
    } else if (isOfNumber(judged, i, unit, inNumber)) {
      continue;
    } else {
      inNumber = false;
    }
    low = Math.imul(low ^ unit, 0x27d4eb2f);
    high = Math.imul(high ^ unit, 0x165667b1);
  }
  return mixed(low, high);
}

/** A sign before a number, or a point, comma or colon within one. */
function isOfNumber(text: string, at: number, unit: number, inNumber: boolean): boolean {
  if (unit !== MINUS && (!inNumber || (unit !== POINT && unit !== COMMA && unit !== COLON))) {
    return false;
  }
  const next = text.charCodeAt(at + 1);
  return next >= ZERO && next <= NINE;
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
