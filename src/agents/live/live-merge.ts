/**
 * One session told twice, by its hooks and by its log, as one stream. Calls and results pass: core merges their second
 * sighting by id; calls that hooks do not name are found in unnamed-calls.ts. What has no id (a turn's start and end, a message)
 * passes from whichever source comes first; the other's twin is known by its time. So when the hooks fall silent, the log goes on
 * alone. Pure: time is the events' own, and for what waits the host's.
 */
import type { SessionStart, TurnEvent } from '../../core/events.js';
import type { Merge, Source } from '../agent.js';
import { UnnamedCalls } from './unnamed-calls.js';

export interface MergeOptions {
  /** Whose word on a condensation counts. Default: the first one's. */
  compaction?: Source;
  /** Hooks name no call (`UNNAMED_CALL`): the log does. */
  unnamedCalls?: boolean;
  /** Such hooks tell of a result all that the log does: it need not wait for the log. */
  wholeResults?: boolean;
}

/** Milliseconds. A hook is stamped when it arrives; its twin was stamped by the agent at most this much earlier … */
const TWIN_LATER = 5000;
/** … or, when the agent writes before it asks, this much later. */
const TWIN_EARLIER = 1000;
const MOST_SESSIONS = 1000;
const MOST_WAITING = 16;

const startFields = ['model', 'parent', 'parentCall', 'task', 'steps'] as const;

interface Passed {
  source: Source;
  kind: string;
  at: number;
}

interface Known {
  /** What passed and still waits for its twin, oldest first. */
  passed: Passed[];
  /** The newest turn.start that passed. */
  turnStart: number;
  turnEnd: number;
  open: boolean;
  /** What the session.start events that passed have told. */
  start?: SessionStart;
}

export class LiveMerge implements Merge {
  private readonly sessions = new Map<string, Known>();
  private readonly unnamed: UnnamedCalls | undefined;

  constructor(private readonly options: MergeOptions = {}) {
    this.unnamed =
      options.unnamedCalls === true ? new UnnamedCalls(options.wholeResults) : undefined;
  }

  pass(source: Source, events: readonly TurnEvent[], now: number): TurnEvent[] {
    const passed = events.filter((event) => this.passes(source, event));
    return this.unnamed?.pass(source, passed, now) ?? passed;
  }

  due(now: number): TurnEvent[] {
    return this.unnamed?.due(now) ?? [];
  }
  nextDue(): number | undefined {
    return this.unnamed?.nextDue();
  }

  private passes(source: Source, event: TurnEvent): boolean {
    if (event.type === 'tick' || event.type === 'workspace') {
      return true;
    }
    const known = this.known(event.session);
    switch (event.type) {
      case 'session.start': {
        const told = known.start;
        // the folder is the first one told: a hook's follows the agent's `cd`
        const news =
          told === undefined ||
          (told.cwd === '' && event.cwd !== '') ||
          startFields.some((field) => event[field] !== undefined && event[field] !== told[field]);
        if (news) {
          known.start = { ...event, ...defined(told), ...defined(event) };
        }
        return news;
      }
      case 'turn.start':
        if (this.isTwin(known, source, 'turn.start', event.at)) {
          return false;
        }
        // a sub-agent has one turn; its start may be told after its first call
        if (known.open && event.session.includes('/')) {
          return false;
        }
        known.open = true;
        known.turnStart = Math.max(known.turnStart, event.at ?? known.turnStart);
        return true;
      case 'turn.end': {
        // an interruption, or a stop by a hook: only the log tells of it, late; it must not end the next turn
        const kind =
          event.reason === 'completed' || event.reason === 'error'
            ? 'turn.end'
            : 'turn.end by force';
        if (this.isTwin(known, source, kind, event.at)) {
          return false;
        }
        if (source === 'log' && event.at !== undefined && event.at < known.turnStart) {
          return false;
        }
        known.open = false;
        known.turnEnd = Math.max(known.turnEnd, event.at ?? known.turnEnd);
        return true;
      }
      case 'message':
        return !this.isTwin(known, source, `message ${event.text.trim()}`, event.at);
      case 'compaction':
        return this.options.compaction === undefined
          ? !this.isTwin(known, source, 'compaction', event.at)
          : source === this.options.compaction;
      case 'tool.call':
        // the log's line of a call may come after the turn's end
        known.open ||= event.at === undefined || event.at > known.turnEnd;
        return true;
      case 'tool.result':
      case 'step.end':
      case 'waiting':
      case 'resumed':
      case 'hop':
      case 'session.end':
      case 'config':
      case 'feedback':
      case 'intervention':
      case 'usage':
        return true;
    }
  }

  /** Whether the other source told this already; if not, it is remembered for the other's twin. */
  private isTwin(known: Known, source: Source, kind: string, at: number | undefined): boolean {
    if (at === undefined) {
      return false;
    }
    const twin = known.passed.findIndex(
      (each) =>
        each.source !== source && each.kind === kind && areTwins(each, { source, kind, at }),
    );
    if (twin >= 0) {
      known.passed.splice(twin, 1);
      return true;
    }
    known.passed.push({ source, kind, at });
    if (known.passed.length > MOST_WAITING) {
      known.passed.shift();
    }
    return false;
  }

  private known(session: string): Known {
    const known = this.sessions.get(session) ?? {
      passed: [],
      turnStart: 0,
      turnEnd: 0,
      open: false,
    };
    this.sessions.delete(session);
    this.sessions.set(session, known);
    const oldest =
      this.sessions.size > MOST_SESSIONS ? this.sessions.keys().next().value : undefined;
    if (oldest !== undefined) {
      this.sessions.delete(oldest);
    }
    return known;
  }
}

function defined(start: SessionStart | undefined): Partial<SessionStart> {
  return Object.fromEntries(Object.entries(start ?? {}).filter(([, value]) => value !== undefined));
}

function areTwins(a: Passed, b: Passed): boolean {
  const later = a.source === 'hook' ? a.at - b.at : b.at - a.at;
  return later <= TWIN_LATER && later >= -TWIN_EARLIER;
}
