/** Files that are entirely ours (a plugin, a script, a separate hook file), and blocks that are ours in a file of the person's. Both carry our mark; what is without it is never touched. */
import type { HookStatus, Result } from '../agent.js';
import { HOOK_MARK } from './hook-names.js';

/** `wanted` must contain `HOOK_MARK`. */
export function addOwnFile(text: string, wanted: string): Result<{ text: string }> {
  return text === '' || isOurs(text)
    ? { text: wanted }
    : { problem: 'a file of this name exists that isn’t from Turnwatch' };
}

export function removeOwnFile(text: string): { text: string } {
  return { text: isOurs(text) ? '' : text };
}

export function ownFileStatus(text: string, wanted: string): HookStatus {
  if (!isOurs(text)) {
    return 'absent';
  }
  return text === wanted ? 'installed' : 'outdated';
}

function isOurs(text: string): boolean {
  return text.includes(HOOK_MARK);
}

/** For languages whose comments begin with `#`. */
const BEGIN = '# >>> Turnwatch (Disconnect takes this block out) >>>';
const END = '# <<< Turnwatch <<<';

/** `lines`: the lines between the marks. */
export function addBlock(text: string, lines: readonly string[]): Result<{ text: string }> {
  const bare = removeBlock(text);
  if ('problem' in bare) {
    return bare;
  }
  const eol = bare.text.includes('\r\n') ? '\r\n' : '\n';
  // keeps a last line without a line break: the break before the block belongs to the block
  const gap = bare.text === '' || bare.text.endsWith('\n') ? '' : eol;
  return {
    text: bare.text + gap + [gap === '' ? BEGIN : `${BEGIN} `, ...lines, END, ''].join(eol),
  };
}

/** A block of ours at the end of a text file that is not JSON (TOML, say), between two comment lines. Removing it restores the text. */
export function removeBlock(text: string): Result<{ text: string }> {
  const found = find(text);
  if (found === undefined) {
    return { text };
  }
  if ('problem' in found) {
    return found;
  }
  const rest = find(text.slice(0, found.start) + text.slice(found.end));
  return rest === undefined
    ? { text: text.slice(0, found.start) + text.slice(found.end) }
    : { problem: 'the file contains Turnwatch’s block twice' };
}

export function blockStatus(
  text: string,
  lines: readonly string[],
): HookStatus | { problem: string } {
  const found = find(text);
  if (found === undefined) {
    return 'absent';
  }
  if ('problem' in found) {
    return found;
  }
  return found.lines.length === lines.length && found.lines.every((line, i) => line === lines[i])
    ? 'installed'
    : 'outdated';
}

function find(
  text: string,
): { start: number; end: number; lines: string[] } | { problem: string } | undefined {
  const begin = new RegExp(`^${escaped(BEGIN)}( ?)\\r?$`, 'm').exec(text);
  if (begin === null) {
    return undefined;
  }
  const end = new RegExp(`^${escaped(END)}\\r?(?:\\n|$)`, 'm').exec(text.slice(begin.index));
  if (end === null) {
    return { problem: `the line "${END}" is missing: remove Turnwatch’s block by hand` };
  }
  const lines = text
    .slice(begin.index, begin.index + end.index)
    .split(/\r?\n/)
    .slice(1, -1);
  const after = begin.index + end.index + end[0].length;
  // a blank after the mark says that the line break before it is ours; text added after the block needs that break
  const own =
    begin[1] !== ' ' || after < text.length
      ? 0
      : text.slice(0, begin.index).endsWith('\r\n')
        ? 2
        : 1;
  return { start: begin.index - own, end: after, lines };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
