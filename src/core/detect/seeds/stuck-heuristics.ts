/**
 * Seed 2, exactly. Stuck when all hold: the same action several times in a row among the last 15, no progress within the window
 * or ever, and as many hops as the limit; judged when a hop is over and when the window runs out. Any recent progress: not
 * stuck, and it may go on past the limit. Kept per task where one is given, else per session, across turns. The window needs
 * known times.
 */
import type { TurnFact } from '../../turns/turn-fact.js';
import { shortDuration } from '../../turns/action-history.js';
import type { Session } from '../../turns/session.js';
import type { PerTask, Task } from '../../turns/task.js';
import type { Thresholds } from '../../thresholds/thresholds.js';
import {
  defineDetector,
  type Counter,
  type DetectorContext,
  type DetectorRun,
  type Finding,
} from '../detector.js';
import { SECOND } from '../hung/durations.js';

export const stuckHeuristics = defineDetector({
  id: 'stuck-heuristics',
  words: {
    'verdict.hops': {
      en: 'The same action {count} times in a row and no progress for {time}, after {hops} hops (limit {threshold}).',
      de: 'Dieselbe Aktion {count}-mal in Folge, seit {time} ohne Fortschritt, nach {hops} Hops (Grenze {threshold}).',
    },
    'verdict.hops.never': {
      en: 'The same action {count} times in a row and no progress yet, after {hops} hops (limit {threshold}).',
      de: 'Dieselbe Aktion {count}-mal in Folge, bisher ohne Fortschritt, nach {hops} Hops (Grenze {threshold}).',
    },
    'counter.hops': {
      en: 'Task hops',
      de: 'Hops der Aufgabe',
    },
    'counter.repeats': {
      en: 'Same action in a row',
      de: 'Gleiche Aktion in Folge',
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
    'deadline',
  ],
  start: (session: Session, thresholds: Thresholds, { tasks }: DetectorContext) =>
    new StuckHeuristicsRun(session, thresholds, tasks),
});

class StuckHeuristicsRun implements DetectorRun {
  /** The number of progresses at which it was last found stuck. */
  private stuckAt: number | undefined;

  constructor(
    private readonly session: Session,
    private readonly thresholds: Thresholds,
    private readonly tasks: PerTask<Task>,
  ) {}

  private get task(): Task {
    return this.tasks.of(this.session);
  }
  private get repeats(): number {
    return this.thresholds.values['stuckHeuristics.repeats'];
  }
  private get window(): number {
    return this.thresholds.values['stuckHeuristics.windowSeconds'] * SECOND;
  }
  private get maxHops(): number {
    return this.thresholds.values['stuckHeuristics.maxHops'];
  }

  see(fact: TurnFact): Finding | undefined {
    const { account } = this.task;
    account.see(
      this.session,
      fact,
      Math.max(this.thresholds.values['stuckHeuristics.history'], 2 * this.repeats),
    );
    switch (fact.kind) {
      case 'step-end':
      case 'hop':
        return this.judge(account.now);
      case 'deadline':
        return this.judge(fact.at);
      default:
        return undefined;
    }
  }

  counters(): Counter[] {
    const { hops, account } = this.task;
    return [
      { id: 'hops', label: { id: 'counter.hops' }, value: hops, limit: this.maxHops },
      {
        id: 'repeats',
        label: { id: 'counter.repeats' },
        value: account.repeated(this.repeats).recent,
        limit: this.repeats,
        ...(account.last && { lastReset: account.last.what }),
      },
    ];
  }

  /** Only of the session that acted last, and only between its steps: a running tool is a hop that is not over. */
  deadline(): number | undefined {
    const { open, openStep, wait, openChildren, id } = this.session;
    if (!open || openStep !== undefined || wait !== undefined || openChildren.size > 0) {
      return undefined;
    }
    const { account } = this.task;
    const { quietSince } = account;
    if (
      quietSince === undefined ||
      account.made === this.stuckAt ||
      account.actions.at(-1)?.session !== id ||
      !this.isRepeating()
    ) {
      return undefined;
    }
    return Math.max(quietSince + this.window, account.now);
  }

  ended(): 'hops' | undefined {
    if (this.stuckAt === undefined || this.stuckAt === this.task.account.made) {
      return undefined;
    }
    this.stuckAt = undefined;
    return 'hops';
  }

  private isRepeating(): boolean {
    const { hops, account } = this.task;
    return (
      hops >= this.maxHops &&
      account.actions.length >= 2 * this.repeats &&
      account.repeated(this.repeats).recent >= this.repeats
    );
  }

  private judge(now: number): Finding | undefined {
    const { hops, account } = this.task;
    if (this.session.wait !== undefined || !this.isQuiet(now) || !this.isRepeating()) {
      return undefined;
    }
    this.stuckAt = account.made;
    const { actions } = account.repeated(this.repeats);
    const own = actions.filter((action) => action.session === this.session.id);
    const params = { count: actions.length, hops, threshold: this.maxHops };
    const { quietSince } = account;
    return {
      detector: 'stuck-heuristics',
      kind: 'hops',
      level: 'stalled',
      count: hops,
      threshold: this.maxHops,
      key: 'stuckHeuristics.maxHops',
      what:
        account.made === 0 || quietSince === undefined
          ? { id: 'verdict.hops.never', params }
          : { id: 'verdict.hops', params: { ...params, time: shortDuration(now - quietSince) } },
      calls: own.map((action) => action.call),
      members: [...new Set(own.map((action) => action.member))],
    };
  }

  /** No progress within the window; without any so far, it needs no clock. */
  private isQuiet(now: number): boolean {
    const { made, quietSince } = this.task.account;
    return made === 0 || (quietSince !== undefined && now - quietSince >= this.window);
  }
}
