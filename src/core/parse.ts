/** From an untrusted value to an event: every field checked, none invented. */
import {
  toolClasses,
  type Author,
  type DeniedBy,
  type EventType,
  type InterventionState,
  type InterventionKind,
  type ToolClass,
  type TurnEndReason,
  type TurnEvent,
  type WorkspaceSignal,
} from './events.js';
import { isJsonObject, isObject } from './json.js';

/** The event; `ignored` for a type that this version does not know; or why the value is no event. */
export type Parsed = { event: TurnEvent } | { ignored: string } | { problem: string };

type Fields = Record<string, unknown>;

const signals: readonly WorkspaceSignal[] = ['git', 'save', 'task'];
const authors: readonly Author[] = ['agent', 'person', 'tool'];
const endReasons: readonly TurnEndReason[] = ['completed', 'interrupted', 'error', 'stopped'];
const deniers: readonly DeniedBy[] = ['turnwatch', 'person', 'rule'];
const rungs: readonly InterventionKind[] = ['remind', 'guide', 'text-only', 'stop', 'escalate'];
const states: readonly InterventionState[] = [
  'requested',
  'delivered',
  'obeyed',
  'ignored',
  'withdrawn',
];
const waits = ['permission', 'input', 'job'] as const;
const answers = ['false-alarm', 'really-stuck'] as const;
/** Of one response. */
const MOST_CALLS = 256;
const MOST_TOKENS = 1e9;
const makers = ['person', 'auto'] as const;

const knownTypes: Record<EventType, true> = {
  'session.start': true,
  'turn.start': true,
  message: true,
  'tool.call': true,
  'tool.result': true,
  'step.end': true,
  waiting: true,
  resumed: true,
  compaction: true,
  hop: true,
  'turn.end': true,
  'session.end': true,
  workspace: true,
  config: true,
  feedback: true,
  intervention: true,
  usage: true,
  tick: true,
};

function isKnownType(type: string): type is EventType {
  return Object.hasOwn(knownTypes, type);
}

/** `value` is what JSON.parse gave for one line. */
export function parseEvent(value: unknown): Parsed {
  if (!isObject(value)) {
    return { problem: 'not a JSON object' };
  }
  const type = value['type'];
  if (value['v'] !== 1) {
    return { problem: `"v" must be 1` };
  }
  if (typeof type !== 'string') {
    return { problem: '"type" is missing' };
  }
  if (!isKnownType(type)) {
    return { ignored: type };
  }
  const problem: string[] = [];
  const event = read(type, value, problem);
  return problem.length > 0 || event === undefined
    ? { problem: `${type}: ${problem.join(', ')}` }
    : { event };
}

function read(type: EventType, from: Fields, problem: string[]): TurnEvent | undefined {
  const text = (field: string): string => {
    const value = from[field];
    if (typeof value === 'string' && (value !== '' || field === 'output' || field === 'text')) {
      return value;
    }
    problem.push(`"${field}" must be a text`);
    return '';
  };
  const optionalText = (field: string): string | undefined => {
    const value = from[field];
    return typeof value === 'string' ? value : undefined;
  };
  const optionalNumber = (field: string): number | undefined => {
    const value = from[field];
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  };
  const oneOf = <T extends string>(field: string, values: readonly T[]): T => {
    const found = values.find((value) => value === from[field]);
    if (found === undefined) {
      problem.push(`"${field}" must be one of ${values.join(', ')}`);
    }
    return found ?? first(values);
  };
  const optionalOneOf = <T extends string>(field: string, values: readonly T[]): T | undefined =>
    values.find((value) => value === from[field]);

  const at = optionalNumber('at');
  if (from['at'] !== undefined && from['at'] !== null && at === undefined) {
    problem.push('"at" must be a number of milliseconds');
  }
  const base = { v: 1 as const, at };
  if (type === 'tick') {
    return { ...base, type };
  }
  if (type === 'workspace') {
    const paths = from['paths'];
    return {
      ...base,
      type,
      signal: oneOf('signal', signals),
      fingerprint: text('fingerprint'),
      root: text('root'),
      porcelain: optionalText('porcelain'),
      session: optionalText('session'),
      by: optionalOneOf('by', authors),
      paths: Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : undefined,
    };
  }
  const own = { ...base, session: text('session') };
  switch (type) {
    case 'session.start':
      return {
        ...own,
        type,
        agent: text('agent'),
        cwd: text('cwd'),
        model: optionalText('model'),
        parent: optionalText('parent'),
        parentCall: optionalText('parentCall'),
        task: optionalText('task'),
        steps: optionalOneOf('steps', ['explicit'] as const),
      };
    case 'turn.start':
      return { ...own, type, prompt: optionalText('prompt') };
    case 'message':
      return { ...own, type, text: text('text'), response: optionalText('response') };
    case 'tool.call': {
      const input = from['input'];
      if (!isJsonObject(input)) {
        problem.push('"input" must be an object');
      }
      return {
        ...own,
        type,
        call: text('call'),
        tool: text('tool'),
        input: isJsonObject(input) ? input : {},
        response: optionalText('response'),
        class: optionalOneOf<ToolClass>('class', toolClasses),
      };
    }
    case 'tool.result': {
      if (typeof from['ok'] !== 'boolean') {
        problem.push('"ok" must be true or false');
      }
      return {
        ...own,
        type,
        call: text('call'),
        ok: from['ok'] === true,
        output: text('output'),
        exitCode: optionalNumber('exitCode'),
        durationMs: optionalNumber('durationMs'),
        deniedBy: optionalOneOf<DeniedBy>('deniedBy', deniers),
      };
    }
    case 'step.end':
      return { ...own, type, response: optionalText('response') };
    case 'waiting':
      return { ...own, type, for: oneOf('for', waits), call: optionalText('call') };
    case 'resumed':
      return { ...own, type, for: optionalOneOf('for', waits), call: optionalText('call') };
    case 'compaction':
    case 'session.end':
      return { ...own, type };
    case 'hop':
      return { ...own, type, count: optionalNumber('count'), task: optionalText('task') };
    case 'turn.end':
      return { ...own, type, reason: oneOf('reason', endReasons) };
    case 'config': {
      const { set, from: origins } = from;
      const numbers = isObject(set)
        ? Object.fromEntries(
            Object.entries(set).filter(
              (entry): entry is [string, number] => typeof entry[1] === 'number',
            ),
          )
        : undefined;
      const texts = isObject(origins)
        ? Object.fromEntries(
            Object.entries(origins).filter(
              (entry): entry is [string, string] => typeof entry[1] === 'string',
            ),
          )
        : undefined;
      return {
        ...own,
        type,
        preset: optionalText('preset'),
        set: numbers,
        ...(texts && { from: texts }),
      };
    }
    case 'feedback':
      return { ...own, type, verdict: text('verdict'), answer: oneOf('answer', answers) };
    case 'usage': {
      const { calls } = from;
      const count = (field: string): number | undefined => {
        const value = optionalNumber(field);
        return value === undefined ? undefined : Math.max(0, Math.min(MOST_TOKENS, value));
      };
      return {
        ...own,
        type,
        response: optionalText('response'),
        inputTokens: count('inputTokens'),
        cachedTokens: count('cachedTokens'),
        outputTokens: count('outputTokens'),
        calls: Array.isArray(calls)
          ? calls.filter((call) => typeof call === 'string').slice(0, MOST_CALLS)
          : undefined,
      };
    }
    case 'intervention':
      return {
        ...own,
        type,
        id: text('id'),
        rung: oneOf('rung', rungs),
        state: oneOf('state', states),
        by: oneOf('by', makers),
      };
  }
}

function first<T>(values: readonly T[]): T {
  const value = values[0];
  if (value === undefined) {
    throw new Error('an empty list of values');
  }
  return value;
}
