/** Files that get back what they held before: by the agent's own edits, by writing what is there, or by another writer who undoes them. */
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

/** Writing what is there is harmless by itself: so many times more. */
const SAME_LATER = 1;
const SEEN_LATER = 1;
/** To try something and take it back is honest: so many times the limit. */
const TRIED = 2;
/** Another writer is held to have undone an edit if it wrote at most so many steps before the next one. */
const SEEN_WITHIN = 3;
const LISTED_CALLS = 64;

class OscillationRun implements DetectorRun {
  private nearest = 0;
  private calls: { path: string; number: number; step: number; key: string }[] = [];
  /** Who else wrote a file last, and after which step. */
  private other: { by: 'tool' | 'person' | 'unknown'; step: number } | undefined;

  private readonly taken: TakenBack;
  private toldTaken = false;

  constructor(
    private readonly session: Session,
    private readonly thresholds: Thresholds,
    private readonly recent: RecentSteps,
  ) {
    this.taken = new TakenBack(recent);
  }

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        if (!fact.goOn) {
          this.calls = [];
          this.nearest = 0;
          this.toldTaken = false;
          this.taken.restart();
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
    if (!this.toldTaken || !this.taken.ended()) {
      return undefined;
    }
    this.toldTaken = false;
    return 'oscillation';
  }

  private judge(record: StepRecord): Finding | undefined {
    let best: Finding | undefined;
    for (const call of record.calls) {
      for (const edit of call.evidence.edits.files) {
        this.remember(edit, call, record.step);
        this.taken.see(edit, call, record.step);
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
    // with nobody seen to do it, it may be another place that looks the same
    const seen = this.isOtherSeen(edit);
    const undone =
      edit.undone > (seen ? 0 : SEEN_LATER)
        ? { count: edit.undone, limit: seen ? limit : limit + SEEN_LATER }
        : undefined;
    const back =
      edit.state === 'new' || edit.count === 0
        ? undefined
        : { count: edit.count, limit: edit.state === 'back' ? limit : limit + SAME_LATER };
    const tried =
      edit.state === 'back' && this.taken.count > 1
        ? { count: this.taken.count, limit: limit * TRIED }
        : undefined;
    if (
      tried !== undefined &&
      tried.count >= tried.limit &&
      (back === undefined || back.count < back.limit)
    ) {
      return this.stalled(edit, call, tried);
    }
    const worse =
      undone !== undefined &&
      (back === undefined || undone.count - undone.limit >= back.count - back.limit)
        ? undone
        : back;
    this.nearest = Math.min(limit, worse?.count ?? 0);
    // put in, run to see something new, and taken out: that was of use
    const isStalled = worse !== undefined && worse.count >= worse.limit && !this.broughtNews(edit);
    return (
      worse && {
        detector: 'oscillation',
        kind: 'oscillation',
        level: isStalled ? 'stalled' : 'watch',
        count: worse.count,
        threshold: worse.limit,
        key: 'balanced.returns',
        what: this.sentence(edit, worse.count, worse === undone),
        calls: this.calls.filter(({ path }) => path === edit.path).map(({ number }) => number),
        members: [call.key],
        // the edits that are undone bring a new content each time
        until: worse === undone ? { keys: [], outcomes: [] } : undefined,
      }
    );
  }

  private stalled(
    edit: EditValue,
    call: CallRecord,
    { count, limit }: { count: number; limit: number },
  ): Finding {
    this.nearest = this.thresholds.values['balanced.returns'];
    this.toldTaken = true;
    return {
      detector: 'oscillation',
      kind: 'oscillation',
      level: 'stalled',
      count,
      threshold: limit,
      key: 'balanced.returns',
      what: this.sentence(edit, count, false),
      calls: this.calls.filter(({ path }) => path === edit.path).map(({ number }) => number),
      members: [call.key],
      // each of them brings a new content
      until: { keys: [], outcomes: [] },
    };
  }

  /** Whether a run since the file's last edit brought something new. */
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
