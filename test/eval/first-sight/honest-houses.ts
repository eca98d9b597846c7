/** Honest work in many houses: proofs, measurements, comparisons, ports and watches that look alike from outside. Written by somebody who had not read the rules. */
import { source, word } from '../../unit/cases/cases.js';
import type { Act, Story } from '../../unit/support/story.js';
import { clock, hex, pick, quiet, rounds, type Idea } from './idea.js';
import { seconds } from './openings.js';

/** At least one. */
type Some<T> = readonly [T, ...T[]];
type Pair = readonly [string, string];

function play(story: Story, acts: readonly Act[]): void {
  for (const act of acts) {
    story.step(act);
  }
}

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
];
