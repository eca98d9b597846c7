/** Windows tell each other that they are alive; one that stands still is noticed although its sockets stay open. */

/** Between two signs of life of the hub, each of which its windows return (milliseconds). */
export const BEAT_MS = 250;
/** The other side may be busy: what it would confirm is uncertain (milliseconds). */
const QUIET_MS = 1000;
/** It stands still. A pause of 1.5 s, such as a long garbage collection, is still survived (milliseconds). */
export const SILENT_MS = 1750;
/** A clock that runs this late says that this process was suspended itself (milliseconds). */
const SUSPENDED_MS = 500;

/** How long the other side has been silent while this process was awake. Times are of a monotonic clock. */
export class Silence {
  private ms = 0;
  private lookedAt: number;

  constructor(now: number) {
    this.lookedAt = now;
  }

  heard(now: number): void {
    this.ms = 0;
    this.lookedAt = now;
  }

  /** To be called at least every `BEAT_MS`. After a suspension of this process, the other side gets its full time again. */
  look(now: number): number {
    const passed = now - this.lookedAt;
    this.lookedAt = now;
    this.ms = passed > BEAT_MS + SUSPENDED_MS ? 0 : this.ms + passed;
    return this.ms;
  }
}

export interface VigilOptions {
  /** It has been silent for a while, or is heard again. */
  onQuiet: (isQuiet: boolean) => void;
  /** It stands still; called once. */
  onSilent: () => void;
}

/** Watches the other side of a link until it stands still, or until `stop`. */
export class Vigil {
  private readonly silence = new Silence(performance.now());
  private isQuiet = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: VigilOptions) {
    this.wait(0);
  }

  heard(): void {
    this.silence.heard(performance.now());
    this.setQuiet(false);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private wait(silentMs: number): void {
    const next = silentMs < QUIET_MS ? QUIET_MS : SILENT_MS;
    this.timer = setTimeout(
      // what has arrived is read first
      () => setImmediate(() => this.look()),
      Math.min(BEAT_MS, Math.ceil(next - silentMs)),
    ).unref();
  }

  private look(): void {
    if (this.timer === undefined) {
      return;
    }
    const silentMs = this.silence.look(performance.now());
    this.setQuiet(silentMs >= QUIET_MS);
    if (silentMs >= SILENT_MS) {
      this.stop();
      this.options.onSilent();
      return;
    }
    this.wait(silentMs);
  }

  private setQuiet(isQuiet: boolean): void {
    if (this.isQuiet !== isQuiet) {
      this.isQuiet = isQuiet;
      this.options.onQuiet(isQuiet);
    }
  }
}
