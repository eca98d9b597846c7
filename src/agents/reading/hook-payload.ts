/**
 * Hook payloads, checked by schemas: what an event needs is required, an invalid optional field counts as absent, and fields that no schema
 * names are ignored.
 */
import * as v from 'valibot';
import type { SessionStart, ToolCallEvent, TurnEvent } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import type { AnswerPoint } from '../../core/interventions/answer.js';
import { isProblem, type HookReading, type Problem, type Result } from '../agent.js';
import { capText } from './bounds.js';
import { readPersonsWords } from './persons-words.js';
import { inputIn, present, shortName, type Fields } from './fields.js';

const MISSING = 'is missing';

/** One line of text. */
export function line(longest: number, complaint = MISSING) {
  return v.pipe(
    v.string(complaint),
    v.nonEmpty(complaint),
    v.maxLength(longest, complaint),
    v.regex(/^[^\u0000-\u001f]*$/, complaint),
  );
}

/** A name or an id that is used in keys and log lines. */
export const id = line(256);
export const path = line(4096);
/** A name or an id that is used in events only. */
export const name = v.pipe(v.string(MISSING), v.nonEmpty(MISSING), v.maxLength(4096, MISSING));
export const text = v.string(MISSING);
const object = v.custom<Fields>(isObject, 'must be an object');
/** A tool's input that must be an object. */
export const inputObject = v.nullish(object, {});
/** A tool's input: an object, JSON or free text. */
export const looseInput = v.pipe(v.optional(v.unknown(), null), v.transform(inputIn));
export const milliseconds = v.pipe(v.number(), v.finite(), v.minValue(0));
/** A field whose shape is checked elsewhere. */
export const anything = v.optional(v.unknown());

/** A field that counts as absent if invalid. */
export function lenient<S extends v.GenericSchema>(schema: S) {
  return v.fallback(v.optional(schema), undefined);
}

/** A payload with these fields; a missing one is reported as `complaint`. */
export function payload<E extends v.ObjectEntries>(entries: E, complaint = MISSING) {
  return v.object(entries, complaint);
}

/** The checked fields. A Problem names the first invalid one, and the event if already known. */
export function check<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  event?: unknown,
): Result<{ fields: v.InferOutput<S> }> {
  const checked = v.safeParse(schema, value, { abortEarly: true });
  if (checked.success) {
    return { fields: checked.output };
  }
  const [issue] = checked.issues;
  const known = shortName(event);
  const of = known === undefined ? '' : ` of ${known}`;
  return { problem: `"${v.getDotPath(issue) ?? ''}"${of} ${issue.message}` };
}

/** Common fields of all events of a hook. */
export interface Stamp {
  v: 1;
  session: string;
  at: number;
}

type CallPoint = Extract<AnswerPoint, { kind: 'before-tool' }>;

/** The reading of one event of an agent. */
export interface HookEvents {
  events: TurnEvent[];
  /** What can be answered here; absent where the hook only informs. */
  moment?: AnswerPoint;
}

/** `Origin`: the common fields of the agent's payloads, already checked. */
export type EventReader<Origin> = (payload: Fields, origin: Origin) => Result<HookEvents>;
export type EventReaders<Origin> = Readonly<Record<string, EventReader<Origin>>>;

/** The reader of an event whose payload must fit `schema`. */
export function reader<S extends v.GenericSchema, Origin>(
  schema: S,
  read: (payload: v.InferOutput<S>, origin: Origin) => Result<HookEvents>,
): EventReader<Origin> {
  return (value, origin) => {
    const checked = check(schema, value);
    return isProblem(checked) ? checked : read(checked.fields, origin);
  };
}

/** Reads by the agent's table of events; an event missing from it yields nothing. */
export function readEvent<Origin>(
  readers: EventReaders<Origin>,
  event: string,
  value: Fields,
  origin: Origin,
): Result<HookEvents> {
  const read = Object.hasOwn(readers, event) ? readers[event]?.(value, origin) : undefined;
  if (read === undefined) {
    return { events: [] };
  }
  return isProblem(read) ? { problem: `${event}: ${read.problem}` } : read;
}

/** Every hook's events begin with the session's. `log`: see HookReading. */
export function makeReading(
  start: SessionStart,
  read: Result<HookEvents>,
  log?: string,
): Result<HookReading> {
  if (isProblem(read)) {
    return read;
  }
  const { session, cwd } = start;
  const { events, moment } = read;
  return { session, cwd, events: [start, ...events], ...present({ log, moment }) };
}

/**
 * Reads an agent's payloads: first the fields that all have, then the event's own. `source`: what problems name. `prepared`: the
 * payload with these fields under the names that `common` has. The reader's `at` is the host's time, in milliseconds since the epoch.
 */
export function payloadReader<S extends v.GenericSchema>(
  source: string,
  common: S,
  read: (fields: v.InferOutput<S>, value: Fields, at: number) => Result<HookReading>,
  prepared: (value: Fields) => Fields = (value) => value,
): (value: unknown, at: number) => Result<HookReading> {
  const problem = (what: string): Problem => ({ problem: `${source}: ${what}` });
  return (value, at) => {
    if (!isObject(value)) {
      return problem('not a JSON object');
    }
    const ready = prepared(value);
    const checked = check(common, ready, ready['hook_event_name'] ?? ready['hookName']);
    const reading = isProblem(checked) ? checked : read(checked.fields, value, at);
    return isProblem(reading) ? problem(reading.problem) : reading;
  };
}

/** The person's message; no event if the harness wrote it. */
export function prompted(prompt: string, stamp: Stamp): HookEvents {
  const words = readPersonsWords(prompt);
  return words === undefined
    ? { events: [] }
    : {
        events: [{ ...stamp, type: 'turn.start', prompt: capText(words) }],
        moment: { kind: 'prompt' },
      };
}

/** What the agent said; nothing where it is blank. */
export function said(words: string, stamp: Stamp): TurnEvent[] {
  return words.trim() === '' ? [] : [{ ...stamp, type: 'message', text: capText(words) }];
}

/** A call that has yet to run, and can be denied. */
export function beforeCall(event: ToolCallEvent & Pick<CallPoint, 'class'>): HookEvents {
  return {
    events: [event],
    moment: { kind: 'before-tool', call: event.call, class: event.class },
  };
}

/** The turn is about to be over. @param again it went on at this point before: an agent is continued only once */
export function beforeStop(stamp: Stamp, again: boolean): HookEvents {
  return {
    events: [{ ...stamp, type: 'turn.end', reason: 'completed' }],
    ...(again ? {} : { moment: { kind: 'before-stop' } }),
  };
}
