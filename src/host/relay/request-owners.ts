/** Remembers what the requests at the relay are assigned to sessions by: agents name their session in many ways, or not at all. */
import type { TurnEvent } from '../../core/events.js';
import type { Session } from '../../core/turns/session.js';
import type { RequestIdentity } from '../../relay/request-identity.js';
import { ownerOf, type SeenClues } from './relay-owner.js';

const MOST_PROMPTS = 200;
const LONGEST_PROMPT = 4096;

export class RequestOwners {
  /** The newest prompt of each session. */
  private readonly prompts = new Map<string, string>();
  /** By session, what its requests held. */
  private readonly seen = new Map<string, SeenClues>();

  /** How many sessions' requests came. */
  get count(): number {
    return this.seen.size;
  }

  /** Whether a request of the session came. */
  has(session: string): boolean {
    return this.seen.has(session);
  }

  /** Called with every event of the window's sessions. */
  onEvent(event: TurnEvent): void {
    if (event.type !== 'turn.start' || event.prompt === undefined) {
      return;
    }
    this.prompts.delete(event.session);
    this.prompts.set(event.session, event.prompt.trim().slice(0, LONGEST_PROMPT));
    const [oldest] = this.prompts.keys();
    if (this.prompts.size > MOST_PROMPTS && oldest !== undefined) {
      this.prompts.delete(oldest);
    }
  }

  /** The session that the request belongs to. `agent`: whose address it came to. */
  find(
    sessions: ReadonlyMap<string, Session>,
    agent: string,
    identity: RequestIdentity,
  ): string | undefined {
    const found = ownerOf(sessions.values(), agent, identity, {
      promptOf: (session) => this.prompts.get(session),
      seenOf: (session) => this.seen.get(session),
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

  /** Forgets the requests; the prompts stay, as their sessions do. */
  clear(): void {
    this.seen.clear();
  }
}
