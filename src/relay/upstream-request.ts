/** The relay's own request to the upstream: streams the answer back, and words failures like the API. */
import {
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { RequestState } from '../core/events.js';
import { readRetryAfter, readWaitReason, type ProviderWait } from '../core/provider-status.js';
import type { ModelApi } from './model-api.js';
import { answerHeaders, fail, passedOn, type Route } from './relay-http.js';

/** One request in progress. */
export interface Passing {
  request: IncomingMessage;
  response: ServerResponse;
  /** The agent's id: the name of its route. */
  agent: string;
  route: Route;
  api: ModelApi | undefined;
  /** Path and query after the agent's base address. */
  target: string;
}

export interface UpstreamOptions {
  /** The body's length, if known. */
  length: string | undefined;
  /** The body is already decoded, contrary to the request's headers. */
  decoded: boolean;
  connectMs: number;
  /** Called for a successful answer, before its first byte. */
  onAnswer: (answer: IncomingMessage) => void;
  /** Called in place of passing on an answer that the request is not valid; the caller sends another one. */
  onRefused?: (() => void) | undefined;
}

/** What the APIs answer to a request that they find invalid. */
const REFUSALS = [400, 422];

/** The caller writes the body. */
export function requestUpstream(passing: Passing, options: UpstreamOptions): ClientRequest {
  const { request, response, route, api, target } = passing;
  const { upstream: base, connections } = route;
  const send = base.protocol === 'https:' ? httpsRequest : httpRequest;
  const upstream = send({
    protocol: base.protocol,
    hostname: base.hostname.replace(/^\[|\]$/g, ''),
    port: base.port,
    agent: connections,
    method: request.method,
    path: base.pathname.replace(/\/$/, '') + target,
    headers: headersFor(request, base, options),
  });
  limitConnecting(upstream, base, options.connectMs);
  let refused = false;
  upstream.on('response', (answer) => {
    if (options.onRefused !== undefined && REFUSALS.includes(answer.statusCode ?? 0)) {
      refused = true;
      answer.on('error', () => undefined).resume();
      options.onRefused();
      return;
    }
    answer.on('error', () => response.destroy());
    // an answer truncated upstream is aborted here too, never ended as if complete
    answer.on('close', () => {
      if (!answer.complete) {
        response.destroy();
      }
    });
    if (response.destroyed || response.headersSent) {
      upstream.destroy();
      return;
    }
    const status = answer.statusCode ?? 502;
    response.writeHead(status, answer.statusMessage, answerHeaders(answer));
    response.flushHeaders();
    answer.pipe(response);
    if (status < 300) {
      options.onAnswer(answer);
    }
  });
  upstream.on('error', (error) => {
    if (refused) {
      return;
    }
    if (response.headersSent) {
      response.destroy();
    } else {
      fail(response, api, 502, `The relay could not reach ${base.host}: ${error.message}`);
    }
  });
  response.once('close', () => {
    if (!response.writableFinished) {
      upstream.destroy();
    }
  });
  return upstream;
}

function headersFor(
  request: IncomingMessage,
  base: URL,
  { length, decoded }: UpstreamOptions,
): string[] {
  const headers = passedOn(request.rawHeaders, request.headers.connection, decoded);
  headers.push('Host', base.host);
  if (length !== undefined) {
    headers.push('Content-Length', length);
  } else if (request.headers['transfer-encoding'] !== undefined) {
    headers.push('Transfer-Encoding', 'chunked');
  }
  return headers;
}

/** Only connecting has a limit: a model may think for minutes. */
function limitConnecting(upstream: ClientRequest, base: URL, ms: number): void {
  const timer = setTimeout(() => upstream.destroy(new Error(`no connection within ${ms} ms`)), ms);
  const connected = (): void => clearTimeout(timer);
  upstream.on('socket', (socket) => {
    if (socket.connecting) {
      socket.once(base.protocol === 'https:' ? 'secureConnect' : 'connect', connected);
    } else {
      connected();
    }
  });
  upstream.on('close', connected);
}

// Tells how a request to the model goes: that it went out, that bytes of its answer come, and that it is over.

/** Bytes that keep coming are told once in this time (milliseconds). */
const TOLD_EVERY = 30_000;

/** The agent's own copy never waits for this one. */
export function watchBytes(
  { response }: Passing,
  upstream: ClientRequest,
  now: () => number,
  tell: (news: RequestState | ProviderWait) => void,
): void {
  let toldAt = -Infinity;
  upstream.once('finish', () => tell('sent'));
  upstream.on('response', (answer) => {
    const reason = readWaitReason(answer.statusCode);
    if (reason !== undefined) {
      // an error comes at once: its bytes are none of the model's
      tell({ for: reason, until: readRetryAfter(answer.headers['retry-after'], now()) });
      return;
    }
    answer.on('data', () => {
      const at = now();
      if (at - toldAt >= TOLD_EVERY) {
        toldAt = at;
        tell('bytes');
      }
    });
  });
  response.once('close', () => tell('over'));
}
