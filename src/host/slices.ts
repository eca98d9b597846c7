/** Long work in parts, so that the extension host stays free for everything else. */

/** Milliseconds at a stretch. */
const SLICE_MS = 15;

/** Runs `work` to its end in slices, with `restMs` of rest after each. @returns its result; undefined if `stopped` said so in between: then it can be gone on with. */
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
