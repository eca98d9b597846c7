/** Fields of untrusted records: what readers of logs take out of them, and nothing that is not there. */
import type { JsonObject } from '../../core/events.js';
import { messageOf } from '../../core/error-words.js';
import { isObject } from '../../core/json.js';
import type { Result } from '../agent.js';
import { capInput } from './bounds.js';
import { mediaMark } from './media.js';

export type Fields = Record<string, unknown>;

const LONGEST_NAME = 4096;
/** The last moment that a date can tell: a clock that was set beyond it could never be set back. */
export const LATEST = 8.64e15;

/** An id or a name: a text that is neither empty nor longer than any name. */
export function nameIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME
    ? value
    : undefined;
}

/** A name or an id that goes into keys and log lines: one short line. */
export function shortName(value: unknown, longest = 256): string | undefined {
  return typeof value === 'string' &&
    value !== '' &&
    value.length <= longest &&
    !/[\u0000-\u001f]/.test(value)
    ? value
    : undefined;
}

/** The object there; empty if there is none. */
export function fieldsIn(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** The objects of a list; empty if there is none. */
export function listIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Milliseconds since the epoch, of an ISO time or of a number of milliseconds. */
export function timeIn(value: unknown): number | undefined {
  const at =
    typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? value : NaN;
  return at >= 0 && at <= LATEST ? at : undefined;
}

/** `least`: what is below is none. */
export function numberIn(value: unknown, least = -Infinity): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= least ? value : undefined;
}

/** A tool's input: an object, or one written as JSON. What is neither is kept under `input`. */
export function inputIn(value: unknown): JsonObject {
  if (isObject(value)) {
    return capInput(value);
  }
  if (typeof value !== 'string' || value.trim() === '') {
    return {};
  }
  try {
    const parsed: unknown = JSON.parse(value);
    if (isObject(parsed)) {
      return capInput(parsed);
    }
  } catch {
    // not JSON: free text
  }
  return capInput({ input: value });
}

/** The text of a message's or a result's content: a string, or parts with a `text`. */
export function textIn(content: unknown): string {
  if (typeof content === 'string') {
    return content;
  }
  if (isObject(content)) {
    return typeof content['text'] === 'string' ? content['text'] : '';
  }
  if (!Array.isArray(content)) {
    return '';
  }
  return content
    .map((part: unknown) =>
      typeof part === 'string'
        ? part
        : isObject(part) && typeof part['text'] === 'string'
          ? part['text']
          : '',
    )
    .filter((text) => text !== '')
    .join('\n');
}

/** The same of a tool's result, where each image has its mark. */
export function resultIn(content: unknown): string {
  if (!Array.isArray(content)) {
    return isObject(content) && typeof content['text'] !== 'string'
      ? (mediaMark(content) ?? '')
      : textIn(content);
  }
  return content
    .map((part: unknown) => (Array.isArray(part) ? '' : resultIn(part)))
    .filter((text) => text !== '')
    .join('\n');
}

/** One line of a log as an object. */
export function objectIn(line: string): Result<{ fields: Fields }> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { problem: `not JSON: ${messageOf(error)}` };
  }
  return isObject(value) ? { fields: value } : { problem: 'not a JSON object' };
}
