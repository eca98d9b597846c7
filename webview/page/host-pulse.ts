/** Whether the extension host responds: the page goes on showing its last snapshot while the host stands still. */

/** Without an answer for this long, and as many looks, the host stands still (milliseconds). */
const SILENT_MS = 2500;
const SILENT_LOOKS = 3;
/** What was asked may be lost with the host. */
const ASK_AGAIN_LOOKS = 10;

export class HostPulse {
  private asked: { at: number; looks: number } | undefined;

  constructor(private readonly ask: () => void) {}

  get isSilent(): boolean {
    const { asked } = this;
    return (
      asked !== undefined &&
      asked.looks >= SILENT_LOOKS &&
      performance.now() - asked.at >= SILENT_MS
    );
  }

  /** To be called each second while the page claims what only the host can carry out. */
  look(): void {
    if (this.asked === undefined) {
      this.asked = { at: performance.now(), looks: 0 };
      this.ask();
      return;
    }
    this.asked.looks++;
    if (this.asked.looks % ASK_AGAIN_LOOKS === 0) {
      this.ask();
    }
  }

  /** The host has answered, or nothing depends on it. */
  reset(): void {
    this.asked = undefined;
  }
}
