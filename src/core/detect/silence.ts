/** An open turn without a sign of life, with no call running and no wait: an early warning, never more. */
import type { JsonObject } from '../events.js';
import { isOpen, type Session } from '../turns/session.js';
import type { Thresholds } from '../thresholds/thresholds.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { Detector, DetectorRun, Finding } from './detector.js';

const MINUTE = 60_000;

export const silence: Detector = {
  id: 'silence',
  hears: ['deadline'],
  start: (session: Session, thresholds: Thresholds) => new SilenceRun(session, thresholds),
};

class SilenceRun implements DetectorRun {
  /** The sign of life after which silence was reported. */
  private reportedAfter: number | undefined;

  constructor(
    private readonly session: Session,
    private readonly thresholds: Thresholds,
  ) {}

  private get minutes(): number {
    return this.thresholds.values['balanced.silenceMinutes'];
  }

  see(fact: TurnFact): Finding | undefined {
    const due = this.deadline();
    if (fact.kind !== 'deadline' || due === undefined || fact.at < due) {
      return undefined;
    }
    this.reportedAfter = this.session.aliveAt;
    return {
      detector: 'silence',
      kind: 'silence',
      level: 'watch',
      count: this.minutes,
      threshold: this.minutes,
      key: 'balanced.silenceMinutes',
      what: { id: 'verdict.silence', params: { minutes: this.minutes } },
      calls: [],
    };
  }

  counters() {
    return [];
  }

  deadline(): number | undefined {
    const { open, aliveAt, wait, openChildren, openStep, lastStep } = this.session;
    if (
      !open ||
      aliveAt === undefined ||
      aliveAt === this.reportedAfter ||
      wait !== undefined ||
      openChildren.size > 0
    ) {
      return undefined;
    }
    let due = aliveAt + this.minutes * MINUTE;
    for (const call of (openStep ?? lastStep)?.calls ?? []) {
      if (!isOpen(call)) {
        continue;
      }
      if (!call.timed || call.at === undefined) {
        return undefined;
      }
      due = Math.max(due, call.at + timeoutOf(call.input));
    }
    return due;
  }
}

/** How long a running call may take: its own timeout in milliseconds, else half an hour. */
function timeoutOf(input: JsonObject): number {
  const own = input['timeout_ms'] ?? input['timeout'];
  // some agents give seconds; their timeouts are below 1000
  return typeof own === 'number' && own > 0 ? (own < 1000 ? own * 1000 : own) : 30 * MINUTE;
}
