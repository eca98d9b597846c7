/** Circles of a long shift in many trades and languages: reads, builds, restarts, waits and guesses that bring nothing new. Written by somebody who had not read the rules. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';
import { finish, lookAround, rewrite, seconds, workAWhile } from './openings.js';

/** Lines of a long file, as a reader of slices gets them. */
const slice = (name: string, first: number, count: number): string =>
  source(name, 480)
    .split('\n')
    .slice(first - 1, first - 1 + count)
    .join('\n');

export const stallsOfAShift: readonly Idea[] = [
  stall(
    'one long file read in slices, from ever other lines on, after all of it was seen',
    9,
    22,
    {
      why: 'the four slices at the start held the whole file, and nothing is done with it',
      prompt: 'Round the VAT per line, not per invoice.',
    },
    (desk, story) => {
      const starts = [
        1, 121, 241, 361, 90, 210, 1, 330, 150, 60, 270, 400, 121, 30, 180, 300, 240, 100, 360, 1,
        200, 140, 320, 80, 250, 160,
      ] as const;
      story.repeat(26, (i) => {
        const first = pick(starts, i);
        const count = i < 4 ? 120 : pick([100, 80, 120, 60], i);
        return i === 11 || i === 19
          ? desk.search(
              pick(['round', 'vat'], i),
              `billing/engine.py:${i === 11 ? 214 : 77}:    return part(${i})`,
            )
          : desk.read('/w/billing/engine.py', slice('engine', first, count), [first, count]);
      });
    },
  ),
  stall(
    'an app for phones built with ever other flags, without the module that it imports',
    5,
    14,
    {
      why: 'the package is not in the project, whatever is said to xcodebuild',
      prompt: 'The app no longer builds since yesterday, please repair it.',
    },
    (desk, story) => {
      const flags = [
        '',
        ' clean build',
        " -destination 'generic/platform=iOS Simulator'",
        ' -derivedDataPath /tmp/dd',
        ' -skipPackagePluginValidation',
        ' CODE_SIGNING_ALLOWED=NO',
        ' -configuration Debug ONLY_ACTIVE_ARCH=YES',
        ' -resolvePackageDependencies',
        " -sdk iphonesimulator -arch x86_64 CODE_SIGN_IDENTITY=''",
        ' -UseModernBuildSystem=YES clean build',
      ] as const;
      story.step(desk.read('/w/Till/Views/SplashView.swift', 'import SwiftUI\nimport Lottie\n'));
      rounds(story, 10, (i) => [
        desk.run(
          `xcodebuild -${pick(['scheme', 'workspace Till.xcworkspace -scheme'], i)} Till${pick(flags, i)} 2>&1 | tail -6`,
          `CompileSwift normal arm64 /w/Till/Views/SplashView.swift (in target 'Till' from project 'Till')\n/w/Till/Views/SplashView.swift:2:8: error: no such module 'Lottie'\nimport Lottie\n       ^\n** BUILD FAILED ** [${seconds(i, 14)} sec]`,
          65,
        ),
        ...(i % 3 === 2
          ? [desk.run(`rm -rf ~/Library/Developer/Xcode/DerivedData/Till-${hex(4, 12)}`, '')]
          : []),
      ]);
    },
  ),
  stall(
    'two libraries for numbers, each of which wants the other one older or newer',
    6,
    18,
    {
      why: 'both versions have been in and out several times',
      prompt: 'Get the forecast script to run again.',
    },
    (desk, story) => {
      const installs = [
        'pip install "numpy<2"',
        'pip install -U numpy',
        'pip uninstall -y numpy pandas && pip install numpy==1.26.4 pandas',
        'pip install --force-reinstall numpy==2.1.3',
        'pip install "numpy<2" --no-deps',
        'pip install -U numpy numba --no-cache-dir',
        'pip uninstall -y numpy && pip install numpy==1.26.4',
        'pip install --upgrade "numpy>=2"',
        'pip install numpy==1.26.4 --force-reinstall',
      ] as const;
      rounds(story, 9, (i) => [
        desk.run(
          pick(installs, i),
          i % 2 === 0
            ? `Successfully uninstalled numpy-2.1.3\nSuccessfully installed numpy-1.26.4 (${seconds(i, 3)}s)`
            : `Successfully uninstalled numpy-1.26.4\nSuccessfully installed numpy-2.1.3 (${seconds(i, 4)}s)`,
        ),
        desk.run(
          pick(['python forecast.py', 'python -m forecast', 'python forecast.py --dry-run'], i),
          i % 2 === 0
            ? 'Traceback (most recent call last):\n  File "/w/forecast.py", line 3, in <module>\n    import pandas as pd\nValueError: numpy.dtype size changed, may indicate binary incompatibility. Expected 96 from C header, got 88 from PyObject'
            : 'Traceback (most recent call last):\n  File "/w/forecast.py", line 5, in <module>\n    from numba import njit\nImportError: Numba needs NumPy 2.0 or less. Got NumPy 2.1.',
          1,
        ),
      ]);
    },
  ),
  stall(
    'a field in Kotlin that is nullable, late and lazy in turn',
    8,
    19,
    {
      why: 'the three forms come back with the three complaints that they had before',
      prompt: 'Inject the session into CartViewModel.',
    },
    (desk, story) => {
      const forms = [
        'private var session: Session? = null',
        'private lateinit var session: Session',
        'private val session: Session by lazy { provider.get() }',
      ] as const;
      const complaints = [
        "CartViewModel.kt:18:5 'lateinit' modifier is not allowed on properties of the value class Session",
        'CartViewModel.kt:18:43 Unresolved reference: provider',
        'CartViewModel.kt:41:22 Only safe (?.) or non-null asserted (!!.) calls are allowed on a nullable receiver of type Session?',
      ] as const;
      story.step(desk.read('/w/app/src/main/java/cart/CartViewModel.kt', source('cart', 24)));
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/app/src/main/java/cart/CartViewModel.kt', forms, i),
        desk.run(
          pick(
            [
              './gradlew :app:compileDebugKotlin -q',
              './gradlew :app:compileDebugKotlin',
              './gradlew :app:assembleDebug -q',
            ],
            i >> 1,
          ),
          `e: file:///w/app/src/main/java/cart/${pick(complaints, i)}\n\nFAILURE: Build failed with an exception.\n* What went wrong:\nExecution failed for task ':app:compileDebugKotlin'.\n\nBUILD FAILED in ${4 + (i % 4)}s`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a server that never listens, asked after by all the tools that know ports',
    7,
    19,
    {
      why: 'it waits for a lock of another build and says so nowhere',
      prompt: 'Start the Phoenix app and check that /health answers.',
    },
    (desk, story) => {
      const looks = [
        ['curl -sf localhost:4000/health', '', 7],
        ['sleep 3; curl -s -o /dev/null -w "%{http_code}" http://localhost:4000/health', '000', 7],
        ['ss -ltnp | grep 4000', '', 1],
        ['tail -5 /tmp/phx.log', 'Compiling 84 files (.ex)', 0],
        ['lsof -i :4000', '', 1],
        [
          'curl -v http://127.0.0.1:4000/health 2>&1 | tail -2',
          '* connect to 127.0.0.1 port 4000 failed: Connection refused\n* Failed to connect to 127.0.0.1 port 4000',
          7,
        ],
        [
          'pgrep -fa beam.smp | head -1',
          '20418 /usr/lib/erlang/erts-15.1/bin/beam.smp -- -root /usr/lib/erlang -- mix phx.server',
          0,
        ],
        [
          'nc -zv localhost 4000',
          'nc: connect to localhost port 4000 (tcp) failed: Connection refused',
          1,
        ],
        ['cat /tmp/phx.log', 'Compiling 84 files (.ex)', 0],
        [
          'sleep 10 && curl -sS localhost:4000/health',
          'curl: (7) Failed to connect to localhost port 4000 after 0 ms: Connection refused',
          7,
        ],
        ['wget -qO- http://localhost:4000/health', '', 4],
      ] as const;
      story.step(desk.run('mix phx.server > /tmp/phx.log 2>&1 &', '[1] 20418'));
      story.repeat(21, (i) => {
        const [line, answer, exit] = pick<readonly [string, string, number]>(
          looks,
          i < 11 ? i : i * 3 + 1,
        );
        return desk.run(line, answer, exit);
      });
    },
  ),
  stall(
    'an interface that does not exist, sought under all the names it could have',
    6,
    16,
    {
      why: 'nothing of the kind is in this repository, and eight searches have said so',
      prompt: 'Use our tenant resolver in ReportsController.',
    },
    (desk, story) => {
      const names = [
        'ITenantResolver',
        'TenantResolver',
        'tenantResolver',
        'ResolveTenant',
        'ITenantProvider',
        'TenantProvider',
        'ICurrentTenant',
        'CurrentTenant',
        'TenantContext',
        'ITenantAccessor',
        'GetTenant\\(',
        'tenant_resolver',
        'Tenant.*Resolv',
        'MultiTenan',
        'TenantService',
        'ITenantContext',
      ] as const;
      story.step(desk.read('/w/src/Web/Controllers/ReportsController.cs', source('reports', 21)));
      story.repeat(17, (i) =>
        i % 5 === 3
          ? desk.run(
              pick(
                [
                  'find . -iname "*tenant*" -not -path "*/bin/*"',
                  'git grep -il tenant -- "*.cs"',
                  'git log --all --oneline -S TenantResolver | head',
                ],
                i,
              ),
              '',
              i % 2,
            )
          : desk.search(pick(names, i), ''),
      );
    },
  ),
  stall(
    'four services put up and down with compose, one of which dies of the same lack',
    7,
    20,
    {
      why: 'the variable is missing in the file that compose reads, which nobody opens',
      prompt: 'Bring the stack up locally.',
    },
    (desk, story) => {
      const ups = [
        'docker compose up -d',
        'docker compose down && docker compose up -d',
        'docker compose up -d --force-recreate api',
        'docker compose restart api',
        'docker compose down -v && docker compose up -d --build',
        'docker compose build --no-cache api && docker compose up -d api',
        'docker system prune -f && docker compose up -d',
      ] as const;
      rounds(story, 7, (i) => [
        desk.run(
          pick(ups, i),
          ` Container w-redis-1  Running\n Container w-db-1  Healthy\n Container w-api-1  Starting\n Container w-api-1  Started  ${seconds(i, 0)}s`,
        ),
        desk.run(
          pick(
            ['docker compose ps -a', 'docker ps -a --format "{{.ID}} {{.Names}} {{.Status}}"'],
            i,
          ),
          `${hex(i, 12)} w-api-1 Exited (1) ${2 + (i % 3)} seconds ago\n${hex(81, 12)} w-db-1 Up ${3 + i} minutes (healthy)\n${hex(82, 12)} w-redis-1 Up ${3 + i} minutes`,
        ),
        desk.run(
          pick(['docker compose logs api --tail 4', 'docker logs w-api-1 2>&1 | tail -3'], i),
          `api-1  | 2026-11-28T${clock(i)}Z booting worker ${400 + i * 7}\napi-1  | RuntimeError: SESSION_SECRET must be set\napi-1  |     at /app/config/secrets.rb:12`,
        ),
      ]);
    },
  ),
  stall(
    'a pod that crashes on a probe, deleted, restarted and described without end',
    8,
    20,
    {
      why: 'neither the manifest nor the image changes between the tries',
      prompt: 'payments is crash looping in staging, fix it.',
    },
    (desk, story) => {
      const pod = (i: number): string => `payments-${hex(i + 20, 9)}-${hex(i + 50, 5)}`;
      rounds(story, 7, (i) => [
        desk.run(
          'kubectl -n staging get pods -l app=payments',
          `NAME                        READY   STATUS             RESTARTS     AGE\n${pod(i)}   0/1     CrashLoopBackOff   ${1 + (i % 3)} (${11 + i}s ago)   ${40 + i * 9}s`,
        ),
        i % 3 === 1
          ? desk.run(
              `kubectl -n staging describe pod ${pod(i)} | tail -4`,
              `  Warning  Unhealthy  ${9 + i}s (x${2 + (i % 2)} over 41s)  kubelet  Liveness probe failed: Get "http://10.4.${i}.17:8080/healthz": dial tcp 10.4.${i}.17:8080: connect: connection refused\n  Normal   Killing    ${8 + i}s  kubelet  Container payments failed liveness probe, will be restarted`,
            )
          : desk.run(
              `kubectl -n staging logs ${pod(i)}${i % 3 === 2 ? ' --previous' : ''} --tail=3`,
              `{"ts":"2026-11-28T${clock(i)}Z","level":"info","msg":"warming cache"}\n{"ts":"2026-11-28T${clock(i)}Z","level":"info","msg":"received SIGTERM"}`,
            ),
        desk.run(
          pick(
            [
              `kubectl -n staging delete pod ${pod(i)}`,
              'kubectl -n staging rollout restart deploy/payments',
              'kubectl -n staging scale deploy/payments --replicas=0 && kubectl -n staging scale deploy/payments --replicas=1',
            ],
            i,
          ),
          pick(
            [
              `pod "${pod(i)}" deleted`,
              'deployment.apps/payments restarted',
              'deployment.apps/payments scaled\ndeployment.apps/payments scaled',
            ],
            i,
          ),
        ),
      ]);
    },
  ),
  stall(
    'a job that stays in the queue, as no machine with its label is left',
    23,
    38,
    {
      why: 'each look says the same, and nobody asks which machines there are',
      prompt: 'Push the change and get CI green.',
    },
    (desk, story) => {
      workAWhile(desk, story);
      story.step(desk.run('git push -q', ''));
      story.repeat(24, (i) =>
        pick(
          [
            desk.run(
              'gh run list -L 1',
              `queued  Count in money  ci  main  push  8841  ${2 + i}m${10 + i}s`,
            ),
            desk.run(
              `sleep ${60 + (i % 3) * 30}; gh run view 8841 --json status -q .status`,
              'queued',
            ),
            desk.run(
              'gh run view 8841 | head -6',
              `* main ci · 8841\nTriggered via push about ${3 + i} minutes ago\n\nJOBS\n* build (ID ${99_120})`,
            ),
            desk.run(
              'gh api repos/acme/orders/actions/runs/8841/jobs -q ".jobs[].status"',
              'queued',
            ),
          ],
          i,
        ),
      );
    },
  ),
  stall(
    'a migration in Rails that goes neither up nor down, asked for both again and again',
    6,
    17,
    {
      why: 'half of it is in the database, and no call looks at which half',
      prompt: 'Add the column tax_id to suppliers.',
    },
    (desk, story) => {
      story.step(
        desk.write(
          '/w/db/migrate/20261128_add_tax_id.rb',
          'class AddTaxId < ActiveRecord::Migration[8.0]\n  def change\n    add_column :suppliers, :tax_id, :string\n    add_index :suppliers, :tax_id, unique: true\n  end\nend',
        ),
      );
      rounds(story, 9, (i) => [
        desk.run(
          pick(['bin/rails db:migrate', 'bin/rails db:migrate RAILS_ENV=development'], i),
          `== 20261128 AddTaxId: migrating ===============================================\n-- add_column(:suppliers, :tax_id, :string)\nbin/rails aborted!\nStandardError: An error has occurred, this and all later migrations canceled:\n\nPG::DuplicateColumn: ERROR:  column "tax_id" of relation "suppliers" already exists`,
          1,
        ),
        desk.run(
          pick(
            [
              'bin/rails db:rollback',
              'bin/rails db:migrate:down VERSION=20261128',
              'bin/rails db:rollback STEP=1',
              'bin/rails db:migrate:redo',
            ],
            i,
          ),
          i % 4 === 3
            ? 'bin/rails aborted!\nActiveRecord::IrreversibleMigration: no migration to redo'
            : `bin/rails aborted!\nNo migration with version number 20261128 is up (${seconds(i, 0)}s)`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'two tools for the look of PHP, which put a brace to and fro',
    8,
    20,
    {
      why: 'their rules contradict each other, and neither set of rules is changed',
      prompt: 'composer check must pass.',
    },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          pick(
            ['vendor/bin/php-cs-fixer fix src', 'composer cs:fix', 'vendor/bin/php-cs-fixer fix'],
            i,
          ),
          `Loaded config default from "/w/.php-cs-fixer.php".\n   1) src/Cart/Line.php\n\nFixed 1 of ${61 + (i % 2)} files in ${seconds(i, 1)} seconds, 18.00 MB memory used`,
        ),
        desk.run(
          pick(['composer check', 'vendor/bin/phpcs src'], i),
          `FILE: /w/src/Cart/Line.php\n----------------------------------------------------------------------\nFOUND 1 ERROR AFFECTING 1 LINE\n----------------------------------------------------------------------\n 24 | ERROR | [x] Opening brace should be on a new line\n----------------------------------------------------------------------\nTime: ${210 + i * 13}ms; Memory: 12MB`,
          2,
        ),
        desk.run(
          pick(['vendor/bin/phpcbf src', 'vendor/bin/phpcbf src/Cart/Line.php', 'composer cbf'], i),
          'A TOTAL OF 1 ERROR WERE FIXED IN 1 FILE',
          1,
        ),
      ]);
    },
  ),
  stall(
    'a password that nobody has, asked for by ever other ways of becoming root',
    5,
    14,
    {
      why: 'the account may not become root, and each way says so',
      prompt: 'Put the new site into nginx and reload it.',
    },
    (desk, story) => {
      const denied =
        'sudo: a terminal is required to read the password; either use the -S option to read from standard input or configure an askpass helper\nsudo: a password is required';
      const ways = [
        [
          'cp site.conf /etc/nginx/sites-enabled/',
          "cp: cannot create regular file '/etc/nginx/sites-enabled/site.conf': Permission denied",
        ],
        ['sudo cp site.conf /etc/nginx/sites-enabled/', denied],
        ['sudo -n cp site.conf /etc/nginx/sites-enabled/site.conf', 'sudo: a password is required'],
        [
          "echo '' | sudo -S cp site.conf /etc/nginx/sites-enabled/",
          '[sudo] password for dev: Sorry, try again.\nsudo: no password was provided\nsudo: 1 incorrect password attempt',
        ],
        [
          'su -c "cp site.conf /etc/nginx/sites-enabled/"',
          'Password: \nsu: Authentication failure',
        ],
        ['sudo tee /etc/nginx/sites-enabled/site.conf < site.conf', denied],
        [
          'pkexec cp site.conf /etc/nginx/sites-enabled/',
          'Error executing command as another user: Not authorized',
        ],
        ['doas cp site.conf /etc/nginx/sites-enabled/', 'sh: 1: doas: not found'],
        [
          'sudo -A cp site.conf /etc/nginx/sites-enabled/',
          'sudo: no askpass program specified, try setting SUDO_ASKPASS\nsudo: a password is required',
        ],
        [
          'install -m 644 site.conf /etc/nginx/sites-enabled/site.conf',
          "install: cannot create regular file '/etc/nginx/sites-enabled/site.conf': Permission denied",
        ],
        ['sudo ln -s /w/site.conf /etc/nginx/sites-enabled/site.conf', denied],
        [
          'ln -s /w/site.conf /etc/nginx/sites-enabled/site.conf',
          "ln: failed to create symbolic link '/etc/nginx/sites-enabled/site.conf': Permission denied",
        ],
        ['sudo bash -c "cat site.conf > /etc/nginx/sites-enabled/site.conf"', denied],
        ["su - root -c 'nginx -s reload'", 'Password: \nsu: Authentication failure'],
      ] as const;
      story.step(
        desk.write('/w/site.conf', 'server {\n  listen 80;\n  server_name shop.acme.test;\n}'),
      );
      story.repeat(15, (i) => {
        const [line, answer] = pick<readonly [string, string]>(ways, i);
        return desk.run(line, answer, 1);
      });
    },
  ),
  stall(
    'a port taken by a process that comes back under another number each time',
    7,
    18,
    {
      why: 'a supervisor starts it anew, so that killing it never helps',
      prompt: 'Start the dev server on 3000.',
    },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(
          pick(['npm run dev', 'PORT=3000 npm run dev', 'npx next dev -p 3000'], i),
          `> next dev\n\n ⨯ Failed to start server\nError: listen EADDRINUSE: address already in use :::3000\n    at ${word(i)} {\n  code: 'EADDRINUSE',\n  errno: -98,\n  port: 3000\n}`,
          1,
        ),
        desk.run(
          pick(['lsof -ti :3000', 'ss -ltnp "sport = :3000" | tail -1', 'fuser 3000/tcp'], i),
          pick(
            [
              `${21_400 + i * 37}`,
              `LISTEN 0 511 *:3000 *:* users:(("node",pid=${21_400 + i * 37},fd=19))`,
              `3000/tcp: ${21_400 + i * 37}`,
            ],
            i,
          ),
        ),
        desk.run(
          pick(
            [
              `kill ${21_400 + i * 37}`,
              `kill -9 ${21_400 + i * 37}`,
              'fuser -k 3000/tcp',
              'npx kill-port 3000',
            ],
            i,
          ),
          i % 4 === 3 ? 'Process on port 3000 killed' : '',
        ),
      ]);
    },
  ),
  stall(
    'a button that is not on the page, clicked under ever other selectors',
    8,
    19,
    {
      why: 'the account sees no such button, as each picture of the page shows',
      prompt: 'Log in as demo and export the October report in the web app.',
    },
    (desk, story) => {
      const selectors = [
        'button:has-text("Export")',
        '#export',
        '[data-testid=export-button]',
        'text=Export',
        'button.export',
        '[aria-label="Export"]',
        'role=button[name="Export report"]',
        '.toolbar button:nth-child(3)',
        'xpath=//button[contains(.,"Export")]',
      ] as const;
      story.step(
        desk.use('browser', 'navigate', { url: 'https://app.acme.test/login' }, 'Page: Log in'),
      );
      story.step(desk.use('browser', 'fill', { selector: '#user', value: 'demo' }, 'ok'));
      story.step(
        desk.use('browser', 'click', { selector: 'button[type=submit]' }, 'ok. Page: Reports'),
      );
      rounds(story, 10, (i) => [
        desk.use(
          'browser',
          'click',
          { selector: pick(selectors, i) },
          `Error: Timeout ${5000 + (i % 3) * 5000}ms exceeded while waiting for locator("${pick(selectors, i)}")`,
          { failed: true },
        ),
        i % 3 === 2
          ? desk.use('browser', 'wait_for', { time: 3 + i }, `Waited for ${3 + i} seconds`)
          : desk.use(
              'browser',
              'snapshot',
              {},
              `- heading "Reports" [ref=e${31 + i * 40}]\n- table "October" [ref=e${33 + i * 40}]\n- link "Back" [ref=e${38 + i * 40}]`,
            ),
      ]);
    },
  ),
  stall(
    'a tracker that answers each comment with another number of the same fault',
    19,
    29,
    {
      why: 'the same fault of the server comes back, with a new id each time',
      prompt: 'Finish the money change and comment on ORD-118.',
    },
    (desk, story) => {
      workAWhile(desk, story);
      story.repeat(16, (i) =>
        desk.use(
          'linear',
          pick(['create_comment', 'create_comment', 'add_comment'], i),
          {
            issue: pick(['ORD-118', 'ORD-118', '118'], i >> 1),
            body: pick(
              [
                'Invoices, refunds and shipments count in money now.',
                'Done: invoices, refunds and shipments count in money.',
                '**Done.** All three parts count in money.',
              ],
              i,
            ),
            ...(i % 4 === 3 ? { notify: false } : {}),
          },
          `{"error":{"type":"internal_error","message":"Unexpected error, please contact support","requestId":"${hex(i, 24)}","timestamp":"2026-11-28T${clock(i)}.${100 + ((i * 61) % 900)}Z"}}`,
          { failed: true },
        ),
      );
    },
  ),
  stall(
    'a plan sorted anew and told in other words, of which no point is begun',
    6,
    16,
    {
      why: 'the list changes its order and its words, and nothing else happens',
      prompt: 'Move the mail sending into a background job.',
    },
    (desk, story) => {
      const items = [
        'Find where mails are sent',
        'Add a job class',
        'Queue instead of send',
        'Adapt the tests',
        'Document the queue',
      ] as const;
      const plain = [
        'Look for all callers of Mailer.deliver',
        'Create MailJob',
        'Replace direct calls by the queue',
        'Update the specs',
        'Write docs',
      ] as const;
      story.step(desk.search('Mailer.deliver', 'app/orders.rb:41: Mailer.deliver(order)'));
      story.repeat(17, (i) => {
        const from = i % 2 === 0 ? items : plain;
        return i % 5 === 4
          ? desk.run(
              pick(['git status --short', 'ls app/jobs', 'ls app'], i),
              i % 3 === 0 ? '' : 'application_job.rb',
            )
          : desk.todo(
              Array.from({ length: 4 + (i % 2) }, (_, n) => pick(from, n * (1 + (i % 3)) + i)),
            );
      });
    },
  ),
  stall(
    'the same search given to one helper after the other, none of which finds it',
    4,
    12,
    {
      why: 'each helper looked in the same places and came back with the same nothing',
      prompt: 'Why does the nightly export skip customer 4411?',
    },
    (desk, story) => {
      story.step(desk.search('4411', ''));
      story.repeat(12, (i) =>
        desk.use(
          'agents',
          'start',
          {
            kind: pick(['explore', 'general', 'explore'], i),
            prompt: pick(
              [
                'Find out why the nightly export skips customer 4411. Search the whole repository.',
                'Search thoroughly for the reason why customer 4411 is left out of the nightly export.',
                'Investigate: the nightly export does not contain customer 4411. Where is it filtered?',
                'Be very thorough. Locate any code that excludes customer 4411 from the nightly export.',
              ],
              i,
            ),
          },
          pick(
            [
              `I read ${21 + i} files. export/nightly.py selects all active customers. I could not find a place that excludes 4411.`,
              `After ${14 + i} searches I found no reference to customer 4411. export/nightly.py exports every active customer.`,
              `No filter for 4411 exists in the code (${30 + i} files checked). The export selects active customers in export/nightly.py.`,
            ],
            i,
          ),
        ),
      );
    },
  ),
  stall(
    'pages of a manual that are not there, guessed one address after the other',
    9,
    18,
    {
      why: 'the manual has moved, and only the last part of the address is guessed anew',
      prompt: 'Use the batch endpoint of the parcel service as its documentation says.',
    },
    (desk, story) => {
      const pages = [
        'docs/api/batch',
        'docs/v2/batch',
        'docs/batch',
        'docs/api/v2/batch.html',
        'docs/api/batching',
        'docs/reference/batch',
        'docs/guides/batch',
        'docs/api-reference/batch',
        'docs/latest/batch',
        'docs/en/batch',
        'docs/api/bulk',
        'docs/endpoints/batch',
        'docs/v3/batch',
        'docs/api/batch-requests',
        'docs/rest/batch',
      ] as const;
      lookAround(desk, story);
      story.repeat(15, (i) =>
        desk.use(
          'web',
          'fetch',
          {
            url: `https://developer.parcel.test/${pick(pages, i)}`,
            prompt: 'How is the batch endpoint called?',
          },
          i % 4 === 2
            ? 'Request failed with status code 404'
            : `HTTP 404 Not Found\n\n<title>Page not found</title>\nThe page you are looking for does not exist. ray ${hex(i, 16)}`,
          { failed: true },
        ),
      );
    },
  ),
  stall(
    'a move of a branch given up and begun anew, always at the same conflict',
    9,
    23,
    {
      why: 'the third try stands where the first one stood',
      prompt: 'Rebase feature/ledger onto main.',
    },
    (desk, story) => {
      rounds(story, 6, (i) => [
        desk.run(
          pick(
            [
              'git rebase main',
              'git rebase -X theirs main',
              'git rebase --onto main develop',
              'git pull --rebase origin main',
            ],
            i,
          ),
          `Auto-merging src/ledger/post.rs\nCONFLICT (content): Merge conflict in src/ledger/post.rs\nerror: could not apply ${hex(3, 7)}... Post in both currencies\nhint: Resolve all conflicts manually`,
          1,
        ),
        desk.replace(
          '/w/src/ledger/post.rs',
          `<<<<<<< HEAD\n    self.post(entry)?;\n=======\n    self.post_both(entry, fx)?;\n>>>>>>> ${hex(3, 7)}`,
          pick(
            [
              '    self.post_both(entry, fx)?;',
              '    self.post(entry)?;\n    self.post_both(entry, fx)?;',
            ],
            i,
          ),
        ),
        desk.run(
          'git add -A && GIT_EDITOR=true git rebase --continue',
          `Auto-merging src/ledger/post.rs\nCONFLICT (content): Merge conflict in src/ledger/post.rs\nerror: could not apply ${hex(4, 7)}... Take rates from the day before`,
          1,
        ),
        desk.run('git rebase --abort', ''),
      ]);
    },
  ),
  stall(
    'a cell of a notebook run anew, which misses the same column each time',
    6,
    18,
    {
      why: 'the column is named otherwise in the file, at which nobody looks',
      prompt: 'Make the sales notebook run through.',
    },
    (desk, story) => {
      const cells = [
        "by_region = df.groupby('region').revenue.sum()",
        "by_region = df.groupby(['region']).revenue.sum()",
        "by_region = df.groupby('region')['revenue'].agg('sum')",
        "by_region = df.reset_index().groupby('region').revenue.sum()",
        "by_region = df.pivot_table(index='region', values='revenue', aggfunc='sum')",
        "df = df.copy()\nby_region = df.groupby('region', dropna=False).revenue.sum()",
      ] as const;
      rounds(story, 9, (i) => [
        desk.use(
          'notebook',
          'edit_cell',
          { path: '/w/sales.ipynb', cell: 7, content: pick(cells, i) },
          'Cell 7 updated',
        ),
        i % 3 === 1
          ? desk.run(
              'jupyter nbconvert --to notebook --execute sales.ipynb 2>&1 | tail -3',
              `nbclient.exceptions.CellExecutionError: An error occurred while executing the following cell:\n${pick(cells, i)}\nKeyError: 'region'`,
              1,
            )
          : desk.use(
              'notebook',
              'run_cell',
              { path: '/w/sales.ipynb', cell: 7 },
              `In [${12 + i * 2}]\nKeyError Traceback (most recent call last)\n----> 1 ${pick(cells, i).split('\n')[0] ?? ''}\nKeyError: 'region'`,
              { failed: true },
            ),
      ]);
    },
  ),
  stall(
    'a table that one may not read, asked in ever other SQL',
    5,
    14,
    {
      why: 'the role has no right to the schema, however the question is put',
      prompt: 'How much did we refund per month this year?',
    },
    (desk, story) => {
      const queries = [
        'select * from finance.refunds limit 5',
        "select date_trunc('month', at), sum(amount) from finance.refunds group by 1",
        'select count(*) from finance.refunds',
        'select amount from finance."refunds" limit 1',
        "with r as (select * from finance.refunds where at >= '2026-01-01') select sum(amount) from r",
        'set search_path to finance; select count(*) from refunds',
        'select r.amount, r.at from finance.refunds r order by r.at desc limit 10',
        'table finance.refunds',
        "select to_char(at, 'YYYY-MM'), sum(amount) from finance.refunds where at > now() - interval '1 year' group by 1",
        'select 1 from finance.refunds limit 1',
      ] as const;
      story.repeat(15, (i) =>
        i % 4 === 3
          ? desk.run(
              `psql -c '\\d finance.refunds'`,
              'Did not find any relation named "finance.refunds".',
              1,
            )
          : desk.use(
              'postgres',
              'query',
              { query: pick(queries, i) },
              `ERROR: permission denied for schema finance\nLINE ${1 + (i % 2)}: ${pick(queries, i)}\nSQLSTATE: 42501`,
              { failed: true },
            ),
      );
    },
  ),
  stall(
    'a plan that is good and an apply that is not, with another id of the same refusal',
    8,
    20,
    {
      why: 'the role may not create the service, and the edits do not touch that',
      prompt: 'Create the ECS service for the mailer.',
    },
    (desk, story) => {
      const versions = [
        'launch_type = "FARGATE"',
        'launch_type = "EC2"',
        'desired_count = 1',
        'scheduling_strategy = "REPLICA"',
        'depends_on = [aws_iam_role.mailer]',
        'platform_version = "LATEST"',
      ] as const;
      rounds(story, 7, (i) => [
        rewrite(desk, '/w/infra/mailer.tf', versions, i),
        desk.run(
          pick(['terraform plan -no-color | tail -1', 'terraform plan -out=tfplan | tail -1'], i),
          'Plan: 1 to add, 0 to change, 0 to destroy.',
        ),
        desk.run(
          pick(
            [
              'terraform apply -auto-approve',
              'terraform apply -auto-approve -target=aws_ecs_service.mailer',
              'terraform apply -auto-approve -refresh=false',
              'terraform apply tfplan',
            ],
            i,
          ),
          `aws_ecs_service.mailer: Creating...\n╷\n│ Error: creating ECS Service (mailer): operation error ECS: CreateService, https response error StatusCode: 400, RequestID: ${hex(i, 8)}-${hex(i + 7, 4)}-${hex(i + 9, 12)}, AccessDeniedException: User: arn:aws:sts::123456789012:assumed-role/ci/${1_764_300_000 + i * 97} is not authorized to perform: ecs:CreateService\n│\n│   with aws_ecs_service.mailer,\n│   on mailer.tf line ${41 + (i % 2)}, in resource "aws_ecs_service" "mailer":\n╵`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a phone in the machine that stays offline, whatever is started anew',
    7,
    19,
    {
      why: 'the machine cannot run it at all, which its own log says at every start',
      prompt: 'Run the Android instrumentation tests.',
    },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(
          pick(
            [
              'emulator -avd Pixel_8 -no-window &',
              'adb kill-server && adb start-server',
              'emulator -avd Pixel_8 -no-window -no-snapshot -wipe-data &',
              'adb reconnect offline',
              'emulator @Pixel_8 -gpu swiftshader_indirect -no-audio -no-window &',
            ],
            i,
          ),
          pick(
            [
              `[1] ${7000 + i * 31}\nINFO    | Android emulator version 35.3.11.0\nERROR   | x86_64 emulation currently requires hardware acceleration!`,
              `* daemon not running; starting now at tcp:5037\n* daemon started successfully`,
            ],
            i,
          ),
        ),
        desk.run(
          pick(['adb devices', 'sleep 20; adb devices', 'adb devices -l'], i),
          'List of devices attached\nemulator-5554\toffline',
        ),
        desk.run(
          pick(
            [
              './gradlew connectedDebugAndroidTest',
              'timeout 60 adb wait-for-device shell getprop sys.boot_completed',
            ],
            i,
          ),
          pick(
            [
              `> Task :app:connectedDebugAndroidTest FAILED\ncom.android.builder.testing.api.DeviceException: No online devices found.\nBUILD FAILED in ${11 + i}s`,
              'adb: device offline',
            ],
            i,
          ),
          1,
        ),
      ]);
    },
  ),
  stall(
    'type errors pushed from one file into the next and back, never fewer',
    8,
    21,
    {
      why: 'four errors at the start and four at the end, in the same three files',
      prompt: 'Make the checkout package compile in strict mode.',
    },
    (desk, story) => {
      const files = ['cart', 'price', 'session'] as const;
      const casts = ['Line | undefined', 'Line', 'Line | null', 'Partial<Line>'] as const;
      rounds(story, 10, (i) => [
        desk.replace(
          `/w/packages/checkout/${pick(files, i)}.ts`,
          `current: ${pick(casts, i)};`,
          `current: ${pick(casts, i + 1)};`,
        ),
        desk.run(
          'npx tsc --noEmit -p packages/checkout',
          `packages/checkout/${pick(files, i + 1)}.ts(${12 + ((i * 7) % 30)},9): error TS2322: Type '${pick(casts, i + 1)}' is not assignable to type '${pick(casts, i + 2)}'.\npackages/checkout/${pick(files, i + 2)}.ts(${31 + ((i * 5) % 20)},14): error TS2532: Object is possibly 'undefined'.\npackages/checkout/${pick(files, i + 1)}.ts(${58 + (i % 4)},3): error TS2345: Argument of type '${pick(casts, i)}' is not assignable to parameter of type 'Line'.\n\nFound ${pick([4, 4, 3, 5, 4, 4, 5, 3, 4, 4], i)} errors in 2 files.`,
          2,
        ),
      ]);
    },
  ),
  stall(
    'a service that answers 503, for which one sleeps longer and longer',
    7,
    15,
    {
      why: 'it has no backend and will have none, however long one sleeps',
      prompt: 'Wait until the preview is up, then run the smoke tests against it.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          './bin/preview create pr-88',
          'preview pr-88 requested: https://pr-88.preview.acme.test',
        ),
      );
      story.repeat(15, (i) =>
        desk.run(
          `sleep ${pick([5, 10, 15, 20, 30, 30, 45, 60, 60, 90, 120, 120, 180, 240, 300], i)} && curl -s${i % 2 === 0 ? 'S' : ' -i'} https://pr-88.preview.acme.test/${pick(['health', '', 'health'], i)} | head -3`,
          i % 2 === 0
            ? `<html><head><title>503 Service Temporarily Unavailable</title></head>\n<center><h1>503 Service Temporarily Unavailable</h1></center>`
            : `HTTP/2 503\ndate: Sat, 28 Nov 2026 ${clock(i)} GMT\nx-request-id: ${hex(i, 20)}`,
        ),
      );
    },
  ),
  stall(
    'a log read by ever other tools, whose last line has not changed for an hour',
    8,
    18,
    {
      why: 'the import hangs since its last line, and each look finds that line again',
      prompt: 'Run the import of the old catalogue and tell me how many products it made.',
    },
    (desk, story) => {
      const last = '2026-11-28 09:58:41,307 INFO import.batch batch 118 of 240 started';
      const before = '2026-11-28 09:58:40,112 INFO import.batch batch 117 of 240 done (500 rows)';
      story.step(
        desk.run('nohup php bin/console app:import catalogue.xml > import.log 2>&1 &', '[1] 30112'),
      );
      story.repeat(20, (i) =>
        pick(
          [
            desk.run('tail -n 2 import.log', `${before}\n${last}`),
            desk.run(`sleep ${30 + (i % 4) * 15}; tail -1 import.log`, last),
            desk.run('grep -c done import.log', '117'),
            desk.run('tail -c 200 import.log', `${before.slice(40)}\n${last}`),
            desk.run(
              'ps -o pid,stat,etime -p 30112 | tail -1',
              `30112 S    ${12 + i * 2}:${10 + i}`,
            ),
            desk.run('wc -l import.log', '237 import.log'),
          ],
          i,
        ),
      );
    },
  ),
  stall(
    'a race in Go, guarded with one lock after the other in the wrong place',
    8,
    20,
    {
      why: 'the same two lines race after each lock',
      prompt: 'go test -race must be clean for the hub.',
    },
    (desk, story) => {
      const versions = [
        'mu sync.Mutex',
        'mu sync.RWMutex',
        'mu *sync.Mutex',
        'clients sync.Map',
        'once sync.Once',
        'count atomic.Int64',
      ] as const;
      story.step(desk.read('/w/hub/hub.go', source('hub', 30)));
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/hub/hub.go', versions, i),
        desk.run(
          pick(['go test -race ./hub', 'go test -race ./hub -run TestBroadcast -count=1'], i),
          `==================\nWARNING: DATA RACE\nWrite at 0x00c000${hex(i, 6)} by goroutine ${18 + i * 3}:\n  acme/hub.(*Hub).Broadcast()\n      /w/hub/hub.go:64 +0x${hex(i + 2, 3)}\nPrevious read at 0x00c000${hex(i, 6)} by goroutine ${17 + i * 3}:\n  acme/hub.(*Client).loop()\n      /w/hub/client.go:29 +0x8d\n==================\n--- FAIL: TestBroadcast (0.${10 + i}s)\n    testing.go:1465: race detected during execution of test\nFAIL\tacme/hub\t0.${31 + i}s`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a bean that Spring does not find, under one annotation after the other',
    7,
    19,
    {
      why: 'the class lies outside the packages that are searched, and the same line fails',
      prompt: 'The application context does not start in the tests.',
    },
    (desk, story) => {
      const versions = [
        '@Component',
        '@Service',
        '@Repository',
        '@Configuration',
        '@Component("rateClient")',
        '@Primary\n@Component',
        '@Lazy\n@Service',
      ] as const;
      rounds(story, 9, (i) => [
        i % 4 === 3
          ? desk.replace(
              '/w/src/main/java/shop/RateService.java',
              pick(['@Autowired', 'private final'], i >> 2),
              pick(['@Autowired(required = true)', '@Autowired private'], i >> 2),
            )
          : rewrite(desk, '/w/src/main/java/ext/RateClient.java', versions, i),
        desk.run(
          pick(
            [
              'mvn -q test -Dtest=ShopContextTest',
              './mvnw test -Dtest=ShopContextTest',
              'mvn -q -o test',
            ],
            i,
          ),
          `[ERROR] Tests run: 1, Failures: 0, Errors: 1, Skipped: 0, Time elapsed: ${seconds(i, 4)} s <<< FAILURE!\njava.lang.IllegalStateException: Failed to load ApplicationContext for [WebMergedContextConfiguration@${hex(i, 8)}]\nCaused by: org.springframework.beans.factory.NoSuchBeanDefinitionException: No qualifying bean of type 'ext.RateClient' available: expected at least 1 bean which qualifies as autowire candidate.`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'dependencies of Elixir that exclude one another, with ever other bounds',
    6,
    17,
    {
      why: 'no bound on this side resolves what the two others demand',
      prompt: 'Upgrade ecto_sql to 3.12.',
    },
    (desk, story) => {
      const versions = [
        '{:ecto_sql, "~> 3.12.1"}',
        '{:ecto_sql, "~> 3.12"}',
        '{:ecto_sql, "3.12.0"}',
        '{:ecto_sql, ">= 3.12.0"}',
        '{:ecto_sql, "~> 3.12", override: true}',
        '{:ecto_sql, "~> 3.11 or ~> 3.12"}',
      ] as const;
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/mix.exs', versions, i),
        desk.run(
          pick(
            [
              'mix deps.get',
              'rm -rf deps _build && mix deps.get',
              'mix deps.unlock --all && mix deps.get',
              'mix deps.update ecto_sql',
            ],
            i,
          ),
          `Resolving Hex dependencies...\nResolution completed in ${seconds(i, 0)}s\nBecause "oban_pro >= 1.2.0" depends on "ecto_sql ~> 3.10.0" and "your app" depends on "ecto_sql ~> 3.12", no version of oban_pro is allowed.\n** (Mix) Hex dependency resolution failed`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a gem that does not compile, installed with ever other hints',
    5,
    14,
    {
      why: 'the header that it wants is not on this machine',
      prompt: 'Set the project up and run the specs.',
    },
    (desk, story) => {
      const ways = [
        'bundle install',
        'gem install pg',
        'bundle config build.pg --with-pg-config=/usr/bin/pg_config && bundle install',
        'gem install pg -- --with-pg-include=/usr/include/postgresql',
        'bundle install --jobs 1 --retry 3',
        'gem install pg -v 1.5.9 --verbose 2>&1 | tail -6',
        'bundle update pg',
        'rm -rf vendor/bundle && bundle install',
        'CFLAGS="-I/usr/local/include" bundle install',
        'bundle lock --add-platform x86_64-linux && bundle install',
        'bundle config set --local force_ruby_platform true && bundle install',
      ] as const;
      story.step(desk.read('/w/Gemfile', "gem 'rails', '~> 8.0'\ngem 'pg', '~> 1.5'"));
      story.repeat(15, (i) =>
        i % 5 === 4
          ? desk.run(pick(['which pg_config', 'ls /usr/include/postgresql'], i), '', 1)
          : desk.run(
              pick(ways, i),
              `Building native extensions. This could take a while...\nERROR:  Error installing pg:\n\tERROR: Failed to build gem native extension.\n\nchecking for libpq-fe.h... no\nCan't find the 'libpq-fe.h header\n*** extconf.rb failed ***\nResults logged to /var/lib/gems/3.3.0/extensions/x86_64-linux/3.3.0/pg-1.5.9/gem_make.out (${seconds(i, 2)}s)`,
              5,
            ),
      );
    },
  ),
  stall(
    'a shell script written anew with other quotes, which never closes them all',
    6,
    18,
    {
      why: 'the shell finds the same fault at each writing',
      prompt: 'Write a script that rotates the backups on the three hosts.',
    },
    (desk, story) => {
      const lines = [
        `ssh "$h" "find /backup -name '*.tgz' -mtime +30 -exec rm {} \\;`,
        `ssh $h 'find /backup -name "*.tgz" -mtime +30 -delete"`,
        `ssh "$h" "find /backup -name \\"*.tgz\\" -mtime +30 | xargs -r rm`,
        `ssh "$h" bash -c "'find /backup -name *.tgz -mtime +30 -delete"`,
        `ssh "$h" "$(printf 'find /backup -mtime +%s -delete' 30)`,
      ] as const;
      rounds(story, 9, (i) => [
        desk.write(
          '/w/bin/rotate.sh',
          `#!/usr/bin/env bash\nset -euo pipefail\nfor h in b1 b2 b3; do\n  ${pick(lines, i)}\ndone\n`,
        ),
        desk.run(
          pick(
            ['bash -n bin/rotate.sh', 'shellcheck bin/rotate.sh', 'bash bin/rotate.sh --dry-run'],
            i,
          ),
          i % 3 === 1
            ? `In bin/rotate.sh line 4:\n  ${pick(lines, i)}\n  ^-- SC1009 (info): The mentioned syntax error was in this for loop.\n       ^-- SC1078 (warning): Did you forget to close this double quoted string?`
            : `bin/rotate.sh: line 4: unexpected EOF while looking for matching \`"'`,
          i % 3 === 1 ? 1 : 2,
        ),
      ]);
    },
  ),
  stall(
    'a machine that lets nobody in, tried with all keys and all names',
    5,
    14,
    {
      why: 'no key of this desk is known there',
      prompt: 'Look why the disk of build-3 is full.',
    },
    (desk, story) => {
      const ways = [
        'ssh build-3.acme.test df -h',
        'ssh root@build-3.acme.test df -h',
        'ssh -i ~/.ssh/id_ed25519 build-3.acme.test "df -h /"',
        'ssh -i ~/.ssh/id_rsa ubuntu@build-3.acme.test df -h',
        'ssh -o StrictHostKeyChecking=no ci@build-3.acme.test df -h',
        'ssh -v build-3.acme.test exit 2>&1 | tail -2',
        'ssh -o IdentitiesOnly=yes -i ~/.ssh/deploy deploy@build-3.acme.test df -h',
        'ssh admin@build-3.acme.test df -h',
        'ssh -A jump.acme.test ssh build-3.acme.test df -h',
        'ssh -o PreferredAuthentications=publickey build-3.acme.test df -h',
        'scp build-3.acme.test:/etc/fstab .',
        'rsync -n build-3.acme.test:/var/log/ logs/',
      ] as const;
      const names = ['dev', 'root', 'dev', 'ubuntu', 'ci', 'dev', 'deploy', 'admin'] as const;
      story.repeat(15, (i) =>
        i % 6 === 5
          ? desk.run(
              pick(
                ['ssh-add -l', 'ls ~/.ssh', 'eval $(ssh-agent) && ssh-add ~/.ssh/id_ed25519'],
                i,
              ),
              pick(
                [
                  '256 SHA256:Zk1 dev@desk (ED25519)',
                  'config\nid_ed25519\nid_rsa\nknown_hosts',
                  `Agent pid ${6600 + i}`,
                ],
                i,
              ),
            )
          : desk.run(
              pick(ways, i),
              `${pick(names, i)}@build-3.acme.test: Permission denied (publickey).`,
              255,
            ),
      );
    },
  ),
  stall(
    'fields of a graph guessed one by one, while the list of fields stays unasked',
    7,
    17,
    {
      why: 'a dozen guesses are refused, and none of them teaches anything',
      prompt: 'Show the tracking number on the order page; it is in the GraphQL API.',
    },
    (desk, story) => {
      const fields = [
        'trackingNumber',
        'tracking_number',
        'trackingId',
        'tracking { number }',
        'shipment { trackingNumber }',
        'shipmentTracking',
        'parcel { tracking }',
        'delivery { trackingNumber }',
        'trackingCode',
        'carrierTracking',
        'shipping { tracking }',
        'tracking { code }',
        'fulfillment { trackingNumber }',
      ] as const;
      story.step(desk.read('/w/src/pages/Order.vue', source('order', 24)));
      story.repeat(16, (i) => {
        const field = pick(fields, i);
        const name = field.split(' ')[0] ?? field;
        return desk.run(
          `curl -s https://api.acme.test/graphql -H 'content-type: application/json' -d '{"query":"{ order(id: 7741) { id ${field} } }"}'`,
          `{"errors":[{"message":"Cannot query field \\"${name}\\" on type \\"Order\\".","extensions":{"code":"GRAPHQL_VALIDATION_FAILED","traceId":"${hex(i, 16)}"}}]}`,
        );
      });
    },
  ),
  stall(
    'a menu that lies below the header, lifted by ever larger numbers',
    10,
    22,
    {
      why: 'the measure after each change is the one from before',
      prompt: 'The account menu is covered by the header, fix it.',
    },
    (desk, story) => {
      const versions = [
        'z-index: 1;',
        'z-index: 10;',
        'z-index: 100;',
        'z-index: 999;',
        'z-index: 9999;',
        'z-index: 99999 !important;',
        'position: relative; z-index: 10;',
        'position: absolute; z-index: 100;',
        'position: fixed; z-index: 2147483647;',
      ] as const;
      story.step(desk.read('/w/src/styles/menu.scss', '.menu {\n  z-index: 1;\n}\n'));
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/src/styles/menu.scss', versions, i),
        desk.use(
          'browser',
          'screenshot',
          { path: `/tmp/menu-${i + 1}.png` },
          `Saved /tmp/menu-${i + 1}.png (1280x800, ${91 + (i % 3)} KB)`,
        ),
        desk.use(
          'browser',
          'evaluate',
          {
            script: pick(
              [
                'document.elementFromPoint(1100, 40).className',
                'document.elementFromPoint(1100,40).closest("[class]").className',
              ],
              i,
            ),
          },
          '"header header--sticky"',
        ),
      ]);
    },
  ),
  stall(
    'a work that is done, summed up in one file after the other',
    23,
    33,
    {
      why: 'all was pushed before the first summary, and the summaries say the same',
      prompt: 'Count in money everywhere.',
    },
    (desk, story) => {
      workAWhile(desk, story);
      finish(desk, story);
      const files = [
        'SUMMARY.md',
        'REPORT.md',
        'FINAL_SUMMARY.md',
        'CHANGES.md',
        'COMPLETION.md',
        'STATUS.md',
      ] as const;
      rounds(story, 8, (i) => [
        desk.write(
          `/w/${pick(files, i)}`,
          `# ${pick(['Summary', 'Final report', 'Work completed', 'Status: done'], i)}\n\n- ${pick(['Invoices', 'All invoices', 'Invoice totals'], i)} count in money\n- Refunds and shipments do so, too\n\nAll 212 tests pass. ${pick(['Task complete.', 'Nothing is left.', 'Ready for review.'], i)}`,
        ),
        desk.run(
          pick(['npm test 2>&1 | tail -2', 'git status --short', `cat ${pick(files, i)}`], i),
          pick(
            [
              `      Tests  212 passed (212)\n   Duration  ${seconds(i, 9)}s`,
              `?? ${pick(files, i)}`,
              '# Summary\n\n- Invoices count in money\n- Refunds and shipments do so, too',
            ],
            i,
          ),
        ),
      ]);
    },
  ),
  stall(
    'two tests that contradict each other, each of which is served in turn',
    8,
    20,
    {
      why: 'what makes one green makes the other red, for the third time',
      prompt: 'Fix the time zone tests.',
    },
    (desk, story) => {
      const versions = [
        'return value.replace(tzinfo=timezone.utc)',
        'return value.astimezone(ZoneInfo("Europe/Berlin"))',
      ] as const;
      story.step(desk.read('/w/agenda/times.py', source('times', 18)));
      rounds(story, 9, (i) => [
        i % 4 === 2
          ? desk.write('/w/agenda/times.py', `def local(value):\n    ${pick(versions, i + 1)}\n`)
          : rewrite(desk, '/w/agenda/times.py', versions, i),
        desk.run(
          pick(['pytest tests/test_times.py -q', 'python -m pytest tests/test_times.py'], i),
          i % 2 === 0
            ? `FAILED tests/test_times.py::test_export_is_utc - AssertionError: assert '13:00' == '12:00'\n1 failed, 7 passed in ${seconds(i, 0)}s`
            : `FAILED tests/test_times.py::test_shown_in_berlin - AssertionError: assert '12:00' == '13:00'\n1 failed, 7 passed in ${seconds(i, 0)}s`,
          1,
        ),
      ]);
    },
  ),
];
