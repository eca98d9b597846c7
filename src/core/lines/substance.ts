/** The lines of an answer that say something, and what two answers have in common whatever the order of their lines. */
import { isPackaging } from './line-kind.js';

/** Lines of an answer that are looked at one by one: content is longer. */
const MOST = 400;

const stamped = /<(?:time|id)>/;

/**
 * Without lines that only name a request or a time. Of others that say nothing, such as how long it took, there may be no more.
 * @param normal the same text without noise
 */
export function withoutPackaging(text: string, normal: string): { text: string; normal: string } {
  const masked = normal.split('\n', MOST + 1);
  let kept = masked.map((line) => !isPackaging(line.trim()));
  const saysSome = (): boolean => masked.some((line, i) => kept[i] === true && line.trim() !== '');
  if (!saysSome()) {
    kept = masked.map((line) => !stamped.test(line));
  }
  if (masked.length > MOST || kept.every(Boolean) || !saysSome()) {
    return { text, normal };
  }
  const lines = text.split('\n');
  const isKept = (_: string, i: number): boolean => kept[i] === true;
  return {
    // noise of several lines is rare: then the raw text stays whole
    text: lines.length === masked.length ? lines.filter(isKept).join('\n').trim() : text,
    normal: masked.filter(isKept).join('\n').trim(),
  };
}

/** Equal for texts that tell the same lines in any order, unless they are very long. */
export function sortLines(text: string): string {
  if (!text.includes('\n')) {
    return text;
  }
  const lines = text.split('\n', MOST_SORTED + 1);
  return lines.length > MOST_SORTED ? text : [...new Set(lines)].sort().join('\n');
}

/** Lines; beyond, a text keeps its order: content, not a list. */
const MOST_SORTED = 2000;
