/** A scripted model on loopback, behind the Anthropic Messages API or another one; real agents talk to it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { say, stubborn, type Block, type Script } from './scripts.js';
import { parseRequest, type MessagesRequest } from './messages.js';
import { fail, type ModelFailure } from './model-failures.js';

/** When it obeys the order (recognised by `mark`) to answer in words: at once, after this many more responses, or never. */
export type Temper = 'obedient' | 'deaf' | { stubborn: number };

/** How an API asks and answers. */
export interface ModelApi {
  /** What a request's path ends with: one of these. */
  path: string | readonly string[];
  /** Undefined for a body that does not belong to this API. */
  parse(text: string): MessagesRequest | undefined;
  /** The agent's session, where it says. */
  session(request: IncomingMessage, body: MessagesRequest): string | undefined;
  /** `sequence`: the number of the answer, from 1. */
  answer(
    response: ServerResponse,
    request: ModelRequest,
    sequence: number,
    delayMs: number,
  ): Promise<void>;
}

export interface ModelOptions {
  script: Script;
  /** Default: Anthropic Messages. */
  api?: ModelApi;
  /** Other scripts, for conversations whose newest matching message from the person (or parent agent) contains `prompt`. */
  branches?: readonly { prompt: string; script: Script }[];
  /** Default `obedient`. Without tools, or with `tool_choice` none, every model answers in text. */
  temper?: Temper;
  /** It calls tools although the request says that it must not. */
  ignoresToolChoice?: boolean;
  /** The text that marks a reminder or a denial; default `[Turnwatch]`. */
  mark?: string;
  /** What it answers when it stops; default `finalText`. */
  words?: string;
  /** Pause before each streamed block and before the end, in ms; default 10. */
  delayMs?: number;
  /** Awaited before each answer, so that a test can hold the agent at a known place. */
  before?: (request: ModelRequest) => Promise<void>;
  /** How it fails instead of answering; undefined: it answers. */
  fails?: (request: ModelRequest) => ModelFailure | undefined;
  /** Default: a free one. */
  port?: number;
}

/** Why the model answered as it did. */
type Reason =
  | 'script'
  | 'script-over'
  | 'no-tools'
  | 'tool-choice-none'
  | 'obeyed'
  | 'side-request';

export interface ModelRequest {
  /** When it arrived, in ms since the epoch. */
  at: number;
  /** The agent's session, where it says. */
  session: string | undefined;
  body: MessagesRequest;
  reason: Reason;
  answer: readonly Block[];
  /** The script's response number, 0-based, where `reason` is `script`. */
  position?: number;
  /** Whether the new part of this request contained the mark. */
  marked: boolean;
  /** The model declines, in place of the answer. */
  refused?: true;
}

export interface Model {
  url: string;
  /** Every request for a message so far, in order. */
  requests: readonly ModelRequest[];
  /** The first request, past or coming, for which `is` holds; rejects after `ms`. */
  waitFor(is: (request: ModelRequest) => boolean, ms: number): Promise<ModelRequest>;
  close(): Promise<void>;
}

export const finalText = 'FINAL: I stop here and answer in words.';
const maxBody = 32 << 20;

export const messagesApi: ModelApi = {
  path: '/v1/messages',
  parse: parseRequest,
  answer,
  session: ({ headers }) => {
    const header = headers['x-claude-code-session-id'];
    return typeof header === 'string' ? header : undefined;
  },
};

/**
 * A model that heeds nothing. It takes as long as a real one for a response: the countdown at whose end its turn is stopped is over before
 * its script is.
 */
export const deaf = {
  script: stubborn,
  temper: 'deaf',
  ignoresToolChoice: true,
  before: () => sleep(1000),
} satisfies ModelOptions;

export async function startModel(options: ModelOptions): Promise<Model> {
  const { api = messagesApi } = options;
  const requests: ModelRequest[] = [];
  const waiting = new Set<() => void>();
  const decide = decider(options);
  let sequence = 0;

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = Date.now();
    const path = new URL(request.url ?? '/', 'http://model').pathname;
    const text = await readBody(request);
    if (/[/:]count_?tokens$/i.test(path)) {
      json(response, 200, { input_tokens: 100, totalTokens: 100 });
      return;
    }
    if (![api.path].flat().some((end) => path.endsWith(end))) {
      json(response, 404, failure('not_found_error', `no such path: ${path}`));
      return;
    }
    const body = api.parse(text);
    if (!body) {
      json(response, 400, failure('invalid_request_error', 'the body is no request of this API'));
      return;
    }
    const session = api.session(request, body);
    const record: ModelRequest = { at, session, body, ...decide(session, body) };
    requests.push(record);
    for (const check of waiting) {
      check();
    }
    await options.before?.(record);
    sequence += 1;
    const failed = options.fails?.(record);
    if (failed !== undefined && failed !== 'refusal') {
      await fail(response, failed, path);
      return;
    }
    const answered: ModelRequest =
      failed === 'refusal' ? { ...record, answer: [], refused: true } : record;
    await api.answer(response, answered, sequence, options.delayMs ?? 10);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (response.destroyed) {
        return;
      } // the agent hung up: nothing to say
      if (response.headersSent) {
        response.destroy();
      } else {
        json(response, 500, failure('api_error', String(error)));
      }
    });
  });
  await new Promise<void>((ready, failed) => {
    server.once('error', failed).listen(options.port ?? 0, '127.0.0.1', ready);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('the model has no port');
  }

  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    waitFor: (is, ms) =>
      new Promise((found, failed) => {
        const done = (): void => {
          clearTimeout(timer);
          waiting.delete(check);
        };
        const check = (): void => {
          const request = requests.find(is);
          if (request) {
            done();
            found(request);
          }
        };
        const timer = setTimeout(() => {
          done();
          failed(new Error(`no such request within ${ms} ms; seen: ${summary(requests)}`));
        }, ms);
        waiting.add(check);
        check();
      }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** One line for failure messages: each request and the reason for its answer. */
export function summary(requests: readonly ModelRequest[]): string {
  return (
    requests
      .map((r) => (r.position === undefined ? r.reason : `${r.reason} ${r.position}`))
      .join(', ') || 'nothing'
  );
}

/** Gemini CLI asks its model now and then, in this form, whether the turn goes in circles. In prose it takes no answer, and asks again. */
const progressing = JSON.stringify({
  unproductive_state_analysis: 'Each step gets something done.',
  unproductive_state_confidence: 0,
});

type Decided = Pick<ModelRequest, 'reason' | 'answer' | 'position' | 'marked'>;

/** Each conversation of each session has its own place in its script. */
function decider(
  options: ModelOptions,
): (session: string | undefined, body: MessagesRequest) => Decided {
  const {
    temper = 'obedient',
    mark = '[Turnwatch]',
    branches = [],
    words: final = finalText,
  } = options;
  const places = new Map<string, number>();
  const ignored = new Map<string, number>();
  const next = (counts: Map<string, number>, key: string): number => {
    const n = counts.get(key) ?? 0;
    counts.set(key, n + 1);
    return n;
  };
  return (session, body) => {
    const marked = body.newest.includes(mark);
    const text = (reason: Reason, words = final): Decided => ({
      reason,
      answer: [say(words)],
      marked,
    });
    if (body.tools.length === 0) {
      if (JSON.stringify(body.raw).includes('unproductive_state_confidence')) {
        return text('side-request', progressing);
      }
      return body.hasToolCalls
        ? text('no-tools')
        : text('side-request', body.system.includes('title') ? '{"title":"Scripted turn"}' : 'ok');
    }
    if (body.toolChoice === 'none' && options.ignoresToolChoice !== true) {
      return text('tool-choice-none');
    }
    const branch = branches.findIndex((b) => b.prompt === lastPrompt(body, branches));
    const key = `${session ?? ''}/${branch}`;
    if (
      marked &&
      temper !== 'deaf' &&
      (temper === 'obedient' || next(ignored, key) >= temper.stubborn)
    ) {
      return text('obeyed');
    }
    const position = next(places, key);
    const answer = (branches[branch]?.script ?? options.script)[position];
    return answer ? { reason: 'script', answer, position, marked } : text('script-over');
  };
}

/** The branch prompt that the newest message mentions. */
function lastPrompt(
  body: MessagesRequest,
  branches: readonly { prompt: string }[],
): string | undefined {
  for (const message of body.userTexts.toReversed()) {
    const branch = branches.find((b) => message.includes(b.prompt));
    if (branch) {
      return branch.prompt;
    }
  }
  return undefined;
}

async function answer(
  response: ServerResponse,
  request: ModelRequest,
  sequence: number,
  delayMs: number,
): Promise<void> {
  const number = String(sequence).padStart(4, '0');
  const content = request.answer.map((block, i) =>
    block.type === 'text' ? block : { ...block, id: `toolu_script_${number}_${i}` },
  );
  const stop = {
    stop_reason: request.refused
      ? 'refusal'
      : content.some((b) => b.type === 'tool_use')
        ? 'tool_use'
        : 'end_turn',
    stop_sequence: null,
  };
  const usage = {
    input_tokens: 1000 + sequence,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 20,
  };
  const message = {
    id: `msg_script_${number}`,
    type: 'message',
    role: 'assistant',
    model: request.body.model,
    content,
    ...stop,
    usage,
  };
  response.setHeader('request-id', `req_script_${number}`);
  if (!request.body.stream) {
    await sleep(delayMs);
    json(response, 200, message);
    return;
  }

  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const send = (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  send('message_start', { message: { ...message, content: [], stop_reason: null } });
  for (const [index, block] of content.entries()) {
    await sleep(delayMs);
    if (block.type === 'text') {
      send('content_block_start', { index, content_block: { type: 'text', text: '' } });
      send('content_block_delta', { index, delta: { type: 'text_delta', text: block.text } });
    } else {
      send('content_block_start', { index, content_block: { ...block, input: {} } });
      send('content_block_delta', {
        index,
        delta: { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
      });
    }
    send('content_block_stop', { index });
  }
  await sleep(delayMs);
  send('message_delta', { delta: stop, usage });
  send('message_stop', {});
  response.end();
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Buffer)) {
      continue;
    }
    length += chunk.length;
    if (length > maxBody) {
      throw new Error('the request is too large');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const failure = (type: string, message: string): object => ({
  type: 'error',
  error: { type, message },
});

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
