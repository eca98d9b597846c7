/** Remembers what the requests at the relay are assigned to sessions by: agents name their session in many ways, or not at all. */
import { knownAgent } from '../../agents/index.js';
import type { UsageEvent } from '../../core/events.js';
import { dropOldest } from '../../core/push-newest.js';
import { isForeign } from '../../core/turns/foreign-session.js';
import type { Session } from '../../core/turns/session.js';
import type { RequestIdentity } from '../../relay/request-identity.js';
import type { NewestPrompts } from './newest-prompts.js';

export class RequestOwners {
  /** By session, what its requests held. */
  private readonly seen = new Map<string, SeenClues>();

  constructor(private readonly prompts: NewestPrompts) {}

  /** How many sessions' requests came. */
  get count(): number {
    return this.seen.size;
  }

  /** Whether a request of the session came. */
  has(session: string): boolean {
    return this.seen.has(session);
  }

  /** The session that the request belongs to. `agent`: whose address it came to. */
  find(
    sessions: ReadonlyMap<string, Session>,
    agent: string,
    identity: RequestIdentity,
  ): string | undefined {
    const found = findOwner(sessions.values(), agent, identity, {
      findPrompt: (session) => this.prompts.findPrompt(session),
      findSeen: (session) => this.seen.get(session),
    });
    if (found !== undefined) {
      const { id, calls } = this.seen.get(found) ?? { id: false, calls: false };
      const known = sessions.get(found)?.known;
      this.seen.set(found, {
        id: id || identity.ids.includes(found),
        calls: calls || identity.calls.some((call) => known?.has(call) === true),
      });
    }
    return found;
  }

  /** Forgets the requests. */
  clear(): void {
    this.seen.clear();
  }
}

// Finds the session that a model request belongs to.

/** What a session's earlier requests held: its later ones hold it, too. */
interface SeenClues {
  id: boolean;
  calls: boolean;
}

/** What is known of the sessions beside their events. */
export interface KnownSessions {
  /** A session's newest prompt. */
  findPrompt: (session: string) => string | undefined;
  findSeen: (session: string) => SeenClues | undefined;
}

/**
 * Finds the session by the agent's id for it, or, if it names none, among those that know the calls whose results the request
 * contains, first by the person's prompt. Undefined if two sessions match equally: a request of one must never be changed for the other.
 * `agent`: whose address it came to. Another one may use it, as Kilo reads opencode's settings: only an id tells of that one.
 */
export function findOwner(
  sessions: Iterable<Session>,
  agent: string,
  { ids, calls, prompts }: RequestIdentity,
  { findPrompt, findSeen }: KnownSessions,
): string | undefined {
  const all = [...sessions].filter(({ id }) => !isForeign(id));
  const isAlwaysNamed = knownAgent(agent)?.relay?.namesSession === true;
  const named =
    ids.find((id) => all.some((session) => session.id === id)) ??
    (isAlwaysNamed ? ids[0] : undefined);
  const countCalls = ({ known }: Session): number => calls.filter((call) => known.has(call)).length;
  if (named !== undefined) {
    // a sub-agent may send its parent's id; its calls identify it
    const family = all.filter((session) => session.id === named || session.parent === named);
    const byCalls = best(family, countCalls);
    return byCalls.length === 1 ? byCalls[0]?.id : named;
  }
  if (isAlwaysNamed) {
    return undefined;
  }
  const own = all.filter((session) => session.agent === agent);
  if (ids.length > 0) {
    // one not known yet, or not by this name
    const byCalls = best(
      own.filter(({ id }) => findSeen(id)?.id !== true),
      countCalls,
    );
    return byCalls.length === 1 ? byCalls[0]?.id : undefined;
  }
  const asked = (from: readonly Session[]): Session[] =>
    best(from, ({ id, open }) =>
      open ? Math.max(0, ...prompts.map((text) => likeness(text, findPrompt(id)))) : 0,
    );
  // some models number their calls anew in each conversation: an earlier one may know more of these, as its log is whole
  const knowing = own.filter((session) => countCalls(session) > 0);
  const candidates = asked(
    knowing.some(({ open }) => open)
      ? knowing
      : own.filter(({ id }) => findSeen(id)?.calls !== true),
  );
  const found = candidates.length > 0 ? best(candidates, countCalls, 0) : best(knowing, countCalls);
  return found.length === 1 ? found[0]?.id : undefined;
}

/** The candidates with the highest score, which is at least `least`. */
function best(
  sessions: readonly Session[],
  points: (session: Session) => number,
  least = 1,
): Session[] {
  const counted = sessions.map((session) => ({ session, n: points(session) }));
  const most = Math.max(least, ...counted.map(({ n }) => n));
  return counted.filter(({ n }) => n === most).map(({ session }) => session);
}

/** 2: the prompt itself. 1: behind blocks that an agent puts before it, such as `<current_datetime>…</current_datetime>`. */
function likeness(text: string, prompt: string | undefined): 0 | 1 | 2 {
  if (prompt === undefined || prompt === '') {
    return 0;
  }
  if (text === prompt) {
    return 2;
  }
  // anything else before it quotes it
  return text.endsWith(`\n${prompt}`) && isBlocks(text.slice(0, -prompt.length)) ? 1 : 0;
}

/** Whether the text consists of elements, such as `<a>…</a>`, and nothing else. */
function isBlocks(text: string): boolean {
  let rest = text.trim();
  while (rest !== '') {
    const [open = '', name = ''] = /^<([\w-]+)(?: [^<>]*)?>/.exec(rest) ?? [];
    const close = `</${name}>`;
    const end = rest.indexOf(close, open.length);
    if (open === '' || end < 0) {
      return false;
    }
    rest = rest.slice(end + close.length).trimStart();
  }
  return true;
}

const MOST_SESSIONS = 32;
const MOST_EACH = 8;

/** Answers of a model in a session that nothing else has told of yet: its agent's log may come after its first request. */
export class EarlyAnswers {
  private readonly held = new Map<string, UsageEvent[]>();

  /** The oldest go where there are too many. */
  hold(answer: UsageEvent): void {
    const answers = this.held.get(answer.session) ?? [];
    answers.push(answer);
    this.held.set(answer.session, answers.slice(-MOST_EACH));
    dropOldest(this.held, MOST_SESSIONS);
  }

  /** Those of a session that is known by now, each once. */
  take(session: string): readonly UsageEvent[] {
    const answers = this.held.get(session) ?? [];
    this.held.delete(session);
    return answers;
  }
}
