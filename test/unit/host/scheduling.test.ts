/** Many requests become one run, which never starts before the requesting code has gone on. */
import assert from 'node:assert/strict';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { CoalescedRun } from '../../../src/scheduling.js';

describe('CoalescedRun', () => {
  it('runs after what is done in the same turn of the event loop, once for all asks', async () => {
    const done: string[] = [];
    const soon = new CoalescedRun(() => done.push('run'), 60_000);
    soon.request();
    soon.request();
    await Promise.resolve().then(() => done.push('answer'));
    await nextTurn();
    await nextTurn();
    soon.dispose();
    assert.deepEqual(done, ['answer', 'run']);
  });

  it('runs once more for an ask that came meanwhile', async () => {
    let runs = 0;
    const soon = new CoalescedRun(() => {
      runs += 1;
    }, 20);
    soon.request();
    await nextTurn();
    await nextTurn();
    soon.request(); // one: on a slow machine it comes after the interval, and then a second would rightly run a third time
    for (let i = 0; i < 200 && runs < 2; i++) {
      await sleep(10);
    }
    await sleep(60);
    soon.dispose();
    assert.equal(runs, 2);
  });

  it('does not run any more once disposed', async () => {
    let runs = 0;
    const soon = new CoalescedRun(() => {
      runs += 1;
    }, 5);
    soon.request();
    soon.dispose();
    await sleep(50);
    assert.equal(runs, 0);
  });
});
