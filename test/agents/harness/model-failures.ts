/** How a scripted model fails instead of answering, as providers do. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** `refusal`: the model declines, in the API's own form. `cut`: the connection ends in the middle of the answer. */
export type ModelFailure =
  | 'refusal'
  | 'cut'
  | {
      status: number;
      type: string;
      code: string;
      message: string;
      headers?: Readonly<Record<string, string>>;
    };

const rateLimit = {
  status: 429,
  type: 'rate_limit_error',
  code: 'rate_limit_exceeded',
  message: 'Rate limit reached for requests.',
};

/** By name in tables. The words are those that the providers use. */
export const modelFailures: Readonly<Record<string, ModelFailure>> = {
  '401': {
    status: 401,
    type: 'authentication_error',
    code: 'invalid_api_key',
    message: 'Incorrect API key provided.',
  },
  '429': rateLimit,
  '429-after-20': { ...rateLimit, headers: { 'retry-after': '20' } },
  '500': {
    status: 500,
    type: 'api_error',
    code: 'server_error',
    message: 'The server had an error while processing your request.',
  },
  '529': { status: 529, type: 'overloaded_error', code: 'overloaded', message: 'Overloaded' },
  cut: 'cut',
  overflow: {
    status: 400,
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
    message: 'prompt is too long: 210000 tokens > 200000 maximum',
  },
  refusal: 'refusal',
};

/** Google's names of statuses. */
const rpcStatus: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  529: 'UNAVAILABLE',
};

/** Fails as the API `path` belongs to does. */
export async function fail(
  response: ServerResponse,
  failure: Exclude<ModelFailure, 'refusal'>,
  path: string,
): Promise<void> {
  if (failure === 'cut') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': an answer begins\n\n');
    await sleep(100);
    response.destroy();
    return;
  }
  const { status, type, code, message, headers } = failure;
  const isGoogle = /:(?:stream)?generateContent$/i.test(path);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(
    JSON.stringify({
      type: 'error',
      error: isGoogle
        ? { code: status, message, status: rpcStatus[status] }
        : { type, code, message, param: null },
    }),
  );
}
