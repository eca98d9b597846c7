/** Changes a request so that the model can only answer with text, or reads an additional sentence. */
import { isObject } from '../core/json.js';
import type { ModelApi } from './model-api.js';
import { withoutTools } from './without-tools.js';

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
