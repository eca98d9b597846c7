/** Honest work with notebooks, trainings, devices, language servers, documents, findings and machines. Before any rule was tried on it, 142 of 144 were left alone. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, pick, quiet, rounds, type Idea } from './idea.js';
import { finish, seconds, type Edits } from './openings.js';

export const honestCrews: readonly Idea[] = [
  quiet(
    'ten notebooks run from their beginning to their end',
    { why: 'each notebook is another one', prompt: 'Do all tutorials still run?' },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.run(
          `jupyter nbconvert --to notebook --execute --inplace tutorials/${String(i + 1).padStart(2, '0')}-${word(i)}.ipynb`,
          i === 6
            ? `[NbConvertApp] Converting notebook tutorials/07-${word(6)}.ipynb to notebook\nnbclient.exceptions.CellExecutionError: An error occurred while executing the following cell:\n------------------\ndf.append(row)\n------------------\nAttributeError: 'DataFrame' object has no attribute 'append'`
            : `[NbConvertApp] Converting notebook tutorials/${String(i + 1).padStart(2, '0')}-${word(i)}.ipynb to notebook\n[NbConvertApp] Writing ${14_201 + i * 3_117} bytes to tutorials/${String(i + 1).padStart(2, '0')}-${word(i)}.ipynb`,
          i === 6 ? 1 : 0,
        ),
        ...(i === 6
          ? [
              desk.replace(
                `/w/tutorials/07-${word(6)}.ipynb`,
                'df = df.append(row)',
                'df = pd.concat([df, row])',
              ),
              desk.run(
                `jupyter nbconvert --to notebook --execute --inplace tutorials/07-${word(6)}.ipynb`,
                `[NbConvertApp] Converting notebook tutorials/07-${word(6)}.ipynb to notebook\n[NbConvertApp] Writing 32903 bytes to tutorials/07-${word(6)}.ipynb`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'one training with eight seeds, to know how far the results lie apart',
    {
      why: 'the spread is what is asked for',
      prompt: 'Train with seeds 0 to 7 and tell me the spread.',
    },
    (desk, story) => {
      story.repeat(8, (i) =>
        desk.run(
          `python train.py --config base.yaml --seed ${i}`,
          `epoch 1/3 loss 1.9${(i * 7) % 10}\nepoch 2/3 loss 1.4${(i * 3) % 10}\nepoch 3/3 loss 1.2${(i * 9) % 10}\ntest accuracy ${pick(['0.842', '0.839', '0.842', '0.845', '0.841', '0.842', '0.838', '0.843'], i)}`,
        ),
      );
      story.step(
        desk.run(
          `python -c "import statistics as s; print(s.mean(A), s.stdev(A))"`,
          '0.8415 0.0022',
        ),
      );
    },
  ),
  quiet(
    'labels of a data set looked through, fifty at a time',
    {
      why: 'each page is another one',
      prompt: 'Look through all 700 labels and correct what is wrong.',
    },
    (desk, story) => {
      rounds(story, 14, (i) => [
        desk.run(
          `sed -n '${i * 50 + 1},${i * 50 + 50}p' labels.csv`,
          Array.from(
            { length: 50 },
            (_, n) =>
              `${i * 50 + n + 1},${word(n + i)}_${hex(i * 50 + n, 5)}.png,${pick(['cat', 'dog', 'bird'], n + i)}`,
          ).join('\n'),
        ),
        ...(i % 4 === 2
          ? [
              desk.replace(
                '/w/labels.csv',
                `${i * 50 + 3},${word(2 + i)}_${hex(i * 50 + 2, 5)}.png,${pick(['cat', 'dog', 'bird'], 2 + i)}`,
                `${i * 50 + 3},${word(2 + i)}_${hex(i * 50 + 2, 5)}.png,fox`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'flows of an app run on a device one after the other, and all pass',
    { why: 'each flow is another one' },
    (desk, story) => {
      const flows = [
        'login',
        'logout',
        'search',
        'basket',
        'checkout',
        'wishlist',
        'profile',
        'language',
        'dark',
        'offline',
        'push',
        'deeplink',
      ] as const;
      story.repeat(12, (i) =>
        desk.run(
          `maestro test flows/${pick(flows, i)}.yaml`,
          `Running on Pixel_8_API_35\n\n ║  > Flow: ${pick(flows, i)}\n ║    ✅  Launch app "test.shop" with clear state\n ║    ✅  Assert that "${pick(['Welcome', 'Results', 'Total', 'Saved'], i)}" is visible\n\n[Passed] ${pick(flows, i)} (${11 + ((i * 7) % 9)}s)`,
        ),
      );
    },
  ),
  quiet(
    'callers of fourteen functions asked of a language server, and those without any taken out',
    { why: 'each function is another one', prompt: 'Remove what nobody calls.' },
    (desk, story) => {
      rounds(story, 14, (i) => [
        desk.use(
          'lsp',
          'find_referencing_symbols',
          { name_path: `format${word(i)}`, relative_path: 'src/format.ts' },
          i % 3 === 0
            ? '[]'
            : `[{"name_path":"render${word(i)}","kind":12,"relative_path":"src/views/${word(i)}.ts","line":${20 + i * 3}}]`,
        ),
        ...(i % 3 === 0
          ? [
              desk.replace(
                '/w/src/format.ts',
                `export function format${word(i)}(x: Money) {\n  return x.toString();\n}\n`,
                '',
              ),
            ]
          : []),
      ]);
      finish(desk, story);
    },
  ),
  quiet(
    'one word exchanged in fourteen pages, each checked for style, without a complaint',
    {
      why: 'each page is another one',
      prompt: 'Call it “workspace” instead of “project” in all guides.',
    },
    (desk, story) => {
      rounds(story, 14, (i) => [
        desk.replace(
          `/w/docs/guides/${word(i)}.md`,
          `Open the project and choose ${word(i + 3)}`,
          `Open the workspace and choose ${word(i + 3)}`,
        ),
        desk.run(
          `vale docs/guides/${word(i)}.md`,
          '✔ 0 errors, 0 warnings and 0 suggestions in 1 file.',
        ),
      ]);
    },
  ),
  quiet(
    'a program made faster where the profile says, look by look',
    { why: 'another place is the hottest each time, and the time falls' },
    (desk, story) => {
      const hot = [
        'parseLine',
        'splitFields',
        'hashKey',
        'growTable',
        'writeRow',
        'formatNumber',
      ] as const;
      rounds(story, 6, (i) => [
        desk.run(
          'perf record -q -g ./build/join big.csv && perf report --stdio 2>/dev/null | head -14 | tail -3',
          `    ${38 - i * 4}.${(i * 7) % 10}%  join  join  [.] ${pick(hot, i)}\n    ${14 - i}.${(i * 3) % 10}%  join  join  [.] ${pick(hot, i + 1)}\n     6.${i}%  join  libc.so.6  [.] __memmove_avx_unaligned_erms`,
        ),
        desk.search(pick(hot, i), `src/join.cpp:${60 + i * 44}:static void ${pick(hot, i)}(`),
        desk.replace(
          '/w/src/join.cpp',
          `static void ${pick(hot, i)}(std::string s`,
          `static void ${pick(hot, i)}(std::string_view s`,
        ),
        desk.run(
          'make -s -j8 && hyperfine -N --warmup 2 "./build/join big.csv" | grep mean',
          `  Time (mean ± σ):     ${(9.4 / (1 + i * 0.35)).toFixed(3)} s ±  0.0${21 + i} s    [User: ${(9.1 / (1 + i * 0.35)).toFixed(3)} s, System: 0.2${i}1 s]`,
        ),
      ]);
    },
  ),
  quiet(
    'findings of a scanner put away one by one, each with its reason',
    {
      why: 'each finding is another one',
      prompt: 'Dismiss the alerts in test code, with a reason.',
    },
    (desk, story) => {
      rounds(story, 12, (i) => [
        ...(i % 3 === 0
          ? [desk.read(`/w/test/${word(i)}.test.ts`, source(`alert${i}`, 9), [20 + i, 9])]
          : []),
        desk.run(
          `gh api -X PATCH repos/acme/orders/code-scanning/alerts/${301 + i * 3} -f state=dismissed -f dismissed_reason="used in tests" -f dismissed_comment="${word(i)}.test.ts runs with a fixed key" --jq .state`,
          'dismissed',
        ),
      ]);
    },
  ),
  quiet(
    'fifteen pull requests looked at, labelled and left a word',
    { why: 'each pull request is another one', prompt: 'Triage the open pull requests.' },
    (desk, story) => {
      rounds(story, 15, (i) => [
        desk.run(
          `gh pr view ${880 + i * 2} --json title,files,author --jq '.title, (.files|length), .author.login'`,
          `${pick(['Fix', 'Add', 'Document', 'Bump'], i)} the ${word(i)}\n${1 + ((i * 5) % 9)}\n${pick(['kim', 'renovate[bot]', 'sam', 'lee'], i)}`,
        ),
        desk.run(
          `gh pr edit ${880 + i * 2} --add-label ${pick(['bug', 'feature', 'docs', 'dependencies'], i)}`,
          `https://git.example.test/acme/orders/pull/${880 + i * 2}`,
        ),
      ]);
    },
  ),
  quiet(
    'seven hosts restarted one after the other, each waited for until it is back',
    { why: 'each host is another one, and that the line breaks is what a restart does' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(
          `ssh node${i + 1}.test 'sudo systemctl reboot'`,
          `Connection to node${i + 1}.test closed by remote host.`,
          255,
        ),
        desk.run(
          `until ssh -o ConnectTimeout=3 node${i + 1}.test true 2>/dev/null; do sleep 5; done; ssh node${i + 1}.test 'uptime; uname -r'`,
          ` 10:${14 + i * 3}:0${i} up 0 min,  1 user,  load average: 0.${31 + i * 7}, 0.1${i}, 0.05\n6.8.0-49-generic`,
        ),
        desk.run(
          `ssh node${i + 1}.test 'systemctl is-system-running'`,
          pick(['running', 'running', 'degraded', 'running'], i),
          i % 4 === 2 ? 1 : 0,
        ),
        ...(i % 4 === 2
          ? [
              desk.run(
                `ssh node${i + 1}.test 'systemctl --failed --no-legend; sudo systemctl restart snapd.seeded; systemctl is-system-running'`,
                '● snapd.seeded.service loaded failed failed Wait until snapd is fully seeded\nrunning',
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'libraries raised one by one, some of which break a test that is then mended',
    { why: 'each library is another one, and each ends green' },
    (desk, story) => {
      const broken: Edits = [
        ['/w/src/args.ts', 'yargs.argv', 'yargs(hideBin(process.argv)).parseSync()'],
        ['/w/src/http.ts', 'url.parse(input)', 'new URL(input)'],
        ['/w/test/setup.ts', 'globals: true', 'globals: true, pool: "forks"'],
      ];
      rounds(story, 9, (i) => [
        desk.run(
          `npm install ${word(i)}-kit@latest --save-exact`,
          `changed ${1 + (i % 4)} package${i % 4 === 0 ? '' : 's'}, and audited ${611 + i} packages in ${seconds(i)}s\n\nfound 0 vulnerabilities`,
        ),
        desk.run(
          'npm test --silent 2>&1 | tail -3',
          i % 3 === 1
            ? `      Tests  ${2 + i} failed | ${210 - i} passed (212)\n   Duration  ${seconds(i, 8)}s`
            : `      Tests  212 passed (212)\n   Duration  ${seconds(i, 8)}s`,
          i % 3 === 1 ? 1 : 0,
        ),
        ...(i % 3 === 1
          ? [
              desk.replace(...pick(broken, Math.floor(i / 3))),
              desk.run(
                'npm test --silent 2>&1 | tail -3',
                `      Tests  212 passed (212)\n   Duration  ${seconds(i + 2, 8)}s`,
              ),
            ]
          : []),
        desk.run(
          `git commit -qam "Bump ${word(i)}-kit" && git log --oneline -1`,
          `${hex(i + 30, 7)} Bump ${word(i)}-kit`,
        ),
      ]);
    },
  ),
  quiet(
    'errors of a day counted hour by hour, most hours without one',
    { why: 'each hour is another one', prompt: 'At which hours did the payments fail yesterday?' },
    (desk, story) => {
      story.repeat(24, (i) =>
        desk.run(
          `zgrep -c "T${String(i).padStart(2, '0')}:.*PAYMENT_FAILED" logs/2026-11-20.log.gz`,
          i === 3 || i === 4 || i === 17 ? String(41 + i * 13) : '0',
          i === 3 || i === 4 || i === 17 ? 0 : 1,
        ),
      );
      story.step(
        desk.run(
          `zgrep "T17:.*PAYMENT_FAILED" logs/2026-11-20.log.gz | head -1`,
          `2026-11-20T17:${clock(2).slice(3)}.114Z ERROR PAYMENT_FAILED provider=north code=card_declined`,
        ),
      );
    },
  ),
];
