/** A turn that waits for a person, a job or a sub-agent: reported once per wait, and no stall until its budget is spent. */
import { waitsForJob, type Session, type Wait } from '../../turns/session.js';
import type { Thresholds } from '../../thresholds/thresholds.js';
import type { TurnFact } from '../../turns/turn-fact.js';
import type { PersonTextId } from '../../view/wording.js';
import type { Detector, DetectorRun, Finding } from '../detector.js';
import { MINUTE, SECOND } from './durations.js';

const sentences = {
  permission: 'verdict.wait.permission',
  input: 'verdict.wait.input',
  job: 'verdict.wait.job',
} as const satisfies Record<string, PersonTextId>;

export const waiting: Detector = {
  id: 'waiting',
  hears: ['children', 'step-end', 'deadline'],
  start: (session: Session, thresholds: Thresholds) => new WaitingRun(session, thresholds),
};

class WaitingRun implements DetectorRun {
  /** The wait or the poll that was reported. */
  private reported: object | undefined;
  private reportedOver: object | undefined;
  private childReported = false;

  constructor(
    private readonly session: Session,
    private readonly thresholds: Thresholds,
  ) {}

  private get seconds(): number {
    return this.thresholds.values['balanced.waitSeconds'];
  }
  private get jobMinutes(): number {
    return this.thresholds.values['balanced.jobMinutes'];
  }

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'children': {
        const first = fact.open > 0 && !this.childReported;
        this.childReported = fact.open > 0;
        return first ? this.wait('verdict.wait.child') : undefined;
      }
      case 'step-end': {
        const { poll } = this.session;
        if (poll === undefined || !waitsForJob(this.session)) {
          return undefined;
        }
        // looked at once more after nothing ran, and still the same
        if (
          poll.goneAfter !== undefined &&
          poll.unchanged > poll.goneAfter &&
          poll !== this.reportedOver
        ) {
          return this.over(poll, 'verdict.wait.gone');
        }
        if (poll === this.reported) {
          return undefined;
        }
        this.reported = poll;
        return this.wait('verdict.wait.job');
      }
      case 'deadline':
        return this.pass(fact.at);
      default:
        return undefined;
    }
  }

  counters() {
    return [];
  }

  deadline(): number | undefined {
    return this.next()?.at;
  }

  /** What to report next: that there is a wait, or that a job's budget is spent. */
  private next(): { at: number; wait: Wait } | { at: number; over: object } | undefined {
    const { wait, poll } = this.session;
    if (wait?.since !== undefined && wait !== this.reported) {
      return { at: wait.since + this.seconds * SECOND, wait };
    }
    const job = wait?.for === 'job' ? wait : poll;
    if (job?.since === undefined || job !== this.reported || job === this.reportedOver) {
      return undefined;
    }
    return { at: job.since + this.jobMinutes * MINUTE, over: job };
  }

  private pass(at: number): Finding | undefined {
    const next = this.next();
    if (next === undefined || at < next.at) {
      return undefined;
    }
    if ('wait' in next) {
      this.reported = next.wait;
      return this.wait(sentences[next.wait.for]);
    }
    return this.over(next.over, 'verdict.wait.over');
  }

  private over(job: object, id: 'verdict.wait.over' | 'verdict.wait.gone'): Finding {
    this.reported = this.reportedOver = job;
    return {
      detector: 'waiting',
      kind: 'wait',
      level: 'stalled',
      count: this.jobMinutes,
      threshold: this.jobMinutes,
      key: 'balanced.jobMinutes',
      what: { id, params: { minutes: this.jobMinutes } },
      calls: [],
    };
  }

  private wait(id: PersonTextId): Finding {
    return {
      detector: 'waiting',
      kind: 'wait',
      level: 'waiting',
      count: 1,
      threshold: 1,
      what: { id },
      calls: [],
    };
  }
}
