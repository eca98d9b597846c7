/** The loopback HTTP server of the window that holds the port: hooks, health, and other windows joining. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, stackOf } from '../core/error-words.js';
import { parseJsonObject } from '../core/json.js';
import { ThrottledLog, type LogLine } from '../core/throttled-log.js';
import { answer, answerInTime, type ArrivedHook, type HandledHook } from './answer-in-time.js';
import { Arrivals, type ArrivalLimits } from './arrivals.js';
import { BatchOrder, type BatchPlace } from './batch-order.js';
import { EVENTS_AGENT, isAgentId, processIn, sessionOf, type HookRequest } from './hook-request.js';
import { healthProof, isNonce } from './proof.js';
import { sameSecret } from '../same-secret.js';
import { endRaw, endRefused, refusalSentences, type Refusal } from './refusals.js';
import { receiveBody } from './request-body.js';
import { TokenBucket } from './token-bucket.js';

export interface EndpointLimits extends ArrivalLimits {
  bodyBytes: number;
  headerBytes: number;
  /** From the request's arrival to the answer; the hook client itself gives up after 900 ms. */
  answerMs: number;
  /** From the answer to the end of the client's connection; then the answer counts as not delivered. */
  confirmMs: number;
  /** Events that programs may report at once, and those a second in the long run. */
  eventBurst: number;
  eventsPerSecond: number;
}

export const endpointLimits: Readonly<EndpointLimits> = {
  bodyBytes: 8 * 1024 * 1024,
  headerBytes: 16 * 1024,
  connections: 64,
  headerMs: 1000,
  requestMs: 2000,
  answerMs: 800,
  confirmMs: 2000,
  eventBurst: 10_000,
  eventsPerSecond: 1000,
};

/** With those that have a token: the system's limit of open files is near. */
const MOST_CONNECTIONS = 1024;

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
  private readonly eventRate: TokenBucket;
  private readonly batches = new BatchOrder();
  private readonly arrivals: Arrivals;
  /** Came in where only the user can. */
  private readonly usersOwn = new WeakSet<Duplex>();
  /** Requests that have come in full. */
  private readonly answering = new Set<ServerResponse>();

  constructor(private readonly options: EndpointOptions) {
    this.limits = { ...endpointLimits, ...options.limits };
    this.eventRate = new TokenBucket(
      this.limits.eventBurst,
      this.limits.eventsPerSecond,
      options.now,
    );
    this.refusals = new ThrottledLog(refusalSentences, options.log, options.now);
    this.arrivals = new Arrivals(this.limits, {
      onLate: (socket, status) => {
        this.refusals.add('slow');
        endRaw(socket, status);
      },
      onCrowded: () => this.refusals.add('busy'),
    });
    this.server = createServer({
      maxHeaderSize: this.limits.headerBytes,
      noDelay: true,
      keepAlive: false,
    });
    this.server.maxConnections = MOST_CONNECTIONS;
    this.server.maxHeadersCount = 64;
    this.server.on('connection', (socket) => this.arrivals.watch(socket));
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

  /** Serves a connection that came in where hooks ask. `isUsers`: nobody else can open one there. */
  accept(socket: Duplex, isUsers: boolean): void {
    this.server.emit('connection', socket);
    if (isUsers) {
      this.usersOwn.add(socket);
      this.arrivals.proved(socket);
    }
  }

  /** Frees the port at once; resolves once the requests that have come in full are answered, at the latest at their deadline. */
  async retire(): Promise<void> {
    this.server.close();
    const answered = [...this.answering].map((response) => once(response, 'close'));
    await Promise.race([
      Promise.all(answered),
      sleep(this.limits.answerMs, undefined, { ref: false }),
    ]);
  }

  /** Frees the port at once and ends what is open, except sockets handed to `onWindow`. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
      this.arrivals.destroyAll();
    });
  }

  /** A socket handed to `onWindow` belongs to one of our windows. */
  joined(socket: Duplex): void {
    this.arrivals.proved(socket);
  }

  private refuseRaw(error: Error, socket: Duplex): void {
    this.arrivals.done(socket);
    if (!socket.writable) {
      return;
    }
    const code = codeOf(error);
    if (code !== 'ECONNRESET') {
      this.refusals.add('http');
    }
    endRaw(socket, code === 'HPE_HEADER_OVERFLOW' ? 431 : 400);
  }

  /**
   * Every request begins here. A hook's way from the socket to its answer:
   *
   *  1. `route` keeps web pages out and picks the handler by the path.
   *  2. `hook` checks the token and the agent's name; `receive` reads the body up to its limit. Batches of events about the same
   *     session that arrived before it go first.
   *  3. `answerInTime` (answer-in-time.ts) sets the deadline: whatever follows, the agent gets one answer by then. A hook that only
   *     tells is answered at once, with nothing.
   *  4. `Hub.dispatch` (hub.ts) finds the window with the session's folder. Another window's hook goes over its held connection to
   *     `Member.answer` (member.ts), and its answer comes back the same way.
   *  5. `handle` (extension.ts) loads what watches sessions, once per window, and calls `Feed.hook`.
   *  6. `Feed.readHook` (host/live/feed.ts) turns the payload into events and a point to answer at, by `agents/<agent>/payload.ts`.
   *  7. `LiveMerge.pass` (agents/live/live-merge.ts) drops what the session's log has already reported.
   *  8. `Feed.answerHook` gives the events to `Live.push`; before a step's end that would be a stall it waits for the workspace.
   *  9. `Live.push` (host/live/live.ts) records each event and applies what `Watch.push` (core/watch.ts) decides: `Judge` folds and
   *     judges the event, `Policy` requests interventions.
   * 10. `LiveInterventions.decide` (host/live/live-interventions.ts) asks `AgentAnswers.decide` (core/interventions/agent-answers.ts)
   *     for the answer at this point.
   * 11. `Feed.print` has `agents/<agent>/answer.ts` put the decision into the agent's own words.
   * 12. `answerInTime` sends the text. Once the client has taken it, `Feed.confirm` calls `LiveInterventions.delivered`,
   *     which records the receipt.
   */
  private route(request: IncomingMessage, response: ServerResponse): void {
    response.shouldKeepAlive = false;
    this.arrivals.headerArrived(request.socket);
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

  /** Keeps web pages out, including those whose domain was made to resolve to this machine (DNS rebinding). */
  private refuseOrigin(request: IncomingMessage): Refusal | undefined {
    const { host } = request.headers;
    const names = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${this.options.port}`);
    // no page reaches the user's own socket, and a hook may have read the address there just before it changed
    const isOwn = this.usersOwn.has(request.socket);
    if (!isOwn && (host === undefined || !names.includes(host.toLowerCase()))) {
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
    this.arrivals.done(request.socket);
    answer(response, healthProof(this.options.token, nonce), 'text/plain');
  }

  private hook(request: IncomingMessage, response: ServerResponse): void {
    if (!this.provesToken(request)) {
      this.refuse(request, response, 'token', 401);
      return;
    }
    const agent = request.headers['x-turnwatch-agent'];
    const name = typeof agent === 'string' ? agent : undefined;
    if (!isAgentId(name)) {
      this.refuse(request, response, 'agent', 400);
      return;
    }
    const process = processIn(request.headers['x-turnwatch-process']);
    const told = request.headers['x-turnwatch-told'] !== undefined;
    this.receive(request, response, (raw, receivedAt) => {
      const payload = parseJsonObject(raw.toString('utf8'));
      if (payload === undefined) {
        this.refuse(request, response, told ? 'cut' : 'json', 400);
        return;
      }
      const hook: Omit<ArrivedHook, 'deadline'> = {
        agent: name,
        payload,
        raw,
        receivedAt,
        ...(process !== undefined && { process }),
        ...(told && { told }),
      };
      if (told) {
        answer(response, '', 'text/plain', 204);
        this.takeTold(hook);
        return;
      }
      this.answer(response, hook, '', async (asked) => ({
        status: 200,
        body: await this.pass(asked),
      }));
    });
  }

  /** Nobody waits: what it tells is taken in as soon as it can be. */
  private takeTold(hook: Omit<ArrivedHook, 'deadline'>): void {
    const deadline = hook.receivedAt + this.limits.answerMs;
    this.pass({ ...hook, deadline, delivered: Promise.resolve(false) }).catch((error: unknown) =>
      this.options.log(`endpoint: a hook of ${hook.agent} failed: ${stackOf(error)}`),
    );
  }

  private async pass(hook: HookRequest): Promise<string> {
    await this.batches.turnOf(sessionOf(hook.payload) ?? '');
    return this.options.onHook(hook);
  }

  private events(request: IncomingMessage, response: ServerResponse): void {
    if (!this.provesToken(request)) {
      this.refuse(request, response, 'token', 401);
      return;
    }
    this.receive(request, response, (raw, receivedAt) => {
      const place = this.batches.enter(raw, this.limits.answerMs);
      this.answer(
        response,
        { agent: EVENTS_AGENT, payload: {}, raw, receivedAt },
        '{"decision":"continue","problem":"The window took too long."}',
        (hook) => this.answerEvents(hook, place).finally(place.leave),
      );
    });
  }

  private async answerEvents(hook: HookRequest, place: BatchPlace): Promise<HandledHook> {
    const { answerEvents } = await import('./events-endpoint.js');
    const handled = await answerEvents({
      hook,
      place,
      rate: this.eventRate,
      dispatch: this.options.onHook,
    });
    if (handled.status === 429) {
      this.refusals.add('rate');
    }
    return handled;
  }

  private answer(
    response: ServerResponse,
    hook: Omit<ArrivedHook, 'deadline'>,
    late: string,
    handle: Parameters<typeof answerInTime>[2],
  ): void {
    const { log, now } = this.options;
    this.answering.add(response);
    response.once('close', () => this.answering.delete(response));
    answerInTime(response, { ...hook, deadline: hook.receivedAt + this.limits.answerMs }, handle, {
      late,
      onLate: () => {
        this.refusals.add('late');
      },
      confirmMs: this.limits.confirmMs,
      log,
      now,
    });
  }

  private provesToken(request: IncomingMessage): boolean {
    const isOurs = sameSecret(request.headers.authorization ?? '', `Bearer ${this.options.token}`);
    if (isOurs) {
      this.arrivals.proved(request.socket);
    }
    return isOurs;
  }

  private receive(
    request: IncomingMessage,
    response: ServerResponse,
    onBody: (raw: Buffer, receivedAt: number) => void,
  ): void {
    const receivedAt = this.options.now();
    receiveBody(request, this.limits.bodyBytes, {
      onBody: (raw) => {
        this.arrivals.done(request.socket);
        onBody(raw, receivedAt);
      },
      onTooLarge: () => this.refuse(request, response, 'size', 413),
    });
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.arrivals.done(socket);
    socket.on('error', () => socket.destroy());
    const refusal = this.refuseOrigin(request);
    if (refusal === undefined && request.method === 'POST' && request.url === '/v1/windows') {
      this.options.onWindow(request, socket, head);
      return;
    }
    this.refusals.add(refusal ?? 'route');
    endRaw(socket, refusal === undefined ? 404 : 403);
  }

  private refuse(
    request: IncomingMessage,
    response: ServerResponse,
    kind: Refusal,
    status: number,
  ): void {
    this.refusals.add(kind);
    this.arrivals.refused(request.socket, status);
    endRefused(request, response, status, 2 * this.limits.bodyBytes);
  }
}
