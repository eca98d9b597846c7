/**
 * A context that is condensed again and again: with no call between, or in a circle, where each round reads again what the
 * round before had read, changes nothing, and is condensed. What the agent says between excuses neither.
 */
import type { Session, Step } from '../../turns/session.js';
import type { Thresholds } from '../../thresholds/thresholds.js';
import type { TurnFact } from '../../turns/turn-fact.js';
import type { CallValue } from '../../evidence/evidence.js';
import { defineDetector, type Counter, type DetectorRun, type Finding } from '../detector.js';
import { chooseLevel } from '../level.js';
import { isRealChange } from '../real-change.js';
import { Rounds } from './rounds.js';

export const condensation = defineDetector({
  id: 'condensation',
  words: {
    'verdict.condensation.calls': {
      en: 'The agent compacted its context {count} times without a tool call in between (limit {threshold}).',
      de: 'Der Agent hat seinen Kontext {count}-mal ohne Toolaufruf dazwischen komprimiert (Grenze {threshold}).',
      tell: ['tell.condensation'],
    },
    'verdict.condensation.rounds': {
      en: '{count} times in a row, the agent read the same content, changed nothing and compacted its context (limit {threshold}).',
      de: '{count}-mal in Folge las der Agent dasselbe, änderte nichts und komprimierte seinen Kontext (Grenze {threshold}).',
      tell: ['tell.condensation'],
    },
    'counter.condensation-rounds': {
      en: 'Same reads after compaction',
      de: 'Gleiches Lesen nach Komprimieren',
    },
    'cause.condensation': {
      en: 'The context was compacted {count} times before anything changed.',
      de: 'Der Kontext wurde {count}-mal komprimiert, bevor sich etwas änderte.',
    },
    'tell.condensation': {
      en: 'Write what you learn into a file first, then work on one small part.',
      de: 'Schreib zuerst in eine Datei, was du erfährst, und bearbeite dann einen kleinen Teil.',
      cause: 'cause.condensation',
    },
  },
  thresholds: {
    'balanced.condensations': {
      default: 6,
      min: 2,
      max: 100,
      unit: 'times',
      group: 'context',
      title: { en: 'Repeated compaction', de: 'Wiederholtes Komprimieren' },
      text: {
        en: 'A turn has stalled when the agent compacts its context this many times without a tool call in between.',
        de: 'Ein Turn gilt als festgefahren, wenn der Agent seinen Kontext so oft ohne Toolaufruf dazwischen komprimiert.',
      },
    },
    'balanced.condensationRounds': {
      default: 3,
      min: 2,
      max: 100,
      unit: 'times',
      group: 'context',
      name: 'counter.condensation-rounds',
      text: {
        en: 'A turn has stalled when this many rounds, each up to a context compaction, read the same again and change nothing.',
        de: 'Ein Turn gilt als festgefahren, wenn so viele Runden, jede bis zu einem Komprimieren des Kontexts, dasselbe noch einmal lesen und nichts ändern.',
      },
    },
  },
  hears: ['compaction', 'call', 'step-end', 'outside', 'turn-start'],
  start: (session: Session, thresholds: Thresholds) => new CondensationRun(session, thresholds),
});

/** Known answers for each new one that a circle may hold; then it only warns. */
const KNOWN_FOR_NEWS = 3;

/** What happened from one condensation to the next. */
interface CondensedRound {
  /** Looks that brought nothing new, and calls that did. */
  known: number;
  news: number;
  /** Something was changed, or tests went differently. */
  changed: boolean;
  called: boolean;
}

const noRound: CondensedRound = { known: 0, news: 0, changed: false, called: false };

class CondensationRun implements DetectorRun {
  /** Condensations with no call between. */
  private idle = 0;
  private round = { ...noRound };
  /** Rounds of the circle; the first may have brought something. */
  private readonly rounds = new Rounds();
  /** One of its rounds brought something, too. */
  private doubtful = false;

  constructor(
    private readonly session: Session,
    private readonly thresholds: Thresholds,
  ) {}

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'compaction':
        return this.condensed();
      case 'call':
        this.idle = 0;
        this.round.called = true;
        return undefined;
      case 'step-end':
        this.judge(fact.step, fact.again);
        return undefined;
      case 'outside':
        this.round.changed ||= fact.change.progress;
        return undefined;
      case 'turn-start':
        if (!fact.goOn) {
          this.idle = 0;
          this.round = { ...noRound };
          this.restart();
        }
        return undefined;
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
            id: 'condensation-rounds',
            label: { id: 'counter.condensation-rounds' },
            value: count,
            limit: this.thresholds.values['balanced.condensationRounds'],
          },
        ];
  }

  private judge({ values }: Step, again: boolean): void {
    // what a reopened step brought is counted already
    for (const value of again ? [] : values) {
      this.count(value);
    }
  }

  private count(value: CallValue): void {
    const { action, outcome } = value.evidence;
    if (isRealChange(value)) {
      this.round.changed = true;
    } else if (value.worth === 'progress') {
      this.round.news += 1;
    } else if (action.looks && outcome.state === 'answered' && !outcome.failed) {
      this.round.known += 1;
    }
  }

  private condensed(): Finding | undefined {
    this.idle += 1;
    const { round } = this;
    this.round = { ...noRound };
    return (round.called ? this.endRound(round) : undefined) ?? this.idleFinding();
  }

  private endRound({ known, news, changed }: CondensedRound): Finding | undefined {
    const isCircle = !changed && known > 0 && news * KNOWN_FOR_NEWS <= known;
    if (!isCircle || this.rounds.count === 0) {
      this.restart();
    } else {
      this.doubtful ||= news > 0;
    }
    this.rounds.add(this.session.calls - 1);
    const threshold = this.thresholds.values['balanced.condensationRounds'];
    const { count, calls } = this.rounds;
    const level = chooseLevel(count, this.doubtful ? Infinity : threshold, threshold - 1);
    return (
      level && {
        detector: 'condensation',
        kind: 'condensation',
        level,
        count,
        threshold,
        key: 'balanced.condensationRounds',
        what: { id: 'verdict.condensation.rounds', params: { count, threshold } },
        calls,
      }
    );
  }

  private idleFinding(): Finding | undefined {
    const threshold = this.thresholds.values['balanced.condensations'];
    return this.idle < Math.ceil(threshold / 2)
      ? undefined
      : {
          detector: 'condensation',
          kind: 'condensation',
          level: this.idle >= threshold ? 'stalled' : 'watch',
          count: this.idle,
          threshold,
          key: 'balanced.condensations',
          what: {
            id: 'verdict.condensation.calls',
            params: { count: this.idle, threshold },
          },
          calls: [],
        };
  }

  private restart(): void {
    this.rounds.restart();
    this.doubtful = false;
  }
}
