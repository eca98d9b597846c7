/** Ends of steps that wait for the look at the workspace that belongs to them. Nothing else of their session waits. */
import type { StepEnd } from '../core/events.js';

export class HeldStepEnds {
  private readonly bySession = new Map<string, StepEnd>();

  constructor(private readonly tracker: { push(event: StepEnd): unknown }) {}

  /** At most one is held in a session. @param looked may take long: whoever passes it has set it a limit */
  hold(event: StepEnd, looked: Promise<unknown>): void {
    this.release(event.session);
    this.bySession.set(event.session, event);
    const release = (): void => {
      if (this.bySession.get(event.session) === event) {
        this.release(event.session);
      }
    };
    looked.then(release, release);
  }

  release(session: string): void {
    const event = this.bySession.get(session);
    if (event !== undefined) {
      this.bySession.delete(session);
      this.tracker.push(event);
    }
  }

  releaseAll(): void {
    for (const session of [...this.bySession.keys()]) {
      this.release(session);
    }
  }
}
