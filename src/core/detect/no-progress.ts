/**
 * Seed 1 mended, for the preset `balanced`: the workspace is compared by content against a baseline from the turn's start,
 * every new result of a step is remembered, wrapper texts are no information, and what could be honest work (new questions
 * that find nothing) only warns.
 */
import type { Session, Step } from '../session.js';
import type { Thresholds } from '../thresholds.js';
import type { Fact } from '../turn.js';
import type { Message } from '../wording.js';
import type { Detector, DetectorRun, Finding } from './detector.js';
import { worthOf, type CallValue, type Worth } from './step-value.js';
import { Streak } from './streak.js';

export const noProgress: Detector = {
  id: 'no-progress',
  start: (_session: Session, thresholds: Thresholds) => new Run(thresholds),
};

class Run implements DetectorRun {
  /** Steps in a row that brought nothing; steps in a row that could not bring anything. */
  private readonly idle = new Streak();
  private readonly empty = new Streak();
  /** How many of the idle streak were empty. */
  private emptyOfIdle = 0;
  private emptyBefore = 0;
  private outside: Message | undefined;
  private outsideBefore: Message | undefined;

  constructor(private readonly thresholds: Thresholds) {}

  private get idleSteps(): number { return this.thresholds.values['balanced.idleSteps']; }
  private get emptySteps(): number { return this.thresholds.values['balanced.emptySteps']; }

  see(fact: Fact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        if (!fact.goOn) { this.restart(); }
        return undefined;
      case 'outside':
        if (fact.change.progress) { this.outside = fact.change.what; }
        return undefined;
      case 'step-end':
        return this.judge(fact.step, fact.again);
      case 'turn-end': case 'message': case 'call': case 'result': case 'step-dropped': case 'waiting': case 'resumed': case 'children':
      case 'compaction': case 'hop': case 'deadline':
        return undefined;
    }
  }

  counters() {
    return [
      { id: 'no-progress', label: { id: 'counter.no-progress' as const }, value: this.idle.count, limit: this.idleSteps, lastReset: this.idle.lastReset },
      { id: 'empty', label: { id: 'counter.empty' as const }, value: this.empty.count, limit: this.emptySteps, lastReset: this.empty.lastReset },
    ];
  }

  wouldStall(_step: Step, values: CallValue[]): boolean {
    if (this.outside !== undefined) { return false; }
    const worth = worthOf(values);
    if (worth === 'progress' || worth === 'neutral') { return false; }
    const more = worth === 'empty' ? 1 : 0;
    return this.isStalled(this.idle.count + 1, more === 1 ? this.empty.count + 1 : 0, this.emptyOfIdle + more);
  }

  private judge(step: Step, again: boolean): Finding | undefined {
    this.idle.begin(again);
    this.empty.begin(again);
    if (again) {
      this.emptyOfIdle = this.emptyBefore;
      this.outside ??= this.outsideBefore;
    } else {
      this.emptyBefore = this.emptyOfIdle;
    }
    const why = this.outside ?? step.values.find((value) => value.worth === 'progress')?.note;
    this.count(step, worthOf(step.values), why);
    this.outsideBefore = this.outside;
    this.outside = undefined;
    return this.finding();
  }

  private count(step: Step, worth: Worth, why: Message | undefined): void {
    if (why !== undefined) {
      this.restart(why);
      return;
    }
    switch (worth) {
      case 'progress': case 'neutral': return;
      case 'empty':
        this.empty.add(step);
        this.emptyOfIdle += 1;
        break;
      case 'idle':
        this.empty.reset();
        break;
    }
    this.idle.add(step);
  }

  private finding(): Finding | undefined {
    const [idle, empty] = [this.idle.count, this.empty.count];
    const stalled = this.isStalled(idle, empty, this.emptyOfIdle);
    const early = empty >= Math.ceil(this.emptySteps / 2) || idle >= Math.ceil((this.idleSteps * 5) / 8);
    if (!stalled && !early) { return undefined; }
    const byEmpty = empty >= (stalled ? this.emptySteps : Math.ceil(this.emptySteps / 2));
    const [count, threshold] = byEmpty ? [empty, this.emptySteps] : [idle, this.idleSteps];
    return {
      detector: 'no-progress', kind: 'no-progress', level: stalled ? 'stalled' : 'watch', count, threshold,
      what: { id: byEmpty ? 'verdict.no-progress.empty' : 'verdict.no-progress.idle', params: { count, threshold } },
      ...(byEmpty ? this.empty : this.idle).evidence,
    };
  }

  /** Idle steps alone could be an honest search: half of them must have been empty. */
  private isStalled(idle: number, empty: number, emptyOfIdle: number): boolean {
    return empty >= this.emptySteps || (idle >= this.idleSteps && emptyOfIdle * 2 >= idle);
  }

  private restart(why?: Message): void {
    this.idle.reset(why);
    this.empty.reset(why);
    this.emptyOfIdle = 0;
  }
}
