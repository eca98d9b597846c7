/**
 * Seed 1 mended, for the preset `balanced`: the workspace is compared by content against a baseline from the turn's start,
 * every new result of a step is remembered, wrapper texts are no information, and what could be honest work (new questions
 * that find nothing) only warns.
 */
import type { Session, Step } from '../session.js';
import type { Thresholds } from '../thresholds.js';
import type { Fact } from '../fact.js';
import type { Message } from '../wording.js';
import type { Detector, DetectorRun, Finding } from './detector.js';
import { worthOf, type CallValue } from './step-value.js';
import { Streak } from './streak.js';

export const noProgress: Detector = {
  id: 'no-progress',
  start: (_session: Session, thresholds: Thresholds) => new Run(thresholds),
};

/** Rewriting the plan tells and changes nothing, and is never a wait: so many steps fewer than other empty ones. */
const PLAN_SOONER = 1;

class Run implements DetectorRun {
  /** Steps in a row that brought nothing; of these the newest ones that could not bring anything; of these those that only rewrote the plan. */
  private readonly idle = new Streak();
  private readonly empty = new Streak();
  private readonly plan = new Streak();
  /** How many of the idle streak were empty. */
  private readonly emptyOfIdle = new Streak();
  private outside: Message | undefined;
  private outsideBefore: Message | undefined;

  constructor(private readonly thresholds: Thresholds) {}

  private get limits(): { idle: number; empty: number; plan: number } {
    const { 'balanced.idleSteps': idle, 'balanced.emptySteps': empty } = this.thresholds.values;
    return { idle, empty, plan: Math.max(2, empty - PLAN_SOONER) };
  }

  see(fact: Fact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        this.outside = this.outsideBefore = undefined;
        if (!fact.goOn) { this.restart(); }
        return undefined;
      case 'outside':
        if (fact.change.progress) { this.outside = fact.change.what; }
        return undefined;
      case 'step-end':
        return this.judge(fact.step, fact.again);
      default:
        return undefined;
    }
  }

  counters() {
    const { idle, empty } = this.limits;
    return [
      { id: 'no-progress', label: { id: 'counter.no-progress' as const }, value: this.idle.count, limit: idle, lastReset: this.idle.lastReset },
      { id: 'empty', label: { id: 'counter.empty' as const }, value: this.empty.count, limit: empty, lastReset: this.empty.lastReset },
    ];
  }

  wouldStall(step: Step, values: CallValue[]): boolean {
    const worth = worthOf(values);
    if (this.outside !== undefined || worth === 'progress' || worth === 'neutral') { return false; }
    const isEmpty = worth === 'empty';
    return this.isStalled({
      idle: this.idle.with(step), empty: isEmpty ? this.empty.with(step) : 0, plan: isPlan(step) ? this.plan.with(step) : 0,
      emptyOfIdle: this.emptyOfIdle.with(step) - (isEmpty ? 0 : 1),
    });
  }

  private get streaks(): Streak[] { return [this.idle, this.empty, this.plan, this.emptyOfIdle]; }

  private judge(step: Step, again: boolean): Finding | undefined {
    for (const streak of this.streaks) { streak.begin(again); }
    if (again) { this.outside ??= this.outsideBefore; }
    const why = this.outside ?? step.values.find((value) => value.worth === 'progress')?.note;
    this.outsideBefore = this.outside;
    this.outside = undefined;
    if (why !== undefined) {
      this.restart(why);
      return undefined;
    }
    const worth = worthOf(step.values);
    if (worth === 'neutral') { return undefined; }
    this.idle.add(step);
    if (worth === 'empty') {
      this.empty.add(step);
      this.emptyOfIdle.add(step);
    } else {
      this.empty.reset();
    }
    if (isPlan(step)) { this.plan.add(step); } else { this.plan.reset(); }
    return this.finding();
  }

  private finding(): Finding | undefined {
    const [idle, empty, plan] = [this.idle.count, this.empty.count, this.plan.count];
    const limits = this.limits;
    const stalled = this.isStalled({ idle, empty, plan, emptyOfIdle: this.emptyOfIdle.count });
    const early = empty >= Math.ceil(limits.empty / 2) || idle >= Math.ceil((limits.idle * 5) / 8);
    if (!stalled && !early) { return undefined; }
    const byEmpty = stalled ? empty >= limits.empty || plan >= limits.plan : empty >= Math.ceil(limits.empty / 2);
    const threshold = byEmpty ? (plan >= limits.plan ? limits.plan : limits.empty) : limits.idle;
    const count = byEmpty ? empty : idle;
    return {
      detector: 'no-progress', kind: 'no-progress', level: stalled ? 'stalled' : 'watch', count, threshold,
      what: { id: byEmpty ? 'verdict.no-progress.empty' : 'verdict.no-progress.idle', params: { count, threshold } },
      ...(byEmpty ? this.empty : this.idle).evidence,
    };
  }

  /** Idle steps alone could be an honest search: half of them must have been empty. */
  private isStalled({ idle, empty, plan, emptyOfIdle }: { idle: number; empty: number; plan: number; emptyOfIdle: number }): boolean {
    const limits = this.limits;
    return empty >= limits.empty || plan >= limits.plan || (idle >= limits.idle && emptyOfIdle * 2 >= idle);
  }

  private restart(why?: Message): void {
    for (const streak of this.streaks) { streak.reset(why); }
  }
}

function isPlan(step: Step): boolean {
  return step.calls.every((call) => call.class === 'todo');
}
