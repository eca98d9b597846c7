/** Parses a settings text, and makes two edits in it: appending an entry to a list or object, and removing it. */
import {
  createScanner,
  findNodeAtLocation,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import type { Result } from '../agent.js';

/** Layout of the text, so that our additions match it. */
export interface Layout {
  eol: string;
  indent: string;
  /** The text of a value at a depth of nesting, its first line without indent. */
  render(value: unknown, depth: number): string;
}

/** The root object; none for an empty text. A problem names the 1-based line and column. */
export function parseSettings(text: string): Result<{ root: Node | undefined; layout: Layout }> {
  const layout = detectLayout(text);
  // a byte order mark is not JSON: replace it with a blank of the same length
  const json = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  if (json.trim() === '') {
    return { root: undefined, layout };
  }
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(json, errors, { allowTrailingComma: true, disallowComments: false });
  } catch {
    // nested deeper than the stack: a file in a repository may contain anything
    return { problem: 'the settings file is nested too deeply' };
  }
  const error = errors[0];
  if (error !== undefined) {
    return {
      problem: `the settings file is invalid at ${place(text, error.offset)}: ${words(printParseErrorCode(error.error))}`,
    };
  }
  if (root?.type !== 'object') {
    return {
      problem: `the settings file is invalid at ${place(text, root?.offset ?? 0)}: it must hold a JSON object`,
    };
  }
  const twice = duplicate(root);
  if (twice !== undefined) {
    return {
      problem: `the settings file has "${String(twice.value)}" twice, again at ${place(text, twice.offset)}`,
    };
  }
  return { root, layout };
}

/** A second `hooks`, or a second list for one event: only the owner can say which of them counts. */
function duplicate(root: Node): Node | undefined {
  const keys = [root, property(root, 'hooks')].flatMap((node) => [
    node?.type === 'object' ? (node.children ?? []) : [],
  ]);
  for (const [level, properties] of keys.entries()) {
    const seen = new Set<unknown>();
    for (const each of properties) {
      const key = each.children?.[0];
      if (key !== undefined && seen.has(key.value) && (level === 1 || key.value === 'hooks')) {
        return key;
      }
      seen.add(key?.value);
    }
  }
  return undefined;
}

function place(text: string, offset: number): string {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

function words(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

function detectLayout(text: string): Layout {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const indent =
    /^\uFEFF?\s*\{[^"\S]*[\r\n]+([ \t]+)"/.exec(text)?.[1] ??
    /[\r\n]([ \t]+)"/.exec(text)?.[1] ??
    '  ';
  return {
    eol,
    indent,
    render: (value, depth) =>
      JSON.stringify(value, null, indent)
        .split('\n')
        .map((line, index) => (index === 0 ? line : indent.repeat(depth) + line))
        .join(eol),
  };
}

export function property(node: Node | undefined, name: string): Node | undefined {
  return node === undefined ? undefined : findNodeAtLocation(node, [name]);
}

/** `entry` as the last one of `container`, on a line of its own. */
export function insertInto(
  text: string,
  container: Node,
  layout: Layout,
  depth: number,
  entry: string,
): string {
  const closing = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  const line = `${layout.eol}${layout.indent.repeat(depth)}${entry}`;
  if (last === undefined) {
    return text.slice(0, closing) + line + text.slice(closing);
  }
  const end = last.offset + last.length;
  const comma = commaIn(text, end, closing);
  const at = endOfLine(text, comma === undefined ? end : comma + 1, closing);
  // a trailing comma stays trailing
  if (comma !== undefined) {
    return `${text.slice(0, at)}${line},${text.slice(at)}`;
  }
  return `${text.slice(0, end)},${text.slice(end, at)}${line}${text.slice(at)}`;
}

/** Removes `node`. A container that we made, recognised by its brackets on lines of their own, is removed with its only entry. */
export function removeFrom(text: string, node: Node, layout: Layout): string {
  const container = node.parent;
  if (container === undefined) {
    // the whole text is ours
    const rest = text.slice(0, node.offset) + text.slice(node.offset + node.length);
    return rest.endsWith(layout.eol) ? rest.slice(0, -layout.eol.length) : rest;
  }
  if (container.type === 'property') {
    return removeFrom(text, container, layout);
  }
  const closing = container.offset + container.length - 1;
  const end = node.offset + node.length;
  const siblings = container.children ?? [];
  const index = siblings.findIndex((each) => each.offset === node.offset);
  if (
    siblings.length === 1 &&
    isLineBreak(text.slice(end, closing)) &&
    isLineBreak(text.slice(container.offset + 1, node.offset))
  ) {
    return removeFrom(text, container, layout);
  }
  const start = startOfEntry(text, node.offset);
  const comma = commaIn(text, end, siblings[index + 1]?.offset ?? closing);
  const rest =
    comma === undefined ? text.slice(end) : text.slice(end, comma) + text.slice(comma + 1);
  const previous = siblings[index - 1];
  const before =
    comma !== undefined || previous === undefined
      ? undefined
      : commaIn(text, previous.offset + previous.length, node.offset);
  const head =
    before === undefined
      ? text.slice(0, start)
      : text.slice(0, before) + text.slice(before + 1, start);
  // text after ours on the same line must not end up in the comment before it
  const broken = !/^[ \t]*(?:[\r\n]|$)/.test(rest) && endsInLineComment(head);
  return head + (broken ? text.slice(start, node.offset) : '') + rest;
}

function endsInLineComment(text: string): boolean {
  const scanner = createScanner(text);
  while (scanner.getPosition() < text.length) {
    scanner.scan();
  }
  return text.startsWith('//', scanner.getTokenOffset());
}

function isLineBreak(between: string): boolean {
  return /^[ \t]*\r?\n[ \t]*$/.test(between);
}

/** The offset of the comma between two entries, ignoring comments. */
function commaIn(text: string, from: number, to: number): number | undefined {
  const between = text.slice(from, to);
  const scanner = createScanner(between, true);
  do {
    scanner.scan();
    if (between[scanner.getTokenOffset()] === ',') {
      return from + scanner.getTokenOffset();
    }
  } while (scanner.getPosition() < between.length);
  return undefined;
}

/** Skips a comment at the end of the line, so that it stays with its entry. */
function endOfLine(text: string, from: number, to: number): number {
  const comment = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/(?=[ \t]*[\r\n]))/.exec(
    text.slice(from, to),
  );
  return from + (comment?.[0].length ?? 0);
}

/** Where the line break and indent before an entry begin. */
function startOfEntry(text: string, offset: number): number {
  const before = text.slice(0, offset);
  return offset - (/\r?\n[ \t]*$/.exec(before)?.[0].length ?? 0);
}
