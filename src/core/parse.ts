/**
 * From an untrusted value to an event: every field checked, none invented.
 *
 * A table of our own rather than a schema library: this runs on every event of every source, unusable optional fields are left out
 * instead of rejected, and core has no dependencies that it can do without.
 */
import {
  capActions,
  capScopes,
  capUnits,
  requestStates,
  toolClasses,
  waitReasons,
  type Author,
  type DeniedBy,
  type EventType,
  type FeedbackAnswer,
  type InterventionEvent,
  type InterventionState,
  type InterventionKind,
  type JsonObject,
  type TurnEndReason,
  type TurnEvent,
  type WorkspaceSignal,
} from './events.js';
import { isJsonObject, isObject } from './json.js';

/** The event; `ignored` for a type that this version does not know; or why the value is no event. */
export type Parsed = { event: TurnEvent } | { ignored: string } | { problem: string };

type ReadField<T> = (value: unknown) => T | undefined;

/** Left out where it cannot be read. */
interface OptionalField<T> {
  read: ReadField<T>;
}
/** Without it there is no event: `must` says what it must be. */
interface RequiredField<T> extends OptionalField<T> {
  must: string;
}

type EventOf<T extends EventType> = Extract<TurnEvent, { type: T }>;
/** All fields of an event but those that every event has. */
type FieldsOf<E> = {
  readonly [K in Exclude<keyof E, 'v' | 'at' | 'type'>]-?: Pick<E, K> extends Required<Pick<E, K>>
    ? RequiredField<E[K]>
    : OptionalField<Exclude<E[K], undefined>>;
};

const signals: readonly WorkspaceSignal[] = ['git', 'save', 'task'];
const authors: readonly Author[] = ['agent', 'person', 'tool'];
export const endReasons: readonly TurnEndReason[] = [
  'completed',
  'interrupted',
  'error',
  'stopped',
];
const deniers: readonly DeniedBy[] = ['turnwatch', 'person', 'rule'];
const answers: readonly FeedbackAnswer[] = ['false-alarm', 'really-stuck'];
const kinds: readonly InterventionKind[] = [
  'remind',
  'guide',
  'text-only',
  'stop',
  'escalate',
  'tools-on',
  'resume',
];
const states: readonly InterventionState[] = [
  'requested',
  'delivered',
  'obeyed',
  'ignored',
  'withdrawn',
];
const initiators: readonly InterventionEvent['by'][] = ['person', 'auto'];

/** Calls of one response. */
const MOST_CALLS = 256;
const MOST_TOKENS = 1e9;

const text: RequiredField<string> = {
  read: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
  must: 'must be a string',
};
const possiblyEmptyText: RequiredField<string> = {
  read: (value) => (typeof value === 'string' ? value : undefined),
  must: 'must be a string',
};
const boolean: RequiredField<boolean> = {
  read: (value) => (typeof value === 'boolean' ? value : undefined),
  must: 'must be true or false',
};
const object: RequiredField<JsonObject> = {
  read: (value) => (isJsonObject(value) ? value : undefined),
  must: 'must be an object',
};
const amount: RequiredField<number> = {
  read: (value) =>
    typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined,
  must: 'must be a number',
};
const optionalText: OptionalField<string> = { read: possiblyEmptyText.read };
const optionalNumber: OptionalField<number> = {
  read: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
};
const optionalTokens: OptionalField<number> = {
  read: (value) =>
    typeof value === 'number' && Number.isFinite(value)
      ? Math.max(0, Math.min(MOST_TOKENS, value))
      : undefined,
};

function matchOne<T extends string>(values: readonly T[]): RequiredField<T> {
  return { ...matchOptionalOne(values), must: `must be one of ${values.join(', ')}` };
}
function matchOptionalOne<T extends string>(values: readonly T[]): OptionalField<T> {
  return { read: (value) => values.find((each) => each === value) };
}
/** Entries that are not strings are dropped. */
function optionalTexts(most = Infinity): OptionalField<string[]> {
  return {
    read: (value) =>
      Array.isArray(value)
        ? value.filter((each) => typeof each === 'string').slice(0, most)
        : undefined,
  };
}
/** Entries of another kind are left out. */
function parseOptionalRecord<T>(isValue: (value: unknown) => value is T): OptionalField<{
  [key: string]: T;
}> {
  return {
    read: (value) =>
      isObject(value)
        ? Object.fromEntries(
            Object.entries(value).filter((entry): entry is [string, T] => isValue(entry[1])),
          )
        : undefined,
  };
}

/** Fields in the order in which problems name them. */
const fieldsByType: { readonly [T in EventType]: FieldsOf<EventOf<T>> } = {
  'session.start': {
    session: text,
    agent: text,
    cwd: text,
    model: optionalText,
    parent: optionalText,
    parentCall: optionalText,
    task: optionalText,
    role: optionalText,
    steps: matchOptionalOne(['explicit']),
  },
  'turn.start': { session: text, prompt: optionalText },
  message: { session: text, text: possiblyEmptyText, response: optionalText },
  'tool.call': {
    session: text,
    input: object,
    call: text,
    tool: text,
    response: optionalText,
    iteration: optionalNumber,
    class: matchOptionalOne(toolClasses),
  },
  'tool.result': {
    session: text,
    ok: boolean,
    call: text,
    output: optionalText,
    exitCode: optionalNumber,
    durationMs: optionalNumber,
    deniedBy: matchOptionalOne(deniers),
  },
  'step.end': { session: text, response: optionalText },
  waiting: {
    session: text,
    for: matchOne(waitReasons),
    call: optionalText,
    until: optionalNumber,
    attempt: optionalNumber,
  },
  resumed: { session: text, for: matchOptionalOne(waitReasons), call: optionalText },
  compaction: { session: text },
  hop: { session: text, count: optionalNumber, task: optionalText },
  'turn.end': { session: text, reason: matchOne(endReasons) },
  'session.end': { session: text },
  workspace: {
    signal: matchOne(signals),
    fingerprint: text,
    root: text,
    porcelain: optionalText,
    session: optionalText,
    by: matchOptionalOne(authors),
    paths: optionalTexts(),
  },
  config: {
    session: text,
    preset: optionalText,
    set: parseOptionalRecord((value) => typeof value === 'number'),
    from: parseOptionalRecord((value) => typeof value === 'string'),
  },
  feedback: { session: text, verdict: text, answer: matchOne(answers) },
  intervention: {
    session: text,
    id: text,
    rung: matchOne(kinds),
    state: matchOne(states),
    by: matchOne(initiators),
    denials: optionalNumber,
    ignored: optionalNumber,
    sendsBack: { read: boolean.read },
    stopsAt: optionalNumber,
  },
  cap: {
    session: text,
    of: matchOne(capScopes),
    unit: matchOne(capUnits),
    cap: amount,
    spent: amount,
    then: matchOne(capActions),
    atLeast: { read: boolean.read },
  },
  quota: { session: text, minutes: amount, used: amount, resetsAt: optionalNumber },
  usage: {
    session: text,
    response: optionalText,
    inputTokens: optionalTokens,
    cachedTokens: optionalTokens,
    outputTokens: optionalTokens,
    calls: optionalTexts(MOST_CALLS),
  },
  request: {
    session: text,
    state: matchOne(requestStates),
    error: optionalText,
    attempt: optionalNumber,
    attempts: optionalNumber,
    retryAt: optionalNumber,
  },
  tick: {},
};

export const eventTypes: readonly string[] = Object.keys(fieldsByType);

type NamedField = readonly [name: string, read: ReadField<unknown>, must: string | undefined];
const namedFields: ReadonlyMap<string, readonly NamedField[]> = new Map(
  Object.entries(fieldsByType).map(([type, fields]) => [type, namesAndFields(fields)]),
);

function namesAndFields(
  fields: Readonly<Record<string, OptionalField<unknown> | RequiredField<unknown>>>,
): NamedField[] {
  return Object.entries(fields).map(([name, field]) => [
    name,
    field.read,
    'must' in field ? field.must : undefined,
  ]);
}

/** `value` is what JSON.parse gave for one line. */
export function parseEvent(value: unknown): Parsed {
  if (!isObject(value)) {
    return { problem: 'not a JSON object' };
  }
  const { v, type } = value;
  if (v !== 1) {
    return { problem: `"v" must be 1` };
  }
  if (typeof type !== 'string') {
    return { problem: '"type" is missing' };
  }
  const fields = namedFields.get(type);
  if (fields === undefined) {
    return { ignored: type };
  }
  const event: Record<string, unknown> = { v: 1, type };
  const problems: string[] = [];
  return fill(event, fields, value, problems)
    ? { event }
    : { problem: `${type}: ${problems.join(', ')}` };
}

/** Whether the event is whole then: `fieldsByType` names every field of its type, so without a problem none is missing. */
function fill(
  event: Record<string, unknown>,
  fields: readonly NamedField[],
  from: Readonly<Record<string, unknown>>,
  problems: string[],
): event is Record<string, unknown> & TurnEvent {
  const { at } = from;
  if (at !== undefined && at !== null) {
    event['at'] = optionalNumber.read(at);
    if (event['at'] === undefined) {
      problems.push('"at" must be a number of milliseconds');
    }
  }
  for (const [name, read, must] of fields) {
    const value = read(from[name]);
    if (value !== undefined) {
      event[name] = value;
    } else if (must !== undefined) {
      problems.push(`"${name}" ${must}`);
    }
  }
  return problems.length === 0;
}
