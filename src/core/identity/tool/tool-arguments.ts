/** A tool's arguments as agents that are not known send them: all within one field, or a command in a field of any name. */
import type { JsonObject, ToolClass } from '../../events.js';
import { isJsonObject, parseJsonObject } from '../../json.js';
import { findCommand } from './tool.js';

const wrapper =
  /^(?:arguments|args|kwargs|input|parameters|params|payload|tool_?(?:input|args|arguments))$/i;

/** The arguments within an object, or within the JSON text of a model's function call; the input itself if it holds anything else. */
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

/** A shell that has one text for its input, whatever the field's name: the text is the command. */
export function shellInput(kind: ToolClass, input: JsonObject): JsonObject {
  const [only, ...more] = Object.values(input);
  return kind === 'shell' &&
    more.length === 0 &&
    typeof only === 'string' &&
    findCommand(input) === undefined &&
    input['chars'] === undefined
    ? { command: only }
    : input;
}
