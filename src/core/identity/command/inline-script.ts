/** Scripts given to an interpreter in the command itself: agents with nothing but a shell edit files by them. */
import { baseName } from '../../paths.js';
import type { Segment } from './shell-segments.js';

const interpreter = /^(?:python[\d.]*|pypy3?|node|bun|deno|ruby|perl|php)$/;
const inlineOption = /^-\w*[ce]$|^--eval$/;

/** The text that an interpreter gets as a here-document or as a word; undefined if it runs a file. */
export function inlineScript({ words, document }: Segment): string | undefined {
  if (!interpreter.test(baseName(words[0] ?? ''))) {
    return undefined;
  }
  if (document !== undefined && words.slice(1).every((word) => word.startsWith('-'))) {
    return document;
  }
  const option = words.findIndex((word, i) => i > 0 && inlineOption.test(word));
  return option < 0 ? undefined : words[option + 1];
}

const reads =
  /\.read(?:lines)?\(|\.read_text\(|\breadFile(?:Sync)?\(|\bFile\.read(?:lines)?\b|\bfile_get_contents\(|\bload_workbook\(|\b(?:json|yaml|toml|pickle)\.load\(/;
const writes =
  /\.write(?:lines)?\(|\.write_text\(|\bwriteFile(?:Sync)?\(|\bFile\.write\b|\bfile_put_contents\(|\.save\(|\b(?:json|yaml|toml|pickle)\.dump\(/;

/** The script takes the text of a file and writes another one: it edits rather than runs something. */
export function rewritesFile(script: string): boolean {
  return writes.test(script) && reads.test(script);
}
