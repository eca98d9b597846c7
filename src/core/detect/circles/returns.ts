/** Contents that come back: at once, with nothing done between that told anything, or later, which may have a reason. */
import { Recent } from '../../identity/recent.js';
import type { EditValue } from '../../identity/edits/file-content.js';
import type { CallRecord, RecentSteps } from '../../evidence/recent-steps.js';

/** An edit of a file as far as later ones are compared with it. */
interface EarlierEdit {
  step: number;
  isNew: boolean;
  /** It brought a content back at once. */
  isBack: boolean;
}

export interface Return {
  /**
   * How many times the content came back. Only at once counts for what a restoration had removed, as tries may have parts in
   * common.
   */
  count: number;
  /** How many times of these at once. */
  atOnce: number;
  /** A new content was taken back, or written again, as the very next thing; amid other work that is a slip put right. */
  isImmediate: boolean;
}

const KEPT = 256;
/** Steps before an edit in which another shows that work goes on. */
const WORK = 4;

export class Returns {
  private readonly edits = new Recent<EarlierEdit & { before: EarlierEdit | undefined }>(KEPT);
  /** By content. */
  private readonly counts = new Recent<{ step: number; count: number; before: number }>(KEPT);
  /** From this step on, returns count. */
  private since = 0;

  constructor(private readonly recent: RecentSteps) {}

  /** A person's instruction may be to undo something. */
  restart(since: number): void {
    this.since = since;
    this.edits.clear();
    this.counts.clear();
  }

  /**
   * Takes edits in their order; a step that is judged again comes to the same result. @returns undefined for new content, and for an
   * edit that another writer may have undone.
   */
  see(edit: EditValue, call: CallRecord, step: number): Return | undefined {
    const { path, state, since } = edit;
    const known = this.edits.get(path);
    const before = known?.step === step ? known.before : known;
    const isNew = state === 'new' || (known?.step === step && known.isNew);
    // the earlier edit alone, without the one before it: else all edits of a file would be kept
    const earlier = before && { step: before.step, isNew: before.isNew, isBack: before.isBack };
    const own = { step, isNew, isBack: false, before: earlier };
    this.edits.set(path, own);
    // restored by the very call, or response, that changed it
    if (!comesBack(edit) || (known?.step === step && known.isNew)) {
      return undefined;
    }
    own.isBack = edit.isIdle || (!saysMore(call) && this.isAtOnce(since, before, step));
    return this.count(edit, before, own, call);
  }

  private count(
    edit: EditValue,
    before: EarlierEdit | undefined,
    { step, isBack: isAtOnce }: EarlierEdit,
    call: CallRecord,
  ): Return | undefined {
    const { state, since } = edit;
    const count = Math.min(edit.count, edit.steps.filter((each) => each >= this.since).length);
    if (count === 0) {
      return undefined;
    }
    const atOnce = this.add(edit, isAtOnce, step);
    const isNext = isAtOnce && before?.step === since && !call.evidence.edits.setsScene;
    return {
      count: edit.isRestored || state === 'again' ? atOnce : count,
      atOnce,
      isImmediate:
        isNext && (before.isNew ? state !== 'back' || !this.isAmidWork(since) : before.isBack),
    };
  }

  /** How many times the content came back at once since the file last got a new one. */
  private add({ key, count }: EditValue, isAtOnce: boolean, step: number): number {
    const known = count === 1 ? undefined : this.counts.get(key);
    const before = known?.step === step ? known.before : (known?.count ?? 0);
    const atOnce = before + (isAtOnce ? 1 : 0);
    this.counts.set(key, { step, count: atOnce, before });
    return atOnce;
  }

  /** Files were changed just before that step, too. */
  private isAmidWork(step: number): boolean {
    return this.recent.records.some(
      (record) =>
        record.step < step &&
        record.step >= Math.max(step - WORK, this.since) &&
        record.changed &&
        record.progress,
    );
  }

  /** Nothing told anything since the content was left, and a run since the file's last edit showed no difference. */
  private isAtOnce(since: number, last: EarlierEdit | undefined, step: number): boolean {
    const from = Math.max(since, this.since - 1);
    return this.recent.records.every(
      (record) =>
        record.step <= from ||
        record.step >= step ||
        record.calls.every((call) => !tells(call, last?.isNew === true)),
    );
  }
}

/** Earlier content, the current one, or an edit made again although nobody undid it: it stands there more than once. */
function comesBack({ state, undone }: EditValue): boolean {
  return state === 'back' || state === 'same' || (state === 'again' && undone === 0);
}

function saysMore({ evidence: { edits, outcome } }: CallRecord): boolean {
  return edits.setsScene && outcome.isNew;
}

/** @param ofNew new content was tried: how it goes differs from how it went before, even if it once went that way */
function tells({ evidence }: CallRecord, ofNew: boolean): boolean {
  const { action, outcome, tests, edits, repeat } = evidence;
  if (edits.changes) {
    return true;
  }
  // the first run has none to differ from
  return tests !== undefined || action.runs
    ? repeat.step !== undefined && !repeat.sameOutcome && (ofNew || outcome.isNew)
    : outcome.isNew;
}
