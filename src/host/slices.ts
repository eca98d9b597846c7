/** Long work in parts, so that the extension host stays free for everything else. */

/** Milliseconds at a stretch. */
const SLICE_MS = 15;

/** Runs `work` to its end in slices. @returns its result; undefined if `stopped` said so in between. */
export async function inSlices<T>(work: Generator<unknown, T>, stopped: () => boolean = () => false): Promise<T | undefined> {
  for (let began = performance.now();;) {
    const part = work.next();
    if (part.done === true) { return part.value; }
    if (performance.now() - began < SLICE_MS) { continue; }
    await new Promise((later) => { setImmediate(later); });
    if (stopped()) { return undefined; }
    began = performance.now();
  }
}
