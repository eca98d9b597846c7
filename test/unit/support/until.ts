/** Waits for a condition as long as a busy machine needs, and no longer. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Ends a hung test; no working machine is this slow. */
const MOST_MS = 120_000;
const LOOK_EVERY_MS = 5;

/** Resolves once `condition` holds; otherwise fails with what `seen` returns. */
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
