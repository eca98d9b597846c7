/** Rewriting an Anthropic Messages request so that the model can only answer in words. */
import { isRecord } from './hook-request.js';

/**
 * The body with `tool_choice` none; the tools stay, so that the provider's cache of them does. `reminder` becomes a text
 * block at the end of the last user message. Undefined where the body offers no tools or is not such a request.
 */
export function toTextOnly(body: Buffer, reminder?: string): Buffer | undefined {
  const request = parse(body);
  if (request === undefined || !Array.isArray(request['tools']) || request['tools'].length === 0) { return undefined; }
  const changed: Record<string, unknown> = { ...request, tool_choice: { type: 'none' } };
  const messages = request['messages'];
  if (reminder !== undefined && Array.isArray(messages)) { changed['messages'] = withReminder(messages, reminder); }
  return Buffer.from(JSON.stringify(changed));
}

function withReminder(messages: readonly unknown[], reminder: string): unknown[] {
  const at = messages.findLastIndex((message) => isRecord(message) && message['role'] === 'user');
  return messages.map((message, i) => {
    if (i !== at || !isRecord(message)) { return message; }
    const { content } = message;
    const blocks: unknown[] = typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : [];
    return { ...message, content: [...blocks, { type: 'text', text: reminder }] };
  });
}

function parse(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch { return undefined; }
}
