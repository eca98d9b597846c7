/** Work that looks like what people complain of and is none of it, and whole days without a fault. Written before any rule was tried on it. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, noStall, pick, quiet, rounds, type Idea } from './idea.js';
import { finish, lookAround, seconds, workAWhile } from './openings.js';

const two = (n: number): string => String(n).padStart(2, '0');

export const honestForum: readonly Idea[] = [
  quiet(
    'chapters of a guide taken out one by one, as the person wants it short, with two edits that miss',
    {
      why: 'each chapter is another one and the guide gets as short as it is to be',
      prompt: 'GUIDE.md is far too long. Take out what nobody needs, chapter by chapter.',
    },
    (desk, story) => {
      story.step(
        desk.run('wc -l docs/GUIDE.md && grep -c "^## " docs/GUIDE.md', '612 docs/GUIDE.md\n31'),
      );
      rounds(story, 11, (i) => {
        const chapter = `## ${word(i)}\n\nThe ${word(i)} was written for the old ${word(i + 4)} and is not used since release ${3 + (i % 3)}.${i % 7}.`;
        return [
          desk.read('/w/docs/GUIDE.md', `${chapter}\n\n## ${word(i + 1)}\n`, [40 + i * 37, 30]),
          ...(i === 3 || i === 8
            ? [desk.failedReplace('/w/docs/GUIDE.md', chapter.replace('old', 'former'), '')]
            : []),
          desk.replace('/w/docs/GUIDE.md', `${chapter}\n\n`, ''),
        ];
      });
      story.step(
        desk.run('wc -l docs/GUIDE.md && grep -c "^## " docs/GUIDE.md', '231 docs/GUIDE.md\n20'),
      );
    },
  ),
  quiet(
    'one patch brought to eighteen controllers, two of which had it already',
    { why: 'each file is another one, and a miss is looked at once and explained' },
    (desk, story) => {
      story.step(
        desk.search(
          'params.permit!',
          Array.from(
            { length: 18 },
            (_, i) => `app/controllers/${word(i)}s_controller.rb:${20 + i}:    params.permit!`,
          ).join('\n'),
        ),
      );
      rounds(story, 18, (i) => {
        const path = `/w/app/controllers/${word(i)}s_controller.rb`;
        const now = `    params.require(:${word(i)}).permit(:name, :state)`;
        return i === 6 || i === 13
          ? [
              desk.failedReplace(path, '    params.permit!', now),
              desk.read(path, `  def ${word(i)}_params\n${now} # ${i}\n  end`, [18 + i, 4]),
            ]
          : [desk.replace(path, '    params.permit!', now)];
      });
      story.step(
        desk.run(
          'bin/rails test test/controllers 2>&1 | tail -2',
          `Finished in ${seconds(2, 11)}s, 17.4 runs/s.\n214 runs, 402 assertions, 0 failures, 0 errors, 0 skips`,
        ),
      );
    },
  ),
  quiet(
    'the layout of a rare file found after a long search of the web, with dead ends on the way',
    { why: 'each page names the next clue, and the layout is tried on the file itself' },
    (desk, story) => {
      const clues: readonly (readonly [string, string])[] = [
        [
          '.dtx trace file format scale',
          '1. Scale TX-40 manual: "traces are stored as DTX (see service guide)"',
        ],
        [
          'TX-40 scale service guide DTX',
          '1. Service guide TX series (pdf): chapter 9 lists the records but not the types',
        ],
        [
          'TX series DTX record types RT_HEAD RT_SAMPLE',
          '1. Nothing fits. 2. Old mailing list: "the head is 64 bytes, little endian"',
        ],
        [
          '"RT_SAMPLE" 64 byte head little endian scale',
          '1. Mailing list 2011-04: "samples are 12 bytes: u32 ticks, f32 gross, f32 net"',
        ],
        ['DTX ticks unit TX-40', '1. Forum: "one tick is 1/128 s"'],
        [
          'DTX checksum crc TX series',
          '1. Repository dtxdump: reads heads, crc16 ccitt over the body',
        ],
      ];
      story.step(
        desk.run(
          'xxd traces/a.dtx | head -4',
          `00000000: 5458 3430 0100 0000 ${hex(1, 4)} ${hex(2, 4)} 0000 0000  TX40............\n00000010: 0000 0000 0000 0000 0000 0000 0000 0000  ................`,
        ),
      );
      for (const [i, [query, found]] of clues.entries()) {
        story.step(
          desk.use(
            'web',
            'search',
            { query },
            `${found}\n   https://${hex(i, 6)}.example.test/${hex(i + 5, 5)}`,
          ),
        );
        story.step(
          desk.use(
            'web',
            'fetch',
            { url: `https://${hex(i, 6)}.example.test/${hex(i + 5, 5)}` },
            i === 2 ? '404 Not Found' : `${found.slice(3)}\n\n${source(`page${i}`, 9)}`,
          ),
        );
        if (i > 2) {
          story.step(
            desk.run(
              `python3 tools/dtx.py traces/a.dtx --step ${i - 2}`,
              pick(
                [
                  'head ok, 1204 records',
                  'head ok, 1204 records, gross 0.0 .. 38.2 kg',
                  'head ok, 1204 records, 9.4 s, gross 0.0 .. 38.2 kg, crc ok',
                ],
                i - 3,
              ),
            ),
          );
        }
      }
      story.step(
        desk.write(
          '/w/docs/dtx.md',
          '# DTX\n\nHead 64 bytes, then records of 12 bytes, little endian.\nTick: 1/128 s. CRC-16/CCITT over the body.\n',
        ),
      );
    },
  ),
  quiet(
    'commits refused twice for their quoting, and made from a file from then on',
    { why: 'after two refusals another way is found, and each commit is another one' },
    (desk, story) => {
      workAWhile(desk, story);
      const no = 'Command substitution using $(), <(), or >() is not allowed for security reasons';
      story.step(desk.run('git add src/cli && git commit -m "Let `sync` take a folder"', no, 1));
      story.step(desk.run('git commit -m "Let \\`sync\\` take a folder"', no, 1));
      rounds(story, 8, (i) => [
        desk.write(
          '/w/.git/COMMIT_TEXT',
          `Let \`${word(i)}\` take a folder\n\nBefore, \`${word(i)}\` took single files only.\n`,
        ),
        desk.run(
          `git add src/${word(i)} && git commit -qF .git/COMMIT_TEXT && git log --oneline -1`,
          `${hex(i + 3, 7)} Let \`${word(i)}\` take a folder`,
        ),
      ]);
      story.step(
        desk.run(
          'git push',
          `To git.example.test:acme/orders.git\n   ${hex(62, 7)}..${hex(10, 7)}  main -> main`,
        ),
      );
    },
  ),
  quiet(
    'nine threads of a review answered one after the other, with new ones in between',
    {
      why: 'each thread is another one, is answered after a change, and fewer are open',
      prompt: 'Watch pull request 512 and see to what the reviewers write.',
    },
    (desk, story) => {
      lookAround(desk, story);
      const open = [4, 3, 2, 4, 3, 2, 1, 2, 1] as const;
      rounds(story, 9, (i) => [
        desk.run(
          `${i === 3 || i === 7 ? 'sleep 300; ' : ''}gh api "repos/acme/orders/pulls/512/comments?since=2026-11-20T${clock(i)}Z"`,
          `[{"id":${2_301_440_118 + i * 911},"user":{"login":"${pick(['t-oak', 'nagy', 'perl'], i)}"},"path":"src/${word(i)}.ts","line":${18 + i * 9},"body":"${pick(['This name says nothing', 'Can this be undefined?', 'Please test the empty case', 'Why not a Map?'], i)} (${word(i)})"},"open: ${pick(open, i)}"]`,
        ),
        desk.read(`/w/src/${word(i)}.ts`, source(`review${i}`, 9), [14 + i * 9, 9]),
        desk.replace(
          `/w/src/${word(i)}.ts`,
          `export function partreview${i}_0(input: string): number {`,
          `export function ${word(i)}Length(input = ''): number {`,
        ),
        desk.run(
          `git commit -qam "Answer the remark on ${word(i)}" && git push -q && gh api -X POST repos/acme/orders/pulls/512/comments/${2_301_440_118 + i * 911}/replies -f body='Done in ${hex(i, 7)}.' --jq .id`,
          `${2_301_450_004 + i * 1_207}`,
        ),
      ]);
      story.step(desk.run('gh pr view 512 --json reviewDecision', '{"reviewDecision":"APPROVED"}'));
    },
  ),
  quiet(
    'a program read as a whole in portions, with notes after each and two files read once more',
    {
      why: 'each portion is another one, and the report grows',
      prompt: 'Read the project and write ANALYSIS.md about it.',
    },
    (desk, story) => {
      story.step(desk.run("find . -name '*.swift' | wc -l", '40'));
      rounds(story, 10, (i) => [
        ...[0, 1, 2, 3].map((n) =>
          desk.read(
            `/w/ReView/${pick(['Models', 'Services', 'Views'], i)}/${word(i * 4 + n)}${i}.swift`,
            source(`swift${i}-${n}`, 24),
          ),
        ),
        ...(i === 4 || i === 7
          ? [desk.read(`/w/ReView/Models/${word(0)}0.swift`, source('swift0-0', 24))]
          : []),
        i === 0
          ? desk.write('/w/ANALYSIS.md', `# Analysis\n\n## ${word(0)}\n\nHolds the pictures.\n`)
          : desk.replace(
              '/w/ANALYSIS.md',
              `## ${word(i - 1)}\n`,
              `## ${word(i)}\n\n${pick(['Loads', 'Shows', 'Sorts', 'Keeps'], i)} what ${word(i + 2)} asks for.\n\n## ${word(i - 1)}\n`,
            ),
      ]);
    },
  ),
  quiet(
    'the end of a test run waited for by its number, while its log goes on',
    { why: 'the process is the right one and the log moves until it ends' },
    (desk, story) => {
      story.step(desk.run('nohup pytest tests/e2e -q > e2e.log 2>&1 & echo $!', '84213'));
      const done = [4, 11, 17, 26, 26, 33, 41] as const;
      rounds(story, 7, (i) => [
        desk.run(
          `sleep ${pick([60, 90, 60], i)}; ps -o pid,etime,stat -p 84213`,
          `    PID     ELAPSED STAT\n  84213    ${two(1 + i * 2)}:${two((i * 17) % 60)} Sl`,
        ),
        desk.run('tail -1 e2e.log', `${'.'.repeat(pick(done, i))}`),
      ]);
      story.step(
        desk.run(
          'wait 84213 2>/dev/null; sleep 60; tail -2 e2e.log',
          `................................................                         [100%]\n48 passed in 912.40s (0:15:12)`,
        ),
      );
      story.step(
        desk.run(
          'git commit -qam "Move the tests to the new browser" && git push -q && git status -sb | head -1',
          '## main...origin/main',
        ),
      );
    },
  ),
  quiet(
    'twelve red tests looked up in the history one by one, to tell old ones from new ones',
    {
      why: 'each test is another one and gets its own word',
      prompt: 'Which of the twelve failures did my branch cause?',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'npx vitest run 2>&1 | grep FAIL',
          Array.from(
            { length: 12 },
            (_, i) => ` FAIL  test/${word(i)}.test.ts > ${word(i)} > keeps its order`,
          ).join('\n'),
          1,
        ),
      );
      story.step(
        desk.run(
          'git worktree add -q /tmp/base origin/main && cd /tmp/base && npm ci --silent',
          '',
        ),
      );
      rounds(story, 12, (i) => [
        desk.run(
          `cd /tmp/base && npx vitest run test/${word(i)}.test.ts 2>&1 | tail -3`,
          i % 4 === 2
            ? ` Test Files  1 passed (1)\n      Tests  ${3 + (i % 5)} passed (${3 + (i % 5)})\n   Duration  ${seconds(i)}s`
            : ` Test Files  1 failed (1)\n      Tests  1 failed | ${2 + (i % 5)} passed (${3 + (i % 5)})\n   Duration  ${seconds(i)}s`,
          i % 4 === 2 ? 0 : 1,
        ),
        desk.run(
          `git log --oneline -2 origin/main.. -- src/${word(i)}.ts test/${word(i)}.test.ts`,
          i % 4 === 2 ? `${hex(i, 7)} Sort the ${word(i)}s by time` : '',
        ),
      ]);
      story.step(
        desk.write(
          '/w/FAILURES.md',
          `# Failures\n\nNew: ${[2, 6, 10].map(word).join(', ')}. All others were red on main before.\n`,
        ),
      );
    },
  ),
  quiet(
    'ten small scripts written through the shell, each checked by a compiler that says nothing',
    { why: 'each script is another one and silence means that it is right' },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.run(
          `cat > tools/${word(i)}.py <<'EOF'\nimport sys\n\ndef ${word(i)}(path):\n    with open(path) as f:\n        return [line.split(',')[${i}] for line in f]\n\nprint(len(${word(i)}(sys.argv[1])))\nEOF`,
          '',
        ),
        desk.run(`python3 -m py_compile tools/${word(i)}.py`, ''),
        ...(i % 3 === 2
          ? [desk.run(`python3 tools/${word(i)}.py data/a.csv`, `${1_204 + i}`)]
          : []),
      ]);
    },
  ),
  quiet(
    'sixteen edits of a file through an editor that checks each, two of which it turns away first',
    { why: 'each edit is at another place, and what was turned away is put right at once' },
    (desk, story) => {
      story.step(desk.read('/w/core/urls/resolvers.py', source('resolvers', 60)));
      rounds(story, 16, (i) => {
        const edit = (indent: number, failed: boolean) =>
          desk.use(
            'editor',
            'edit_lines',
            {
              file: 'core/urls/resolvers.py',
              range: `${24 + i * 21}:${25 + i * 21}`,
              text: `${' '.repeat(indent)}def ${word(i)}(self) -> ${pick(['str', 'int', 'Route', 'None'], i)}:`,
            },
            failed
              ? `Your proposed edit has introduced new syntax error(s). Please understand the fixes and retry your edit command.\n\nERRORS:\n- E999 IndentationError: unexpected indent (line ${24 + i * 21})`
              : `[File: /w/core/urls/resolvers.py (${410 + i} lines total)]\n${24 + i * 21}:    def ${word(i)}(self) -> ${pick(['str', 'int', 'Route', 'None'], i)}:\nFile updated.`,
            failed ? { failed: true } : { failed: false },
          );
        return i === 4 || i === 11 ? [edit(8, true), edit(4, false)] : [edit(4, false)];
      });
      story.step(
        desk.run('mypy core/urls/resolvers.py', 'Success: no issues found in 1 source file'),
      );
    },
  ),
  noStall(
    'a folder of a container spoilt by the shell of Windows twice, and an image built up after that',
    { why: 'the third try finds the switch, and all that follows goes on' },
    (desk, story) => {
      story.step(
        desk.run('docker version --format "{{.Server.Os}}/{{.Server.Arch}}"', 'linux/amd64'),
      );
      story.repeat(3, (i) =>
        desk.run(
          `docker run --rm -v "${pick(['$PWD', '$(pwd)', '${PWD}'], i)}:/app" ${pick(['-w /app', '--workdir=/app', "-w '/app'"], i)} node:22 npm ci`,
          `docker: Error response from daemon: the working directory 'C:/Program Files/Git/app' is invalid, it needs to be an absolute path\n\nRun 'docker run --help' for more information`,
          125,
        ),
      );
      const run = 'MSYS_NO_PATHCONV=1 docker run --rm -v "$PWD:/app" -w /app node:22 ';
      story.step(
        desk.run(
          `${run}npm ci`,
          `added ${412} packages, and audited 413 packages in 21s\n\nfound 0 vulnerabilities`,
        ),
      );
      story.step(
        desk.run(
          `${run}npm run lint`,
          '✖ 1 problem (1 error, 0 warnings)\n  src/a.ts:4:7  error  "x" is never used  no-unused-vars',
          1,
        ),
      );
      story.step(desk.replace('/w/src/a.ts', 'const x = 1;\n', ''));
      story.step(desk.run(`${run}npm run lint`, ''));
      story.step(
        desk.run(
          `${run}npm test`,
          ` Test Files  12 passed (12)\n      Tests  88 passed (88)\n   Duration  ${seconds(1, 4)}s`,
        ),
      );
      story.step(desk.run(`${run}npm run build`, `✓ built in ${seconds(2, 3)}s`));
      story.step(desk.write('/w/tools/in-node.sh', `#!/bin/sh\n${run}"$@"\n`));
    },
  ),
  quiet(
    'a machine set up by commands that say nothing, with a look at it at the end',
    { why: 'each command sets another thing', prompt: 'Set up web7 as in docs/hosts.md.' },
    (desk, story) => {
      story.step(
        desk.read(
          '/w/docs/hosts.md',
          `# Hosts\n\n${Array.from({ length: 24 }, (_, i) => `${i + 1}. ${word(i)}`).join('\n')}`,
        ),
      );
      const steps = [
        'hostnamectl set-hostname web7',
        'timedatectl set-timezone Europe/Berlin',
        'useradd -m -s /bin/bash deploy',
        'usermod -aG docker deploy',
        'install -d -m 700 -o deploy /home/deploy/.ssh',
        'install -m 600 -o deploy /root/key.pub /home/deploy/.ssh/authorized_keys',
        "sed -i 's/^#\\?PasswordAuthentication.*/PasswordAuthentication no/' /etc/ssh/sshd_config",
        'systemctl reload ssh',
        'sysctl -qw vm.swappiness=10',
        "echo 'vm.swappiness=10' > /etc/sysctl.d/90-swap.conf",
        'fallocate -l 2G /swapfile',
        'chmod 600 /swapfile',
        'swapon /swapfile',
        "echo '/swapfile none swap sw 0 0' >> /etc/fstab",
        'install -d -o deploy /srv/shop /srv/shop/releases /srv/shop/shared',
        'ln -sfn /srv/shop/releases/0 /srv/shop/current',
        'cp /root/shop.service /etc/systemd/system/',
        'systemctl daemon-reload',
        'systemctl enable -q shop',
        'nft -f /etc/nftables.conf',
        'systemctl enable -q --now nftables',
        'logrotate -d /etc/logrotate.d/shop > /dev/null 2>&1',
      ] as const;
      story.repeat(steps.length, (i) => desk.run(`ssh root@web7.test "${pick(steps, i)}"`, ''));
      story.step(
        desk.run(
          'ssh root@web7.test "hostname; swapon --show=NAME,SIZE --noheadings; systemctl is-enabled shop nftables"',
          'web7\n/swapfile 2G\nenabled\nenabled',
        ),
      );
      story.step(desk.run('ssh deploy@web7.test "id -nG"', 'deploy docker'));
    },
  ),
  noStall(
    'a part of a work given to a helper three times, as the service is overloaded, and then nine more parts',
    { why: 'the fourth time it is done, and each part after it is another one' },
    (desk, story) => {
      rounds(story, 3, (i) => [
        desk.use(
          'modes',
          'new_task',
          { mode: 'code', message: 'Write the reader of the price list.' },
          `[new_task failed] 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_${hex(i, 16)}"}`,
          { failed: true },
        ),
        ...(i > 0 ? [desk.run(`sleep ${60 * i}`, '')] : []),
      ]);
      rounds(story, 10, (i) => [
        desk.use(
          'modes',
          'new_task',
          {
            mode: pick(['code', 'code', 'test'], i),
            message:
              i === 0
                ? 'Write the reader of the price list.'
                : `Write the reader of the ${word(i)} list.`,
          },
          `[new_task completed] Result:\n\nThe reader of the ${i === 0 ? 'price' : word(i)} list is written in src/readers/${i === 0 ? 'price' : word(i)}.ts with ${3 + (i % 4)} tests, all of which pass.`,
        ),
        ...(i % 3 === 2
          ? [
              desk.run(
                'git add -A && git commit -qm "More readers" && git diff --stat HEAD~1 | tail -1',
                ` 6 files changed, ${120 + i * 13} insertions(+)`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'twelve tasks of a plan done by the same four calls, one of which is opened again for a true fault',
    { why: 'each task is another one, and what was opened again is mended' },
    (desk, story) => {
      rounds(story, 12, (i) => [
        desk.use(
          'plan',
          'task_start',
          { slice: 'S02', task: `T${two(i + 1)}` },
          `Task T${two(i + 1)} "${word(i)}" started.`,
        ),
        desk.replace(
          `/w/src/${word(i)}.ts`,
          `export const ${word(i)} = todo();`,
          `export function ${word(i)}(rows: Row[]): Row[] {\n  return rows.filter((r) => r.${word(i + 1)});\n}`,
        ),
        desk.run(
          `bunx vitest run test/${word(i)}.test.ts`,
          ` ✓ test/${word(i)}.test.ts (${2 + (i % 4)} tests) ${7 + i}ms\n\n Test Files  1 passed (1)\n      Tests  ${2 + (i % 4)} passed (${2 + (i % 4)})`,
        ),
        desk.use(
          'plan',
          'task_complete',
          { slice: 'S02', task: `T${two(i + 1)}`, summary: `${word(i)} written` },
          `Task T${two(i + 1)} complete. ${11 - i} left.`,
        ),
      ]);
      story.step(
        desk.use(
          'plan',
          'slice_complete',
          { slice: 'S02' },
          "Verification failed: `bunx tsc --noEmit` exited with code 2\n  src/timer.ts(2,34): error TS2339: Property 'buffer' does not exist on type 'Row'.\nTask T06 reopened.",
          { failed: true },
        ),
      );
      story.step(
        desk.replace(
          '/w/src/types.ts',
          'export interface Row {',
          'export interface Row {\n  buffer?: boolean;',
        ),
      );
      story.step(
        desk.use(
          'plan',
          'task_complete',
          { slice: 'S02', task: 'T06', summary: 'the field buffer added' },
          'Task T06 complete. 0 left.',
        ),
      );
      story.step(
        desk.use(
          'plan',
          'slice_complete',
          { slice: 'S02' },
          'Slice S02 complete. Verification passed.',
        ),
      );
    },
  ),
  quiet(
    'one cell of a sheet written anew after each import, as the person watches it there',
    {
      why: 'the cell is to tell how far the work is, and it goes on',
      prompt:
        'Import the twelve files and keep the state in B1 of the sheet, I look at it now and then.',
    },
    (desk, story) => {
      rounds(story, 12, (i) => [
        desk.run(
          `python3 tools/load.py inbox/2026-${two(i + 1)}.csv`,
          `read ${4_100 + ((i * 733) % 900)} rows, stored ${4_090 + ((i * 733) % 900)}, skipped 10\ndone in ${seconds(i, 6)} s`,
        ),
        desk.use(
          'sheets',
          'update_cells',
          { spreadsheet_id: '7aKw2', sheet: 'State', range: 'B1', data: [[`${i + 1} of 12`]] },
          '{"spreadsheetId":"7aKw2","updatedRange":"State!B1","updatedRows":1,"updatedColumns":1,"updatedCells":1}',
        ),
      ]);
      story.step(desk.run('psql -Atc "select count(*) from sales where year = 2026"', '54211'));
    },
  ),
  quiet(
    'three components written in five looks, one after the other, as the person wants to choose',
    {
      why: 'each look is another one and is photographed for the person',
      prompt: 'Show me the header, the side bar and the feed in five different looks.',
    },
    (desk, story) => {
      rounds(story, 5, (i) => [
        ...['Header', 'Sidebar', 'Feed'].map((name) =>
          desk.write(
            `/w/src/components/${name}.tsx`,
            `export function ${name}() {\n  return (\n    <section className="${pick(['bg-white shadow-sm', 'bg-slate-900 text-slate-100', 'border-4 border-black font-mono', 'rounded-3xl bg-amber-50', 'backdrop-blur bg-white/40'], i)} ${pick(['p-4', 'p-6', 'p-2', 'p-8', 'p-5'], i)}">\n      <Slot name="${name.toLowerCase()}" tone={${i}} />\n    </section>\n  );\n}\n`,
          ),
        ),
        desk.use(
          'browser',
          'browser_navigate',
          { url: `http://localhost:5173/?look=${i + 1}` },
          `### Page state\n- Page URL: http://localhost:5173/?look=${i + 1}\n- Page Title: Rooms\n- Page Snapshot:\n\`\`\`yaml\n- banner [ref=e2]: ${pick(['Plain', 'Night', 'Brutal', 'Soft', 'Glass'], i)}\n- complementary [ref=e7]\n- main [ref=e12]\n\`\`\``,
        ),
        desk.use(
          'browser',
          'browser_take_screenshot',
          { filename: `look-${i + 1}.png`, fullPage: true },
          `Took the full page screenshot and saved it as /w/looks/look-${i + 1}.png`,
        ),
      ]);
    },
  ),
  quiet(
    'messages to a telephone that are refused for another reason each time, and arrive at last',
    { why: 'each refusal is another one and is removed' },
    (desk, story) => {
      lookAround(desk, story);
      const refusals = [
        [
          '"code": 401, "message": "Request had invalid authentication credentials."',
          '/w/tools/send.py',
          'key = os.environ["KEY"]',
          'key = token(scopes=[MESSAGING])',
        ],
        [
          '"code": 403, "message": "SenderId mismatch"',
          '/w/android/app/google-services.json',
          '"project_number": "5521"',
          '"project_number": "8840"',
        ],
        [
          '"code": 404, "message": "Requested entity was not found." , "errorCode": "UNREGISTERED"',
          '/w/tools/devices.txt',
          'fXk2',
          `${hex(5, 4)}`,
        ],
        [
          '"code": 400, "message": "Invalid value at \'message.data\' (TYPE_STRING), 12"',
          '/w/tools/send.py',
          '"count": 12',
          '"count": "12"',
        ],
        [
          '"code": 400, "message": "Android message is too big"',
          '/w/tools/send.py',
          '"body": text',
          '"body": text[:900]',
        ],
      ] as const;
      for (const [i, [refusal, path, from, to]] of refusals.entries()) {
        story.step(desk.run('python3 tools/send.py --to pixel', `{"error": {${refusal}}}`, 1));
        story.step(desk.read(path, `${source(`send${i}`, 6)}\n${from}`));
        story.step(desk.replace(path, from, to));
      }
      story.step(
        desk.run(
          'python3 tools/send.py --to pixel',
          `{"name": "projects/rooms/messages/0:17${hex(3, 12)}"}`,
        ),
      );
      story.step(
        desk.run(
          'adb logcat -d -s RoomsPush | tail -2',
          `11-20 10:41:07.204  4127  4127 I RoomsPush: received "Test", 12 unread`,
        ),
      );
      finish(desk, story);
    },
  ),
  quiet(
    'questions of an installer answered one after the other at its prompt',
    { why: 'each question is another one and the last one is answered' },
    (desk, story) => {
      const questions = [
        'Are you ready to proceed? (Y/n)',
        'Which features do you want to set up? (Press <space> to select)',
        'Please select an option: (Use an existing project / Create a new project)',
        'Select a default project for this directory:',
        'What file should be used for the rules? (firestore.rules)',
        'What file should be used for the indexes? (firestore.indexes.json)',
        'What language would you like to use to write Functions? (JavaScript / TypeScript)',
        'Do you want to use ESLint to catch probable bugs? (Y/n)',
        'Do you want to install dependencies with npm now? (Y/n)',
        'What do you want to use as your public directory? (public)',
        'Configure as a single-page app (rewrite all urls to /index.html)? (y/N)',
        'Set up automatic builds and deploys? (y/N)',
        'Which emulators do you want to set up?',
        'Which port do you want to use for the functions emulator? (5001)',
        'Which port do you want to use for the firestore emulator? (8080)',
        'Would you like to download the emulators now? (Y/n)',
      ] as const;
      const answers = [
        'y',
        ' ',
        '',
        '',
        '',
        '',
        '',
        'y',
        'y',
        'dist',
        'y',
        'n',
        ' ',
        '5101',
        '8180',
        'n',
      ] as const;
      story.step(
        desk.use(
          'terminal',
          'start',
          { command: 'firebase init' },
          `session ${hex(2, 6)}\n? ${pick(questions, 0)}`,
        ),
      );
      story.repeat(16, (i) =>
        desk.use(
          'terminal',
          'send',
          { session: hex(2, 6), keys: `${pick(answers, i)}\\n` },
          i === 15
            ? '✔  Writing configuration info to firebase.json...\n✔  Firebase initialization complete!\n[process exited with code 0]'
            : `✔ ${pick(questions, i)}\n? ${pick(questions, i + 1)}`,
        ),
      );
      story.step(
        desk.run(
          'git status --short',
          '?? .firebaserc\n?? firebase.json\n?? firestore.indexes.json\n?? firestore.rules\n?? functions/',
        ),
      );
    },
  ),
  quiet(
    'eight wishes about one view, told turn by turn, all of which are met in the same file',
    {
      why: 'each word of the person is about another thing',
      prompt: 'The chat needs some care. First: the sound of a new message is too loud.',
    },
    (desk, story) => {
      const wishes = [
        [
          'Good. Now play no sound while the window has the focus.',
          'sound.volume = 1;',
          'sound.volume = 0.4;',
        ],
        [
          'Good. The time of a message should be local.',
          'sound.play();',
          'if (!document.hasFocus()) sound.play();',
        ],
        [
          'Nice. Names too long should be cut.',
          'message.at.toISOString()',
          'message.at.toLocaleTimeString()',
        ],
        [
          'Right. The list jumps to the top when I send something.',
          '<b>{message.from}</b>',
          '<b className="truncate">{message.from}</b>',
        ],
        [
          'Works. Pressing Escape should leave the field.',
          'list.scrollTo(0, 0);',
          'list.scrollTo(0, list.scrollHeight);',
        ],
        [
          'Perfect. Links are not clickable.',
          'onKeyDown={send}',
          'onKeyDown={(e) => (e.key === "Escape" ? blur() : send(e))}',
        ],
        [
          'Yes. Last one: own messages on the right.',
          '{message.text}',
          '<Linked text={message.text} />',
        ],
        ['Thanks, commit it.', 'className="row"', 'className={message.own ? "row own" : "row"}'],
      ] as const;
      for (const [i, [next, from, to]] of wishes.entries()) {
        story.step(
          desk.read('/w/src/chat/Chat.tsx', `${source(`chat${i}`, 9)}\n${from}`, [20 + i * 6, 10]),
        );
        story.step(desk.replace('/w/src/chat/Chat.tsx', from, to));
        story.step(
          desk.run(
            'npm run build --silent',
            `vite v6.0.3 building for production...\n✓ 412 modules transformed.\ndist/assets/index-${hex(i, 8)}.js  ${(301.2 + i * 0.1).toFixed(2)} kB\n✓ built in ${seconds(i, 2)}s`,
          ),
        );
        story.say('Done.');
        story.end().turn(next);
      }
      story.step(
        desk.run(
          'git commit -qam "Care for the chat" && git log --oneline -1',
          `${hex(5, 7)} Care for the chat`,
        ),
      );
    },
  ),
  quiet(
    'tools looked up by name before their first use, most of them found at once',
    { why: 'each tool is another one and is used right after it is found' },
    (desk, story) => {
      const jobs = [
        'calendar',
        'mail',
        'tickets',
        'drive',
        'chat',
        'crm',
        'billing',
        'wiki',
      ] as const;
      rounds(story, 8, (i) => [
        desk.use(
          'tools',
          'find',
          { query: `${pick(jobs, i)} ${pick(['list', 'search', 'create'], i)}`, limit: 5 },
          i === 3
            ? 'No tool found. 1 server is still starting: drive'
            : `<functions>\n${pick(jobs, i)}_${pick(['list', 'search', 'create'], i)}: ${pick(['Lists', 'Searches', 'Creates'], i)} entries (query, limit)\n</functions>`,
        ),
        ...(i === 3
          ? [
              desk.use(
                'tools',
                'find',
                { query: 'drive files', limit: 10 },
                '<functions>\ndrive_list: Lists entries (query, limit)\n</functions>',
              ),
            ]
          : []),
        desk.use(
          pick(jobs, i),
          pick(['list', 'search', 'create'], i),
          { query: 'Acme', limit: 20 },
          `{"items":[{"id":"${hex(i, 10)}","title":"Acme ${word(i)}"},{"id":"${hex(i + 30, 10)}","title":"Acme ${word(i + 3)}"}],"total":${2 + i}}`,
        ),
      ]);
      story.step(
        desk.write(
          '/w/acme.md',
          '# Acme\n\nEight systems know the customer; the wiki has the newest address.\n',
        ),
      );
    },
  ),
  quiet(
    'a feature of a web service in Python, from the table to the last test, in one long day',
    {
      why: 'each test is written red and made green, and the work is finished',
      prompt: 'Add vouchers: table, service, routes, tests. Commit as you go.',
    },
    (desk, story) => {
      lookAround(desk, story);
      story.step(
        desk.write(
          '/w/app/models/voucher.py',
          'class Voucher(Base):\n    __tablename__ = "vouchers"\n    id: Mapped[int] = mapped_column(primary_key=True)\n    code: Mapped[str] = mapped_column(unique=True)\n    worth: Mapped[Decimal]\n    until: Mapped[date | None]\n',
        ),
      );
      story.step(
        desk.run(
          'alembic revision --autogenerate -m "vouchers"',
          `INFO  [alembic.autogenerate.compare] Detected added table 'vouchers'\n  Generating /w/migrations/versions/${hex(4, 12)}_vouchers.py ...  done`,
        ),
      );
      story.step(
        desk.run(
          'alembic upgrade head',
          `INFO  [alembic.runtime.migration] Running upgrade ${hex(3, 12)} -> ${hex(4, 12)}, vouchers`,
        ),
      );
      const cases = [
        'create',
        'code_taken',
        'redeem',
        'redeem_twice',
        'expired',
        'wrong_basket',
        'part_of_worth',
        'list_own',
        'void',
      ] as const;
      rounds(story, 9, (i) => [
        desk.replace(
          '/w/tests/test_vouchers.py',
          '# next\n',
          `async def test_${pick(cases, i)}(client, db):\n    r = await client.post("/vouchers/${pick(cases, i)}")\n    assert r.status_code == ${pick([201, 409, 200, 409, 410], i)}\n\n\n# next\n`,
        ),
        desk.run(
          `pytest -q tests/test_vouchers.py -k ${pick(cases, i)}`,
          `F                                                                        [100%]\n=================================== FAILURES ===================================\n    assert r.status_code == ${pick([201, 409, 200, 409, 410], i)}\nE   assert ${pick([404, 404, 500], i)} == ${pick([201, 409, 200, 409, 410], i)}\nFAILED tests/test_vouchers.py::test_${pick(cases, i)}\n1 failed, ${i} deselected in ${seconds(i)}s`,
          1,
        ),
        desk.replace(
          i % 2 === 0 ? '/w/app/routes/vouchers.py' : '/w/app/services/vouchers.py',
          '# more\n',
          `async def ${pick(cases, i)}(session: Session, code: str) -> Voucher:\n    voucher = await find(session, code)\n    ${pick(['session.add(voucher)', 'if voucher.used: raise Conflict(code)', 'voucher.used = True', 'if voucher.until < today(): raise Gone(code)'], i)}\n    return voucher\n\n\n# more\n`,
        ),
        desk.run(
          'pytest -q tests/test_vouchers.py',
          `${'.'.repeat(i + 1).padEnd(72)} [100%]\n${i + 1} passed in ${seconds(i)}s`,
        ),
        ...(i % 3 === 2
          ? [
              desk.run(
                `ruff check app tests && git add -A && git commit -qm "Vouchers: ${pick(cases, i)}" && git log --oneline -1`,
                `All checks passed!\n${hex(i, 7)} Vouchers: ${pick(cases, i)}`,
              ),
            ]
          : []),
      ]);
      finish(desk, story);
    },
  ),
  quiet(
    'a shop moved to a new release of its framework, with another complaint of the build each time',
    {
      why: 'each complaint is another one and goes away',
      prompt: 'Move the shop to Next 15.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'npx @next/codemod@latest upgrade 15',
          '✔ Upgraded next from 14.2.18 to 15.0.3\n✔ Applied next-async-request-api: 7 files changed',
        ),
      );
      const faults = [
        [
          'app/orders/[id]/page.tsx',
          `Type error: Type '{ params: { id: string } }' does not satisfy the constraint 'PageProps'.`,
        ],
        [
          'app/layout.tsx',
          "Type error: Property 'get' does not exist on type 'Promise<ReadonlyRequestCookies>'.",
        ],
        [
          'next.config.mjs',
          "Invalid next.config.mjs options detected: Unrecognized key(s) in object: 'swcMinify'",
        ],
        [
          'app/api/cart/route.ts',
          `Type error: Route "app/api/cart/route.ts" has an invalid "GET" export`,
        ],
        ['components/Price.tsx', `Type error: Cannot find namespace 'JSX'.`],
        [
          'app/search/page.tsx',
          'useSearchParams() should be wrapped in a suspense boundary at page "/search".',
        ],
        ['lib/fonts.ts', "Module not found: Can't resolve '@next/font/google'"],
        [
          'app/sitemap.ts',
          'Error: Route /sitemap.xml with `dynamic = "error"` couldn\'t be rendered statically',
        ],
        ['middleware.ts', "Type error: Property 'ip' does not exist on type 'NextRequest'."],
        [
          'components/Image.tsx',
          `Error: Image with src "/hero.png" has legacy prop "layout". Did you forget to run the codemod?`,
        ],
      ] as const;
      for (const [i, [file, fault]] of faults.entries()) {
        story.step(
          desk.run(
            'npm run build',
            `\n> shop@1.2.0 build\n> next build\n\n   ▲ Next.js 15.0.3\n\n   Creating an optimized production build ...\nFailed to compile.\n\n./${file}:${4 + i * 3}:${7 + i}\n${fault}\n`,
            1,
          ),
        );
        story.step(desk.read(`/w/${file}`, `${source(`next${i}`, 12)}\n// ${fault.slice(12, 30)}`));
        story.step(
          desk.replace(`/w/${file}`, `// ${fault.slice(12, 30)}`, `// settled (${i + 1})`),
        );
      }
      story.step(
        desk.run(
          'npm run build',
          `   ▲ Next.js 15.0.3\n\n   Creating an optimized production build ...\n ✓ Compiled successfully\n ✓ Generating static pages (41/41)\n\nRoute (app)                              Size     First Load JS\n┌ ○ /                                    5.1 kB         112 kB\n└ ○ /search                              2.2 kB         108 kB`,
        ),
      );
      story.step(
        desk.run(
          'npx playwright test --reporter=line',
          `Running 34 tests using 4 workers\n  34 passed (${seconds(3, 41)}s)`,
        ),
      );
      finish(desk, story);
    },
  ),
  quiet(
    'a day that is one too early in some months, followed from the page to the one line that cuts it off',
    { why: 'each look tells more, and the fault is found, tested and mended' },
    (desk, story) => {
      lookAround(desk, story);
      story.step(
        desk.run(
          "TZ=Europe/Berlin bin/rails runner 'puts Invoice.find(4411).due_on'",
          '2026-03-30',
        ),
      );
      story.step(
        desk.run(
          `bin/rails runner 'puts Invoice.find(4411).issued_at.in_time_zone("Europe/Berlin")'`,
          '2026-03-02 00:30:00 +0100',
        ),
      );
      story.step(
        desk.search(
          'due_on',
          'app/models/invoice.rb:31:  def due_on\napp/views/invoices/show.html.erb:12:  <%= l(@invoice.due_on) %>\napp/services/terms.rb:8:    (issued_at + days.days).to_date',
        ),
      );
      story.step(
        desk.read(
          '/w/app/services/terms.rb',
          'class Terms\n  def due(issued_at, days)\n    (issued_at + days.days).to_date\n  end\nend',
        ),
      );
      story.step(
        desk.run(
          "bin/rails runner 'p Invoice.find(4411).issued_at, Invoice.find(4411).issued_at.class'",
          'Sun, 01 Mar 2026 23:30:00.000000000 UTC +00:00\nActiveSupport::TimeWithZone',
        ),
      );
      rounds(story, 6, (i) => [
        desk.run(
          `TZ=Europe/Berlin bin/rails runner 'puts Terms.new.due(Time.utc(2026, ${i + 1}, 1, 23, 30), 29)'`,
          `2026-${pick(['01-30', '03-02', '03-30', '04-30', '05-30', '06-30'], i)}`,
        ),
        desk.run(
          `TZ=Europe/Berlin bin/rails runner 'puts Terms.new.due(Time.zone.local(2026, ${i + 1}, 2, 0, 30), 29)'`,
          `2026-${pick(['01-31', '03-03', '03-31', '05-01', '05-31', '07-01'], i)}`,
        ),
      ]);
      story.step(
        desk.write(
          '/w/test/services/terms_test.rb',
          'class TermsTest < ActiveSupport::TestCase\n  test "counts in the zone of the customer" do\n    at = Time.utc(2026, 3, 1, 23, 30)\n    assert_equal Date.new(2026, 3, 31), Terms.new.due(at, 29)\n  end\nend\n',
        ),
      );
      story.step(
        desk.run(
          'bin/rails test test/services/terms_test.rb',
          'F\n\nFailure:\nTermsTest#test_counts_in_the_zone_of_the_customer [test/services/terms_test.rb:4]:\nExpected: Tue, 31 Mar 2026\n  Actual: Mon, 30 Mar 2026\n\n1 runs, 1 assertions, 1 failures, 0 errors, 0 skips',
          1,
        ),
      );
      story.step(
        desk.replace(
          '/w/app/services/terms.rb',
          '    (issued_at + days.days).to_date',
          '    issued_at.in_time_zone(zone).to_date + days',
        ),
      );
      story.step(
        desk.run(
          'bin/rails test test/services/terms_test.rb',
          "F\n\nError:\nNameError: undefined local variable or method `zone' for an instance of Terms\n\n1 runs, 0 assertions, 0 failures, 1 errors, 0 skips",
          1,
        ),
      );
      story.step(
        desk.replace(
          '/w/app/services/terms.rb',
          'class Terms\n',
          "class Terms\n  def zone = 'Europe/Berlin'\n\n",
        ),
      );
      story.step(
        desk.run(
          'bin/rails test test/services/terms_test.rb',
          '.\n\n1 runs, 1 assertions, 0 failures, 0 errors, 0 skips',
        ),
      );
      story.step(
        desk.run(
          'bin/rails test 2>&1 | tail -1',
          '412 runs, 1190 assertions, 0 failures, 0 errors, 2 skips',
        ),
      );
      finish(desk, story);
    },
  ),
  quiet(
    'four services of a house put into containers one after the other, until all of them are well',
    {
      why: 'each step brings another service up',
      prompt: 'Put the four services into containers with compose.',
    },
    (desk, story) => {
      const services = ['db', 'api', 'worker', 'web'] as const;
      story.step(desk.write('/w/compose.yaml', 'services: {}\n'));
      services.forEach((name, i) => {
        const state = services.slice(0, i).map((n) => `w-${n}-1   Up ${2 + i} minutes (healthy)`);
        story.step(desk.read(`/w/${name}/README.md`, `# ${name}\n\n${source(`read${name}`, 6)}`));
        story.step(
          desk.write(
            `/w/${name}/Dockerfile`,
            `FROM ${pick(['postgres:17', 'golang:1.23', 'python:3.13-slim', 'node:22'], i)}\nWORKDIR /app\nCOPY . .\n`,
          ),
        );
        story.step(
          desk.replace(
            '/w/compose.yaml',
            i === 0 ? 'services: {}' : `  # after ${pick(services, i - 1)}`,
            `${i === 0 ? 'services:\n' : ''}  ${name}:\n    build: ${name}\n    healthcheck: { test: ["CMD", "true"] }\n  # after ${name}`,
          ),
        );
        story.step(
          desk.run(
            `docker compose build ${name} 2>&1 | tail -2`,
            i === 2
              ? `#9 ERROR: process "/bin/sh -c pip install -r requirements.txt" did not complete successfully: exit code: 1\nfailed to solve: exit code: 1`
              : `#${11 + i} naming to docker.io/library/w-${name} done\n ${name}  Built`,
            i === 2 ? 1 : 0,
          ),
        );
        if (i === 2) {
          story.step(
            desk.replace(
              '/w/worker/Dockerfile',
              'FROM python:3.13-slim',
              'FROM python:3.13-slim\nRUN apt-get update && apt-get install -y libpq-dev gcc',
            ),
          );
          story.step(
            desk.run(
              'docker compose build worker 2>&1 | tail -2',
              '#14 naming to docker.io/library/w-worker done\n worker  Built',
            ),
          );
        }
        story.step(desk.run(`docker compose up -d ${name}`, ` Container w-${name}-1  Started`));
        story.step(
          desk.run(
            'docker compose ps --format "{{.Name}}   {{.Status}}"',
            [...state, `w-${name}-1   Up 3 seconds (health: starting)`].join('\n'),
          ),
        );
        story.step(
          desk.run(
            'sleep 20; docker compose ps --format "{{.Name}}   {{.Status}}"',
            [...state, `w-${name}-1   Up 24 seconds (healthy)`].join('\n'),
          ),
        );
        story.step(
          desk.run(
            `git add -A && git commit -qm "Put ${name} into a container" && git log --oneline -1`,
            `${hex(i, 7)} Put ${name} into a container`,
          ),
        );
      });
      story.step(desk.run('curl -s localhost:8080/health', '{"db":"ok","api":"ok","worker":"ok"}'));
    },
  ),
  quiet(
    'the figures of a month asked for, checked and put into a report with pictures',
    {
      why: 'each question is another one, and the report is finished',
      prompt: 'Make the report for October, as in September.',
    },
    (desk, story) => {
      story.step(
        desk.read(
          '/w/reports/2026-09.md',
          `# September\n\n${Array.from({ length: 9 }, (_, i) => `## ${word(i)}\n\n![${word(i)}](09-${word(i)}.png)`).join('\n\n')}`,
        ),
      );
      rounds(story, 9, (i) => [
        desk.use(
          'warehouse',
          'execute_sql',
          {
            sql: `SELECT region, SUM(${word(i)}) AS n FROM facts.${word(i)} WHERE month = '2026-10' GROUP BY 1 ORDER BY 2 DESC`,
          },
          JSON.stringify([
            { region: 'north', n: 41_200 + i * 313 },
            { region: 'south', n: 38_110 - i * 97 },
            { region: 'west', n: 12_004 + i * 41 },
          ]),
        ),
        ...(i % 3 === 1
          ? [
              desk.use(
                'warehouse',
                'execute_sql',
                {
                  sql: `SELECT COUNT(*) FROM facts.${word(i)} WHERE month = '2026-10' AND region IS NULL`,
                },
                '[{"count":0}]',
              ),
            ]
          : []),
        desk.run(
          `python3 tools/chart.py --data tmp/${word(i)}.json --out reports/10-${word(i)}.png`,
          `wrote reports/10-${word(i)}.png (${38 + i} kB)`,
        ),
        desk.replace(
          '/w/reports/2026-10.md',
          '<!-- next -->',
          `## ${word(i)}\n\n![${word(i)}](10-${word(i)}.png)\n\n${pick(['Up by 4 %.', 'As in September.', 'Down by 2 %, as one depot was closed.'], i)}\n\n<!-- next -->`,
        ),
      ]);
      story.step(
        desk.run(
          'pandoc reports/2026-10.md -o reports/2026-10.pdf && pdfinfo reports/2026-10.pdf | grep Pages',
          'Pages:           11',
        ),
      );
      story.step(
        desk.use(
          'mail',
          'create_draft',
          {
            to: 'board@acme.test',
            subject: 'Report for October',
            attachment: 'reports/2026-10.pdf',
          },
          `{"id":"draft_${hex(5, 10)}"}`,
        ),
      );
    },
  ),
  quiet(
    'twelve commands of a program in Rust written one after the other, each with its test',
    { why: 'each command is another one, and the count of tests grows' },
    (desk, story) => {
      rounds(story, 12, (i) => [
        desk.write(
          `/w/src/commands/${word(i)}.rs`,
          `use crate::Store;\n\npub fn run(store: &mut Store, name: &str) -> anyhow::Result<()> {\n    let entry = store.${pick(['get', 'take', 'peek', 'find'], i)}_${word(i)}(name)?;\n    println!("{}", entry.${word(i + 1)});\n    Ok(())\n}\n`,
        ),
        desk.replace(
          '/w/src/main.rs',
          '        // more',
          `        Command::${word(i).charAt(0).toUpperCase()}${word(i).slice(1)} { name } => commands::${word(i)}::run(&mut store, &name),\n        // more`,
        ),
        ...(i % 4 === 1
          ? [
              desk.run(
                'cargo check 2>&1 | tail -6',
                `error[E0599]: no method named \`${pick(['get', 'take', 'peek', 'find'], i)}_${word(i)}\` found for mutable reference \`&mut Store\` in the current scope\n --> src/commands/${word(i)}.rs:4:23\n\nerror: could not compile \`keep\` (bin "keep") due to 1 previous error`,
                101,
              ),
              desk.replace(
                '/w/src/store.rs',
                '    // more',
                `    pub fn ${pick(['get', 'take', 'peek', 'find'], i)}_${word(i)}(&mut self, name: &str) -> anyhow::Result<Entry> {\n        self.map.remove(name).context("no ${word(i)}")\n    }\n    // more`,
              ),
            ]
          : []),
        desk.write(
          `/w/tests/${word(i)}.rs`,
          `#[test]\nfn ${word(i)}_prints_its_entry() {\n    cmd().arg("${word(i)}").arg("a").assert().success().stdout("${i}\\n");\n}\n`,
        ),
        desk.run(
          `cargo test 2>&1 | grep "test result" | tail -1`,
          `test result: ok. ${14 + i} passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.${two((i * 13) % 60)}s`,
        ),
        ...(i % 3 === 2
          ? [
              desk.run(
                `cargo clippy -q -- -D warnings && git add -A && git commit -qm "Add ${word(i)}" && git log --oneline -1`,
                `${hex(i, 7)} Add ${word(i)}`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'pages of a handbook whose dead links and warnings become fewer, with a rise after a page was split',
    { why: 'what is left falls from thirty-one to none' },
    (desk, story) => {
      const left = [31, 28, 28, 23, 19, 24, 20, 15, 11, 11, 6, 2] as const;
      rounds(story, 12, (i) => [
        desk.run(
          'mkdocs build --strict 2>&1 | grep -E "WARNING|Aborted" | head -3; mkdocs build --strict 2>&1 | tail -1',
          `WARNING -  Doc file '${word(i)}/setup.md' contains a link '../${word(i + 3)}.md', but the target '${word(i + 3)}.md' is not found among documentation files.\n\nAborted with ${pick(left, i)} warnings in strict mode!`,
          1,
        ),
        desk.read(
          `/w/docs/${word(i)}/setup.md`,
          `# ${word(i)}\n\nSee [${word(i + 3)}](../${word(i + 3)}.md).\n\n${source(`doc${i}`, 8)}`,
        ),
        desk.replace(
          `/w/docs/${word(i)}/setup.md`,
          `(../${word(i + 3)}.md)`,
          `(../${word(i + 3)}/index.md)`,
        ),
        ...(i === 4
          ? [
              desk.write('/w/docs/socket/tls.md', `# TLS\n\n${source('tls', 20)}`),
              desk.replace(
                '/w/mkdocs.yml',
                '  - socket/setup.md',
                '  - socket/setup.md\n  - socket/tls.md',
              ),
            ]
          : []),
      ]);
      story.step(
        desk.run(
          'mkdocs build --strict 2>&1 | tail -1',
          `INFO    -  Documentation built in ${seconds(4, 5)} seconds`,
        ),
      );
      story.step(
        desk.run(
          'git commit -qam "Mend the links of the handbook" && git push -q && git log --oneline -1',
          `${hex(8, 7)} Mend the links of the handbook`,
        ),
      );
    },
  ),
  quiet(
    'a night on call, from the first alarm over logs and figures to the way back and a quiet service',
    {
      why: 'each look rules something out, and the rate of errors falls after the way back',
      prompt: 'Orders fail since 02:10. Find out why and make it stop.',
    },
    (desk, story) => {
      const rate = (i: number, r: number): string =>
        `{"status":"success","data":{"resultType":"vector","result":[{"metric":{"job":"orders"},"value":[${1_795_920_000 + i * 60}.${hex(i, 3).replace(/\D/g, '7')},"${r}"]}]}}`;
      const ask =
        'curl -sG http://prom.test/api/v1/query --data-urlencode \'query=sum(rate(http_errors_total{job="orders"}[2m]))\'';
      story.step(desk.run(ask, rate(0, 14.2)));
      story.step(
        desk.run(
          'kubectl -n shop get pods -l app=orders',
          Array.from(
            { length: 4 },
            (_, i) => `orders-6f9c7d5b8-${hex(i, 5)}   1/1   Running   0   3h${two(i)}m`,
          ).join('\n'),
        ),
      );
      rounds(story, 4, (i) => [
        desk.run(
          `kubectl -n shop logs orders-6f9c7d5b8-${hex(i, 5)} --since=10m | grep -c ERROR`,
          `${pick([212, 198, 0, 205], i)}`,
        ),
      ]);
      story.step(
        desk.run(
          `kubectl -n shop logs orders-6f9c7d5b8-${hex(0, 5)} --since=10m | grep ERROR | tail -2`,
          `02:31:07 ERROR payment: context deadline exceeded (order ${hex(4, 8)})\n02:31:09 ERROR payment: context deadline exceeded (order ${hex(5, 8)})`,
        ),
      );
      story.step(
        desk.run(
          `kubectl -n shop get pod orders-6f9c7d5b8-${hex(2, 5)} -o jsonpath='{.spec.nodeName}'`,
          'node-c',
        ),
      );
      ['payment', 'stock', 'mailer', 'db'].forEach((name, i) => {
        story.step(
          desk.use(
            'grafana',
            'query_panel',
            { dashboard: name, panel: 'p95', from: 'now-1h' },
            `{"panel":"p95","unit":"ms","last":${pick([4_980, 41, 62, 18], i)},"max":${pick([5_000, 66, 80, 31], i)}}`,
          ),
        );
      });
      story.step(
        desk.run(
          'kubectl -n shop rollout history deploy/payment',
          'REVISION  CHANGE-CAUSE\n41        release 2026.11.18\n42        release 2026.11.20',
        ),
      );
      story.step(
        desk.run(
          'git log --oneline 2026.11.18..2026.11.20 -- payment',
          `${hex(31, 7)} Talk to the bank by the new gateway\n${hex(32, 7)} Reword a message`,
        ),
      );
      story.step(
        desk.run(
          'kubectl -n shop exec deploy/payment -- sh -c "time nc -zw5 gw2.bank.test 443"',
          'nc: gw2.bank.test (198.51.100.9:443): Connection timed out\nreal\t0m 5.00s',
          1,
        ),
      );
      story.step(
        desk.run(
          'kubectl -n shop exec deploy/payment -- sh -c "time nc -zw5 gw1.bank.test 443"',
          'real\t0m 0.03s',
        ),
      );
      story.step(
        desk.run(
          'kubectl -n shop rollout undo deploy/payment --to-revision=41',
          'deployment.apps/payment rolled back',
        ),
      );
      story.step(
        desk.run(
          'kubectl -n shop rollout status deploy/payment --timeout=3m',
          'Waiting for deployment "payment" rollout to finish: 1 out of 3 new replicas have been updated...\nWaiting for deployment "payment" rollout to finish: 2 out of 3 new replicas have been updated...\ndeployment "payment" successfully rolled out',
        ),
      );
      const rates = [13.8, 9.1, 3.4, 0.7, 0.1, 0.1, 0, 0] as const;
      story.repeat(8, (i) => desk.run(`sleep 60; ${ask}`, rate(i + 20, pick(rates, i))));
      story.step(
        desk.run(
          "psql -h db.test -Atc \"select count(*) from orders where state = 'payment_failed' and at > now() - interval '1 hour'\" shop",
          '388',
        ),
      );
      story.step(
        desk.write(
          '/w/incidents/2026-11-20.md',
          `# Orders failed from 02:10 to 02:44\n\nThe release of payment speaks to gw2.bank.test, which our network does not reach. Rolled back to 2026.11.18. 388 orders are to be paid again.\n`,
        ),
      );
      story.step(
        desk.use(
          'chat',
          'post_message',
          {
            channel: 'on-call',
            text: 'Orders are well again since 02:44, see incidents/2026-11-20.md.',
          },
          `{"ok":true,"ts":"1795921${hex(2, 3).replace(/\D/g, '4')}.000200"}`,
        ),
      );
    },
  ),
  quiet(
    'nine questions about a strange program, each answered after some searches, without a single edit',
    {
      why: 'each question is another one and gets its answer',
      prompt: 'I am new here. How does an order get its number?',
    },
    (desk, story) => {
      const questions = [
        'And who may cancel one?',
        'Where are the mails sent?',
        'What happens when the stock is empty?',
        'Which jobs run at night?',
        'How are prices rounded?',
        'Where is the language of a customer kept?',
        'Is there any caching?',
        'How would I add a payment method?',
        'Thanks, that is all.',
      ] as const;
      for (const [i, next] of questions.entries()) {
        story.step(
          desk.search(
            `${word(i)}${pick(['Number', 'Rights', 'Mail', 'Stock', 'Cron', 'Round', 'Locale', 'Cache', 'Payment'], i)}`,
            i % 4 === 2
              ? ''
              : `src/${word(i)}/index.ts:${12 + i}:export const ${word(i)} = create();\nsrc/${word(i + 2)}/use.ts:${31 + i}:  ${word(i)}.run(ctx);`,
          ),
        );
        if (i % 4 === 2) {
          story.step(
            desk.search(
              word(i + 5),
              `src/${word(i + 5)}/main.ts:${8 + i}:  await ${word(i + 5)}(order);`,
            ),
          );
        }
        story.step(desk.read(`/w/src/${word(i)}/index.ts`, source(`tour${i}`, 24)));
        story.step(desk.read(`/w/src/${word(i + 2)}/use.ts`, source(`use${i}`, 15), [20 + i, 15]));
        if (i % 3 === 0) {
          story.step(
            desk.run(
              `git log --oneline -3 -- src/${word(i)}`,
              `${hex(i, 7)} Rework the ${word(i)}\n${hex(i + 20, 7)} Add the ${word(i)}`,
            ),
          );
        }
        story.say(`The ${word(i)} does it, from ${word(i + 2)} on.`);
        story.end().turn(next);
      }
    },
  ),
  quiet(
    'doubled customers compared pair by pair, most of which are made one and some left as they are',
    {
      why: 'each pair is another one, and what is left becomes less',
      prompt: 'Merge the doubled customers of the list, but only where you are sure.',
    },
    (desk, story) => {
      story.step(desk.run('wc -l < doubles.csv', '20'));
      rounds(story, 20, (i) => {
        const [left, right] = [41_200 + i * 37, 58_010 + i * 53];
        const sure = i % 6 !== 4;
        const customer = (id: number, mail: string): string =>
          JSON.stringify({
            id,
            name: `${word(i)} ${pick(['GmbH', 'AG', 'e.K.', 'KG'], i)}`,
            mail,
            city: pick(['Bonn', 'Ulm', 'Kiel', 'Jena', 'Hof'], i),
            orders: (id * 7) % 31,
            created: `20${two(17 + (id % 8))}-${two(1 + (id % 12))}-14`,
          });
        return [
          desk.use('crm', 'get_customer', { id: left }, customer(left, `info@${word(i)}.test`)),
          desk.use(
            'crm',
            'get_customer',
            { id: right },
            customer(right, sure ? `info@${word(i)}.test` : `office@${word(i + 1)}.test`),
          ),
          sure
            ? desk.use(
                'crm',
                'merge_customers',
                { keep: left, drop: right },
                `{"status":"merged","id":${left},"job":"${hex(i, 10)}"}`,
              )
            : desk.use(
                'crm',
                'add_note',
                {
                  id: right,
                  text: `Looks like ${left}, but the mail is another one. Left as it is.`,
                },
                `{"note":"${hex(i, 8)}"}`,
              ),
          ...(i % 10 === 9
            ? [
                desk.use(
                  'crm',
                  'count_customers',
                  { filter: 'possible_duplicate = true' },
                  `{"count":${i === 9 ? 11 : 3}}`,
                ),
              ]
            : []),
        ];
      });
    },
  ),
];
