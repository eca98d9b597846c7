/** Honest days: releases, reviews, waits, long mixed work. Before any rule was tried on it, 156 of 168 were left alone. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, noStall, pick, quiet, rounds, type Idea } from './idea.js';

export const honestDays: readonly Idea[] = [
  quiet(
    'catalogues of twelve languages checked, nothing missing in any',
    { why: 'each is another language; nothing missing is good news' },
    (desk, story) => {
      rounds(story, 12, (i) => [
        desk.replace(
          `/w/messages/${word(i)}.json`,
          `"checkout.pay": "Pay"`,
          `"checkout.pay": "${word(i)}ez"`,
        ),
        desk.run(
          `npx i18n-check --locale ${word(i)}`,
          `i18n-check v2.1.0\n${word(i)}: 0 missing, 0 unused, 214 keys`,
        ),
      ]);
    },
  ),
  quiet(
    'clients made for nine services, with the same banner each time',
    { why: 'each is another service' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.run(
          `npx openapi-generator-cli generate -i specs/${word(i)}.yaml -g typescript-fetch -o clients/${word(i)}`,
          `[main] INFO  o.o.codegen.DefaultGenerator - Generating with dryRun=false\n[main] INFO  o.o.codegen.TemplateManager - writing file clients/${word(i)}/runtime.ts\n################################################################################\n# Thanks for using OpenAPI Generator.                                          #\n# Please consider donation to help us maintain this project                    #\n################################################################################`,
        ),
        desk.run(`npx tsc --noEmit -p clients/${word(i)}`, ''),
      ]);
    },
  ),
  noStall(
    'a slow-down looked for in the history by hand',
    {
      why: 'each is another commit; the figures fall into two groups',
      prompt: 'Something since v3 made the import slow. Find the commit.',
    },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(
          `git checkout -q ${hex(i + 60, 9)} && make -s import-bench`,
          `imported 50000 rows in ${i % 3 === 1 ? '2.1' : '9.4'} s`,
        ),
      ]);
      story.step(desk.run(`git show --stat ${hex(63, 9)}`, source('show', 9)));
    },
  ),
  noStall(
    'a hot loop made faster in eight tries, half of which do nothing',
    { why: 'each try is another one; what helps is kept', prompt: 'Make the tokenizer faster.' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/src/tokenizer.rs',
          `// step ${i}`,
          `let ${word(i)} = bytes.${word(i + 1)}();\n// step ${i + 1}`,
        ),
        desk.run(
          'cargo bench --bench tokenize',
          `tokenize/large          time:   [${(41.2 - i).toFixed(2)} ms ${(41.9 - i).toFixed(2)} ms ${(42.6 - i).toFixed(2)} ms]\n                        change: [${i % 2 === 0 ? '-2.4% -2.1% -1.8%' : '-0.4% +0.1% +0.6%'}] (p = 0.${i % 2 === 0 ? '00' : '71'} ${i % 2 === 0 ? '<' : '>'} 0.05)\n                        ${i % 2 === 0 ? 'Performance has improved.' : 'No change in performance detected.'}`,
        ),
      ]);
    },
  ),
  quiet(
    'requests followed through a log by their ids, some of which it does not hold',
    { why: 'each is another request', prompt: 'What became of the requests in failed-ids.txt?' },
    (desk, story) => {
      story.repeat(14, (i) =>
        desk.run(
          `grep ${hex(i, 12)} logs/app-2026-11-20.log | cut -c1-160`,
          i % 5 === 3
            ? ''
            : `2026-11-20T${clock(i)} INFO request=${hex(i, 12)} POST /orders user=${4000 + i}\n2026-11-20T${clock(i)} ERROR request=${hex(i, 12)} payment ${pick(['declined', 'timed out', 'declined'], i)} after ${300 + i * 17} ms`,
          i % 5 === 3 ? 1 : 0,
        ),
      );
    },
  ),
  noStall(
    'a fetch that the network refuses three times, between other work',
    { why: 'other work goes on, and it comes through' },
    (desk, story) => {
      rounds(story, 3, (i) => [
        desk.run(
          'git fetch origin',
          'ssh: Could not resolve hostname github.test: Temporary failure in name resolution\nfatal: Could not read from remote repository.',
          128,
        ),
        desk.read(`/w/src/${word(i)}.ts`, source(`f${i}`, 15)),
        desk.replace(`/w/src/${word(i)}.ts`, `x${i}`, `y${i}`),
      ]);
      story
        .step(
          desk.run(
            'git fetch origin',
            'From github.test:acme/shop\n   1a2b3c4..5d6e7f8  main -> origin/main',
          ),
        )
        .step(
          desk.run('git rebase origin/main', 'Successfully rebased and updated refs/heads/topic.'),
        );
    },
  ),
  noStall(
    'three commands that the person declines, and another way that is allowed',
    { why: 'what the person declines is not the agent’s failure' },
    (desk, story) => {
      rounds(story, 3, (i) => [
        {
          ...desk.run(
            pick(['rm -rf build', 'git clean -fdx', 'make distclean'], i),
            "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).",
            1,
          ),
          deniedBy: 'person' as const,
        },
      ]);
      story
        .step(desk.run('mv build build.old && mkdir build', ''))
        .step(
          desk.run(
            'cmake --build build 2>&1 | tail -2',
            '[100%] Linking CXX executable shop\n[100%] Built target shop',
          ),
        );
    },
  ),
  noStall(
    'a job of a cluster that waits its turn, and runs then',
    {
      why: 'it was queued, and its turn comes',
      prompt: 'Submit the big fit, wait for it and plot the result.',
    },
    (desk, story) => {
      story.step(desk.run('sbatch fit.sh', 'Submitted batch job 88121'));
      story.repeat(12, (i) =>
        desk.run(
          'sleep 240; squeue -j 88121 -h -o "%T %R %M"',
          i < 7 ? 'PENDING (Priority) 0:00' : `RUNNING node17 ${(i - 6) * 4}:0${i % 10}`,
        ),
      );
      story
        .step(desk.run('sleep 240; squeue -j 88121 -h -o "%T %R %M"', ''))
        .step(desk.run('tail -3 slurm-88121.out', 'chi2 1.04\nwrote fit.npz\ndone'));
    },
  ),
  noStall(
    'a plot drawn again after each change, of which the log holds no picture',
    {
      why: 'each change is another one, and the picture is only seen by the agent',
      prompt: 'Make figure 3 of the paper beautiful.',
    },
    (desk, story) => {
      story.repeat(8, (i) =>
        desk.use(
          'jupyter',
          'run_code',
          {
            code: `fig, ax = plt.subplots()\nax.plot(t, y, lw=${1 + i / 2}, color="C${i}")\nax.set_${pick(['title', 'xlabel', 'ylabel'], i)}("${word(i)}")\nplt.show()`,
          },
          '<Figure size 640x480 with 1 Axes>',
        ),
      );
    },
  ),
  quiet(
    'boxes of a design looked at and coloured one by one',
    { why: 'each is another box' },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.use(
          'figma',
          'get_node_info',
          { nodeId: `12:${40 + i}` },
          `{"id":"12:${40 + i}","name":"${word(i)}","type":"FRAME","fills":[{"color":"#c0c0c0"}],"width":${120 + i * 8}}`,
        ),
        desk.use(
          'figma',
          'set_fill_color',
          { nodeId: `12:${40 + i}`, color: '#0b5fff' },
          `Set fill color of node "${word(i)}" to RGBA(0.04, 0.37, 1, 1)`,
        ),
      ]);
    },
  ),
  quiet(
    'the day of a release: eight packages raised, published and asked for',
    { why: 'each is another package' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          `/w/packages/${word(i)}/package.json`,
          '"version": "4.2.9"',
          '"version": "4.3.0"',
        ),
        desk.run(
          `npm publish -w @acme/${word(i)} --access public`,
          `npm notice\nnpm notice 📦  @acme/${word(i)}@4.3.0\n+ @acme/${word(i)}@4.3.0`,
        ),
        desk.run(`npm view @acme/${word(i)} version`, '4.3.0'),
      ]);
    },
  ),
  noStall(
    'indexes tried for a query whose plan stays the same four times',
    {
      why: 'each index is another one, and the fifth is used',
      prompt: 'Make the order list faster.',
    },
    (desk, story) => {
      rounds(story, 5, (i) => [
        desk.run(
          `psql shop -c 'create index concurrently idx_${word(i)} on orders (${pick(['state', 'state, day', 'day', 'lower(state)', 'shop_id, day'], i)})'`,
          'CREATE INDEX',
        ),
        desk.run(
          "psql shop -c 'explain analyze select * from orders where shop_id = 7 order by day desc limit 50'",
          i < 4
            ? ` Limit  (actual time=${812 + i}.1..${812 + i}.3 rows=50 loops=1)\n   ->  Sort  (actual time=${811 + i}.0..${811 + i}.4 rows=50 loops=1)\n         ->  Seq Scan on orders  (actual time=0.1..${640 + i}.2 rows=41200 loops=1)\n Execution Time: ${813 + i}.0 ms`
            : ' Limit  (actual time=0.1..0.4 rows=50 loops=1)\n   ->  Index Scan Backward using idx_router on orders  (actual time=0.1..0.3 rows=50 loops=1)\n Execution Time: 0.6 ms',
        ),
      ]);
    },
  ),
  quiet(
    'nine nodes of a cluster drained and taken in again',
    { why: 'each is another node' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.run(
          `kubectl drain node-${i} --ignore-daemonsets --delete-emptydir-data`,
          `node/node-${i} cordoned\nWarning: ignoring DaemonSet-managed Pods: kube-system/kube-proxy-${hex(i, 5)}\nevicting pod shop/api-${hex(i, 5)}\npod/api-${hex(i, 5)} evicted\nnode/node-${i} drained`,
        ),
        desk.run(
          `ssh node-${i} sudo kubeadm upgrade node`,
          '[upgrade] The configuration for this node was successfully updated!',
        ),
        desk.run(`kubectl uncordon node-${i}`, `node/node-${i} uncordoned`),
      ]);
    },
  ),
  quiet(
    'eleven updates of dependencies merged by number',
    { why: 'each is another one' },
    (desk, story) => {
      story.repeat(11, (i) =>
        desk.run(
          `gh pr merge ${400 + i * 3} --squash --delete-branch`,
          `✓ Squashed and merged pull request acme/shop#${400 + i * 3} (Bump ${word(i)} to ${i + 2}.0.0)\n✓ Deleted remote branch renovate/${word(i)}`,
        ),
      );
    },
  ),
];
