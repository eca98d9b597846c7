/** The loopback HTTP server of the window that holds the port: hooks, health, and other windows joining. */
import { isObject } from '../core/json.js';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TokenBucket } from './token-bucket.js';
import { answer, answerInTime, type HookQuestion } from './answer-in-time.js';
import { EVENTS_AGENT, isAgentId, type HookRequest } from './hook-request.js';
import { healthProof, isNonce, sameSecret } from './proof.js';
import { ThrottledLog, type LogLine } from '../core/throttled-log.js';

export interface EndpointLimits {
  bodyBytes: number;
  headerBytes: number;
  connections: number;
  /** From the connection to the end of the request's body. */
  requestMs: number;
  /** From the request's arrival to the answer; the hook client itself gives up after 900 ms. */
  answerMs: number;
  /** Batches of events: so many at once, and so many a second in the long run. */
  eventBurst: number;
  eventsPerSecond: number;
}

export const endpointLimits: Readonly<EndpointLimits> = {
  bodyBytes: 8 * 1024 * 1024,
  headerBytes: 16 * 1024,
  connections: 64,
  requestMs: 2000,
  answerMs: 800,
  eventBurst: 100,
  eventsPerSecond: 20,
};

const sentences = {
  host: 'endpoint: refused a request whose Host is not this loopback address',
  origin: 'endpoint: refused a request from a web page',
  route: 'endpoint: refused a request to an unknown address',
  token: 'endpoint: refused a request without the token',
  agent: 'endpoint: refused a hook without a valid X-Turnwatch-Agent',
  nonce: 'endpoint: refused a health check without a valid nonce',
  size: 'endpoint: refused a body above the limit',
  json: 'endpoint: refused a body that is not a JSON object',
  slow: 'endpoint: dropped a request that did not arrive in time',
  http: 'endpoint: refused what is not HTTP or has too large a header',
  busy: 'endpoint: dropped a connection, too many are open',
  rate: 'endpoint: refused a batch of events, too many came at once',
  late: 'endpoint: a hook was answered without a decision, the window took too long',
} as const;
export type Refusal = keyof typeof sentences;

export interface EndpointOptions {
  port: number;
  token: string;
  /** Resolves to the exact text of the answer. */
  onHook: (request: HookRequest) => Promise<string>;
  /** A window asks to join; the receiver owns the socket. */
  onWindow: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  log: LogLine;
  now: () => number;
  limits?: Partial<EndpointLimits>;
}

export class Endpoint {
  readonly refusals: ThrottledLog<Refusal>;
  private readonly server: Server;
  private readonly limits: EndpointLimits;
  private readonly batches: TokenBucket;
  /** Connections whose request has not arrived in full. */
  private readonly arriving = new Map<Duplex, { timer: NodeJS.Timeout; status: number }>();

  constructor(private readonly options: EndpointOptions) {
    this.limits = { ...endpointLimits, ...options.limits };
    this.batches = new TokenBucket(
      this.limits.eventBurst,
      this.limits.eventsPerSecond,
      options.now,
    );
    this.refusals = new ThrottledLog(sentences, options.log, options.now);
    this.server = createServer({
      maxHeaderSize: this.limits.headerBytes,
      noDelay: true,
      keepAlive: false,
    });
    this.server.maxConnections = this.limits.connections;
    this.server.maxHeadersCount = 64;
    this.server.on('connection', (socket) => this.watchArrival(socket));
    this.server.on('drop', () => this.refusals.add('busy'));
    this.server.on('clientError', (error, socket) => this.refuseRaw(error, socket));
    this.server.on('request', (request, response) => this.route(request, response));
    this.server.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
  }

  /** Binds the port; rejects with the system's error (`EADDRINUSE`, `EACCES`, …). */
  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ port: this.options.port, host: '127.0.0.1', exclusive: true }, () => {
        this.server.off('error', reject);
        this.server.on('error', (error) => this.options.log(`endpoint: ${error.message}`));
        resolve();
      });
    });
  }

  /** Frees the port at once and ends what is open, except sockets handed to `onWindow`. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
      for (const [socket, { timer }] of this.arriving) {
        clearTimeout(timer);
        socket.destroy();
      }
      this.arriving.clear();
    });
  }

  private watchArrival(socket: Socket): void {
    const timer = setTimeout(() => {
      const { status } = this.arriving.get(socket) ?? { status: 408 };
      this.arriving.delete(socket);
      this.refusals.add('slow');
      endRaw(socket, status);
    }, this.limits.requestMs);
    this.arriving.set(socket, { timer, status: 408 });
    socket.once('close', () => this.arrived(socket));
  }

  private arrived(socket: Duplex): void {
    clearTimeout(this.arriving.get(socket)?.timer);
    this.arriving.delete(socket);
  }

  private refuseRaw(error: Error, socket: Duplex): void {
    this.arrived(socket);
    if (!socket.writable) {
      return;
    }
    const tooLarge = 'code' in error && error.code === 'HPE_HEADER_OVERFLOW';
    const gone = 'code' in error && error.code === 'ECONNRESET';
    if (!gone) {
      this.refusals.add('http');
    }
    endRaw(socket, tooLarge ? 431 : 400);
  }

  private route(request: IncomingMessage, response: ServerResponse): void {
    response.shouldKeepAlive = false;
    const refusal = this.refuseOrigin(request);
    if (refusal !== undefined) {
      this.refuse(request, response, refusal, 403);
      return;
    }
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    if (request.method === 'GET' && path === '/health') {
      this.health(request, response, query);
      return;
    }
    if (request.method === 'POST' && path === '/v1/hook') {
      this.hook(request, response);
      return;
    }
    if (request.method === 'POST' && path === '/v1/events') {
      this.events(request, response);
      return;
    }
    this.refuse(request, response, 'route', 404);
  }

  /** Web pages are kept out, also those whose name was made to resolve to this machine. */
  private refuseOrigin(request: IncomingMessage): Refusal | undefined {
    const { host } = request.headers;
    const names = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${this.options.port}`);
    if (host === undefined || !names.includes(host.toLowerCase())) {
      return 'host';
    }
    return request.headers.origin === undefined ? undefined : 'origin';
  }

  private health(request: IncomingMessage, response: ServerResponse, query: string): void {
    const nonce = new URLSearchParams(query).get('nonce') ?? '';
    if (!isNonce(nonce)) {
      this.refuse(request, response, 'nonce', 400);
      return;
    }
    this.arrived(request.socket);
    answer(response, healthProof(this.options.token, nonce), 'text/plain');
  }

  private hook(request: IncomingMessage, response: ServerResponse): void {
    if (!this.knowsToken(request)) {
      this.refuse(request, response, 'token', 401);
      return;
    }
    const agent = request.headers['x-turnwatch-agent'];
    const name = typeof agent === 'string' ? agent : undefined;
    if (!isAgentId(name)) {
      this.refuse(request, response, 'agent', 400);
      return;
    }
    this.receive(request, response, (raw, receivedAt) => {
      const payload = parseObject(raw);
      if (payload === undefined) {
        this.refuse(request, response, 'json', 400);
        return;
      }
      this.answer(response, { agent: name, payload, raw, receivedAt }, '', (hook) =>
        this.options.onHook(hook).then((body) => ({ status: 200, body })),
      );
    });
  }

  private events(request: IncomingMessage, response: ServerResponse): void {
    if (!this.knowsToken(request)) {
      this.refuse(request, response, 'token', 401);
      return;
    }
    if (!this.batches.take()) {
      this.refuse(request, response, 'rate', 429);
      return;
    }
    this.receive(request, response, (raw, receivedAt) => {
      this.answer(
        response,
        { agent: EVENTS_AGENT, payload: {}, raw, receivedAt },
        '{"decision":"continue","problem":"The window took too long."}',
        async (hook) =>
          (await import('./events-endpoint.js')).answerEvents(hook, this.options.onHook),
      );
    });
  }

  private answer(
    response: ServerResponse,
    asked: Omit<HookQuestion, 'deadline'>,
    late: string,
    handle: Parameters<typeof answerInTime>[2],
  ): void {
    const { log, now } = this.options;
    answerInTime(
      response,
      { ...asked, deadline: asked.receivedAt + this.limits.answerMs },
      handle,
      {
        late,
        onLate: () => {
          this.refusals.add('late');
        },
        log,
        now,
      },
    );
  }

  private knowsToken(request: IncomingMessage): boolean {
    return sameSecret(request.headers.authorization ?? '', `Bearer ${this.options.token}`);
  }

  /** Reads a body up to the limit. */
  private receive(
    request: IncomingMessage,
    response: ServerResponse,
    onBody: (raw: Buffer, receivedAt: number) => void,
  ): void {
    const receivedAt = this.options.now();
    const { 'content-length': length } = request.headers;
    if (Number(length ?? 0) > this.limits.bodyBytes) {
      this.refuse(request, response, 'size', 413);
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    const collect = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > this.limits.bodyBytes) {
        chunks.length = 0;
        request.off('data', collect).off('end', complete);
        this.refuse(request, response, 'size', 413);
        return;
      }
      chunks.push(chunk);
    };
    const complete = (): void => {
      this.arrived(request.socket);
      onBody(Buffer.concat(chunks, size), receivedAt);
    };
    request.on('data', collect).on('end', complete);
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.arrived(socket);
    socket.on('error', () => socket.destroy());
    const refusal = this.refuseOrigin(request);
    if (refusal === undefined && request.method === 'POST' && request.url === '/v1/windows') {
      this.options.onWindow(request, socket, head);
      return;
    }
    this.refusals.add(refusal ?? 'route');
    endRaw(socket, refusal === undefined ? 404 : 403);
  }

  /** Lets a body of usual size arrive first: closing on unread bytes would take the status from the caller. */
  private refuse(
    request: IncomingMessage,
    response: ServerResponse,
    kind: Refusal,
    status: number,
  ): void {
    this.refusals.add(kind);
    const arriving = this.arriving.get(request.socket);
    if (arriving !== undefined) {
      arriving.status = status;
    }
    let drained = 0;
    const end = (): void => {
      request.off('data', drain).off('end', end).resume();
      if (response.writableEnded) {
        return;
      }
      response.writeHead(status, { 'Content-Length': 0, Connection: 'close' }).end();
    };
    const drain = (chunk: Buffer): void => {
      drained += chunk.length;
      if (drained > 2 * this.limits.bodyBytes) {
        end();
      }
    };
    if (request.complete && request.readableLength === 0) {
      end();
      return;
    }
    request.on('data', drain).on('end', end);
  }
}

/** A refusal where there is no response object to use. */
function endRaw(socket: Duplex, status: number): void {
  if (socket.writable) {
    socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }
  socket.once('finish', () => socket.destroy());
  setTimeout(() => socket.destroy(), 250).unref();
}

function parseObject(raw: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
