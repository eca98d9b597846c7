/** Reads a request of the Anthropic Messages API into what the scripted model and its tests need. */
import { isObject } from '../../../src/core/json.js';
import { objectsIn, parseBody, textOf } from './body.js';

export interface MessagesRequest {
  model: string;
  stream: boolean;
  /** The names of the tools on offer. */
  tools: string[];
  /** The type of `tool_choice`, where given. */
  toolChoice: string | undefined;
  /** The system prompt's text. */
  system: string;
  /** The text of each user message without its tool results, oldest first. */
  userTexts: string[];
  /** What came after the model's last message, as text: tool results, reminders, a person's words. */
  newest: string;
  /** Whether the conversation holds tool calls already. */
  hasToolCalls: boolean;
  /** The whole body as it came. */
  raw: Record<string, unknown>;
}

/** Undefined for a body that is not a Messages request. */
export function parseRequest(text: string): MessagesRequest | undefined {
  const raw = parseBody(text);
  if (raw === undefined || !Array.isArray(raw['messages'])) {
    return undefined;
  }
  const messages = raw['messages'].filter(isObject);
  const lastWords = messages.findLastIndex((m) => m.role === 'assistant');
  return {
    model: typeof raw.model === 'string' ? raw.model : '',
    stream: raw.stream === true,
    tools: objectsIn(raw.tools).flatMap((tool) =>
      typeof tool.name === 'string' ? [tool.name] : [],
    ),
    toolChoice:
      isObject(raw.tool_choice) && typeof raw.tool_choice.type === 'string'
        ? raw.tool_choice.type
        : undefined,
    system: textOf(raw.system),
    userTexts: messages.filter((m) => m.role === 'user').map((m) => textOf(m.content)),
    newest: messages
      .slice(lastWords + 1)
      .map((m) => everyWord(m.content))
      .join('\n'),
    hasToolCalls: messages.some((m) =>
      objectsIn(m.content).some((block) => block.type === 'tool_use'),
    ),
    raw,
  };
}

/** The text blocks, including those inside tool results. */
function everyWord(content: unknown): string {
  if (typeof content === 'string') {
    return content;
  }
  return objectsIn(content)
    .map((block) => (typeof block.text === 'string' ? block.text : everyWord(block.content)))
    .join('\n');
}
