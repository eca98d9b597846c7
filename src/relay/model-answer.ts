/** Extracts cost and requested calls from a copy of a model's answer as it streams by. Texts are not kept. */
import type { IncomingMessage } from 'node:http';
import { isObject } from '../core/json.js';
import { LineSplitter } from '../logs/lines.js';
import { answerFields, type AnswerPart, type Tokens } from './answer-fields.js';
import { decoder } from './encoding.js';
import type { ModelApi } from './model-api.js';

export interface ModelAnswer {
  /** The answer's id, if the API gives one. */
  response: string | undefined;
  calls: string[];
  tokens: Tokens | undefined;
}

/** Bytes: longer stream lines and longer unstreamed answers are not read. */
const LONGEST = 16 * 1024 * 1024;
const MOST_CALLS = 256;

export class AnswerReader {
  private response: string | undefined;
  private readonly calls = new Set<string>();
  private tokens: Tokens | undefined;
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
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      return;
    }
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
