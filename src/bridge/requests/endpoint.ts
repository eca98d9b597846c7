/** A window's HTTP server: at its own door, or at the loopback port of all windows. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { readErrorCode } from '../../core/error-words.js';
import { ThrottledLog } from '../../core/log.js';
import { Arrivals, type ArrivalLimits } from '../../arrivals.js';
import { EndpointRequests, type RequestLimits, type RequestOptions } from './endpoint-requests.js';
import { endRaw, refusalSentences, type EndpointRefusal } from './refusals.js';

export interface EndpointLimits extends ArrivalLimits, RequestLimits {
  headerBytes: number;
}

export const endpointLimits: Readonly<EndpointLimits> = {
  bodyBytes: 8 * 1024 * 1024,
  headerBytes: 16 * 1024,
  connections: 64,
  headerMs: 1000,
  requestMs: 2000,
  answerMs: 800,
  // a second before the hook itself gives up
  personMs: 589_000,
  confirmMs: 2000,
  eventBurst: 10_000,
  eventsPerSecond: 1000,
  signMs: 500,
};

/** With those that have a token: the system's limit of open files is near. */
const MOST_CONNECTIONS = 1024;

export interface EndpointOptions extends RequestOptions {
  /** The port of all windows. */
  port: number;
  limits?: Partial<EndpointLimits>;
}

export class Endpoint {
  readonly refusals: ThrottledLog<EndpointRefusal>;
  private readonly server: Server;
  private readonly limits: EndpointLimits;
  private readonly arrivals: Arrivals;
  private readonly requests: EndpointRequests;
  private readonly accepted = new Set<Duplex>();
  /** Came in where only the user can. */
  private readonly usersOwn = new WeakSet<Duplex>();

  constructor(private readonly options: EndpointOptions) {
    this.limits = { ...endpointLimits, ...options.limits };
    this.refusals = new ThrottledLog(refusalSentences, options.log, options.now);
    this.arrivals = new Arrivals(this.limits, {
      onLate: (socket, status) => {
        this.refusals.add('slow');
        endRaw(socket, status);
      },
      onCrowded: () => this.refusals.add('busy'),
    });
    this.requests = new EndpointRequests(options, this.limits, this.refusals, this.arrivals);
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
    this.server.on('request', (request, response) =>
      this.requests.route(request, response, this.refuseOrigin(request)),
    );
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
    this.accepted.add(socket);
    socket.once('close', () => this.accepted.delete(socket));
    this.server.emit('connection', socket);
    if (isUsers) {
      this.usersOwn.add(socket);
      this.arrivals.proved(socket);
    }
  }

  /** Frees the port at once and ends what is open. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
      this.arrivals.destroyAll();
      for (const socket of this.accepted) {
        socket.destroy();
      }
    });
  }

  private refuseRaw(error: Error, socket: Duplex): void {
    this.arrivals.done(socket);
    if (!socket.writable) {
      return;
    }
    const code = readErrorCode(error);
    if (code !== 'ECONNRESET') {
      this.refusals.add('http');
    }
    endRaw(socket, code === 'HPE_HEADER_OVERFLOW' ? 431 : 400);
  }

  /** Keeps web pages out, including those whose domain was made to resolve to this machine (DNS rebinding). */
  private refuseOrigin(request: IncomingMessage): EndpointRefusal | undefined {
    const { host } = request.headers;
    const names = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${this.options.port}`);
    // no page reaches the user's own socket, and a hook may have read the address there just before it changed
    const isOwn = this.usersOwn.has(request.socket);
    if (!isOwn && (host === undefined || !names.includes(host.toLowerCase()))) {
      return 'host';
    }
    return request.headers.origin === undefined ? undefined : 'origin';
  }
}
