/** A turn that waits for somebody or something: given once per wait, not a stall until its budget is spent. */
import { waitsForJob, type Session, type Wait } from '../turns/session.js';
import type { Thresholds } from '../thresholds/thresholds.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { PersonTextId } from '../view/wording.js';
import type { Detector, DetectorRun, Finding } from './detector.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
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
  /** The wait, the poll or the number of children about which was told. */
  private told: object | undefined;
  private toldOver: object | undefined;
  private childTold = false;

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
        const first = fact.open > 0 && !this.childTold;
        this.childTold = fact.open > 0;
        return first ? this.wait('verdict.wait.child') : undefined;
      }
      case 'step-end': {
        const { poll } = this.session;
        if (poll === undefined || !waitsForJob(this.session)) {
          return undefined;
        }
        // it was looked at once more since nothing runs, and still shows the same
        if (
          poll.goneAfter !== undefined &&
          poll.unchanged > poll.goneAfter &&
          poll !== this.toldOver
        ) {
          return this.over(poll, 'verdict.wait.gone');
        }
        if (poll === this.told) {
          return undefined;
        }
        this.told = poll;
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

  /** What is to be told next: that there is a wait, or that a job's budget is spent. */
  private next(): { at: number; wait: Wait } | { at: number; over: object } | undefined {
    const { wait, poll } = this.session;
    if (wait?.since !== undefined && wait !== this.told) {
      return { at: wait.since + this.seconds * SECOND, wait };
    }
    const job = wait?.for === 'job' ? wait : poll;
    if (job?.since === undefined || job !== this.told || job === this.toldOver) {
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
      this.told = next.wait;
      return this.wait(sentences[next.wait.for]);
    }
    return this.over(next.over, 'verdict.wait.over');
  }

  private over(job: object, id: 'verdict.wait.over' | 'verdict.wait.gone'): Finding {
    this.told = this.toldOver = job;
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
