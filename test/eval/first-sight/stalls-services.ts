/** Circles of changes to what runs elsewhere (a service, a device, a table) after which a look shows the same. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';

export const stallsByServices: readonly Idea[] = [
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
