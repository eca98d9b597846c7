/** What an edit is to put in, whatever it is to replace: one text may be proposed for ever other places. */
import type { JsonObject, ToolClass } from '../../events.js';
import { hashText } from '../hash.js';
import { findCommand, findPath } from '../tool/tool.js';
import { freshIn, substituted, writtenText, type WrittenText } from './written-text.js';

/** A shorter line may be in any edit (characters). */
const SHORTEST = 24;
/** What most commands do not hold. */
const replacing = /\b(?:sed|perl)\b|\.replace\(/;

/** Identity of the file, where it is named, and of the longest new line; undefined for a call that replaces nothing, or puts in little. */
export function identifyProposal(kind: ToolClass, input: JsonObject): string | undefined {
  const written = readReplacement(kind, input);
  if (written === undefined || written.replaced === '') {
    return undefined;
  }
  const longest = freshIn(written)
    .split('\n')
    .reduce((one, other) => (other.length > one.length ? other : one), '')
    .trim();
  return longest.length < SHORTEST ? undefined : hashText(`${findPath(input) ?? ''}\n${longest}`);
}

function readReplacement(kind: ToolClass, input: JsonObject): WrittenText | undefined {
  if (kind !== 'shell') {
    return kind === 'edit' ? writtenText(kind, input) : undefined;
  }
  const command = findCommand(input) ?? '';
  if (!replacing.test(command)) {
    return undefined;
  }
  const { put, replaced } = substituted(command);
  // in a command, lines end in signs
  return { put: put.replaceAll('\\n', '\n'), replaced: replaced.replaceAll('\\n', '\n') };
}
