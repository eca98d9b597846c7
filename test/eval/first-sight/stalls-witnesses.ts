/** Circles of changes after which one look shows the same. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';

export const stallsByWitnesses: readonly Idea[] = [
  stall(
    'settings changed and the service restarted, the gateway answers the same',
    9,
    20,
    { why: 'five restarts, one answer' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/.env',
          `UPSTREAM=http://app:${8000 + i}`,
          `UPSTREAM=http://app:${8001 + i}`,
        ),
        desk.run(
          'docker compose up -d --force-recreate gateway',
          ` Container shop-gateway-1  Recreate\n Container shop-gateway-1  Recreated\n Container shop-gateway-1  Started`,
        ),
        desk.run(
          'curl -si localhost/api/health',
          `HTTP/1.1 502 Bad Gateway\nServer: nginx/1.27.2\nDate: Sat, 21 Nov 2026 ${clock(i)} GMT\n\n<html><head><title>502 Bad Gateway</title></head></html>`,
        ),
      ]);
    },
  ),
  stall(
    'styles changed eight times, and the picture differs by the same',
    5,
    12,
    { why: 'the style sheet is not loaded: nothing that is edited shows' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/src/card.css',
          `margin: ${8 + i}px ${i}px;`,
          `margin: ${9 + i}px ${i + 1}px;`,
        ),
        desk.use(
          'browser',
          'compare_screenshot',
          { name: 'card', threshold: 0.1 },
          '5121 pixels differ (4.12 %)',
        ),
      ]);
    },
  ),
  stall(
    'a role that is there already, whatever is edited',
    5,
    12,
    { why: 'the same resource fails each time' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/iam.tf',
          `description = "v${i}"`,
          `description = "v${i + 1}"\n  tags = { owner = "${word(i)}" }`,
        ),
        desk.run(
          'terraform apply -auto-approve',
          `aws_iam_role.deploy: Creating...\n╷\n│ Error: creating IAM Role (deploy): operation error IAM: CreateRole, https response error StatusCode: 409, RequestID: ${hex(i, 8)}-${hex(i + 5, 4)}-4c1e-9d1a-${hex(i + 9, 12)}, EntityAlreadyExists: Role with name deploy already exists.\n│\n│   with aws_iam_role.deploy,\n│   on iam.tf line ${12 + i}, in resource "aws_iam_role" "deploy":\n╵`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'upgrade, roll back, upgrade: another operation is in progress',
    5,
    12,
    { why: 'the roll-back says that it worked, and nothing is better' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(
          `helm upgrade shop ./chart -f values.yaml${i % 2 === 0 ? '' : ' --wait'}`,
          'Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress',
          1,
        ),
        desk.run('helm rollback shop', 'Rollback was a success! Happy Helming!'),
      ]);
    },
  ),
  stall(
    'a kernel that forgets, a name that is not there, over and over',
    6,
    15,
    { why: 'the cell that would define it is never the one that is run' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.use(
          'notebook',
          'restart_kernel',
          { path: '/w/model.ipynb' },
          `Kernel restarted (${hex(i, 8)})`,
        ),
        desk.use(
          'notebook',
          'execute_cell',
          { path: '/w/model.ipynb', index: 1 },
          `In[1]: executed, no output`,
        ),
        desk.use(
          'notebook',
          'execute_cell',
          { path: '/w/model.ipynb', index: pick([7, 9], i) },
          `In[2]: NameError Traceback (most recent call last)\n----> 1 df.groupby("${word(i)}").mean()\nNameError: name 'df' is not defined`,
          { failed: true },
        ),
      ]);
    },
  ),
  stall(
    'a table read in ever other encodings, the same byte in the way',
    5,
    12,
    { why: 'the place of the error never moves' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/load.py',
          `read_csv(path, ${word(i)})`,
          `read_csv(path, encoding="${pick(['latin-1', 'cp1252', 'utf-8-sig', 'utf-16', 'mac_roman'], i)}", ${word(i + 1)})`,
        ),
        desk.run(
          'python -m shop.load data/orders.csv',
          `Traceback (most recent call last):\n  File "/w/shop/load.py", line ${20 + i}, in <module>\n    main()\nUnicodeDecodeError: 'utf-8' codec can't decode byte 0xe9 in position 1123: invalid continuation byte`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a generated file edited, which each build makes anew',
    9,
    18,
    { why: 'the build writes over it each time' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.replace('/w/dist/client.js', 'timeout: 1000', `timeout: ${2000 + i * 500}`),
        desk.run(
          'npm run build',
          `> shop@4.2.0 build\n> tsup src/client.ts\n\nESM dist/client.js 12.1${i} KB\nESM ⚡️ Build success in ${31 + i}ms`,
        ),
        desk.run("grep -n 'timeout:' dist/client.js", '88:  timeout: 1000,'),
      ]);
    },
  ),
  stall(
    'the old version answers after every build',
    12,
    24,
    { why: 'every step says that it went well, and the answer is the old one' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace('/w/Dockerfile', `ENV BUILD=${i}`, `ENV BUILD=${i + 1}`),
        desk.run('docker build -q -t shop:latest .', `sha256:${hex(i, 64)}`),
        desk.run(
          'kubectl rollout restart deploy/shop && kubectl rollout status deploy/shop',
          'deployment.apps/shop restarted\ndeployment "shop" successfully rolled out',
        ),
        desk.run('curl -s https://shop.test/version', '{"version":"1.4.2","channel":"stable"}'),
      ]);
    },
  ),
  stall(
    'a key added here and there, and the check still misses it',
    5,
    12,
    { why: 'the check reads another file' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          pick(['/w/i18n/de.json', '/w/src/texts/de.ts', '/w/public/locales/de.json'], i),
          `"about": "${word(i)}"`,
          `"about": "${word(i)}",\n  "settings.title": "Einstellungen ${i}"`,
        ),
        desk.run('npm run -s i18n:check', 'de: 1 key missing: settings.title\nen: ok\nfr: ok', 1),
      ]);
    },
  ),
  stall(
    'firmware built, flashed, watched: the same crash',
    9,
    20,
    { why: 'only the addresses differ' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.replace(
          '/w/main/app.c',
          `xTaskCreate(run, "run", ${2048 + i * 512}`,
          `xTaskCreate(run, "run", ${2560 + i * 512}`,
        ),
        desk.run(
          'idf.py build flash',
          `Project build complete.\nWrote 81${i}304 bytes at 0x00010000\nHash of data verified.\nDone`,
        ),
        desk.run(
          'timeout 10 idf.py monitor',
          `I (${312 + i}) boot: ESP-IDF v5.3\nI (${401 + i}) wifi: mode : sta\nGuru Meditation Error: Core  0 panic'ed (LoadProhibited). Exception was unhandled.\nPC      : 0x400d${hex(i, 4)}  PS      : 0x00060${hex(i, 3)}\nBacktrace: 0x400d${hex(i, 4)}:0x3ffb${hex(i + 3, 4)}\nRebooting...`,
          124,
        ),
      ]);
    },
  ),
  stall(
    'a pipeline changed and run, the table stays empty',
    9,
    20,
    { why: 'no change has any effect on what arrives' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.replace(
          '/w/models/orders.sql',
          `where day > '2026-11-${10 + i}'`,
          `where day >= '2026-11-${11 + i}' and ${word(i)} is not null`,
        ),
        desk.run(
          'dbt run --select orders',
          `${clock(i)}  1 of 1 START sql table model shop.orders\n${clock(i + 1)}  1 of 1 OK created sql table model shop.orders [SELECT in 1.${i}2s]\nDone. PASS=1 WARN=0 ERROR=0`,
        ),
        desk.use(
          'postgres',
          'query',
          { query: 'select count(*) from shop.orders' },
          '[{"count":"0"}]',
        ),
      ]);
    },
  ),
  stall(
    'repositories added to a build, the same artifact missing',
    5,
    12,
    { why: 'the version does not exist' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/settings.gradle.kts',
          'repositories {',
          `repositories {\n    maven("https://repo.${word(i)}.org/releases")`,
        ),
        desk.run(
          './gradlew :app:assembleDebug',
          `> Task :app:preBuild UP-TO-DATE\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:checkDebugAarMetadata'.\n> Could not resolve com.acme:charts:9.9.9.\n\nBUILD FAILED in ${3 + i}s`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a program made executable again and again',
    5,
    12,
    { why: 'the mark is set, and it is the mount that forbids it' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run('./gradlew build', 'bash: ./gradlew: Permission denied', 126),
        desk.run(
          pick(
            ['chmod +x gradlew', 'chmod 755 ./gradlew', 'chmod a+rx gradlew && ls -l gradlew'],
            i,
          ),
          i % 3 === 2 ? '-rwxr-xr-x 1 dev dev 8762 Nov 21 10:00 gradlew' : '',
        ),
      ]);
    },
  ),
  stall(
    'a limit set by one interface, and the other one shows the old',
    5,
    14,
    { why: 'each setting is accepted, none arrives' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.use(
          'gateway',
          'set_limit',
          { route: 'orders', value: 20 + i * 5 },
          '{"status":200,"message":"OK"}',
        ),
        desk.use('gateway', 'get_limit', { route: 'orders' }, '{"route":"orders","limit":10}'),
      ]);
    },
  ),
  stall(
    'formulas written into a cell that shows the same error',
    5,
    12,
    { why: 'the sheet that they refer to is not there' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.use(
          'sheets',
          'set_cell',
          {
            sheet: 'Plan',
            cell: 'D4',
            value: `=SUMIF(Data!A:A,"${word(i)}",Data!${pick(['B', 'C', 'D'], i)}:${pick(['B', 'C', 'D'], i)})`,
          },
          '{"updatedCells":1}',
        ),
        desk.use('sheets', 'get_cell', { sheet: 'Plan', cell: 'D4' }, '{"value":"#REF!"}'),
      ]);
    },
  ),
  stall(
    'a document that does not compile, at the same command',
    5,
    12,
    { why: 'the same control sequence after each edit' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/thesis/ch2.tex',
          `\\section{${word(i)}}`,
          `\\section{${word(i)}}\\label{sec:${word(i)}${i}}`,
        ),
        desk.run(
          'latexmk -pdf -interaction=nonstopmode thesis.tex',
          `Rc files read: NONE\nRun number 1 of rule 'pdflatex'\nThis is pdfTeX, Version 3.141592653-2.6-1.40.26\n(./thesis.tex (./thesis.aux) (./ch1.tex [${1 + i}] [${2 + i}]) (./ch2.tex\n! Undefined control sequence.\nl.${214 + i} \\qtyrange\n                  {1}{5}{\\metre}\n[${14 + i}])\nOutput written on thesis.pdf (${31 + i} pages, ${412_000 + i * 311} bytes).\nLatexmk: Errors, so I did not complete making targets`,
          12,
        ),
      ]);
    },
  ),
  stall(
    'a message sent, the inbox looked at, and sent again',
    6,
    14,
    { why: 'none arrives; each is sent all the same' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.use(
          'mail',
          'send_message',
          {
            to: 'qa@example.com',
            subject: `Sign-up test${i === 0 ? '' : ` ${i + 1}`}`,
            content: 'Please confirm.',
          },
          `{"queued":true,"id":"m-${hex(i, 10)}"}`,
        ),
        desk.use(
          'mail',
          'list_messages',
          { folder: 'Inbox', unread: true },
          '{"messages":[],"total":0}',
        ),
      ]);
    },
  ),
  stall(
    'a migration tried, taken back, changed and tried again',
    10,
    24,
    { why: 'the same statement fails for the same reason' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(
          'npx prisma migrate deploy',
          `Applying migration \`20261121_orders\`\nError: P3018\nA migration failed to apply.\nDatabase error code: 23502\nERROR: column "currency" of relation "orders" contains null values`,
          1,
        ),
        desk.run(
          'npx prisma migrate resolve --rolled-back 20261121_orders',
          'Migration 20261121_orders marked as rolled back.',
        ),
        desk.replace(
          '/w/prisma/migrations/20261121_orders/migration.sql',
          `-- ${word(i)}`,
          `-- ${word(i + 1)}\nALTER TABLE "orders" ALTER COLUMN "note${i}" DROP NOT NULL;`,
        ),
        desk.read('/w/prisma/schema.prisma', source('schema', 18)),
      ]);
    },
  ),
];
