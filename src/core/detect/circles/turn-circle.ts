/**
 * Turn after turn ends at the same point: the prompts are the same, only ask to go on, or come from a harness, and nothing
 * new comes of them. A round is a turn, or what the agent did after its end because a harness asked for it.
 */
import { rateStep } from '../../evidence/step-value.js';
import { hashText } from '../../identity/hash.js';
import { SeenSet } from '../../identity/seen-set.js';
import { isFailing } from '../../identity/test-run/test-run.js';
import type { Thresholds } from '../../thresholds/thresholds.js';
import { isInjected, promptKey } from '../../turns/instruction.js';
import type { Session, Step } from '../../turns/session.js';
import type { TurnFact } from '../../turns/turn-fact.js';
import { pushNewest } from '../../push-newest.js';
import { defineDetector, type Counter, type DetectorRun, type Finding } from '../detector.js';
import { chooseLevel } from '../level.js';
import { ReportedStall } from '../reported-stall.js';
import { Rounds } from './rounds.js';

export const turnCircle = defineDetector({
  id: 'turn-circle',
  words: {
    'verdict.turns': {
      en: '{count} turns in a row brought no new content, test result or information (limit {threshold}).',
      de: '{count} Turns in Folge brachten keinen neuen Inhalt, kein neues Testergebnis und keine neue Information (Grenze {threshold}).',
      tell: ['tell.turns'],
    },
    'counter.turns': {
      en: 'Turns without anything new',
      de: 'Turns ohne Neues',
    },
    'cause.turns': {
      en: '{count} turns in a row brought nothing new.',
      de: '{count} Turns in Folge brachten nichts Neues.',
    },
    'tell.turns': {
      en: 'Don’t go on as before: say what keeps you from finishing and what you need.',
      de: 'Mach nicht weiter wie bisher: Sag, was dich am Abschluss hindert und was du brauchst.',
      cause: 'cause.turns',
    },
  },
  thresholds: {
    'balanced.turns': {
      default: 5,
      min: 3,
      max: 100,
      unit: 'turns',
      group: 'turns',
      name: 'counter.turns',
      text: {
        en: 'This many turns in a row have stalled if their prompts are the same or only ask to continue, and nothing new comes of them.',
        de: 'So viele Turns in Folge gelten als festgefahren, wenn ihre Prompts gleich sind oder nur ums Weitermachen bitten und nichts Neues dabei herauskommt.',
      },
    },
  },
  hears: [
    'turn-start',
    'turn-continued',
    'message',
    'result',
    'step-end',
    'outside',
    'turn-end',
    'turn-ended-again',
  ],
  start: (session: Session, thresholds: Thresholds) => new TurnCircleRun(session, thresholds),
});

/** Prompts that a loop may send in turn. */
const PROMPTS = 4;
/** Share of the limit at which the person is warned. */
const WARNED = 0.6;
/** Pause before a prompt, in milliseconds, after which the same prompt again may be a look by schedule. */
const SCHEDULED = 60_000;
/** A text of so many new characters that a person asked to go on with is what they asked for. */
const LONG_ANSWER = 1000;
const SENTENCES = 1024;

/** What one round came to. */
interface Round {
  /** The agent said something, or a call was answered. */
  active: boolean;
  answered: boolean;
  news: boolean;
  /** Something failed in it. */
  failed: boolean;
  /** It began long after the round before. */
  scheduled: boolean;
  /** A person asked to go on. */
  goOn: boolean;
  /** Characters of sentences that were not said before. */
  newText: number;
}

const noRound: Round = {
  active: false,
  answered: false,
  news: false,
  failed: false,
  scheduled: false,
  goOn: false,
  newText: 0,
};

class TurnCircleRun implements DetectorRun {
  private round = { ...noRound };
  /** Rounds in a row; the first of them may have brought something. */
  private readonly rounds = new Rounds();
  private firstBroughtNews = false;
  /** Every round but the first may have been a look by schedule. */
  private onlyScheduled = true;
  /** The newest prompts, oldest first. */
  private readonly prompts: string[] = [];
  private readonly sentences = new SeenSet(SENTENCES);
  private endedAt: number | undefined;
  readonly stall = new ReportedStall('turns');

  constructor(
    private readonly session: Session,
    private readonly thresholds: Thresholds,
  ) {}

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        this.begin(fact.prompt, fact.goOn);
        return undefined;
      case 'turn-continued':
        this.askedToGoOn();
        return undefined;
      case 'message':
        this.round.active = true;
        this.hear(fact.text);
        return undefined;
      case 'result':
        this.round.active = this.round.answered = true;
        // what a person answers is a new instruction
        this.round.news ||= fact.call.class === 'ask' && fact.call.result?.ok === true;
        return undefined;
      case 'step-end':
        this.judge(fact.step);
        return undefined;
      case 'outside':
        if (fact.change.progress) {
          this.bringNews();
        }
        return undefined;
      case 'turn-end':
        return this.end(fact.reason === 'error');
      case 'turn-ended-again':
        if (this.rounds.count === 1 && this.firstBroughtNews) {
          this.restart();
        }
        return this.end(false);
      default:
        return undefined;
    }
  }

  counters(): Counter[] {
    const { count } = this.rounds;
    return count < 2
      ? []
      : [
          {
            id: 'turn-circle',
            label: { id: 'counter.turns' },
            value: count,
            limit: this.thresholds.values['balanced.turns'],
          },
        ];
  }

  private begin(prompt: string | undefined, goOn: boolean): void {
    const key = prompt === undefined || goOn ? undefined : promptKey(prompt);
    const isKnown = key !== undefined && this.prompts.includes(key);
    if (goOn || (prompt !== undefined && !isKnown && isInjected(prompt))) {
      this.askedToGoOn();
      this.round.goOn = goOn;
      return;
    }
    this.newRound();
    if (!isKnown) {
      this.restart();
    }
    if (key !== undefined && !isKnown) {
      pushNewest(this.prompts, key, PROMPTS);
    }
  }

  /** Asked for by no prompt of its own: what came before counts only if nothing came of it, either. */
  private askedToGoOn(): void {
    this.newRound();
    if (this.rounds.count === 1 && this.firstBroughtNews) {
      this.restart();
    }
  }

  private newRound(): void {
    const now = this.session.turnStartedAt;
    const { endedAt } = this;
    const scheduled = endedAt !== undefined && now !== undefined && now - endedAt >= SCHEDULED;
    this.round = { ...noRound, scheduled };
  }

  /** @returns the finding, if the round is one too many */
  private end(isError: boolean): Finding | undefined {
    const { round } = this;
    this.round = { ...noRound };
    this.endedAt = this.session.lastAt;
    // nothing happened in it, or nothing could: see `failed-turns`
    if (!round.active || (isError && !round.answered)) {
      return undefined;
    }
    const isAnswer = round.goOn && !round.answered && round.newText >= LONG_ANSWER;
    const isNews = round.news || isAnswer;
    if (isNews) {
      this.restart();
    }
    if (this.rounds.count === 0) {
      this.firstBroughtNews = isNews;
    } else {
      this.onlyScheduled &&= round.scheduled && round.answered && !round.failed;
    }
    this.rounds.add(this.session.calls - 1);
    return this.finding();
  }

  private finding(): Finding | undefined {
    const { count } = this.rounds;
    const threshold = this.thresholds.values['balanced.turns'];
    const limit = this.onlyScheduled ? Infinity : threshold;
    const level = chooseLevel(count, limit, Math.ceil(threshold * WARNED));
    if (level === undefined) {
      return undefined;
    }
    this.stall.report();
    return {
      detector: 'turn-circle',
      kind: 'turns',
      level,
      count,
      threshold,
      key: 'balanced.turns',
      what: { id: 'verdict.turns', params: { count, threshold } },
      calls: this.rounds.calls,
    };
  }

  private judge({ values }: Step): void {
    if (rateStep(values) === 'progress') {
      this.bringNews();
    }
    this.round.failed ||= values.some(
      ({ evidence: { outcome, tests } }) =>
        outcome.failed || (tests !== undefined && isFailing(tests.run)),
    );
  }

  private bringNews(): void {
    this.round.news = true;
    this.stall.end();
  }

  private restart(): void {
    this.rounds.restart();
    this.firstBroughtNews = false;
    this.onlyScheduled = true;
    this.stall.end();
  }

  /** How much of an answer in words was not said before. */
  private hear(text: string): void {
    if (!this.round.goOn || this.round.answered) {
      return;
    }
    for (const sentence of text.split(/[.!?\n。！？]+/)) {
      const said = sentence.trim();
      if (said !== '' && this.sentences.add(hashText(said.toLowerCase()))) {
        this.round.newText += said.length;
      }
    }
  }
}
