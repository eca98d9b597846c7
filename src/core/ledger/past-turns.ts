/** What happened in sessions of the past, judged today: their turns, those that stalled, and what came after the first alarm. */
import type { TurnEvent } from '../events.js';
import { Judge, type Overrides } from '../judge.js';
import type { Prices } from '../money/prices.js';
import { redact } from '../redact.js';
import type { PastStall, PastTurn } from './past-summary.js';
import type { Session } from '../turns/session.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { Verdict, VerdictLevel } from '../verdict.js';
import { explain } from '../view/words/explanation.js';
import { SessionName } from '../view/session-name.js';
import { english, type Message } from '../view/words/wording.js';

/** The person was away, or the machine asleep: what goes beyond it in one pause is nobody's time in a circle (milliseconds). */
const LONGEST_PAUSE_MS = 15 * 60_000;
/** Models without a price that are kept of a stall, and how much of each name. */
const MOST_UNPRICED = 5;
const LONGEST_MODEL = 80;

interface OpenTurn {
  turn: PastTurn;
  /** Undefined while the log has told no time. */
  lastAt: number | undefined;
  /** Steps of earlier turns. */
  stepsBefore: number;
  /** The alarm holds. */
  isStalled: boolean;
}

/** Takes the events of one recorded run. */
export class PastTurns {
  /** In the order of their beginnings. */
  readonly turns: PastTurn[] = [];
  private readonly open = new Map<string, OpenTurn>();
  private readonly names = new Map<string, SessionName>();
  private readonly judge: Judge;

  constructor(
    overrides: Overrides,
    private readonly prices: Prices,
  ) {
    this.judge = new Judge(overrides, (session, fact) => this.onFact(session, fact));
  }

  push(event: TurnEvent): void {
    const { verdicts, cleared } = this.judge.push(event);
    for (const verdict of verdicts) {
      this.given(verdict);
    }
    for (const { session, level } of cleared) {
      const open = this.open.get(session);
      if (open !== undefined && isAlarm(level)) {
        open.isStalled = false;
      }
    }
  }

  private onFact(session: Session, fact: TurnFact): void {
    const name = this.names.get(session.id) ?? new SessionName();
    this.names.set(session.id, name);
    name.nameBy(session, fact, this.judge.sessions);
    if (fact.kind === 'turn-start') {
      this.begin(session);
    }
    const open = this.open.get(session.id);
    if (open === undefined) {
      return;
    }
    const { turn } = open;
    turn.name = name.text;
    turn.child = session.parent !== undefined;
    turn.steps = session.steps - open.stepsBefore;
    if (fact.kind === 'turn-end') {
      // the next prompt, perhaps a day later, may be what ended it
      turn.end = fact.reason;
      return;
    }
    this.pass(open, session.lastAt, fact);
    if (fact.kind === 'usage') {
      const tokens = fact.tokens.input + fact.tokens.output;
      turn.tokens = (turn.tokens ?? 0) + tokens;
      if (turn.stall !== undefined && tokens > 0) {
        turn.stall.tokens = (turn.stall.tokens ?? 0) + tokens;
        this.pay(turn.stall, session.model, fact);
      }
    }
  }

  private pay(
    stall: PastStall,
    model: string | undefined,
    { tokens, request }: TurnFact & { kind: 'usage' },
  ): void {
    const dollars = this.prices.dollars(model, tokens, request);
    if (dollars !== undefined) {
      stall.dollars = (stall.dollars ?? 0) + dollars;
      return;
    }
    const name = redact(model ?? '').slice(0, LONGEST_MODEL);
    if (!stall.unpriced.includes(name) && stall.unpriced.length < MOST_UNPRICED) {
      stall.unpriced.push(name);
    }
  }

  private begin({ id, agent, cwd, turnStartedAt, lastAt, steps }: Session): void {
    const startedAt = turnStartedAt ?? lastAt;
    const turn: PastTurn = {
      session: id,
      agent,
      folder: cwd,
      name: undefined,
      child: false,
      startedAt,
      steps: 0,
      tokens: undefined,
      warned: false,
      stall: undefined,
      end: undefined,
    };
    this.turns.push(turn);
    this.open.set(id, { turn, lastAt: startedAt, stepsBefore: steps, isStalled: false });
  }

  private pass(open: OpenTurn, now: number | undefined, { kind }: TurnFact): void {
    if (now === undefined) {
      return;
    }
    const { lastAt = now } = open;
    const passed = Math.min(Math.max(0, now - lastAt), LONGEST_PAUSE_MS);
    open.lastAt = Math.max(lastAt, now);
    const { stall } = open.turn;
    // until then it waited for the person
    if (open.isStalled && stall !== undefined && kind !== 'resumed') {
      stall.ms += passed;
    }
  }

  private given(verdict: Verdict): void {
    const { session, level, kind, step, call, what } = verdict;
    const open = this.open.get(session);
    if (open === undefined) {
      return;
    }
    const { turn } = open;
    if (isAlarm(level)) {
      open.isStalled = true;
      turn.stall ??= {
        kind,
        reason: redact(english(what)),
        what: redactMessage(what),
        step,
        call: explain(verdict).firstCall ?? call,
        ms: 0,
        tokens: turn.tokens === undefined ? undefined : 0,
        dollars: turn.tokens === undefined ? undefined : 0,
        unpriced: [],
      };
    } else if (level === 'watch') {
      turn.warned = true;
    }
  }
}

function redactMessage({ id, params = {} }: Message): Message {
  const redacted: typeof params = {};
  for (const [name, value] of Object.entries(params)) {
    redacted[name] = typeof value === 'string' ? redact(value) : value;
  }
  return { id, params: redacted };
}

function isAlarm(level: VerdictLevel): boolean {
  return level === 'stalled';
}
