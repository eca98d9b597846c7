/** Circles in pipelines, repositories, trainings, devices, and with the tools of servers and helpers. Before any rule was tried on it, 60 of 144 were found in time. */
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';
import { finish, lookAround, rewrite, seconds, workAWhile, type Edits } from './openings.js';

export const stallsOfCrews: readonly Idea[] = [
  stall(
    'a workflow changed, pushed and watched, whose same step fails',
    12,
    28,
    { why: 'the job runs in a container that lacks the program' },
    (desk, story) => {
      const versions = [
        'run: zip -r dist.zip dist',
        'run: /usr/bin/zip -r dist.zip dist',
        'shell: bash\n        run: zip -r dist.zip dist',
        'working-directory: .\n        run: zip -r dist.zip dist',
        'run: |\n          set -x\n          zip -r dist.zip ./dist',
        'run: which zip; zip -rq dist.zip dist',
        'env: { PATH: "/usr/bin:/bin" }\n        run: zip -r dist.zip dist',
        'run: hash -r && zip -r dist.zip dist',
      ] as const;
      rounds(story, 7, (i) => {
        const run = 11_840_220_117 + i * 1_204_331;
        return [
          rewrite(desk, '/w/.github/workflows/release.yml', versions, i),
          desk.run(
            `git commit -qam "ci: ${pick(['fix the archive step', 'find zip', 'set the shell', 'print more'], i)}" && git push -q && git log --oneline -1`,
            `${hex(i, 7)} ci: ${pick(['fix the archive step', 'find zip', 'set the shell', 'print more'], i)}`,
          ),
          desk.run(
            `gh run watch ${run} --exit-status | tail -3`,
            `X main release · ${run}\nTriggered via push about ${1 + (i % 2)} minute${i % 2 === 0 ? '' : 's'} ago\nX build in ${48 + i}s (ID ${33_001_227_000 + i * 9_113})`,
            1,
          ),
          desk.run(
            `gh run view ${run} --log-failed | tail -2`,
            `build\tArchive\t2026-11-21T${clock(i)}.${hex(i, 3)}Z /__w/_temp/${hex(i + 20, 8)}.sh: line ${1 + (i % 2)}: zip: command not found\nbuild\tArchive\t2026-11-21T${clock(i)}.${hex(i, 3)}Z ##[error]Process completed with exit code 127.`,
          ),
        ];
      });
    },
  ),
  stall(
    'a file too large for the other side, which stays in the history',
    6,
    16,
    { why: 'a new commit does not take it out of the old one' },
    (desk, story) => {
      const tries = [
        'git rm --cached data/base.bin && git commit -qm "Remove the base"',
        'echo "data/*.bin" >> .gitignore && git commit -qam "Ignore the data"',
        'git lfs track "*.bin" && git add .gitattributes && git commit -qm "Track with LFS"',
        'rm -f data/base.bin && git add -A && git commit -qm "Delete the base"  --allow-empty',
        'git gc --prune=now',
        'git commit --amend --no-edit',
        'git config http.postBuffer 524288000',
        'git reset --soft HEAD~1 && git commit -qm "Clean up"',
      ] as const;
      rounds(story, 8, (i) => [
        desk.run(pick(tries, i), i === 0 ? "rm 'data/base.bin'" : ''),
        desk.run(
          'git push origin HEAD',
          `remote: error: Trace: ${hex(i, 40)}\nremote: error: See https://git.example.test/large for more information.\nremote: error: File data/base.bin is 132.41 MB; this exceeds the file size limit of 100.00 MB\nTo git.example.test:acme/maps.git\n ! [remote rejected] HEAD -> tiles (pre-receive hook declined)\nerror: failed to push some refs to 'git.example.test:acme/maps.git'`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a loss that is no number, whatever is turned',
    21,
    33,
    { why: 'a column of the data holds no number' },
    (desk, story) => {
      workAWhile(desk, story);
      const steps: Edits = [
        ['/w/conf.yaml', 'lr: 1e-3', 'lr: 3e-4'],
        ['/w/train.py', 'opt.step()', 'clip_grad_norm_(net.parameters(), 1.0)\n        opt.step()'],
        ['/w/conf.yaml', 'precision: bf16', 'precision: 32'],
        ['/w/conf.yaml', 'lr: 3e-4', 'lr: 1e-6'],
        ['/w/net.py', 'nn.LayerNorm(d)', 'nn.LayerNorm(d, eps=1e-3)'],
        ['/w/conf.yaml', 'warmup: 0', 'warmup: 2000'],
        ['/w/net.py', 'nn.init.normal_(w)', 'nn.init.zeros_(w)'],
        ['/w/train.py', 'AdamW(', 'SGD('],
        ['/w/conf.yaml', 'batch: 64', 'batch: 8'],
      ];
      rounds(story, 9, (i) => [
        desk.replace(...pick(steps, i)),
        desk.run(
          'python train.py --max-steps 50 2>&1 | tail -3',
          `step 10 | loss nan | grad_norm nan | ${812 + ((i * 53) % 90)} tok/s\nstep 30 | loss nan | grad_norm nan | ${820 + ((i * 31) % 90)} tok/s\nstep 50 | loss nan | grad_norm nan | ${818 + ((i * 17) % 90)} tok/s`,
        ),
      ]);
    },
  ),
  stall(
    'a telephone that does not trust this computer, asked anew',
    6,
    14,
    { why: 'someone has to tap on it', prompt: 'Install the debug build on my phone.' },
    (desk, story) => {
      const between = [
        'adb kill-server && adb start-server',
        'adb reconnect',
        'rm -f ~/.android/adbkey* && adb start-server',
        'adb reconnect offline',
        'adb usb',
        'sudo udevadm control --reload-rules && sudo udevadm trigger',
        'adb kill-server; sleep 5; adb start-server',
      ] as const;
      rounds(story, 7, (i) => [
        desk.run(
          pick(between, i),
          pick(
            [
              '* daemon not running; starting now at tcp:5037\n* daemon started successfully',
              'reconnecting R58N123ABCD [unauthorized]',
              '',
              '',
              "error: device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set",
              '',
              '* daemon not running; starting now at tcp:5037\n* daemon started successfully',
            ],
            i,
          ),
          i === 4 ? 1 : 0,
        ),
        desk.run(
          i % 2 === 0 ? 'adb devices -l' : './gradlew installDebug -q',
          i % 2 === 0
            ? `List of devices attached\nR58N123ABCD            unauthorized usb:1-${2 + (i % 3)} transport_id:${3 + i}`
            : `FAILURE: Build failed with an exception.\n> com.android.builder.testing.api.DeviceException: No online devices found.\n\nBUILD FAILED in ${3 + i}s`,
          i % 2,
        ),
      ]);
    },
  ),
  stall(
    'symbols asked of a language server that has indexed nothing',
    8,
    16,
    { why: 'the server was started in another folder' },
    (desk, story) => {
      lookAround(desk, story);
      const names = [
        'createOrder',
        'orders/createOrder',
        '/createOrder',
        'create_order',
        'OrderInput',
        'createOrder(',
        'orders',
        'src/orders/create.ts/createOrder',
        'Order',
      ] as const;
      story.repeat(11, (i) =>
        i % 4 === 3
          ? desk.use('lsp', 'restart_language_server', {}, 'OK')
          : desk.use(
              'lsp',
              pick(['find_symbol', 'find_symbol', 'find_referencing_symbols'], i),
              {
                name_path: pick(names, i),
                relative_path: pick(['', 'src', 'src/orders/create.ts'], i),
                substring_matching: i % 2 === 1,
              },
              '[]',
            ),
      );
    },
  ),
  stall(
    'a sentence that is too long, then too short, then as long as before',
    7,
    20,
    { why: 'the same two texts take turns' },
    (desk, story) => {
      const long =
        'Orders takes what your customers ask for, checks it against the stock of every house, and hands it on to the people who pack it, in one clear place.';
      const short = 'Orders takes what your customers ask for and hands it on.';
      rounds(story, 10, (i) => [
        i % 2 === 0
          ? desk.replace('/w/site/index.md', `description: ${short}`, `description: ${long}`)
          : desk.replace('/w/site/index.md', `description: ${long}`, `description: ${short}`),
        desk.run(
          'node scripts/check-meta.mjs site/index.md',
          i % 2 === 0
            ? 'site/index.md: description has 148 characters, at most 140 are allowed'
            : 'site/index.md: description has 57 characters, at least 120 are wanted',
          1,
        ),
      ]);
    },
  ),
  stall(
    'a base whose version no file knows, spoken to by every command',
    4,
    12,
    { why: 'the base was moved by a branch that is not here' },
    (desk, story) => {
      const tries = [
        'alembic upgrade head',
        'alembic current',
        'alembic stamp head',
        'alembic upgrade heads',
        'alembic downgrade -1',
        'alembic history -i',
        'alembic merge heads -m "merge"  && alembic upgrade head',
        'alembic revision --autogenerate -m "sync"',
        'alembic -x db=dev upgrade head',
        'python -m alembic upgrade +1',
        'alembic check',
      ] as const;
      rounds(story, 11, (i) => [
        desk.run(
          pick(tries, i),
          `INFO  [alembic.runtime.migration] Context impl PostgresqlImpl.\nINFO  [alembic.runtime.migration] Will assume transactional DDL.\nERROR [alembic.util.messaging] Can't locate revision identified by '9f3c21d07ab4'\nFAILED: Can't locate revision identified by '9f3c21d07ab4'`,
          255,
        ),
        ...(i % 4 === 1
          ? [
              desk.run(
                'ls alembic/versions',
                '1c20e8a4_users.py\n4be1907d_orders.py\n72f0aa13_stock.py',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'ever new plans in ever new files, and no line of code',
    11,
    24,
    {
      why: 'eight plans for one small change, none begun',
      prompt: 'Add pages to the list of orders (GET /orders?page=2).',
    },
    (desk, story) => {
      lookAround(desk, story);
      const names = [
        'PLAN',
        'IMPLEMENTATION_PLAN',
        'PAGINATION_STRATEGY',
        'ROADMAP',
        'TASKS',
        'PLAN_V2',
        'DETAILED_PLAN',
        'NEXT_STEPS',
        'FINAL_PLAN',
        'EXECUTION_PLAN',
      ] as const;
      rounds(story, 8, (i) => [
        desk.write(
          `/w/docs/${pick(names, i)}.md`,
          `# ${pick(['Plan', 'Strategy', 'Steps', 'Approach'], i)} for pages in the list of orders\n\n## Phase ${1 + (i % 3)}: ${pick(['Analyse', 'Design', 'Prepare'], i)}\n\n- Read the route\n- Choose between offset and cursor\n- ${pick(['Think of limits', 'Think of tests', 'Think of clients', 'Weigh the risks'], i)}\n\n## Later\n\n- Implement\n- Test\n`,
        ),
        desk.todo([
          pick(['Finish the plan', 'Refine the plan', 'Review the plan', 'Detail the plan'], i),
          'Implement pages',
          'Write tests',
        ]),
        ...(i % 2 === 1
          ? [
              desk.read(
                '/w/src/http/routes.ts',
                'router.get("/orders", () => listOrders());\nrouter.post("/orders", (req) => createOrder(req.body));',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a server of tools described anew, which never connects',
    6,
    16,
    { why: 'the program it starts is not on this machine' },
    (desk, story) => {
      const versions = [
        '"command": "uvx", "args": ["pg-tools"]',
        '"command": "uvx", "args": ["pg-tools@latest"]',
        '"command": "/usr/bin/env", "args": ["uvx", "pg-tools"]',
        '"command": "bash", "args": ["-lc", "uvx pg-tools"]',
        '"type": "stdio", "command": "uvx", "args": ["pg-tools"]',
        '"command": "uvx", "args": ["--from", "pg-tools", "pg-tools"]',
        '"command": "sh", "args": ["-c", "exec uvx pg-tools"]',
        '"command": "uvx", "args": ["pg-tools"], "env": { "DEBUG": "1" }',
        '"command": "npx", "args": ["-y", "uvx", "pg-tools"]',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/.mcp.json', versions, i),
        desk.run(
          pick(['claude mcp list', 'claude mcp get pg'], Math.floor(i / 2)),
          Math.floor(i / 2) % 2 === 0
            ? `Checking MCP server health...\n\ndocs: https://docs.example.test/mcp (HTTP) - ✓ Connected\npg: ${pick(['uvx', 'bash -lc', 'sh -c', 'npx -y uvx'], i)} pg-tools - ✗ Failed to connect`
            : `pg:\n  Scope: Project config (shared via .mcp.json)\n  Status: ✗ Failed to connect\n  Type: stdio`,
        ),
      ]);
    },
  ),
  stall(
    'a test that fails now and then, mended and put back in turn',
    8,
    24,
    { why: 'the test is at fault by chance; the same change goes in and out' },
    (desk, story) => {
      const one = 'await delay(50);';
      const two = 'await waitFor(() => queue.empty);';
      const red = [0, 3, 4, 7];
      rounds(story, 10, (i) => [
        i % 2 === 0
          ? desk.replace('/w/test/queue.test.ts', one, two)
          : desk.replace('/w/test/queue.test.ts', two, one),
        desk.run(
          'npx vitest run queue',
          red.includes(i % 8)
            ? ` FAIL  test/queue.test.ts > drains in order\nAssertionError: expected [ 'b', 'a' ] to deeply equal [ 'a', 'b' ]\n\n      Tests  1 failed | 8 passed (9)\n   Start at  ${clock(i)}\n   Duration  ${seconds(i)}s`
            : ` ✓ test/queue.test.ts (9 tests) ${61 + i * 3}ms\n\n      Tests  9 passed (9)\n   Start at  ${clock(i)}\n   Duration  ${seconds(i)}s`,
          red.includes(i % 8) ? 1 : 0,
        ),
        ...(i % 2 === 1 ? [desk.run('git diff --stat', '')] : []),
      ]);
    },
  ),
  stall(
    'a command in the background that waits for a yes, looked at with pauses',
    5,
    13,
    { why: 'nobody answers it' },
    (desk, story) => {
      story.step(
        desk.run(
          'npm create vite@latest shop -- --template react-ts > /tmp/create.log 2>&1 &',
          `[1] 41221`,
        ),
      );
      story.repeat(13, (i) =>
        i % 3 === 2
          ? desk.run('ls shop', "ls: cannot access 'shop': No such file or directory", 2)
          : desk.run(
              `sleep ${pick([5, 10, 20, 30, 60], i)}; cat /tmp/create.log`,
              'Need to install the following packages:\ncreate-vite@6.0.1\nOk to proceed? (y) ',
            ),
      );
    },
  ),
  stall(
    'a folder entered from within itself, by ever other commands',
    4,
    12,
    { why: 'the shell is in it already' },
    (desk, story) => {
      const tries = [
        'cd frontend && npm run lint',
        'cd frontend && npx eslint .',
        'cd ./frontend && npm run lint',
        'cd "frontend" && npm ci && npm run lint',
        'cd frontend; npm --version',
        'cd frontend/ && npm run typecheck',
        'pushd frontend && npm run lint',
        'cd frontend && ls',
        'cd frontend/src && npx eslint .',
        'cd frontend && pwd',
        'cd frontend && npm run lint -- --quiet',
      ] as const;
      story.repeat(11, (i) =>
        desk.run(
          pick(tries, i),
          i === 4
            ? 'bash: line 1: cd: frontend: No such file or directory\n10.9.0'
            : `bash: line 1: ${i === 6 ? 'pushd' : 'cd'}: ${pick(['frontend', 'frontend', './frontend', 'frontend', 'frontend', 'frontend/', 'frontend', 'frontend', 'frontend/src', 'frontend', 'frontend'], i)}: No such file or directory`,
          i === 4 ? 0 : 1,
        ),
      );
      finish(desk, story);
    },
  ),
];
