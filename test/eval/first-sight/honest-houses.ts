/** Honest work in many houses: proofs, measurements, comparisons, ports and watches that look alike from outside. Written by somebody who had not read the rules. */
import { source, word } from '../../unit/cases/cases.js';
import type { Act } from '../../unit/support/story.js';
import { clock, hex, pick, play, quiet, rounds, type Idea } from './idea.js';
import { seconds } from './openings.js';

/** At least one. */
type Some<T> = readonly [T, ...T[]];
type Pair = readonly [string, string];

export const honestInHouses: readonly Idea[] = [
  quiet(
    'a proof in Lean that is led to its end goal by goal, with the same build after each tactic',
    {
      why: 'each build leaves another goal open, and at last none',
      prompt: 'Fill the sorry in Sorted.lean.',
    },
    (desk, story) => {
      const tactics = [
        'induction xs with',
        '| nil => simp',
        '| cons x xs ih => cases xs',
        '  · simp [insert]',
        '  · rename_i y ys; by_cases h : a ≤ x',
        '    · simp [insert, h]',
        '    · simp [insert, h] at *; constructor',
        '      · exact le_of_not_ge h',
        '      · exact ih hs.2',
      ] as const;
      const goals = [
        'case nil\na : ℕ\n⊢ Sorted (insert a [])\n\ncase cons\nx : ℕ\nxs : List ℕ\n⊢ Sorted (insert a (x :: xs))',
        'case cons\na x : ℕ\nxs : List ℕ\nih : Sorted xs → Sorted (insert a xs)\n⊢ Sorted (insert a (x :: xs))',
        'case cons.nil\na x : ℕ\n⊢ Sorted (insert a [x])\n\ncase cons.cons\ny : ℕ\nys : List ℕ\n⊢ Sorted (insert a (x :: y :: ys))',
        'case cons.cons\na x y : ℕ\nys : List ℕ\n⊢ Sorted (insert a (x :: y :: ys))',
        'case pos\nh : a ≤ x\n⊢ Sorted (insert a (x :: y :: ys))\n\ncase neg\nh : ¬a ≤ x\n⊢ Sorted (insert a (x :: y :: ys))',
        'case neg\nh : ¬a ≤ x\nhs : x ≤ y ∧ Sorted (y :: ys)\n⊢ Sorted (x :: insert a (y :: ys))',
        'case neg.left\nh : ¬a ≤ x\n⊢ x ≤ a\n\ncase neg.right\n⊢ Sorted (insert a (y :: ys))',
        'case neg.right\nhs : x ≤ y ∧ Sorted (y :: ys)\n⊢ Sorted (insert a (y :: ys))',
      ] as const;
      story.step(
        desk.read(
          '/w/Sort/Sorted.lean',
          'theorem insert_sorted (a : ℕ) (xs : List ℕ) (hs : Sorted xs) :\n    Sorted (insert a xs) := by\n  sorry',
        ),
      );
      rounds(story, 9, (i) => [
        desk.replace(
          '/w/Sort/Sorted.lean',
          i === 0 ? '  sorry' : `  ${pick(tactics, i - 1)}`,
          i === 0 ? `  ${tactics[0]}` : `  ${pick(tactics, i - 1)}\n  ${pick(tactics, i)}`,
        ),
        i < 8
          ? desk.run(
              'lake build Sort.Sorted',
              `⚠ [${3 + (i % 2)}/4] Building Sort.Sorted\nerror: Sort/Sorted.lean:${12 + i}:2: unsolved goals\n${pick(goals, i)}\nerror: build failed`,
              1,
            )
          : desk.run('lake build Sort.Sorted', 'Build completed successfully.'),
      ]);
    },
  ),
  quiet(
    'one property of a Haskell parser that fails with another counterexample after each repair',
    {
      why: 'each counterexample is a case of its own that then passes, and the number of tests passed before it rises',
      prompt: 'prop_roundtrip fails, make it hold.',
    },
    (desk, story) => {
      const cases: Some<readonly [string, number, string]> = [
        ['Str ""', 1, 'parseString'],
        ['Str "\\""', 4, 'escape'],
        ['Num (-1)', 9, 'parseNumber'],
        ['Str "\\n"', 17, 'escape'],
        ['List []', 22, 'parseList'],
        ['List [List []]', 31, 'parseList'],
        ['Str "\\1234"', 58, 'escape'],
        ['Num 1.0e-2', 83, 'parseNumber'],
        ['Map [("",Nil)]', 214, 'parseKey'],
      ];
      rounds(story, 10, (i) => {
        const [value, passed, where] = pick(cases, i);
        return i === 9
          ? [
              desk.run(
                'cabal test --test-options="-m roundtrip"',
                'Parser\n  prop_roundtrip\n    +++ OK, passed 1000 tests.\n\nFinished in 1.8120 seconds\n1 example, 0 failures',
              ),
              desk.run(
                'git commit -qam "Parser: round trip of all values" && git log --oneline -1',
                `${hex(i, 7)} Parser: round trip of all values`,
              ),
            ]
          : [
              desk.run(
                'cabal test --test-options="-m roundtrip"',
                `Parser\n  prop_roundtrip [✘]\n\nFailures:\n  test/ParserSpec.hs:31:5:\n  1) Parser prop_roundtrip\n       Falsified (after ${passed} tests and ${2 + (i % 4)} shrinks):\n         ${value}\n         Left (ParseError ${i + 1} "unexpected input")\n\nRandomized with seed ${81_231_900 + i * 7_919}\nFinished in ${seconds(i, 0)} seconds\n1 example, 1 failure`,
                1,
              ),
              desk.replace(
                '/w/src/Parser.hs',
                `${where} = -- ${i}\n  many1 (noneOf "\\"")`,
                `${where} = -- ${i + 1}\n  choice [ try (${word(i)} <$> symbol), ${word(i + 1)} ]`,
              ),
            ];
      });
    },
  ),
  quiet(
    'a canary raised step by step, with the same two questions to the monitoring at each step',
    {
      why: 'the share of traffic rises at each step and the checks are part of the recipe',
      prompt:
        'Roll 4.2.0 out as a canary: 1, 5, 10, 25, 50, 100 %. Look at errors and latency at each.',
    },
    (desk, story) => {
      rounds(story, 6, (i) => [
        desk.run(
          `kubectl argo rollouts set weight checkout ${pick([1, 5, 10, 25, 50, 100], i)}`,
          "rollout 'checkout' updated",
        ),
        desk.run('sleep 300', ''),
        desk.use(
          'prometheus',
          'query',
          {
            query: 'sum(rate(http_requests_total{app="checkout",version="4.2.0",code=~"5.."}[5m]))',
          },
          '{"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":[1764384000,"0"]}]}}',
        ),
        desk.use(
          'prometheus',
          'query',
          {
            query:
              'histogram_quantile(0.99, sum(rate(http_duration_bucket{app="checkout",version="4.2.0"}[5m])) by (le))',
          },
          `{"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":[1764384000,"0.2${13 + ((i * 7) % 5)}"]}]}}`,
        ),
      ]);
      story.step(
        desk.run(
          'kubectl argo rollouts get rollout checkout | head -6',
          'Name:            checkout\nStatus:          ✔ Healthy\nStrategy:        Canary\n  ActualWeight:  100\nImages:          acme/checkout:4.2.0 (stable)',
        ),
      );
    },
  ),
  quiet(
    'two contracts read side by side in slices, first the one, then the other, and their differences noted',
    {
      why: 'each slice is a further one; the two files take turns because they are compared',
      prompt: 'Compare the new lease with the old one and list what changed to our disadvantage.',
    },
    (desk, story) => {
      const [old, fresh] = [source('lease', 800).split('\n'), source('lease2', 820).split('\n')];
      rounds(story, 10, (i) => [
        desk.read('/w/lease-2021.txt', old.slice(i * 80, i * 80 + 80).join('\n'), [i * 80 + 1, 80]),
        desk.read('/w/lease-2026.txt', fresh.slice(i * 80, i * 80 + 80).join('\n'), [
          i * 80 + 1,
          80,
        ]),
        ...(i % 3 === 2
          ? [
              desk.write(
                `/w/notes/part-${i}.md`,
                `## Clauses ${i * 4 - 7}–${i * 4 + 4}\n\n- Clause ${i * 4}: the notice is now ${i + 3} months (was 3).\n- Clause ${i * 4 + 1}: repairs up to ${i * 100} € are ours.`,
              ),
            ]
          : []),
      ]);
      story.step(
        desk.write(
          '/w/DIFFERENCES.md',
          '# What changed\n\n1. Notice\n2. Repairs\n3. Index of the rent\n4. Keeping of animals\n',
        ),
      );
    },
  ),
  quiet(
    'a slow-down bisected with three measurements at each commit, because they scatter',
    {
      why: 'each commit is another one, the range is halved each time, and the culprit is found',
      prompt: 'Encoding got about 8 % slower since v1.30. Bisect it, measure thrice per commit.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'git bisect start HEAD v1.30',
          `Bisecting: 127 revisions left to test after this (roughly 7 steps)\n[${hex(1, 40)}] Merge pull request #1881`,
        ),
      );
      rounds(story, 7, (i) => {
        const slow = i % 3 !== 1;
        return [
          desk.run('cargo build --release -q', ''),
          ...[0, 1, 2].map((n) =>
            desk.run(
              './target/release/bench encode --size 64M',
              `encode 64 MiB: ${((slow ? 431 : 398) + ((i * 3 + n * 5) % 11)).toFixed(0)} ms (${slow ? 148 : 161}.${(i + n * 3) % 10} MiB/s)`,
            ),
          ),
          desk.run(
            `git bisect ${slow ? 'bad' : 'good'}`,
            i < 6
              ? `Bisecting: ${pick([63, 31, 15, 7, 3, 1], i)} revisions left to test after this (roughly ${6 - i} steps)\n[${hex(i + 9, 40)}] ${word(i)}: tidy`
              : `${hex(77, 40)} is the first bad commit\n    encode: check bounds in the inner loop`,
          ),
        ];
      });
      story.step(
        desk.run('git bisect reset', "Previous HEAD position was 7d0\nSwitched to branch 'main'"),
      );
    },
  ),
  quiet(
    'a Gradle build run twice after each change, to see whether the second one comes from the cache',
    {
      why: 'the second run is the measurement, and ever fewer tasks are executed in it',
      prompt: 'Our build is never up to date. Make a second build without changes execute nothing.',
    },
    (desk, story) => {
      const culprits: Some<Pair> = [
        ['generateBuildInfo', 'writes the time of the build'],
        ['processResources', 'filters with the host name'],
        ['openApiGenerate', 'has no declared outputs'],
        ['compileKotlin', 'depends on a generated folder without a name'],
        ['jar', 'keeps time stamps'],
      ];
      rounds(story, 6, (i) => [
        desk.run(
          './gradlew assemble',
          `BUILD SUCCESSFUL in ${21 - i}s\n38 actionable tasks: ${12 - i} executed, ${26 + i} up-to-date`,
        ),
        desk.run(
          './gradlew assemble',
          i === 5
            ? 'BUILD SUCCESSFUL in 1s\n38 actionable tasks: 38 up-to-date'
            : `> Task :app:${pick(culprits, i)[0]}\n\nBUILD SUCCESSFUL in ${9 - i}s\n38 actionable tasks: ${5 - i} executed, ${33 + i} up-to-date`,
        ),
        ...(i === 5
          ? []
          : [
              desk.run(
                `./gradlew assemble --info | grep -A2 "Task ':app:${pick(culprits, i)[0]}' is not up-to-date"`,
                `Task ':app:${pick(culprits, i)[0]}' is not up-to-date because:\n  Input property 'inputs' has changed: ${pick(culprits, i)[1]}`,
              ),
              desk.replace(
                '/w/app/build.gradle.kts',
                `tasks.named("${pick(culprits, i)[0]}")`,
                `tasks.named("${pick(culprits, i)[0]}") { /* no longer ${pick(culprits, i)[1]} */ }`,
              ),
            ]),
      ]);
    },
  ),
  quiet(
    'an installer script run under six shells after each change, until all of them take it',
    {
      why: 'the set of shells that fail gets smaller, and the loop is the test that was asked for',
      prompt: 'install.sh must work with dash, bash, ksh, mksh, zsh and busybox ash.',
    },
    (desk, story) => {
      const faults: Some<readonly [string, string, string, string]> = [
        ['dash', 'install.sh: 14: [[: not found', 'if [[ $os == mac ]]', 'if [ "$os" = mac ]'],
        ['dash', 'install.sh: 22: Bad substitution', '${name,,}', '$(echo "$name" | tr A-Z a-z)'],
        ['ash', 'install.sh: line 31: syntax error: unexpected "("', 'args=(a b)', 'set -- a b'],
        ['mksh', 'install.sh[40]: local: dir: is read only', 'local dir', 'dir='],
        ['zsh', 'install.sh:47: no matches found: *.tar', 'rm *.tar', 'rm -f ./*.tar'],
        ['ksh', 'install.sh[52]: local: not found', 'local tmp', 'tmp='],
      ];
      rounds(story, 7, (i) => {
        const [shell, says, from, to] = pick(faults, i);
        const rest = ['dash', 'bash', 'ksh', 'mksh', 'zsh', 'ash'].map((s) =>
          i < 6 && s === shell ? `${s}: FAIL\n${says}` : `${s}: ok`,
        );
        return [
          desk.run(
            'for s in dash bash ksh mksh zsh "busybox ash"; do $s install.sh --dry-run >/tmp/o 2>&1 && echo "${s##* }: ok" || { echo "${s##* }: FAIL"; tail -1 /tmp/o; }; done',
            rest.join('\n'),
          ),
          i < 6
            ? desk.replace('/w/install.sh', from, to)
            : desk.run('shellcheck -s sh install.sh && echo clean', 'clean'),
        ];
      });
    },
  ),
  quiet(
    'an unsteady browser test mended, then run by the hundred under ever heavier loads to prove it',
    {
      why: 'the runs by the hundred are asked for, and the two faults that they show are mended',
      prompt:
        'checkout.spec fails about once in thirty runs. Fix it and prove it with 100 runs each at CPU 1x, 4x and 6x.',
    },
    (desk, story) => {
      const many = (slow: number, bad: number, i: number): Act =>
        desk.run(
          `CPU_SLOWDOWN=${slow} npx playwright test checkout.spec.ts --repeat-each=100 --reporter=dot`,
          `Running 100 tests using 4 workers\n${'·'.repeat(40)}\n${bad === 0 ? '' : `  1) checkout.spec.ts:41 › pays with a card › repeat ${17 + i}\n     Error: locator.click: element was detached from the DOM, retrying\n  ${bad} failed\n`}  ${100 - bad} passed (${1 + slow}.${i % 10}m)`,
          bad === 0 ? 0 : 1,
        );
      play(story, [
        many(1, 3, 0),
        desk.read(
          '/w/e2e/checkout.spec.ts',
          "test('pays with a card', async ({ page }) => {\n  await page.goto('/cart');\n  await page.click('#pay');\n  await page.fill('#card', '4242');\n});",
        ),
        desk.search('id="pay"', 'src/Cart.tsx:61: {ready && <button id="pay">Pay</button>}'),
        desk.replace(
          '/w/e2e/checkout.spec.ts',
          "  await page.click('#pay');",
          "  await expect(page.getByTestId('cart-ready')).toBeVisible();\n  await page.click('#pay');",
        ),
        many(1, 0, 1),
        many(4, 0, 2),
        many(6, 2, 3),
        desk.read('/w/src/Cart.tsx', 'useEffect(() => { setReady(true); load(); }, []);'),
        desk.replace(
          '/w/src/Cart.tsx',
          'setReady(true); load();',
          'void load().then(() => setReady(true));',
        ),
        many(6, 0, 4),
        many(6, 0, 5),
        many(4, 0, 6),
        many(1, 0, 7),
        desk.run('git commit -qam "Cart: ready only when loaded"', ''),
      ]);
    },
  ),
  quiet(
    'a queue of support looked at every ten minutes until the evening, and new letters answered',
    {
      why: 'the person asked for the watch, and most looks rightly find nothing new',
      prompt:
        'Watch the support queue until 17:00, look every ten minutes, and draft an answer to whatever comes in.',
    },
    (desk, story) => {
      rounds(story, 14, (i) => [
        desk.run('sleep 600; date +%H:%M', `${14 + Math.floor(i / 6)}:${(i % 6) * 10 || '00'}`),
        ...(i % 5 === 3
          ? [
              desk.use(
                'helpdesk',
                'list_tickets',
                { status: 'new', queue: 'support' },
                `{"count":1,"tickets":[{"id":${8810 + i},"subject":"${word(i)} does not load","from":"${word(i + 3)}@customer.test"}]}`,
              ),
              desk.use(
                'helpdesk',
                'get_ticket',
                { id: 8810 + i },
                `{"id":${8810 + i},"body":"Since the update this morning the ${word(i)} stays white. Firefox 132."}`,
              ),
              desk.use(
                'helpdesk',
                'draft_reply',
                {
                  id: 8810 + i,
                  body: `Hello, thank you for the note. The ${word(i)} needs the new viewer, which …`,
                },
                '{"saved":true,"state":"draft"}',
              ),
            ]
          : [
              desk.use(
                'helpdesk',
                'list_tickets',
                { status: 'new', queue: 'support' },
                '{"count":0,"tickets":[]}',
              ),
            ]),
      ]);
    },
  ),
  quiet(
    'a large commit split into seven small ones, with the same checks before each',
    {
      why: 'each commit takes another part, and what is left gets smaller',
      prompt: 'Split my last commit into commits that can be reviewed, each must build.',
    },
    (desk, story) => {
      const parts = ['model', 'store', 'cli', 'http', 'docs', 'metrics', 'tests'] as const;
      story.step(
        desk.run(
          'git reset HEAD~1',
          'Unstaged changes after reset:\nM\tcmd/main.go\nM\tinternal/model/order.go',
        ),
      );
      rounds(story, 7, (i) => [
        desk.run(
          'git diff --stat | tail -1',
          ` ${21 - i * 3} files changed, ${918 - i * 131} insertions(+), ${301 - i * 43} deletions(-)`,
        ),
        desk.run(`git add internal/${pick(parts, i)} && git stash -q --keep-index`, ''),
        desk.run('go build ./... && go vet ./...', ''),
        desk.run(
          `git commit -qm "${pick(parts, i)}: orders with several currencies" && git stash pop -q`,
          '',
        ),
      ]);
      story.step(desk.run('git diff --stat; git log --oneline -7 | wc -l', '7'));
    },
  ),
  quiet(
    'a function that got lost months ago, sought through old heads and dangling commits until it is found',
    {
      why: 'each look is at another commit, and the lost text is found and brought back',
      prompt: 'We once had a function settleBatch. I think I lost it in a rebase. Find it.',
    },
    (desk, story) => {
      play(story, [
        desk.search('settleBatch', ''),
        desk.run('git log --all --oneline -S settleBatch', ''),
        desk.run(
          'git reflog | grep -i rebase | head -5',
          '4b1d HEAD@{212}: rebase (finish)\n77aa HEAD@{388}: rebase (abort)\n019c HEAD@{401}: rebase (start)',
        ),
        desk.run(
          'git fsck --no-reflogs --lost-found | grep commit',
          Array.from({ length: 14 }, (_, n) => `dangling commit ${hex(n, 12)}`).join('\n'),
        ),
      ]);
      story.repeat(13, (i) =>
        desk.run(
          `git show ${hex(i, 12)} | grep -n settleBatch`,
          i === 12 ? '88:+export async function settleBatch(batch: Batch) {' : '',
          i === 12 ? 0 : 1,
        ),
      );
      play(story, [
        desk.run(
          `git show ${hex(12, 12)}:src/settle.ts | sed -n '1,20p'`,
          'export async function settleBatch(batch: Batch) {\n  for (const entry of batch.entries) {\n    await settle(entry);\n  }\n}',
        ),
        desk.run(
          `git show ${hex(12, 12)}:src/settle.ts > src/settle.ts && git status -s`,
          '?? src/settle.ts',
        ),
        desk.run('npx tsc --noEmit', ''),
      ]);
    },
  ),
  quiet(
    'four allocators measured with four loads each, every one by the same program',
    {
      why: 'each pair of allocator and load is another measurement, asked for in a table',
      prompt: 'Compare glibc, jemalloc, mimalloc and tcmalloc on our four loads. Make a table.',
    },
    (desk, story) => {
      const libs = ['', 'libjemalloc.so.2', 'libmimalloc.so.2', 'libtcmalloc.so.4'] as const;
      const loads = ['small', 'mixed', 'large', 'threads'] as const;
      story.step(
        desk.run('cmake --build build -j2 --target loadgen', '[100%] Built target loadgen'),
      );
      story.repeat(16, (i) =>
        desk.run(
          `${pick(libs, Math.floor(i / 4)) === '' ? '' : `LD_PRELOAD=/usr/lib/${pick(libs, Math.floor(i / 4))} `}./build/loadgen --profile ${pick(loads, i)} --seconds 20`,
          `profile ${pick(loads, i)}: ${(410 + ((i * 61) % 97)).toFixed(0)} kops/s, p99 ${(1.2 + ((i * 13) % 7) / 10).toFixed(1)} ms, rss ${180 + ((i * 29) % 64)} MiB\nerrors 0`,
        ),
      );
      play(story, [
        desk.write(
          '/w/docs/allocators.md',
          '| | small | mixed | large | threads |\n|---|---|---|---|---|\n| glibc | 410 | 471 | 435 | 496 |\n| mimalloc | 460 | 424 | 485 | 449 |\n',
        ),
        desk.run('git add docs/allocators.md && git commit -qm "Compare allocators"', ''),
      ]);
    },
  ),
  quiet(
    'a bench of a chip design that breaks off at a later cycle after each repair',
    {
      why: 'the first wrong cycle moves on each time, and at last all cycles match',
      prompt: 'The FIFO fails its test bench, make it pass.',
    },
    (desk, story) => {
      const at = [3, 4, 18, 19, 64, 65, 128, 511, 1024] as const;
      const fixes: Some<Pair> = [
        ['wr_ptr <= wr_ptr + 1;', 'if (wr_en && !full) wr_ptr <= wr_ptr + 1;'],
        ['rd_ptr <= rd_ptr + 1;', 'if (rd_en && !empty) rd_ptr <= rd_ptr + 1;'],
        ['assign full = count == DEPTH-1;', 'assign full = count == DEPTH;'],
        ['count <= count + 1;', 'count <= count + wr - rd;'],
        ['reg [3:0] wr_ptr;', 'reg [AW-1:0] wr_ptr;'],
        ['reg [3:0] rd_ptr;', 'reg [AW-1:0] rd_ptr;'],
        ['reg [6:0] count;', 'reg [AW:0] count;'],
        ['always @(posedge clk)', 'always @(posedge clk or negedge rst_n)'],
        ['q <= mem[rd_ptr];', 'q <= mem[rd_next];'],
      ];
      rounds(story, 10, (i) => [
        desk.run(
          'make -s sim TOP=fifo_tb',
          i < 9
            ? `VCD info: dumpfile fifo.vcd opened for output.\nMISMATCH at cycle ${pick(at, i)}: expected ${hex(i, 2)} got ${hex(i + 40, 2)}\nfifo_tb.v:88: $fatal called at ${pick(at, i) * 10} ns\nmake: *** [Makefile:21: sim] Error 1`
            : 'VCD info: dumpfile fifo.vcd opened for output.\nALL 4096 CYCLES MATCH\nfifo_tb.v:94: $finish called at 40960 ns',
          i < 9 ? 2 : 0,
        ),
        ...(i < 9 ? [desk.replace('/w/rtl/fifo.v', pick(fixes, i)[0], pick(fixes, i)[1])] : []),
        ...(i === 4
          ? [
              desk.run(
                "vcd2csv fifo.vcd | awk -F, '$1>=630 && $1<=650'",
                '630,15,15,0\n640,0,15,1\n650,1,15,1',
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'functions of a stripped program decompiled and given names one after the other',
    {
      why: 'each function is another one and gets its name',
      prompt: 'Name the functions of the update routine in Ghidra, start at 0x401a30.',
    },
    (desk, story) => {
      rounds(story, 16, (i) => [
        desk.use(
          'ghidra',
          'decompile_function',
          { address: `0x${(0x401a30 + i * 176).toString(16)}` },
          `undefined8 FUN_00${(0x401a30 + i * 176).toString(16)}(long param_1)\n{\n  int iVar1;\n  iVar1 = FUN_00${(0x402100 + i * 64).toString(16)}(param_1 + ${8 + i * 8});\n  if (iVar1 == 0) {\n    return ${i};\n  }\n  return 0xffffffff;\n}`,
        ),
        desk.use(
          'ghidra',
          'rename_function',
          {
            address: `0x${(0x401a30 + i * 176).toString(16)}`,
            name: `update_${word(i)}_${i % 2 === 0 ? 'check' : 'load'}`,
          },
          'Renamed successfully',
        ),
      ]);
    },
  ),
  quiet(
    'a report in COBOL ported to Java, with the same comparison after each part and a rest in between',
    {
      why: 'the number of lines that differ falls from 1,204 to none; it rests twice while a part is only prepared',
      prompt: 'Port RPT040 to Java. The output must equal golden/rpt040.txt byte for byte.',
    },
    (desk, story) => {
      const left = [1204, 1204, 980, 611, 611, 598, 240, 96, 12, 3, 0] as const;
      rounds(story, 11, (i) => [
        desk.run(
          `sed -n '/${100 + i * 10}-${word(i).toUpperCase()}/,/EXIT/p' cobol/RPT040.cbl`,
          `       ${100 + i * 10}-${word(i).toUpperCase()}.\n           MOVE WS-${word(i).toUpperCase()} TO RPT-LINE(${i + 1})\n           ADD ${i + 1} TO WS-COUNT\n           EXIT.`,
        ),
        desk.replace(
          '/w/src/main/java/acme/Rpt040.java',
          `// TODO ${100 + i * 10}`,
          `line(${i + 1}).put(ws.${word(i)}());\n    count += ${i + 1};\n    // TODO ${110 + i * 10}`,
        ),
        desk.run(
          'mvn -q -o compile exec:java && diff golden/rpt040.txt out/rpt040.txt | grep -c "^[<>]"',
          String(pick(left, i)),
          pick(left, i) === 0 ? 1 : 0,
        ),
      ]);
      story.step(
        desk.run('cmp golden/rpt040.txt out/rpt040.txt && echo same', `same (${clock(3)})`),
      );
    },
  ),
  quiet(
    'three judges asked the same question about each of six drafts, as the person wants their mean',
    {
      why: 'the question is the same on purpose, each draft is another one, and the marks are gathered',
      prompt:
        'Have each of the six slogans in drafts/ marked by three independent sub-agents, then rank them.',
    },
    (desk, story) => {
      rounds(story, 6, (i) => [
        desk.read(`/w/drafts/${i + 1}.txt`, `Fresh ${word(i)}, every ${word(i + 4)}.`),
        ...[0, 1, 2].map((n) =>
          desk.use(
            'agents',
            'run',
            {
              description: `Judge draft ${i + 1}`,
              prompt: `You are a strict copy editor. Mark drafts/${i + 1}.txt from 1 to 10 for clearness and for charm. Answer with two numbers and one sentence.`,
            },
            `${6 + ((i * 2 + n) % 4)} ${5 + ((i + n * 3) % 5)}\n${pick(['Clear, but the second half drags.', 'Short and pleasant.', 'The image does not quite work.', 'Good rhythm.'], i + n)}`,
          ),
        ),
      ]);
      story.step(
        desk.write(
          '/w/drafts/RANKING.md',
          '| draft | clearness | charm |\n|---|---|---|\n| 3 | 8.3 | 7.7 |\n| 1 | 7.7 | 6.0 |\n| 6 | 7.3 | 6.7 |\n',
        ),
      );
    },
  ),
  quiet(
    'an engine brought nearer to a suite of conformance, with rests and one setback that is taken back',
    {
      why: 'the number of tests that pass rises over the run; the setback is seen and undone at once',
      prompt: 'Get our interpreter above 1,400 of the 1,500 array tests.',
    },
    (desk, story) => {
      const passed = [
        1102, 1131, 1131, 1178, 1240, 1187, 1240, 1251, 1302, 1302, 1349, 1388, 1411,
      ] as const;
      rounds(story, 13, (i) => [
        i === 6
          ? desk.run('git checkout engine/array.cc', 'Updated 1 path from the index')
          : desk.replace(
              '/w/engine/array.cc',
              `// step ${i}\nreturn nullptr;`,
              `// step ${i + 1}\nreturn vm.${word(i)}(args[${i % 3}]);`,
            ),
        desk.run(
          'ninja -C out && ./tools/test262 --filter built-ins/Array --summary',
          `[${2 + (i % 3)}/${2 + (i % 3)}] LINK engine\nRan 1500 tests in ${seconds(i, 14)}s\n  passed ${pick(passed, i)}\n  failed ${1500 - pick(passed, i)}\n  first failure: Array.prototype.${word(i)}/length.js`,
          1,
        ),
        ...(i % 4 === 0 ? [desk.run(`git commit -qam "Array: ${word(i)}"`, '')] : []),
      ]);
    },
  ),
  quiet(
    'one simulation computed on ever finer grids, to see the error fall by a quarter each time',
    {
      why: 'each grid is another one and the order of convergence is the thing that was asked for',
      prompt: 'Do a grid refinement study for the cavity, levels 3 to 9, plain and upwind.',
    },
    (desk, story) => {
      rounds(story, 14, (i) => {
        const level = 3 + (i % 7);
        const scheme = i < 7 ? 'central' : 'upwind';
        return [
          desk.run(
            `mpirun -n 2 ./cavity --level ${level} --scheme ${scheme}`,
            `grid ${2 ** level} x ${2 ** level}\niteration ${100 * level} residual 9.${(i * 3) % 10}e-09\nconverged\nL2 error ${((i < 7 ? 0.4 : 0.9) / (i < 7 ? 4 : 2) ** level).toExponential(3)}\nwall time ${seconds(i, level)} s`,
          ),
          ...(i % 7 === 6
            ? [
                desk.run(
                  `python plot_order.py --scheme ${scheme}`,
                  `observed order ${i < 7 ? '1.99' : '1.02'}\nwrote order-${scheme}.png`,
                ),
              ]
            : []),
        ];
      });
    },
  ),
  quiet(
    'warnings of Dialyzer mended one by one, each of which uncovers what stood behind it',
    {
      why: 'the function that is named is another one each time; the total goes up twice because code becomes reachable, and ends at none',
      prompt: 'mix dialyzer must be clean.',
    },
    (desk, story) => {
      const left = [9, 8, 10, 7, 7, 5, 6, 4, 2, 1, 0] as const;
      rounds(story, 11, (i) => [
        desk.run(
          'mix dialyzer --quiet --format short',
          pick(left, i) === 0
            ? 'done (passed successfully)'
            : `lib/shop/${word(i)}.ex:${14 + i * 3}:${pick(['no_return', 'call', 'pattern_match', 'invalid_contract'], i)} Function ${word(i)}/${1 + (i % 3)} ${pick(['has no local return', 'breaks the contract', 'can never match', 'has an invalid spec'], i)}.\nTotal errors: ${pick(left, i)}, Skipped: 0, Unnecessary Skips: 0\ndone (warnings were emitted)`,
          pick(left, i) === 0 ? 0 : 2,
        ),
        ...(pick(left, i) === 0
          ? []
          : [
              desk.read(
                `/w/lib/shop/${word(i)}.ex`,
                `defmodule Shop.${word(i)} do\n  @spec ${word(i)}(map()) :: {:ok, integer()}\n  def ${word(i)}(order), do: fetch(order.${word(i + 1)})\nend`,
              ),
              desk.replace(
                `/w/lib/shop/${word(i)}.ex`,
                `@spec ${word(i)}(map()) :: {:ok, integer()}`,
                `@spec ${word(i)}(Order.t()) :: {:ok, integer()} | {:error, :${word(i + 1)}}`,
              ),
            ]),
      ]);
    },
  ),
  quiet(
    'new tickets looked through for ones like them, most of which have none',
    {
      why: 'each ticket is another one; to find nothing is an answer, too',
      prompt: 'Go through the tickets of this week in Jira and link duplicates.',
    },
    (desk, story) => {
      story.step(
        desk.use(
          'jira',
          'search',
          { jql: 'project = APP AND created >= startOfWeek() ORDER BY key' },
          `{"total":15,"issues":[${Array.from({ length: 15 }, (_, n) => `"APP-${900 + n}"`).join(',')}]}`,
        ),
      );
      rounds(story, 15, (i) => [
        desk.use(
          'jira',
          'search',
          {
            jql: `project = APP AND text ~ "${word(i)} ${pick(['crash', 'blank page', 'slow', 'wrong total'], i)}" AND key < APP-900`,
          },
          i % 5 === 2
            ? `{"total":1,"issues":[{"key":"APP-${310 + i}","summary":"${word(i)} fails after sign-in"}]}`
            : '{"total":0,"issues":[]}',
        ),
        ...(i % 5 === 2
          ? [
              desk.use(
                'jira',
                'create_issue_link',
                { type: 'Duplicate', inward: `APP-${900 + i}`, outward: `APP-${310 + i}` },
                '{"status":201}',
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'a holder for a lamp drawn in OpenSCAD, rendered and measured until it fits the rail',
    {
      why: 'each change answers the last measurement, and the gap comes down to what was asked',
      prompt: 'The clip must sit on a 19.8 mm rail with 0.2 mm play and print without supports.',
    },
    (desk, story) => {
      const gap = [1.8, 1.1, 1.1, 0.7, 0.4, -0.1, 0.3, 0.2] as const;
      const overhang = [61, 61, 52, 52, 47, 47, 44, 44] as const;
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/clip.scad',
          pick(['rail = 21.6;', 'wall = 2;', 'lip = 3;', 'fillet = 0;', 'rail = 20.9;'], i),
          pick(['rail = 20.9;', 'wall = 2.4;', 'lip = 2.2;', 'fillet = 1.5;', 'rail = 20.1;'], i),
        ),
        desk.run(
          'openscad -o clip.stl clip.scad 2>&1 | tail -3',
          `   Facets:   ${812 + i * 36}\n   Volumes:  2\nTotal rendering time: 0:00:0${2 + (i % 4)}.${113 + i * 71}`,
        ),
        desk.run(
          'python measure.py clip.stl --rail 19.8',
          `play ${pick(gap, i)} mm\nsteepest overhang ${pick(overhang, i)}°\n${i === 7 ? 'fits, printable' : 'does not fit yet'}`,
        ),
        ...(i % 3 === 1
          ? [
              desk.run(
                `openscad -o view-${i}.png --camera 0,0,0,55,0,25,140 clip.scad 2>&1 | tail -1`,
                'Total rendering time: 0:00:01.204',
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'an app handed in at Apple for its stamp, asked after with pauses until it has it',
    {
      why: 'the waiting is somebody else’s work that usually takes some minutes, and other things are done in between',
      prompt: 'Build, sign, notarize and staple the Mac app, then upload the release.',
    },
    (desk, story) => {
      play(story, [
        desk.run(
          'xcodebuild -scheme Desk -configuration Release archive -archivePath build/Desk.xcarchive -quiet && echo ok',
          'ok',
        ),
        desk.run(
          'ditto -c -k --keepParent build/Desk.app build/Desk.zip && xcrun notarytool submit build/Desk.zip --keychain-profile acme',
          'Conducting pre-submission checks for Desk.zip...\nSubmission ID received\n  id: 2efe2717-52ef-43a5-96dc-0797e4ca1041\nSuccessfully uploaded file',
        ),
      ]);
      const between = [
        desk.run('git log --oneline v5.1..HEAD | wc -l', '      31'),
        desk.write('/w/release-notes.md', '# Desk 5.2\n\n- Tabs can be pinned\n- Faster search\n'),
        desk.run('plutil -extract CFBundleVersion raw build/Desk.app/Contents/Info.plist', '5201'),
      ] as const;
      rounds(story, 6, (i) => [
        desk.run(
          'sleep 120; xcrun notarytool info 2efe2717-52ef-43a5-96dc-0797e4ca1041 --keychain-profile acme',
          `Successfully received submission info\n  createdDate: 2026-11-29T09:58:12.104Z\n  id: 2efe2717-52ef-43a5-96dc-0797e4ca1041\n  name: Desk.zip\n  status: ${i < 5 ? 'In Progress' : 'Accepted'}`,
        ),
        ...(i % 2 === 0 ? [pick(between, i / 2)] : []),
      ]);
      play(story, [
        desk.run(
          'xcrun stapler staple build/Desk.app',
          'Processing: /w/build/Desk.app\nThe staple and validate action worked!',
        ),
        desk.run(
          'gh release create v5.2 build/Desk.zip -F release-notes.md',
          'https://github.com/acme/desk/releases/tag/v5.2',
        ),
      ]);
    },
  ),
  quiet(
    'a course of small exercises done one after the other, each with the same order of look, change and run',
    {
      why: 'each exercise is another one and is solved',
      prompt:
        'Solve the rustlings of move_semantics and structs, explain each in a line of NOTES.md.',
    },
    (desk, story) => {
      rounds(story, 9, (i) => {
        const name = i < 5 ? `move_semantics${i + 1}` : `structs${i - 4}`;
        return [
          desk.read(
            `/w/exercises/${name}.rs`,
            `// ${name}: make me compile!\nfn fill(vec: Vec<i32>) -> Vec<i32> {\n    vec.push(${i * 11});\n    vec\n}`,
          ),
          desk.replace(
            `/w/exercises/${name}.rs`,
            'fn fill(vec: Vec<i32>)',
            i % 2 === 0 ? 'fn fill(mut vec: Vec<i32>)' : 'fn fill(vec: &mut Vec<i32>)',
          ),
          desk.run(
            `rustlings run ${name}`,
            `   Compiling exercises v0.0.0\n    Finished dev profile in 0.${31 + i * 4}s\nrunning ${1 + (i % 3)} test${i % 3 === 0 ? '' : 's'}\ntest result: ok. ${1 + (i % 3)} passed; 0 failed\n\n✓ Successfully ran ${name}`,
          ),
          desk.run(
            `echo "- ${name}: ${pick(['the vector must be mutable', 'a mutable borrow is enough', 'clone before the move'], i)}" >> NOTES.md`,
            '',
          ),
        ];
      });
    },
  ),
  quiet(
    'a handbook written in a wiki, section by section, by the same call on the same page',
    {
      why: 'the page grows by another section each time, and its version counts up',
      prompt:
        'Write the on-call handbook in Confluence from the headings in the outline, save after each section.',
    },
    (desk, story) => {
      story.step(
        desk.use(
          'confluence',
          'get_page',
          { id: '88122' },
          `{"title":"On-call handbook","version":3,"body":"${Array.from({ length: 12 }, (_, n) => `<h2>${word(n)}</h2>`).join('')}"}`,
        ),
      );
      rounds(story, 12, (i) => [
        ...(i % 4 === 1
          ? [
              desk.search(
                `runbook ${word(i)}`,
                `docs/runbooks/${word(i)}.md:1:# Runbook ${word(i)}\ndocs/runbooks/${word(i)}.md:7:Page the owner after ${10 + i} minutes.`,
              ),
            ]
          : []),
        desk.use(
          'confluence',
          'update_section',
          {
            id: '88122',
            heading: word(i),
            body: `<p>When ${word(i)} raises an alert, look first at its queue. After ${10 + i} minutes call the owner of ${word(i + 1)}.</p>`,
          },
          `{"id":"88122","version":${4 + i},"status":"current"}`,
        ),
      ]);
    },
  ),
  quiet(
    'headers taken out of a large C++ program one by one, with the whole build timed after each',
    {
      why: 'each header is another one and the time comes down from 212 to 131 seconds, though it scatters',
      prompt:
        'Make the full build faster by cutting includes. I want to see the time after each cut.',
    },
    (desk, story) => {
      const time = [212, 209, 214, 196, 188, 190, 171, 168, 152, 155, 131] as const;
      story.step(
        desk.run(
          'ClangBuildAnalyzer --analyze trace.bin | head -6',
          '**** Expensive headers:\n41203 ms: src/core/all.h (included 312 times)\n18110 ms: src/net/http.h (included 120 times)\n 9120 ms: third_party/json.hpp (included 301 times)',
        ),
      );
      rounds(story, 11, (i) => [
        desk.replace(
          `/w/src/core/${word(i)}.h`,
          `#include "core/all.h"`,
          `namespace core { class ${word(i)}; }`,
        ),
        ...(i % 4 === 2
          ? [
              desk.run(
                'cmake --build build --clean-first -j4 2>&1 | grep -m1 error',
                `/w/src/core/${word(i)}.cc:${9 + i}:8: error: incomplete type 'core::${word(i)}' used in nested name specifier`,
              ),
              desk.replace(
                `/w/src/core/${word(i)}.cc`,
                `#include "core/${word(i)}.h"`,
                `#include "core/${word(i)}.h"\n#include "core/${word(i + 1)}_impl.h"`,
              ),
            ]
          : []),
        desk.run(
          'bash -c "time cmake --build build --clean-first -j4" 2>&1 | tail -4',
          `[100%] Built target server\n\nreal\t${Math.floor(pick(time, i) / 60)}m${pick(time, i) % 60}.${(i * 37) % 1000}s\nuser\t${12 - (i % 3)}m${10 + i}.4s`,
        ),
      ]);
    },
  ),
  quiet(
    'pages of a Rails shop that ask the database too often, each measured before and after its change',
    {
      why: 'each page is another one, and its number of queries falls',
      prompt: 'Get rid of the N+1 queries on the ten admin pages.',
    },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.run(
          `bin/rails runner script/count_queries.rb /admin/${word(i)}`,
          `GET /admin/${word(i)} 200\nqueries: ${61 + i * 17}\nmost repeated: SELECT "${word(i + 2)}".* WHERE id = ? (x${52 + i * 17})`,
        ),
        desk.replace(
          `/w/app/controllers/admin/${word(i)}_controller.rb`,
          `${word(i)}.page(params[:page])`,
          `${word(i)}.includes(:${word(i + 2)}).page(params[:page])`,
        ),
        desk.run(
          `bin/rails runner script/count_queries.rb /admin/${word(i)}`,
          `GET /admin/${word(i)} 200\nqueries: ${8 + (i % 3)}\nmost repeated: SELECT "users".* WHERE id = ? (x1)`,
        ),
      ]);
      story.step(
        desk.run(
          'bin/rails test test/controllers/admin',
          `Finished in ${seconds(4, 12)}s\n61 runs, 204 assertions, 0 failures, 0 errors, 0 skips`,
        ),
      );
    },
  ),
  quiet(
    'a journey planned from many searches of the web, with the plan written further after each day',
    {
      why: 'each search is about another place or day, some of which bring little, and the plan grows',
      prompt: 'Plan eight days by train through Slovenia with opening times. Keep it in PLAN.md.',
    },
    (desk, story) => {
      const towns = [
        'Ljubljana',
        'Bled',
        'Bohinj',
        'Most na Soči',
        'Nova Gorica',
        'Piran',
        'Maribor',
        'Ptuj',
      ] as const;
      rounds(story, 8, (i) => [
        desk.use(
          'web',
          'search',
          { query: `train ${pick(towns, i)} ${pick(towns, i + 1)} timetable Saturday` },
          i % 4 === 3
            ? 'No results of note.'
            : `1. potniski.sz.si - ${pick(towns, i)} to ${pick(towns, i + 1)}, ${4 + i} trains a day\n2. rome2rio - ${40 + i * 9} min`,
        ),
        desk.use(
          'web',
          'search',
          { query: `${pick(towns, i)} museum opening times` },
          `1. visit.${pick(towns, i).toLowerCase().replaceAll(' ', '')}.test - open 10–${16 + (i % 3)}, closed on Mondays`,
        ),
        desk.use(
          'web',
          'fetch',
          { url: `https://visit.${pick(towns, i).toLowerCase().replaceAll(' ', '')}.test/hours` },
          `Castle of ${pick(towns, i)}\nTue–Sun 10–${16 + (i % 3)}\nTickets ${6 + i} €`,
        ),
        desk.replace(
          '/w/PLAN.md',
          `<!-- day ${i + 1} -->`,
          `## Day ${i + 1}: ${pick(towns, i)}\n\nCastle 10–12 (${6 + i} €), train on at 14:0${i}.\n\n<!-- day ${i + 2} -->`,
        ),
      ]);
    },
  ),
  quiet(
    'a deployment that fails for want of machines twice, is tried again later, and goes out with all its checks',
    {
      why: 'the fault is outside and passes; the third try works, and the rest of the work is done',
      prompt: 'Deploy the new search to Frankfurt and check the ten canned queries.',
    },
    (desk, story) => {
      const deploy = (i: number): Act =>
        desk.run(
          'fly deploy --region fra --strategy rolling',
          i < 2
            ? `==> Building image\nimage: registry.fly.io/search:deployment-${hex(i, 10)}\nUpdating existing machines in 'search' with rolling strategy\nError: failed to update machine: insufficient resources available to fulfill request in fra (Request ID: ${hex(i + 5, 16)})`
            : `==> Building image\nimage: registry.fly.io/search:deployment-${hex(i, 10)}\n  ✔ Machine 3287 [app] update succeeded\n  ✔ Machine 9081 [app] update succeeded\nVisit your newly deployed app at https://search.fly.dev/`,
          i < 2 ? 1 : 0,
        );
      play(story, [
        desk.run(
          'npm run build',
          `vite v6.0.1 building for production...\n✓ built in ${seconds(0, 3)}s`,
        ),
        deploy(0),
        desk.run(
          'fly status',
          'App\n  Name = search\nMachines\napp 3287 v41 fra started\napp 9081 v41 fra started',
        ),
        desk.use(
          'web',
          'fetch',
          { url: 'https://status.flyio.net' },
          'Identified - Capacity in FRA is limited. We are adding hosts. (22 minutes ago)',
        ),
        desk.run('sleep 590', ''),
        deploy(1),
        desk.use(
          'web',
          'fetch',
          { url: 'https://status.flyio.net' },
          'Monitoring - New hosts are online in FRA. (3 minutes ago)',
        ),
        desk.run('sleep 300', ''),
        deploy(2),
      ]);
      story.repeat(10, (i) =>
        desk.run(
          `curl -s 'https://search.fly.dev/q?s=${word(i)}' | jq '.hits | length'`,
          String(3 + ((i * 7) % 20)),
        ),
      );
    },
  ),
  quiet(
    'rules of Rector let loose on a PHP shop one at a time, with the same green suite after each',
    {
      why: 'each rule is another one, changes other files, and is committed',
      prompt: 'Apply the PHP 8.3 set of Rector rule by rule, one commit each, tests after each.',
    },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.run(
          `vendor/bin/rector process --only="Rector\\Php83\\Rector\\${word(i)}Rector"`,
          ` 412/412 [▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓] 100%\n ${i % 4 === 3 ? '[OK] Rector is done!' : `[OK] ${3 + ((i * 5) % 17)} files have been changed by Rector`}`,
        ),
        desk.run(
          'vendor/bin/phpunit',
          `PHPUnit 11.4.3 by Sebastian Bergmann and contributors.\n\n................................................ 318 / 318 (100%)\n\nTime: 00:0${6 + (i % 3)}.${110 + i * 43}, Memory: 84.00 MB\n\nOK (318 tests, 904 assertions)`,
        ),
        ...(i % 4 === 3 ? [] : [desk.run(`git commit -qam "Rector: ${word(i)}"`, '')]),
      ]);
    },
  ),
  quiet(
    'an API in C# moved to another reader of JSON, with one failing snapshot looked at after the other',
    {
      why: 'each test run names another snapshot, and fewer fail',
      prompt: 'Replace Newtonsoft.Json by System.Text.Json without a change in the answers.',
    },
    (desk, story) => {
      const causes: Some<Pair> = [
        ['PropertyNamingPolicy = null', 'PropertyNamingPolicy = JsonNamingPolicy.CamelCase'],
        ['// enums', 'o.Converters.Add(new JsonStringEnumConverter());'],
        ['// nulls', 'o.DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull;'],
        ['// dates', 'o.Converters.Add(new UtcDateConverter());'],
        ['// decimals', 'o.Converters.Add(new PlainDecimalConverter());'],
        ['// umlauts', 'o.Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping;'],
        ['// cycles', 'o.ReferenceHandler = ReferenceHandler.IgnoreCycles;'],
        ['// read numbers', 'o.NumberHandling = JsonNumberHandling.AllowReadingFromString;'],
      ];
      const left = [64, 41, 33, 20, 20, 9, 4, 1, 0] as const;
      rounds(story, 9, (i) => [
        desk.run(
          'dotnet test --no-restore -v q',
          pick(left, i) === 0
            ? `Passed!  - Failed:     0, Passed:   180, Skipped:     0, Total:   180, Duration: ${seconds(i, 5)} s - Api.Tests.dll (net9.0)`
            : `  Failed Snapshot_${word(i)} [${12 + i * 3} ms]\n  Error Message:\n   Verify: Received: Snapshot_${word(i)}.received.json differs\nFailed!  - Failed:    ${pick(left, i)}, Passed:   ${180 - pick(left, i)}, Skipped:     0, Total:   180, Duration: ${seconds(i, 5)} s - Api.Tests.dll (net9.0)`,
          pick(left, i) === 0 ? 0 : 1,
        ),
        ...(pick(left, i) === 0
          ? [desk.run('git commit -qam "System.Text.Json"', '')]
          : [
              desk.run(
                `diff Api.Tests/Snapshot_${word(i)}.verified.json Api.Tests/Snapshot_${word(i)}.received.json`,
                `${3 + i}c${3 + i}\n<   "${word(i)}": ${i},\n---\n>   "${word(i)}": "${i}",`,
                1,
              ),
              desk.replace('/w/Api/Json.cs', pick(causes, i)[0], pick(causes, i)[1]),
            ]),
      ]);
    },
  ),
];
