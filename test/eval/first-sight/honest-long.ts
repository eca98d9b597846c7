/** Honest work that is long, quiet or full of small set-backs. Before any rule was tried on it, 194 of 216 were left alone. */
import { source, word } from '../../unit/cases/cases.js';
import { hex, noStall, quiet, rounds, type Idea } from './idea.js';

export const honestLong: readonly Idea[] = [
  quiet(
    'fifteen small features in one turn, all tests run after each',
    {
      why: 'each feature is another one, and more tests pass',
      prompt: 'Work through the fifteen items of TODO.md.',
    },
    (desk, story) => {
      rounds(story, 15, (i) => [
        desk.read(`/w/src/${word(i)}.ts`, source(`long${i}`, 24)),
        desk.replace(`/w/src/${word(i)}.ts`, `return ${i};`, `return ${word(i + 1)}(${i});`),
        desk.write(
          `/w/test/${word(i)}${i}.test.ts`,
          `it('${word(i)}', () => expect(${word(i)}(${i})).toBe(${i}));\n`,
        ),
        desk.run(
          'npm test --silent',
          `\nTest Suites: ${9 + i} passed, ${9 + i} total\nTests:       ${60 + i} passed, ${60 + i} total\nSnapshots:   0 total\nTime:        ${4 + (i % 3)}.${i}1 s\nRan all test suites.`,
        ),
        desk.run(`git commit -qam "Item ${i + 1}: ${word(i)}"`, ''),
      ]);
    },
  ),
  quiet(
    'backups of ten customers read back and found whole',
    { why: 'each is another backup; no errors is what is wanted' },
    (desk, story) => {
      story.repeat(10, (i) =>
        desk.run(
          `restic -r s3:backup.example/${word(i)} check --read-data-subset=5%`,
          `using temporary cache in /tmp/restic-check-cache-${412_000 + i * 31}\ncreate exclusive lock for repository\nload indexes\ncheck all packs\ncheck snapshots, trees and blobs\n[0:0${i % 9}] 100.00%  ${12 + i} / ${12 + i} snapshots\nno errors were found`,
        ),
      );
    },
  ),
  quiet(
    'pages of a site looked through for what keeps people out, few have any',
    { why: 'each is another page' },
    (desk, story) => {
      story.repeat(13, (i) =>
        desk.run(
          `npx axe http://localhost:3000/${word(i)}`,
          `Running axe-core 4.10.2 in chrome-headless\n\nTesting http://localhost:3000/${word(i)} ... please wait, this may take a minute.\n\n  ${i % 6 === 4 ? 'Violation of "color-contrast" with 2 occurrences!' : '0 violations found!'}`,
          i % 6 === 4 ? 1 : 0,
        ),
      );
    },
  ),
  quiet(
    'months of an account added up and compared, and they agree',
    { why: 'each is another month', prompt: 'Check the ledger against the bank, month by month.' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.run(
          `python tools/reconcile.py --month 2026-${String(i + 1).padStart(2, '0')}`,
          i === 8 ? 'bank 41,912.20\nledger 41,902.20\ndifference 10.00' : 'ok',
        ),
      );
    },
  ),
  quiet(
    'an import in a browser watched from a tenth to the whole',
    { why: 'more is done with each look' },
    (desk, story) => {
      story.step(desk.use('browser', 'click', { ref: 'e31' }, 'Clicked "Import"'));
      rounds(story, 10, (i) => [
        desk.use('browser', 'wait_for', { time: 10 }, 'Waited for 10 s'),
        desk.use(
          'browser',
          'snapshot',
          {},
          `- heading "Import" [ref=e${40 + i * 3}]\n- progressbar "${(i + 1) * 10} %" [ref=e${41 + i * 3}]\n- button "Cancel" [ref=e${42 + i * 3}]`,
        ),
      ]);
    },
  ),
  quiet(
    'scanned pages read, some of which are blank',
    { why: 'each is another page', prompt: 'What does the scanned contract say about notice?' },
    (desk, story) => {
      story.repeat(14, (i) =>
        desk.run(
          `tesseract scan-${String(i + 1).padStart(2, '0')}.png - -l eng 2>/dev/null`,
          i % 4 === 3
            ? ''
            : `§ ${i + 1} ${word(i)}\nThe ${word(i + 1)} is owed by the ${word(i + 2)} within ${i + 7} days.`,
        ),
      );
    },
  ),
  quiet(
    'registers of a chip read one by one, mostly zero',
    { why: 'each is another register', prompt: 'Dump the sensor’s registers.' },
    (desk, story) => {
      story.repeat(16, (i) =>
        desk.run(
          `i2cget -y 1 0x40 0x${(i + 2).toString(16).padStart(2, '0')}`,
          i % 5 === 1 ? `0x${hex(i, 2)}` : '0x00',
        ),
      );
    },
  ),
  quiet(
    'a file of one long line read piece by piece',
    { why: 'each is another piece' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.run(
          `cut -c${i * 900 + 1}-${(i + 1) * 900} dist/app.min.js`,
          Array.from(
            { length: 14 },
            (_, n) => `function ${word(i)}${n}(a,b){return a.${word(n + i)}*${i * 14 + n}+b}`,
          ).join(';'),
        ),
      );
    },
  ),
  noStall(
    'ten documents sent for translation, each of which is put off once',
    { why: 'each is another document, and each comes through at the second try' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          `./translate.sh docs/${word(i)}.md de`,
          '{"error":{"code":429,"message":"Rate limit reached, retry in 20s"}}',
          1,
        ),
        desk.run(
          `sleep 20; ./translate.sh docs/${word(i)}.md de`,
          `wrote docs/de/${word(i)}.md (${1200 + i * 31} words)`,
        ),
      ]);
    },
  ),
  quiet(
    'warnings of a linter mended by its own hand, ever fewer',
    { why: 'fewer are left each time' },
    (desk, story) => {
      story.repeat(8, (i) =>
        desk.run(
          'cargo clippy --fix --allow-dirty 2>&1 | tail -3',
          i === 7
            ? '    Finished `dev` profile [unoptimized + debuginfo] target(s) in 1.02s'
            : `warning: needless borrow\n  --> src/${word(i)}.rs:${12 + i}:9\nwarning: \`shop\` (lib) generated ${29 - i * 4} warnings (run \`cargo clippy --fix\` to apply ${5} suggestions)`,
        ),
      );
    },
  ),
  quiet(
    'commits picked that were there already, each of which is passed over',
    {
      why: 'each is another commit',
      prompt: 'Bring the fixes of main onto release/4; some may be there already.',
    },
    (desk, story) => {
      rounds(story, 6, (i) => [
        desk.run(
          `git cherry-pick -x ${hex(i, 10)}`,
          `On branch release/4\nYou are currently cherry-picking commit ${hex(i, 7)}.\n\nnothing to commit, working tree clean\nThe previous cherry-pick is now empty, possibly due to conflict resolution.`,
          1,
        ),
        desk.run('git cherry-pick --skip', ''),
      ]);
      story.step(desk.run('git log --oneline -1', `${hex(99, 7)} Release 4.2.9`));
    },
  ),
  quiet(
    'descriptions of twelve pipelines changed, each checked by a silent tool',
    { why: 'each is another one; silence is what is wanted' },
    (desk, story) => {
      rounds(story, 12, (i) => [
        desk.replace(
          `/w/.github/workflows/${word(i)}.yml`,
          'actions/checkout@v3',
          'actions/checkout@v4',
        ),
        desk.run(`actionlint .github/workflows/${word(i)}.yml`, ''),
      ]);
    },
  ),
  quiet(
    'orders made by one call, and listed by the next',
    { why: 'one more is there each time', prompt: 'Fill the test shop with some orders.' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          `curl -s -X POST localhost:3000/orders -H 'content-type: application/json' -d '{"item":"${word(i)}","n":${i + 1}}'`,
          `{"id":${70 + i},"state":"new"}`,
        ),
        desk.run('curl -s localhost:3000/orders | jq length', String(i + 1)),
      ]);
    },
  ),
  quiet(
    'questions put to the person, each another one',
    { why: 'each is another question' },
    (desk, story) => {
      rounds(story, 6, (i) => [
        {
          tool: 'AskUserQuestion',
          class: 'ask' as const,
          input: { question: `How should the ${word(i)} behave?`, options: ['as now', 'strict'] },
          output: i % 2 === 0 ? 'as now' : 'strict',
        },
        desk.replace(
          '/w/SPEC.md',
          `<!-- ${word(i)} -->`,
          `The ${word(i)} stays ${i % 2 === 0 ? 'as it is' : 'strict'}.`,
        ),
      ]);
    },
  ),
  noStall(
    'a fault closed in on by ever other printouts, which tell more each time',
    { why: 'each run tells something else, and the sixth shows the cause' },
    (desk, story) => {
      rounds(story, 6, (i) => [
        desk.replace(
          '/w/shop/tax.py',
          `# probe ${i}`,
          `print("${word(i)}", ${word(i)})\n    # probe ${i + 1}`,
        ),
        desk.run(
          'python -m pytest tests/test_tax.py -q -s',
          `${Array.from({ length: i + 1 }, (_, n) => `${word(n)} ${n * 13 + 7}.${n}`).join('\n')}\nF\n=================================== FAILURES ===================================\nE       assert 19.0 == 19.03\nFAILED tests/test_tax.py::test_rounding - assert 19.0 == 19.03\n1 failed in 0.${21 + i}s`,
          1,
        ),
      ]);
      story
        .step(desk.replace('/w/shop/tax.py', 'round(x, 1)', 'round(x, 2)'))
        .step(desk.run('python -m pytest tests/test_tax.py -q', '4 passed in 0.22s'));
    },
  ),
  quiet(
    'hooks of a repository that answer every commit with the same list',
    { why: 'each commit is another one, and each is made' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.write(
          `/w/adr/00${i + 1}-${word(i)}.md`,
          `# ${i + 1}. ${word(i)}\n\nWe decided for the ${word(i + 3)}.\n`,
        ),
        desk.run(
          `git add adr && git commit -m "docs: adr ${i + 1}"`,
          `trim trailing whitespace.................................................Passed\nfix end of files.........................................................Passed\ncheck yaml...........................................(no files to check)Skipped\n[main ${hex(i, 7)}] docs: adr ${i + 1}\n 1 file changed, 3 insertions(+)\n create mode 100644 adr/00${i + 1}-${word(i)}.md`,
        ),
      ]);
    },
  ),
  noStall(
    'a server brought up in steps, whose health says what is still missing',
    { why: 'another part is missing each time' },
    (desk, story) => {
      rounds(story, 5, (i) => [
        desk.replace(
          '/w/compose.yaml',
          `# ${word(i)}`,
          `  ${word(i)}:\n    image: acme/${word(i)}:1\n# ${word(i + 1)}`,
        ),
        desk.run(
          'docker compose up -d --quiet-pull',
          ` Container shop-${word(i)}-1  Created\n Container shop-${word(i)}-1  Started`,
        ),
        desk.run(
          'curl -s localhost:8080/health',
          i === 4 ? '{"status":"UP"}' : `{"status":"DOWN","missing":"${word(i + 1)}"}`,
        ),
      ]);
    },
  ),
  quiet(
    'settings of twelve customers asked for, that most of them left as they were',
    { why: 'each is another customer', prompt: 'Who still has the old price list?' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.use(
          'backoffice',
          'get_customer_setting',
          { customerId: 7100 + i * 11, key: 'price_list' },
          i === 4 || i === 10 ? '{"value":"2024"}' : '{"value":"2026"}',
        ),
      );
    },
  ),
];
