/** Changes a request so that the model can only answer with text, or reads an additional sentence. */
import { isObject } from '../core/json.js';
import type { ModelApi } from './model-api.js';

export interface RequestChange {
  textOnly: boolean;
  /** Appended to what the model reads. */
  reminder?: string | undefined;
}

type Request = Readonly<Record<string, unknown>>;

/**
 * A text-only request offers no tools; where the history needs them, it has tool choice "none". Undefined if the request offers none
 * itself (it is no step of a turn) or is not of this API. `declared`: the tools stay in any case, for a provider that wants that.
 */
export function changed(
  api: ModelApi,
  request: Request,
  change: RequestChange,
  declared = false,
): Record<string, unknown> | undefined {
  const inner = request['request'];
  if (api === 'gemini' && isObject(inner)) {
    // an envelope that names the project
    const changedInner = changed(api, inner, change, declared);
    return changedInner && { ...request, request: changedInner };
  }
  if (!offersTools(request)) {
    return undefined;
  }
  const told = { ...request, ...withText(api, request, change) };
  if (!change.textOnly) {
    return told;
  }
  return (
    (declared ? undefined : withoutTools(api, told)) ?? { ...told, ...choiceNone(api, request) }
  );
}

function offersTools({ tools }: Request): boolean {
  return Array.isArray(tools) && tools.length > 0;
}

function choiceNone(api: ModelApi, request: Request): Record<string, unknown> {
  switch (api) {
    case 'messages':
      return { tool_choice: { type: 'none' } };
    case 'responses':
    case 'chat':
      return { tool_choice: 'none' };
    case 'gemini': {
      const key = 'tool_config' in request ? 'tool_config' : 'toolConfig';
      const config = isObject(request[key]) ? request[key] : {};
      const mode =
        key === 'toolConfig'
          ? { functionCallingConfig: { mode: 'NONE' } }
          : { function_calling_config: { mode: 'NONE' } };
      return { [key]: { ...config, ...mode } };
    }
  }
}

/** Where each API keeps the conversation, and how a sentence is put at its end. */
const conversations: Readonly<
  Record<ModelApi, { key: string; append: (list: readonly unknown[], text: string) => unknown[] }>
> = {
  messages: { key: 'messages', append: appendBlock },
  responses: { key: 'input', append: appendItem },
  chat: { key: 'messages', append: appendMessage },
  gemini: { key: 'contents', append: appendPart },
};

function withText(
  api: ModelApi,
  request: Request,
  { reminder }: RequestChange,
): Record<string, unknown> {
  const { key, append } = conversations[api];
  const value = request[key];
  if (reminder === undefined) {
    return {};
  }
  // the Responses API takes a bare text for the first message
  const list =
    typeof value === 'string'
      ? [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: value }] }]
      : value;
  return Array.isArray(list) ? { [key]: append(list, reminder) } : {};
}

/** Anthropic: a text block at the end of the last user message. */
function appendBlock(messages: readonly unknown[], text: string): unknown[] {
  const at = messages.findLastIndex((message) => isObject(message) && message['role'] === 'user');
  return messages.map((message, i) => {
    if (i !== at || !isObject(message)) {
      return message;
    }
    const { content } = message;
    const blocks: unknown[] =
      typeof content === 'string'
        ? [{ type: 'text', text: content }]
        : Array.isArray(content)
          ? content
          : [];
    return { ...message, content: [...blocks, { type: 'text', text }] };
  });
}

function appendItem(input: readonly unknown[], text: string): unknown[] {
  return [...input, { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }];
}

function appendMessage(messages: readonly unknown[], text: string): unknown[] {
  return [...messages, { role: 'user', content: text }];
}

/** Gemini: user and model must alternate, so the text joins the last turn if that is the user's. */
function appendPart(contents: readonly unknown[], text: string): unknown[] {
  const last = contents.at(-1);
  if (!isObject(last) || last['role'] === 'model' || !Array.isArray(last['parts'])) {
    return [...contents, { role: 'user', parts: [{ text }] }];
  }
  const parts: unknown[] = last['parts'];
  return [...contents.slice(0, -1), { ...last, parts: [...parts, { text }] }];
}

// Takes the tools out of a request: a model that is offered none calls none, whatever its provider makes of tool choice. What refers to
// them goes too: the providers refuse a choice among tools that are not there. The provider's prompt cache misses once; the requests of the
// next turn, which have the tools again, still hit it.

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
function withoutTools(api: ModelApi, request: Request): Record<string, unknown> | undefined {
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
