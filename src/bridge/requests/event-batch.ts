/** Parses, checks and groups by session the events that another program reports. All input is untrusted. */
import { isAbsolute } from 'node:path';
import { readErrorMessage } from '../../core/error-words.js';
import type { EventType, TurnEvent } from '../../core/events.js';
import { parseEvent } from '../../core/parse.js';
import { restIfDue } from '../../event-loop.js';
import type { EventTexts } from './event-texts.js';

export interface BatchLimits {
  /** Maximum lines of one batch; the rest is rejected. */
  lines: number;
  /** Milliseconds by which an event may be ahead of our clock: the core's clock never goes back. */
  aheadMs: number;
}

export const batchLimits: Readonly<BatchLimits> = { lines: 2000, aheadMs: 5000 };

/** A line that was not accepted. `line` is 1-based; in a JSON array it counts elements. */
export interface Rejected {
  line: number;
  reason: string;
}

export interface ReportedEvents {
  session: string;
  /** The folder from its `session.start`, if in the batch. */
  cwd?: string;
  events: TurnEvent[];
}

export interface Batch {
  /** In order of first appearance. */
  sessions: ReportedEvents[];
  rejected: Rejected[];
  /** Lines whose type this version does not know. */
  ignored: number;
}

/** Only the host may report these. */
export const hostOnly: ReadonlySet<EventType> = new Set([
  'tick',
  'config',
  'feedback',
  'intervention',
  'cap',
  'quota',
]);
/** Fields with an id or a name, in any event. */
const idFields: ReadonlySet<string> = new Set([
  'session',
  'agent',
  'model',
  'parent',
  'parentCall',
  'task',
  'role',
  'call',
  'calls',
  'tool',
  'response',
  'fingerprint',
]);
const LONGEST_ID = 256;
const LONGEST_PATH = 4096;

/** Events split from a body (see event-texts.ts). `now`: milliseconds since the epoch, also the time of events without one of their own. */
export async function readBatch(
  { isList, texts }: EventTexts,
  now: number,
  limits: BatchLimits = batchLimits,
): Promise<Batch | { problem: string }> {
  const sessions = new Map<string, ReportedEvents>();
  const batch: Batch = { sessions: [], rejected: [], ignored: 0 };
  for (const { line, text } of texts.slice(0, limits.lines)) {
    await restIfDue();
    const parsed = parseJson(text);
    if ('problem' in parsed) {
      if (isList) {
        return { problem: `${parsed.problem} (event ${line} of the list)` };
      }
      batch.rejected.push({ line, reason: parsed.problem });
      continue;
    }
    const admitted = admit(parsed.value, now, limits.aheadMs);
    if ('reason' in admitted) {
      batch.rejected.push({ line, ...admitted });
      continue;
    }
    if ('ignored' in admitted) {
      batch.ignored += 1;
      continue;
    }
    const { event, session } = admitted;
    let reported = sessions.get(session);
    if (reported === undefined) {
      reported = { session, events: [] };
      sessions.set(session, reported);
    }
    if (event.type === 'session.start') {
      reported.cwd = event.cwd;
    }
    reported.events.push(event);
  }
  const first = texts[limits.lines];
  if (first !== undefined) {
    batch.rejected.push({
      line: first.line,
      reason: `more than ${limits.lines} lines: skipped this one and the rest`,
    });
  }
  batch.sessions = [...sessions.values()];
  return batch;
}

function parseJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: `not JSON: ${readErrorMessage(error)}` };
  }
}

/** One event from another program, if it is valid, not the host's own and not from the future. */
export function admit(
  value: unknown,
  now: number,
  aheadMs = batchLimits.aheadMs,
): { event: TurnEvent; session: string } | { ignored: string } | { reason: string } {
  const parsed = parseEvent(value);
  if ('problem' in parsed) {
    return { reason: parsed.problem };
  }
  if ('ignored' in parsed) {
    return parsed;
  }
  const event = { ...parsed.event, at: parsed.event.at ?? now };
  if (hostOnly.has(event.type)) {
    return { reason: `${event.type}: reserved for Turnwatch itself` };
  }
  const session = 'session' in event ? event.session : undefined;
  if (session === undefined) {
    return { reason: `${event.type}: "session" is required` };
  }
  if (hasOddId(event)) {
    return {
      reason: `${event.type}: an id or a name is longer than ${LONGEST_ID} characters or has control characters`,
    };
  }
  if (event.at > now + aheadMs) {
    return { reason: `${event.type}: "at" is in the future` };
  }
  if (
    event.type === 'session.start' &&
    (!isAbsolute(event.cwd) || event.cwd.length > LONGEST_PATH)
  ) {
    return { reason: 'session.start: "cwd" must be an absolute path' };
  }
  return { event, session };
}

/** Ids become keys of maps, parts of log lines and of the view. */
function hasOddId(event: TurnEvent): boolean {
  return Object.entries(event).some(([field, value]: [string, unknown]) => {
    if (!idFields.has(field)) {
      return false;
    }
    const ids: readonly unknown[] = Array.isArray(value) ? value : [value];
    return !ids.every(isPlainId);
  });
}

function isPlainId(value: unknown): boolean {
  return typeof value === 'string' && value.length <= LONGEST_ID && !/[\u0000-\u001f]/.test(value);
}
