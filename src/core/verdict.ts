/**
 * Findings become verdicts: at most one `watch` and one `stalled` per episode.
 *
 * Frozen: the ids of verdicts. Answers to them are stored and recorded.
 */
import type { Finding, VerdictKind } from './detect/detector.js';
import type { CallValue, Evidence } from './evidence/evidence.js';
import { rateStep } from './evidence/step-value.js';
import type { Session, Step } from './turns/session.js';
import type { TurnFact, WorkspaceChange } from './turns/turn-fact.js';
import { SeenSet } from './identity/seen-set.js';
import type { Noise } from './identity/noise/noise.js';
import type { ThresholdKey, ThresholdOrigin } from './thresholds/thresholds.js';
import { english, type DirectiveDraft, type Message } from './view/words/wording.js';

/** `watch` is an early warning and only shown, `stalled` is acted on, `waiting` is no stall. */
export type VerdictLevel = 'watch' | 'stalled' | 'waiting';

export interface Verdict {
  /** `<turn>.<call>.<level>.<detector>`, the same live and replayed. `feedback` events refer to it. */
  id: string;
  session: string;
  turn: number;
  /** Numbers of the step and call at which it was given; −1 before any call. */
  step: number;
  call: number;
  callId: string | null;
  at: number | null;
  level: VerdictLevel;
  kind: VerdictKind;
  detector: string;
  count: number;
  threshold: number;
  /** The setting from which `threshold` follows, and where its value came from. */
  key?: ThresholdKey;
  thresholdFrom?: ThresholdOrigin;
  /** The setting's own value, in its own unit, where `threshold` is another. */
  setting?: number;
  /** The English sentence of `what`. */
  reason: string;
  what: Message;
  /** What the phase of the work changed about the limit. */
  phase?: Message;
  /** The calls that it was given for. What is found later is no evidence of it. */
  evidence: { calls: number[] };
  /** What to tell the agent, once the view has drafted it. */
  draft?: DirectiveDraft;
  /** Kinds of noise that were left out when results were compared. */
  masked: Noise[];
  /** Only another outcome of these actions clears the verdict. */
  until?: Finding['until'];
  clearedAtCall?: number;
  /** It stood until the turn ended. */
  outlastedTurn?: true;
}

/** Where in the session a finding was made. */
export interface VerdictPlace {
  step: number;
  call: number;
  callId: string | null;
  at: number | null;
}

/** Steps in a row with new information and none of the stall's actions that end an episode. */
const RECOVERED_STEPS = 3;
/** Actions remembered per episode, which may last as long as the session. */
const MEMBERS = 1024;
const clearedByInformation = new Set<VerdictKind>([
  'loop',
  'error-loop',
  'no-progress',
  'degenerate',
]);

/** Kinds of stall that outlast turns, as others do whose finding says so, and those that no step ends: their detectors know when they are over. */
const outlastsTurns: readonly VerdictKind[] = ['turns'];
const outlastsSteps = new Set<VerdictKind>(['turns', 'fan-out', 'limit']);

/** Most facts end nothing. */
const none: readonly Verdict[] = [];

/** The open episode of one session: one stall, from its first `watch` or `stalled` until it clears. */
export class Episodes {
  private open:
    | {
        watch?: Verdict;
        stalled?: Verdict;
        kinds: Set<VerdictKind>;
        members: SeenSet;
        /** Kinds that outlast turns. */
        lasting: Set<VerdictKind>;
        until?: Finding['until'];
        /** Files changed as its calls may have done: the end of its next step shows that it goes on. */
        changed?: boolean;
      }
    | undefined;
  private recovered = 0;
  private recoveredBefore = 0;

  get stalled(): Verdict | undefined {
    return this.open?.stalled;
  }
  get current(): Verdict | undefined {
    return this.open?.stalled ?? this.open?.watch;
  }

  /** Adds a finding to the episode. @returns whether it is the first of its level, so that it gives a verdict */
  find(finding: Finding): boolean {
    if (finding.level === 'waiting') {
      return true;
    }
    const open = (this.open ??= {
      kinds: new Set(),
      members: new SeenSet(MEMBERS),
      lasting: new Set(outlastsTurns),
    });
    open.kinds.add(finding.kind);
    if (finding.outlastsTurn === true) {
      open.lasting.add(finding.kind);
    }
    this.recovered = this.recoveredBefore = 0;
    for (const key of finding.members ?? []) {
      open.members.add(key);
    }
    open.until = finding.until ?? open.until;
    return open.stalled === undefined && (finding.level === 'stalled' || open.watch === undefined);
  }

  /** The verdict of a finding for which `find` returned true. */
  give(session: Session, finding: Finding, place: VerdictPlace): Verdict {
    const {
      key,
      level,
      kind,
      detector,
      count,
      threshold,
      what,
      phase,
      calls,
      masked = [],
      until,
    } = finding;
    const verdict: Verdict = {
      id: `${session.turn}.${place.call}.${level}.${detector}`,
      ...(key !== undefined && { key }),
      session: session.id,
      turn: session.turn,
      ...place,
      level,
      kind,
      detector,
      count,
      threshold,
      reason: english(what),
      what,
      ...(phase !== undefined && { phase }),
      evidence: { calls: [...calls] },
      masked,
      ...(until !== undefined && { until }),
    };
    if (level !== 'waiting' && this.open !== undefined) {
      this.open[level] = verdict;
    }
    return verdict;
  }

  /** @param perTurn nothing outlives the turn @returns the verdicts that the fact clears */
  clearBy(session: Session, fact: TurnFact, perTurn: boolean): readonly Verdict[] {
    const open = this.open;
    if (open === undefined) {
      return none;
    }
    const outlivesTurn = !perTurn && 'goOn' in fact && fact.goOn;
    switch (fact.kind) {
      case 'turn-end':
        return outlivesTurn ? this.signOfLife(session) : this.endTurn(session, open.lasting);
      case 'turn-start':
        return outlivesTurn ? none : this.keep(session, open.lasting);
      case 'outside':
        return open.until === undefined && isNewContent(fact.change)
          ? this.afterChange(session, fact.change)
          : none;
      case 'step-end':
        return this.afterStep(session, fact.step, fact.again);
      case 'resumed':
        return this.over(session, 'silence', 'wait');
      case 'turn-continued':
      case 'turn-ended-again':
      case 'step-dropped':
      case 'deadline':
        return none;
      default:
        return this.signOfLife(session);
    }
  }

  private endTurn(session: Session, lasting: ReadonlySet<VerdictKind>): readonly Verdict[] {
    const cleared = this.keep(session, lasting);
    for (const verdict of cleared) {
      verdict.outlastedTurn = true;
    }
    return cleared;
  }

  /** Only what the agent itself does ends a stall: it may be gone while somebody else changes files. */
  private afterChange(session: Session, { owner }: WorkspaceChange): readonly Verdict[] {
    if (owner === 'told') {
      return this.keep(session, outlastsSteps);
    }
    if (owner === 'calls' && this.open !== undefined) {
      this.open.changed = true;
    }
    return none;
  }

  private afterStep(session: Session, step: Step, again: boolean): readonly Verdict[] {
    const { calls, values } = step;
    const until = this.open?.until;
    const isOver =
      values.some(ofTests) ||
      (until === undefined
        ? this.open?.changed === true || values.some(changesFiles)
        : hasOtherOutcome(step, until));
    if (isOver) {
      return this.keep(session, outlastsSteps);
    }
    const isMember = calls.some((call) => this.open?.members.has(call.key));
    if (again) {
      this.recovered = this.recoveredBefore;
    }
    this.recoveredBefore = this.recovered;
    this.recovered = rateStep(values) === 'progress' && !isMember ? this.recovered + 1 : 0;
    if (until !== undefined || this.recovered < RECOVERED_STEPS) {
      return none;
    }
    for (const kind of this.open?.kinds ?? []) {
      if (!clearedByInformation.has(kind) && !outlastsSteps.has(kind)) {
        return none;
      }
    }
    return this.keep(session, outlastsSteps);
  }

  private signOfLife(session: Session): readonly Verdict[] {
    // the job's output changed, or the agent moved on to something else
    return session.poll === undefined && session.wait === undefined
      ? this.over(session, 'silence', 'wait')
      : this.over(session, 'silence');
  }

  /** Findings of these kinds no longer hold. */
  over(session: Session, ...kinds: VerdictKind[]): readonly Verdict[] {
    for (const kind of kinds) {
      this.open?.kinds.delete(kind);
    }
    return this.open?.kinds.size === 0 ? this.clear(session) : none;
  }

  /** Ends the episode but for what is lasting about it. */
  private keep(session: Session, lasting: ReadonlySet<VerdictKind>): readonly Verdict[] {
    const before = this.open;
    const cleared = this.clear(session);
    const kept = cleared.filter(({ kind }) => lasting.has(kind));
    if (before === undefined || kept.length === 0) {
      return cleared;
    }
    this.open = {
      kinds: new Set([...before.kinds].filter((kind) => lasting.has(kind))),
      members: new SeenSet(MEMBERS),
      lasting: before.lasting,
    };
    for (const verdict of kept) {
      delete verdict.clearedAtCall;
      if (verdict === before.watch) {
        this.open.watch = verdict;
      } else if (verdict === before.stalled) {
        this.open.stalled = verdict;
      }
    }
    return cleared.filter((verdict) => !kept.includes(verdict));
  }

  private clear(session: Session): Verdict[] {
    const verdicts = [this.open?.watch, this.open?.stalled].filter(
      (verdict) => verdict !== undefined,
    );
    for (const verdict of verdicts) {
      verdict.clearedAtCall = session.calls - 1;
    }
    this.open = undefined;
    this.recovered = this.recoveredBefore = 0;
    return verdicts;
  }
}

function isNewContent({ progress, signal }: WorkspaceChange): boolean {
  return progress && signal !== 'task';
}

function ofTests({ evidence, worth }: CallValue): boolean {
  return evidence.tests !== undefined && worth === 'progress';
}

function changesFiles({ evidence }: CallValue): boolean {
  return evidence.edits.changes;
}

/** Whether one of the actions came to another outcome than before. */
function hasOtherOutcome({ calls, values }: Step, until: NonNullable<Finding['until']>): boolean {
  return calls.some(({ key }, i) => {
    const evidence = values[i]?.evidence;
    const [outcome, run] = [evidence?.outcome.key, evidence?.run];
    if (until.cores !== undefined && run?.script !== undefined && !run.silent) {
      const { core } = run;
      return !until.cores.some((known) => known === core?.all || known === core?.last);
    }
    return (
      outcome !== undefined &&
      until.keys.includes(key) &&
      !until.outcomes.includes(outcome) &&
      !(until.complaints === true && evidence?.outcome.complaint?.saysNew === false) &&
      !isKnownError(evidence, until.errors)
    );
  });
}

/** The same error, or the same negative answer, in other surroundings. */
function isKnownError(evidence: Evidence | undefined, errors: readonly string[] = []): boolean {
  return [evidence?.error?.line, evidence?.outcome.untried, evidence?.outcome.core].some(
    (each) => each !== undefined && errors.includes(each),
  );
}
