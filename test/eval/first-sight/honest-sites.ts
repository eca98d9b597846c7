/** Honest work on many building sites: tours over targets, counts that fall, looks at what advances. Written by somebody who had not read the rules. */
import { source, word } from '../../unit/cases/cases.js';
import { hex, pick, quiet, rounds, type Idea } from './idea.js';
import { seconds } from './openings.js';

export const honestOnSites: readonly Idea[] = [
  quiet(
    'thirty models of a warehouse built and tested one by one, all of which pass',
    {
      why: 'each is another model',
      prompt: 'Build and test each mart on its own, I want to know which is slow.',
    },
    (desk, story) => {
      story.repeat(30, (i) =>
        desk.run(
          `dbt build --select mart_${word(i)}${i >= 15 ? '_daily' : ''}`,
          `1 of 2 OK created sql table model marts.mart_${word(i)} ... [SUCCESS in ${seconds(i, 2)}s]\n2 of 2 PASS unique_mart_${word(i)}_id ... [PASS in ${seconds(i + 3, 0)}s]\nDone. PASS=2 WARN=0 ERROR=0 SKIP=0 TOTAL=2`,
        ),
      );
    },
  ),
  quiet(
    'a page brought near to its drawing, ever fewer points of which differ',
    {
      why: 'the difference falls with each change',
      prompt: 'Make the visual test of the header pass.',
    },
    (desk, story) => {
      const off = [11842, 9310, 8871, 6204, 6011, 3377, 1902, 640, 212, 48] as const;
      rounds(story, 11, (i) => [
        desk.replace(
          '/w/src/header/Header.css',
          `--step-${i}: ${10 + i}px`,
          `--step-${i}: ${14 + i * 2}px`,
        ),
        i < 10
          ? desk.run(
              'npx playwright test header.spec.ts --reporter=line',
              `  1) [chromium] › header.spec.ts:8:1 › header looks as saved\n    Error: expect(page).toHaveScreenshot(expected) failed\n      ${pick(off, i)} pixels are different.\n  1 failed (${seconds(i, 4)}s)`,
              1,
            )
          : desk.run('npx playwright test header.spec.ts --reporter=line', '  1 passed (4.4s)'),
      ]);
    },
  ),
  quiet(
    'twenty-eight components moved from classes to functions, each read and rewritten',
    {
      why: 'each is another file',
      prompt: 'Move all class components under src/ui to function components.',
    },
    (desk, story) => {
      rounds(story, 28, (i) => [
        desk.read(
          `/w/src/ui/${word(i)}${i}.tsx`,
          `export class ${word(i)} extends React.Component<Props> {\n  state = { open: ${i % 2 === 0} };\n  render() {\n    return <div className="${word(i)}">{this.props.children}</div>;\n  }\n}`,
        ),
        desk.write(
          `/w/src/ui/${word(i)}${i}.tsx`,
          `export function ${word(i)}({ children }: Props) {\n  const [open] = useState(${i % 2 === 0});\n  return <div className="${word(i)}">{children}</div>;\n}`,
        ),
      ]);
    },
  ),
  quiet(
    'one role played on twenty-six machines, most of which were right already',
    {
      why: 'each is another machine',
      prompt: 'Run the ntp role on every host of the list, one after the other.',
    },
    (desk, story) => {
      story.repeat(26, (i) =>
        desk.run(
          `ansible-playbook ntp.yml --limit db${String(i + 1).padStart(2, '0')}`,
          `PLAY [ntp] ****\nTASK [ntp : config] ****\n${i % 9 === 4 ? 'changed' : 'ok'}: [db${String(i + 1).padStart(2, '0')}]\nPLAY RECAP ****\ndb${String(i + 1).padStart(2, '0')} : ok=4 changed=${i % 9 === 4 ? 1 : 0} unreachable=0 failed=0`,
        ),
      );
    },
  ),
  quiet(
    'a fuzzer looked at every few minutes, whose coverage grows and rests',
    {
      why: 'the job advances, and the person asked to watch it to the end',
      prompt: 'Fuzz the parser for two hours and report what it finds.',
    },
    (desk, story) => {
      story.step(
        desk.run('cargo fuzz run parse -- -max_total_time=7200 > fuzz.log 2>&1 &', '[1] 8123'),
      );
      story.repeat(25, (i) =>
        desk.run(
          'sleep 290; tail -1 fuzz.log',
          `#${(i + 1) * 1_312_440 + i * 77}\tpulse  cov: ${2210 + Math.floor(i / 2) * 13} ft: ${7800 + i * 41} corp: ${610 + i * 4}/${88 + i}Kb exec/s: ${4400 + ((i * 53) % 190)} rss: ${401 + i}Mb`,
        ),
      );
      story.step(
        desk.run(
          'ls fuzz/artifacts/parse; tail -3 fuzz.log',
          'Done 34123440 runs in 7201 second(s)',
        ),
      );
    },
  ),
  quiet(
    'complaints about data races worked off with the same build, ever fewer of them',
    { why: 'the count of warnings falls', prompt: 'Make the package build in Swift 6 mode.' },
    (desk, story) => {
      const left = [34, 31, 31, 27, 22, 22, 19, 15, 12, 9, 6, 4, 1, 0] as const;
      rounds(story, 14, (i) => [
        desk.replace(
          `/w/Sources/Sync/${word(i)}.swift`,
          `final class ${word(i)} {`,
          `final class ${word(i)}: Sendable {`,
        ),
        desk.run(
          'swift build 2>&1 | tail -4',
          pick(left, i) === 0
            ? `Build complete! (${seconds(i, 11)}s)`
            : `/w/Sources/Sync/${word(i + 1)}.swift:${10 + i}:7: error: non-final class '${word(i + 1)}' cannot conform to 'Sendable'\nerror: fatalError: ${pick(left, i)} errors generated (${seconds(i, 8)}s)`,
          pick(left, i) === 0 ? 0 : 1,
        ),
      ]);
    },
  ),
  quiet(
    'a debugger led step by step through a routine, with a value printed at each',
    {
      why: 'each step shows another line',
      prompt: 'Step through decode() with gdb and tell me where the length goes wrong.',
    },
    (desk, story) => {
      rounds(story, 14, (i) => [
        desk.use(
          'gdb',
          'command',
          { command: 'next' },
          `${41 + i}\t  ${pick(['len = get_u16(p);', 'p += 2;', 'if (len > cap)', 'memcpy(out, p, len);', 'n += len;'], i)}`,
        ),
        desk.use(
          'gdb',
          'command',
          { command: pick(['print len', 'print p - buf', 'print n'], i) },
          `$${i + 1} = ${pick([12, 14, 26, 26, 28, 52, 54, 65535, 65537], i)}`,
        ),
      ]);
    },
  ),
  quiet(
    'twenty-six addresses of an interface tried to write down what each gives',
    {
      why: 'each is another address',
      prompt: 'Document every endpoint of the staging API from what it answers.',
    },
    (desk, story) => {
      story.repeat(26, (i) =>
        desk.run(
          `curl -s -w '\\n%{http_code}' https://api.staging.test/v2/${word(i)}${i % 2 === 0 ? '' : '/1'}${i >= 13 ? '/history' : ''}`,
          i % 6 === 5
            ? '{"error":"not_found"}\n404'
            : `{"id":${i + 1},"${word(i)}":"${hex(i, 6)}","updated":"2026-11-${10 + (i % 19)}"}\n200`,
        ),
      );
    },
  ),
  quiet(
    'a change of twenty files reviewed, each read and given a remark through a server',
    {
      why: 'each file is read once, and each remark is another one',
      prompt: 'Review pull request 512 file by file.',
    },
    (desk, story) => {
      rounds(story, 20, (i) => [
        desk.use(
          'forge',
          'get_file_diff',
          { pull: 512, path: `src/${word(i)}_${i}.ts` },
          `@@ -${10 + i},4 +${10 + i},6 @@\n-  return ${word(i)};\n+  const value = ${word(i)} ?? ${i};\n+  log(value);\n+  return value;`,
        ),
        desk.use(
          'forge',
          'add_review_comment',
          {
            pull: 512,
            path: `src/${word(i)}_${i}.ts`,
            line: 11 + i,
            body: `Should ${word(i)} be logged here? It can hold ${i} entries.`,
          },
          '{"state":"pending"}',
        ),
      ]);
    },
  ),
  quiet(
    'twenty-seven days of a table counted to find the one that lacks rows',
    {
      why: 'each is another day',
      prompt: 'The monthly total is too low. Find the day whose load was cut.',
    },
    (desk, story) => {
      story.repeat(27, (i) =>
        desk.run(
          `bq query --use_legacy_sql=false "select count(*) n from shop.events where day = '2026-10-${String(i + 1).padStart(2, '0')}'"`,
          `+---------+\n|    n    |\n+---------+\n| ${i === 22 ? 40211 : 1_204_000 + ((i * 7919) % 30000)} |\n+---------+`,
        ),
      );
    },
  ),
  quiet(
    'twenty-six resources taken into a state, with a plan that shrinks',
    {
      why: 'each is another resource, and fewer remain to be made',
      prompt: 'Import the hand-made buckets into the state until the plan is empty.',
    },
    (desk, story) => {
      rounds(story, 13, (i) => [
        desk.run(
          `terraform import aws_s3_bucket.${word(i)} acme-${word(i)}`,
          `aws_s3_bucket.${word(i)}: Importing from ID "acme-${word(i)}"...\naws_s3_bucket.${word(i)}: Import prepared!\n\nImport successful!`,
        ),
        desk.run(
          'terraform plan -no-color | tail -1',
          i === 12
            ? 'No changes. Your infrastructure matches the configuration.'
            : `Plan: ${12 - i} to add, 0 to change, 0 to destroy.`,
        ),
      ]);
    },
  ),
  quiet(
    'a strange data frame asked one thing after another in a session',
    {
      why: 'each question is another one and each answer tells more',
      prompt: 'Have a look at claims.parquet and tell me what is odd in it.',
    },
    (desk, story) => {
      const asks = [
        'df.shape',
        'df.dtypes',
        'df.isna().sum()',
        'df.claim_id.is_unique',
        'df.amount.describe()',
        'df[df.amount < 0].shape',
        'df[df.amount < 0].head(3)',
        'df.state.value_counts()',
        'df.groupby("state").amount.sum()',
        'df.filed.min(), df.filed.max()',
        'df[df.filed > df.closed].shape',
        'df[df.filed > df.closed].region.value_counts()',
      ] as const;
      const says = [
        '(48211, 14)',
        'claim_id  object\namount  float64\nstate  object\nfiled  datetime64[ns]',
        'closed 5120\nregion 3\namount 0',
        'False',
        'mean 812.4\nmin -99.0\nmax 120000.0',
        '(218, 14)',
        'C-118 -99.0\nC-119 -99.0\nC-771 -99.0',
        'open 5120\nclosed 42873\nvoid 218',
        'closed 3.4e7\nopen 4.9e6\nvoid -21582.0',
        "(Timestamp('2019-01-02'), Timestamp('2026-11-03'))",
        '(61, 14)',
        'north 61',
      ] as const;
      story.repeat(12, (i) =>
        desk.use('notebook', 'run_cell', { code: pick(asks, i) }, pick(says, i)),
      );
    },
  ),
  quiet(
    'a long report read in slices, with a note written after each',
    {
      why: 'each slice is another one',
      prompt: 'Summarise the incident report, chapter by chapter, into NOTES.md.',
    },
    (desk, story) => {
      rounds(story, 14, (i) => [
        desk.read(
          '/w/report.md',
          source('report', 1500)
            .split('\n')
            .slice(i * 100, i * 100 + 100)
            .join('\n'),
          [i * 100 + 1, 100],
        ),
        desk.replace(
          '/w/NOTES.md',
          `<!-- ${i} -->`,
          `## ${word(i)}\nWhat was seen in part ${i + 1} of ${word(i + 2)}.\n<!-- ${i + 1} -->`,
        ),
      ]);
    },
  ),
  quiet(
    'settings of twelve surroundings checked by a chart, two of which lack a value',
    {
      why: 'each is another surrounding',
      prompt: 'Lint the chart with the values of every environment.',
    },
    (desk, story) => {
      rounds(story, 12, (i) => [
        desk.run(
          `helm lint chart -f env/${word(i)}.yaml`,
          i % 7 === 3
            ? `==> Linting chart\n[ERROR] templates/: values don't meet the schema: ${word(i)}: replicas is required\nError: 1 chart(s) linted, 1 chart(s) failed`
            : '==> Linting chart\n[INFO] Chart.yaml: icon is recommended\n\n1 chart(s) linted, 0 chart(s) failed',
          i % 7 === 3 ? 1 : 0,
        ),
        ...(i % 7 === 3
          ? [
              desk.replace(`/w/env/${word(i)}.yaml`, 'image: shop', 'image: shop\nreplicas: 2'),
              desk.run(
                `helm lint chart -f env/${word(i)}.yaml`,
                '==> Linting chart\n[INFO] Chart.yaml: icon is recommended\n\n1 chart(s) linted, 0 chart(s) failed',
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'a style checker’s rules for Ruby worked off one after the other, until none is left',
    {
      why: 'each is another rule, and the count falls',
      prompt: 'Empty .rubocop_todo.yml, one cop after the other.',
    },
    (desk, story) => {
      rounds(story, 13, (i) => [
        desk.replace('/w/.rubocop_todo.yml', `Style/${word(i)}:\n  Enabled: false\n`, ''),
        desk.run(
          `bundle exec rubocop -a --only Style/${word(i)}`,
          `Inspecting ${412} files\n412 files inspected, ${40 - i * 3} offenses detected, ${40 - i * 3} offenses corrected`,
        ),
      ]);
    },
  ),
  quiet(
    'fourteen tasks of a list done one by one, with the list kept up to date',
    {
      why: 'each task is another one and is done',
      prompt: 'Work through TASKS.md: add the missing label to each form.',
    },
    (desk, story) => {
      rounds(story, 14, (i) => [
        desk.replace(
          `/w/forms/${word(i)}.html`,
          `<input id="${word(i)}">`,
          `<label for="${word(i)}">${word(i)}</label><input id="${word(i)}">`,
        ),
        desk.todo(Array.from({ length: 14 }, (_, n) => `${n <= i ? '[x]' : '[ ]'} ${word(n)}`)),
      ]);
    },
  ),
  quiet(
    'a transfer of a large archive to another machine, asked how far it is',
    {
      why: 'the size grows at each look until all of it is there',
      prompt: 'Copy the archive to the cold store and verify it.',
    },
    (desk, story) => {
      story.step(desk.run("ssh cold 'nohup rsync -a src:/archive/ /cold/ > sync.log 2>&1 &'", ''));
      story.repeat(14, (i) =>
        desk.run("sleep 240; ssh cold 'du -sh /cold'", `${i * 61 + 38}G\t/cold`),
      );
      story.step(desk.run("ssh cold 'cd /cold && sha256sum -c SUMS | grep -vc OK'", '0'));
    },
  ),
  quiet(
    'errors of a start that is moved to another machine, mended one at a time, each another one',
    {
      why: 'each start gets further and fails for another reason',
      prompt: 'Bring the old importer up on the new host.',
    },
    (desk, story) => {
      const faults = [
        "Error: Cannot find module 'dotenv'",
        'Error: ENOENT: no such file or directory, open /etc/importer.json',
        'Error: connect ECONNREFUSED 127.0.0.1:5432',
        'error: role "importer" does not exist',
        'error: relation "jobs" does not exist',
        'Error: Missing env S3_BUCKET',
        'AccessDenied: s3:ListBucket',
        'Error: listen EADDRINUSE: address already in use :::8080',
      ] as const;
      const mends = [
        'npm i dotenv',
        'sudo cp importer.json /etc/',
        'sudo systemctl start postgresql',
        'sudo -u postgres createuser importer',
        'npm run migrate',
        'echo S3_BUCKET=acme-in >> .env',
        'aws configure set role_arn arn:aws:iam::1:role/in',
        'sudo systemctl stop oldproxy',
      ] as const;
      rounds(story, 9, (i) =>
        i === 8
          ? [desk.run('node importer.js --once', 'importer ready on :8080\n0 jobs waiting')]
          : [
              desk.run(
                'node importer.js --once',
                `importer 3.2 starting\n${pick(faults, i)}\n    at step ${i + 1}`,
                1,
              ),
              desk.run(
                pick(mends, i),
                pick(['added 1 package in 2s', '', '', '', 'migrated 14 steps', '', '', ''], i),
              ),
            ],
      );
    },
  ),
  quiet(
    'twenty-five stories of a component book opened and photographed, as asked',
    { why: 'each is another story', prompt: 'Take a picture of every story for the audit.' },
    (desk, story) => {
      rounds(story, 25, (i) => [
        desk.use(
          'browser',
          'navigate',
          {
            url: `http://localhost:6006/iframe.html?id=ui-${word(i)}--${i < 13 ? 'default' : 'disabled'}`,
          },
          `Navigated (200), title: ui/${word(i)}`,
        ),
        desk.use(
          'browser',
          'screenshot',
          { path: `audit/${i}-${word(i)}.png` },
          `Saved audit/${i}-${word(i)}.png (${12 + ((i * 7) % 30)} KB)`,
        ),
      ]);
    },
  ),
  quiet(
    'a log of a night cut down by one pattern after the other until the cause stands out',
    {
      why: 'each search leaves out more or follows another trace, and the cause is found',
      prompt: 'Why did the batch stop at three at night?',
    },
    (desk, story) => {
      const looks = [
        ['grep -c . batch.log', '1204331'],
        ['grep -c ERROR batch.log', '412'],
        [
          "grep ERROR batch.log | cut -d' ' -f4 | sort | uniq -c",
          ' 398 Mailer\n  11 Store\n   3 Lock',
        ],
        [
          'grep "ERROR Lock" batch.log',
          '02:58:11 ERROR Lock lease lost worker=7\n02:58:12 ERROR Lock lease lost worker=7\n03:00:02 ERROR Lock gave up',
        ],
        [
          'grep "worker=7" batch.log | tail -2',
          '02:57:40 INFO worker=7 gc pause 31022 ms\n02:58:11 ERROR Lock lease lost worker=7',
        ],
        [
          'grep "gc pause" batch.log | sort -k6 -n | tail -2',
          '02:11:09 INFO worker=7 gc pause 8120 ms\n02:57:40 INFO worker=7 gc pause 31022 ms',
        ],
        [
          'grep "02:57" batch.log | grep -v Mailer | head -2',
          '02:57:01 INFO worker=7 loading part 881 (2.1 GB)\n02:57:08 WARN worker=7 heap 97%',
        ],
        ['ls -la parts | sort -k5 -n | tail -1', '-rw-r--r-- 1 b b 2254857830 Nov 27 parts/881'],
      ] as const;
      looks.forEach(([command, output]) => story.step(desk.run(command, output)));
    },
  ),
];
