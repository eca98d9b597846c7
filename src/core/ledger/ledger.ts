/** Follows the turns of all sessions, and gives a record of each: when it stalls, when it ends, and when more is known of it. */
import type { Clock } from '../clock.js';
import type {
  FeedbackAnswer,
  InterventionEvent,
  InterventionKind,
  TurnEndReason,
  TurnEvent,
} from '../events.js';
import { rateStep } from '../evidence/step-value.js';
import { hashText } from '../identity/hash.js';
import { Recent } from '../identity/recent.js';
import type { Spending } from '../money/spending.js';
import { pushNewest } from '../push-newest.js';
import type { Session } from '../turns/session.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { Verdict } from '../verdict.js';
import type { Cost, StallEnd, StallRecord, TurnRecord } from './turn-record.js';

/** An event older than this comes from history, and its turn was counted when it was (milliseconds). One of the future has a wrong clock. */
const FRESH_MS = 120_000;
/** Sessions, turns of a session and stalls of a turn that are remembered. */
const SESSIONS = 128;
const TURNS = 4;
const STALLS = 50;

/** Where a session stands: costs are the difference of two. */
interface Mark {
  steps: number;
  /** Tokens spent so far; undefined while the agent reported none. */
  tokens: number | undefined;
  at: number;
}

interface Stall {
  verdict: string;
  record: StallRecord;
  given: Mark;
  /** The person's newest answer; the opposite one takes it back. */
  answer: FeedbackAnswer | undefined;
  /** Orders that the turn had before it. */
  ordersBefore: number;
}

interface LedgerTurn {
  number: number;
  record: TurnRecord;
  begun: Mark;
  stalls: Stall[];
  /** Those that reached the agent. */
  orders: { kind: InterventionEvent['rung']; by: InterventionEvent['by'] }[];
  reason: TurnEndReason | undefined;
  /** A record of it was given. */
  isKept: boolean;
}

interface KnownSession {
  tokens: number | undefined;
  progress: Mark;
  /** Oldest first. */
  turns: LedgerTurn[];
}

/** Orders that hold until the turn ends, also for a stall that comes after them. */
const lasting: ReadonlySet<InterventionKind> = new Set(['text-only', 'stop']);
/** What may end a stall. */
const helping: ReadonlySet<InterventionKind> = new Set([...lasting, 'remind', 'guide']);

/** Why a record is given. */
export type RecordedChange =
  | { kind: 'stalled' | 'answered' }
  | { kind: 'cleared' | 'ended'; session: Session };

/** Where records go. */
export interface RecordStore {
  /** A new record of a turn, which takes the place of the one before. */
  keep(record: TurnRecord, change: RecordedChange): void;
}

export class Ledger {
  private readonly known = new Recent<KnownSession>(SESSIONS);

  constructor(
    private readonly store: RecordStore,
    private readonly clock: Clock,
    private readonly sessions: ReadonlyMap<string, Session>,
    private readonly spending?: Pick<Spending, 'find'>,
  ) {}

  onFact(session: Session, fact: TurnFact): void {
    switch (fact.kind) {
      case 'turn-start':
        this.begin(session);
        return;
      case 'step-end':
        if (rateStep(fact.step.values) === 'progress') {
          this.progressed(session);
        }
        return;
      case 'outside':
        if (fact.change.progress) {
          this.progressed(session);
        }
        return;
      case 'usage': {
        const known = this.known.get(session.id);
        if (known !== undefined) {
          known.tokens = (known.tokens ?? 0) + fact.tokens.input + fact.tokens.output;
        }
        return;
      }
      case 'turn-end':
        this.end(session, fact.reason);
        return;
      default:
        return;
    }
  }

  /** Verdicts as they are given, and those that are over. */
  onVerdicts(given: readonly Verdict[], cleared: readonly Verdict[]): void {
    const { sessions } = this;
    for (const verdict of given) {
      const session = sessions.get(verdict.session);
      if (session !== undefined && verdict.level === 'stalled') {
        this.stalled(session, verdict);
      }
    }
    for (const verdict of cleared) {
      const session = sessions.get(verdict.session);
      if (session !== undefined && verdict.level === 'stalled') {
        this.cleared(session, verdict);
      }
    }
  }

  /** What was done to a turn, and what the person said of a verdict. */
  onEvent(event: TurnEvent): void {
    if (event.type === 'intervention') {
      const { rung: kind, by, state } = event;
      if (state === 'delivered' && helping.has(kind)) {
        this.known.get(event.session)?.turns.at(-1)?.orders.push({ kind, by });
      }
    } else if (event.type === 'feedback') {
      const { turn, stall } = this.find(event.session, event.verdict);
      if (turn !== undefined && stall !== undefined) {
        const isOpposite = stall.answer !== undefined && stall.answer !== event.answer;
        stall.answer = isOpposite ? undefined : event.answer;
        stall.record.falseAlarm = stall.answer === 'false-alarm' || undefined;
        this.give(turn, false, { kind: 'answered' });
      }
    }
  }

  /** The session's turn so far, also while it runs. */
  current(session: Session): TurnRecord | undefined {
    const known = this.known.get(session.id);
    const turn = known?.turns.at(-1);
    if (turn?.number !== session.turn) {
      return undefined;
    }
    this.storeTurn(turn, session, known?.tokens);
    return structuredClone(turn.record);
  }

  /** What the session's turn has cost since the last progress, or since it began. @param at milliseconds since the epoch */
  sinceProgress(session: Session, at: number): Cost | undefined {
    const known = this.known.get(session.id);
    return known === undefined
      ? undefined
      : between(known.progress, { ...markNow(session, known.tokens), at });
  }

  private begin(session: Session): void {
    const { id, turn: number, turnStartedAt: started, agent, parent } = session;
    if (started === undefined) {
      return;
    }
    const known = this.known.get(id);
    const begun = markNow(session, known?.tokens);
    const turn: LedgerTurn = {
      number,
      record: {
        v: 1,
        session: hashText(id),
        started,
        at: started,
        agent,
        child: parent !== undefined || undefined,
        steps: 0,
        stalls: [],
      },
      begun,
      stalls: [],
      orders: [],
      reason: undefined,
      isKept: false,
    };
    if (known === undefined) {
      this.known.set(id, { tokens: undefined, progress: begun, turns: [turn] });
    } else {
      known.progress = begun;
      pushNewest(known.turns, turn, TURNS);
    }
  }

  private progressed(session: Session): void {
    const known = this.known.get(session.id);
    if (known !== undefined) {
      known.progress = markNow(session, known.tokens);
    }
  }

  private end(session: Session, reason: TurnEndReason): void {
    const known = this.known.get(session.id);
    const turn = known?.turns.at(-1);
    if (turn?.number === session.turn) {
      turn.reason = reason;
      this.storeTurn(turn, session, known?.tokens);
      this.give(turn, this.isFresh(session.lastAt), { kind: 'ended', session });
    }
  }

  private stalled(session: Session, verdict: Verdict): void {
    const known = this.known.get(session.id);
    const turn = known?.turns.findLast(({ number }) => number === verdict.turn);
    if (known === undefined || turn === undefined || turn.stalls.length >= STALLS) {
      return;
    }
    // that of a call which hangs comes long after the last event
    const at = Math.max(verdict.at ?? 0, session.lastAt ?? 0);
    const given = { ...markNow(session, known.tokens), at };
    const record: StallRecord = { kind: verdict.kind, before: between(known.progress, given) };
    turn.stalls.push({
      verdict: verdict.id,
      record,
      given,
      answer: undefined,
      ordersBefore: turn.orders.length,
    });
    turn.record.stalls.push(record);
    this.storeTurn(turn, session, known.tokens);
    this.give(turn, this.isFresh(at), { kind: 'stalled' });
  }

  private cleared(session: Session, { id, outlastedTurn }: Verdict): void {
    const { turn, stall } = this.find(session.id, id);
    if (turn === undefined || stall === undefined) {
      return;
    }
    stall.record.end = {
      by: endedBy(turn, stall, outlastedTurn === true),
      after: between(stall.given, markNow(session, this.known.get(session.id)?.tokens)),
    };
    this.give(turn, this.isFresh(session.lastAt), { kind: 'cleared', session });
  }

  private find(session: string, verdict: string): { turn?: LedgerTurn; stall?: Stall } {
    for (const turn of this.known.get(session)?.turns.toReversed() ?? []) {
      const stall = turn.stalls.find((each) => each.verdict === verdict);
      if (stall !== undefined) {
        return { turn, stall };
      }
    }
    return {};
  }

  private storeTurn(
    { number, record, begun }: LedgerTurn,
    session: Session,
    tokens?: number,
  ): void {
    if (number === session.turn) {
      const now = between(begun, markNow(session, tokens));
      record.at = session.lastAt ?? record.at;
      record.agent = session.agent;
      record.child = session.parent !== undefined || undefined;
      record.steps = now.steps;
      record.tokens = now.tokens;
      const own = this.spending?.find(session.id)?.own;
      if (own !== undefined) {
        record.dollars = own.isPartial ? undefined : own.dollars;
      }
    }
  }

  /** A turn that is read from history was given when it was, or nobody watched it. */
  private give(turn: LedgerTurn, fresh: boolean, change: RecordedChange): void {
    if (fresh || turn.isKept) {
      turn.isKept = true;
      this.store.keep(structuredClone(turn.record), change);
    }
  }

  private isFresh(at: number | undefined): boolean {
    return at !== undefined && Math.abs(this.clock.now() - at) <= FRESH_MS;
  }
}

function endedBy({ orders, reason }: LedgerTurn, stall: Stall, outlastedTurn: boolean): StallEnd {
  const help = orders.findLast(({ kind }, i) => i >= stall.ordersBefore || lasting.has(kind));
  if (outlastedTurn && reason === 'interrupted' && help?.kind !== 'stop') {
    return 'person';
  }
  return help?.by ?? (outlastedTurn ? 'nobody' : 'itself');
}

function markNow({ steps, lastAt = 0 }: Session, tokens: number | undefined): Mark {
  return { steps, tokens, at: lastAt };
}

function between(from: Mark, to: Mark): Cost {
  return {
    steps: Math.max(0, to.steps - from.steps),
    seconds: Math.max(0, Math.round((to.at - from.at) / 1000)),
    ...(to.tokens !== undefined && { tokens: Math.max(0, to.tokens - (from.tokens ?? 0)) }),
  };
}
