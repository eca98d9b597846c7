/** Circles that people complain of in public, in the words of nobody. Before any rule was tried on it, 120 of 144 were found in time. */
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';
import { finish, lookAround, rewrite, seconds, workAWhile } from './openings.js';

export const stallsOfPeople: readonly Idea[] = [
  stall(
    'a field that is to be left out, taken out and put in again',
    7,
    20,
    {
      why: 'the page and its test are never changed together',
      prompt: 'Skip the insurance field for now, leave everything else as it is.',
    },
    (desk, story) => {
      const field = '      <InsuranceField value={form.insurance} onChange={setInsurance} />\n';
      rounds(story, 6, (i) => [
        desk.replace('/w/src/pages/Checkout.tsx', field, ''),
        desk.run(
          'npx vitest run src/pages',
          ` FAIL  src/pages/Checkout.test.tsx > Checkout > shows the insurance\nTestingLibraryElementError: Unable to find a label with the text of: Insurance\n\n Test Files  1 failed | 3 passed (4)\n      Tests  1 failed | 17 passed (18)\n   Start at  ${clock(i)}\n   Duration  ${seconds(i)}s`,
          1,
        ),
        desk.replace('/w/src/pages/Checkout.tsx', '    </form>', `${field}    </form>`),
        desk.run(
          'npx playwright test checkout --reporter=line',
          `Running 3 tests using 1 worker\n  1) checkout.spec.ts:22:1 › the insurance is not offered\n    Error: expect(locator).toHaveCount(expected) failed\n    Expected: 0\n    Received: 1\n  1 failed\n  2 passed (${seconds(i + 3, 6)}s)`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'the end of a file that no edit meets, between looks at it',
    6,
    17,
    { why: 'the file has carriage returns, which no try has' },
    (desk, story) => {
      const tail =
        '    def __enter__(self):\n        return self\n\n    def close(self):\n        self.pool.close()\n\n    def __exit__(self, *args):\n        self.close()';
      const tries = [
        '        self.close()\n',
        '    def __exit__(self, *args):\n        self.close()',
        '        self.pool.close()\n\n    def __exit__',
        '    def close(self):\n        self.pool.close()\n',
        '        self.pool.close()\n\n    def __exit__(self, *args):',
        'def __exit__(self, *args):\n        self.close()\n',
        '\n    def __exit__(self, *args):\n',
      ] as const;
      rounds(story, 7, (i) => [
        desk.failedReplace(
          '/w/store/client.py',
          pick(tries, i),
          `${pick(tries, i)}\n    def ping(self):\n        return self.pool.ping()`,
        ),
        desk.read(
          '/w/store/client.py',
          tail
            .split('\n')
            .slice(i % 4)
            .join('\n'),
          [200 + (i % 4), 8 - (i % 4)],
        ),
        ...(i % 2 === 1 ? [desk.run(`grep -n "def ping" store/client.py`, '', 1)] : []),
      ]);
    },
  ),
  stall(
    'a file patched, then written whole, then patched, and its test says the same',
    6,
    18,
    { why: 'the fault is in another file' },
    (desk, story) => {
      const bodies = [
        'return items.slice(start, start + size);',
        'return items.slice(start, start + size - 1);',
        'return [...items].splice(start, size);',
        'return items.filter((_, n) => n >= start && n < start + size);',
        'return Array.from(items).slice(start, start + size);',
        'const end = Math.min(items.length, start + size);\n  return items.slice(start, end);',
        'return chunk(items, size)[page] ?? [];',
        'return size > 0 ? items.slice(start, start + size) : [];',
        'return items.slice(page * size).slice(0, size);',
        'return take(drop(items, start), size);',
      ] as const;
      rounds(story, 9, (i) => [
        i % 2 === 0
          ? rewrite(desk, '/w/src/page.ts', bodies, i)
          : desk.write(
              '/w/src/page.ts',
              `export function page<T>(items: T[], page: number, size: number): T[] {\n  const start = page * size;\n  ${pick(bodies, i + 1)}\n}\n`,
            ),
        desk.run(
          'npm test -- page',
          ` FAIL  test/page.test.ts > the second page begins with the eleventh\nAssertionError: expected 'item 10' to be 'item 11'\n ❯ test/page.test.ts:18:31\n\n      Tests  1 failed | 4 passed (5)\n   Start at  ${clock(i)}\n   Duration  ${seconds(i)}s`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a run that forgets, and begins with the same reading each time',
    15,
    32,
    { why: 'nothing is ever done with what is read', prompt: 'Go on with the migration.' },
    (desk, story) => {
      const files = ['AGENTS.md', 'docs/migration.md', 'src/db/old.ts', 'src/db/new.ts'] as const;
      rounds(story, 5, (i) => [
        desk.todo([
          pick(['Understand the code', 'Get an overview', 'Review the current state'], i),
          'Move the queries',
          'Run the tests',
        ]),
        ...files.map((file, n) =>
          desk.read(
            `/w/${file}`,
            Array.from(
              { length: 14 },
              (_, line) => `${file} line ${line + 1}: ${hex(n * 100 + line, 24)}`,
            ).join('\n'),
          ),
        ),
        desk.run('git status --short', ''),
        desk.search(
          'legacyQuery',
          'src/db/old.ts:12:export function legacyQuery(sql: string) {\nsrc/report.ts:40:  const rows = legacyQuery(SQL);',
        ),
      ]);
    },
  ),
  stall(
    'good work, and then the same list of errors asked for, which is empty',
    18,
    28,
    { why: 'the work is done, and nothing comes after it' },
    (desk, story) => {
      workAWhile(desk, story);
      story.repeat(14, () =>
        desk.use(
          'editor',
          'get_errors',
          { filePaths: ['/w/src/invoice/total.ts', '/w/src/refund/total.ts'] },
          'No errors found.',
        ),
      );
    },
  ),
  stall(
    'a terminal that shows nothing, whatever is run in it',
    5,
    13,
    {
      why: 'its output is lost; no command can change that',
      prompt: 'Run the tests and mend them.',
    },
    (desk, story) => {
      const tries = [
        'npm test',
        'npm test 2>&1',
        'npm test 2>&1 | tail -50',
        'npm test > /tmp/out.txt 2>&1; cat /tmp/out.txt',
        'npm test; echo "exit: $?"',
        'echo hello',
        'npx vitest run --reporter=verbose',
        'npx vitest run 2>&1 | head -100',
        'ls -la',
        'pwd',
        'npm test 2>&1 | cat',
        'bash -c "npm test"',
        'script -qc "npm test" /dev/null',
      ] as const;
      story.repeat(13, (i) => desk.run(pick(tries, i), ''));
    },
  ),
  stall(
    'the end announced with a tool that there is not',
    4,
    10,
    { why: 'the tool is not there, however the end is worded' },
    (desk, story) => {
      story.step(
        desk.run(
          'dotnet build Zeta.sln --no-restore',
          'Build succeeded.\n    0 Warning(s)\n    0 Error(s)\n\nTime Elapsed 00:00:04.12',
        ),
      );
      const ends = [
        'The indicator is in and the build is green.',
        'Done: the quick sale shows the stock.',
        'Task finished. All acceptance points are met.',
        'Finished; nothing else is open.',
        'The work on the quick sale is complete.',
        'All changes are made and verified.',
        'Complete. The solution builds.',
        'Implementation and verification are done.',
        'There is nothing left to do.',
        'Summary: one page changed, built without errors.',
      ] as const;
      story.repeat(10, (i) =>
        desk.use(
          'session',
          'task_complete',
          { summary: pick(ends, i) },
          'Error: Tool "task_complete" does not exist in this session. Available tools: view, edit, create, bash, report_intent',
          { failed: true },
        ),
      );
    },
  ),
  stall(
    'a port cleared and a server started, whose port is taken again',
    8,
    24,
    { why: 'a supervisor starts the old one each time it is killed' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          pick(
            [
              'lsof -ti:3100 | xargs kill -9',
              'fuser -k 3100/tcp',
              'kill -9 $(lsof -t -i:3100)',
              'pkill -f "vite.*3100"; sleep 1',
            ],
            i,
          ),
          i % 4 === 1 ? `3100/tcp:            ${20_114 + i * 61}` : '',
        ),
        desk.run(
          'nohup npm run dev > /tmp/dev.log 2>&1 & sleep 6; tail -5 /tmp/dev.log',
          `> gallery@0.4.1 dev\n> vite --port 3100 --strictPort\n\nerror when starting dev server:\nError: Port 3100 is already in use\n    at Server.onError (file:///w/node_modules/vite/dist/node/chunks/dep-${hex(3)}.js:45596:18)`,
        ),
        desk.run(
          'lsof -i:3100 -sTCP:LISTEN',
          `COMMAND   PID USER   FD   TYPE DEVICE SIZE/OFF NODE NAME\nnode    ${20_148 + i * 61} dev   21u  IPv6 ${410_022 + i * 977}      0t0  TCP *:3100 (LISTEN)`,
        ),
      ]);
    },
  ),
  stall(
    'crates that the sandbox keeps from the network, by ever other flags',
    4,
    12,
    { why: 'the sandbox has no network' },
    (desk, story) => {
      const tries = [
        'cargo build',
        'cargo fetch',
        'cargo build --offline',
        'cargo update -p serde && cargo build',
        'CARGO_NET_GIT_FETCH_WITH_CLI=true cargo build',
        'CARGO_HTTP_MULTIPLEXING=false cargo build',
        'cargo build --frozen',
        'cargo add serde_json && cargo build',
        'CARGO_NET_RETRY=10 cargo build',
        'cargo vendor',
        'rm -rf ~/.cargo/registry && cargo build',
      ] as const;
      rounds(story, 11, (i) => [
        desk.run(
          pick(tries, i),
          i === 2 || i === 6
            ? 'error: no matching package named `serde_json` found\nlocation searched: registry index\nrequired by package `tally v0.2.0 (/w)`\nAs a reminder, you are using offline mode (--offline) which can sometimes cause surprising resolution failures'
            : `    Updating registry index\nwarning: spurious network error (${3 - (i % 3)} tries remaining): [6] Could not resolve host: index.registry.test\nerror: failed to get \`serde_json\` as a dependency of package \`tally v0.2.0 (/w)\`\n\nCaused by:\n  [6] Could not resolve host: index.registry.test`,
          101,
        ),
        ...(i % 4 === 2
          ? [
              desk.read(
                '/w/Cargo.toml',
                '[package]\nname = "tally"\nversion = "0.2.0"\nedition = "2021"\n\n[dependencies]\nserde_json = "1"',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a file that must be read before it is changed, and may not be read',
    5,
    16,
    { why: 'a hook forbids what the editor asks for' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.use(
          'files',
          'edit_file',
          {
            path: '/w/src/limits.go',
            old: `MaxRetries = ${3 + (i % 2)}`,
            new: `MaxRetries = ${5 + i}`,
          },
          'Error: File has not been read yet. Read it first before writing to it.',
          { failed: true },
        ),
        desk.use(
          'files',
          'read_file',
          i % 3 === 2 ? { path: '/w/src/limits.go', offset: i } : { path: '/w/src/limits.go' },
          'Error: PreToolUse hook blocked this call: use search_graph for code discovery instead of reading files.',
          { failed: true },
        ),
      ]);
    },
  ),
  stall(
    'changes sent that change nothing, as old and new are alike',
    10,
    22,
    { why: 'the change is in the file already' },
    (desk, story) => {
      lookAround(desk, story);
      rounds(story, 8, (i) => {
        const line = pick(
          [
            'const limit = clamp(query.limit, 1, 100);',
            'const limit = clamp(query.limit, 1, 100);\n  const offset = query.offset ?? 0;',
            'const offset = query.offset ?? 0;',
          ],
          i,
        );
        return [
          desk.use(
            'files',
            'apply_diff',
            { path: '/w/src/http/list.ts', search: line, replace: line, start_line: 12 + (i % 3) },
            'Error: Search and replace content are identical - no changes would be made. Use read_file to verify the content you want to change.',
            { failed: true },
          ),
          desk.read(
            '/w/src/http/list.ts',
            'export async function list(query: Query) {\n  const limit = clamp(query.limit, 1, 100);\n  const offset = query.offset ?? 0;\n  return db.page(limit, offset);\n}',
          ),
        ];
      });
      finish(desk, story);
    },
  ),
  stall(
    'a note that the fault is mended, and the fault, over and over',
    9,
    24,
    { why: 'each note says the same, and each run, too' },
    (desk, story) => {
      const versions = [
        'setTimeout(save, 0);',
        'queueMicrotask(save);',
        'await save();',
        'void save().then(refresh);',
        'requestIdleCallback(save);',
        'flushSync(() => save());',
        'startTransition(() => save());',
        'await Promise.resolve().then(save);',
        'save.flush();',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/src/Editor.tsx', versions, i),
        desk.write(
          `/w/docs/fixes/FIX_COMPLETE${i === 0 ? '' : `_${i + 1}`}.md`,
          `# The lost text is fixed\n\nRoot cause ${i + 1}: the draft was saved at the wrong time. It now uses \`${pick(versions, i + 1)}\`.\n\nStatus: resolved.\n`,
        ),
        desk.run(
          'npx playwright test editor --reporter=line',
          `Running 1 test using 1 worker\n  1) editor.spec.ts:14:1 › keeps the text after a reload\n    Error: expect(locator).toHaveValue(expected) failed\n    Expected string: "Dear all"\n    Received string: ""\n    Timeout: 5000ms\n  1 failed (${seconds(i, 7)}s)`,
          1,
        ),
      ]);
    },
  ),
];
