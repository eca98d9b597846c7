/** The body of a request to a model: JSON that nobody has checked yet. */
import { isObject } from '../../../src/core/json.js';

export type Fields = Record<string, unknown>;

/** Undefined for anything but a JSON object. */
export function parseBody(text: string): Fields | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

export function objectsIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The text of a content: bare, or in blocks. */
export function textOf(content: unknown): string {
  return typeof content === 'string'
    ? content
    : objectsIn(content)
        .flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
        .join('\n');
}
