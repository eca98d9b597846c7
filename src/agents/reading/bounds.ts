/** Bounds untrusted texts and inputs of agents. Deterministic: the same value is always cut the same way. */
import type { Json, JsonObject } from '../../core/events.js';
import { isObject } from '../../core/json.js';

/** Characters kept of one text: the middle is replaced by its length. */
const LONGEST_TEXT = 64 * 1024;
const HEAD = 48 * 1024;
const TAIL = 12 * 1024;
/** Characters of all texts of one input. */
const LARGEST_INPUT = 4 * LONGEST_TEXT;
const DEEPEST = 32;
const MOST_ENTRIES = 2000;

export function capText(text: string, limit = LONGEST_TEXT): string {
  if (text.length <= limit) {
    return text;
  }
  const head = Math.floor((limit * HEAD) / LONGEST_TEXT);
  const tail = Math.floor((limit * TAIL) / LONGEST_TEXT);
  return `${text.slice(0, head)}\n[… ${text.length - head - tail} of ${text.length} characters left out …]\n${text.slice(text.length - tail)}`;
}

/** A bounded copy, without anything that is not JSON, too deep or too much. */
export function capInput(input: Record<string, unknown>): JsonObject {
  const budget = { left: LARGEST_INPUT };
  const out: JsonObject = {};
  copyEntries(input, out, budget, 0);
  return out;
}

/** A value as JSON, bounded in the same way, since nesting deeper than the stack could not be serialised. */
export function boundedJson(value: unknown): string {
  return JSON.stringify(copy(value, { left: LARGEST_INPUT }, 0) ?? null);
}

function copyEntries(
  from: Record<string, unknown>,
  to: JsonObject,
  budget: { left: number },
  depth: number,
): void {
  for (const key of Object.keys(from).slice(0, MOST_ENTRIES)) {
    if (key === '__proto__') {
      continue;
    }
    const value = copy(from[key], budget, depth + 1);
    if (value !== undefined) {
      to[key.length > 1000 ? key.slice(0, 1000) : key] = value;
    }
  }
}

function copy(value: unknown, budget: { left: number }, depth: number): Json | undefined {
  if (value === null || typeof value === 'boolean') {
    return value;
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) ? value : undefined;
  }
  if (typeof value === 'string') {
    const text = capText(value, Math.max(1024, Math.min(LONGEST_TEXT, budget.left)));
    budget.left -= text.length;
    return text;
  }
  if (depth > DEEPEST) {
    return undefined;
  }
  if (Array.isArray(value)) {
    return value.slice(0, MOST_ENTRIES).map((item) => copy(item, budget, depth + 1) ?? null);
  }
  if (!isObject(value)) {
    return undefined;
  }
  const out: JsonObject = {};
  copyEntries(value, out, budget, depth);
  return out;
}
