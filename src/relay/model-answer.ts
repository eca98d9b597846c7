/** A copy of a model's answer as it streams by, read for what it costs and which calls it asks for. Its texts are not kept. */
import { isObject } from '../core/json.js';
import { LineSplitter } from '../logs/lines.js';
import type { ModelApi } from './model-api.js';

export interface ModelAnswer {
  /** The answer's id, where the API gives one. */
  response?: string;
  calls: string[];
  /** As the provider counted; `input` with `cached`. */
  tokens?: { input: number; cached: number; output: number };
}

type Fields = Readonly<Record<string, unknown>>;

/** A longer line of a stream, or a longer answer in one piece, is not read. */
const LONGEST = 16 * 1024 * 1024;
const MOST_CALLS = 256;

export class AnswerReader {
  private response: string | undefined;
  private readonly calls = new Set<string>();
  private readonly tokens = { input: 0, cached: 0, output: 0 };
  private counted = false;
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
      this.take(Buffer.concat(this.whole).toString('utf8'));
    }
    return {
      response: this.response,
      calls: [...this.calls],
      ...(this.counted ? { tokens: this.tokens } : {}),
    };
  }

  private line(line: string): void {
    if (line.startsWith('data:') && isTelling(this.api, line)) {
      this.take(line.slice(5));
    }
  }

  private take(json: string): void {
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      return;
    }
    // Gemini without streaming of events answers with a list
    for (const each of Array.isArray(value) ? value : [value]) {
      if (isObject(each)) {
        this.see(each);
      }
    }
  }

  private see(event: Fields): void {
    switch (this.api) {
      case 'messages': {
        const message = isObject(event['message']) ? event['message'] : event;
        this.named(message['id']);
        for (const block of [event['content_block'], ...listOf(message['content'])]) {
          if (isObject(block) && block['type'] === 'tool_use') {
            this.asks(block['id']);
          }
        }
        const usage = isObject(message['usage']) ? message['usage'] : {};
        const cached = count(usage['cache_read_input_tokens']);
        this.cost(
          usage,
          count(usage['input_tokens']) + count(usage['cache_creation_input_tokens']) + cached,
          cached,
          count(usage['output_tokens']),
        );
        return;
      }
      case 'responses': {
        const response = isObject(event['response']) ? event['response'] : event;
        if (response !== event || event['object'] === 'response') {
          this.named(response['id']);
        }
        for (const item of [event['item'], ...listOf(response['output'])]) {
          if (
            isObject(item) &&
            typeof item['type'] === 'string' &&
            item['type'].endsWith('_call')
          ) {
            this.asks(item['call_id']);
          }
        }
        const usage = isObject(response['usage']) ? response['usage'] : {};
        this.cost(
          usage,
          count(usage['input_tokens']),
          cachedIn(usage['input_tokens_details']),
          count(usage['output_tokens']),
        );
        return;
      }
      case 'chat': {
        this.named(event['id']);
        for (const choice of listOf(event['choices'])) {
          const told = isObject(choice['delta'])
            ? choice['delta']
            : isObject(choice['message'])
              ? choice['message']
              : {};
          for (const call of listOf(told['tool_calls'])) {
            this.asks(call['id']);
          }
        }
        const usage = isObject(event['usage']) ? event['usage'] : {};
        this.cost(
          usage,
          count(usage['prompt_tokens']),
          cachedIn(usage['prompt_tokens_details']),
          count(usage['completion_tokens']),
        );
        return;
      }
      case 'gemini': {
        const response = isObject(event['response']) ? event['response'] : event;
        this.named(response['responseId']);
        for (const candidate of listOf(response['candidates'])) {
          const content = isObject(candidate['content']) ? candidate['content'] : {};
          for (const { functionCall } of listOf(content['parts'])) {
            if (isObject(functionCall)) {
              this.asks(functionCall['id']);
            }
          }
        }
        const usage = isObject(response['usageMetadata']) ? response['usageMetadata'] : {};
        this.cost(
          usage,
          count(usage['promptTokenCount']),
          count(usage['cachedContentTokenCount']),
          count(usage['candidatesTokenCount']) + count(usage['thoughtsTokenCount']),
        );
        return;
      }
    }
  }

  private named(id: unknown): void {
    if (typeof id === 'string' && id !== '' && id.length <= 256) {
      this.response ??= id;
    }
  }

  private asks(call: unknown): void {
    if (
      typeof call === 'string' &&
      call !== '' &&
      call.length <= 256 &&
      this.calls.size < MOST_CALLS
    ) {
      this.calls.add(call);
    }
  }

  /** A stream counts up: the greatest numbers are the last. */
  private cost(usage: Fields, input: number, cached: number, output: number): void {
    if (Object.keys(usage).length === 0) {
      return;
    }
    this.counted = true;
    this.tokens.input = Math.max(this.tokens.input, input);
    this.tokens.cached = Math.max(this.tokens.cached, cached);
    this.tokens.output = Math.max(this.tokens.output, output);
  }
}

/** Most events of a stream are pieces of text: they are told by their words and not parsed. */
function isTelling(api: ModelApi, line: string): boolean {
  switch (api) {
    case 'messages':
      return (
        line.includes('"message_start"') ||
        line.includes('"tool_use"') ||
        line.includes('"message_delta"')
      );
    case 'responses':
      return (
        line.includes('"response.output_item.done"') ||
        line.includes('"response.completed"') ||
        line.includes('"response.created"') ||
        line.includes('"response.incomplete"')
      );
    case 'chat':
      return (
        line.includes('"tool_calls"') ||
        line.includes('"usage"') ||
        line.includes('"finish_reason":"')
      );
    case 'gemini':
      return (
        line.includes('"functionCall"') ||
        line.includes('"usageMetadata"') ||
        line.includes('"responseId"')
      );
  }
}

function cachedIn(details: unknown): number {
  return isObject(details) ? count(details['cached_tokens']) : 0;
}
function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}
function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
