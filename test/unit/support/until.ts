/** Waits for a condition as long as a busy machine needs, and no longer. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** A hung test ends by it; no machine that works is as slow. */
const MOST_MS = 40_000;
const LOOK_EVERY_MS = 5;

/** Resolves once `condition` holds; else fails with what `seen` tells then. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  seen: () => unknown = () => 'nothing',
): Promise<void> {
  const from = performance.now();
  while (!(await condition())) {
    if (performance.now() - from > MOST_MS) {
      assert.fail(`${what}: not in ${MOST_MS / 1000} s, seen: ${JSON.stringify(seen())}`);
    }
    await sleep(LOOK_EVERY_MS);
  }
}
