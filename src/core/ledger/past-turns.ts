/** What happened in sessions of the past, judged today: their turns, those that stalled, and what came after the first alarm. */
import type { TurnEndReason, TurnEvent } from '../events.js';
import { Judge, type Overrides } from '../judge.js';
import { redact } from '../redact.js';
import type { Session } from '../turns/session.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { Verdict, VerdictLevel } from '../verdict.js';
import { explain } from '../view/explanation.js';
import { SessionName } from '../view/session-name.js';
import { english } from '../view/wording.js';

/** The person was away, or the machine asleep: what goes beyond it in one pause is nobody's time in a circle (milliseconds). */
const LONGEST_PAUSE_MS = 15 * 60_000;

export interface PastTurn {
  session: string;
  agent: string;
  folder: string;
  /** What the person asked, redacted; undefined if not known. */
  name: string | undefined;
  /** A sub-agent's: not a turn of its own. */
  child: boolean;
  /** Milliseconds since the epoch; undefined if the log tells no times. */
  startedAt: number | undefined;
  steps: number;
  /** Read and written; undefined where the agent tells none. */
  tokens: number | undefined;
  /** It had an early warning. */
  warned: boolean;
  stall: PastStall | undefined;
  /** Undefined if its log ends before. */
  end: TurnEndReason | undefined;
}

interface PastStall {
  /** The first alarm's. `step` is 0-based in the session. */
  kind: Verdict['kind'];
  reason: string;
  step: number;
  /** The first bad call, 0-based in the session; −1 where it is none's. */
  call: number;
  /** Time from an alarm until it was over, all alarms of the turn together. */
  ms: number;
  /** Read and written from the first alarm until the turn's end. */
  tokens: number | undefined;
}

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

  constructor(overrides: Overrides = { set: {} }) {
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
      if (turn.stall !== undefined) {
        turn.stall.tokens = (turn.stall.tokens ?? 0) + tokens;
      }
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
        step,
        call: explain(verdict).firstCall ?? call,
        ms: 0,
        tokens: turn.tokens === undefined ? undefined : 0,
      };
    } else if (level === 'watch') {
      turn.warned = true;
    }
  }
}

function isAlarm(level: VerdictLevel): boolean {
  return level === 'stalled';
}

export interface PastSummary {
  turns: number;
  stalled: number;
  /** Under an alarm, milliseconds. */
  stalledMs: number;
  /** The share of the stalled turns' tokens that came after the first alarm; undefined where no such turn tells its tokens. */
  tokenShare: number | undefined;
  /** Turns with an early warning that were no stall and came to their end. */
  warnedWell: number;
  /** By agent and repository, the most turns first. */
  places: PastPlace[];
}

export interface PastPlace {
  agent: string;
  /** Its folder. */
  repository: string;
  turns: number;
  stalled: number;
}

/** `turns`: all of them, also of sub-agents, whose stalls count but which are no turns of their own. */
export function summarizePast(turns: readonly (PastTurn & { repository: string })[]): PastSummary {
  const own = turns.filter(({ child }) => !child);
  const stalled = turns.filter(({ stall }) => stall !== undefined);
  const told = stalled.flatMap(({ tokens, stall }) =>
    tokens === undefined || tokens === 0 ? [] : [{ all: tokens, after: stall?.tokens ?? 0 }],
  );
  const all = told.reduce((sum, each) => sum + each.all, 0);
  const places = new Map<string, PastPlace>();
  for (const { agent, repository, child, stall } of turns) {
    const key = `${agent}\n${repository}`;
    const place = places.get(key) ?? { agent, repository, turns: 0, stalled: 0 };
    places.set(key, place);
    place.turns += child ? 0 : 1;
    place.stalled += stall === undefined ? 0 : 1;
  }
  return {
    turns: own.length,
    stalled: stalled.length,
    stalledMs: stalled.reduce((sum, { stall }) => sum + (stall?.ms ?? 0), 0),
    tokenShare: all === 0 ? undefined : told.reduce((sum, { after }) => sum + after, 0) / all,
    warnedWell: own.filter(
      ({ warned, stall, end }) => warned && stall === undefined && end === 'completed',
    ).length,
    places: [...places.values()].sort((one, other) => other.turns - one.turns),
  };
}
