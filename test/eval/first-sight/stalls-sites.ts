/** Circles from many building sites: warehouses, boards, clusters, games, browsers and reviews. Written by somebody who had not read the rules. */
import type { JsonObject } from '../../../src/core/events.js';
import { hex, pick, rounds, stall, type Idea } from './idea.js';
import { rewrite, seconds } from './openings.js';

export const stallsOnSites: readonly Idea[] = [
  stall(
    'a model of a warehouse rewritten, whose old rows an incremental run never touches',
    7,
    16,
    {
      why: 'the 214 rows were written before, and only a full refresh would replace them',
      prompt: 'The not_null test of fct_orders fails, please fix the model.',
    },
    (desk, story) => {
      const versions = [
        'select id, customer_id from raw',
        'select id, coalesce(customer_id, 0) as customer_id from raw',
        'select id, nvl(customer_id, -1) as customer_id from raw',
        'select id, customer_id from raw where customer_id is not null',
        "select id, ifnull(customer_id, 'none') as customer_id from raw",
        'select id, case when customer_id is null then 0 else customer_id end as customer_id from raw',
      ] as const;
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/models/marts/fct_orders.sql', versions, i),
        desk.run(
          pick(
            [
              'dbt build --select fct_orders',
              'dbt build -s fct_orders+',
              'dbt build -s +fct_orders --threads 4',
            ],
            i,
          ),
          `1 of 2 START sql incremental model marts.fct_orders ... [RUN]\n1 of 2 OK created sql incremental model marts.fct_orders ... [SUCCESS ${31 + ((i * 17) % 40)} in ${seconds(i, 3)}s]\n2 of 2 FAIL 214 not_null_fct_orders_customer_id ... [FAIL 214 in ${seconds(i + 2)}s]\nDone. PASS=1 WARN=0 ERROR=1 SKIP=0 TOTAL=2`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'paddings moved by a pixel or two for a picture that stays as far from the saved one',
    11,
    24,
    {
      why: 'the difference goes up and down by a few dozen pixels of eleven thousand and is never looked at',
      prompt: 'The visual test of the header fails, make it pass without a new baseline.',
    },
    (desk, story) => {
      const off = [11842, 11790, 11866, 11811, 11853, 11798, 11840, 11829, 11861, 11803] as const;
      const rules = [
        'padding: 12px 16px',
        'padding: 13px 16px',
        'padding: 12px 15px',
        'padding: 11px 16px',
        'padding: 12px 17px',
        'line-height: 1.4',
        'line-height: 1.45',
      ] as const;
      rounds(story, 13, (i) => [
        rewrite(desk, '/w/src/header/Header.css', rules, i),
        desk.run(
          'npx playwright test header.spec.ts --reporter=line',
          `Running 1 test using 1 worker\n  1) [chromium] › header.spec.ts:8:1 › header looks as saved ─────\n    Error: expect(page).toHaveScreenshot(expected) failed\n      ${pick(off, i)} pixels (ratio 0.03 of all image pixels) are different.\n    attachment #3: header-diff.png\n  1 failed (${seconds(i, 4)}s)`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'an overlay of a board written anew, which the build does not pick up',
    7,
    16,
    {
      why: 'the label is unknown whatever the overlay says, as the overlay has the name of another board',
      prompt: 'Put the sensor on the second SPI bus of the board.',
    },
    (desk, story) => {
      const overlays = [
        '&spi3 { status = "okay"; };',
        'spi3: spi@4002f000 { status = "okay"; };',
        '/ { soc { spi3: spi@4002f000 { }; }; };',
        '&spi3 { compatible = "nordic,nrf-spim"; status = "okay"; };',
        '/ { aliases { bus = &spi3; }; };',
      ] as const;
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/boards/nrf52840dk.overlay', overlays, i),
        desk.run(
          pick(
            [
              'west build -b nrf52840dk/nrf52840 app',
              'west build -p always -b nrf52840dk/nrf52840 app',
              'west build -p auto -b nrf52840dk/nrf52840 app -- -DCONF_FILE=prj.conf',
            ],
            i,
          ),
          `-- west build: making build dir /w/build ${i % 3 === 1 ? 'pristine' : ''}\n-- Found devicetree overlay: none\ndevicetree error: /w/app/app.dts:${14 + (i % 4)} (column 1): parse error: undefined node label 'spi3'\nCMake Error at zephyr/cmake/modules/dts.cmake:${290 + (i % 3)} (message):\n  gen_defines.py failed with return code: 1\nFATAL ERROR: command exited with status 1: cmake (${seconds(i, 6)} s)`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'code mended in Ruby while a preloaded process runs the old one',
    9,
    18,
    {
      why: 'the same failure names a line that no longer holds that text, and the code was written five ways',
      prompt: 'Discount#apply raises for guests, fix it.',
    },
    (desk, story) => {
      const bodies = [
        'user.tier',
        'user&.tier',
        'user ? user.tier : :none',
        'user.try(:tier)',
        '(user || Guest.new).tier',
        'tier_of(user)',
      ] as const;
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/app/models/discount.rb', bodies, i),
        desk.run(
          pick(
            [
              'bin/rspec spec/models/discount_spec.rb',
              'bin/rspec spec/models/discount_spec.rb:21',
              'bin/rspec spec/models -e "guest"',
            ],
            i,
          ),
          `Running via Spring preloader in process ${40211 + i * 37}\nFailures:\n  1) Discount#apply without a user gives nothing off\n     NoMethodError:\n       undefined method 'tier' for nil\n     # ./app/models/discount.rb:17:in 'apply'\nFinished in ${seconds(i, 0)} seconds\n${3 + (i % 3)} examples, 1 failure`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a ticket moved by ever other names of a step, for which a field is missing',
    5,
    12,
    {
      why: 'each answer names the same field that has to be set first',
      prompt: 'Close PAY-381, the fix is released.',
    },
    (desk, story) => {
      const to = [
        'Done',
        'Closed',
        'done',
        'Resolved',
        'Close Issue',
        '31',
        '41',
        'Complete',
        'Released',
        'Done (final)',
        '51',
      ] as const;
      story.repeat(11, (i) =>
        desk.use(
          'tracker',
          i % 4 === 3 ? 'update_issue' : 'transition_issue',
          i % 4 === 3
            ? { key: 'PAY-381', status: pick(to, i) }
            : { key: 'PAY-381', transition: pick(to, i) },
          `{"error":"transition_rejected","to":"${pick(to, i)}","issue":"PAY-381","current":"In Review","detail":"Field 'fixVersion' is required before an issue may leave In Review","trace":"${hex(i, 12)}"}`,
          { failed: true },
        ),
      );
    },
  ),
  stall(
    'a commit to be dropped from a branch, by rewrites that report success and keep it',
    7,
    15,
    {
      why: 'the commit with the password is in the log after three rewrites, all of which said that they succeeded',
      prompt: 'Remove the commit "add env for staging" from the branch.',
    },
    (desk, story) => {
      const ways = [
        `GIT_SEQUENCE_EDITOR="sed -i 's/^pick a1c9f02/drop a1c9f02/'" git rebase -i HEAD~6`,
        `GIT_SEQUENCE_EDITOR="sed -i '/a1c9f02/d'" git rebase -i HEAD~7`,
        `GIT_SEQUENCE_EDITOR="perl -pi -e 's/pick (a1c9f02)/drop $1/'" git rebase -i main`,
        `GIT_SEQUENCE_EDITOR="sed -i '3s/pick/drop/'" git rebase -i --autosquash HEAD~2`,
        `GIT_SEQUENCE_EDITOR="sed -i 's/pick a1c9f0 /d a1c9f0 /'" git rebase -i --root`,
      ] as const;
      rounds(story, 9, (i) => [
        desk.run(pick(ways, i), `Successfully rebased and updated refs/heads/feature/pay.`),
        desk.run(
          pick(
            ['git log --oneline -5', 'git log --oneline main..', 'git log --oneline | grep -n env'],
            i,
          ),
          pick(
            [
              '9be0d11 retry on 502\na1c9f02f add env for staging\n77f0c3a tests for retry\n02d41be retry: first cut\ne5a0917 bump client',
              '9be0d11 retry on 502\na1c9f02f add env for staging\n77f0c3a tests for retry\n02d41be retry: first cut',
              '2:a1c9f02f add env for staging',
            ],
            i,
          ),
        ),
      ]);
    },
  ),
  stall(
    'two tables joined by ever other keys, and no row meets another',
    13,
    26,
    {
      why: 'many casts and trims of the same two columns give zero matches; nobody looks at the values',
      prompt: 'Join the invoices with the CRM export and give me the sum by region.',
    },
    (desk, story) => {
      const keys = [
        'left_on="cust_id", right_on="id"',
        'left_on=inv.cust_id.astype(str), right_on=crm.id.astype(str)',
        'left_on=inv.cust_id.str.strip(), right_on=crm.id.str.strip()',
        'left_on=inv.cust_id.str.upper(), right_on=crm.id.str.upper()',
        'left_on=inv.cust_id.str.zfill(8), right_on=crm.id.str.zfill(8)',
        'left_on=inv.cust_id.str.lstrip("0"), right_on=crm.id.str.lstrip("0")',
        'left_on=inv.cust_id.str.zfill(10), right_on=crm.id.str.zfill(10)',
        'left_on=inv.cust_id.astype("Int64").astype(str), right_on=crm.id.astype(str)',
      ] as const;
      rounds(story, 14, (i) => [
        rewrite(desk, '/w/report/join.py', keys, i),
        desk.run(
          'python report/join.py',
          `read invoices.parquet: 48211 rows in ${seconds(i, 0)}s\nread crm.csv: 9120 rows in ${seconds(i + 4, 0)}s\nmatched 0 of 48211 invoices\nEmpty DataFrame\nColumns: [region, amount]\nIndex: []`,
        ),
      ]);
    },
  ),
  stall(
    'rules of a network of pods written anew, and the same call runs into its time limit',
    10,
    22,
    {
      why: 'four policies with other selectors, and the call times out the same; no policy was ever shown to be the cause',
      prompt: 'The web pods cannot reach the ledger service.',
    },
    (desk, story) => {
      const rules = [
        'podSelector: {app: web}',
        'namespaceSelector: {}',
        'podSelector: {tier: front}',
        'ipBlock: {cidr: 10.0.0.0/8}',
        'podSelector: {}',
        'namespaceSelector: {name: web}',
      ] as const;
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/k8s/policy.yaml', rules, i),
        desk.run(
          'kubectl apply -f k8s/policy.yaml',
          'networkpolicy.networking.k8s.io/ledger-in configured',
        ),
        desk.run(
          pick(
            [
              'kubectl exec deploy/web -- curl -sS -m 5 http://ledger:8080/health',
              'kubectl exec deploy/web -c web -- curl -v -m 8 http://ledger.pay.svc:8080/health',
              'kubectl exec deploy/web -- wget -T 6 -qO- http://ledger:8080/health',
            ],
            i,
          ),
          i % 3 === 2
            ? 'wget: download timed out\ncommand terminated with exit code 1'
            : `curl: (28) Connection timed out after ${5000 + ((i * 31) % 9)} milliseconds\ncommand terminated with exit code 28`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a memory asked in ever other words for something that it was never told',
    6,
    13,
    {
      why: 'five ways to ask the same thing of an empty memory',
      prompt: 'Set the deploy up as we agreed last week.',
    },
    (desk, story) => {
      const words = [
        'deploy decision last week',
        'deployment agreement',
        'how we deploy',
        'release process agreed',
        'rollout plan',
        'deploy',
        'last week decision',
        'blue green canary',
        'agreed hosting',
        'deployment notes team',
        'production rollout',
        'what did we agree',
      ] as const;
      story.repeat(12, (i) =>
        desk.use(
          'memory',
          pick(['search_nodes', 'search_nodes', 'open_nodes'], i),
          { query: pick(words, i) },
          pick(
            ['{"entities":[],"relations":[]}', '{"entities": [], "relations": [], "searched": 0}'],
            i,
          ),
        ),
      );
    },
  ),
  stall(
    'releases copied to a server whose link still leads to an old one',
    10,
    20,
    {
      why: 'the page tells the same old version after three copies and restarts',
      prompt: 'Deploy 2.8.1 to the shop server.',
    },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(
          pick(
            [
              'rsync -az dist/ shop:/srv/shop/releases/2.8.1/',
              'rsync -az --delete dist/ shop:/srv/shop/releases/2.8.1/',
              'scp -rq dist/. shop:/srv/shop/releases/2.8.1/',
            ],
            i,
          ),
          '',
        ),
        desk.run(
          pick(
            [
              "ssh shop 'sudo systemctl restart shop'",
              "ssh shop 'sudo systemctl stop shop && sleep 3 && sudo systemctl start shop'",
              "ssh shop 'sudo systemctl reload nginx && sudo systemctl restart shop'",
            ],
            i,
          ),
          '',
        ),
        desk.run(
          pick(
            [
              'curl -s https://shop.test/version',
              "curl -s -H 'Cache-Control: no-cache' https://shop.test/version",
              `curl -s 'https://shop.test/version?x=${i}'`,
            ],
            i,
          ),
          `{"version":"2.7.4","build":"c81e72","uptime_s":${2 + ((i * 5) % 7)}}`,
        ),
      ]);
    },
  ),
  stall(
    'a change under review shown by ever other commands, of which no word is written',
    7,
    16,
    {
      why: 'the whole change was read at the first call; the later ones show parts of the same lines',
      prompt: 'Review the branch feature/rates and write your remarks to REVIEW.md.',
    },
    (desk, story) => {
      const hunk =
        '--- a/src/rates.ts\n+++ b/src/rates.ts\n@@ -12,6 +12,9 @@ export function rate(from: string, to: string) {\n   const key = `${from}:${to}`;\n+  if (cache.has(key)) {\n+    return cache.get(key);\n+  }\n   return fetchRate(key);\n }';
      const ways = [
        'git diff main...feature/rates',
        'git diff main feature/rates -- src/rates.ts',
        'git show feature/rates',
        'git diff -U6 main...feature/rates',
        'git log -p main..feature/rates',
        'git diff --patience main...feature/rates',
        'git diff main...feature/rates | cat',
        'git show feature/rates -- src/rates.ts',
        'git diff -w main...feature/rates',
        'git format-patch --stdout main..feature/rates',
        'git diff --histogram main feature/rates',
        'git diff main...feature/rates | head -80',
        'git show --format=fuller feature/rates',
      ] as const;
      story.repeat(14, (i) =>
        desk.run(
          pick(ways, i),
          i % 3 === 2
            ? `commit 5d0c1fe\nAuthor: Kim <kim@acme.test>\n\n    cache rates\n\ndiff --git a/src/rates.ts b/src/rates.ts\n${hunk}`
            : `diff --git a/src/rates.ts b/src/rates.ts\n${hunk}`,
        ),
      );
    },
  ),
  stall(
    'many graphics cards that do not find each other, with ever other variables',
    5,
    12,
    {
      why: 'the same rank times out at the same collective, whatever the variables say',
      prompt: 'Get the training to run on both nodes.',
    },
    (desk, story) => {
      const vars = [
        'NCCL_DEBUG=INFO',
        'NCCL_IB_DISABLE=1',
        'NCCL_P2P_DISABLE=1',
        'NCCL_SOCKET_IFNAME=eth0',
        'NCCL_SOCKET_IFNAME=eno1 NCCL_IB_DISABLE=1',
        'TORCH_NCCL_BLOCKING_WAIT=1',
        'NCCL_SHM_DISABLE=1',
        'GLOO_SOCKET_IFNAME=eth0',
        'NCCL_NET=Socket',
        'NCCL_ALGO=Ring',
        'NCCL_TIMEOUT=3600',
      ] as const;
      story.repeat(11, (i) =>
        desk.run(
          `${pick(vars, i)} torchrun --nnodes 2 --node-rank 0 --rdzv-endpoint gpu0:${29500 + (i % 3)} train.py`,
          `[rank0]:[E ProcessGroupNCCL.cpp:${607 + (i % 2)}] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1, OpType=ALLREDUCE, NumelIn=1, Timeout(ms)=600000) ran for ${600010 + i * 7} milliseconds before timing out.\ntorch.distributed.DistBackendError: [1] is setting up NCCL communicator and retrieving ncclUniqueId from [0] via c10d key-value store, but store->get('0') got error: Socket Timeout\nexit code 1 after ${601 + (i % 5)} s`,
          1,
        ),
      );
    },
  ),
  stall(
    'a ring of articles, each of which names another one as the source of a figure',
    11,
    22,
    {
      why: 'the ring was closed at the fifth page, and then it is walked again by other addresses',
      prompt: 'Find the primary source of the claim that 73 % of pilots fail.',
    },
    (desk, story) => {
      const pages = [
        'techdaily.test/pilots',
        'growthblog.test/why-73',
        'consult.test/insights/73-percent',
        'newsline.test/biz/pilots-fail',
        'datahub.test/stat/8812',
      ] as const;
      story.repeat(22, (i) =>
        i % 4 === 3
          ? desk.use(
              'web',
              'search',
              {
                query: pick(
                  [
                    '73% pilots fail study',
                    '73 percent of pilots fail original survey',
                    'primary source 73% pilot failure',
                    'pilot failure rate 73 report pdf',
                  ],
                  i,
                ),
              },
              `1. ${pick(pages, i)} - 73 % of pilots fail\n2. ${pick(pages, i + 2)} - Why 73 % of pilots never ship`,
            )
          : desk.use(
              'web',
              'fetch',
              {
                url: `https://${pick(pages, i)}${i > 6 ? pick(['?amp=1', '#sources', '?print'], i) : ''}`,
              },
              `${seconds(i, 3)} min read\nAs many as 73 % of pilots fail (source: ${pick(pages, i + 1)}).\nSubscribe to our letter.`,
            ),
      );
    },
  ),
  stall(
    'two scripts of a game that load each other, of which now one and now the other fails',
    13,
    24,
    {
      why: 'the preload was moved to the other file and back several times',
      prompt: 'The game no longer starts: fix the parse error.',
    },
    (desk, story) => {
      rounds(story, 11, (i) => {
        const [here, there] =
          i % 2 === 0 ? (['player', 'enemy'] as const) : (['enemy', 'player'] as const);
        return [
          desk.replace(
            `/w/game/${here}.gd`,
            i % 4 < 2 ? `var ${there}: ${there}` : `var ${there} = load("${there}.gd")`,
            i % 4 < 2 ? `const T = preload("${there}.gd")` : `@export var ${there}: T`,
          ),
          desk.run(
            'godot --headless --path game --quit',
            `Godot Engine v4.3.stable - https://godotengine.org\nSCRIPT ERROR: Parse Error: Could not resolve class "${there}", because of a cyclic reference.\n   at: GDScript::reload (res://${there}.gd:${3 + (i % 3)})\nERROR: Failed to load script "res://${there}.gd" with error "Parse error".`,
            1,
          ),
        ];
      });
    },
  ),
  stall(
    'a stream of changes to a page that no longer reaches the browser, by ever other settings',
    10,
    22,
    {
      why: 'the console tells the same refusal after four settings; the gate in front was never looked at',
      prompt: 'Hot reload does not work behind our dev proxy.',
    },
    (desk, story) => {
      const hmr = [
        'hmr: true',
        'hmr: { port: 5173 }',
        'hmr: { clientPort: 443 }',
        "hmr: { protocol: 'wss' }",
        "hmr: { host: 'dev.acme.test' }",
        "hmr: { path: '/ws' }",
        'hmr: { overlay: false }',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/vite.config.ts', hmr, i),
        desk.use(
          'browser',
          'navigate',
          { url: `https://dev.acme.test/?t=${1100 + i * 37}` },
          'Navigated to https://dev.acme.test/ (200)',
        ),
        desk.use(
          'browser',
          'console_messages',
          {},
          `[debug] [vite] connecting...\n[error] WebSocket connection to 'wss://dev.acme.test/?token=${hex(i, 10)}' failed: Error during WebSocket handshake: Unexpected response code: 400\n[error] [vite] failed to connect to websocket. (client:${512 + (i % 4)})`,
        ),
      ]);
    },
  ),
  stall(
    'a scene whose script is lost, described anew while its id points nowhere',
    9,
    18,
    {
      why: 'the same id is missing after each change of the scene and each new import',
      prompt: 'The door prefab lost its script, repair it.',
    },
    (desk, story) => {
      const metas = [
        'guid: 3fa1',
        'guid: 3fa1c0',
        'fileID: 11500000',
        'm_Script: {fileID: 11500000, guid: 3fa1}',
        'type: 3',
        'm_EditorClassIdentifier: Door',
      ] as const;
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/Assets/Door.prefab', metas, i),
        desk.run(
          pick(
            [
              'Unity -batchmode -quit -projectPath . -logFile -',
              'rm -rf Library && Unity -batchmode -quit -projectPath . -logFile -',
              'Unity -batchmode -quit -projectPath . -executeMethod Checks.Run -logFile -',
            ],
            i,
          ),
          `[Licensing] OK (${seconds(i, 0)}s)\nImport of ${310 + ((i * 29) % 60)} assets done in ${seconds(i, 12)}s\nThe referenced script on this Behaviour (Game Object 'Door') is missing!\nChecks: 1 prefab without script (guid 9c77e0b2d41f)\nExiting batchmode with code 2`,
          2,
        ),
      ]);
    },
  ),
  stall(
    'an implicit that the compiler of Scala does not find, by ever other imports',
    9,
    20,
    {
      why: 'the same implicit is missing after four imports; the module that has it is no dependency',
      prompt: 'Make the codec module compile.',
    },
    (desk, story) => {
      const imports = [
        'import io.circe._',
        'import io.circe.syntax._',
        'import io.circe.generic.auto._',
        'import io.circe.generic.semiauto._',
        'import acme.codec.implicits._',
        'import acme.codec.Money._',
        'import io.circe.Encoder.encodeString',
      ] as const;
      rounds(story, 10, (i) => [
        rewrite(desk, '/w/codec/src/main/scala/Orders.scala', imports, i),
        desk.run(
          pick(['sbt codec/compile', 'sbt "codec/clean;codec/compile"', 'sbtn codec/compile'], i),
          `[info] compiling ${2 + (i % 3)} Scala sources to /w/codec/target ...\n[error] /w/codec/src/main/scala/Orders.scala:${30 + (i % 3)}:${14 + (i % 2)}: could not find implicit value for parameter encoder: io.circe.Encoder[acme.Money]\n[error] one error found\n[error] Total time: ${4 + (i % 5)} s`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a playbook that changes one thing at every run, though it is to change nothing the second time',
    9,
    20,
    {
      why: 'four ways to write the task, and the second run says changed=1 each time; the text that differs is never asked for',
      prompt: 'Make the playbook idempotent.',
    },
    (desk, story) => {
      const tasks = [
        'ansible.builtin.copy: src=app.conf',
        'ansible.builtin.template: src=app.conf.j2',
        'ansible.builtin.copy: content="{{ conf }}"',
        'ansible.builtin.template: src=app.conf.j2 force=true',
        'ansible.builtin.blockinfile: block="{{ conf }}"',
        'ansible.builtin.template: src=app.conf.j2 mode=0644',
      ] as const;
      rounds(story, 10, (i) => [
        rewrite(desk, '/w/roles/app/tasks/main.yml', tasks, i),
        desk.run(
          pick(
            [
              'ansible-playbook site.yml && ansible-playbook site.yml | tail -3',
              'ansible-playbook site.yml -l app1 && ansible-playbook site.yml -l app1 | tail -3',
            ],
            i,
          ),
          `TASK [app : configuration] ****\nchanged: [app1]\nPLAY RECAP ****\napp1 : ok=${6 + (i % 2)} changed=1 unreachable=0 failed=0\nPlaybook run took 0 days, 0 hours, 0 minutes, ${18 + ((i * 7) % 11)} seconds`,
        ),
      ]);
    },
  ),
  stall(
    'a layout of a design tool set in ever other ways, and the frame keeps its width',
    9,
    20,
    {
      why: 'the tool says that it set the width, the frame has 375 each time, as its parent is locked',
      prompt: 'Make the card frame 420 wide.',
    },
    (desk, story) => {
      const sets: readonly [JsonObject, ...JsonObject[]] = [
        { width: 420 },
        { layoutSizingHorizontal: 'FIXED', width: 420 },
        { minWidth: 420 },
        { primaryAxisSizingMode: 'AUTO' },
        { constraints: 'SCALE' },
        { layoutGrow: 1 },
        { width: 420.5 },
      ];
      rounds(story, 9, (i) => [
        desk.use('design', 'set_properties', { node: '12:88', ...pick(sets, i) }, '{"ok":true}'),
        desk.use(
          'design',
          pick(['get_node', 'get_node', 'get_selection'], i),
          { node: '12:88' },
          `{"id":"12:88","name":"Card","type":"FRAME","x":${40 + (i % 2)},"width":375,"height":${210 + (i % 3)},"version":"${hex(i, 6)}"}`,
        ),
      ]);
    },
  ),
  stall(
    'settings of a pod raised, which is thrown off its node for the disk each time',
    10,
    20,
    {
      why: 'memory and processors were raised four times; each eviction names the disk',
      prompt: 'The importer pod is evicted all the time.',
    },
    (desk, story) => {
      const limits = [
        'memory: 512Mi',
        'memory: 1Gi',
        'memory: 2Gi',
        'cpu: "2"',
        'memory: 4Gi',
        'memory: 8Gi',
        'cpu: "4"',
      ] as const;
      rounds(story, 7, (i) => [
        rewrite(desk, '/w/k8s/importer.yaml', limits, i),
        desk.run('kubectl apply -f k8s/importer.yaml', 'job.batch/importer configured'),
        desk.run(
          pick(
            [
              'kubectl get events --field-selector reason=Evicted | tail -1',
              'kubectl describe pod -l app=importer | tail -2',
            ],
            i,
          ),
          `${20 + ((i * 13) % 60)}s  Warning  Evicted  pod/importer-${hex(i, 5)}  The node was low on resource: ephemeral-storage. Container importer was using ${9 + (i % 2)}${(i * 7) % 10}11Mi, request is 0.`,
        ),
      ]);
    },
  ),
];
