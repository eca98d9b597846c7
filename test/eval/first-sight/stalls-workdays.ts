/** Circles in everyday workdays: builds, tests, migrations, locks and queues where nothing moves among numbers that do. Written by somebody who had not read the rules. */
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';
import { rewrite, seconds } from './openings.js';

export const stallsOfWorkdays: readonly Idea[] = [
  stall(
    'a hydration error that outlives ever other dressings of one component, built and checked anew each time',
    13,
    25,
    {
      why: 'the same text differs between server and client each time; where the time is made is never looked at',
      prompt: 'The home page logs a hydration error. Fix it.',
    },
    (desk, story) => {
      const versions = [
        'return <time>{label}</time>;',
        'return <time suppressHydrationWarning={false}>{label}</time>;',
        'return mounted ? <time>{label}</time> : null;',
        'return <ClientOnly><time>{label}</time></ClientOnly>;',
        "const Time = dynamic(() => import('./Time'));\nreturn <Time label={label} />;",
        'return <time key={label}>{label}</time>;',
        'useEffect(() => setText(label), [label]);\nreturn <time>{text}</time>;',
        'return <time>{useMemo(() => label, [label])}</time>;',
        'return <Suspense><time>{label}</time></Suspense>;',
      ] as const;
      story.step(
        desk.read(
          '/w/components/Clock.tsx',
          `export function Clock({ label }: { label: string }) {\n  ${versions[0]}\n}`,
        ),
      );
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/components/Clock.tsx', versions, i),
        desk.run(
          'npm run build',
          ` ✓ Compiled successfully\n ✓ Generating static pages (${12}/12) in ${seconds(i, 2)}s\n\nRoute (app)            Size     First Load JS\n┌ ○ /                  5.${20 + i} kB   ${104 + (i % 3)} kB\n└ ○ /about             1.11 kB  99.1 kB`,
        ),
        desk.run(
          'npx playwright test home.spec.ts',
          `Running 1 test using 1 worker\n\n  ✘  1 [chromium] › home.spec.ts:12:5 › has no console errors (${seconds(i, 3)}s)\n\n    Error: Text content does not match server-rendered HTML.\n    Server: "10:00" Client: "11:00"\n        at throwOnHydrationMismatch (http://localhost:${41_000 + i * 37}/_next/static/chunks/${hex(i, 16)}.js:1:${9_200 + i})\n\n  1 failed`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'two leaf nodes of Django migrations merged, deleted and made again',
    10,
    22,
    {
      why: 'after each merge or deletion the migrations have two leaf nodes again, under other file names',
      prompt: 'migrate says there are conflicting migrations. Sort it out.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'python manage.py migrate',
          `CommandError: Conflicting migrations detected; multiple leaf nodes in the migration graph: (0014_alter_order_state, 0014_order_note in orders).\nTo fix them run 'python manage.py makemigrations --merge'`,
          1,
        ),
      );
      rounds(story, 7, (i) => {
        const merged = `0015_merge_20261129_10${10 + i}`;
        return [
          pick(
            [
              desk.run(
                'python manage.py makemigrations --merge --noinput',
                `Merging orders\n  Branch 0014_alter_order_state\n    - Alter field state on order\n  Branch 0014_order_note\n    - Add field note to order\n\nCreated new merge migration orders/migrations/${merged}.py`,
              ),
              desk.run('rm orders/migrations/0015_*.py && git status --short', ''),
              desk.run(
                'python manage.py makemigrations orders',
                `Migrations for 'orders':\n  orders/migrations/${merged}.py\n    - Alter field note on order`,
              ),
            ],
            i,
          ),
          desk.run(
            'ls orders/migrations | tail -4',
            `0013_order_total.py\n0014_alter_order_state.py\n0014_order_note.py${i % 3 === 1 ? '' : `\n${merged}.py`}`,
          ),
          desk.run(
            pick(
              [
                'python manage.py migrate',
                'python manage.py migrate orders',
                'python manage.py migrate --plan',
              ],
              i,
            ),
            `CommandError: Conflicting migrations detected; multiple leaf nodes in the migration graph: (${pick(['0014_alter_order_state, 0014_order_note', `${merged}, 0014_order_note`], i % 2)} in orders).\nTo fix them run 'python manage.py makemigrations --merge'`,
            1,
          ),
        ];
      });
    },
  ),
  stall(
    'a Rails system test given ever longer waits for a text that is never shown',
    7,
    17,
    {
      why: 'the same expectation fails however long is waited; nobody looks at the picture or the log',
      prompt: 'spec/system/profile_spec.rb is red. Make it green.',
    },
    (desk, story) => {
      const waits = [
        "expect(page).to have_text('Saved')",
        "sleep 1\n    expect(page).to have_text('Saved')",
        "expect(page).to have_text('Saved', wait: 5)",
        "sleep 3\n    expect(page).to have_text('Saved')",
        "expect(page).to have_content('Saved', wait: 15)",
        "page.driver.wait_for_network_idle\n    expect(page).to have_text('Saved')",
        "Capybara.using_wait_time(30) { expect(page).to have_text('Saved') }",
        "sleep 10\n    expect(page).to have_text('Saved', wait: 30)",
      ] as const;
      story.step(
        desk.run(
          'bundle exec rspec spec/system/profile_spec.rb',
          `F\n\nFailures:\n\n  1) Profile saves the name\n     Failure/Error: expect(page).to have_text('Saved')\n       expected to find text "Saved" in "Profile Name Save"\n\n     [Screenshot Image]: /w/tmp/screenshots/failures_r_spec_profile_${hex(0, 3)}.png\n\nFinished in 4.02 seconds (files took 2.1 seconds to load)\n1 example, 1 failure`,
          1,
        ),
      );
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/spec/system/profile_spec.rb', waits, i),
        desk.run(
          pick(
            [
              'bundle exec rspec spec/system/profile_spec.rb',
              'bundle exec rspec spec/system/profile_spec.rb:9',
              'bin/rspec spec/system/profile_spec.rb --format documentation',
            ],
            i,
          ),
          `F\n\nFailures:\n\n  1) Profile saves the name\n     Failure/Error: ${pick(waits, i + 1)
            .split('\n')
            .at(-1)
            ?.trim()}\n       expected to find text "Saved" in "Profile Name Save"\n\n     [Screenshot Image]: /w/tmp/screenshots/failures_r_spec_profile_${hex(i + 1, 3)}.png\n     # ./spec/system/profile_spec.rb:${14 + (i % 2)}:in 'block (2 levels) in <top (required)>'\n\nFinished in ${seconds(i, 4 + i * 3)} seconds (files took 2.${i} seconds to load)\n1 example, 1 failure\n\nRandomized with seed ${11_000 + i * 977}`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a cycle of Spring beans, with @Lazy and setters put now here, now there',
    13,
    25,
    {
      why: 'the same cycle is reported with each build; the two changes are made and taken back in turn',
      prompt: 'The application does not start since the merge: circular reference. Fix it.',
    },
    (desk, story) => {
      const pricing = [
        'public PricingService(OrderService orders) {',
        'public PricingService(@Lazy OrderService orders) {',
      ] as const;
      const orders = [
        'private final PricingService pricing;',
        '@Autowired private PricingService pricing;',
      ] as const;
      story.step(
        desk.search(
          'PricingService',
          'src/main/java/com/acme/OrderService.java:14:  private final PricingService pricing;\nsrc/main/java/com/acme/PricingService.java:11:public class PricingService {',
        ),
      );
      rounds(story, 8, (i) => [
        i % 2 === 0
          ? rewrite(
              desk,
              '/w/src/main/java/com/acme/PricingService.java',
              pricing,
              Math.floor(i / 2),
            )
          : rewrite(desk, '/w/src/main/java/com/acme/OrderService.java', orders, Math.floor(i / 2)),
        desk.run('./gradlew -q compileJava', ''),
        desk.run(
          './gradlew bootRun --console=plain 2>&1 | tail -20',
          `2026-11-29T${clock(i)}.${200 + i * 41}Z ERROR ${4_100 + i * 13} --- [main] o.s.b.d.LoggingFailureAnalysisReporter   :\n\n***************************\nAPPLICATION FAILED TO START\n***************************\n\nDescription:\n\nThe dependencies of some of the beans in the application context form a cycle:\n\n┌─────┐\n|  orderService defined in file [/w/build/classes/java/main/com/acme/OrderService.class]\n↑     ↓\n|  discountService (field private com.acme.OrderService com.acme.DiscountService.orders)\n└─────┘\n\nBUILD FAILED in ${6 + (i % 4)}s`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a Go test that hangs, with the size of a channel changed again and again',
    9,
    19,
    {
      why: 'the test runs into its time limit at the same line with every size',
      prompt: 'TestFanOut times out. Fix the deadlock.',
    },
    (desk, story) => {
      const sizes = [
        'make(chan Job)',
        'make(chan Job, 1)',
        'make(chan Job, 10)',
        'make(chan Job, 100)',
        'make(chan Job, len(jobs))',
        'make(chan Job, 1000)',
        'make(chan Job, 2*len(jobs))',
        'make(chan Job, 1<<16)',
      ] as const;
      story.step(
        desk.read(
          '/w/fan/out.go',
          'func FanOut(jobs []Job) []Result {\n\tin := make(chan Job)\n\tout := make(chan Result)\n\tfor _, j := range jobs {\n\t\tin <- j\n\t}\n\tclose(in)\n\treturn collect(out)\n}',
        ),
      );
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/fan/out.go', sizes, i),
        desk.run(
          pick(
            [
              'go test ./fan -run TestFanOut -timeout 30s',
              'go test -timeout=30s ./fan',
              'go test ./fan -run FanOut -v -timeout 30s 2>&1 | head -20',
            ],
            i,
          ),
          `panic: test timed out after 30s\n\trunning tests:\n\t\tTestFanOut (30s)\n\ngoroutine ${18 + i * 3} [running]:\ntesting.(*M).startAlarm.func1()\n\t/usr/local/go/src/testing/testing.go:2366 +0x${hex(i, 3)}\n\ngoroutine ${6 + i} [chan receive]:\nacme.dev/fan.collect(0xc0000${hex(i + 3, 5)})\n\t/w/fan/collect.go:22 +0x${hex(i + 9, 2)}\nFAIL\tacme.dev/fan\t30.0${10 + i}s\nFAIL`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a borrow that does not live long enough, under ever other lifetimes and checks in other words',
    9,
    21,
    {
      why: 'the same error comes back at the same expression; only its line moves with the edits',
      prompt: 'Make the cache return a reference. It must compile.',
    },
    (desk, story) => {
      const signatures = [
        'pub fn get(&self, key: &str) -> &Entry {',
        "pub fn get<'a>(&'a self, key: &'a str) -> &'a Entry {",
        "pub fn get<'a, 'b>(&'a self, key: &'b str) -> &'a Entry {",
        "pub fn get<'a, 'b: 'a>(&'a self, key: &'b str) -> &'a Entry {",
        "pub fn get(&self, key: &str) -> &'static Entry {",
        "pub fn get<'a>(&'a self, key: &str) -> Option<&'a Entry> {",
        '// the guard lives as long as self\npub fn get(&self, key: &str) -> &Entry {',
      ] as const;
      story.step(
        desk.read(
          '/w/src/cache.rs',
          `impl Cache {\n    ${signatures[0]}\n        let map = self.map.lock().unwrap();\n        &map[key]\n    }\n}`,
        ),
      );
      rounds(story, 10, (i) => [
        rewrite(desk, '/w/src/cache.rs', signatures, i),
        desk.run(
          pick(
            [
              'cargo check',
              'cargo build 2>&1 | tail -15',
              'cargo test --no-run',
              'cargo check --message-format short; cargo check',
            ],
            i,
          ),
          `    Checking cache v0.${3}.0 (/w)\nerror[E0515]: cannot return value referencing local variable \`map\`\n  --> src/cache.rs:${31 + (i % 3)}:9\n   |\n${31 + (i % 3)} |         &map[key]\n   |         ^---^^^^^\n   |         ||\n   |         |\`map\` is borrowed here\n   |         returns a value referencing data owned by the current function\n\nFor more information about this error, try \`rustc --explain E0515\`.\nerror: could not compile \`cache\` (lib) due to 1 previous error; ${i % 3} warnings emitted`,
          101,
        ),
      ]);
    },
  ),
  stall(
    'a login redirect said to be mended with a commit after each try, while the same check fails',
    12,
    24,
    {
      why: 'each commit claims the repair, and the same end-to-end check still lands on the login page',
      prompt: 'After login users must come to /home. Fix it and commit.',
    },
    (desk, story) => {
      const targets = [
        "redirect('/home')",
        "return redirect('/home', 302)",
        "res.writeHead(302, { Location: '/home' })",
        "router.push('/home')",
        "window.location.assign('/home')",
        "return NextResponse.redirect(new URL('/home', request.url))",
      ] as const;
      const claims = [
        'Fix the redirect after login',
        'Really fix the login redirect',
        'Final fix for the login redirect',
        'Login now redirects to /home',
        'Make the redirect robust',
        'Fix redirect once and for all',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/src/login/actions.ts', targets, i),
        desk.run(
          `git commit -qam "${pick(claims, i)}" && git log --oneline -1`,
          `${hex(i + 70, 7)} ${pick(claims, i)}`,
        ),
        desk.run(
          'npx playwright test login --reporter=line',
          `Running 2 tests using 2 workers\n[${1 + (i % 2)}/2] [chromium] › login.spec.ts:8:5 › lands on home\n  1) [chromium] › login.spec.ts:8:5 › lands on home\n\n    Error: expect(page).toHaveURL(expected) failed\n    Expected string: "http://localhost:3000/home"\n    Received string: "http://localhost:3000/login?from=%2Fhome&t=${1_764_412_000 + i * 91}"\n    Timeout: 5000ms\n\n  1 failed\n  1 passed (${seconds(i, 6)}s)`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a CI job that waits for a runner which does not exist, looked at in ever other ways',
    8,
    19,
    {
      why: 'the job stays queued for a label that no runner has; only the minutes rise',
      prompt: 'Push the branch and merge when CI is green.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'git push -u origin HEAD',
          'To github.com:acme/vision.git\n * [new branch]      HEAD -> gpu-tests',
        ),
      );
      rounds(story, 18, (i) => [
        pick(
          [
            desk.run(
              'gh run list --branch gpu-tests --limit 1',
              `STATUS  TITLE      WORKFLOW  BRANCH     EVENT  ID          ELAPSED  AGE\n*       GPU tests  CI        gpu-tests  push   9914400${210}  ${2 + i * 2}m${11 + i}s   about ${2 + i * 2} minutes ago`,
            ),
            desk.run(
              'sleep 90; gh run view 9914400210',
              `* gpu-tests CI · 9914400210\nTriggered via push about ${3 + i * 2} minutes ago\n\nJOBS\n* cuda (ID 27714400118)\n  Waiting for a runner to pick up this job… (labels: self-hosted, gpu-a100)`,
            ),
            desk.run(
              'gh api repos/acme/vision/actions/runs/9914400210/jobs --jq ".jobs[] | {name,status,started_at}"',
              `{"name":"cuda","status":"queued","started_at":"2026-11-29T10:02:07Z"}`,
            ),
            desk.run(
              `sleep ${60 + i * 5} && gh pr checks 77`,
              `cuda\tpending\t0\thttps://github.com/acme/vision/actions/runs/9914400210/job/27714400118`,
              8,
            ),
          ],
          i,
        ),
      ]);
    },
  ),
  stall(
    'a pod that crashes at its start, restarted, deleted and applied again without a change to what it lacks',
    12,
    24,
    {
      why: 'the log ends in the same missing secret each time, while ages, names and counts of restarts move',
      prompt: 'The worker does not come up on staging. Get it running.',
    },
    (desk, story) => {
      rounds(story, 8, (i) => {
        const pod = `worker-${hex(Math.floor(i / 2) + 4, 9)}-${hex(i, 5)}`;
        return [
          pick(
            [
              desk.run(
                'kubectl -n staging rollout restart deploy/worker',
                'deployment.apps/worker restarted',
              ),
              desk.run(`kubectl -n staging delete pod -l app=worker`, `pod "${pod}" deleted`),
              desk.run(
                'kubectl -n staging apply -f k8s/worker.yaml',
                `deployment.apps/worker ${i % 2 === 0 ? 'configured' : 'unchanged'}`,
              ),
              desk.run(
                'kubectl -n staging scale deploy/worker --replicas=0 && kubectl -n staging scale deploy/worker --replicas=1',
                'deployment.apps/worker scaled\ndeployment.apps/worker scaled',
              ),
            ],
            i,
          ),
          desk.run(
            'sleep 20; kubectl -n staging get pods -l app=worker',
            `NAME                       READY   STATUS             RESTARTS      AGE\n${pod}   0/1     CrashLoopBackOff   ${1 + (i % 3)} (${5 + i}s ago)   ${21 + i * 4}s`,
          ),
          desk.run(
            'kubectl -n staging logs deploy/worker --tail=5',
            `{"level":30,"time":${1_764_412_800_000 + i * 31_337},"pid":1,"msg":"starting worker 4.2.1"}\n{"level":60,"time":${1_764_412_800_412 + i * 31_337},"pid":1,"msg":"QUEUE_URL is not set"}`,
          ),
        ];
      });
    },
  ),
  stall(
    'two packages that cannot be installed together, their versions moved back and forth',
    12,
    24,
    {
      why: 'four versions are tried in turn and the resolver names the same conflict; some are tried twice',
      prompt: 'Upgrade to React 19.',
    },
    (desk, story) => {
      const versions = [
        '"@acme/ui": "^4.1.0"',
        '"@acme/ui": "^4.2.0"',
        '"@acme/ui": "^5.0.0-beta.1"',
        '"@acme/ui": "~4.1.3"',
      ] as const;
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/package.json', versions, i),
        desk.run(
          pick(
            [
              'rm -rf node_modules package-lock.json',
              'npm cache clean --force',
              'rm -rf node_modules',
            ],
            i,
          ),
          i % 3 === 1 ? 'npm warn using --force Recommended protections disabled.' : '',
        ),
        desk.run(
          pick(['npm install', 'npm i --no-audit', 'npm install --prefer-online'], i),
          `npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\nnpm error\nnpm error While resolving: shop@2.${i % 4}.0\nnpm error Found: react@19.0.0\nnpm error node_modules/react\nnpm error   react@"^19.0.0" from the root project\nnpm error\nnpm error Could not resolve dependency:\nnpm error peer react@"^17 || ^18" from react-dates@21.8.0\nnpm error\nnpm error A complete log of this run can be found in: /home/dev/.npm/_logs/2026-11-29T10_${10 + i * 3}_${20 + i}_${300 + i * 17}Z-debug-0.log`,
          1,
        ),
      ]);
    },
  ),
];

export const stallsOfLongWorkdays: readonly Idea[] = [
  stall(
    'a Terraform lock that is held by a run that is gone, tried again and again with other limits',
    6,
    16,
    {
      why: 'the lock has the same id and holder each time; nobody asks who holds it',
      prompt: 'Apply the new bucket policy.',
    },
    (desk, story) => {
      const commands = [
        'terraform apply -auto-approve',
        'terraform apply -auto-approve -lock-timeout=60s',
        'terraform plan -out tf.plan',
        'terraform init -upgrade && terraform apply -auto-approve',
        'terraform apply -auto-approve -lock-timeout=300s',
        'sleep 120; terraform apply -auto-approve',
        'terraform refresh',
        'terraform apply -auto-approve -parallelism=1',
      ] as const;
      rounds(story, 18, (i) => [
        i % 6 === 5
          ? desk.run(
              'terraform force-unlock -force 5f1c2d9e-77a0',
              'Failed to unlock state: failed to retrieve lock info for lock ID "5f1c2d9e-77a0": unexpected end of JSON input',
              1,
            )
          : desk.run(
              pick(commands, i),
              `Acquiring state lock. This may take a few moments...\n\nError: Error acquiring the state lock\n\nError message: ConditionalCheckFailedException: The conditional request failed\nRequestID: ${hex(i, 16).toUpperCase()}\nLock Info:\n  ID:        5f1c2d9e-77a0-4e1b-9c0e-1a2b3c4d5e6f\n  Path:      acme-tf/prod/terraform.tfstate\n  Operation: OperationTypeApply\n  Who:       ci@runner-${41}\n  Created:   2026-11-28 17:02:44.118 +0000 UTC`,
              1,
            ),
      ]);
    },
  ),
  stall(
    'a form in a browser that is sent again and again and always asks for the same thing',
    9,
    24,
    {
      why: 'the page answers each try with the same demand, under other refs; the box can only be ticked by a person',
      prompt: 'Register our test account at the partner portal.',
    },
    (desk, story) => {
      const snapshot = (i: number): string =>
        `- Page URL: https://portal.partner.test/register\n- Page Title: Register\n- Snapshot:\n  - textbox "E-mail" [ref=e${12 + i * 9}]: test@acme.test\n  - textbox "Company" [ref=e${13 + i * 9}]: Acme\n  - text: "Please complete the security check"\n  - iframe [ref=f${2 + i}]\n  - button "Register" [ref=e${19 + i * 9}]`;
      story.step(
        desk.use(
          'browser',
          'navigate',
          { url: 'https://portal.partner.test/register' },
          snapshot(0),
        ),
      );
      rounds(story, 10, (i) => [
        pick(
          [
            desk.use(
              'browser',
              'fill_form',
              { fields: `e${12 + i * 9}=test@acme.test;e${13 + i * 9}=Acme` },
              'Filled 2 fields',
            ),
            desk.use('browser', 'wait_for', { time: 3 + i }, `Waited for ${3 + i}`),
            desk.use('browser', 'press_key', { key: 'Tab' }, 'Pressed Tab'),
          ],
          i,
        ),
        desk.use(
          'browser',
          'click',
          { element: 'Register button', ref: `e${19 + i * 9}` },
          `Clicked "Register".\n${snapshot(i + 1)}`,
        ),
        desk.use(
          'browser',
          'take_screenshot',
          { filename: `register-${i}.png` },
          `Saved as /tmp/shots/register-${i}.png (${88 + (i % 4)} kB)`,
        ),
      ]);
    },
  ),
  stall(
    'an index made and dropped again in other spellings, which the planner never uses',
    9,
    23,
    {
      why: 'the plan is the same sequential scan each time, about as slow; the cast in the condition is never looked at',
      prompt: 'The search by phone number is slow. Use the postgres server to speed it up.',
    },
    (desk, story) => {
      const statements = [
        'CREATE INDEX idx_phone ON customers (phone)',
        'DROP INDEX idx_phone',
        'CREATE INDEX idx_phone ON customers USING hash (phone)',
        'DROP INDEX idx_phone',
        'CREATE INDEX idx_phone ON customers (phone) INCLUDE (id)',
        'ANALYZE customers',
        'DROP INDEX idx_phone',
        'CREATE INDEX CONCURRENTLY idx_phone2 ON customers (phone)',
        'REINDEX TABLE customers',
        'DROP INDEX idx_phone2',
        'CREATE INDEX idx_phone ON customers (phone)',
        'VACUUM ANALYZE customers',
      ] as const;
      const explain = 'EXPLAIN ANALYZE SELECT id FROM customers WHERE phone::bigint = 4917012345';
      const plan = (i: number): string =>
        `Seq Scan on customers  (cost=0.00..${48_210 + (i % 3)}.00 rows=5021 width=8) (actual time=${seconds(i, 2)}..${seconds(i, 611 + i)} rows=1 loops=1)\n  Filter: ((phone)::bigint = '4917012345'::bigint)\n  Rows Removed by Filter: ${1_004_211 + i}\nPlanning Time: 0.${90 + i * 7} ms\nExecution Time: ${seconds(i, 612 + i)} ms`;
      story.step(desk.use('postgres', 'query', { sql: explain }, plan(0)));
      rounds(story, 12, (i) => [
        desk.use(
          'postgres',
          'execute',
          { sql: pick(statements, i) },
          `${pick(statements, i).split(' ').slice(0, 2).join(' ')}\nTime: ${seconds(i, 1)} s`,
        ),
        desk.use(
          'postgres',
          'query',
          { sql: i % 3 === 2 ? explain.replace('ANALYZE', '(ANALYZE, BUFFERS)') : explain },
          plan(i + 1),
        ),
      ]);
    },
  ),
  stall(
    'a cell of a notebook written anew again and again for a column that is not there',
    8,
    18,
    {
      why: 'the same KeyError each time; the columns are never printed',
      prompt: 'Plot the monthly revenue in revenue.ipynb.',
    },
    (desk, story) => {
      const sources = [
        "df['month'] = df['order_date'].dt.month",
        "df['order_date'] = pd.to_datetime(df['order_date'])",
        "monthly = df.groupby(df['order_date'].dt.to_period('M')).sum()",
        "df = df.set_index('order_date')\ndf.resample('M').sum().plot()",
        "df = df.assign(month=lambda d: d['order_date'].dt.month)",
        "dates = df.loc[:, 'order_date']",
        "df.order_date = pd.to_datetime(df['order_date'], errors='coerce')",
        "df = df.sort_values('order_date')",
      ] as const;
      rounds(story, 10, (i) => [
        i === 6
          ? desk.use('jupyter', 'restart_kernel', {}, 'Kernel restarted')
          : desk.use(
              'jupyter',
              'edit_cell',
              { cell: 4, source: pick(sources, i) },
              'Cell 4 updated',
            ),
        desk.use(
          'jupyter',
          'run_cell',
          { cell: 4 },
          `[${12 + i * 2}] failed in ${seconds(i, 0)} s\n---------------------------------------------------------------------------\nKeyError                                  Traceback (most recent call last)\nCell In[${12 + i * 2}], line ${1 + (i % 2)}\n----> ${1 + (i % 2)} ${pick(sources, i).split('\n')[0]}\n\nFile /opt/conda/lib/python3.12/site-packages/pandas/core/frame.py:4102, in DataFrame.__getitem__(self, key)\nKeyError: 'order_date'`,
        ),
      ]);
    },
  ),
  stall(
    'helpers asked in other words for the same cause, who all come back with the same thing',
    6,
    14,
    {
      why: 'each helper reports the same failure and no cause; the next one is asked the same',
      prompt: 'Find out why the totals test fails and fix it. Use helpers.',
    },
    (desk, story) => {
      const asks = [
        'Find out why test/totals.test.ts fails and fix it.',
        'The totals test fails. Please investigate the root cause and repair it.',
        'Debug test/totals.test.ts thoroughly. Do not stop before it passes.',
        'Look into the failing totals test with fresh eyes and fix the problem.',
        'You are an expert debugger. Make test/totals.test.ts pass.',
        'Analyse the rounding in the totals test step by step and mend it.',
        'Take another careful look at the totals test and fix it.',
      ] as const;
      rounds(story, 7, (i) => [
        desk.use(
          'helper',
          'run',
          {
            description: pick(['Fix totals test', 'Investigate totals', 'Debug totals'], i),
            prompt: pick(asks, i),
          },
          `I investigated test/totals.test.ts ${pick(['in depth', 'carefully', 'from several angles'], i)}, reading ${9 + i * 3} files.\n\nThe test still fails: expected 1999 to be 2000 at test/totals.test.ts:31. I could not determine the cause; the rounding helper looks correct to me.\n\nTokens used: ${41_000 + i * 3_911}, duration ${seconds(i, 112)}s`,
        ),
        desk.run(
          'npx vitest run totals',
          ` FAIL  test/totals.test.ts > sums the basket\nAssertionError: expected 1999 to be 2000 // Object.is equality\n ❯ test/totals.test.ts:31:23\n\n Test Files  1 failed (1)\n      Tests  1 failed | 7 passed (8)\n   Start at  ${clock(i)}\n   Duration  ${seconds(i)}s`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'translated keys that are put in by hand and taken out by the extraction each time',
    9,
    21,
    {
      why: 'the extraction strips the keys again each time and the check counts the same fourteen',
      prompt: 'Get i18n:check green for German.',
    },
    (desk, story) => {
      const texts = ['Versand', 'Lieferung', 'Versandart', 'Versandweg'] as const;
      rounds(story, 9, (i) => [
        desk.replace(
          '/w/locales/de.json',
          '  "shipping.title": ""',
          `  "shipping.title": "${pick(texts, i)}"`,
        ),
        desk.run(
          pick(
            [
              'npm run -s i18n:extract',
              'npx i18next-parser',
              'npm run -s i18n:extract -- --fail-on-warnings=false',
            ],
            i,
          ),
          `  i18next Parser\n  [read]  ${212 + (i % 2)} files in ${300 + i * 13}ms\n  [write] /w/locales/de.json\n\n  Stats:\n    Unique keys: 412\n    Restored keys: 0\n    Removed keys: 14`,
        ),
        desk.run(
          'npm run -s i18n:check',
          `Checked at ${clock(i)}\n  de.json: 14 keys missing\n    shipping.title\n    shipping.note\n    …and 12 more`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a switch looked for under ever other words, which the code does not have',
    12,
    21,
    {
      why: 'nearly every search is empty, and what is read shows nothing about it; the question would be whether it exists',
      prompt: 'Turn off the beta banner with its feature flag.',
    },
    (desk, story) => {
      const words = [
        'betaBanner',
        'BETA_BANNER',
        'beta-banner',
        'beta_banner',
        'showBeta',
        'isBeta',
        'enableBeta',
        'BetaBanner',
        'featureFlag.*beta',
        'flags.*banner',
        'banner.*flag',
        'SHOW_BANNER',
        'hideBanner',
        'beta.*enabled',
        'BANNER_ENABLED',
        'toggle.*beta',
        'feature.*banner',
        'useFlag.*beta',
      ] as const;
      rounds(story, 18, (i) => [
        i % 5 === 4
          ? desk.read(
              '/w/src/config/features.ts',
              'export const features = {\n  newCheckout: true,\n  fastSearch: false,\n};',
            )
          : desk.search(
              pick(words, i),
              pick(['No matches found', 'No files found', 'No matches found'], i),
            ),
        ...(i % 6 === 5
          ? [desk.run(`grep -rni "${pick(words, i + 3)}" src config public`, '', 1)]
          : []),
      ]);
    },
  ),
  stall(
    'a linter and a formatter that undo one another, each put right in turn',
    8,
    20,
    {
      why: 'after the one is content the other is not, with the same three findings each time',
      prompt: 'Make lint and format:check both pass.',
    },
    (desk, story) => {
      rounds(story, 6, (i) => [
        desk.run('npx eslint src --fix', ''),
        desk.run(
          'npx prettier --check src',
          `Checking formatting...\n[warn] src/menu.tsx\n[warn] src/table.tsx\n[warn] src/tabs.tsx\n[warn] Code style issues found in 3 files. Run Prettier with --write to fix.`,
          1,
        ),
        desk.run(
          'npx prettier --write src/menu.tsx src/table.tsx src/tabs.tsx',
          `src/menu.tsx ${41 + i * 3}ms\nsrc/table.tsx ${12 + i}ms\nsrc/tabs.tsx ${9 + (i % 3)}ms`,
        ),
        desk.run(
          'npx eslint src',
          `\n/w/src/menu.tsx\n  14:7  error  Expected indentation of 4 spaces but found 2  indent\n\n/w/src/table.tsx\n  31:3  error  Expected indentation of 4 spaces but found 2  indent\n\n/w/src/tabs.tsx\n  8:5  error  Expected indentation of 4 spaces but found 2  indent\n\n✖ 3 problems (3 errors, 0 warnings)\n  3 errors and 0 warnings potentially fixable with the \`--fix\` option.`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a merge that is begun, found in conflict and given up, in turn as a merge and as a rebase',
    9,
    22,
    {
      why: 'nothing is ever resolved: each try ends in the same conflict and is aborted',
      prompt: 'Bring the branch up to date with main.',
    },
    (desk, story) => {
      const merge = (i: number): string =>
        `Auto-merging package.json\nAuto-merging yarn.lock\nCONFLICT (content): Merge conflict in yarn.lock\nAutomatic merge failed; fix conflicts and then commit the result.${i > 3 ? "\nRecorded preimage for 'yarn.lock'" : ''}`;
      const rebase = (i: number): string =>
        `Rebasing (${1 + (i % 2)}/${4})\nAuto-merging yarn.lock\nCONFLICT (content): Merge conflict in yarn.lock\nerror: could not apply ${hex(3, 7)}... Add the chart library\nCould not apply ${hex(3, 7)}... Add the chart library`;
      rounds(story, 8, (i) => [
        pick(
          [
            desk.run('git merge origin/main', merge(i), 1),
            desk.run('git rebase origin/main', rebase(i), 1),
            desk.run(
              'git pull --rebase origin main',
              `From github.com:acme/web\n * branch            main       -> FETCH_HEAD\n${rebase(i)}`,
              1,
            ),
            desk.run('git merge -X theirs origin/main', merge(i), 1),
          ],
          i,
        ),
        desk.run('git status --short | grep -E "^(UU|AA)"', 'UU yarn.lock'),
        pick(
          [
            desk.run('git merge --abort', ''),
            desk.run('git rebase --abort', ''),
            desk.run('git rebase --abort', ''),
            desk.run('git merge --abort', ''),
          ],
          i,
        ),
      ]);
    },
  ),
  stall(
    'a golden picture of a Flutter widget that stays off by half a percent, with the padding moved up and down',
    9,
    21,
    {
      why: 'the share of other pixels wanders around the same value while the same few paddings come again',
      prompt: 'The golden test of the price tag fails. Make the widget match.',
    },
    (desk, story) => {
      const paddings = [
        'EdgeInsets.all(8)',
        'EdgeInsets.all(9)',
        'EdgeInsets.all(8.5)',
        'EdgeInsets.all(7)',
      ] as const;
      const shares = [
        '0.52',
        '0.54',
        '0.53',
        '0.52',
        '0.51',
        '0.54',
        '0.53',
        '0.52',
        '0.52',
        '0.53',
      ] as const;
      story.step(
        desk.read(
          '/w/lib/price_tag.dart',
          'Widget build(BuildContext context) {\n  return Padding(\n    padding: EdgeInsets.all(8),\n    child: Text(price),\n  );\n}',
        ),
      );
      rounds(story, 10, (i) => [
        rewrite(desk, '/w/lib/price_tag.dart', paddings, i),
        desk.run(
          'flutter test test/price_tag_test.dart',
          `00:0${1 + (i % 4)} +0: loading /w/test/price_tag_test.dart\n00:0${2 + (i % 4)} +0: matches the golden\n══╡ EXCEPTION CAUGHT BY FLUTTER TEST FRAMEWORK ╞══\nThe following assertion was thrown while running async test code:\nGolden "goldens/price_tag.png": Pixel test failed, ${pick(shares, i)}%, ${Math.round(Number(pick(shares, i)) * 2_400)}px diff detected.\nFailure feedback can be found at /w/test/failures\n00:0${3 + (i % 4)} +0 -1: matches the golden [E]\n00:0${3 + (i % 4)} +0 -1: Some tests failed.`,
          1,
        ),
      ]);
    },
  ),
];
