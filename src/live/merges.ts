/**
 * One merge per agent: what its hooks and its log both say is taken in once. Merges hold some events back for a moment. The agent's
 * background tasks are read from the events that pass.
 */
import type { Merge } from '../agents/agent.js';
import type { Agent } from '../agents/definition.js';
import type { BackgroundTasks } from '../agents/reading/background-tasks.js';
import type { Clock } from '../core/clock.js';
import type { TurnEvent } from '../core/events.js';

export class Merges {
  private readonly byAgent = new Map<string, Merge>();
  private timer: NodeJS.Timeout | undefined;

  /** `intake` takes the events that were held back long enough. */
  constructor(
    private readonly clock: Clock,
    private readonly tasks: Pick<BackgroundTasks, 'pass'>,
    private readonly intake: { takeAll(events: readonly TurnEvent[]): void },
  ) {}

  /** @returns the events that are new, without those that are held back. */
  pass(
    agent: Agent,
    source: 'hook' | 'log',
    events: readonly TurnEvent[],
    now: number,
  ): readonly TurnEvent[] {
    let merge = this.byAgent.get(agent.id);
    if (merge === undefined) {
      this.byAgent.set(agent.id, (merge = agent.createMerge()));
    }
    return this.tasks.pass(agent.id, merge.pass(source, events, now));
  }

  /** Sets the timer for the next event that is held back. */
  schedule(): void {
    const dues = [...this.byAgent.values()]
      .map((merge) => merge.nextDue())
      .filter((due) => due !== undefined);
    clearTimeout(this.timer);
    if (dues.length === 0) {
      return;
    }
    this.timer = setTimeout(
      () => {
        for (const [agent, merge] of this.byAgent) {
          this.intake.takeAll(this.tasks.pass(agent, merge.due(this.clock.now())));
        }
        this.schedule();
      },
      Math.max(1, Math.min(...dues) - this.clock.now()),
    );
    this.timer.unref();
  }

  dispose(): void {
    clearTimeout(this.timer);
  }
}
