/** The opt-in loopback relay between agents and the APIs of their models: passes everything on, and makes text-only real. */
import {
  Agent as HttpAgent,
  createServer,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { decoded, decoder } from './encoding.js';
import { parseJsonObject } from '../core/json.js';
import { codeOf, messageOf } from '../core/error-words.js';
import { AnswerReader, type ModelAnswer } from './model-answer.js';
import { modelApi, type ModelApi } from './model-api.js';
import { identityOfBody, identityOfHeaders, type RequestIdentity } from './request-identity.js';
import { answerHeaders, fail, parseUpstream, passedOn } from './relay-http.js';
import type { LogLine } from '../core/throttled-log.js';
import { changed, type RequestChange } from './text-only.js';

/** What the relay asks and tells. A failure in here changes nothing for the agent. */
interface RelayHost {
  /** Whether any session is under an order: else no request is held back to look at it. */
  hasOpenInterventions(): boolean;
  /** The session to which a request of the agent belongs, if it is known. */
  session(agent: string, identity: RequestIdentity): string | undefined;
  /** What to change in this session's next request; undefined leaves it as it is. */
  change(session: string): RequestChange | undefined;
  /** The upstream has accepted the changed request. */
  delivered(session: string): void;
  answered(session: string, answer: ModelAnswer): void;
}

export interface RelayOptions {
  /** 0: any free one, see `port`. */
  port: number;
  host: RelayHost;
  log: LogLine;
  now?: () => number;
  limits?: Partial<RelayLimits>;
}

export interface RelayLimits {
  /** A larger request passes unseen. */
  bodyBytes: number;
  connectMs: number;
  /** A connection to the API that rests longer is closed: one that the API closes at the same moment would cost a request. */
  restMs: number;
}

const relayLimits: Readonly<RelayLimits> = {
  bodyBytes: 32 * 1024 * 1024,
  connectMs: 10_000,
  restMs: 4000,
};

export type RelayStart = { ok: true; port: number } | { ok: false; problem: string };

/** Where requests of one agent go: the first segment of their path names it. */
interface Route {
  upstream: URL;
  agent: HttpAgent;
}

/** One request on its way. */
interface Passing {
  request: IncomingMessage;
  response: ServerResponse;
  /** The name of its route. */
  agent: string;
  route: Route;
  api: ModelApi | undefined;
  /** Path and query behind the route's name. */
  target: string;
}

/** What is told of an answer, and of what session: looked for only when it has come. */
interface RelayedRequest {
  session: () => string | undefined;
  onAccepted?: () => void;
}

export class Relay {
  private readonly limits: RelayLimits;
  private readonly now: () => number;
  private readonly server: Server;
  private readonly routes = new Map<string, Route>();
  private port = 0;

  constructor(private readonly options: RelayOptions) {
    this.limits = { ...relayLimits, ...options.limits };
    this.now = options.now ?? Date.now;
    // A model may think for minutes: no limit on an answer, and none on a request that its sender keeps alive.
    this.server = createServer(
      { requestTimeout: 0, keepAliveTimeout: 65_000, noDelay: true },
      (request, response) => this.relay(request, response),
    );
    this.server.maxConnections = 256;
    this.server.on('clientError', (_error, socket) => socket.destroy());
    // Codex tries a WebSocket first: told no at once, it goes on with plain requests.
    this.server.on('upgrade', (_request, socket) => {
      socket.on('error', () => socket.destroy());
      socket.end('HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    });
  }

  /** The base address that the agent of this name is given. */
  address(agent: string): string {
    return `http://127.0.0.1:${this.port}/${agent}`;
  }

  get agents(): string[] {
    return [...this.routes.keys()];
  }

  async start(): Promise<RelayStart> {
    const { port } = this.options;
    try {
      await new Promise<void>((resolve, reject) => {
        this.server.once('error', reject);
        this.server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
          this.server.off('error', reject);
          this.server.on('error', (error) => this.options.log(`relay: ${error.message}`));
          resolve();
        });
      });
    } catch (error) {
      return {
        ok: false,
        problem:
          codeOf(error) === 'EADDRINUSE'
            ? `The relay's port ${port} is used by another program.`
            : `The relay's port ${port} cannot be opened: ${messageOf(error)}`,
      };
    }
    const address = this.server.address();
    this.port = typeof address === 'object' && address !== null ? address.port : port;
    return { ok: true, port: this.port };
  }

  /**
   * Takes requests of the agent, after `start`; where it does so already, the next ones go to this upstream and those under way to
   * their end. `upstream`: base address, `http` or `https`; a path in it goes before each request's.
   * @returns what is wrong with the upstream, as a sentence.
   */
  serve(agent: string, upstream: string): string | undefined {
    const url = parseUpstream(upstream);
    if (url === undefined) {
      return `The relay's upstream is not an http or https address: ${upstream}`;
    }
    if (this.isItself(url)) {
      return "The relay's upstream is the relay itself.";
    }
    if (this.routes.get(agent)?.upstream.href === url.href) {
      return undefined;
    }
    const kept = { keepAlive: true, timeout: this.limits.restMs }; // ends connections at rest only, never a request
    this.routes.set(agent, {
      upstream: url,
      agent: url.protocol === 'https:' ? new HttpsAgent(kept) : new HttpAgent(kept),
    });
    return undefined;
  }

  /** Ends running requests too: their agents try again or report it. */
  stop(): Promise<void> {
    for (const { agent } of this.routes.values()) {
      agent.destroy();
    }
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private isItself({ hostname, port }: URL): boolean {
    return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) && Number(port) === this.port;
  }

  private relay(request: IncomingMessage, response: ServerResponse): void {
    const from = this.now();
    const [path = ''] = (request.url ?? '').split('?', 1);
    response.once('close', () => {
      const status = response.headersSent ? String(response.statusCode) : 'no answer';
      this.options.log(
        `relay: ${request.method ?? ''} ${path} ${status}${response.writableFinished ? '' : ' (ended early)'} ${this.now() - from} ms`,
      );
    });
    request.on('error', () => response.destroy());
    const api = modelApi(request.method, path);
    const { host = '', origin } = request.headers;
    if (!/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(host) || origin !== undefined) {
      fail(response, api, 403, 'The relay serves programs of this machine only.');
      return;
    }
    const agent = /^\/([a-z0-9-]+)(?=\/|$)/.exec(path)?.[1];
    const route = agent === undefined ? undefined : this.routes.get(agent);
    if (agent === undefined || route === undefined) {
      fail(
        response,
        api,
        404,
        'The relay is not started for this address: its first part must name an agent.',
      );
      return;
    }
    const passing: Passing = {
      request,
      response,
      agent,
      route,
      api,
      target: (request.url ?? '').slice(agent.length + 1) || '/',
    };
    const ids = api === undefined ? undefined : identityOfHeaders(request.headers);
    if (api === undefined || ids === undefined) {
      this.stream(passing);
      return;
    }
    const identified = this.identify(agent, { ids, calls: [], prompts: [] });
    const mayChange = this.ask(() => this.options.host.hasOpenInterventions()) === true;
    if (identified === undefined || (mayChange && this.change(identified) !== undefined)) {
      this.look(passing, api, ids, identified, mayChange);
      return;
    }
    this.stream(passing, { session: () => identified });
  }

  /** Passes a request on as it comes. */
  private stream(passing: Passing, told?: RelayedRequest, begun: readonly Buffer[] = []): void {
    const { request } = passing;
    const upstream = this.open(passing, request.headers['content-length'], told);
    const write = (chunk: Buffer): void => {
      if (upstream.write(chunk)) {
        return;
      }
      request.pause();
      upstream.once('drain', () => request.resume());
    };
    for (const chunk of begun) {
      write(chunk);
    }
    request.on('data', write);
    request.on('end', () => upstream.end());
  }

  /** Reads the body: to change it before it goes on, else only to see whose it is. One above the limit passes unseen. */
  private look(
    passing: Passing,
    api: ModelApi,
    ids: string[],
    identified: string | undefined,
    hold: boolean,
  ): void {
    const { request } = passing;
    const chunks: Buffer[] = [];
    let size = 0;
    const read = (): Record<string, unknown> | undefined => {
      const body = decoded(Buffer.concat(chunks), request.headers['content-encoding']);
      return body && parseJsonObject(body.toString('utf8'));
    };
    const sessionIn = (body: Record<string, unknown> | undefined): string | undefined => {
      if (body === undefined || identified !== undefined) {
        return identified;
      }
      const more = identityOfBody(api, body);
      return this.identify(passing.agent, { ...more, ids: [...new Set([...ids, ...more.ids])] });
    };
    const keep = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= this.limits.bodyBytes) {
        chunks.push(chunk);
        return;
      }
      if (hold) {
        request.off('data', keep).off('end', whole);
        this.stream(passing, undefined, [...chunks, chunk]);
      }
      chunks.length = 0;
    };
    const whole = (): void => {
      const body = read();
      const session = sessionIn(body);
      const change = session === undefined ? undefined : this.change(session);
      const now =
        body === undefined || change === undefined ? undefined : changed(api, body, change);
      const told: RelayedRequest = { session: () => session };
      if (now === undefined || session === undefined) {
        this.open(passing, String(size), told).end(Buffer.concat(chunks));
        return;
      }
      const sent = Buffer.from(JSON.stringify(now));
      this.open(
        passing,
        String(sent.length),
        {
          ...told,
          onAccepted: () => {
            this.ask(() => this.options.host.delivered(session));
          },
        },
        true,
      ).end(sent);
    };
    request.on('data', keep);
    if (hold) {
      request.on('end', whole);
      return;
    }
    this.stream(passing, {
      session: () => sessionIn(size <= this.limits.bodyBytes ? read() : undefined),
    });
  }

  private identify(agent: string, identity: RequestIdentity): string | undefined {
    const { ids, calls, prompts } = identity;
    return ids.length + calls.length + prompts.length === 0
      ? undefined
      : this.ask(() => this.options.host.session(agent, identity));
  }

  private change(session: string): RequestChange | undefined {
    return this.ask(() => this.options.host.change(session));
  }

  /** What the rest of the extension answers must not break the person's session. */
  private ask<T>(question: () => T): T | undefined {
    try {
      return question();
    } catch (error) {
      this.options.log(`relay: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** Begins the upstream request; its answer is streamed back as it comes, its failure worded as the API would. `plain`: the body is not encoded any more. */
  private open(
    { request, response, route, api, target }: Passing,
    length: string | undefined,
    told?: RelayedRequest,
    plain = false,
  ): ClientRequest {
    const { upstream: base, agent } = route;
    const send = base.protocol === 'https:' ? httpsRequest : httpRequest;
    const headers = passedOn(request.rawHeaders, request.headers.connection, plain);
    headers.push('Host', base.host);
    if (length !== undefined) {
      headers.push('Content-Length', length);
    } else if (request.headers['transfer-encoding'] !== undefined) {
      headers.push('Transfer-Encoding', 'chunked');
    }
    const upstream = send({
      protocol: base.protocol,
      hostname: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port,
      agent,
      method: request.method,
      path: base.pathname.replace(/\/$/, '') + target,
      headers,
    });
    const timer = setTimeout(
      () => upstream.destroy(new Error(`no connection within ${this.limits.connectMs} ms`)),
      this.limits.connectMs,
    );
    const connected = (): void => clearTimeout(timer);
    upstream.on('socket', (socket) => {
      if (socket.connecting) {
        socket.once(base.protocol === 'https:' ? 'secureConnect' : 'connect', connected);
      } else {
        connected();
      }
    });
    upstream.on('close', connected);
    upstream.on('response', (answer) => {
      const status = answer.statusCode ?? 502;
      answer.on('error', () => response.destroy());
      // An answer cut short upstream is cut short here, never ended as if it were whole.
      answer.on('close', () => {
        if (!answer.complete) {
          response.destroy();
        }
      });
      if (response.destroyed || response.headersSent) {
        upstream.destroy();
        return;
      }
      response.writeHead(status, answer.statusMessage, answerHeaders(answer));
      response.flushHeaders();
      answer.pipe(response);
      if (status >= 300 || told === undefined) {
        return;
      }
      told.onAccepted?.();
      if (api !== undefined) {
        this.read(answer, api, told);
      }
    });
    upstream.on('error', (error) => {
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

  /** Reads a copy of the answer as it passes; the agent's own copy never waits for it. */
  private read(answer: IncomingMessage, api: ModelApi, { session }: RelayedRequest): void {
    const unpack = decoder(answer.headers['content-encoding']);
    if (unpack === undefined) {
      return;
    }
    const reader = new AnswerReader(
      api,
      (answer.headers['content-type'] ?? '').startsWith('text/event-stream'),
    );
    const over = (): void => {
      this.ask(() => {
        const whose = session();
        if (whose !== undefined) {
          this.options.host.answered(whose, reader.end());
        }
      });
    };
    if (unpack === 'none') {
      answer.on('data', (chunk: Buffer) => reader.feed(chunk));
      answer.on('end', over);
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
      .on('end', over)
      .on('error', () => unpack.destroy());
  }
}
