/** Files that get back what they held: by the agent's own edits, by writing the same again, or by another writer who undoes them. */
import type { Session } from '../turns/session.js';
import type { Thresholds } from '../thresholds/thresholds.js';
import type { TurnFact } from '../turns/turn-fact.js';
import { fromFolder } from '../identity/tool.js';
import type { Message } from '../view/wording.js';
import type { Counter, Detector, DetectorRun, Finding, DetectorContext } from './detector.js';
import type { EditValue } from '../identity/edits/file-states.js';
import type { CallRecord, RecentSteps, StepRecord } from '../evidence/recent-steps.js';
import { TakenBack } from './taken-back.js';

export const oscillation: Detector = {
  id: 'oscillation',
  hears: ['turn-start', 'outside', 'step-end'],
  start: (session: Session, thresholds: Thresholds, { recent }: DetectorContext) =>
    new OscillationRun(session, thresholds, recent),
};

/** Added to the limit: rewriting the current content is harmless by itself, and there may be no other writer. */
const EXTRA_SAME = 1;
const EXTRA_UNSEEN = 1;
/** Trying something and taking it back is honest: this many times the limit. */
const TRIED = 2;
/** Another writer counts as the one who undid an edit if it wrote at most this many steps before the next edit. */
const SEEN_WITHIN = 3;
const LISTED_CALLS = 64;

interface Count {
  count: number;
  limit: number;
}

function excess({ count, limit }: Count): number {
  return count - limit;
}

class OscillationRun implements DetectorRun {
  private nearest = 0;
  private calls: { path: string; number: number; step: number; key: string }[] = [];
  /** The other writer that changed a file last, and after which step. */
  private other: { by: 'tool' | 'person' | 'unknown'; step: number } | undefined;

  private readonly takenBack: TakenBack;
  /** The stall is one of edits that made no difference and were taken back. */
  private isStalledInVain = false;

  constructor(
    private readonly session: Session,
    private readonly thresholds: Thresholds,
    private readonly recent: RecentSteps,
  ) {
    this.takenBack = new TakenBack(recent);
  }

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        if (!fact.goOn) {
          this.calls = [];
          this.nearest = 0;
          this.isStalledInVain = false;
          this.takenBack.restart();
        }
        return undefined;
      case 'outside':
        if (fact.change.signal !== 'task' && fact.change.by !== 'agent') {
          this.other = { by: fact.change.by, step: this.session.steps - 1 };
        }
        return undefined;
      case 'step-end': {
        const record = this.recent.newest;
        return record?.step === fact.step.number ? this.judge(record) : undefined;
      }
      default:
        return undefined;
    }
  }

  counters(): Counter[] {
    return [
      {
        id: 'oscillation',
        label: { id: 'counter.oscillation' },
        value: this.nearest,
        limit: this.thresholds.values['balanced.returns'],
      },
    ];
  }

  ended(): 'oscillation' | undefined {
    if (!this.isStalledInVain || !this.takenBack.ended()) {
      return undefined;
    }
    this.isStalledInVain = false;
    return 'oscillation';
  }

  private judge(record: StepRecord): Finding | undefined {
    let best: Finding | undefined;
    for (const call of record.calls) {
      for (const edit of call.evidence.edits.files) {
        this.remember(edit, call, record.step);
        this.takenBack.see(edit, call, record.step);
        const finding = this.finding(edit, call);
        if (
          finding !== undefined &&
          (best === undefined || (best.level === 'watch' && finding.level === 'stalled'))
        ) {
          best = finding;
        }
      }
    }
    return best;
  }

  private finding(edit: EditValue, call: CallRecord): Finding | undefined {
    const limit = this.thresholds.values['balanced.returns'];
    const [back, vain] = [this.returned(edit), this.madeInVain(edit)];
    if (vain !== undefined && excess(vain) >= 0 && (back === undefined || excess(back) < 0)) {
      this.nearest = limit;
      this.isStalledInVain = true;
      return this.found('stalled', vain, edit, call, { isUndone: false, bringsNew: true });
    }
    const undone = this.undone(edit);
    const isUndone = undone !== undefined && (back === undefined || excess(undone) >= excess(back));
    const worse = isUndone ? undone : back;
    this.nearest = Math.min(limit, worse?.count ?? 0);
    if (worse === undefined) {
      return undefined;
    }
    // added, run with a new result, and removed: that was useful
    const isStalled = excess(worse) >= 0 && !this.broughtNews(edit);
    const level = isStalled ? 'stalled' : 'watch';
    return this.found(level, worse, edit, call, { isUndone, bringsNew: isUndone });
  }

  /** How often the file returned to earlier content, or was rewritten with its current content. */
  private returned({ state, count }: EditValue): Count | undefined {
    const limit = this.thresholds.values['balanced.returns'];
    return state === 'new' || count === 0
      ? undefined
      : { count, limit: state === 'back' ? limit : limit + EXTRA_SAME };
  }

  /** How often another writer undid the edit. If none was seen, it may be another place that looks the same. */
  private undone(edit: EditValue): Count | undefined {
    const extra = this.isOtherSeen(edit) ? 0 : EXTRA_UNSEEN;
    const limit = this.thresholds.values['balanced.returns'] + extra;
    return edit.undone > extra ? { count: edit.undone, limit } : undefined;
  }

  /** How many edits in a row made no difference and were taken back. */
  private madeInVain({ state }: EditValue): Count | undefined {
    const { count } = this.takenBack;
    const limit = this.thresholds.values['balanced.returns'] * TRIED;
    return state === 'back' && count > 1 ? { count, limit } : undefined;
  }

  /** `bringsNew`: each of the edits writes new content, so that content alone clears nothing. */
  private found(
    level: 'watch' | 'stalled',
    { count, limit }: Count,
    edit: EditValue,
    call: CallRecord,
    { isUndone, bringsNew }: { isUndone: boolean; bringsNew: boolean },
  ): Finding {
    return {
      detector: 'oscillation',
      kind: 'oscillation',
      level,
      count,
      threshold: limit,
      key: 'balanced.returns',
      what: this.sentence(edit, count, isUndone),
      calls: this.calls.filter(({ path }) => path === edit.path).map(({ number }) => number),
      members: [call.key],
      ...(bringsNew && { until: { keys: [], outcomes: [] } }),
    };
  }

  /** Whether a run since the file's last edit printed something new. */
  private broughtNews({ path }: EditValue): boolean {
    const newest = this.recent.newest?.step ?? 0;
    const last =
      this.calls.findLast((each) => each.path === path && each.step < newest)?.step ?? newest;
    return this.recent.records.some(
      ({ step, calls }) =>
        step > last &&
        step < newest &&
        calls.some(
          ({ worth, evidence: { action, edits } }) =>
            worth === 'progress' && !action.looks && !edits.changes,
        ),
    );
  }

  private isOtherSeen({ steps }: EditValue): boolean {
    return this.other !== undefined && this.other.step >= (steps.at(-1) ?? 0) - SEEN_WITHIN;
  }

  private sentence({ path, state }: EditValue, count: number, undone: boolean): Message {
    const params = { path: fromFolder(path, this.session.cwd), count };
    if (undone) {
      switch (this.other?.by) {
        case 'tool':
          return { id: 'verdict.oscillation.tool', params };
        case 'person':
          return { id: 'verdict.oscillation.person', params };
        case 'unknown':
        case undefined:
          return { id: 'verdict.oscillation.other', params };
      }
    }
    switch (state) {
      case 'same':
        return { id: 'verdict.oscillation.same', params };
      case 'again':
        return { id: 'verdict.oscillation.again', params };
      case 'back':
      case 'new':
        return { id: 'verdict.oscillation.back', params };
    }
  }

  private remember({ path }: EditValue, { number, key }: CallRecord, step: number): void {
    if (this.calls.some((each) => each.number === number && each.path === path)) {
      return;
    }
    this.calls.push({ path, number, step, key });
    if (this.calls.length > LISTED_CALLS) {
      this.calls.shift();
    }
  }
}
