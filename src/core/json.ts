/** Guards for values that were parsed from JSON and not checked yet. */
import type { JsonObject } from './events.js';

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** For what JSON.parse gave: an object of it holds nothing but JSON. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value);
}
