/** Times at which detectors judge even if nothing happens: the next one of all sessions, and every one in its turn. */
import type { DetectorRun } from './detect/detector.js';
import type { SessionJudge } from './session-judge.js';

export interface Deadline {
  /** Milliseconds since the epoch. */
  at: number;
  watched: SessionJudge;
  run: DetectorRun;
}

export class Deadlines {
  /** Lower bound of all deadlines. */
  private soonest = Infinity;

  constructor(
    private readonly watched: ReadonlyMap<string, SessionJudge>,
    private readonly onDue: (due: Deadline) => void,
  ) {}

  get next(): number | undefined {
    return this.earliest()?.at;
  }

  /** An event of this session may have brought its deadlines forward. */
  note(session: string): void {
    for (const run of this.watched.get(session)?.timed ?? []) {
      const at = run.deadline?.();
      if (at !== undefined && at < this.soonest) {
        this.soonest = at;
      }
    }
  }

  /** Thresholds changed: any deadline may be another. */
  changed(): void {
    this.soonest = -Infinity;
  }

  /** Passes every deadline up to `at`, in order. Each run advances its own deadline as it passes. */
  passUntil(at: number): void {
    while (this.soonest <= at) {
      const due = this.earliest();
      this.soonest = due?.at ?? Infinity;
      if (due === undefined || due.at > at) {
        return;
      }
      this.onDue(due);
    }
  }

  private earliest(): Deadline | undefined {
    let first: Deadline | undefined;
    for (const watched of this.watched.values()) {
      for (const run of watched.timed) {
        const at = run.deadline?.();
        if (at !== undefined && (first === undefined || at < first.at)) {
          first = { at, watched, run };
        }
      }
    }
    return first;
  }
}
