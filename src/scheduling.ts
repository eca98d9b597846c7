/** Scheduling: merges many requests into one run, slices long work, and enforces time limits. */

/**
 * Merges requests into one run: in the next turn of the event loop if the last run is long enough ago, else at the interval's end.
 * Never runs in the request's own turn, so that an agent gets its answer before the person is shown anything.
 */
export class CoalescedRun {
  private timer: NodeJS.Timeout | undefined;
  private next: NodeJS.Immediate | undefined;
  private again = false;

  constructor(
    private readonly run: () => void,
    private readonly intervalMs: number,
  ) {}

  request(): void {
    if (this.timer !== undefined) {
      this.again = true;
      return;
    }
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.again) {
        this.again = false;
        this.request();
      }
    }, this.intervalMs);
    this.next = setImmediate(this.run);
  }

  dispose(): void {
    clearTimeout(this.timer);
    clearImmediate(this.next);
    this.again = false;
  }
}

/**
 * Runs one at a time, so that a slow run cannot put an old finding in the place of a newer one. Who asks gets a run that begins
 * after the request: those who ask while one is under way share the next.
 */
export class RunInTurn {
  private running: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;

  /** `run` handles its own errors. */
  constructor(private readonly run: () => Promise<void>) {}

  request(): Promise<void> {
    this.next ??= this.running.then(() => {
      this.next = undefined;
      this.running = this.run();
      return this.running;
    });
    return this.next;
  }
}

/** Whether `work` finishes within `ms` milliseconds; it continues either way. @throws what `work` throws within that time. */
export async function isDoneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The result of `work`. @throws after `ms` milliseconds, or what `work` throws. */
export async function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  if (await isDoneWithin(ms, work)) {
    return work;
  }
  throw new Error(`no answer within ${ms} ms`);
}

/** Milliseconds per slice. */
const SLICE_MS = 15;

/**
 * Runs `work` in slices, with `restMs` of rest after each, so that the process stays free for everything else.
 * @returns its result; undefined if `stopped` returned true between two slices. It can then be continued.
 */
export async function inSlices<T>(
  work: Generator<unknown, T>,
  stopped: () => boolean = () => false,
  restMs = 0,
): Promise<T | undefined> {
  for (let began = performance.now(); ;) {
    const part = work.next();
    if (part.done === true) {
      return part.value;
    }
    if (performance.now() - began < SLICE_MS) {
      continue;
    }
    await new Promise<void>((later) => {
      if (restMs > 0) {
        setTimeout(later, restMs);
      } else {
        setImmediate(later);
      }
    });
    if (stopped()) {
      return undefined;
    }
    began = performance.now();
  }
}
