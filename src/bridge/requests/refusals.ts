/** Requests that the endpoint refuses: what the log says of each, and how the connection ends. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export const refusalSentences = {
  host: 'endpoint: refused a request whose Host is not this loopback address',
  origin: 'endpoint: refused a request from a web page',
  route: 'endpoint: refused a request to an unknown address',
  token: 'endpoint: refused a request without the token',
  agent: 'endpoint: refused a hook without a valid X-Turnwatch-Agent',
  nonce: 'endpoint: refused a health check without a valid nonce',
  size: 'endpoint: refused a body above the limit',
  json: 'endpoint: refused a body that is not a JSON object',
  cut: 'endpoint: missed a hook that only tells: its agent cut it off, and its log has the rest',
  slow: 'endpoint: dropped a request that did not arrive in time',
  http: 'endpoint: refused a request that is not HTTP or whose header is too large',
  busy: 'endpoint: closed a connection that had sent no token: too many are open',
  rate: 'endpoint: refused a batch of events: too many at once',
  late: 'endpoint: answered a hook without a decision: the window took too long',
} as const;
export type EndpointRefusal = keyof typeof refusalSentences;

/**
 * Lets a body of usual size arrive first: closing on unread bytes would reset the connection before the caller reads the status.
 * @param mostBytes of the body that are waited for
 */
export function endRefused(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  mostBytes: number,
): void {
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
    if (drained > mostBytes) {
      end();
    }
  };
  if (request.complete && request.readableLength === 0) {
    end();
    return;
  }
  request.on('data', drain).on('end', end);
}

/** A refusal where there is no response object. */
export function endRaw(socket: Duplex, status: number): void {
  if (socket.writable) {
    socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }
  socket.once('finish', () => socket.destroy());
  setTimeout(() => socket.destroy(), 250).unref();
}

// Reads the body of a request, up to a limit.

/** Calls back once; after `onTooLarge`, reading stops. */
export function receiveBody(
  request: IncomingMessage,
  mostBytes: number,
  { onBody, onTooLarge }: { onBody: (body: Buffer) => void; onTooLarge: () => void },
): void {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) {
    onTooLarge();
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  const collect = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > mostBytes) {
      chunks.length = 0;
      request.off('data', collect).off('end', complete);
      onTooLarge();
      return;
    }
    chunks.push(chunk);
  };
  const complete = (): void => onBody(Buffer.concat(chunks, size));
  request.on('data', collect).on('end', complete);
}

/** A rate limit: `burst` at once, `perSecond` in the long run. */
export class TokenBucket {
  private left: number;
  private at: number;

  /** `now`: milliseconds since the epoch. */
  constructor(
    private readonly burst: number,
    private readonly perSecond: number,
    private readonly now: () => number,
  ) {
    this.left = burst;
    this.at = now();
  }

  /** Takes `count` tokens or none. @returns 0, or the milliseconds after which there will be as many; more than `burst` count as `burst`. */
  take(count: number): number {
    const now = this.now();
    this.left = Math.min(
      this.burst,
      this.left + (Math.max(0, now - this.at) / 1000) * this.perSecond,
    );
    this.at = now;
    const missing = Math.min(count, this.burst) - this.left;
    if (missing > 0) {
      return Math.ceil((missing / this.perSecond) * 1000);
    }
    this.left = Math.max(0, this.left - count);
    return 0;
  }
}
