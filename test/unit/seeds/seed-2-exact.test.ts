/** The preset `stuck-heuristics` against a straightforward implementation of its published rule, over generated runs. */
import assert from 'node:assert/strict';
import { dice, type Dice } from '../cases/generated.js';
import { fewerIn } from '../../tier.js';
import { type Act, bash, edit, failing, judged, read } from '../support/story.js';
import { began, hop, limits, T } from './seed-2-story.js';

interface Step {
  /** Milliseconds since the step before. */
  after: number;
  acts: Act[];
  /** The dispatcher's count after it, where it tells one. */
  hops: number | undefined;
}

const RUNS = fewerIn(1200);
const SECOND = 1000;
const pick = <T>(roll: Dice, values: readonly [T, ...T[]]): T =>
  values[roll(values.length)] ?? values[0];

function anyAct(roll: Dice): Act {
  switch (roll(12)) {
    case 0:
      return edit(`/w/${roll(3)}`, 'x', 'y');
    case 1:
      return bash('npm test', 'fails', { exitCode: 1 });
    case 2:
      return bash(`ls ${roll(4)}`, `${roll(2)}`);
    case 3:
      return { tool: 'TodoWrite', input: { todos: ['x'] }, output: 'ok', class: 'todo' };
    case 4:
      return failing(edit('/w/a', 'x', 'y'));
    case 5:
      return failing(read('/w/none', 'ENOENT'));
    case 6:
      return bash('rm x', 'no', { deniedBy: 'person' });
    default:
      return read(`/w/${roll(2)}`, 'same');
  }
}

/** Many steps that repeat the one before, some without any progress at all. */
function generated(roll: Dice): Step[] {
  const idle = roll(4) === 0;
  let act = anyAct(roll);
  return Array.from({ length: 10 + roll(50) }, (_, i): Step => {
    const acts = Array.from({ length: 1 + (roll(5) === 0 ? roll(3) : 0) }, () => {
      act = roll(3) === 0 ? anyAct(roll) : act;
      return idle ? failing(read(`/w/none${roll(2)}`, 'ENOENT')) : act;
    });
    return {
      after: pick(roll, [1, 10, 40, 100]) * SECOND,
      acts,
      hops: i > 5 && roll(30) === 0 ? roll(25) : undefined,
    };
  });
}

interface Limits {
  repeats: number;
  window: number;
  maxHops: number;
  history: number;
}

/** As documented: the hop limit, no progress lately or ever, and a run of one action among those kept; judged at hops where they are told, else at the ends of steps. @returns the first step at which it is stuck. */
function stuckAt(steps: readonly Step[], { repeats, window, maxHops, history }: Limits): number {
  const seen = new Set<string>();
  let keys: string[] = [];
  let progressAt: number | undefined;
  let [now, hops] = [T, 0];
  let told: number | undefined;
  const isProgress = ({ tool, input, output, ok, exitCode, deniedBy }: Act): boolean => {
    if (deniedBy !== undefined || tool === 'TodoWrite') {
      return false;
    }
    const isNew = (key: string): boolean => !seen.has(key) && seen.add(key).has(key);
    switch (tool) {
      case 'Edit':
        return ok !== false;
      case 'Read':
        return ok !== false && isNew(JSON.stringify(input));
      default:
        return input['command'] === 'npm test' || isNew(JSON.stringify([input, output, exitCode]));
    }
  };
  const longestRun = (): number => {
    let [longest, run, last] = [0, 0, ''];
    for (const key of keys) {
      run = key === last ? run + 1 : 1;
      last = key;
      longest = Math.max(longest, run);
    }
    return longest;
  };
  const isStuck = (at: number): boolean =>
    hops >= maxHops &&
    keys.length >= 2 * repeats &&
    (progressAt === undefined || at - progressAt >= window) &&
    longestRun() >= repeats;
  for (const [i, step] of steps.entries()) {
    now += step.after;
    for (const act of step.acts) {
      keys = [...keys, JSON.stringify([act.tool, act.input])].slice(
        -Math.max(history, 2 * repeats),
      );
      if (isProgress(act)) {
        progressAt = now;
      }
    }
    hops = told ?? i + 1;
    if (told === undefined && isStuck(now)) {
      return i;
    }
    if (step.hops !== undefined) {
      hops = told = step.hops;
      if (isStuck(now)) {
        return i;
      }
    }
  }
  return -1;
}

describe('seed 2 as published', () => {
  it('is stuck at the same steps', () => {
    let stuck = 0;
    for (let seed = 1; seed <= RUNS; seed++) {
      const roll = dice(seed);
      const steps = generated(roll);
      const limit: Limits = {
        repeats: pick(roll, [2, 3, 4, 17]),
        window: pick(roll, [30, 120, 300]) * SECOND,
        maxHops: pick(roll, [1, 10, 20]),
        history: pick(roll, [4, 20, 50]),
      };
      const story = began();
      for (const { after, acts, hops } of steps) {
        story.after(after).step(...acts);
        if (hops !== undefined) {
          hop(story, { count: hops });
        }
      }
      const [first] = judged(
        story,
        limits({
          'stuckHeuristics.repeats': limit.repeats,
          'stuckHeuristics.windowSeconds': limit.window / SECOND,
          'stuckHeuristics.maxHops': limit.maxHops,
          'stuckHeuristics.history': limit.history,
        }),
      ).verdicts;
      const expected = stuckAt(steps, limit);
      assert.equal(first?.step ?? -1, expected, `seed ${seed}`);
      stuck += expected < 0 ? 0 : 1;
    }
    assert.ok(stuck > RUNS / 5 && stuck < RUNS, `${stuck} of ${RUNS} runs`);
  });
});
