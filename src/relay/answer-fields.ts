/** Where each model API puts id, calls and cost in an answer or a stream event. All input is untrusted. */
import { isObject } from '../core/json.js';
import type { ModelApi } from './model-api.js';

type Fields = Readonly<Record<string, unknown>>;

/** The provider's counts; `input` includes `cached`. */
export interface Tokens {
  input: number;
  cached: number;
  output: number;
}

export interface AnswerPart {
  /** The answer's id, if valid. */
  response?: unknown;
  /** Valid ids of calls that the answer requests. */
  calls: readonly unknown[];
  tokens?: Tokens;
}

interface AnswerFields {
  /** Most events of a stream are pieces of text. Only a line with one of these words is worth parsing. */
  marks: readonly string[];
  read(event: Fields): AnswerPart;
}

export const answerFields: Readonly<Record<ModelApi, AnswerFields>> = {
  messages: {
    marks: ['"message_start"', '"tool_use"', '"message_delta"'],
    read(event) {
      const message = objectIn(event, 'message') ?? event;
      const blocks = [event['content_block'], ...objectsIn(message, 'content')].filter(isObject);
      return {
        response: message['id'],
        calls: blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id),
        ...readTokens(objectIn(message, 'usage'), (usage) => {
          const cached = count(usage['cache_read_input_tokens']);
          return {
            input:
              count(usage['input_tokens']) + count(usage['cache_creation_input_tokens']) + cached,
            cached,
            output: count(usage['output_tokens']),
          };
        }),
      };
    },
  },
  responses: {
    marks: [
      '"response.output_item.done"',
      '"response.completed"',
      '"response.created"',
      '"response.incomplete"',
    ],
    read(event) {
      const inner = objectIn(event, 'response');
      const response = inner ?? event;
      const items = [event['item'], ...objectsIn(response, 'output')].filter(isObject);
      return {
        response:
          inner !== undefined || event['object'] === 'response' ? response['id'] : undefined,
        calls: items
          .filter(({ type }) => typeof type === 'string' && type.endsWith('_call'))
          .map((item) => item['call_id']),
        ...readTokens(objectIn(response, 'usage'), (usage) => ({
          input: count(usage['input_tokens']),
          cached: count(objectIn(usage, 'input_tokens_details')?.['cached_tokens']),
          output: count(usage['output_tokens']),
        })),
      };
    },
  },
  chat: {
    marks: ['"tool_calls"', '"usage"', '"finish_reason":"'],
    read(event) {
      return {
        response: event['id'],
        calls: objectsIn(event, 'choices')
          .map((choice) => objectIn(choice, 'delta') ?? objectIn(choice, 'message') ?? {})
          .flatMap((message) => objectsIn(message, 'tool_calls'))
          .map(({ id }) => id),
        ...readTokens(objectIn(event, 'usage'), (usage) => ({
          input: count(usage['prompt_tokens']),
          cached: count(objectIn(usage, 'prompt_tokens_details')?.['cached_tokens']),
          output: count(usage['completion_tokens']),
        })),
      };
    },
  },
  gemini: {
    marks: ['"functionCall"', '"usageMetadata"', '"responseId"'],
    read(event) {
      const response = objectIn(event, 'response') ?? event;
      return {
        response: response['responseId'],
        calls: objectsIn(response, 'candidates')
          .flatMap((candidate) => objectsIn(objectIn(candidate, 'content') ?? {}, 'parts'))
          .map((part) => objectIn(part, 'functionCall')?.['id']),
        ...readTokens(objectIn(response, 'usageMetadata'), (usage) => ({
          input: count(usage['promptTokenCount']),
          cached: count(usage['cachedContentTokenCount']),
          output: count(usage['candidatesTokenCount']) + count(usage['thoughtsTokenCount']),
        })),
      };
    },
  },
};

function readTokens(
  usage: Fields | undefined,
  read: (usage: Fields) => Tokens,
): Pick<AnswerPart, 'tokens'> {
  return usage === undefined || Object.keys(usage).length === 0 ? {} : { tokens: read(usage) };
}

function objectIn(fields: Fields, name: string): Fields | undefined {
  const value = fields[name];
  return isObject(value) ? value : undefined;
}

function objectsIn(fields: Fields, name: string): Fields[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}
