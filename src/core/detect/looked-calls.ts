/** The calls of the newest step that a detector has looked at: a step may be judged again. */
export class LookedCalls {
  private step = -1;
  private readonly calls: number[] = [];

  /** True once for each call. */
  add(step: number, call: number): boolean {
    if (this.step !== step) {
      this.step = step;
      this.calls.length = 0;
    }
    if (this.calls.includes(call)) {
      return false;
    }
    this.calls.push(call);
    return true;
  }
}
