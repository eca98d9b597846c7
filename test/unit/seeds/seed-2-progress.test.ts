/** The preset `stuck-heuristics`: what counts as progress. */
import assert from 'node:assert/strict';
import { present } from '../support/present.js';
import {
  type Act,
  bash,
  brief,
  edit,
  failing,
  judged,
  read,
  type Story,
  write,
} from '../support/story.js';
import {
  began,
  every,
  exact,
  limits,
  look,
  MINUTE,
  search,
  SECOND,
  times,
  verdicts,
} from './seed-2-story.js';

describe('seed 2: progress', () => {
  /** Twenty reads, the act in question, then reads until five minutes after the first: stalled unless the act was progress. */
  const after = (...acts: Act[]): string[] => {
    const story = every(began(), 10 * SECOND, times(16, look))
      .step(bash('ls', 'a b'))
      .step(bash('ls', 'c'))
      .step(...times(3, look));
    for (const act of acts) {
      story.after(4 * MINUTE).step(act);
    }
    return verdicts(every(story.after(SECOND), 20 * SECOND, times(6, look)));
  };
  const progress: Record<string, Act> = {
    'a file edited': edit('/w/a', 'x', 'y'),
    'a file written': write('/w/a', 'x'),
    'a command that is new': bash('ls -l', ''),
    'a command that is new and fails': bash('make', 'error', { exitCode: 2 }),
    'a known command with a new result': bash('ls', 'a b c'),
    'a search that is new': { tool: 'Grep', input: { pattern: 'other' }, output: '' },
    'a file not read before': read('/w/b', ''),
    'a part not read before': { ...look, input: { ...look.input, offset: 200 } },
    'a test run': bash('npm test', 'fails', { exitCode: 1 }),
    'a test run by a tool of its own': { tool: 'run_tests', input: {}, class: 'test', output: '' },
    'the same command written otherwise': bash('cd /w && ls', 'a b'),
  };
  for (const [name, act] of Object.entries(progress)) {
    it(name, () => assert.deepEqual(after(act), []));
  }

  const none: Record<string, Act> = {
    'an edit that fails': failing(edit('/w/a', 'x', 'y')),
    'a file read before': { ...look, output: 'something else' },
    'a file that cannot be read': failing(read('/w/none', 'ENOENT')),
    'a known command with a known result': bash('ls', 'a b'),
    'a to-do list': { tool: 'TodoWrite', input: { todos: ['x'] }, output: 'ok', class: 'todo' },
    'a call that is denied': bash('rm -r x', 'no', { deniedBy: 'person' }),
    'a new command that we deny': bash('ls -l', 'no', { deniedBy: 'turnwatch' }),
  };
  for (const [name, act] of Object.entries(none)) {
    it(`not ${name}`, () => assert.equal(after(act).length, 1));
  }

  it('of any kind ends the stall at once, and only that', () => {
    for (const act of [
      bash('npm test', 'fails', { exitCode: 1 }),
      read('/w/b', 'b'),
      edit('/w/a', 'x', 'y'),
      bash('ls', ''),
    ]) {
      const { verdicts: all, cleared } = judged(
        every(began(), MINUTE, [...times(24, look), act, look]),
        exact,
      );
      assert.deepEqual(
        [brief(all), cleared.map(({ clearedAtCall }) => clearedAtCall)],
        [['stalled at 19'], [24]],
      );
    }
    const { cleared } = judged(
      every(began(), MINUTE, [
        ...times(24, look),
        failing(edit('/w/a', 'x', 'y')),
        failing(read('/w/none', '')),
      ]),
      exact,
    );
    assert.deepEqual(cleared, []);
  });
  it('is followed by a new stall if the agent is stuck again', () => {
    const story = every(began(), MINUTE, [...times(24, look), bash('ls', ''), ...times(9, look)]);
    assert.deepEqual(verdicts(story), ['stalled at 19', 'stalled at 29']);
  });
  it('every test run counts, whatever its result', () => {
    assert.deepEqual(
      verdicts(every(began(), MINUTE, times(40, bash('npm test', 'fails', { exitCode: 1 })))),
      [],
    );
  });
  it('a file changed outside, by the session, is progress', () => {
    const story = (by?: 'person'): Story =>
      every(began(), MINUTE, times(5, look))
        .save('/w/authentication.go', '0')
        .after(10 * MINUTE)
        .save('/w/authentication.go', '1', present({ by }));
    assert.deepEqual(verdicts(every(story('person'), SECOND, times(20, look))), ['stalled at 19']);
    assert.deepEqual(verdicts(every(story(), SECOND, times(20, look))), []);
  });
  it('our own denials neither end nor extend a repetition', () => {
    const denied = bash('ls', 'no', { deniedBy: 'turnwatch' });
    const story = every(began(), MINUTE, [
      ...Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? look : search)),
      look,
      search,
      look,
      denied,
      look,
      denied,
    ]);
    const limit = limits({ 'stuckHeuristics.maxHops': 21 });
    assert.deepEqual(verdicts(story, limit), []);
    assert.deepEqual(verdicts(story.after(MINUTE).step(look), limit), ['stalled at 26']);
  });
});
