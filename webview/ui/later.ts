/** The page's second script: what opens on demand. It is loaded after the first paint, or when it is first asked for. */
import type * as Parts from './parts.js';

let parts: typeof Parts | undefined;
let loading = false;
let arrived: () => void = () => {};

/** Undefined until it is loaded; the page is drawn anew then. */
export function later(): typeof Parts | undefined {
  if (parts === undefined) { load(); }
  return parts;
}

/** `done` is called once. A script that did not come is asked for again when something needs it. */
export function loadLater(done: () => void): void {
  arrived = done;
  requestIdleCallback(load, { timeout: 1000 });
}

function load(): void {
  if (loading || parts !== undefined) { return; }
  loading = true;
  void import('./parts.js').then((loaded) => {
    parts = loaded;
    arrived();
  }, () => {}).finally(() => { loading = false; });
}
