/** Answers a hook exactly once: with the window's answer, or after the deadline with a neutral one. */
import type { ServerResponse } from 'node:http';
import { stackOf } from '../core/error-words.js';
import type { HookRequest } from './hook-request.js';
import type { LogLine } from '../core/throttled-log.js';

export interface AnswerTiming {
  /** The answer if the window fails or takes too long. */
  late: string;
  onLate: () => void;
  log: LogLine;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** A hook, without the outcome of delivering its answer. */
export type ArrivedHook = Omit<HookRequest, 'delivered'>;

export function answerInTime(
  response: ServerResponse,
  hook: ArrivedHook,
  handle: (request: HookRequest) => Promise<{ status: number; body: string }>,
  { late, onLate, log, now }: AnswerTiming,
): void {
  let answered = false;
  let settle: (delivered: boolean) => void = () => undefined;
  const request: HookRequest = {
    ...hook,
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
    answered = true; // or the caller has given up: any further answer is late
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
