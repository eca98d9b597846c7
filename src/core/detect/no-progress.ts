/**
 * Seed 1 improved, for the preset `balanced`: compares the workspace by content with a baseline from the turn's start,
 * remembers every new result of a step, ignores wrapper texts, and only warns of what could be honest work (new questions
 * that find nothing).
 */
import type { CallValue } from '../evidence/evidence.js';
import type { Session, Step } from '../turns/session.js';
import type { Thresholds } from '../thresholds/thresholds.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { PersonTextId } from '../view/words/wording.js';
import {
  defineDetector,
  type Counter,
  type DetectorContext,
  type DetectorRun,
  type Finding,
} from './detector.js';
import { OutsideProgress } from './outside-progress.js';
import { heldBack, choosePatience, detectPhase, type Phase } from './phase.js';
import type { RecentSteps } from '../evidence/recent-steps.js';
import { countForms } from '../identity/tool/question.js';
import { AskedQuestions } from './asked.js';
import { IdleStreaks, type IdleCounts } from './idle-streaks.js';
import type { Streak } from './streak.js';

export const noProgress = defineDetector({
  id: 'no-progress',
  words: {
    'verdict.no-progress.idle': {
      en: '{count} steps in a row brought nothing new (limit {threshold}).',
      de: '{count} Schritte in Folge brachten nichts Neues (Grenze {threshold}).',
      tell: ['tell.idle'],
    },
    'verdict.no-progress.warning': {
      en: '{count} steps in a row brought nothing new.',
      de: '{count} Schritte in Folge brachten nichts Neues.',
      tell: ['tell.idle'],
    },
    'verdict.no-progress.empty': {
      en: '{count} steps in a row only repeated earlier steps or did nothing (limit {threshold}).',
      de: '{count} Schritte in Folge wiederholten nur frühere oder taten nichts (Grenze {threshold}).',
      tell: ['tell.idle'],
    },
    'verdict.no-progress.thin': {
      en: '{count} steps in a row brought almost nothing new, and most did nothing (limit {threshold}).',
      de: '{count} Schritte in Folge brachten fast nichts Neues, und die meisten taten nichts (Grenze {threshold}).',
      tell: ['tell.thin'],
    },
    'verdict.loop.nothing-new': {
      en: '{count} steps in a row only brought results already known (limit {threshold}).',
      de: '{count} Schritte in Folge brachten nur schon bekannte Ergebnisse (Grenze {threshold}).',
      equal: 'equal.known',
      tell: ['tell.idle'],
    },
    'equal.known': {
      en: 'earlier calls and their results',
      de: 'frühere Aufrufe und ihre Ergebnisse',
    },
    'counter.no-progress': {
      en: 'Steps without progress',
      de: 'Schritte ohne Fortschritt',
    },
    'counter.empty': {
      en: 'Empty or repeated steps',
      de: 'Leere oder gleiche Schritte',
    },
    'cause.idle': {
      en: 'The last {count} steps brought nothing new.',
      de: 'Die letzten {count} Schritte brachten nichts Neues.',
    },
    'tell.idle': {
      en: 'Say in words what you know, what you tried and what is missing. If all is done, say so.',
      de: 'Sag in Worten, was du weißt, was du versucht hast und was fehlt. Ist alles getan, sag das.',
      cause: 'cause.idle',
    },
    'tell.thin': {
      en: 'Most of the last steps did nothing. Say in words what you know, what you tried and what is missing. If all is done, say so.',
      de: 'Die meisten der letzten Schritte taten nichts. Sag in Worten, was du weißt, was du versucht hast und was fehlt. Ist alles getan, sag das.',
    },
  },
  thresholds: {
    'balanced.idleSteps': {
      default: 8,
      min: 3,
      max: 200,
      unit: 'steps',
      group: 'progress',
      name: 'counter.no-progress',
      text: {
        en: 'A turn has stalled after this many steps in a row that bring nothing new, at least half of them repeats or no-ops; after half as many again, if they ask for many things.',
        de: 'Nach so vielen Schritten in Folge, die nichts Neues bringen und mindestens zur Hälfte Wiederholungen oder wirkungslos sind, gilt ein Turn als festgefahren; nach anderthalbmal so vielen, wenn sie nach vielerlei fragen.',
      },
    },
    'balanced.emptySteps': {
      default: 6,
      min: 2,
      max: 200,
      unit: 'steps',
      group: 'progress',
      name: 'counter.empty',
      text: {
        en: 'A turn has stalled after this many steps in a row that are only no-ops or repeats; one fewer if none is a no-op.',
        de: 'Nach so vielen Schritten in Folge, die nur wirkungslos oder Wiederholungen sind, gilt ein Turn als festgefahren; nach einem weniger, wenn alle Wiederholungen sind.',
      },
    },
  },
  hears: ['turn-start', 'outside', 'step-end'],
  start: (_session: Session, thresholds: Thresholds, { recent }: DetectorContext) =>
    new NoProgressRun(recent, thresholds),
});

/** To rewrite the plan or to ask again for what is known is never a wait, so fewer steps suffice than of other empty ones. */
const NEEDLESS_SOONER = 1;
/** Share of the limit at which steps without progress give an early warning. */
const WARNED = 6 / 8;
/** Factor on the limit from which steps without progress are a stall, however few were empty. */
const LONG = 12 / 8;
/** Share of their questions that must be of another form: one that is put to many things may be answered alike. */
const FORMS = 1 / 3;
/** Questions that are compared. */
const COMPARED = 24;

class NoProgressRun implements DetectorRun {
  private readonly streaks = new IdleStreaks();
  private readonly asked = new AskedQuestions(COMPARED);
  /** The phase for which the early warning of this idle streak was held back. */
  private waited: Phase | undefined;
  private readonly outside = new OutsideProgress();

  constructor(
    private readonly recent: RecentSteps,
    private readonly thresholds: Thresholds,
  ) {}

  private get limits(): { idle: number; empty: number; needless: number } {
    const { values } = this.thresholds;
    const { stepsAsked } = this.recent;
    const empty = values['balanced.emptySteps'] + stepsAsked;
    return {
      idle: values['balanced.idleSteps'] + stepsAsked,
      empty,
      needless: Math.max(2, empty - NEEDLESS_SOONER),
    };
  }

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        this.outside.clear();
        if (!fact.goOn) {
          this.streaks.restart();
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
    const { idle, empty, needless } = this.limits;
    const counts = this.streaks.counts;
    return [
      {
        id: 'no-progress',
        label: { id: 'counter.no-progress' },
        value: this.streaks.idle.count,
        limit: idle,
        ...this.streaks.idle.lastResetIfAny,
      },
      {
        id: 'empty',
        label: { id: 'counter.empty' },
        value: counts.empty,
        limit: counts.needless > 0 && counts.needless === counts.empty ? needless : empty,
        ...this.streaks.empty.lastResetIfAny,
      },
    ];
  }

  wouldStall(step: Step, values: CallValue[]): boolean {
    const counts = this.outside.isAny ? undefined : this.streaks.with(step, values);
    return counts !== undefined && this.isStalled(counts);
  }

  private judge(step: Step, again: boolean): Finding | undefined {
    this.streaks.begin(again);
    if (!this.streaks.add(step, this.outside.takeForStep(again))) {
      return undefined;
    }
    this.asked.note(step.number, step.values[0]?.evidence.action.question);
    return this.finding();
  }

  private finding(): Finding | undefined {
    const { streaks, limits } = this;
    const { idle, empty, needless, thin, emptyOfIdle, emptyOfThin } = streaks.counts;
    if (needless >= limits.needless) {
      return this.found('stalled', 'verdict.no-progress.empty', streaks.empty, limits.needless);
    }
    if (empty >= limits.empty) {
      return this.found('stalled', 'verdict.no-progress.empty', streaks.empty, limits.empty);
    }
    if (isMostlyEmpty(idle, emptyOfIdle, limits.idle)) {
      return this.found('stalled', 'verdict.no-progress.idle', streaks.idle, limits.idle);
    }
    const long = Math.ceil(limits.idle * LONG);
    if (idle >= long && this.areManyQuestions(long)) {
      return this.found('stalled', 'verdict.no-progress.idle', streaks.idle, long);
    }
    if (isMostlyEmpty(thin, emptyOfThin, limits.idle)) {
      return this.found('stalled', 'verdict.no-progress.thin', streaks.thin, limits.idle);
    }
    if (empty >= Math.ceil(limits.empty / 2)) {
      return this.found('watch', 'verdict.no-progress.empty', streaks.empty, limits.empty);
    }
    return this.warning(idle, limits.idle);
  }

  private areManyQuestions(steps: number): boolean {
    const questions = this.asked.newest(steps);
    return countForms(questions) >= FORMS * questions.length;
  }

  /** A phase of many questions holds the early warning back. */
  private warning(idle: number, limit: number): Finding | undefined {
    const warned = limit * WARNED;
    if (idle < warned) {
      this.waited = undefined;
      return undefined;
    }
    const phase = detectPhase(this.recent);
    if (idle < Math.ceil(warned * choosePatience[phase])) {
      this.waited = phase;
      return undefined;
    }
    const later = this.waited && heldBack(this.waited, idle, Math.ceil(warned));
    return {
      ...this.found(
        'watch',
        // of such steps alone, some more than the limit are no stall yet
        idle < limit ? 'verdict.no-progress.idle' : 'verdict.no-progress.warning',
        this.streaks.idle,
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
    const { empty, repeats } = this.streaks;
    const key = streak === empty ? 'balanced.emptySteps' : 'balanced.idleSteps';
    // known calls with known results in any order: a loop of some length
    const isLoop = streak === empty && repeats.count >= count;
    return {
      detector: 'no-progress',
      kind: isLoop ? 'loop' : 'no-progress',
      level,
      count,
      threshold,
      key,
      what: { id: isLoop ? 'verdict.loop.nothing-new' : id, params: { count, threshold } },
      ...streak.evidence,
    };
  }

  private isStalled(counts: IdleCounts): boolean {
    const limits = this.limits;
    return (
      counts.empty >= limits.empty ||
      counts.needless >= limits.needless ||
      isMostlyEmpty(counts.idle, counts.emptyOfIdle, limits.idle) ||
      isMostlyEmpty(counts.thin, counts.emptyOfThin, limits.idle)
    );
  }
}

/** Steps without progress could be an honest search unless half of them were empty. */
function isMostlyEmpty(steps: number, empty: number, limit: number): boolean {
  return steps >= limit && empty * 2 >= steps;
}
