/** `POST /v1/events`: programs report their own sessions and get decisions back. Loaded with the first batch. */
import * as v from 'valibot';
import type { TurnEvent } from '../../core/events.js';
import type { ModelDirective } from '../../core/interventions/agent-answers.js';
import { restIfDue } from '../../event-loop.js';
import type { HandledHook } from './answer-in-time.js';
import type { BatchPlace } from './batch-order.js';
import {
  batchLimits,
  readBatch,
  type Batch,
  type Rejected,
  type ReportedEvents,
} from './event-batch.js';
import { splitEvents } from './event-texts.js';
import { EVENTS_AGENT, type HookRequest } from './hook-request.js';
import type { TokenBucket } from './refusals.js';

/**
 * The answer to a batch. `decision`, `reminder`, `stuck` and `reason` are those of the last session that the batch names; `sessions` holds all of
 * them. A session that no window takes has a `problem` and continues.
 */
interface EventsAnswer {
  decision: ModelDirective['decision'];
  /** Why nothing of the batch was taken. */
  problem?: string;
  reminder?: string;
  stuck?: true;
  reason?: string;
  /** Events accepted by a window. */
  accepted: number;
  /** Lines whose type this version does not know. */
  ignored: number;
  rejected: Rejected[];
  sessions: Record<string, SessionAnswer>;
}

type SessionAnswer = ModelDirective & { problem?: string };

interface PassedSession {
  reported: ReportedEvents;
  answer: SessionAnswer;
}

/** Rejected lines that the answer lists. */
const MOST_REJECTED = 100;

/** A window's answer for one session. */
const directive = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    decision: v.picklist(['continue', 'text-only', 'stop']),
    reminder: v.exactOptional(v.string()),
    stuck: v.exactOptional(v.literal(true)),
    reason: v.exactOptional(v.string()),
  }),
) satisfies v.GenericSchema<string, ModelDirective>;

/** Events of one session that are passed on at once: what takes a window a few milliseconds. */
const PART_EVENTS = 100;
const PART_CHARACTERS = 256 * 1024;

export interface EventsRequest {
  hook: HookRequest;
  /** In events. */
  rate: TokenBucket;
  place: BatchPlace;
  dispatch: (request: HookRequest) => Promise<string>;
}

/** @returns `status` 400 if nothing in the batch could be read, 429 if it is too much now: then none of it was taken. */
export async function answerEvents(request: EventsRequest): Promise<HandledHook> {
  const { hook, rate } = request;
  const texts = await splitEvents(hook.raw.toString('utf8'), batchLimits.lines);
  if ('problem' in texts) {
    rate.take(1);
    return refused(400, texts.problem);
  }
  // one of more than the limit is rejected with the rest
  const count = Math.min(texts.texts.length, batchLimits.lines);
  const waitMs = rate.take(Math.max(1, count));
  if (waitMs > 0) {
    return tooMany(count, Math.ceil(waitMs / 1000));
  }
  const batch = await readBatch(texts, hook.receivedAt);
  if ('problem' in batch) {
    return refused(400, batch.problem);
  }
  const passed: Promise<PassedSession>[] = [];
  for (const reported of batch.sessions) {
    const answered = passOn(reported, request).then((answer) => ({ reported, answer }));
    // a failure is met below, with all of them
    answered.catch(() => undefined);
    passed.push(answered);
    await restIfDue();
  }
  return { status: 200, body: JSON.stringify(answerTo(batch, await Promise.all(passed))) };
}

function refused(status: number, problem: string): HandledHook {
  return { status, body: JSON.stringify({ decision: 'continue', problem }) };
}

function tooMany(count: number, seconds: number): HandledHook {
  const problem = `Too many events: none of these ${count} was taken. Send them again in ${seconds} s.`;
  const body: EventsAnswer = {
    decision: 'continue',
    problem,
    accepted: 0,
    ignored: 0,
    rejected: [],
    sessions: {},
  };
  return { status: 429, headers: { 'Retry-After': seconds }, body: JSON.stringify(body) };
}

function answerTo(batch: Batch, passed: readonly PassedSession[]): EventsAnswer {
  const last: Partial<SessionAnswer> = passed.at(-1)?.answer ?? {};
  const { decision = 'continue', reminder, stuck, reason } = last;
  return {
    decision,
    ...(reminder !== undefined && { reminder }),
    ...(stuck !== undefined && { stuck }),
    ...(reason !== undefined && { reason }),
    accepted: passed
      .filter(({ answer }) => !('problem' in answer))
      .reduce((sum, { reported }) => sum + reported.events.length, 0),
    ignored: batch.ignored,
    rejected: batch.rejected.slice(0, MOST_REJECTED),
    sessions: Object.fromEntries(passed.map(({ reported, answer }) => [reported.session, answer])),
  };
}

/** In parts, one after the other. @returns the answer to the last one. */
async function passOn(
  { session, cwd, events }: ReportedEvents,
  { hook, place, dispatch }: EventsRequest,
): Promise<SessionAnswer> {
  await place.takeTurn(session);
  let text = '';
  for (let from = 0; from < events.length;) {
    const part = selectPart(events, from);
    from += part.length;
    const payload = { session_id: session, cwd, events: part };
    text = await dispatch({
      ...hook,
      agent: EVENTS_AGENT,
      payload,
      raw: Buffer.from(JSON.stringify(payload)),
      // only the last part's answer is sent
      ...(from < events.length && { delivered: Promise.resolve(false) }),
    });
    await restIfDue();
  }
  const { success, output } = v.safeParse(directive, text);
  if (success) {
    return output;
  }
  return {
    decision: 'continue',
    problem:
      cwd === undefined
        ? 'No window knows this session: begin the batch with its session.start, which names its folder.'
        : 'No open window has the folder of this session open, or watching is paused there.',
  };
}

/** At least one event. */
function selectPart(events: readonly TurnEvent[], from: number): readonly TurnEvent[] {
  let to = from;
  for (let characters = 0; to < events.length && to - from < PART_EVENTS; to += 1) {
    characters += JSON.stringify(events[to]).length;
    if (characters > PART_CHARACTERS && to > from) {
      break;
    }
  }
  return events.slice(from, to);
}
