/** Honest work from many kitchens: upgrades, drivers, charts, dumps, reviews, long waits. Before any rule was tried on it, 420 of 456 were left alone. */
import type { Act, Story } from '../../unit/support/story.js';
import { source, word } from '../../unit/cases/cases.js';
import type { Desk } from './clothes.js';
import { clock, hex, noStall, pick, play, quiet, rounds, type Idea } from './idea.js';
import { finish, lookAround, seconds, workAWhile } from './openings.js';

const two = (n: number): string => String(n).padStart(2, '0');

function commit(desk: Desk, i: number, message: string): Act {
  return desk.run(
    `git commit -qam "${message}" && git log --oneline -1`,
    `${hex(i + 300, 7)} ${message}`,
  );
}

/** Rows of a table, each written in one line. */
function table(...rows: readonly string[]): readonly (readonly string[])[] {
  return rows.map((row) => row.split(' ¦ '));
}

function nth(all: readonly string[], i: number): string {
  return all[i % all.length] ?? '';
}

/** For each of the list, its calls one after the other. */
function through<T>(
  story: Story,
  all: readonly T[],
  acts: (one: T, i: number) => readonly Act[],
): void {
  all.forEach((one, i) => play(story, acts(one, i)));
}

export const honestInKitchens: readonly Idea[] = [
  quiet(
    'a client of new types that bite in sixteen pages, each read, mended and checked for its first complaint',
    { why: 'the first complaint is in another page each time', prompt: 'Raise the api client.' },
    (desk, story) => {
      lookAround(desk, story);
      story.step(
        desk.run('pnpm add @acme/api@5.0.0', `+ @acme/api 5.0.0\n\nDone in ${seconds(4, 3)}s`),
      );
      rounds(story, 16, (i) => [
        desk.run(
          'npx vue-tsc --noEmit 2>&1 | grep error | head -1',
          `src/pages/${word(i)}/Edit.vue(${31 + i * 7},${5 + (i % 4) * 4}): error TS${pick(["2339: Property 'items' does not exist on type 'Page<Row>'.", "2345: Argument of type 'string' is not assignable to parameter of type 'Id'.", "18048: 'row.owner' is possibly 'undefined'."], i)}`,
        ),
        desk.read(
          `/w/src/pages/${word(i)}/Edit.vue`,
          `const page = await api.${word(i)}.list({ limit: 50 });\nfor (const row of page.items) {\n  rows.push(toRow(row.id, row.owner.name));\n}`,
          [29 + i * 7, 4],
        ),
        desk.replace(
          `/w/src/pages/${word(i)}/Edit.vue`,
          pick(['page.items', 'toRow(row.id', 'row.owner.name'], i),
          pick(['page.data', 'toRow(asId(row.id)', "row.owner?.name ?? ''"], i),
        ),
      ]);
      story.step(desk.run('npx vue-tsc --noEmit', ''));
      finish(desk, story);
    },
  ),
  quiet(
    'obsolete snapshots taken away suite by suite, each of which says that one was removed',
    { why: 'each suite is another one', prompt: 'Clear out what is obsolete, suite by suite.' },
    (desk, story) => {
      through(
        story,
        Array.from({ length: 13 }, (_, i) => word(i)),
        (name, i) => [
          desk.run(
            `npx jest src/${name} --ci 2>&1 | tail -9`,
            ` › 1 snapshot obsolete.\n   ↳ src/${name}/__snapshots__/${name}.test.tsx.snap\n     • ${name} ${pick(['renders empty', 'shows the old badge', 'without rights'], i)} 1\n\nSnapshot Summary\n › 1 snapshot obsolete from 1 test suite. To remove it, run \`npx jest -u\`.\n\nTests:       ${3 + (i % 5)} passed, ${3 + (i % 5)} total\nTime:        ${seconds(i)} s`,
          ),
          ...(i % 4 === 1
            ? [
                desk.search(
                  'shows the old badge',
                  `src/${name}/__snapshots__/${name}.test.tsx.snap:44:exports[\`${name} shows the old badge 1\`] = \``,
                ),
              ]
            : []),
          desk.run(
            `npx jest src/${name} -u 2>&1 | tail -4`,
            ` › 1 snapshot removed.\n\nTests:       ${3 + (i % 5)} passed, ${3 + (i % 5)} total\nTime:        ${seconds(i + 1)} s`,
          ),
        ],
      );
      story.step(commit(desk, 1, 'Remove obsolete snapshots'));
    },
  ),
  quiet(
    'a merge with an old fork in which fourteen files conflict, each opened, settled and added',
    {
      why: 'the list of open files gets shorter by one each time',
      prompt: 'Merge upstream 2026.1.',
    },
    (desk, story) => {
      const files = Array.from({ length: 14 }, (_, i) => `core/${word(i)}.py`);
      play(story, [
        desk.run('git status --short --branch', '## ours...origin/ours'),
        desk.run(
          'git merge upstream/2026.1',
          `${files.map((file) => `Auto-merging ${file}\nCONFLICT (content): Merge conflict in ${file}`).join('\n')}\nAutomatic merge failed; fix conflicts and then commit the result.`,
          1,
        ),
      ]);
      through(story, files, (file, i) => [
        desk.read(
          `/w/${file}`,
          `<<<<<<< HEAD\n    limit = settings.${word(i)}_limit\n=======\n    limit = conf.get("${word(i)}", ${10 + i})\n>>>>>>> upstream/2026.1`,
          [20 + i * 6, 5],
        ),
        ...(i % 5 === 3
          ? [
              desk.run(
                `git log --oneline -2 upstream/2026.1 -- ${file}`,
                `${hex(i, 7)} Read ${word(i)} from conf\n${hex(i + 1, 7)} Types`,
              ),
            ]
          : []),
        desk.replace(
          `/w/${file}`,
          `<<<<<<< HEAD\n    limit = settings.${word(i)}_limit\n=======\n    limit = conf.get("${word(i)}", ${10 + i})\n>>>>>>> upstream/2026.1`,
          i % 3 === 0
            ? `    limit = conf.get("${word(i)}", settings.${word(i)}_limit)`
            : `    limit = conf.get("${word(i)}", ${10 + i})`,
        ),
        desk.run(
          `git add ${file} && git diff --name-only --diff-filter=U`,
          files.slice(i + 1).join('\n'),
        ),
      ]);
      play(story, [
        desk.run('python -m pytest -q 2>&1 | tail -1', `318 passed in ${seconds(5, 40)}s`),
        desk.run('git commit --no-edit', `[ours ${hex(8, 7)}] Merge branch 'upstream/2026.1'`),
      ]);
    },
  ),
  quiet(
    'an image whose build gets to an ever later step before it fails',
    { why: 'each failure is at a later step and of another kind' },
    (desk, story) => {
      const faults = table(
        '4 ¦ RUN apt-get update && apt-get install -y libvips ¦ E: Unable to locate package libvips ¦ 100 ¦ libvips ¦ libvips-dev',
        '6 ¦ COPY pnpm-lock.yaml ./ ¦ failed to calculate checksum of ref: "/pnpm-lock.yaml": not found ¦ 1 ¦ pnpm-lock.yaml ¦ package-lock.json',
        '7 ¦ RUN npm ci ¦ npm error gyp ERR! find Python You need to install the latest version of Python. ¦ 1 ¦ libvips-dev ¦ libvips-dev python3 make g++',
        '9 ¦ RUN npx prisma generate ¦ Error: Could not find Prisma Schema that is required for this command. ¦ 1 ¦ COPY src ./src ¦ COPY prisma ./prisma\nCOPY src ./src',
        "11 ¦ RUN npm run build ¦ src/config.ts(3,22): error TS2307: Cannot find module '../package.json' or its corresponding type declarations. ¦ 2 ¦ COPY src ./src ¦ COPY tsconfig.json package.json ./\nCOPY src ./src",
        '13 ¦ COPY --from=build /w/dist ./dist ¦ failed to compute cache key: "/w/dist": not found ¦ 1 ¦ /w/dist ¦ /app/dist',
        '14 ¦ RUN node dist/main.js --check ¦ node: error while loading shared libraries: libvips-cpp.so.42: cannot open shared object file: No such file or directory ¦ 127 ¦ FROM node:22-slim ¦ FROM node:22-slim\nRUN apt-get update && apt-get install -y libvips42',
      );
      through(
        story,
        faults,
        ([at = '', line = '', message = '', code = '', from = '', to = ''], i) => [
          desk.run(
            'docker build -t acme/thumbs . 2>&1 | tail -12',
            `#${+at + 3} [build ${at}/15] ${line}\n#${+at + 3} ${seconds(i, 2)} ${message}\n#${+at + 3} ERROR: process "/bin/sh -c ${line.replace('RUN ', '')}" did not complete successfully: exit code: ${code}\n------\n > [build ${at}/15] ${line}:\n${seconds(i, 2)} ${message}\n------\nDockerfile:${+at + 6}\nERROR: failed to solve: process "/bin/sh -c ${line.replace('RUN ', '')}" did not complete successfully: exit code: ${code}`,
            1,
          ),
          ...(i % 3 === 1
            ? [
                desk.run(
                  'ls',
                  'Dockerfile\npackage-lock.json\npackage.json\nprisma\nsrc\ntsconfig.json',
                ),
              ]
            : []),
          ...(i % 3 === 2
            ? [desk.run('cat .dockerignore', 'node_modules\ndist\n.git\n*.log')]
            : []),
          desk.replace('/w/Dockerfile', from, to),
        ],
      );
      play(story, [
        desk.run(
          'docker build -t acme/thumbs . 2>&1 | tail -2',
          '#21 naming to docker.io/acme/thumbs done\n#21 DONE 1.4s',
        ),
        desk.run('docker run --rm acme/thumbs --version', '2.3.0'),
      ]);
    },
  ),
  quiet(
    'a provider raised by a major release, whose plan changes ever less until it changes nothing',
    { why: 'the numbers of the plan fall', prompt: 'Raise the provider without any change.' },
    (desk, story) => {
      const left = [14, 14, 11, 11, 8, 7, 7, 4, 3, 1, 0];
      story.step(
        desk.run(
          'terraform init -upgrade',
          '- Installing hashicorp/aws v6.2.0...\n- Installed hashicorp/aws v6.2.0 (signed by HashiCorp)\n\nTerraform has been successfully initialized!',
        ),
      );
      through(story, left, (n, i) => [
        desk.run(
          'terraform plan -no-color -detailed-exitcode | grep -E "^Plan|^  # |No changes"',
          n === 0
            ? 'No changes. Your infrastructure matches the configuration.'
            : `${Array.from({ length: Math.min(n, 5) }, (_, k) => `  # aws_${pick(['s3_bucket', 'lb', 'instance', 'db_instance', 'sqs_queue'], k + i)}.${word(k + i)} will be updated in-place`).join('\n')}\nPlan: 0 to add, ${n} to change, 0 to destroy.`,
          n === 0 ? 0 : 2,
        ),
        ...(n === 0
          ? []
          : [
              desk.read(
                `/w/${word(i)}.tf`,
                `resource "aws_${pick(['s3_bucket', 'lb', 'instance'], i)}" "${word(i)}" {\n  name = "${word(i)}"\n  region = var.region\n}`,
              ),
              desk.replace(
                `/w/${word(i)}.tf`,
                '  region = var.region',
                `  ${pick(['region = "eu-central-1"', 'enable_http3 = false', 'upgrade_storage_config = false'], i)}`,
              ),
            ]),
      ]);
      story.step(commit(desk, 3, 'Raise aws to 6.2'));
    },
  ),
  quiet(
    'brokers renewed one by one by lowering a partition, with the same empty check before each',
    { why: 'each round renews another broker' },
    (desk, story) => {
      story.step(
        desk.run('kubectl -n kafka get sts kafka', 'NAME    READY   AGE\nkafka   8/8     211d'),
      );
      rounds(story, 8, (i) => [
        desk.run(
          'kubectl -n kafka exec kafka-0 -c kafka -- kafka-topics.sh --bootstrap-server :9092 --describe --under-replicated-partitions',
          '',
        ),
        desk.run(
          `kubectl -n kafka patch sts kafka -p '{"spec":{"updateStrategy":{"rollingUpdate":{"partition":${7 - i}}}}}'`,
          'statefulset.apps/kafka patched',
        ),
        desk.run(
          'kubectl -n kafka rollout status sts/kafka --timeout=10m',
          `Waiting for 1 pods to be ready...\npartitioned roll out complete: ${i + 1} new pods have been updated...`,
        ),
        ...(i % 3 === 0
          ? [
              desk.run(
                `kubectl -n kafka logs kafka-${7 - i} -c kafka --tail=1`,
                `[2026-11-21 ${clock(i)},411] INFO [KafkaServer id=${7 - i}] started (kafka.server.KafkaServer)`,
              ),
            ]
          : []),
      ]);
      story.step(
        desk.run(
          "kubectl -n kafka get pods -l app=kafka -o jsonpath='{.items[*].spec.containers[0].image}'",
          Array.from({ length: 8 }, () => 'acme/kafka:3.9.0').join(' '),
        ),
      );
    },
  ),
  quiet(
    'a table of MySQL changed while it is in use, looked at every few minutes, held up by lag now and then',
    { why: 'the copied rows grow, with two rests', prompt: 'Run the gh-ost change and watch it.' },
    (desk, story) => {
      story.step(
        desk.run(
          'nohup gh-ost --host=db1.test --database=shop --table=orders --alter="ADD COLUMN channel VARCHAR(16)" --execute > ghost.log 2>&1 &',
          '[1] 20417',
        ),
      );
      const done = [2, 9, 17, 24, 24, 24, 31, 40, 47, 55, 55, 61, 70, 78, 86, 93, 99, 100];
      through(story, done, (percent, i) => [
        desk.run(
          `sleep ${pick([240, 300, 300, 180], i)}; tail -1 ghost.log`,
          `Copy: ${percent * 41_220}/4122000 ${percent}.0%; Applied: ${i * 212}; Backlog: ${(i * 7) % 40}/1000; Time: ${i * 5}m${two((i * 13) % 60)}s(total), ${i * 5}m${two((i * 13) % 60)}s(copy); streamer: mysql-bin.00${2211 + i}:${40_1220 + i * 9_133}; Lag: ${i % 7 === 4 ? '12.41' : '0.01'}s, State: ${i === 4 || i === 5 || i === 10 ? 'throttled, lag=12.410000s' : 'migrating'}; ETA: ${percent === 100 ? 'due' : `${95 - percent}m0s`}`,
        ),
        ...(i === 5
          ? [
              desk.run(
                `mysql -h db2.test -e 'SHOW REPLICA STATUS\\G' | grep Seconds`,
                '        Seconds_Behind_Source: 12',
              ),
            ]
          : []),
      ]);
      story.step(
        desk.run('tail -1 ghost.log', '2026-11-21 11:41:02 INFO Done migrating `shop`.`orders`'),
      );
    },
  ),
  quiet(
    'a question to ClickHouse that reads ever fewer rows, by keys, projections and one attempt taken back',
    { why: 'rows read and time fall', prompt: 'The chart of sales takes nine seconds. Tune it.' },
    (desk, story) => {
      const tries = [
        ['SELECT 1', 412_200_000, 9.1],
        ['ALTER TABLE sales ADD INDEX shop_idx shop TYPE minmax GRANULARITY 4', 412_200_000, 9.2],
        ['ALTER TABLE sales DROP INDEX shop_idx', 412_200_000, 9.1],
        ['CREATE TABLE sales_2 (…) ENGINE = MergeTree ORDER BY (shop, day)', 61_900_000, 2.2],
        ['ALTER TABLE sales_2 MODIFY SETTING index_granularity = 4096', 60_100_000, 2.1],
        ['ALTER TABLE sales_2 MODIFY COLUMN state LowCardinality(String)', 60_100_000, 1.3],
        [
          'ALTER TABLE sales_2 ADD PROJECTION by_day (SELECT day, shop, sum(total) GROUP BY day, shop)',
          60_100_000,
          1.3,
        ],
        ['ALTER TABLE sales_2 MATERIALIZE PROJECTION by_day', 44_800, 0.02],
      ] as const;
      through(story, tries, ([sql, rows, time], i) => [
        ...(i === 0 ? [] : [desk.run(`clickhouse-client -q "${sql}"`, '')]),
        ...(i % 3 === 1
          ? [
              desk.run(
                `clickhouse-client -q "EXPLAIN indexes = 1 $(cat chart.sql)" | tail -4`,
                `          Condition: true\n          Parts: ${12 - i}/12\n          Granules: ${Math.ceil(rows / 8192)}/50318`,
              ),
            ]
          : []),
        desk.run(
          `clickhouse-client --time --queries-file chart${i > 2 ? '2' : ''}.sql --format=Null --progress`,
          `${(time + (i % 3) * 0.01).toFixed(3)}\nProcessed ${(rows / 1e6).toFixed(2)} million rows, ${(rows / 9e6).toFixed(2)} GB`,
        ),
      ]);
      story.step(
        desk.write('/w/migrations/014_sales.sql', tries.map(([sql]) => `${sql};`).join('\n')),
      );
    },
  ),
  noStall(
    'large files fetched over a line that breaks, which are further along at each attempt',
    { why: 'each attempt goes on from where the last one broke' },
    (desk, story) => {
      const got = [212, 388, 391, 740, 1204, 1533, 2000];
      through(story, got, (n, i) => [
        desk.run(
          i === 0 ? 'git lfs pull' : `sleep ${15 * i}; git lfs pull`,
          n === 2000
            ? `Downloading LFS objects: 100% (2000/2000), 8.1 GB | ${9 + i} MB/s, done.`
            : `Downloading LFS objects:  ${Math.floor(n / 20)}% (${n}/2000), ${(n * 0.00405).toFixed(1)} GB | ${3 + i} MB/s\nLFS: Get "https://media.example.test/${hex(i, 12)}": read tcp 10.0.2.15:${41_200 + i * 317}->203.0.113.9:443: read: connection reset by peer\nerror: failed to fetch some objects from 'https://git.example.test/acme/maps.git/info/lfs'`,
          n === 2000 ? 0 : 2,
        ),
        ...(i === 2 ? [desk.run('git config lfs.concurrenttransfers 2', '')] : []),
      ]);
      story.step(desk.run('git lfs ls-files | grep -c " \\* "', '2000'));
    },
  ),
  quiet(
    'a page gone through with the Tab key alone, the focus on another thing each time',
    {
      why: 'the focus moves on with each press',
      prompt: 'Check the checkout page by keyboard: is the order right, and is the focus seen?',
    },
    (desk, story) => {
      const things = Array.from(
        { length: 26 },
        (_, i) =>
          `${pick(['link', 'textbox', 'button', 'combobox'], i)} "${word(i)} ${Math.floor(i / 4)}"`,
      );
      story.step(
        desk.use(
          'playwright',
          'browser_navigate',
          { url: 'http://localhost:5173/checkout' },
          '### Page state\n- Page URL: http://localhost:5173/checkout\n- Page Title: Checkout',
        ),
      );
      through(story, things, (thing, i) => [
        desk.use(
          'playwright',
          'browser_press_key',
          { key: 'Tab' },
          `### Ran Playwright code\n\`\`\`js\n// Press Tab\nawait page.keyboard.press('Tab');\n\`\`\``,
        ),
        desk.use(
          'playwright',
          'browser_evaluate',
          {
            function:
              '() => { const e = document.activeElement; return [e.role ?? e.tagName, e.textContent, getComputedStyle(e).outlineStyle]; }',
          },
          `### Result\n["${thing.replaceAll('"', "'")}","${i % 9 === 7 ? 'none' : 'auto'}"]`,
        ),
      ]);
      story.step(desk.write('/w/docs/keyboard.md', `# Order of focus\n\n${things.join('\n')}`));
    },
  ),
  quiet(
    'three sub-tasks made under each of twelve stories, and the story set to ready',
    { why: 'each story is another one', prompt: 'Cut the stories of sprint 31 into tasks.' },
    (desk, story) => {
      story.step(
        desk.use(
          'jira',
          'search',
          { jql: 'sprint = 31 AND type = Story' },
          JSON.stringify({
            total: 12,
            issues: Array.from({ length: 12 }, (_, i) => ({
              key: `SHOP-${411 + i * 3}`,
              summary: `The ${word(i)} of the customer`,
            })),
          }),
        ),
      );
      rounds(story, 12, (i) => [
        ...['Backend', 'Frontend', 'Tests'].map((part, k) =>
          desk.use(
            'jira',
            'create_issue',
            {
              project: 'SHOP',
              type: 'Sub-task',
              parent: `SHOP-${411 + i * 3}`,
              summary: `${part}: ${word(i)}`,
            },
            `{"id":"${88_210 + i * 3 + k}","key":"SHOP-${460 + i * 3 + k}"}`,
          ),
        ),
        ...(i % 4 === 2
          ? [
              desk.use(
                'jira',
                'get_issue',
                { key: `SHOP-${414 + i * 3}` },
                `{"key":"SHOP-${414 + i * 3}","fields":{"summary":"The ${word(i + 1)} of the customer","status":{"name":"Backlog"}}}`,
              ),
            ]
          : []),
        desk.use(
          'jira',
          'transition_issue',
          { key: `SHOP-${411 + i * 3}`, transition: 'Ready' },
          '{"success":true}',
        ),
      ]);
    },
  ),
  quiet(
    'a dictionary of a base written, table by table: its columns, three rows, and a comment',
    { why: 'each table is another one', prompt: 'Comment every table and write the dictionary.' },
    (desk, story) => {
      rounds(story, 16, (i) => [
        desk.use(
          'postgres',
          'describe_table',
          { schema: 'public', table: `${word(i)}s` },
          `[{"column":"id","type":"bigint","null":"NO"},{"column":"${word(i + 3)}_id","type":"bigint","null":"YES"},{"column":"created_at","type":"timestamptz","null":"NO"}]`,
        ),
        desk.use(
          'postgres',
          'query',
          { sql: `SELECT * FROM ${word(i)}s ORDER BY id DESC LIMIT 3` },
          i % 6 === 4
            ? '[]'
            : `[{"id":${9_211 - i * 40},"${word(i + 3)}_id":${i * 3},"created_at":"2026-11-${two(1 + i)}T08:12:40Z"}]`,
        ),
        desk.use(
          'postgres',
          'execute',
          { sql: `COMMENT ON TABLE ${word(i)}s IS 'One ${word(i)} of a ${word(i + 3)}'` },
          '{"command":"COMMENT","rowCount":null}',
        ),
        ...(i % 4 === 3
          ? [
              desk.write(
                '/w/docs/dictionary.md',
                `# Tables\n\n${Array.from({ length: i + 1 }, (_, n) => `## ${word(n)}s\n\nOne ${word(n)}.`).join('\n')}`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'links into an app opened on an emulator one by one, two of which open the wrong screen',
    { why: 'each link is another one', prompt: 'Do all deep links land where they should?' },
    (desk, story) => {
      const open = (i: number, right: boolean): Act[] => [
        desk.run(
          `adb shell am start -W -a android.intent.action.VIEW -d "acme://${word(i)}/${40 + i}" com.acme.app`,
          `Starting: Intent { act=android.intent.action.VIEW dat=acme://${word(i)}/... pkg=com.acme.app }\nStatus: ok\nLaunchState: ${pick(['HOT', 'WARM', 'HOT'], i)}\nActivity: com.acme.app/.MainActivity\nTotalTime: ${210 + ((i * 37) % 180)}\nWaitTime: ${214 + ((i * 37) % 180)}\nComplete`,
        ),
        desk.run(
          'adb shell dumpsys activity top | grep -E "#0: .*Fragment" | tail -1',
          `        #0: ${right ? `${word(i).replace(/^./, (c) => c.toUpperCase())}Fragment` : 'HomeFragment'}{${hex(i, 7)}} (${hex(i + 9, 8)}-${hex(i + 2, 4)} id=0x7f0a01c3)`,
        ),
      ];
      rounds(story, 14, (i) => [
        ...open(i, i !== 5 && i !== 11),
        ...(i === 5 || i === 11
          ? [
              desk.search(`acme://${word(i)}`, ''),
              desk.replace(
                '/w/app/src/main/res/navigation/main.xml',
                `<fragment android:id="@+id/${word(i)}">`,
                `<fragment android:id="@+id/${word(i)}">\n    <deepLink app:uri="acme://${word(i)}/{id}" />`,
              ),
              desk.run(
                './gradlew installDebug -q',
                `Installing APK 'app-debug.apk' on 'Pixel_8(AVD) - 15' for :app:debug\nInstalled on 1 device.`,
              ),
              ...open(i, true),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'a game brought to a new engine, whose old calls are replaced with one long build after each file',
    { why: 'the number of errors falls' },
    (desk, story) => {
      const left = [63, 58, 51, 44, 44, 36, 29, 21, 15, 9, 4, 0];
      through(story, left, (n, i) => [
        desk.run(
          '/opt/unity/Editor/Unity -batchmode -nographics -quit -projectPath /w -logFile - 2>&1 | grep -E "error CS|Exiting" | sort -u | (head -2; wc -l)',
          n === 0
            ? 'Exiting batchmode successfully now!\n0'
            : `Assets/Scripts/${word(i)}/Move.cs(${22 + i * 5},${13 + (i % 3)}): error CS0619: '${pick(['Rigidbody.velocity', 'Object.FindObjectOfType<T>()', 'PhysicMaterial', 'Rigidbody.drag'], i)}' is obsolete: 'Please use ${pick(['Rigidbody.linearVelocity', 'Object.FindFirstObjectByType', 'PhysicsMaterial', 'Rigidbody.linearDamping'], i)} instead.'\nAssets/Scripts/${word(i + 1)}/Hit.cs(${9 + i},9): error CS0246: The type or namespace name '${pick(['PhysicMaterial', 'AssetPostprocessor', 'NavMeshBuilder'], i)}' could not be found\n${n}`,
          n === 0 ? 0 : 1,
        ),
        ...(n === 0
          ? []
          : [
              ...(i % 2 === 0
                ? [
                    desk.read(`/w/Assets/Scripts/${word(i)}/Move.cs`, source(`move${i}`, 9), [
                      18 + i * 5,
                      9,
                    ]),
                  ]
                : []),
              desk.replace(
                `/w/Assets/Scripts/${word(i)}/Move.cs`,
                pick(
                  ['body.velocity', 'FindObjectOfType<Hud>()', 'PhysicMaterial', 'body.drag'],
                  i,
                ),
                pick(
                  [
                    'body.linearVelocity',
                    'FindFirstObjectByType<Hud>()',
                    'PhysicsMaterial',
                    'body.linearDamping',
                  ],
                  i,
                ),
              ),
            ]),
      ]);
    },
  ),
  quiet(
    'a driver of a display brought up by flashing, one command of its start further each time',
    { why: 'the log gets one step further with each flash' },
    (desk, story) => {
      const steps =
        'reset ¦ sleep out ¦ pixel format ¦ power control ¦ gamma ¦ rotation ¦ window ¦ first frame ¦ tear line ¦ back light'.split(
          ' ¦ ',
        );
      through(story, steps, (step, i) => [
        desk.run(
          'probe-rs run --chip STM32F411CEUx target/thumbv7em-none-eabihf/debug/display 2>&1 | tail -4',
          `      Erasing ✔ 100% [####################]  ${48 + (i % 3)}.00 KiB @ ${(31 + i * 0.7).toFixed(2)} KiB/s (took 2s)\n  Programming ✔ 100% [####################]  ${48 + (i % 3)}.00 KiB @  ${(22 + i * 0.4).toFixed(2)} KiB/s (took 2s)\n${i === 0 ? '' : `${(0.1 + i * 0.12).toFixed(6)} INFO  ${nth(steps, i - 1)} ok\n`}${(0.2 + i * 0.12).toFixed(6)} ERROR ${step}: expected id 0x${hex(i, 2)}, got 0x00`,
          1,
        ),
        ...(i % 2 === 1
          ? [
              desk.run(
                `pdftotext -f ${92 + i * 6} -l ${92 + i * 6} ili9341.pdf - | head -5`,
                `8.2.${i + 4}. ${step.toUpperCase()} (${hex(i + 6, 2).toUpperCase()}h)\nD/CX RDX WRX D17-8 D7 D6 D5 D4 D3 D2 D1 D0\nCommand 0 1 ↑ XX`,
              ),
            ]
          : []),
        desk.replace(
          '/w/src/ili9341.rs',
          `// TODO: ${step}`,
          `self.command(0x${hex(i + 6, 2)}, &[0x${hex(i + 3, 2)}, 0x${hex(i + 4, 2)}])?;\n        self.delay.delay_ms(${5 + i * 5});`,
        ),
        ...(i % 4 === 3 ? [commit(desk, i, `display: ${step}`)] : []),
      ]);
    },
  ),
  quiet(
    'chapters brought from one typesetter to another, each compiled until it passes',
    { why: 'each complaint is another one, in another chapter' },
    (desk, story) => {
      const faults = table(
        'unknown variable: textbf ¦ \\textbf{sum} ¦ *sum*',
        'label `<eq:total>` does not exist in the document ¦ @eq:total ¦ @eq-total',
        'unclosed delimiter ¦ $ a_(i ¦ $ a_(i)',
      );
      rounds(story, 7, (chapter) => {
        const [message = '', from = '', to = ''] = faults[chapter % 3] ?? [];
        return [
          desk.read(
            `/w/tex/ch${two(chapter + 1)}.tex`,
            `\\chapter{The ${word(chapter)}}\n\\textbf{sum} of all, see \\eqref{eq:total}.\n${source(`tex${chapter}`, 6)}`,
          ),
          desk.write(
            `/w/typ/ch${two(chapter + 1)}.typ`,
            `= The ${word(chapter)}\n\n${from} of all.\n${source(`typ${chapter}`, 6)}`,
          ),
          desk.run(
            'typst compile main.typ',
            `error: ${message}\n   ┌─ typ/ch${two(chapter + 1)}.typ:${3 + chapter}:${1 + chapter * 2}\n   │\n${3 + chapter} │ ${from} of all.\n   │ ^^^^^^`,
            1,
          ),
          desk.replace(`/w/typ/ch${two(chapter + 1)}.typ`, from, to),
          desk.run(
            'typst compile main.typ && pdfinfo main.pdf | grep Pages',
            `Pages:           ${9 + chapter * 14}`,
          ),
        ];
      });
    },
  ),
  quiet(
    'notes of a check of an R package worked off, the long check run after each',
    { why: 'another note is gone each time' },
    (desk, story) => {
      const notes = table(
        "no visible binding for global variable '.data' ¦ /w/R/plot.R",
        "Namespace in Imports field not imported from: 'rlang' ¦ /w/DESCRIPTION",
        "Undocumented arguments in Rd file 'fit.Rd': 'tol' ¦ /w/R/fit.R",
        "Non-standard file/directory found at top level: 'notes.txt' ¦ /w/.Rbuildignore",
        'Found the following (possibly) invalid URLs ¦ /w/README.md',
        'checking S3 generic/method consistency: print.fit(x) vs print(x, ...) ¦ /w/R/print.R',
        'Package has a VignetteBuilder field but no prebuilt vignette index ¦ /w/DESCRIPTION',
        'installed size is 7.2Mb ¦ /w/data-raw/make.R',
      );
      through(story, notes, ([note = '', file = ''], i) => [
        desk.run(
          'R CMD build . -q && R CMD check --as-cran fitr_1.4.0.tar.gz 2>&1 | tail -7',
          `* checking ${pick(['R code for possible problems', 'dependencies in R code', 'Rd \\usage sections'], i)} ... NOTE\n  ${note}\n* checking examples ... [${3 + i}s/${4 + i}s] OK\n* checking tests ... [${21 + i}s/${24 + i}s] OK\n* DONE\n\nStatus: ${notes.length - i} NOTE${i === notes.length - 1 ? '' : 's'}`,
        ),
        ...(i % 3 === 0 ? [desk.read(file, source(`r${i}`, 8))] : []),
        desk.replace(file, `# ${word(i)}`, `# ${word(i)}\n${note.split(' ').slice(-1)[0]}`),
        ...(i % 2 === 1
          ? [
              desk.run(
                `Rscript -e 'devtools::document()'`,
                'ℹ Updating fitr documentation\nℹ Loading fitr\nWriting fit.Rd',
              ),
            ]
          : []),
      ]);
      story.step(desk.run('R CMD check --as-cran fitr_1.4.0.tar.gz 2>&1 | tail -1', 'Status: OK'));
    },
  ),
  quiet(
    'loose types of a program in Julia found by its report, fewer with each function',
    { why: 'the count falls, with one rise that is explained' },
    (desk, story) => {
      const left = [31, 27, 27, 22, 25, 16, 12, 7, 3, 0];
      lookAround(desk, story);
      through(story, left, (n, i) => [
        desk.run(
          `julia --project -e 'using JET, Tide; report_package(Tide)' 2>&1 | tail -5`,
          n === 0
            ? 'No errors detected'
            : `═════ ${n} possible errors found ═════\n┌ ${word(i)}!(a::Any, b::Float64) @ Tide /w/src/${word(i)}.jl:${14 + i * 9}\n│ no matching method found \`+(::Nothing, ::Float64)\` (1/2 union split): (a + b)\n└────────────────────`,
        ),
        ...(n === 0
          ? []
          : [
              ...(i % 3 === 0
                ? [
                    desk.run(
                      `julia --project -e 'using Tide; @code_warntype Tide.${word(i)}!(rand(3), 1.0)' | head -4`,
                      `MethodInstance for Tide.${word(i)}!(::Vector{Float64}, ::Float64)\nArguments\n  #self#::Core.Const(Tide.${word(i)}!)\nBody::UNION{NOTHING, FLOAT64}`,
                    ),
                  ]
                : []),
              desk.replace(
                `/w/src/${word(i)}.jl`,
                `function ${word(i)}!(a, b)`,
                `function ${word(i)}!(a::AbstractVector{T}, b::T) where {T<:Real}`,
              ),
              desk.run(
                `julia --project -e 'using Pkg; Pkg.test()' 2>&1 | tail -3`,
                `Test Summary: | Pass  Total  Time\nTide          |  118    118  ${seconds(i, 9)}s\n     Testing Tide tests passed`,
              ),
            ]),
      ]);
    },
  ),
  quiet(
    'a kernel for a graphics card tuned, built, measured and checked, with two ideas that are taken back',
    { why: 'the rate rises, and what does not help is taken back' },
    (desk, story) => {
      const ideas = [
        ['#define TILE 16', '#define TILE 32', 412],
        ['float acc = 0;', 'float acc[4] = {};', 655],
        ['__syncthreads();', '__syncwarp();', 651],
        ['__syncwarp();', '__syncthreads();', 655],
        ['a[row * n + k]', '__ldg(&a[row * n + k])', 702],
        ['float acc[4]', 'float acc[8]', 968],
        ['#define TILE 32', '#define TILE 64', 610],
        ['#define TILE 64', '#define TILE 32', 967],
        ['float s[TILE][TILE]', 'float s[TILE][TILE + 1]', 1214],
        ['reinterpret_cast<float*>', 'reinterpret_cast<float4*>', 1620],
      ] as const;
      through(story, ideas, ([from, to, rate], i) => [
        desk.replace('/w/src/gemm.cu', from, to),
        desk.run(
          'make -s gemm && ./gemm --check --size 4096',
          `max |c - ref| = ${(2.1e-5 + i * 1e-7).toExponential(2)}  OK\n4096 x 4096 x 4096: ${(137_438 / rate / 1000).toFixed(3)} ms, ${rate}.${(i * 7) % 10} GFLOP/s`,
        ),
        ...(i % 3 === 1
          ? [
              desk.run(
                'sudo ncu --kernel-name gemm --metrics sm__warps_active.avg.pct_of_peak_sustained_active,l1tex__data_bank_conflicts_pipe_lsu.sum ./gemm --size 4096 2>&1 | tail -3',
                `    l1tex__data_bank_conflicts_pipe_lsu.sum                        ${(8_412_000 - i * 900_113).toLocaleString('en')}\n    sm__warps_active.avg.pct_of_peak_sustained_active       %      ${(41 + i * 4.3).toFixed(2)}`,
              ),
            ]
          : []),
      ]);
      finish(desk, story);
    },
  ),
  quiet(
    'lists of twenty suppliers brought to one form, each with other heads, each with none rejected',
    { why: 'each list is another one', prompt: 'Map all supplier lists to our columns.' },
    (desk, story) => {
      rounds(story, 20, (i) => [
        desk.run(
          `head -2 in/${word(i)}_${i}.csv`,
          `${pick(['Artikel;Preis;Menge', 'sku,price,qty', '"ItemNo","UnitPrice","Stock"', 'ref\tprix\tquantité'], i)}\n${pick([`${4000 + i};12,50;3`, `${word(i)}-${i},12.5,3`, `"${hex(i, 5)}","12.50","3"`, `${word(i)}${i}\t12,5\t3`], i)}`,
        ),
        desk.write(
          `/w/maps/${word(i)}_${i}.yaml`,
          `sep: "${pick([';', ',', ',', '\\t'], i)}"\nsku: ${pick(['Artikel', 'sku', 'ItemNo', 'ref'], i)}\nprice: ${pick(['Preis', 'price', 'UnitPrice', 'prix'], i)}\n`,
        ),
        desk.run(
          `python import.py in/${word(i)}_${i}.csv --map maps/${word(i)}_${i}.yaml --dry-run`,
          'OK, 0 rejected',
        ),
        ...(i % 6 === 5 ? [commit(desk, i, `Map ${i + 1} suppliers`)] : []),
      ]);
    },
  ),
  quiet(
    'doubtful texts of a catalogue confirmed or put right, with the count of those left',
    { why: 'the count falls by one each time', prompt: 'Go through the fuzzy entries of nl.po.' },
    (desk, story) => {
      rounds(story, 14, (i) => [
        desk.run(
          'msgattrib --only-fuzzy --no-obsolete locale/nl.po | tail -n +14 | head -5',
          `#: src/${word(i)}.c:${40 + i * 13}\n#, fuzzy, c-format\n#| msgid "Cannot open %s"\nmsgid "Cannot open the ${word(i)} of %s"\nmsgstr "Kan %s niet openen"`,
        ),
        desk.replace(
          '/w/locale/nl.po',
          `#, fuzzy, c-format\n#| msgid "Cannot open %s"\nmsgid "Cannot open the ${word(i)} of %s"\nmsgstr "Kan %s niet openen"`,
          `#, c-format\nmsgid "Cannot open the ${word(i)} of %s"\nmsgstr "Kan de ${word(i)} van %s niet openen"`,
        ),
        ...(i % 2 === 1
          ? [
              desk.run(
                'msgfmt -c --statistics -o /dev/null locale/nl.po',
                `${812 + i} translated messages, ${13 - i} fuzzy translations.`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'raw questions to the base followed to what comes in from outside, eighteen places for a review',
    { why: 'each place is another one', prompt: 'Audit the raw SQL. Change nothing.' },
    (desk, story) => {
      story.step(
        desk.search(
          '\\.raw\\(',
          Array.from(
            { length: 18 },
            (_, i) => `src/${word(i)}/repo.ts:${30 + i * 7}:  db.raw(`,
          ).join('\n'),
        ),
      );
      rounds(story, 18, (i) => [
        desk.read(
          `/w/src/${word(i)}/repo.ts`,
          `export function find${i}(term: string, limit: number) {\n  return db.raw(\`select * from ${word(i)} where name like ${i % 6 === 4 ? "'%${term}%'" : '?'} limit 50\`${i % 6 === 4 ? '' : ', [term]'});\n}`,
          [28 + i * 7, 5],
        ),
        desk.search(
          `find${i}\\(`,
          i % 5 === 2
            ? ''
            : `src/${word(i)}/routes.ts:${12 + i}:  const rows = await find${i}(${i % 6 === 4 ? 'req.query.q' : 'parsed.term'}, 50);`,
        ),
        ...(i % 6 === 4
          ? [
              desk.read(
                `/w/src/${word(i)}/routes.ts`,
                `router.get('/${word(i)}', async (req, res) => {\n  const rows = await find${i}(req.query.q, 50);`,
                [10 + i, 6],
              ),
            ]
          : []),
      ]);
      story.step(
        desk.write(
          '/w/AUDIT.md',
          '# Raw SQL\n\nThree of eighteen places take text from outside.\n',
        ),
      );
    },
  ),
  quiet(
    'journals of twenty-two machines asked for one complaint, nearly all without it, and two looked into',
    { why: 'each machine is another one', prompt: 'Which hosts saw the I/O error last night?' },
    (desk, story) => {
      rounds(story, 22, (i) => [
        desk.run(
          `ssh node${two(i + 1)}.test "journalctl -k --since yesterday --no-pager | grep -i 'i/o error' | tail -3"`,
          i === 8 || i === 17
            ? `Nov 21 03:${two(i)}:14 node${two(i + 1)} kernel: blk_update_request: I/O error, dev sdb, sector ${88_120_448 + i * 8} op 0x0:(READ)\nNov 21 03:${two(i)}:15 node${two(i + 1)} kernel: Buffer I/O error on dev sdb1, logical block ${11_015_056 + i}, async page read`
            : '',
          i === 8 || i === 17 ? 0 : 1,
        ),
        ...(i === 8 || i === 17
          ? [
              desk.run(
                `ssh node${two(i + 1)}.test "sudo smartctl -A /dev/sdb | grep -E 'Reallocated|Pending'"`,
                `  5 Reallocated_Sector_Ct   0x0033   ${98 - i}   ${98 - i}   010    Pre-fail  Always       -       ${i * 8}\n197 Current_Pending_Sector  0x0012   100   100   000    Old_age   Always       -       ${i}`,
              ),
              desk.run(
                `ssh node${two(i + 1)}.test "lsblk -o NAME,MODEL,SERIAL /dev/sdb"`,
                `NAME   MODEL          SERIAL\nsdb    ST8000NM0055   ZA1${hex(i, 5).toUpperCase()}\n└─sdb1`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'rights of twelve functions cut down, each of which lacks another action when it is tried',
    { why: 'each function lacks something else', prompt: 'Give each lambda only what it needs.' },
    (desk, story) => {
      const actions =
        's3:GetObject ¦ dynamodb:Query ¦ sqs:DeleteMessage ¦ kms:Decrypt ¦ ses:SendRawEmail ¦ secretsmanager:GetSecretValue ¦ dynamodb:UpdateItem ¦ states:StartExecution ¦ s3:PutObjectTagging ¦ events:PutEvents ¦ logs:PutLogEvents ¦ ssm:GetParametersByPath'.split(
          ' ¦ ',
        );
      through(story, actions, (action, i) => [
        desk.replace(
          `/w/infra/${word(i)}.ts`,
          "actions: ['*']",
          `actions: ['${nth(actions, i + 5)}']`,
        ),
        desk.run(
          `npx cdk deploy ${word(i)} --require-approval never --hotswap 2>&1 | tail -2`,
          ` ✅  ${word(i)}\n\n✨  Deployment time: ${seconds(i, 21)}s`,
        ),
        desk.run(
          `aws lambda invoke --function-name ${word(i)} --payload fileb://events/${word(i)}.json /dev/stdout`,
          `{"errorType":"AccessDeniedException","errorMessage":"User: arn:aws:sts::111122223333:assumed-role/${word(i)}-role/${word(i)} is not authorized to perform: ${action} because no identity-based policy allows the ${action} action"}{"StatusCode":200,"FunctionError":"Unhandled","ExecutedVersion":"$LATEST"}`,
        ),
        desk.replace(
          `/w/infra/${word(i)}.ts`,
          `actions: ['${nth(actions, i + 5)}']`,
          `actions: ['${nth(actions, i + 5)}', '${action}']`,
        ),
        desk.run(
          `npx cdk deploy ${word(i)} --require-approval never --hotswap 2>&1 | tail -2; aws lambda invoke --function-name ${word(i)} --payload fileb://events/${word(i)}.json /dev/stdout`,
          ` ✅  ${word(i)}\n\n✨  Deployment time: ${seconds(i + 3, 19)}s\n{"ok":true}{"StatusCode":200,"ExecutedVersion":"$LATEST"}`,
        ),
      ]);
    },
  ),
  noStall(
    'four suspicions about a test that fails at night, each tried and taken back, and the fifth holds',
    { why: 'each suspicion is another one, ruled out and not left in the code' },
    (desk, story) => {
      const ideas = table(
        'src/report/day.ts ¦ new Date(row.at) ¦ new Date(row.at + "Z") ¦ rounding of the stamp',
        'test/report.test.ts ¦ beforeAll(seed) ¦ beforeEach(seed) ¦ rows left by others',
        "src/db/pool.ts ¦ timezone: undefined ¦ timezone: 'Z' ¦ zone of the connection",
        'src/report/day.ts ¦ startOfDay(now) ¦ startOfDay(now, { in: utc }) ¦ start of the day',
        'src/clock.ts ¦ return cached ?? Date.now() ¦ return Date.now() ¦ cached clock',
      );
      story.step(
        desk.run(
          'gh run list --workflow nightly --limit 3',
          `completed\tfailure\tnightly\tmain\tschedule\t${11_900_231}\ncompleted\tsuccess\tnightly\tmain\tpush\t${11_889_120}\ncompleted\tfailure\tnightly\tmain\tschedule\t${11_870_014}`,
        ),
      );
      through(story, ideas, ([file = '', from = '', to = '', name = ''], i) => [
        desk.read(`/w/${file}`, `// ${name}\n${source(`susp${i}`, 9)}\n  ${from}`),
        desk.search(
          from.split('(')[0] ?? '',
          `${file}:${12 + i * 9}:  ${from}\nsrc/report/week.ts:${8 + i}:  // ${name}`,
        ),
        desk.replace(`/w/${file}`, from, to),
        desk.run(
          'faketime "2026-11-21 23:58:00" npx vitest run test/report.test.ts',
          i === 4
            ? ` ✓ test/report.test.ts (6 tests) ${41 + i}ms\n\n Test Files  1 passed (1)\n      Tests  6 passed (6)\n   Duration  ${seconds(i)}s`
            : ` FAIL  test/report.test.ts > report > counts the orders of today\nAssertionError: expected 3 to be 4 // Object.is equality\n\n- Expected\n+ Received\n\n- 4\n+ 3\n\n ❯ test/report.test.ts:${31 + (i === 1 ? 1 : 0)}:27\n\n Test Files  1 failed (1)\n      Tests  1 failed | 5 passed (6)\n   Duration  ${seconds(i)}s`,
          i === 4 ? 0 : 1,
        ),
        i === 4
          ? commit(desk, i, 'Ask the clock each time')
          : desk.run(`git checkout -- ${file}`, 'Updated 1 path from the index'),
      ]);
    },
  ),
  quiet(
    'a package of Go taken apart in fifteen small moves, the same tests green after each',
    { why: 'each move is another one, and green is what is wanted' },
    (desk, story) => {
      workAWhile(desk, story);
      rounds(story, 15, (i) => [
        desk.run(
          `gopls rename -w internal/core/core.go:${40 + i * 21}:6 ${word(i).replace(/^./, (c) => c.toUpperCase())}`,
          '',
        ),
        ...(i % 3 === 1
          ? [
              desk.replace(
                `/w/internal/core/core.go`,
                `func (c *Core) ${word(i)}(`,
                `func (s *${word(i)}Store) ${word(i)}(`,
              ),
            ]
          : []),
        desk.run(
          'go build ./... && go test ./internal/... 2>&1 | grep -v "no test files"',
          `ok  \tacme.test/orders/internal/core\t${seconds(i, 0)}s\nok  \tacme.test/orders/internal/http\t(cached)\nok  \tacme.test/orders/internal/store\t${i % 2 === 0 ? '(cached)' : `${seconds(i + 5, 0)}s`}`,
        ),
        ...(i % 5 === 4 ? [commit(desk, i, `core: move ${word(i)} out`)] : []),
      ]);
    },
  ),
  quiet(
    'one search made narrower step by step, from two thousand places to the one that sets a header',
    { why: 'there are fewer hits each time', prompt: 'Who sets X-Cache-Tag: stale?' },
    (desk, story) => {
      const steps = table(
        'rg -c "Cache" | wc -l ¦ 2114',
        'rg -ci "x-cache" | wc -l ¦ 341',
        'rg -li "x-cache-tag" | wc -l ¦ 96',
        "rg -li 'x-cache-tag' -g '!*.snap' -g '!dist' | wc -l ¦ 38",
        "rg -li 'x-cache-tag' -g '!*.snap' -g '!dist' -g '!*test*' | wc -l ¦ 17",
        'rg -ni \'setHeader\\(.x-cache-tag\' -g \'!dist\' ¦ src/edge/reply.ts:41:  res.setHeader("X-Cache-Tag", tag);\nsrc/edge/purge.ts:12:  res.setHeader("X-Cache-Tag", "");\nsrc/proxy/pass.ts:88:  res.setHeader("x-cache-tag", from.tag);',
        "rg -n '\\btag\\b.*=' src/edge/reply.ts src/proxy/pass.ts ¦ src/edge/reply.ts:33:  const tag = tagOf(entry);\nsrc/proxy/pass.ts:80:  from.tag = upstream.tag ?? state;",
        "rg -n 'function tagOf' -A6 src ¦ src/edge/tag.ts:9:export function tagOf(entry: Entry) {\nsrc/edge/tag.ts-10-  return entry.age > MAX ? STALE : entry.id;",
        "rg -n 'STALE\\b' src ¦ src/edge/tag.ts:3:const STALE = 'stale';\nsrc/edge/tag.ts:10:  return entry.age > MAX ? STALE : entry.id;",
        "rg -n '\\bMAX\\b' src/edge ¦ src/edge/tag.ts:4:const MAX = Number(process.env.EDGE_MAX ?? 0);\nsrc/edge/tag.ts:10:  return entry.age > MAX ? STALE : entry.id;",
        "rg -n 'EDGE_MAX' deploy ¦ ",
      );
      through(story, steps, ([command = '', output = ''], i) => [
        desk.run(command, output, output === '' ? 1 : 0),
        ...(i === 5 ? [desk.read('/w/src/edge/reply.ts', source('reply', 12), [30, 12])] : []),
      ]);
      story.step(
        desk.replace(
          '/w/deploy/edge.yaml',
          'env: []',
          'env:\n  - name: EDGE_MAX\n    value: "3600"',
        ),
      );
    },
  ),
  quiet(
    'a copy of a database made from a snapshot, waited for as the person asked, in the same state for long',
    {
      why: 'it takes as long as the person said, and comes up',
      prompt:
        'Restore last night’s snapshot as shop-check. It takes 30 to 40 minutes; wait for it, then count the orders.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'aws rds restore-db-instance-from-db-snapshot --db-instance-identifier shop-check --db-snapshot-identifier rds:shop-2026-11-21-02-10 --query DBInstance.DBInstanceStatus --output text',
          'creating',
        ),
      );
      story.repeat(18, (i) =>
        desk.run(
          `sleep ${pick([120, 120, 180], i)}; aws rds describe-db-instances --db-instance-identifier shop-check --query 'DBInstances[0].DBInstanceStatus' --output text`,
          i < 12 ? 'creating' : i < 14 ? 'modifying' : i < 17 ? 'backing-up' : 'available',
        ),
      );
      play(story, [
        desk.run(
          "aws rds describe-db-instances --db-instance-identifier shop-check --query 'DBInstances[0].Endpoint.Address' --output text",
          'shop-check.c9akciq32.eu-central-1.rds.amazonaws.test',
        ),
        desk.run(
          'psql -h shop-check.c9akciq32.eu-central-1.rds.amazonaws.test shop -Atc "select count(*) from orders"',
          '418220',
        ),
      ]);
    },
  ),
  quiet(
    'a machine of states written test by test, each red on purpose where nothing is written yet',
    { why: 'each red is for another test, and green after one change', prompt: 'Strictly TDD.' },
    (desk, story) => {
      rounds(story, 11, (i) => [
        desk.replace(
          '/w/src/machine.rs',
          `// next test`,
          `#[test]\nfn goes_from_${word(i)}_to_${word(i + 1)}() {\n    assert_eq!(${word(i)}().next(), ${word(i + 1)}());\n}\n\n// next test`,
        ),
        desk.run(
          'cargo test -q 2>&1 | tail -12',
          `running ${i + 1} tests\n${'.'.repeat(i)}F\nfailures:\n\n---- machine::goes_from_${word(i)}_to_${word(i + 1)} stdout ----\nthread 'machine::goes_from_${word(i)}_to_${word(i + 1)}' panicked at src/machine.rs:${18 + i * 3}:14:\nnot yet implemented\nnote: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace\n\ntest result: FAILED. ${i} passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.0${i % 3}s`,
          101,
        ),
        desk.replace(
          '/w/src/machine.rs',
          `            _ => todo!(),`,
          `            State::${word(i)} => State::${word(i + 1)},\n            _ => todo!(),`,
        ),
        desk.run(
          'cargo test -q 2>&1 | tail -3',
          `${'.'.repeat(i + 1)}\ntest result: ok. ${i + 1} passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.0${i % 2}s`,
        ),
      ]);
    },
  ),
  quiet(
    'a procedure of seven thousand lines read part by part, with what it does written down in between',
    { why: 'each part is another one', prompt: 'Write down what billing.pkb does, step by step.' },
    (desk, story) => {
      story.step(desk.run('wc -l billing.pkb', '7012 billing.pkb'));
      rounds(story, 28, (i) => [
        desk.read(
          '/w/billing.pkb',
          Array.from({ length: 20 }, (_, n) =>
            pick(
              [
                `  PROCEDURE ${word(i)}_${n} (p_id IN NUMBER) IS`,
                `    SELECT amount INTO v_${word(n)} FROM ${word(i + n)}_lines WHERE id = p_id;`,
                `    IF v_${word(n)} > ${i * 10 + n} THEN raise_application_error(-20${100 + i}, '${word(n)}'); END IF;`,
                `  END ${word(i)}_${n};`,
              ],
              n,
            ),
          ).join('\n'),
          [1 + i * 250, 250],
        ),
        ...(i % 7 === 6
          ? [
              desk.write(
                '/w/docs/billing.md',
                Array.from(
                  { length: i + 1 },
                  (_, n) => `${n + 1}. ${word(n)}: checks the lines of ${word(n + 1)}`,
                ).join('\n'),
              ),
            ]
          : []),
        ...(i % 9 === 4
          ? [
              desk.search(
                `PROCEDURE ${word(i)}_`,
                `billing.pkb:${i * 250 + 12}:  PROCEDURE ${word(i)}_0 (p_id IN NUMBER) IS`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'an installer run ten times in fresh containers, as the person wants to be sure of it',
    {
      why: 'the person asked for ten runs',
      prompt:
        'Run install.sh ten times, each in a fresh container, half on Debian, half on Alpine, and tell me the times. Change nothing.',
    },
    (desk, story) => {
      story.step(
        desk.read(
          '/w/install.sh',
          '#!/bin/sh\nset -eu\ncurl -fsSL https://get.example.test/acme.tar.gz | tar xz -C /usr/local\nacme --version',
        ),
      );
      rounds(story, 10, (i) => {
        const image = i < 5 ? 'debian:12-slim' : 'alpine:3.20';
        return [
          desk.run(
            `docker run -d --name try${i + 1} -v $PWD:/w ${image} sleep 600`,
            `${hex(i, 32)}${hex(i + 40, 32)}`,
          ),
          desk.run(
            `time docker exec try${i + 1} sh /w/install.sh`,
            `acme 4.1.0 (linux-${i < 5 ? 'gnu' : 'musl'})\n\nreal\t0m${seconds(i, 11)}s\nuser\t0m0.02s\nsys\t0m0.01s`,
          ),
          desk.run(`docker rm -f try${i + 1}`, `try${i + 1}`),
        ];
      });
    },
  ),
  quiet(
    'seventeen actions of a pipeline pinned to commits, each asked for and written in',
    { why: 'each action is another one', prompt: 'Pin all actions to their commits.' },
    (desk, story) => {
      const actions =
        'actions/checkout ¦ actions/setup-node ¦ actions/cache ¦ actions/upload-artifact ¦ docker/login-action ¦ docker/build-push-action ¦ docker/setup-buildx-action ¦ pnpm/action-setup ¦ codecov/codecov-action ¦ github/codeql-action ¦ softprops/action-gh-release ¦ peter-evans/create-pull-request ¦ dorny/paths-filter ¦ aquasecurity/trivy-action ¦ actions/labeler ¦ actions/stale ¦ slackapi/slack-github-action'.split(
          ' ¦ ',
        );
      story.step(
        desk.search(
          'uses: .*@v',
          actions
            .map(
              (name, i) =>
                `.github/workflows/${pick(['ci', 'release', 'nightly'], i)}.yml:${14 + i * 5}:      - uses: ${name}@v${2 + (i % 4)}`,
            )
            .join('\n'),
        ),
      );
      through(story, actions, (name, i) => [
        desk.run(`gh api repos/${name}/commits/v${2 + (i % 4)} --jq .sha`, hex(i + 3, 40)),
        desk.replace(
          `/w/.github/workflows/${pick(['ci', 'release', 'nightly'], i)}.yml`,
          `uses: ${name}@v${2 + (i % 4)}`,
          `uses: ${name}@${hex(i + 3, 40)} # v${2 + (i % 4)}`,
        ),
        ...(i % 5 === 4 ? [desk.run('actionlint', '')] : []),
      ]);
      play(story, [
        desk.search('uses: .*@v', ''),
        commit(desk, 6, 'Pin actions'),
        desk.run(
          'git push',
          `To git.example.test:acme/orders.git\n   ${hex(4, 7)}..${hex(5, 7)}  main -> main`,
        ),
      ]);
    },
  ),
  quiet(
    'an instruction for a model made better against eighty samples, with a setback that is taken back',
    { why: 'the share of good answers rises' },
    (desk, story) => {
      const versions = [
        ['Answer the customer.', 49],
        ['Answer the customer in two sentences.', 52],
        ['Answer the customer in two sentences. Quote the number of the order.', 61],
        ['Answer in two sentences. Think step by step. Quote the number of the order.', 55],
        ['Answer the customer in two sentences. Quote the number of the order. ', 61],
        ['Answer in two sentences. Quote the order. If it is not known, ask for it.', 68],
        [
          'Answer in two sentences, in the language of the letter. Quote the order or ask for it.',
          74,
        ],
        [
          'Never promise a date. Two sentences, in the language of the letter. Quote the order or ask for it.',
          78,
        ],
      ] as const;
      through(story, versions, ([text, good], i) => [
        ...(i === 0 ? [] : [desk.write('/w/prompts/reply.txt', `${text}\n`)]),
        desk.run(
          'npx promptfoo eval -c reply.yaml --no-cache --no-table 2>&1 | tail -8',
          `Evaluation complete. ID: eval-${hex(i, 3)}-2026-11-21T${clock(i)}\n\nResults:\n  ✓ ${good} passed (${((good / 80) * 100).toFixed(2)}%)\n  ✗ ${80 - good} failed (${(100 - (good / 80) * 100).toFixed(2)}%)\n  0 errors (0%)\n\nDuration: ${31 + ((i * 7) % 12)}s (concurrency: 4)`,
        ),
        ...(good === 78
          ? []
          : [
              desk.run(
                `jq -r '.results.results[] | select(.success==false) | .vars.letter' out.json | shuf -n 3 --random-source=<(yes ${i})`,
                `${pick(['Where is my parcel?', 'Wo bleibt mein Paket?', 'Je voudrais annuler'], i)} ${word(i)}\nOrder ${41_000 + i * 37} came broken\nWhen will the ${word(i + 4)} be back?`,
              ),
            ]),
        ...(i % 3 === 2
          ? [
              desk.read(
                '/w/samples/hard.yaml',
                `- vars:\n    letter: "${word(i)}?"\n  assert:\n    - type: contains\n      value: "order"`,
                [1 + i * 12, 12],
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'complaints about the same kind of quoting put right in script after script',
    { why: 'each script is another one, and clean after its change' },
    (desk, story) => {
      rounds(story, 13, (i) => [
        desk.run(
          `shellcheck -f gcc bin/${word(i)}.sh`,
          `bin/${word(i)}.sh:${7 + i * 3}:${6 + (i % 4)}: note: Double quote to prevent globbing and word splitting. [SC2086]${i % 3 === 0 ? `\nbin/${word(i)}.sh:${9 + i * 3}:1: warning: Use 'cd ... || exit' or 'cd ... || return' in case cd fails. [SC2164]` : ''}`,
          1,
        ),
        desk.run(
          `sed -i '${7 + i * 3}s/\\$${word(i + 1).toUpperCase()}/"&"/${i % 3 === 0 ? `; ${9 + i * 3}s/$/ || exit 1/` : ''}' bin/${word(i)}.sh && git diff -U0 bin/${word(i)}.sh | tail -2`,
          `-rm -rf $${word(i + 1).toUpperCase()}/tmp\n+rm -rf "$${word(i + 1).toUpperCase()}"/tmp`,
        ),
        ...(i % 2 === 0
          ? [desk.run(`shellcheck bin/${word(i)}.sh && bash -n bin/${word(i)}.sh`, '')]
          : []),
      ]);
      play(story, [desk.run('shellcheck bin/*.sh', ''), commit(desk, 2, 'Quote in scripts')]);
    },
  ),
  quiet(
    'a bad line in a million found by halves, with the same crash or the same silence each time',
    { why: 'each half is another range' },
    (desk, story) => {
      story.step(
        desk.run(
          './load events.jsonl',
          'thread main: panic: index out of bounds: index 3, len 3\n/w/src/load.zig:88:27: 0x1034f2 in parse (load)',
          134,
        ),
      );
      const bad = 618_337;
      let [low, high] = [1, 1_048_576];
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        const inLower = bad <= middle;
        story.step(
          desk.run(
            `sed -n '${low},${middle}p' events.jsonl > /tmp/half.jsonl; ./load /tmp/half.jsonl`,
            inLower
              ? 'thread main: panic: index out of bounds: index 3, len 3\n/w/src/load.zig:88:27: 0x1034f2 in parse (load)'
              : '',
            inLower ? 134 : 0,
          ),
        );
        [low, high] = inLower ? [low, middle] : [middle + 1, high];
      }
      play(story, [
        desk.run(`sed -n '${bad}p' events.jsonl`, '{"t":1732180021,"kind":"move","at":[4,9,2]}'),
        desk.read('/w/src/load.zig', source('load', 9), [84, 9]),
        desk.replace(
          '/w/src/load.zig',
          'const w = at[3];',
          'const w = if (at.len > 3) at[3] else 1;',
        ),
        desk.run('zig build && ./zig-out/bin/load events.jsonl', '1048576 events'),
      ]);
    },
  ),
  quiet(
    'a backlog of messages watched until it is worked off, with more workers in between',
    { why: 'the backlog falls, but for one rest', prompt: 'Tell me when the lag is gone.' },
    (desk, story) => {
      const lags = [
        412_000, 398_200, 401_100, 377_400, 377_400, 340_020, 251_800, 166_300, 91_240, 91_240,
        30_410, 2_212, 0,
      ];
      through(story, lags, (lag, i) => [
        desk.run(
          `${i === 0 ? '' : 'sleep 90; '}kafka-consumer-groups.sh --bootstrap-server kafka:9092 --describe --group mailer`,
          `GROUP  TOPIC  PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG     CONSUMER-ID          HOST         CLIENT-ID\nmailer mails  0          ${8_122_000 + i * 40_310}         ${8_122_000 + i * 40_310 + Math.ceil(lag / 2)}         ${Math.ceil(lag / 2)}  mailer-1-${hex(2, 8)}  /10.0.3.14   mailer-1\nmailer mails  1          ${8_101_000 + i * 39_870}         ${8_101_000 + i * 39_870 + Math.floor(lag / 2)}         ${Math.floor(lag / 2)}  mailer-1-${hex(i > 4 ? 6 : 2, 8)}  /10.0.3.${i > 4 ? 22 : 14}   mailer-1`,
        ),
        ...(i === 4
          ? [
              desk.run('kubectl scale deploy mailer --replicas=2', 'deployment.apps/mailer scaled'),
              desk.run(
                'kubectl rollout status deploy mailer',
                'deployment "mailer" successfully rolled out',
              ),
            ]
          : []),
        ...(i % 5 === 3
          ? [
              desk.run(
                'kubectl logs deploy/mailer --tail=2',
                `10:${two(i * 3)}:07 sent batch=500 took=${seconds(i)}s\n10:${two(i * 3)}:09 sent batch=500 took=${seconds(i + 1)}s`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'a model of Bayes in a notebook, sampled anew until its chains agree',
    { why: 'ever fewer divergences, with a rest' },
    (desk, story) => {
      const runs = [
        ['pm.Normal("shop", mu, tau, dims="shop")', 412, 1.31, 44],
        ['pm.Normal("shop", mu, tau, dims="shop")  # target_accept=0.9', 288, 1.22, 71],
        ['pm.StudentT("shop", 4, mu, tau, dims="shop")', 295, 1.22, 68],
        ['mu + tau * pm.Normal("z", 0, 1, dims="shop")', 37, 1.03, 402],
        ['mu + tau * pm.Normal("z", 0, 1, dims="shop")  # tau ~ HalfNormal', 12, 1.01, 811],
        ['mu + tau * pm.ZeroSumNormal("z", dims="shop")', 3, 1.01, 1402],
        ['mu + tau * pm.ZeroSumNormal("z", dims="shop")  # target_accept=0.95', 0, 1.0, 2210],
      ] as const;
      through(story, runs, ([line, divergences, rhat, ess], i) => [
        desk.use(
          'jupyter',
          'edit_cell',
          {
            path: 'shops.ipynb',
            index: 7,
            source: `with pm.Model(coords=coords) as model:\n    shop = ${line}\n    y = pm.Poisson("y", pm.math.exp(shop[idx]), observed=sales)`,
          },
          'Cell 7 updated',
        ),
        desk.use('jupyter', 'run_cell', { path: 'shops.ipynb', index: 7 }, '[No output]'),
        desk.use(
          'jupyter',
          'run_cell',
          { path: 'shops.ipynb', index: 8 },
          `Auto-assigning NUTS sampler...\nInitializing NUTS using jitter+adapt_diag...\nMultiprocess sampling (4 chains in 4 jobs)\nSampling 4 chains for 1_000 tune and 1_000 draw iterations (4_000 + 4_000 draws total) took ${34 + i * 3} seconds.${divergences === 0 ? '' : `\nThere were ${divergences} divergences after tuning. Increase \`target_accept\` or reparameterize.`}`,
        ),
        desk.use(
          'jupyter',
          'run_cell',
          { path: 'shops.ipynb', index: 9 },
          `      mean     sd  ess_bulk  r_hat\nmu   ${(2.1 + i * 0.01).toFixed(3)}  0.${210 - i * 9}  ${ess}.0   ${rhat.toFixed(2)}\ntau  0.${410 + i * 3}  0.0${91 - i * 4}  ${ess - 12}.0   ${rhat.toFixed(2)}`,
        ),
      ]);
    },
  ),
  quiet(
    'an image for a board built from recipes, which stops at an ever later one',
    { why: 'each stop is at another recipe, after more tasks' },
    (desk, story) => {
      const stops = table(
        'libgpiod ¦ do_fetch ¦ Fetcher failure: Unable to find revision in branch master even from upstream ¦ branch=main',
        'mosquitto ¦ do_unpack ¦ The LIC_FILES_CHKSUM does not match for file://LICENSE.txt ¦ md5=9f2a41c07be3d85516f0a2c47e1b90d3',
        'acme-agent ¦ do_compile ¦ fatal error: gpiod.hpp: No such file or directory ¦ DEPENDS += "libgpiod"',
        'acme-agent ¦ do_package_qa ¦ QA Issue: /usr/bin/agent contains reference to TMPDIR [buildpaths] ¦ CXXFLAGS += "-ffile-prefix-map=${S}=."',
        'linux-acme ¦ do_patch ¦ Applying patch 0003-dts-leds.patch: patch does not apply ¦ SRC_URI:remove = "file://0003-dts-leds.patch"',
        'linux-acme ¦ do_kernel_configcheck ¦ specified values did not make it into the final .config: CONFIG_LEDS_PWM ¦ KERNEL_FEATURES += "leds.scc"',
        'acme-image ¦ do_rootfs ¦ Nothing provides \'kernel-module-leds-pwm\' needed by acme-image ¦ IMAGE_INSTALL:remove = "kernel-module-leds-pwm"',
        'acme-image ¦ do_image_wic ¦ wic: Disk too small ¦ IMAGE_ROOTFS_EXTRA_SPACE = "65536"',
      );
      through(story, stops, ([recipe = '', task = '', message = '', cure = ''], i) => [
        desk.run(
          'bitbake acme-image 2>&1 | tail -7',
          `NOTE: Executing Tasks\nERROR: ${recipe}-1.${i}-r0 ${task}: ${message}\nERROR: Logfile of failure stored in: /w/build/tmp/work/cortexa7-poky/${recipe}/1.${i}/temp/log.${task}.${41_220 + i * 1_377}\nERROR: Task (/w/meta-acme/recipes/${recipe}/${recipe}.bb:${task}) failed with exit code '1'\nNOTE: Tasks Summary: Attempted ${1_204 + i * 371} tasks of which ${1_190 + i * 340} didn't need to be rerun and 1 failed.`,
          1,
        ),
        ...(i % 2 === 0
          ? [
              desk.read(
                `/w/meta-acme/recipes/${recipe}/${recipe}.bb`,
                `SUMMARY = "${recipe}"\nLICENSE = "MIT"\nSRC_URI = "git://git.example.test/${recipe}.git"\nSRCREV = "${hex(i, 40)}"`,
              ),
            ]
          : [
              desk.run(
                `tail -3 build/tmp/work/cortexa7-poky/${recipe}/1.${i}/temp/log.${task}`,
                `| ${message}\n| ERROR: ${task} failed`,
              ),
            ]),
        desk.replace(
          `/w/meta-acme/recipes/${recipe}/${recipe}.bb`,
          `LICENSE = "MIT"`,
          `LICENSE = "MIT"\n${cure}`,
        ),
      ]);
      story.step(
        desk.run(
          'bitbake acme-image 2>&1 | tail -2',
          "NOTE: Tasks Summary: Attempted 4310 tasks of which 4288 didn't need to be rerun and all succeeded.",
        ),
      );
    },
  ),
];
