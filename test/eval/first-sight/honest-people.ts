/** Honest everyday work that looks much like the circles that people complain of. Before any rule was tried on it, 132 of 144 were left alone. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, noStall, pick, quiet, rounds, type Idea } from './idea.js';
import { finish, lookAround, seconds, workAWhile, type Edits } from './openings.js';

export const honestPeople: readonly Idea[] = [
  quiet(
    'an edit that misses twice, a look at the file, and the edit that meets',
    { why: 'the look tells how the line is written', prompt: 'Cap the limit at 100.' },
    (desk, story) => {
      lookAround(desk, story);
      const file = '/w/src/http/list.ts';
      story.step(
        desk.failedReplace(file, 'const limit = query.limit', 'const limit = cap(query.limit)'),
      );
      story.step(
        desk.failedReplace(file, 'let limit = query.limit;', 'let limit = cap(query.limit);'),
      );
      story.step(
        desk.read(
          file,
          'export async function list(query: Query) {\n  const limit: number = Number(query.limit ?? 20);\n  return db.page(limit);\n}',
        ),
      );
      story.step(
        desk.replace(file, 'Number(query.limit ?? 20)', 'Math.min(100, Number(query.limit ?? 20))'),
      );
      finish(desk, story);
    },
  ),
  quiet(
    'what was read before is read once more after the notes are lost, and the work goes on',
    { why: 'it is read anew once, and then changed', prompt: 'Go on with the migration.' },
    (desk, story) => {
      const files = [
        'AGENTS.md',
        'docs/migration.md',
        'src/db/old.ts',
        'src/db/new.ts',
        'src/report.ts',
      ];
      rounds(story, 2, () =>
        files.map((file, n) =>
          desk.read(
            `/w/${file}`,
            Array.from(
              { length: 12 },
              (_, line) => `${file} ${line}: ${hex(n * 50 + line, 20)}`,
            ).join('\n'),
          ),
        ),
      );
      rounds(story, 5, (i) => [
        desk.replace(
          '/w/src/report.ts',
          `legacyQuery(SQL_${word(i).toUpperCase()})`,
          `query(sql.${word(i)})`,
        ),
        desk.run(
          `npx vitest run report -t ${word(i)}`,
          ` ✓ test/report.test.ts (6 tests | 5 skipped) ${20 + i * 3}ms\n\n      Tests  1 passed | 5 skipped (6)\n   Start at  ${clock(i)}\n   Duration  ${seconds(i)}s`,
        ),
      ]);
    },
  ),
  quiet(
    'the list of errors asked for after each of nine edits, and there is none',
    { why: 'each edit is in another file, and no error is what is wanted' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.replace(
          `/w/src/routes/${word(i + 5)}.ts`,
          `router.get('/${word(i + 5)}'`,
          `router.get('/v2/${word(i + 5)}'`,
        ),
        desk.use(
          'editor',
          'get_errors',
          { filePaths: [`/w/src/routes/${word(i + 5)}.ts`] },
          'No errors found.',
        ),
      ]);
      finish(desk, story);
    },
  ),
  quiet(
    'a server started anew after each of four settings, and another page looked at',
    { why: 'the settings are read when it starts, and each page is right' },
    (desk, story) => {
      const steps: Edits = [
        ['/w/vite.config.ts', 'port: 5173', 'port: 3100'],
        ['/w/vite.config.ts', 'proxy: {}', "proxy: { '/api': 'http://localhost:8080' }"],
        ['/w/.env.local', 'VITE_LANG=en', 'VITE_LANG=de'],
        ['/w/tailwind.config.ts', "darkMode: 'media'", "darkMode: 'class'"],
      ];
      const pages = ['/', '/api/orders', '/konto', '/?theme=dark'] as const;
      rounds(story, 4, (i) => [
        desk.replace(...pick(steps, i)),
        desk.run('kill $(lsof -ti:3100) 2>/dev/null; nohup npm run dev > /tmp/dev.log 2>&1 &', ''),
        desk.run(
          'sleep 3; tail -3 /tmp/dev.log',
          `  VITE v5.4.10  ready in ${312 + i * 41} ms\n\n  ➜  Local:   http://localhost:3100/`,
        ),
        desk.run(
          `curl -s http://localhost:3100${pick(pages, i)} | head -c 80`,
          pick(
            [
              '<!doctype html><html lang="en"><head><title>Gallery</title>',
              '[{"id":41,"state":"open"},{"id":42,"state":"packed"}]',
              '<!doctype html><html lang="de"><head><title>Konto</title>',
              '<!doctype html><html lang="de" class="dark"><head>',
            ],
            i,
          ),
        ),
      ]);
    },
  ),
  quiet(
    'an installation that the sandbox forbids, asked for, allowed, and used',
    {
      why: 'after one refusal another way is taken',
      prompt: 'Use zod for the input of the routes.',
    },
    (desk, story) => {
      lookAround(desk, story);
      story.step(
        desk.run(
          'npm install zod',
          'npm error code ENOTFOUND\nnpm error syscall getaddrinfo\nnpm error network request failed, reason: getaddrinfo ENOTFOUND registry.test',
          1,
        ),
      );
      story.step(
        desk.use(
          'session',
          'request_permission',
          { action: 'npm install zod', reason: 'The sandbox has no network.' },
          'The user has allowed this once.',
        ),
      );
      story.step(
        desk.run(
          'npm install zod',
          `added 1 package, and audited 214 packages in ${seconds(1)}s\n\nfound 0 vulnerabilities`,
        ),
      );
      rounds(story, 4, (i) => [
        desk.replace(
          `/w/src/http/${word(i)}.ts`,
          `const body = req.body as ${word(i)}Input;`,
          `const body = ${word(i)}Input.parse(req.body);`,
        ),
      ]);
      finish(desk, story);
    },
  ),
  quiet(
    'rules of a game built test by test, red, green, and tidied',
    { why: 'each test is a new one', prompt: 'Build the scoring test first.' },
    (desk, story) => {
      const rules = [
        'Strike',
        'Spare',
        'GutterGame',
        'LastFrame',
        'PerfectGame',
        'SpareAfterStrike',
      ] as const;
      rounds(story, 6, (i) => [
        desk.replace(
          '/w/src/test/java/test/bowling/GameTest.java',
          '}\n',
          `  @Test\n  void scores${pick(rules, i)}() {\n    assertEquals(${[30, 16, 0, 28, 300, 39][i] ?? 0}, play(${i + 1}));\n  }\n}\n`,
        ),
        desk.run(
          './gradlew test --console=plain',
          `> Task :compileTestJava\n> Task :test FAILED\n\nGameTest > scores${pick(rules, i)}() FAILED\n    org.opentest4j.AssertionFailedError at GameTest.java:${18 + i * 6}\n\n${i + 1} test${i === 0 ? '' : 's'} completed, 1 failed\n\nBUILD FAILED in ${2 + (i % 3)}s`,
          1,
        ),
        desk.replace(
          '/w/src/main/java/test/bowling/Game.java',
          `    // next ${i}`,
          `    if (is${pick(rules, i)}(frame)) score += bonus${pick(rules, i)}(frame);\n    // next ${i + 1}`,
        ),
        desk.run(
          './gradlew test --console=plain',
          `> Task :compileJava\n> Task :test\n\nBUILD SUCCESSFUL in ${2 + (i % 2)}s\n4 actionable tasks: 3 executed, 1 up-to-date`,
        ),
      ]);
    },
  ),
  quiet(
    'a large build in the background, asked how far it is',
    { why: 'its counter goes on with each look' },
    (desk, story) => {
      story.step(
        desk.run('ninja -C out/Release chrome_shell > /tmp/ninja.log 2>&1 &', '[1] 90211'),
      );
      story.repeat(11, (i) =>
        desk.run(
          `sleep 240; tail -c 120 /tmp/ninja.log`,
          `[${1890 + i * 2_317}/27412] CXX obj/${word(i)}/${word(i + 3)}/${word(i + 6)}_impl.o`,
        ),
      );
      story.step(
        desk.run('sleep 240; tail -c 120 /tmp/ninja.log', '[27412/27412] LINK ./chrome_shell'),
      );
    },
  ),
  quiet(
    'a strange code base searched for how one thing is done, with few blind alleys',
    {
      why: 'each search asks something else, and an answer comes of it',
      prompt: 'How does a change of a setting get to the worker? Only answer, change nothing.',
    },
    (desk, story) => {
      const asks = [
        'onDidChangeConfiguration',
        'class SettingsStore',
        'settings:changed',
        'emit\\("settings',
        'SettingsListener',
        'new MessageChannel',
        'postMessage\\(\\{ kind',
        'kind: "reload"',
        'worker.onmessage',
        'applySettings',
        'debounce\\(apply',
        'frozenSettings',
      ] as const;
      rounds(story, 12, (i) => [
        desk.search(
          pick(asks, i),
          i % 4 === 3
            ? ''
            : `src/${word(i)}/${word(i + 2)}.ts:${14 + i * 9}:  ${pick(asks, i).replaceAll('\\', '')}`,
        ),
        ...(i % 2 === 0
          ? [
              desk.read(`/w/src/${word(i)}/${word(i + 2)}.ts`, source(`ask${i}`, 18), [
                10 + i * 9,
                18,
              ]),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'a loose type taken out of twenty-four files, and counted now and then',
    { why: 'each file is another one and the count falls', prompt: 'Get rid of all explicit any.' },
    (desk, story) => {
      rounds(story, 24, (i) => [
        desk.replace(
          `/w/src/${word(i)}/${word(i * 3 + 2)}${i > 19 ? '-old' : ''}.ts`,
          'catch (error: any) {',
          'catch (error: unknown) {',
        ),
        ...(i % 6 === 5
          ? [
              desk.run(
                'npx eslint src --rule "@typescript-eslint/no-explicit-any: error" | tail -2',
                i === 23 ? '' : `✖ ${24 - i - 1} problems (${24 - i - 1} errors, 0 warnings)\n`,
                i === 23 ? 0 : 1,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'a page of documentation asked for, subject by subject',
    {
      why: 'each subject is another one',
      prompt: 'Learn what changed in the router, then port ours.',
    },
    (desk, story) => {
      const subjects = [
        'loaders',
        'actions',
        'fetchers',
        'lazy routes',
        'error boundaries',
        'middleware',
        'types',
      ];
      subjects.forEach((topic, i) => {
        story.step(
          desk.use(
            'docs',
            'get_library_docs',
            { library: '/remix/router', topic, tokens: 4000 },
            `### ${topic}\n\nIn version 7 ${topic} ${pick(['are declared beside the route', 'get the context as argument', 'are typed by the file'], i)}.\n\n\`\`\`ts\n${source(topic.replaceAll(' ', ''), 5)}\n\`\`\``,
          ),
        );
      });
      rounds(story, 5, (i) => [
        desk.replace(`/w/src/routes/${word(i)}.tsx`, 'useLoaderData()', 'loaderData'),
        desk.run('npx tsc --noEmit | wc -l', String(21 - i * 5)),
      ]);
    },
  ),
  noStall(
    'a fault that three changes do not mend, then a closer look, and it is mended',
    { why: 'the fourth change comes of what the look has told' },
    (desk, story) => {
      workAWhile(desk, story);
      const red = (i: number): string =>
        ` FAIL  test/draft.test.ts > keeps the text after a reload\nAssertionError: expected '' to be 'Dear all'\n\n      Tests  1 failed | 5 passed (6)\n   Start at  ${clock(i)}\n   Duration  ${seconds(i)}s`;
      const tries: Edits = [
        ['/w/src/draft.ts', 'save();', 'await save();'],
        ['/w/src/draft.ts', "on('blur'", "on('input'"],
        ['/w/src/draft.ts', 'localStorage', 'sessionStorage'],
      ];
      rounds(story, 3, (i) => [
        desk.replace(...pick(tries, i)),
        desk.run('npx vitest run draft', red(i), 1),
      ]);
      story.step(
        desk.replace('/w/src/draft.ts', 'await save();', "console.log('key', key); await save();"),
      );
      story.step(
        desk.run(
          'npx vitest run draft 2>&1 | grep key',
          'key draft:undefined\nkey draft:undefined',
        ),
      );
      story.step(desk.search('draftKey', 'src/draft.ts:4:const draftKey = `draft:${user?.id}`;'));
      story.step(desk.replace('/w/src/draft.ts', 'const draftKey', 'const draftKey = () =>'));
      story.step(
        desk.run(
          'npx vitest run draft',
          ` ✓ test/draft.test.ts (6 tests) 41ms\n\n      Tests  6 passed (6)`,
        ),
      );
      finish(desk, story);
    },
  ),
  quiet(
    'a feature put in, taken out as the person wishes, and another one put in',
    {
      why: 'what is taken out stays out',
      prompt: 'Skip the insurance after all, and add the gift note.',
    },
    (desk, story) => {
      const page = '/w/src/pages/Checkout.tsx';
      story.step(desk.read(page, source('checkout', 24)));
      story.step(desk.replace(page, '      <InsuranceField />\n', ''));
      story.step(
        desk.replace(
          '/w/src/pages/Checkout.test.tsx',
          "it('shows the insurance'",
          "it.skip('shows the insurance'",
        ),
      );
      story.step(
        desk.run(
          'npx vitest run src/pages',
          `      Tests  17 passed | 1 skipped (18)\n   Duration  ${seconds(1)}s`,
        ),
      );
      story.step(
        desk.replace(page, '    </form>', '      <GiftNote value={form.note} />\n    </form>'),
      );
      story.step(
        desk.run(
          'npx vitest run src/pages',
          ` FAIL  src/pages/Checkout.test.tsx\nReferenceError: GiftNote is not defined\n ❯ src/pages/Checkout.tsx:41:8`,
          1,
        ),
      );
      story.step(
        desk.replace(
          page,
          'import { Form }',
          "import { GiftNote } from '../fields';\nimport { Form }",
        ),
      );
      story.step(desk.write('/w/src/fields/GiftNote.tsx', source('gift', 12)));
      story.step(
        desk.run(
          'npx vitest run src/pages',
          `      Tests  17 passed | 1 skipped (18)\n   Duration  ${seconds(2)}s`,
        ),
      );
      finish(desk, story);
    },
  ),
];
