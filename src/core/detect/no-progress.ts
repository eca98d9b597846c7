/**
 * Seed 1 improved, for the preset `balanced`: compares the workspace by content with a baseline from the turn's start,
 * remembers every new result of a step, ignores wrapper texts, and only warns of what could be honest work (new questions
 * that find nothing).
 */
import type { CallValue } from '../evidence/evidence.js';
import type { Session, Step } from '../turns/session.js';
import type { Thresholds } from '../thresholds/thresholds.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { Message, PersonTextId } from '../view/wording.js';
import type { Counter, Detector, DetectorContext, DetectorRun, Finding } from './detector.js';
import { OutsideProgress } from './outside-progress.js';
import { heldBack, patienceOf, phaseOf, type Phase } from './phase.js';
import type { RecentSteps } from '../evidence/recent-steps.js';
import { worthOf } from '../evidence/step-value.js';
import { membersOf, Streak } from './streak.js';

export const noProgress: Detector = {
  id: 'no-progress',
  hears: ['turn-start', 'outside', 'step-end'],
  start: (_session: Session, thresholds: Thresholds, { recent }: DetectorContext) =>
    new NoProgressRun(recent, thresholds),
};

/** Rewriting the plan is never a wait, so fewer steps suffice than of other empty ones. */
const PLAN_SOONER = 1;
/** Share of the limit at which steps without progress give an early warning. */
const WARNED = 6 / 8;

class NoProgressRun implements DetectorRun {
  /** Steps in a row that brought nothing; the newest of them that could not bring anything; those that only rewrote the plan. */
  private readonly idle = new Streak();
  private readonly empty = new Streak();
  private readonly plan = new Streak();
  /** Empty steps that only repeated earlier calls with the same results. */
  private readonly repeats = new Streak();
  /** Steps in a row without progress by seed 1's measure: a few new words among no-ops do not end it. */
  private readonly thin = new Streak();
  /** How many steps of the idle and of the thin streak were empty. */
  private readonly emptyOfIdle = new Streak();
  private readonly emptyOfThin = new Streak();
  /** Streaks whose last reset is shown. */
  private readonly shown = [this.idle, this.empty];
  /** Others that a few new words end. */
  private readonly short = [this.plan, this.repeats, this.emptyOfIdle];
  private readonly streaks = [...this.shown, ...this.short, this.thin, this.emptyOfThin];
  /** The phase for which the early warning of this idle streak was held back. */
  private waited: Phase | undefined;
  private readonly outside = new OutsideProgress();

  constructor(
    private readonly recent: RecentSteps,
    private readonly thresholds: Thresholds,
  ) {}

  private get limits(): { idle: number; empty: number; plan: number } {
    const { 'balanced.idleSteps': idle, 'balanced.emptySteps': empty } = this.thresholds.values;
    return { idle, empty, plan: Math.max(2, empty - PLAN_SOONER) };
  }

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        this.outside.clear();
        if (!fact.goOn) {
          this.restart();
        }
        return undefined;
      case 'outside':
        this.outside.see(fact.change);
        return undefined;
      case 'step-end':
        return this.judge(fact.step, fact.again);
      default:
        return undefined;
    }
  }

  counters(): Counter[] {
    const { idle, empty } = this.limits;
    return [
      {
        id: 'no-progress',
        label: { id: 'counter.no-progress' },
        value: this.idle.count,
        limit: idle,
        ...this.idle.lastResetIfAny,
      },
      {
        id: 'empty',
        label: { id: 'counter.empty' },
        value: this.empty.count,
        limit: empty,
        ...this.empty.lastResetIfAny,
      },
    ];
  }

  wouldStall(step: Step, values: CallValue[]): boolean {
    const worth = worthOf(values);
    if (
      this.outside.isAny ||
      (worth === 'progress' && isSubstantial(values)) ||
      worth === 'neutral'
    ) {
      return false;
    }
    const isEmpty = worth === 'empty';
    return this.isStalled({
      idle: worth === 'progress' ? 0 : this.idle.with(step),
      empty: isEmpty ? this.empty.with(step) : 0,
      plan: isPlan(step, values) ? this.plan.with(step) : 0,
      emptyOfIdle: this.emptyOfIdle.with(step) - (isEmpty ? 0 : 1),
      thin: this.thin.with(step),
      emptyOfThin: this.emptyOfThin.with(step) - (isEmpty ? 0 : 1),
    });
  }

  private judge(step: Step, again: boolean): Finding | undefined {
    for (const streak of this.streaks) {
      streak.begin(again);
    }
    const outside = this.outside.takeForStep(again);
    const why = outside ?? step.values.find((value) => value.worth === 'progress')?.note;
    if (why !== undefined && (!isOutput(why) || isSubstantial(step.values))) {
      this.restart(why);
      return undefined;
    }
    const worth = worthOf(step.values);
    if (worth === 'neutral') {
      return undefined;
    }
    const members = membersOf(step);
    this.thin.add(members);
    if (why !== undefined) {
      this.endShort(why);
      return this.finding();
    }
    this.idle.add(members);
    if (worth === 'empty') {
      this.empty.add(members);
      this.emptyOfIdle.add(members);
      this.emptyOfThin.add(members);
    } else {
      this.empty.reset();
    }
    if (isPlan(step, step.values)) {
      this.plan.add(members);
    } else {
      this.plan.reset();
    }
    if (isRepeat(step)) {
      this.repeats.add(members);
    } else {
      this.repeats.reset();
    }
    return this.finding();
  }

  private finding(): Finding | undefined {
    const [idle, empty, plan, thin] = [
      this.idle.count,
      this.empty.count,
      this.plan.count,
      this.thin.count,
    ];
    const limits = this.limits;
    if (plan >= limits.plan) {
      return this.found('stalled', 'verdict.no-progress.empty', this.empty, limits.plan);
    }
    if (empty >= limits.empty) {
      return this.found('stalled', 'verdict.no-progress.empty', this.empty, limits.empty);
    }
    if (isMostlyEmpty(idle, this.emptyOfIdle.count, limits.idle)) {
      return this.found('stalled', 'verdict.no-progress.idle', this.idle, limits.idle);
    }
    if (isMostlyEmpty(thin, this.emptyOfThin.count, limits.idle)) {
      return this.found('stalled', 'verdict.no-progress.thin', this.thin, limits.idle);
    }
    if (empty >= Math.ceil(limits.empty / 2)) {
      return this.found('watch', 'verdict.no-progress.empty', this.empty, limits.empty);
    }
    return this.warning(idle, limits.idle);
  }

  /** A phase of many questions holds the early warning back. */
  private warning(idle: number, limit: number): Finding | undefined {
    const warned = limit * WARNED;
    if (idle < warned) {
      this.waited = undefined;
      return undefined;
    }
    const phase = phaseOf(this.recent);
    if (idle < Math.ceil(warned * patienceOf[phase])) {
      this.waited = phase;
      return undefined;
    }
    const later = this.waited && heldBack(this.waited, idle, Math.ceil(warned));
    return {
      ...this.found(
        'watch',
        // of such steps alone, more than the limit are no stall
        idle < limit ? 'verdict.no-progress.idle' : 'verdict.no-progress.warning',
        this.idle,
        limit,
      ),
      ...(later !== undefined && { phase: later }),
    };
  }

  private found(
    level: 'watch' | 'stalled',
    id: PersonTextId,
    streak: Streak,
    threshold: number,
  ): Finding {
    const { count } = streak;
    const key =
      streak === this.empty || streak === this.plan ? 'balanced.emptySteps' : 'balanced.idleSteps';
    // known calls with known results in any order: a loop of some length
    if (streak === this.empty && this.repeats.count >= count) {
      return {
        detector: 'no-progress',
        kind: 'loop',
        level,
        count,
        threshold,
        key,
        what: { id: 'verdict.loop.nothing-new', params: { count, threshold } },
        ...streak.evidence,
      };
    }
    return {
      detector: 'no-progress',
      kind: 'no-progress',
      level,
      count,
      threshold,
      key,
      what: { id, params: { count, threshold } },
      ...streak.evidence,
    };
  }

  private isStalled(counts: {
    idle: number;
    empty: number;
    plan: number;
    emptyOfIdle: number;
    thin: number;
    emptyOfThin: number;
  }): boolean {
    const limits = this.limits;
    return (
      counts.empty >= limits.empty ||
      counts.plan >= limits.plan ||
      isMostlyEmpty(counts.idle, counts.emptyOfIdle, limits.idle) ||
      isMostlyEmpty(counts.thin, counts.emptyOfThin, limits.idle)
    );
  }

  private endShort(why?: Message): void {
    for (const streak of this.shown) {
      streak.reset(why);
    }
    for (const streak of this.short) {
      streak.reset();
    }
  }

  private restart(why?: Message): void {
    this.endShort(why);
    this.thin.reset();
    this.emptyOfThin.reset();
  }
}

/** Known calls with known results; those of no-ops and plans do not count, nor do other edits that change nothing. */
function isRepeat({ calls, values }: Step): boolean {
  return values.every(({ worth, evidence: { repeat, edits } }, i) => {
    const call = calls[i];
    const isOther = repeat.first && edits.files.length > 0;
    return (
      call?.noOp === false &&
      call.class !== 'todo' &&
      worth === 'empty' &&
      repeat.pair !== undefined &&
      !isOther
    );
  });
}

/** Only rewrote the plan; adding an item does not count. */
function isPlan(step: Step, values: readonly CallValue[]): boolean {
  return step.calls.every((call, i) => call.class === 'todo' && values[i]?.worth === 'empty');
}

/** Steps without progress could be an honest search unless half of them were empty. */
function isMostlyEmpty(steps: number, empty: number, limit: number): boolean {
  return steps >= limit && empty * 2 >= steps;
}

function isOutput(why: Message): boolean {
  return why.id === 'progress.new-output';
}

/** Seed 1's measure of an information gain, in characters. */
const INFORMATION = 60;

/** Whether a step's progress is more than a few new words: a change, or a result of some length. */
function isSubstantial(values: readonly CallValue[]): boolean {
  return values.some(
    ({ worth, note, evidence: { outcome } }) =>
      worth === 'progress' &&
      (note === undefined || !isOutput(note) || outcome.length >= INFORMATION),
  );
}
