/**
 * Answers a hook exactly once: with the window's answer, or after the deadline with a neutral one. An answer counts as delivered
 * once the client has closed its connection in order: with an answer unread, the system resets it instead.
 */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { readErrorStack } from '../../core/error-words.js';
import type { HookRequest } from './hook-request.js';
import type { LogLine } from '../../core/log.js';

export interface AnswerTiming {
  /** The answer if the window fails or takes too long. */
  late: string;
  onLate: () => void;
  /** From the answer to the end of the client's side; then the answer counts as not delivered (milliseconds). */
  confirmMs: number;
  log: LogLine;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** The answer to send. */
export interface HandledHook {
  status: number;
  body: string;
  headers?: OutgoingHttpHeaders;
}

/** A hook, without the outcome of delivering its answer. */
export type ArrivedHook = Omit<HookRequest, 'delivered'>;

export function answerInTime(
  response: ServerResponse,
  hook: ArrivedHook,
  handle: (request: HookRequest) => Promise<HandledHook>,
  { late, onLate, confirmMs, log, now }: AnswerTiming,
): void {
  const began = performance.now();
  const limitMs = Math.max(0, hook.deadline - now());
  let answered = false;
  let settle: (delivered: boolean) => void = () => undefined;
  const request: HookRequest = {
    ...hook,
    delivered: new Promise((resolve) => {
      settle = resolve;
    }),
  };
  const once = (text: string, status = 200, headers: OutgoingHttpHeaders = {}): void => {
    answered = true;
    clearTimeout(timer);
    answer(response, text, 'application/json; charset=utf-8', status, headers);
  };
  const giveUp = (): void => {
    settle(false);
    onLate();
    once(late);
  };
  const timer = setTimeout(giveUp, limitMs);
  onceTaken(response, confirmMs, settle);
  response.once('close', () => {
    clearTimeout(timer);
    answered = true; // or the caller has given up: any further answer is late
  });
  const discard = (outcome: string): void => {
    log(
      `endpoint: discarded the late ${outcome} to a hook of ${request.agent} after ${now() - request.receivedAt} ms`,
    );
  };
  handle(request).then(
    ({ body, status, headers }) => {
      // after a suspension this may come before the timer: the client has given up
      if (!answered && performance.now() - began > limitMs) {
        giveUp();
      } else if (!answered) {
        once(body, status, headers);
        return;
      }
      if (body !== '') {
        discard('answer');
      }
    },
    (error: unknown) => {
      log(`endpoint: a hook of ${request.agent} failed: ${readErrorStack(error)}`);
      if (answered) {
        discard('failure');
        return;
      }
      once(late);
    },
  );
}

/** Tells once whether the client has read the whole answer. */
function onceTaken(
  response: ServerResponse,
  confirmMs: number,
  tell: (taken: boolean) => void,
): void {
  const { socket } = response;
  if (socket === null) {
    tell(false);
    return;
  }
  let timer: NodeJS.Timeout | undefined;
  let isSent = false;
  // the server would destroy it right after the answer, and never learn what became of that
  socket.destroySoon = () => socket.end();
  response.once('finish', () => {
    isSent = true;
    timer = setTimeout(() => socket.destroy(), confirmMs);
  });
  let hasEnded = false;
  socket.once('end', () => {
    hasEnded = isSent;
  });
  socket.once('close', (hadError) => {
    clearTimeout(timer);
    tell(hasEnded && !hadError);
  });
}

export function answer(
  response: ServerResponse,
  text: string,
  type: string,
  status = 200,
  headers: OutgoingHttpHeaders = {},
): void {
  if (response.destroyed) {
    return;
  }
  response
    .writeHead(status, {
      ...headers,
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(text),
      Connection: 'close',
    })
    .end(text);
}
