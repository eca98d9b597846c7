/** The opt-in loopback relay between agents and their models' APIs: it forwards everything, and can disable the tools in a request. */
import {
  createServer,
  type ClientRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Arrivals } from '../arrivals.js';
import { readErrorCode, readErrorMessage } from '../core/error-words.js';
import { parseJsonObject } from '../core/json.js';
import type { LogLine } from '../core/log.js';
import { readAnswer } from './model-answer.js';
import { modelApi, type ModelApi } from './model-api.js';
import { decoded, fail, isLocal, Routes } from './relay-http.js';
import { GuardedHost, type RelayHost } from './relay-host.js';
import { identityOfBody, identityOfHeaders } from './request-identity.js';
import { changed, type RequestChange } from './text-only.js';
import {
  watchBytes,
  requestUpstream,
  type Passing,
  type UpstreamOptions,
} from './upstream-request.js';

export interface RelayOptions {
  /** 0: any free port, see `start`. */
  port: number;
  /** First segment of its addresses: who does not know it is not served. */
  secret: string;
  host: RelayHost;
  log: LogLine;
  now?: () => number;
  limits?: Partial<RelayLimits>;
}

export interface RelayLimits {
  /** Larger requests pass without inspection. */
  bodyBytes: number;
  connectMs: number;
  /** Idle connections to the API are closed after this time, before the API closes them and a request is lost. */
  restMs: number;
}

const relayLimits: Readonly<RelayLimits> = {
  bodyBytes: 32 * 1024 * 1024,
  connectMs: 10_000,
  restMs: 4000,
};

export type RelayStart = { ok: true; port: number } | { ok: false; problem: string };

/** What to do with the answer to a request. */
interface AnswerListener {
  /** Evaluated only once the answer arrives. */
  session: () => string | undefined;
  onAccepted?: () => void;
}

/** A request that is to be changed for its session. */
interface ChangedRequest {
  body: Record<string, unknown>;
  session: string;
  change: RequestChange;
}

/** The system's limit of open files is near. */
const MOST_CONNECTIONS = 1024;
const arrivalLimits = { headerMs: 10_000, requestMs: 10_000, connections: 64 };

export class Relay {
  private readonly limits: RelayLimits;
  private readonly now: () => number;
  private readonly server: Server;
  private readonly routes: Routes;
  private readonly host: GuardedHost;
  private port = 0;
  /** Connections that have not named the secret: anybody on this machine can open them. */
  private readonly arrivals = new Arrivals(arrivalLimits, {
    onLate: (socket) => socket.destroy(),
    onCrowded: () => undefined,
  });

  constructor(private readonly options: RelayOptions) {
    this.limits = { ...relayLimits, ...options.limits };
    this.now = options.now ?? Date.now;
    this.routes = new Routes(options.secret, this.limits.restMs);
    this.host = new GuardedHost(options.host, options.log);
    // a model may think for minutes: no time limits on answers or on requests in progress
    this.server = createServer(
      { requestTimeout: 0, keepAliveTimeout: 65_000, noDelay: true },
      (request, response) => this.relay(request, response),
    );
    this.server.maxConnections = MOST_CONNECTIONS;
    this.server.on('connection', (socket) => this.arrivals.watch(socket));
    this.server.on('clientError', (_error, socket) => socket.destroy());
    // Codex tries a WebSocket first: refused at once, it falls back to plain requests
    this.server.on('upgrade', (_request, socket) => {
      socket.on('error', () => socket.destroy());
      socket.end('HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    });
  }

  /** The base address for the agent of this id. */
  address(agent: string): string {
    return `http://127.0.0.1:${this.port}${this.routes.base(agent)}`;
  }

  get agents(): string[] {
    return this.routes.agents;
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
          readErrorCode(error) === 'EADDRINUSE'
            ? `The relay's port ${port} is used by another program.`
            : `The relay's port ${port} cannot be opened: ${readErrorMessage(error)}`,
      };
    }
    const address = this.server.address();
    this.port = typeof address === 'object' && address !== null ? address.port : port;
    return { ok: true, port: this.port };
  }

  /**
   * Accepts requests of the agent, after `start`. If it already does, later ones go to this upstream; those in progress keep
   * theirs. `upstream`: base address, `http` or `https`; its path is prefixed to each request's.
   * @returns what is wrong with the upstream, as a sentence.
   */
  serve(agent: string, upstream: string): string | undefined {
    return this.routes.set(agent, upstream, this.port);
  }

  /** Also aborts running requests: their agents retry or report it. */
  stop(): Promise<void> {
    this.routes.close();
    this.arrivals.destroyAll();
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private relay(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? '';
    const [path = ''] = url.split('?', 1);
    const api = modelApi(request.method, path);
    request.on('error', () => response.destroy());
    if (!isLocal(request.headers, this.port)) {
      this.logOutcome(request, response, 'refused');
      fail(response, api, 403, 'The relay serves only programs on this machine.');
      return;
    }
    const found = this.routes.find(url);
    if (found === undefined) {
      this.logOutcome(request, response, 'unknown address');
      fail(
        response,
        api,
        404,
        'The relay has no such address: “Turnwatch: Start Model Relay for…” shows the one to use.',
      );
      return;
    }
    const { agent } = found;
    this.arrivals.proved(request.socket);
    this.arrivals.done(request.socket);
    this.logOutcome(request, response, api === undefined ? agent : `${agent} ${api}`);
    const passing: Passing = { request, response, ...found, api };
    const ids = api === undefined ? undefined : identityOfHeaders(request.headers);
    if (api === undefined || ids === undefined) {
      this.stream(passing);
      return;
    }
    const session = this.host.session(agent, { ids, calls: [], prompts: [] });
    const mayChange = this.host.hasOpenInterventions();
    if (session === undefined || (mayChange && this.host.change(session) !== undefined)) {
      this.inspect(passing, api, { ids, session, hold: mayChange });
      return;
    }
    this.stream(passing, { session: () => session });
  }

  /** `whose`: never the path, which holds the secret and may hold names of the person's. */
  private logOutcome(request: IncomingMessage, response: ServerResponse, whose: string): void {
    const from = this.now();
    response.once('close', () => {
      const status = response.headersSent ? String(response.statusCode) : 'no answer';
      this.options.log(
        `relay: ${request.method ?? ''} ${whose} ${status}${response.writableFinished ? '' : ' (ended early)'} ${this.now() - from} ms`,
      );
    });
  }

  /** Streams a request on unchanged. `begun`: the part already read. */
  private stream(passing: Passing, listener?: AnswerListener, begun: readonly Buffer[] = []): void {
    const { request } = passing;
    const upstream = this.open(passing, request.headers['content-length'], listener);
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

  /**
   * Reads the body: held back in order to change it, or while it passes, to identify its session. A body above the limit
   * passes without inspection.
   */
  private inspect(
    passing: Passing,
    api: ModelApi,
    { ids, session: known, hold }: { ids: string[]; session: string | undefined; hold: boolean },
  ): void {
    const { request } = passing;
    const chunks: Buffer[] = [];
    let size = 0;
    const readBody = (): Record<string, unknown> | undefined => {
      const body = decoded(Buffer.concat(chunks), request.headers['content-encoding']);
      return body && parseJsonObject(body.toString('utf8'));
    };
    const findSession = (body: Record<string, unknown> | undefined): string | undefined => {
      if (body === undefined || known !== undefined) {
        return known;
      }
      const inBody = identityOfBody(api, body);
      const allIds = [...new Set([...ids, ...inBody.ids])];
      return this.host.session(passing.agent, { ...inBody, ids: allIds });
    };
    const keep = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= this.limits.bodyBytes) {
        chunks.push(chunk);
        return;
      }
      if (hold) {
        request.off('data', keep).off('end', passWhole);
        this.stream(passing, undefined, [...chunks, chunk]);
      }
      chunks.length = 0;
    };
    const passWhole = (): void => {
      const body = readBody();
      const session = findSession(body);
      const change = session === undefined ? undefined : this.host.change(session);
      if (
        body === undefined ||
        session === undefined ||
        change === undefined ||
        !this.sendChanged(passing, api, { body, session, change })
      ) {
        this.open(passing, String(size), { session: () => session }).end(Buffer.concat(chunks));
      }
    };
    request.on('data', keep);
    if (hold) {
      request.on('end', passWhole);
      return;
    }
    let whole: Record<string, unknown> | undefined;
    this.stream(passing, {
      session: () =>
        findSession(size <= this.limits.bodyBytes ? (whole ??= readBody()) : undefined),
    });
  }

  /** @returns whether the request could be changed. */
  private sendChanged(
    passing: Passing,
    api: ModelApi,
    { body, session, change }: ChangedRequest,
  ): boolean {
    const { route, agent } = passing;
    const text = (declared: boolean): Buffer | undefined => {
      const changedBody = changed(api, body, change, declared);
      return changedBody && Buffer.from(JSON.stringify(changedBody));
    };
    const send = (sent: Buffer, declared: boolean, onRefused?: () => void): void => {
      const onAccepted = (): void => {
        route.wantsToolsDeclared = declared;
        this.host.delivered(session);
      };
      const listener = { session: () => session, onAccepted };
      this.open(passing, String(sent.length), listener, { decoded: true, onRefused }).end(sent);
    };
    const declared = text(true);
    const bare = route.wantsToolsDeclared ? declared : text(false);
    if (declared === undefined || bare === undefined) {
      return false;
    }
    // nothing was taken out
    if (bare.equals(declared)) {
      send(declared, route.wantsToolsDeclared);
      return true;
    }
    send(bare, false, () => {
      this.options.log(`relay: ${agent} ${api} was refused without tools, so they are declared`);
      send(declared, true);
    });
    return true;
  }

  private open(
    passing: Passing,
    length: string | undefined,
    listener: AnswerListener | undefined,
    how: Pick<UpstreamOptions, 'decoded' | 'onRefused'> = { decoded: false },
  ): ClientRequest {
    const upstream = requestUpstream(passing, {
      ...how,
      length,
      connectMs: this.limits.connectMs,
      onAnswer: (answer) => {
        if (listener !== undefined) {
          this.listen(answer, passing.api, listener);
        }
      },
    });
    if (listener !== undefined && passing.api !== undefined) {
      watchBytes(passing, upstream, this.now, (news) => this.host.request(listener.session, news));
    }
    return upstream;
  }

  private listen(
    answer: IncomingMessage,
    api: ModelApi | undefined,
    { session, onAccepted }: AnswerListener,
  ): void {
    onAccepted?.();
    if (api === undefined) {
      return;
    }
    readAnswer(answer, api, (reader) => this.host.answered(session, () => reader.end()));
  }
}
