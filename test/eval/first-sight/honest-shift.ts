/** Honest work of a long shift in many trades and languages: sweeps, waits, repetitions that were asked for and mending that gets on. Written by somebody who had not read the rules. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, noStall, pick, quiet, rounds, type Idea } from './idea.js';
import { finish, lookAround, rewrite, seconds, workAWhile, type Edits } from './openings.js';

/** Lines of a long file, as a reader of slices gets them. */
const slice = (name: string, first: number, count: number): string =>
  source(name, 1200)
    .split('\n')
    .slice(first - 1, first - 1 + count)
    .join('\n');

export const honestOfAShift: readonly Idea[] = [
  quiet(
    'eighteen packages vetted with one line each, three of which are mended on the way',
    { why: 'each is another package', prompt: 'Make go vet clean in every package, one by one.' },
    (desk, story) => {
      rounds(story, 18, (i) => {
        const bad = i === 4 || i === 9 || i === 15;
        return [
          desk.run(
            `go vet ./internal/${word(i)}/...`,
            bad
              ? `# acme/internal/${word(i)}\ninternal/${word(i)}/${word(i)}.go:${20 + i * 3}:2: fmt.Errorf format %d has arg id of wrong type string`
              : '',
            bad ? 1 : 0,
          ),
          ...(bad
            ? [
                desk.replace(
                  `/w/internal/${word(i)}/${word(i)}.go`,
                  `"${word(i)} %d"`,
                  `"${word(i)} %s"`,
                ),
                desk.run(`go vet ./internal/${word(i)}/...`, ''),
              ]
            : []),
        ];
      });
    },
  ),
  quiet(
    'a basket built test by test, each red once and green after one change',
    {
      why: 'the failing test has another name each time, and fewer are left',
      prompt:
        'Build Shop.Basket test-first; the test file is there, unskip one test after the other.',
    },
    (desk, story) => {
      const tests = [
        'starts empty',
        'adds an item',
        'adds the same item twice',
        'removes an item',
        'sums up prices',
        'takes a voucher',
        'refuses an expired voucher',
        'rounds half up',
      ] as const;
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/test/basket_test.exs',
          `@tag :skip\n  test "${pick(tests, i)}"`,
          `test "${pick(tests, i)}"`,
        ),
        desk.run(
          'mix test test/basket_test.exs',
          `  1) test ${pick(tests, i)} (Shop.BasketTest)\n     test/basket_test.exs:${9 + i * 8}\n     ** (UndefinedFunctionError) function Shop.Basket.${word(i)}/${1 + (i % 2)} is undefined or private\n\nFinished in 0.0${3 + (i % 4)} seconds\n8 tests, 1 failure, ${7 - i} skipped`,
          2,
        ),
        desk.replace(
          '/w/lib/shop/basket.ex',
          '  # next',
          `  def ${word(i)}(basket), do: basket\n\n  # next`,
        ),
        desk.run(
          'mix test test/basket_test.exs',
          `Finished in 0.0${2 + (i % 5)} seconds\n8 tests, 0 failures${i < 7 ? `, ${7 - i} skipped` : ''}`,
        ),
      ]);
    },
  ),
  quiet(
    'a bad plugin found by halves, with the same file changed to and fro',
    {
      why: 'half of the plugins are ruled out at each start',
      prompt: 'One of our 32 editor plugins makes the start slow. Find out which.',
    },
    (desk, story) => {
      const sets = [
        '1-32',
        '1-16',
        '1-8',
        '9-16',
        '9-12',
        '13-16',
        '13-14',
        '15-16',
        '15',
        '16',
      ] as const;
      const times = [4.81, 4.52, 0.61, 4.31, 0.58, 4.22, 0.52, 4.19, 0.49, 4.15] as const;
      rounds(story, 9, (i) => [
        desk.replace(
          '/w/nvim/lua/enabled.lua',
          `return range("${pick(sets, i)}")`,
          `return range("${pick(sets, i + 1)}")`,
        ),
        desk.run(
          'nvim --headless --startuptime /tmp/st.log +qa && tail -1 /tmp/st.log',
          `${(pick(times, i + 1) * 1000).toFixed(3)}  000.004: --- NVIM STARTED ---`,
        ),
      ]);
      story.step(
        desk.replace('/w/nvim/lua/enabled.lua', 'return range("16")', 'return except(16)'),
      );
      story.step(
        desk.run(
          'nvim --headless --startuptime /tmp/st.log +qa && tail -1 /tmp/st.log',
          '641.118  000.004: --- NVIM STARTED ---',
        ),
      );
    },
  ),
  noStall(
    'a long pipeline of forty minutes, which passes from stage to stage',
    {
      why: 'another stage is done with most looks',
      prompt: 'Push the branch, wait for the pipeline and merge when it is green.',
    },
    (desk, story) => {
      workAWhile(desk, story);
      story.step(desk.run('git push -q -o merge_request.create', 'View merge request !318'));
      const stages = [
        'lint',
        'compile',
        'unit',
        'contract',
        'image',
        'e2e',
        'scan',
        'deploy-review',
      ] as const;
      story.repeat(13, (i) =>
        desk.run(
          `sleep ${i % 2 === 0 ? 120 : 180}; glab ci status --branch feature/money`,
          i === 12
            ? stages.map((name) => `(success) ${name}`).join('\n')
            : stages
                .map((name, n) => {
                  const done = pick([0, 1, 2, 2, 3, 4, 4, 5, 5, 6, 7, 7], i);
                  return `(${n < done ? 'success' : n === done ? 'running' : 'created'}) ${name}`;
                })
                .join('\n'),
        ),
      );
      story.step(desk.run('glab mr merge 318 --yes', '✓ Merged'));
    },
  ),
  noStall(
    'a large model on its way, looked at until all of it is there',
    {
      why: 'the file grows with each look',
      prompt: 'Download the speech model and transcribe meeting.wav with it.',
    },
    (desk, story) => {
      story.step(
        desk.run('curl -sLo model.bin https://models.acme.test/speech-large.bin &', '[1] 5521'),
      );
      story.repeat(11, (i) =>
        desk.run(
          pick(['ls -l model.bin', 'sleep 45; ls -l model.bin'], i === 0 ? 0 : 1),
          `-rw-r--r-- 1 dev dev ${pick([18_874_368, 301_989_888, 588_251_136, 901_775_360, 1_204_813_824, 1_510_998_016, 1_790_000_128, 2_100_297_728, 2_410_676_224, 2_790_260_736, 3_095_033_483], i)} Nov 28 ${clock(i).slice(0, 5)} model.bin`,
        ),
      );
      story.step(desk.run('sha256sum -c model.sha256', 'model.bin: OK'));
      story.step(desk.run('./transcribe -m model.bin meeting.wav > meeting.txt', ''));
      story.step(desk.run('wc -w meeting.txt', '6120 meeting.txt'));
    },
  ),
  quiet(
    'twenty classes of Java given the same head, one edit each',
    {
      why: 'each is another file',
      prompt: 'Put the licence head on every class in com.acme.till.',
    },
    (desk, story) => {
      story.step(
        desk.run("grep -rL 'SPDX-License-Identifier' src/main/java/com/acme/till | wc -l", '20'),
      );
      story.repeat(20, (i) =>
        desk.replace(
          `/w/src/main/java/com/acme/till/${word(i)}.java`,
          'package com.acme.till;',
          '// SPDX-License-Identifier: Apache-2.0\npackage com.acme.till;',
        ),
      );
      story.step(
        desk.run("grep -rL 'SPDX-License-Identifier' src/main/java/com/acme/till | wc -l", '0'),
      );
      story.step(desk.run('mvn -q -B compile', ''));
    },
  ),
  quiet(
    'a file of twelve hundred lines paged to its end',
    {
      why: 'each page is another one',
      prompt: 'Explain to me what legacy_tax.c does, all of it.',
    },
    (desk, story) => {
      story.step(desk.run('wc -l src/legacy_tax.c', '1200 src/legacy_tax.c'));
      story.repeat(15, (i) =>
        desk.read('/w/src/legacy_tax.c', slice('legacy', 1 + i * 80, 80), [1 + i * 80, 80]),
      );
      story.step(
        desk.write(
          '/w/docs/legacy-tax.md',
          '# legacy_tax.c\n\nComputes VAT for three countries in four passes.',
        ),
      );
    },
  ),
  quiet(
    'twenty-six screens of Kotlin read for a review that changes nothing',
    {
      why: 'each is another file, and the person wants a review',
      prompt: 'Review the whole ui package for accessibility. Report only.',
    },
    (desk, story) => {
      story.step(desk.run('ls app/src/main/java/com/acme/ui | wc -l', '26'));
      story.repeat(26, (i) =>
        i % 8 === 7
          ? desk.search(
              pick(['contentDescription', 'semantics \\{', 'onClickLabel'], i >> 3),
              `app/src/main/java/com/acme/ui/${word(i)}Screen.kt:${30 + i}: Icon(contentDescription = null)`,
            )
          : desk.read(
              `/w/app/src/main/java/com/acme/ui/${word(i)}${i >= 20 ? 'Detail' : ''}Screen.kt`,
              source(`screen${i}`, 18 + (i % 9)),
            ),
      );
      story.step(
        desk.write(
          '/w/review.md',
          '# Accessibility\n\n- 9 icons without a description\n- 4 rows that cannot be reached',
        ),
      );
    },
  ),
  quiet(
    'nine failures of a suite in Rust, one real mending after the other',
    {
      why: 'one failure less after each change',
      prompt: 'cargo test has nine failures since the merge. Mend them.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'cargo test -q 2>&1 | tail -12',
          `failures:\n${Array.from({ length: 9 }, (_, n) => `    ${word(n)}::tests::keeps_order`).join('\n')}\n\ntest result: FAILED. 131 passed; 9 failed; 2 ignored; finished in ${seconds(0, 1)}s`,
          101,
        ),
      );
      rounds(story, 9, (i) => [
        desk.read(`/w/src/${word(i)}.rs`, source(`ord${i}`, 15)),
        desk.replace(
          `/w/src/${word(i)}.rs`,
          `${word(i)}.sort_unstable()`,
          `${word(i)}.sort_by_key(|x| x.at)`,
        ),
        desk.run(
          'cargo test -q 2>&1 | tail -12',
          i === 8
            ? `test result: ok. 140 passed; 0 failed; 2 ignored; finished in ${seconds(9, 1)}s`
            : `failures:\n${Array.from({ length: 8 - i }, (_, n) => `    ${word(n + i + 1)}::tests::keeps_order`).join('\n')}\n\ntest result: FAILED. ${132 + i} passed; ${8 - i} failed; 2 ignored; finished in ${seconds(i, 1)}s`,
          i === 8 ? 0 : 101,
        ),
      ]);
    },
  ),
  quiet(
    'an apply that is throttled twice and goes through at the third time',
    {
      why: 'two repeats, and the work goes on',
      prompt: 'Create the three queues and send a test message to each.',
    },
    (desk, story) => {
      lookAround(desk, story);
      story.step(
        desk.write(
          '/w/infra/queues.tf',
          'resource "aws_sqs_queue" "mail" {}\nresource "aws_sqs_queue" "sms" {}\nresource "aws_sqs_queue" "push" {}',
        ),
      );
      story.step(
        desk.run(
          'terraform plan -out=tfplan | tail -1',
          'Plan: 3 to add, 0 to change, 0 to destroy.',
        ),
      );
      story.repeat(3, (i) =>
        desk.run(
          i === 0
            ? 'terraform apply -auto-approve'
            : `sleep ${i * 30}; terraform apply -auto-approve`,
          i === 2
            ? 'Apply complete! Resources: 2 added, 0 changed, 0 destroyed.'
            : `│ Error: creating SQS Queue (${pick(['mail', 'sms'], i)}): RequestThrottled: Rate exceeded, RequestID: ${hex(i, 24)}`,
          i === 2 ? 0 : 1,
        ),
      );
      story.repeat(3, (i) =>
        desk.run(
          `aws sqs send-message --queue-url https://sqs.acme.test/${pick(['mail', 'sms', 'push'], i)} --message-body hi`,
          `{"MessageId": "${hex(i, 8)}-${hex(i + 5, 4)}-${hex(i + 8, 12)}"}`,
        ),
      );
      finish(desk, story);
    },
  ),
  noStall(
    'a measurement of Go taken ten times in a row, as the person wants ten',
    {
      why: 'ten numbers were asked for',
      prompt:
        'Run BenchmarkEncode ten separate times and give me mean and spread. Do not use -count.',
    },
    (desk, story) => {
      story.repeat(10, (i) =>
        desk.run(
          'go test ./codec -run xxx -bench BenchmarkEncode -benchmem',
          `goos: linux\ngoarch: amd64\npkg: acme/codec\nBenchmarkEncode-8   \t   ${41_200 + ((i * 311) % 900)}\t     ${28_400 + ((i * 173) % 700)} ns/op\t    4112 B/op\t      31 allocs/op\nPASS\nok  \tacme/codec\t${seconds(i, 1)}s`,
        ),
      );
      story.step(
        desk.write('/w/bench.md', 'BenchmarkEncode: mean 28 731 ns, standard deviation 202 ns.'),
      );
    },
  ),
  noStall(
    'a test in Java repeated until it fails, as the person wants to see it fail',
    {
      why: 'a repetition was asked for, and the fault shows itself in the end',
      prompt: 'LeaseTest is flaky. Repeat it until it fails, up to 30 times, then look into it.',
    },
    (desk, story) => {
      story.step(desk.read('/w/src/test/java/acme/LeaseTest.java', source('leasetest', 27)));
      story.repeat(17, (i) =>
        desk.run(
          './mvnw -q -o test -Dtest=LeaseTest',
          i === 16
            ? `[ERROR] LeaseTest.expires:58 expected: <EXPIRED> but was: <HELD>\n[ERROR] Tests run: 6, Failures: 1, Errors: 0, Skipped: 0`
            : `[INFO] Tests run: 6, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: ${seconds(i, 2)} s`,
          i === 16 ? 1 : 0,
        ),
      );
      story.step(desk.read('/w/src/main/java/acme/Lease.java', source('lease', 24)));
      story.step(
        desk.replace(
          '/w/src/main/java/acme/Lease.java',
          'System.currentTimeMillis()',
          'clock.millis()',
        ),
      );
      story.step(
        desk.run(
          './mvnw -q -o test -Dtest=LeaseTest',
          `[INFO] Tests run: 6, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: ${seconds(20, 2)} s`,
        ),
      );
    },
  ),
  quiet(
    'an adventure played through by keys, room after room',
    {
      why: 'each answer is another room or another thing',
      prompt: 'Play the text adventure in the terminal and tell me how it ends.',
    },
    (desk, story) => {
      const keys = [
        'look',
        'north',
        'take lamp',
        'north',
        'open door',
        'north',
        'north',
        'look',
        'east',
        'take key',
        'west',
        'unlock chest',
        'north',
        'read scroll',
        'north',
        'east',
        'light lamp',
        'north',
        'look',
        'north',
      ] as const;
      const said = [
        'You stand in a hall.',
        'A corridor. A lamp hangs here.',
        'Taken.',
        'A heavy door.',
        'It creaks open.',
        'A library full of dust.',
        'A round room with a chest.',
        'The chest is locked. Exits: east, north.',
        'A cell. A key lies on the floor.',
        'Taken.',
        'The round room.',
        'In the chest lies a scroll. You take it.',
        'A stair.',
        'It says: light where no light is.',
        'A landing.',
        'It is pitch dark.',
        'You see a bridge.',
        'You are on the bridge.',
        'Far below roars a river.',
        'The gate opens. You have won with 87 points.',
      ] as const;
      story.repeat(20, (i) =>
        desk.use(
          'terminal',
          'send_keys',
          { session: 'adv', keys: `${pick(keys, i)}\n` },
          `> ${pick(keys, i)}\n${pick(said, i)}`,
        ),
      );
    },
  ),
  quiet(
    'twelve hundred tickets labelled in batches of one hundred',
    {
      why: 'each batch is another one, and fewer are left',
      prompt: 'Label all 1 200 tickets in tickets.jsonl by topic, in batches of 100.',
    },
    (desk, story) => {
      rounds(story, 12, (i) => [
        desk.run(
          `python next_batch.py --size 100 --offset ${i * 100} | head -3`,
          `{"id": ${5000 + i * 100}, "text": "My ${word(i)} has not arrived"}\n{"id": ${5001 + i * 100}, "text": "The ${word(i + 3)} is broken"}\n{"id": ${5002 + i * 100}, "text": "Refund for ${word(i + 7)}?"}`,
        ),
        desk.write(
          `/w/labels/batch-${String(i + 1).padStart(2, '0')}.csv`,
          `id,topic\n${5000 + i * 100},delivery\n${5001 + i * 100},quality\n${5002 + i * 100},refund`,
        ),
        ...(i % 4 === 3
          ? [
              desk.run(
                'python check_labels.py',
                `labelled ${(i + 1) * 100} of 1200, 0 unknown topics`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'fourteen lists of texts for a phone translated, file by file',
    {
      why: 'each is another language',
      prompt: 'Translate strings.xml into the fourteen languages of the store.',
    },
    (desk, story) => {
      const languages = [
        'de',
        'fr',
        'es',
        'it',
        'nl',
        'pl',
        'pt',
        'sv',
        'da',
        'fi',
        'cs',
        'hu',
        'ro',
        'tr',
      ] as const;
      const pay = [
        'Zahlen',
        'Payer',
        'Pagar',
        'Paga',
        'Betalen',
        'Zapłać',
        'Pagar agora',
        'Betala',
        'Betal',
        'Maksa',
        'Zaplatit',
        'Fizetés',
        'Plătește',
        'Öde',
      ] as const;
      story.step(
        desk.read(
          '/w/app/src/main/res/values/strings.xml',
          '<resources>\n  <string name="pay">Pay</string>\n</resources>',
        ),
      );
      rounds(story, 14, (i) => [
        desk.write(
          `/w/app/src/main/res/values-${pick(languages, i)}/strings.xml`,
          `<resources>\n  <string name="pay">${pick(pay, i)}</string>\n</resources>`,
        ),
        ...(i % 5 === 4
          ? [desk.run('./gradlew -q lintDebug', `Lint found no issues in ${i + 2} locales`)]
          : []),
      ]);
      story.step(desk.run('./gradlew -q assembleDebug', ''));
    },
  ),
  quiet(
    'five regions rolled out with the same three lines',
    {
      why: 'each is another region',
      prompt: 'Deploy 2.14.0 to all five regions, one after the other, checking each.',
    },
    (desk, story) => {
      const regions = [
        'eu-west-1',
        'eu-central-1',
        'us-east-1',
        'us-west-2',
        'ap-south-1',
      ] as const;
      rounds(story, 5, (i) => [
        desk.run(
          `./deploy.sh --region ${pick(regions, i)} --version 2.14.0`,
          `uploading... done\nstack orders updated\ndeployed 2.14.0 in ${90 + i * 7}s`,
        ),
        desk.run(
          `curl -s https://${pick(regions, i)}.orders.acme.test/version`,
          '{"version":"2.14.0"}',
        ),
        desk.run(
          `./smoke.sh ${pick(regions, i)}`,
          `health ok\ncreate ok\ncancel ok\n3 of 3 checks passed in ${seconds(i, 2)}s`,
        ),
      ]);
      story.step(desk.run('git tag deployed-2.14.0 && git push -q --tags', ''));
    },
  ),
  noStall(
    'a batch watched once a minute, as the person asked to be told of its end',
    {
      why: 'the person asked for the looks, and the number grows',
      prompt: 'Look at the reindex every minute and tell me when it is done.',
    },
    (desk, story) => {
      const done = [12, 19, 19, 31, 38, 44, 52, 52, 61, 70, 78, 85, 91, 97, 100] as const;
      story.repeat(15, (i) =>
        desk.run(
          `${i === 0 ? '' : 'sleep 60; '}curl -s localhost:9200/_tasks/${hex(1, 6)}:88 | jq -r '.completed, .task.status.percent'`,
          `${i === 14 ? 'true' : 'false'}\n${pick(done, i)}`,
        ),
      );
    },
  ),
  quiet(
    'one pattern sought in the logs of sixteen days',
    {
      why: 'each is another day, and the days differ',
      prompt: 'On which days of November did the mail gateway refuse us, and how often?',
    },
    (desk, story) => {
      story.repeat(16, (i) =>
        desk.run(
          `zgrep -c 'status=bounced.*421' logs/mail-2026-11-${String(i + 1).padStart(2, '0')}.log.gz`,
          String(pick([0, 0, 3, 0, 0, 41, 388, 12, 0, 0, 0, 1, 0, 0, 7, 0], i)),
          pick([1, 1, 0, 1, 1, 0, 0, 0, 1, 1, 1, 0, 1, 1, 0, 1], i),
        ),
      );
      story.step(
        desk.run(
          "zgrep -o 'relay=[^,]*' logs/mail-2026-11-07.log.gz | sort | uniq -c",
          '    388 relay=mx2.partner.test[192.0.2.7]:25',
        ),
      );
      story.step(
        desk.write(
          '/w/report.md',
          'Refusals on 3, 6, 7, 8, 12 and 15 November; 388 on the 7th, all by mx2.',
        ),
      );
    },
  ),
  quiet(
    'eleven crates raised one by one, each with the whole suite and a commit',
    {
      why: 'each is another crate',
      prompt: 'Update the dependencies one at a time, with tests and a commit for each.',
    },
    (desk, story) => {
      const crates = [
        'serde',
        'tokio',
        'axum',
        'tracing',
        'sqlx',
        'clap',
        'uuid',
        'chrono',
        'reqwest',
        'thiserror',
        'tower',
      ] as const;
      rounds(story, 11, (i) => [
        desk.run(
          `cargo update -p ${pick(crates, i)}`,
          `    Updating index\n     Locking 1 package to latest compatible version\n    Updating ${pick(crates, i)} v1.${i}.0 -> v1.${i + 2}.1`,
        ),
        desk.run(
          'cargo test -q 2>&1 | tail -1',
          `test result: ok. 214 passed; 0 failed; finished in ${seconds(i, 6)}s`,
        ),
        desk.run(`git commit -qam "Update ${pick(crates, i)}"`, ''),
      ]);
    },
  ),
  quiet(
    'cops of Ruby satisfied one by one, with fewer complaints each time',
    {
      why: 'each is another cop and another file, and the sum falls',
      prompt: 'Empty .rubocop_todo.yml, cop by cop.',
    },
    (desk, story) => {
      const cops = [
        'Style/StringLiterals',
        'Layout/LineLength',
        'Metrics/MethodLength',
        'Naming/MethodName',
        'Lint/UselessAssignment',
        'Style/GuardClause',
        'Rails/OutputSafety',
        'Rails/FindEach',
      ] as const;
      const left = [61, 52, 40, 29, 21, 12, 5, 0] as const;
      rounds(story, 8, (i) => [
        desk.run(
          `bundle exec rubocop --only ${pick(cops, i)} | tail -2`,
          `app/models/${word(i)}.rb:${12 + i * 3}:5: C: ${pick(cops, i)}\n48 files inspected, ${2 + (i % 4)} offenses detected`,
          1,
        ),
        desk.replace(`/w/app/models/${word(i)}.rb`, `def ${word(i)}Value`, `def ${word(i)}_value`),
        desk.replace('/w/.rubocop_todo.yml', `${pick(cops, i)}:\n  Enabled: false\n`, ''),
        desk.run(
          'bundle exec rubocop --format offenses | tail -1',
          pick(left, i) === 0
            ? '0  Total in 0 files'
            : `${pick(left, i)}  Total in ${3 + (i % 5)} files`,
          pick(left, i) === 0 ? 0 : 1,
        ),
      ]);
    },
  ),
  quiet(
    'a table taken apart in ten small migrations, each applied at once',
    {
      why: 'each is another step',
      prompt: 'Split the table customers into customers and addresses in small steps.',
    },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.write(
          `/w/sql/V${31 + i}__${word(i)}.sql`,
          pick(
            [
              `alter table addresses add column ${word(i)} text;`,
              `update addresses a set ${word(i)} = c.${word(i)} from customers c where c.id = a.customer_id;`,
            ],
            i,
          ),
        ),
        desk.run(
          'flyway migrate',
          `Flyway Community Edition 10.20\nCurrent version of schema "public": ${30 + i}\nMigrating schema "public" to version "${31 + i} - ${word(i)}"\nSuccessfully applied 1 migration to schema "public", now at version v${31 + i} (execution time 00:0${seconds(i, 0)}s)`,
        ),
        ...(i % 3 === 2
          ? [
              desk.run(
                'dotnet test tests/Data --nologo -v q',
                `Passed!  - Failed:     0, Passed:    ${44 + i}, Skipped:     0, Total:    ${44 + i}, Duration: ${1 + (i % 3)} s`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'a large foreign repository explored with thirty different questions',
    {
      why: 'each look asks for something else, and the person wants to understand',
      prompt:
        'How does this compiler get from source to machine code? Walk through the code and explain it.',
    },
    (desk, story) => {
      const stages = [
        'lex',
        'parse',
        'resolve',
        'typeck',
        'mono',
        'lower',
        'opt',
        'regalloc',
        'emit',
        'link',
      ] as const;
      rounds(story, 10, (i) => [
        desk.run(`ls compiler/${pick(stages, i)}/src`, `lib.rs\n${word(i)}.rs\n${word(i + 4)}.rs`),
        desk.search(
          `pub fn ${pick(stages, i)}`,
          `compiler/${pick(stages, i)}/src/lib.rs:${20 + i * 6}: pub fn ${pick(stages, i)}_crate(cx: &Ctxt) -> Output {`,
        ),
        desk.read(`/w/compiler/${pick(stages, i)}/src/lib.rs`, source(`stage${i}`, 22 + i)),
      ]);
    },
  ),
  quiet(
    'a lost event followed with prints from one service of Go to the next',
    {
      why: 'each print shows a later place, until the lost one is found',
      prompt: 'Order 5512 never reaches billing. Find out where it gets lost.',
    },
    (desk, story) => {
      const places = [
        'http',
        'validate',
        'outbox',
        'relay',
        'broker',
        'consumer',
        'dedupe',
      ] as const;
      rounds(story, 7, (i) => [
        desk.replace(
          `/w/${pick(places, i)}/${pick(places, i)}.go`,
          'return nil',
          `log.Printf("DBG ${pick(places, i)} %+v", ev)\n\treturn nil`,
        ),
        desk.run(
          'go run ./cmd/replay -order 5512 2>&1 | grep DBG',
          places
            .slice(0, i === 6 ? 6 : i + 1)
            .map(
              (place, n) =>
                `2026/11/28 ${clock(i)} DBG ${place} {ID:5512 Seq:${n + 1} Key:${hex(n, 6)}}`,
            )
            .join('\n'),
        ),
      ]);
      story.step(desk.read('/w/dedupe/dedupe.go', source('dedupe', 20)));
      story.step(desk.replace('/w/dedupe/dedupe.go', 'seen[ev.Key[:4]]', 'seen[ev.Key]'));
      story.step(
        desk.run(
          'go run ./cmd/replay -order 5512 2>&1 | tail -1',
          'billing: invoice 90117 for order 5512',
        ),
      );
      story.step(
        desk.run(
          'git checkout http validate outbox relay broker consumer',
          'Updated 6 paths from the index',
        ),
      );
      story.step(desk.run('go test ./...', `ok  \tacme/dedupe\t0.${31}s`));
    },
  ),
  quiet(
    'a film squeezed with nine settings, each weighed and measured',
    {
      why: 'each setting gives another size',
      prompt: 'Find the crf for which the trailer is below 12 MB with VMAF above 92.',
    },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.run(
          `ffmpeg -y -loglevel error -i trailer.mov -c:v libx265 -crf ${20 + i} -preset medium out.mp4 && stat -c %s out.mp4`,
          String(31_400_112 - i * 2_611_031 + ((i * 977) % 4000)),
        ),
        desk.run(
          'ffmpeg -i out.mp4 -i trailer.mov -lavfi libvmaf -f null - 2>&1 | tail -1',
          `[Parsed_libvmaf_0 @ 0x${hex(i, 12)}] VMAF score: ${(97.8 - i * 0.61).toFixed(6)}`,
        ),
      ]);
      story.step(
        desk.write('/w/encode.sh', 'ffmpeg -i "$1" -c:v libx265 -crf 28 -preset medium "$2"'),
      );
    },
  ),
  noStall(
    'a decoder fuzzed in ten rounds on request, with more of it reached in each',
    {
      why: 'rounds were asked for, and what is reached grows',
      prompt: 'Fuzz the decoder in ten rounds of five minutes and tell me the coverage after each.',
    },
    (desk, story) => {
      story.repeat(10, (i) =>
        desk.run(
          'cargo fuzz run decode -- -max_total_time=300 2>&1 | tail -2',
          `#${1_204_117 * (i + 1)}\tDONE   cov: ${pick([812, 931, 988, 1012, 1044, 1051, 1051, 1077, 1080, 1080], i)} ft: ${3100 + i * 211} corp: ${410 + i * 37}/${91 + i * 6}Kb exec/s: ${4010 + ((i * 67) % 190)} rss: ${410 + i}Mb\nDone ${1_204_117 * (i + 1)} runs in 301 second(s)`,
        ),
      );
      story.step(desk.write('/w/fuzz/report.md', 'Ten rounds, no crash; coverage 812 to 1080.'));
    },
  ),
  quiet(
    'a list of ten points worked off, with the list told anew after each',
    {
      why: 'a point is done between two lists, and the list gets shorter',
      prompt: 'Work through the release check list in RELEASE.md.',
    },
    (desk, story) => {
      const points = [
        'Bump the version',
        'Write the change log',
        'Update the screenshots',
        'Check the licences',
        'Build for Linux',
        'Build for macOS',
        'Sign the archives',
        'Write the announcement',
        'Update the website',
        'Tag the release',
      ] as const;
      const work = [
        () => desk.replace('/w/package.json', '"version": "3.1.0"', '"version": "3.2.0"'),
        () =>
          desk.replace(
            '/w/CHANGELOG.md',
            '# Changes\n',
            '# Changes\n\n## 3.2.0\n\n- Export to PDF\n',
          ),
        () => desk.run('npm run screenshots', 'wrote 9 pictures'),
        () =>
          desk.run('npx license-checker --summary', '├─ MIT: 211\n├─ ISC: 31\n└─ Apache-2.0: 12'),
        () => desk.run('npm run package -- --linux', 'dist/app-3.2.0.AppImage'),
        () => desk.run('npm run package -- --mac', 'dist/app-3.2.0.dmg'),
        () => desk.run('./sign.sh dist/*', 'signed 2 files'),
        () => desk.write('/w/docs/announce-3.2.0.md', '# 3.2.0\n\nYou can export to PDF now.'),
        () => desk.replace('/w/site/index.html', '3.1.0', '3.2.0'),
        () => desk.run('git tag v3.2.0 && git push -q --tags', ''),
      ] as const;
      story.step(desk.todo(points));
      rounds(story, 10, (i) => [pick(work, i)(), desk.todo(points.slice(i + 1))]);
    },
  ),
  noStall(
    'a phone in the machine waited for while it boots, and then used',
    {
      why: 'a boot takes so long, and after it the tests run',
      prompt: 'Start the emulator and run the smoke tests.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'emulator -avd Pixel_8 -no-window -no-audio &',
          '[1] 9114\nINFO    | Boot started',
        ),
      );
      story.repeat(6, (i) =>
        desk.run(
          `${i === 0 ? '' : 'sleep 15; '}adb shell getprop sys.boot_completed`,
          i === 0 ? 'adb: device offline' : i === 5 ? '1' : '',
          i === 0 ? 1 : 0,
        ),
      );
      story.step(
        desk.run(
          'adb install -r app/build/outputs/apk/debug/app-debug.apk',
          'Performing Streamed Install\nSuccess',
        ),
      );
      rounds(story, 4, (i) => [
        desk.run(
          `adb shell am instrument -w -e class com.acme.smoke.${word(i)}Test com.acme.test/androidx.test.runner.AndroidJUnitRunner`,
          `com.acme.smoke.${word(i)}Test:..\n\nTime: ${seconds(i, 4)}\n\nOK (2 tests)`,
        ),
      ]);
    },
  ),
  quiet(
    'an image that lacks a library at each build, and another one each time',
    {
      why: 'each build gets further and lacks something else',
      prompt: 'Move the PDF service from Debian to Alpine.',
    },
    (desk, story) => {
      const lacks = [
        ['g++', 'make: g++: No such file or directory'],
        [
          'python3',
          'gyp ERR! find Python Python is not set from command line or npm configuration',
        ],
        ['cairo-dev', "Package 'cairo', required by 'virtual:world', not found"],
        ['pango-dev', "Package 'pangocairo', required by 'virtual:world', not found"],
        ['jpeg-dev', 'fatal error: jpeglib.h: No such file or directory'],
        ['giflib-dev', 'fatal error: gif_lib.h: No such file or directory'],
        ['fontconfig', 'Fontconfig error: Cannot load default config file: No such file: (null)'],
      ] as const;
      rounds(story, 7, (i) => {
        const [name, message] = pick<readonly [string, string]>(lacks, i);
        return [
          desk.run(
            'docker build -t pdf:alpine .',
            `#${7 + i} [${3 + (i >> 1)}/9] RUN npm ci\n#${7 + i} ${seconds(i, 5 + i * 3)} ${message}\n------\nERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1`,
            1,
          ),
          desk.replace('/w/Dockerfile', 'RUN apk add --no-cache', `RUN apk add --no-cache ${name}`),
        ];
      });
      story.step(desk.run('docker build -q -t pdf:alpine .', `sha256:${hex(9, 64)}`));
      story.step(
        desk.run('docker run --rm pdf:alpine node render.js sample.html | wc -c', '48213'),
      );
    },
  ),
  quiet(
    'a notebook gone through cell by cell, each with its own answer',
    {
      why: 'each is another cell',
      prompt: 'Run the churn notebook cell by cell and tell me where the numbers look odd.',
    },
    (desk, story) => {
      story.repeat(18, (i) =>
        desk.use(
          'notebook',
          'run_cell',
          { path: '/w/churn.ipynb', cell: i + 1 },
          i % 4 === 0
            ? `In [${i + 1}]\n(no output)`
            : `In [${i + 1}]\n${word(i)}    ${120 + i * 31}\n${word(i + 5)}    ${77 + i * 12}\ndtype: int64`,
        ),
      );
      story.step(
        desk.use(
          'notebook',
          'read_cell',
          { path: '/w/churn.ipynb', cell: 11 },
          "df['left'] = df.end < df.start",
        ),
      );
    },
  ),
  quiet(
    'a question taken to ten pages of the web, two of which are gone',
    {
      why: 'most pages bring something new, and an answer is written',
      prompt: 'Compare how the big payment services limit the rate of calls, with sources.',
    },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.use(
          'web',
          'search',
          { query: `${word(i)}pay api rate limit per second` },
          `1. Rate limits - ${word(i)}pay docs https://docs.${word(i)}pay.test/limits\n2. How ${word(i)}pay throttles https://blog.acme.test/${word(i)}`,
        ),
        desk.use(
          'web',
          'fetch',
          { url: `https://docs.${word(i)}pay.test/limits` },
          i % 3 === 2
            ? 'HTTP 404 Not Found'
            : `# Rate limits\n\n${word(i)}pay allows ${25 + i * 15} reads and ${10 + i * 5} writes a second and answers 429 above that.`,
          ...(i % 3 === 2 ? [{ failed: true }] : []),
        ),
        ...(i % 3 === 2
          ? [
              desk.use(
                'web',
                'fetch',
                { url: `https://blog.acme.test/${word(i)}` },
                `We measured ${40 + i * 9} calls a second before ${word(i)}pay said 429.`,
              ),
            ]
          : []),
      ]);
      story.step(
        desk.write(
          '/w/docs/limits.md',
          '# Limits of payment services\n\n| service | reads/s | writes/s |\n|---|---|---|\n| cachepay | 25 | 10 |',
        ),
      );
    },
  ),
  quiet(
    'a form of twelve pages, with the same button at the end of each',
    {
      why: 'each click leads to the next page',
      prompt: 'Fill in the supplier form on the staging site with the data in supplier.json.',
    },
    (desk, story) => {
      story.step(
        desk.run('cat supplier.json | head -3', '{\n  "name": "Acme Bolts",\n  "city": "Kiel",'),
      );
      story.step(
        desk.use(
          'browser',
          'navigate',
          { url: 'https://staging.acme.test/supplier/new' },
          'Step 1 of 12: cache',
        ),
      );
      rounds(story, 12, (i) => [
        desk.use('browser', 'fill', { selector: `#${word(i)}`, value: `Acme ${word(i)}` }, 'ok'),
        desk.use(
          'browser',
          'click',
          { selector: 'button:has-text("Next")' },
          i === 11
            ? 'Thank you. Supplier 3308 was created.'
            : `Step ${i + 2} of 12: ${word(i + 1)}`,
        ),
      ]);
    },
  ),
  quiet(
    'twenty-two rows put into a sheet, one call each with the same answer',
    {
      why: 'each is another row',
      prompt: 'Enter the receipts in receipts/ into the expenses sheet.',
    },
    (desk, story) => {
      story.step(desk.run('ls receipts | wc -l', '22'));
      story.repeat(22, (i) =>
        desk.use(
          'sheets',
          'append_row',
          {
            sheet: 'expenses',
            values: [
              `2026-11-${String(i + 1).padStart(2, '0')}`,
              `${word(i)} shop`,
              `${12 + i * 3}.90`,
            ],
          },
          '{"updatedRows":1}',
        ),
      );
      story.step(
        desk.use('sheets', 'read', { sheet: 'expenses', range: 'C24' }, '{"values":[["976.80"]]}'),
      );
    },
  ),
  noStall(
    'four helpers waited for, which come home one after the other',
    {
      why: 'the helpers work meanwhile, and each look finds them further',
      prompt: 'Have four helpers document one package each, wait for all and join the texts.',
    },
    (desk, story) => {
      story.repeat(4, (i) =>
        desk.use(
          'agents',
          'start',
          { kind: 'writer', prompt: `Document packages/${word(i)}.` },
          `started helper ${hex(i, 6)}`,
        ),
      );
      story.repeat(9, (i) =>
        desk.use(
          'agents',
          'status',
          { wait: 60 },
          Array.from({ length: 4 }, (_, n) => {
            const end = pick([3, 5, 6, 8], n);
            return `${hex(n, 6)} ${i >= end ? 'finished' : 'running'} ${i >= end ? end * 4 : 2 + i * 4 + n} calls`;
          }).join('\n'),
        ),
      );
      story.repeat(4, (i) =>
        desk.read(`/w/packages/${word(i)}/README.md`, `# ${word(i)}\n\nKeeps a ${word(i + 6)}.`),
      );
      story.step(desk.write('/w/docs/packages.md', '# Packages\n\ncache, index, parser, queue'));
    },
  ),
  quiet(
    'thirteen commits picked onto the branch of an old release, two with conflicts',
    {
      why: 'each is another commit',
      prompt: 'Bring the listed security fixes to release/2.x.',
    },
    (desk, story) => {
      story.step(desk.run('git switch release/2.x', "Switched to branch 'release/2.x'"));
      rounds(story, 13, (i) => {
        const clash = i === 4 || i === 10;
        return [
          desk.run(
            `git cherry-pick -x ${hex(i, 9)}`,
            clash
              ? `Auto-merging src/${word(i)}.php\nCONFLICT (content): Merge conflict in src/${word(i)}.php\nerror: could not apply ${hex(i, 9)}... Escape ${word(i)}`
              : `[release/2.x ${hex(i + 40, 9)}] Escape ${word(i)}\n 1 file changed, ${2 + (i % 4)} insertions(+), 1 deletion(-)`,
            clash ? 1 : 0,
          ),
          ...(clash
            ? [
                desk.read(
                  `/w/src/${word(i)}.php`,
                  `<<<<<<< HEAD\necho $${word(i)};\n=======\necho e($${word(i)});\n>>>>>>> ${hex(i, 9)}`,
                ),
                desk.write(`/w/src/${word(i)}.php`, `<?php\necho e($${word(i)});\n`),
                desk.run(
                  `git add src/${word(i)}.php && git cherry-pick --continue --no-edit`,
                  `[release/2.x ${hex(i + 40, 9)}] Escape ${word(i)}`,
                ),
              ]
            : []),
        ];
      });
      story.step(
        desk.run(
          'vendor/bin/phpunit',
          `OK (318 tests, 902 assertions)\nTime: 00:${12}.201, Memory: 44.00 MB`,
        ),
      );
    },
  ),
  quiet(
    'twelve questions put to a database, two of which are mistyped first',
    {
      why: 'each is another question, and the mistakes are mended at once',
      prompt: 'Tell me what you find about returns in the database; be curious.',
    },
    (desk, story) => {
      const columns = [
        'reason',
        'country',
        'channel',
        'weekday',
        'category',
        'carrier',
        'age_group',
        'voucher',
        'size',
        'colour',
        'supplier',
        'warehouse',
      ] as const;
      rounds(story, 12, (i) => [
        ...(i % 5 === 2
          ? [
              desk.use(
                'postgres',
                'query',
                { query: `select ${pick(columns, i)}s, count(*) from returns group by 1` },
                `ERROR: column "${pick(columns, i)}s" does not exist\nHINT: Perhaps you meant to reference the column "returns.${pick(columns, i)}".`,
                { failed: true },
              ),
            ]
          : []),
        desk.use(
          'postgres',
          'query',
          {
            query: `select ${pick(columns, i)}, count(*) from returns group by 1 order by 2 desc limit 3`,
          },
          `${word(i)} | ${910 + i * 71}\n${word(i + 2)} | ${512 + i * 33}\n${word(i + 9)} | ${88 + i * 5}\n(3 rows)`,
        ),
      ]);
    },
  ),
  quiet(
    'one style sheet changed twelve times, until the picture fits the draft',
    {
      why: 'fewer pixels differ',
      prompt: 'Make the price card match design/card.png to the pixel.',
    },
    (desk, story) => {
      const left = [
        18_412, 12_903, 12_114, 9_871, 9_990, 6_402, 4_118, 3_007, 1_954, 811, 290, 0,
      ] as const;
      rounds(story, 12, (i) => [
        desk.replace(
          '/w/src/card.css',
          `${pick(['padding', 'margin-top', 'line-height', 'border-radius', 'font-size', 'gap'], i)}: ${4 + i}px`,
          `${pick(['padding', 'margin-top', 'line-height', 'border-radius', 'font-size', 'gap'], i)}: ${6 + i * 2}px`,
        ),
        desk.run(
          'node tools/shot.mjs card && npx pixelmatch shots/card.png design/card.png diff.png 0.1',
          `matched in: ${seconds(i, 31)}ms\ndifferent pixels: ${pick(left, i)}\nerror: ${(pick(left, i) / 5120).toFixed(2)}%`,
          pick(left, i) === 0 ? 0 : 66,
        ),
      ]);
    },
  ),
  quiet(
    'a leak hunted with the same heavy test, which takes less memory after each find',
    {
      why: 'another holder is found each time, and the number falls',
      prompt: 'The worker grows to 2 GB within an hour. Find the leaks.',
    },
    (desk, story) => {
      const megabytes = [1984, 1410, 1388, 902, 611, 340, 212] as const;
      story.step(
        desk.run(
          'node --expose-gc tools/soak.js --minutes 5',
          'rss after 5 min: 1984 MB\ntop retainer: Map in cache.js (612 MB)',
        ),
      );
      rounds(story, 6, (i) => [
        desk.read(`/w/worker/${word(i)}.js`, source(`leak${i}`, 19)),
        desk.replace(
          `/w/worker/${word(i)}.js`,
          `const ${word(i)} = new Map()`,
          `const ${word(i)} = new LRU({ max: 500 })`,
        ),
        desk.run(
          'node --expose-gc tools/soak.js --minutes 5',
          `rss after 5 min: ${pick(megabytes, i + 1)} MB\ntop retainer: ${i === 5 ? 'none above 10 MB' : `Map in ${word(i + 1)}.js (${pick(megabytes, i + 1) >> 1} MB)`}`,
        ),
      ]);
    },
  ),
  quiet(
    'sixty errors of types worked down to none, with more of them once in between',
    {
      why: 'the sum falls over the whole way, though not at each step',
      prompt: 'Switch on strictNullChecks and mend what that breaks.',
    },
    (desk, story) => {
      const left = [57, 51, 44, 62, 48, 33, 33, 21, 14, 8, 3, 0] as const;
      story.step(
        desk.replace('/w/tsconfig.json', '"strictNullChecks": false', '"strictNullChecks": true'),
      );
      story.step(desk.run('npx tsc --noEmit | tail -1', 'Found 60 errors in 19 files.', 2));
      rounds(story, 12, (i) => [
        ...(i % 3 === 1 ? [desk.read(`/w/src/model/${word(i)}.ts`, source(`model${i}`, 17))] : []),
        desk.replace(
          `/w/src/model/${word(i)}.ts`,
          `${word(i)}: string;`,
          `${word(i)}: string | null;`,
        ),
        desk.run(
          'npx tsc --noEmit | tail -2',
          pick(left, i) === 0
            ? ''
            : `src/model/${word(i + 1)}.ts(${14 + i * 5},7): error TS18047: '${word(i + 1)}' is possibly 'null'.\nFound ${pick(left, i)} errors in ${2 + (pick(left, i) >> 2)} files.`,
          pick(left, i) === 0 ? 0 : 2,
        ),
      ]);
      finish(desk, story);
    },
  ),
  quiet(
    'ten mutants set by hand, each seen to be caught and taken back, as asked',
    {
      why: 'each is another mutant, and red is what is hoped for',
      prompt: 'Check by hand that the discount tests catch mistakes: ten mutants, one at a time.',
    },
    (desk, story) => {
      const mutants = [
        ['total >= 100', 'total > 100'],
        ['rate * total', 'rate + total'],
        ['items.Count == 0', 'items.Count != 0'],
        ['return 0m', 'return 1m'],
        ['Math.Min(', 'Math.Max('],
        ['0.05m', '0.06m'],
        ['&& active', '|| active'],
        ['end < now', 'end <= now'],
        ['- discount', '+ discount'],
        ['Round(x, 2)', 'Round(x, 1)'],
      ] as const;
      rounds(story, 10, (i) => {
        const [from, to] = pick<readonly [string, string]>(mutants, i);
        const alive = i === 5;
        return [
          desk.replace('/w/src/Pricing/Discount.cs', from, to),
          desk.run(
            'dotnet test tests/Pricing --nologo -v q',
            alive
              ? 'Passed!  - Failed:     0, Passed:    24, Skipped:     0, Total:    24, Duration: 214 ms'
              : `  Failed Discount_${word(i)} [${3 + i} ms]\nFailed!  - Failed:     ${1 + (i % 3)}, Passed:    ${23 - (i % 3)}, Skipped:     0, Total:    24, Duration: ${201 + i * 7} ms`,
            alive ? 0 : 1,
          ),
          desk.replace('/w/src/Pricing/Discount.cs', to, from),
        ];
      });
      story.step(
        desk.write(
          '/w/mutants.md',
          'Nine of ten are caught. Nobody notices 0.06 in place of 0.05.',
        ),
      );
    },
  ),
  quiet(
    'six repairs taken away and put back, to show that each test fails without its own',
    {
      why: 'the person asked for the proof, and each is another repair',
      prompt: 'For each of the six fixes show me that its test fails without it.',
    },
    (desk, story) => {
      rounds(story, 6, (i) => [
        desk.run(`git revert --no-commit ${hex(i, 7)}`, ''),
        desk.run(
          `bundle exec rspec spec/${word(i)}_spec.rb`,
          `F${'.'.repeat(3 + i)}\n\nFailures:\n\n  1) ${word(i)} keeps the ${word(i + 4)}\n     Failure/Error: expect(${word(i)}.size).to eq ${2 + i}\n\n${4 + i} examples, 1 failure`,
          1,
        ),
        desk.run('git revert --abort', ''),
        desk.run(
          `bundle exec rspec spec/${word(i)}_spec.rb`,
          `${'.'.repeat(4 + i)}\n\n${4 + i} examples, 0 failures`,
        ),
      ]);
    },
  ),
  quiet(
    'twenty-four addresses of a service called, all of which say the same',
    {
      why: 'each is another address',
      prompt: 'Smoke-test every endpoint in routes.txt on staging.',
    },
    (desk, story) => {
      story.step(desk.run('wc -l < routes.txt', '24'));
      story.repeat(24, (i) =>
        desk.run(
          `curl -s -o /dev/null -w '%{http_code}' https://staging.acme.test/api/${word(i)}${i >= 20 ? '/list' : ''}`,
          '200',
        ),
      );
      story.step(desk.write('/w/smoke.md', 'All 24 endpoints answer 200.'));
    },
  ),
  quiet(
    'seventeen files moved into new folders, none of which says a word',
    {
      why: 'each is another file',
      prompt: 'Move the specs next to the code they test.',
    },
    (desk, story) => {
      story.step(desk.run('ls spec | wc -l', '17'));
      story.repeat(17, (i) =>
        desk.run(`git mv spec/${word(i)}.spec.ts src/${word(i)}/${word(i)}.spec.ts`, ''),
      );
      story.step(
        desk.run(
          'npx vitest run 2>&1 | tail -2',
          `      Tests  141 passed (141)\n   Duration  ${seconds(4, 5)}s`,
        ),
      );
      story.step(desk.run('git commit -qm "Put specs beside their code"', ''));
    },
  ),
  quiet(
    'a right that is missing, looked into, found after two refusals, and all that follows',
    {
      why: 'the second look names the group, and the work goes on',
      prompt: 'Read the temperature of the four racks over the serial line and plot it.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'python racks.py --port /dev/ttyACM0',
          "PermissionError: [Errno 13] Permission denied: '/dev/ttyACM0'",
          1,
        ),
      );
      story.step(
        desk.run(
          'ls -l /dev/ttyACM0; id -nG',
          'crw-rw---- 1 root dialout 166, 0 Nov 28 09:00 /dev/ttyACM0\ndev docker',
        ),
      );
      story.step(
        desk.run(
          'sg dialout -c "python racks.py --port /dev/ttyACM0"',
          'Password: \nsg: failed to crypt password',
          1,
        ),
      );
      story.step(
        desk.run(
          'ls -l /dev/serial/by-id; getfacl -p /dev/ttyACM1 | tail -3',
          'usb-acme_rack -> ../../ttyACM1\nuser:dev:rw-\ngroup::rw-\nother::---',
        ),
      );
      story.repeat(4, (i) =>
        desk.run(
          `python racks.py --port /dev/ttyACM1 --rack ${i + 1} --csv data/rack${i + 1}.csv`,
          `rack ${i + 1}: 120 samples, ${(21.4 + i * 1.7).toFixed(1)} C mean`,
        ),
      );
      story.step(
        desk.write('/w/plot.py', 'import matplotlib.pyplot as plt\n# one line per rack\n'),
      );
      story.step(desk.run('python plot.py', 'wrote racks.png'));
      story.step(
        desk.replace('/w/plot.py', '# one line per rack', 'plt.ylabel("°C")\n# one line per rack'),
      );
      story.step(desk.run('python plot.py', 'wrote racks.png'));
    },
  ),
  quiet(
    'one complaint of the compiler at each build, in another file each time',
    {
      why: 'the compiler stops at the first fault, and the fault is always a later one',
      prompt: 'Make the engine compile as C++23.',
    },
    (desk, story) => {
      rounds(story, 12, (i) => [
        desk.run(
          'ninja -C build 2>&1 | tail -4',
          `[${14 + i * 21}/274] Building CXX object src/${word(i)}.cpp.o\nFAILED: src/${word(i)}.cpp.o\n../src/${word(i)}.cpp:${31 + i * 9}:${5 + (i % 7)}: error: ${pick(["'u8string' cannot be converted to 'const char *'", "no member named 'result_of' in namespace 'std'", "'auto_ptr' was removed", 'use of deleted operator=='], i)}\nninja: build stopped: subcommand failed.`,
          1,
        ),
        desk.replace(`/w/src/${word(i)}.cpp`, `std::${word(i)}_old(`, `std::${word(i)}_new(`),
      ]);
      story.step(
        desk.run('ninja -C build 2>&1 | tail -1', '[274/274] Linking CXX executable engine'),
      );
    },
  ),
  noStall(
    'a training watched through its epochs, with an error that falls',
    {
      why: 'another epoch is done with each look',
      prompt: 'Start the training, keep an eye on it, and stop it if the loss explodes.',
    },
    (desk, story) => {
      story.step(
        desk.run('nohup python train.py --config base.yaml > train.log 2>&1 &', '[1] 40118'),
      );
      story.repeat(14, (i) =>
        desk.run(
          `sleep ${i % 3 === 0 ? 120 : 180}; tail -n 1 train.log`,
          `epoch ${2 + i * 2}/30 loss ${(1.92 * 0.88 ** i).toFixed(4)} val ${(1.98 * 0.89 ** i).toFixed(4)} lr 3.0e-04 ${seconds(i, 71)}s`,
        ),
      );
      story.step(desk.run('python evaluate.py checkpoints/last.pt', 'accuracy 0.914'));
    },
  ),
  quiet(
    'nineteen pages fetched from a shop that slows us down twice',
    {
      why: 'each is another page, and the two refusals are waited for',
      prompt: 'Fetch all orders of 2025 through the API, page by page, into data/.',
    },
    (desk, story) => {
      rounds(story, 19, (i) => {
        const line = `./fetch.sh --page ${i + 1} --out data/page-${i + 1}.json`;
        return [
          ...(i === 7 || i === 14
            ? [
                desk.run(line, `HTTP 429 Too Many Requests\nretry-after: ${20 + i}`, 22),
                desk.run(
                  `sleep ${20 + i}; ${line}`,
                  `page ${i + 1}: 100 orders, next cursor ${hex(i, 10)}`,
                ),
              ]
            : [
                desk.run(
                  line,
                  i === 18
                    ? 'page 19: 37 orders, no next cursor'
                    : `page ${i + 1}: 100 orders, next cursor ${hex(i, 10)}`,
                ),
              ]),
        ];
      });
      story.step(desk.run("cat data/page-*.json | jq -s 'map(length) | add'", '1837'));
    },
  ),
  quiet(
    'a client of Swift moved to async, file by file, each compiled on its own',
    {
      why: 'each is another file, and the tests stay green',
      prompt: 'Replace completion handlers by async in the API client, a file at a time.',
    },
    (desk, story) => {
      const edits: Edits = [
        [
          '/w/Sources/API/Orders.swift',
          'completion: @escaping (Result<[Order], Error>) -> Void)',
          ') async throws -> [Order]',
        ],
        [
          '/w/Sources/API/Carts.swift',
          'completion: @escaping (Result<Cart, Error>) -> Void)',
          ') async throws -> Cart',
        ],
        [
          '/w/Sources/API/Users.swift',
          'completion: @escaping (Result<User, Error>) -> Void)',
          ') async throws -> User',
        ],
        [
          '/w/Sources/API/Images.swift',
          'completion: @escaping (Data?) -> Void)',
          ') async throws -> Data',
        ],
        [
          '/w/Sources/API/Search.swift',
          'completion: @escaping ([Hit]) -> Void)',
          ') async throws -> [Hit]',
        ],
        [
          '/w/Sources/API/Tokens.swift',
          'completion: @escaping (String?) -> Void)',
          ') async throws -> String',
        ],
        [
          '/w/Sources/API/Stores.swift',
          'completion: @escaping ([Store]) -> Void)',
          ') async throws -> [Store]',
        ],
      ];
      rounds(story, 7, (i) => [
        desk.read(pick(edits, i)[0], source(`api${i}`, 20)),
        desk.replace(...pick(edits, i)),
        desk.run(
          'swift build 2>&1 | tail -1',
          i === 3
            ? "/w/Sources/API/Images.swift:21:16: error: missing return in instance method expected to return 'Data'"
            : `Build complete! (${seconds(i, 4)}s)`,
          i === 3 ? 1 : 0,
        ),
        ...(i === 3
          ? [
              desk.replace(
                '/w/Sources/API/Images.swift',
                'session.data(from: url)',
                'return try await session.data(from: url).0',
              ),
              desk.run('swift build 2>&1 | tail -1', 'Build complete! (3.91s)'),
            ]
          : []),
        desk.run(
          'swift test 2>&1 | tail -1',
          `Executed 88 tests, with 0 failures (0 unexpected) in ${seconds(i, 2)} seconds`,
        ),
      ]);
    },
  ),
  quiet(
    'six backups restored one after the other for a drill, with the same check each',
    {
      why: 'each is another backup',
      prompt: 'Drill: restore the last six nightly backups into scratch and verify each.',
    },
    (desk, story) => {
      rounds(story, 6, (i) => [
        desk.run('dropdb --if-exists scratch && createdb scratch', ''),
        desk.run(`pg_restore -d scratch /backup/shop-2026-11-${22 + i}.dump`, ''),
        desk.run('./verify.sh scratch', `tables ok\nrows ok\nforeign keys ok`),
        desk.run(
          'psql scratch -Atc "select max(created_at)::date from orders"',
          `2026-11-${21 + i}`,
        ),
      ]);
      story.step(desk.write('/w/drill.md', 'Six of six backups restore.'));
    },
  ),
  quiet(
    'a cache made larger step by step, with the rate of hits after each',
    {
      why: 'the rate rises until it does not, and the best one is kept',
      prompt: 'Find a good cache size for the image proxy.',
    },
    (desk, story) => {
      const sizes = [
        'size: 64MB',
        'size: 128MB',
        'size: 256MB',
        'size: 512MB',
        'size: 1GB',
        'size: 2GB',
        'size: 1GB',
      ] as const;
      rounds(story, 6, (i) => [
        rewrite(desk, '/w/config/proxy.yaml', sizes, i),
        desk.run(
          'docker compose restart proxy',
          ` Container w-proxy-1  Started  ${seconds(i, 1)}s`,
        ),
        desk.run(
          './load.sh --replay day.log | tail -1',
          `hit rate ${pick(['0.412', '0.561', '0.688', '0.792', '0.795', '0.792'], i)}, p95 ${pick([212, 171, 120, 84, 83, 85], i)} ms`,
        ),
      ]);
    },
  ),
];
