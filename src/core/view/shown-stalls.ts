/** A session's stall as the person is shown it: a false alarm stays in the record only. */
import type { StallResponses } from '../interventions/stall-responses.js';
import type { Judge } from '../judge.js';
import type { Session } from '../turns/session.js';
import type { Verdict } from '../verdict.js';
import type { Trouble } from './report/escalation-report.js';

/** The person forced an answer, no verdict is open, and the agent goes on. */
const ignoredForceRespond: Trouble = {
  what: { id: 'verdict.ignored' },
  kind: 'no-progress',
  count: 3,
  evidence: { calls: [] },
};

export class ShownStalls {
  constructor(
    private readonly judge: Judge,
    private readonly responses: StallResponses,
  ) {}

  /** The open verdict, of any level. */
  standing(session: string): Verdict | undefined {
    return this.shown(this.judge.standing(session));
  }

  /** The open stall. */
  open(session: string): Verdict | undefined {
    const verdict = this.standing(session);
    return verdict?.level === 'stalled' ? verdict : undefined;
  }

  /** How the last turn stalled, once it is over. */
  ofEndedTurn(session: Session | undefined): Verdict | undefined {
    return session === undefined || session.open
      ? undefined
      : this.shown(this.judge.stallOfTurn(session));
  }

  /** What a report is about: what stands or, once the turn is over, how it stalled. */
  trouble(id: string): Trouble | undefined {
    return (
      this.standing(id) ??
      (this.responses.asked(id).again ? ignoredForceRespond : undefined) ??
      this.ofEndedTurn(this.judge.sessions.get(id))
    );
  }

  /** The unique key of a session's open stall, or of its ignored intervention. */
  episode(id: string): string | undefined {
    const stall = this.open(id);
    if (stall !== undefined) {
      return `${id} ${stall.turn} ${stall.call} ${stall.kind}`;
    }
    return this.responses.asked(id).again
      ? `${id} ${this.judge.sessions.get(id)?.turn ?? -1} ignored`
      : undefined;
  }

  private shown(verdict: Verdict | undefined): Verdict | undefined {
    return verdict === undefined ||
      this.responses.known(verdict.session)?.isFalseAlarm(verdict) === true
      ? undefined
      : verdict;
  }
}
