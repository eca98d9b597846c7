/**
 * Seed 1, exactly (a turn's progress detector with forced text-only recovery). After each step: progress if plain porcelain
 * or the background tasks differ from those after the step before, or an edit or write succeeded, or a successful result of
 * at least `minLength` characters is new in this turn. Results are looked at as they arrived, and the first that is progress
 * ends the look: the ones behind it stay new. Errors never count. State is per turn, and the first step only begins it.
 */
import { hashText } from '../../identity/hash.js';
import { SeenSet } from '../../identity/seen-set.js';
import { findPath } from '../../identity/tool/tool.js';
import type { Call, Session, Step } from '../../turns/session.js';
import type { Thresholds } from '../../thresholds/thresholds.js';
import type { TurnFact, WorkspaceChange } from '../../turns/turn-fact.js';
import type { Message } from '../../view/words/wording.js';
import { defineDetector, type Counter, type DetectorRun, type Finding } from '../detector.js';
import { listMembers, Streak } from '../streak.js';

export const progressDetector = defineDetector({
  id: 'progress-detector',
  perTurn: true,
  words: {
    'verdict.no-progress.seed': {
      en: '{count} steps in a row changed nothing and found nothing new (limit {threshold}).',
      de: '{count} Schritte in Folge änderten nichts und fanden nichts Neues (Grenze {threshold}).',
      tell: ['tell.idle'],
    },
  },
  thresholds: {
    'progressDetector.steps': {
      default: 8,
      min: 2,
      max: 200,
      unit: 'steps',
      name: 'counter.no-progress',
      text: {
        en: 'A turn has stalled after this many steps in a row without progress.',
        de: 'Nach so vielen Schritten in Folge ohne Fortschritt gilt ein Turn als festgefahren.',
      },
    },
    'progressDetector.minLength': {
      default: 60,
      min: 0,
      max: 10000,
      unit: 'characters',
      title: { en: 'Length of new output', de: 'Länge neuer Ausgaben' },
      text: {
        en: 'A successful result that is new in the turn counts as progress if it has at least this many characters.',
        de: 'Ein erfolgreiches Ergebnis, das im Turn neu ist, zählt ab so vielen Zeichen als Fortschritt.',
      },
    },
  },
  hears: ['turn-start', 'outside', 'result', 'step-end'],
  start: (_session: Session, thresholds: Thresholds) => new ProgressDetectorRun(thresholds),
});

class ProgressDetectorRun implements DetectorRun {
  private readonly streak = new Streak();
  private readonly seen = new SeenSet();
  private readonly outside = new OutsideState();
  /** Numbers of the calls whose results came since the last step, in that order. */
  private arrived: number[] = [];
  /** The turn's first step: the state after it is the first to compare with. */
  private first: number | undefined;

  constructor(private readonly thresholds: Thresholds) {}

  private get steps(): number {
    return this.thresholds.values['progressDetector.steps'];
  }
  private get minLength(): number {
    return this.thresholds.values['progressDetector.minLength'];
  }

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        this.streak.reset();
        this.seen.clear();
        this.outside.clear();
        this.arrived = [];
        this.first = undefined;
        return undefined;
      case 'outside':
        this.outside.see(fact.change);
        return undefined;
      case 'result':
        this.arrived.push(fact.call.number);
        return undefined;
      case 'step-end':
        return this.judge(fact.step, fact.again);
      default:
        return undefined;
    }
  }

  counters(): Counter[] {
    return [
      {
        id: 'no-progress',
        label: { id: 'counter.no-progress' },
        value: this.streak.count,
        limit: this.steps,
        ...this.streak.lastResetIfAny,
      },
    ];
  }

  wouldStall(step: Step): boolean {
    return (
      this.streak.with(step) >= this.steps &&
      this.measureProgress(step, step.judged).why === undefined
    );
  }

  private judge(step: Step, again: boolean): Finding | undefined {
    this.streak.begin(again);
    this.first ??= step.number;
    const { why, hash } = this.measureProgress(step, again);
    if (hash !== undefined) {
      this.seen.add(hash, step.number);
    }
    this.outside.stepOver(again);
    this.arrived = [];
    if (why !== undefined) {
      this.streak.reset(why);
      return undefined;
    }
    this.streak.add(listMembers(step));
    const count = this.streak.count;
    return count < this.steps
      ? undefined
      : {
          detector: 'progress-detector',
          kind: 'no-progress',
          level: 'stalled',
          count,
          threshold: this.steps,
          key: 'progressDetector.steps',
          what: { id: 'verdict.no-progress.seed', params: { count, threshold: this.steps } },
          ...this.streak.evidence,
        };
  }

  private measureProgress(
    step: Step,
    again: boolean,
  ): { why: Message | undefined; hash: string | undefined } {
    const isFirst = step.number === (this.first ?? step.number);
    const outside = isFirst ? undefined : this.outside.change(again);
    for (const { result, class: kind, input } of this.asArrived(step.calls)) {
      if (result === undefined || result.failed) {
        continue;
      }
      if (kind === 'edit' || kind === 'write') {
        return { why: outside ?? findEdit(findPath(input)), hash: undefined };
      }
      if (result.output.length < this.minLength) {
        continue;
      }
      const hash = hashText(result.output);
      if (this.seen.isNew(hash, step.number)) {
        return { why: outside ?? { id: 'progress.new-output' }, hash };
      }
    }
    return { why: outside, hash: undefined };
  }

  /** Those of a reopened step that were judged before come first. */
  private asArrived(calls: readonly Call[]): Call[] {
    const places = new Map(this.arrived.map((number, place) => [number, place]));
    const findPlace = ({ number }: Call): number => places.get(number) ?? -1;
    return calls.filter((call) => !call.unknown).sort((a, b) => findPlace(a) - findPlace(b));
  }
}

function findEdit(path: string | undefined): Message {
  return path === undefined
    ? { id: 'progress.edit.unnamed' }
    : { id: 'progress.edit', params: { path } };
}

interface OutsideChange {
  from: string;
  to: string;
  what: Message;
}

/** What differs outside between the ends of two steps: a change that is undone before the step is over does not. */
class OutsideState {
  /** By what is looked at. */
  private changes = new Map<string, OutsideChange>();
  /** The state before the newest step, in case it is reopened. */
  private before = new Map<string, OutsideChange>();

  /** @param again the newest step is reopened */
  change(again: boolean): Message | undefined {
    return [...this.all(again).values()].find(({ from, to }) => from !== to)?.what;
  }

  see({ plain, what }: WorkspaceChange): void {
    if (plain !== undefined) {
      const { from } = this.changes.get(plain.of) ?? { from: plain.before };
      this.changes.set(plain.of, { from, to: plain.after, what });
    }
  }

  stepOver(again: boolean): void {
    this.before = this.all(again);
    this.changes = new Map();
  }

  clear(): void {
    this.before.clear();
    this.changes.clear();
  }

  private all(again: boolean): Map<string, OutsideChange> {
    if (!again) {
      return this.changes;
    }
    const all = new Map(this.before);
    for (const [of, change] of this.changes) {
      all.set(of, { ...change, from: all.get(of)?.from ?? change.from });
    }
    return all;
  }
}
