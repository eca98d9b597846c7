/** Text from agents and tools may be hostile: what could hide or reorder characters becomes visible before it is shown. */
import stripAnsi from 'strip-ansi';

const controls =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u0080-\u009f\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Removes terminal sequences and keeps tabs and line ends. Control characters become their pictures, directional overrides their code points. */
export function escapeControls(text: string): string {
  return stripAnsi(text)
    .replace(/\r\n?/g, '\n')
    .replace(controls, (character) => {
      const code = character.charCodeAt(0);
      if (code < 0x20) {
        return String.fromCharCode(0x2400 + code);
      }
      return code === 0x7f ? '\u2421' : `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
    });
}

/** One line, at most `limit` characters. */
export function oneLine(text: string, limit = 300): string {
  const line = escapeControls(text.slice(0, limit * 4))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > limit ? `${line.slice(0, limit)}…` : line;
}

/** At most `limit` characters, and how many were cut off. */
export function cut(text: string, limit: number): { text: string; left: number } {
  return { text: escapeControls(text.slice(0, limit)), left: Math.max(0, text.length - limit) };
}
