/** Recognises a rollout by the name of its file and the shape of its lines. */
import { fieldsIn, listIn } from '../reading/fields.js';

export const itemTypes: ReadonlySet<string> = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'local_shell_call',
  'custom_tool_call',
  'custom_tool_call_output',
]);
const wrappers = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
  'token_usage_record',
  'world_state',
]);

export function isRollout(line: unknown): boolean {
  const { type, payload, timestamp, call_id: call, content, id, instructions } = fieldsIn(line);
  if (typeof type !== 'string') {
    return typeof id === 'string' && typeof timestamp === 'string' && instructions !== undefined;
  }
  if (payload !== undefined) {
    return wrappers.has(type);
  }
  if (type.startsWith('function_call')) {
    return typeof call === 'string';
  }
  return (
    type === 'message' &&
    listIn(content).some((part) => part['type'] === 'input_text' || part['type'] === 'output_text')
  );
}

/** The thread id in a rollout's file name. */
export function readThread(file: string): string | undefined {
  return /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.jsonl/.exec(file)?.[1];
}
