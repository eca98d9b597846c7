/** Cases of notes that say what earlier ones said, and of others that are alike but are each about something of their own. */
import assert from 'node:assert/strict';
import { explain } from '../../../src/core/view/words/explanation.js';
import { row, source, word, type Scene } from './cases.js';
import { plainTools, type Toolset } from './toolsets.js';
import { judged, Story } from '../support/story.js';

const services = 'payments orders search catalog mail billing stock login'.split(' ');
const files =
  'SUMMARY FINAL_SUMMARY REPORT COMPLETED STATUS COMPLETION_REPORT HANDOVER OVERVIEW RESULT'.split(
    ' ',
  );
const titles = [
  'Summary',
  'Final summary',
  'Report',
  'Work completed',
  'Status',
  'Completion report',
];
const points = [
  'The exporter writes CSV and JSON now',
  'Dates are written in UTC',
  'The old flag --legacy is gone',
  'All 48 tests pass',
  'Nothing is left to do',
];
const turned = (list: readonly string[], by: number): string =>
  list.map((_, k) => `- ${list[(k + by) % list.length] ?? ''}`).join('\n');

/** Three files of code, and tests that pass. */
const work = (tools: Toolset, story: Story): void => {
  for (let i = 0; i < 3; i++) {
    story.step(tools.write(`/w/src/${word(i)}.ts`, source(word(i), 9)));
  }
  story.step(tools.run('npm test', ' Tests  48 passed (48)'));
};
const written =
  (
    count: number,
    path: (i: number) => string,
    text: (i: number) => string,
    prompt: string,
  ): Scene =>
  (tools, story) => {
    story.turn(prompt);
    work(tools, story);
    for (let i = 0; i < count; i++) {
      story.step(tools.write(path(i), text(i)));
    }
  };

const summary = (i: number): string =>
  `# ${titles[i % titles.length] ?? ''}\n\n${turned(points, i)}\n`;
const steps = [
  'Read the module',
  'List its exports',
  'Draw the new files',
  'Move the types',
  'Move the queries',
  'Adapt the imports',
];
const thoughts = [
  'A cache inside the process is simplest, but each instance would hold its own prices.',
  'With Redis there is one truth for all instances, but it is one more service to run.',
  'The prices change once an hour, so a cache inside the process is enough and simplest.',
  'But each instance would hold its own prices, and with Redis there is one truth for all.',
];
const thought = (text: string, i: number): Parameters<Story['step']>[0] => ({
  tool: 'mcp__thinking__sequentialthinking',
  input: { thought: text, thoughtNumber: i + 1, totalThoughts: 12, nextThoughtNeeded: true },
  output: `{"thoughtNumber":${i + 1},"totalThoughts":12}`,
});

/** A thought, and what is done then. */
const thinking =
  (act: (tools: Toolset, i: number) => Parameters<Story['step']>[0]): Scene =>
  (tools, story) => {
    story.turn('Why does the voucher count twice?');
    for (let i = 0; i < 18; i++) {
      story.step(thought(`The ${word(i)} calls the ${word(i * 3)}; next is ${word(i * 7)}.`, i));
      story.step(act(tools, i));
    }
  };

const items = services.map((service, i) => `T${i + 10} Invoice for ${service}`);
const list = (done: number): string =>
  `# Tasks\n\n${items.map((item, i) => `- [${i < done ? 'x' : ' '}] ${item}`).join('\n')}\n`;
const table = (done: number): string =>
  `| task | state |\n|---|---|\n${items.map((item, i) => `| ${item} | ${i < done ? 'done' : 'open'} |`).join('\n')}\n`;

describe('cases: notes', () => {
  row('what is done is summed up again and again', 'monologue by 12', {
    'in ever other files': written(
      9,
      (i) => `/w/${files[i] ?? ''}.md`,
      summary,
      'Let the exporter write JSON, too.',
    ),
    'in one file': written(9, () => '/w/SUMMARY.md', summary, 'Let the exporter write JSON, too.'),
    'with the same tests between': (tools, story) => {
      story.turn('Let the exporter write JSON, too.');
      work(tools, story);
      for (let i = 0; i < 5; i++) {
        story.step(tools.write(`/w/${files[i] ?? ''}.md`, summary(i)));
        if (i % 2 === 0) {
          story.step(tools.run('npm test', ' Tests  48 passed (48)'));
        }
      }
    },
  });
  row('a plan is written anew and anew, and no code', 'monologue by 14', {
    'its steps in another order': (tools, story) => {
      story.turn('Split the orders module.');
      story.step(tools.read('/w/src/orders.ts', source('orders', 40)));
      for (let i = 0; i < 9; i++) {
        story.step(
          tools.write('/w/PLAN.md', `# Steps, ${i + 1}. version\n\n${turned(steps, i)}\n`),
        );
      }
    },
    'as thoughts': (_, story) => {
      story.turn('Add a cache to the price service.');
      for (let i = 0; i < 12; i++) {
        story.step(thought(`${i % 2 === 0 ? 'Wait: ' : 'So: '}${thoughts[i % 4] ?? ''}`, i));
      }
    },
  });
  row('notes of one pattern, each about something of its own', 'quiet', {
    'a page for each service': written(
      8,
      (i) => `/w/oncall/${services[i] ?? ''}.md`,
      (i) =>
        `# ${services[i] ?? ''}\n\nLook at the dashboard first, then at the logs. Restart one pod at a time. If the queue grows, call the owner.\n`,
      'Set up the on-call folder.',
    ),
    'a folder for each language': written(
      6,
      (i) => `/w/content/${['de', 'fr', 'es', 'it', 'pt', 'nl'][i] ?? ''}/about.md`,
      (i) =>
        `lang: ${['de', 'fr', 'es', 'it', 'pt', 'nl'][i] ?? ''}\n\nThis page has not been filled yet. Please come back later or read the English one.\n`,
      'Prepare the site for six languages.',
    ),
    'one text for every package': written(
      8,
      (i) => `/w/packages/${services[i] ?? ''}/CONTRIBUTING.md`,
      () =>
        'Open an issue first. Keep pull requests small. Run the tests. Be kind to each other.\n',
      'Put the same rules into every package.',
    ),
    'what was measured': (tools, story) => {
      story.turn('Which size of the pool is best?');
      for (let i = 0; i < 8; i++) {
        const answers = 1412 + 130 * i;
        story.step(tools.run(`./bench.sh --pool ${4 * i + 4}`, `${answers} requests a second`));
        story.step(
          tools.write(
            '/w/results.md',
            `The newest pool answers ${answers} requests a second under the load of the bench.\n`,
          ),
        );
      }
    },
  });
  row('what is done is ticked off', 'quiet', {
    'in a list': written(9, () => '/w/tasks.md', list, 'Implement the invoices.'),
    'in a table': written(9, () => '/w/STATUS.md', table, 'Implement the invoices.'),
  });
  row('text is the work itself', 'quiet', {
    'a guide put into other words, as asked': written(
      9,
      () => '/w/GUIDE.md',
      summary,
      'Write the guide for the exporter. Try several orders of its points.',
    ),
  });
  it('is over when code is changed, not at a further note', () => {
    const tools = plainTools;
    const story = new Story().start().turn('Let the exporter write JSON, too.');
    work(tools, story);
    const { verdicts } = judged(
      story
        .repeat(9, (i) => tools.write(`/w/${files[i] ?? ''}.md`, summary(i)))
        .step(tools.replace('/w/src/export.ts', 'csv(rows)', 'json(rows)')),
    );
    const stalled = verdicts.find(({ level }) => level === 'stalled');
    assert.ok(stalled);
    assert.equal(stalled.detector, 'restated-notes');
    assert.equal(stalled.clearedAtCall, 4 + 9, 'at the edit');
    assert.equal(explain(stalled).clears.id, 'clears.notes');
  });
  row('thoughts of a long search, each about what was just read', 'quiet', {
    'a thought after each file': (tools, story) => {
      story.turn('Why does the voucher count twice?');
      for (let i = 0; i < 14; i++) {
        story.step(tools.read(`/w/src/${word(i)}.ts`, source(word(i), 30)));
        story.step(
          thought(`The file ${word(i)}.ts does not count the voucher: it only reads it.`, i),
        );
      }
    },
  });
  row('thoughts in ever the same words, each after something new was read', 'quiet', {
    'three searches and a thought': (tools, story) => {
      story.turn('Why does the voucher count twice?');
      for (let i = 0; i < 24; i++) {
        for (let k = 0; k < 3; k++) {
          const at = `${word(i)}${i}_${k}`;
          story.step(tools.search(at, `src/${word(k)}/${at}.ts:${i + 4}: ${at}(${word(i + k)});`));
        }
        story.step(
          thought(
            `The ${word(i)} calls the ${word(i * 3)}; next I look at the ${word(i * 7)} and how it is used.`,
            i,
          ),
        );
      }
    },
  });
  // a thought does nothing: what is looked at afterwards is as it was
  row('a thought before each look at what is known', 'by 20', {
    'three files': thinking((tools, i) =>
      tools.read(`/w/src/${word(i % 3)}.ts`, source(word(i % 3), 30)),
    ),
    'the state of the repository': thinking((tools) =>
      tools.run('git status --short', ' M src/app.ts'),
    ),
    'searches that find nothing': thinking((tools, i) => tools.search(`${word(i)}Lost`, '')),
  });
  row('a thought before each step of work', 'quiet', {
    'other files': thinking((tools, i) => tools.read(`/w/src/${word(i)}.ts`, source(word(i), 30))),
    edits: thinking((tools, i) => tools.replace(`/w/src/${word(i)}.ts`, `old${i}`, `new${i}`)),
  });
  row('code is written between notes', 'quiet', {
    'a note after each part': (tools, story) => {
      story.turn('Move all modules to the new logger.');
      for (let i = 0; i < 9; i++) {
        story.step(tools.replace(`/w/src/${word(i)}.ts`, `old${i}()`, `logger.info(${i})`));
        story.step(tools.write('/w/PROGRESS.md', summary(i)));
      }
    },
  });
});
