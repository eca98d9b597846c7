/** Honest work of plain desks: moves to newer tools, tests by the dozen, polls, proofs, and what a person asks for again. Before any rule was tried on it, 504 of 528 were left alone. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, noStall, pick, quiet, rounds, type Idea } from './idea.js';
import { finish, lookAround, seconds, type Edits } from './openings.js';

/** What a browser says of a page. */
const page = (url: string, title: string, lines: string): string =>
  `### Page state\n- Page URL: ${url}\n- Page Title: ${title}\n- Page Snapshot:\n\`\`\`yaml\n${lines}\n\`\`\``;

type Pair = readonly [string, string];
type Pairs = readonly [Pair, ...Pair[]];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const Word = (i: number): string => capital(word(i));

/** The summary of a run of vitest. */
const vitest = (file: string, tests: number, i: number): string =>
  ` RUN  v2.1.8 /w\n\n ✓ ${file} (${tests} tests) ${14 + ((i * 17) % 60)}ms\n\n Test Files  1 passed (1)\n      Tests  ${tests} passed (${tests})\n   Start at  ${clock(i)}\n   Duration  ${seconds(i)}s`;

export const honestAtKiosk: readonly Idea[] = [
  quiet(
    'sixteen components given types one by one, renamed, changed and compiled without a word',
    {
      why: 'each component is another one, and silence is what is wanted',
      prompt: 'Convert src/components from .jsx to .tsx, one commit at the end.',
    },
    (desk, story) => {
      rounds(story, 16, (i) => [
        desk.run(`git mv src/components/${Word(i)}.jsx src/components/${Word(i)}.tsx`, ''),
        desk.replace(
          `/w/src/components/${Word(i)}.tsx`,
          `export function ${Word(i)}({ label, onChange${i % 3 === 0 ? ', size' : ''} }) {`,
          `interface ${Word(i)}Props {\n  label: string;\n  onChange: (value: ${pick(['string', 'number', 'boolean'], i)}) => void;${i % 3 === 0 ? "\n  size?: 'sm' | 'lg';" : ''}\n}\n\nexport function ${Word(i)}({ label, onChange${i % 3 === 0 ? ', size' : ''} }: ${Word(i)}Props) {`,
        ),
        ...(i % 5 === 3
          ? [
              desk.run(
                'npx tsc --noEmit',
                `src/components/${Word(i)}.tsx(${17 + i},21): error TS2345: Argument of type 'string | null' is not assignable to parameter of type 'string'.\n  Type 'null' is not assignable to type 'string'.`,
                2,
              ),
              desk.replace(
                `/w/src/components/${Word(i)}.tsx`,
                `onChange(next${i})`,
                `onChange(next${i} ?? '')`,
              ),
            ]
          : []),
        desk.run('npx tsc --noEmit', ''),
      ]);
      story.step(
        desk.run(
          'git commit -qam "Type the components" && git show --stat HEAD | tail -1',
          ' 16 files changed, 88 insertions(+), 16 deletions(-)',
        ),
      );
    },
  ),
  quiet(
    'old names of Tailwind replaced view by view, built after each with the same three lines',
    {
      why: 'each view is another one',
      prompt:
        'Upgrade to Tailwind 4. Go view by view and build after each, I want to be able to stop at any point.',
    },
    (desk, story) => {
      const names: Pairs = [
        ['flex-shrink-0', 'shrink-0'],
        ['bg-opacity-50', 'bg-black/50'],
        ['shadow-sm', 'shadow-xs'],
        ['outline-none', 'outline-hidden'],
        ['rounded-sm', 'rounded-xs'],
        ['overflow-ellipsis', 'text-ellipsis'],
      ];
      story.step(
        desk.run(
          'npx @tailwindcss/upgrade --force 2>&1 | tail -3',
          '│ ↳ Migrated configuration file: `./tailwind.config.js`\n│ Updated package: `tailwindcss`\n│ No changes were made to templates with dynamic class names.',
        ),
      );
      rounds(story, 15, (i) => [
        desk.search(
          'flex-shrink|bg-opacity|shadow-sm|outline-none|rounded-sm|overflow-ellipsis',
          Array.from(
            { length: 15 - i },
            (_, n) =>
              `src/views/${Word(n + i)}View.tsx:${12 + n * 3}:  <div className="${pick(names, n + i)[0]} p-4">`,
          ).join('\n'),
        ),
        desk.replace(
          `/w/src/views/${Word(i)}View.tsx`,
          `className="${pick(names, i)[0]} p-4"`,
          `className="${pick(names, i)[1]} p-4"`,
        ),
        desk.run(
          'npm run build 2>&1 | tail -3',
          `dist/assets/index-${hex(i, 8)}.css   41.${10 + ((i * 7) % 60)} kB │ gzip:  8.${20 + i} kB\ndist/assets/index-${hex(i + 40, 8)}.js   412.08 kB │ gzip: 131.40 kB\n✓ built in ${seconds(i, 3)}s`,
        ),
      ]);
    },
  ),
  quiet(
    'fourteen components of Vue written anew in the newer form, each with its own test',
    { why: 'each component is another one' },
    (desk, story) => {
      lookAround(desk, story);
      rounds(story, 14, (i) => [
        desk.read(
          `/w/src/components/The${Word(i)}.vue`,
          `<template>\n  <div class="${word(i)}">{{ total }}</div>\n</template>\n\n<script>\nexport default {\n  props: { items: Array },\n  data() {\n    return { open: false, ${word(i + 3)}: ${i} };\n  },\n  computed: {\n    total() {\n      return this.items.length + this.${word(i + 3)};\n    },\n  },\n};\n</script>`,
        ),
        desk.write(
          `/w/src/components/The${Word(i)}.vue`,
          `<script setup lang="ts">\nimport { computed, ref } from 'vue';\n\nconst props = defineProps<{ items: string[] }>();\nconst open = ref(false);\nconst ${word(i + 3)} = ref(${i});\nconst total = computed(() => props.items.length + ${word(i + 3)}.value);\n</script>\n\n<template>\n  <div class="${word(i)}">{{ total }}</div>\n</template>\n`,
        ),
        desk.run(
          `npx vitest run src/components/__tests__/The${Word(i)}.spec.ts`,
          vitest(`src/components/__tests__/The${Word(i)}.spec.ts`, 3, i),
        ),
      ]);
      finish(desk, story);
    },
  ),
  quiet(
    'stories of eighteen components written one after the other, and the check says nothing to any',
    { why: 'each story is another one', prompt: 'Every component in ui/ should have a story.' },
    (desk, story) => {
      rounds(story, 18, (i) => [
        desk.read(`/w/ui/${Word(i)}.tsx`, source(`ui${i}`, 9)),
        desk.write(
          `/w/ui/${Word(i)}.stories.tsx`,
          `import type { Meta, StoryObj } from '@storybook/react';\nimport { ${Word(i)} } from './${Word(i)}';\n\nconst meta: Meta<typeof ${Word(i)}> = { component: ${Word(i)} };\nexport default meta;\n\nexport const Default: StoryObj<typeof ${Word(i)}> = { args: { label: '${Word(i + 2)}' } };\nexport const Disabled: StoryObj<typeof ${Word(i)}> = { args: { label: '${Word(i + 2)}', disabled: true } };\n`,
        ),
        desk.run(
          `npx tsc --noEmit -p tsconfig.stories.json && npx eslint ui/${Word(i)}.stories.tsx`,
          '',
        ),
      ]);
      story.step(
        desk.run(
          'npx storybook build --quiet 2>&1 | tail -2; ls ui/*.stories.tsx | wc -l',
          `info => Output directory: /w/storybook-static\n18`,
        ),
      );
    },
  ),
  quiet(
    'one address asked again after each change, which answers with another fault each time',
    {
      why: 'each answer is one step further',
      prompt: 'POST /api/bookings always gives a 500. Make it work end to end.',
    },
    (desk, story) => {
      const answers = [
        'HTTP/1.1 500 Internal Server Error\n\n{"detail":"relation \\"bookings\\" does not exist"}',
        'HTTP/1.1 500 Internal Server Error\n\n{"detail":"null value in column \\"created_by\\" violates not-null constraint"}',
        'HTTP/1.1 401 Unauthorized\n\n{"detail":"Not authenticated"}',
        'HTTP/1.1 422 Unprocessable Entity\n\n{"detail":[{"type":"missing","loc":["body","room_id"],"msg":"Field required"}]}',
        'HTTP/1.1 422 Unprocessable Entity\n\n{"detail":[{"type":"datetime_parsing","loc":["body","from"],"msg":"Input should be a valid datetime"}]}',
        'HTTP/1.1 409 Conflict\n\n{"detail":"Room 4 is taken at that time"}',
        'HTTP/1.1 500 Internal Server Error\n\n{"detail":"Object of type Decimal is not JSON serializable"}',
        'HTTP/1.1 201 Created\n\n{"id":118,"room_id":4,"price":"42.50"}',
      ] as const;
      rounds(story, 8, (i) => [
        desk.run(
          `curl -si -X POST localhost:8000/api/bookings -H 'content-type: application/json' -d @sample.json | sed '2,5d'`,
          pick(answers, i),
        ),
        ...(i < 7
          ? [
              desk.run(
                'docker compose logs --tail 3 api',
                `api-1  | INFO:     172.18.0.1:${50_112 + i * 8} - "POST /api/bookings HTTP/1.1" ${pick(['500', '500', '401', '422', '422', '409', '500'], i)}\napi-1  | INFO:     Waiting for application startup.\napi-1  | INFO:     Application startup complete.`,
              ),
              desk.replace(
                pick(
                  [
                    '/w/migrations/env.py',
                    '/w/app/models.py',
                    '/w/sample.http',
                    '/w/sample.json',
                    '/w/app/schemas.py',
                    '/w/sample.json',
                    '/w/app/encoders.py',
                  ],
                  i,
                ),
                `# ${word(i)}`,
                `# ${word(i)}\nset_${word(i)}(${i})`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'notes of a release gathered from thirty-four merged changes, each read by its number',
    {
      why: 'each change is another one',
      prompt: 'Write the 4.2 release notes from everything merged since v4.1.0.',
    },
    (desk, story) => {
      story.step(desk.run('git log v4.1.0..HEAD --merges --oneline | wc -l', '34'));
      rounds(story, 34, (i) => [
        desk.run(
          `gh pr view ${2_210 + i * 3} --json title,labels,body -q '.title, (.labels|map(.name)|join(",")), .body[:300]'`,
          `${pick(['Fix', 'Add', 'Bump', 'Remove', 'Speed up'], i)} ${word(i)} ${pick(['in exports', 'for guests', 'on mobile', 'in the API'], i)}\n${pick(['bug', 'feature', 'dependencies', '', 'performance'], i)}\n${i % 5 === 2 ? '' : `Closes #${1_900 + i * 7}. The ${word(i + 1)} was ${pick(['missing', 'slow', 'doubled'], i)}.`}`,
        ),
        ...(i % 8 === 7
          ? [
              desk.write(
                '/w/docs/releases/4.2.md',
                `# 4.2\n\n${Array.from({ length: i + 1 }, (_, n) => `- ${pick(['Fixed', 'New', 'Updated', 'Removed', 'Faster'], n)}: ${word(n)} (#${2_210 + n * 3})`).join('\n')}\n`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'samples of a guide run one by one, all of which print what the guide says',
    {
      why: 'each sample is another one, and no difference is the good answer',
      prompt: 'Check that every code block in docs/guide still works with 3.0. Fix what does not.',
    },
    (desk, story) => {
      rounds(story, 22, (i) => [
        desk.run(
          `python tools/run_block.py docs/guide/${pick(['start', 'queries', 'writes', 'errors'], i >> 2)}.md ${1 + (i >> 4) * 4 + (i % 4)}`,
          i === 9
            ? "Traceback (most recent call last):\n  File \"<block 2>\", line 3, in <module>\n    db.fetch_all('select 1')\nAttributeError: 'Database' object has no attribute 'fetch_all'. Did you mean: 'fetchall'?"
            : 'OK',
          i === 9 ? 1 : 0,
        ),
        ...(i === 9
          ? [
              desk.replace(
                '/w/docs/guide/writes.md',
                "db.fetch_all('select 1')",
                "db.fetchall('select 1')",
              ),
              desk.run('python tools/run_block.py docs/guide/writes.md 2', 'OK'),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'classes in C# put under tests one after the other until the share of covered lines is reached',
    {
      why: 'the share rises, with a rest now and then',
      prompt: 'Bring Shop.Core above 80 % line coverage.',
    },
    (desk, story) => {
      const share = [
        41.2, 45.9, 45.9, 50.3, 54.8, 58.1, 58.1, 63, 66.7, 70.2, 73.9, 76.4, 78.8, 81.3,
      ] as const;
      rounds(story, 14, (i) => [
        desk.read(
          `/w/src/Shop.Core/${Word(i)}Service.cs`,
          `namespace Shop.Core;\n\npublic sealed class ${Word(i)}Service(I${Word(i)}Store store)\n{\n    public async Task<int> Count${Word(i)}Async(CancellationToken ct)\n    {\n        var all = await store.AllAsync(ct);\n        return all.Count(x => x.Active);\n    }\n}`,
        ),
        desk.write(
          `/w/test/Shop.Core.Tests/${Word(i)}ServiceTests.cs`,
          `namespace Shop.Core.Tests;\n\npublic sealed class ${Word(i)}ServiceTests\n{\n    [Fact]\n    public async Task Counts_only_active_${word(i)}()\n    {\n        var sut = new ${Word(i)}Service(new Fake${Word(i)}Store(active: ${i + 2}, passive: 1));\n        Assert.Equal(${i + 2}, await sut.Count${Word(i)}Async(default));\n    }\n}\n`,
        ),
        desk.run(
          'dotnet test --collect:"XPlat Code Coverage" --nologo -v q | tail -1 && reportgenerator -reports:**/coverage.cobertura.xml -targetdir:cov -reporttypes:TextSummary > /dev/null && grep "Line coverage" cov/Summary.txt',
          `Passed!  - Failed:     0, Passed:   ${112 + i}, Skipped:     0, Total:   ${112 + i}, Duration: ${2 + (i % 3)} s - Shop.Core.Tests.dll (net8.0)\n  Line coverage: ${pick(share, i)}%`,
        ),
      ]);
    },
  ),
  quiet(
    'survivors of a tool of mutants caught test by test, with the long run after each',
    { why: 'fewer survive, though the same two lines stand above' },
    (desk, story) => {
      const survivors = [19, 17, 17, 14, 12, 9, 9, 6, 4, 3, 1, 0] as const;
      rounds(story, 12, (i) => [
        desk.run(
          'npx stryker run --mutate src/pricing.ts 2>&1 | tail -9',
          `${pick(survivors, i) === 0 ? '' : `[Survived] ${pick(['ConditionalExpression', 'EqualityOperator', 'ArithmeticOperator', 'BlockStatement'], i)}\nsrc/pricing.ts:${31 + i * 6}:${9 + (i % 4)}\n-     if (${word(i)} > ${i}) {\n+     if (${word(i)} >= ${i}) {\n`}Ran ${(2.1 + i / 30).toFixed(2)} tests per mutant on average.\n------------|---------|----------|-----------|------------|\nFile        | % score | # killed | # survived | # errors |\n pricing.ts |  ${(100 - pick(survivors, i) * 0.71).toFixed(2)} |      ${140 - pick(survivors, i)} |         ${pick(survivors, i)} |        0 |\n${clock(i)} (${1_204 + i}) INFO MutationTestExecutor Done in 1 minute and ${4 + ((i * 7) % 20)} seconds.`,
        ),
        ...(i < 11
          ? [
              desk.replace(
                '/w/test/pricing.test.ts',
                '// more\n',
                `it('takes ${word(i)} at its bound', () => {\n  expect(price({ ${word(i)}: ${i} })).toBe(${i * 3});\n});\n// more\n`,
              ),
            ]
          : []),
      ]);
    },
  ),
  noStall(
    'a connection that drops after a minute, each try of which must wait for that minute',
    { why: 'each suspicion is another one, and the time of the drop tells the cause in the end' },
    (desk, story) => {
      const tries: Edits = [
        ['/w/src/socket.ts', 'pingInterval: 90_000', 'pingInterval: 25_000'],
        ['/w/nginx/app.conf', 'proxy_read_timeout 60s;', 'proxy_read_timeout 3600s;'],
        ['/w/src/server.ts', 'server.keepAliveTimeout = 60_000;', 'server.keepAliveTimeout = 0;'],
        ['/w/infra/lb.tf', 'idle_timeout = 60', 'idle_timeout = 400'],
        ['/w/src/socket.ts', 'pingTimeout: 60_000', 'pingTimeout: 20_000'],
      ];
      const drops = [60, 60, 60, 350, 0] as const;
      story.step(
        desk.run(
          'node scripts/hold.mjs wss://stage.example.test/live --for 400',
          'open\nclosed after 60.0 s, code 1006',
        ),
      );
      rounds(story, 5, (i) => [
        desk.replace(...pick(tries, i)),
        desk.run(
          'make deploy-stage 2>&1 | tail -1',
          `deployed ${hex(i, 7)} in ${31 + ((i * 7) % 20)}s`,
        ),
        desk.run(
          'node scripts/hold.mjs wss://stage.example.test/live --for 400',
          pick(drops, i) === 0
            ? 'open\nstill open after 400.0 s'
            : `open\nclosed after ${pick(drops, i)}.0 s, code 1006`,
        ),
        ...(i === 2
          ? [
              desk.run(
                'aws elbv2 describe-load-balancer-attributes --load-balancer-arn $LB --query "Attributes[?Key==\'idle_timeout.timeout_seconds\'].Value" --output text',
                '60',
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'durations of thirty-one runs of a pipeline asked for one by one, to see when it became slow',
    {
      why: 'each run is another one, and the table grows',
      prompt: 'CI used to take 6 minutes. Since when is it 14, and which step?',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'gh run list -w ci.yml -b main -L 31 --json databaseId -q ".[].databaseId" | wc -l',
          '31',
        ),
      );
      rounds(story, 31, (i) => [
        desk.run(
          `gh api repos/acme/shop/actions/runs/${11_840_213_377 - i * 48_211}/jobs -q '.jobs[]|[.name,.started_at,.completed_at]|@tsv'`,
          `build\t2026-11-${String(29 - (i % 28)).padStart(2, '0')}T08:${10 + i}:02Z\t2026-11-${String(29 - (i % 28)).padStart(2, '0')}T08:${13 + i}:${20 + (i % 30)}Z\ntest\t2026-11-${String(29 - (i % 28)).padStart(2, '0')}T08:${13 + i}:31Z\t2026-11-${String(29 - (i % 28)).padStart(2, '0')}T08:${(i < 17 ? 24 : 16) + i}:${11 + (i % 40)}Z`,
        ),
      ]);
      story.step(
        desk.run(
          `gh api repos/acme/shop/compare/${hex(4, 7)}...${hex(5, 7)} -q '.files[].filename'`,
          '.github/workflows/ci.yml\npackage-lock.json',
        ),
      );
    },
  ),
  quiet(
    'a linter brought to its new kind of settings, with another complaint of its start each time',
    { why: 'each complaint is another one' },
    (desk, story) => {
      const complaints = [
        "ESLint couldn't find an eslint.config.(js|mjs|cjs) file.",
        'TypeError: context.getScope is not a function\nOccurred while linting /w/src/app.ts:1\nRule: "import/no-unused-modules"',
        'ConfigError: Config (unnamed): Key "env": This appears to be in eslintrc format rather than flat config format.',
        'ConfigError: Config (unnamed): Key "plugins": Expected an object.',
        'TypeError: Key "rules": Key "react/prop-types": Could not find plugin "react".',
        'Error [ERR_REQUIRE_ESM]: require() of ES Module /w/node_modules/globals/index.js not supported.',
        'TypeError: Key "languageOptions": Key "globals": Global "AudioWorkletGlobalScope " has leading or trailing whitespace.',
        'Error: Parsing error: parserOptions.project has been provided for @typescript-eslint/parser.\nThe file was not found in any of the provided project(s): eslint.config.mjs',
        "/w/src/app.ts\n  14:7  error  'unused' is assigned a value but never used  @typescript-eslint/no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)",
        '',
      ] as const;
      rounds(story, 10, (i) => [
        desk.run(
          'npx eslint .',
          pick(complaints, i) === ''
            ? ''
            : i === 8
              ? pick(complaints, i)
              : `\nOops! Something went wrong! :(\n\nESLint: 9.14.0\n\n${pick(complaints, i)}`,
          i === 9 ? 0 : i === 8 ? 1 : 2,
        ),
        ...(i < 9
          ? [
              desk.replace(
                i === 8 ? '/w/src/app.ts' : '/w/eslint.config.mjs',
                `// ${word(i)}`,
                `// ${word(i)}\n${word(i + 1)}: ${pick(['[...globals]', 'react', 'fixupPluginRules(importPlugin)', '{ ignores: ["dist"] }'], i)},`,
              ),
            ]
          : []),
        ...(i % 4 === 2
          ? [
              desk.use(
                'context7',
                'query_docs',
                {
                  libraryId: '/eslint/eslint',
                  query: `migrate ${pick(['env', 'plugins', 'parserOptions'], i)}`,
                },
                `### Migration guide\nIn flat config, \`${pick(['env', 'plugins', 'parserOptions'], i)}\` is given under \`${pick(['languageOptions.globals', 'plugins as an object', 'languageOptions'], i)}\`.`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'texts of thirteen pages taken out into a file of words, with fewer left after each',
    {
      why: 'the count of bare texts falls',
      prompt: 'Extract all hard-coded strings, the lint rule must be at zero.',
    },
    (desk, story) => {
      rounds(story, 13, (i) => [
        desk.run(
          `npx eslint src/pages --rule '{"i18next/no-literal-string":"error"}' -f unix | tail -1`,
          i === 12 ? '4 problems' : `${96 - i * 7 - (i % 3)} problems`,
        ),
        desk.read(
          `/w/src/pages/${Word(i)}Page.tsx`,
          `export function ${Word(i)}Page() {\n  return (\n    <main>\n      <h1>Your ${word(i)}</h1>\n      <p>There is no ${word(i)} yet.</p>\n      <button>Add ${word(i)}</button>\n    </main>\n  );\n}`,
        ),
        desk.replace(
          `/w/src/pages/${Word(i)}Page.tsx`,
          `<h1>Your ${word(i)}</h1>\n      <p>There is no ${word(i)} yet.</p>\n      <button>Add ${word(i)}</button>`,
          `<h1>{t('${word(i)}.title')}</h1>\n      <p>{t('${word(i)}.empty')}</p>\n      <button>{t('${word(i)}.add')}</button>`,
        ),
        desk.replace(
          '/w/src/locales/en.json',
          `  "${word(i + 1)}"`,
          `  "${word(i)}": { "title": "Your ${word(i)}", "empty": "There is no ${word(i)} yet.", "add": "Add ${word(i)}" },\n  "${word(i + 1)}"`,
        ),
      ]);
      story.step(
        desk.run(
          `npx eslint src/pages --rule '{"i18next/no-literal-string":"error"}' -f unix | tail -1`,
          '',
        ),
      );
    },
  ),
  quiet(
    'a dump of one base loaded into another kind, which breaks off at an ever later line',
    {
      why: 'the line goes on',
      prompt: 'Get shop.sql (MySQL 8) into Postgres, write the conversions into convert.sed.',
    },
    (desk, story) => {
      const errors = [
        'syntax error at or near "`"',
        'type "datetime" does not exist',
        'syntax error at or near "AUTO_INCREMENT"',
        'syntax error at or near "ENGINE"',
        'type "tinyint" does not exist',
        'syntax error at or near "UNSIGNED"',
        'invalid byte sequence for encoding "UTF8": 0x00',
        'date/time field value out of range: "0000-00-00 00:00:00"',
        'column "is_active" is of type boolean but expression is of type integer',
        'syntax error at or near "KEY"',
        'relation "orders" does not exist',
        'insert or update on table "items" violates foreign key constraint "items_order_fk"',
      ] as const;
      rounds(story, 12, (i) => [
        desk.run(
          'dropdb --if-exists shop && createdb shop && sed -E -f convert.sed shop.sql | psql -q -v ON_ERROR_STOP=1 shop',
          `psql:<stdin>:${41 + i * i * 317}: ERROR:  ${pick(errors, i)}\nLINE 1: ${pick(['CREATE TABLE', 'INSERT INTO', '  created', ') '], i)} ${word(i)}\n        ^`,
          3,
        ),
        desk.run(
          `sed -n '${38 + i * i * 317},${43 + i * i * 317}p' shop.sql | cut -c1-90`,
          `CREATE TABLE \`${word(i)}\` (\n  \`id\` int unsigned NOT NULL AUTO_INCREMENT,\n  \`${word(i + 1)}_at\` datetime DEFAULT NULL,\n  PRIMARY KEY (\`id\`)`,
        ),
        desk.replace(
          '/w/convert.sed',
          '# end',
          `s/${word(i)}\\(${i}\\)/${pick(['timestamp', 'boolean', 'serial', 'bigint'], i)}/g\n# end`,
        ),
      ]);
      story.step(
        desk.run(
          'dropdb --if-exists shop && createdb shop && sed -E -f convert.sed shop.sql | psql -q -v ON_ERROR_STOP=1 shop && psql -Atc "select count(*) from orders" shop',
          '48211',
        ),
      );
    },
  ),
  quiet(
    'a heading made larger, smaller and as before, as the person says turn by turn',
    {
      why: 'each change is what the person has asked for just now',
      prompt: 'Make the hero heading bigger.',
    },
    (desk, story) => {
      const wishes = [
        'Too big. A bit smaller.',
        'No, as it was before please.',
        'Hm, bigger again but bolder.',
        'Less bold.',
        'And now centered?',
        'Left was better.',
        'Try it with the old size on mobile.',
        'Undo that.',
        'More space below.',
        'Half of that.',
        'Good. Now the one on /about the same way.',
      ] as const;
      const classes = [
        'text-4xl',
        'text-6xl',
        'text-5xl',
        'text-4xl',
        'text-5xl font-extrabold',
        'text-5xl font-semibold',
        'text-5xl font-semibold text-center',
        'text-5xl font-semibold',
        'text-4xl md:text-5xl font-semibold',
        'text-5xl font-semibold',
        'text-5xl font-semibold mb-12',
        'text-5xl font-semibold mb-6',
        'text-5xl font-semibold mb-6',
      ] as const;
      rounds(story, 1, () => [
        desk.read(
          '/w/src/pages/index.astro',
          '---\nimport Layout from "../layouts/Layout.astro";\n---\n<Layout>\n  <h1 class="text-4xl">Bread, daily.</h1>\n</Layout>',
        ),
      ]);
      for (let i = 0; i < 12; i++) {
        rounds(story, 1, () => [
          desk.replace(
            i === 11 ? '/w/src/pages/about.astro' : '/w/src/pages/index.astro',
            `<h1 class="${pick(classes, i)}">`,
            `<h1 class="${pick(classes, i + 1)}">`,
          ),
          desk.use(
            'playwright',
            'browser_take_screenshot',
            { type: 'png' },
            `### Result\n- [Screenshot of viewport](.playwright-mcp/page-2026-11-21T${clock(i).replaceAll(':', '-')}.png)`,
          ),
        ]);
        story.end();
        if (i < 11) {
          story.turn(pick(wishes, i));
        }
      }
    },
  ),
  quiet(
    'a base that grows its storage, asked for its percent as the person wishes',
    {
      why: 'the wait is asked for, and the percent rises with rests',
      prompt:
        'I started a storage resize on orders-db. Keep an eye on it and tell me when it is done, takes about an hour.',
    },
    (desk, story) => {
      const percent = [0, 0, 4, 9, 9, 17, 26, 26, 26, 38, 51, 60, 72, 72, 85, 93, 99, 99] as const;
      story.repeat(18, (i) =>
        desk.run(
          `sleep 240; aws rds describe-db-instances --db-instance-identifier orders-db --query "DBInstances[0].[DBInstanceStatus,PercentProgress]" --output text`,
          `storage-optimization\t${pick(percent, i)}`,
        ),
      );
      story.step(
        desk.run(
          'sleep 240; aws rds describe-db-instances --db-instance-identifier orders-db --query "DBInstances[0].[DBInstanceStatus,PercentProgress]" --output text',
          'available\tNone',
        ),
      );
    },
  ),
  quiet(
    'five commits, each given to three helpers with three kinds of eyes, who seldom find anything',
    {
      why: 'each commit is another one',
      prompt: 'Review each commit of the branch separately: security, performance, readability.',
    },
    (desk, story) => {
      rounds(story, 15, (i) => [
        desk.use(
          'agents',
          'task',
          {
            description: `${pick(['Security', 'Performance', 'Readability'], i)} review of commit ${1 + Math.trunc(i / 3)}`,
            subagent_type: 'code-reviewer',
            prompt: `Review ${hex(Math.trunc(i / 3), 7)} for ${pick(['security problems', 'slow paths', 'readability'], i)} only. List findings with file and line, or say that there are none.`,
          },
          i % 7 === 4
            ? `1 finding.\nsrc/${word(i)}.ts:${20 + i}: the query runs once for each row; load them together.`
            : pick(['No findings.', 'I found no problems in this commit.', 'No issues found.'], i),
        ),
        ...(i % 7 === 4
          ? [
              desk.read(`/w/src/${word(i)}.ts`, source(`rev${i}`, 9)),
              desk.replace(
                `/w/src/${word(i)}.ts`,
                'for (const row of rows) await load(row.id);',
                'await loadAll(rows.map((row) => row.id));',
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'a reader of saved pages that fails at an ever later one of them',
    {
      why: 'the number of the page goes up',
      prompt: 'parse.py must read all of pages/*.html (60 files).',
    },
    (desk, story) => {
      const at = [1, 3, 4, 9, 11, 18, 19, 27, 33, 41, 48, 55, 60] as const;
      rounds(story, 13, (i) => [
        desk.run(
          'python parse.py pages/*.html > out.jsonl',
          i === 12
            ? '60/60 pages, 60 records'
            : `${pick(at, i)}/60 pages/${String(pick(at, i)).padStart(3, '0')}.html\nTraceback (most recent call last):\n  File "/w/parse.py", line ${48 + i}, in <module>\n    main(sys.argv[1:])\n  File "/w/parse.py", line ${22 + i}, in read_${pick(['price', 'date', 'seller'], i)}\n    ${pick(["return float(node.text.strip('€ '))", "return datetime.strptime(node.text, '%d.%m.%Y')", "return node.find('a').text"], i)}\n${pick(["ValueError: could not convert string to float: '1.299,00'", "ValueError: time data 'gestern, 14:10' does not match format '%d.%m.%Y'", "AttributeError: 'NoneType' object has no attribute 'text'"], i)}`,
          i === 12 ? 0 : 1,
        ),
        ...(i < 12
          ? [
              desk.run(
                `grep -o '<span class="${pick(['price', 'date', 'seller'], i)}">[^/]*' pages/${String(pick(at, i)).padStart(3, '0')}.html`,
                `<span class="${pick(['price', 'date', 'seller'], i)}">${pick(['1.299,00 €<', 'gestern, 14:10<', 'privat<', 'VB 40 €<'], i)}`,
              ),
              desk.replace(
                '/w/parse.py',
                `    # ${pick(['price', 'date', 'seller'], i)} ${i}`,
                `    # ${pick(['price', 'date', 'seller'], i)} ${i}\n    if '${pick([',', 'gestern', 'privat', 'VB'], i)}' in node.text:\n        return other_${i}(node.text)`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'an application moved from one bundler to another, whose build misses another thing each time',
    { why: 'each complaint is another one' },
    (desk, story) => {
      lookAround(desk, story);
      const faults = [
        '[vite]: Rollup failed to resolve import "components/Nav" from "/w/src/App.jsx".',
        'Failed to parse source for import analysis because the content contains invalid JS syntax. If you are using JSX, make sure to name the file with the .jsx or .tsx extension.',
        '"default" is not exported by "node_modules/file-saver/dist/FileSaver.min.js", imported by "src/export.js".',
        '[vite:css] Preprocessor dependency "sass-embedded" not found. Did you install it? Try `npm install -D sass-embedded`.',
        "Can't find stylesheet to import.\n  ╷\n1 │ @import '~bootstrap/scss/functions';",
        'ReferenceError: process is not defined\n    at src/config.js:3:18',
        'ReferenceError: require is not defined\n    at src/i18n/index.js:11:20',
        'ReferenceError: global is not defined\n    at node_modules/buffer/index.js:1:1',
        '[vite:worker-import-meta-url] Invalid value "iife" for option "worker.format"',
        'Failed to resolve entry for package "shared". The package may have incorrect main/module/exports specified in its package.json.',
      ] as const;
      rounds(story, 11, (i) => [
        desk.run(
          'npx vite build 2>&1 | tail -8',
          i === 10
            ? `dist/index.html                   0.61 kB │ gzip:   0.36 kB\ndist/assets/index-${hex(3, 8)}.js   644.10 kB │ gzip: 201.77 kB\n✓ built in 8.42s`
            : `vite v5.4.11 building for production...\ntransforming...\n✓ ${12 + i * 74} modules transformed.\nx Build failed in ${seconds(i)}s\nerror during build:\n${pick(faults, i)}`,
        ),
        ...(i < 10
          ? [
              desk.replace(
                pick(
                  [
                    '/w/vite.config.js',
                    '/w/src/config.js',
                    '/w/src/export.js',
                    '/w/package.json',
                    '/w/src/styles/main.scss',
                  ],
                  i,
                ),
                `// ${word(i)} ${i}`,
                `${word(i)}: '${word(i + 4)}', // ${i}`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'a component of two thousand lines cut into twenty pieces, each read, moved and compiled in silence',
    { why: 'each piece is another part of the same file' },
    (desk, story) => {
      rounds(story, 20, (i) => [
        desk.read(
          '/w/src/Dashboard.tsx',
          `  // --- ${word(i)} ---\n  const [${word(i)}, set${Word(i)}] = useState(${i});\n  const on${Word(i)} = () => set${Word(i)}(${word(i)} + 1);\n  const ${word(i)}Panel = (\n    <section>\n      <button onClick={on${Word(i)}}>{${word(i)}}</button>\n    </section>\n  );`,
          [40 + (20 - i) * 90, 90],
        ),
        desk.write(
          `/w/src/dashboard/${Word(i)}Panel.tsx`,
          `import { useState } from 'react';\n\nexport function ${Word(i)}Panel() {\n  const [${word(i)}, set${Word(i)}] = useState(${i});\n  return (\n    <section>\n      <button onClick={() => set${Word(i)}(${word(i)} + 1)}>{${word(i)}}</button>\n    </section>\n  );\n}\n`,
        ),
        desk.replace('/w/src/Dashboard.tsx', `{${word(i)}Panel}`, `<${Word(i)}Panel />`),
        desk.run(
          'npx tsc --noEmit && wc -l < src/Dashboard.tsx',
          `${2_104 - (i + 1) * 88 + (i % 5)}`,
        ),
      ]);
    },
  ),
  noStall(
    'drawings of a table counted after each change, of which some change nothing',
    {
      why: 'the count falls in the end, with rests and one step back',
      prompt: 'Typing in a cell re-renders the whole grid. Get it down.',
    },
    (desk, story) => {
      const counts = [412, 412, 231, 231, 230, 96, 104, 96, 41, 12] as const;
      const ideas = [
        'memo(Row)',
        'useCallback(onEdit)',
        'useMemo(columns)',
        'context split',
        'useSyncExternalStore',
        'virtual rows',
        'drop virtual rows',
        'selector per cell',
        'cell state kept local',
        'renders',
      ] as const;
      rounds(story, 10, (i) => [
        desk.run(
          'npx vitest run test/renders.test.tsx 2>&1 | grep -E "renders|Tests"',
          `renders after one key: ${pick(counts, i)}\n      Tests  ${i === 9 ? '1 passed' : '1 failed'} (1)`,
        ),
        ...(i < 9
          ? [
              desk.read('/w/src/Grid.tsx', source(`grid${i}`, 14)),
              desk.replace(
                '/w/src/Grid.tsx',
                `// ${pick(ideas, i - 1 < 0 ? 9 : i - 1)}`,
                `// ${pick(ideas, i)}\nconst ${word(i)} = ${pick(['memo', 'useCallback', 'useMemo', 'createContext'], i)}(${word(i + 2)});`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'fixtures of a Rails application replaced file by file, whose examples stay as many and as green',
    { why: 'each file is another one, and green is what is wanted' },
    (desk, story) => {
      rounds(story, 14, (i) => [
        desk.read(
          `/w/spec/models/${word(i)}_spec.rb`,
          `RSpec.describe ${Word(i)} do\n  fixtures :${word(i)}s, :users\n\n  it 'has an owner' do\n    expect(${word(i)}s(:first).owner).to eq users(:anna)\n  end\nend`,
        ),
        desk.replace(
          `/w/spec/models/${word(i)}_spec.rb`,
          `  fixtures :${word(i)}s, :users\n`,
          `  let(:anna) { create(:user, name: 'Anna') }\n  let(:${word(i)}) { create(:${word(i)}, owner: anna) }\n`,
        ),
        desk.replace(
          `/w/spec/models/${word(i)}_spec.rb`,
          `expect(${word(i)}s(:first).owner).to eq users(:anna)`,
          `expect(${word(i)}.owner).to eq anna`,
        ),
        desk.run(
          `bundle exec rspec spec/models/${word(i)}_spec.rb`,
          `${'.'.repeat(6)}\n\nFinished in ${seconds(i, 0)} seconds (files took ${seconds(i + 3)} seconds to load)\n6 examples, 0 failures`,
        ),
      ]);
    },
  ),
  quiet(
    'marks in comments of eighteen PHP tests turned into attributes, each run by itself',
    { why: 'each class is another one' },
    (desk, story) => {
      rounds(story, 18, (i) => [
        desk.replace(
          `/w/tests/Unit/${Word(i)}Test.php`,
          `    /**\n     * @test\n     * @dataProvider ${word(i)}Cases\n     */`,
          `    #[Test]\n    #[DataProvider('${word(i)}Cases')]`,
        ),
        desk.run(
          `vendor/bin/phpunit tests/Unit/${Word(i)}Test.php`,
          i === 5 || i === 12
            ? `PHPUnit 11.4.3 by Sebastian Bergmann and contributors.\n\nRuntime:       PHP 8.3.13\nConfiguration: /w/phpunit.xml\n\nE                                                                   1 / 1 (100%)\n\nTime: 00:00.0${11 + i}, Memory: 10.00 MB\n\nThere was 1 PHPUnit error:\n\n1) Tests\\Unit\\${Word(i)}Test::checks\nThe data provider specified for Tests\\Unit\\${Word(i)}Test::checks is invalid\nData Provider method Tests\\Unit\\${Word(i)}Test::${word(i)}Cases() is not static\n\nERRORS!\nTests: 1, Assertions: 0, PHPUnit Errors: 1.`
            : `PHPUnit 11.4.3 by Sebastian Bergmann and contributors.\n\nRuntime:       PHP 8.3.13\nConfiguration: /w/phpunit.xml\n\n........                                                            8 / 8 (100%)\n\nTime: 00:00.0${11 + i}, Memory: 10.00 MB\n\nOK (8 tests, 8 assertions)`,
          i === 5 || i === 12 ? 2 : 0,
        ),
        ...(i === 5 || i === 12
          ? [
              desk.replace(
                `/w/tests/Unit/${Word(i)}Test.php`,
                `public function ${word(i)}Cases(`,
                `public static function ${word(i)}Cases(`,
              ),
              desk.run(
                `vendor/bin/phpunit tests/Unit/${Word(i)}Test.php`,
                `PHPUnit 11.4.3 by Sebastian Bergmann and contributors.\n\n........                                                            8 / 8 (100%)\n\nTime: 00:00.0${12 + i}, Memory: 10.00 MB\n\nOK (8 tests, 8 assertions)`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'fields of twenty classes in Spring made parameters of their constructors, each compiled in silence',
    {
      why: 'each class is another one',
      prompt:
        'Replace field injection by constructor injection everywhere. Compile after each class.',
    },
    (desk, story) => {
      rounds(story, 20, (i) => [
        desk.read(
          `/w/src/main/java/shop/${word(i)}/${Word(i)}Service.java`,
          `@Service\npublic class ${Word(i)}Service {\n    @Autowired\n    private ${Word(i)}Repository repository;\n    @Autowired\n    private Clock clock;\n\n    public long count() {\n        return repository.countBefore(clock.instant());\n    }\n}`,
        ),
        desk.replace(
          `/w/src/main/java/shop/${word(i)}/${Word(i)}Service.java`,
          `    @Autowired\n    private ${Word(i)}Repository repository;\n    @Autowired\n    private Clock clock;\n`,
          `    private final ${Word(i)}Repository repository;\n    private final Clock clock;\n\n    public ${Word(i)}Service(${Word(i)}Repository repository, Clock clock) {\n        this.repository = repository;\n        this.clock = clock;\n    }\n`,
        ),
        desk.run('mvn -q compile', ''),
      ]);
      story.step(desk.search('@Autowired', ''));
      story.step(desk.run('mvn -q test', ''));
    },
  ),
  quiet(
    'ten controllers in C# made into plain endpoints, with the same green build and tests after each',
    { why: 'each controller is another one' },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.read(
          `/w/src/Api/Controllers/${Word(i)}Controller.cs`,
          `[ApiController]\n[Route("api/${word(i)}")]\npublic class ${Word(i)}Controller(I${Word(i)}Store store) : ControllerBase\n{\n    [HttpGet("{id:int}")]\n    public async Task<IActionResult> Get(int id) =>\n        await store.FindAsync(id) is { } x ? Ok(x) : NotFound();\n}`,
        ),
        desk.write(
          `/w/src/Api/Endpoints/${Word(i)}Endpoints.cs`,
          `public static class ${Word(i)}Endpoints\n{\n    public static void Map${Word(i)}(this IEndpointRouteBuilder app) =>\n        app.MapGet("/api/${word(i)}/{id:int}", async (int id, I${Word(i)}Store store) =>\n            await store.FindAsync(id) is { } x ? Results.Ok(x) : Results.NotFound());\n}\n`,
        ),
        desk.replace('/w/src/Api/Program.cs', 'app.Run();', `app.Map${Word(i)}();\napp.Run();`),
        desk.run(
          `rm src/Api/Controllers/${Word(i)}Controller.cs && dotnet build --nologo -v q`,
          `\nBuild succeeded.\n    0 Warning(s)\n    0 Error(s)\n\nTime Elapsed 00:00:0${3 + (i % 5)}.${10 + ((i * 37) % 89)}`,
        ),
        desk.run(
          'dotnet test --no-build --nologo -v q',
          `\nPassed!  - Failed:     0, Passed:   148, Skipped:     2, Total:   150, Duration: ${6 + (i % 3)} s - Api.Tests.dll (net9.0)`,
        ),
      ]);
    },
  ),
  quiet(
    'errors of twenty-two files of Go wrapped, each vetted without a word',
    { why: 'each file is another one' },
    (desk, story) => {
      story.step(desk.run(`grep -rlE 'Errorf\\(.*%v", err' --include=*.go . | wc -l`, '22'));
      rounds(story, 22, (i) => [
        desk.replace(
          `/w/internal/${word(i)}/${pick(['store', 'client', 'handler'], i)}.go`,
          `return fmt.Errorf("${word(i)}: %v", err)`,
          `return fmt.Errorf("${word(i)}: %w", err)`,
        ),
        desk.run(`go vet ./internal/${word(i)}/...`, ''),
        ...(i % 6 === 5
          ? [
              desk.run(`git commit -qam "Wrap errors of ${word(i - 1)} and ${word(i)}"`, ''),
              desk.run(`grep -rlE 'Errorf\\(.*%v", err' --include=*.go . | wc -l`, `${21 - i}`),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'paths in sixteen scripts of Python written in the newer way, each checked and tested alike',
    { why: 'each script is another one' },
    (desk, story) => {
      rounds(story, 16, (i) => [
        desk.read(
          `/w/jobs/${word(i)}.py`,
          `import os\n\n\ndef ${word(i)}_files(base):\n    out = []\n    for name in os.listdir(os.path.join(base, '${word(i)}')):\n        if os.path.splitext(name)[1] == '.csv':\n            out.append(os.path.join(base, '${word(i)}', name))\n    return out`,
        ),
        desk.write(
          `/w/jobs/${word(i)}.py`,
          `from pathlib import Path\n\n\ndef ${word(i)}_files(base: Path) -> list[Path]:\n    return sorted((base / '${word(i)}').glob('*.csv'))\n`,
        ),
        desk.run(
          `ruff check --select PTH jobs/${word(i)}.py && pytest -q tests/test_jobs.py`,
          `All checks passed!\n................                                                         [100%]\n16 passed in ${seconds(i, 0)}s`,
        ),
      ]);
    },
  ),
  quiet(
    'twelve secrets of a cloud made new, each with the same four commands',
    {
      why: 'each secret is another one',
      prompt: 'Rotate all twelve API keys in Secret Manager and restart what uses them.',
    },
    (desk, story) => {
      rounds(story, 12, (i) => [
        desk.run(
          `openssl rand -base64 32 | tr -d '\\n' | gcloud secrets versions add ${word(i)}-api-key --data-file=-`,
          `Created version [${4 + (i % 3)}] of the secret [${word(i)}-api-key].`,
        ),
        desk.run(
          `gcloud run services update ${word(i)}-api --region europe-west1 --update-secrets API_KEY=${word(i)}-api-key:latest 2>&1 | tail -2`,
          `Service [${word(i)}-api] revision [${word(i)}-api-000${41 + i}-${hex(i, 3)}] has been deployed and is serving 100 percent of traffic.\nService URL: https://${word(i)}-api-${hex(7, 10)}-ew.a.run.app`,
        ),
        desk.run(
          `curl -s -o /dev/null -w '%{http_code}\\n' https://${word(i)}-api-${hex(7, 10)}-ew.a.run.app/healthz`,
          '200',
        ),
        desk.run(
          `gcloud secrets versions disable ${3 + (i % 3)} --secret ${word(i)}-api-key`,
          `Disabled version [${3 + (i % 3)}] of the secret [${word(i)}-api-key].`,
        ),
      ]);
    },
  ),
  quiet(
    'a package packed dry after each change of what it holds, with ever fewer files',
    {
      why: 'the number of files falls',
      prompt: 'Our npm package is 9 MB. Get it below 500 kB without breaking the exports.',
    },
    (desk, story) => {
      const files = [1_412, 1_412, 903, 640, 611, 240, 238, 91, 44] as const;
      rounds(story, 9, (i) => [
        desk.run(
          'npm pack --dry-run 2>&1 | tail -9',
          `npm notice filename: acme-kit-3.1.0.tgz\nnpm notice package size: ${(pick(files, i) * 6.4).toFixed(1)} kB\nnpm notice unpacked size: ${(pick(files, i) * 21.7).toFixed(1)} kB\nnpm notice shasum: ${hex(i > 1 ? i : 1, 40)}\nnpm notice integrity: sha512-${hex(i > 1 ? i : 1, 13)}[...]${hex(i + 30, 13)}==\nnpm notice total files: ${pick(files, i)}\nnpm notice\nacme-kit-3.1.0.tgz`,
        ),
        ...(i < 8
          ? [
              desk.replace(
                i === 0 ? '/w/.npmignore' : '/w/package.json',
                i === 0 ? 'test\n' : `"files": [${i}`,
                i === 0 ? 'test\ndocs\n' : `"files": [${i + 1}, "!${word(i)}"`,
              ),
              desk.run(
                'npx publint && npx attw --pack . --quiet',
                'Running publint v0.2.12 for @acme/kit...\nPacking files with `npm pack`...\nLinting...\nAll good!',
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'findings of a review each proven by a small test that fails, and is thrown away',
    {
      why: 'each proof is another one, and its failure is what is wanted',
      prompt:
        'Review the cart branch. For every finding prove it with a throw-away test, leave the tree clean.',
    },
    (desk, story) => {
      rounds(story, 11, (i) => [
        desk.read(
          `/w/src/cart/${word(i)}.py`,
          `def apply_${word(i)}(cart, value):\n    if value == None:\n        return cart\n    cart.items[${i}].price -= value\n    return cart`,
        ),
        desk.write(
          '/w/tests/test_proof.py',
          `from cart.${word(i)} import apply_${word(i)}\n\n\ndef test_${word(i)}_${pick(['on_empty', 'below_zero', 'twice'], i)}(cart):\n    assert apply_${word(i)}(cart, ${i + 5}).total() >= 0\n`,
        ),
        desk.run(
          'pytest -q tests/test_proof.py',
          i === 4
            ? `.                                                                        [100%]\n1 passed in ${seconds(i, 0)}s`
            : `F                                                                        [100%]\n=================================== FAILURES ===================================\n______________________ test_${word(i)}_${pick(['on_empty', 'below_zero', 'twice'], i)} ______________________\n\ntests/test_proof.py:5: in test_${word(i)}_${pick(['on_empty', 'below_zero', 'twice'], i)}\n    assert apply_${word(i)}(cart, ${i + 5}).total() >= 0\n${pick(['E   IndexError: list index out of range', `E   assert -${i + 2} >= 0`, `E   assert -${2 * i + 4} >= 0`], i)}\n=========================== short test summary info ============================\nFAILED tests/test_proof.py::test_${word(i)}_${pick(['on_empty', 'below_zero', 'twice'], i)}\n1 failed in ${seconds(i, 0)}s`,
          i === 4 ? 0 : 1,
        ),
        desk.run('rm tests/test_proof.py && git status --short', ''),
      ]);
      story.step(
        desk.write(
          '/tmp/review.md',
          `# Findings\n\n${Array.from({ length: 10 }, (_, i) => `${i + 1}. \`cart/${word(i)}.py\`: fails ${pick(['on an empty cart', 'below zero', 'when used twice'], i)}.`).join('\n')}\n`,
        ),
      );
    },
  ),
  quiet(
    'twelve mails moved to one layout, each sent to a catcher and looked at',
    { why: 'each mail is another one' },
    (desk, story) => {
      rounds(story, 12, (i) => [
        desk.read(
          `/w/mails/${word(i)}.mjml`,
          `<mjml>\n  <mj-body>\n    <mj-section>\n      <mj-column>\n        <mj-text>Hello {{name}}, your ${word(i)} is ready.</mj-text>\n      </mj-column>\n    </mj-section>\n  </mj-body>\n</mjml>`,
        ),
        desk.write(
          `/w/mails/${word(i)}.mjml`,
          `<mjml>\n  <mj-include path="./_head.mjml" />\n  <mj-body>\n    <mj-include path="./_logo.mjml" />\n    <mj-section>\n      <mj-column>\n        <mj-text>Hello {{name}}, your ${word(i)} is ready.</mj-text>\n      </mj-column>\n    </mj-section>\n  </mj-body>\n</mjml>\n`,
        ),
        desk.run(
          `npm run -s mail:send -- ${word(i)} test@example.test`,
          `250 2.0.0 Ok: queued as ${hex(i, 12)}`,
        ),
        desk.use(
          'playwright',
          'browser_navigate',
          { url: 'http://localhost:8025/view/latest.html' },
          page(
            'http://localhost:8025/view/latest.html',
            `Your ${word(i)}`,
            `- img "Acme" [ref=e3]\n- text: Hello Anna, your ${word(i)} is ready.`,
          ),
        ),
      ]);
    },
  ),
  quiet(
    'twelve tests of the browser written for another runner, some of which are red at first',
    {
      why: 'each file is another one, and what is red is mended',
      prompt: 'Port cypress/e2e to Playwright, file by file.',
    },
    (desk, story) => {
      rounds(story, 12, (i) => [
        desk.read(
          `/w/cypress/e2e/${word(i)}.cy.ts`,
          `describe('${word(i)}', () => {\n  beforeEach(() => {\n    cy.login('anna');\n    cy.visit('/${word(i)}');\n  });\n  it('adds one', () => {\n    cy.get('[data-cy=add]').click();\n    cy.contains('${Word(i)} added').should('be.visible');\n  });\n});`,
        ),
        desk.write(
          `/w/e2e/${word(i)}.spec.ts`,
          `import { expect, test } from './fixtures';\n\ntest.describe('${word(i)}', () => {\n  test.use({ user: 'anna' });\n\n  test('adds one', async ({ page }) => {\n    await page.goto('/${word(i)}');\n    await page.locator('[data-cy=add]').click();\n    await expect(page.getByText('${Word(i)} added')).toBeVisible();\n  });\n});\n`,
        ),
        ...(i % 4 === 2
          ? [
              desk.run(
                `npx playwright test e2e/${word(i)}.spec.ts --reporter=line`,
                `Running 1 test using 1 worker\n  1) [chromium] › e2e/${word(i)}.spec.ts:6:7 › ${word(i)} › adds one\n\n    Error: Timed out 5000ms waiting for expect(locator).toBeVisible()\n\n    Locator: getByText('${Word(i)} added')\n    Expected: visible\n    Received: <element(s) not found>\n\n  1 failed`,
                1,
              ),
              desk.replace(
                `/w/e2e/${word(i)}.spec.ts`,
                '[data-cy=add]',
                `[data-cy=add-${word(i)}]`,
              ),
            ]
          : []),
        desk.run(
          `npx playwright test e2e/${word(i)}.spec.ts --reporter=line`,
          `Running 1 test using 1 worker\n[1/1] [chromium] › e2e/${word(i)}.spec.ts:6:7 › ${word(i)} › adds one\n  1 passed (${seconds(i, 2)}s)`,
        ),
        desk.run(`git rm -q cypress/e2e/${word(i)}.cy.ts`, ''),
      ]);
    },
  ),
  quiet(
    'eighteen views of two bases compared, most of which are alike',
    {
      why: 'each view is another one, and silence is the good answer',
      prompt: 'Did the reporting views survive the move to the new server?',
    },
    (desk, story) => {
      story.repeat(18, (i) =>
        desk.run(
          `diff <(psql -h old-db -Atc 'select * from report.${word(i)}_${pick(['daily', 'monthly'], i)} order by 1' shop) <(psql -h new-db -Atc 'select * from report.${word(i)}_${pick(['daily', 'monthly'], i)} order by 1' shop)`,
          i === 11 ? '1204c1204\n< 2026-10-25|118|4120.50\n---\n> 2026-10-25|117|4098.20' : '',
          i === 11 ? 1 : 0,
        ),
      );
      story.step(
        desk.run(
          `psql -h new-db -Atc 'show timezone' shop; psql -h old-db -Atc 'show timezone' shop`,
          'UTC\nEurope/Berlin',
        ),
      );
    },
  ),
  noStall(
    'a suite of an old shop brought to a new PHP, with fewer failures, rests and one rise',
    { why: 'the number falls in the end' },
    (desk, story) => {
      const failures = [63, 58, 58, 41, 41, 44, 29, 22, 22, 17, 12, 9, 9, 4, 1, 0] as const;
      rounds(story, 16, (i) => [
        desk.run(
          'docker compose run --rm php84 vendor/bin/phpunit --no-progress 2>&1 | tail -14',
          pick(failures, i) === 0
            ? `Time: 00:41.${100 + i}, Memory: 92.00 MB\n\nOK (812 tests, 2904 assertions)`
            : `${pick(failures, i)}) Shop\\Tests\\${Word(i)}Test::test${Word(i + 1)}\n${pick(['Implicitly marking parameter $limit as nullable is deprecated, the explicit nullable type must be used instead', 'Creation of dynamic property Shop\\Cart::$rows is deprecated', 'TypeError: strlen(): Argument #1 ($string) must be of type string, null given'], i)}\n\n/w/src/${Word(i)}.php:${40 + i * 3}\n\nFAILURES!\nTests: 812, Assertions: ${2_904 - pick(failures, i) * 2}, Failures: ${pick(failures, i)}.`,
        ),
        ...(i < 15
          ? [
              desk.replace(
                `/w/src/${Word(i)}.php`,
                pick(['int $limit = null', 'class Cart\n{', 'strlen($name)'], i),
                pick(
                  [
                    '?int $limit = null',
                    'class Cart\n{\n    private array $rows = [];',
                    "strlen($name ?? '')",
                  ],
                  i,
                ),
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'the log of a server looked at while the person clicks, often with nothing new',
    {
      why: 'the person asked to be kept company, and clicks when they like',
      prompt:
        'I am going to click through the checkout now. Keep reading logs/dev.log and tell me about anything odd until I say stop.',
    },
    (desk, story) => {
      const lines = [
        '',
        'GET /cart 200 14ms',
        '',
        '',
        'POST /cart/items 201 32ms\nGET /cart 200 11ms',
        '',
        'GET /checkout 200 41ms',
        '',
        'POST /checkout/address 422 9ms {"zip":"required"}',
        'POST /checkout/address 204 12ms',
        '',
        '',
        'GET /checkout/payment 200 38ms',
        '',
        'POST /checkout/payment 502 5004ms upstream timed out',
        '',
        'POST /checkout/payment 200 812ms',
        'GET /checkout/done 200 22ms',
        '',
        '',
      ] as const;
      story.repeat(20, (i) =>
        desk.run(
          `sleep ${pick([15, 20, 15, 30], i)}; tail -n +${
            1 +
            lines
              .slice(0, i)
              .join('\n')
              .split('\n')
              .filter((line) => line !== '').length
          } logs/dev.log`,
          pick(lines, i),
        ),
      );
    },
  ),
  noStall(
    'one test run again each time the person has changed something themselves, as they say',
    {
      why: 'the person edits and asks for each run',
      prompt: 'I am fixing the tax rounding myself. Just run the test when I say so.',
    },
    (desk, story) => {
      const got = [
        '19.34',
        '19.34',
        '19.35',
        '19.35',
        '19.335',
        '19.34',
        '19.34',
        '19.33',
      ] as const;
      for (let i = 0; i < 8; i++) {
        story.step(
          desk.run(
            'npx jest tax.test.js 2>&1',
            i === 7
              ? `PASS test/tax.test.js\n  ✓ rounds down below half a cent (${2 + (i % 3)} ms)\n\nTest Suites: 1 passed, 1 total\nTests:       1 passed, 1 total\nTime:        ${seconds(i, 0)} s`
              : `FAIL test/tax.test.js\n  ✕ rounds down below half a cent (${3 + (i % 4)} ms)\n\n  ● rounds down below half a cent\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 19.33\n    Received: ${pick(got, i)}\n\n      at Object.toBe (test/tax.test.js:7:28)\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 1 total\nTime:        ${seconds(i, 0)} s`,
            i === 7 ? 0 : 1,
          ),
        );
        story.end();
        if (i < 7) {
          story.turn(
            pick(
              [
                'again',
                'now?',
                'and now',
                'Changed the helper, run it again.',
                'again please',
                'Hm. And now?',
                'last try',
              ],
              i,
            ),
          );
        }
      }
    },
  ),
  quiet(
    'a load put on a base three times for each of six sizes of the pool, as the person wants',
    {
      why: 'the repeats are asked for, and the table is written down',
      prompt: 'pgbench with pool sizes 5, 10, 20, 40, 80, 160, three runs each, put it in a table.',
    },
    (desk, story) => {
      const sizes = [5, 10, 20, 40, 80, 160] as const;
      rounds(story, 6, (i) => [
        desk.run(
          `sed -i 's/^default_pool_size = .*/default_pool_size = ${pick(sizes, i)}/' pgbouncer.ini && psql -p 6432 pgbouncer -c reload`,
          'RELOAD',
        ),
        ...[0, 1, 2].map((n) =>
          desk.run(
            'pgbench -p 6432 -c 100 -j 4 -T 60 -P 0 shop',
            `pgbench (16.4)\nstarting vacuum...end.\ntransaction type: <builtin: TPC-B (sort of)>\nscaling factor: 50\nquery mode: simple\nnumber of clients: 100\nnumber of threads: 4\nduration: 60 s\nnumber of transactions actually processed: ${(1_900 + pick([0, 900, 1_700, 2_100, 2_050, 1_600], i)) * 60 + n * 431}\nlatency average = ${(100_000 / (1_900 + pick([0, 900, 1_700, 2_100, 2_050, 1_600], i) + n * 7)).toFixed(3)} ms\ntps = ${(1_900 + pick([0, 900, 1_700, 2_100, 2_050, 1_600], i) + n * 7.183).toFixed(6)} (without initial connection time)`,
          ),
        ),
      ]);
      story.step(
        desk.write(
          '/w/docs/pool.md',
          '| pool | run 1 | run 2 | run 3 |\n|---|---|---|---|\n| 40 | 4000 | 4007 | 4014 |\n',
        ),
      );
    },
  ),
  quiet(
    'one feature built in three ways beside each other, each with the same steps and tests',
    {
      why: 'the three ways are asked for',
      prompt:
        'Try undo with (a) snapshots, (b) commands, (c) patches, each in its own worktree, and compare size and speed.',
    },
    (desk, story) => {
      const ways = ['snapshots', 'commands', 'patches'] as const;
      for (const [n, way] of ways.entries()) {
        story.step(
          desk.run(
            `git worktree add -q ../undo-${way} -b undo-${way} && cd ../undo-${way} && npm ci --silent`,
            '',
          ),
        );
        rounds(story, 4, (i) => [
          desk.read(`/undo-${way}/src/editor/history.ts`, source(`hist${i > 0 ? way : ''}${i}`, 9)),
          desk.write(
            `/undo-${way}/src/editor/${pick(['history', 'undo', 'redo', 'merge'], i)}.ts`,
            `// ${way}\n${source(`${way}${i}`, 9)}`,
          ),
          desk.run(
            `cd ../undo-${way} && npx vitest run test/undo.test.ts`,
            i < 3
              ? ` ❯ test/undo.test.ts (9 tests | ${6 - i * 2 - (n === 1 ? 1 : 0) + 1} failed) ${20 + i * n}ms\n   × ${pick(['undoes typing', 'redoes a paste', 'joins keystrokes'], i)}\n     → expected '${word(n)}' to be '${word(i + n)}'\n\n Test Files  1 failed (1)\n   Duration  ${seconds(i + n)}s`
              : vitest('test/undo.test.ts', 9, n),
            i < 3 ? 1 : 0,
          ),
        ]);
        story.step(
          desk.run(
            `cd ../undo-${way} && node bench/undo.mjs && git diff main --shortstat`,
            `10000 edits: ${(140 - n * 41).toFixed(1)} ms, heap ${[211, 38, 24][n] ?? 0} MB\n 4 files changed, ${96 + n * 51} insertions(+)`,
          ),
        );
      }
    },
  ),
  quiet(
    'style sheets of Sass moved to modules one after the other, with fewer warnings at each build',
    { why: 'the warnings become fewer' },
    (desk, story) => {
      rounds(story, 18, (i) => [
        desk.run(
          'npx sass src/styles/main.scss dist/main.css 2>&1 | tail -6',
          `Deprecation Warning [import]: Sass @import rules are deprecated and will be removed in Dart Sass 3.0.0.\n\n   ╷\n${3 + i} │ @import '${word(i)}';\n   ╵\nWarning: ${121 - i * 6} repetitive deprecation warnings omitted.`,
        ),
        desk.replace(
          `/w/src/styles/_${word(i)}.scss`,
          `.${word(i)} {\n  color: $primary;`,
          `@use 'tokens';\n\n.${word(i)} {\n  color: tokens.$primary;`,
        ),
        desk.replace('/w/src/styles/main.scss', `@import '${word(i)}';`, `@use '${word(i)}';`),
      ]);
      story.step(desk.run('npx sass src/styles/main.scss dist/main.css', ''));
    },
  ),
  quiet(
    'fourteen questions of a newcomer about one file, which is looked at anew for each',
    {
      why: 'each question is another one, and nothing is to be changed',
      prompt: 'I am new here. What does scheduler.py do?',
    },
    (desk, story) => {
      const questions = [
        'And who calls tick()?',
        'What happens if a job raises?',
        'Why is there a lock around it?',
        'Where does the interval come from?',
        'Can two workers run the same job?',
        'What is _drain for?',
        'Is the order guaranteed?',
        'How would I add a job?',
        'What does the test for it look like?',
        'Why not cron?',
        'Which jobs are there today?',
        'What is logged?',
        'Thanks. And how do I stop one?',
      ] as const;
      for (let i = 0; i < 14; i++) {
        story.step(
          desk.read(
            '/w/app/scheduler.py',
            Array.from({ length: 30 }, (_, n) =>
              pick(
                [
                  'class Scheduler:',
                  '    def tick(self):',
                  '        with self._lock:',
                  '            for job in self._due():',
                  '                self._run(job)',
                  '    def _drain(self):',
                  '        while self._queue:',
                  '            self._queue.popleft()',
                ],
                n,
              ),
            ).join('\n'),
            i === 0 ? undefined : [1 + ((i * 40) % 160), 60 + (i % 3) * 20],
          ),
        );
        if (i % 3 !== 2) {
          story.step(
            desk.search(
              pick(
                ['tick\\(', 'JobError', '_lock', 'SCHEDULER_INTERVAL', 'Scheduler\\(', '_drain'],
                i,
              ),
              pick(
                [
                  'app/main.py:31:    scheduler.tick()',
                  'app/jobs/base.py:12:class JobError(Exception):',
                  'app/scheduler.py:14:        self._lock = threading.Lock()',
                  'settings.py:48:SCHEDULER_INTERVAL = 15',
                  'app/main.py:22:scheduler = Scheduler(jobs)',
                  'app/scheduler.py:71:    def _drain(self):',
                ],
                i,
              ),
            ),
          );
        }
        story.end();
        if (i < 13) {
          story.turn(pick(questions, i));
        }
      }
    },
  ),
  quiet(
    'a guide for beginners checked from the start in a fresh container after each new step',
    {
      why: 'each run goes one step further than the one before',
      prompt:
        'Write the getting-started guide. After every step you add, run the whole guide from scratch in a fresh container.',
    },
    (desk, story) => {
      rounds(story, 15, (i) => [
        desk.replace(
          '/w/docs/start.md',
          '<!-- next -->',
          `## ${i + 1}. ${Word(i)}\n\n    kit ${pick(['init', 'add', 'set', 'run', 'show'], i)} ${word(i)}\n\n<!-- next -->`,
        ),
        desk.run(
          'docker run --rm -v $PWD:/d -w /tmp debian:12 bash /d/tools/run-guide.sh /d/docs/start.md',
          `Get:1 http://deb.debian.org/debian bookworm InRelease [151 kB]\nSetting up kit (2.4.0) ...\n${Array.from({ length: i + 1 }, (_, n) => (n === i && (i === 6 || i === 11) ? `step ${n + 1}: failed\nkit: unknown ${word(n)}` : `step ${n + 1}: ok`)).join('\n')}`,
          i === 6 || i === 11 ? 1 : 0,
        ),
        ...(i === 6 || i === 11
          ? [
              desk.run(
                `docker run --rm acme/kit:2.4.0 kit help | grep -i ${word(i)}`,
                `  ${word(i)}s    ${Word(i)}s of this project`,
              ),
              desk.replace(
                '/w/docs/start.md',
                `${word(i)}\n\n<!-- next -->`,
                `${word(i)}s\n\n<!-- next -->`,
              ),
              desk.run(
                'docker run --rm -v $PWD:/d -w /tmp debian:12 bash /d/tools/run-guide.sh /d/docs/start.md',
                `Get:1 http://deb.debian.org/debian bookworm InRelease [151 kB]\nSetting up kit (2.4.0) ...\n${Array.from({ length: i + 1 }, (_, n) => `step ${n + 1}: ok`).join('\n')}`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'ten files taken into a test system by the same five presses in a browser',
    {
      why: 'each file is another one',
      prompt:
        'Import all CSVs from exports/ on staging through the admin page, there is no API for it.',
    },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.use(
          'playwright',
          'browser_click',
          { element: 'Import button', ref: `e${21 + (i % 2)}` },
          page(
            'https://stage.example.test/admin/import',
            'Import',
            '- heading "Import" [level=1] [ref=e12]\n- button "Choose file" [ref=e31]\n- button "Preview" [disabled] [ref=e33]',
          ),
        ),
        desk.use(
          'playwright',
          'browser_file_upload',
          { paths: [`/w/exports/${word(i)}.csv`] },
          page(
            'https://stage.example.test/admin/import',
            'Import',
            `- heading "Import" [level=1] [ref=e12]\n- text: ${word(i)}.csv\n- button "Preview" [ref=e33]`,
          ),
        ),
        desk.use(
          'playwright',
          'browser_click',
          { element: 'Preview button', ref: 'e33' },
          page(
            'https://stage.example.test/admin/import/preview',
            'Import',
            `- text: ${120 + i * 31} rows, ${i % 4} skipped\n- button "Start import" [ref=e40]`,
          ),
        ),
        desk.use(
          'playwright',
          'browser_click',
          { element: 'Start import button', ref: 'e40' },
          page(
            'https://stage.example.test/admin/import/running',
            'Import',
            '- progressbar [ref=e44]',
          ),
        ),
        desk.use(
          'playwright',
          'browser_wait_for',
          { text: 'Import finished' },
          page(
            'https://stage.example.test/admin/import',
            'Import',
            `- alert: Import finished\n- text: ${120 + i * 31 - (i % 4)} rows imported\n- button "New import" [ref=e${21 + ((i + 1) % 2)}]`,
          ),
        ),
      ]);
    },
  ),
  quiet(
    'nine changes taken back one by one as the person asks, with the same tests after each',
    {
      why: 'each commit is another one, and what is wanted is that it goes',
      prompt:
        'The experiment is over. Revert the nine flag commits one by one, newest first, tests must stay green.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'git log --oneline --grep="^Experiment" | cat',
          Array.from(
            { length: 9 },
            (_, i) => `${hex(i + 9, 7)} Experiment: ${word(i)} behind a flag`,
          ).join('\n'),
        ),
      );
      rounds(story, 9, (i) => [
        desk.run(
          `git revert --no-edit ${hex(i + 9, 7)}`,
          i === 5
            ? `Auto-merging src/flags.ts\nCONFLICT (content): Merge conflict in src/flags.ts\nerror: could not revert ${hex(i + 9, 7)}... Experiment: ${word(i)} behind a flag\nhint: After resolving the conflicts, mark them with\nhint: "git add/rm <pathspec>", then run\nhint: "git revert --continue".`
            : `[main ${hex(i + 30, 7)}] Revert "Experiment: ${word(i)} behind a flag"\n Date: Sat Nov 21 ${clock(i)} 2026 +0100\n ${2 + (i % 3)} files changed, ${1 + i} insertions(+), ${14 + i * 3} deletions(-)`,
          i === 5 ? 1 : 0,
        ),
        ...(i === 5
          ? [
              desk.replace(
                '/w/src/flags.ts',
                '<<<<<<< HEAD\n  queueFlag,\n=======\n>>>>>>> parent',
                '',
              ),
              desk.run(
                'git add src/flags.ts && git revert --continue --no-edit',
                `[main ${hex(35, 7)}] Revert "Experiment: ${word(i)} behind a flag"\n 2 files changed, 3 insertions(+), 17 deletions(-)`,
              ),
            ]
          : []),
        desk.run(
          'npm test -- --silent',
          `\n Test Files  44 passed (44)\n      Tests  ${391 - i * 3} passed (${391 - i * 3})\n   Duration  ${seconds(i, 11)}s`,
        ),
      ]);
    },
  ),
  quiet(
    'a parameter handed through a long file of Go, whose build complains further down each time',
    { why: 'the complaint goes down the file' },
    (desk, story) => {
      rounds(story, 17, (i) => [
        desk.run(
          'go build ./...',
          i === 16
            ? ''
            : `# acme/shop/internal/http\ninternal/http/handlers.go:${48 + i * 37}:${21 + (i % 4)}: not enough arguments in call to h.store.${Word(i)}\n\thave (string)\n\twant (context.Context, string)${i < 13 ? `\ninternal/http/handlers.go:${85 + i * 37}:22: not enough arguments in call to h.store.${Word(i + 1)}\n\thave (string)\n\twant (context.Context, string)\ninternal/http/handlers.go:${85 + i * 37}:22: too many errors` : ''}`,
          i === 16 ? 0 : 1,
        ),
        ...(i < 16
          ? [
              desk.read(
                '/w/internal/http/handlers.go',
                `func (h *Handler) get${Word(i)}(w http.ResponseWriter, r *http.Request) {\n\titem, err := h.store.${Word(i)}(r.PathValue("id"))\n\tif err != nil {\n\t\thttp.Error(w, err.Error(), http.StatusInternalServerError)\n\t\treturn\n\t}\n\twriteJSON(w, item)\n}`,
                [44 + i * 37, 12],
              ),
              desk.replace(
                '/w/internal/http/handlers.go',
                `h.store.${Word(i)}(r.PathValue("id"))`,
                `h.store.${Word(i)}(r.Context(), r.PathValue("id"))`,
              ),
            ]
          : []),
      ]);
      story.step(
        desk.run(
          'go test ./... 2>&1 | grep -v "no test files"',
          `ok  \tacme/shop/internal/http\t0.412s\nok  \tacme/shop/internal/store\t1.204s`,
        ),
      );
    },
  ),
];
