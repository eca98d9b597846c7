/** `POST /v1/events`: programs report their own sessions and get decisions back. Loaded with the first batch. */
import * as v from 'valibot';
import type { ModelDirective } from '../core/interventions/model-directive.js';
import { readBatch, type Rejected, type ReportedEvents } from './event-batch.js';
import { EVENTS_AGENT, type HookRequest } from './hook-request.js';

/**
 * The answer to a batch. `decision`, `reminder`, `stuck` and `reason` are those of the last session that the batch names; `sessions` holds all of
 * them. A session that no window takes has a `problem` and continues.
 */
export interface EventsAnswer {
  decision: ModelDirective['decision'];
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

/** @returns the body of the answer; `status` 400 if nothing in the batch could be read. */
export async function answerEvents(
  request: HookRequest,
  dispatch: (request: HookRequest) => Promise<string>,
): Promise<{ status: number; body: string }> {
  const batch = readBatch(request.raw.toString('utf8'), request.receivedAt);
  if ('problem' in batch) {
    return { status: 400, body: JSON.stringify({ decision: 'continue', problem: batch.problem }) };
  }
  const answers = await Promise.all(
    batch.sessions.map(async (reported) => ({
      reported,
      answer: await passOn(reported, request, dispatch),
    })),
  );
  const last: Partial<SessionAnswer> = answers.at(-1)?.answer ?? {};
  const { decision = 'continue', reminder, stuck, reason } = last;
  const body: EventsAnswer = {
    decision,
    ...(reminder !== undefined && { reminder }),
    ...(stuck !== undefined && { stuck }),
    ...(reason !== undefined && { reason }),
    accepted: answers
      .filter(({ answer }) => !('problem' in answer))
      .reduce((sum, { reported }) => sum + reported.events.length, 0),
    ignored: batch.ignored,
    rejected: batch.rejected.slice(0, MOST_REJECTED),
    sessions: Object.fromEntries(answers.map(({ reported, answer }) => [reported.session, answer])),
  };
  return { status: 200, body: JSON.stringify(body) };
}

async function passOn(
  { session, cwd, events }: ReportedEvents,
  request: HookRequest,
  dispatch: (request: HookRequest) => Promise<string>,
): Promise<SessionAnswer> {
  const payload = { session_id: session, cwd, events };
  const text = await dispatch({
    ...request,
    agent: EVENTS_AGENT,
    payload,
    raw: Buffer.from(JSON.stringify(payload)),
  });
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
