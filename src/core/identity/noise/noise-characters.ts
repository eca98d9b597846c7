/** What the characters of a word are: digits, letters that are hex digits, other letters. */
export const DIGIT = 1;
export const HEX = 2;
const LETTER = 4;

/** What each ASCII character is in a word; 0 for what ends it. */
const classes = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/\d/.test(char)) {
    return DIGIT;
  }
  if (/[a-f]/i.test(char)) {
    return HEX;
  }
  return /[g-z]/i.test(char) ? LETTER : 0;
});

export function classAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (classes[code] ?? 0) : 0;
}
