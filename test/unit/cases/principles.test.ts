/** The principles of `balanced` as properties: generated runs, each told in the toolsets of all agents. */
import assert from 'node:assert/strict';
import { source, told, verdictsOf, word } from './cases.js';
import { dice, telling, type Dice } from './generated.js';
import { fewerIn } from '../../tier.js';
import { Story } from '../support/story.js';
import { toolsets, type Toolset } from './toolsets.js';

const SEEDS = fewerIn(8);

type Play = (tools: Toolset, story: Story, roll: Dice) => unknown;

type Outcomes = [agent: string, outcome: string][];

/** By play and seed: many are compared with the same one. */
const known = new Map<Play, Map<number, Outcomes>>();

/** What the run gave in each toolset. */
function outcomes(seed: number, play: Play): Outcomes {
  const ofPlay = known.get(play) ?? new Map<number, Outcomes>();
  known.set(play, ofPlay);
  const given =
    ofPlay.get(seed) ??
    Object.entries(toolsets).map(([agent, make]): Outcomes[number] => {
      const story = new Story().start().turn();
      play(make(), story, dice(seed));
      return [agent, told(verdictsOf(story))];
    });
  ofPlay.set(seed, given);
  return given;
}

function always(what: string, holds: (outcome: string) => boolean, play: Play): void {
  it(what, () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      for (const [agent, outcome] of outcomes(seed, play)) {
        assert.ok(holds(outcome), `seed ${seed}, ${agent}: ${outcome}`);
      }
    }
  });
}

/** Both versions of a run give the same, in each toolset. */
function alike(what: string, one: Play, other: Play): void {
  it(what, () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      assert.deepEqual(outcomes(seed, other), outcomes(seed, one), `seed ${seed}`);
    }
  });
}

const stalls = (outcome: string): boolean => /\bs\d/.test(outcome);
const neverStalls = (outcome: string): boolean => !stalls(outcome);

const path = (n: number): string => `/w/src/${word(n)}-${n}.ts`;
const command = (roll: Dice): string =>
  ['npm run report', 'python3 tools/report.py', './gradlew report', 'make report'][roll(4)] ?? '';
const failures = (roll: Dice, n = 2 + roll(3)): string =>
  Array.from({ length: n }, (_, i) => `FAILED tests/test_${word(roll(20) + i)}.py::test_${i}`).join(
    '\n',
  );
/** A run of tests with these failures. */
const tested = (failing: string, seconds: string): string =>
  `${failing}\n${failing.split('\n').length} failed, 20 passed in ${seconds}`;

describe('principles, in all toolsets', () => {
  /** A report again and again. `noise`: what differs each time; `shell`: how the command is put. */
  const reports =
    (noise: (i: number) => string, shell: (command: string) => string = (plain) => plain): Play =>
    (tools, story, roll) => {
      const [line, name, times] = [command(roll), word(roll(20)), 3 + roll(6)];
      story.repeat(times, (i) => tools.run(shell(line), `${noise(i)}${name} is not connected`));
    };
  const same: Play = reports(() => '');

  for (const kind of ['clock', 'date', 'pid', 'address', 'temporary', 'port', 'id'] as const) {
    const how = telling(7);
    alike(
      `what is known to be noise changes nothing: ${kind}`,
      same,
      reports(() => `${how.noise(kind)} `),
    );
  }

  for (const [name, shell] of Object.entries({
    'a folder before it': (plain: string) => `cd /w && ${plain}`,
    'in parentheses': (plain: string) => `(cd /w && ${plain})`,
    'errors with the rest': (plain: string) => `${plain} 2>&1`,
    'only its end': (plain: string) => `${plain} | tail -n 50`,
  })) {
    alike(
      `the wrapping of a command changes nothing: ${name}`,
      same,
      reports(() => '', shell),
    );
  }

  alike('words of the model change nothing', same, (tools, story, roll) => {
    const [line, name, times] = [command(roll), word(roll(20)), 3 + roll(6)];
    for (let i = 0; i < times; i++) {
      story
        .say(`Attempt ${i}: perhaps the ${word(i)} helps.`)
        .step(tools.run(line, `${name} is not connected`));
    }
  });

  always(
    'an edit with new content before each run is work while the results change',
    neverStalls,
    (tools, story, roll) => {
      const times = 8 + roll(6);
      for (let i = 0; i < times; i++) {
        story
          .step(tools.replace(path(1), `v${i}`, `v${i + 1}`))
          .step(
            tools.run(
              'npm run report',
              `${word(i)} ${word(i + roll(5))}: step ${word(i * 3)} done`,
            ),
          );
      }
    },
  );

  always('fewer failures after each edit are progress', neverStalls, (tools, story, roll) => {
    const most = 9 + roll(12);
    for (let i = 0; i < 9; i++) {
      const left = most - i;
      story
        .step(tools.replace(path(roll(3)), `a${i}`, `b${i}`))
        .step(tools.run('npm run check', `${left} failing, ${40 - left} passing`, 1));
    }
  });

  always('the same failures after each of many edits are a stall', stalls, (tools, story, roll) => {
    const failing = failures(roll);
    for (let i = 0; i < 8; i++) {
      story
        .step(tools.replace(path(1), `a${i}`, `b${i}`))
        .step(tools.run('pytest -q', tested(failing, `${i}.${10 + roll(80)}s`), 1));
    }
  });

  always('other failures after each edit are work', neverStalls, (tools, story, roll) => {
    for (let i = 0; i < 8; i++) {
      story
        .step(tools.replace(path(1), `a${i}`, `b${i}`))
        .step(
          tools.run(
            'pytest -q',
            tested(
              `FAILED tests/test_${word(i)}.py::test_${i}\n${failures(roll, 1 + (i % 3))}`,
              '1.2s',
            ),
            1,
          ),
        );
    }
  });

  always('content that comes and goes is oscillation', stalls, (tools, story, roll) => {
    const file = path(roll(20));
    story.repeat(10, (i) =>
      i % 2 === 0 ? tools.replace(file, 'a = 1', 'a = 2') : tools.replace(file, 'a = 2', 'a = 1'),
    );
  });

  always(
    'content that goes on is work',
    (outcome) => outcome === 'quiet',
    (tools, story, roll) => {
      const file = path(roll(20));
      story.repeat(10, (i) => tools.replace(file, `a = ${i}`, `a = ${i + 1}`));
    },
  );

  always(
    'lines read once, whatever the windows, are information',
    (outcome) => outcome === 'quiet',
    (tools, story, roll) => {
      const size = 20 + roll(60);
      const lines = source(roll(100), 12 * size).split('\n');
      story.repeat(12, (i) =>
        tools.read(path(1), lines.slice(i * size, (i + 1) * size).join('\n'), [i * size + 1, size]),
      );
    },
  );

  always('a window that shows only known lines is a repetition', stalls, (tools, story, roll) => {
    const lines = source(roll(100), 40).split('\n');
    story.step(tools.read(path(1), lines.join('\n')));
    story.repeat(14, () => {
      const [from, length] = [1 + roll(20), 5 + roll(15)];
      return tools.read(path(1), lines.slice(from - 1, from - 1 + length).join('\n'), [
        from,
        length,
      ]);
    });
  });

  always(
    'searches that find nothing stall from the tenth in a row',
    stalls,
    (tools, story, roll) => {
      story.repeat(11 + roll(3), (i) => tools.search(`${word(i)}_${i}`, ''));
    },
  );
  always('fewer of them only warn', neverStalls, (tools, story, roll) => {
    story.repeat(6 + roll(4), (i) => tools.search(`${word(i)}_${i}`, ''));
  });
  always('an answer between ends the row', neverStalls, (tools, story, roll) => {
    story
      .repeat(8, (i) => tools.search(`${word(i)}_${i}`, ''))
      .step(tools.read(path(2), source(roll(50), 30)))
      .repeat(8, (i) => tools.search(`${word(i)}_next_${i}`, ''));
  });

  always('four refusals of one class in a row are an error loop', stalls, (tools, story) => {
    story.repeat(5, (i) =>
      tools.run(
        `"${word(i)}": { "part": ${i} }`,
        `bash: line ${i + 3}: ${word(i)}:: command not found`,
        127,
      ),
    );
  });

  always('a new instruction restarts the counts', neverStalls, (tools, story, roll) => {
    const line = command(roll);
    for (let i = 0; i < 4; i++) {
      story.repeat(3, () => tools.run(line, 'not connected')).turn(`Now look at the ${word(i)}.`);
    }
  });

  const batches =
    (responses: number): Play =>
    (tools, story, roll) => {
      const calls = 2 + roll(15);
      story.repeat(responses, () =>
        Array.from({ length: calls }, () => tools.run('make report', 'not connected')),
      );
    };
  always('equal calls of one response are one attempt: three warn', neverStalls, batches(3));
  always('equal calls of one response are one attempt: four stall', stalls, batches(4));

  always(
    'a loop in one thing is none in another',
    (outcome) => outcome === 'quiet',
    (tools, story, roll) => {
      const start = roll(100);
      story.repeat(12, (i) =>
        tools.run(`make part-${start + i}`, `part ${word(i)} of ${word(start)}: built`),
      );
    },
  );
});
