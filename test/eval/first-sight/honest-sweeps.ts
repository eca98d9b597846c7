/** Honest work: one thing done to different targets, each answered alike. */
import { source, word } from '../../unit/cases/cases.js';
import { hex, noStall, pick, quiet, type Idea } from './idea.js';

const languages = 'de fr it es pt nl sv da fi pl cs hu ro el tr ja ko zh'.split(' ');
const hosts = Array.from({ length: 14 }, (_, i) => `web${String(i + 1).padStart(2, '0')}`);

export const honestSweeps: readonly Idea[] = [
  quiet(
    'the same key added to the texts of 18 languages',
    {
      why: 'each file is edited once, with a text of its own',
      prompt: 'Add the key retry to all languages.',
    },
    (desk, story) => {
      story.repeat(18, (i) =>
        desk.replace(
          `/w/locales/${pick(['de', ...languages], i + 1)}.json`,
          '  "cancel":',
          `  "retry": "${word(i)} ${word(i + 3)}",\n  "cancel":`,
        ),
      );
    },
  ),
  quiet(
    '14 commits picked onto a release branch',
    { why: 'each is another commit, and each lands' },
    (desk, story) => {
      story.repeat(14, (i) =>
        desk.run(
          `git cherry-pick ${hex(i, 10)}`,
          `[release/4.2 ${hex(i + 50, 9)}] Fix the ${word(i)}\n Date: Mon Nov 16 10:0${i % 10}:11 2026 +0100\n 1 file changed, 1 insertion(+), 1 deletion(-)`,
        ),
      );
    },
  ),
  quiet(
    'twelve deployments restarted, and each one waited for',
    { why: 'another service each time, and each comes up' },
    (desk, story) => {
      for (let i = 0; i < 12; i++) {
        const name = `${word(i)}-api`;
        story
          .step(
            desk.run(
              `kubectl rollout restart deployment/${name} -n shop`,
              `deployment.apps/${name} restarted`,
            ),
          )
          .step(
            desk.run(
              `kubectl rollout status deployment/${name} -n shop --timeout=180s`,
              `Waiting for deployment "${name}" rollout to finish: 1 old replicas are pending termination...\ndeployment "${name}" successfully rolled out`,
            ),
          );
      }
    },
  ),
  quiet(
    'fifteen resources imported into the state of an infrastructure tool',
    { why: 'the answer is the same success, for different resources' },
    (desk, story) => {
      story.repeat(15, (i) =>
        desk.run(
          `terraform import 'aws_route53_record.this["${word(i)}"]' Z0${hex(3, 6).toUpperCase()}_${word(i)}.example.com_A`,
          `aws_route53_record.this: Importing from ID...\naws_route53_record.this: Import prepared!\n  Prepared aws_route53_record for import\n\nImport successful!\n\nThe resources that were imported are shown above. These resources are now in\nyour Terraform state and will henceforth be managed by Terraform.`,
        ),
      );
    },
  ),
  quiet(
    'a page compared with its picture of before, for 18 routes',
    { why: 'no difference is what is hoped for, each time of another page' },
    (desk, story) => {
      story.repeat(18, (i) =>
        desk.use(
          'browser',
          'compare_screenshot',
          { name: `route-${word(i)}`, url: `http://localhost:5173/${word(i)}`, threshold: 0.1 },
          '0 pixels differ (0.00 %)',
        ),
      );
    },
  ),
  quiet(
    'firmware flashed onto eleven boards',
    { why: 'another port each time; the tool always says the same at length' },
    (desk, story) => {
      story.repeat(11, (i) =>
        desk.run(
          `esptool.py --port /dev/ttyUSB${i} --baud 460800 write_flash 0x10000 build/node.bin`,
          `esptool.py v4.7.0\nSerial port /dev/ttyUSB${i}\nConnecting....\nChip is ESP32-D0WD-V3 (revision v3.1)\nMAC: 24:6f:28:${hex(i, 2)}:${hex(i + 9, 2)}:${hex(i + 31, 2)}\nUploading stub...\nRunning stub...\nStub running...\nConfiguring flash size...\nWriting at 0x00010000... (100 %)\nWrote 812304 bytes (503211 compressed) at 0x00010000 in 12.${i} seconds (effective 531.${i} kbit/s)...\nHash of data verified.\n\nLeaving...\nHard resetting via RTS pin...`,
        ),
      );
    },
  ),
  noStall(
    'twenty tables counted for rows that a migration left behind',
    {
      why: 'zero is the good answer; each is another table',
      prompt: 'Check that no table has orphaned rows.',
    },
    (desk, story) => {
      story.repeat(20, (i) =>
        desk.use(
          'postgres',
          'query',
          {
            query: `SELECT count(*) FROM ${word(i)}s c LEFT JOIN accounts a ON a.id = c.account_id WHERE a.id IS NULL`,
          },
          '[{"count":"0"}]',
        ),
      );
    },
  ),
  quiet(
    '24 parts of a data set downloaded by a silent command',
    { why: 'a download that is asked to be silent says nothing when it worked' },
    (desk, story) => {
      story.repeat(24, (i) =>
        desk.run(
          `curl -sSfLO https://data.example.org/corpus/v3/shard-${String(i).padStart(5, '0')}.tar`,
          '',
        ),
      );
    },
  ),
  quiet(
    'sixteen packages of a monorepo published on trial',
    { why: 'each is another package with the same kind of list' },
    (desk, story) => {
      story.repeat(16, (i) =>
        desk.run(
          `npm publish --dry-run --workspace packages/${word(i)}`,
          `npm notice\nnpm notice 📦  @acme/${word(i)}@4.2.0\nnpm notice Tarball Contents\nnpm notice 1.1kB LICENSE\nnpm notice 412B README.md\nnpm notice 3.4kB dist/index.js\nnpm notice 901B package.json\nnpm notice Tarball Details\nnpm notice total files: 4\nnpm notice Publishing to https://npm.acme.example/ with tag latest and public access (dry-run)\n+ @acme/${word(i)}@4.2.0`,
        ),
      );
    },
  ),
  quiet(
    'fifteen comments left on a pull request',
    { why: 'each comment is another one; the answer has only its number' },
    (desk, story) => {
      story.repeat(15, (i) =>
        desk.use(
          'github',
          'add_review_comment',
          {
            pull: 812,
            path: `src/${word(i)}.ts`,
            line: 12 + i * 7,
            content: `The ${word(i + 2)} is never closed if this throws.`,
          },
          `{"id":${19_930_112 + i * 3},"state":"PENDING"}`,
        ),
      );
    },
  ),
  quiet(
    'a playbook run for one host after the other, and nothing is left to change',
    { why: 'ok and unchanged is what a second run is for' },
    (desk, story) => {
      story.repeat(14, (i) =>
        desk.run(
          `ansible-playbook site.yml --limit ${hosts[i] ?? 'web'} --diff`,
          `PLAY [all] *********\n\nTASK [Gathering Facts] *********\nok: [${hosts[i] ?? 'web'}]\n\nTASK [nginx : template] *********\nok: [${hosts[i] ?? 'web'}]\n\nPLAY RECAP *********\n${hosts[i] ?? 'web'} : ok=12 changed=0 unreachable=0 failed=0 skipped=3`,
        ),
      );
    },
  ),
  quiet(
    'eighteen chapters turned into documents',
    { why: 'the converter is silent when it worked' },
    (desk, story) => {
      story.repeat(18, (i) =>
        desk.run(
          `pandoc chapters/${String(i + 1).padStart(2, '0')}-${word(i)}.md -o out/${word(i)}.docx --reference-doc house.docx`,
          '',
        ),
      );
    },
  ),
  quiet(
    'twenty-two fields of a form filled in',
    { why: 'each is another field' },
    (desk, story) => {
      story.repeat(22, (i) =>
        desk.use(
          'pdf',
          'fill_field',
          {
            path: '/w/forms/claim.pdf',
            field: `applicant.${word(i)}_${i}`,
            value: `${word(i + 4)} ${i}`,
          },
          'ok',
        ),
      );
    },
  ),
  quiet(
    'eighteen issues closed one by one',
    { why: 'each is another issue; the tool says only that it is done' },
    (desk, story) => {
      story.repeat(18, (i) =>
        desk.use(
          'jira',
          'transition_issue',
          { key: `SHOP-${1200 + i * 3}`, transition: 'Done' },
          'Issue transitioned successfully.',
        ),
      );
    },
  ),
  quiet(
    'eight fuzz targets run for a minute each, no crash',
    { why: 'each is another target; nothing found is good news, and the figures differ' },
    (desk, story) => {
      story.repeat(8, (i) =>
        desk.run(
          `cargo +nightly fuzz run ${word(i)}_decode -- -max_total_time=60`,
          `INFO: Running with entropic power schedule (0xFF, 100).\nINFO: Seed: ${3_391_200_411 + i * 7919}\n#2\tINITED cov: ${210 + i} ft: 211 corp: 1/1b exec/s: 0 rss: 41Mb\n#${1_048_576 + i * 4096}\tpulse  cov: ${412 + i * 3} ft: ${900 + i} corp: ${88 + i}/4102b lim: 4096 exec/s: 17189 rss: 402Mb\nDone ${1_062_001 + i * 3311} runs in 61 second(s)`,
        ),
      );
    },
  ),
  noStall(
    'thirty links of a site checked, some of them dead',
    {
      why: 'the person wants to know which are dead: 404 is an answer, of another link each time',
      prompt: 'Find the dead links in docs/links.txt and list them.',
    },
    (desk, story) => {
      story.repeat(30, (i) =>
        desk.run(
          `curl -s -o /dev/null -w '%{http_code}\\n' https://example.org/docs/${word(i)}/${i}`,
          i >= 9 && i < 17 ? '404' : '200',
        ),
      );
    },
  ),
  noStall(
    'sixteen roles tried, none of which may read the table',
    {
      why: 'the refusal is what is to be shown, of another role each time',
      prompt: 'Show for every role that it cannot read the table secrets.',
    },
    (desk, story) => {
      story.repeat(16, (i) =>
        desk.run(
          `psql -U app_${word(i)} -d shop -c 'select 1 from secrets limit 1'`,
          'ERROR:  permission denied for table secrets',
          1,
        ),
      );
    },
  ),
  quiet(
    'ten instances killed, and each time the service stays up',
    {
      why: 'each is another instance; healthy is the hoped-for answer',
      prompt: 'Kill the pods one by one and see that the shop stays up.',
    },
    (desk, story) => {
      for (let i = 0; i < 10; i++) {
        story
          .step(
            desk.run(
              `kubectl delete pod shop-${hex(i, 5)} --wait=false`,
              `pod "shop-${hex(i, 5)}" deleted`,
            ),
          )
          .step(desk.run('curl -s https://shop.test/health', '{"status":"ok","db":"ok"}'));
      }
    },
  ),
  quiet(
    'a strict type check turned on for one module after the other',
    { why: 'the setting grows, and each run is of another module' },
    (desk, story) => {
      for (let i = 0; i < 10; i++) {
        story
          .step(
            desk.replace('/w/pyproject.toml', 'modules = [', `modules = [\n  "shop.${word(i)}",`),
          )
          .step(desk.run(`mypy -p shop.${word(i)}`, 'Success: no issues found in 4 source files'));
      }
    },
  ),
  quiet(
    'notes for later kept in a memory, thirteen in a row',
    {
      why: 'bookkeeping is neither work nor a stall',
      prompt: 'Remember what you learned about this repository.',
    },
    (desk, story) => {
      story.step(desk.read('/w/src/main.ts', source('main')));
      story.repeat(13, (i) =>
        desk.use(
          'memory',
          'add_observations',
          {
            entity: `module ${word(i)}`,
            content: `It owns the ${word(i + 5)} and is built by the ${word(i + 7)}.`,
          },
          'Stored.',
        ),
      );
      story.step(desk.read('/w/src/end.ts', source('end')));
    },
  ),
];
