/** Circles of several calls, each of which is fine alone. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';

export const stallsByRounds: readonly Idea[] = [
  stall(
    'signed in, and sent back to sign in',
    8,
    20,
    { why: 'the third time round says that it will not work' },
    (desk, story) => {
      rounds(story, 7, (i) => {
        const form = `- heading "Sign in"\n- textbox "E-mail" [ref=e${i * 9 + 3}]\n- textbox "Password" [ref=e${i * 9 + 4}]\n- button "Sign in" [ref=e${i * 9 + 5}]\n(csrf ${hex(i, 20)})`;
        return [
          desk.use(
            'browser',
            'navigate',
            { url: 'http://localhost:3000/admin' },
            `Redirected to /login?next=/admin\n${form}`,
          ),
          desk.use(
            'browser',
            'fill_form',
            {
              fields: [
                { ref: `e${i * 9 + 3}`, value: 'admin@example.com' },
                { ref: `e${i * 9 + 4}`, value: 'secret' },
              ],
            },
            'Filled 2 fields',
          ),
          desk.use(
            'browser',
            'click',
            { ref: `e${i * 9 + 5}` },
            `Clicked. Page is now /login\n${form}`,
          ),
        ];
      });
    },
  ),
  stall(
    'three conflicts that take turns',
    9,
    24,
    { why: 'the fourth conflict is the first again' },
    (desk, story) => {
      const conflicts = [
        'react-map@7 requires react@^17',
        'chart-kit@3 requires react@^18',
        'form-lib@2 requires react-dom@17.0.2',
      ] as const;
      rounds(story, 12, (i) => [
        desk.replace(
          '/w/package.json',
          `"react": "${16 + (i % 3)}.${i}"`,
          `"react": "${16 + ((i + 1) % 3)}.${i + 1}"`,
        ),
        desk.run(
          'npm install',
          `npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\nnpm error peer ${pick(conflicts, i)}\nnpm error A complete log of this run can be found in: /home/dev/.npm/_logs/2026-11-21T10_${10 + i}_11_${100 + i}Z-debug-0.log`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'an import that moves round three places',
    8,
    18,
    { why: 'the third place leads back to the first' },
    (desk, story) => {
      const places = [
        'from .b import B',
        'def load():\n    from .b import B',
        'if TYPE_CHECKING:\n    from .b import B',
      ] as const;
      rounds(story, 9, (i) => [
        desk.replace('/w/shop/a.py', pick(places, i), pick(places, i + 1)),
        desk.run(
          'python -c "import shop"',
          pick(
            [
              "ImportError: cannot import name 'B' from partially initialized module 'shop.b'",
              "NameError: name 'B' is not defined",
              "AttributeError: module 'shop.a' has no attribute 'B'",
            ],
            i,
          ),
          1,
        ),
      ]);
    },
  ),
  stall(
    'a lock removed, and there again',
    6,
    14,
    { why: 'something makes the lock anew each time' },
    (desk, story) => {
      rounds(story, 7, () => [
        desk.run(
          "git commit -m 'Add the filter'",
          "fatal: Unable to create '/w/.git/index.lock': File exists.\n\nAnother git process seems to be running in this repository, e.g.\nan editor opened by 'git commit'. Please make sure all processes\nare terminated then try again.",
          128,
        ),
        desk.run('rm -f .git/index.lock', ''),
      ]);
    },
  ),
  stall(
    'merged, given up, merged again',
    8,
    18,
    { why: 'the same two files conflict each time' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(
          pick(
            [
              'git merge origin/main',
              'git merge --no-ff origin/main',
              'git merge -X patience origin/main',
            ],
            i,
          ),
          'Auto-merging src/cart.ts\nCONFLICT (content): Merge conflict in src/cart.ts\nAuto-merging src/price.ts\nCONFLICT (content): Merge conflict in src/price.ts\nAutomatic merge failed; fix conflicts and then commit the result.',
          1,
        ),
        desk.run('git diff --name-only --diff-filter=U', 'src/cart.ts\nsrc/price.ts'),
        desk.run('git merge --abort', ''),
      ]);
    },
  ),
  stall(
    'a linter and a type checker that want the opposite',
    12,
    24,
    { why: 'what pleases one displeases the other' },
    (desk, story) => {
      rounds(story, 8, (i) =>
        i % 2 === 0
          ? [
              desk.replace(
                '/w/src/api.ts',
                'const body: unknown = await res.json();',
                `const body: any = await res.json(); // ${word(i)}`,
              ),
              desk.run('npx tsc --noEmit', ''),
              desk.run(
                'npx eslint src/api.ts',
                '/w/src/api.ts\n  14:15  error  Unexpected any. Specify a different type  @typescript-eslint/no-explicit-any\n\n✖ 1 problem (1 error, 0 warnings)',
                1,
              ),
            ]
          : [
              desk.replace(
                '/w/src/api.ts',
                `const body: any = await res.json(); // ${word(i - 1)}`,
                'const body: unknown = await res.json();',
              ),
              desk.run('npx eslint src/api.ts', ''),
              desk.run(
                'npx tsc --noEmit',
                "src/api.ts(16,10): error TS18046: 'body' is of type 'unknown'.",
                2,
              ),
            ],
      );
    },
  ),
  stall(
    'two formatters that undo each other',
    6,
    14,
    { why: 'each says that it mended the file, which the other one changes back' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          'black shop/a.py',
          `reformatted shop/a.py\n\nAll done! ✨ 🍰 ✨\n1 file reformatted.`,
        ),
        desk.run(`isort shop/a.py${i % 2 === 0 ? '' : ' --atomic'}`, 'Fixing /w/shop/a.py'),
      ]);
    },
  ),
  stall(
    'put away, tested, taken out, tested',
    8,
    22,
    { why: 'two states of one tree are compared for the third time' },
    (desk, story) => {
      rounds(story, 6, (i) => [
        desk.run(
          'git stash',
          `Saved working directory and index state WIP on topic: ${hex(3, 7)} The cart`,
        ),
        desk.run(
          'npm test --silent',
          `FAIL test/cart.test.ts\n  ● adds tax\nTests: 1 failed, 30 passed, 31 total\nTime: 4.${i}2 s`,
          1,
        ),
        desk.run(
          'git stash pop',
          `On branch topic\nChanges not staged for commit:\n\tmodified:   src/cart.ts\nDropped refs/stash@{0} (${hex(i, 40)})`,
        ),
        desk.run(
          'npm test --silent',
          `FAIL test/cart.test.ts\n  ● adds tax\nTests: 1 failed, 30 passed, 31 total\nTime: 4.${i}7 s`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'pages that link to each other, read in turn',
    9,
    20,
    { why: 'from the second time round all is known' },
    (desk, story) => {
      const pages = ['install', 'configure', 'providers', 'faq', 'troubleshooting'] as const;
      rounds(story, 5, (round) =>
        pages.map((page, i) =>
          desk.use(
            'web',
            'fetch',
            { url: `https://docs.example.org/${page}` },
            `# ${page}\n${source(page, 9)}\nSee also: ${pick(pages, i + 1)}\nPage served ${clock(round * 5 + i)}`,
          ),
        ),
      );
    },
  ),
  stall(
    'a list of pages that begins again after the fourth',
    8,
    22,
    { why: 'the pages are those of before' },
    (desk, story) => {
      story.repeat(24, (i) =>
        desk.use(
          'shop',
          'list_orders',
          { cursor: i === 0 ? '' : hex(i, 18) },
          JSON.stringify({
            orders: Array.from({ length: 6 }, (_, k) => ({
              id: 5000 + (i % 4) * 6 + k,
              of: word((i % 4) * 6 + k),
            })),
            next: hex(i + 1, 18),
          }),
        ),
      );
    },
  ),
  stall(
    'a picture of the tests made anew, and it fails anew',
    6,
    14,
    { why: 'the picture holds a time of day: it can never fit' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          'npx vitest run -u header',
          ` ✓ test/header.test.ts (1 test) ${11 + i}ms\n\n  Snapshots  1 updated\n      Tests  1 passed (1)`,
        ),
        desk.run(
          'npx vitest run header',
          ` ❯ test/header.test.ts (1 test | 1 failed) ${12 + i}ms\n   × renders\n     → Snapshot \`renders 1\` mismatched\n\n  Snapshots  1 failed\n      Tests  1 failed (1)`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a maze walked round and round',
    10,
    22,
    { why: 'four places, over and over' },
    (desk, story) => {
      story.repeat(28, (i) =>
        desk.use(
          'maze',
          'move',
          { direction: pick(['up', 'right', 'down', 'left'], i) },
          `You are at ${pick(['(3,5)', '(4,5)', '(4,4)', '(3,4)'], i)}. Walls: ${pick(['north', 'east', 'south', 'west'], i)}.`,
        ),
      );
    },
  ),
  stall(
    'pushed, nothing to push, committed, nothing to commit',
    9,
    20,
    { why: 'three answers that nothing has changed, over and over' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(
          `git commit -am 'Fix the header${i === 0 ? '' : ` (${word(i)})`}'`,
          "On branch main\nYour branch is up to date with 'origin/main'.\n\nnothing to commit, working tree clean",
          1,
        ),
        desk.run('git push', 'Everything up-to-date'),
        desk.use(
          'web',
          'fetch',
          { url: 'https://raw.example.com/acme/shop/main/header.html' },
          `<header>Old shop</header>\n<!-- ${clock(i)} -->`,
        ),
      ]);
    },
  ),
  stall(
    'the next task set, its description read, and the next one set',
    10,
    24,
    { why: 'tasks are turned over, and nothing is ever done for one' },
    (desk, story) => {
      story.step(desk.read('/w/docs/spec.md', source('spec', 30)));
      rounds(story, 12, (i) => [
        desk.use(
          'tasks',
          'update',
          { id: (i % 4) + 1, status: i % 8 < 4 ? 'in_progress' : 'pending' },
          `Updated task #${(i % 4) + 1} status`,
        ),
        desk.read('/w/docs/spec.md', source('spec', 30)),
      ]);
    },
  ),
];
