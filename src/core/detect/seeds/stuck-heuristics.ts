/**
 * Seed 2, exactly. Stuck when all hold: the same action several times in a row among the last 15, no progress within the window
 * or ever, and as many hops as the limit; judged when a hop is over and when the window runs out. Any recent progress: not
 * stuck, and it may go on past the limit. Kept per task where one is given, else per session, across turns. The window needs
 * known times.
 */
import type { TurnFact } from '../../turns/turn-fact.js';
import { shortDuration } from '../../turns/action-history.js';
import type { Session } from '../../turns/session.js';
import { countKeptActions, type PerTask, type Task } from '../../turns/task.js';
import type { Thresholds } from '../../thresholds/thresholds.js';
import {
  defineDetector,
  type Counter,
  type DetectorContext,
  type DetectorRun,
  type EndingStall,
  type Finding,
} from '../detector.js';
import { SECOND } from '../hung/durations.js';

export const stuckHeuristics = defineDetector({
  id: 'stuck-heuristics',
  words: {
    'verdict.hops': {
      en: 'The same action {count} times in a row and no progress for {time}, after {hops} hops (limit {threshold}).',
      de: 'Dieselbe Aktion {count}-mal in Folge, seit {time} ohne Fortschritt, nach {hops} Hops (Grenze {threshold}).',
      tell: ['tell.hops'],
    },
    'verdict.hops.never': {
      en: 'The same action {count} times in a row and no progress yet, after {hops} hops (limit {threshold}).',
      de: 'Dieselbe Aktion {count}-mal in Folge, bisher ohne Fortschritt, nach {hops} Hops (Grenze {threshold}).',
      tell: ['tell.hops'],
    },
    'counter.hops': {
      en: 'Task hops',
      de: 'Hops der Aufgabe',
    },
    'counter.repeats': {
      en: 'Same action in a row',
      de: 'Gleiche Aktion in Folge',
    },
    'cause.hops': {
      en: '{call} came {count} times in a row without progress.',
      de: '{call} kam {count}-mal in Folge ohne Fortschritt.',
    },
    'tell.hops': {
      en: 'Take another way, or say what you need to get on.',
      de: 'Geh anders vor, oder sag, was du zum Weiterkommen brauchst.',
      cause: 'cause.hops',
    },
  },
  thresholds: {
    'stuckHeuristics.repeats': {
      default: 3,
      min: 2,
      max: 50,
      unit: 'times',
      name: 'counter.repeats',
      text: {
        en: 'The same action this many times in a row is repetition. A task is judged once it has twice as many actions.',
        de: 'Dieselbe Aktion so oft in Folge ist eine Wiederholung. Eine Aufgabe wird beurteilt, sobald sie doppelt so viele Aktionen hat.',
      },
    },
    'stuckHeuristics.windowSeconds': {
      default: 300,
      min: 1,
      max: 86400,
      unit: 'seconds',
      title: { en: 'Time since last progress', de: 'Zeit seit letztem Fortschritt' },
      text: {
        en: 'A task with progress within this time isn’t stuck, whatever repeats.',
        de: 'Eine Aufgabe mit Fortschritt in dieser Zeit ist nicht festgefahren, was immer sich wiederholt.',
      },
    },
    'stuckHeuristics.maxHops': {
      default: 20,
      min: 1,
      max: 1000,
      unit: 'hops',
      name: 'counter.hops',
      text: {
        en: 'After this many hops (steps, if no dispatcher counts hops), repetition without progress is a stall.',
        de: 'Nach so vielen Hops (Schritten, wenn kein Dispatcher Hops zählt) gilt Wiederholung ohne Fortschritt als festgefahren.',
      },
    },
    'stuckHeuristics.history': {
      default: 50,
      min: 4,
      max: 1000,
      unit: 'calls',
      title: { en: 'Remembered actions', de: 'Gemerkte Aktionen' },
      text: {
        en: 'How many of a task’s latest actions are remembered; at least twice the number of repeats.',
        de: 'Wie viele der letzten Aktionen einer Aufgabe gemerkt werden; mindestens das Doppelte der Wiederholungen.',
      },
    },
  },
  hears: [
    'turn-start',
    'turn-end',
    'message',
    'call',
    'result',
    'step-end',
    'outside',
    'waiting',
    'resumed',
    'compaction',
    'hop',
  ],
  start: (session: Session, thresholds: Thresholds, { tasks }: DetectorContext) =>
    new StuckHeuristicsRun(session, thresholds, tasks),
});

class StuckHeuristicsRun implements DetectorRun, EndingStall {
  readonly stall = this;
  /** What it reported of its task. */
  private reported: Task['account']['stuck'];

  constructor(
    private readonly session: Session,
    private readonly thresholds: Thresholds,
    private readonly tasks: PerTask<Task>,
  ) {}

  private get task(): Task {
    return this.tasks.findOrMake(this.session);
  }
  private get repeats(): number {
    return this.thresholds.values['stuckHeuristics.repeats'];
  }
  private get maxHops(): number {
    return this.thresholds.values['stuckHeuristics.maxHops'];
  }

  see(fact: TurnFact): Finding | undefined {
    const { account, isDispatched } = this.task;
    account.countFact(this.session, fact, countKeptActions(this.thresholds));
    const isJudged = fact.kind === (isDispatched ? 'hop' : 'step-end');
    return isJudged ? this.judge(account.now) : undefined;
  }

  counters(): Counter[] {
    const { hops, account } = this.task;
    return [
      { id: 'hops', label: { id: 'counter.hops' }, value: hops, limit: this.maxHops },
      {
        id: 'repeats',
        label: { id: 'counter.repeats' },
        value: account.run.length,
        limit: this.repeats,
        ...(account.last && { lastReset: account.last.what }),
      },
    ];
  }

  takeEnd(): 'hops' | undefined {
    const { account } = this.task;
    if (
      this.reported === undefined ||
      (this.reported === account.stuck && this.reported.made === account.made)
    ) {
      return undefined;
    }
    this.reported = undefined;
    return 'hops';
  }

  /** A finding at the change only: the task that was stuck and still is was reported, whatever session works on it now. */
  private judge(now: number): Finding | undefined {
    const { account } = this.task;
    if (this.session.wait !== undefined) {
      return undefined;
    }
    if (!this.isStuck(now)) {
      account.stuck = undefined;
      return undefined;
    }
    const isNews = account.stuck?.made !== account.made;
    if (isNews) {
      account.stuck = { made: account.made, run: account.run };
      this.reported = account.stuck;
    }
    // without a dispatcher, the person begins each turn: it is reported again there
    return isNews || (!this.task.isDispatched && this.reported === account.stuck)
      ? this.findStuck(account.run, now)
      : undefined;
  }

  private isStuck(now: number): boolean {
    const { hops, account } = this.task;
    const { made, quietSince, actions, run } = account;
    const window = this.thresholds.values['stuckHeuristics.windowSeconds'] * SECOND;
    return (
      hops >= this.maxHops &&
      actions.length >= 2 * this.repeats &&
      run.length >= this.repeats &&
      // without any progress so far, it needs no clock
      (made === 0 || (quietSince !== undefined && now - quietSince >= window))
    );
  }

  private findStuck(run: Task['account']['run'], now: number): Finding {
    const { hops, account, isDispatched } = this.task;
    const own = run.filter((action) => action.session === this.session.id);
    const params = { count: run.length, hops, threshold: this.maxHops };
    const quiet = account.quietFor(this.session.id, now);
    return {
      detector: 'stuck-heuristics',
      kind: 'hops',
      level: 'stalled',
      count: hops,
      threshold: this.maxHops,
      key: 'stuckHeuristics.maxHops',
      what:
        account.made === 0 || quiet === undefined
          ? { id: 'verdict.hops.never', params }
          : { id: 'verdict.hops', params: { ...params, time: shortDuration(quiet) } },
      calls: own.map((action) => action.call),
      members: [...new Set(own.map((action) => action.member))],
      ...(isDispatched && { outlastsTurn: true }),
    };
  }
}
