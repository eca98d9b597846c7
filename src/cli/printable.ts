/** Text from a file, of any length, without line breaks and without control codes for the terminal. */
export function printable(text: string): string {
  return text.replace(/\s*[\u0000-\u001f\u007f-\u009f\u2028\u2029]+\s*/g, ' ');
}
