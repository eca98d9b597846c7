/** Circles of acts without effect, written after the rule on unmoved answers and before it was tried on them. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';

export const stallsByEffects: readonly Idea[] = [
  stall(
    'a name that is changed again and again, and still resolves to the old address',
    5,
    14,
    { why: 'each change is accepted, none is seen: it is another zone that answers' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.use(
          'dns',
          'update_record',
          { zone: 'example.com', name: 'api', type: 'A', content: '10.0.7.15', ttl: 300 - i * 30 },
          `{"success":true,"result":{"id":"${hex(i, 24)}"}}`,
        ),
        desk.run('dig +short api.example.com', '10.0.1.4'),
      ]);
    },
  ),
  stall(
    'a prompt that is reworded while the score stays the same',
    5,
    14,
    { why: 'the program reads another prompt: not one answer differs' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/prompts/extract.txt',
          `Answer as ${word(i)}.`,
          `Answer as ${word(i + 1)}, and be brief.`,
        ),
        desk.run('python evaluate.py --set dev', 'dev: 31 of 50 right, accuracy 0.62'),
      ]);
    },
  ),
  stall(
    'a handler edited, the server started anew, the same wrong total',
    9,
    21,
    { why: 'the request goes to another process' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.replace(
          '/w/server/cart.ts',
          `total += item.price * ${word(i)}`,
          `total += item.price * ${word(i + 1)}`,
        ),
        desk.run(
          'pm2 restart shop',
          `[PM2] Applying action restartProcessId on app [shop](ids: 0)\n[PM2] [shop](0) ✓`,
        ),
        desk.run('curl -s localhost:3000/api/cart/7', '{"id":7,"items":3,"total":41}'),
      ]);
    },
  ),
  stall(
    'a field that is written and reads as empty',
    5,
    14,
    { why: 'the field is in another table' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.use(
          'api',
          'mutate',
          { mutation: `updateUser(id: 7, phone: "+49 30 12345${i}") { ok }` },
          '{"data":{"updateUser":{"ok":true}}}',
        ),
        desk.use(
          'api',
          'get_user',
          { id: 'user-7', fields: ['name', 'phone'] },
          '{"data":{"user":{"name":"Ada","phone":null}}}',
        ),
      ]);
    },
  ),
  stall(
    'a pattern that is rewritten and matches no line',
    5,
    14,
    { why: 'the lines are of another file' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace('/w/parse.js', `/^${word(i)}\\s+/`, `/^${word(i + 1)}\\s*:/`),
        desk.run('node bin/parse.js sample.txt', 'read 12 lines, matched 0'),
      ]);
    },
  ),
  stall(
    'a container that exits, whatever its environment',
    9,
    21,
    { why: 'the same exit after each change' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.replace('/w/.env', `WORKERS=${i + 1}`, `WORKERS=${i + 2}`),
        desk.run(
          'docker compose up -d',
          ` Container shop-api-1  Recreate\n Container shop-api-1  Recreated\n Container shop-api-1  Started`,
        ),
        desk.run(
          'docker compose ps -a',
          `NAME         IMAGE   STATUS\nshop-api-1   shop    Exited (1) ${2 + i} seconds ago`,
        ),
      ]);
    },
  ),
  stall(
    'two tests, of which one fails whenever the other passes',
    9,
    22,
    { why: 'what mends one breaks the other, for the third time' },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.replace(
          '/w/shop/round.py',
          `return round(x, ${i % 2}) # ${word(i)}`,
          `return round(x, ${(i + 1) % 2}) # ${word(i + 1)}`,
        ),
        desk.run(
          'pytest -q',
          i % 2 === 0
            ? `FAILED tests/test_round.py::test_halves - assert 2.5 == 3\n1 failed, 11 passed in 0.${12 + i}s`
            : `FAILED tests/test_round.py::test_cents - assert 2 == 2.25\n1 failed, 11 passed in 0.${12 + i}s`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a push that is refused, after each fetch',
    6,
    14,
    { why: 'the branch is protected: to fetch changes nothing' },
    (desk, story) => {
      rounds(story, 8, () => [
        desk.run(
          'git push origin main',
          'remote: error: GH006: Protected branch update failed for refs/heads/main.\nTo github.com:acme/shop.git\n ! [remote rejected] main -> main (protected branch hook declined)\nerror: failed to push some refs',
          1,
        ),
        desk.run('git pull --rebase origin main', 'Current branch main is up to date.'),
      ]);
    },
  ),
  stall(
    'a token fetched, and refused',
    6,
    15,
    { why: 'each new token is refused: it is the audience that is wrong' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          `curl -s -X POST https://id.example.com/token -d grant_type=client_credentials -d scope=${pick(['api', 'api.read', 'openid api'], i)}`,
          `{"access_token":"${hex(i, 40)}","expires_in":3600}`,
        ),
        desk.run(
          `curl -s -H "Authorization: Bearer ${hex(i, 40)}" https://api.example.com/me`,
          '{"status":401,"title":"Unauthorized","detail":"audience not accepted"}',
        ),
      ]);
    },
  ),
  stall(
    'applied, planned, applied: the same difference',
    6,
    14,
    { why: 'the provider always finds it different' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          'terraform plan -no-color',
          `  # aws_lb.main will be updated in-place\n  ~ resource "aws_lb" "main" {\n      ~ tags = {}\n    }\n\nPlan: 0 to add, 1 to change, 0 to destroy.`,
        ),
        desk.run(
          'terraform apply -auto-approve -no-color',
          `aws_lb.main: Modifying...\naws_lb.main: Modifications complete after ${2 + i}s\n\nApply complete! Resources: 0 added, 1 changed, 0 destroyed.`,
        ),
      ]);
    },
  ),
  stall(
    'a time limit that is raised, and runs out',
    5,
    12,
    { why: 'the test waits for something that never comes' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.replace(
          '/w/vitest.config.ts',
          `testTimeout: ${5000 * (i + 1)}`,
          `testTimeout: ${5000 * (i + 2)}`,
        ),
        desk.run(
          'npx vitest run test/sync.test.ts',
          ` ❯ test/sync.test.ts (1 test | 1 failed) ${5000 * (i + 2) + 21}ms\n   × syncs the cart\n     → Test timed out in ${5000 * (i + 2)}ms.\n\n Test Files  1 failed (1)\n      Tests  1 failed (1)`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'all packages removed and installed, and one is missing',
    6,
    14,
    { why: 'it is in no manifest' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(
          pick(
            [
              'rm -rf node_modules && npm ci',
              'rm -rf node_modules package-lock.json && npm install',
              'npm ci --force',
            ],
            i,
          ),
          `added 412 packages, and audited 413 packages in ${8 + i}s\n\nfound 0 vulnerabilities`,
        ),
        desk.run(
          'node server.js',
          "Error: Cannot find module 'left-pad'\nRequire stack:\n- /w/server.js\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)",
          1,
        ),
      ]);
    },
  ),
  stall(
    'a service restarted, its log read, the same end',
    6,
    15,
    { why: 'nothing is changed between the starts' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run('sudo systemctl restart shop', ''),
        desk.run(
          'tail -n 3 /var/log/shop.log',
          `2026-11-21 ${clock(i)} INFO starting\n2026-11-21 ${clock(i)} ERROR cannot bind 0.0.0.0:8080: address in use\n2026-11-21 ${clock(i)} INFO bye`,
        ),
      ]);
    },
  ),
  stall(
    'a form filled in another order, and the same field is missing',
    6,
    18,
    { why: 'the field that is missing is on no page' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.use(
          'browser',
          'fill_form',
          {
            fields: pick(
              [
                ['name', 'city'],
                ['city', 'name'],
                ['name', 'city', 'zip'],
              ],
              i,
            ).map((name) => ({ name, value: `${name} 1` })),
          },
          'Filled',
        ),
        desk.use(
          'browser',
          'click',
          { element: 'Next' },
          `Step 2 of 5\n- alert: "VAT number is required"\n- button "Next" [ref=e${12 + i}]`,
        ),
      ]);
    },
  ),
  stall(
    'a training that is changed, and learns nothing',
    5,
    14,
    { why: 'the loss is not a number from the first epoch on, whatever is changed' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace('/w/train.yaml', `dropout: 0.${i}`, `dropout: 0.${i + 1}`),
        desk.run(
          'python -m shop.train --epochs 1',
          `epoch 1: loss nan, ${40 + i}.2 s\nsaved nothing`,
        ),
      ]);
    },
  ),
  stall(
    'three readers of one file, which all find it as it was',
    5,
    14,
    { why: 'the edits go to a copy' },
    (desk, story) => {
      story.step(desk.read('/w/config/app.yaml', source('app', 12)));
      rounds(story, 8, (i) => [
        desk.replace('/w/config/app.yaml', `port: ${8000 + i}`, `port: ${8001 + i}`),
        desk.use(
          'config',
          'effective',
          { service: 'shop' },
          '{"port":7000,"source":"/etc/shop/app.yaml"}',
        ),
      ]);
    },
  ),
];
