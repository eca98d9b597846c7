/** Tells how a request to the model goes: that it went out, that bytes of its answer come, and that it is over. */
import type { ClientRequest } from 'node:http';
import type { RequestState } from '../core/events.js';
import type { Passing } from './upstream-request.js';

/** Bytes that keep coming are told once in this time (milliseconds). */
const TOLD_EVERY = 30_000;

/** The agent's own copy never waits for this one. */
export function watchBytes(
  { response }: Passing,
  upstream: ClientRequest,
  now: () => number,
  tell: (state: RequestState) => void,
): void {
  let toldAt = -Infinity;
  upstream.once('finish', () => tell('sent'));
  upstream.on('response', (answer) => {
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
