/** Tool calls of older Cline versions: XML tags in a response's text, with unescaped values. */
import type { Fields } from '../reading/fields.js';
import { isTool } from './tools.js';

export interface XmlCall {
  tool: string;
  input: Fields;
  before: string;
}

const tag = /<([a-z_]{2,40})>/g;

/** The first tool call in a text; the harness runs at most one per response. */
export function xmlCall(text: string): XmlCall | undefined {
  for (const found of text.matchAll(tag)) {
    const [opening, tool = ''] = found;
    if (!isTool(tool)) {
      continue;
    }
    const start = found.index + opening.length;
    const end = text.indexOf(`</${tool}>`, start);
    return {
      tool,
      input: parameters(text.slice(start, end === -1 ? undefined : end)),
      before: text.slice(0, found.index).trim(),
    };
  }
  return undefined;
}

function parameters(body: string): Fields {
  const input: Fields = {};
  tag.lastIndex = 0;
  for (let at = 0; at < body.length;) {
    const opening = /<([a-z_]{1,40})>/.exec(body.slice(at, at + 200_000));
    if (opening?.[1] === undefined) {
      break;
    }
    const [whole, name] = opening;
    const start = at + opening.index + whole.length;
    // a file's content may contain the same tag: use the last closing one
    const closing = `</${name}>`;
    const end =
      name === 'content' || name === 'diff'
        ? body.lastIndexOf(closing)
        : body.indexOf(closing, start);
    if (end < start) {
      input[name] = body.slice(start).trim();
      break;
    }
    input[name] = body.slice(start, end).trim();
    at = end + closing.length;
  }
  return input;
}
