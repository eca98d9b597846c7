/** The rest of the extension, as the relay sees it. */
import { messageOf } from '../core/error-words.js';
import type { LogLine } from '../core/throttled-log.js';
import type { ModelAnswer } from './model-answer.js';
import type { RequestIdentity } from './request-identity.js';
import type { RequestChange } from './text-only.js';

export interface RelayHost {
  /** Whether any session has an open intervention: if not, no request is held back to look at it. */
  hasOpenInterventions(): boolean;
  /** The session to which a request of the agent belongs, if it is known. */
  session(agent: string, identity: RequestIdentity): string | undefined;
  /** What to change in this session's next request; undefined leaves it as it is. */
  change(session: string): RequestChange | undefined;
  /** The upstream has accepted the changed request. */
  delivered(session: string): void;
  answered(session: string, answer: ModelAnswer): void;
}

/** The same, but what fails there is logged and changes nothing for the agent. */
export class GuardedHost {
  constructor(
    private readonly host: RelayHost,
    private readonly log: LogLine,
  ) {}

  hasOpenInterventions(): boolean {
    return this.guarded(() => this.host.hasOpenInterventions()) === true;
  }

  session(agent: string, identity: RequestIdentity): string | undefined {
    const { ids, calls, prompts } = identity;
    return ids.length + calls.length + prompts.length === 0
      ? undefined
      : this.guarded(() => this.host.session(agent, identity));
  }

  change(session: string): RequestChange | undefined {
    return this.guarded(() => this.host.change(session));
  }

  delivered(session: string): void {
    this.guarded(() => this.host.delivered(session));
  }

  /** `session` and `answer` are asked for only now, and guarded too. */
  answered(session: () => string | undefined, answer: () => ModelAnswer): void {
    this.guarded(() => {
      const found = session();
      if (found !== undefined) {
        this.host.answered(found, answer());
      }
    });
  }

  private guarded<T>(call: () => T): T | undefined {
    try {
      return call();
    } catch (error) {
      this.log(`relay: ${messageOf(error)}`);
      return undefined;
    }
  }
}
