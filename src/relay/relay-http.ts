/** Which HTTP headers the relay accepts and passes on, and its own error answers. */
import {
  Agent as HttpAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { sameSecret } from '../same-secret.js';
import { errorBody, type ModelApi } from './model-api.js';

/** Connection-specific headers (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** A base address of http or https, without a name, a password or a query. */
function parseUpstream(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.search === ''
      ? url
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether a program sends the request, to this port by its own name: a web page's carry its origin or say that they cross
 * sites, and a name of its own that suddenly leads here (DNS rebinding) stays in `Host`.
 */
export function isLocal(headers: IncomingHttpHeaders, port: number): boolean {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = headers;
  const own = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::(\d+))?$/i.exec(host);
  return (
    own !== null &&
    Number(own[1] ?? 80) === port &&
    origin === undefined &&
    (site === 'none' || site === 'same-origin')
  );
}

/**
 * A request's headers, names and values alternating, without connection-specific ones, length and host, which are set
 * anew. `decoded`: the body is no longer encoded.
 */
export function passedOn(raw: readonly string[], connection = '', decoded = false): string[] {
  const replaced = ['host', 'content-length', 'expect', ...(decoded ? ['content-encoding'] : [])];
  return without(raw, [...namedIn(connection), ...replaced]);
}

export function answerHeaders(answer: IncomingMessage): string[] {
  return without(answer.rawHeaders, namedIn(answer.headers.connection ?? ''));
}

/** The header `Connection` names further connection-specific headers. */
function namedIn(connection: string): string[] {
  return connection
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
}

function without(raw: readonly string[], names: readonly string[]): string[] {
  const dropped = new Set([...HOP_BY_HOP, ...names]);
  return pairs(raw)
    .filter(([name]) => !dropped.has(name.toLowerCase()))
    .flat();
}

function pairs(raw: readonly string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    found.push([raw[i] ?? '', raw[i + 1] ?? '']);
  }
  return found;
}

/** An error as the API words it, so that the agent can show it. */
export function fail(
  response: ServerResponse,
  api: ModelApi | undefined,
  status: number,
  message: string,
): void {
  if (response.headersSent || response.destroyed) {
    return;
  }
  const text = errorBody(api, status, message);
  response
    .writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      Connection: 'close',
    })
    .end(text);
}

// Decompresses bodies with what this Node supports.

/** Bytes: a larger body is not decompressed. */
const LARGEST = 64 * 1024 * 1024;

/** The body itself if it is not encoded; undefined if it cannot be decoded. */
export function decoded(body: Buffer, encoding: string | undefined): Buffer | undefined {
  const options = { maxOutputLength: LARGEST };
  try {
    switch (encoding?.toLowerCase() ?? 'identity') {
      case 'identity':
      case '':
        return body;
      case 'gzip':
      case 'x-gzip':
        return zlib.gunzipSync(body, options);
      case 'deflate':
        return zlib.inflateSync(body, options);
      case 'br':
        return zlib.brotliDecompressSync(body, options);
      case 'zstd': {
        const unpack: unknown = Reflect.get(zlib, 'zstdDecompressSync');
        const unpacked = isUnpacker(unpack) ? unpack(body, options) : undefined;
        return Buffer.isBuffer(unpacked) ? unpacked : undefined;
      }
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}

/** Newer Nodes only. */
function isUnpacker(
  value: unknown,
): value is (body: Buffer, options: { maxOutputLength: number }) => unknown {
  return typeof value === 'function';
}

function isMaker(value: unknown): value is () => Transform {
  return typeof value === 'function';
}

/** A decoding stream; `none` if the body is not encoded, undefined if it cannot be decoded. */
export function decoder(encoding: string | undefined): Transform | 'none' | undefined {
  switch (encoding?.toLowerCase() ?? 'identity') {
    case 'identity':
    case '':
      return 'none';
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return zlib.createInflate();
    case 'br':
      return zlib.createBrotliDecompress();
    case 'zstd': {
      const create: unknown = Reflect.get(zlib, 'createZstdDecompress');
      return isMaker(create) ? create() : undefined;
    }
    default:
      return undefined;
  }
}

export interface Route {
  upstream: URL;
  /** Keeps connections to the upstream open. */
  connections: HttpAgent;
  /** It refused a history of tool calls without tools, and took it with them. */
  wantsToolsDeclared: boolean;
}

/** Maps requests to upstreams: their path begins with the relay's secret and the agent. */
export class Routes {
  private readonly routes = new Map<string, Route>();

  /** `secret`: first segment of every path. `restMs`: idle connections are closed after this time. */
  constructor(
    private readonly secret: string,
    private readonly restMs: number,
  ) {}

  get agents(): string[] {
    return [...this.routes.keys()];
  }

  /** @returns what is wrong with the upstream, as a sentence. `ownPort`: the relay's. */
  set(agent: string, upstream: string, ownPort: number): string | undefined {
    const url = parseUpstream(upstream);
    if (url === undefined) {
      return `The relay's upstream is not an http or https address: ${upstream}`;
    }
    if (isLoopback(url.hostname) && Number(url.port) === ownPort) {
      return "The relay's upstream is the relay itself.";
    }
    if (this.routes.get(agent)?.upstream.href === url.href) {
      return undefined;
    }
    const kept = { keepAlive: true, timeout: this.restMs }; // ends idle connections only, never a request
    this.routes.set(agent, {
      upstream: url,
      connections: url.protocol === 'https:' ? new HttpsAgent(kept) : new HttpAgent(kept),
      wantsToolsDeclared: false,
    });
    return undefined;
  }

  /** Path of the agent's base address. */
  base(agent: string): string {
    return `/${this.secret}/${agent}`;
  }

  /** `target`: a request's path and query. The found one is what follows the base address. */
  find(target: string): { agent: string; route: Route; target: string } | undefined {
    const [, secret = '', agent = ''] = /^\/([^/?]+)\/([a-z0-9-]+)(?=[/?]|$)/.exec(target) ?? [];
    const route = this.routes.get(agent);
    return route !== undefined && sameSecret(secret, this.secret)
      ? { agent, route, target: target.slice(this.base(agent).length) || '/' }
      : undefined;
  }

  close(): void {
    for (const { connections } of this.routes.values()) {
      connections.destroy();
    }
  }
}

function isLoopback(hostname: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}
