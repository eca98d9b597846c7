/** Circles that people have complained of in public, played as they told them. Written before any rule was tried on them. */
import { source } from '../../unit/cases/cases.js';
import type { Act } from '../../unit/support/story.js';
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';
import { lookAround, rewrite, seconds, workAWhile, type Edits } from './openings.js';

type Pair = readonly [string, string];
type Pairs = readonly [Pair, ...Pair[]];

/** The same call with another answer. */
const answered = (act: Act, output: string): Act => ({ ...act, output, ok: false });

const skill = [
  '# Teach me\n\nYou teach one topic step by step and check that it was understood.',
  '## Phase 1: Goal\n\n- Ask what the person wants to be able to do.\n- Ask how much time there is.',
  '## Phase 2: Plan\n\n1. Write five to nine steps.\n2. Show them and wait for a yes.',
  '## Phase 3: Lesson\n\n3a. Explain in at most eight lines.\n3b. Give one example.\n3c. Ask one question.',
  '## Practice Phase\n\n3d. Give three exercises.\n3e. Wait for the answers.\n3f. Correct each of them.\n3g. Repeat what went wrong.',
  '## Programming\n\n- Use the language of the project.\n- Run each sample before it is shown.',
  '## Notes\n\n- Keep a file `progress.md` with what was learned.\n- Read it before each lesson.',
  '## Tone\n\n- Short sentences.\n- No praise without a reason.',
  '## End\n\nSum up in five lines and name the next topic.',
];

export const stallsForum: readonly Idea[] = [
  stall(
    'a small rule for a guide, whose edits miss and, where they meet, take whole chapters away',
    8,
    18,
    {
      why: 'the person saw a dozen rounds of miss, short look and loss, and a file in ruins',
      prompt:
        'Add a rule to the skill: long content goes into the body, the question refers to it.',
    },
    (desk, story) => {
      const path = '/w/.agents/skills/teach-me/SKILL.md';
      const left = [...skill];
      const guesses = [
        '3c. Ask one question.\n3d. Give three exercises.',
        '## Phase 3 - Lesson\n\n3a. Explain',
        '- Ask one question at a time.',
        '## Asking\n\nAsk one question.',
        '3e. Wait for the answer.',
        '3c. Ask **one** question.',
        '## Lesson\n\n3c. Ask a question.',
        '3c.  Ask one question.\n',
      ] as const;
      story.step(desk.read(path, left.join('\n\n')));
      rounds(story, 8, (i) => {
        const lost = left.splice(Math.max(1, left.length - 2 - (i % 2)), 1)[0] ?? '## End';
        const text = left.join('\n\n').split('\n');
        const first = 1 + ((i * 7) % Math.max(1, text.length - 8));
        return [
          desk.failedReplace(
            path,
            pick(guesses, i),
            `${pick(guesses, i)}\n\nShow code, tables and long text in the body first; the question only refers to them.`,
          ),
          desk.read(path, text.slice(first - 1, first + 11).join('\n'), [
            first,
            pick([40, 50, 30, 12], i),
          ]),
          ...(i < 6 ? [desk.replace(path, lost, i % 2 === 0 ? '' : '\n')] : []),
        ];
      });
    },
  ),
  stall(
    'a change of two files, the first of which is forgotten and patched once more',
    10,
    18,
    { why: 'the person saw that the edit had been made at the first try' },
    (desk, story) => {
      const path = '/w/src/components/Finder.tsx';
      const old = '  const rows = items.filter((i) => i.name.includes(query));';
      const now =
        '  const rows = useMemo(\n    () => items.filter((i) => i.name.includes(query)),\n    [items, query],\n  );';
      const file = (line: string): string =>
        `export function Finder({ items, query }: Props) {\n${line}\n  return <List rows={rows} onPick={pick} />;\n}`;
      story.step(desk.read(path, file(old)));
      story.step(desk.replace(path, old, now));
      story.step(
        desk.read('/w/src/components/LogListView.tsx', 'const visible = logs.slice(0, limit);'),
      );
      story.step(
        desk.replace(
          '/w/src/components/LogListView.tsx',
          'const visible = logs.slice(0, limit);',
          'const visible = useMemo(() => logs.slice(0, limit), [logs, limit]);',
        ),
      );
      story.step(desk.run('npx tsc --noEmit', ''));
      const olds = [
        old,
        `${old}\n  return <List rows={rows} onPick={pick} />;`,
        old.trim(),
        `export function Finder({ items, query }: Props) {\n${old}`,
        old.replace('  const', '    const'),
        old.replace('(i) =>', 'i =>'),
      ] as const;
      rounds(story, 9, (i) => [
        desk.failedReplace(path, pick(olds, i), now),
        ...(i % 3 === 1 ? [desk.read(path, file(now))] : []),
        ...(i % 3 === 2
          ? [desk.search('items.filter', `${path}:3:    () => items.filter((i) => i.name`)]
          : []),
      ]);
    },
  ),
  stall(
    'the layout of a rare file of a broker, for which the web is searched in ever other words',
    9,
    21,
    {
      why: 'the person saw question after question and never the word that there is nothing',
      prompt: 'Find out how etf_code.mst of the broker is laid out.',
    },
    (desk, story) => {
      const queries = [
        'broker etf_code.mst file format',
        'etf_code.mst master file layout columns',
        'etf_code.mst parser python github',
        '"etf_code.mst" record length',
        'broker open API master file mst structure',
        'mst file fixed width ETF codes specification',
        'etf_code.mst cp949 field offsets',
        'kospi_code.mst format vs etf_code.mst',
        'broker developer portal stock master download etf',
        'how to read mst master files of a broker',
        'etf_code.mst header definition .h',
        'etf master file layout pdf broker open trading',
        '"etf_code" "mst" pandas read_fwf',
        'etf_code.mst column widths forum',
      ] as const;
      const pages: Pairs = [
        [
          'What is an MST file? How to open .mst',
          'MST files are Windows Installer transforms. Use Orca to',
        ],
        [
          'ETF list 2026: all exchange traded funds',
          'Compare 1,204 ETFs by cost, size and provider',
        ],
        ['Open API of the broker – start', 'Sign in to see the documentation of this section.'],
        ['kospi_code.mst sample (stock codes)', 'Reads the stock master; ETFs are not covered.'],
        ['Minimum spanning tree (MST) in Python', 'Kruskal and Prim explained with networkx'],
        [
          'Question: stock master files?',
          '0 answers · asked 2 years ago · does anybody know the layout',
        ],
      ];
      rounds(story, 14, (i) => [
        desk.use(
          'web',
          'search',
          { query: pick(queries, i), count: 5 + (i % 3) },
          [0, 1, 2]
            .map((n) => {
              const [title, text] = pick(pages, i * 2 + n * (1 + (i % 3)));
              return `${n + 1}. ${title}\n   https://${hex(i + n, 5)}.example.test/${hex(i * n + 3, 6)}\n   ${text} …`;
            })
            .join('\n\n'),
        ),
        ...(i % 2 === 1
          ? [
              desk.use(
                'web',
                'fetch',
                { url: `https://${hex(i, 5)}.example.test/${hex(3, 6)}` },
                pick(
                  [
                    'Please sign in to go on.',
                    '404 – this page has moved or does not exist.',
                    'How to open .mst: 1. Download Orca. 2. Open the .msi. 3. Apply the transform.',
                  ],
                  i >> 1,
                ),
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a commit whose words hold backticks, refused by the tool in every form of quoting',
    20,
    27,
    { why: 'the person saw the same refusal again and again and no file with the words in it' },
    (desk, story) => {
      workAWhile(desk, story);
      story.step(
        desk.run(
          'git status --short',
          ' M docs/operations/restore.md\n M docs/operations/backup.md\n M docs/index.md',
        ),
      );
      story.step(desk.run('git add docs', ''));
      const tries = [
        'git commit -m "docs: say what `restore --at` does"',
        'git commit -m "docs: say what \\`restore --at\\` does"',
        'git commit -m "docs(operations): explain `restore --at`" -m "Also names `backup --full`."',
        'git commit -m "$(cat <<EOF\ndocs: say what restore --at does\nEOF\n)"',
        'git commit -F <(echo "docs: say what restore --at does")',
        'git commit -m "docs: explain `restore` and `backup`"',
        'MSG="docs: explain `restore`" && git commit -m "$MSG"',
        'git commit -m "$(printf \'docs: explain restore\')"',
        'echo "docs: explain `restore --at`" | git commit -F -',
        'git commit --message="docs: `restore --at`, `backup --full`"',
        'git commit -am "docs: describe `restore --at` for operators"',
      ] as const;
      rounds(story, 11, (i) => [
        desk.run(
          pick(tries, i),
          'Command substitution using $(), <(), or >() is not allowed for security reasons',
          1,
        ),
        ...(i === 4
          ? [
              desk.run(
                'git status --short',
                'M  docs/operations/restore.md\nM  docs/operations/backup.md\nM  docs/index.md',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'answers to a review that come back as new remarks and are answered again',
    16,
    25,
    {
      why: 'the person saw the agent thank itself in one thread after another',
      prompt: 'Watch pull request 418 and see to what the reviewers write.',
    },
    (desk, story) => {
      const end = '_Addressed by an agent_';
      const list = (body: string, i: number): string =>
        JSON.stringify([
          {
            id: 2_214_881_004 + i * 3_117,
            in_reply_to_id: 2_214_880_112,
            user: { login: 'mkern' },
            path: 'src/orders/create.ts',
            created_at: `2026-11-20T${clock(i)}Z`,
            body,
          },
        ]);
      lookAround(desk, story);
      story.step(
        desk.run(
          'gh api "repos/acme/orders/pulls/418/comments?since=2026-11-20T10:00:00Z"',
          list('Please do not swallow the error here.', 0),
        ),
      );
      story.step(
        desk.replace(
          '/w/src/orders/create.ts',
          '  const row = await db.insert("orders", input);',
          '  const row = await db.insert("orders", input).catch(rethrow("order"));',
        ),
      );
      story.step(
        desk.run(
          'git commit -qam "Pass the error on" && git push -q && git log --oneline -1',
          `${hex(4, 7)} Pass the error on`,
        ),
      );
      const replies = [
        `Done in ${hex(4, 7)}: the error is passed on.`,
        'Thanks for confirming. The error is passed on, nothing else is open here.',
        'Acknowledged. As noted above, this is settled.',
        'Right, this was done with the last commit. Nothing to change.',
        'Thank you! I checked it once more: the error reaches the caller.',
        'Agreed. No further change is needed in this thread.',
        'Confirmed again, the code is as described.',
        'Understood. I consider this thread done.',
        'Thanks, noted. There is nothing left to do here.',
        'Acknowledged, the thread can be closed.',
      ] as const;
      rounds(story, 10, (i) => [
        desk.run(
          `gh api -X POST repos/acme/orders/pulls/418/comments/${2_214_881_004 + i * 3_117}/replies -f body='${pick(replies, i)}\n\n${end}'`,
          `{"id":${2_214_882_311 + i * 3_117},"in_reply_to_id":2214880112,"user":{"login":"mkern"}}`,
        ),
        desk.run(
          `sleep 60; gh api "repos/acme/orders/pulls/418/comments?since=2026-11-20T${clock(i)}Z"`,
          list(`${pick(replies, i)}\n\n${end}`, i + 1),
        ),
      ]);
    },
  ),
  stall(
    'a program to be read as a whole, whose reading begins anew after every fourth file',
    15,
    28,
    {
      why: 'the person saw that what was read was thrown away, and no line of the report',
      prompt: 'Read the project and write ANALYSIS.md about it.',
    },
    (desk, story) => {
      const files = [
        'App/ReViewApp.swift',
        'Models/ImageRecord.swift',
        'Models/ImageStore.swift',
        'Services/ImageLoader.swift',
        'Services/ThumbnailCache.swift',
      ] as const;
      const all = `${files.join('\n')}\nModels/FolderRecord.swift\nServices/FileOperations.swift\nViews/ContentView.swift\nViews/FolderPickerView.swift\nViews/GridView.swift`;
      const finds = [
        "find . -name '*.swift'",
        "find ReView -type f -name '*.swift' | sort",
        'ls -R ReView',
        'git ls-files "*.swift"',
      ] as const;
      rounds(story, 6, (i) => [
        desk.run(pick(finds, i), all),
        ...[0, 1, 2, 3].map((n) => {
          const place = (n + (i % 2)) % 5;
          return desk.read(`/w/ReView/${pick(files, place)}`, source(`swift${place}`, 36));
        }),
        desk.todo([
          'Read all files',
          pick(['Write ANALYSIS.md', 'Write the analysis', 'Sum up in ANALYSIS.md'], i),
        ]),
      ]);
    },
  ),
  stall(
    'the end of a test run waited for by a search that always finds itself',
    10,
    18,
    { why: 'the person saw that the tests had been done for half an hour' },
    (desk, story) => {
      lookAround(desk, story);
      story.step(desk.run('nohup pytest tests/e2e -q > e2e.log 2>&1 & echo started', 'started'));
      const waits = [
        'until [ -z "$(pgrep -f \'pytest tests/e2e\')" ]; do sleep 5; done; tail -5 e2e.log',
        'while pgrep -f "pytest tests/e2e" > /dev/null; do sleep 10; done; cat e2e.log | tail',
        'for i in $(seq 1 20); do pgrep -f "pytest tests/e2e" || break; sleep 6; done',
        'while ps aux | grep -q "pytest tests/e2e"; do sleep 15; done; tail -20 e2e.log',
      ] as const;
      rounds(story, 8, (i) => [
        desk.run(
          pick(waits, i),
          i % 4 === 2
            ? `${84_213 + i * 977}\n`.repeat(20).trim()
            : 'Command timed out after 2m 0.0s',
          i % 4 === 2 ? 0 : 143,
        ),
        desk.run(
          pick(
            [
              'pgrep -fa "pytest tests/e2e"',
              'ps aux | grep "pytest tests/e2e"',
              'pgrep -f "pytest tests/e2e" | wc -l',
            ],
            i,
          ),
          pick(
            [
              `${85_001 + i * 613} bash -c pgrep -fa "pytest tests/e2e"`,
              `dev      ${85_001 + i * 613}  0.0  0.0   7012  2184 ?  S  10:4${i}  0:00 grep pytest tests/e2e`,
              '1',
            ],
            i,
          ),
        ),
      ]);
    },
  ),
  stall(
    'two failures that were there before, proven anew each time a hook does not let the work end',
    12,
    23,
    {
      why: 'the person saw the same proof four times in other words',
      prompt: 'Rename the option --dry to --dry-run.',
    },
    (desk, story) => {
      story.step(desk.search('--dry', "src/cli.ts:18:  .option('--dry', 'change nothing')"));
      story.step(
        desk.replace(
          '/w/src/cli.ts',
          "  .option('--dry', 'change nothing')",
          "  .option('--dry-run', 'change nothing')",
        ),
      );
      story.step(desk.replace('/w/README.md', '    tool sync --dry', '    tool sync --dry-run'));
      const proofs: Pairs = [
        [
          'git blame -L 40,44 test/report.test.ts',
          `${hex(9, 8)} (K. Lindt 2026-03-11 09:12:44 +0100 40)   expect(report.zone).toBe('Europe/Berlin');`,
        ],
        [
          'git log --oneline -3 -- test/report.test.ts src/report.ts',
          `${hex(9, 7)} Report in the zone of the customer\n${hex(8, 7)} Add the report`,
        ],
        ['git diff --stat main -- test/report.test.ts src/report.ts', ''],
        [
          'git worktree add -q /tmp/main main && cd /tmp/main && npx vitest run test/report.test.ts | tail -4',
          ' Test Files  1 failed (1)\n      Tests  2 failed | 7 passed (9)',
        ],
        ['git diff --name-only main', 'README.md\nsrc/cli.ts'],
        [
          'git log -S "Europe/Berlin" --oneline -- test',
          `${hex(9, 7)} Report in the zone of the customer`,
        ],
      ];
      rounds(story, 7, (i) => [
        desk.run(
          pick(['npm test', 'npm test 2>&1 | tail -20', 'npx vitest run'], i),
          ` FAIL  test/report.test.ts > report > names the zone\nAssertionError: expected 'UTC' to be 'Europe/Berlin'\n FAIL  test/report.test.ts > report > prints local times\nAssertionError: expected '08:00' to be '09:00'\n\n Test Files  1 failed | 30 passed (31)\n      Tests  2 failed | 210 passed (212)\n   Start at  ${clock(i)}\n   Duration  ${seconds(i, 8)}s`,
          1,
        ),
        desk.run(...pick(proofs, i)),
        ...(i % 2 === 0
          ? [
              desk.write(
                '/w/TEST-NOTES.md',
                `# Failing tests\n\n${pick(['Both failures existed before this change.', 'The two failures are not caused by the renamed option.', 'Verified again: report.test.ts failed on main already.'], i >> 1)}\n`,
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'edits that put a text in the place of the very same text',
    5,
    12,
    { why: 'the person saw only excuses and the word that there is nothing to change' },
    (desk, story) => {
      const path = '/w/Sources/Sync/Uploader.swift';
      const snippets = [
        'let session = URLSession(configuration: .default)',
        'func upload(_ file: URL) async throws {',
        'guard let data = try? Data(contentsOf: file) else { return }',
        'let session = URLSession(configuration: .default)\n    let queue = DispatchQueue(label: "upload")',
        'request.httpMethod = "POST"\n        request.httpBody = data',
        'request.httpMethod = "POST"',
      ] as const;
      const whole = `final class Uploader {\n    let session = URLSession(configuration: .default)\n    let queue = DispatchQueue(label: "upload")\n\n    func upload(_ file: URL) async throws {\n        guard let data = try? Data(contentsOf: file) else { return }\n        var request = URLRequest(url: target)\n        request.httpMethod = "POST"\n        request.httpBody = data\n        _ = try await session.data(for: request)\n    }\n}`;
      story.step(desk.read(path, whole));
      rounds(story, 11, (i) => [
        answered(
          desk.failedReplace(path, pick(snippets, i), pick(snippets, i)),
          'No changes to apply. The old_string and new_string are identical.',
        ),
        ...(i % 2 === 1
          ? [
              i % 4 === 1
                ? desk.read(path, whole)
                : desk.read(path, whole.split('\n').slice(4, 11).join('\n'), [5, 7]),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a script written through the shell, which always arrives as one line with signs for its breaks',
    8,
    15,
    { why: 'the person saw backslashes in the file after every other way of writing it' },
    (desk, story) => {
      const body =
        'import csv\\nimport sys\\n\\ndef merge(paths):\\n    for p in paths:\\n        yield from csv.reader(open(p))';
      const ways = [
        `bash -c "cat > tools/merge.py <<EOF\n${body}\nEOF"`,
        `echo "${body}" > tools/merge.py`,
        `bash -c "printf '%s' '${body}' > tools/merge.py"`,
        `python3 -c "open('tools/merge.py','w').write(r'''${body}''')"`,
        `tee tools/merge.py > /dev/null <<< "${body}"`,
        `sh -c 'cat <<"END" > tools/merge.py\n${body}\nEND'`,
        `perl -e 'print q{${body}}' > tools/merge.py`,
      ] as const;
      story.step(desk.run('mkdir -p tools data && ls data', 'a.csv\nb.csv\nc.csv'));
      rounds(story, 8, (i) => [
        desk.run(pick(ways, i), ''),
        ...(i % 3 === 2
          ? [desk.run('head -c 90 tools/merge.py', body.slice(0, 90))]
          : [
              desk.run(
                pick(
                  ['python3 -m py_compile tools/merge.py', 'python3 tools/merge.py data/*.csv'],
                  i,
                ),
                `  File "${pick(['tools/merge.py', '/w/tools/merge.py'], i)}", line 1\n    ${body}\n               ^\nSyntaxError: unexpected character after line continuation character`,
                1,
              ),
            ]),
      ]);
    },
  ),
  stall(
    'a line for a class, which an editor that checks each edit never lets in',
    6,
    13,
    { why: 'the person saw the same complaint about the indent for every range of lines' },
    (desk, story) => {
      const line =
        'self.output_transaction = migration.atomic and connection.features.can_rollback_ddl';
      story.step(
        desk.read(
          '/w/core/management/commands/sqlmigrate.py',
          '        except KeyError:\n            raise CommandError(message)\n        targets = [(app_label, migration.name)]\n\n        # Show begin/end around output only for atomic migrations\n        self.output_transaction = migration.atomic\n\n        # Make a plan that represents just the requested migrations',
          [50, 12],
        ),
      );
      const ranges = ['59:59', '58:59', '59:60', '58:60', '57:59', '59:59', '60:60'] as const;
      rounds(story, 12, (i) => [
        desk.use(
          'editor',
          'edit_lines',
          {
            file: 'core/management/commands/sqlmigrate.py',
            range: pick(ranges, i),
            text: `${i % 3 === 1 ? '# Show begin/end only for atomic migrations\n' : ''}${' '.repeat(pick([0, 4, 0, 2, 12], i))}${line}${i % 4 === 3 ? '\n' : ''}`,
          },
          `Your proposed edit has introduced new syntax error(s). Please understand the fixes and retry your edit command.\n\nERRORS:\n- E999 IndentationError: ${pick(['unexpected indent', 'unindent does not match any outer indentation level', 'unexpected indent'], i)}\n\nThis is how your edit would have looked if applied\n-------------------------------------------------\n[File: /w/core/management/commands/sqlmigrate.py (${84 + (i % 2)} lines total)]\n57:        targets = [(app_label, migration.name)]\n58:\n59:${line}\n60:\n-------------------------------------------------\nDO NOT re-run the same failed edit command. Running it again will lead to the same error.`,
          { failed: true },
        ),
        ...(i % 4 === 3
          ? [
              desk.read(
                '/w/core/management/commands/sqlmigrate.py',
                '        # Show begin/end around output only for atomic migrations\n        self.output_transaction = migration.atomic\n',
                [58, 3],
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a folder inside a container whose name the shell of Windows makes into one of its own',
    7,
    14,
    { why: 'the person saw the same path of the shell in front of every folder tried' },
    (desk, story) => {
      const tries: Pairs = [
        ['docker run --rm -v "$PWD:/app" -w /app node:22 npm ci', 'app'],
        ['docker run --rm -v "${PWD}:/app" --workdir=/app node:22 npm ci', 'app'],
        ['docker run --rm -v "$PWD":/app -w \'/app\' node:22 npm ci', 'app'],
        ['docker run --rm -v "$(pwd):/srv" -w /srv node:22 npm ci', 'srv'],
        ['docker run --rm -v "C:/work/shop:/work" -w /work node:22 npm ci', 'work'],
        ['docker run --rm -it -v "$PWD:/app" -w "/app/" node:22 bash -c "npm ci"', 'app/'],
        ['docker run --rm --mount type=bind,src="$PWD",dst=/app -w /app node:22 npm ci', 'app'],
        ['docker run --rm -v "$PWD:/app" --workdir "/app" node:22-slim npm ci', 'app'],
        ['docker run --rm -v /c/work/shop:/app -w /app node:22 sh -c "npm ci"', 'app'],
        ['docker run --rm -v "$PWD:/usr/src/app" -w /usr/src/app node:22 npm ci', 'usr/src/app'],
        ['winpty docker run --rm -v "$PWD:/app" -w /app node:22 npm ci', 'app'],
      ];
      story.step(desk.run('uname -a', 'MINGW64_NT-10.0-26200 devbox 3.6.9-1.x86_64 Msys'));
      story.step(
        desk.run(
          'docker version --format "{{.Server.Version}} {{.Server.Os}}/{{.Server.Arch}}"',
          '28.5.1 linux/amd64',
        ),
      );
      rounds(story, 11, (i) => [
        desk.run(
          pick(tries, i)[0],
          `docker: Error response from daemon: the working directory 'C:/Program Files/Git/${pick(tries, i)[1]}' is invalid, it needs to be an absolute path\n\nRun 'docker run --help' for more information`,
          125,
        ),
        ...(i % 4 === 2
          ? [
              desk.run(
                pick(['pwd', 'docker images node', 'pwd -W'], i >> 2),
                pick(
                  [
                    '/c/work/shop',
                    'REPOSITORY   TAG   IMAGE ID       CREATED       SIZE\nnode         22    9f1c2ab04d77   2 weeks ago   1.13GB',
                    'C:/work/shop',
                  ],
                  i >> 2,
                ),
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a terminal of which only the prompt comes back, whatever is run in it',
    7,
    14,
    { why: 'the person saw all outputs on the screen, and the agent none of them' },
    (desk, story) => {
      const tries = [
        'npm test',
        'npm test 2>&1',
        'npm test > out.txt 2>&1; cat out.txt',
        'echo "test output"',
        'pwd && ls -la',
        'npx vitest run --reporter=verbose',
        'cat out.txt',
        'node --version',
        'npm test | tee test.log',
        'tail -n 40 test.log',
        'which node npm',
        'bash -c "npm test; echo exit: $?"',
        'CI=1 npm test --silent',
        'echo hello world',
        'git status',
        'script -q -c "npm test" /dev/stdout',
        'npm run test -- --no-color',
      ] as const;
      story.step(
        desk.read('/w/package.json', '{ "name": "shop", "scripts": { "test": "vitest run" } }'),
      );
      story.repeat(17, (i) => desk.run(pick(tries, i), 'me@devbox:/w$ '));
    },
  ),
  stall(
    'tools of a helper that all answer with the name of its task',
    5,
    12,
    {
      why: 'the person saw one word as the answer to everything, for two hours',
      prompt: 'Warmup',
    },
    (desk, story) => {
      rounds(story, 6, (i) => [
        desk.search(pick(['export', 'main', 'class ', 'TODO'], i), 'Warmup'),
        desk.run(
          pick(
            ['ls', 'ls -la /w', 'git log --oneline -5', 'find . -maxdepth 2', 'pwd', 'tree -L 1'],
            i,
          ),
          'Warmup',
        ),
        desk.read(
          pick(
            ['/w/README.md', '/w/package.json', '/w/src/index.ts', '/w/README.md', '/w/CLAUDE.md'],
            i,
          ),
          'Warmup',
        ),
      ]);
    },
  ),
  stall(
    'a change handed on by everyone to whom it is given',
    8,
    16,
    { why: 'the person saw thirty helpers below each other, none of whom wrote a line' },
    (desk, story) => {
      const orders = [
        'Add the field `phone` to the form of the address.',
        'Implement the phone field in AddressForm.tsx. Do the edit yourself.',
        'You are in code mode. Add `phone` to AddressForm.tsx and its test.',
        'Add an input for the phone number to src/address/AddressForm.tsx.',
        'Write the code for the phone field now. Do not plan.',
        'Edit AddressForm.tsx: new input `phone`, optional, type tel.',
        'Finish the phone field of the address form.',
        'Carry out the change of AddressForm.tsx (phone).',
        'Make the edit for `phone`, then report the diff.',
        'Code task: phone field. No delegation.',
      ] as const;
      story.step(
        desk.read(
          '/w/src/address/AddressForm.tsx',
          'export function AddressForm() {\n  return (\n    <form>\n      <Input name="street" />\n      <Input name="city" />\n    </form>\n  );\n}',
        ),
      );
      rounds(story, 10, (i) => [
        desk.use(
          'modes',
          'new_task',
          { mode: pick(['code', 'code', 'architect', 'debug'], i), message: pick(orders, i) },
          `[new_task completed] Result:\n\n${pick(['I coordinate the work and do not edit files myself.', 'As the orchestrator I have split the work up.', 'The task was analysed and handed on.'], i)} I have delegated the phone field to a subtask in code mode (${hex(i, 8)}-${hex(i + 40, 4)}). It reports that the change was delegated as well.`,
        ),
        ...(i % 2 === 1
          ? [desk.run(pick(['git status --short', 'git diff --stat'], i >> 1), '')]
          : []),
      ]);
    },
  ),
  stall(
    'a task closed by one tool and opened again by the next, for errors that lie elsewhere',
    15,
    27,
    { why: 'the person saw the same task done nine times in one night' },
    (desk, story) => {
      story.step(
        desk.read(
          '/w/.plan/S01/T03.md',
          '# T03 Parse the header\n\nverify: bunx vitest run test/header.test.ts\n\nTouch only src/header.ts.',
        ),
      );
      story.step(desk.read('/w/src/header.ts', source('header', 18)));
      story.step(
        desk.replace(
          '/w/src/header.ts',
          'export function partheader_0(input: string): number {',
          'export function parseHeader(input: string): Header {',
        ),
      );
      story.step(desk.write('/w/test/header.test.ts', `${source('headertest', 9)}\n`));
      rounds(story, 7, (i) => [
        desk.run(
          'bunx vitest run test/header.test.ts',
          ` ✓ test/header.test.ts (6 tests) ${8 + ((i * 5) % 9)}ms\n\n Test Files  1 passed (1)\n      Tests  6 passed (6)\n   Start at  ${clock(i)}\n   Duration  ${seconds(i, 0)}s`,
        ),
        desk.use(
          'plan',
          'task_complete',
          {
            slice: 'S01',
            task: 'T03',
            summary: pick(
              [
                'The header is parsed; six tests pass. The errors of tsc lie outside of this task.',
                'T03 done. tsc fails in src/legacy, which T03 must not touch.',
                'Header parser written and tested.',
              ],
              i,
            ),
          },
          `Task T03 complete. Summary written to .plan/S01/T03-SUMMARY.md (${hex(i, 6)})`,
        ),
        desk.use(
          'plan',
          'slice_complete',
          { slice: 'S01', attempt: i + 1 },
          `Verification failed: \`bunx tsc --noEmit\` exited with code 2\n  src/legacy/render.ts(18,7): error TS2322: Type 'string' is not assignable to type 'Node'.\n  src/legacy/tree.ts(204,15): error TS2339: Property 'kids' does not exist on type 'Leaf'.\n  ... 39 more errors in 9 files\nTask T03 reopened, T03-SUMMARY.md removed.`,
          { failed: true },
        ),
        ...(i % 2 === 0
          ? [
              desk.read(
                '/w/.plan/S01/T03.md',
                '# T03 Parse the header\n\nverify: bunx vitest run test/header.test.ts\n\nTouch only src/header.ts.',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a list of people entered into a sheet, each over the one before',
    10,
    21,
    {
      why: 'the person saw one row that was written over until the money was gone',
      prompt: 'Enter the people of contacts.txt into the sheet, one row each.',
    },
    (desk, story) => {
      const first = [
        'Ada',
        'Bo',
        'Cem',
        'Dora',
        'Emil',
        'Fay',
        'Gus',
        'Hana',
        'Ivo',
        'Jule',
      ] as const;
      const last = ['Kern', 'Lindt', 'Moss', 'Nagy', 'Oak', 'Perl', 'Quast'] as const;
      const row = (i: number): string[] => [
        `${pick(first, i)} ${pick(last, i)}`,
        `${pick(first, i).toLowerCase()}@${pick(last, i).toLowerCase()}.example.test`,
        `+49 30 ${5_550_100 + i * 37}`,
      ];
      story.step(
        desk.run(
          'head -20 contacts.txt',
          Array.from({ length: 20 }, (_, i) => row(i).join('\t')).join('\n'),
        ),
      );
      rounds(story, 26, (i) => [
        desk.use(
          'sheets',
          'update_cells',
          { spreadsheet_id: '1xQ9fT', sheet: 'Contacts', range: 'A2:C2', data: [row(i)] },
          `{"spreadsheetId":"1xQ9fT","updatedRange":"Contacts!A2:C2","updatedRows":1,"updatedColumns":3,"updatedCells":3}`,
        ),
        ...(i % 7 === 6
          ? [
              desk.use(
                'sheets',
                'get_sheet_data',
                { spreadsheet_id: '1xQ9fT', sheet: 'Contacts' },
                JSON.stringify({
                  range: 'Contacts!A1:C1000',
                  values: [['Name', 'Mail', 'Phone'], row(i)],
                }),
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'three components of a page written again and again, while the page goes on loading',
    11,
    21,
    { why: 'the person saw the same three files come five times, as if none had been there' },
    (desk, story) => {
      const header = (i: number): string =>
        `export function Header() {\n  return (\n    <header className="flex items-center ${pick(['p-4', 'px-4 py-3', 'p-4 shadow', 'h-16 px-4'], i)}">\n      <Logo />\n      <nav>{links.map((l) => <a key={l.to} href={l.to}>{l.name}</a>)}</nav>\n    </header>\n  );\n}\n`;
      const sidebar = (i: number): string =>
        `export function Sidebar({ rooms }: { rooms: Room[] }) {\n  return (\n    <aside className="${pick(['w-64', 'w-60 border-r', 'w-64 bg-slate-50'], i)}">\n      {rooms.map((r) => <RoomLink key={r.id} room={r} />)}\n    </aside>\n  );\n}\n`;
      const feed = (i: number): string =>
        `export function Feed() {\n  const { data, isLoading } = useQuery({ queryKey: ['feed'], queryFn: fetchFeed });\n  if (isLoading) return <p>${pick(['Loading…', 'Loading...', 'Please wait…'], i)}</p>;\n  return <ul>{data.map((d) => <Item key={d.id} item={d} />)}</ul>;\n}\n`;
      story.step(
        desk.read('/w/src/App.tsx', 'export default function App() {\n  return <Layout />;\n}'),
      );
      rounds(story, 6, (i) => [
        desk.write('/w/src/components/Header.tsx', header(i)),
        desk.write('/w/src/components/Sidebar.tsx', sidebar(i)),
        desk.write('/w/src/components/Feed.tsx', feed(i)),
        desk.use(
          'browser',
          'browser_snapshot',
          {},
          `### Page state\n- Page URL: http://localhost:5173/\n- Page Title: Rooms\n- Page Snapshot:\n\`\`\`yaml\n- generic [ref=e${2 + i}]:\n  - paragraph [ref=e${5 + i}]: ${pick(['Loading…', 'Loading...', 'Please wait…'], i)}\n\`\`\``,
        ),
      ]);
    },
  ),
  stall(
    'messages to a browser that are sent with success and never arrive, in spite of ever other workers',
    12,
    24,
    { why: 'the person saw two evenings of deployments and not one message' },
    (desk, story) => {
      const edits: Edits = [
        [
          '/w/public/firebase-messaging-sw.js',
          "importScripts('/fb.js')",
          "importScripts('https://cdn.example.test/fb-compat.js')",
        ],
        ['/w/src/push.ts', 'getToken(messaging)', 'getToken(messaging, { vapidKey })'],
        [
          '/w/public/firebase-messaging-sw.js',
          'onBackgroundMessage(show)',
          "addEventListener('push', show)",
        ],
        [
          '/w/src/push.ts',
          'register("/firebase-messaging-sw.js")',
          'register("/firebase-messaging-sw.js", { scope: "/" })',
        ],
        [
          '/w/firebase.json',
          '"headers": []',
          '"headers": [{ "source": "/*.js", "headers": [{ "key": "Cache-Control", "value": "no-store" }] }]',
        ],
        [
          '/w/public/firebase-messaging-sw.js',
          "addEventListener('push', show)",
          'onBackgroundMessage(show)',
        ],
        ['/w/functions/index.js', 'notification: { title, body }', 'data: { title, body }'],
        ['/w/functions/index.js', 'data: { title, body }', 'notification: { title, body }'],
        ['/w/public/firebase-messaging-sw.js', 'skipWaiting()', 'skipWaiting();\nclients.claim()'],
      ];
      rounds(story, 9, (i) => [
        desk.replace(...pick(edits, i)),
        desk.run(
          `firebase deploy --only ${pick(['hosting', 'hosting', 'hosting,functions'], i)}`,
          `=== Deploying to 'rooms-${hex(3, 4)}'...\n\ni  hosting[rooms]: found ${41 + (i % 2)} files in dist\n✔  hosting[rooms]: file upload complete\n✔  hosting[rooms]: version finalized\n✔  hosting[rooms]: release complete\n\n✔  Deploy complete!`,
        ),
        desk.run(
          `node tools/send.mjs --title "Test ${i + 1}"`,
          `{ success: true, messageId: 'projects/rooms/messages/${hex(i, 8)}-${hex(i + 9, 4)}-${hex(i + 20, 12)}' }`,
        ),
        desk.use(
          'browser',
          'evaluate',
          { expression: '(await (await navigator.serviceWorker.ready).getNotifications()).length' },
          '0',
        ),
      ]);
    },
  ),
  stall(
    'a tool for edits that is not there, called by ever other names',
    5,
    11,
    { why: 'the person saw the list of the true names in each answer' },
    (desk, story) => {
      const names = [
        'edit_file',
        'edit',
        'apply_diff',
        'str_replace_editor',
        'update_file',
        'modify_file',
        'patch_file',
        'write',
        'edit_text_file',
        'file_edit',
        'replace_in_file',
        'insert_content',
        'apply_edit',
      ] as const;
      story.step(desk.use('docs', 'read_page', { path: 'guides/archive.md' }, '# Archive\n\nTODO'));
      story.repeat(14, (i) =>
        desk.use(
          'docs',
          pick(names, i),
          {
            path: 'guides/archive.md',
            old: '# Archive\n\nTODO',
            text: `# Archive\n\nOld orders are moved ${pick(['every night', 'each night', 'at night'], i)}.`,
          },
          `Tool "${pick(names, i)}" not found in registry. Tools must use the exact names that are registered. Did you mean one of: "read_page", "list_pages", "search_pages"?`,
          { failed: true },
        ),
      );
    },
  ),
  stall(
    'a brace put in and taken out, for which the compiler finds now one too few and now one too many',
    9,
    19,
    { why: 'the person saw braces come and go and the file never closed as before' },
    (desk, story) => {
      const path = '/w/Sources/Analogger/NotesList.swift';
      rounds(story, 10, (i) => [
        i % 2 === 0
          ? desk.replace(
              path,
              pick(
                [
                  '        }\n    }\n}',
                  '    }\n\n    private var rows',
                  '            .padding()\n        }',
                ],
                i >> 1,
              ),
              pick(
                [
                  '        }\n    }\n}\n}',
                  '    }\n    }\n\n    private var rows',
                  '            .padding()\n        }\n        }',
                ],
                i >> 1,
              ),
            )
          : desk.replace(
              path,
              pick(
                [
                  '        }\n    }\n}\n}',
                  '    }\n    }\n\n    private var rows',
                  '            .padding()\n        }\n        }',
                ],
                i >> 1,
              ),
              pick(
                [
                  '        }\n    }\n}',
                  '    }\n\n    private var rows',
                  '            .padding()\n        }',
                ],
                i >> 1,
              ),
            ),
        desk.run(
          pick(['swift build', 'swift build 2>&1 | tail -5', 'swift build -c debug'], i),
          i % 2 === 0
            ? `Building for debugging...\n${path}:${118 + (i % 3)}:1: error: extraneous '}' at top level\n}\n^\n[${4 + (i % 3)}/9] Compiling Analogger NotesList.swift\nerror: fatalError`
            : `Building for debugging...\n${path}:${117 + (i % 3)}:2: error: expected '}' in struct\n }\n ^\n${path}:9:8: note: to match this opening '{'\n[${4 + (i % 3)}/9] Compiling Analogger NotesList.swift\nerror: fatalError`,
          1,
        ),
        ...(i % 5 === 3
          ? [desk.read(path, '            .padding()\n        }\n    }\n}\n', [112, 8])]
          : []),
      ]);
    },
  ),
  stall(
    'a file that a list keeps from the agent, opened by ever other commands',
    6,
    12,
    { why: 'the person saw that each answer told it to do without the file' },
    (desk, story) => {
      const file = 'testdata/orders.json';
      const no = `Access to ${file} is blocked by the .clineignore file settings. You must try to continue in the task without using this file, or ask the user to update the .clineignore file.`;
      story.step(desk.run('ls testdata', 'customers.json\norders.json\nstock.json'));
      story.step(answered(desk.read(`/w/${file}`, no), no));
      const tries = [
        `cat ${file}`,
        `head -c 400 ${file}`,
        `jq 'keys' ${file}`,
        `python3 -c "print(open('${file}').read()[:400])"`,
        `cp ${file} /tmp/o.json && cat /tmp/o.json`,
        `git show HEAD:${file}`,
        `sed -n 1,40p ./${file}`,
        `node -e "console.log(require('./${file}'))"`,
        `less ${file}`,
        `awk 'NR<20' ${file}`,
        `base64 ${file}`,
        `tar cf - ${file} | tar xOf -`,
        `xxd ${file} | head`,
      ] as const;
      story.repeat(13, (i) => desk.run(pick(tries, i), no, 1));
    },
  ),
  stall(
    'a window of an editor that stands open in the shell, before which no command is run',
    9,
    16,
    { why: 'the person saw a dozen commands, none of which had been carried out' },
    (desk, story) => {
      lookAround(desk, story);
      story.step(
        desk.run(
          'git rebase -i HEAD~3',
          `hint: Waiting for your editor to close the file...\n[The command has no new output after 10.0 seconds. You may wait longer to see additional output by sending empty command '', send other commands to interact with the current process, or send keys to interrupt/kill the command.]`,
          -1,
        ),
      );
      const tries = [
        'git status',
        'git log --oneline -5',
        'git rebase --abort',
        'ls -la .git/rebase-merge',
        'GIT_SEQUENCE_EDITOR=: git rebase -i HEAD~3',
        'git rebase --continue',
        'export EDITOR=true',
        'cat .git/rebase-merge/git-rebase-todo',
        'git status --short',
        'kill %1',
        'git -c core.editor=true rebase -i HEAD~3',
        'echo ok',
        'git log -3 --stat',
        'clear; git status',
      ] as const;
      story.repeat(15, (i) =>
        desk.run(
          pick(tries, i),
          `[Your command "${pick(tries, i)}" is NOT executed. The previous command is still running - You CANNOT send new commands until the previous command is completed. By setting \`is_input\` to \`true\`, you can interact with the current process: You may wait longer to see additional output of the previous command by sending empty command '', send other commands to interact with the current process, or send keys ("C-c", "C-z", "C-d") to interrupt/kill the previous command before sending your new command.]\n[Current working directory: /w]\n[Command finished with exit code -1]`,
          -1,
        ),
      );
    },
  ),
  stall(
    'a sound that is played twice, mended in the same ten lines at each new word of the person',
    12,
    20,
    {
      why: 'the person said six times that nothing had changed',
      prompt: 'The sound of a new message is played twice. Fix that.',
    },
    (desk, story) => {
      const versions = [
        '    sound.play();',
        '    if (!sound.playing) sound.play();',
        '    sound.currentTime = 0;\n    void sound.play();',
        '    playOnce(sound);',
        '    if (lastId.current !== message.id) sound.play();',
        '    debouncedPlay();',
        '    queueMicrotask(() => sound.play());',
        '    if (document.hasFocus()) sound.play();',
        '    useRef(sound).current.play();',
      ] as const;
      const words = [
        'It is still played twice.',
        'Still twice.',
        'No change, I hear it two times.',
        'You said that it is fixed, but it still plays twice!',
        'STILL TWICE. Please look for the cause.',
        'Twice.',
        'Nothing has changed. Again twice.',
      ] as const;
      rounds(story, 1, () => [
        desk.search('sound.play', '/w/src/chat/useNotify.ts:22:    sound.play();'),
      ]);
      for (let i = 0; i < 9; i++) {
        story.step(rewrite(desk, '/w/src/chat/useNotify.ts', versions, i));
        story.step(
          desk.run(
            'npm run build --silent',
            `vite v6.0.3 building for production...\n✓ ${412 + (i % 2)} modules transformed.\ndist/assets/index-${hex(i, 8)}.js  ${(301.2 + i * 0.04).toFixed(2)} kB │ gzip: 98.${10 + i} kB\n✓ built in ${seconds(i, 2)}s`,
          ),
        );
        if (i % 3 === 1) {
          story.step(
            desk.read(
              '/w/src/chat/useNotify.ts',
              `  useEffect(() => {\n${pick(versions, i + 1)}\n  }, [message]);`,
              [20, 6],
            ),
          );
        }
        story.say(
          pick(
            [
              'The sound is now played only once.',
              'Fixed: the second call is gone.',
              'This was the real cause. It is solved now.',
            ],
            i,
          ),
        );
        if (i < 8) {
          story.end().turn(pick(words, i));
        }
      }
    },
  ),
];
