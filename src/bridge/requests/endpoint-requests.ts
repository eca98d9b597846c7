/** What is asked of the endpoint, each in one request: an answer to a hook, to a batch of events, or that it is there. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readErrorStack } from '../../core/error-words.js';
import { parseJsonObject } from '../../core/json.js';
import type { LogLine, ThrottledLog } from '../../core/log.js';
import { answer, answerInTime, type ArrivedHook, type HandledHook } from './answer-in-time.js';
import type { Arrivals } from '../../arrivals.js';
import { BatchOrder, type BatchPlace } from './batch-order.js';
import {
  EVENTS_AGENT,
  isAgentId,
  processIn,
  promptsIn,
  readSession,
  type HookRequest,
} from './hook-request.js';
import { DELIVERED_HEADER, OUTCOME_PATH, PASSED_HEADER, PassedOutcomes } from '../ask-window.js';
import { healthProof, isNonce } from '../proof.js';
import { sameSecret } from '../../same-secret.js';
import { endRefused, receiveBody, TokenBucket, type EndpointRefusal } from './refusals.js';

export interface RequestLimits {
  bodyBytes: number;
  /** From the request's arrival to the answer; the hook client itself gives up after 900 ms. */
  answerMs: number;
  /** The same for a hook that waits for the person. */
  personMs: number;
  /** From passing a hook on to the first sign of its window; then the next one is asked. */
  signMs: number;
  /** From the answer to the end of the client's connection; then the answer counts as not delivered. */
  confirmMs: number;
  /** Events that programs may report at once, and those a second in the long run. */
  eventBurst: number;
  eventsPerSecond: number;
}

export interface RequestOptions {
  token: string;
  /** Resolves to the exact text of the answer. */
  onHook: (request: HookRequest) => Promise<string>;
  /** Another window has passed it on to this one. */
  onPassed?: (request: HookRequest) => Promise<string>;
  log: LogLine;
  now: () => number;
}

export class EndpointRequests {
  private readonly eventRate: TokenBucket;
  private readonly batches = new BatchOrder();
  private readonly outcomes: PassedOutcomes;

  constructor(
    private readonly options: RequestOptions,
    private readonly limits: RequestLimits,
    private readonly refusals: ThrottledLog<EndpointRefusal>,
    private readonly arrivals: Arrivals,
  ) {
    this.outcomes = new PassedOutcomes(limits);
    this.eventRate = new TokenBucket(limits.eventBurst, limits.eventsPerSecond, options.now);
  }

  /** Every request begins here: what follows a hook is drawn in the contributor guide. */
  route(
    request: IncomingMessage,
    response: ServerResponse,
    refusal: EndpointRefusal | undefined,
  ): void {
    response.shouldKeepAlive = false;
    this.arrivals.headerArrived(request.socket);
    if (refusal !== undefined) {
      this.refuse(request, response, refusal, 403);
      return;
    }
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    if (request.method === 'GET' && path === '/health') {
      this.health(request, response, query);
      return;
    }
    if (request.method === 'POST' && path === '/v1/hook') {
      this.hook(request, response);
      return;
    }
    if (request.method === 'POST' && path === '/v1/events') {
      this.events(request, response);
      return;
    }
    if (request.method === 'POST' && path === OUTCOME_PATH) {
      this.outcome(request, response);
      return;
    }
    this.refuse(request, response, 'route', 404);
  }

  private outcome(request: IncomingMessage, response: ServerResponse): void {
    if (!this.provesToken(request)) {
      this.refuse(request, response, 'token', 401);
      return;
    }
    this.arrivals.done(request.socket);
    const { [PASSED_HEADER]: id, [DELIVERED_HEADER]: delivered } = request.headers;
    this.outcomes.settle(String(id), delivered === '1');
    answer(response, '', 'text/plain', 204);
  }

  private health(request: IncomingMessage, response: ServerResponse, query: string): void {
    const nonce = new URLSearchParams(query).get('nonce') ?? '';
    if (!isNonce(nonce)) {
      this.refuse(request, response, 'nonce', 400);
      return;
    }
    this.arrivals.done(request.socket);
    answer(response, healthProof(this.options.token, nonce), 'text/plain');
  }

  private hook(request: IncomingMessage, response: ServerResponse): void {
    if (!this.provesToken(request)) {
      this.refuse(request, response, 'token', 401);
      return;
    }
    const agent = request.headers['x-turnwatch-agent'];
    const name = typeof agent === 'string' ? agent : undefined;
    const passed = request.headers[PASSED_HEADER];
    const isPassedBatch = name === EVENTS_AGENT && passed !== undefined;
    if (name === undefined || !(isPassedBatch || isAgentId(name))) {
      this.refuse(request, response, 'agent', 400);
      return;
    }
    const process = processIn(request.headers['x-turnwatch-process']);
    const told = request.headers['x-turnwatch-told'] !== undefined;
    const prompts = promptsIn(request.headers['x-turnwatch-prompt']);
    this.receive(request, response, (raw, receivedAt) => {
      const payload = parseJsonObject(raw.toString('utf8'));
      if (payload === undefined) {
        this.refuse(request, response, told ? 'cut' : 'json', 400);
        return;
      }
      const hook: Omit<ArrivedHook, 'deadline'> = {
        agent: name,
        payload,
        raw,
        receivedAt,
        ...(process !== undefined && { process }),
        ...(told && { told }),
        ...(prompts !== undefined && { prompts }),
      };
      if (told) {
        answer(response, '', 'text/plain', 204);
        this.takeTold(hook, passed !== undefined);
        return;
      }
      if (typeof passed === 'string') {
        const delivered = this.outcomes.awaited(passed, prompts && this.limits.personMs);
        this.answer(response, hook, '', async (asked) => ({
          status: 200,
          body: await this.takePassed({ ...asked, delivered }),
        }));
        return;
      }
      this.answer(response, hook, '', async (asked) => ({
        status: 200,
        body: await this.passOn(asked),
      }));
    });
  }

  /** Nobody waits: what it tells is taken in as soon as it can be. */
  private takeTold(hook: Omit<ArrivedHook, 'deadline'>, isPassed: boolean): void {
    const deadline = hook.receivedAt + this.limits.answerMs;
    const told = { ...hook, deadline, delivered: Promise.resolve(false) };
    (isPassed ? this.takePassed(told) : this.passOn(told)).catch((error: unknown) =>
      this.options.log(`endpoint: a hook of ${hook.agent} failed: ${readErrorStack(error)}`),
    );
  }

  private takePassed(hook: HookRequest): Promise<string> {
    return (this.options.onPassed ?? this.options.onHook)(hook);
  }

  private async passOn(hook: HookRequest): Promise<string> {
    await this.batches.takeTurn(readSession(hook.payload) ?? '');
    return this.options.onHook(hook);
  }

  private events(request: IncomingMessage, response: ServerResponse): void {
    if (!this.provesToken(request)) {
      this.refuse(request, response, 'token', 401);
      return;
    }
    this.receive(request, response, (raw, receivedAt) => {
      const place = this.batches.enter(raw, this.limits.answerMs);
      this.answer(
        response,
        { agent: EVENTS_AGENT, payload: {}, raw, receivedAt },
        '{"decision":"continue","problem":"The window took too long."}',
        (hook) => this.answerEvents(hook, place).finally(place.leave),
      );
    });
  }

  private async answerEvents(hook: HookRequest, place: BatchPlace): Promise<HandledHook> {
    const { answerEvents } = await import('./events-endpoint.js');
    const handled = await answerEvents({
      hook,
      place,
      rate: this.eventRate,
      dispatch: this.options.onHook,
    });
    if (handled.status === 429) {
      this.refusals.add('rate');
    }
    return handled;
  }

  private answer(
    response: ServerResponse,
    hook: Omit<ArrivedHook, 'deadline'>,
    late: string,
    handle: Parameters<typeof answerInTime>[2],
  ): void {
    const { log, now } = this.options;
    const { answerMs, personMs } = this.limits;
    const deadline = hook.receivedAt + (hook.prompts === undefined ? answerMs : personMs);
    answerInTime(response, { ...hook, deadline }, handle, {
      late,
      onLate: () => {
        this.refusals.add('late');
      },
      confirmMs: this.limits.confirmMs,
      log,
      now,
    });
  }

  private provesToken(request: IncomingMessage): boolean {
    const isOurs = sameSecret(request.headers.authorization ?? '', `Bearer ${this.options.token}`);
    if (isOurs) {
      this.arrivals.proved(request.socket);
    }
    return isOurs;
  }

  private receive(
    request: IncomingMessage,
    response: ServerResponse,
    onBody: (raw: Buffer, receivedAt: number) => void,
  ): void {
    const receivedAt = this.options.now();
    receiveBody(request, this.limits.bodyBytes, {
      onBody: (raw) => {
        this.arrivals.done(request.socket);
        onBody(raw, receivedAt);
      },
      onTooLarge: () => this.refuse(request, response, 'size', 413),
    });
  }

  private refuse(
    request: IncomingMessage,
    response: ServerResponse,
    kind: EndpointRefusal,
    status: number,
  ): void {
    this.refusals.add(kind);
    this.arrivals.refused(request.socket, status);
    endRefused(request, response, status, 2 * this.limits.bodyBytes);
  }
}
