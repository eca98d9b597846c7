/**
 * Fruitless searching: searches and probes that honestly find nothing are work, but they end. Many steps in a row that found
 * nothing, read nothing new and changed nothing are a stall, whatever was asked; an answer of any worth ends the row.
 */
import { findSweep, lookForOneThing } from '../identity/tool/question.js';
import type { CallValue } from '../evidence/evidence.js';
import type { RecentSteps } from '../evidence/recent-steps.js';
import type { Thresholds } from '../thresholds/thresholds.js';
import type { Session, Step } from '../turns/session.js';
import type { TurnFact } from '../turns/turn-fact.js';
import { AskedQuestions } from './asked.js';
import {
  defineDetector,
  type Counter,
  type DetectorContext,
  type DetectorRun,
  type Finding,
} from './detector.js';
import { chooseLevel } from './level.js';
import { OutsideProgress } from './outside-progress.js';
import { listMembers, Streak } from './streak.js';

export const fruitless = defineDetector({
  id: 'fruitless',
  words: {
    'verdict.fruitless': {
      en: '{count} steps in a row found nothing, read nothing new and changed nothing (limit {threshold}).',
      de: '{count} Schritte in Folge fanden nichts, lasen nichts Neues und änderten nichts (Grenze {threshold}).',
      next: 'next.fruitless',
      tell: ['tell.not-found', 'tell.fruitless'],
    },
    'counter.fruitless': {
      en: 'Steps that found nothing',
      de: 'Schritte, die nichts fanden',
    },
    'next.fruitless': {
      en: 'Tell it where to look, or that what it is looking for doesn’t exist.',
      de: 'Sagen Sie ihm, wo er suchen soll oder dass es das Gesuchte nicht gibt.',
    },
    'cause.not-found': {
      en: '{searches} searches for {query} found nothing.',
      de: '{searches} Suchen nach {query} fanden nichts.',
    },
    'tell.not-found': {
      en: 'Say so, and ask where it is or what it is called.',
      de: 'Sag das, und frag, wo es ist oder wie es heißt.',
      cause: 'cause.not-found',
    },
    'cause.fruitless': {
      en: 'The last {count} steps found nothing and changed nothing.',
      de: 'Die letzten {count} Schritte fanden nichts und änderten nichts.',
    },
    'tell.fruitless': {
      en: 'Say what you are looking for and where you looked, and ask.',
      de: 'Sag, was du suchst und wo du gesucht hast, und frag nach.',
      cause: 'cause.fruitless',
    },
  },
  thresholds: {
    'balanced.fruitlessSteps': {
      default: 10,
      min: 3,
      max: 200,
      unit: 'steps',
      group: 'progress',
      name: 'counter.fruitless',
      title: { en: 'Fruitless searching', de: 'Fruchtlose Suche' },
      text: {
        en: 'A turn has stalled after this many steps in a row that found nothing, read nothing new and changed nothing.',
        de: 'Nach so vielen Schritten in Folge, die nichts fanden, nichts Neues lasen und nichts änderten, gilt ein Turn als festgefahren.',
      },
    },
  },
  hears: ['turn-start', 'outside', 'step-end'],
  start: (_session: Session, thresholds: Thresholds, { recent }: DetectorContext) =>
    new FruitlessRun(recent, thresholds),
});

/** Questions of a row that are compared. */
const COMPARED = 10;
/** Share of the limit at which a row gives an early warning: a hunt for one thing is warned of sooner than a look around. */
const WARNED = { oneThing: 1 / 2, manyThings: 3 / 5, places: 1 };

class FruitlessRun implements DetectorRun {
  private readonly row = new Streak();
  private readonly outside = new OutsideProgress();
  private readonly asked = new AskedQuestions(COMPARED);

  constructor(
    private readonly recent: RecentSteps,
    private readonly thresholds: Thresholds,
  ) {}

  private get limit(): number {
    return this.thresholds.values['balanced.fruitlessSteps'] + this.recent.stepsAsked;
  }

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        this.outside.clear();
        if (!fact.goOn) {
          this.row.reset();
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
    return [
      {
        id: 'fruitless',
        label: { id: 'counter.fruitless' },
        value: this.row.count,
        limit: this.limit,
        ...this.row.lastResetIfAny,
      },
    ];
  }

  wouldStall(step: Step, values: CallValue[]): boolean {
    return (
      !this.outside.isAny && judgeFruit(values) === 'nothing' && this.row.with(step) >= this.limit
    );
  }

  /** What the questions of the row are about. One question to ever different places may find nothing for long. */
  private findSubject({ number, values }: Step, count: number, limit: number): keyof typeof WARNED {
    const words = values.find(({ evidence }) => evidence.outcome.fruitless)?.evidence.action
      .question;
    this.asked.note(number, words);
    const compared = this.asked.newest(count);
    if (count * 2 < limit) {
      return 'manyThings';
    }
    switch (findSweep(compared)) {
      case 'places':
        return 'places';
      case 'names':
        return 'manyThings';
      case undefined:
        return lookForOneThing(compared) ? 'oneThing' : 'manyThings';
    }
  }

  private judge(step: Step, again: boolean): Finding | undefined {
    this.row.begin(again);
    const outside = this.outside.takeForStep(again);
    const fruit = outside === undefined ? judgeFruit(step.values) : 'something';
    if (fruit === 'something') {
      this.row.reset(outside ?? step.values.find(({ worth }) => worth === 'progress')?.note);
      return undefined;
    }
    if (fruit === 'neither') {
      return undefined;
    }
    this.row.add(listMembers(step));
    const { count } = this.row;
    const threshold = this.limit;
    const subject = this.findSubject(step, count, threshold);
    const level = chooseLevel(
      count,
      subject === 'places' ? Infinity : threshold,
      Math.ceil(threshold * WARNED[subject]),
    );
    return (
      level && {
        detector: 'fruitless',
        kind: 'no-progress',
        level,
        count,
        threshold,
        key: 'balanced.fruitlessSteps',
        what: { id: 'verdict.fruitless', params: { count, threshold } },
        ...this.row.evidence,
      }
    );
  }
}

type Fruit = 'something' | 'nothing' | 'neither';

/** A step found something if one of its calls did. */
function judgeFruit(values: readonly CallValue[]): Fruit {
  let fruit: Fruit = 'neither';
  for (const value of values) {
    const own = fruitOfCall(value);
    if (own === 'something') {
      return own;
    }
    if (own === 'nothing') {
      fruit = own;
    }
  }
  return fruit;
}

function fruitOfCall({ worth, rule, evidence }: CallValue): Fruit {
  const { action, outcome, tests } = evidence;
  if (worth === 'progress' || rule === 'earlier-content-back') {
    return 'something';
  }
  if (rule === 'sweep') {
    return outcome.fruitless ? 'nothing' : 'neither';
  }
  if (worth === 'neutral' || action.polls || action.noOp || outcome.state !== 'answered') {
    return 'neither';
  }
  if (outcome.fruitless) {
    return 'nothing';
  }
  // what fails is found, too: that it does so again is left to `edit-test`
  if (action.class === 'todo' || tests !== undefined) {
    return 'neither';
  }
  // an edit that was made, however its tests went
  if (action.class === 'edit' || action.class === 'write') {
    return evidence.repeat.first ? 'something' : 'nothing';
  }
  // each of many things may have an error of its own; in the words of an earlier one, nothing is found
  if (outcome.failed) {
    return outcome.isNew ? 'neither' : 'nothing';
  }
  return worth === 'empty' ? 'nothing' : 'neither';
}
