/** The answer to a hook, given once: the window's own, or after its time the one that decides nothing. */
import type { ServerResponse } from 'node:http';
import { stackOf } from '../core/error-words.js';
import type { HookRequest } from './hook-request.js';
import type { LogLine } from '../core/throttled-log.js';

export interface Timed {
  /** What is answered where the window does not answer in time or fails. */
  late: string;
  onLate: () => void;
  log: LogLine;
  /** Milliseconds since the epoch. */
  now: () => number;
}

export type HookQuestion = Omit<HookRequest, 'delivered'>;

export function answerInTime(
  response: ServerResponse,
  asked: HookQuestion,
  handle: (request: HookRequest) => Promise<{ status: number; body: string }>,
  { late, onLate, log, now }: Timed,
): void {
  let answered = false;
  let settle: (delivered: boolean) => void = () => undefined;
  const request: HookRequest = {
    ...asked,
    delivered: new Promise((resolve) => {
      settle = resolve;
    }),
  };
  const once = (text: string, status = 200): void => {
    answered = true;
    clearTimeout(timer);
    answer(response, text, 'application/json; charset=utf-8', status);
  };
  const timer = setTimeout(
    () => {
      settle(false);
      onLate();
      once(late);
    },
    Math.max(0, request.deadline - now()),
  );
  response.once('finish', () => settle(true));
  response.once('close', () => {
    clearTimeout(timer);
    answered = true; // or the caller has given up: what comes now is late
    settle(false);
  });
  const discard = (outcome: string): void => {
    log(
      `endpoint: discarded the late ${outcome} to a hook of ${request.agent} after ${now() - request.receivedAt} ms`,
    );
  };
  handle(request).then(
    ({ body, status }) => {
      if (!answered) {
        once(body, status);
        return;
      }
      if (body !== '') {
        discard('answer');
      }
    },
    (error: unknown) => {
      log(`endpoint: a hook of ${request.agent} failed: ${stackOf(error)}`);
      if (answered) {
        discard('failure');
        return;
      }
      once(late);
    },
  );
}

export function answer(response: ServerResponse, text: string, type: string, status = 200): void {
  if (response.destroyed) {
    return;
  }
  response
    .writeHead(status, {
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(text),
      Connection: 'close',
    })
    .end(text);
}
