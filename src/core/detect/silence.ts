/** An open turn without any sign, with no call running and nobody waited for: an early warning, never more. */
import type { Session } from '../session.js';
import type { Thresholds } from '../thresholds.js';
import type { Fact } from '../turn.js';
import type { Detector, DetectorRun, Finding } from './detector.js';

const MINUTE = 60_000;

export const silence: Detector = {
  id: 'silence',
  start: (session: Session, thresholds: Thresholds) => new Run(session, thresholds),
};

class Run implements DetectorRun {
  /** The sign of life after which the silence was told. */
  private toldAfter: number | undefined;

  constructor(private readonly session: Session, private readonly thresholds: Thresholds) {}

  private get minutes(): number { return this.thresholds.values['balanced.silenceMinutes']; }

  see(fact: Fact): Finding | undefined {
    const due = this.deadline();
    if (fact.kind !== 'deadline' || due === undefined || fact.at < due) { return undefined; }
    this.toldAfter = this.session.lastAt;
    return {
      detector: 'silence', kind: 'silence', level: 'watch', count: this.minutes, threshold: this.minutes,
      what: { id: 'verdict.silence', params: { minutes: this.minutes } }, calls: [],
    };
  }

  counters() { return []; }

  deadline(): number | undefined {
    const { open, lastAt, wait, openStep, openChildren } = this.session;
    const running = openStep?.calls.some((call) => call.result === undefined) ?? false;
    if (!open || lastAt === undefined || lastAt === this.toldAfter || wait !== undefined || running || openChildren.size > 0) { return undefined; }
    return lastAt + this.minutes * MINUTE;
  }
}
