/** A call that a hook reported without an id, and what each of the two sources has told of it so far. */
import type { ToolCallEvent } from '../../core/events.js';
import { hashText } from '../../core/identity/hash.js';
import { exactActionKey } from '../../core/identity/tool/tool.js';

export interface UnnamedCall {
  /** See readAction. */
  key: string;
  /** Its id in the stream; undefined while it is held. */
  id?: string;
  hooked: boolean;
  /** The hook before it has come. */
  begun: boolean;
  logged: boolean;
  /** When it was first heard of: the host's time. */
  since: number;
  /** The hook has reported its result. */
  answered: boolean;
  /** The log has reported its result. */
  over: boolean;
  /** When it ended, by the log. */
  overAt?: number | undefined;
}

/** The longest that a hook told in the background comes after what happened later (milliseconds). */
const LATE_MS = 250;
/** Calls of a session that wait for the other source. */
const MOST_CALLS = 64;

/** By what a hook's call is found in the log: tool and canonical input. */
export function readAction({ tool, input }: ToolCallEvent): string {
  return hashText(exactActionKey(tool, input));
}

/** Heard of by a hook first. `begun`: by the hook before it runs. */
export function hookedCall(key: string, since: number, begun: boolean): UnnamedCall {
  return { key, since, hooked: true, begun, logged: false, answered: false, over: false };
}

/** Heard of by the log first, which names it. */
export function loggedCall(key: string, since: number, id: string): UnnamedCall {
  return {
    key,
    since,
    id,
    hooked: false,
    begun: false,
    logged: true,
    answered: false,
    over: false,
  };
}

/** Whether a hook belongs to a call of the same action, which may be over already: told in the background, it may come late. */
export function matchesCall({ at }: ToolCallEvent, call: UnnamedCall, now: number): boolean {
  if (!call.over && !call.answered) {
    return call.logged;
  }
  const hadBegun = at !== undefined && call.overAt !== undefined && at <= call.overAt;
  return hadBegun || now - call.since < LATE_MS;
}

/** Adds the call; where there are too many, one goes. */
export function keep(calls: UnnamedCall[], call: UnnamedCall): void {
  calls.push(call);
  if (calls.length <= MOST_CALLS) {
    return;
  }
  // first those that both sources have fully reported
  const done = calls.findIndex((each) => each.hooked && each.logged && each.over);
  calls.splice(Math.max(0, done), 1);
}
