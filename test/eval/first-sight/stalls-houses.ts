/** Circles in many houses: proofs, queues, stores, merges, helpers and checks that lead nowhere. Written by somebody who had not read the rules. */
import type { JsonObject } from '../../../src/core/events.js';
import { clock, hex, pick, play, rounds, stall, type Idea } from './idea.js';
import { rewrite, seconds } from './openings.js';

/** At least one. */
type Some<T> = readonly [T, ...T[]];

export const stallsInHouses: readonly Idea[] = [
  stall(
    'a goal in Lean thrown at ever other tactics, which is false and stays as it was',
    9,
    18,
    {
      why: 'four tactics leave the same goal, which cannot hold for subtraction on natural numbers; nobody tries an example',
      prompt: 'Finish the lemma sub_add_cancel_left in Acme/Nat.lean.',
    },
    (desk, story) => {
      const tactics = [
        'sorry',
        'omega',
        'simp',
        'linarith',
        'ring_nf',
        'simp [Nat.sub_add_cancel]',
        'induction b <;> simp_all',
        'norm_num',
        'exact?',
        'cases a <;> omega',
        'nlinarith [sq_nonneg a]',
      ] as const;
      story.step(
        desk.read(
          '/w/Acme/Nat.lean',
          'theorem sub_add_cancel_left (a b : ℕ) : a - b + b = a := by\n  sorry',
        ),
      );
      rounds(story, 10, (i) => [
        rewrite(desk, '/w/Acme/Nat.lean', tactics, i),
        desk.run(
          pick(['lake build Acme.Nat', 'lake build', 'lake env lean Acme/Nat.lean'], i),
          `✖ [${41 + (i % 3)}/44] Building Acme.Nat (${seconds(i, 3)}s)\nerror: Acme/Nat.lean:2:2: ${pick(['omega could not prove the goal', 'unsolved goals', 'linarith failed to find a contradiction', 'unsolved goals', 'tactic failed'], i)}\na b : ℕ\n⊢ a - b + b = a\nerror: build failed`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a constraint that a Haskell compiler cannot deduce, under ever other signatures of the wrong function',
    10,
    20,
    {
      why: 'the error names line 58 each time, while the signature of another function is changed five times',
      prompt: 'Make the new logging layer compile.',
    },
    (desk, story) => {
      const signatures = [
        'logged :: App a -> App a',
        'logged :: MonadIO m => m a -> m a',
        'logged :: (MonadIO m, MonadLog m) => m a -> m a',
        'logged :: forall m a. MonadLog m => m a -> m a',
        'logged :: MonadLog App => App a -> App a',
        'logged :: (Monad m, HasLog m) => ReaderT Env m a -> m a',
        'logged :: MonadUnliftIO m => m a -> m a',
      ] as const;
      story.step(
        desk.read(
          '/w/src/App/Log.hs',
          'module App.Log where\n\nlogged :: App a -> App a\nlogged act = logInfo "start" *> act\n',
        ),
      );
      story.step(desk.search('MonadLog', 'src/App/Class.hs:9:class Monad m => MonadLog m where'));
      rounds(story, 10, (i) => [
        rewrite(desk, '/w/src/App/Log.hs', signatures, i),
        desk.run(
          pick(['cabal build', 'cabal build lib:app', 'cabal build -j1 2>&1 | tail -8'], i),
          `[${11 + (i % 2)} of 14] Compiling App.Run ( src/App/Run.hs )\n\nsrc/App/Run.hs:58:12: error: [GHC-39999]\n    • Could not deduce ‘MonadLog (StateT Cache IO)’\n        arising from a use of ‘logInfo’\n    • In the expression: logInfo "warm up"\nError: [Cabal-7125]\nFailed to build app-0.4.1 (${seconds(i, 7)}s)`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a row that is inserted and cannot be seen, looked for in ever other ways',
    7,
    17,
    {
      why: 'three inserts succeed and each question after them gives no row; that the policy of the table hides rows of this role is never considered',
      prompt: 'Add a demo order to the staging base so that the page shows it.',
    },
    (desk, story) => {
      const asks = [
        "select * from orders where note = 'demo'",
        'select count(*) from orders',
        'select * from public.orders order by id desc limit 5',
        "select * from orders where customer_id = 7 and note like 'demo%'",
        'select max(id) from orders',
      ] as const;
      const says = [
        ' id | customer_id | note\n----+-------------+------\n(0 rows)',
        ' count\n-------\n     0\n(1 row)',
        ' id | customer_id | note\n----+-------------+------\n(0 rows)',
        ' id | customer_id | note\n----+-------------+------\n(0 rows)',
        ' max\n-----\n    \n(1 row)',
      ] as const;
      rounds(story, 10, (i) => [
        desk.run(
          `psql $STAGING -c "${pick(
            [
              "insert into orders(customer_id, note) values (7, 'demo')",
              "begin; insert into orders(customer_id, note) values (7, 'demo'); commit",
              "insert into public.orders(customer_id, note) values (7, 'demo 2')",
              "set search_path = public; insert into orders(customer_id, note) values (7, 'demo')",
            ],
            i,
          )}"`,
          'INSERT 0 1',
        ),
        desk.run(`psql $STAGING -c "${pick(asks, i)}"`, pick(says, i)),
      ]);
    },
  ),
  stall(
    'a consumer of a queue that reads nothing, given ever other groups and offsets',
    10,
    22,
    {
      why: 'zero messages after four settings; it listens to another broker than the one that is written to',
      prompt: 'The invoice consumer gets no messages, repair it.',
    },
    (desk, story) => {
      const settings = [
        'auto.offset.reset=latest',
        'auto.offset.reset=earliest',
        'group.id=invoice-2',
        'enable.auto.commit=false',
        'max.poll.interval.ms=600000',
        'session.timeout.ms=45000',
        'isolation.level=read_uncommitted',
        'fetch.min.bytes=1',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/config/consumer.properties', settings, i),
        desk.run(`kcat -P -b kafka-a:9092 -t invoices <<< '{"n":${i + 1}}'`, ''),
        desk.run(
          'timeout 30 java -jar build/consumer.jar',
          `${clock(i)} INFO  consumer started, group=invoice${i > 1 ? '-2' : ''}\n${clock(i)} INFO  assigned invoices-0 offset 0\n${clock(i + 1)} INFO  polled 0 records in ${30000 + ((i * 17) % 40)} ms\nprocessed: 0`,
          124,
        ),
      ]);
    },
  ),
  stall(
    'a script that fills a new database, changed again and again while the old volume is kept',
    10,
    22,
    {
      why: 'the script runs only on an empty volume, as the log says each time, and the table is missing after four versions',
      prompt: 'The table settings should exist when one starts the stack.',
    },
    (desk, story) => {
      const scripts = [
        'create table settings(k text, v text);',
        'create table if not exists settings(k text, v text);',
        'create table if not exists public.settings(k text primary key, v text);',
        '\\connect shop\ncreate table if not exists settings(k text, v text);',
        'set role shop; create table if not exists settings(k text, v text);',
        'create schema if not exists shop; create table shop.settings(k text, v text);',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/docker/init/01-settings.sql', scripts, i),
        desk.run(
          pick(
            [
              'docker compose down && docker compose up -d',
              'docker compose up -d --force-recreate db',
              'docker compose restart db',
              'docker compose up -d --build db',
            ],
            i,
          ),
          ` Container shop-db-1  Started  ${seconds(i, 0)}s`,
        ),
        desk.run(
          pick(
            [
              'docker compose exec db psql -U shop -c "select * from settings"',
              'docker compose exec db psql -U shop shop -c "\\d settings"',
            ],
            i,
          ),
          i % 2 === 0
            ? 'ERROR:  relation "settings" does not exist\nLINE 1: select * from settings'
            : 'Did not find any relation named "settings".',
          1,
        ),
        ...(i % 3 === 2
          ? [
              desk.run(
                'docker compose logs db | tail -3',
                `db-1  | PostgreSQL Database directory appears to contain a database; Skipping initialization\ndb-1  | 2026-11-29 ${clock(i)} UTC [1] LOG:  starting PostgreSQL 17.2\ndb-1  | 2026-11-29 ${clock(i)} UTC [1] LOG:  database system is ready to accept connections`,
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a unit of systemd edited in the wrong folder, which starts the old line each time',
    10,
    22,
    {
      why: 'the status shows the same file and the same old command after four edits of another file',
      prompt: 'Start the collector with --workers 8.',
    },
    (desk, story) => {
      const lines = [
        'ExecStart=/opt/col/bin/collector --workers 2',
        'ExecStart=/opt/col/bin/collector --workers 8',
        'ExecStart=/opt/col/bin/collector --workers=8',
        'ExecStart=\nExecStart=/opt/col/bin/collector --workers 8',
        'Environment=WORKERS=8\nExecStart=/opt/col/bin/collector --workers ${WORKERS}',
        'ExecStart=/bin/sh -c "exec /opt/col/bin/collector --workers 8"',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/lib/systemd/system/collector.service', lines, i),
        desk.run(
          pick(
            [
              'sudo systemctl daemon-reload && sudo systemctl restart collector',
              'sudo systemctl restart collector',
              'sudo systemctl daemon-reexec && sudo systemctl restart collector',
            ],
            i,
          ),
          '',
        ),
        desk.run(
          pick(
            [
              'systemctl status collector --no-pager | head -8',
              'systemctl status -l --no-pager collector | head -8',
              'ps -o args= -C collector',
            ],
            i,
          ),
          i % 3 === 2
            ? '/opt/col/bin/collector --workers 2'
            : `● collector.service - Metrics collector\n     Loaded: loaded (/etc/systemd/system/collector.service; enabled)\n     Active: active (running) since Sun 2026-11-29 ${clock(i)} UTC; ${1 + (i % 3)}s ago\n   Main PID: ${20311 + i * 41} (collector)\n     CGroup: /system.slice/collector.service\n             └─${20311 + i * 41} /opt/col/bin/collector --workers 2`,
        ),
      ]);
    },
  ),
  stall(
    'a pull request that needs a yes of a person, merged by ever other flags',
    9,
    17,
    {
      why: 'each way to merge is refused because a review is missing, which no flag can give',
      prompt: 'Mend the typo in the footer and merge it.',
    },
    (desk, story) => {
      play(story, [
        desk.search('Copyrigth', 'src/Footer.tsx:8:  <p>Copyrigth Acme</p>'),
        desk.replace('/w/src/Footer.tsx', 'Copyrigth', 'Copyright'),
        desk.run(
          'git switch -qc fix-footer && git commit -qam "Footer: typo" && git push -q -u origin HEAD',
          '',
        ),
        desk.run('gh pr create --fill', 'https://github.com/acme/site/pull/771'),
      ]);
      const ways = [
        'gh pr merge 771 --squash',
        'gh pr merge 771 --merge',
        'gh pr merge 771 --rebase --delete-branch',
        'gh pr merge 771 --squash --admin',
        'gh api -X PUT repos/acme/site/pulls/771/merge -f merge_method=squash',
        'gh pr review 771 --approve && gh pr merge 771 --squash',
        'gh pr ready 771; gh pr merge 771 -s',
        'gh api -X PUT repos/acme/site/pulls/771/merge -f merge_method=rebase',
        'git push origin fix-footer:main',
        'sleep 20; gh pr merge 771 --squash',
        'gh pr merge https://github.com/acme/site/pull/771 --squash -t "Footer: typo"',
        'gh pr merge 771 --merge --admin',
      ] as const;
      story.repeat(13, (i) =>
        desk.run(
          pick(ways, i),
          i % 12 === 5
            ? 'failed to create review: GraphQL: Review Can not approve your own pull request (addPullRequestReview)'
            : i % 12 === 8
              ? `remote: error: GH006: Protected branch update failed for refs/heads/main.\nremote: - At least 1 approving review is required by reviewers with write access.\nTo github.com:acme/site.git\n ! [remote rejected] fix-footer -> main (protected branch hook declined)`
              : pick(
                  [
                    'X Pull request acme/site#771 is not mergeable: the base branch policy prohibits the merge.\nTo have the pull request merged after all the requirements have been met, add the `--auto` flag.',
                    'GraphQL: At least 1 approving review is required by reviewers with write access. (mergePullRequest)',
                  ],
                  i,
                ),
          1,
        ),
      );
    },
  ),
  stall(
    'the field of a range of days guessed for a tool of figures, which says what it wants and is not heard',
    5,
    11,
    {
      why: 'the complaint names the form that is wanted, and each call has another one',
      prompt: 'How many visits did we have last week?',
    },
    (desk, story) => {
      const inputs: Some<JsonObject> = [
        { property: '4411', dateRange: 'last week' },
        { property: '4411', dateRange: 'lastWeek' },
        { property: '4411', dateRange: '7d' },
        { property: '4411', dateRange: '2026-11-16..2026-11-22' },
        { property: '4411', dateRange: { from: '2026-11-16', to: '2026-11-22' } },
        { property: '4411', date_range: { start: '2026-11-16', end: '2026-11-22' } },
        { property: '4411', dateRange: ['2026-11-16', '2026-11-22'] },
        { property: '4411', startDate: '2026-11-16', endDate: '2026-11-22' },
        { property: 'properties/4411', dateRange: '2026-11-16/2026-11-22' },
        { property: '4411', dateRange: 'LAST_7_DAYS' },
        { property: '4411', period: 'week' },
      ];
      story.repeat(11, (i) =>
        desk.use(
          'analytics',
          'run_report',
          { metrics: ['sessions'], ...pick(inputs, i) },
          `MCP error -32602: Invalid arguments for tool run_report: [\n  {\n    "code": "invalid_type",\n    "expected": "array",\n    "received": "${pick(['string', 'string', 'string', 'string', 'object', 'undefined', 'undefined', 'undefined'], i)}",\n    "path": ["dateRanges"],\n    "message": "dateRanges: array of {startDate, endDate} required"\n  }\n]`,
          { failed: true },
        ),
      );
    },
  ),
  stall(
    'thoughts written down one after the other, which weigh the same two designs to and fro',
    8,
    18,
    {
      why: 'the same two designs win in turn for the same reasons, and no line is written',
      prompt: 'Add a cache to the price service.',
    },
    (desk, story) => {
      const thoughts = [
        'A cache inside the process is simplest: no new service, microseconds. But each of the four instances would hold its own prices.',
        'With four instances the prices could differ, so Redis would be better: one truth for all. That adds a service to run, though.',
        'Redis adds a service and a network hop. The prices change once an hour, so a cache inside the process might do after all.',
        'Wait: if the instances differ for some minutes, customers may see two prices. A shared cache in Redis avoids this.',
        'However, the team has no Redis yet, and operating one is a cost. In-process is simpler and fast enough.',
        'On the other hand, consistency matters for prices. Let me reconsider Redis as the single truth.',
        'Actually, simplicity matters here. In-process with a short time to live would be the least effort.',
        'But a short time to live does not remove the difference between instances. Redis would.',
      ] as const;
      play(story, [
        desk.search(
          'priceOf',
          'src/price/service.ts:12:export async function priceOf(sku: string) {',
        ),
        desk.read(
          '/w/src/price/service.ts',
          'export async function priceOf(sku: string) {\n  return db.one("select price from prices where sku = $1", [sku]);\n}',
        ),
      ]);
      story.repeat(17, (i) =>
        desk.use(
          'thinking',
          'sequentialthinking',
          {
            thought: pick(thoughts, i),
            thoughtNumber: i + 1,
            totalThoughts: Math.max(8, i + 3),
            nextThoughtNeeded: true,
            isRevision: i % 2 === 1,
          },
          `{"thoughtNumber":${i + 1},"totalThoughts":${Math.max(8, i + 3)},"nextThoughtNeeded":true,"branches":[],"thoughtHistoryLength":${i + 1}}`,
        ),
      );
    },
  ),
  stall(
    'a release that is up and well, and is found well in ever other ways without an end',
    13,
    28,
    {
      why: 'the roll-out was complete and checked at the eighth call; from then on the same checks go round',
      prompt: 'Roll out api 3.1.0.',
    },
    (desk, story) => {
      play(story, [
        desk.replace('/w/deploy/api.yaml', 'image: acme/api:3.0.4', 'image: acme/api:3.1.0'),
        desk.run('kubectl apply -f deploy/api.yaml', 'deployment.apps/api configured'),
        desk.run(
          'kubectl rollout status deploy/api',
          'Waiting for deployment "api" rollout to finish: 1 of 3 updated replicas are available...\ndeployment "api" successfully rolled out',
        ),
        desk.run('git commit -qam "api 3.1.0" && git push -q', ''),
      ]);
      rounds(story, 7, (i) => [
        desk.run(
          pick(['kubectl get pods -l app=api', 'kubectl get pods -l app=api -o wide'], i),
          `NAME                  READY   STATUS    RESTARTS   AGE\napi-6d8f7c-2xkqp   1/1     Running   0          ${2 + i * 2}m\napi-6d8f7c-9hv4t   1/1     Running   0          ${2 + i * 2}m\napi-6d8f7c-w7zlm   1/1     Running   0          ${2 + i * 2}m`,
        ),
        desk.run(
          pick(
            [
              'curl -s https://api.acme.test/healthz',
              'curl -sS -m 5 https://api.acme.test/healthz',
              'curl -s -o /dev/null -w "%{http_code}" https://api.acme.test/healthz',
            ],
            i,
          ),
          i % 3 === 2 ? '200' : '{"status":"ok","version":"3.1.0"}',
        ),
        desk.run(
          pick(
            ['kubectl rollout status deploy/api', 'kubectl rollout status deployment api -w=false'],
            i,
          ),
          'deployment "api" successfully rolled out',
        ),
        desk.run(
          pick(['kubectl logs deploy/api --tail 2', 'kubectl logs -l app=api --tail 1'], i),
          `${clock(i)} INFO listening on :8080\n${clock(i)} INFO GET /healthz 200 ${1 + (i % 3)}ms`,
        ),
      ]);
    },
  ),
  stall(
    'little programs in Go, each of which prints that the same question finds no rows',
    10,
    20,
    {
      why: 'five scratch programs ask the same base the same thing and print zero; that the base is an empty copy is not seen',
      prompt: 'TestListOpen finds no orders, find out why.',
    },
    (desk, story) => {
      const bodies = [
        'rows, _ := db.Query(q)\n\tn := 0\n\tfor rows.Next() { n++ }\n\tfmt.Println("rows", n)',
        'var n int\n\tdb.QueryRow("select count(*) from orders where state = \'open\'").Scan(&n)\n\tfmt.Println("count", n)',
        'list, err := store.ListOpen(ctx)\n\tfmt.Println(len(list), err)',
        'list, err := store.List(ctx, Filter{State: "open"})\n\tfmt.Printf("%d %v\\n", len(list), err)',
        'tx, _ := db.Begin()\n\tvar n int\n\ttx.QueryRow("select count(1) from orders where state=$1", "open").Scan(&n)\n\tlog.Println("in tx", n)',
      ] as const;
      const prints = [
        'rows 0',
        'count 0',
        '0 <nil>',
        '0 <nil>',
        '2026/11/29 10:31:07 in tx 0',
      ] as const;
      story.step(
        desk.run(
          'go test ./store -run TestListOpen',
          '--- FAIL: TestListOpen (0.03s)\n    store_test.go:41: got 0 orders, want 3\nFAIL\nFAIL\tacme/store\t0.041s',
          1,
        ),
      );
      rounds(story, 10, (i) => [
        desk.write(
          `/tmp/try${i + 1}/main.go`,
          `package main\n\nfunc main() {\n\tdb := open() // ${i + 1}\n\t${pick(bodies, i)}\n}`,
        ),
        desk.run(`go run /tmp/try${i + 1}/main.go`, pick(prints, i)),
      ]);
    },
  ),
  stall(
    'a lock file of pods written, taken back and written again',
    10,
    20,
    {
      why: 'the same two versions are exchanged in turn, and the same header is missing with the one as with the other',
      prompt: 'The app no longer builds after the update of the pods.',
    },
    (desk, story) => {
      rounds(story, 6, (i) => [
        desk.run(
          pick(['pod update GRPC-Core', 'pod install --repo-update', 'pod update'], i),
          `Analyzing dependencies\nDownloading dependencies\nInstalling gRPC-Core 1.65.5 (was 1.62.2)\nPod installation complete! There are 19 dependencies from the Podfile and 41 total pods installed. (${seconds(i, 21)}s)`,
        ),
        desk.run(
          'xcodebuild -workspace App.xcworkspace -scheme App -quiet build 2>&1 | tail -2',
          `/w/Pods/BoringSSL-GRPC/src/ssl/internal.h:164:10: fatal error: 'openssl_grpc/ssl.h' file not found\n** BUILD FAILED **`,
          65,
        ),
        desk.run(
          pick(
            [
              'git checkout Podfile.lock && pod install',
              'git restore Podfile.lock Podfile && pod install --deployment',
              'git checkout HEAD -- Podfile.lock && rm -rf Pods && pod install',
            ],
            i,
          ),
          `Analyzing dependencies\nInstalling gRPC-Core 1.62.2 (was 1.65.5)\nPod installation complete! There are 19 dependencies from the Podfile and 41 total pods installed. (${seconds(i + 3, 18)}s)`,
        ),
        desk.run(
          'xcodebuild -workspace App.xcworkspace -scheme App -quiet build 2>&1 | tail -2',
          "/w/Pods/BoringSSL-GRPC/src/ssl/internal.h:164:10: fatal error: 'openssl_grpc/ssl.h' file not found\n** BUILD FAILED **",
          65,
        ),
      ]);
    },
  ),
  stall(
    'a pool of connections made larger and more patient, which is dry all the same',
    12,
    24,
    {
      why: 'five numbers change and the same request is dropped from the queue; the process that keeps the connections is never looked for',
      prompt: 'The import of the price list times out in Ecto.',
    },
    (desk, story) => {
      const settings = [
        'pool_size: 10',
        'pool_size: 20',
        'pool_size: 20, queue_target: 500',
        'pool_size: 40, queue_target: 5_000, queue_interval: 10_000',
        'pool_size: 40, timeout: 60_000',
        'pool_size: 80, timeout: 120_000',
        'pool_size: 80, ownership_timeout: 300_000',
        'pool_count: 2, pool_size: 40',
        'pool_size: 100, queue_target: 10_000',
      ] as const;
      play(story, [
        desk.run(
          'mix run import.exs prices.csv',
          '** (DBConnection.ConnectionError) connection not available and request was dropped from queue after 2986ms.\n    (ecto_sql 3.12.1) lib/ecto/adapters/sql.ex:1096: Ecto.Adapters.SQL.raise_sql_call_error/1',
          1,
        ),
        desk.read(
          '/w/config/dev.exs',
          'import Config\n\nconfig :shop, Shop.Repo,\n  database: "shop_dev",\n  pool_size: 10\n',
        ),
      ]);
      rounds(story, 12, (i) => [
        rewrite(desk, '/w/config/dev.exs', settings, i),
        desk.run(
          'mix run import.exs prices.csv',
          `Compiling 1 file (.ex)\n${String(10 + (i % 3))}:${String(12 + i * 2)}:0${i % 10}.113 [info] imported ${pick([10, 20, 20, 40, 40, 80, 80, 80], i)} lines\n** (DBConnection.ConnectionError) connection not available and request was dropped from queue after ${2980 + ((i * 211) % 9000)}ms. This means requests are coming in and your connection pool cannot serve them fast enough.\n    (ecto_sql 3.12.1) lib/ecto/adapters/sql.ex:1096: Ecto.Adapters.SQL.raise_sql_call_error/1`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a class of PHP that is not found, under ever other name spaces, while its file is spelt otherwise',
    10,
    22,
    {
      why: 'the same class is not found after four changes of its name space and of the list of paths; the file is called invoicemailer.php',
      prompt: 'Class InvoiceMailer is not found on the server, it works on my Mac.',
    },
    (desk, story) => {
      const spaces = [
        'namespace App\\Mail;',
        'namespace App\\Mailers;',
        'namespace App;',
        'namespace App\\Mail\\Invoice;',
        'namespace Acme\\App\\Mail;',
        'declare(strict_types=1); namespace App\\Mail;',
      ] as const;
      rounds(story, 8, (i) => [
        i % 3 === 1
          ? desk.replace(
              '/w/composer.json',
              i % 2 === 0 ? '"App\\\\": "src/"' : '"App\\\\": "src"',
              i % 2 === 0 ? '"App\\\\": "src"' : '"App\\\\": "src/"',
            )
          : rewrite(desk, '/w/src/Mail/invoicemailer.php', spaces, i),
        desk.run(
          pick(
            [
              'composer dump-autoload',
              'composer dump-autoload -o',
              'rm -rf vendor/composer && composer install -q && composer dump-autoload',
            ],
            i,
          ),
          `Generating ${i % 3 === 1 ? 'optimized ' : ''}autoload files\nGenerated ${i % 3 === 1 ? 'optimized ' : ''}autoload files containing ${4102 + (i % 3)} classes`,
        ),
        desk.run(
          'php bin/console app:invoice:send 17',
          `PHP Fatal error:  Uncaught Error: Class "App\\Mail\\InvoiceMailer" not found in /w/src/Command/SendInvoice.php:${41 + (i % 2)}\nStack trace:\n#0 /w/vendor/symfony/console/Command/Command.php(279): App\\Command\\SendInvoice->execute()\n#1 {main}`,
          255,
        ),
      ]);
    },
  ),
  stall(
    'a number of resources that depends on what is not known yet, written in ever other ways',
    10,
    20,
    {
      why: 'count, for_each, toset and try all depend on the same id that exists only after an apply, as the message says each time',
      prompt: 'The plan of the network module fails since we attach the routes.',
    },
    (desk, story) => {
      const ways = [
        'count = length(aws_subnet.app[*].id)',
        'for_each = toset(aws_subnet.app[*].id)',
        'for_each = { for s in aws_subnet.app : s.id => s }',
        'count = try(length(aws_subnet.app[*].id), 0)',
        'for_each = toset(compact(aws_subnet.app[*].id))',
        'for_each = toset([for s in aws_subnet.app : s.id])',
        'count = aws_subnet.app[0].id != "" ? 3 : 0',
      ] as const;
      story.step(
        desk.read(
          '/w/modules/net/routes.tf',
          'resource "aws_route_table_association" "app" {\n  count = length(aws_subnet.app[*].id)\n}',
        ),
      );
      rounds(story, 10, (i) => [
        rewrite(desk, '/w/modules/net/routes.tf', ways, i),
        desk.run(
          pick(
            [
              'terraform plan',
              'terraform plan -refresh=false',
              'terraform validate && terraform plan -no-color',
            ],
            i,
          ),
          `data.aws_vpc.main: Reading...\ndata.aws_vpc.main: Read complete after ${1 + (i % 2)}s [id=vpc-0a11]\n╷\n│ Error: Invalid ${[2, 5, 6].includes(i % 7) ? 'count' : 'for_each'} argument\n│\n│   on modules/net/routes.tf line 2, in resource "aws_route_table_association" "app":\n│\n│ The value depends on resource attributes that cannot be determined until apply, so Terraform cannot predict how many instances will be created.\n╵`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a function in a header that two objects bring along, guarded in ever other ways',
    9,
    18,
    {
      why: 'the linker names the same symbol twice after four kinds of guards, none of which concerns it',
      prompt: 'The build breaks since clamp_all is used in two files.',
    },
    (desk, story) => {
      const guards = [
        '#ifndef CLAMP_H\n#define CLAMP_H',
        '#pragma once',
        '#pragma once\n#ifndef CLAMP_H\n#define CLAMP_H',
        '#pragma once\nextern "C" {',
        '#pragma once\nnamespace util {',
        '#ifndef ACME_UTIL_CLAMP_H_\n#define ACME_UTIL_CLAMP_H_',
        '#pragma once\n#ifdef __cplusplus',
      ] as const;
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/src/util/clamp.h', guards, i),
        desk.run(
          pick(
            [
              'cmake --build build',
              'cmake --build build --clean-first',
              'rm -rf build && cmake -S . -B build && cmake --build build',
              'make -C build VERBOSE=1 2>&1 | tail -4',
            ],
            i,
          ),
          `[${92 + (i % 3)}%] Linking CXX executable app\n/usr/bin/ld: CMakeFiles/app.dir/b.cc.o: in function \`clamp_all(std::vector<int>&)':\nb.cc:(.text+0x${hex(i % 3, 2)}): multiple definition of \`clamp_all(std::vector<int>&)'; CMakeFiles/app.dir/a.cc.o:a.cc:(.text+0x0): first defined here\ncollect2: error: ld returned 1 exit status\ngmake[2]: *** [CMakeFiles/app.dir/build.make:${113 + (i % 2)}: app] Error 1`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a loop in Go made faster in a dozen ways, all of which measure the same within the noise',
    15,
    28,
    {
      why: 'seven small changes stay within one percent of the first figure, no profile is taken and nothing is learned from one to the next',
      prompt: 'Make Encode faster, it should take less than 20 µs.',
    },
    (desk, story) => {
      const bodies = [
        'for i := 0; i < len(in); i++ {',
        'for i := range in {',
        'n := len(in); for i := 0; i < n; i++ {',
        'for i, v := range in { _ = v',
        '_ = in[len(in)-1]; for i := range in {',
        'for len(in) >= 4 {',
        'for i := len(in) - 1; i >= 0; i-- {',
        'out = out[:0:cap(out)]; for i := range in {',
        'for i := 0; i < len(in); i += 2 {',
      ] as const;
      const times = [
        41.2, 40.9, 41.4, 41.1, 41.3, 40.8, 41.2, 41.5, 41.0, 41.3, 40.9, 41.2, 41.1, 41.4,
      ] as const;
      story.step(
        desk.run(
          'go test -bench Encode -count 1 ./codec',
          'goos: linux\nBenchmarkEncode-2   \t   28914\t     41230 ns/op\nPASS\nok  \tacme/codec\t1.91s',
        ),
      );
      rounds(story, 14, (i) => [
        rewrite(desk, '/w/codec/encode.go', bodies, i),
        desk.run(
          'go test -bench Encode -count 1 ./codec',
          `goos: linux\nBenchmarkEncode-2   \t   ${28700 + ((i * 173) % 400)}\t     ${Math.round(pick(times, i) * 1000) + ((i * 37) % 90)} ns/op\nPASS\nok  \tacme/codec\t1.${80 + ((i * 7) % 19)}s`,
        ),
      ]);
    },
  ),
  stall(
    'a change put into the queue of merges again and again, which throws it out for the same check',
    12,
    25,
    {
      why: 'the third time out of the queue names the same check; the log of that check is never opened',
      prompt: 'Get pull request 2290 merged.',
    },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          pick(
            [
              'gh pr merge 2290 --auto --squash',
              'gh pr merge 2290 --squash',
              'gh pr merge 2290 --auto',
            ],
            i,
          ),
          '✓ Pull request acme/core#2290 will be added to the merge queue for main when all checks pass',
        ),
        desk.run(`sleep ${pick([300, 420, 240, 600], i)}`, ''),
        desk.run(
          'gh pr view 2290 --json state,mergeStateStatus',
          '{"mergeStateStatus":"CLEAN","state":"OPEN"}',
        ),
        desk.run(
          'gh api repos/acme/core/issues/2290/timeline --jq ".[-1] | .event + \\" \\" + .reason"',
          `removed_from_merge_queue failed_checks: e2e (merge group gh-readonly-queue/main/pr-2290-${hex(i, 12)})`,
        ),
      ]);
    },
  ),
  stall(
    'a helper that asks back what is meant, to whom the same is said again in other words',
    6,
    12,
    {
      why: 'the helper’s question is the same each time and is never answered',
      prompt: 'Let a sub-agent write the migration for the new address table.',
    },
    (desk, story) => {
      const words = [
        'Write a migration that creates the address table.',
        'Please write the SQL migration for the new address table as described in the ticket.',
        'Create db/migrate/…_addresses.sql. It has to create the address table.',
        'You are an expert in databases. Produce the migration for addresses, completely and without questions.',
        'Write the migration for the address table NOW. Do not ask questions.',
        'Task: migration. Table: addresses. Output: one SQL file.',
        'Think step by step and then write the address migration.',
      ] as const;
      const asks = [
        'Before I can write it I need to know: are addresses owned by a customer or by an order? Both tables exist and the ticket is not in the repository.',
        'I did not write the file. Open question: should addresses reference customers or orders? Please tell me which.',
        'I need one decision first: does an address belong to a customer or to an order? I found hints of both in the code.',
      ] as const;
      story.repeat(12, (i) =>
        desk.use(
          'agents',
          'run',
          {
            description: pick(['Write migration', 'Address migration', 'Create migration'], i),
            prompt: pick(words, i),
          },
          `${pick(asks, i)}\n(${9 + ((i * 5) % 11)} tool calls, ${14 + ((i * 13) % 40)} s)`,
        ),
      );
    },
  ),
  stall(
    'a claim for storage that stays pending, described and made anew with other sizes',
    10,
    22,
    {
      why: 'the same reason is named after four other sizes and modes: the class of storage does not exist in this cluster',
      prompt: 'The database pod stays pending on the new cluster.',
    },
    (desk, story) => {
      const claims = [
        'storage: 100Gi',
        'storage: 50Gi',
        'storage: 10Gi',
        'accessModes: [ReadWriteMany]\nstorage: 10Gi',
        'accessModes: [ReadWriteOncePod]\nstorage: 10Gi',
        'volumeMode: Filesystem\nstorage: 10Gi',
        'storage: 1Gi',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/k8s/db-claim.yaml', claims, i),
        desk.run(
          pick(
            [
              'kubectl replace --force -f k8s/db-claim.yaml',
              'kubectl delete pvc db-data && kubectl apply -f k8s/db-claim.yaml',
              'kubectl delete -f k8s/db-claim.yaml --wait && kubectl create -f k8s/db-claim.yaml',
            ],
            i,
          ),
          'persistentvolumeclaim "db-data" deleted\npersistentvolumeclaim/db-data created',
        ),
        desk.run(
          pick(
            [
              'kubectl describe pvc db-data | tail -4',
              'kubectl get events --field-selector involvedObject.name=db-data | tail -2',
              'sleep 30; kubectl describe pvc db-data | tail -4',
            ],
            i,
          ),
          `Events:\n  Type     Reason              Age                From                         Message\n  Warning  ProvisioningFailed  ${2 + ((i * 5) % 20)}s (x${1 + (i % 4)} over ${8 + ((i * 11) % 40)}s)  persistentvolume-controller  storageclass.storage.k8s.io "fast-ssd" not found`,
        ),
      ]);
    },
  ),
  stall(
    'a page that wants to see a person, fetched by ever other programs and with ever other names',
    6,
    13,
    {
      why: 'the same gate answers whoever asks; the fifth way is refused as the first',
      prompt: 'Get me the table of fares from the site of the bus company.',
    },
    (desk, story) => {
      const gate =
        '<!DOCTYPE html><title>Just a moment...</title>\nVerifying you are human. This may take a few seconds.\nfares.coachline.test needs to review the security of your connection before proceeding.';
      const ray = (i: number): string => `Ray ID: ${hex(i, 16)}`;
      const url = 'https://fares.coachline.test/table';
      play(story, [
        desk.use('web', 'fetch', { url }, `HTTP 403\n${gate}\n${ray(0)}`),
        desk.run(`curl -sL ${url}`, `${gate}\n${ray(1)}`),
        desk.run(
          `curl -sL -A 'Mozilla/5.0 (X11; Linux x86_64) Firefox/132.0' ${url}`,
          `${gate}\n${ray(2)}`,
        ),
        desk.use(
          'browser',
          'navigate',
          { url },
          `Navigated (403), title: Just a moment...\n${ray(3)}`,
        ),
        desk.use('browser', 'wait_for', { time: 10 }, 'Waited for 10 s'),
        desk.use(
          'browser',
          'snapshot',
          {},
          `heading "Verifying you are human. This may take a few seconds."\ntext "${ray(4)}"`,
        ),
        desk.run(`wget -qO- --header='Accept-Language: en' ${url} || echo failed`, 'failed'),
        desk.run(
          `python -c "import cloudscraper; print(cloudscraper.create_scraper().get('${url}').status_code)"`,
          '403',
        ),
        desk.use('web', 'fetch', { url: `${url}?print=1` }, `HTTP 403\n${gate}\n${ray(5)}`),
        desk.run(`curl -sL --http1.1 -e https://www.google.com ${url}`, `${gate}\n${ray(6)}`),
        desk.use(
          'browser',
          'navigate',
          { url: 'https://fares.coachline.test/' },
          `Navigated (403), title: Just a moment...\n${ray(7)}`,
        ),
        desk.run(`curl -sL -b cookies.txt -c cookies.txt ${url}`, `${gate}\n${ray(8)}`),
        desk.use(
          'web',
          'fetch',
          { url: `http://fares.coachline.test/table` },
          `HTTP 403\n${gate}\n${ray(9)}`,
        ),
        desk.run(`curl -sL -A 'Googlebot/2.1' ${url}`, `${gate}\n${ray(10)}`),
        desk.use(
          'browser',
          'navigate',
          { url: `${url}#fares` },
          `Navigated (403), title: Just a moment...\n${ray(11)}`,
        ),
      ]);
    },
  ),
  stall(
    'a file whose name is to begin with a capital, renamed to and fro on a disk that sees no difference',
    10,
    20,
    {
      why: 'after four renames the repository still has the small letter, and the pipeline fails alike',
      prompt: 'CI does not find ./Button, please repair it.',
    },
    (desk, story) => {
      const ways = [
        'mv src/ui/button.tsx src/ui/Button.tsx',
        'mv src/ui/Button.tsx src/ui/button.tsx && mv src/ui/button.tsx src/ui/Button.tsx',
        'cp src/ui/button.tsx /tmp/B.tsx && rm src/ui/button.tsx && cp /tmp/B.tsx src/ui/Button.tsx',
        'mv src/ui src/ui2 && mv src/ui2 src/ui && mv src/ui/button.tsx src/ui/Button.tsx',
      ] as const;
      story.step(
        desk.run(
          'gh run view --log-failed | tail -2',
          "build\tsrc/pages/Home.tsx(3,24): error TS2307: Cannot find module '../ui/Button' or its corresponding type declarations.\nbuild\tProcess completed with exit code 2.",
        ),
      );
      rounds(story, 7, (i) => [
        desk.run(pick(ways, i), ''),
        desk.run(
          'git add -A && git commit --allow-empty -qm "Rename button to Button" && git push -q && git ls-files src/ui | head -2',
          'src/ui/button.tsx\nsrc/ui/card.tsx',
        ),
        desk.run(
          'gh run watch --exit-status | tail -1; gh run view --log-failed | tail -2',
          `X main CI · ${11_902_113_400 + i * 7919}\nbuild\tsrc/pages/Home.tsx(3,24): error TS2307: Cannot find module '../ui/Button' or its corresponding type declarations.\nbuild\tProcess completed with exit code 2. (${40 + ((i * 7) % 20)}s)`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a long file written whole again and again, which ends in the middle of the same chapter each time',
    7,
    15,
    {
      why: 'what is written is cut off at the same size each time; it is written anew in one piece instead of in parts',
      prompt: 'Write the complete guide to docs/guide.md, twelve chapters.',
    },
    (desk, story) => {
      const chapter = (n: number, tone: number): string =>
        `## ${n}. Chapter ${n}\n\n${pick(['In this chapter', 'Here', 'In what follows', 'Now'], tone)} the reader learns how part ${n} is set up, what it needs and how it is looked after.\n`;
      rounds(story, 8, (i) => [
        desk.write(
          '/w/docs/guide.md',
          `# Guide\n\n${Array.from({ length: 7 }, (_, n) => chapter(n + 1, i)).join('\n')}\n## 8. Chapter 8\n\nTo look after the ser`,
        ),
        pick(
          [
            desk.run(
              'wc -c docs/guide.md; tail -c 40 docs/guide.md',
              `8192 docs/guide.md\n8\n\nTo look after the ser`,
            ),
            desk.run('grep -c "^## " docs/guide.md', '8'),
            desk.run('tail -2 docs/guide.md', '\nTo look after the ser'),
          ],
          i,
        ),
      ]);
    },
  ),
  stall(
    'the description of a pipeline turned away at one line, while the lines around it are indented anew',
    7,
    16,
    {
      why: 'the colon in the text of line 14 is the fault each time, and only spaces and order are changed',
      prompt: 'The .gitlab-ci.yml is invalid since this morning.',
    },
    (desk, story) => {
      const shapes = [
        '  script:\n    - echo Deploy: start',
        '  script:\n  - echo Deploy: start',
        '  script: \n      - echo Deploy: start',
        '  before_script: []\n  script:\n    - echo Deploy: start',
        '  script:\n    -   echo Deploy: start',
        '  stage: deploy\n  script:\n    - echo Deploy: start',
        '  script: [echo Deploy: start]',
      ] as const;
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/.gitlab-ci.yml', shapes, i),
        i % 3 === 2
          ? desk.run(
              'glab ci lint',
              `Validating...\n.gitlab-ci.yml is invalid.\n1 jobs:deploy:script config should be a string or a nested array of strings up to 10 levels deep (line 14)`,
              1,
            )
          : desk.use(
              'gitlab',
              'lint_ci',
              { project: 'acme/shop', path: '.gitlab-ci.yml' },
              `{"valid":false,"errors":["jobs:deploy:script config should be a string or a nested array of strings up to 10 levels deep"],"line":14,"checked_at":"${clock(i)}"}`,
            ),
      ]);
    },
  ),
];
