/** Cases in which the agent condenses its context, and reads again what it lost. */
import assert from 'node:assert/strict';
import { row, source, verdictsOf, word, type Scene } from './cases.js';
import { plainTools, type Toolset } from './toolsets.js';
import { Story, type Act } from '../support/story.js';

const condense = (story: Story): Story => story.push({ ...story.own, type: 'compaction' });
const file = (tools: Toolset, i: number): Act =>
  tools.read(`/w/src/${word(i)}${i}.ts`, source(i, 40));

/** Rounds of the same reads, each condensed, one call a step or all in one. */
const circle =
  (
    files: number,
    between: (tools: Toolset, story: Story, round: number) => unknown = () => undefined,
  ): Scene =>
  (tools, story) => {
    for (let round = 0; round < 8; round++) {
      story.repeat(files, (i) => file(tools, i));
      between(tools, story, round);
      condense(story);
    }
  };

describe('cases: condensed contexts', () => {
  for (const n of [3, 12, 25]) {
    row(
      `${n} files read, condensed, read again, nothing changed`,
      `condensation w${2 * n} s${3 * n}`,
      {
        'one by one': circle(n),
        'with words between': circle(n, (_, story, round) =>
          story.say(`Now I have an overview of the ${word(round)} and will begin.`),
        ),
        'all at once': (tools, story) => {
          for (let round = 0; round < 8; round++) {
            story.step(...Array.from({ length: n }, (_, i) => file(tools, i)));
            condense(story);
          }
        },
      },
    );
  }
  row('the same by other commands each time', 'condensation w24 s36', {
    'whole, then by parts': (tools, story) => {
      for (let round = 0; round < 8; round++) {
        story.repeat(12, (i) =>
          round % 2 === 0
            ? file(tools, i)
            : tools.run(`head -n 30 src/${word(i)}${i}.ts`, source(i, 30)),
        );
        condense(story);
      }
    },
  });
  row('a circle after work', 'condensation w28 s36', {
    'an edit in the first round': (tools, story) => {
      story.step(tools.write('/w/src/new.ts', source('new')));
      for (let round = 0; round < 6; round++) {
        story.repeat(round === 0 ? 19 : 8, (i) => file(tools, i));
        condense(story);
      }
    },
  });

  row('read again after each condensation, and work goes on', 'quiet', {
    'six condensations, each followed by reading 6 files again and by new edits': (
      tools,
      story,
    ) => {
      for (let round = 0; round < 7; round++) {
        story
          .repeat(6, (i) => file(tools, i))
          .repeat(3, (i) => tools.write(`/w/src/made${round}_${i}.ts`, source(`${round}-${i}`)));
        condense(story);
      }
    },
    'the same with a test run after the edits': (tools, story) => {
      for (let round = 0; round < 7; round++) {
        story
          .repeat(6, (i) => file(tools, i))
          .step(tools.write(`/w/src/made${round}.ts`, source(`${round}`)))
          .step(tools.run('npm test', `Tests: ${round} failed, 9 passed, ${9 + round} total`, 1));
        condense(story);
      }
    },
    'each time edits in what is read, outside of the shown lines, and fewer failures': (
      tools,
      story,
    ) => {
      for (let round = 0; round < 7; round++) {
        story
          .repeat(6, (i) => file(tools, i))
          .repeat(6, (i) =>
            tools.replace(`/w/src/${word(i)}${i}.ts`, `old ${round}`, `new ${round} ${i}`),
          )
          .step(tools.run('npm test', `${30 - round * 4} failing`, 1));
        condense(story);
      }
    },
    'the plan read again, then new files': (tools, story) => {
      for (let round = 0; round < 8; round++) {
        story
          .step(tools.read('/w/PLAN.md', source('plan')))
          .repeat(5, (i) => file(tools, 6 * round + i + 100));
        condense(story);
      }
    },
    'the repository looked at again, then other edits': (tools, story) => {
      for (let round = 0; round < 8; round++) {
        story
          .step(tools.run('git status --short', ' M src/a.ts'))
          .step(tools.search('lookup', 'src/a.ts:3: lookup("a", 1)\nsrc/b.ts:4: lookup("b", 2)'))
          .step(tools.read('/w/src/a.ts', source('a')))
          .step(tools.write(`/w/src/${word(round)}.ts`, source(`${round}`)));
        condense(story);
      }
    },
    'once, and nothing but reading until then': (tools, story) => {
      story.repeat(12, (i) => file(tools, i));
      condense(story);
      story.repeat(12, (i) => file(tools, i)).step(tools.write('/w/src/new.ts', source('new')));
    },
    'told twice by two sources': (tools, story) => {
      for (let round = 0; round < 5; round++) {
        story
          .repeat(4, (i) => file(tools, i))
          .step(tools.write(`/w/src/${word(round)}.ts`, source(`${round}`)));
        condense(condense(story));
      }
    },
  });
  // to read it once again after that is no repetition
  row('condensed once, then the same read again and again', 'loop w16 s17', {
    'with no reason to': (tools, story) => {
      story.repeat(12, (i) => file(tools, i));
      condense(story);
      story.repeat(12, () => file(tools, 0));
    },
  });
  row('known files and one new in each round', 'watch at most', {
    'eleven known': (tools, story) => {
      for (let round = 0; round < 6; round++) {
        story.repeat(11, (i) => file(tools, i)).step(file(tools, 100 + round));
        condense(story);
      }
    },
  });
  row('a new instruction after each condensation', 'quiet', {
    'the same files for each': (tools, story) => {
      for (let round = 0; round < 6; round++) {
        story.repeat(4, (i) => file(tools, i)).end();
        condense(story).turn(`Explain the ${word(round)} to me.`);
      }
    },
    'only words between': (_, story) => {
      for (let round = 0; round < 12; round++) {
        story.say(`The ${word(round)} is a ${word(round + 1)}.`).end();
        condense(story).turn(`And the ${word(round + 1)}?`);
      }
    },
  });
  row('condensed with only words between', 'condensation s0', {
    'twelve times': (_, story) => {
      for (let round = 0; round < 12; round++) {
        story.say(`I will begin with the ${word(round)}.`);
        condense(story);
      }
    },
  });
  it('the calls that are the evidence came before the verdict', () => {
    const story = new Story().start().turn();
    circle(3)(plainTools, story);
    for (const { level, call, evidence } of verdictsOf(story)) {
      assert.ok(
        evidence.calls.length > 0 && evidence.calls.every((each) => each <= call),
        `${level} at call ${call}: ${evidence.calls.join(', ')}`,
      );
    }
  });
});
