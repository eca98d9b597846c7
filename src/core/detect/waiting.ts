/** A turn that waits for somebody or something: given once per wait, not a stall until its budget is spent. */
import type { Session } from '../session.js';
import type { Thresholds } from '../thresholds.js';
import type { Fact } from '../fact.js';
import type { PersonTextId } from '../wording.js';
import type { Detector, DetectorRun, Finding } from './detector.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const sentences = { permission: 'verdict.wait.permission', input: 'verdict.wait.input', job: 'verdict.wait.job' } as const satisfies Record<string, PersonTextId>;

export const waiting: Detector = {
  id: 'waiting',
  start: (session: Session, thresholds: Thresholds) => new Run(session, thresholds),
};

/** A job that shows the same so many times is waited for. */
const UNCHANGED_POLLS = 3;

class Run implements DetectorRun {
  /** The wait, the poll or the number of children about which was told. */
  private told: object | undefined;
  private toldOver: object | undefined;
  private childTold = false;

  constructor(private readonly session: Session, private readonly thresholds: Thresholds) {}

  private get seconds(): number { return this.thresholds.values['balanced.waitSeconds']; }
  private get jobMinutes(): number { return this.thresholds.values['balanced.jobMinutes']; }

  see(fact: Fact): Finding | undefined {
    switch (fact.kind) {
      case 'children': {
        const first = fact.open > 0 && !this.childTold;
        this.childTold = fact.open > 0;
        return first ? this.wait('verdict.wait.child') : undefined;
      }
      case 'step-end': {
        const { poll } = this.session;
        if (poll === undefined || poll.unchanged < UNCHANGED_POLLS || poll === this.told) { return undefined; }
        this.told = poll;
        return this.wait('verdict.wait.job');
      }
      case 'deadline':
        return this.pass(fact.at);
      default:
        return undefined;
    }
  }

  counters() { return []; }

  deadline(): number | undefined {
    const { wait, poll } = this.session;
    if (wait?.since !== undefined && wait !== this.told) { return wait.since + this.seconds * SECOND; }
    const job = wait?.for === 'job' ? wait : poll;
    return job?.since === undefined || job !== this.told || job === this.toldOver ? undefined : job.since + this.jobMinutes * MINUTE;
  }

  private pass(at: number): Finding | undefined {
    const [due, { wait, poll }] = [this.deadline(), this.session];
    if (due === undefined || at < due) { return undefined; }
    if (wait !== undefined && wait !== this.told) {
      this.told = wait;
      return this.wait(sentences[wait.for]);
    }
    this.toldOver = wait ?? poll;
    return {
      detector: 'waiting', kind: 'wait', level: 'stalled', count: this.jobMinutes, threshold: this.jobMinutes,
      what: { id: 'verdict.wait.over', params: { minutes: this.jobMinutes } }, calls: [],
    };
  }

  private wait(id: PersonTextId): Finding {
    return { detector: 'waiting', kind: 'wait', level: 'waiting', count: 1, threshold: 1, what: { id }, calls: [] };
  }
}
