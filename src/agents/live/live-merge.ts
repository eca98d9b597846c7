/**
 * Merges what a session's hooks and its log report into one stream. Calls and results pass: core recognises the second sighting by its
 * id; unnamed-calls.ts matches the calls that hooks do not name. What has no id (start and end of a turn, a message) passes from
 * whichever source is first; the other's copy is recognised by its time. If the hooks fall silent, the log carries on alone. Pure:
 * times are those of the events, or the host's for events held back.
 */
import type {
  SessionStart,
  ToolCallEvent,
  ToolResultEvent,
  TurnEnd,
  TurnEvent,
  TurnStart,
} from '../../core/events.js';
import { Recent } from '../../core/identity/recent.js';
import { pushNewest } from '../../core/push-newest.js';
import { UNNAMED_CALL, type Merge, type Source } from '../agent.js';
import { PerSession } from '../reading/per-session.js';
import { AskedCalls } from './asked-calls.js';
import { HeldEnds } from './held-ends.js';
import { ResponseGroups } from './response-groups.js';
import { UnnamedCalls } from './unnamed-calls.js';

export interface MergeOptions {
  /** The source whose compactions count. Default: whichever is first. */
  compaction?: Source;
  /** Hooks give calls no id (`UNNAMED_CALL`); the log does. */
  unnamedCalls?: boolean;
  /** Results of such hooks are as complete as the log's, so they need not wait for it. */
  wholeResults?: boolean;
  /** Milliseconds that such hooks wait for the log to name their calls. Default: `HOLD_MS`. */
  holdMs?: number;
  /** The same for calls that we denied. Default: no longer. */
  deniedMs?: number;
  /** The agent logs how a turn went after its hook at the turn's end, within so many milliseconds. */
  endHoldMs?: number;
  /** Hooks do not tell a call's response, and the log tells it late: see response-groups.ts. */
  oneByOne?: boolean;
  /** The agent reminds of a permission prompt that nobody answered within so many milliseconds. */
  remindedAfter?: number;
}

/** Milliseconds. A hook is stamped when it arrives, at most this long after the agent stamped its log's line … */
const HOOK_LATER = 5000;
/** … or, where the agent runs the hook before it writes, this long before: longer only for the same prompt. */
const HOOK_EARLIER = 1000;
const MOST_UNMATCHED = 16;
/** Hooks of calls that an interruption cut off may still come at most this long after it. */
const CUT_OFF_MS = 5000;
/** Over all sessions. */
const KEPT_CALLS = 4096;

const startFields = ['model', 'parent', 'parentCall', 'task', 'role', 'steps'] as const;

interface Sighting {
  source: Source;
  kind: string;
  at: number;
  prompt?: string | undefined;
}

interface MergedSession {
  /** Passed events whose copy from the other source is pending, oldest first. */
  unmatched: Sighting[];
  /** Times of the newest passed turn.start and turn.end. */
  turnStart: number;
  turnEnd: number;
  isOpen: boolean;
  /** The log told that the newest turn was ended by force. */
  isCutOff: boolean;
  /** A call that was made before the turn's end was told only after it, and continued the turn. */
  isContinued: boolean;
  /** The call that was first told last. */
  newestCall?: string;
  /** The passed session.start events, combined. */
  start?: SessionStart;
}

export class LiveMerge implements Merge {
  private readonly sessions = new PerSession<MergedSession>(() => ({
    unmatched: [],
    turnStart: 0,
    turnEnd: 0,
    isOpen: false,
    isCutOff: false,
    isContinued: false,
  }));
  /** Session and id of the calls that were told. */
  private readonly calls = new Recent<true>(KEPT_CALLS);
  private readonly unnamed: UnnamedCalls | undefined;
  private readonly asked: AskedCalls;
  private readonly ends: HeldEnds | undefined;
  private readonly responses: ResponseGroups | undefined;

  constructor(private readonly options: MergeOptions = {}) {
    this.asked = new AskedCalls(options.remindedAfter);
    this.ends = options.endHoldMs === undefined ? undefined : new HeldEnds(options.endHoldMs);
    this.responses = options.oneByOne === true ? new ResponseGroups() : undefined;
    this.unnamed =
      options.unnamedCalls === true
        ? new UnnamedCalls(options.wholeResults, options.holdMs, options.deniedMs)
        : undefined;
  }

  pass(source: Source, events: readonly TurnEvent[], now: number): TurnEvent[] {
    const passed = withoutLateEnd(
      (this.responses?.pass(source, events) ?? events).filter((event) =>
        this.passes(source, event),
      ),
      (session) => this.sessions.of(session).newestCall,
    );
    const named = this.unnamed?.pass(source, passed, now) ?? passed;
    const ended = this.ends?.pass(source, named) ?? named;
    return [...this.asked.due(now), ...this.asked.pass(ended, now)];
  }

  end(event: TurnEnd, now: number): TurnEvent[] {
    if (this.ends === undefined) {
      return [event];
    }
    this.ends.hold(event, now);
    return [];
  }

  due(now: number): TurnEvent[] {
    const waited = [...(this.unnamed?.due(now) ?? []), ...(this.ends?.due(now) ?? [])];
    return [...this.asked.pass(waited, now), ...this.asked.due(now)];
  }

  nextDue(): number | undefined {
    const dues = [this.unnamed, this.asked, this.ends]
      .map((each) => each?.nextDue())
      .filter((due) => due !== undefined);
    return dues.length === 0 ? undefined : Math.min(...dues);
  }

  /** Whether a call was told by either source. */
  private isTold(session: string, call: string): boolean {
    return this.calls.has(`${session} ${call}`);
  }

  /** A hook of a call that was on its way when the turn was interrupted: the turn would seem to go on. */
  private isLate(
    { isCutOff, turnEnd }: MergedSession,
    source: Source,
    { session, call, at }: ToolCallEvent | ToolResultEvent,
  ): boolean {
    return (
      isCutOff &&
      source === 'hook' &&
      at !== undefined &&
      at - turnEnd <= CUT_OFF_MS &&
      !this.isTold(session, call)
    );
  }

  private noteCall(session: MergedSession, { session: id, call }: ToolCallEvent): void {
    if (call === UNNAMED_CALL || this.isTold(id, call)) {
      return;
    }
    this.calls.set(`${id} ${call}`, true);
    session.newestCall = call;
    session.isContinued ||= !session.isOpen;
  }

  private passes(source: Source, event: TurnEvent): boolean {
    if (event.type === 'tick' || event.type === 'workspace') {
      return true;
    }
    const session = this.sessions.of(event.session);
    switch (event.type) {
      case 'session.start':
        return hasNews(session, event);
      case 'turn.start':
        return startsTurn(session, source, event);
      case 'turn.end':
        return endsTurn(session, source, event, this.ends?.isHeld(event.session) === true);
      case 'message':
        return !isTwin(session, source, `message ${event.text.trim()}`, event.at);
      case 'compaction':
        return this.options.compaction === undefined
          ? !isTwin(session, source, 'compaction', event.at)
          : source === this.options.compaction;
      case 'tool.result':
        return !this.isLate(session, source, event);
      case 'tool.call':
        if (this.isLate(session, source, event)) {
          return false;
        }
        // the log's line of a call may come after the turn's end
        session.isOpen ||= event.at === undefined || event.at > session.turnEnd;
        this.noteCall(session, event);
        return true;
      // has an id, or comes from one source only
      default:
        return true;
    }
  }
}

/**
 * A hook that nobody waits for may come late. The end that it tells is that of its calls' step, which ended at the latest with the
 * next one's first call.
 */
function withoutLateEnd(
  events: readonly TurnEvent[],
  newestCall: (session: string) => string | undefined,
): readonly TurnEvent[] {
  const end = events.at(-1);
  if (end?.type !== 'step.end' || end.response !== undefined) {
    return events;
  }
  const calls = events.flatMap((event) => (event.type === 'tool.call' ? [event.call] : []));
  const newest = newestCall(end.session);
  return calls.length === 0 || newest === undefined || calls.includes(newest)
    ? events
    : events.slice(0, -1);
}

/** Keeps the first folder: a hook's changes with the agent's `cd`. */
function hasNews(session: MergedSession, event: SessionStart): boolean {
  const { start } = session;
  const news =
    start === undefined ||
    (start.cwd === '' && event.cwd !== '') ||
    startFields.some((field) => event[field] !== undefined && event[field] !== start[field]);
  if (news) {
    session.start = { ...event, ...definedFields(start), ...definedFields(event) };
  }
  return news;
}

function startsTurn(
  session: MergedSession,
  source: Source,
  { session: id, at, prompt }: TurnStart,
): boolean {
  if (isTwin(session, source, 'turn.start', at, prompt)) {
    return false;
  }
  // a sub-agent has one turn, whose start may arrive after its first call
  if (session.isOpen && id.includes('/')) {
    return false;
  }
  session.isOpen = true;
  session.isContinued = session.isCutOff = false;
  session.turnStart = Math.max(session.turnStart, at ?? session.turnStart);
  return true;
}

/** `isHeld`: an end that a hook told waits for the log's, which says how the turn went. */
function endsTurn(
  session: MergedSession,
  source: Source,
  { reason, at }: TurnEnd,
  isHeld: boolean,
): boolean {
  // only the log reports an interruption or a stop by a hook, and late: it must not end the next turn
  const isForced = reason !== 'completed' && reason !== 'error';
  if (isTwin(session, source, isForced ? 'turn.end by force' : 'turn.end', at)) {
    const { isContinued } = session;
    session.isContinued = false;
    return isContinued || isHeld;
  }
  if (source === 'log' && at !== undefined && at < session.turnStart) {
    return false;
  }
  session.isOpen = session.isContinued = false;
  session.isCutOff = source === 'log' && isForced;
  session.turnEnd = Math.max(session.turnEnd, at ?? session.turnEnd);
  return true;
}

/** Whether the other source has already reported this; if not, remembers it until it does. */
function isTwin(
  { unmatched }: MergedSession,
  source: Source,
  kind: string,
  at: number | undefined,
  prompt?: string,
): boolean {
  if (at === undefined) {
    return false;
  }
  const sighting = { source, kind, at, prompt };
  const twin = unmatched.findIndex((each) => areTwins(each, sighting));
  if (twin >= 0) {
    unmatched.splice(twin, 1);
    return true;
  }
  pushNewest(unmatched, sighting, MOST_UNMATCHED);
  return false;
}

function areTwins(a: Sighting, b: Sighting): boolean {
  const later = a.source === 'hook' ? a.at - b.at : b.at - a.at;
  const isSamePrompt = a.prompt !== undefined && a.prompt === b.prompt;
  return (
    a.source !== b.source &&
    a.kind === b.kind &&
    later <= HOOK_LATER &&
    later >= -(isSamePrompt ? HOOK_LATER : HOOK_EARLIER)
  );
}

function definedFields(start: SessionStart | undefined): Partial<SessionStart> {
  return Object.fromEntries(Object.entries(start ?? {}).filter(([, value]) => value !== undefined));
}
