/**
 * Which step a change of the workspace is shown with. It may be seen before the call that made it is told: so it is held for a moment,
 * for the rows only. What counts as progress is judged at once, and not here.
 */
import { findPath } from '../../identity/tool/tool.js';
import { recordedPathKey, wholePath } from '../../paths.js';
import type { Call, Step } from '../../turns/session.js';
import type { WorkspaceChange } from '../../turns/turn-fact.js';
import { mutates } from '../../turns/workspace-attribution.js';

/** How long after a step or before it a change may belong to it (milliseconds). */
export const HOLD_MS = 2000;

export interface HeldChange {
  change: WorkspaceChange;
  /** Milliseconds since the epoch. */
  at: number;
}

export class HeldChanges {
  private held: HeldChange[] = [];
  /** The newest step that may have changed something, and when it did so last. */
  private maker: { step: Step; at: number | undefined } | undefined;

  /** A call has begun or ended. @returns the changes that are its step's */
  claim(call: Call, cwd: string, at: number | undefined): WorkspaceChange[] {
    if (!mutates(call)) {
      return [];
    }
    this.maker = { step: call.step, at };
    const named = findPath(call.input);
    const key = named === undefined ? undefined : recordedPathKey(wholePath(named, cwd));
    const belongsTo = ({ change, at: seen }: HeldChange): boolean =>
      (at === undefined || at - seen <= HOLD_MS) &&
      (change.progress ||
        change.paths?.some((path) => recordedPathKey(wholePath(path, cwd)) === key) === true);
    const claimed = this.held.filter(belongsTo);
    this.held = this.held.filter((each) => !claimed.includes(each));
    return claimed.map(({ change }) => change);
  }

  /** The step that made a change; `held` if that may still be told, and undefined if it has a row of its own. */
  findMaker(change: WorkspaceChange, at: number | undefined): Step | 'held' | undefined {
    if (change.signal === 'task' || change.by === 'person' || change.by === 'tool') {
      return undefined;
    }
    const { maker } = this;
    if (change.progress && maker !== undefined) {
      const isRecent = maker.at === undefined || at === undefined || at - maker.at <= HOLD_MS;
      if (isRecent || maker.step.open > 0) {
        return maker.step;
      }
    }
    if (at === undefined) {
      return undefined;
    }
    this.held.push({ change, at });
    return 'held';
  }

  /** Those that nobody has claimed in time, or by the end of the turn. */
  due(now: number | undefined, isTurnOver = false): HeldChange[] {
    if (this.held.length === 0) {
      return [];
    }
    const isDue = ({ at }: HeldChange): boolean =>
      isTurnOver || (now !== undefined && now - at > HOLD_MS);
    const due = this.held.filter(isDue);
    this.held = this.held.filter((each) => !isDue(each));
    return due;
  }
}
