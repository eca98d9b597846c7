/**
 * A stall that its detector has reported, and that only this detector can see the end of. The end is told once, and not at all
 * if the stall was reported again before.
 */
import type { EndingStall, VerdictKind } from './detector.js';

export class ReportedStall<K extends VerdictKind> implements EndingStall {
  private isReported = false;
  private isOver = false;

  constructor(private readonly kind: K) {}

  report(): void {
    this.isReported = true;
    this.isOver = false;
  }

  /** It is over, if there was one. */
  end(): void {
    this.isOver ||= this.isReported;
    this.isReported = false;
  }

  /** Something else ends it, or it has become part of another stall. */
  forget(): void {
    this.isReported = this.isOver = false;
  }

  takeEnd(): K | undefined {
    const { isOver } = this;
    this.isOver = false;
    return isOver ? this.kind : undefined;
  }
}
