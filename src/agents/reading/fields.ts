/** Fields of untrusted records: each reader returns the value if it has the right shape, else undefined or an empty one. */
import type { JsonObject } from '../../core/events.js';
import { readErrorMessage } from '../../core/error-words.js';
import { isObject } from '../../core/json.js';
import type { Result } from '../agent.js';
import { capInput } from './bounds.js';

export type Fields = Record<string, unknown>;

const LONGEST_NAME = 4096;
/** The latest time that a Date can represent: a clock set beyond it could never be set back. */
export const LATEST = 8.64e15;

/** An id or a name: not empty, and no longer than any real one. */
export function nameIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME
    ? value
    : undefined;
}

/** A name or an id that is used in keys and log lines: one short line. */
export function shortName(value: unknown, longest = 256): string | undefined {
  return typeof value === 'string' &&
    value !== '' &&
    value.length <= longest &&
    !/[\u0000-\u001f]/.test(value)
    ? value
    : undefined;
}

/** The object, or an empty one. */
export function fieldsIn(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** The objects in a list; skips everything else. */
export function listIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Milliseconds since the epoch, from an ISO time or a number of milliseconds. */
export function timeIn(value: unknown): number | undefined {
  const at =
    typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? value : NaN;
  return at >= 0 && at <= LATEST ? at : undefined;
}

/** A finite number of at least `least`. */
export function numberIn(value: unknown, least = -Infinity): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= least ? value : undefined;
}

/** A tool's input: an object, or one written as JSON. Anything else is kept as `input`. */
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

/**
 * The fields that have a value. Records are read field by field, each of which may be missing; events leave those out.
 */
export function present<T extends object>(fields: T): Present<T>;
export function present(fields: Readonly<Fields>): Fields {
  const kept: Fields = {};
  // not Object.entries: readers call this for every event
  for (const key in fields) {
    const value = fields[key];
    if (value !== undefined) {
      kept[key] = value;
    }
  }
  return kept;
}

type Present<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** One line of a log, which must be a JSON object. */
export function objectIn(line: string): Result<{ fields: Fields }> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { problem: `not JSON: ${readErrorMessage(error)}` };
  }
  return isObject(value) ? { fields: value } : { problem: 'not a JSON object' };
}
