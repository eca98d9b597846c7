/** Honest work of many trades: apps, data, training, infrastructure. Before any rule was tried on it, 168 of 180 were left alone. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, noStall, pick, quiet, rounds, type Idea } from './idea.js';

export const honestTrades: readonly Idea[] = [
  quiet(
    'pictures of widgets made anew, one widget after the other',
    {
      why: 'each is another widget',
      prompt: 'The new font is in. Bring the golden files up to date.',
    },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.read(`/w/lib/widgets/${word(i)}_card.dart`, source(`w${i}`, 20)),
        desk.run(
          `flutter test --update-goldens test/widgets/${word(i)}_card_test.dart`,
          `00:0${i % 4} +0: loading /w/test/widgets/${word(i)}_card_test.dart\n00:0${(i % 4) + 1} +0: ${word(i)} card looks as designed\n00:0${(i % 4) + 2} +1: All tests passed!`,
        ),
      ]);
    },
  ),
  quiet(
    'one app started on eight simulators, a picture taken on each',
    { why: 'each is another device', prompt: 'Take the store pictures on all devices.' },
    (desk, story) => {
      rounds(story, 8, (i) => {
        const device = `${hex(i, 8)}-${hex(i + 3, 4)}-4F2A-9B1C-${hex(i + 7, 12)}`.toUpperCase();
        return [
          desk.run(`xcrun simctl boot ${device}`, ''),
          desk.run(`xcrun simctl launch ${device} test.shop`, `test.shop: ${41_200 + i * 31}`),
          desk.run(
            `xcrun simctl io ${device} screenshot store/${i}.png`,
            `Detected file type 'PNG' from extension\nWrote screenshot to: store/${i}.png`,
          ),
        ];
      });
    },
  ),
  quiet(
    'gaps of a table counted column by column, most of which have none',
    {
      why: 'each is another column',
      prompt: 'Get to know data/visits.parquet before we model it.',
    },
    (desk, story) => {
      story.repeat(14, (i) =>
        desk.run(
          `python -c "import pandas as pd; df = pd.read_parquet('data/visits.parquet'); print(df['${word(i)}_${i}'].isna().sum())"`,
          i % 5 === 2 ? String(31 + i * 7) : '0',
        ),
      );
      story.step(desk.write('/w/NOTES.md', `# Columns\n${source('notes', 9)}`));
    },
  ),
  quiet(
    'checks of a warehouse run model by model, some with a warning',
    { why: 'each is another model' },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.replace(
          `/w/models/${word(i)}.yml`,
          `- name: ${word(i)}_id`,
          `- name: ${word(i)}_id\n        tests: [unique, not_null]`,
        ),
        desk.run(
          `dbt test --select ${word(i)}`,
          `${clock(i)}  Running with dbt=1.8.2\n${clock(i)}  Found 41 models, ${120 + i * 2} data tests\n${clock(i)}  Concurrency: 4 threads\n${clock(i + 1)}  Finished running 2 data tests in 0 hours 0 minutes and ${1 + (i % 3)}.${i}1 seconds\n${clock(i + 1)}  ${i % 4 === 3 ? 'Completed with 1 warning:' : 'Completed successfully'}\n${clock(i + 1)}  Done. PASS=${i % 4 === 3 ? '1 WARN=1' : '2 WARN=0'} ERROR=0 SKIP=0 TOTAL=2`,
        ),
      ]);
    },
  ),
  noStall(
    'a batch halved until it fits into memory',
    { why: 'three times it is too much, the fourth time it fits' },
    (desk, story) => {
      rounds(story, 4, (i) => [
        desk.replace('/w/conf/train.yaml', `batch: ${128 >> i}`, `batch: ${64 >> i}`),
        i < 3
          ? desk.run(
              'python train.py --config conf/train.yaml',
              `Traceback (most recent call last):\n  File "/w/train.py", line 88, in step\n    loss.backward()\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate ${(2.5 / (i + 1)).toFixed(2)} GiB. GPU 0 has a total capacity of 23.69 GiB of which ${(0.4 + i / 3).toFixed(2)} GiB is free.`,
              1,
            )
          : desk.run(
              'python train.py --config conf/train.yaml',
              'epoch 1/3 loss 2.114\nepoch 2/3 loss 1.702\nepoch 3/3 loss 1.544\nsaved runs/0007/model.pt',
            ),
      ]);
    },
  ),
  quiet(
    'a grid of settings trained one by one, many of which end alike',
    { why: 'each is another point of the grid', prompt: 'Run the small grid over lr and dropout.' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.run(
          `python train.py --lr 1e-${2 + (i % 3)} --dropout 0.${1 + Math.floor(i / 3)} --epochs 2`,
          `device: cuda:0\nepoch 1: train 0.69 val ${pick(['0.71', '0.71', '0.64'], i)}\nepoch 2: train 0.66 val ${pick(['0.70', '0.70', '0.61'], i)}\nbest val ${pick(['0.70', '0.70', '0.61'], i)}`,
        ),
      );
    },
  ),
  quiet(
    'sixteen resources moved to new addresses of a state',
    { why: 'each is another resource' },
    (desk, story) => {
      story.repeat(16, (i) =>
        desk.run(
          `terraform state mv 'aws_sqs_queue.${word(i)}' 'module.queues["${word(i)}"].aws_sqs_queue.this'`,
          `Move "aws_sqs_queue.${word(i)}" to "module.queues[\\"${word(i)}\\"].aws_sqs_queue.this"\nSuccessfully moved 1 object(s).`,
        ),
      );
      story.step(
        desk.run(
          'terraform plan -no-color | tail -1',
          'No changes. Your infrastructure matches the configuration.',
        ),
      );
    },
  ),
  quiet(
    'scenes of a game arranged, the whole game loaded after each',
    { why: 'each is another scene, and that all load is what is wanted' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.replace(
          `/w/scenes/${word(i)}.tscn`,
          `position = Vector2(${i}, 0)`,
          `position = Vector2(${i * 16}, ${64 + i * 8})`,
        ),
        desk.run(
          'godot --headless --path . --script tools/load_all.gd',
          `Godot Engine v4.3.stable.official.77dcf97d8 - https://godotengine.org\n\nAll 14 scenes loaded.`,
        ),
      ]);
    },
  ),
  quiet(
    'a codemod run on one package of a workspace after the other',
    { why: 'each is another package' },
    (desk, story) => {
      story.repeat(15, (i) =>
        desk.run(
          `npx jscodeshift -t codemods/router.ts packages/${word(i)}/src --extensions=tsx`,
          `Processing ${3 + (i % 2)} files...\nSpawning 1 workers...\nSending ${3 + (i % 2)} files to free worker...\nAll done.\nResults:\n0 errors\n2 unmodified\n0 skipped\n${1 + (i % 2)} ok\nTime elapsed: 0.${41 + i}seconds`,
        ),
      );
    },
  ),
  quiet(
    'a mailbox searched for bills of twelve firms, some of which sent none',
    {
      why: 'each is another firm',
      prompt: 'Which of the firms in firms.csv have not sent their bill for October yet?',
    },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.use(
          'gmail',
          'search_emails',
          {
            query: `from:billing@${word(i)}.example subject:invoice after:2026/10/01`,
            maxResults: 5,
          },
          i % 3 === 1
            ? `ID: ${hex(i, 16)}\nSubject: Invoice ${2200 + i}\nFrom: billing@${word(i)}.example\nDate: ${i + 2} Oct 2026`
            : 'No emails found.',
        ),
      );
    },
  ),
  noStall(
    'times of a week asked for, taken until the ninth',
    {
      why: 'each is another time, and one is free',
      prompt: 'Find the first hour this week in which all six of us are free, and book it.',
    },
    (desk, story) => {
      story.repeat(9, (i) =>
        desk.use(
          'calendar',
          'query_freebusy',
          {
            timeMin: `2026-11-2${3 + Math.floor(i / 4)}T${9 + (i % 4) * 2}:00:00Z`,
            timeMax: `2026-11-2${3 + Math.floor(i / 4)}T${10 + (i % 4) * 2}:00:00Z`,
            people: 6,
          },
          i < 8 ? `{"free":false,"busy":["${word(i)}@example.com"]}` : '{"free":true,"busy":[]}',
        ),
      );
      story.step(
        desk.use(
          'calendar',
          'create_event',
          { start: '2026-11-25T09:00:00Z', title: 'Plan' },
          '{"id":"ev_81","status":"confirmed"}',
        ),
      );
    },
  ),
  quiet(
    'pages of a shop looked at for what is left, most of which is sold out',
    { why: 'each is another thing', prompt: 'Which of the chairs in links.txt can still be had?' },
    (desk, story) => {
      story.repeat(15, (i) =>
        desk.use(
          'browser',
          'navigate',
          { url: `https://chairs.example/p/${1000 + i * 7}` },
          `### Page state\n- Page URL: https://chairs.example/p/${1000 + i * 7}\n- Page Title: Chair ${word(i)} – Chairs\n- heading "Chair ${word(i)}" [ref=e4]\n- text: ${i === 6 || i === 11 ? 'In stock, 3 left' : 'Sold out'}`,
        ),
      );
    },
  ),
  quiet(
    'a merge request read file by file',
    { why: 'each is another file', prompt: 'Review !812.' },
    (desk, story) => {
      story.step(
        desk.run(
          'git diff --name-only origin/main...HEAD',
          Array.from({ length: 16 }, (_, i) => `src/${word(i)}/${word(i + 2)}.ts`).join('\n'),
        ),
      );
      story.repeat(16, (i) =>
        desk.run(
          `git diff origin/main...HEAD -- src/${word(i)}/${word(i + 2)}.ts`,
          `diff --git a/src/${word(i)}/${word(i + 2)}.ts b/src/${word(i)}/${word(i + 2)}.ts\nindex ${hex(i, 7)}..${hex(i + 40, 7)} 100644\n@@ -${i * 3 + 1},4 +${i * 3 + 1},4 @@\n-import { log } from 'old-log';\n+import { log } from '@acme/log';\n export class ${word(i)} {`,
        ),
      );
    },
  ),
  quiet(
    'the same words replaced in forty files by a silent command each',
    {
      why: 'each is another file',
      prompt: 'Replace getCwd by workingDirectory everywhere, file by file, so that I can follow.',
    },
    (desk, story) => {
      story.repeat(40, (i) =>
        desk.run(
          `sed -i 's/getCwd(/workingDirectory(/g' src/${word(i)}/${word(i * 3 + 1)}-${i}.ts`,
          '',
        ),
      );
      story.step(desk.run('npx tsc --noEmit', ''));
    },
  ),
  quiet(
    'three waves of five helpers, each with a file of its own',
    { why: 'each has another file' },
    (_desk, story) => {
      story.repeat(3, (wave) =>
        Array.from({ length: 5 }, (_, n) => ({
          tool: 'Task',
          class: 'task' as const,
          input: {
            description: `Document ${word(wave * 5 + n)}`,
            prompt: `Write the reference page of src/${word(wave * 5 + n)}.ts into docs/${word(wave * 5 + n)}.md, in the style of docs/index.md.`,
          },
          output: `Done. I wrote docs/${word(wave * 5 + n)}.md (${40 + n * 9} lines).`,
        })),
      );
    },
  ),
];
