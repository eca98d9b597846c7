/** Events go to the live watch, and the workspace is looked at as their turns and steps go on. */
import type { Merge } from '../agents/agent.js';
import type { Agent } from '../agents/definition.js';
import type { BackgroundTasks } from '../agents/reading/background-tasks.js';
import type { Clock } from '../core/clock.js';
import type { StepEnd, TurnEnd, TurnEvent } from '../core/events.js';
import type { Logger } from '../core/log.js';
import type { SessionFact } from '../core/turnwatch.js';
import type { SessionTracker } from './session-tracker.js';

/** The workspace's own signals, as far as the intake needs them. */
export interface WorkspaceSignals {
  /** A person's message opened a turn; also while one was open: the baseline is taken then. */
  turnOpened(session: string, cwd: string): void;
  turnClosed(session: string): void;
  /** The agents' calls tell who changed what. */
  observe(event: TurnEvent): void;
  /** A step ended: looks at the workspace soon. Resolves when the state is in, or after `limitMs`. */
  stepEnded(cwd: string, limitMs: number): Promise<unknown>;
  /** Looks now; resolves when the state is in, or after `limitMs`. @returns false if it was not in by then. */
  settle(cwd: string, limitMs: number): Promise<boolean>;
}

export interface IntakeOptions {
  tracker: SessionTracker;
  log: Pick<Logger, 'info'>;
  workspace: WorkspaceSignals;
  clock: Clock;
}

/** The longest that the end of a step waits for the workspace (milliseconds). */
export const SETTLE_MS = 300;

/** A turn whose newest sign is older than this is read from history: it starts no process (milliseconds). */
const FRESH_MS = 120_000;

const turnChanges: ReadonlySet<SessionFact['fact']['kind']> = new Set([
  'turn-start',
  'turn-continued',
  'turn-end',
]);

export class EventIntake {
  constructor(private readonly options: IntakeOptions) {}

  takeAll(events: readonly TurnEvent[]): void {
    for (const event of events) {
      this.take(event);
    }
  }

  take(event: TurnEvent): readonly SessionFact[] {
    const { tracker, workspace } = this.options;
    const facts = tracker.push(event);
    this.followTurn(facts);
    const isCall = event.type === 'tool.call' || event.type === 'tool.result';
    if (isCall && (tracker.sessions.get(event.session)?.cwd ?? '') !== '') {
      workspace.observe(event);
    }
    return facts;
  }

  /** What a step changed is known before it ends. Its answer waits for that only if the verdict would be a stall otherwise. */
  async endStep(event: StepEnd, cwd: string): Promise<void> {
    const { tracker, workspace } = this.options;
    if (tracker.turnwatch.judge.wouldStall(event.session)) {
      await this.settle(event.session, cwd);
      this.take(event);
    } else {
      tracker.pushAfter(event, workspace.stepEnded(cwd, SETTLE_MS));
    }
  }

  /** The same for what a log tells: nobody waits for it. Reading the past starts no process. */
  endLoggedStep(event: StepEnd): void {
    const { tracker, workspace } = this.options;
    const session = tracker.sessions.get(event.session);
    if (session?.explicitSteps !== true || session.cwd === '' || session.openStep === undefined) {
      this.take(event);
      return;
    }
    tracker.pushAfter(
      event,
      tracker.turnwatch.judge.wouldStall(event.session)
        ? this.settle(event.session, session.cwd)
        : workspace.stepEnded(session.cwd, SETTLE_MS),
    );
  }

  async settle(session: string, cwd: string): Promise<void> {
    const { log, clock, workspace } = this.options;
    const started = clock.now();
    const settled = await workspace.settle(cwd, SETTLE_MS);
    log.info(
      `${session}: waited ${clock.now() - started} ms for the workspace before a verdict${settled ? '' : ' (still pending)'}`,
    );
  }

  /** The workspace is looked at while turns run. A message that interrupts a turn ends it and begins the next. */
  private followTurn(facts: readonly SessionFact[]): void {
    const change = facts.findLast(({ fact }) => turnChanges.has(fact.kind));
    if (change === undefined || change.session.cwd === '') {
      return;
    }
    const { workspace, clock } = this.options;
    const { id, cwd, lastAt } = change.session;
    if (change.fact.kind === 'turn-end') {
      workspace.turnClosed(id);
    } else if (clock.now() - (lastAt ?? 0) < FRESH_MS) {
      workspace.turnOpened(id, cwd);
    }
  }
}

/**
 * One merge per agent: what its hooks and its log both say is taken in once. Merges hold some events back for a moment. The agent's
 * background tasks are read from the events that pass.
 */
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

  /** The end of a turn that a hook told and its answer did not put off. @returns what passes now */
  end(agent: Agent, event: TurnEnd): readonly TurnEvent[] {
    return this.byAgent.get(agent.id)?.end(event, this.clock.now()) ?? [event];
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
