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
 * The request with tool choice "none"; the tools stay, so that the provider's prompt cache still hits. Undefined if the request
 * offers no tools (it is no step of a turn) or is not of this API.
 */
export function changed(
  api: ModelApi,
  request: Request,
  change: RequestChange,
): Record<string, unknown> | undefined {
  switch (api) {
    case 'messages':
      return offersTools(request)
        ? {
            ...request,
            ...none(change, { tool_choice: { type: 'none' } }),
            ...withText(request, 'messages', change, appendBlock),
          }
        : undefined;
    case 'responses':
      return offersTools(request)
        ? {
            ...request,
            ...none(change, { tool_choice: 'none' }),
            ...withText(request, 'input', change, appendItem),
          }
        : undefined;
    case 'chat':
      return offersTools(request)
        ? {
            ...request,
            ...none(change, { tool_choice: 'none' }),
            ...withText(request, 'messages', change, appendMessage),
          }
        : undefined;
    case 'gemini':
      return gemini(request, change);
  }
}

/** Gemini's request may come in an envelope that names the project. */
function gemini(request: Request, change: RequestChange): Record<string, unknown> | undefined {
  const inner = request['request'];
  if (isObject(inner)) {
    const changedInner = gemini(inner, change);
    return changedInner && { ...request, request: changedInner };
  }
  if (!offersTools(request)) {
    return undefined;
  }
  const key = 'tool_config' in request ? 'tool_config' : 'toolConfig';
  const config = isObject(request[key]) ? request[key] : {};
  const mode =
    key === 'toolConfig'
      ? { functionCallingConfig: { mode: 'NONE' } }
      : { function_calling_config: { mode: 'NONE' } };
  return {
    ...request,
    ...none(change, { [key]: { ...config, ...mode } }),
    ...withText(request, 'contents', change, appendPart),
  };
}

function offersTools({ tools }: Request): boolean {
  return Array.isArray(tools) && tools.length > 0;
}

function none<T extends object>({ textOnly }: RequestChange, choice: T): T | Record<string, never> {
  return textOnly ? choice : {};
}

function withText(
  request: Request,
  key: string,
  { reminder }: RequestChange,
  append: (list: readonly unknown[], text: string) => unknown[],
): Record<string, unknown> {
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
