/** The page's second script: what opens on demand. It is loaded after the first paint, or when it is first asked for. */
import type * as Parts from './parts.js';

let parts: typeof Parts | undefined;
let loading = false;
let waiting: (() => void)[] = [];

/** Undefined until it is loaded; the page is drawn anew then. */
export function later(): typeof Parts | undefined {
  if (parts === undefined) {
    load();
  }
  return parts;
}

/** Runs at once, or as soon as the script is there. A script that did not come is asked for again when something needs it. */
export function whenLoaded(run: (parts: typeof Parts) => void): void {
  const now = later();
  if (now === undefined) {
    waiting.push(() => {
      whenLoaded(run);
    });
  } else {
    run(now);
  }
}

/** `done` is called once, before all that waits. */
export function loadLater(done: () => void): void {
  if (parts === undefined) {
    waiting.unshift(done);
  } else {
    done();
  }
  requestIdleCallback(load, { timeout: 1000 });
}

function load(): void {
  if (loading || parts !== undefined) {
    return;
  }
  loading = true;
  void import('./parts.js')
    .then(
      (loaded) => {
        parts = loaded;
        const due = waiting;
        waiting = [];
        for (const run of due) {
          run();
        }
      },
      () => {},
    )
    .finally(() => {
      loading = false;
    });
}
