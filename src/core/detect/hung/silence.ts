/** A turn is open and nothing comes: no call runs, nobody is waited for, and the model does not answer. */
import { announcesWork, asksNothing } from '../../turns/instruction.js';
import { hasOpenCall, isForProvider, isHeldUp, type Session } from '../../turns/session.js';
import type { Thresholds } from '../../thresholds/thresholds.js';
import type { TurnFact } from '../../turns/turn-fact.js';
import { defineDetector, type Counter, type DetectorRun, type Finding } from '../detector.js';
import { MINUTE } from './durations.js';

export const silence = defineDetector({
  id: 'silence',
  words: {
    'verdict.silence': {
      en: 'The agent has been silent for {minutes} min, and no tool is running.',
      de: 'Der Agent ist seit {minutes} min still, und kein Tool läuft.',
    },
    'verdict.silence.bytes': {
      en: 'The model hasn’t sent a byte for {minutes} min, and no tool is running.',
      de: 'Das Modell hat seit {minutes} min kein Byte gesendet, und kein Tool läuft.',
    },
    'counter.silence': {
      en: 'Silence',
      de: 'Stille',
    },
  },
  thresholds: {
    'balanced.silenceMinutes': {
      default: 10,
      min: 1,
      max: 720,
      unit: 'minutes',
      group: 'context',
      name: 'counter.silence',
      text: {
        en: 'A turn that is silent for this long, with no tool running and nothing to wait for, gets an early warning (“Watch”). It has stalled after three times as long. If the relay sees a model send nothing, both come in a third of the time.',
        de: 'Ein Turn, der so lange still ist, während kein Tool läuft und auf nichts gewartet wird, erhält eine Frühwarnung („Auffällig“). Nach dreimal so langer Zeit gilt er als festgefahren. Sieht das Relay, dass ein Modell nichts sendet, kommt beides nach einem Drittel der Zeit.',
      },
    },
  },
  hears: ['turn-start', 'message', 'call', 'deadline'],
  start: (session: Session, thresholds: Thresholds) => new SilenceRun(session, thresholds),
});

/** Silence is a stall after so many times the early warning. */
const STALLED_AT = 3;

class SilenceRun implements DetectorRun {
  /** The sign of life after which silence was reported, and how. */
  private reported: { after: number; level: 'watch' | 'stalled' } | undefined;
  /** The prompt is a command that the agent's own program answers. */
  private asksNothing = false;
  /** The model's newest words say that it goes on. */
  private announces = false;

  constructor(
    private readonly session: Session,
    private readonly thresholds: Thresholds,
  ) {}

  private get minutes(): number {
    return this.thresholds.values['balanced.silenceMinutes'];
  }

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        this.asksNothing = asksNothing(fact.prompt ?? '');
        return undefined;
      case 'message':
        this.asksNothing = false;
        this.announces = announcesWork(fact.text);
        return undefined;
      case 'call':
        this.asksNothing = false;
        return undefined;
      case 'deadline':
        return this.pass(fact.at);
      default:
        return undefined;
    }
  }

  counters(): Counter[] {
    const since = this.since();
    return since === undefined
      ? []
      : [
          {
            id: 'silence',
            label: { id: 'counter.silence' },
            value: 0,
            limit: this.minutesTo('stalled'),
            unit: 'minutes',
            minutesSince: since,
          },
        ];
  }

  deadline(): number | undefined {
    const after = this.since();
    const level = after === undefined ? undefined : this.nextLevel(after);
    return after === undefined || level === undefined
      ? undefined
      : after + this.minutesTo(level) * MINUTE;
  }

  /** What silence since then comes to next. */
  private nextLevel(after: number): 'watch' | 'stalled' | undefined {
    const before = this.reported?.after === after ? this.reported.level : undefined;
    switch (before) {
      case undefined:
        return 'watch';
      case 'watch':
        return 'stalled';
      case 'stalled':
        return undefined;
    }
  }

  /** Where the relay sees that the model sends nothing, nothing else can be meant by it: each comes a third as late. */
  private minutesTo(level: 'watch' | 'stalled'): number {
    const { minutes } = this;
    if (this.session.requestOpen) {
      return level === 'watch' ? Math.max(1, Math.floor(minutes / STALLED_AT)) : minutes;
    }
    return level === 'watch' ? minutes : minutes * STALLED_AT;
  }

  private pass(at: number): Finding | undefined {
    const after = this.since();
    const level = after === undefined ? undefined : this.nextLevel(after);
    if (after === undefined || level === undefined) {
      return undefined;
    }
    const minutes = this.minutesTo(level);
    if (at < after + minutes * MINUTE) {
      return undefined;
    }
    this.reported = { after, level };
    return {
      detector: 'silence',
      kind: 'silence',
      level,
      count: minutes,
      threshold: minutes,
      key: 'balanced.silenceMinutes',
      what: {
        id: this.session.requestOpen ? 'verdict.silence.bytes' : 'verdict.silence',
        params: { minutes },
      },
      calls: [],
    };
  }

  /** Since when nothing has come; undefined where that is not known, or where nothing has to come. */
  private since(): number | undefined {
    const { session } = this;
    const { open, aliveAt, openChildren, childAt, wait } = session;
    // the agent has said when it asks its provider again: from then on it has to show a sign
    const asksAgainAt = isForProvider(wait) ? wait?.until : undefined;
    if (
      !open ||
      aliveAt === undefined ||
      (isHeldUp(session) && asksAgainAt === undefined) ||
      this.asksNothing ||
      this.hasAnswered ||
      hasOpenCall(session)
    ) {
      return undefined;
    }
    // a sub-agent keeps its parent waiting while it gives signs itself
    const childSign = openChildren.size > 0 ? (childAt ?? -Infinity) : -Infinity;
    return Math.max(aliveAt, childSign, asksAgainAt ?? -Infinity);
  }

  /** Words that come last are the answer, unless more is known to come: the end of the turn, or of the request. */
  private get hasAnswered(): boolean {
    const { spokeLast, endsTold, requestOpen } = this.session;
    return spokeLast && !endsTold && !requestOpen && !this.announces;
  }
}
