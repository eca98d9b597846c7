/** What `turnwatch watch` tells, as plain data: each line is one JSON object of `--json`, and is put into words by print-lines.ts. */
import type { InterventionKind, InterventionState, TurnEvent } from '../core/events.js';
import { capMessage } from '../core/money/amounts.js';
import type { ReachedCap } from '../core/money/caps.js';
import { dropOldest } from '../core/push-newest.js';
import { redact } from '../core/redact.js';
import { findCallOutcome } from '../core/turns/action-history.js';
import type { Session, Step } from '../core/turns/session.js';
import type { TurnFact } from '../core/turns/turn-fact.js';
import type { Verdict } from '../core/verdict.js';
import { explain, inEnglish } from '../core/view/words/explanation.js';
import type { CallOutcome } from '../core/view/timeline/rows.js';
import type { ShownEnd, SessionState, SessionSummary, ShownLimit } from '../core/view/snapshot.js';
import { redactedTitle } from '../core/view/title.js';
import type { TrackerListener } from '../live/session-tracker.js';
import { english } from '../core/view/words/wording.js';

interface SessionLine {
  session: string;
  agent: string;
  /** Milliseconds since the epoch; absent if the log tells no times. */
  at?: number | undefined;
}

export interface StepCall {
  call: number;
  tool: string;
  title: string;
  outcome: CallOutcome;
  progress: boolean;
  /** Why it counted, or why it did not. */
  note?: string | undefined;
}

/** What happened. */
type ToldLine =
  | { type: 'session'; folder: string; parent?: string | undefined }
  /** `again`: a step that was told already, with more calls or results. */
  | { type: 'step'; turn: number; step: number; calls: StepCall[]; again?: true }
  | {
      type: 'state';
      state: SessionState;
      steps: number;
      needsPerson: boolean;
      /** What the person asked. */
      name?: string | undefined;
      end?: ShownEnd['how'] | undefined;
      /** The model's provider makes it wait, or ended its turn by a limit. */
      limit?: ShownLimit | undefined;
      /** What the end is held against. */
      facts?: string[] | undefined;
    }
  | ({ type: 'verdict'; reason: string; why: string[] } & Pick<
      Verdict,
      | 'id'
      | 'turn'
      | 'step'
      | 'call'
      | 'level'
      | 'kind'
      | 'detector'
      | 'count'
      | 'threshold'
      | 'evidence'
    >)
  /** Done about the stall without a person. */
  | { type: 'intervention'; kind: InterventionKind; state: InterventionState }
  /** A cap of the person's own is reached. */
  | { type: 'cap'; reason: string; cap: ReachedCap }
  | { type: 'cleared'; id: string; level: Verdict['level']; clearedAtCall?: number | undefined };

export type WatchLine = ToldLine & SessionLine;

/** What is older than this when watching begins is history: judged, but not told (milliseconds). */
const FRESH_MS = 120_000;
/** Calls whose step may still end. */
const MOST_TITLES = 500;

/** Where the lines go. */
export interface LineOutput {
  tell(line: WatchLine): void;
}

export class WatchLines implements TrackerListener {
  private readonly since: number;
  private readonly told = new Set<string>();
  private readonly states = new Map<string, string>();
  /** By session and call: a call's input is gone by the time its step is over. */
  private readonly titles = new Map<string, Map<number, string>>();

  constructor(
    now: number,
    private readonly sessions: ReadonlyMap<string, Session>,
    private readonly output: LineOutput,
  ) {
    this.since = now - FRESH_MS;
  }

  onFact(session: Session, fact: TurnFact): void {
    switch (fact.kind) {
      case 'call': {
        const titles = this.titles.get(session.id) ?? new Map<number, string>();
        this.titles.set(session.id, titles);
        titles.set(fact.call.number, redactedTitle(fact.call.input, session.cwd));
        dropOldest(titles, MOST_TITLES);
        return;
      }
      case 'step-end':
        this.step(session, fact.step, fact.again);
        return;
      default:
        return;
    }
  }

  onVerdicts(given: readonly Verdict[], cleared: readonly Verdict[]): void {
    for (const verdict of cleared) {
      const session = this.sessions.get(verdict.session);
      if (session !== undefined && this.isFresh(session.lastAt)) {
        const { id, level, clearedAtCall } = verdict;
        this.line(session, session.lastAt, { type: 'cleared', id, level, clearedAtCall });
      }
    }
    for (const verdict of given) {
      const session = this.sessions.get(verdict.session);
      const at = verdict.at ?? session?.lastAt;
      if (session === undefined || !this.isFresh(at)) {
        continue;
      }
      const { id, turn, step, call, level, kind, detector, count, threshold, evidence } = verdict;
      this.line(session, at, {
        type: 'verdict',
        id,
        turn,
        step,
        call,
        level,
        kind,
        detector,
        count,
        threshold,
        evidence,
        reason: redact(english(verdict.what)),
        why: inEnglish(explain(verdict)).map(redact),
      });
    }
  }

  onEvent(event: TurnEvent): void {
    if (event.type === 'cap') {
      const { session: id, at, of, unit, cap, spent, then, atLeast } = event;
      const session = this.sessions.get(id);
      const reached = { of, unit, cap, spent, then, ...(atLeast !== undefined && { atLeast }) };
      if (session !== undefined) {
        const reason = english(capMessage(reached, 'en'));
        this.line(session, at, { type: 'cap', reason, cap: reached });
      }
      return;
    }
    if (event.type !== 'intervention') {
      return;
    }
    const { session: id, rung: kind, state, at } = event;
    const session = this.sessions.get(id);
    // that a person is to be asked is told as a state
    if (session !== undefined && kind !== 'escalate' && this.isFresh(at)) {
      this.line(session, at, { type: 'intervention', kind, state });
    }
  }

  /** The sessions as they are now: tells which of them are in another state than before. */
  summaries(summaries: readonly SessionSummary[]): void {
    for (const summary of summaries) {
      const { session: id, state, steps, needsPerson, name, end, limit, lastEventAt } = summary;
      const session = this.sessions.get(id);
      const facts = end?.facts?.map(english);
      // each further try is the same state
      const until = limit?.attempt === undefined ? limit?.until : undefined;
      const key = [state, needsPerson, end?.how, limit?.for, until, ...(facts ?? [])].join(' ');
      if (session === undefined || this.states.get(id) === key || !this.isFresh(lastEventAt)) {
        continue;
      }
      this.states.set(id, key);
      this.line(session, lastEventAt, {
        type: 'state',
        state,
        steps,
        needsPerson,
        ...(name !== undefined && { name: redact(name) }),
        ...(end !== undefined && { end: end.how }),
        ...(limit !== undefined && { limit }),
        ...(facts !== undefined && { facts }),
      });
    }
  }

  private step(session: Session, { number, turn, calls, values, at }: Step, again: boolean): void {
    if (!this.isFresh(session.lastAt)) {
      return;
    }
    const titles = this.titles.get(session.id);
    this.line(session, at ?? session.lastAt, {
      type: 'step',
      turn,
      step: number,
      calls: calls.map((call, i) => {
        const value = values[i];
        return {
          call: call.number,
          tool: call.tool,
          title: titles?.get(call.number) ?? '',
          outcome: findCallOutcome(call),
          progress: value?.worth === 'progress',
          ...(value?.note !== undefined && { note: redact(english(value.note)) }),
        };
      }),
      ...(again && { again }),
    });
  }

  private isFresh(at: number | undefined): boolean {
    return at === undefined || at >= this.since;
  }

  private line(session: Session, at: number | undefined, line: ToldLine): void {
    const { id, agent, cwd, parent } = session;
    const of = { session: id, agent, at };
    if (!this.told.has(id)) {
      this.told.add(id);
      this.output.tell({ type: 'session', ...of, folder: cwd, parent });
    }
    this.output.tell({ ...line, ...of });
  }
}
