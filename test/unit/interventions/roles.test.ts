/** Profiles of roles: what a sub-agent was started as makes it more patient with what its role consists of, live and replayed. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import { chooseProfile } from '../../../src/core/thresholds/profiles.js';
import { resolveThresholds } from '../../../src/core/thresholds/layers.js';
import {
  thresholdKeys,
  thresholdProblem,
  thresholdSpecs,
} from '../../../src/core/thresholds/thresholds.js';
import type { Verdict } from '../../../src/core/verdict.js';
import { openLive } from '../host/live-window.js';
import { bash, brief, judged, Story } from '../support/story.js';

const search = (i: number) =>
  bash(`grep -rn word${'abcdefghijklmnopqrstuvwxyz'[i]} src`, '', { exitCode: 1 });

interface Told {
  /** What the parent's call says. */
  input?: { [key: string]: string };
  /** What the session's own start says. */
  role?: string;
  parent?: boolean;
}

/** A parent whose sub-agent does the same as the parent would. */
function family({ input, role, parent = true }: Told, work: (story: Story) => unknown): Story {
  const main = new Story('P').start().turn('Find it.');
  const call = main.call({ tool: 'Task', input: { prompt: 'Look for it.', ...input }, output: '' });
  main.push({
    v: 1,
    type: 'session.start',
    session: 'P/1',
    agent: 'unknown',
    cwd: '/w',
    ...(parent && { parent: 'P' }),
    ...(parent && input !== undefined && { parentCall: call }),
    ...(role !== undefined && { role }),
  });
  const child = new Story('P/1', main.events).turn('Look for it.');
  work(child);
  return main;
}
const verdicts = (story: Story): Verdict[] =>
  judged(story).verdicts.filter(({ session, level }) => session === 'P/1' && level !== 'waiting');
const searching = (n: number) => (story: Story) => story.repeat(n, search);

function ids(events: readonly TurnEvent[]): string[] {
  return judged(new Story('', [...events])).verdicts.map(
    ({ id, threshold, thresholdFrom }) => `${id} ${threshold} ${thresholdFrom ?? ''}`,
  );
}

describe('profiles of roles', () => {
  const explorers: Record<string, Told> = {
    'in its start': { role: 'Explore' },
    'in the call of its parent': { input: { subagent_type: 'explore' } },
    'in a call of another agent': { input: { agent_name: 'codebase_investigator' } },
    'of a reviewer': { input: { agent: 'code-reviewer' } },
  };
  for (const [where, told] of Object.entries(explorers)) {
    it(`a role ${where}: more questions may find nothing, but not without end`, () => {
      assert.deepEqual(brief(verdicts(family(told, searching(14)))), ['watch at 8']);
      const [, stalled] = verdicts(family(told, searching(16)));
      assert.deepEqual(
        [stalled?.level, stalled?.step, stalled?.key, stalled?.threshold, stalled?.thresholdFrom],
        ['stalled', 14, 'balanced.fruitlessSteps', 15, 'profile'],
      );
    });
  }

  const others: Record<string, Told> = {
    'without a role': {},
    'for all purposes': { role: 'general-purpose' },
    'named like another word': { role: 'preview-maker' },
    'of opencode for everything': { input: { subagent_type: 'build' } },
    'without a parent, whatever it is called': { role: 'Explore', parent: false },
  };
  for (const [which, told] of Object.entries(others)) {
    it(`an agent ${which} has the defaults`, () => {
      assert.deepEqual(brief(verdicts(family(told, searching(12)))), [
        'watch at 5',
        'stalled at 9',
      ]);
    });
  }

  it('a parent keeps its own limits, whatever its sub-agents are', () => {
    const main = family({ role: 'Explore' }, searching(2)).result('c0', bash(':', 'Nothing.'));
    const { judge } = judged(main);
    assert.equal(judge.thresholds('P').values['balanced.fruitlessSteps'], 10);
    assert.equal(judge.thresholds('P/1').values['balanced.fruitlessSteps'], 15);
  });

  it('no role is patient with repetition: the same call is a loop for all of them', () => {
    for (const role of ['Explore', 'code-reviewer', 'test-runner', 'long-build']) {
      const same = family({ role }, (story) => story.repeat(8, () => bash('ls src', 'a.ts')));
      assert.deepEqual(brief(verdicts(same)), ['watch at 2', 'stalled at 3'], role);
    }
  });

  it('gives test runners and builds longer, and takes nothing back that the agent has', () => {
    for (const role of ['test-runner', 'TestRunner', 'run_tests', 'build-runner', 'long-build']) {
      const { 'balanced.callMinutes': call, 'balanced.jobMinutes': job } = chooseProfile('x', role);
      assert.deepEqual([call, job], [60, 60], role);
    }
    assert.equal(chooseProfile('claude-code', 'tester')['balanced.callMinutes'], 1440);
    assert.deepEqual(chooseProfile('x', 'latest-contestant'), {});
    for (const role of ['Explore', 'reviewer', 'tester', 'builder']) {
      const set = chooseProfile('x', role);
      const keys = thresholdKeys.filter((key) => set[key] !== undefined);
      assert.ok(keys.length > 0, role);
      for (const key of keys) {
        assert.ok((set[key] ?? 0) > thresholdSpecs[key].default, `${role}: ${key}`);
        assert.equal(thresholdProblem(key, set[key] ?? 0), undefined, `${role}: ${key}`);
      }
    }
  });

  for (const [where, told] of Object.entries({ ...explorers, ...others })) {
    it(`holds live as in a replay of the events and of the recording: ${where}`, () => {
      const { events } = family(told, searching(16));
      const window = openLive({
        mode: 'observe',
        thresholds: (agent, role) => resolveThresholds({ profile: chooseProfile(agent, role) }),
      });
      for (const event of events) {
        window.live.push(event);
      }
      const replayed = ids(events);
      assert.ok(replayed.length > 0);
      assert.deepEqual(ids(window.recorded), replayed);
      assert.equal(window.live.verdict('P/1')?.id, replayed.at(-1)?.split(' ')[0]);
    });
  }

  it('may become known after the first calls, live as in a replay', () => {
    const later = family({}, (story) =>
      story
        .repeat(4, search)
        .start({ parent: 'P', role: 'Explore' })
        .repeat(12, (i) => search(i + 4)),
    );
    assert.deepEqual(brief(verdicts(later)), ['watch at 8', 'stalled at 14']);
    const window = openLive({
      mode: 'observe',
      thresholds: (agent, role) => resolveThresholds({ profile: chooseProfile(agent, role) }),
    });
    for (const event of later.events) {
      window.live.push(event);
    }
    assert.deepEqual(ids(window.recorded), ids(later.events));
  });

  it('gives way to what the person set', () => {
    const profile = chooseProfile('x', 'Explore');
    const { values, origins } = resolveThresholds({
      profile,
      user: { 'balanced.fruitlessSteps': 7 },
    });
    assert.deepEqual(
      [values['balanced.fruitlessSteps'], origins['balanced.fruitlessSteps']],
      [7, 'user'],
    );
    assert.deepEqual(
      [values['balanced.idleSteps'], origins['balanced.idleSteps']],
      [12, 'profile'],
    );
  });
});
