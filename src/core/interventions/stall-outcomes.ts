/**
 * What became of stalls, for learning (the preset `stuck-heuristics`): an answer that was forced and says "I am stuck", or that a person's new
 * instruction follows, confirms the stall. One that the person let go on and that soon cleared by itself weighs against it.
 */
import type { CapEvent, InterventionEvent } from '../events.js';
import type { StallOutcome } from '../thresholds/learning.js';
import type { Session } from '../turns/session.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { Verdict } from '../verdict.js';

interface Followed {
  verdict: Verdict;
  /** The agent has got the order to answer in words. */
  forced: boolean;
  /** Its newest message after that says that it is stuck. */
  saysStuck: boolean;
  /** The turn is over: the person's next message tells. */
  over: boolean;
  /** Number of steps when the person let it go on. */
  snoozedAt: number | undefined;
}

export interface OutcomeOfStall {
  verdict: Verdict;
  outcome: StallOutcome;
}

/** Steps after a snooze within which a stall that clears was none. */
const SOON = 5;

/** An agent that says in its own words that it cannot go on. */
const stuckWords = [
  /\bI(?:'m|’m| am| was| got| seem to be) (?:\w+ )?(?:stuck|blocked|going (?:a?round )?in circles)/i,
  /\bI (?:can(?:not|'t|’t)|could(?: not|n't|n’t)|am unable to) (?:\w+ )?(?:make (?:any )?progress|get any further|go on|proceed)/i,
  /\bI need (?:your |some |more )?(?:help|guidance|input|information|a decision)/i,
  /\bich (?:stecke|hänge) (?:\w+ )?fest|\bich komme (?:\w+ )?nicht weiter|\bich drehe mich im kreis|\bich brauche (?:deine |ihre )?(?:hilfe|entscheidung)/i,
];

export function saysStuck(text: string): boolean {
  return stuckWords.some((words) => words.test(text));
}

export class StallOutcomes {
  private readonly followed = new Map<string, Followed>();

  stalled(session: string, verdict: Verdict): void {
    this.followed.set(session, {
      verdict,
      forced: false,
      saysStuck: false,
      over: false,
      snoozedAt: undefined,
    });
  }

  forced(session: string): void {
    const followed = this.followed.get(session);
    if (followed !== undefined) {
      followed.forced = true;
    }
  }

  snoozed({ id, steps }: Session): void {
    const followed = this.followed.get(id);
    if (followed !== undefined) {
      followed.snoozedAt = steps;
    }
  }

  /** The stall cleared while its turn went on. */
  clearedByItself({ id, steps }: Session): OutcomeOfStall | undefined {
    const followed = this.followed.get(id);
    this.followed.delete(id);
    const { verdict, forced, snoozedAt } = followed ?? {};
    return verdict !== undefined &&
      forced === false &&
      snoozedAt !== undefined &&
      steps - snoozedAt <= SOON
      ? { verdict, outcome: 'went-on' }
      : undefined;
  }

  learnFrom(session: Session, fact: TurnFact): OutcomeOfStall | undefined {
    const followed = this.followed.get(session.id);
    if (followed === undefined) {
      return undefined;
    }
    switch (fact.kind) {
      case 'message':
        followed.saysStuck = followed.forced && saysStuck(fact.text);
        return undefined;
      case 'turn-end':
        return this.turnOver(session.id, followed);
      case 'turn-start':
        this.followed.delete(session.id);
        return followed.over && fact.prompt !== undefined && !fact.goOn
          ? { verdict: followed.verdict, outcome: 'new-instruction' }
          : undefined;
      default:
        return undefined;
    }
  }

  forget(session: string): void {
    this.followed.delete(session);
  }

  private turnOver(session: string, followed: Followed): OutcomeOfStall | undefined {
    if (followed.forced && !followed.saysStuck) {
      followed.over = true;
      return undefined;
    }
    this.followed.delete(session);
    return followed.saysStuck ? { verdict: followed.verdict, outcome: 'said-stuck' } : undefined;
  }
}

export type Effect =
  | { kind: 'record'; event: InterventionEvent }
  /** Ask the person. `again`: the intervention was ignored, or cannot be carried out here. */
  | { kind: 'escalate'; session: string; again: boolean }
  /** Ask the person whether the turn is to go on past a cap of their own. */
  | { kind: 'ask-of-cap'; session: string; cap: CapEvent }
  /** Learn from what became of a stall. */
  | ({ kind: 'learn'; session: string } & OutcomeOfStall);

/** Carries out what was decided. */
export interface EffectSink {
  carryOut(effects: readonly Effect[]): void;
}

/** What an intervention requires of the host. */
export function recorded(events: readonly InterventionEvent[]): Effect[] {
  return events.map((event) => ({ kind: 'record', event }));
}
