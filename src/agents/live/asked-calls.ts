/**
 * Hooks that tell of a permission prompt without the call's id. The prompt is held for a moment: a rule or another hook may answer it at
 * once, and the log may only now tell of the call. Then its call is found by tool and input. Where nothing tells that the prompt was
 * answered, the agent's reminder of it does: a prompt that it does not come for has been answered.
 */
import type { JsonObject, TurnEvent, Waiting } from '../../core/events.js';
import { exactActionKey } from '../../core/identity/tool/tool.js';
import { hashText } from '../../core/identity/hash.js';
import { pushNewest } from '../../core/push-newest.js';
import { isForPerson } from '../../core/turns/session.js';
import { present } from '../reading/fields.js';
import { PerSession } from '../reading/per-session.js';

/** Milliseconds that a prompt must last to be told. */
const PROMPT_MS = 300;
/** A prompt of a call that ended so long ago was told late (milliseconds). */
const LATE_MS = 5000;
const MOST_CALLS = 256;
const MOST_WAITS = 32;
/** Begins what stands in for the id of a call; no agent's ids begin so. */
const UNKNOWN = '?';

interface KnownCall {
  id: string;
  tool: string;
  key: string;
  /** When it ended. */
  overAt?: number;
}

interface PendingPrompt {
  event: Waiting;
  tool: string;
  key: string;
  /** When it is told, and until when it is believed; undefined where it is believed until it is answered. */
  due: number;
  until: number | undefined;
  /** Held, told, or told and taken back. */
  state: 'held' | 'told' | 'over';
}

interface AskedOfSession {
  calls: KnownCall[];
  prompts: PendingPrompt[];
}

/** In place of the id of the call for which the person is asked. */
export function askedCall(tool: string, input: JsonObject): string {
  return `${UNKNOWN}${makeCallKey(tool, input)} ${tool}`;
}

export class AskedCalls {
  private readonly sessions = new PerSession<AskedOfSession>(() => ({ calls: [], prompts: [] }));
  /** Sessions with a prompt that is not answered. */
  private readonly asking = new Map<string, AskedOfSession>();

  /** `remindedAfter`: the agent reminds of a prompt that nobody answered within so many milliseconds. */
  constructor(private readonly remindedAfter?: number) {}

  pass(events: readonly TurnEvent[], now: number): TurnEvent[] {
    return events.flatMap((event) => this.passed(event, now));
  }

  nextDue(): number | undefined {
    let next: number | undefined;
    for (const { prompts } of this.asking.values()) {
      for (const prompt of prompts) {
        const at = findDue(prompt);
        if (at !== undefined && (next === undefined || at < next)) {
          next = at;
        }
      }
    }
    return next;
  }

  due(now: number): TurnEvent[] {
    return [...this.asking.values()].flatMap((state) =>
      state.prompts
        .filter((prompt) => (findDue(prompt) ?? Infinity) <= now)
        .flatMap((prompt) => (prompt.state === 'held' ? tell(state, prompt) : doubt(prompt, now))),
    );
  }

  private passed(event: TurnEvent, now: number): TurnEvent[] {
    switch (event.type) {
      case 'tool.call': {
        const { call: id, tool, input } = event;
        const { calls, prompts } = this.sessions.of(event.session);
        const known = { id, tool, key: makeCallKey(tool, input) };
        if (!calls.some((each) => each.id === id)) {
          pushNewest(calls, known, MOST_CALLS);
        }
        const told = prompts.find(
          (prompt) =>
            prompt.state === 'told' && prompt.event.call === undefined && belongsTo(prompt, known),
        );
        if (told === undefined) {
          return [event];
        }
        told.event = { ...told.event, call: id };
        return [event, told.event];
      }
      case 'tool.result': {
        const state = this.sessions.of(event.session);
        const known = state.calls.find(({ id }) => id === event.call);
        if (known !== undefined) {
          known.overAt = now;
        }
        state.prompts = state.prompts.filter(
          (prompt) => prompt.state === 'held' || prompt.event.call !== event.call,
        );
        this.note(event.session, state);
        return [event];
      }
      case 'resumed': {
        const state = this.sessions.of(event.session);
        const known = state.calls.find(({ id }) => id === event.call);
        state.prompts = state.prompts.filter(
          (prompt) =>
            known === undefined || (prompt.event.call !== known.id && !belongsTo(prompt, known)),
        );
        this.note(event.session, state);
        return [event];
      }
      case 'turn.start':
      case 'turn.end':
      case 'session.end': {
        const state = this.sessions.of(event.session);
        state.prompts = [];
        this.note(event.session, state);
        return [event];
      }
      case 'waiting':
        return this.waiting(event, now);
      default:
        return [event];
    }
  }

  private waiting(event: Waiting, now: number): TurnEvent[] {
    const { session, call } = event;
    if (!isForPerson(event)) {
      return [event];
    }
    if (call === undefined) {
      return this.reminded(session) ?? [event];
    }
    if (!call.startsWith(UNKNOWN)) {
      return [event];
    }
    const at = call.indexOf(' ');
    const state = this.sessions.of(session);
    pushNewest(
      state.prompts,
      {
        event: { v: 1, type: 'waiting', session, for: event.for, ...present({ at: event.at }) },
        key: call.slice(UNKNOWN.length, at),
        tool: call.slice(at + 1),
        due: now + PROMPT_MS,
        until:
          this.remindedAfter === undefined || event.for !== 'permission'
            ? undefined
            : now + this.remindedAfter,
        state: 'held',
      },
      MOST_WAITS,
    );
    this.note(session, state);
    return [];
  }

  /** The agent reminds of a prompt, which may be a sub-agent's. @returns undefined where none is known */
  private reminded(session: string): TurnEvent[] | undefined {
    const asking = [...this.asking].filter(
      ([id, { prompts }]) =>
        (id === session || id.startsWith(`${session}/`)) && prompts.some(isTold),
    );
    if (asking.length === 0) {
      return undefined;
    }
    return asking.flatMap(([, { prompts }]) =>
      prompts.filter(isTold).flatMap((prompt) => {
        const again = prompt.state === 'over' ? [prompt.event] : [];
        prompt.state = 'told';
        prompt.until = undefined;
        return again;
      }),
    );
  }

  private note(session: string, state: AskedOfSession): void {
    if (state.prompts.length === 0) {
      this.asking.delete(session);
    } else {
      this.asking.set(session, state);
    }
  }
}

/** Told now, with its call where that is known; nothing where the call is over already. */
function tell(state: AskedOfSession, prompt: PendingPrompt): TurnEvent[] {
  const taken = state.prompts.map(({ event }) => event.call);
  const open = state.calls.filter(({ id, overAt }) => overAt === undefined && !taken.includes(id));
  const call =
    open.find((each) => belongsTo(prompt, each)) ?? open.find(({ tool }) => tool === prompt.tool);
  const isLate = state.calls.some(
    (each) =>
      each.tool === prompt.tool &&
      each.overAt !== undefined &&
      prompt.due - each.overAt < LATE_MS &&
      (belongsTo(prompt, each) || prompt.event.for === 'input'),
  );
  if (call === undefined && isLate) {
    state.prompts = state.prompts.filter((each) => each !== prompt);
    return [];
  }
  prompt.state = 'told';
  if (call !== undefined) {
    prompt.event = { ...prompt.event, call: call.id };
  }
  return [prompt.event];
}

/** Nobody was reminded of it: it was answered, and the call runs. */
function doubt(prompt: PendingPrompt, now: number): TurnEvent[] {
  const { session, call, for: what } = prompt.event;
  prompt.state = 'over';
  prompt.until = undefined;
  return [{ v: 1, at: now, type: 'resumed', session, for: what, ...present({ call }) }];
}

function findDue({ state, due, until }: PendingPrompt): number | undefined {
  return state === 'held' ? due : until;
}

function isTold({ state }: PendingPrompt): boolean {
  return state !== 'held';
}

function belongsTo(prompt: PendingPrompt, call: KnownCall): boolean {
  return prompt.tool === call.tool && prompt.key === call.key;
}

function makeCallKey(tool: string, input: JsonObject): string {
  return hashText(exactActionKey(tool, input));
}
