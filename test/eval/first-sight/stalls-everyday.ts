/** Circles of everyday work with builds, deployments and data. Before any rule was tried on them, 212 of 264 were found. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';

/** A command and how it is refused. */
type Way = readonly [string, string];

/** What a cluster puts behind a name: letters and digits that make no words. */
const generated = (seed: number, length: number): string =>
  hex(seed, length).replace(/[013ae]/g, (digit) => 'xzkwv'['013ae'.indexOf(digit)] ?? digit);

export const stallsOfEverydayWork: readonly Idea[] = [
  stall(
    'a chart changed and installed, its image is never there',
    9,
    24,
    { why: 'whatever is set, the same image cannot be pulled' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.replace('/w/deploy/values.yaml', `cpu: ${100 + i * 50}m`, `cpu: ${150 + i * 50}m`),
        desk.run(
          'kubectl apply -k deploy',
          'service/shop unchanged\ndeployment.apps/shop configured',
        ),
        desk.run(
          'kubectl rollout status deploy/shop --timeout=60s',
          'Waiting for deployment "shop" rollout to finish: 0 of 2 updated replicas are available...\nerror: timed out waiting for the condition',
          1,
        ),
        desk.run(
          'kubectl get pods -l app=shop',
          `NAME                    READY   STATUS             RESTARTS   AGE\nshop-${generated(i, 10)}-${generated(i + 40, 5)}   0/1     ImagePullBackOff   0          ${61 + i}s\nshop-${generated(i, 10)}-${generated(i + 80, 5)}   0/1     ImagePullBackOff   0          ${61 + i}s`,
        ),
      ]);
    },
  ),
  stall(
    'a hook that sorts imports, and a commit that is never made',
    6,
    16,
    { why: 'staged again each time, altered again each time' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run('git add -A', ''),
        desk.run(
          `git commit -m '${pick(['Sort the orders', 'Sort orders', 'Orders are sorted', 'feat: sorted orders'], i)}'`,
          'isort....................................................................Failed\n- hook id: isort\n- files were modified by this hook\n\nFixing /w/shop/orders.py\n\nblack....................................................................Failed\n- hook id: black\n- files were modified by this hook\n\nreformatted shop/orders.py\n1 file reformatted.',
          1,
        ),
      ]);
    },
  ),
  stall(
    'ever other versions of a library, the same import fails',
    6,
    16,
    { why: 'it is another interpreter that runs the program' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          `pip install numpy==1.${19 + i}.${i % 3}`,
          `Collecting numpy==1.${19 + i}.${i % 3}\n  Downloading numpy-1.${19 + i}.${i % 3}-cp311-manylinux_x86_64.whl (18.${i} MB)\nInstalling collected packages: numpy\n  Attempting uninstall: numpy\n    Found existing installation: numpy 1.${18 + i}.0\nSuccessfully installed numpy-1.${19 + i}.${i % 3}`,
        ),
        desk.run(
          'python3 train.py --epochs 1',
          `Traceback (most recent call last):\n  File "/w/train.py", line 3, in <module>\n    import torch\nRuntimeError: module compiled against API version 0x10 but this version of numpy is 0xe`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'one helper after the other is told more, and each lacks the same log',
    4,
    10,
    { why: 'what they lack is never given' },
    (_, story) => {
      story.repeat(10, (i) => ({
        tool: 'Task',
        class: 'task',
        input: {
          description: 'Find why the import hangs',
          prompt: `Find why the import hangs. ${Array.from({ length: i + 1 }, (_, n) => `Also know that the ${word(n)} is not the cause.`).join(' ')}`,
        },
        output: `I looked through the project, and cannot say why the import hangs: logs/import.log, which would tell, is not there. Please run the import with LOG=1 first, so that the file is written.`,
      }));
    },
  ),
  stall(
    'a guide looked for under ever other addresses of a site that has moved',
    4,
    11,
    { why: 'every address leads to the same notice' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.use(
          'web',
          'fetch',
          {
            url: `https://docs.shopkit.example/${pick(['guide', 'v2/guide', 'latest', 'api', 'reference', 'en/latest', 'manual'], i)}/${word(i)}`,
          },
          '# ShopKit documentation\n\nThe documentation has moved to a new home. Old pages are no longer kept here.\n\n[Start page](https://shopkit.example) · [Contact](https://shopkit.example/contact)',
        ),
      );
    },
  ),
  stall(
    'a dialog that is closed and there again',
    6,
    16,
    { why: 'whatever is pressed, the dialog is still open' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        pick(
          [
            desk.use('browser', 'click', { ref: `e${i * 7 + 4}` }, 'Clicked'),
            desk.use('browser', 'press_key', { key: 'Escape' }, 'Pressed Escape'),
            desk.use('browser', 'click', { ref: `e${i * 7 + 2}` }, 'Clicked'),
          ],
          i,
        ),
        desk.use(
          'browser',
          'snapshot',
          {},
          `- Page URL: http://localhost:3000/cart\n- dialog "Choose your country" [ref=e${i * 7 + 2}]\n  - combobox "Country" [ref=e${i * 7 + 3}]\n  - button "Close" [ref=e${i * 7 + 4}]`,
        ),
      ]);
    },
  ),
  stall(
    'a conflict resolved and the rebase continued, which is told that it is not resolved',
    9,
    21,
    { why: 'it is another file that is in conflict' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.replace('/w/src/cart.ts', `total(${word(i)})`, `total(${word(i + 1)}, ${i})`),
        desk.run('git add src/cart.ts', ''),
        desk.run(
          'GIT_EDITOR=true git rebase --continue',
          'src/tax.ts: needs merge\nYou must edit all merge conflicts and then\nmark them as resolved using git add',
          1,
        ),
      ]);
    },
  ),
  stall(
    'rights changed in ever other ways, and the file cannot be written',
    6,
    16,
    { why: 'the folder belongs to somebody else, and every way is refused' },
    (desk, story) => {
      const ways: [Way, ...Way[]] = [
        [
          'chmod -R u+w /data/out',
          "chmod: changing permissions of '/data/out': Operation not permitted",
        ],
        [
          'chown -R $(id -u) /data/out',
          "chown: changing ownership of '/data/out': Operation not permitted",
        ],
        ['setfacl -m u:$(id -u):rwx /data/out', 'setfacl: /data/out: Operation not permitted'],
        [
          'mv /data/out /data/out.old',
          "mv: cannot move '/data/out' to '/data/out.old': Permission denied",
        ],
        [
          'install -d -m 777 /data/out/new',
          "install: cannot create directory '/data/out/new': Permission denied",
        ],
      ];
      rounds(story, 8, (i) => {
        const [command, refusal] = pick(ways, i);
        return [
          desk.run(command, refusal, 1),
          desk.run(
            './export.sh /data/out/orders.csv',
            './export.sh: line 7: /data/out/orders.csv: Permission denied',
            1,
          ),
        ];
      });
    },
  ),
  stall(
    'a migration made and applied, and the check wants the same one again',
    9,
    21,
    { why: 'the type is never what the check compares with' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(
          `alembic revision --autogenerate -m 'total ${word(i)}'`,
          `INFO  [alembic.autogenerate.compare] Detected type change from NUMERIC() to Float() on 'orders.total'\n  Generating /w/versions/${hex(i, 12)}_total_${word(i)}.py ...  done`,
        ),
        desk.run(
          'alembic upgrade head',
          `INFO  [alembic.runtime.migration] Running upgrade ${hex(i + 99, 12)} -> ${hex(i, 12)}, total ${word(i)}`,
        ),
        desk.run(
          'alembic check',
          `FAILED: New upgrade operations detected: [[('modify_type', None, 'orders', 'total', {'existing_nullable': True}, NUMERIC(), Float())]]`,
          255,
        ),
      ]);
    },
  ),
  stall(
    'a run of the pipeline started anew, which the account forbids',
    5,
    14,
    { why: 'no job is started, and nothing but the bill can help' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run('gh run rerun 4711 --failed', '✓ Requested rerun (failed jobs) of run 4711'),
        desk.run(
          'gh run watch 4711 --exit-status',
          `Refreshing run status every 3 seconds. Press Ctrl+C to quit.\n\nX topic CI · 4711\nTriggered via push about ${12 + i * 2} minutes ago\n\nJOBS\nX lint in 2s (ID 33${i}41)\n\nANNOTATIONS\nX The job was not started because recent account payments have failed or your spending limit needs to be increased.\nlint: .github#1`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a message extended and its code generated, and the field is not there',
    9,
    21,
    { why: 'the code is generated from another copy of the message' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.replace(
          '/w/proto/order.proto',
          `string tenant_id = ${7 + i};`,
          `string tenant_id = ${8 + i};`,
        ),
        desk.run('buf generate', ''),
        desk.run(
          'go build ./...',
          '# shop/server\nserver/orders.go:41:18: req.TenantId undefined (type *pb.OrderRequest has no field or method TenantId)',
          1,
        ),
      ]);
    },
  ),
  stall(
    'an export ordered again and again, and each fails for the same reason',
    5,
    14,
    { why: 'each order is accepted, and each fails' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.use(
          'shop',
          'create_export',
          { kind: 'orders', format: pick(['csv', 'json', 'xlsx'], i), days: 30 - i },
          `{"job":"exp-${hex(i, 10)}","state":"queued"}`,
        ),
        desk.use(
          'shop',
          'get_export',
          { job: `exp-${hex(i, 10)}` },
          `{"job":"exp-${hex(i, 10)}","state":"failed","reason":"plan does not include exports","finished_at":"2026-11-21T${clock(i)}Z"}`,
        ),
      ]);
    },
  ),
];

export const stallsOfEverydayLooks: readonly Idea[] = [
  stall(
    'a file read in slices to its end, and again from its beginning',
    6,
    14,
    { why: 'every line was read before' },
    (desk, story) => {
      const lines = source('ledger', 360).split('\n');
      story.repeat(18, (i) => {
        const from = (i % 3) * 120;
        return desk.read('/w/src/ledger.ts', lines.slice(from, from + 120).join('\n'), [
          from + 1,
          120,
        ]);
      });
    },
  ),
  stall(
    'a test run with ever other seeds, which fails at the same place',
    4,
    11,
    { why: 'the seed does not matter' },
    (desk, story) => {
      story.repeat(11, (i) =>
        desk.run(
          `python -m pytest tests/test_sync.py -q --seed=${i * 17 + 3}`,
          `F                                                                        [100%]\n=================================== FAILURES ===================================\n_________________________________ test_two_ways _________________________________\n>       assert left.rows == right.rows\nE       AssertionError: assert 41 == 42\n\ntests/test_sync.py:28: AssertionError\n=========================== short test summary info ============================\nFAILED tests/test_sync.py::test_two_ways - AssertionError: assert 41 == 42\n1 failed in 0.${31 + i}s`,
          1,
        ),
      );
    },
  ),
  stall(
    'a plan put into other words, a look at what changed, and nothing has',
    7,
    16,
    { why: 'nothing is done between the plans' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.todo([
          `Look into the ${word(i)}`,
          `Mend the ${word(i + 1)}`,
          `Test the ${word(i + 2)}`,
        ]),
        desk.run('git status --short', ' M src/cart.ts'),
        desk.run(
          'git diff --stat',
          ' src/cart.ts | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)',
        ),
      ]);
    },
  ),
  stall(
    'a bundle changed and loaded, whose console says the same',
    9,
    21,
    { why: 'nothing that is edited reaches the page' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.replace('/w/vite.config.ts', `'${word(i)}'`, `'${word(i + 1)}', // try ${i}`),
        desk.use(
          'browser',
          'navigate',
          { url: 'http://localhost:5173/' },
          '- Page URL: http://localhost:5173/\n- Page Title: Shop',
        ),
        desk.use(
          'browser',
          'console_messages',
          {},
          `[ERROR] Uncaught ReferenceError: process is not defined @ http://localhost:5173/assets/index-${hex(i, 8)}.js:${12 + i}`,
        ),
      ]);
    },
  ),
  stall(
    'a session of an interpreter whose device is lost, and ever other lines',
    4,
    11,
    { why: 'after the first failure every line fails, whatever it says' },
    (desk, story) => {
      story.repeat(11, (i) =>
        desk.use(
          'python',
          'execute',
          { code: `x = model.${word(i)}(batch[${i}:${i + 4}])\nprint(x.${word(i + 2)})` },
          `---------------------------------------------------------------------------\nRuntimeError                              Traceback (most recent call last)\nCell In[${i + 4}], line 1\n----> 1 x = model.${word(i)}(batch[${i}:${i + 4}])\n\nRuntimeError: CUDA error: device-side assert triggered`,
          { failed: true },
        ),
      );
    },
  ),
  stall(
    'a patch written anew each time, which never applies',
    5,
    12,
    { why: 'it is made against another version of the file' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.write(
          '/w/fix.patch',
          `--- a/src/cart.ts\n+++ b/src/cart.ts\n@@ -${38 + i},3 +${38 + i},4 @@\n   const tax = rate;\n+  round(${word(i)});\n   return tax;\n`,
        ),
        desk.run(
          'git apply fix.patch',
          `error: patch failed: src/cart.ts:${38 + i}\nerror: src/cart.ts: patch does not apply`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a rule added to a script that cleans a table, and no row is dropped',
    5,
    14,
    { why: 'the rules look at a column that is not there' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/clean.py',
          'return rows',
          `rows = [r for r in rows if r.get('${word(i)}') != 'n/a']\n    return rows`,
        ),
        desk.run(
          'python clean.py raw/orders.csv out/orders.csv',
          'read 10412 rows\ndropped 0 rows\nwrote 10412 rows to out/orders.csv',
        ),
      ]);
    },
  ),
  stall(
    'a web server whose port is taken, whatever its settings',
    9,
    21,
    { why: 'the other program is never looked for' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.replace(
          '/etc/nginx/nginx.conf',
          `worker_connections ${512 + i * 128};`,
          `worker_connections ${640 + i * 128};`,
        ),
        desk.run(
          'systemctl restart nginx',
          'Job for nginx.service failed because the control process exited with error code.\nSee "systemctl status nginx.service" and "journalctl -xeu nginx.service" for details.',
          1,
        ),
        desk.run(
          'journalctl -u nginx -n 3 --no-pager',
          `Nov 21 ${clock(i)} dev nginx[${4100 + i * 13}]: nginx: [emerg] bind() to 0.0.0.0:80 failed (98: Address already in use)\nNov 21 ${clock(i)} dev nginx[${4100 + i * 13}]: nginx: configuration file /etc/nginx/nginx.conf test failed\nNov 21 ${clock(i)} dev systemd[1]: Failed to start A high performance web server.`,
        ),
      ]);
    },
  ),
  stall(
    'a search for the bad commit, whose script is not found',
    5,
    14,
    { why: 'the script is gone as soon as another commit is checked out' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.write('/w/check.sh', `#!/bin/sh\nset -e\nnpm run build\nnode check.js ${word(i)}\n`),
        desk.run(
          'git bisect reset; git bisect start HEAD v4.1 && git bisect run ./check.sh',
          `Bisecting: 41 revisions left to test after this (roughly 5 steps)\n[${hex(1, 40)}] The cart\nrunning './check.sh'\nsh: 1: ./check.sh: not found\nerror: bisect run failed: exit code 127 from './check.sh' is < 0 or >= 128`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'settings of a benchmark changed, which is up to date each time',
    5,
    14,
    { why: 'nothing is measured' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace('/w/bench/settings.mk', `THREADS := ${i + 1}`, `THREADS := ${i + 2}`),
        desk.run('make bench', "make: 'bench' is up to date."),
      ]);
    },
  ),
  stall(
    'translations entered, of which the catalogue knows none',
    5,
    14,
    { why: 'they go into a file that is not the one that is counted' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/locale/de.po',
          `msgid "${word(i)}"\nmsgstr ""`,
          `msgid "${word(i)}"\nmsgstr "${word(i + 3)}"`,
        ),
        desk.run(
          'msgfmt --statistics -o /dev/null po/de.po',
          '0 translated messages, 214 untranslated messages.',
        ),
      ]);
    },
  ),
  stall(
    'an image built on a full disk, from which nothing can be cleared',
    5,
    12,
    { why: 'what is cleared is nothing, and the disk is still full' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(
          pick(
            [
              'docker system prune -f',
              'docker builder prune -af',
              'docker image prune -af',
              'docker volume prune -f',
            ],
            i,
          ),
          'Total reclaimed space: 0B',
        ),
        desk.run(
          `docker build -t shop:${pick(['latest', 'dev', 'slim'], i)} .`,
          `#9 [build 4/6] RUN npm ci\n#9 ${3 + i}.41 npm error code ENOSPC\n#9 ${3 + i}.42 npm error nospc ENOSPC: no space left on device, write\nERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 228`,
          1,
        ),
      ]);
    },
  ),
];
