/** The opt-in loopback relay between an agent and Anthropic's Messages API: passes everything on, and makes text-only real. */
import { Agent as HttpAgent, createServer, request as httpRequest, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { codeOf, messageOf } from './failure.js';
import type { Log } from './tally.js';
import { toTextOnly } from './text-only.js';

export interface RelayOptions {
  /** 0: any free one, see `port`. */
  port: number;
  /** Base address, `http` or `https`; a path in it goes before each request's path. */
  upstream: string;
  /** Whether this session's next request is to be text-only, and the reminder for the model if there is one. */
  textOnly: (session: string) => string | boolean | undefined;
  /** The upstream has accepted a text-only request of this session. */
  onDelivered: (session: string) => void;
  log: Log;
  now?: () => number;
  limits?: Partial<RelayLimits>;
}

export interface RelayLimits {
  bodyBytes: number;
  connectMs: number;
}

export const relayLimits: Readonly<RelayLimits> = { bodyBytes: 64 * 1024 * 1024, connectMs: 10_000 };

/** Headers of one connection, not of the message (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

export type RelayStart = { ok: true; port: number } | { ok: false; problem: string };

export class Relay {
  readonly #limits: RelayLimits;
  readonly #now: () => number;
  readonly #server: Server;
  #upstream: URL | undefined;
  #agent: HttpAgent | undefined;
  #port = 0;

  constructor(private readonly options: RelayOptions) {
    this.#limits = { ...relayLimits, ...options.limits };
    this.#now = options.now ?? Date.now;
    // A model may think for minutes: no limit on an answer, and none on a request that its sender keeps alive.
    this.#server = createServer({ requestTimeout: 0, keepAliveTimeout: 65_000, noDelay: true }, (request, response) => this.#relay(request, response));
    this.#server.maxConnections = 256;
    this.#server.on('clientError', (_error, socket) => socket.destroy());
  }

  /** The address for `ANTHROPIC_BASE_URL`. */
  get address(): string { return `http://127.0.0.1:${this.#port}`; }

  async start(): Promise<RelayStart> {
    const upstream = parseUpstream(this.options.upstream);
    if (upstream === undefined) { return { ok: false, problem: `The relay's upstream is not an http or https address: ${this.options.upstream}` }; }
    this.#upstream = upstream;
    this.#agent = upstream.protocol === 'https:' ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
    const { port } = this.options;
    try {
      await new Promise<void>((resolve, reject) => {
        this.#server.once('error', reject);
        this.#server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
          this.#server.off('error', reject);
          this.#server.on('error', (error) => this.options.log(`relay: ${error.message}`));
          resolve();
        });
      });
    } catch (error) {
      return { ok: false, problem: codeOf(error) === 'EADDRINUSE' ? `The relay's port ${port} is used by another program.` : `The relay's port ${port} cannot be opened: ${messageOf(error)}` };
    }
    const address = this.#server.address();
    this.#port = typeof address === 'object' && address !== null ? address.port : port;
    if (this.#isItself(upstream)) {
      await this.stop();
      return { ok: false, problem: 'The relay\'s upstream is the relay itself.' };
    }
    return { ok: true, port: this.#port };
  }

  /** Ends running requests too: their agents try again or report it. */
  stop(): Promise<void> {
    this.#agent?.destroy();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #isItself({ hostname, port }: URL): boolean {
    return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) && Number(port) === this.#port;
  }

  #relay(request: IncomingMessage, response: ServerResponse): void {
    const from = this.#now();
    const [path = ''] = (request.url ?? '').split('?', 1);
    response.once('close', () => {
      const status = response.headersSent ? String(response.statusCode) : 'no answer';
      this.options.log(`relay: ${request.method ?? ''} ${path} ${status}${response.writableFinished ? '' : ' (ended early)'} ${this.#now() - from} ms`);
    });
    request.on('error', () => response.destroy());
    const { host = '', origin, 'content-length': length } = request.headers;
    if (!/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(host) || origin !== undefined) { fail(response, 403, 'permission_error', 'The relay serves programs of this machine only.'); return; }
    if (!path.startsWith('/')) { fail(response, 400, 'invalid_request_error', 'The relay takes no proxy requests.'); return; }
    if (Number(length ?? 0) > this.#limits.bodyBytes) { fail(response, 413, 'request_too_large', 'The request is larger than the relay takes.'); return; }
    const session = request.method === 'POST' && path.endsWith('/v1/messages') ? sessionOf(request.headers) : undefined;
    const wanted = session === undefined ? undefined : this.#textOnly(session);
    if (session === undefined || wanted === undefined || wanted === false || isEncoded(request.headers)) {
      const upstream = this.#open(request, response, request.headers['content-length']);
      this.#bounded(request, response, (chunk) => {
        if (!upstream.write(chunk)) {
          request.pause();
          upstream.once('drain', () => request.resume());
        }
      }, () => upstream.end(), () => upstream.destroy());
      return;
    }
    const chunks: Buffer[] = [];
    this.#bounded(request, response, (chunk) => chunks.push(chunk), () => {
      const body = Buffer.concat(chunks);
      const changed = toTextOnly(body, typeof wanted === 'string' && wanted !== '' ? wanted : undefined);
      const sent = changed ?? body;
      this.#open(request, response, String(sent.length), changed === undefined ? undefined : () => this.#delivered(session)).end(sent);
    }, () => undefined);
  }

  /** What the rest of the extension answers must not break the person's session. */
  #textOnly(session: string): string | boolean | undefined {
    try { return this.options.textOnly(session); } catch (error) {
      this.options.log(`relay: ${messageOf(error)}`);
      return undefined;
    }
  }

  #delivered(session: string): void {
    try { this.options.onDelivered(session); } catch (error) { this.options.log(`relay: ${messageOf(error)}`); }
  }

  /** Reads a body up to the limit. */
  #bounded(request: IncomingMessage, response: ServerResponse, onChunk: (chunk: Buffer) => void, onEnd: () => void, onTooLarge: () => void): void {
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= this.#limits.bodyBytes) { onChunk(chunk); return; }
      request.removeAllListeners('data').removeAllListeners('end').resume();
      onTooLarge();
      fail(response, 413, 'request_too_large', 'The request is larger than the relay takes.');
    });
    request.on('end', onEnd);
  }

  /** Begins the upstream request; its answer is streamed back as it comes, its failure answered as Anthropic would. */
  #open(request: IncomingMessage, response: ServerResponse, length: string | undefined, onAccepted?: () => void): ClientRequest {
    const base = this.#upstream ?? new URL(this.options.upstream);
    const send = base.protocol === 'https:' ? httpsRequest : httpRequest;
    const headers = passedOn(request.rawHeaders, request.headers.connection);
    headers.push('Host', base.host);
    if (length !== undefined) { headers.push('Content-Length', length); } else if (request.headers['transfer-encoding'] !== undefined) { headers.push('Transfer-Encoding', 'chunked'); }
    const upstream = send({
      protocol: base.protocol, hostname: base.hostname.replace(/^\[|\]$/g, ''), port: base.port, agent: this.#agent,
      method: request.method, path: base.pathname.replace(/\/$/, '') + (request.url ?? '/'), headers,
    });
    const timer = setTimeout(() => upstream.destroy(new Error(`no connection within ${this.#limits.connectMs} ms`)), this.#limits.connectMs);
    const connected = (): void => clearTimeout(timer);
    upstream.on('socket', (socket) => {
      if (socket.connecting) { socket.once(base.protocol === 'https:' ? 'secureConnect' : 'connect', connected); } else { connected(); }
    });
    upstream.on('close', connected);
    upstream.on('response', (answer) => {
      const status = answer.statusCode ?? 502;
      if (status < 300) { onAccepted?.(); }
      answer.on('error', () => response.destroy());
      // An answer cut short upstream is cut short here, never ended as if it were whole.
      answer.on('close', () => { if (!answer.complete) { response.destroy(); } });
      if (response.destroyed || response.headersSent) { upstream.destroy(); return; }
      response.writeHead(status, answer.statusMessage, answerHeaders(answer));
      response.flushHeaders();
      answer.pipe(response);
    });
    upstream.on('error', (error) => {
      if (response.headersSent) { response.destroy(); } else { fail(response, 502, 'api_error', `The relay could not reach ${base.host}: ${error.message}`); }
    });
    response.once('close', () => { if (!response.writableFinished) { upstream.destroy(); } });
    return upstream;
  }
}

function parseUpstream(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.search === '' ? url : undefined;
  } catch { return undefined; }
}

const ID = /^[\w-]{1,128}$/;
/** Requests of Claude Code that are steps of a turn; others (titles, compaction) are left alone. */
const TURN_CLASSES: readonly unknown[] = [undefined, 'main', 'subagent', 'workflow'];

/** The session that a request belongs to; a sub-agent's is `<session>/<agent>`. */
export function sessionOf(headers: IncomingHttpHeaders): string | undefined {
  const { 'x-claude-code-session-id': session, 'x-claude-code-agent-id': agent, 'x-claude-code-request-class': kind } = headers;
  if (typeof session !== 'string' || !ID.test(session) || !TURN_CLASSES.includes(kind)) { return undefined; }
  return typeof agent === 'string' && ID.test(agent) ? `${session}/${agent}` : session;
}

function isEncoded(headers: IncomingHttpHeaders): boolean {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && encoding.toLowerCase() !== 'identity';
}

/** Names and values by turns, without what belongs to the connection, and without length and host, which are set anew. */
function passedOn(raw: readonly string[], connection = ''): string[] {
  const dropped = new Set([...HOP_BY_HOP, 'host', 'content-length', 'expect', ...connection.toLowerCase().split(',').map((name) => name.trim())]);
  return pairs(raw).filter(([name]) => !dropped.has(name.toLowerCase())).flat();
}

function answerHeaders(answer: IncomingMessage): string[] {
  const dropped = new Set([...HOP_BY_HOP, ...(answer.headers.connection ?? '').toLowerCase().split(',').map((name) => name.trim())]);
  return pairs(answer.rawHeaders).filter(([name]) => !dropped.has(name.toLowerCase())).flat();
}

function pairs(raw: readonly string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) { found.push([raw[i] ?? '', raw[i + 1] ?? '']); }
  return found;
}

/** An error as Anthropic's API words it, so that the agent can show it. */
function fail(response: ServerResponse, status: number, type: string, message: string): void {
  if (response.headersSent || response.destroyed) { return; }
  const text = JSON.stringify({ type: 'error', error: { type, message } });
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text), Connection: 'close' }).end(text);
}
