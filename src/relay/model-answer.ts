/** Extracts cost and requested calls from a copy of a model's answer as it streams by. Texts are not kept. */
import type { IncomingMessage } from 'node:http';
import { isObject, parseJson } from '../core/json.js';
import { LineSplitter } from '../logs/line-reader.js';
import type { ModelApi } from './model-api.js';
import { decoder } from './relay-http.js';

export interface ModelAnswer {
  /** The answer's id, if the API gives one. */
  response: string | undefined;
  calls: string[];
  tokens: CountedTokens | undefined;
}

/** Bytes: longer stream lines and longer unstreamed answers are not read. */
const LONGEST = 16 * 1024 * 1024;
const MOST_CALLS = 256;

export class AnswerReader {
  private response: string | undefined;
  private readonly calls = new Set<string>();
  private tokens: CountedTokens | undefined;
  private readonly lines: LineSplitter;
  private whole: Buffer[] | undefined;
  private size = 0;

  /** `stream`: the answer comes as server-sent events. */
  constructor(
    private readonly api: ModelApi,
    stream: boolean,
  ) {
    this.whole = stream ? undefined : [];
    this.lines = new LineSplitter({
      lineBytes: LONGEST,
      line: 0,
      onLong: () => undefined,
      onLine: (line) => this.line(line),
    });
  }

  feed(chunk: Buffer): void {
    if (this.whole === undefined) {
      this.lines.feed(chunk);
      return;
    }
    this.size += chunk.length;
    if (this.size > LONGEST) {
      this.whole.length = 0;
    } else {
      this.whole.push(chunk);
    }
  }

  /** The answer is over. */
  end(): ModelAnswer {
    if (this.whole === undefined) {
      this.lines.feed(Buffer.from('\n'));
    } else {
      this.parse(Buffer.concat(this.whole).toString('utf8'));
    }
    return { response: this.response, calls: [...this.calls], tokens: this.tokens };
  }

  private line(line: string): void {
    const { marks } = answerFields[this.api];
    if (line.startsWith('data:') && marks.some((mark) => line.includes(mark))) {
      this.parse(line.slice(5));
    }
  }

  private parse(json: string): void {
    const value = parseJson(json);
    // Gemini answers with a list if it does not stream events
    for (const each of Array.isArray(value) ? value : [value]) {
      if (isObject(each)) {
        this.add(answerFields[this.api].read(each));
      }
    }
  }

  private add({ response, calls, tokens }: AnswerPart): void {
    if (isId(response)) {
      this.response ??= response;
    }
    for (const call of calls) {
      if (isId(call) && this.calls.size < MOST_CALLS) {
        this.calls.add(call);
      }
    }
    // counts only grow during a stream, so the largest are final
    if (tokens !== undefined) {
      const { input = 0, cached = 0, output = 0 } = this.tokens ?? {};
      this.tokens = {
        input: Math.max(input, tokens.input),
        cached: Math.max(cached, tokens.cached),
        output: Math.max(output, tokens.output),
      };
    }
  }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 256;
}

/** Reads a copy of the answer as it passes, and calls back at its end. The agent's own copy never waits for this one. */
export function readAnswer(
  answer: IncomingMessage,
  api: ModelApi,
  onEnd: (reader: AnswerReader) => void,
): void {
  const unpack = decoder(answer.headers['content-encoding']);
  if (unpack === undefined) {
    return;
  }
  const reader = new AnswerReader(
    api,
    (answer.headers['content-type'] ?? '').startsWith('text/event-stream'),
  );
  if (unpack === 'none') {
    answer.on('data', (chunk: Buffer) => reader.feed(chunk));
    answer.on('end', () => onEnd(reader));
    return;
  }
  answer.on('data', (chunk: Buffer) => unpack.write(chunk));
  answer.on('end', () => unpack.end());
  answer.on('close', () => {
    if (!answer.complete) {
      unpack.destroy();
    }
  });
  unpack
    .on('data', (chunk: Buffer) => reader.feed(chunk))
    .on('end', () => onEnd(reader))
    .on('error', () => unpack.destroy());
}

type ModelFields = Readonly<Record<string, unknown>>;

/** The provider's counts; `input` includes `cached`. */
interface CountedTokens {
  input: number;
  cached: number;
  output: number;
}

/** Where each model API puts id, calls and cost in an answer or a stream event. All input is untrusted. */
interface AnswerPart {
  /** The answer's id, if valid. */
  response?: unknown;
  /** Valid ids of calls that the answer requests. */
  calls: readonly unknown[];
  tokens?: CountedTokens;
}

interface AnswerFields {
  /** Most events of a stream are pieces of text. Only a line with one of these words is worth parsing. */
  marks: readonly string[];
  read(event: ModelFields): AnswerPart;
}

const answerFields: Readonly<Record<ModelApi, AnswerFields>> = {
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
  usage: ModelFields | undefined,
  read: (usage: ModelFields) => CountedTokens,
): Pick<AnswerPart, 'tokens'> {
  return usage === undefined || Object.keys(usage).length === 0 ? {} : { tokens: read(usage) };
}

function objectIn(fields: ModelFields, name: string): ModelFields | undefined {
  const value = fields[name];
  return isObject(value) ? value : undefined;
}

function objectsIn(fields: ModelFields, name: string): ModelFields[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}
