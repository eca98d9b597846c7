/** The relay's interface to the rest of the extension. */
import { readErrorMessage } from '../core/error-words.js';
import type { RequestState } from '../core/events.js';
import type { ProviderWait } from '../core/provider-status.js';
import type { LogLine } from '../core/log.js';
import type { ModelAnswer } from './model-answer.js';
import type { RequestIdentity } from './request-identity.js';
import type { RequestChange } from './text-only.js';

export interface RelayHost {
  /** Whether any session has an open intervention: if not, requests are not held back for inspection. */
  hasOpenInterventions(): boolean;
  /** The session that an agent's request belongs to, if known. */
  session(agent: string, identity: RequestIdentity): string | undefined;
  /** The change for this session's next request; undefined leaves it unchanged. */
  change(session: string): RequestChange | undefined;
  /** The upstream has accepted the changed request. */
  delivered(session: string): void;
  answered(session: string, answer: ModelAnswer): void;
  /** How the session's request to the model goes. */
  request(session: string, news: RequestState | ProviderWait): void;
}

/** Wraps a host so that its failures are logged and change nothing for the agent. */
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

  /** `session` and `answer` are evaluated only here, and guarded too. */
  answered(session: () => string | undefined, answer: () => ModelAnswer): void {
    this.guarded(() => {
      const found = session();
      if (found !== undefined) {
        this.host.answered(found, answer());
      }
    });
  }

  request(session: () => string | undefined, news: RequestState | ProviderWait): void {
    this.guarded(() => {
      const found = session();
      if (found !== undefined) {
        this.host.request(found, news);
      }
    });
  }

  private guarded<T>(call: () => T): T | undefined {
    try {
      return call();
    } catch (error) {
      this.log(`relay: ${readErrorMessage(error)}`);
      return undefined;
    }
  }
}
