/**
 * Handles hooks that report calls without an id. A call is held until the log names it; the two are matched by session, tool
 * and canonical input, in order. A call that the log has not reported by then passes under an id of ours, which the log's later lines
 * about it then get too. The session's other hook events queue behind held ones, except the end of a step or turn: there the
 * agent waits for an answer that must account for all earlier events, so everything is released.
 */
import type { ToolCallEvent, ToolResultEvent, TurnEvent } from '../../core/events.js';
import { Recent } from '../../core/identity/recent.js';
import { UNNAMED_CALL, type Source } from '../agent.js';
import {
  readAction,
  hookedCall,
  matchesCall,
  keep,
  loggedCall,
  type UnnamedCall,
} from './unnamed-call.js';

/** Maximum milliseconds that an event waits for the log, unless the agent's log takes longer. */
export const HOLD_MS = 100;
const MOST_SESSIONS = 200;

interface Held {
  event: TurnEvent;
  due: number;
  call?: UnnamedCall;
}

interface UnnamedOfSession {
  calls: UnnamedCall[];
  held: Held[];
  made: number;
}

export class UnnamedCalls {
  private readonly sessions = new Map<string, UnnamedOfSession>();
  /** The log's id of a call → the id under which it passed before. */
  private readonly aliases = new Recent<string>(4096);

  /** `wholeResults`: a hook's result is as complete as the log's, so it is released at once, with everything before it. */
  constructor(
    private readonly wholeResults = false,
    private readonly holdMs = HOLD_MS,
    private readonly deniedMs = holdMs,
  ) {}

  pass(source: Source, events: readonly TurnEvent[], now: number): TurnEvent[] {
    if (source === 'log') {
      return [...events.flatMap((event) => this.logged(event, now)), ...this.due(now)];
    }
    return [...this.due(now), ...this.hooked(events, now), ...this.due(now)];
  }

  nextDue(): number | undefined {
    let next: number | undefined;
    for (const {
      held: [first],
    } of this.sessions.values()) {
      if (first !== undefined && (next === undefined || first.due < next)) {
        next = first.due;
      }
    }
    return next;
  }

  due(now: number): TurnEvent[] {
    const passed: TurnEvent[] = [];
    for (const [session, state] of this.sessions) {
      for (
        let first = state.held[0];
        first !== undefined && (first.due <= now || isSettled(first));
        first = state.held[0]
      ) {
        state.held.shift();
        passed.push(...this.release(session, state, first));
      }
    }
    return passed;
  }

  private releaseAll(session: string, state: UnnamedOfSession): TurnEvent[] {
    const passed: TurnEvent[] = [];
    for (let first = state.held.shift(); first !== undefined; first = state.held.shift()) {
      passed.push(...this.release(session, state, first));
    }
    return passed;
  }

  /**
   * The answer to the hook that tells a result must know it. A call that we denied can wait longer: nothing runs, and only the log
   * tells which calls are one response.
   */
  private ended(
    session: string,
    call: UnnamedCall,
    event: ToolResultEvent,
    now: number,
  ): TurnEvent[] {
    const state = this.state(session);
    const isOurs = event.deniedBy === 'turnwatch';
    const waits = isOurs && call.id === undefined && this.deniedMs > this.holdMs;
    const due = now + (waits ? this.deniedMs : this.holdMs);
    state.held.push({ event, due, call });
    if (waits) {
      for (const each of state.held.filter((held) => held.call === call)) {
        each.due = due;
      }
    }
    return this.wholeResults && !isOurs ? this.releaseAll(session, state) : [];
  }

  private release(session: string, state: UnnamedOfSession, { event, call }: Held): TurnEvent[] {
    if (call === undefined) {
      return [event];
    }
    if (event.type === 'tool.call') {
      if (call.id !== undefined) {
        return [];
      } // the log has reported it
      state.made += 1;
      call.id = `${session}#${state.made}`;
      return [{ ...event, call: call.id }];
    }
    if (event.type !== 'tool.result' || call.id === undefined || call.over) {
      return [];
    }
    return [
      ...(event.deniedBy === 'turnwatch' ? this.requestedWith(session, state, call) : []),
      { ...event, call: call.id },
    ];
  }

  /** The calls asked for right after one that we denied are of the same response: no model reads a denial that fast. */
  private requestedWith(
    session: string,
    state: UnnamedOfSession,
    denied: UnnamedCall,
  ): TurnEvent[] {
    const next = state.held.findIndex(({ call }) => call === undefined);
    const together = state.held
      .slice(0, next < 0 ? undefined : next)
      .filter(
        ({ event, call }) =>
          event.type === 'tool.call' &&
          call !== undefined &&
          call.since - denied.since <= this.holdMs,
      );
    state.held = state.held.filter((each) => !together.includes(each));
    return together.flatMap((each) => this.release(session, state, each));
  }

  private hooked(events: readonly TurnEvent[], now: number): TurnEvent[] {
    const passed: TurnEvent[] = [];
    events.forEach((event, i) => {
      const session = 'session' in event ? event.session : undefined;
      const state = session === undefined ? undefined : this.sessions.get(session);
      if (session !== undefined && event.type === 'tool.call' && event.call === UNNAMED_CALL) {
        const next = events[i + 1];
        this.hold(
          this.state(session),
          event,
          next?.type === 'tool.result' && next.call === UNNAMED_CALL,
          now,
        );
      } else if (
        session !== undefined &&
        event.type === 'tool.result' &&
        event.call === UNNAMED_CALL
      ) {
        const before = events[i - 1];
        const call =
          before?.type === 'tool.call' ? this.answered(this.state(session), before) : undefined;
        if (call === undefined) {
          return;
        }
        passed.push(...this.ended(session, call, event, now));
      } else if (session !== undefined && state !== undefined && state.held.length > 0) {
        state.held.push({ event, due: now });
        if (event.type === 'step.end' || event.type === 'turn.end') {
          passed.push(...this.releaseAll(session, state));
        }
      } else {
        passed.push(event);
      }
    });
    return passed;
  }

  /**
   * `again`: the call comes with its result, so it is already known if its first hook arrived. Hooks that are told in the
   * background may also come one after the other's line in the log, or in the wrong order.
   */
  private hold(state: UnnamedOfSession, event: ToolCallEvent, again: boolean, now: number): void {
    const key = readAction(event);
    if (again && state.calls.some((call) => call.key === key && call.hooked && !call.answered)) {
      return;
    }
    const known = state.calls.find(
      (call) =>
        call.key === key && (again ? !call.hooked : !call.begun) && matchesCall(event, call, now),
    );
    if (known !== undefined) {
      known.hooked = true;
      known.begun ||= !again;
      return;
    }
    const call = hookedCall(key, now, !again);
    keep(state.calls, call);
    state.held.push({ event, due: now + this.holdMs, call });
  }

  private answered(state: UnnamedOfSession, event: ToolCallEvent): UnnamedCall | undefined {
    const key = readAction(event);
    const call = state.calls.find((each) => each.key === key && each.hooked && !each.answered);
    if (call !== undefined) {
      call.answered = true;
    }
    return call;
  }

  private logged(event: TurnEvent, now: number): TurnEvent[] {
    switch (event.type) {
      case 'tool.call':
        return this.nameCall(event, now);
      case 'tool.result': {
        const id = this.aliases.get(key(event.session, event.call)) ?? event.call;
        const call = this.sessions.get(event.session)?.calls.find((each) => each.id === id);
        if (call !== undefined) {
          call.over = true;
          call.overAt = event.at;
        }
        return [{ ...event, call: id }];
      }
      case 'waiting':
      case 'resumed':
        return [
          event.call === undefined
            ? event
            : { ...event, call: this.aliases.get(key(event.session, event.call)) ?? event.call },
        ];
      default:
        return [event];
    }
  }

  private nameCall(event: ToolCallEvent, now: number): TurnEvent[] {
    const alias = this.aliases.get(key(event.session, event.call));
    if (alias !== undefined) {
      return [{ ...event, call: alias }];
    }
    const state = this.state(event.session);
    if (state.calls.some((call) => call.logged && call.id === event.call)) {
      return [event];
    }
    const action = readAction(event);
    const call = state.calls.find((each) => each.key === action && each.hooked && !each.logged);
    if (call === undefined) {
      keep(state.calls, loggedCall(action, now, event.call));
      return [event];
    }
    call.logged = true;
    if (call.id === undefined) {
      call.id = event.call;
      return [event];
    }
    this.aliases.set(key(event.session, event.call), call.id);
    return [{ ...event, call: call.id }];
  }

  private state(session: string): UnnamedOfSession {
    const state = this.sessions.get(session) ?? { calls: [], held: [], made: 0 };
    this.sessions.delete(session);
    this.sessions.set(session, state);
    // a session that still holds events is kept
    const oldest =
      this.sessions.size > MOST_SESSIONS
        ? [...this.sessions].find(([, each]) => each.held.length === 0)?.[0]
        : undefined;
    if (oldest !== undefined && oldest !== session) {
      this.sessions.delete(oldest);
    }
    return state;
  }
}

/** Whether the wait is over: the log has reported the call or its result. */
function isSettled({ event, call }: Held): boolean {
  if (call === undefined) {
    return true;
  }
  return event.type === 'tool.call' ? call.id !== undefined : call.over;
}

function key(session: string, call: string): string {
  return `${session} ${call}`;
}
