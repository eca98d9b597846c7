/** Honest work of the people who run things: exports, books, releases, waits that end, and long days. Before any rule was tried on it, 134 of 144 were left alone. */
import { source, word } from '../../unit/cases/cases.js';
import { hex, noStall, pick, quiet, rounds, type Idea } from './idea.js';
import { finish, lookAround, seconds, workAWhile, type Edits } from './openings.js';

export const honestInOperation: readonly Idea[] = [
  quiet(
    'an export fetched portion by portion, each of which says only how much it was',
    { why: 'each portion begins where the last one ended' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.run(
          `curl -s "https://pay.example.test/v1/charges?limit=100${i === 0 ? '' : `&starting_after=ch_${hex(i, 14)}`}" -u $KEY: | jq -c '.data[]' | tee -a charges.jsonl | wc -l`,
          i === 11 ? '37' : '100',
        ),
      );
      story.step(desk.run('wc -l charges.jsonl', '1137 charges.jsonl'));
    },
  ),
  quiet(
    'a large program read file by file, and its structure written down',
    { why: 'each file is another one', prompt: 'Write docs/ARCHITECTURE.md.' },
    (desk, story) => {
      lookAround(desk, story);
      rounds(story, 18, (i) => [
        desk.read(
          `/w/src/${word(i)}/${pick(['index', 'service', 'store'], i)}.ts`,
          source(`arch${i}`, 30),
        ),
        ...(i % 9 === 8
          ? [
              desk.write(
                '/w/docs/ARCHITECTURE.md',
                `# Structure\n\n${Array.from({ length: i + 1 }, (_, n) => `- \`${word(n)}\`: part ${n + 1}`).join('\n')}\n`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'a long function taken apart, with the same green tests after each of nine cuts',
    { why: 'each cut is another one, and green is what is wanted' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.replace(
          '/w/src/billing/run.py',
          `    # ${word(i)}\n    rows = [r for r in rows if r.${word(i)}]`,
          `    rows = self._keep_${word(i)}(rows)`,
        ),
        desk.run(
          'pytest -q tests/billing',
          `..............................................                           [100%]\n46 passed in ${seconds(i)}s`,
        ),
        ...(i % 3 === 2
          ? [
              desk.run(
                `git commit -qam "Take ${word(i - 2)}, ${word(i - 1)} and ${word(i)} out of run" && git log --oneline -1`,
                `${hex(i, 7)} Take ${word(i - 2)}, ${word(i - 1)} and ${word(i)} out of run`,
              ),
            ]
          : []),
      ]);
    },
  ),
  noStall(
    'a lock of the package manager that is held three times, and free then',
    { why: 'another process is done in between' },
    (desk, story) => {
      story.step(
        desk.run(
          'ssh web3.test "lsb_release -ds; nginx -v"',
          'Ubuntu 24.04.1 LTS\nbash: line 1: nginx: command not found',
          127,
        ),
      );
      story.step(desk.run('ssh web3.test "sudo apt-get update -qq"', ''));
      story.repeat(3, (i) =>
        desk.run(
          `${i === 0 ? '' : `sleep ${30 * i}; `}ssh web3.test "sudo apt-get install -y nginx"`,
          `E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 2214 (unattended-upgr)\nN: Be aware that removing the lock file is not a solution and may break your system.\nE: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process using it?`,
          100,
        ),
      );
      story.step(
        desk.run(
          'sleep 120; ssh web3.test "sudo apt-get install -y nginx"',
          'Setting up nginx (1.24.0-2ubuntu7.1) ...\nProcessing triggers for ufw (0.36.2-6) ...',
        ),
      );
      story.step(
        desk.run(
          'scp deploy/shop.conf web3.test:/tmp/ && ssh web3.test "sudo install -m644 /tmp/shop.conf /etc/nginx/conf.d/ && sudo nginx -t && sudo systemctl reload nginx"',
          'nginx: the configuration file /etc/nginx/nginx.conf syntax is ok\nnginx: configuration file /etc/nginx/nginx.conf test is successful',
        ),
      );
      story.step(desk.run('curl -sI http://web3.test | head -1', 'HTTP/1.1 200 OK'));
      story.step(
        desk.run('ssh web3.test "sudo ufw allow \'Nginx Full\'"', 'Rule added\nRule added (v6)'),
      );
    },
  ),
  quiet(
    'sheets of a large table read one by one for what they hold',
    { why: 'each sheet is another one', prompt: 'What is in budget.xlsx?' },
    (desk, story) => {
      story.repeat(11, (i) =>
        desk.use(
          'excel',
          'read_sheet',
          { file: '/w/budget.xlsx', sheet: `${word(i)} ${2016 + i}`, range: 'A1:D4' },
          i % 4 === 3
            ? '[["","","",""],["","","",""],["","","",""],["","","",""]]'
            : `[["Item","Plan","Actual","Note"],["${word(i + 2)}",${1200 + i * 310},${1180 + i * 305},""],["${word(i + 5)}",${90 + i * 7},0,"open"],["Sum",${1290 + i * 317},${1180 + i * 305},""]]`,
        ),
      );
      story.step(desk.write('/w/docs/budget.md', `# Sheets\n\n${source('budget', 12)}`));
    },
  ),
  quiet(
    'new pictures of a test accepted one by one after a look at each',
    {
      why: 'each picture is another one',
      prompt: 'The new error format is right; accept what fits it.',
    },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.run(
          `diff -u tests/snapshots/parse__${word(i)}.snap tests/snapshots/parse__${word(i)}.snap.new`,
          `--- tests/snapshots/parse__${word(i)}.snap\n+++ tests/snapshots/parse__${word(i)}.snap.new\n@@ -4 +4 @@\n-error at ${3 + i}: unexpected ${word(i + 1)}\n+error[E00${10 + i}]: unexpected ${word(i + 1)} at line ${3 + i}`,
          1,
        ),
        desk.run(
          `cargo insta accept --snapshot tests/snapshots/parse__${word(i)}.snap`,
          `insta review finished\naccepted:\n  tests/snapshots/parse__${word(i)}.snap`,
        ),
      ]);
      story.step(
        desk.run(
          'cargo test --test parse 2>&1 | tail -1',
          `test result: ok. 24 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in ${seconds(2, 0)}s`,
        ),
      );
    },
  ),
  quiet(
    'fourteen bills entered into the books, each with its file',
    { why: 'each bill is another one', prompt: 'Enter the bills in inbox/.' },
    (desk, story) => {
      rounds(story, 14, (i) => [
        desk.run(
          `pdftotext inbox/${2200 + i}.pdf - | grep -E "Total|Date"`,
          `Date: ${String(1 + ((i * 3) % 28)).padStart(2, '0')}.10.2026\nTotal: ${(84 + i * 31.5).toFixed(2)} EUR`,
        ),
        desk.use(
          'books',
          'create_bill',
          {
            vendor: `${word(i)} GmbH`,
            amount: (84 + i * 31.5).toFixed(2),
            file: `inbox/${2200 + i}.pdf`,
          },
          `{"id":"bill_${hex(i, 10)}","status":"draft"}`,
        ),
      ]);
    },
  ),
  quiet(
    'tests of a page run in three browsers, part by part, and all pass',
    {
      why: 'each run is of another part in another browser',
      prompt: 'Does all of it pass in all browsers?',
    },
    (desk, story) => {
      const parts = ['account', 'basket', 'checkout', 'search', 'admin'] as const;
      story.repeat(15, (i) =>
        desk.run(
          `npx playwright test ${pick(parts, Math.floor(i / 3))} --project=${pick(['chromium', 'firefox', 'webkit'], i)} --reporter=dot`,
          `Running ${8 + Math.floor(i / 3)} tests using 4 workers\n${'·'.repeat(8 + Math.floor(i / 3))}\n\n  ${8 + Math.floor(i / 3)} passed (${seconds(i, 6)}s)`,
        ),
      );
    },
  ),
  quiet(
    'races found by a sanitizer, one after the other, until it finds none',
    { why: 'each race is another one' },
    (desk, story) => {
      const spots = ['Cache::get', 'Pool::grow', 'Stats::add', 'Log::rotate'] as const;
      rounds(story, 4, (i) => [
        desk.run(
          './build-tsan/relay_test 2>&1 | grep -A2 WARNING | head -3',
          `WARNING: ThreadSanitizer: data race (pid=${41_002 + i * 311})\n  Write of size 8 at 0x7b${hex(i, 10)} by thread T${3 + i}:\n    #0 ${pick(spots, i)}() /w/src/${word(i)}.cpp:${44 + i * 17}`,
        ),
        desk.read(`/w/src/${word(i)}.cpp`, source(`race${i}`, 16), [36 + i * 17, 16]),
        desk.replace(
          `/w/src/${word(i)}.cpp`,
          `void ${pick(spots, i)}() {`,
          `void ${pick(spots, i)}() {\n  std::scoped_lock lock(mutex_);`,
        ),
        desk.run('cmake --build build-tsan -j8 2>&1 | tail -1', '[100%] Built target relay_test'),
      ]);
      story.step(desk.run('./build-tsan/relay_test 2>&1 | tail -1', '[  PASSED  ] 61 tests.'));
    },
  ),
  quiet(
    'the origin of a line followed back through seven moves',
    {
      why: 'each step goes one change further back',
      prompt: 'Who first wrote this condition, and why?',
    },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(
          `git blame -s -L ${88 - i * 9},+1 ${i === 0 ? 'HEAD' : `${hex(i, 8)}^`} -- src/${pick(['http/list.ts', 'http/list.ts', 'api/list.ts', 'list.js'], Math.floor(i / 2))}`,
          `${hex(i + 1, 8)} ${88 - i * 9}) ${i < 4 ? '  if (limit > 100 && !isAdmin) {' : '  if (limit > 100) {'}`,
        ),
        desk.run(
          `git show -s --format='%an %as %s' ${hex(i + 1, 8)}`,
          `${pick(['Kim', 'Sam', 'Lee', 'Ana'], i)} 20${25 - i}-0${1 + i}-1${i} ${pick(['Format with prettier', 'Move to http/', 'Rename admin', 'Allow admins more', 'Move to TypeScript', 'Indent by two', 'Limit pages: the export took the site down'], i)}`,
        ),
      ]);
    },
  ),
  noStall(
    'a name that is not known yet, asked for now and then between other work',
    {
      why: 'it takes a while, and the time is used',
      prompt: 'Move us to the new name and tidy the settings.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'doctl compute domain records create shop.test --record-type A --record-name new --record-data 203.0.113.9',
          `ID          Type  Name  Data\n41220118    A     new   203.0.113.9`,
        ),
      );
      rounds(story, 7, (i) => [
        desk.run('dig +short new.shop.test @9.9.9.9', i < 6 ? '' : '203.0.113.9'),
        ...(i < 6
          ? [
              desk.replace(
                `/w/deploy/${word(i)}.yaml`,
                `host: ${word(i)}.old.test`,
                `host: ${word(i)}.new.shop.test`,
              ),
            ]
          : []),
      ]);
      story.step(desk.run('curl -sI https://new.shop.test | head -1', 'HTTP/2 200'));
    },
  ),
  quiet(
    'four candidates of a release, each with another fault found on the way',
    { why: 'each candidate goes further than the one before', prompt: 'Bring out 3.0.' },
    (desk, story) => {
      workAWhile(desk, story);
      const faults: Edits = [
        ['/w/src/migrate.ts', 'await db.exec(sql)', 'await db.transaction(() => db.exec(sql))'],
        ['/w/package.json', '"files": ["dist"]', '"files": ["dist", "migrations"]'],
        ['/w/src/cli.ts', 'process.exit()', 'process.exitCode = 1'],
      ];
      rounds(story, 4, (i) => [
        desk.run(
          `npm version 3.0.0-rc.${i + 1} -m "%s" && git push -q --follow-tags`,
          `v3.0.0-rc.${i + 1}`,
        ),
        desk.run(
          `npm pack --silent && ./scripts/smoke.sh shop-3.0.0-rc.${i + 1}.tgz`,
          `shop-3.0.0-rc.${i + 1}.tgz\n${pick(['install ok\nmigrate: FAILED half of the tables', 'install ok\nmigrate: FAILED no such folder migrations', 'install ok\nmigrate ok\ncli: FAILED exit code 0 on an error', 'install ok\nmigrate ok\ncli ok\nall smoke tests pass'], i)}`,
          i < 3 ? 1 : 0,
        ),
        ...(i < 3
          ? [
              desk.replace(...pick(faults, i)),
              desk.run(
                `git commit -qam "Mend what rc.${i + 1} showed" && git log --oneline -1 --format=%h\\ %ar`,
                `${hex(i + 8, 7)} ${2 + i} seconds ago`,
              ),
            ]
          : []),
      ]);
      finish(desk, story);
    },
  ),
];
