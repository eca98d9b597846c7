/** Honest workweeks in everyday projects: infrastructure, reviews, translations, browsers, helpers and lists that look alike from outside. Written by somebody who had not read the rules. */
import { clock, hex, noStall, pick, play, quiet, rounds, type Idea } from './idea.js';
import { seconds } from './openings.js';

/** At least one. */
type Some<T> = readonly [T, ...T[]];

export const honestWorkweeks: readonly Idea[] = [
  quiet(
    'a Terraform apply that is refused one permission after the other',
    {
      why: 'each apply creates more and is refused for another action, and the last one is through',
      prompt:
        'Bring up the staging stack with the deploy role; grant it what it lacks and no more.',
    },
    (desk, story) => {
      const refused: Some<readonly [string, string]> = [
        ['ec2:CreateVpc', 'module.net.aws_vpc.main'],
        ['ec2:CreateSubnet', 'module.net.aws_subnet.a'],
        ['ec2:CreateSecurityGroup', 'module.net.aws_security_group.db'],
        ['rds:CreateDBSubnetGroup', 'module.db.aws_db_subnet_group.this'],
        ['rds:CreateDBInstance', 'module.db.aws_db_instance.this'],
        ['ecs:CreateCluster', 'module.app.aws_ecs_cluster.this'],
        ['iam:PassRole', 'module.app.aws_ecs_task_definition.web'],
        ['elasticloadbalancing:CreateListener', 'module.app.aws_lb_listener.https'],
      ];
      rounds(story, 8, (i) => {
        const [action, address] = pick(refused, i);
        return [
          desk.run(
            'terraform -chdir=staging apply -auto-approve -no-color | tail -20',
            `${address}: Creating...\n\nError: creating ${address.split('.').at(-2)}: operation error: https response error StatusCode: 403, RequestID: ${hex(i, 8)}-${hex(i + 1, 4)}, api error UnauthorizedOperation: You are not authorized to perform: ${action}\n\n  with ${address},\n  on modules/main.tf line ${4 + i * 11}\n\nApply incomplete: ${i * 3} added, 0 changed, 0 destroyed.`,
            1,
          ),
          desk.replace(
            '/w/iam/deploy-role.json',
            '      "sts:GetCallerIdentity"',
            `      "${action}",\n      "sts:GetCallerIdentity"`,
          ),
          desk.run(
            'aws iam put-role-policy --role-name deploy --policy-name deploy --policy-document file://iam/deploy-role.json',
            '',
          ),
        ];
      });
      story.step(
        desk.run(
          'terraform -chdir=staging apply -auto-approve -no-color | tail -20',
          'module.app.aws_lb_listener.https: Creation complete after 2s\n\nApply complete! Resources: 4 added, 0 changed, 0 destroyed.\n\nOutputs:\n\nurl = "https://staging.acme.test"',
        ),
      );
      story.step(
        desk.run(
          'curl -sS -o /dev/null -w "%{http_code}\\n" https://staging.acme.test/healthz',
          '200',
        ),
      );
    },
  ),
  quiet(
    'a CI run of twelve jobs looked at every minute until the last one is done',
    {
      why: 'with each look another job is done',
      prompt: 'Push and stay with the run until it is green.',
    },
    (desk, story) => {
      const jobs = [
        'lint',
        'types',
        'unit (18)',
        'unit (20)',
        'unit (22)',
        'build',
        'e2e (chromium)',
        'e2e (firefox)',
        'e2e (webkit)',
        'docker',
        'scan',
        'deploy-preview',
      ] as const;
      story.step(
        desk.run(
          'git push -u origin HEAD',
          `remote: Resolving deltas: 100% (9/9), done.\nTo github.com:acme/shop.git\n * [new branch]      HEAD -> paging`,
        ),
      );
      rounds(story, 13, (i) => [
        desk.run(
          i === 0 ? 'gh run list --branch paging --limit 1' : 'sleep 60; gh run view 8812340017',
          i === 0
            ? `STATUS  TITLE        WORKFLOW  BRANCH  EVENT  ID          ELAPSED  AGE\n*       Page orders  CI        paging  push   8812340017  5s       now`
            : `${i < 12 ? '*' : '✓'} paging CI acme/shop#812 · 8812340017\nTriggered via push about ${i} minute${i === 1 ? '' : 's'} ago\n\nJOBS\n${jobs
                .map((job, place) =>
                  place < i
                    ? `✓ ${job} in ${20 + place * 9}s (ID 2418${place}11)`
                    : `* ${job} (ID 2418${place}11)`,
                )
                .join('\n')}`,
        ),
      ]);
      story.step(
        desk.run(
          'gh pr merge --squash --auto',
          '✓ Pull request #812 will be automatically merged via squash when all requirements are met',
        ),
      );
    },
  ),
  noStall(
    'a deploy that rests at one step for some looks and then goes on',
    {
      why: 'images take minutes to be pulled; a person would wait four looks, too',
      prompt: 'Roll out 2.8.0 to production and tell me when all pods are new.',
    },
    (desk, story) => {
      const updated = [0, 0, 1, 1, 1, 1, 2, 3, 3, 4, 5, 6] as const;
      story.step(
        desk.run(
          'kubectl -n shop set image deploy/web web=registry.acme.test/web:2.8.0',
          'deployment.apps/web image updated',
        ),
      );
      rounds(story, 12, (i) => [
        desk.run(
          'sleep 45 && kubectl -n shop get deploy web && kubectl -n shop get pods -l app=web | grep -v Running',
          `NAME   READY   UP-TO-DATE   AVAILABLE   AGE\nweb    6/6     ${pick(updated, i)}            6           41d\nNAME                   READY   STATUS              RESTARTS   AGE\nweb-7c9f6d5b8-${hex(pick(updated, i), 5)}   0/1     ContainerCreating   0          ${40 + i * 47}s`,
        ),
      ]);
      story.step(
        desk.run(
          'kubectl -n shop rollout status deploy/web --timeout=120s',
          'deployment "web" successfully rolled out',
        ),
      );
    },
  ),
  quiet(
    'the same keys put into twelve languages, with the same check after each',
    {
      why: 'each language is a file of its own, and the check counts fewer missing ones',
      prompt: 'Translate the four new checkout keys into all our languages.',
    },
    (desk, story) => {
      const languages: Some<readonly [string, string]> = [
        ['de', 'Zur Kasse'],
        ['fr', 'Payer'],
        ['es', 'Pagar'],
        ['it', 'Paga'],
        ['pt', 'Finalizar'],
        ['nl', 'Afrekenen'],
        ['pl', 'Do kasy'],
        ['sv', 'Till kassan'],
        ['da', 'Til kassen'],
        ['fi', 'Kassalle'],
        ['cs', 'K pokladně'],
        ['tr', 'Öde'],
      ];
      rounds(story, 12, (i) => {
        const [language, text] = pick(languages, i);
        return [
          desk.replace(
            `/w/locales/${language}.json`,
            '  "checkout.title": ""',
            `  "checkout.title": "${text}",\n  "checkout.note": "${text}…",\n  "checkout.back": "←",\n  "checkout.done": "✓"`,
          ),
          desk.run(
            'npm run -s i18n:check',
            i < 11
              ? `Checked 13 catalogues against en.json (412 keys)\n${languages
                  .slice(i + 1)
                  .map(([code]) => `  ${code}.json: 4 keys missing`)
                  .join('\n')}\n${(11 - i) * 4} keys missing`
              : 'Checked 13 catalogues against en.json (412 keys)\nAll keys are there.',
            i < 11 ? 1 : 0,
          ),
        ];
      });
      story.step(
        desk.run('npx prettier --check locales', 'All matched files use Prettier code style!'),
      );
    },
  ),
  quiet(
    'dependencies brought up to date one by one, each with the whole test run and a commit',
    {
      why: 'another package each time; that the tests stay green is what is wished for',
      prompt: 'Update the outdated dependencies one at a time and keep the tests green.',
    },
    (desk, story) => {
      const packages: Some<readonly [string, string, string]> = [
        ['zod', '3.23.8', '3.24.1'],
        ['date-fns', '3.6.0', '4.1.0'],
        ['express', '4.19.2', '4.21.2'],
        ['pino', '9.3.2', '9.6.0'],
        ['undici', '6.19.8', '7.2.0'],
        ['typescript', '5.5.4', '5.7.2'],
        ['vitest', '2.0.5', '2.1.8'],
        ['tsx', '4.17.0', '4.19.2'],
      ];
      story.step(
        desk.run(
          'npm outdated',
          `Package     Current  Wanted  Latest\n${packages.map(([name, from, to]) => `${name.padEnd(11)} ${from}  ${from}  ${to}`).join('\n')}`,
          1,
        ),
      );
      rounds(story, 8, (i) => {
        const [name, , to] = pick(packages, i);
        return [
          desk.run(
            `npm install ${name}@${to}`,
            `\nchanged ${1 + (i % 4)} packages, and audited 412 packages in ${2 + (i % 3)}s\n\n88 packages are looking for funding\n  run \`npm fund\` for details\n\nfound 0 vulnerabilities`,
          ),
          desk.run(
            'npm test',
            ` Test Files  38 passed (38)\n      Tests  294 passed (294)\n   Start at  ${clock(i)}\n   Duration  ${seconds(i, 8)}s`,
          ),
          desk.run(
            `git commit -qam "Update ${name} to ${to}" && git log --oneline -1`,
            `${hex(i + 20, 7)} Update ${name} to ${to}`,
          ),
        ];
      });
      story.step(desk.run('npm outdated', ''));
    },
  ),
  quiet(
    'a review of eleven changed files, each looked at in the same way and written into one page',
    {
      why: 'another file each time, and the page grows',
      prompt: 'Review pull request 431 file by file and write what you find to REVIEW.md.',
    },
    (desk, story) => {
      const files = [
        'auth/session.py',
        'auth/token.py',
        'auth/views.py',
        'billing/plan.py',
        'billing/proration.py',
        'billing/webhook.py',
        'core/cache.py',
        'core/retry.py',
        'web/forms.py',
        'web/middleware.py',
        'web/urls.py',
      ] as const;
      const notes = [
        'The cookie is not marked Secure',
        'Fine',
        'No check of the owner',
        'Fine',
        'Rounds down, the old code rounded half up',
        'The signature is compared with ==',
        'Keys may collide',
        'No jitter',
        'Fine',
        'Order matters: before auth',
        'Fine',
      ] as const;
      story.step(
        desk.run(
          'git diff --stat main...pr-431',
          ` ${files.join(' | 24 ++--\n ')} | 24 ++--\n 11 files changed, 214 insertions(+), 96 deletions(-)`,
        ),
      );
      rounds(story, 11, (i) => [
        desk.run(
          `git diff main...pr-431 -- ${pick(files, i)}`,
          `diff --git a/${pick(files, i)} b/${pick(files, i)}\nindex ${hex(i, 7)}..${hex(i + 30, 7)} 100644\n@@ -${10 + i * 3},6 +${10 + i * 3},9 @@ def part_${i}(request):\n-    value = old_${i}(request)\n+    value = new_${i}(request)\n+    if value is None:\n+        return default_${i}`,
        ),
        ...(i % 3 === 0
          ? [
              desk.search(
                `new_${i}\\(`,
                `${pick(files, i)}:${11 + i * 3}:    value = new_${i}(request)\ntests/test_${i}.py:9:    assert new_${i}(req) == 1`,
              ),
            ]
          : []),
        desk.replace(
          '/w/REVIEW.md',
          '<!-- next -->',
          `## ${pick(files, i)}\n\n${pick(notes, i)}.\n\n<!-- next -->`,
        ),
      ]);
    },
  ),
  quiet(
    'a table of many pages read in a browser by the same click on Next',
    {
      why: 'the click is the same, but another page is shown and its rows are kept',
      prompt: 'Collect all partners of the directory at partners.acme.test into partners.csv.',
    },
    (desk, story) => {
      const towns = [
        'Bremen',
        'Lyon',
        'Porto',
        'Turin',
        'Gent',
        'Graz',
        'Malmö',
        'Brno',
        'Cork',
        'Split',
        'Zadar',
      ] as const;
      const page = (i: number): string =>
        `- Page URL: https://partners.acme.test/list?page=${i + 1}\n- Page Title: Partners\n- Snapshot:\n  - table:\n${[0, 1, 2].map((row) => `    - row "${pick(towns, i * 3 + row)} ${hex(i * 3 + row, 4)} GmbH ${20 + i * 3 + row} seats"`).join('\n')}\n  - button "Next" [ref=e41]\n  - text: "Page ${i + 1} of 11"`;
      story.step(
        desk.use('browser', 'navigate', { url: 'https://partners.acme.test/list' }, page(0)),
      );
      rounds(story, 10, (i) => [
        desk.use(
          'browser',
          'click',
          { element: 'Next button', ref: 'e41' },
          `Clicked "Next".\n${page(i + 1)}`,
        ),
        ...(i % 3 === 2
          ? [
              desk.run(
                `cat >> partners.csv <<'X'\n${[0, 1, 2].map((row) => `${pick(towns, i * 3 + row)},${hex(i * 3 + row, 4)} GmbH,${20 + i * 3 + row}`).join('\n')}\nX\nwc -l partners.csv`,
                `${(i + 1) * 3} partners.csv`,
              ),
            ]
          : []),
      ]);
      story.step(desk.run('sort -u partners.csv | wc -l', '33'));
    },
  ),
  quiet(
    'one training cell of a notebook run under other settings, with the score written down each time',
    {
      why: 'a sweep was asked for; each run is of other settings and ends in a row of its own',
      prompt:
        'Sweep depth and learning rate of the churn model in the notebook and keep a table of the scores.',
    },
    (desk, story) => {
      const settings: Some<readonly [number, number, string]> = [
        [3, 0.3, '0.7912'],
        [3, 0.1, '0.8034'],
        [3, 0.03, '0.7988'],
        [5, 0.3, '0.7870'],
        [5, 0.1, '0.8121'],
        [5, 0.03, '0.8140'],
        [7, 0.3, '0.7744'],
        [7, 0.1, '0.8092'],
        [7, 0.03, '0.8158'],
        [9, 0.03, '0.8131'],
      ];
      story.step(
        desk.use(
          'jupyter',
          'open_notebook',
          { path: 'churn.ipynb' },
          'Opened churn.ipynb: 14 cells, kernel python3 (idle)',
        ),
      );
      rounds(story, 10, (i) => {
        const [depth, rate, score] = pick(settings, i);
        return [
          desk.use(
            'jupyter',
            'edit_cell',
            {
              cell: 9,
              source: `params = dict(max_depth=${depth}, learning_rate=${rate})\nmodel = fit(params, train)\nprint(auc(model, valid))`,
            },
            'Cell 9 updated',
          ),
          desk.use(
            'jupyter',
            'run_cell',
            { cell: 9 },
            `[${31 + i * 2}] ran in ${seconds(i, 11)} s\n[0]\tvalid-auc:0.69${11 + i}\n[100]\tvalid-auc:0.7${60 + i}1\n[200]\tvalid-auc:${score}\n${score}`,
          ),
        ];
      });
      story.step(
        desk.write(
          '/w/sweep.md',
          `| depth | rate | auc |\n|---|---|---|\n${settings.map(([depth, rate, score]) => `| ${depth} | ${rate} | ${score} |`).join('\n')}\n`,
        ),
      );
    },
  ),
  quiet(
    'a flow of a mobile application that fails one screen later after each repair',
    {
      why: 'the flow gets one step further each time and ends at the last screen',
      prompt: 'The Maestro flow onboarding.yaml broke with the redesign. Bring it up to date.',
    },
    (desk, story) => {
      const steps: Some<readonly [string, string]> = [
        ['Tap on "Get started"', "Los geht's"],
        ['Input text into id: email', 'email_field'],
        ['Tap on "Continue"', 'Next'],
        ['Assert that "Check your inbox" is visible', 'We sent you a code'],
        ['Tap on id: code_0', 'otp_input'],
        ['Tap on "Allow notifications"', 'Not now'],
        ['Tap on id: avatar_picker', 'photo_picker'],
        ['Assert that "Welcome" is visible', 'Hi, Test'],
      ];
      rounds(story, 8, (i) => [
        desk.run(
          'maestro test .maestro/onboarding.yaml',
          `Running on emulator-5554\n\n > Flow onboarding\n${steps
            .slice(0, i)
            .map(([step]) => `    ✅   ${step}`)
            .join(
              '\n',
            )}\n    ❌   ${pick(steps, i)[0]}\n\nElement not found: ${pick(steps, i)[0].replace(/^.*? (on|that|into) /, '')}\n\n==== Debug output (logs & screenshots) ====\n/home/dev/.maestro/tests/2026-11-29_${clock(i).replaceAll(':', '')}`,
          1,
        ),
        desk.run(
          'maestro hierarchy | jq -r ".. | .attributes? | .text? // empty" | sort -u',
          `${pick(steps, i)[1]}\nBack\n${pick(['Skip', 'Help', 'Terms', 'Close'], i)}\nScreen ${i + 1} of 8`,
        ),
        desk.replace(
          '/w/.maestro/onboarding.yaml',
          `# step ${i}: ${pick(steps, i)[0]}`,
          `# step ${i}\n- tapOn: "${pick(steps, i)[1]}"`,
        ),
      ]);
      story.step(
        desk.run(
          'maestro test .maestro/onboarding.yaml',
          `Running on emulator-5554\n\n > Flow onboarding\n${steps.map(([step]) => `    ✅   ${step}`).join('\n')}\n\nFlow passed in ${seconds(3, 41)}s`,
        ),
      );
    },
  ),
  quiet(
    'a leak of connections hunted by many searches that narrow down to one line',
    {
      why: 'each search takes up what the one before it has shown',
      prompt: 'We leak database connections in production. Where?',
    },
    (desk, story) => {
      const searches: Some<readonly [string, string]> = [
        [
          'getConnection',
          'src/db/pool.ts:18:  getConnection() {\nsrc/jobs/export.ts:31:  const c = await pool.getConnection();\nsrc/jobs/purge.ts:12:  const c = await pool.getConnection();\nsrc/http/report.ts:44:  const c = await pool.getConnection();',
        ],
        [
          '\\.release\\(',
          'src/db/pool.ts:40:  release(c) {\nsrc/jobs/purge.ts:29:  c.release();\nsrc/http/report.ts:71:  c.release();\nsrc/jobs/export.ts:66:    c.release();',
        ],
        ['finally', 'src/http/report.ts:70:  } finally {\nsrc/jobs/export.ts:65:  } finally {'],
        [
          'purge\\(',
          'src/jobs/index.ts:9:  schedule("0 3 * * *", () => purge());\nsrc/http/admin.ts:52:  await purge({ dry: true });',
        ],
        [
          'dry',
          'src/jobs/purge.ts:15:  if (options.dry) {\nsrc/jobs/purge.ts:16:    return rows.length;\nsrc/http/admin.ts:52:  await purge({ dry: true });',
        ],
        [
          'admin/purge',
          'src/http/admin.ts:50:router.get("/admin/purge", async () => {\nweb/src/pages/Admin.tsx:88:  usePoll("/admin/purge", 5000);',
        ],
        [
          'usePoll',
          'web/src/hooks/usePoll.ts:4:export function usePoll(url, ms) {\nweb/src/pages/Admin.tsx:88:  usePoll("/admin/purge", 5000);\nweb/src/pages/Jobs.tsx:20:  usePoll("/jobs", 2000);',
        ],
        ['idle_timeout|max:', 'config/db.yml:4:  max: 20\nconfig/db.yml:5:  idle_timeout: 0'],
      ];
      rounds(story, 8, (i) => [
        desk.search(pick(searches, i)[0], pick(searches, i)[1]),
        ...(i % 3 === 1
          ? [
              desk.read(
                pick(
                  ['/w/src/db/pool.ts', '/w/src/jobs/purge.ts', '/w/web/src/pages/Admin.tsx'],
                  Math.floor(i / 3),
                ),
                `// ${i}\nexport async function part${i}() {\n  return step${i}();\n}`,
              ),
            ]
          : []),
      ]);
      play(story, [
        desk.read(
          '/w/src/jobs/purge.ts',
          '  const c = await pool.getConnection();\n  const rows = await c.query(old);\n  if (options.dry) {\n    return rows.length;\n  }\n  await c.query(drop);\n  c.release();',
          [12, 18],
        ),
        desk.replace(
          '/w/src/jobs/purge.ts',
          '    return rows.length;',
          '    c.release();\n    return rows.length;',
        ),
        desk.run(
          'npx vitest run purge',
          ' Test Files  1 passed (1)\n      Tests  6 passed (6)\n   Duration  0.88s',
        ),
      ]);
    },
  ),
  quiet(
    'one long file turned from class to hooks by twenty small edits before anything is run',
    {
      why: 'each edit is of another part of the file; the ranges read are others, too',
      prompt: 'Turn Dashboard.jsx into a function component with hooks.',
    },
    (desk, story) => {
      const parts = [
        'filters',
        'range',
        'orders',
        'chart',
        'legend',
        'tooltip',
        'export',
        'paging',
        'sort',
        'search',
        'columns',
        'selection',
        'toolbar',
        'totals',
        'footer',
        'print',
      ] as const;
      rounds(story, 16, (i) => {
        const part = pick(parts, i);
        const name = part.charAt(0).toUpperCase() + part.slice(1);
        return [
          ...(i % 4 === 0
            ? [
                desk.read(
                  '/w/src/Dashboard.jsx',
                  `  handle${name} = (event) => {\n    this.setState({ ${part}: event.target.value });\n  };\n  // ${40 + i * 20}`,
                  [40 + i * 20, 80],
                ),
              ]
            : []),
          desk.replace(
            '/w/src/Dashboard.jsx',
            `  handle${name} = (event) => {\n    this.setState({ ${part}: event.target.value });\n  };`,
            `  const [${part}, set${name}] = useState(initial.${part});\n  const handle${name} = (event) => set${name}(event.target.value);`,
          ),
        ];
      });
      play(story, [
        desk.replace(
          '/w/src/Dashboard.jsx',
          'class Dashboard extends Component {',
          'export function Dashboard({ initial }) {',
        ),
        desk.run(
          'npx tsc --noEmit -p . && npx eslint src/Dashboard.jsx',
          "/w/src/Dashboard.jsx\n  301:9  error  'this' is not defined  no-invalid-this\n\n✖ 1 problem (1 error, 0 warnings)",
          1,
        ),
        desk.replace('/w/src/Dashboard.jsx', 'onClick={this.handlePrint}', 'onClick={handlePrint}'),
        desk.run(
          'npx eslint src/Dashboard.jsx && npx jest Dashboard',
          'Tests:       22 passed, 22 total\nTime:        3.018 s',
        ),
      ]);
    },
  ),
  quiet(
    'helpers sent out package by package, with the list kept between them',
    {
      why: 'another package each time, and each answer is checked and committed',
      prompt: 'Move all eight packages from CommonJS to ES modules; use helpers, one per package.',
    },
    (desk, story) => {
      const names = ['core', 'http', 'queue', 'mail', 'auth', 'cli', 'web', 'docs'] as const;
      const list = (done: number): string[] =>
        names.map((name, i) => `${i < done ? '[x]' : i === done ? '[>]' : '[ ]'} packages/${name}`);
      story.step(desk.todo(list(0)));
      rounds(story, 8, (i) => [
        desk.use(
          'helper',
          'run',
          {
            description: `Move ${pick(names, i)} to ESM`,
            prompt: `Move packages/${pick(names, i)} from CommonJS to ES modules. Change require to import, set "type": "module", fix the tests. Report what you changed.`,
          },
          `Done. I moved packages/${pick(names, i)} to ES modules.\n- ${4 + i * 2} files changed\n- "type": "module" in package.json\n- all ${11 + i * 5} tests pass\nTokens used: ${31_000 + i * 2_177}`,
        ),
        desk.run(
          `npm test -w packages/${pick(names, i)}`,
          ` Test Files  ${2 + i} passed (${2 + i})\n      Tests  ${11 + i * 5} passed (${11 + i * 5})\n   Duration  ${seconds(i, 1)}s`,
        ),
        desk.run(
          `git add packages/${pick(names, i)} && git commit -qm "Move ${pick(names, i)} to ES modules"`,
          '',
        ),
        desk.todo(list(i + 1)),
      ]);
    },
  ),
  quiet(
    'a page brought pixel by pixel to its design, with a picture and a number after each change',
    {
      why: 'the share of other pixels falls with each change',
      prompt: 'Make the pricing page match design/pricing.png, below half a percent.',
    },
    (desk, story) => {
      const shares = [
        '11.42',
        '8.07',
        '7.91',
        '5.30',
        '4.12',
        '4.15',
        '2.66',
        '1.08',
        '0.71',
        '0.38',
      ] as const;
      const rules = [
        'gap: 24px',
        'max-width: 1120px',
        'line-height: 1.45',
        'padding: 32px 28px',
        'border-radius: 14px',
        'letter-spacing: 0',
        'font-size: 15px',
        'margin-top: 56px',
        'box-shadow: none',
        'font-weight: 560',
      ] as const;
      rounds(story, 10, (i) => [
        desk.replace(
          '/w/src/pricing.css',
          `  /* ${i} */`,
          `  ${pick(rules, i)};\n  /* ${i + 1} */`,
        ),
        desk.use(
          'browser',
          'take_screenshot',
          { filename: 'pricing.png', fullPage: true },
          `Took a screenshot of the page and saved it as /tmp/shots/pricing.png\n- 1280x2144, ${312 + i * 3} kB`,
        ),
        desk.run(
          'npx pixelmatch design/pricing.png /tmp/shots/pricing.png diff.png 0.1',
          `matched in: ${210 + i * 7}.${hex(i, 2)}ms\ndifferent pixels: ${Math.round(Number(pick(shares, i)) * 27_443)}\nerror: ${pick(shares, i)}%`,
          i < 9 ? 66 : 0,
        ),
      ]);
    },
  ),
  quiet(
    'strict null checks switched on, file by file, with only the count of errors looked at',
    {
      why: 'the count falls from 212 to none; the command never changes',
      prompt: 'Switch strictNullChecks on and mend what comes up.',
    },
    (desk, story) => {
      const files = [
        'cart',
        'order',
        'user',
        'invoice',
        'address',
        'coupon',
        'stock',
        'price',
        'tax',
        'mail',
        'feed',
        'log',
      ] as const;
      const left = [212, 187, 181, 140, 139, 98, 77, 61, 42, 40, 17, 6, 0] as const;
      const found = (n: number): string =>
        n === 0 ? '' : `Found ${n} errors in ${Math.ceil(n / 8)} files.`;
      story.step(
        desk.replace('/w/tsconfig.json', '"strictNullChecks": false', '"strictNullChecks": true'),
      );
      story.step(desk.run('npx tsc --noEmit --pretty | tail -1', found(212)));
      rounds(story, 12, (i) => [
        desk.read(
          `/w/src/${pick(files, i)}.ts`,
          `export function ${pick(files, i)}Of(id: string) {\n  const found = all.find((each) => each.id === id);\n  return found.${pick(files, i)};\n}`,
        ),
        desk.replace(
          `/w/src/${pick(files, i)}.ts`,
          `  return found.${pick(files, i)};`,
          `  if (found === undefined) {\n    throw new Error(\`no ${pick(files, i)} \${id}\`);\n  }\n  return found.${pick(files, i)};`,
        ),
        desk.run('npx tsc --noEmit --pretty | tail -1', found(pick(left, i + 1))),
      ]);
      story.step(desk.run('npm test', 'Tests:       318 passed, 318 total\nTime:        11.204 s'));
    },
  ),
];
