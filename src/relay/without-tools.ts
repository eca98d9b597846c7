/**
 * Takes the tools out of a request: a model that is offered none calls none, whatever its provider makes of tool choice. What refers to
 * them goes too: the providers refuse a choice among tools that are not there. The provider's prompt cache misses once; the requests
 * of the next turn, which have the tools again, still hit it.
 */
import { isObject } from '../core/json.js';
import type { ModelApi } from './model-api.js';

type Request = Readonly<Record<string, unknown>>;

/** What goes with `tools`. */
const companions: Readonly<Record<ModelApi, readonly string[]>> = {
  messages: ['tool_choice'],
  responses: ['tool_choice', 'parallel_tool_calls', 'max_tool_calls'],
  chat: ['tool_choice', 'parallel_tool_calls', 'functions', 'function_call'],
  gemini: ['toolConfig', 'tool_config'],
};

/**
 * What a history may consist of, by API, without the tools that it tells of. Other kinds refer to declared tools, or are run by the
 * provider: found by a search among the tools, called on a server. Chat Completions has no such kinds.
 */
const plain = {
  messages: new Set([
    'text',
    'image',
    'document',
    'search_result',
    'thinking',
    'redacted_thinking',
    'tool_use',
    'tool_result',
  ]),
  responses: new Set([
    undefined, // a message may leave it out
    'message',
    'reasoning',
    'function_call',
    'function_call_output',
    'custom_tool_call',
    'custom_tool_call_output',
    'local_shell_call',
    'local_shell_call_output',
    'web_search_call',
    'compaction',
  ]),
  gemini: new Set([
    'text',
    'thought',
    'thoughtSignature',
    'functionCall',
    'functionResponse',
    'inlineData',
    'fileData',
    'videoMetadata',
    'mediaResolution',
  ]),
};

/** Undefined where the tools must stay declared. */
export function withoutTools(api: ModelApi, request: Request): Record<string, unknown> | undefined {
  if (needsTools(api, request)) {
    return undefined;
  }
  const gone = new Set(['tools', ...companions[api]]);
  return Object.fromEntries(Object.entries(request).filter(([name]) => !gone.has(name)));
}

function needsTools(api: ModelApi, request: Request): boolean {
  switch (api) {
    case 'messages':
      return (
        'mcp_servers' in request ||
        'container' in request ||
        !every(request['messages'], ({ content }) => arePlainBlocks(content))
      );
    case 'responses':
      // a stored prompt brings tools of its own, which stand in for those left out
      return (
        isObject(request['prompt']) ||
        !(
          typeof request['input'] === 'string' ||
          every(request['input'], ({ type }) => has(plain.responses, type))
        )
      );
    case 'chat':
      return !Array.isArray(request['messages']);
    case 'gemini':
      return !every(request['contents'], ({ parts }) =>
        every(parts, (part) => Object.keys(part).every((kind) => has(plain.gemini, kind))),
      );
  }
}

/** Content of a message or of a tool's result. */
function arePlainBlocks(content: unknown): boolean {
  return (
    content === undefined ||
    typeof content === 'string' ||
    every(
      content,
      ({ type, content: inner }) =>
        has(plain.messages, type) && (type !== 'tool_result' || arePlainBlocks(inner)),
    )
  );
}

function every(list: unknown, is: (item: Request) => boolean): boolean {
  return Array.isArray(list) && list.every((item) => isObject(item) && is(item));
}

function has(kinds: ReadonlySet<unknown>, kind: unknown): boolean {
  return kinds.has(kind);
}
