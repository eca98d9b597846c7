/** Honest work in programs of many languages and on what they run on. Before any rule was tried on it, 132 of 144 were left alone. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, pick, quiet, rounds, type Idea } from './idea.js';
import { finish, lookAround, seconds, type Edits } from './openings.js';

export const honestInPrograms: readonly Idea[] = [
  quiet(
    'errors of the borrow checker that get fewer with each change',
    { why: 'each run has one or two less' },
    (desk, story) => {
      const left = [14, 12, 11, 9, 8, 6, 4, 3, 1, 0];
      rounds(story, 9, (i) => {
        const now = left[i + 1] ?? 0;
        return [
          desk.replace(
            `/w/src/${word(i)}.rs`,
            `let ${word(i)} = &mut self.${word(i)};`,
            `let ${word(i)} = std::mem::take(&mut self.${word(i)});`,
          ),
          desk.run(
            'cargo check 2>&1 | tail -4',
            now === 0
              ? `    Finished \`dev\` profile [unoptimized + debuginfo] target(s) in ${seconds(i)}s`
              : `error[E0499]: cannot borrow \`*self\` as mutable more than once at a time\n  --> src/${word(i + 1)}.rs:${40 + i * 7}:9\n\nerror: could not compile \`relay\` (lib) due to ${now} previous error${now === 1 ? '' : 's'}`,
            now === 0 ? 0 : 101,
          ),
        ];
      });
    },
  ),
  quiet(
    'packages of a module tested one by one with the race detector, all of them clean',
    { why: 'each package is another one', prompt: 'Is any package racy?' },
    (desk, story) => {
      story.repeat(14, (i) =>
        desk.run(
          `go test -race -count=1 ./internal/${word(i)}`,
          i % 7 === 4
            ? `?   \tgit.example.test/acme/tally/internal/${word(i)}\t[no test files]`
            : `ok  \tgit.example.test/acme/tally/internal/${word(i)}\t${seconds(i, 1)}s`,
        ),
      );
    },
  ),
  quiet(
    'modules of a Gradle build moved to the catalogue of versions',
    { why: 'each module is another one' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.read(
          `/w/${word(i)}/build.gradle.kts`,
          `plugins { id("java-library") }\n\ndependencies {\n  implementation("com.test:${word(i + 1)}:1.${i}.0")\n}`,
        ),
        desk.replace(
          `/w/${word(i)}/build.gradle.kts`,
          `implementation("com.test:${word(i + 1)}:1.${i}.0")`,
          `implementation(libs.${word(i + 1)})`,
        ),
        desk.run(
          `./gradlew :${word(i)}:compileJava --console=plain -q && echo ok`,
          i === 4
            ? "Script '/w/socket/build.gradle.kts' line: 4\n\nUnresolved reference: timer\n\nFAILURE: Build failed with an exception."
            : 'ok',
          i === 4 ? 1 : 0,
        ),
        ...(i === 4
          ? [
              desk.replace(
                '/w/gradle/libs.versions.toml',
                '[libraries]',
                '[libraries]\ntimer = "com.test:timer:1.4.0"',
              ),
              desk.run(`./gradlew :${word(i)}:compileJava --console=plain -q && echo ok`, 'ok'),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'one program built with eight presets and tested with each',
    { why: 'each preset is another one', prompt: 'Does it build and pass with every preset?' },
    (desk, story) => {
      const presets = [
        'gcc-debug',
        'gcc-release',
        'clang-debug',
        'clang-release',
        'asan',
        'ubsan',
        'tsan',
        'minsize',
      ] as const;
      rounds(story, 8, (i) => [
        desk.run(
          `cmake --preset ${pick(presets, i)} && cmake --build --preset ${pick(presets, i)} 2>&1 | tail -1`,
          `-- Configuring done (${seconds(i, 0)}s)\n-- Generating done (0.0s)\n-- Build files have been written to: /w/build/${pick(presets, i)}\n[100%] Built target relay_test`,
        ),
        desk.run(
          `ctest --preset ${pick(presets, i)} | tail -3`,
          `100% tests passed, 0 tests failed out of 61\n\nTotal Test time (real) =   ${seconds(i, 4)} sec`,
        ),
      ]);
    },
  ),
  quiet(
    'null checks turned on for one project after the other, whose warnings are mended',
    { why: 'each project is another one' },
    (desk, story) => {
      rounds(story, 6, (i) => [
        desk.replace(
          `/w/src/Acme.${word(i)}/Acme.${word(i)}.csproj`,
          '<Nullable>disable</Nullable>',
          '<Nullable>enable</Nullable>',
        ),
        desk.run(
          `dotnet build src/Acme.${word(i)} --nologo -v q`,
          `/w/src/Acme.${word(i)}/${word(i + 4)}.cs(${12 + i * 5},${9 + i}): warning CS8618: Non-nullable property 'Name' must contain a non-null value when exiting constructor.\n\nBuild succeeded.\n    ${1 + (i % 3)} Warning(s)\n    0 Error(s)\n\nTime Elapsed 00:00:0${seconds(i, 2)}`,
        ),
        desk.replace(
          `/w/src/Acme.${word(i)}/${word(i + 4)}.cs`,
          'public string Name { get; set; }',
          'public required string Name { get; set; }',
        ),
        desk.run(
          `dotnet build src/Acme.${word(i)} --nologo -v q`,
          `\nBuild succeeded.\n    0 Warning(s)\n    0 Error(s)\n\nTime Elapsed 00:00:0${seconds(i + 1, 2)}`,
        ),
      ]);
    },
  ),
  quiet(
    'migrations tried up, down and up again, one after the other',
    {
      why: 'each migration is another one, and both ways are to work',
      prompt: 'Check that each new migration can be taken back.',
    },
    (desk, story) => {
      rounds(story, 6, (i) => {
        const [before, after] = [hex(i, 12), hex(i + 1, 12)];
        const up = `INFO  [alembic.runtime.migration] Running upgrade ${before} -> ${after}, add ${word(i)}`;
        return [
          desk.run('alembic upgrade +1', up),
          desk.run(
            'alembic downgrade -1',
            `INFO  [alembic.runtime.migration] Running downgrade ${after} -> ${before}, add ${word(i)}`,
          ),
          desk.run('alembic upgrade +1', up),
        ];
      });
      story.step(desk.run('alembic current', `${hex(6, 12)} (head)`));
    },
  ),
  quiet(
    'plans of twelve queries looked at, most of which use their index',
    {
      why: 'each query is another one',
      prompt: 'Which of the queries in queries/ scan a whole table?',
    },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.run(
          `psql shop -qc "explain analyze $(cat queries/${word(i)}_by_${word(i + 7)}.sql)" | tail -4`,
          i % 5 === 3
            ? ` Seq Scan on ${word(i)}  (cost=0.00..${18_334 + i * 211}.00 rows=${i + 2} width=64) (actual time=0.021..${84 + i}.1 rows=${i} loops=1)\n Planning Time: 0.${91 + i} ms\n Execution Time: ${85 + i}.2 ms\n(3 rows)`
            : ` Index Scan using ${word(i)}_${word(i + 7)}_idx on ${word(i)}  (cost=0.42..8.44 rows=1 width=64) (actual time=0.0${11 + i}..0.0${12 + i} rows=1 loops=1)\n Planning Time: 0.${71 + i} ms\n Execution Time: 0.0${31 + i} ms\n(3 rows)`,
        ),
      );
    },
  ),
  quiet(
    'a map of settings applied in eight name spaces, and asked for in a pod of each',
    { why: 'each name space is another one' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          `kubectl -n team-${word(i)} apply -f deploy/config.yaml`,
          'configmap/orders-config configured',
        ),
        desk.run(
          `kubectl -n team-${word(i)} rollout restart deploy/orders && kubectl -n team-${word(i)} rollout status deploy/orders`,
          'deployment.apps/orders restarted\nWaiting for deployment "orders" rollout to finish: 1 old replicas are pending termination...\ndeployment "orders" successfully rolled out',
        ),
        desk.run(`kubectl -n team-${word(i)} exec deploy/orders -- printenv LOG_LEVEL`, 'debug'),
      ]);
    },
  ),
  quiet(
    'descriptions of thirteen modules checked, and each is valid',
    { why: 'each module is another one', prompt: 'Validate all modules with the new provider.' },
    (desk, story) => {
      story.repeat(13, (i) =>
        desk.run(
          `terraform -chdir=modules/${word(i)} init -backend=false -no-color >/dev/null && terraform -chdir=modules/${word(i)} validate -no-color`,
          i === 8
            ? '\nError: Unsupported argument\n\n  on main.tf line 14, in resource "aws_s3_bucket" "this":\n  14:   acl = "private"\n\nAn argument named "acl" is not expected here.'
            : 'Success! The configuration is valid.\n',
          i === 8 ? 1 : 0,
        ),
      );
      story.step(desk.replace('/w/modules/ledger/main.tf', '  acl = "private"\n', ''));
      story.step(
        desk.run(
          'terraform -chdir=modules/ledger validate -no-color',
          'Success! The configuration is valid.\n',
        ),
      );
    },
  ),
  quiet(
    'logs of nine services looked at for one request, some of which have nothing',
    { why: 'each service is another one', prompt: 'Where does request 7f3a91 get lost?' },
    (desk, story) => {
      const services = [
        'edge',
        'auth',
        'orders',
        'stock',
        'price',
        'mail',
        'search',
        'billing',
        'audit',
      ] as const;
      story.repeat(9, (i) =>
        desk.run(
          `docker compose logs --since 1h ${pick(services, i)} | grep 7f3a91`,
          i < 4
            ? `${pick(services, i)}-1  | 2026-11-21T${clock(i)}Z INFO  req=7f3a91 ${pick(['received', 'token ok', 'created order 8812', 'reserved 2'], i)} in ${4 + i * 3} ms`
            : '',
          i < 4 ? 0 : 1,
        ),
      );
      story.step(desk.read('/w/stock/src/publish.ts', source('publish', 20)));
      story.step(
        desk.replace('/w/stock/src/publish.ts', 'channel.publish(', 'await channel.publish('),
      );
    },
  ),
  quiet(
    'a pipeline that is red five times, each time for something else, and then green',
    { why: 'each run gets further than the one before' },
    (desk, story) => {
      const steps: Edits = [
        ['/w/.github/workflows/ci.yml', 'node-version: 18', 'node-version: 22'],
        ['/w/package.json', '"lint": "eslint"', '"lint": "eslint ."'],
        ['/w/src/date.ts', 'getYear()', 'getFullYear()'],
        ['/w/test/setup.ts', "process.env.TZ = ''", "process.env.TZ = 'UTC'"],
        ['/w/Dockerfile', 'FROM node:18', 'FROM node:22'],
        ['/w/.github/workflows/ci.yml', 'push: false', 'push: true'],
      ];
      const ends = [
        'install\tnpm error engine Not compatible with your version of node/npm: shop@2.0.0',
        'lint\tOops! Something went wrong! You need to pass a file or a glob',
        "typecheck\tsrc/date.ts(8,14): error TS2551: Property 'getYear' does not exist on type 'Date'.",
        'test\tAssertionError: expected 2026-11-20 to be 2026-11-21',
        'image\tERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1',
      ] as const;
      rounds(story, 6, (i) => [
        ...(i > 0 ? [desk.replace(...pick(steps, i - 1))] : [desk.replace(...pick(steps, 5))]),
        desk.run(
          `git commit -qam "ci: step ${i + 1}" && git push -q && gh run watch --exit-status $(gh run list -L1 --json databaseId -q '.[0].databaseId') | tail -1`,
          i < 5
            ? `X build in ${1 + (i % 3)}m${11 + i * 7}s (ID ${33_101_227_000 + i * 7_013})`
            : '✓ build in 4m31s (ID 33101262065)',
          i < 5 ? 1 : 0,
        ),
        ...(i < 5
          ? [desk.run('gh run view --log-failed | tail -1', `build\t${pick(ends, i)}`)]
          : []),
      ]);
    },
  ),
  quiet(
    'seven branches that stand on each other, put onto the new main one by one',
    { why: 'each branch is another one' },
    (desk, story) => {
      lookAround(desk, story);
      rounds(story, 7, (i) => [
        desk.run(`git switch -q stack/${i + 1}-${word(i)}`, ''),
        desk.run(
          `git rebase --onto ${i === 0 ? 'origin/main' : `stack/${i}-${word(i - 1)}`} ${hex(i, 8)}`,
          `Successfully rebased and updated refs/heads/stack/${i + 1}-${word(i)}.`,
        ),
        desk.run(
          'npx vitest run --changed origin/main 2>&1 | tail -2',
          `      Tests  ${11 + i * 4} passed (${11 + i * 4})\n   Duration  ${seconds(i, 2)}s`,
        ),
        desk.run('git push -q --force-with-lease && git rev-parse --short HEAD', hex(i + 70, 7)),
      ]);
      finish(desk, story);
    },
  ),
];
