/** Some agents send all arguments of a tool within one field: as an object, or as the JSON text of a model's function call. */
import type { JsonObject } from '../events.js';
import { isJsonObject, parseJsonObject } from '../json.js';

const wrapper =
  /^(?:arguments|args|kwargs|input|parameters|params|payload|tool_?(?:input|args|arguments))$/i;

/** The arguments within; the input itself if it holds anything else. */
export function argumentsIn(input: JsonObject): JsonObject {
  const [only, ...more] = Object.keys(input);
  if (only === undefined || more.length > 0 || !wrapper.test(only)) {
    return input;
  }
  const value = input[only];
  const inner =
    typeof value === 'string'
      ? value.startsWith('{')
        ? parseJsonObject(value)
        : undefined
      : value;
  return isJsonObject(inner) ? inner : input;
}
