/** A person's own limits of a turn: minutes, steps, tokens and sub-agents. None is set by default. */
import { SeenSet } from '../identity/seen-set.js';
import type { ThresholdKey, Thresholds } from '../thresholds/thresholds.js';
import { isForPerson, type Session } from '../turns/session.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { PersonTextId } from '../view/words/wording.js';
import { defineDetector, type Counter, type DetectorRun, type Finding } from './detector.js';
import { MINUTE } from './hung/durations.js';
import { ReportedStall } from './reported-stall.js';

export const limits = defineDetector({
  id: 'limits',
  words: {
    'verdict.limit.minutes': {
      en: 'This turn has reached your limit of {threshold} min.',
      de: 'Dieser Turn hat Ihre Grenze von {threshold} min erreicht.',
      tell: ['tell.limit'],
    },
    'verdict.limit.steps': {
      en: 'This turn has reached your limit of {threshold} steps.',
      de: 'Dieser Turn hat Ihre Grenze von {threshold} Schritten erreicht.',
      tell: ['tell.limit'],
    },
    'verdict.limit.tokens': {
      en: 'This turn has reached your limit of {threshold} tokens.',
      de: 'Dieser Turn hat Ihre Grenze von {threshold} Token erreicht.',
      tell: ['tell.limit'],
    },
    'verdict.limit.children': {
      en: 'This turn has reached your limit of {threshold} sub-agents.',
      de: 'Dieser Turn hat Ihre Grenze von {threshold} Sub-Agents erreicht.',
      tell: ['tell.limit'],
    },
    'counter.limit.minutes': {
      en: 'Your time limit',
      de: 'Zeitlimit',
    },
    'counter.limit.steps': {
      en: 'Your step limit',
      de: 'Schritt­limit',
    },
    'counter.limit.tokens': {
      en: 'Your token limit',
      de: 'Token­limit',
    },
    'counter.limit.children': {
      en: 'Your sub-agent limit',
      de: 'Sub-Agent-Limit',
    },
    'tell.limit': {
      en: 'Come to an end now: say what is done, what is open and what you would do next.',
      de: 'Komm jetzt zum Ende: Sag, was getan ist, was offen ist und was du als Nächstes tun würdest.',
    },
  },
  thresholds: {
    'balanced.limitMinutes': {
      default: 0,
      min: 0,
      max: 1440,
      unit: 'minutes',
      group: 'limits',
      name: 'counter.limit.minutes',
      title: { en: 'Your limit: minutes per turn', de: 'Ihre Grenze: Minuten pro Turn' },
      text: {
        en: 'Your own limit for the minutes of a turn, without the time in which it waits for you. 0: no limit.',
        de: 'Ihre eigene Grenze für die Minuten eines Turns, ohne die Zeit, in der er auf Sie wartet. 0: keine Grenze.',
      },
    },
    'balanced.limitSteps': {
      default: 0,
      min: 0,
      max: 100000,
      unit: 'steps',
      group: 'limits',
      name: 'counter.limit.steps',
      title: { en: 'Your limit: steps per turn', de: 'Ihre Grenze: Schritte pro Turn' },
      text: {
        en: 'Your own limit for the steps of a turn. 0: no limit.',
        de: 'Ihre eigene Grenze für die Schritte eines Turns. 0: keine Grenze.',
      },
    },
    'balanced.limitTokens': {
      default: 0,
      min: 0,
      max: 1000000000,
      unit: 'tokens',
      group: 'limits',
      name: 'counter.limit.tokens',
      title: { en: 'Your limit: tokens per turn', de: 'Ihre Grenze: Token pro Turn' },
      text: {
        en: 'Your own limit for the tokens that a turn reads and writes, where the agent reports them. 0: no limit.',
        de: 'Ihre eigene Grenze für die Token, die ein Turn liest und schreibt, soweit der Agent sie meldet. 0: keine Grenze.',
      },
    },
    'balanced.limitChildren': {
      default: 0,
      min: 0,
      max: 1000,
      unit: 'sub-agents',
      group: 'limits',
      name: 'counter.limit.children',
      title: { en: 'Your limit: sub-agents per turn', de: 'Ihre Grenze: Sub-Agents pro Turn' },
      text: {
        en: 'Your own limit for the sub-agents that a turn starts. 0: no limit.',
        de: 'Ihre eigene Grenze für die Sub-Agents, die ein Turn startet. 0: keine Grenze.',
      },
    },
    'balanced.limitLevel': {
      default: 1,
      min: 1,
      max: 2,
      unit: 'levels',
      group: 'limits',
      title: { en: 'What your limits do', de: 'Was Ihre Grenzen bewirken' },
      text: {
        en: 'When one of your own limits is reached: 1 gives an early warning (“Watch”), 2 counts the turn as stalled.',
        de: 'Wenn eine Ihrer eigenen Grenzen erreicht ist: 1 gibt eine Frühwarnung („Auffällig“), 2 wertet den Turn als festgefahren.',
      },
    },
  },
  hears: ['turn-start', 'step-end', 'usage', 'children', 'waiting', 'resumed', 'deadline'],
  start: (session: Session, thresholds: Thresholds) => new LimitsRun(session, thresholds),
});

const CHILDREN = 1024;
/** Value of `balanced.limitLevel` from which a limit that is reached is a stall. */
const STALLED = 2;

interface Measure {
  key: ThresholdKey;
  value: number;
  label: PersonTextId;
  sentence: PersonTextId;
}

class LimitsRun implements DetectorRun {
  private tokens = 0;
  private children = 0;
  private readonly known = new SeenSet(CHILDREN);
  /** Milliseconds of this turn in which the agent waited for the person, and since when it does so now. */
  private waited = 0;
  private waitsSince: number | undefined;
  private timeIsUp = false;
  readonly stall = new ReportedStall('limit');

  constructor(
    private readonly session: Session,
    private readonly thresholds: Thresholds,
  ) {}

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        this.restart();
        return undefined;
      case 'usage':
        this.tokens += fact.tokens.input + fact.tokens.output;
        return this.judge();
      case 'children':
        if (fact.started !== undefined && this.known.add(fact.started.session)) {
          this.children += 1;
        }
        return this.judge();
      case 'waiting':
        this.waitsSince = isForPerson(fact.wait) ? fact.wait.since : undefined;
        return undefined;
      case 'resumed':
        this.resume(fact.at);
        return undefined;
      case 'step-end':
        return this.judge();
      case 'deadline':
        return this.pass(fact.at);
      default:
        return undefined;
    }
  }

  counters(): Counter[] {
    return this.measures.flatMap(({ key, value, label }) => {
      const limit = this.thresholds.values[key];
      return limit === 0
        ? []
        : [{ id: key, label: { id: label }, value, limit, ...this.measuredIn(key) }];
    });
  }

  deadline(): number | undefined {
    const minutes = this.thresholds.values['balanced.limitMinutes'];
    const { open, turnStartedAt } = this.session;
    return minutes === 0 ||
      !open ||
      turnStartedAt === undefined ||
      this.timeIsUp ||
      this.waitsSince !== undefined
      ? undefined
      : turnStartedAt + this.waited + minutes * MINUTE;
  }

  private get measures(): Measure[] {
    const { session } = this;
    return [
      {
        key: 'balanced.limitMinutes',
        value: this.minutes,
        label: 'counter.limit.minutes',
        sentence: 'verdict.limit.minutes',
      },
      {
        key: 'balanced.limitSteps',
        value: session.steps - session.stepsBefore,
        label: 'counter.limit.steps',
        sentence: 'verdict.limit.steps',
      },
      {
        key: 'balanced.limitTokens',
        value: this.tokens,
        label: 'counter.limit.tokens',
        sentence: 'verdict.limit.tokens',
      },
      {
        key: 'balanced.limitChildren',
        value: this.children,
        label: 'counter.limit.children',
        sentence: 'verdict.limit.children',
      },
    ];
  }

  private measuredIn(key: ThresholdKey): Pick<Counter, 'unit' | 'minutesSince'> {
    const { open, turnStartedAt } = this.session;
    switch (key) {
      case 'balanced.limitMinutes':
        return {
          unit: 'minutes',
          ...(open &&
            turnStartedAt !== undefined &&
            this.waitsSince === undefined && { minutesSince: turnStartedAt + this.waited }),
        };
      case 'balanced.limitTokens':
        return { unit: 'tokens' };
      default:
        return {};
    }
  }

  /** Without the time in which the agent waited for the person. */
  private get minutes(): number {
    const { turnStartedAt, lastAt } = this.session;
    const now = this.waitsSince ?? lastAt;
    return turnStartedAt === undefined || now === undefined
      ? 0
      : Math.max(0, Math.floor((now - turnStartedAt - this.waited) / MINUTE));
  }

  private judge(): Finding | undefined {
    const { values } = this.thresholds;
    if (
      values['balanced.limitSteps'] === 0 &&
      values['balanced.limitTokens'] === 0 &&
      values['balanced.limitChildren'] === 0
    ) {
      return undefined;
    }
    const measure = this.measures.find(
      ({ key, value }) =>
        key !== 'balanced.limitMinutes' && values[key] > 0 && value >= values[key],
    );
    return measure && this.finding(measure);
  }

  private pass(at: number): Finding | undefined {
    const due = this.deadline();
    if (due === undefined || at < due) {
      return undefined;
    }
    this.timeIsUp = true;
    const [minutes] = this.measures;
    return (
      minutes &&
      this.finding({ ...minutes, value: this.thresholds.values['balanced.limitMinutes'] })
    );
  }

  private finding({ key, value, sentence }: Measure): Finding {
    const threshold = this.thresholds.values[key];
    this.stall.report();
    return {
      detector: 'limits',
      kind: 'limit',
      level: this.thresholds.values['balanced.limitLevel'] >= STALLED ? 'stalled' : 'watch',
      count: value,
      threshold,
      key,
      what: { id: sentence, params: { threshold } },
      calls: [],
    };
  }

  private resume(at: number | undefined): void {
    if (this.waitsSince !== undefined && at !== undefined) {
      this.waited += Math.max(0, at - this.waitsSince);
    }
    this.waitsSince = undefined;
  }

  private restart(): void {
    this.tokens = this.children = this.waited = 0;
    this.known.clear();
    this.waitsSince = undefined;
    this.timeIsUp = false;
    this.stall.end();
  }
}
