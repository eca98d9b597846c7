/** The preset `stuck-heuristics`: when its window runs out. */
import assert from 'node:assert/strict';
import { Judge } from '../../../src/core/judge.js';
import { bash, judged, Story } from '../support/story.js';
import { began, every, exact, look, MINUTE, SECOND, T, times, verdicts } from './seed-2-story.js';

describe('seed 2: the time', () => {
  it('does not expire between steps: the next end of a step tells', () => {
    const story = (next: number): Story =>
      every(began(), 10 * SECOND, times(20, look))
        .at(T + next)
        .step(look);
    assert.deepEqual(judged(story(5 * MINUTE - 1), exact).verdicts, []);
    const [verdict] = judged(story(9 * MINUTE), exact).verdicts;
    assert.ok(verdict);
    assert.deepEqual([verdict.at, verdict.step, verdict.call], [T + 9 * MINUTE, 20, 20]);
  });
  it('does not expire at the end of a recording', () =>
    assert.deepEqual(verdicts(every(began(), 10 * SECOND, times(20, look))), []));
  it('does not expire while a tool runs: its hop is not over', () => {
    const story = every(began(), 10 * SECOND, times(20, look));
    const call = story.after(SECOND).call(bash('make'), 'long');
    story.at(T + 9 * MINUTE).result(call, bash('make', 'built'));
    assert.deepEqual(verdicts(story), []);
  });
  it('does not expire after the turn', () => {
    assert.deepEqual(
      verdicts(
        every(began(), 10 * SECOND, times(20, look))
          .end()
          .after(9 * MINUTE)
          .say('Late.'),
      ),
      [],
    );
  });
  it('is unknown in a recording without times', () => {
    assert.deepEqual(
      verdicts(
        new Story()
          .start()
          .turn()
          .repeat(100, () => look),
      ),
      [],
    );
  });
  it('is measured from the first known time', () => {
    const story = new Story()
      .start()
      .turn()
      .repeat(30, () => look);
    assert.deepEqual(
      verdicts(
        story
          .at(T)
          .step(look)
          .at(T + 5 * MINUTE - 1)
          .step(look),
      ),
      [],
    );
    const [verdict] = judged(story.at(T + 5 * MINUTE).step(look), exact).verdicts;
    assert.deepEqual([verdict?.at, verdict?.step], [T + 5 * MINUTE, 32]);
  });
  it('of progress without a time of its own is known from the next time on', () => {
    const story = every(began(), MINUTE, times(19, look));
    story.clock = undefined;
    story.step(bash('ls', 'new'));
    assert.deepEqual(verdicts(every(story.at(T + 30 * MINUTE), MINUTE, times(5, look))), []);
    assert.deepEqual(verdicts(story.after(MINUTE).step(look)), ['stalled at 25']);
  });
  it('is measured from a result, not from the end of its step', () => {
    const story = every(began(), 10 * SECOND, times(18, look));
    const fresh = bash('ls', 'new');
    const [quick, slow] = [story.call(fresh, 'both'), story.call(look, 'both')];
    story
      .result(quick, fresh)
      .after(4 * MINUTE)
      .result(slow, look)
      .after(30 * SECOND)
      .step(look)
      .after(29 * SECOND)
      .step(look);
    assert.deepEqual(verdicts(story), []);
    assert.deepEqual(verdicts(story.after(SECOND).step(look)), ['stalled at 21']);
  });
  it('stands still while the agent waits', () => {
    const waits = (wait: boolean): string[] => {
      const story = every(began(), 10 * SECOND, times(19, look));
      if (wait) {
        story.push({ ...story.own, type: 'waiting', for: 'permission' });
      }
      story.after(20 * MINUTE);
      if (wait) {
        story.push({ ...story.own, type: 'resumed' });
      }
      return verdicts(story.step(look).after(MINUTE).step(look));
    };
    assert.deepEqual(waits(false), ['stalled at 19']);
    assert.deepEqual(waits(true), []);
  });
  it('gives the same verdicts live, with ticks, and replayed', () => {
    const story = every(began(), 10 * SECOND, times(22, look))
      .at(T + 9 * MINUTE)
      .step(look)
      .after(MINUTE)
      .step(bash('ls', 'x'));
    every(story.after(MINUTE), 20 * SECOND, times(8, look))
      .after(20 * MINUTE)
      .step(look)
      .say('Done.')
      .end();
    const live = new Judge(exact);
    const told = story.events.flatMap((event) => {
      const before = [];
      for (
        let due = live.nextDeadline();
        due !== undefined && due <= (event.at ?? 0);
        due = live.nextDeadline()
      ) {
        before.push(...live.push({ v: 1, type: 'tick', at: due }).verdicts);
      }
      return [...before, ...live.push(event).verdicts];
    });
    assert.deepEqual(told, judged(story, exact).verdicts);
    assert.deepEqual(
      told.map(({ at }) => at),
      [T + 9 * MINUTE, T + 2000 * SECOND],
    );
  });
});
