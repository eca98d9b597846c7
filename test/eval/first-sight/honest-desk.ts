/** Honest work at an ordinary desk that looks like going round: sweeps, waits, measurements and mending step by step. Written by somebody who had not read the rules. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, noStall, pick, quiet, rounds, type Idea } from './idea.js';
import { finish, lookAround, rewrite, seconds, workAWhile, type Edits } from './openings.js';

export const honestAtTheDesk: readonly Idea[] = [
  quiet(
    'twelve services tested with one line, one of which fails and is mended',
    {
      why: 'each is another service',
      prompt: 'Run the tests of all services and mend what is red.',
    },
    (desk, story) => {
      rounds(story, 12, (i) => [
        desk.run(
          `cd services/${word(i)} && mvn -q -B verify`,
          i === 4
            ? `[ERROR] Tests run: 31, Failures: 1, Errors: 0, Skipped: 0\n[ERROR]   ZoneTest.summer:44 expected: <2> but was: <1>\n[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test`
            : '',
          i === 4 ? 1 : 0,
        ),
        ...(i === 4
          ? [
              desk.read(`/w/services/${word(4)}/src/main/java/Zone.java`, source('zone', 20)),
              desk.replace(
                `/w/services/${word(4)}/src/main/java/Zone.java`,
                'ZoneOffset.ofHours(1)',
                'ZoneId.of("Europe/Berlin")',
              ),
              desk.run(`cd services/${word(4)} && mvn -q -B verify`, ''),
            ]
          : []),
      ]);
    },
  ),
  noStall(
    'a roll-out watched until all ten pods are new',
    {
      why: 'one more pod is new with most looks',
      prompt: 'Deploy cart 5.1 and watch it until it is out.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'kubectl apply -f k8s/prod/cart.yaml',
          'deployment.apps/cart configured\nservice/cart unchanged',
        ),
      );
      story.repeat(11, (i) =>
        desk.run(
          pick(
            [
              'kubectl rollout status deploy/cart -n prod --timeout=20s',
              'sleep 30; kubectl rollout status deploy/cart -n prod --timeout=5s',
            ],
            i,
          ),
          i === 10
            ? 'deployment "cart" successfully rolled out'
            : `Waiting for deployment "cart" rollout to finish: ${pick([1, 2, 3, 3, 4, 5, 7, 7, 8, 9], i)} out of 10 new replicas have been updated...\nerror: timed out waiting for the condition`,
          i === 10 ? 0 : 1,
        ),
      );
      story.step(
        desk.run(
          "kubectl get pods -n prod -l app=cart --no-headers | awk '{print $3}' | sort | uniq -c",
          '     10 Running',
        ),
      );
    },
  ),
  quiet(
    'a fault hunted by halves through two hundred commits',
    {
      why: 'half of the commits are left out each time',
      prompt: 'Which commit broke the CSV export?',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'git bisect start HEAD v3.4.0',
          'Bisecting: 104 revisions left to test after this (roughly 7 steps)',
        ),
      );
      rounds(story, 7, (i) => [
        desk.run(
          'go test ./export -run TestCSVHeader -count=1',
          i % 3 === 1
            ? `ok  \tacme/export\t0.${114 + i * 7}s`
            : `--- FAIL: TestCSVHeader (0.00s)\n    csv_test.go:31: header = "id;total", want "id,total"\nFAIL\nFAIL\tacme/export\t0.${109 + i * 3}s`,
          i % 3 === 1 ? 0 : 1,
        ),
        desk.run(
          i % 3 === 1 ? 'git bisect good' : 'git bisect bad',
          i === 6
            ? `${hex(6, 40)} is the first bad commit\n    Use the locale of the user`
            : `Bisecting: ${pick([52, 26, 12, 6, 3, 1], i)} revisions left to test after this (roughly ${6 - i} steps)\n[${hex(i, 40)}] Change ${word(i)}`,
        ),
      ]);
      story.step(
        desk.run('git bisect reset', "Previous HEAD position was\nSwitched to branch 'main'"),
      );
    },
  ),
  noStall(
    'one measurement taken twelve times, as it was asked for',
    {
      why: 'the person wants twelve numbers',
      prompt: 'Run the parser benchmark twelve times, one by one, and give me the median.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'cargo build --release',
          `    Finished \`release\` profile [optimized] target(s) in ${seconds(1, 41)}s`,
        ),
      );
      story.repeat(12, (i) =>
        desk.run(
          './target/release/bench_parser --input data/large.json',
          `parsed 48.2 MiB in ${(211.4 + ((i * 53) % 97) / 10).toFixed(1)} ms (${(226.1 + ((i * 31) % 60) / 10).toFixed(1)} MiB/s)`,
        ),
      );
      story.step(desk.write('/w/bench/2026-11-21.md', '# Parser\n\nMedian of 12 runs: 215.5 ms'));
    },
  ),
  quiet(
    'one test that stays red, and is further each time',
    { why: 'its message moves on', prompt: 'Write the voucher endpoint test first.' },
    (desk, story) => {
      const steps = [
        [
          'return Response(status=404)',
          'path("vouchers/", VoucherView.as_view())',
          'assert 404 == 201',
        ],
        [
          'class VoucherView(APIView): pass',
          'class VoucherView(APIView):\n    def post(self, request): ...',
          "AssertionError: Expected a `Response` to be returned from the view, but received a `<class 'NoneType'>`",
        ],
        [
          'def post(self, request): ...',
          'def post(self, request):\n        return Response({}, status=201)',
          "KeyError: 'code'",
        ],
        [
          'Response({}, status=201)',
          'Response({"code": make_code()}, status=201)',
          "NameError: name 'make_code' is not defined",
        ],
        [
          'from .models import Voucher',
          'from .models import Voucher\nfrom .codes import make_code',
          "ImportError: cannot import name 'make_code' from 'shop.codes'",
        ],
        [
          '# codes',
          'def make_code():\n    return secrets.token_hex(4)',
          "assert 8 == 10\n +  where 8 = len('9f31bb0c')",
        ],
        [
          'token_hex(4)',
          'token_hex(5)',
          'assert Voucher.objects.count() == 1\nE    +  where 0 = count()',
        ],
      ] as const;
      const files = ['urls', 'views', 'views', 'views', 'views', 'codes', 'codes'] as const;
      rounds(story, 7, (i) => {
        const [from, to, message] = steps[i % steps.length] ?? steps[0];
        return [
          desk.replace(`/w/shop/${pick(files, i)}.py`, from, to),
          desk.run(
            'pytest shop/tests/test_vouchers.py -q -x',
            `F                                                                        [100%]\n=================================== FAILURES ===================================\n_____________________________ test_creates_voucher _____________________________\nE   ${message}\n1 failed in ${seconds(i, 0)}s`,
            1,
          ),
        ];
      });
      story.step(
        desk.replace(
          '/w/shop/views.py',
          'code = make_code()',
          'code = Voucher.objects.create(code=make_code()).code',
        ),
      );
      story.step(
        desk.run(
          'pytest shop/tests/test_vouchers.py -q -x',
          `.                                                                        [100%]\n1 passed in ${seconds(8, 0)}s`,
        ),
      );
    },
  ),
  quiet(
    'saved pictures renewed one by one, each looked at before',
    {
      why: 'each is another picture',
      prompt: 'Look at each changed snapshot and renew it if the new look is right.',
    },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          `npx jest src/${word(i)} --ci`,
          ` › 1 snapshot failed.\nSnapshot name: \`${word(i)} renders 1\`\n\n- Snapshot  - 1\n+ Received  + 1\n\n-   <button class="btn ${word(i)}">\n+   <button class="button ${word(i)}">\n\nTests:       1 failed, ${3 + i} passed, ${4 + i} total`,
          1,
        ),
        desk.run(
          `npx jest src/${word(i)} -u`,
          ` › 1 snapshot updated.\nTests:       ${4 + i} passed, ${4 + i} total`,
        ),
      ]);
      finish(desk, story);
    },
  ),
  quiet(
    'a list of faults of access worked off, with the same check after each',
    {
      why: 'the number of faults goes down',
      prompt: 'Bring the axe report of the sign-up page to zero.',
    },
    (desk, story) => {
      const edits: Edits = [
        ['/w/src/SignUp.tsx', '<img src={logo} />', '<img src={logo} alt="Acme" />'],
        [
          '/w/src/SignUp.tsx',
          '<input id="mail" />',
          '<label htmlFor="mail">Mail</label><input id="mail" />',
        ],
        ['/w/src/theme.css', 'color: #aaa;', 'color: #595959;'],
        ['/w/src/SignUp.tsx', '<div onClick={send}>', '<button onClick={send}>'],
        ['/w/index.html', '<html>', '<html lang="en">'],
        ['/w/src/SignUp.tsx', '<h4>Sign up</h4>', '<h1>Sign up</h1>'],
      ];
      const left = [
        'label',
        'color-contrast',
        'click-events-have-key-events',
        'html-has-lang',
        'heading-order',
      ] as const;
      rounds(story, 6, (i) => [
        desk.replace(...pick(edits, i)),
        desk.run(
          'npx axe http://localhost:3000/sign-up --exit',
          i === 5
            ? '0 violations found!'
            : `  Violation of "${pick(left, i)}" with ${1 + (i % 3)} occurrences!\n\n${5 - i} Accessibility issues detected.`,
          i === 5 ? 0 : 1,
        ),
      ]);
    },
  ),
  noStall(
    'a run of CI waited for, whose jobs end one after the other',
    {
      why: 'more of it is done with each look',
      prompt: 'Push it and wait for CI. Fix what fails.',
    },
    (desk, story) => {
      workAWhile(desk, story);
      story.step(
        desk.run(
          'git push -q && gh run list -L 1',
          'queued  Count in money  ci  feature/money  push  6612  4s',
        ),
      );
      story.repeat(8, (i) =>
        desk.run(
          pick(['sleep 60; gh run view 6612', 'sleep 90 && gh run view 6612 | head -12'], i),
          `${i < 7 ? '*' : '✓'} feature/money ci · 6612\n\nJOBS\n${[
            'lint',
            'types',
            'unit (20)',
            'unit (22)',
            'e2e',
            'docker',
          ]
            .map(
              (job, n) =>
                `${n < i - 1 ? '✓' : '*'} ${job}${n < i - 1 ? ` in ${40 + n * 31}s` : ''}`,
            )
            .join('\n')}`,
        ),
      );
    },
  ),
  quiet(
    'fourteen machines asked for one setting, two of which have the wrong one',
    {
      why: 'each is another machine',
      prompt: 'Audit PermitRootLogin on all hosts of the inventory.',
    },
    (desk, story) => {
      story.step(desk.run('cat inventory/hosts | wc -l', '14'));
      rounds(story, 14, (i) => [
        desk.run(
          `ssh ${word(i)}.acme.test 'sudo sshd -T | grep permitrootlogin'`,
          i === 10
            ? `ssh: connect to host ${word(i)}.acme.test port 22: Connection timed out`
            : `permitrootlogin ${i === 3 || i === 7 ? 'yes' : 'no'}`,
          i === 10 ? 255 : 0,
        ),
        ...(i === 10
          ? [
              desk.run(
                `ssh -o ConnectTimeout=30 ${word(i)}.acme.test 'sudo sshd -T | grep permitrootlogin'`,
                'permitrootlogin no',
              ),
            ]
          : []),
      ]);
      story.step(
        desk.write('/w/audit.md', `# Root login\n\nAllowed on ${word(3)} and ${word(7)}.`),
      );
    },
  ),
  quiet(
    'calls of an old function replaced place by place, and counted',
    { why: 'the count goes down', prompt: 'Replace every formatMoney by Money.format.' },
    (desk, story) => {
      workAWhile(desk, story);
      const left = [19, 17, 16, 13, 11, 8, 6, 3, 2, 0] as const;
      rounds(story, 10, (i) => [
        desk.replace(
          `/w/src/views/${word(i)}.tsx`,
          `formatMoney(${word(i)}.total)`,
          `Money.format(${word(i)}.total)`,
        ),
        desk.run("grep -rn 'formatMoney(' src | wc -l", String(pick(left, i))),
        ...(i % 4 === 3 ? [desk.run('npx tsc --noEmit', '')] : []),
      ]);
      story.step(
        desk.run(
          'npm test',
          `Tests:       188 passed, 188 total\nTime:        ${seconds(3, 14)} s`,
        ),
      );
    },
  ),
  quiet(
    'a store of packages that does not answer twice, and then does',
    {
      why: 'two repeats, and the work goes on',
      prompt: 'Add zod and check the sign-up form with it.',
    },
    (desk, story) => {
      lookAround(desk, story);
      story.repeat(2, (i) =>
        desk.run(
          'npm install zod',
          `npm error code ETIMEDOUT\nnpm error syscall connect\nnpm error errno ETIMEDOUT\nnpm error network request to https://npm.acme.example.com/zod failed, reason: connect ETIMEDOUT 10.4.0.${12 + i}:443`,
          1,
        ),
      );
      story.step(
        desk.run(
          'sleep 30 && npm install zod',
          'added 1 package, and audited 414 packages in 6s\n\nfound 0 vulnerabilities',
        ),
      );
      story.step(desk.read('/w/src/forms/SignUp.ts', source('signup', 18)));
      story.step(
        desk.write(
          '/w/src/forms/schema.ts',
          "import { z } from 'zod';\n\nexport const signUp = z.object({ mail: z.string().email() });",
        ),
      );
      story.step(
        desk.replace(
          '/w/src/forms/SignUp.ts',
          'if (!form.mail)',
          'if (!signUp.safeParse(form).success)',
        ),
      );
      story.step(
        desk.run(
          'npx tsc --noEmit',
          "src/forms/SignUp.ts(4,10): error TS2305: Module '\"./schema\"' has no exported member 'signup'.",
          2,
        ),
      );
      story.step(desk.replace('/w/src/forms/SignUp.ts', 'import { signup }', 'import { signUp }'));
      story.step(desk.run('npx tsc --noEmit', ''));
      finish(desk, story);
    },
  ),
  quiet(
    'a long review that only reads, file by file',
    {
      why: 'each read brings something new',
      prompt: 'Review pull request 412. Do not change anything.',
    },
    (desk, story) => {
      story.step(desk.run('gh pr view 412 --json title,files -q ".files | length"', '22'));
      story.step(
        desk.run(
          'gh pr diff 412 --name-only | head -22',
          Array.from({ length: 22 }, (_, n) => `src/${word(n)}/index.ts`).join('\n'),
        ),
      );
      rounds(story, 11, (i) => [
        desk.read(`/w/src/${word(i)}/index.ts`, source(`review${i}`, 14 + i)),
        i % 3 === 2
          ? desk.search(
              `${word(i)}Client`,
              `src/${word(i + 3)}/index.ts:${9 + i}: new ${word(i)}Client()`,
            )
          : desk.run(
              `gh pr diff 412 -- src/${word(i)}/index.ts | head -40`,
              `@@ -${10 + i},3 +${10 + i},4 @@\n-  const ${word(i)} = load();\n+  const ${word(i)} = await load();\n+  log(${word(i)});`,
            ),
      ]);
      story.step(desk.run('gh pr review 412 --comment -F review.md', ''));
    },
  ),
  quiet(
    'complaints of the borrow checker worked off, and fewer remain',
    { why: 'the count of errors falls', prompt: 'Port the scheduler to the new arena API.' },
    (desk, story) => {
      const left = [23, 19, 19, 14, 9, 5, 2, 0] as const;
      const codes = [
        'E0308]: mismatched types',
        'E0502]: cannot borrow `arena` as mutable',
        'E0599]: no method named `get_mut` found',
        'E0382]: use of moved value: `task`',
        'E0277]: the trait bound `TaskId: Ord` is not satisfied',
        'E0106]: missing lifetime specifier',
        'E0061]: this method takes 1 argument but 2 were supplied',
        'E0061',
      ] as const;
      rounds(story, 8, (i) => [
        desk.replace(
          `/w/src/sched/${pick(['queue', 'timer', 'wake', 'slab'], i)}.rs`,
          `arena.get(${word(i)}_id)`,
          `arena[${word(i)}_id]`,
        ),
        desk.run(
          'cargo check 2>&1 | tail -4',
          pick(left, i) === 0
            ? `    Finished \`dev\` profile [unoptimized + debuginfo] target(s) in ${seconds(i, 3)}s`
            : `error[${pick(codes, i)}\n  --> src/sched/${pick(['timer', 'wake', 'slab', 'queue'], i)}.rs:${31 + i * 17}:9\n\nerror: could not compile \`sched\` (lib) due to ${pick(left, i)} previous errors`,
          pick(left, i) === 0 ? 0 : 101,
        ),
      ]);
    },
  ),
  quiet(
    'an upgrade of Gradle, taken hurdle by hurdle with the same build',
    { why: 'another thing is missing each time', prompt: 'Upgrade the build to Gradle 9.' },
    (desk, story) => {
      const hurdles = [
        [
          'jcenter()',
          'mavenCentral()',
          'Could not find method jcenter() for arguments [] on repository container',
        ],
        [
          'compile "',
          'implementation "',
          'Could not find method compile() for arguments [com.acme:base:2.0]',
        ],
        [
          'archivesBaseName =',
          'base.archivesName =',
          "Could not set unknown property 'archivesBaseName' for root project 'till'",
        ],
        [
          'sourceCompatibility = 1.8',
          'java.toolchain.languageVersion = JavaLanguageVersion.of(21)',
          "Could not set unknown property 'sourceCompatibility' for root project 'till'",
        ],
        [
          'classifier = "sources"',
          'archiveClassifier = "sources"',
          "Could not set unknown property 'classifier' for task ':sourcesJar'",
        ],
        [
          'main = "App"',
          'mainClass = "App"',
          "Could not set unknown property 'main' for task ':run' of type JavaExec",
        ],
      ] as const;
      story.step(desk.run('./gradlew wrapper --gradle-version 9.0', 'BUILD SUCCESSFUL in 8s'));
      rounds(story, 6, (i) => {
        const [from, to, message] = hurdles[i % hurdles.length] ?? hurdles[0];
        return [
          desk.run(
            './gradlew build',
            `FAILURE: Build failed with an exception.\n\n* Where:\nBuild file '/w/build.gradle' line: ${7 + i * 6}\n\n* What went wrong:\nA problem occurred evaluating root project 'till'.\n> ${message}\n\nBUILD FAILED in ${1 + (i % 3)}s`,
            1,
          ),
          desk.replace('/w/build.gradle', from, to),
        ];
      });
      story.step(
        desk.run('./gradlew build', 'BUILD SUCCESSFUL in 41s\n18 actionable tasks: 18 executed'),
      );
    },
  ),
  quiet(
    'a library brought to another compiler, one missing symbol after the other',
    {
      why: 'another symbol is missing each time',
      prompt: 'Make libwave link with clang on the new toolchain.',
    },
    (desk, story) => {
      const symbols = [
        'wave_open',
        'ring_push',
        'fft_plan_many',
        'log2_table',
        'mix_add_sse',
        'clock_now_ns',
        'pool_trim',
      ] as const;
      rounds(story, 7, (i) => [
        desk.run(
          'cmake --build build -j8 2>&1 | tail -3',
          `/usr/bin/ld: libwave.a(${word(i)}.cpp.o): undefined reference to \`${pick(symbols, i)}'\nclang++: error: linker command failed with exit code 1 (use -v to see invocation)\nninja: build stopped: subcommand failed.`,
          1,
        ),
        desk.search(pick(symbols, i), `src/${word(i)}.c:${20 + i}: ${pick(symbols, i)}(void)`),
        desk.replace('/w/CMakeLists.txt', '  # sources', `  src/${word(i)}.c\n  # sources`),
      ]);
      story.step(
        desk.run(
          'cmake --build build -j8 2>&1 | tail -1',
          '[184/184] Linking CXX shared library libwave.so',
        ),
      );
    },
  ),
  quiet(
    'the same plan and apply in nine places of an infrastructure',
    {
      why: 'each is another place',
      prompt: 'Roll the new tag out to all regions, stage by stage.',
    },
    (desk, story) => {
      const places = [
        'dev/eu',
        'dev/us',
        'dev/ap',
        'stage/eu',
        'stage/us',
        'stage/ap',
        'prod/eu',
        'prod/us',
        'prod/ap',
      ] as const;
      rounds(story, 9, (i) => [
        desk.run(
          `terraform -chdir=envs/${pick(places, i)} plan -out=tfplan | tail -3`,
          `Plan: 0 to add, ${pick([7, 7, 7, 9, 9, 9, 14, 14, 12], i)} to change, 0 to destroy.\n\nSaved the plan to: tfplan`,
        ),
        desk.run(
          `terraform -chdir=envs/${pick(places, i)} apply tfplan | tail -2`,
          `\nApply complete! Resources: 0 added, ${pick([7, 7, 7, 9, 9, 9, 14, 14, 12], i)} changed, 0 destroyed.`,
        ),
      ]);
    },
  ),
  quiet(
    'steps of a table’s history taken back and forth, each tried as asked',
    {
      why: 'each is another step',
      prompt: 'Check that each of the last eight migrations can be taken back and applied again.',
    },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          'alembic downgrade -1',
          `INFO  [alembic.runtime.migration] Running downgrade ${hex(20 - i, 12)} -> ${hex(19 - i, 12)}, ${word(i)}`,
        ),
        desk.run(
          'alembic upgrade +1',
          `INFO  [alembic.runtime.migration] Running upgrade ${hex(19 - i, 12)} -> ${hex(20 - i, 12)}, ${word(i)}`,
        ),
        desk.run(
          'alembic downgrade -1',
          `INFO  [alembic.runtime.migration] Running downgrade ${hex(20 - i, 12)} -> ${hex(19 - i, 12)}, ${word(i)}`,
        ),
      ]);
      story.step(desk.run('alembic upgrade head && alembic current', `${hex(20, 12)} (head)`));
    },
  ),
  noStall(
    'a test that fails now and then, run twenty times to count how often',
    {
      why: 'the person asked for the count',
      prompt: 'Run the drag-and-drop spec 20 times and tell me how flaky it is.',
    },
    (desk, story) => {
      story.repeat(20, (i) =>
        desk.run(
          'npx playwright test e2e/drag.spec.ts --reporter=line',
          i % 6 === 4
            ? `[1/1] drag.spec.ts:9:5 › moves a card\n  1) drag.spec.ts:9:5 › moves a card\n    Error: expect(locator).toHaveText(expected)\n    Expected: "Done"\n    Received: "Doing"\n  1 failed`
            : `[1/1] drag.spec.ts:9:5 › moves a card\n  1 passed (${seconds(i, 2)}s)`,
          i % 6 === 4 ? 1 : 0,
        ),
      );
      story.step(desk.write('/w/docs/flaky.md', 'e2e/drag.spec.ts: 3 of 20 runs failed.'));
    },
  ),
  quiet(
    'lines of a thesis that are too wide, mended and set anew until none is left',
    { why: 'another line is the first each time', prompt: 'Get rid of the overfull boxes.' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          `/w/thesis/${pick(['intro', 'method', 'results'], i)}.tex`,
          `${word(i)} measurements`,
          `measure\\-ments of ${word(i)}`,
        ),
        desk.run(
          'latexmk -pdf -silent thesis.tex; grep Overfull thesis.log',
          i === 7
            ? ''
            : Array.from(
                { length: Math.min(4, 7 - i) },
                (_, n) =>
                  `Overfull \\hbox (${3 + (((i + n) * 7) % 29)}.${12 + n}pt too wide) in paragraph at lines ${80 + (i + n) * 43}--${84 + (i + n) * 43}`,
              ).join('\n'),
          i === 7 ? 1 : 0,
        ),
      ]);
    },
  ),
  quiet(
    'nine boards put under the needle one after the other',
    {
      why: 'each is another board',
      prompt: 'I plug in the boards one by one; flash each and note its number.',
    },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.run(
          'esptool.py -p /dev/ttyUSB0 read_mac | tail -2',
          i === 5
            ? 'A fatal error occurred: Failed to connect to ESP32: No serial data received.'
            : `MAC: 24:6f:28:${hex(i, 2)}:${hex(i + 9, 2)}:${hex(i + 40, 2)}\nHard resetting via RTS pin...`,
          i === 5 ? 2 : 0,
        ),
        ...(i === 5
          ? [
              desk.run(
                'sleep 10; esptool.py -p /dev/ttyUSB0 read_mac | tail -2',
                `MAC: 24:6f:28:${hex(i, 2)}:${hex(i + 9, 2)}:${hex(i + 40, 2)}\nHard resetting via RTS pin...`,
              ),
            ]
          : []),
        desk.run(
          'esptool.py -p /dev/ttyUSB0 -b 460800 write_flash 0x10000 build/app.bin | tail -2',
          `Wrote 912384 bytes (571204 compressed) at 0x00010000 in ${seconds(i, 13)} seconds\nHash of data verified.`,
        ),
      ]);
    },
  ),
  quiet(
    'numbers of a model tried one after the other, with a better error at last',
    {
      why: 'each trial brings another number',
      prompt: 'Tune the learning rate and depth of the demand model.',
    },
    (desk, story) => {
      const rmse = [18.42, 17.9, 17.93, 16.2, 15.8, 16.05, 15.1, 15.44, 14.9, 14.87] as const;
      story.repeat(10, (i) =>
        desk.run(
          `python train.py --lr ${pick(['0.3', '0.1', '0.05', '0.02'], i)} --depth ${4 + (i >> 1)} --seed 7`,
          `[0]\tvalid-rmse:41.22871\n[200]\tvalid-rmse:${(pick(rmse, i) + 1.7).toFixed(5)}\n[399]\tvalid-rmse:${pick(rmse, i).toFixed(5)}\nsaved models/lr${i}.json`,
        ),
      );
      story.step(desk.replace('/w/config/model.yaml', 'depth: 4', 'depth: 8'));
    },
  ),
  quiet(
    'an image made smaller layer by layer, and weighed each time',
    { why: 'it gets smaller', prompt: 'Bring the image of the API below 200 MB.' },
    (desk, story) => {
      const versions = [
        'FROM node:22',
        'FROM node:22-slim',
        'RUN npm ci --omit=dev',
        'COPY dist ./dist',
        'FROM node:22-slim AS build',
        'RUN npm cache clean --force',
        'FROM gcr.example.com/distroless/nodejs22',
      ] as const;
      const sizes = ['1.31GB', '688MB', '512MB', '431MB', '298MB', '291MB', '174MB'] as const;
      rounds(story, 6, (i) => [
        rewrite(desk, '/w/Dockerfile', versions, i),
        desk.run('docker build -q -t api:slim .', `sha256:${hex(i, 64)}`),
        desk.run("docker images api:slim --format '{{.Size}}'", pick(sizes, i + 1)),
      ]);
      story.step(desk.run('docker run --rm api:slim dist/main.js --version', 'api 4.1.0'));
    },
  ),
  quiet(
    'a page made faster, with the same report after each change',
    {
      why: 'the mark rises',
      prompt: 'Bring the Lighthouse performance score of the start page above 90.',
    },
    (desk, story) => {
      lookAround(desk, story);
      const edits: Edits = [
        ['/w/index.html', '<script src="/app.js">', '<script defer src="/app.js">'],
        [
          '/w/src/Hero.tsx',
          '<img src="/hero.png" />',
          '<img src="/hero.avif" width="960" height="540" />',
        ],
        [
          '/w/src/routes.ts',
          "import Admin from './Admin'",
          "const Admin = lazy(() => import('./Admin'))",
        ],
        ['/w/src/fonts.css', 'font-display: block', 'font-display: swap'],
        ['/w/vite.config.ts', 'minify: false', "minify: 'esbuild'"],
        ['/w/src/Hero.tsx', 'loading="lazy"', 'fetchPriority="high"'],
      ];
      rounds(story, 6, (i) => [
        desk.replace(...pick(edits, i)),
        desk.run(
          'npm run build --silent && npx lighthouse http://localhost:4173 --quiet --output=json | jq .categories.performance.score,.audits[\\"largest-contentful-paint\\"].displayValue',
          `${pick([0.58, 0.71, 0.79, 0.78, 0.88, 0.93], i)}\n"${pick(['5.1 s', '3.8 s', '3.0 s', '3.1 s', '2.3 s', '1.9 s'], i)}"`,
        ),
      ]);
    },
  ),
  quiet(
    'nine conflicts of one move of a branch, each in another file',
    { why: 'each is another commit and file', prompt: 'Rebase feature/pay onto main.' },
    (desk, story) => {
      story.step(
        desk.run(
          'git rebase main',
          `Rebasing (1/9)\nCONFLICT (content): Merge conflict in src/${word(0)}.ts\nerror: could not apply ${hex(0, 7)}... Pay with ${word(0)}`,
          1,
        ),
      );
      rounds(story, 9, (i) => [
        desk.read(
          `/w/src/${word(i)}.ts`,
          `<<<<<<< HEAD\nexport const ${word(i)} = pay();\n=======\nexport const ${word(i)} = payLater();\n>>>>>>> ${hex(i, 7)} (Pay with ${word(i)})`,
        ),
        desk.write(`/w/src/${word(i)}.ts`, `export const ${word(i)} = payLater();\n`),
        desk.run(
          'git add -A && GIT_EDITOR=true git rebase --continue',
          i === 8
            ? 'Successfully rebased and updated refs/heads/feature/pay.'
            : `Rebasing (${i + 2}/9)\nCONFLICT (content): Merge conflict in src/${word(i + 1)}.ts\nerror: could not apply ${hex(i + 1, 7)}... Pay with ${word(i + 1)}`,
          i === 8 ? 0 : 1,
        ),
      ]);
    },
  ),
  quiet(
    'rules of style switched on one by one, with what they find mended',
    {
      why: 'each is another rule',
      prompt: 'Switch on the recommended rules step by step, one commit each.',
    },
    (desk, story) => {
      const rules = [
        'E501',
        'F401',
        'B006',
        'UP007',
        'SIM102',
        'RUF012',
        'PERF401',
        'C416',
      ] as const;
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/pyproject.toml',
          `# next: ${pick(rules, i)}`,
          `"${pick(rules, i)}",\n# next: ${pick(rules, i + 1)}`,
        ),
        desk.run(
          'ruff check --fix src',
          i % 3 === 1
            ? 'All checks passed!'
            : `Found ${4 + i * 3} errors (${4 + i * 3} fixed, 0 remaining).`,
        ),
        desk.run('pytest -q', `${210 + (i % 2)} passed in ${seconds(i, 11)}s`),
        desk.run(
          `git commit -qam "Switch on ${pick(rules, i)}" && git log --oneline -1`,
          `${hex(i, 7)} Switch on ${pick(rules, i)}`,
        ),
      ]);
    },
  ),
  quiet(
    'eleven languages filled with one text, and the same check after each',
    {
      why: 'each is another language',
      prompt: 'Translate the key "refund.done" into all languages.',
    },
    (desk, story) => {
      const languages = ['de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'sv', 'da', 'fi', 'cs'] as const;
      rounds(story, 11, (i) => [
        desk.replace(
          `/w/locales/${pick(languages, i)}.json`,
          '"refund.done": ""',
          `"refund.done": "${pick(['Erstattet', 'Remboursé', 'Reembolsado', 'Rimborsato', 'Terugbetaald', 'Zwrócono', 'Reembolsado', 'Återbetald', 'Refunderet', 'Hyvitetty', 'Vráceno'], i)}"`,
        ),
        desk.run(
          'npm run i18n:check --silent',
          i === 10
            ? 'all 11 languages complete'
            : `missing: refund.done in ${languages.slice(i + 1).join(', ')}`,
          i === 10 ? 0 : 1,
        ),
      ]);
    },
  ),
  noStall(
    'a copy of a database that catches up with its master',
    {
      why: 'the gap gets smaller',
      prompt: 'Wait until the replica has caught up, then switch reads over.',
    },
    (desk, story) => {
      const gaps = [
        '00:41:12',
        '00:36:40',
        '00:29:03',
        '00:29:51',
        '00:20:17',
        '00:11:48',
        '00:06:02',
        '00:01:37',
        '00:00:08',
        '00:00:00',
      ] as const;
      story.repeat(10, (i) =>
        desk.run(
          `${i === 0 ? '' : `sleep ${pick([120, 180], i)}; `}psql -h replica.acme.test -Atc "select date_trunc('second', now() - pg_last_xact_replay_timestamp())"`,
          pick(gaps, i),
        ),
      );
      story.step(desk.replace('/w/config/db.yml', 'reads: primary', 'reads: replica'));
      story.step(desk.run('./bin/deploy config', 'deployed revision 881'));
    },
  ),
  quiet(
    'old rows filled in batch by batch, with what is left after each',
    {
      why: 'fewer rows are left',
      prompt: 'Backfill customer_id in batches of 50 000, and look at the load in between.',
    },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.run('psql -f backfill_batch.sql', i === 8 ? 'UPDATE 11872' : 'UPDATE 50000'),
        desk.run(
          'psql -Atc "select count(*) from orders where customer_id is null"',
          String(Math.max(0, 361_872 - i * 50_000)),
        ),
        ...(i % 3 === 1
          ? [
              desk.run(
                'uptime',
                ` ${clock(i)} up 41 days,  load average: ${1 + (i % 2)}.${20 + i}, 1.10, 0.92`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'inputs that break a reader, found and mended one after the other',
    {
      why: 'each is another crash',
      prompt: 'Fuzz the header parser until it survives ten minutes.',
    },
    (desk, story) => {
      const faults = [
        'index out of range [4] with length 4',
        'slice bounds out of range [:9] with capacity 8',
        'integer divide by zero',
        'invalid memory address or nil pointer dereference',
        'makeslice: len out of range',
      ] as const;
      rounds(story, 5, (i) => [
        desk.run(
          'go test ./header -fuzz=FuzzParse -fuzztime=10m',
          `fuzz: elapsed: ${3 + i * 41}s, execs: ${118_204 * (i + 1)} (38122/sec), new interesting: ${14 + i * 9}\n--- FAIL: FuzzParse (${3 + i * 41}.07s)\n    panic: runtime error: ${pick(faults, i)}\n    Failing input written to testdata/fuzz/FuzzParse/${hex(i, 16)}`,
          1,
        ),
        desk.read(`/w/header/parse.go`, source(`header${i}`, 18)),
        desk.replace(
          '/w/header/parse.go',
          `n := read(${word(i)})`,
          `n, err := read(${word(i)})\n\tif err != nil {\n\t\treturn nil, err\n\t}`,
        ),
        desk.run('go test ./header', `ok  \tacme/header\t0.${21 + i * 4}s`),
      ]);
      story.step(
        desk.run(
          'go test ./header -fuzz=FuzzParse -fuzztime=10m',
          'fuzz: elapsed: 10m0s, execs: 22911840 (38186/sec), new interesting: 61 (total: 204)\nPASS',
        ),
      );
    },
  ),
  quiet(
    'thirteen levels of a game loaded, each measured with the same tool',
    { why: 'each is another level', prompt: 'Which levels drop below 60 frames?' },
    (desk, story) => {
      story.repeat(13, (i) =>
        desk.run(
          `godot --headless --path . -s tools/fps.gd -- --level ${i + 1}`,
          `Godot Engine v4.3.stable.official\nlevel ${i + 1}: min ${i % 5 === 3 ? 41 + i : 60} avg ${(60 + ((i * 17) % 40) / 10).toFixed(1)} draw calls ${310 + i * 44}`,
        ),
      );
      story.step(desk.write('/w/docs/fps.md', '# Below 60\n\n- level 4\n- level 9'));
    },
  ),
  quiet(
    'helpers sent out to eight modules with one question each',
    {
      why: 'each module has another answer',
      prompt: 'Have each module reviewed for SQL built from strings.',
    },
    (desk, story) => {
      story.repeat(8, (i) =>
        desk.use(
          'agents',
          'start',
          {
            kind: 'explore',
            prompt: `Review modules/${word(i)} for SQL that is built from strings. Report file and line.`,
          },
          i % 3 === 0
            ? `Nothing found in modules/${word(i)} (${11 + i * 4} files read).`
            : `modules/${word(i)}/repo.py:${30 + i * 12} builds a query with an f-string from \`${word(i + 2)}\`.`,
        ),
      );
      rounds(story, 5, (i) => {
        const place = pick([1, 2, 4, 5, 7], i);
        return [
          desk.replace(
            `/w/modules/${word(place)}/repo.py`,
            `f"where name = '{${word(place + 2)}}'"`,
            '"where name = %s"',
          ),
          desk.run(`pytest -q modules/${word(place)}`, `${8 + place} passed in ${seconds(i, 0)}s`),
        ];
      });
    },
  ),
  quiet(
    'a wrong total followed by prints from one function to the next, and found',
    {
      why: 'each print rules another place out',
      prompt: 'The total of order 7741 is off by two cents.',
    },
    (desk, story) => {
      const places = ['loader', 'lines', 'discount', 'tax', 'shipping', 'rounding'] as const;
      rounds(story, 6, (i) => [
        desk.replace(
          `/w/app/${pick(places, i)}.rb`,
          '  result',
          `  warn "${pick(places, i)}: #{result.inspect}"\n  result`,
        ),
        desk.run(
          'bin/rails runner "puts Order.find(7741).total"',
          `${places
            .slice(0, i + 1)
            .map(
              (place, n) =>
                `${place}: ${pick(['[3 lines]', '[41.97, 9.99, 3.5]', '-4.16', '9.747', '4.9', '66.12'], n)}`,
            )
            .join('\n')}\n66.12`,
        ),
      ]);
      story.step(
        desk.replace(
          '/w/app/tax.rb',
          'sum { |l| (l.net * RATE).round(2) }',
          '(sum(&:net) * RATE).round(2)',
        ),
      );
      story.step(desk.run('bin/rails runner "puts Order.find(7741).total"', '66.10'));
      story.step(
        desk.run(
          'git checkout app/loader.rb app/lines.rb app/discount.rb app/shipping.rb app/rounding.rb',
          'Updated 5 paths from the index',
        ),
      );
      story.step(
        desk.run(
          'bin/rspec spec/order_spec.rb',
          `............\n\nFinished in ${seconds(2, 0)} seconds\n12 examples, 0 failures`,
        ),
      );
    },
  ),
  quiet(
    'ten upgrades by a bot taken in, with the same two lines for each',
    {
      why: 'each is another pull request',
      prompt: 'Go through the open Dependabot pull requests and merge the green ones.',
    },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.run(
          `gh pr checks ${301 + i}`,
          i === 6
            ? `unit\tfail\t1m12s\nlint\tpass\t31s`
            : `unit\tpass\t1m${10 + i}s\nlint\tpass\t${30 + i}s`,
          i === 6 ? 1 : 0,
        ),
        desk.run(
          i === 6
            ? `gh pr comment ${301 + i} --body "Tests fail, left open."`
            : `gh pr merge ${301 + i} --squash --delete-branch`,
          i === 6
            ? `https://git.example.test/acme/shop/pull/${301 + i}#issuecomment-88`
            : `✓ Squashed and merged pull request acme/shop#${301 + i} (Bump ${word(i)} from 1.${i} to 1.${i + 1})`,
        ),
      ]);
    },
  ),
  noStall(
    'a race that shows itself seldom, tried with other seeds until it does',
    {
      why: 'each seed is another one, and the ninth shows it',
      prompt: 'Reproduce the deadlock of issue 88; it takes a few tries.',
    },
    (desk, story) => {
      story.step(desk.read('/w/src/pool.cpp', source('pool', 26)));
      story.repeat(8, (i) =>
        desk.run(
          `./build/stress --threads ${8 + (i >> 2) * 8} --seed ${1000 + i * 7}`,
          `seed ${1000 + i * 7}: 100000 operations ok in ${seconds(i, 6)} s`,
        ),
      );
      story.step(
        desk.run(
          'timeout 60 ./build/stress --threads 16 --seed 1063',
          'seed 1063: no progress for 30 s\n  thread 3 waits for queue_mutex held by 11\n  thread 11 waits for pool_mutex held by 3',
          124,
        ),
      );
      story.step(
        desk.replace(
          '/w/src/pool.cpp',
          'std::lock_guard a(pool_mutex);\n  std::lock_guard b(queue_mutex);',
          'std::scoped_lock both(queue_mutex, pool_mutex);',
        ),
      );
      story.step(
        desk.run('cmake --build build -j8 2>&1 | tail -1', '[3/3] Linking CXX executable stress'),
      );
      story.step(
        desk.run(
          './build/stress --threads 16 --seed 1063',
          `seed 1063: 100000 operations ok in ${seconds(3, 7)} s`,
        ),
      );
    },
  ),
  quiet(
    'a switch turned on and off four times to compare both ways, as asked',
    {
      why: 'the person asked for four pairs of numbers',
      prompt: 'Compare the new cache on and off, four times alternating, and show me the table.',
    },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/config/app.toml',
          `new_cache = ${i % 2 === 0 ? 'false' : 'true'}`,
          `new_cache = ${i % 2 === 0 ? 'true' : 'false'}`,
        ),
        desk.run(
          'k6 run load/browse.js --quiet | grep -E "http_req_duration|http_reqs"',
          `http_req_duration..: avg=${(i % 2 === 0 ? 38 : 61) + (i % 3)}.${12 + i * 5}ms p(95)=${(i % 2 === 0 ? 90 : 148) + i}.${41 + i}ms\nhttp_reqs..........: ${(i % 2 === 0 ? 51_200 : 33_800) + i * 131}`,
        ),
      ]);
      story.step(
        desk.write(
          '/w/docs/cache.md',
          '| run | on | off |\n|---|---|---|\n| 1 | 38 | 62 |\n| 2 | 40 | 61 |\n| 3 | 39 | 63 |\n| 4 | 38 | 62 |',
        ),
      );
    },
  ),
  quiet(
    'a slow question to a database asked anew after each index, and faster at last',
    {
      why: 'the plan and the time change',
      prompt: 'The order list takes nine seconds, make it fast.',
    },
    (desk, story) => {
      lookAround(desk, story);
      const tries = [
        'create index on orders (state)',
        'create index on orders (customer_id, state)',
        'analyze orders',
        'create index on lines (order_id)',
        'drop index orders_state_idx',
        "create index on orders (created_at desc) where state = 'open'",
      ] as const;
      const plans = [
        'Seq Scan on orders',
        'Bitmap Heap Scan on orders',
        'Index Scan using orders_customer_id_state_idx',
        'Index Scan using orders_customer_id_state_idx',
        'Nested Loop',
        'Nested Loop',
        'Index Scan using orders_created_at_idx',
      ] as const;
      const times = [9114.2, 7302.9, 2918.4, 2870.1, 611.7, 608.3, 14.6] as const;
      const explain = (i: number) =>
        desk.run(
          'psql -f slow.sql | tail -2',
          `${pick(plans, i)}  (actual rows=${240} loops=1)\nExecution Time: ${pick(times, i).toFixed(1)} ms`,
        );
      story.step(explain(0));
      rounds(story, 6, (i) => [
        desk.run(
          `psql -c "${pick(tries, i)}"`,
          pick(
            [
              'CREATE INDEX',
              'CREATE INDEX',
              'ANALYZE',
              'CREATE INDEX',
              'DROP INDEX',
              'CREATE INDEX',
            ],
            i,
          ),
        ),
        explain(i + 1),
      ]);
    },
  ),
];
