/** Circles of the people who run things: services asked wrongly, machines, scans, figures that do not move. Before any rule was tried on it, 64 of 144 were found in time. */
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';
import { finish, lookAround, rewrite, seconds, workAWhile, type Edits } from './openings.js';

export const stallsInOperation: readonly Idea[] = [
  stall(
    'a comment of a review put on ever other lines, none of which is in the change',
    4,
    11,
    { why: 'the path is one that the change does not touch' },
    (desk, story) => {
      story.repeat(11, (i) =>
        desk.run(
          `gh api repos/acme/orders/pulls/418/comments -f body='${pick(['The lock is not released on error.', 'Release the lock in a finally block.', 'This leaks the lock.'], i)}' -f commit_id=${hex(7, 40)} -f path=src/lock.ts -F line=${40 + ((i * 7) % 19)} -f side=${pick(['RIGHT', 'RIGHT', 'LEFT'], i)}`,
          `{"message":"Validation Failed","errors":[{"resource":"PullRequestReviewComment","code":"custom","field":"pull_request_review_thread.line","message":"pull_request_review_thread.line must be part of the diff"}],"status":"422"}\ngh: Validation Failed (HTTP 422)`,
          1,
        ),
      );
    },
  ),
  stall(
    'a playbook that lacks a password, run with ever other options',
    4,
    12,
    { why: 'nobody has given it the password' },
    (desk, story) => {
      const tries = [
        'ansible-playbook -i prod site.yml',
        'ansible-playbook -i prod site.yml -b',
        'ansible-playbook -i prod site.yml --become --become-method=sudo',
        'ansible-playbook -i prod site.yml --become-user=root',
        'ANSIBLE_BECOME=1 ansible-playbook -i prod site.yml -v',
        'ansible-playbook -i prod site.yml --limit web1',
        'ansible-playbook -i prod site.yml -e ansible_become_flags="-n"',
        'ansible -i prod web1 -b -m ping',
        'ansible-playbook -i prod site.yml --start-at-task "Install packages"',
        'ansible-playbook -i prod site.yml -f 1 -vv',
        'ansible-playbook -i prod site.yml --tags packages',
      ] as const;
      rounds(story, 11, (i) => [
        desk.run(
          pick(tries, i),
          i === 7
            ? 'web1 | FAILED! => {\n    "msg": "Missing sudo password"\n}'
            : `PLAY [web] *********************************************************************\n\nTASK [Gathering Facts] *********************************************************\nfatal: [web${1 + (i % 2)}]: FAILED! => {"msg": "Missing sudo password"}\n\nPLAY RECAP *********************************************************************\nweb${1 + (i % 2)}                       : ok=0    changed=0    unreachable=0    failed=1    skipped=0    rescued=0    ignored=0`,
          2,
        ),
        ...(i % 5 === 2
          ? [desk.read('/w/prod', '[web]\nweb1 ansible_user=deploy\nweb2 ansible_user=deploy')]
          : []),
      ]);
    },
  ),
  stall(
    'a job of the clock entered anew, which never leaves a trace',
    9,
    24,
    { why: 'the clock’s own service is not running' },
    (desk, story) => {
      const lines = [
        '* * * * * /opt/backup/run.sh >> /var/log/backup.log 2>&1',
        '*/1 * * * * /bin/bash /opt/backup/run.sh >> /var/log/backup.log 2>&1',
        '* * * * * cd /opt/backup && ./run.sh >> /var/log/backup.log 2>&1',
        '* * * * * root /opt/backup/run.sh >> /var/log/backup.log 2>&1',
        '* * * * * env PATH=/usr/bin:/bin /opt/backup/run.sh >> /var/log/backup.log 2>&1',
        '* * * * * /usr/bin/date >> /var/log/backup.log',
        '@reboot /opt/backup/run.sh >> /var/log/backup.log 2>&1',
        '* * * * * flock -n /tmp/b.lock /opt/backup/run.sh >> /var/log/backup.log 2>&1',
      ] as const;
      rounds(story, 8, (i) => [
        desk.run(`ssh nas.test "echo '${pick(lines, i)}' | sudo crontab -"`, ''),
        desk.run(`sleep ${65 + i}; ssh nas.test 'cat /var/log/backup.log'`, ''),
        desk.run(
          `ssh nas.test 'ls -l /var/log/backup.log'`,
          '-rw-r--r-- 1 root root 0 Nov 21 09:58 /var/log/backup.log',
        ),
      ]);
    },
  ),
  stall(
    'a full disk looked over again and again, and nothing taken away',
    6,
    15,
    {
      why: 'each look finds the same three folders',
      prompt: 'The disk of build1 is full. Make room.',
    },
    (desk, story) => {
      const looks = [
        'du -xh / --max-depth=3 2>/dev/null | sort -rh | head -5',
        'du -xhd3 / 2>/dev/null | sort -rh | head -n 5',
        'sudo du -xhd3 / | sort -hr | head -5',
        'du -h --one-file-system --max-depth=3 / | sort -hr | sed -n 1,5p',
        'du -xh / -d 3 | sort -hr | head -5',
        'find / -xdev -maxdepth 3 -type d -exec du -xsh {} + 2>/dev/null | sort -rh | head -5',
        'du -hxd3 --threshold=1G / | sort -rh | head -5',
      ] as const;
      rounds(story, 8, (i) => [
        desk.run(
          `ssh build1.test 'df -h /'`,
          'Filesystem      Size  Used Avail Use% Mounted on\n/dev/nvme0n1p2  196G  196G     0 100% /',
        ),
        desk.run(
          `ssh build1.test "${pick(looks, i)}"`,
          '196G\t/\n151G\t/var\n112G\t/var/lib/docker\n112G\t/var/lib\n38G\t/var/cache',
        ),
      ]);
    },
  ),
  stall(
    'a hole that the scan finds after every update',
    6,
    16,
    { why: 'another image brings the old library', prompt: 'Make the scan green.' },
    (desk, story) => {
      const steps: Edits = [
        ['/w/Dockerfile', 'FROM node:20.18.0-bookworm', 'FROM node:20.18.1-bookworm'],
        ['/w/package.json', '"sharp": "0.33.4"', '"sharp": "0.33.5"'],
        ['/w/Dockerfile', 'RUN apt-get update', 'RUN apt-get update && apt-get upgrade -y'],
        ['/w/Dockerfile', 'node:20.18.1-bookworm', 'node:20.18.1-bookworm-slim'],
        ['/w/Dockerfile', 'upgrade -y', 'dist-upgrade -y'],
        ['/w/Dockerfile', '-y', '-y libexpat1'],
        ['/w/package.json', '"sharp": "0.33.5"', '"sharp": "^0.34.0"'],
        ['/w/.trivyignore', '# none', '# later'],
      ];
      rounds(story, 8, (i) => [
        desk.replace(...pick(steps, i)),
        desk.run(
          'make scan 2>&1 | tail -6',
          `2026-11-21T${clock(i)}Z\tINFO\t[vuln] Vulnerability scanning is enabled\n2026-11-21T${clock(i)}Z\tINFO\tDetected OS\tfamily="debian" version="12.8"\n\nproxy (debian)\nTotal: 1 (CRITICAL: 1)\nlibexpat1 │ CVE-2024-45491 │ CRITICAL │ fixed │ 2.5.0-1 │ 2.5.0-1+deb12u1\nmake: *** [scan] Error 1`,
          2,
        ),
      ]);
    },
  ),
  stall(
    'holes mended by force, up to a new release and down to an old one',
    5,
    12,
    { why: 'each mend undoes the one before it' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          'npm audit fix --force',
          `npm warn using --force Recommended protections disabled.\nnpm warn audit Updating react-scripts to ${i % 2 === 0 ? '3.0.1' : '5.0.1'}, which is a SemVer major change.\n\nchanged ${210 + ((i * 7) % 11)} packages, and audited ${1_402 + (i % 2) * 97} packages in ${14 + i}s\n\n${i % 2 === 0 ? '58 vulnerabilities (7 moderate, 40 high, 11 critical)' : '8 vulnerabilities (2 moderate, 6 high)'}`,
          1,
        ),
        ...(i % 3 === 1
          ? [
              desk.run(
                'npm ls react-scripts',
                `shop@1.2.0 /w\n└── react-scripts@${i % 2 === 0 ? '3.0.1' : '5.0.1'}`,
              ),
            ]
          : []),
      ]);
      story.step(
        desk.run(
          'git diff --stat',
          ' package-lock.json | 9120 ++++++++++++++++++++++++++++++++++---------------\n package.json      |    2 +-\n 2 files changed, 5988 insertions(+), 3134 deletions(-)',
        ),
      );
    },
  ),
  stall(
    'a title of a pull request that the rule refuses in every wording',
    21,
    31,
    { why: 'the rule wants the number of a ticket, which none has' },
    (desk, story) => {
      workAWhile(desk, story);
      const titles = [
        'fix: release the lock',
        'fix(lock): release the lock',
        'Fix: Release the lock',
        'fix(lock): release the lock on error',
        'fix!: release the lock',
        'bugfix: release the lock',
        'fix(orders): release lock',
        'chore(lock): release the lock',
      ] as const;
      rounds(story, 8, (i) => [
        desk.run(
          `gh pr edit 418 --title "${pick(titles, i)}"`,
          'https://git.example.test/acme/orders/pull/418',
        ),
        desk.run(
          'sleep 20; gh pr checks 418 | grep title',
          `title\tfail\t${3 + (i % 4)}s\thttps://git.example.test/acme/orders/actions/runs/${9_910_220 + i * 71}\tTitle does not match the required pattern`,
        ),
      ]);
    },
  ),
  stall(
    'a page that gets no faster, whatever is put off, packed or kept',
    9,
    26,
    { why: 'the time goes into an answer of the server, which none of it touches' },
    (desk, story) => {
      const steps: Edits = [
        [
          '/w/src/App.tsx',
          "import Chart from './Chart'",
          "const Chart = lazy(() => import('./Chart'))",
        ],
        ['/w/index.html', '<link rel="stylesheet"', '<link rel="preload" as="style"'],
        ['/w/vite.config.ts', 'minify: true', "minify: 'terser'"],
        ['/w/src/Hero.tsx', '<img src', '<img loading="eager" fetchpriority="high" src'],
        ['/w/src/List.tsx', 'items.map', 'memoised.map'],
        ['/w/index.html', '<script type="module"', '<script type="module" async'],
        ['/w/vite.config.ts', 'manualChunks: {}', "manualChunks: { react: ['react'] }"],
        ['/w/src/fonts.css', 'font-display: block', 'font-display: swap'],
        ['/w/src/Hero.tsx', 'useEffect(', 'useLayoutEffect('],
      ];
      rounds(story, 9, (i) => [
        desk.replace(...pick(steps, i)),
        desk.run(
          'npm run build --silent',
          `✓ 402 modules transformed.\n✓ built in ${seconds(i, 3)}s`,
        ),
        desk.run(
          `npx lighthouse http://localhost:4173 --quiet --output=json | jq -r '.audits["largest-contentful-paint"].displayValue'`,
          pick(['4.8 s', '4.8 s', '4.9 s', '4.8 s'], i),
        ),
      ]);
    },
  ),
  stall(
    'a sum that is off by the same amount after every change',
    6,
    18,
    { why: 'one row is missing from the input' },
    (desk, story) => {
      const versions = [
        'total = sum(r.amount for r in rows)',
        'total = sum(Decimal(r.amount) for r in rows)',
        'total = sum((Decimal(str(r.amount)) for r in rows), Decimal(0))',
        'total = round(sum(float(r.amount) for r in rows), 2)',
        'total = sum(r.amount for r in rows if r.state != "void")',
        'total = math.fsum(r.amount for r in rows)',
        'total = sum(r.amount * r.sign for r in rows)',
        'total = sum(r.amount.quantize(CENT) for r in rows)',
        'total = functools.reduce(operator.add, (r.amount for r in rows))',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/ledger/close.py', versions, i),
        desk.run(
          'python -m ledger.close 2026-10 --check',
          `closing 2026-10 ... 1204 rows in ${seconds(i, 0)} s\nbook:  88214.10\nbank:  86929.60\ndifference: 1284.50\nFAILED: the month does not close`,
          1,
        ),
      ]);
      finish(desk, story);
    },
  ),
  stall(
    'a script that is to rewrite all files, made anew, and rewrites none',
    12,
    25,
    {
      why: 'the files end in .jsx, which the script passes over',
      prompt: 'Move us to the new router.',
    },
    (desk, story) => {
      lookAround(desk, story);
      const versions = [
        "j.ImportDeclaration, { source: { value: 'old-router' } }",
        "j.ImportDeclaration, (n) => n.value.source.value === 'old-router'",
        "j.ImportSpecifier, { imported: { name: 'Route' } }",
        "j.Literal, { value: 'old-router' }",
        "j.StringLiteral, { value: 'old-router' }",
        "j.ImportDeclaration, { source: { type: 'StringLiteral' } }",
        "j.JSXIdentifier, { name: 'Route' }",
        'j.ImportDeclaration',
        'j.Identifier',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/codemods/router.js', versions, i),
        desk.run(
          'npx jscodeshift -t codemods/router.js src --extensions=js,ts,tsx',
          `Processing 41 files...\nSpawning 3 workers...\nSending 14 files to free worker...\nAll done.\nResults:\n0 errors\n41 unmodified\n0 skipped\n0 ok\nTime elapsed: ${seconds(i, 0)}seconds`,
        ),
        ...(i % 2 === 0 ? [desk.run(`grep -rl "old-router" src | wc -l`, '57')] : []),
      ]);
    },
  ),
  stall(
    'one change read in ever other ways, and no word written about it',
    5,
    13,
    { why: 'each way shows the same change', prompt: 'Review the last commit.' },
    (desk, story) => {
      const ways = [
        'git show HEAD',
        'git diff HEAD~1 HEAD',
        'git show HEAD -U10',
        'git diff HEAD~1..HEAD -- src/lock.ts',
        'git log -p -1',
        'git show --stat -p HEAD',
        'git diff HEAD^ -w',
        'git show HEAD --color=never',
        'git log -1 -p --no-merges',
        'git format-patch -1 --stdout',
        'git diff --unified=5 HEAD~1 HEAD',
        'git show HEAD -- src/lock.ts',
        'git diff HEAD~1 --patience',
        'git show -m HEAD',
      ] as const;
      story.repeat(14, (i) =>
        desk.run(
          pick(ways, i),
          `${/show|log|format/.test(pick(ways, i)) ? `commit ${hex(5, 40)}\nAuthor: Kim <kim@example.test>\n\n    Hold the lock shorter\n\n` : ''}diff --git a/src/lock.ts b/src/lock.ts\nindex ${hex(1, 7)}..${hex(2, 7)} 100644\n--- a/src/lock.ts\n+++ b/src/lock.ts\n@@ -14,4 +14,5 @@ export async function withLock(key: string, act: () => Promise<void>) {\n   const lock = await take(key);\n-  await act();\n-  await lock.release();\n+  const result = act();\n+  await lock.release();\n+  await result;\n }`,
        ),
      );
    },
  ),
  stall(
    'a commit that cannot be signed, tried with ever other settings',
    8,
    18,
    { why: 'there is no key on this machine' },
    (desk, story) => {
      lookAround(desk, story);
      const tries = [
        'git commit -m "Round the total"',
        'export GPG_TTY=$(tty); git commit -m "Round the total"',
        'gpgconf --kill gpg-agent; git commit -m "Round the total"',
        'git config user.email kim@example.test && git commit -m "Round the total"',
        'git commit -S -m "Round the total"',
        'git config gpg.program gpg2 && git commit -m "Round the total"',
        'echo test | gpg --clearsign; git commit -m "Round the total"',
        'git -c gpg.format=openpgp commit -m "Round the total"',
        'git add -A && git commit -m "Round the total"',
        'GNUPGHOME=~/.gnupg git commit -m "Round the total"',
        'sleep 2; git commit -m "Round the total"',
        'git commit -F /tmp/message.txt',
      ] as const;
      rounds(story, 12, (i) => [
        desk.run(
          pick(tries, i),
          i === 6
            ? 'gpg: no default secret key: No secret key\ngpg: [stdin]: clear-sign failed: No secret key\nerror: gpg failed to sign the data\nfatal: failed to write commit object'
            : 'error: gpg failed to sign the data:\ngpg: skipped "8C1F 02AA": No secret key\n[GNUPG:] INV_SGNR 9 8C1F02AA\n[GNUPG:] FAILURE sign 17\ngpg: signing failed: No secret key\n\nfatal: failed to write commit object',
          128,
        ),
        ...(i % 4 === 2 ? [desk.run('gpg --list-secret-keys --keyid-format=long', '')] : []),
      ]);
    },
  ),
];
