/** At which step each threshold would have fired: runs the live watch's judge over the same events with other values. */
import type { Finding, VerdictKind } from '../detect/detector.js';
import type { TurnEvent } from '../events.js';
import { Judge, type Overrides } from '../judge.js';
import type { Session } from '../turns/session.js';
import type { ThresholdKey } from './thresholds.js';
import type { VerdictLevel, VerdictPlace } from '../verdict.js';
import type { Message } from '../view/words/wording.js';

export interface WhatIfQuestion {
  /** They override thresholds in the events, as a replay's `--preset` and `--set` do. */
  overrides: Overrides;
  session: string;
  /** `newest`: only the turn that began last. */
  turns: 'newest' | 'all';
}

/** Numbers of step and call as the timeline counts them, −1 before any call. */
export interface Firing {
  detector: string;
  kind: VerdictKind;
  level: VerdictLevel;
  turn: number;
  step: number;
  call: number;
  what: Message;
}

export type FirstFirings = Partial<Record<VerdictLevel, Firing>>;

export interface WhatIf {
  /** The first verdict of each level, as a replay gives it. */
  verdicts: FirstFirings;
  /** Where each detector first fired by this threshold, even while another stall was open. */
  byKey: Partial<Record<ThresholdKey, FirstFirings>>;
  /** Steps and calls of the session at the end of the events. */
  steps: number;
  calls: number;
}

/** Answers one question event by event. Bounded like the judge. */
export class WhatIfRun {
  private readonly judge: Judge;
  private turn: number | undefined;
  private verdicts: FirstFirings = {};
  private byKey: WhatIf['byKey'] = {};

  constructor(private readonly question: WhatIfQuestion) {
    this.judge = new Judge(question.overrides, undefined, (session, finding, place) =>
      this.found(session, finding, place),
    );
  }

  push(event: TurnEvent): void {
    for (const verdict of this.judge.push(event).verdicts) {
      if (verdict.session === this.question.session) {
        this.verdicts[verdict.level] ??= firing(verdict.turn, verdict, verdict);
      }
    }
  }

  get result(): WhatIf {
    const session = this.judge.sessions.get(this.question.session);
    if (session !== undefined) {
      this.enter(session.turn);
    }
    return {
      verdicts: { ...this.verdicts },
      byKey: { ...this.byKey },
      steps: session?.steps ?? 0,
      calls: session?.calls ?? 0,
    };
  }

  private found(session: Session, finding: Finding, place: VerdictPlace): void {
    if (session.id !== this.question.session) {
      return;
    }
    this.enter(session.turn);
    // `waiting` has no verdict for a person to answer, hence no key
    const key = finding.level === 'waiting' ? 'balanced.waitSeconds' : finding.key;
    if (key === undefined) {
      return;
    }
    const first = (this.byKey[key] ??= {});
    first[finding.level] ??= firing(session.turn, finding, place);
  }

  private enter(turn: number): void {
    if (turn === this.turn) {
      return;
    }
    this.turn = turn;
    if (this.question.turns === 'all') {
      return;
    }
    this.verdicts = {};
    this.byKey = {};
  }
}

/** Answers at once. The answer does not depend on how the events are sliced. */
export function whatIf(events: Iterable<TurnEvent>, question: WhatIfQuestion): WhatIf {
  const run = new WhatIfRun(question);
  for (const event of events) {
    run.push(event);
  }
  return run.result;
}

/** Shifts to the session's own numbers where the events begin in its midst, after `steps` and `calls`. */
export function moved(
  { verdicts, byKey, ...end }: WhatIf,
  { steps, calls }: { steps: number; calls: number },
): WhatIf {
  const first = (firings: FirstFirings): FirstFirings =>
    Object.fromEntries(
      Object.entries(firings).map(([level, each]) => [
        level,
        { ...each, step: each.step + steps, call: each.call + calls },
      ]),
    );
  return {
    verdicts: first(verdicts),
    byKey: Object.fromEntries(Object.entries(byKey).map(([key, firings]) => [key, first(firings)])),
    steps: end.steps + steps,
    calls: end.calls + calls,
  };
}

function firing(
  turn: number,
  { detector, kind, level, what }: Pick<Firing, 'detector' | 'kind' | 'level' | 'what'>,
  { step, call }: Pick<VerdictPlace, 'step' | 'call'>,
): Firing {
  return { detector, kind, level, turn, step, call, what };
}
