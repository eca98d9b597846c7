/** Places of a recorded run from which judging can resume, so that no jump takes long. Each may hold 8 MB. */
import type { Turnwatch } from '../turnwatch.js';

/** A judgement of the run's first `played` events. */
export interface Checkpoint {
  watch: Turnwatch;
  played: number;
}

const MOST = 7;
/** With all checkpoints in use, a gap is too wide from this share of the run on. */
const SHARE = 0.3;

export class Checkpoints {
  /** Sorted by place. */
  private readonly kept: Checkpoint[] = [];

  /**
   * @param total events of the run
   * @param wideGap events between two checkpoints that take too long to judge for a jump
   */
  constructor(
    private readonly total: number,
    private readonly wideGap: number,
  ) {}

  /** May be more than are kept, until `trim`. */
  add(checkpoint: Checkpoint): void {
    this.kept.push(checkpoint);
    this.kept.sort((one, other) => one.played - other.played);
  }

  /** Takes out the nearest one at or before a place. */
  take(target: number): Checkpoint | undefined {
    const nearest = this.kept.findLastIndex(({ played }) => played <= target);
    return this.kept.splice(nearest, nearest < 0 ? 0 : 1)[0];
  }

  hasBetween(from: number, target: number): boolean {
    return this.kept.some(({ played }) => played <= target && played > from);
  }

  /** The middle of the widest gap, which another checkpoint would halve; undefined where none is wide. */
  middleOfWidest(current: number): number | undefined {
    const places = [...this.kept.map(({ played }) => played), current, this.total].sort(
      (one, other) => one - other,
    );
    let [size, end] = [0, 0];
    for (const [i, place] of places.entries()) {
      const gap = place - (places[i - 1] ?? 0);
      if (gap > size) {
        [size, end] = [gap, place];
      }
    }
    // with all in use, another one pushes one out: that must not open a gap as wide
    const wide =
      this.kept.length < MOST ? this.wideGap : Math.max(this.wideGap, this.total * SHARE);
    return size <= wide ? undefined : Math.round(end - size / 2);
  }

  /** Drops the checkpoint whose loss leaves the narrowest gap, if there are too many. */
  trim(current: number): void {
    if (this.kept.length <= MOST) {
      return;
    }
    const dropped = this.kept.reduce((least, each) =>
      this.gapWithout(each, current) < this.gapWithout(least, current) ? each : least,
    );
    this.kept.splice(this.kept.indexOf(dropped), 1);
  }

  private gapWithout(checkpoint: Checkpoint, current: number): number {
    const others = this.kept.filter((each) => each !== checkpoint).map(({ played }) => played);
    const places = [0, this.total, current, ...others];
    return (
      Math.min(...places.filter((place) => place >= checkpoint.played)) -
      Math.max(...places.filter((place) => place <= checkpoint.played))
    );
  }
}
