/** Honest workdays in everyday projects: builds, upgrades, rebases, hunts and measurements that look alike from outside. Written by somebody who had not read the rules. */
import { clock, hex, pick, quiet, rounds, type Idea } from './idea.js';
import { seconds } from './openings.js';

/** At least one. */
type Some<T> = readonly [T, ...T[]];

export const honestWorkdays: readonly Idea[] = [
  quiet(
    'a Next.js build that stops at the first type error, mended page by page',
    {
      why: 'each build gets to another page, and at last through',
      prompt: 'Upgrade to Next 15: params are promises now. Make the build pass.',
    },
    (desk, story) => {
      const pages = [
        'app/blog/[slug]/page.tsx',
        'app/shop/[id]/page.tsx',
        'app/shop/[id]/reviews/page.tsx',
        'app/users/[name]/page.tsx',
        'app/users/[name]/layout.tsx',
        'app/api/orders/[id]/route.ts',
        'app/api/users/[name]/route.ts',
        'app/docs/[...path]/page.tsx',
      ] as const;
      const failed = (page: string, i: number): string =>
        `   ▲ Next.js 15.0.3\n\n   Creating an optimized production build ...\n ✓ Compiled successfully\n   Linting and checking validity of types ...\nFailed to compile.\n\n${page}\nType error: Type '{ params: { ${i % 2 === 0 ? 'slug' : 'id'}: string; }; }' does not satisfy the constraint 'PageProps'.\n  Types of property 'params' are incompatible.\n    Type is missing the following properties from type 'Promise<any>': then, catch, finally, [Symbol.toStringTag]`;
      story.step(desk.run('npm run build', failed(pages[0], 0), 1));
      rounds(story, 8, (i) => [
        desk.read(
          `/w/${pick(pages, i)}`,
          `export default async function Page({ params }: { params: { key${i}: string } }) {\n  const item = await load${i}(params.key${i});\n  return <View${i} item={item} />;\n}`,
        ),
        desk.replace(
          `/w/${pick(pages, i)}`,
          `{ params }: { params: { key${i}: string } }) {\n  const item = await load${i}(params.key${i});`,
          `{ params }: { params: Promise<{ key${i}: string }> }) {\n  const { key${i} } = await params;\n  const item = await load${i}(key${i});`,
        ),
        i < 7
          ? desk.run('npm run build', failed(pick(pages, i + 1), i + 1), 1)
          : desk.run(
              'npm run build',
              '   ▲ Next.js 15.0.3\n\n ✓ Compiled successfully\n ✓ Linting and checking validity of types\n ✓ Collecting page data\n ✓ Generating static pages (34/34)\n ✓ Finalizing page optimization',
            ),
      ]);
    },
  ),
  quiet(
    'a Django model made by tests first, one red and one green run after the other in the same two files',
    {
      why: 'each red run is of a test that is new, and each green one counts one more',
      prompt: 'Build the Coupon model test-first, one rule at a time.',
    },
    (desk, story) => {
      const rules: Some<readonly [string, string, string]> = [
        ['test_code_is_upper_case', "'spring' != 'SPRING'", 'self.code = self.code.upper()'],
        [
          'test_expired_is_refused',
          'ValidationError not raised',
          'if self.until < now(): raise ValidationError("expired")',
        ],
        [
          'test_percent_at_most_100',
          'ValidationError not raised',
          'if self.percent > 100: raise ValidationError("percent")',
        ],
        ['test_counts_uses', '0 != 1', 'self.uses = F("uses") + 1'],
        [
          'test_refuses_when_used_up',
          'ValidationError not raised',
          'if self.uses >= self.limit: raise ValidationError("used up")',
        ],
        [
          'test_fixed_amount_not_below_zero',
          "Decimal('-3.00') != Decimal('0')",
          'return max(total - self.amount, Decimal(0))',
        ],
        [
          'test_only_for_category',
          'False is not true',
          'return item.category_id in self.category_ids',
        ],
      ];
      rounds(story, 7, (i) => {
        const [test, because, code] = pick(rules, i);
        const previous = i === 0 ? '# more rules' : pick(rules, i - 1)[2];
        return [
          desk.replace(
            '/w/shop/tests/test_coupon.py',
            '    # next test',
            `    def ${test}(self):\n        self.check("${test.slice(5)}")\n\n    # next test`,
          ),
          desk.run(
            'python manage.py test shop.tests.test_coupon',
            `Found ${i + 1} test(s).\nCreating test database for alias 'default'...\nSystem check identified no issues (0 silenced).\n${'.'.repeat(i)}F\n======================================================================\nFAIL: ${test} (shop.tests.test_coupon.CouponTests)\n----------------------------------------------------------------------\nAssertionError: ${because}\n\n----------------------------------------------------------------------\nRan ${i + 1} test${i === 0 ? '' : 's'} in 0.0${31 + i * 4}s\n\nFAILED (failures=1)`,
            1,
          ),
          desk.replace('/w/shop/models/coupon.py', previous, `${previous}\n        ${code}`),
          desk.run(
            'python manage.py test shop.tests.test_coupon',
            `Found ${i + 1} test(s).\nCreating test database for alias 'default'...\nSystem check identified no issues (0 silenced).\n${'.'.repeat(i + 1)}\n----------------------------------------------------------------------\nRan ${i + 1} test${i === 0 ? '' : 's'} in 0.0${29 + i * 3}s\n\nOK`,
          ),
        ];
      });
    },
  ),
  quiet(
    'a Rails application brought to Zeitwerk, one misnamed file after the other',
    {
      why: 'each check names another file',
      prompt: 'Get bin/rails zeitwerk:check green.',
    },
    (desk, story) => {
      const files: Some<readonly [string, string, string]> = [
        ['app/services/api_client.rb', 'app/services/API_client.rb', 'ApiClient'],
        ['app/models/concerns/soft_delete.rb', 'app/models/concerns/softdelete.rb', 'SoftDelete'],
        ['app/jobs/import_csv_job.rb', 'app/jobs/csv_import_job.rb', 'ImportCsvJob'],
        ['app/lib/pdf/writer.rb', 'app/lib/pdf_writer.rb', 'Pdf::Writer'],
        ['app/lib/pdf/page.rb', 'app/lib/pdf_page.rb', 'Pdf::Page'],
        ['app/policies/order_policy.rb', 'app/policies/orders_policy.rb', 'OrderPolicy'],
        ['app/queries/open_orders.rb', 'app/queries/orders_open.rb', 'OpenOrders'],
        ['app/mailers/invoice_mailer.rb', 'app/mailers/invoices_mailer.rb', 'InvoiceMailer'],
      ];
      rounds(story, 8, (i) => {
        const [to, from, name] = pick(files, i);
        return [
          desk.run(
            'bin/rails zeitwerk:check',
            `Hold on, I am eager loading the application.\nrails aborted!\nZeitwerk::NameError: expected file ${from} to define constant ${name.replace('::', '')}s, but didn't\n/w/vendor/bundle/ruby/3.2.0/gems/zeitwerk-2.6.18/lib/zeitwerk/loader/callbacks.rb:32:in 'on_file_autoloaded'\nTasks: TOP => zeitwerk:check\n(See full trace by running task with --trace)`,
            1,
          ),
          desk.run(`git mv ${from} ${to}`, ''),
        ];
      });
      story.step(
        desk.run(
          'bin/rails zeitwerk:check',
          'Hold on, I am eager loading the application.\nAll is good!',
        ),
      );
      story.step(desk.run('bin/rspec --format progress', '412 examples, 0 failures, 3 pending'));
    },
  ),
  quiet(
    'a Spring context that will not start for ever another missing bean',
    {
      why: 'the same test fails with the same count, but each time for another bean, and at last it passes',
      prompt:
        'The slice test of the billing module must load its context without the whole application.',
    },
    (desk, story) => {
      const beans: Some<readonly [string, string]> = [
        ['InvoiceRepository', 'InvoiceService'],
        ['TaxRates', 'InvoiceService'],
        ['Clock', 'TaxRates'],
        ['MailGateway', 'InvoiceMailer'],
        ['TemplateEngine', 'InvoiceMailer'],
        ['CustomerClient', 'InvoiceController'],
        ['MeterRegistry', 'CustomerClient'],
      ];
      const file = '/w/billing/src/test/java/com/acme/billing/BillingSliceTest.java';
      rounds(story, 7, (i) => {
        const [missing, wanting] = pick(beans, i);
        return [
          desk.run(
            './mvnw -q -pl billing test -Dtest=BillingSliceTest',
            `[ERROR] Tests run: 1, Failures: 0, Errors: 1, Skipped: 0, Time elapsed: ${seconds(i, 3)} s <<< FAILURE! -- in com.acme.billing.BillingSliceTest\n[ERROR] com.acme.billing.BillingSliceTest.contextLoads -- Time elapsed: 0.004 s <<< ERROR!\njava.lang.IllegalStateException: Failed to load ApplicationContext\nCaused by: org.springframework.beans.factory.UnsatisfiedDependencyException: Error creating bean with name '${wanting}'\nCaused by: org.springframework.beans.factory.NoSuchBeanDefinitionException: No qualifying bean of type 'com.acme.billing.${missing}' available\n[ERROR] BUILD FAILURE`,
            1,
          ),
          desk.search(
            `class ${missing}|interface ${missing}`,
            `billing/src/main/java/com/acme/billing/${missing}.java:${9 + i * 3}:public interface ${missing} {`,
          ),
          desk.replace(
            file,
            '  // more beans',
            `  @MockitoBean ${missing} ${missing.charAt(0).toLowerCase()}${missing.slice(1)};\n  // more beans`,
          ),
        ];
      });
      story.step(desk.run('./mvnw -q -pl billing test -Dtest=BillingSliceTest', ''));
      story.step(
        desk.run(
          './mvnw -pl billing test 2>&1 | tail -4',
          '[INFO] Tests run: 88, Failures: 0, Errors: 0, Skipped: 1\n[INFO] BUILD SUCCESS\n[INFO] Total time:  21.406 s',
        ),
      );
    },
  ),
  quiet(
    'a lost message in a Go queue followed by prints that are put ever deeper',
    {
      why: 'the test fails alike, but each print shows one thing more about where the message is lost',
      prompt: 'TestDrain loses one message. Find out why.',
    },
    (desk, story) => {
      const prints: Some<readonly [string, string, string]> = [
        ['queue/drain.go', 'entering drain', 'DBG entering drain: pending=8 closed=false'],
        ['queue/drain.go', 'after loop', 'DBG after loop: handled=7 pending=0'],
        [
          'queue/worker.go',
          'worker got',
          'DBG worker got 1\nDBG worker got 2\nDBG worker got 3\nDBG worker got 4\nDBG worker got 6\nDBG worker got 7\nDBG worker got 8',
        ],
        [
          'queue/push.go',
          'pushed',
          'DBG pushed 4 at=head\nDBG pushed 5 at=tail\nDBG pushed 6 at=tail',
        ],
        ['queue/ring.go', 'slot', 'DBG slot write 5 -> 4 (cap 4)\nDBG slot write 6 -> 4 (cap 4)'],
        ['queue/ring.go', 'grow', 'DBG grow 4 -> 8 copies 3 of 4'],
      ];
      story.step(
        desk.run(
          'go test ./queue -run TestDrain -count=1',
          '--- FAIL: TestDrain (0.02s)\n    drain_test.go:41: handled 7 messages, want 8\nFAIL\nFAIL\tacme.dev/mail/queue\t0.214s\nFAIL',
          1,
        ),
      );
      rounds(story, 6, (i) => {
        const [file, label] = pick(prints, i);
        const shown = prints
          .slice(0, i + 1)
          .map(([, , lines]) => lines)
          .join('\n');
        return [
          desk.read(
            `/w/${file}`,
            `package queue\n\n// part ${i}\nfunc (q *Queue) step${i}() {\n\tq.mu.Lock()\n\tdefer q.mu.Unlock()\n\t// here ${label}\n}`,
          ),
          desk.replace(
            `/w/${file}`,
            `\t// here ${label}`,
            `\tfmt.Println("DBG ${label}", q.state${i})\n\t// here ${label}`,
          ),
          desk.run(
            'go test ./queue -run TestDrain -count=1',
            `${shown}\n--- FAIL: TestDrain (0.02s)\n    drain_test.go:41: handled 7 messages, want 8\nFAIL\nFAIL\tacme.dev/mail/queue\t0.2${17 + i}s\nFAIL`,
            1,
          ),
        ];
      });
      story.step(
        desk.replace(
          '/w/queue/ring.go',
          'copy(next, r.slots[:r.head])',
          'copy(next, r.slots[r.head:])\n\tcopy(next[len(r.slots)-r.head:], r.slots[:r.head])',
        ),
      );
      story.step(
        desk.run(
          'go test ./queue -run TestDrain -count=1',
          'DBG grow 4 -> 8 copies 4 of 4\nok  \tacme.dev/mail/queue\t0.209s',
        ),
      );
      story.step(desk.run("sed -i '/DBG/d' queue/*.go && gofmt -l queue", ''));
      story.step(
        desk.run(
          'go test ./...',
          'ok  \tacme.dev/mail/queue\t0.198s\nok  \tacme.dev/mail/smtp\t0.402s',
        ),
      );
    },
  ),
  quiet(
    'a Rust module made generic by many small edits of one file, with the count of errors falling',
    {
      why: 'the count falls with each check, though twice by nothing but one',
      prompt: 'Make Store generic over its backend.',
    },
    (desk, story) => {
      const counts = [19, 18, 15, 14, 11, 12, 9, 6, 4, 3, 1] as const;
      const codes = [
        'E0107',
        'E0308',
        'E0277',
        'E0107',
        'E0282',
        'E0599',
        'E0277',
        'E0308',
        'E0277',
        'E0310',
        'E0282',
      ] as const;
      rounds(story, 11, (i) => [
        desk.replace(
          '/w/src/store.rs',
          `fn part_${i}(store: &Store)`,
          `fn part_${i}<B: Backend>(store: &Store<B>)`,
        ),
        desk.run(
          'cargo check 2>&1 | tail -12',
          `error[${pick(codes, i)}]: ${i % 2 === 0 ? 'missing generics for struct `Store`' : 'mismatched types'}\n   --> src/store.rs:${40 + i * 17}:${9 + (i % 5)}\n    |\n${40 + i * 17} |     let part = part_${i + 1}(&store);\n    |         ^^^^ expected 1 generic argument\n\nSome errors have detailed explanations: E0107, E0308.\nerror: could not compile \`acme-store\` (lib) due to ${pick(counts, i)} previous error${pick(counts, i) === 1 ? '' : 's'}; 2 warnings emitted`,
          101,
        ),
      ]);
      story.step(
        desk.replace(
          '/w/src/store.rs',
          'let backend = Default::default();',
          'let backend = B::default();',
        ),
      );
      story.step(
        desk.run(
          'cargo check 2>&1 | tail -12',
          'warning: `acme-store` (lib) generated 2 warnings\n    Finished `dev` profile [unoptimized + debuginfo] target(s) in 1.84s',
        ),
      );
      story.step(
        desk.run(
          'cargo test',
          'running 44 tests\ntest result: ok. 44 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.31s',
        ),
      );
    },
  ),
  quiet(
    'findings of a linter mended one by one in one old file, with a new one now and then',
    {
      why: 'each run leaves fewer findings, but for two that come of a repair',
      prompt: 'Clean up src/legacy/cart.js so that eslint passes. No disable comments.',
    },
    (desk, story) => {
      const left = [13, 12, 11, 11, 10, 8, 7, 8, 6, 5, 4, 2, 1] as const;
      const found: Some<readonly [string, string]> = [
        ["'discount' is assigned a value but never used", 'no-unused-vars'],
        ["Expected '===' and instead saw '=='", 'eqeqeq'],
        ['Unexpected var, use let or const instead', 'no-var'],
        ["'total' is never reassigned. Use 'const' instead", 'prefer-const'],
        ['Expected a default case', 'default-case'],
        ["'i' is already declared in the upper scope", 'no-shadow'],
        ['Unexpected console statement', 'no-console'],
      ];
      rounds(story, 13, (i) => {
        const [text, rule] = pick(found, i);
        const line = 311 - i * 19;
        return [
          desk.run(
            'npx eslint src/legacy/cart.js',
            `\n/w/src/legacy/cart.js\n  ${line}:${3 + (i % 9)}  error  ${text}  ${rule}\n  ${line - 40 < 1 ? 7 : line - 40}:5  error  ${pick(found, i + 1)[0]}  ${pick(found, i + 1)[1]}\n\n✖ ${pick(left, i)} problem${pick(left, i) === 1 ? '' : 's'} (${pick(left, i)} error${pick(left, i) === 1 ? '' : 's'}, 0 warnings)`,
            1,
          ),
          desk.replace(
            '/w/src/legacy/cart.js',
            `  var line${line} = cart[${i}]`,
            `  const line${line} = cart.at(${i})`,
          ),
        ];
      });
      story.step(desk.run('npx eslint src/legacy/cart.js', ''));
      story.step(
        desk.run('npx jest cart', 'Tests:       37 passed, 37 total\nTime:        2.114 s'),
      );
    },
  ),
  quiet(
    'a rebase of eleven commits that each conflict in the same file',
    {
      why: 'another commit is applied each time, and the count says so',
      prompt: 'Rebase this branch onto main and resolve the conflicts.',
    },
    (desk, story) => {
      const subjects = [
        'Add the order type',
        'Add paging to orders',
        'Rename total to amount',
        'Add the refund type',
        'Filter orders by state',
        'Add the shipment type',
        'Deprecate Order.sum',
        'Add a cursor',
        'Make amount non-null',
      ] as const;
      const conflict = (i: number): string =>
        `Auto-merging src/schema.graphql\nCONFLICT (content): Merge conflict in src/schema.graphql\nerror: could not apply ${hex(i + 5, 7)}... ${pick(subjects, i)}\nhint: Resolve all conflicts manually, mark them as resolved with\nhint: "git add/rm <conflicted_files>", then run "git rebase --continue".\nCould not apply ${hex(i + 5, 7)}... ${pick(subjects, i)}`;
      story.step(desk.run('git rebase main', `Rebasing (1/9)\n${conflict(0)}`, 1));
      rounds(story, 9, (i) => [
        desk.run(
          'git diff --diff-filter=U',
          `diff --cc src/schema.graphql\n@@@ -${12 + i * 6},7 -${12 + i * 6},8 +${12 + i * 6},14 @@@\n++<<<<<<< HEAD\n +  amount${i}: Money!\n++=======\n+   total${i}: Int\n++>>>>>>> ${hex(i + 5, 7)} (${pick(subjects, i)})`,
        ),
        desk.replace(
          '/w/src/schema.graphql',
          `<<<<<<< HEAD\n  amount${i}: Money!\n=======\n  total${i}: Int\n>>>>>>> ${hex(i + 5, 7)} (${pick(subjects, i)})`,
          `  amount${i}: Money!`,
        ),
        i < 8
          ? desk.run(
              'git add src/schema.graphql && GIT_EDITOR=true git rebase --continue',
              `[detached HEAD ${hex(i + 40, 7)}] ${pick(subjects, i)}\n 1 file changed, ${3 + i} insertions(+), 1 deletion(-)\nRebasing (${i + 2}/9)\n${conflict(i + 1)}`,
              1,
            )
          : desk.run(
              'git add src/schema.graphql && GIT_EDITOR=true git rebase --continue',
              `[detached HEAD ${hex(48, 7)}] ${pick(subjects, 8)}\n 1 file changed, 2 insertions(+)\nSuccessfully rebased and updated refs/heads/orders.`,
            ),
      ]);
      story.step(desk.run('npm run codegen && npm test', 'Tests:       141 passed, 141 total'));
    },
  ),
  quiet(
    'a bisection by hand with a build and one test at each commit',
    {
      why: 'the revisions left are halved with each mark',
      prompt: 'Since which commit does the export drop the last row? Bisect between v3.1 and v3.4.',
    },
    (desk, story) => {
      const bad = [true, false, true, true, false, true, false, true] as const;
      const left = [182, 91, 45, 22, 11, 5, 2, 0] as const;
      story.step(
        desk.run(
          'git bisect start v3.4.0 v3.1.0',
          `Bisecting: 365 revisions left to test after this (roughly 9 steps)\n[${hex(1, 40)}] Bump the lock file`,
        ),
      );
      rounds(story, 8, (i) => [
        desk.run(
          'make -s build',
          `go build -o bin/export ./cmd/export\nbuilt bin/export ${hex(i + 1, 7)}`,
        ),
        pick(bad, i)
          ? desk.run('./bin/export testdata/ten.db | wc -l', '9')
          : desk.run('./bin/export testdata/ten.db | wc -l', '10'),
        desk.run(
          `git bisect ${pick(bad, i) ? 'bad' : 'good'}`,
          i < 7
            ? `Bisecting: ${pick(left, i)} revisions left to test after this (roughly ${8 - i} steps)\n[${hex(i + 2, 40)}] ${pick(['Stream rows', 'Update deps', 'Tidy the writer', 'Docs', 'Batch the flush', 'Fix a typo', 'Rename a flag'], i)}`
            : `${hex(8, 40)} is the first bad commit\ncommit ${hex(8, 40)}\n\n    Flush in batches of nine\n\n cmd/export/writer.go | 14 +++++++-------`,
        ),
      ]);
      story.step(desk.run('git bisect reset', "Switched to branch 'main'"));
      story.step(
        desk.run(
          `git show ${hex(8, 40)} -- cmd/export/writer.go`,
          '-\tw.Flush()\n+\tif w.n%9 == 0 {\n+\t\tw.Flush()\n+\t}',
        ),
      );
    },
  ),
  quiet(
    'a test that fails now and then, run many times under other seeds until one seed shows it always',
    {
      why: 'the share of failures narrows down what it depends on, and falls to none with the repair',
      prompt:
        'checkout.spec.ts fails now and then on CI. Find the cause and prove that it is gone.',
    },
    (desk, story) => {
      const tries: Some<readonly [string, number, number]> = [
        ['npx vitest run checkout --repeats=50', 3, 50],
        ['npx vitest run checkout --repeats=200', 11, 200],
        ['npx vitest run checkout --repeats=50 --no-isolate', 2, 50],
        ['npx vitest run checkout --repeats=50 --sequence.shuffle', 19, 50],
        ['npx vitest run checkout --repeats=50 --sequence.shuffle --sequence.seed=11', 0, 50],
        ['npx vitest run checkout --repeats=50 --sequence.shuffle --sequence.seed=12', 50, 50],
        ['npx vitest run checkout -t "adds a coupon" --repeats=50 --sequence.seed=12', 0, 50],
        ['npx vitest run checkout -t "coupon|basket" --repeats=50 --sequence.seed=12', 50, 50],
      ];
      rounds(story, 8, (i) => {
        const [command, failed, of] = pick(tries, i);
        return [
          failed === 0
            ? desk.run(
                command,
                ` ✓ test/checkout.spec.ts (${of} tests) ${812 + i * 31}ms\n\n Test Files  1 passed (1)\n      Tests  ${of} passed (${of})\n   Start at  ${clock(i)}\n   Duration  ${seconds(i, 2)}s`,
              )
            : desk.run(
                command,
                ` FAIL  test/checkout.spec.ts > adds a coupon\nAssertionError: expected 2 to be 1 // Object.is equality\n ❯ test/checkout.spec.ts:58:31\n\n Test Files  1 failed (1)\n      Tests  ${failed} failed | ${of - failed} passed (${of})\n   Start at  ${clock(i)}\n   Duration  ${seconds(i, 2)}s`,
                1,
              ),
        ];
      });
      story.step(
        desk.read(
          '/w/test/checkout.spec.ts',
          'const basket = createBasket();\n\ntest("fills the basket", () => {\n  basket.add(tea);\n});\n\ntest("adds a coupon", () => {\n  basket.add(coupon);\n  expect(basket.size).toBe(1);\n});',
        ),
      );
      story.step(
        desk.replace(
          '/w/test/checkout.spec.ts',
          'const basket = createBasket();',
          'let basket: Basket;\nbeforeEach(() => {\n  basket = createBasket();\n});',
        ),
      );
      rounds(story, 3, (i) => [
        desk.run(
          pick(
            [
              'npx vitest run checkout --repeats=50 --sequence.seed=12',
              'npx vitest run checkout --repeats=200 --sequence.shuffle',
              'npx vitest run',
            ],
            i,
          ),
          ` Test Files  ${i < 2 ? 1 : 48} passed (${i < 2 ? 1 : 48})\n      Tests  ${pick([50, 200, 611], i)} passed (${pick([50, 200, 611], i)})\n   Duration  ${seconds(i + 9, 2)}s`,
        ),
      ]);
    },
  ),
  quiet(
    'a hot Go function tuned by the same benchmark, one idea after the other, two of them taken back',
    {
      why: 'each idea is another one and is kept or dropped by its number; the time falls to a fifth',
      prompt: 'Encode takes too long. Make it at least four times as fast and show the numbers.',
    },
    (desk, story) => {
      const ideas: Some<readonly [string, number, number, boolean]> = [
        ['buf.Grow(len(in) * 2)', 41_880, 212, true],
        ['pool.Get().(*bytes.Buffer)', 36_204, 118, true],
        ['strconv.AppendInt(dst, n, 10)', 24_911, 61, true],
        ['unsafe.String(&b[0], len(b))', 25_102, 60, false],
        ['var table [256]byte', 17_466, 60, true],
        ['for len(in) >= 8 {', 11_730, 60, true],
        ['//go:noinline', 13_020, 60, false],
        ['dst = append(dst, table[c])', 8_944, 2, true],
      ];
      const bench = (ns: number, allocs: number, i: number): string =>
        `goos: linux\ngoarch: amd64\npkg: acme.dev/codec\ncpu: AMD EPYC 7B13\nBenchmarkEncode-8   \t   ${28_000 + i * 4_111}\t     ${ns} ns/op\t   ${allocs * 48} B/op\t     ${allocs} allocs/op\nPASS\nok  \tacme.dev/codec\t${seconds(i, 1)}s`;
      story.step(desk.run('go test -run=- -bench=Encode -benchmem ./codec', bench(48_120, 341, 0)));
      rounds(story, 8, (i) => {
        const [line, ns, allocs, kept] = pick(ideas, i);
        return [
          desk.replace('/w/codec/encode.go', '\t// more ideas', `\t${line}\n\t// more ideas`),
          desk.run('go test -run=- -bench=Encode -benchmem ./codec', bench(ns, allocs, i + 1)),
          kept
            ? desk.run(
                `git commit -qam "Encode: ${line.slice(0, 14)}" && git log --oneline -1`,
                `${hex(i + 3, 7)} Encode: ${line.slice(0, 14)}`,
              )
            : desk.run('git checkout codec/encode.go', 'Updated 1 path from the index'),
        ];
      });
      story.step(desk.run('go test ./codec', 'ok  \tacme.dev/codec\t0.614s'));
    },
  ),
  quiet(
    'a slow report query explained again and again through a database server, with another index or form each time',
    {
      why: 'the plan changes and the time falls from nine seconds to some milliseconds',
      prompt:
        'The report of open orders takes nine seconds. Use the postgres server to find out and fix it.',
    },
    (desk, story) => {
      const plans: Some<readonly [string, string, number]> = [
        [
          'CREATE INDEX ON orders (state)',
          'Bitmap Heap Scan on orders  (cost=812.10..44120.88 rows=48211 width=64)',
          4_310,
        ],
        [
          'ANALYZE orders',
          'Bitmap Heap Scan on orders  (cost=310.44..20980.10 rows=12877 width=64)',
          2_944,
        ],
        [
          'CREATE INDEX ON lines (order_id) INCLUDE (price)',
          'Index Only Scan using lines_order_id_price_idx on lines  (cost=0.43..9120.41 rows=12877 width=12)',
          1_207,
        ],
        ["SET work_mem = '64MB'", 'HashAggregate  (cost=9120.41..9212.12 rows=9171 width=44)', 838],
        [
          "CREATE INDEX ON orders (created_at) WHERE state = 'open'",
          'Index Scan using orders_created_at_idx on orders  (cost=0.29..1120.66 rows=1310 width=64)',
          96,
        ],
        [
          'CREATE STATISTICS s ON state, region FROM orders',
          'Nested Loop  (cost=0.71..610.09 rows=1308 width=76)',
          41,
        ],
      ];
      const explain =
        "EXPLAIN ANALYZE SELECT o.id, sum(l.price) FROM orders o JOIN lines l ON l.order_id = o.id WHERE o.state = 'open' AND o.created_at > now() - interval '30 days' GROUP BY o.id";
      story.step(
        desk.use(
          'postgres',
          'query',
          { sql: explain },
          "Seq Scan on orders  (cost=0.00..184210.00 rows=48211 width=64) (actual time=0.031..8821.114 rows=1309 loops=1)\n  Filter: (state = 'open'::text)\nPlanning Time: 0.412 ms\nExecution Time: 9120.771 ms",
        ),
      );
      rounds(story, 6, (i) => {
        const [statement, plan, ms] = pick(plans, i);
        return [
          desk.use(
            'postgres',
            'execute',
            { sql: statement },
            `${statement.split(' ').slice(0, 2).join(' ')}\nTime: ${seconds(i, 4)} s`,
          ),
          desk.use(
            'postgres',
            'query',
            { sql: explain },
            `${plan} (actual time=0.0${21 + i}..${(ms * 0.93).toFixed(3)} rows=1309 loops=1)\nPlanning Time: 0.${388 + i * 7} ms\nExecution Time: ${ms}.${114 + i * 61} ms`,
          ),
        ];
      });
      story.step(
        desk.write(
          '/w/migrations/0042_open_orders.sql',
          "CREATE INDEX CONCURRENTLY orders_open_created ON orders (created_at) WHERE state = 'open';\nCREATE INDEX CONCURRENTLY lines_order_price ON lines (order_id) INCLUDE (price);\n",
        ),
      );
      story.step(
        desk.run('make migrate-test', 'applied 0042_open_orders.sql\nschema is up to date'),
      );
    },
  ),
];
