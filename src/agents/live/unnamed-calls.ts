/**
 * Calls that a hook tells without an id. They are held a moment for the log, which names them, and are found by session, tool and
 * canonical input, in order. One that the log has not told by then passes under an id of ours; when the log's line comes, what the
 * log tells of the call is told under that id. Everything else of the session that a hook tells waits behind what is held, but for the
 * end of a step or turn: the agent waits there for an answer, which must know all that came before, so nothing is held any longer.
 */
import type { ToolCallEvent, TurnEvent } from '../../core/events.js';
import { exactActionKey } from '../../core/identity/tool.js';
import { hashText, Recent } from '../../core/identity/hash.js';
import { UNNAMED_CALL, type Source } from '../agent.js';

/** The longest that an event waits for the log (milliseconds). */
export const HOLD_MS = 250;
/** Calls of a session that wait for their other sighting. */
const MOST_CALLS = 64;
const MOST_SESSIONS = 200;

/** A call as the two sources tell it. */
interface HeldCall {
  key: string;
  /** As it is known in the stream; undefined while it is held. */
  id?: string;
  hooked: boolean;
  logged: boolean;
  /** The hook has told its result. */
  answered: boolean;
  /** The log has told its result. */
  over: boolean;
}

interface Held {
  event: TurnEvent;
  due: number;
  call?: HeldCall;
}

interface State {
  calls: HeldCall[];
  held: Held[];
  made: number;
}

export class UnnamedCalls {
  private readonly sessions = new Map<string, State>();
  /** The log's id of a call → the id under which it passed before. */
  private readonly aliases = new Recent<string>(4096);

  /** `wholeResults`: a hook tells of a result all that the log does, so it passes at once, and what waits before it. */
  constructor(private readonly wholeResults = false) {}

  pass(source: Source, events: readonly TurnEvent[], now: number): TurnEvent[] {
    if (source === 'log') {
      return [...events.flatMap((event) => this.logged(event)), ...this.due(now)];
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

  private releaseAll(session: string, state: State): TurnEvent[] {
    return state.held.splice(0).flatMap((each) => this.release(session, state, each));
  }

  private release(session: string, state: State, { event, call }: Held): TurnEvent[] {
    if (call === undefined) {
      return [event];
    }
    if (event.type === 'tool.call') {
      if (call.id !== undefined) {
        return [];
      } // the log has told it
      state.made += 1;
      call.id = `${session}#${state.made}`;
      return [{ ...event, call: call.id }];
    }
    if (event.type !== 'tool.result' || call.id === undefined || call.over) {
      return [];
    }
    return [{ ...event, call: call.id }];
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
        const held = this.state(session);
        held.held.push({ event, due: now + HOLD_MS, call });
        // the answer to this hook must know the result
        if (this.wholeResults) {
          passed.push(...this.releaseAll(session, held));
        }
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

  /** `again`: the call comes with its result, and was told before if its first hook arrived. */
  private hold(state: State, event: ToolCallEvent, again: boolean, now: number): void {
    const key = actionOf(event);
    if (again && state.calls.some((call) => call.key === key && call.hooked && !call.answered)) {
      return;
    }
    const known = state.calls.find(
      (call) => call.key === key && call.logged && !call.hooked && !call.over,
    );
    if (known !== undefined) {
      known.hooked = true;
      return;
    }
    const call: HeldCall = { key, hooked: true, logged: false, answered: false, over: false };
    keep(state.calls, call);
    state.held.push({ event, due: now + HOLD_MS, call });
  }

  private answered(state: State, asked: ToolCallEvent): HeldCall | undefined {
    const key = actionOf(asked);
    const call = state.calls.find((each) => each.key === key && each.hooked && !each.answered);
    if (call !== undefined) {
      call.answered = true;
    }
    return call;
  }

  private logged(event: TurnEvent): TurnEvent[] {
    switch (event.type) {
      case 'tool.call':
        return this.loggedCall(event);
      case 'tool.result': {
        const id = this.aliases.get(key(event.session, event.call)) ?? event.call;
        const call = this.sessions.get(event.session)?.calls.find((each) => each.id === id);
        if (call !== undefined) {
          call.over = true;
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

  private loggedCall(event: ToolCallEvent): TurnEvent[] {
    const alias = this.aliases.get(key(event.session, event.call));
    if (alias !== undefined) {
      return [{ ...event, call: alias }];
    }
    const state = this.state(event.session);
    if (state.calls.some((call) => call.logged && call.id === event.call)) {
      return [event];
    }
    const action = actionOf(event);
    const call = state.calls.find((each) => each.key === action && each.hooked && !each.logged);
    if (call === undefined) {
      keep(state.calls, {
        key: action,
        id: event.call,
        hooked: false,
        logged: true,
        answered: false,
        over: false,
      });
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

  private state(session: string): State {
    const state = this.sessions.get(session) ?? { calls: [], held: [], made: 0 };
    this.sessions.delete(session);
    this.sessions.set(session, state);
    // a session that still holds something is not let go
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

/** A held call whose line the log has told need not wait; a result whose call is over neither. */
function isSettled({ event, call }: Held): boolean {
  if (call === undefined) {
    return true;
  }
  return event.type === 'tool.call' ? call.id !== undefined : call.over;
}

function keep(calls: HeldCall[], call: HeldCall): void {
  calls.push(call);
  if (calls.length <= MOST_CALLS) {
    return;
  }
  // first those of which both sources have told everything
  const done = calls.findIndex((each) => each.hooked && each.logged && each.over);
  calls.splice(Math.max(0, done), 1);
}

function actionOf({ tool, input }: ToolCallEvent): string {
  return hashText(exactActionKey(tool, input));
}

function key(session: string, call: string): string {
  return `${session} ${call}`;
}
