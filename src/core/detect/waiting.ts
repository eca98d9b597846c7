/** A turn that waits for somebody or something: given once per wait, not a stall until its budget is spent. */
import type { Session } from '../session.js';
import type { Thresholds } from '../thresholds.js';
import type { Fact } from '../turn.js';
import type { PersonTextId } from '../wording.js';
import type { Detector, DetectorRun, Finding } from './detector.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const sentences = { permission: 'verdict.wait.permission', input: 'verdict.wait.input', job: 'verdict.wait.job' } as const satisfies Record<string, PersonTextId>;

export const waiting: Detector = {
  id: 'waiting',
  start: (session: Session, thresholds: Thresholds) => new Run(session, thresholds),
};

class Run implements DetectorRun {
  private told = false;
  private toldOver = false;

  constructor(private readonly session: Session, private readonly thresholds: Thresholds) {}

  private get seconds(): number { return this.thresholds.values['balanced.waitSeconds']; }
  private get jobMinutes(): number { return this.thresholds.values['balanced.jobMinutes']; }

  see(fact: Fact): Finding | undefined {
    switch (fact.kind) {
      case 'waiting': case 'resumed': case 'turn-end':
        this.told = this.toldOver = false;
        return undefined;
      case 'children': {
        const first = fact.open > 0 && !this.told;
        this.told = fact.open > 0;
        return first ? this.wait('verdict.wait.child') : undefined;
      }
      case 'deadline':
        return this.pass(fact.at);
      case 'turn-start': case 'message': case 'call': case 'result': case 'step-end': case 'step-dropped': case 'outside': case 'compaction': case 'hop':
        return undefined;
    }
  }

  counters() { return []; }

  deadline(): number | undefined {
    const wait = this.session.wait;
    if (wait?.since === undefined) { return undefined; }
    if (!this.told) { return wait.since + this.seconds * SECOND; }
    return wait.for === 'job' && !this.toldOver ? wait.since + this.jobMinutes * MINUTE : undefined;
  }

  private pass(at: number): Finding | undefined {
    const [due, wait] = [this.deadline(), this.session.wait];
    if (due === undefined || wait === undefined || at < due) { return undefined; }
    if (!this.told) {
      this.told = true;
      return this.wait(sentences[wait.for]);
    }
    this.toldOver = true;
    return {
      detector: 'waiting', kind: 'wait', level: 'stalled', count: this.jobMinutes, threshold: this.jobMinutes,
      what: { id: 'verdict.wait.over', params: { minutes: this.jobMinutes } }, calls: [],
    };
  }

  private wait(id: PersonTextId): Finding {
    return { detector: 'waiting', kind: 'wait', level: 'waiting', count: 1, threshold: 1, what: { id }, calls: [] };
  }
}
