/** What a session keeps is bounded by its windows, not by its length: counted, since the size of a heap differs from run to run. */
import assert from 'node:assert/strict';
import { itInAll } from '../../tier.js';
import { bash, edit, read, Story, type Act } from '../support/story.js';
import { newWatch } from '../support/watch.js';

/** A few files and commands, over and over: what is kept by name is full early. */
function act(i: number): Act {
  const place = `/w/src/file-${i % 12}.ts`;
  switch (i % 4) {
    case 0:
      return read(place, `text ${i % 60}`);
    case 1:
      return bash(`npm run part-${i % 20}`, `result ${i % 90}`);
    default:
      return edit(place, `value = ${i % 36}`, `value = ${(i + 1) % 36}`);
  }
}

/** Objects, lists and functions that can be reached; texts are not counted. */
function reachable(from: object): number {
  const seen = new Set<unknown>();
  const open: unknown[] = [from];
  while (open.length > 0) {
    const each = open.pop();
    if (!(each instanceof Object) || seen.has(each)) {
      continue;
    }
    seen.add(each);
    assert.ok(!(each instanceof WeakMap), 'a WeakMap’s table grows until the collector runs');
    if (ArrayBuffer.isView(each)) {
      continue;
    }
    if (each instanceof Map || each instanceof Set) {
      each.forEach((value: unknown, key: unknown) => open.push(value, key));
    }
    const parts: unknown[] = Object.values(each);
    open.push(...parts);
  }
  return seen.size;
}

describe('what is kept of a session', () => {
  itInAll('is no more after three times as many steps', () => {
    const story = new Story().start().turn();
    const watch = newWatch();
    let step = 0;
    let told = 0;
    /** Rows leave memory in blocks, so the most of several counts is compared. */
    const mostUntil = (last: number): number => {
      let most = 0;
      for (; step < last; step += 1) {
        story.step(act(step));
        for (; told < story.events.length; told += 1) {
          const event = story.events[told];
          assert.ok(event !== undefined);
          watch.push(event, 0);
        }
        if (step > last - 1200 && step % 100 === 0) {
          most = Math.max(most, reachable(watch));
        }
      }
      return most;
    };
    const [early, late] = [mostUntil(3500), mostUntil(10_500)];
    assert.ok(early > 1000);
    assert.ok(late < early * 1.02, `${late} objects at step 10,500, ${early} at step 3,500`);
  });
});
