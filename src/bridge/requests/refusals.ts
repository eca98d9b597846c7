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
export type Refusal = keyof typeof refusalSentences;

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
