/** Messages in the person's role that come from Codex itself. */
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
