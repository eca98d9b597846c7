/** The preset `stuck-heuristics`: hops, and a task that several sessions work on. */
import assert from 'node:assert/strict';
import { judged, Story } from '../support/story.js';
import {
  began,
  every,
  exact,
  hop,
  look,
  MINUTE,
  onTask,
  T,
  times,
  verdicts,
} from './seed-2-story.js';

describe('seed 2: hops', () => {
  it('are the steps until the first hop event, and from then on only hops', () => {
    const story = every(began(), MINUTE, times(10, look));
    assert.deepEqual(verdicts(hop(every(story, MINUTE, times(9, look)))), []);
    for (let i = 0; i < 18; i++) {
      hop(every(story, MINUTE, [look]));
    }
    assert.deepEqual(verdicts(story), []);
    const {
      verdicts: [verdict],
    } = judged(hop(story), exact);
    assert.equal(verdict?.count, 20);
  });
  it('follow the dispatcher’s count', () => {
    assert.deepEqual(verdicts(hop(every(began(), MINUTE, times(8, look)), { count: 19 })), []);
    assert.deepEqual(verdicts(hop(hop(every(began(), MINUTE, times(8, look)), { count: 19 }))), [
      'stalled at 7',
    ]);
  });
  it('are judged when the task is handed over, though nothing else happens', () => {
    const story = hop(every(began(), MINUTE, times(8, look)).end().after(MINUTE), { count: 20 });
    const [verdict] = judged(story, exact).verdicts;
    assert.deepEqual([verdict?.step, verdict?.call], [7, 7]);
  });
  it('count a reopened step once', () => {
    const story = began();
    for (let i = 0; i < 19; i++) {
      story.respond(`m${i}`, look).respond(`m${i}`, look).after(MINUTE);
    }
    assert.deepEqual(verdicts(story), []);
    assert.deepEqual(verdicts(story.respond('m', look)), ['stalled at 19']);
  });
  it('are kept across turns like everything else; each turn has its own verdict', () => {
    const story = every(began(), MINUTE, times(10, look)).end().turn('Anything else.');
    assert.deepEqual(verdicts(every(story, MINUTE, times(10, look))), ['stalled at 19']);
    assert.deepEqual(verdicts(every(story.end().turn('And now?'), MINUTE, times(2, look))), [
      'stalled at 19',
      'stalled at 20',
    ]);
  });
});

describe('seed 2: a task', () => {
  it('spans several sessions', () => {
    const first = every(onTask('A', 'bead-1'), MINUTE, times(12, look)).end();
    const second = every(
      onTask('B', 'bead-1', first.events).at(T + 15 * MINUTE),
      MINUTE,
      times(8, look),
    );
    const [verdict, ...more] = judged(second, exact).verdicts;
    assert.ok(verdict);
    assert.deepEqual(more, []);
    assert.deepEqual([verdict.session, verdict.step, verdict.call, verdict.count], ['B', 7, 7, 20]);
    assert.deepEqual(
      verdict.evidence.calls,
      [0, 1, 2, 3, 4, 5, 6, 7],
      'only calls of its own session',
    );
    assert.match(verdict.reason, /^The same action 20 times/);
  });
  it('excludes other tasks and sessions without a task', () => {
    for (const task of ['bead-2', undefined]) {
      const first = every(onTask('A', 'bead-1'), MINUTE, times(12, look)).end();
      const second =
        task === undefined
          ? new Story('B', first.events)
              .at(T + 15 * MINUTE)
              .start()
              .turn()
          : onTask('B', task, first.events).at(T + 15 * MINUTE);
      assert.deepEqual(verdicts(every(second, MINUTE, times(19, look))), []);
    }
  });
  it('includes the session’s earlier actions', () => {
    const story = every(began(), MINUTE, times(12, look));
    assert.deepEqual(verdicts(hop(story, { count: 20, task: 'late' })), ['stalled at 11']);
  });
  it('counts the hops of all its sessions', () => {
    const first = every(onTask('A', 'bead-1'), MINUTE, times(6, look));
    for (let i = 0; i < 15; i++) {
      hop(first);
    }
    const second = onTask('B', 'bead-1', first.end().events).at(T + 15 * MINUTE);
    for (let i = 0; i < 4; i++) {
      hop(second);
    }
    assert.deepEqual(verdicts(second), []);
    const [verdict] = judged(hop(second), exact).verdicts;
    assert.deepEqual(
      [verdict?.session, verdict?.count, verdict?.call, verdict?.callId],
      ['B', 20, -1, null],
    );
  });
});
