/** Recognises a rollout, and in it what Codex itself wrote in the person's name. */
import { fieldsIn, listIn, type Fields } from '../reading/fields.js';

const words =
  /^\s*(?:<(?:environment_context|user_instructions|instructions|permissions|turn_aborted|skill|skills_instructions|user_shell_command|user_action|subagent_\w+|collaboration_mode|personality_\w+|model_switch|apps_instructions|hook_\w+|goal_\w+|context_\w+|token_budget\w*|inter_agent_\w+)[\s>]|# AGENTS\.md instructions for |Another language model started to solve this problem)/i;

/** Newer versions mark the origin of each part of a message. */
export function isInjected(text: string, item: Fields): boolean {
  const about = fieldsIn(item['internal_chat_message_metadata_passthrough']);
  const origins = listIn(about['content_item_metadata'])
    .map((each) => fieldsIn(each['provenance'])['type'])
    .filter((each) => typeof each === 'string');
  return origins.length > 0 ? !origins.includes('user') : words.test(text);
}

/** What the person asked for, without the context that the IDE extension puts before it. */
export function readRequest(text: string): string {
  const [, request] =
    /^\s*# Context from my IDE setup:\n[^]{0,200000}?\n## My request for Codex:\s*\n([^]*)$/.exec(
      text,
    ) ?? [];
  return request ?? text;
}

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
