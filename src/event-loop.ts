/**
 * Shares the event loop between long work and whatever must be answered soon. All long work of the process rests here: of all that
 * waits, one piece goes on in each turn of the loop, for one slice, so that a hook is never behind more than that.
 */

/** Milliseconds. A hook takes some ten turns of the event loop to its answer, and each of them may hold one slice. */
const SLICE_MS = 2;

/** When the long work of this turn of the loop began; undefined before it has. */
let began: number | undefined;
const waiting: (() => void)[] = [];

/** To be awaited between two small pieces of long work. @returns undefined while there is time left in this turn of the loop. */
export function restIfDue(): Promise<void> | undefined {
  if (began === undefined) {
    begin();
    return undefined;
  }
  if (performance.now() - began < SLICE_MS) {
    return undefined;
  }
  return new Promise((goOn) => {
    waiting.push(goOn);
    if (waiting.length === 1) {
      setImmediate(next);
    }
  });
}

function begin(): void {
  began = performance.now();
  setImmediate(() => {
    began = undefined;
  });
}

function next(): void {
  begin();
  waiting.shift()?.();
  if (waiting.length > 0) {
    setImmediate(next);
  }
}
