/** Circles of which people complain in public: agents that look, ask, wait and check without end. Written by somebody who had not read the rules. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';
import { finish, lookAround, rewrite, seconds, workAWhile } from './openings.js';

export const stallsInPublic: readonly Idea[] = [
  stall(
    'one place of a file shown through ever other windows, before an edit that is never made',
    5,
    13,
    {
      why: 'each window shows the same function',
      prompt: 'Let CheckRedirect stop after three hops.',
    },
    (desk, story) => {
      const body = Array.from(
        { length: 30 },
        (_, n) =>
          `${90 + n}\t${n === 8 ? 'func (u *Uploader) CheckRedirect(req *http.Request, via []*http.Request) error {' : `\tstep${n} := u.next(${n})`}`,
      );
      story.repeat(13, (i) => {
        const [from, to] = [90 + ((i * 3) % 8), 112 + ((i * 5) % 8)];
        return i % 5 === 4
          ? desk.search(
              'CheckRedirect',
              'net/upload.go:98:func (u *Uploader) CheckRedirect(req *http.Request, via []*http.Request) error {',
            )
          : desk.run(
              pick(
                [
                  `sed -n '${from},${to}p' net/upload.go`,
                  `awk 'NR>=${from} && NR<=${to}' net/upload.go`,
                  `head -${to} net/upload.go | tail -n +${from}`,
                ],
                i,
              ),
              body.slice(from - 90, to - 89).join('\n'),
            );
      });
    },
  ),
  stall(
    'the reader of a protocol written anew, while the other side mixes its log in',
    6,
    18,
    {
      why: 'the fault is in the server, which nobody looks at',
      prompt: 'Make client.py talk to the server.',
    },
    (desk, story) => {
      const versions = [
        'line = proc.stdout.readline()',
        'line = await proc.stdout.readline()',
        'data = os.read(proc.stdout.fileno(), 65536)',
        'line = proc.stdout.readline().decode("utf-8", "replace")',
        'header = read_until(proc.stdout, b"\\r\\n\\r\\n")',
        'selector.register(proc.stdout, selectors.EVENT_READ)',
        'thread = Thread(target=pump, args=(proc.stdout, queue))',
        'line = queue.get(timeout=30)',
        'buffer += proc.stdout.read1()',
      ] as const;
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/client.py', versions, i),
        desk.run(
          pick(
            ['python client.py', 'timeout 60 python -u client.py', 'python client.py --debug'],
            i,
          ),
          `${clock(i)} sent initialize (id ${i + 1})\nTraceback (most recent call last):\n  File "/w/client.py", line ${41 + ((i * 5) % 23)}, in <module>\n    reply = wait_for_reply(${10 + (i % 3) * 10})\nTimeoutError: no reply to initialize`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a button that is gone before it is pressed, whatever number the new picture gives it',
    7,
    18,
    { why: 'the page draws itself anew with each look' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.use(
          'chrome',
          'take_snapshot',
          {},
          `uid=${i + 2}_0 RootWebArea "Checkout"\n  uid=${i + 2}_${7 + i} textbox "Voucher"\n  uid=${i + 2}_${11 + i} button "Pay now"`,
        ),
        desk.use(
          'chrome',
          pick(['click', 'click', 'hover'], i),
          { uid: `${i + 2}_${11 + i}` },
          `Error: Element uid "${i + 2}_${11 + i}" no longer exists on the page. Take a new snapshot.`,
          { failed: true },
        ),
      ]);
    },
  ),
  stall(
    'a drawing asked for by ever other numbers, of which the program has none open',
    4,
    11,
    { why: 'no file is open on the other side', prompt: 'Build the card from the design.' },
    (desk, story) => {
      story.repeat(11, (i) =>
        desk.use(
          'figma',
          pick(['get_code', 'get_metadata', 'get_screenshot', 'get_variable_defs'], i),
          {
            nodeId: pick(['412:88', '412-88', '', '0:1', '412:90', 'I412:88;3:1', '88'], i),
            clientLanguages: pick(['typescript', 'html,css', 'tsx'], i),
          },
          'Nothing is selected. Open the file in the desktop app, make sure that it is the active tab, and select a layer.',
          { failed: true },
        ),
      );
    },
  ),
  stall(
    'a message for a channel that the bot cannot see, under ever other names',
    5,
    12,
    { why: 'the bot has not been invited', prompt: 'Tell the release channel that 2.4 is out.' },
    (desk, story) => {
      const names = [
        '#release',
        'release',
        '#releases',
        'C04RELEASE',
        'release-team',
        '#eng-release',
        'rel',
        '#release-2-4',
      ] as const;
      rounds(story, 11, (i) => [
        i % 4 === 3
          ? desk.use(
              'slack',
              'list_channels',
              { limit: 100 + i * 50, cursor: '' },
              '{"ok":true,"channels":[{"id":"C01GENERAL","name":"general"},{"id":"C02RANDOM","name":"random"}]}',
            )
          : desk.use(
              'slack',
              'post_message',
              {
                channel_id: pick(names, i),
                text: pick(
                  ['2.4 is out.', 'Release 2.4 is out! :tada:', 'We have released 2.4.'],
                  i,
                ),
              },
              '{"ok":false,"error":"channel_not_found"}',
            ),
      ]);
      finish(desk, story);
    },
  ),
  stall(
    'a review of a bot waited for, which is not installed here',
    8,
    20,
    {
      why: 'there is no such bot in this project',
      prompt: 'Open a pull request and answer the bot’s review.',
    },
    (desk, story) => {
      lookAround(desk, story);
      rounds(story, 15, (i) => [
        desk.run(
          pick(
            [
              `sleep ${30 + i * 15}; gh pr view 77 --json reviews,comments`,
              `sleep ${60 + i * 10} && gh pr view 77 --json comments,reviews`,
              'gh pr view 77 --comments --json reviews,comments',
            ],
            i,
          ),
          '{"comments":[],"reviews":[]}',
        ),
      ]);
    },
  ),
  stall(
    'files written by a server that says yes to all, and is on another machine',
    6,
    16,
    { why: 'no file arrives here', prompt: 'Put a licence header into the sources.' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.use(
          'files',
          pick(['write_file', 'write_file', 'create_file'], i),
          {
            path: pick(
              ['/w/LICENSE.txt', 'LICENSE.txt', './LICENSE.txt', '/workspace/LICENSE.txt'],
              i,
            ),
            content: `MIT License\n\nCopyright 2026 Acme\n${'\n'.repeat(i % 2)}`,
          },
          `Successfully wrote to ${pick(['/w/LICENSE.txt', 'LICENSE.txt', './LICENSE.txt', '/workspace/LICENSE.txt'], i)}`,
        ),
        desk.run(
          pick(
            ['ls -l LICENSE.txt', 'cat LICENSE.txt', 'stat LICENSE.txt', 'wc -l /w/LICENSE.txt'],
            i,
          ),
          `${pick(["ls: cannot access 'LICENSE.txt'", 'cat: LICENSE.txt', "stat: cannot statx 'LICENSE.txt'", 'wc: /w/LICENSE.txt'], i)}: No such file or directory`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a line for another machine, quoted in ever other ways, that arrives without its dollars',
    4,
    11,
    { why: 'two shells read it, and both put in what they know' },
    (desk, story) => {
      const ways = [
        `"awk '{print $3}' /var/log/app.log"`,
        `"awk '{print \\$3}' /var/log/app.log | head"`,
        `'awk "{print $3}" /var/log/app.log'`,
        `"awk \\"{print \\$3}\\" /var/log/app.log"`,
        `bash -c "awk '{print $3}' /var/log/app.log"`,
        `"sh -c 'awk {print\\ $3} /var/log/app.log'"`,
        `'bash -lc "awk {print \\$3} /var/log/app.log"'`,
        `"awk -f - /var/log/app.log" <<< "{print $3}"`,
      ] as const;
      story.repeat(11, (i) =>
        desk.run(
          `${pick(['ssh', 'ssh -T', 'ssh -q'], i)} bastion.test ssh app${1 + (i % 2)}.test ${pick(ways, i)}`,
          `awk: cmd. line:1: {print }\nawk: cmd. line:1:        ^ syntax error near position ${7 + (i % 2)}`,
          1,
        ),
      );
    },
  ),
  stall(
    'helpers who each report that all is done, and have changed nothing',
    6,
    16,
    { why: 'the difference is empty after each', prompt: 'Move the mail code to the new queue.' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.use(
          'agents',
          'start',
          {
            kind: pick(['coder', 'general', 'implementer'], i),
            prompt: pick(
              [
                'Move src/mail to the new queue.',
                'Please move src/mail to src/queue2. Make the edits yourself this time.',
                'The mail code is still on the old queue: port it, and really write the files.',
                'Implement the port of src/mail to queue2 now.',
              ],
              i,
            ),
          },
          pick(
            [
              'Done. I have moved the mail code to the new queue and updated all callers. All tests should pass.',
              'The port is complete: MailSender now uses queue2, and I removed the old import.',
              'I have implemented the change in 4 files. Summary: sender, worker, index, tests.',
              'All edits are made. The mail code now lives on queue2.',
            ],
            i,
          ),
        ),
        desk.run(pick(['git diff --stat', 'git status --short', 'git diff --stat HEAD'], i), ''),
      ]);
    },
  ),
  stall(
    'two hundred files that are changed again after every cure of their line ends',
    6,
    16,
    { why: 'a setting of this machine brings the other line ends back' },
    (desk, story) => {
      const cures = [
        'git add --renormalize .',
        'npx prettier --write src --end-of-line lf',
        'git checkout -- .',
        'find src -name "*.ts" -exec dos2unix -q {} +',
        "echo '* text=auto eol=lf' > .gitattributes",
        'git rm -rq --cached . && git reset -q --hard',
        'git stash -q && git stash drop -q',
        "git ls-files | xargs sed -i 's/\\r$//'",
      ] as const;
      rounds(story, 8, (i) => [
        desk.run(
          pick(cures, i),
          i % 4 === 0
            ? `warning: in the working copy of 'src/${word(i)}.ts', LF will be replaced by CRLF the next time Git touches it`
            : '',
        ),
        desk.run(
          pick(['git diff --shortstat', 'git status --short | wc -l'], i),
          i % 2 === 0 ? ' 214 files changed, 18804 insertions(+), 18804 deletions(-)' : '214',
        ),
      ]);
    },
  ),
  stall(
    'a page that a worker of the browser serves from its store, changed and loaded anew',
    9,
    24,
    { why: 'the store is never cleared', prompt: 'The footer must say 2026.' },
    (desk, story) => {
      const versions = [
        '<p>© 2024 Acme</p>',
        '<p>© 2026 Acme</p>',
        '<p>&copy; 2026 Acme</p>',
        '<p>© {new Date().getFullYear()} Acme</p>',
        '<p data-year="2026">© 2026 Acme</p>',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/src/Footer.tsx', versions, i),
        desk.use(
          'browser',
          pick(['navigate', 'reload'], i),
          {
            url: `http://localhost:5173/${pick(['', '?v=2', '#top', `?t=${1_763_719_000 + i * 77}`], i)}`,
          },
          `Loaded http://localhost:5173/ (200) in ${seconds(i, 0)} s`,
        ),
        desk.use(
          'browser',
          'evaluate',
          {
            expression: pick(
              [
                "document.querySelector('footer').innerText",
                "document.querySelector('footer p').textContent",
                "[...document.querySelectorAll('footer p')].map(p => p.innerText).join()",
              ],
              i,
            ),
          },
          '"© 2024 Acme"',
        ),
      ]);
    },
  ),
  stall(
    'the editor’s list of faults, which keeps one that is long mended',
    6,
    18,
    { why: 'the language server has stopped, and the compiler is never asked' },
    (desk, story) => {
      const versions = [
        'const total: number = cart.total;',
        'const total = cart.total as number;',
        'const total = Number(cart.total);',
        'const total: number = +cart.total;',
        'const { total } = cart;',
        'const total = cart.total ?? 0;',
        'let total: number; total = cart.total;',
        'const total: unknown = cart.total;',
      ] as const;
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/src/cart.ts', versions, i),
        desk.use(
          'ide',
          'get_diagnostics',
          { uri: pick(['file:///w/src/cart.ts', '/w/src/cart.ts'], i) },
          '[{"severity":"Error","line":12,"message":"Type \'string\' is not assignable to type \'number\'.","code":2322,"source":"ts"}]',
        ),
      ]);
    },
  ),
  stall(
    'a branch that is taken in another folder, switched to in ever other ways',
    4,
    11,
    { why: 'one branch can be out in one folder only' },
    (desk, story) => {
      const ways = [
        'git switch release',
        'git checkout release',
        'git checkout -f release',
        'git switch --discard-changes release',
        'git stash -q; git switch release',
        'git worktree prune && git switch release',
        'git fetch -q && git checkout release',
        'git worktree add ../rel2 release',
        'git checkout --force refs/heads/release -- && git switch release',
        'git branch -f release origin/release',
        'git switch -C release',
      ] as const;
      story.repeat(11, (i) =>
        desk.run(
          pick(ways, i),
          i === 9
            ? "fatal: cannot force update the branch 'release' used by worktree at '/w-release'"
            : `fatal: 'release' is already ${i === 10 ? 'used by worktree' : 'checked out'} at '/w-release'`,
          128,
        ),
      );
    },
  ),
  stall(
    'documentation asked for ever other topics, which brings the same page each time',
    4,
    11,
    {
      why: 'the server knows one page of this library only',
      prompt: 'Use the streaming interface of fastpipe.',
    },
    (desk, story) => {
      const topics = [
        'streaming',
        'stream API',
        'async streams',
        'backpressure',
        'createStream',
        'readable streams example',
        'piping',
        'stream options',
        'server-sent events',
        'chunked',
        'hooks',
      ] as const;
      story.repeat(11, (i) =>
        desk.use(
          'docs',
          'get_library_docs',
          {
            library: pick(['/acme/fastpipe', '/acme/fastpipe', '/acme/fastpipe/v3'], i),
            topic: pick(topics, i),
            tokens: 4000 + i * 1000,
          },
          `TITLE: Installing fastpipe\nDESCRIPTION: How to add fastpipe to a project.\nLANGUAGE: bash\nCODE:\nnpm install fastpipe\n----------------------------------------\nTITLE: Licence\nDESCRIPTION: fastpipe is under the MIT licence.\n(${i + 1} of ${100} requests used)`,
        ),
      );
    },
  ),
  stall(
    'a rounding that is turned in the code, then in the test, then in the code',
    8,
    21,
    { why: 'both are turned back each time' },
    (desk, story) => {
      rounds(story, 9, (i) => {
        const inCode = i % 2 === 0;
        const up = i % 4 < 2;
        return [
          inCode
            ? desk.replace(
                '/w/src/tax.ts',
                up ? 'Math.floor(cents)' : 'Math.ceil(cents)',
                up ? 'Math.ceil(cents)' : 'Math.floor(cents)',
              )
            : desk.replace(
                '/w/test/tax.test.ts',
                up ? 'toBe(1218)' : 'toBe(1219)',
                up ? 'toBe(1219)' : 'toBe(1218)',
              ),
          desk.run(
            'npx vitest run',
            ` ❯ test/${inCode ? 'tax' : up ? 'bill' : 'refund'}.test.ts (9 tests | 1 failed) ${11 + (i % 7)}ms\n   × ${inCode ? 'adds the tax' : up ? 'prints the bill' : 'gives half of it back'}\n     → expected ${up ? 1219 : inCode ? 1218 : 609} to be ${up ? 1218 : inCode ? 1219 : 610} // Object.is equality\n\n Test Files  1 failed | 6 passed (7)\n   Start at  ${clock(i)}\n   Duration  ${seconds(i)}s`,
            1,
          ),
          ...(i % 3 === 1 ? [desk.read('/w/src/tax.ts', source('tax', 14))] : []),
        ];
      });
    },
  ),
  stall(
    'work that is done and found good, and found good again in ever other ways',
    24,
    36,
    {
      why: 'nothing has changed since the first look',
      prompt: 'Count in money instead of floats.',
    },
    (desk, story) => {
      workAWhile(desk, story);
      finish(desk, story);
      rounds(story, 18, (i) => [
        pick(
          [
            desk.run(
              pick(['npm test', 'npm test --silent', 'npx vitest run'], i),
              ` Test Files  31 passed (31)\n      Tests  212 passed (212)\n   Duration  ${seconds(i, 9)}s`,
            ),
            desk.run(
              pick(['git status', 'git status --short --branch'], i),
              i % 2 === 0
                ? "On branch main\nYour branch is up to date with 'origin/main'.\n\nnothing to commit, working tree clean"
                : '## main...origin/main',
            ),
            desk.run(pick(['npx tsc --noEmit', 'npm run typecheck --silent'], i), ''),
            desk.run(
              pick(['git log --oneline -3', 'git log -3 --format="%h %s"'], i),
              `${hex(99, 7)} Finish the change\n${hex(62, 7)} Count the shipment in money\n${hex(61, 7)} Count the refund in money`,
            ),
          ],
          i,
        ),
      ]);
    },
  ),
];
