/** The same tests pass and fail with nothing changed between: no stall, but worth a warning. */
import type { Session } from '../../turns/session.js';
import type { TurnFact } from '../../turns/turn-fact.js';
import { defineDetector, type DetectorRun, type Finding } from '../detector.js';
import { REMEMBERED_STEPS } from '../../evidence/recent-steps.js';

export const flakyTest = defineDetector({
  id: 'flaky-test',
  words: {
    'verdict.flaky-test': {
      en: 'Flaky test: its result flipped {count} times although nothing changed.',
      de: 'Unzuverlässiger Test: Sein Ergebnis wechselte {count}-mal, obwohl sich nichts änderte.',
      tell: ['tell.flaky'],
    },
    'cause.flaky': {
      en: '{call} passed and failed with nothing changed in between.',
      de: '{call} ging gut und schlug fehl, ohne dass sich dazwischen etwas änderte.',
    },
    'tell.flaky': {
      en: 'Don’t change code for it: find out what varies between the runs, such as time, order or shared state.',
      de: 'Ändere dafür keinen Code: Finde heraus, was sich von Lauf zu Lauf unterscheidet, etwa Zeit, Reihenfolge oder geteilter Zustand.',
      cause: 'cause.flaky',
    },
  },

  hears: ['turn-start', 'step-end'],
  start: (session: Session) => new FlakyTestRun(session),
});

/** Once may be a cold cache. */
const FLIPS = 2;

class FlakyTestRun implements DetectorRun {
  private flips: { step: number; number: number; key: string }[] = [];

  constructor(private readonly session: Session) {}

  see(fact: TurnFact): Finding | undefined {
    if (fact.kind === 'turn-start' && !fact.goOn) {
      this.flips = [];
    }
    if (fact.kind !== 'step-end') {
      return undefined;
    }
    const { step } = fact;
    if (this.flips.length > 0) {
      this.flips = this.flips.filter(
        (flip) => flip.step !== step.number && this.session.steps - flip.step <= REMEMBERED_STEPS,
      );
    }
    for (let i = 0; i < step.calls.length; i++) {
      const [call, evidence] = [step.calls[i], step.values[i]?.evidence];
      // how often it passes may be what was asked for
      if (call !== undefined && evidence?.tests?.flaky === true && !evidence.repeat.askedFor) {
        this.flips.push({ step: step.number, number: call.number, key: call.key });
      }
      if (evidence?.edits.changes === true && this.flips.length > 0) {
        this.flips = [];
      }
    }
    // most sessions have none
    if (this.flips.length === 0) {
      return undefined;
    }
    const newest = this.flips.at(-1);
    const calls = this.flips.filter(({ key }) => key === newest?.key);
    if (newest?.step !== step.number || calls.length < FLIPS) {
      return undefined;
    }
    return {
      detector: 'flaky-test',
      kind: 'oscillation',
      level: 'watch',
      count: calls.length,
      threshold: FLIPS,
      what: { id: 'verdict.flaky-test', params: { count: calls.length } },
      calls: calls.map(({ number }) => number),
      members: [newest.key],
    };
  }

  counters() {
    return [];
  }
}
