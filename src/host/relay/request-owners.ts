/** Remembers what the requests at the relay are assigned to sessions by: agents name their session in many ways, or not at all. */
import type { Session } from '../../core/turns/session.js';
import type { RequestIdentity } from '../../relay/request-identity.js';
import type { NewestPrompts } from './newest-prompts.js';
import { findOwner, type SeenClues } from './relay-owner.js';

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
      findPrompt: (session) => this.prompts.of(session),
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
