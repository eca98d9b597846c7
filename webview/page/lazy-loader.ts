/** Loads the page's second script: after the first paint, or as soon as something in it is needed. */
import type * as LazyParts from './lazy-parts.js';

let parts: typeof LazyParts | undefined;
let loading = false;
let waiting: (() => void)[] = [];

/** Undefined until the script is loaded; the page is redrawn then. */
export function lazyParts(): typeof LazyParts | undefined {
  if (parts === undefined) {
    load();
  }
  return parts;
}

/** Runs at once, or as soon as the script is loaded. A script that failed to load is requested again when needed. */
export function whenLazyPartsLoaded(run: (parts: typeof LazyParts) => void): void {
  const loaded = lazyParts();
  if (loaded === undefined) {
    waiting.push(() => {
      whenLazyPartsLoaded(run);
    });
  } else {
    run(loaded);
  }
}

/** Loads the script when the browser is idle. `done` is called once, before everything else that waits for it. */
export function loadLazyPartsWhenIdle(done: () => void): void {
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
  void import('./lazy-parts.js')
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
