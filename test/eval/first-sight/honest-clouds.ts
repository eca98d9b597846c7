/** Honest work far from the files: pages, clusters, pipelines and sweeps that look alike each time. Written before any rule was tried on it. */
import { clock, hex, noStall, quiet, rounds, type Idea } from './idea.js';
import { finish, lookAround, seconds } from './openings.js';

const steps = [
  'Address',
  'Delivery',
  'Gift wrap',
  'Invoice',
  'Voucher',
  'Payment',
  'Terms',
  'Summary',
  'Thanks',
] as const;

export const honestInClouds: readonly Idea[] = [
  quiet(
    'a long form gone through in the browser, page by page',
    {
      why: 'each click leads to the next page',
      prompt: 'Walk through the whole checkout in the browser and tell me whether anything is odd.',
    },
    (desk, story) => {
      story.step(
        desk.use(
          'playwright',
          'browser_navigate',
          { url: 'http://localhost:5173/checkout' },
          '### Page state\n- Page URL: http://localhost:5173/checkout\n- Page Title: Checkout',
        ),
      );
      steps.forEach((name, i) => {
        story.step(
          desk.use(
            'playwright',
            'browser_snapshot',
            {},
            `### Page state\n- Page URL: http://localhost:5173/checkout\n- Page Title: Checkout\n- Page Snapshot:\n\`\`\`yaml\n- main [ref=e6]:\n  - heading "${name}" [level=1] [ref=e7]\n  - text: Step ${i + 1} of 9\n  - button "Back" [ref=e10]\n  - button "Next" [ref=e11]\n\`\`\``,
          ),
        );
        story.step(
          desk.use(
            'playwright',
            'browser_click',
            { element: 'Next', ref: 'e11' },
            "### Ran Playwright code\nawait page.getByRole('button', { name: 'Next' }).click();",
          ),
        );
      });
      story.step(
        desk.use(
          'playwright',
          'browser_console_messages',
          {},
          '[LOG] [vite] connected.\n[WARN] No label for #voucher',
        ),
      );
    },
  ),
  quiet(
    'a roll-out watched until the last of twelve pods is ready',
    { why: 'one more is ready at each look', prompt: 'Deploy 2.8.0 and wait until it is out.' },
    (desk, story) => {
      lookAround(desk, story);
      story.step(
        desk.run(
          'kubectl -n shop set image deploy/web web=registry.example.test/web:2.8.0',
          'deployment.apps/web image updated',
        ),
      );
      for (let i = 0; i < 12; i++) {
        story.step(
          desk.run(
            'sleep 20; kubectl -n shop rollout status deploy/web --watch=false',
            i === 11
              ? 'deployment "web" successfully rolled out'
              : `Waiting for deployment "web" rollout to finish: ${i + 1} out of 12 new replicas have been updated...`,
          ),
        );
      }
      story.step(desk.run('curl -s https://shop.example.test/version', '{"version":"2.8.0"}'));
    },
  ),
  quiet(
    'thirteen things of the cloud taken into the state, each with the same words',
    { why: 'each has an address and an id of its own' },
    (desk, story) => {
      const things = [
        'aws_s3_bucket.reports',
        'aws_s3_bucket.logs',
        'aws_s3_bucket.assets',
        'aws_sqs_queue.orders',
        'aws_sqs_queue.mails',
        'aws_sqs_queue.dead',
        'aws_sns_topic.alerts',
        'aws_iam_role.web',
        'aws_iam_role.worker',
        'aws_iam_role.ci',
        'aws_kms_key.data',
        'aws_kms_key.mail',
        'aws_route53_zone.main',
      ] as const;
      things.forEach((thing, i) => {
        story.step(
          desk.run(
            `terraform import -no-color ${thing} ${hex(i, 10)}`,
            `${thing}: Importing from ID "${hex(i, 10)}"...\n${thing}: Import prepared!\n${thing}: Refreshing state... [id=${hex(i, 10)}]\n\nImport successful!\n\nThe resources that were imported are shown above. These resources are now in\nyour Terraform state and will henceforth be managed by Terraform.`,
          ),
        );
      });
      story.step(
        desk.run(
          'terraform plan -no-color | tail -3',
          'No changes. Your infrastructure matches the configuration.',
        ),
      );
    },
  ),
  quiet(
    'rows filled in by batches until none is left',
    {
      why: 'the same command, and the rest falls',
      prompt: 'Run the backfill in batches until it is through.',
    },
    (desk, story) => {
      story.step(
        desk.read(
          '/w/scripts/backfill.py',
          'import argparse\n\nfrom orders.models import Order\n\n\ndef main(limit: int) -> None:\n    rows = Order.objects.filter(total_cents=None)[:limit]',
        ),
      );
      for (let i = 0; i < 11; i++) {
        const left = Math.max(0, 104_211 - (i + 1) * 10_000);
        story.step(
          desk.run(
            'python scripts/backfill.py --limit 10000',
            `2026-11-21 ${clock(i)} backfill: ${left === 0 ? 4_211 : 10_000} rows written in ${seconds(i, 21)} s, ${left} left`,
          ),
        );
      }
      story.step(
        desk.run('psql -Atc "select count(*) from orders where total_cents is null"', '0'),
      );
      finish(desk, story);
    },
  ),
  quiet(
    'a pipeline watched, mended once and watched again',
    { why: 'its jobs go on, and the failure is mended' },
    (desk, story) => {
      const jobs = ['lint', 'types', 'unit', 'build', 'e2e'] as const;
      const watch = (run: number, upTo: number, failed: boolean): string =>
        `[${run}] main ci · ${9_812_330_114 + run}\n${jobs.map((job, at) => `${at < upTo ? '✓' : at === upTo ? (failed ? 'X' : '*') : '-'} ${job}${at < upTo ? ` in ${20 + at * 31}s` : ''} (ID ${27_004_118 + run * 10 + at})`).join('\n')}`;
      for (let i = 0; i < 4; i++) {
        story.step(
          desk.run(
            `sleep 45 && gh run view ${9_812_330_115}`,
            watch(1, i, i === 3),
            i === 3 ? 1 : 0,
          ),
        );
      }
      story.step(
        desk.run(
          `gh run view ${9_812_330_115} --log-failed | tail -4`,
          `build\tBuild\t2026-11-21T${clock(4)}Z error TS2307: Cannot find module './generated/api' or its corresponding type declarations.`,
        ),
      );
      story.step(
        desk.replace(
          '/w/.github/workflows/ci.yml',
          '- run: npm run build',
          '- run: npm run generate\n      - run: npm run build',
        ),
      );
      story.step(
        desk.run(
          'git commit -qam "Generate before the build" && git push -q && git log --oneline -1',
          `${hex(8, 7)} Generate before the build`,
        ),
      );
      for (let i = 0; i < 6; i++) {
        story.step(desk.run(`sleep 45 && gh run view ${9_812_330_116}`, watch(2, i, false)));
      }
      finish(desk, story);
    },
  ),
  noStall(
    'a rate of learning swept in a notebook, with a loss that wanders',
    {
      why: 'each cell has another rate, and the table is what was asked for',
      prompt: 'Try at least ten learning rates and tell me the best one.',
    },
    (desk, story) => {
      const losses = [0.912, 0.744, 0.698, 0.701, 0.655, 0.671, 0.649, 0.66, 0.702, 0.913, 1.204];
      losses.forEach((loss, i) => {
        story.step(
          desk.use(
            'jupyter',
            'edit_cell',
            {
              cell_index: 9,
              source: `history = fit(model(), lr=${(0.0001 * 2 ** i).toFixed(4)}, epochs=5, seed=7)\nprint(history.best())`,
            },
            'Cell 9 updated.',
          ),
        );
        story.step(
          desk.use(
            'jupyter',
            'execute_cell',
            { cell_index: 9, timeout: 600 },
            `Epoch 1/5 ━━━━━━━━━━━━━━━━━━━━ ${12 + (i % 3)}s 31ms/step - loss: ${(loss + 0.4).toFixed(4)} - val_loss: ${(loss + 0.31).toFixed(4)}\nEpoch 5/5 ━━━━━━━━━━━━━━━━━━━━ ${11 + (i % 3)}s 29ms/step - loss: ${(loss - 0.02).toFixed(4)} - val_loss: ${loss.toFixed(4)}\n{'epoch': ${4 + (i % 2)}, 'val_loss': ${loss.toFixed(4)}}`,
          ),
        );
      });
      story.step(
        desk.use(
          'jupyter',
          'edit_cell',
          { cell_index: 10, source: 'best = 0.0064' },
          'Cell 10 updated.',
        ),
      );
    },
  ),
  quiet(
    'pages of an interface fetched with pauses it asks for',
    { why: 'after each pause the next page comes', prompt: 'Fetch all pages of the catalogue.' },
    (desk, story) => {
      for (let page = 1; page <= 7; page++) {
        story.step(
          desk.run(
            `curl -s "https://api.example.test/v2/items?page=${page}" | tee pages/${page}.json | head -c 180`,
            `{"error":{"code":429,"status":"RATE_LIMITED","message":"Too many requests. Try again in ${12 + page} seconds.","request":"${hex(page, 16)}"}}`,
          ),
        );
        story.step(
          desk.run(
            `sleep ${13 + page}; curl -s "https://api.example.test/v2/items?page=${page}" | tee pages/${page}.json | head -c 180`,
            `{"page":${page},"pages":7,"items":[{"id":${page * 100 + 1},"name":"Lamp ${hex(page, 4)}"},{"id":${page * 100 + 2},"name":"Chair ${hex(page + 3, 4)}"},{"id":${page * 100 + 3}`,
          ),
        );
      }
      story.step(desk.run('jq -s "map(.items | length) | add" pages/*.json', '684'));
    },
  ),
  noStall(
    'a test run twenty times because the person wants to know how often it fails',
    {
      why: 'the repetition is what was asked for',
      prompt:
        'Run the checkout test 14 times, one run each, and tell me how often it fails. Do not change anything.',
    },
    (desk, story) => {
      rounds(story, 14, (i) => [
        desk.run(
          'npx playwright test checkout --reporter=line',
          i % 4 === 1
            ? `Running 1 test using 1 worker\n\n  1) [chromium] › checkout.spec.ts:18:5 › pays by card\n\n    Error: Timed out 5000ms waiting for expect(locator).toBeVisible()\n\n    Locator: getByText('Thank you')\n\n  1 failed\n    [chromium] › checkout.spec.ts:18:5 › pays by card`
            : `Running 1 test using 1 worker\n\n  1 passed (${seconds(i, 3)}s)`,
          i % 4 === 1 ? 1 : 0,
        ),
      ]);
    },
  ),
];
