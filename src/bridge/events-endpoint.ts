/** `POST /v1/events`: programs tell of their own sessions and learn what to do. Loaded with the first batch. */
import { isObject } from '../core/json.js';
import { parseModelDirective, type ModelDirective } from '../core/interventions/model-directive.js';
import { readBatch, type Rejected, type ReportedEvents } from './event-batch.js';
import { EVENTS_AGENT, type HookRequest } from './hook-request.js';

/**
 * The answer to a batch. `decision` and `reminder` are those of the last session that the batch names; `sessions` has all of
 * them. A session that could not be passed on has a `problem` and goes on.
 */
export interface EventsAnswer {
  decision: ModelDirective['decision'];
  reminder?: string;
  /** Events taken. */
  accepted: number;
  /** Lines of types that are not known here. */
  ignored: number;
  rejected: Rejected[];
  sessions: Record<string, ModelDirective & { problem?: string }>;
}

/** Lines that are answered one by one. */
const MOST_REJECTED = 100;

/** @returns the body of the answer; `status` 400 if nothing in the batch could be read. */
export async function answerEvents(
  asked: HookRequest,
  dispatch: (request: HookRequest) => Promise<string>,
): Promise<{ status: number; body: string }> {
  const batch = readBatch(asked.raw.toString('utf8'), asked.receivedAt);
  if ('problem' in batch) {
    return { status: 400, body: JSON.stringify({ decision: 'continue', problem: batch.problem }) };
  }
  const answer: EventsAnswer = {
    decision: 'continue',
    accepted: 0,
    ignored: batch.ignored,
    rejected: batch.rejected.slice(0, MOST_REJECTED),
    sessions: {},
  };
  const ruled = await Promise.all(
    batch.sessions.map(async (told) => ({ told, ruling: await passOn(told, asked, dispatch) })),
  );
  const sessions = new Map<string, ModelDirective & { problem?: string }>();
  for (const { told, ruling } of ruled) {
    sessions.set(told.session, ruling);
    if (!('problem' in ruling)) {
      answer.accepted += told.events.length;
    }
    answer.decision = ruling.decision;
    answer.reminder = ruling.reminder;
  }
  answer.sessions = Object.fromEntries(sessions);
  return { status: 200, body: JSON.stringify(answer) };
}

async function passOn(
  told: ReportedEvents,
  asked: HookRequest,
  dispatch: (request: HookRequest) => Promise<string>,
): Promise<ModelDirective & { problem?: string }> {
  const payload = { session_id: told.session, cwd: told.cwd, events: told.events };
  const text = await dispatch({
    ...asked,
    agent: EVENTS_AGENT,
    payload,
    raw: Buffer.from(JSON.stringify(payload)),
  });
  if (text !== '') {
    const value: unknown = JSON.parse(text);
    const ruling = isObject(value) ? parseModelDirective(value) : undefined;
    if (ruling !== undefined) {
      return ruling;
    }
  }
  return {
    decision: 'continue',
    problem:
      told.cwd === undefined
        ? 'No window knows this session: begin the batch with its session.start, which names its folder.'
        : 'No open window has the folder of this session open, or watching is paused there.',
  };
}
