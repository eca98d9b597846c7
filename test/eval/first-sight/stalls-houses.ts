/** Circles in many houses: proofs, queues, stores, merges, helpers and checks that lead nowhere. Written by somebody who had not read the rules. */
import type { JsonObject } from '../../../src/core/events.js';
import type { Act, Story } from '../../unit/support/story.js';
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';
import { rewrite, seconds } from './openings.js';

/** At least one. */
type Some<T> = readonly [T, ...T[]];

function play(story: Story, acts: readonly Act[]): void {
  for (const act of acts) {
    story.step(act);
  }
}

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
    8,
    18,
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
    11,
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
    11,
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
    11,
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
];
