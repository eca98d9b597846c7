/** The preset `progress-detector` against a straightforward implementation of its published rule, over generated runs. */
import assert from 'node:assert/strict';
import type { Overrides } from '../../../src/core/judge.js';
import { dice, type Dice } from '../cases/generated.js';
import { fewerIn } from '../../tier.js';
import { type Act, judged, Story } from '../support/story.js';

/** One step: its calls, the order in which their results arrive, and the outside state before it is over. */
interface Step {
  calls: Act[];
  arrival: number[];
  /** Looks at the working tree and at the tasks while the step is open, the last one when its calls are done. */
  git: string[];
  tasks: string[];
}

const RUNS = fewerIn(400);
const outputs = ['', 'ok', 'a'.repeat(59), 'a'.repeat(60), 'b'.repeat(60), 'c'.repeat(61)];
const pick = <T>(roll: Dice, values: readonly T[]): T => {
  const value = values[roll(values.length)];
  assert.ok(value !== undefined);
  return value;
};
const shuffled = (roll: Dice, count: number): number[] => {
  const left = Array.from({ length: count }, (_, i) => i);
  return Array.from({ length: count }, () => left.splice(roll(left.length), 1)).flat();
};

function generated(roll: Dice): Step[][] {
  return Array.from({ length: 1 + roll(3) }, () =>
    Array.from({ length: 4 + roll(16) }, (): Step => {
      const idle = roll(8) > 0;
      const calls = Array.from({ length: 1 + roll(3) }, (): Act => {
        const edits = roll(idle ? 40 : 4) === 0;
        return {
          tool: edits ? pick(roll, ['Edit', 'Write']) : pick(roll, ['Bash', 'Read']),
          input: edits ? { file_path: '/w/a' } : { command: `echo ${roll(5)}` },
          class: edits ? 'edit' : 'shell',
          output: pick(roll, idle ? outputs.slice(0, 4) : outputs),
          ok: roll(4) > 0,
        };
      });
      const states = (): string[] =>
        roll(idle ? 20 : 4) > 0 ? [] : Array.from({ length: 1 + roll(2) }, () => `${roll(3)}`);
      return { calls, arrival: shuffled(roll, calls.length), git: states(), tasks: states() };
    }),
  );
}

/** The rule as published: state per turn; the first look is only compared with; the first progress ends the look. */
function stalledSteps(turns: readonly Step[][], limit: number, least: number): number[] {
  let [git, tasks, number] = ['0', '0', 0];
  return turns.flatMap((steps) => {
    const seen = new Set<string>();
    let before: string | undefined;
    let lastProgress = 0;
    let stalled: number | undefined;
    steps.forEach((step, i) => {
      git = step.git.at(-1) ?? git;
      tasks = step.tasks.at(-1) ?? tasks;
      const now = `${git} ${tasks}`;
      const changed = before !== undefined && before !== now;
      before = now;
      const gained = step.arrival.some((each) => {
        const call = step.calls[each];
        if (call === undefined || call.ok === false) {
          return false;
        }
        if (call.class === 'edit') {
          return true;
        }
        return call.output.length >= least && !seen.has(call.output) && seen.add(call.output);
      });
      if (changed || gained) {
        lastProgress = i + 1;
      } else if (i + 1 - lastProgress >= limit) {
        stalled ??= number + i;
      }
    });
    number += steps.length;
    return stalled === undefined ? [] : [stalled];
  });
}

function told(turns: readonly Step[][], explicit: boolean): Story {
  const story = new Story().start(explicit ? { steps: 'explicit' } : {});
  story.git('0', { porcelain: '0' }).task('0');
  let response = 0;
  for (const steps of turns) {
    story.turn('Else.');
    for (const { calls, arrival, git, tasks } of steps) {
      const ids = calls.map((act) => story.call(act, `r${response}`));
      const look = (): void => {
        git.forEach((state) => story.git(state, { porcelain: state }));
        tasks.forEach((state) => story.task(state));
      };
      arrival.forEach((each, i) => {
        // where steps end with their last result, the workspace is looked at before it
        if (!explicit && i === arrival.length - 1) {
          look();
        }
        const act = calls[each];
        assert.ok(act);
        story.result(ids[each] ?? '', act);
      });
      if (explicit) {
        look();
        story.stepEnd(`r${response}`);
      }
      response += 1;
    }
    story.end();
  }
  return story;
}

describe('seed 1 as published', () => {
  for (const explicit of [true, false]) {
    it(`stalls at the same steps, ${explicit ? 'marked ends of steps' : 'steps that end with their last result'}`, () => {
      for (let seed = 1; seed <= RUNS; seed++) {
        const roll = dice(seed);
        const turns = generated(roll);
        const [limit, least] = [2 + roll(7), pick(roll, [0, 2, 60, 61])];
        const overrides: Overrides = {
          preset: 'progress-detector',
          set: { 'progressDetector.steps': limit, 'progressDetector.minLength': least },
        };
        const firstOfTurn = new Map<number, number>();
        for (const { turn, step } of judged(told(turns, explicit), overrides).verdicts) {
          firstOfTurn.set(turn, firstOfTurn.get(turn) ?? step);
        }
        assert.deepEqual(
          [...firstOfTurn.values()],
          stalledSteps(turns, limit, least),
          `seed ${seed}`,
        );
      }
    });
  }
});
