/** Cases of one thing in other words: an answer that only holds words of failures, a try that is overcome. */
import { each, other, row, source, times, word, type Scene } from './cases.js';

const id = (i: number): string => ((i + 3) * 2_654_435_761).toString(16).padStart(12, 'c');
describe('cases: words of failures in what is shown', () => {
  row('requests looked up in a log, one after the other', 'quiet', {
    'most of them failed': each(14, (tools, i) =>
      i % 5 === 3
        ? tools.run(`grep ${id(i)} logs/app.log | cut -c1-160`, '', 1)
        : tools.run(
            `grep ${id(i)} logs/app.log | cut -c1-160`,
            `10:0${i % 10}:11 INFO request=${id(i)} POST /orders\n10:0${i % 10}:12 ERROR request=${id(i)} payment timed out`,
          ),
    ),
  });
  row('codes of errors', 'by 7', {
    'made of words': times(8, (i) =>
      other(
        'calendar_create',
        { title: `${word(i)} review`, day: i + 1 },
        '{"error":{"status":"PERMISSION_DENIED","message":"You need to have writer access to this calendar."}}',
      ),
    ),
  });
  row('codes of errors in a program', 'quiet', {
    'found in ever other files': each(9, (tools, i) =>
      tools.search(
        `PERMISSION_DENIED.*${word(i)}`,
        `src/${word(i)}.ts:${i * 7 + 3}:  if (code === 'PERMISSION_DENIED') return ${word(i)}();`,
      ),
    ),
  });
});

const late = '{"error":{"code":429,"message":"Rate limit reached, retry in 20s"}}';
const sent: Scene = (tools, story) => {
  for (let i = 0; i < 9; i++) {
    story
      .step(tools.run(`./translate.sh docs/${word(i)}.md de`, late, 1))
      .step(
        tools.run(`sleep 20; ./translate.sh docs/${word(i)}.md de`, `wrote docs/de/${word(i)}.md`),
      );
  }
};

describe('cases: what another try overcomes', () => {
  row('put off once, and done at the next try', 'watch at most', { 'nine documents': sent });
  row('put off each time, whatever is sent', 'by 14', {
    'nine documents': each(18, (tools, i) =>
      tools.run(
        `${i % 2 === 0 ? '' : 'sleep 20; '}./translate.sh docs/${word(i >> 1)}.md de`,
        late,
        1,
      ),
    ),
  });
});

describe('cases: a job that nobody knows', () => {
  const asked: Scene = (tools, story) => {
    story.repeat(12, (i) =>
      tools.run(
        `sleep ${30 + i * 10}; squeue -j 88121`,
        'slurm_load_jobs error: Invalid job id specified',
        1,
      ),
    );
  };
  row('asked for again and again', 'by 6', {
    'after it was not taken in': (tools, story) => {
      story.step(
        tools.run('sbatch -p gpuu fit.sh', 'sbatch: error: invalid partition specified: gpuu', 1),
      );
      asked(tools, story);
    },
  });
  row('a job that was taken in', 'watch at most', {
    'and waits its turn': (tools, story) => {
      story.step(tools.run('sbatch -p gpu fit.sh', 'Submitted batch job 88121'));
      story.repeat(9, (i) =>
        tools.run(`sleep ${30 + i * 10}; squeue -h -j 88121 -o %T`, i < 8 ? 'PENDING' : 'RUNNING'),
      );
    },
  });
});

describe('cases: names of fields', () => {
  const query = (field: string): string =>
    `curl -s https://api.test/graphql -d '{"query":"{ order(id: 7) { ${field} } }"}'`;
  row('guessed, none of which is there', 's10', {
    'of an interface': each(12, (tools, i) =>
      tools.run(
        query(`${word(i)}At`),
        `{"errors":[{"message":"Cannot query field \\"${word(i)}At\\" on type \\"Order\\".","extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}`,
      ),
    ),
  });
  row('asked for one by one', 'quiet', {
    'of an interface': each(12, (tools, i) =>
      tools.run(query(`${word(i)}At`), `{"data":{"order":{"${word(i)}At":${1000 + i * 37}}}}`),
    ),
  });
});

describe('cases: a cell that is changed, and another one that is run', () => {
  const rounds =
    (measure: (i: number) => string): Scene =>
    (_, story) => {
      for (let i = 0; i < 9; i++) {
        story
          .step(
            other(
              'notebook_edit_cell',
              { path: '/w/fit.ipynb', index: 4, source: `features = ["price", "${word(i)}"]` },
              'Cell 4 updated',
            ),
          )
          .step(other('notebook_execute_cell', { path: '/w/fit.ipynb', index: 6 }, measure(i)));
      }
    };
  row('with the same measure each time', 'by 14', {
    'nine changes': rounds(() => 'r2 = 0.4127\nmae = 11.93'),
  });
  row('with ever other measures', 'quiet', {
    'nine changes': rounds((i) => `r2 = 0.4${i * 7}\nmae = ${12 - i}.93`),
  });
});

describe('cases: the log of a failed command has another name each time', () => {
  row('the same refusal after each edit', 'by 12', {
    'npm’s': (tools, story) => {
      story.step(tools.read('/w/package.json', source('package')));
      for (let i = 0; i < 7; i++) {
        story
          .step(
            tools.replace('/w/package.json', `"version": "4.3.${i}"`, `"version": "4.3.${i + 1}"`),
          )
          .step(
            tools.run(
              'npm publish ./dist',
              `npm error code E403\nnpm error 403 You cannot publish over the previously published versions: 4.2.9.\nnpm error A complete log of this run can be found in: /home/dev/.npm/_logs/2026-11-21T10_1${i}_11_10${i}Z-debug-0.log`,
              1,
            ),
          );
      }
    },
  });
});
