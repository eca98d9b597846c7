/** Many requests become one run, which never starts before the requesting code has gone on. */
import assert from 'node:assert/strict';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { CoalescedRun, RunInTurn } from '../../../src/scheduling.js';

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

describe('RunInTurn', () => {
  it('lets no earlier run end after a later one, and begins a new one for who asks meanwhile', async () => {
    let disk = 'old';
    let known = '';
    let runs = 0;
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const reading = new RunInTurn(async () => {
      const found = disk;
      runs += 1;
      await (runs === 1 ? slow : nextTurn());
      known = found;
    });
    const first = reading.request();
    await nextTurn();
    disk = 'new';
    const later = [reading.request(), reading.request()];
    await nextTurn();
    release();
    await Promise.all([first, ...later]);
    assert.deepEqual([known, runs], ['new', 2]);
  });
});
