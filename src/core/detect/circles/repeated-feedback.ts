/**
 * Message after message the person complains of the same thing, and the agent goes on as before. What only a person
 * sees, as a color, a sound or another machine, no check of the agent's tells: all of its own may be green.
 */
import { isInjected, asksNothing } from '../../turns/instruction.js';
import { readRemark } from '../../turns/remark.js';
import { Matter } from '../../turns/matter.js';
import { isFailing } from '../../identity/test-run/test-run.js';
import { pushNewest } from '../../push-newest.js';
import type { CallRecord, RecentSteps } from '../../evidence/recent-steps.js';
import type { Thresholds } from '../../thresholds/thresholds.js';
import type { Session, Step } from '../../turns/session.js';
import type { TurnFact } from '../../turns/turn-fact.js';
import {
  defineDetector,
  type Counter,
  type DetectorContext,
  type DetectorRun,
  type Finding,
} from '../detector.js';
import { areAlike, findDeed, type Deed } from '../failures/deeds.js';
import { chooseLevel, graver } from '../level.js';
import { LookedCalls } from '../looked-calls.js';
import { ReportedStall } from '../reported-stall.js';

export const repeatedFeedback = defineDetector({
  id: 'repeated-feedback',
  words: {
    'verdict.feedback': {
      en: 'You complained of the same thing {count} times, and the agent goes on as before (limit {threshold}).',
      de: 'Sie haben {count}-mal dasselbe beanstandet, und der Agent macht weiter wie bisher (Grenze {threshold}).',
      clears: 'clears.feedback',
      tell: ['tell.feedback'],
    },
    'clears.feedback': {
      en: 'when you say something else',
      de: 'wenn Sie etwas anderes sagen',
    },
    'counter.feedback': {
      en: 'Your complaints of the same thing',
      de: 'Ihre Beanstandungen derselben Sache',
    },
    'cause.feedback': {
      en: 'I complained of the same thing {count} times.',
      de: 'Ich habe {count}-mal dasselbe beanstandet.',
    },
    'tell.feedback': {
      en: 'Don’t go on as before: say what you know about the cause, what you can’t see from where you are, and what I should try or tell you.',
      de: 'Mach nicht weiter wie bisher: Sag, was du über die Ursache weißt, was du von dort nicht sehen kannst und was ich probieren oder dir sagen soll.',
      cause: 'cause.feedback',
    },
  },
  thresholds: {
    'balanced.repeatedFeedback': {
      default: 4,
      min: 2,
      max: 50,
      unit: 'times',
      group: 'turns',
      name: 'counter.feedback',
      text: {
        en: 'A turn has stalled when the person has complained of the same thing this many times, and the agent goes on as before.',
        de: 'Ein Turn gilt als festgefahren, wenn die Person so oft dasselbe beanstandet hat und der Agent weitermacht wie bisher.',
      },
    },
  },
  hears: ['turn-start', 'prompt-told', 'step-end'],
  start: (_session: Session, thresholds: Thresholds, { recent }: DetectorContext) =>
    new RepeatedFeedbackRun(recent, thresholds),
});

const LISTED = 64;

/** What was done, and by which call. */
interface Done {
  readonly deed: Deed;
  readonly call: number;
}

class RepeatedFeedbackRun implements DetectorRun {
  private readonly matter = new Matter();
  /** What was done about it in earlier turns, and since the newest message; oldest first. */
  private before: Done[] = [];
  private since: Done[] = [];
  /** Something was called since the newest message. */
  private acted = false;
  /** The agent's own tests failed as they never did: something has changed. */
  private testsMoved = false;
  private readonly looked = new LookedCalls();
  readonly stall = new ReportedStall('turns');

  constructor(
    private readonly recent: RecentSteps,
    private readonly thresholds: Thresholds,
  ) {}

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        if (!fact.goOn && fact.prompt !== undefined) {
          this.hear(fact.prompt);
        }
        return undefined;
      case 'prompt-told':
        this.hear(fact.prompt);
        return undefined;
      case 'step-end':
        return this.judge(fact.step);
      default:
        return undefined;
    }
  }

  counters(): Counter[] {
    const { count } = this.matter;
    return count < 2
      ? []
      : [
          {
            id: 'repeated-feedback',
            label: { id: 'counter.feedback' },
            value: count,
            limit: this.limit,
          },
        ];
  }

  private get limit(): number {
    return this.thresholds.values['balanced.repeatedFeedback'];
  }

  private hear(prompt: string): void {
    if (isInjected(prompt) || asksNothing(prompt)) {
      return;
    }
    if (this.testsMoved) {
      this.matter.settle();
    }
    this.matter.hear(readRemark(prompt), this.acted);
    if (this.matter.isOpen) {
      this.before.push(...this.since);
      this.before.splice(0, this.before.length - LISTED);
    } else {
      this.before = [];
      this.stall.end();
    }
    this.since = [];
    this.acted = this.testsMoved = false;
  }

  private judge({ number: step }: Step): Finding | undefined {
    const record = this.recent.newest;
    let found: Finding | undefined;
    for (const call of record?.step === step ? record.calls : []) {
      const { outcome, tests } = call.evidence;
      this.acted = true;
      this.testsMoved ||= tests !== undefined && isFailing(tests.run) && outcome.isNew;
      const deed = findDeed(call.evidence);
      if (deed !== undefined && this.looked.add(step, call.number)) {
        pushNewest(this.since, { deed, call: call.number }, LISTED);
      }
      found = graver(found, this.finding(call, deed));
    }
    return found;
  }

  /** What is done at the same place again stalls; anything else one message later. */
  private finding({ number: call }: CallRecord, deed: Deed | undefined): Finding | undefined {
    const { count } = this.matter;
    const threshold = this.limit;
    if (chooseLevel(count, threshold) === undefined) {
      return undefined;
    }
    const alike = this.before.filter((each) => deed && isSamePlace(each.deed, deed));
    const level = chooseLevel(alike.length > 0 ? count : count - 1, threshold);
    if (level === undefined) {
      return undefined;
    }
    this.stall.report();
    return {
      detector: 'repeated-feedback',
      kind: 'turns',
      level,
      count,
      threshold,
      key: 'balanced.repeatedFeedback',
      what: { id: 'verdict.feedback', params: { count, threshold } },
      calls: [...alike.map((each) => each.call), call],
    };
  }
}

function isSamePlace(one: Deed, other: Deed): boolean {
  return one.paths === undefined && other.paths === undefined
    ? areAlike(one, other)
    : one.paths?.some((path) => other.paths?.includes(path)) === true;
}
