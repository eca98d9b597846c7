/** Honest work of people who write applications: moves to new libraries, figures that fall, many like steps, waits that were asked for. Written without a look at any rule, 349 of 384 were left alone. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, noStall, pick, quiet, rounds, type Idea } from './idea.js';
import { finish, lookAround, seconds, workAWhile } from './openings.js';

/** A text and what is put in its place. */
type Swap = readonly [from: string, to: string];
type Swaps = readonly [Swap, ...Swap[]];

const title = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const name = (i: number): string => title(word(i));

export const honestInStudios: readonly Idea[] = [
  quiet(
    'old component tests moved to another library file by file, some of them red at first',
    { why: 'each file is another one', prompt: 'Move all Enzyme tests to Testing Library.' },
    (desk, story) => {
      lookAround(desk, story);
      rounds(story, 18, (i) => {
        const file = `src/components/${name(i)}.test.tsx`;
        const green = desk.run(
          `npx jest ${file}`,
          `PASS ${file}\n  ${name(i)}\n    ✓ renders its title (${21 + i * 3} ms)\n    ✓ calls back on a click (${14 + i} ms)\n\nTest Suites: 1 passed, 1 total\nTests:       ${2 + (i % 4)} passed, ${2 + (i % 4)} total\nSnapshots:   0 total\nTime:        ${seconds(i)} s\nRan all test suites matching /${file.replaceAll('/', '\\/')}/i.`,
        );
        return [
          desk.read(
            `/w/${file}`,
            `import { shallow } from 'enzyme';\nimport { ${name(i)} } from './${name(i)}';\n\nit('renders its title', () => {\n  const wrapper = shallow(<${name(i)} title="${word(i + 3)}" />);\n  expect(wrapper.find('h2').text()).toBe('${word(i + 3)}');\n});`,
          ),
          desk.write(
            `/w/${file}`,
            `import { render, screen } from '@testing-library/react';\nimport userEvent from '@testing-library/user-event';\nimport { ${name(i)} } from './${name(i)}';\n\nit('renders its title', () => {\n  render(<${name(i)} title="${word(i + 3)}" />);\n  expect(screen.getByRole('heading', { name: '${word(i + 3)}' })).toBeVisible();\n});\n`,
          ),
          ...(i % 4 === 1
            ? [
                desk.run(
                  `npx jest ${file}`,
                  `FAIL ${file}\n  ● ${name(i)} › renders its title\n\n    TestingLibraryElementError: Unable to find an accessible element with the role "heading" and name "${word(i + 3)}"\n\n    Here are the accessible roles:\n\n      ${pick(['region', 'button', 'banner'], i)}:\n\n      Name "${word(i + 5)}":\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, ${1 + (i % 4)} passed, ${2 + (i % 4)} total\nTime:        ${seconds(i + 2)} s`,
                  1,
                ),
                desk.replace(
                  `/w/${file}`,
                  `screen.getByRole('heading', { name: '${word(i + 3)}' })`,
                  `screen.getByText('${word(i + 3)}')`,
                ),
              ]
            : []),
          green,
        ];
      });
    },
  ),
  quiet(
    'an Angular application raised by one major release after the other, with the same four commands each time',
    {
      why: 'each round is another release',
      prompt: 'Bring us from Angular 12 to 18, release by release.',
    },
    (desk, story) => {
      rounds(story, 6, (i) => {
        const to = 13 + i;
        return [
          desk.run(
            `npx ng update @angular/core@${to} @angular/cli@${to} --allow-dirty`,
            `The installed Angular CLI version is outdated.\nInstalling a temporary Angular CLI versioned ${to}.${i % 3}.${4 + i} to perform the update.\n✔ Packages successfully installed.\nUsing package manager: npm\nCollecting installed dependencies...\nFound ${38 + i} dependencies.\nFetching dependency metadata from registry...\n    Updating package.json with dependency @angular/core @ "${to}.${i % 3}.${4 + i}" (was "${to - 1}.2.16")...\nUPDATE package.json (${2_410 + i * 14} bytes)\n✔ Packages successfully installed.\n** Executing migrations of package '@angular/core' **\n\n❯ ${pick(['Removes `entryComponents`.', 'Updates `TestRequest` types.', 'Moves `DOCUMENT`.', 'Adds `standalone` flags.', 'Updates block syntax.', 'Moves to `provideHttpClient`.'], i)}\n  Migration completed (${i + 1} file modified).`,
          ),
          desk.run(
            'npx ng build',
            i % 2 === 0
              ? `✖ Failed to build\n\nError: src/app/${word(i)}/${word(i)}.component.ts:${14 + i * 3}:${5 + i} - error TS${pick([2345, 2554, 2739], i / 2)}: ${pick([`Argument of type 'FormGroup<any>' is not assignable to parameter of type 'UntypedFormGroup'.`, 'Expected 1 arguments, but got 2.', `Type '{}' is missing the following properties from type 'Routes'.`], i / 2)}`
              : `✔ Browser application bundle generation complete.\n\nInitial Total | ${(1.42 - i * 0.07).toFixed(2)} MB\n\nBuild at: 2026-11-21T${clock(i)}.114Z - Hash: ${hex(i, 16)} - Time: ${21_004 + i * 713}ms`,
            i % 2 === 0 ? 1 : 0,
          ),
          ...(i % 2 === 0
            ? [
                desk.replace(
                  `/w/src/app/${word(i)}/${word(i)}.component.ts`,
                  `this.form = fb.group(${word(i)});`,
                  `this.form = fb.nonNullable.group(${word(i)}, { updateOn: 'blur' });`,
                ),
                desk.run(
                  'npx ng build',
                  `✔ Browser application bundle generation complete.\n\nInitial Total | ${(1.4 - i * 0.07).toFixed(2)} MB\n\nBuild at: 2026-11-21T${clock(i + 3)}.120Z - Hash: ${hex(i + 20, 16)} - Time: ${22_004 + i * 613}ms`,
                ),
              ]
            : []),
          desk.run(
            'npx ng test --watch=false --browsers=ChromeHeadless 2>&1 | tail -3',
            `Chrome Headless 131.0.0.0 (Linux x86_64): Executed 184 of 184 SUCCESS (${seconds(i, 4)} secs / ${seconds(i + 2, 3)} secs)\nTOTAL: 184 SUCCESS`,
          ),
          desk.run(
            `git commit -qam "Angular ${to}" && git log --oneline -1`,
            `${hex(i + 310, 7)} Angular ${to}`,
          ),
        ];
      });
    },
  ),
  quiet(
    'models of Python moved to a new major release of their library, with fewer tests red each time',
    { why: 'the number of failures falls, with one rest' },
    (desk, story) => {
      const left = [61, 48, 48, 39, 31, 17, 12, 6, 2, 0] as const;
      const edits: Swaps = [
        ['@validator("email")', '@field_validator("email")\n    @classmethod'],
        [
          'class Config:\n        orm_mode = True',
          'model_config = ConfigDict(from_attributes=True)',
        ],
        ['.dict()', '.model_dump()'],
        ['.json()', '.model_dump_json()'],
        ['.parse_obj(', '.model_validate('],
        ['Optional[str]', 'str | None = None'],
        ['@root_validator', '@model_validator(mode="after")'],
        ['__root__: list[Line]', 'root: list[Line]'],
        ['.construct(', '.model_construct('],
      ];
      rounds(story, 10, (i) => [
        desk.run(
          'pytest -q -x --maxfail=100 2>&1 | tail -4',
          left[i] === 0
            ? `........................................................................ [100%]\n341 passed in ${seconds(i, 14)}s`
            : `FAILED tests/${word(i)}/test_${word(i + 1)}.py::test_${word(i + 2)} - ${pick(['pydantic.errors.PydanticUserError: `@validator` is removed', "AttributeError: 'Order' object has no attribute 'dict'", 'pydantic_core._pydantic_core.ValidationError: 1 validation error for Line', 'TypeError: To define root models, use `pydantic.RootModel`'], i)}\n${left[i] ?? 0} failed, ${341 - (left[i] ?? 0)} passed in ${seconds(i, 14)}s`,
          left[i] === 0 ? 0 : 1,
        ),
        ...(i < 9
          ? [
              desk.search(
                pick(edits, i)[0].split('\n')[0] ?? '',
                `app/${word(i)}/models.py:${12 + i}:    ${pick(edits, i)[0].split('\n')[0]}\napp/${word(i + 4)}/models.py:${31 + i}:    ${pick(edits, i)[0].split('\n')[0]}`,
              ),
              desk.replace(`/w/app/${word(i)}/models.py`, ...pick(edits, i)),
              desk.replace(`/w/app/${word(i + 4)}/models.py`, ...pick(edits, i)),
            ]
          : []),
      ]);
      finish(desk, story);
    },
  ),
  quiet(
    'a checker of PHP raised level by level, with what it finds mended at each',
    { why: 'each level is another one, and each comes down to nothing' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.replace('/w/phpstan.neon', `    level: ${i}`, `    level: ${i + 1}`),
        desk.run(
          'vendor/bin/phpstan analyse --no-progress --memory-limit=1G',
          ` ------ ----------------------------------------------------------------------\n  Line   src/${name(i)}/${name(i + 1)}.php\n ------ ----------------------------------------------------------------------\n  ${21 + i * 6}     ${pick(['Call to an undefined method App\\Cart::total().', 'Method App\\Order::lines() has no return type specified.', 'Parameter #1 $id of method find() expects int, string given.', 'Cannot call method format() on DateTime|null.', 'Method has parameter $rows with no value type specified in iterable type array.', 'Strict comparison using === between int and string will always evaluate to false.', 'Cannot access property $id on mixed.'], i)}\n ------ ----------------------------------------------------------------------\n\n [ERROR] Found 1 error`,
          1,
        ),
        desk.read(`/w/src/${name(i)}/${name(i + 1)}.php`, `<?php\n\n${source(`stan${i}`, 10)}`, [
          16 + i * 6,
          10,
        ]),
        desk.replace(
          `/w/src/${name(i)}/${name(i + 1)}.php`,
          `    public function ${word(i)}($input)`,
          `    public function ${word(i)}(${pick(['int', 'string', '?Money', 'array'], i)} $input): ${pick(['int', 'string', 'void'], i)}`,
        ),
        desk.run('vendor/bin/phpstan analyse --no-progress --memory-limit=1G', '\n [OK] No errors'),
      ]);
    },
  ),
  quiet(
    'fourteen crates asked whether their next release may be a small one, most of which say yes',
    { why: 'each crate is another one', prompt: 'Which of our crates need a major release?' },
    (desk, story) => {
      story.repeat(14, (i) =>
        desk.run(
          `cargo semver-checks -p acme-${word(i)}`,
          i === 5 || i === 11
            ? `    Building acme-${word(i)} v1.${i}.0 (current)\n       Built [  ${seconds(i, 3)}s] (current)\n     Parsing acme-${word(i)} v1.${i}.0 (current)\n    Checking acme-${word(i)} v1.${i}.0 -> v1.${i}.0 (no change)\n     Checked [   0.02s] 77 checks: 76 pass, 1 fail, 0 warn, 0 skip\n\n--- failure function_missing: pub fn removed or renamed ---\n\nFailed in:\n  function acme_${word(i)}::${word(i + 2)}, previously in file src/lib.rs:${40 + i}\n\n     Summary semver requires new major version: 1 major and 0 minor checks failed`
            : `    Building acme-${word(i)} v1.${i}.0 (current)\n       Built [  ${seconds(i, 3)}s] (current)\n     Parsing acme-${word(i)} v1.${i}.0 (current)\n    Checking acme-${word(i)} v1.${i}.0 -> v1.${i}.0 (no change)\n     Checked [   0.02s] 77 checks: 77 pass, 0 skip\n     Summary no semver update required`,
          i === 5 || i === 11 ? 100 : 0,
        ),
      );
    },
  ),
  quiet(
    'seventeen classes of tests in Java moved to a newer runner, each built by itself',
    { why: 'each class is another one' },
    (desk, story) => {
      rounds(story, 17, (i) => {
        const file = `/w/src/test/java/com/acme/${word(i)}/${name(i)}Test.java`;
        return [
          desk.replace(
            file,
            'import org.junit.Test;\nimport org.junit.Before;',
            'import org.junit.jupiter.api.Test;\nimport org.junit.jupiter.api.BeforeEach;',
          ),
          ...(i % 5 === 2
            ? [
                desk.replace(
                  file,
                  `@Test(expected = ${pick(['IllegalArgumentException', 'IOException', 'OrderException'], i)}.class)`,
                  '@Test',
                ),
              ]
            : []),
          desk.run(
            `mvn -q -o test -Dtest=${name(i)}Test`,
            `[INFO] -------------------------------------------------------\n[INFO]  T E S T S\n[INFO] -------------------------------------------------------\n[INFO] Running com.acme.${word(i)}.${name(i)}Test\n[INFO] Tests run: ${4 + (i % 6)}, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: ${seconds(i, 0)} s -- in com.acme.${word(i)}.${name(i)}Test`,
          ),
        ];
      });
    },
  ),
  quiet(
    'a dump of a service that hangs asked thread by thread, until two locks are found that wait for each other',
    { why: 'each question is of another thread, and the last answers explain it' },
    (desk, story) => {
      story.step(
        desk.run(
          'dotnet-dump analyze core.4121 -c "syncblk" -c "exit"',
          'Loading core dump: core.4121 ...\nIndex         SyncBlock MonitorHeld Recursion Owning Thread Info          SyncBlock Owner\n   12 00007F1C84003A28            3         1 00007F1C9C0021B0 1b14  14   00007f1d8c013a40 Shop.Stock\n   19 00007F1C84003B90            3         1 00007F1C9C004F80 1b17  17   00007f1d8c0142c8 Shop.Basket',
        ),
      );
      story.repeat(13, (i) =>
        desk.run(
          `dotnet-dump analyze core.4121 -c "setthread ${4 + i}" -c "clrstack" -c "exit"`,
          `Loading core dump: core.4121 ...\nOS Thread Id: 0x${(6_922 + i).toString(16)} (${4 + i})\n        Child SP               IP Call Site\n00007F1C${hex(i, 8).toUpperCase()} 00007f1da1c1e3f7 [HelperMethodFrame: ${hex(i + 3, 8)}] ${i === 10 || i === 13 ? 'System.Threading.Monitor.Enter(System.Object)' : 'System.Threading.WaitHandle.WaitOneNoCheck(Int32)'}\n00007F1C${hex(i + 1, 8).toUpperCase()} 00007F1D2A8B1C44 ${i === 10 ? 'Shop.Stock.Reserve(Int32) [/src/Stock.cs @ 88]' : i === 12 ? 'Shop.Basket.Add(Line) [/src/Basket.cs @ 41]' : 'System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()'}`,
        ),
      );
      story.step(desk.read('/w/src/Stock.cs', source('stock', 14), [80, 14]));
      story.step(
        desk.replace(
          '/w/src/Stock.cs',
          'lock (_gate)\n{\n    basket.Touch(id);',
          'basket.Touch(id);\nlock (_gate)\n{',
        ),
      );
    },
  ),
  quiet(
    'twenty-two old branches looked at one by one, most of which hold nothing new, and deleted',
    { why: 'each branch is another one', prompt: 'Delete the branches that are wholly in main.' },
    (desk, story) => {
      story.step(desk.run('git fetch -q --prune && git branch -r | wc -l', '24'));
      rounds(story, 22, (i) => [
        desk.run(
          `git cherry -v origin/main origin/feature/${word(i)}-${i}`,
          i % 6 === 4 ? `+ ${hex(i, 40)} Try ${word(i + 2)} without a cache` : '',
        ),
        ...(i % 6 === 4
          ? []
          : [
              desk.run(
                `git push origin --delete feature/${word(i)}-${i}`,
                `To git.example.test:acme/orders.git\n - [deleted]         feature/${word(i)}-${i}`,
              ),
            ]),
      ]);
    },
  ),
  quiet(
    'nine red jobs of one run read one after the other, all of which say the same, and then mended at once',
    {
      why: 'each job was to be read, and one change answers all',
      prompt: 'Read every failed job of run 9917 before you change anything.',
    },
    (desk, story) => {
      lookAround(desk, story);
      story.repeat(9, (i) =>
        desk.run(
          `gh run view 9917 --job ${2_730_140 + i * 17} --log-failed | tail -6`,
          `test (${pick(['ubuntu-24.04', 'macos-14', 'windows-2022'], i)}, ${pick(['18', '20', '22'], Math.floor(i / 3))})\tRun npm test\t2026-11-21T${clock(i)}.20${i}4412Z  FAIL test/date.test.ts > prints the day\ntest (${pick(['ubuntu-24.04', 'macos-14', 'windows-2022'], i)}, ${pick(['18', '20', '22'], Math.floor(i / 3))})\tRun npm test\t2026-11-21T${clock(i)}.20${i}4420Z AssertionError: expected '21 Nov 2026' to be '21. Nov. 2026'\ntest (${pick(['ubuntu-24.04', 'macos-14', 'windows-2022'], i)}, ${pick(['18', '20', '22'], Math.floor(i / 3))})\tRun npm test\t2026-11-21T${clock(i)}.31${i}0021Z ##[error]Process completed with exit code 1.`,
        ),
      );
      story.step(desk.read('/w/src/date.ts', source('date', 8)));
      story.step(
        desk.replace('/w/src/date.ts', 'Intl.DateTimeFormat()', "Intl.DateTimeFormat('de')"),
      );
      story.step(
        desk.run(
          'npx vitest run test/date.test.ts',
          ` ✓ test/date.test.ts (3 tests) 9ms\n\n Test Files  1 passed (1)\n      Tests  3 passed (3)`,
        ),
      );
      finish(desk, story);
    },
  ),
  quiet(
    'images of ten services built for two kinds of machines, each pushed and looked at',
    { why: 'each service is another one' },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.run(
          `docker buildx build --platform linux/amd64,linux/arm64 -t registry.example.test/${word(i)}:2.4.0 --push services/${word(i)} 2>&1 | tail -5`,
          `#${21 + (i % 3)} exporting manifest list sha256:${hex(i, 64)} 0.0s done\n#${21 + (i % 3)} pushing layers ${seconds(i, 4)}s done\n#${21 + (i % 3)} pushing manifest for registry.example.test/${word(i)}:2.4.0@sha256:${hex(i, 64)} 0.8s done\n#${21 + (i % 3)} DONE ${seconds(i + 2, 6)}s`,
        ),
        desk.run(
          `docker buildx imagetools inspect registry.example.test/${word(i)}:2.4.0 | grep Platform`,
          '  Platform:    linux/amd64\n  Platform:    linux/arm64',
        ),
      ]);
    },
  ),
  quiet(
    'fourteen tables of a base packed anew at night, each weighed before and after',
    { why: 'each table is another one, and each becomes smaller' },
    (desk, story) => {
      rounds(story, 14, (i) => [
        desk.run(
          `psql -Atc "select pg_size_pretty(pg_total_relation_size('${word(i)}s'))"`,
          `${640 + i * 173} MB`,
        ),
        desk.run(
          `pg_repack -d shop -t public.${word(i)}s --no-kill-backend`,
          `INFO: repacking table "public.${word(i)}s"`,
        ),
        desk.run(
          `psql -Atc "select pg_size_pretty(pg_total_relation_size('${word(i)}s'))"`,
          `${210 + i * 61} MB`,
        ),
      ]);
    },
  ),
  quiet(
    'three anomalies tried under each of four levels of isolation, and written into a table',
    {
      why: 'each run is another pair',
      prompt: 'Show which anomalies our base allows at which level. Run each pair.',
    },
    (desk, story) => {
      const levels = [
        'READ UNCOMMITTED',
        'READ COMMITTED',
        'REPEATABLE READ',
        'SERIALIZABLE',
      ] as const;
      const kinds = ['lost-update', 'phantom', 'write-skew'] as const;
      rounds(story, 12, (i) => [
        desk.run(
          `python anomalies.py --level "${pick(levels, Math.floor(i / 3))}" --case ${pick(kinds, i)}`,
          `session A: pid ${41_200 + i * 6}, session B: pid ${41_203 + i * 6}\nA: BEGIN ISOLATION LEVEL ${pick(levels, Math.floor(i / 3))}\nB: BEGIN ISOLATION LEVEL ${pick(levels, Math.floor(i / 3))}\nA: ok\nB: ${i >= 8 || i === 6 ? 'ERROR:  could not serialize access due to concurrent update (40001)' : 'ok'}\nresult: anomaly ${i >= 8 || i === 6 || i === 7 ? 'prevented' : 'ALLOWED'}`,
        ),
        ...(i % 3 === 2
          ? [
              desk.replace(
                '/w/docs/isolation.md',
                `| ${pick(levels, Math.floor(i / 3))} | ? | ? | ? |`,
                `| ${pick(levels, Math.floor(i / 3))} | ${i >= 6 ? 'no' : 'yes'} | ${i >= 6 ? 'no' : 'yes'} | ${i >= 9 ? 'no' : 'yes'} |`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'warnings of a stricter compiler in Swift that fall from hundreds, with a rise in between',
    { why: 'the number falls on the whole' },
    (desk, story) => {
      const left = [214, 198, 171, 176, 140, 112, 112, 83, 41, 44, 19, 6, 0] as const;
      rounds(story, 13, (i) => [
        desk.replace(
          `/w/Sources/${name(i)}/${name(i + 2)}.swift`,
          pick(['class ', 'var shared', 'struct ', 'func load('], i) + name(i),
          pick(
            ['@MainActor class ', 'static let shared', 'struct Sendable', 'nonisolated func load('],
            i,
          ) + name(i),
        ),
        ...(i % 2 === 1
          ? [
              desk.replace(
                `/w/Sources/${name(i)}/${name(i + 5)}.swift`,
                `completion: @escaping (${name(i)}) -> Void`,
                `completion: @escaping @Sendable (${name(i)}) -> Void`,
              ),
            ]
          : []),
        desk.run(
          'xcodebuild -scheme Shop -destination "generic/platform=iOS" build 2>&1 | grep -c "warning:"',
          String(left[i] ?? 0),
        ),
      ]);
    },
  ),
  quiet(
    'warnings of what is to go away in Rails counted by kind, and one kind after the other ended',
    { why: 'each kind is another one' },
    (desk, story) => {
      const kinds = [
        'to_s(:format)',
        'update_attributes',
        'enum keyword arguments',
        'ActiveSupport::Dependencies',
        'before_filter',
        'connection.tables',
        'render text',
        'silence_stream',
      ] as const;
      rounds(story, 8, (i) => [
        desk.run(
          'bin/rails test 2>&1 | grep "DEPRECATION WARNING" | sed "s/(called.*//" | sort | uniq -c | sort -rn | head -4',
          Array.from(
            { length: Math.min(4, 8 - i) },
            (_, n) =>
              `${String(412 - (i + n) * 47).padStart(7)} DEPRECATION WARNING: ${pick(kinds, i + n)} is deprecated and will be removed from Rails 7.1.`,
          ).join('\n'),
        ),
        desk.search(
          pick(kinds, i),
          `app/models/${word(i)}.rb:${14 + i}:    ${pick(kinds, i)}\napp/views/${word(i)}s/show.html.erb:${3 + i}: ${pick(kinds, i)}`,
        ),
        desk.replace(
          `/w/app/models/${word(i)}.rb`,
          `    ${pick(kinds, i)}`,
          `    # Rails 7\n    ${word(i)}_${word(i + 1)}`,
        ),
        desk.run(
          `git commit -qam "Do without ${pick(kinds, i)}" && git log --oneline -1`,
          `${hex(i + 410, 7)} Do without ${pick(kinds, i)}`,
        ),
      ]);
    },
  ),
  quiet(
    'eleven applications of an umbrella compiled with warnings as errors, most of which say nothing',
    { why: 'each application is another one' },
    (desk, story) => {
      rounds(story, 11, (i) => [
        desk.replace(
          `/w/apps/${word(i)}/mix.exs`,
          '      deps: deps()',
          '      elixirc_options: [warnings_as_errors: true],\n      deps: deps()',
        ),
        ...(i % 4 === 2
          ? [
              desk.run(
                `cd apps/${word(i)} && mix compile --force`,
                `Compiling ${8 + i} files (.ex)\n    warning: variable "${word(i + 1)}" is unused (if the variable is not meant to be used, prefix it with an underscore)\n    │\n ${22 + i} │   def handle(${word(i + 1)}, state) do\n    │              ~~~~~~\n    │\n    └─ lib/${word(i)}/server.ex:${22 + i}:14: ${name(i)}.Server.handle/2\n\nCompilation failed due to warnings while using the --warnings-as-errors option`,
                1,
              ),
              desk.replace(
                `/w/apps/${word(i)}/lib/${word(i)}/server.ex`,
                `def handle(${word(i + 1)}, state) do`,
                `def handle(_${word(i + 1)}, state) do`,
              ),
            ]
          : []),
        desk.run(
          `cd apps/${word(i)} && mix compile --force`,
          `Compiling ${8 + i} files (.ex)\nGenerated ${word(i)} app`,
        ),
      ]);
    },
  ),
  noStall(
    'an artifact that the central store shows only after a while, asked for between other work',
    {
      why: 'the store takes its time, which was known',
      prompt: 'Release 2.4.0, wait until Maven Central has it, then raise it in the samples.',
    },
    (desk, story) => {
      workAWhile(desk, story);
      story.step(
        desk.run(
          'mvn -q -B deploy -Prelease',
          '[INFO] Uploaded to central: com/acme/wire/2.4.0/wire-2.4.0.jar\n[INFO] Deployment 5f1c09c2-77aa-41d0-b7d0-3b90 was successfully published',
        ),
      );
      rounds(story, 8, (i) => [
        desk.run(
          `${i === 0 ? '' : `sleep ${i < 3 ? 120 : 300}; `}curl -sI https://repo1.maven.org/maven2/com/acme/wire/2.4.0/wire-2.4.0.pom | head -1`,
          i < 7 ? 'HTTP/2 404' : 'HTTP/2 200',
        ),
        ...(i < 7 && i % 2 === 0
          ? [
              desk.replace(
                `/w/docs/${word(i)}.md`,
                '<version>2.3.1</version>',
                '<version>2.4.0</version>',
              ),
            ]
          : []),
      ]);
      story.step(desk.run('cd samples && mvn -q verify', ''));
    },
  ),
  noStall(
    'migrations on a stage that each wait for a lock once, and go through after a long question is ended',
    { why: 'the cause is taken away before each second try' },
    (desk, story) => {
      rounds(story, 5, (i) => [
        desk.run(
          `RAILS_ENV=staging bin/rails db:migrate VERSION=2026112100${10 + i}`,
          `== 2026112100${10 + i} Add${name(i)}To${name(i + 3)}s: migrating ========================\n-- add_column(:${word(i + 3)}s, :${word(i)}, :string)\nbin/rails aborted!\nStandardError: An error has occurred, this and all later migrations canceled:\n\nPG::LockNotAvailable: ERROR:  canceling statement due to lock timeout`,
          1,
        ),
        desk.run(
          `psql staging -Atc "select pid, state, now()-query_start, left(query, 40) from pg_stat_activity where state <> 'idle' order by 3 desc limit 2"`,
          `${18_221 + i * 401}|active|00:${14 + i}:07.11${i}|select * from ${word(i + 3)}s where not re`,
        ),
        desk.run(`psql staging -Atc "select pg_cancel_backend(${18_221 + i * 401})"`, 't'),
        desk.run(
          `RAILS_ENV=staging bin/rails db:migrate VERSION=2026112100${10 + i}`,
          `== 2026112100${10 + i} Add${name(i)}To${name(i + 3)}s: migrating ========================\n-- add_column(:${word(i + 3)}s, :${word(i)}, :string)\n   -> ${seconds(i, 0)}s\n== 2026112100${10 + i} Add${name(i)}To${name(i + 3)}s: migrated (${seconds(i, 0)}s) ===============`,
        ),
      ]);
    },
  ),
  quiet(
    'fifteen products entered by hand into the pages of an administration, with the same word of success',
    {
      why: 'each product is another one',
      prompt: 'Enter the products of products.csv in the admin pages, there is no import.',
    },
    (desk, story) => {
      story.step(
        desk.read(
          '/w/products.csv',
          Array.from(
            { length: 15 },
            (_, i) => `${name(i)} ${i + 1},${(9.9 + i * 3).toFixed(2)},${word(i + 4)}`,
          ).join('\n'),
        ),
      );
      rounds(story, 15, (i) => [
        desk.use(
          'browser',
          'navigate',
          { url: 'http://localhost:8000/admin/shop/product/add/' },
          '- Page URL: http://localhost:8000/admin/shop/product/add/\n- Page Title: Add product | Django site admin\n- textbox "Name:" [ref=e31]\n- textbox "Price:" [ref=e34]\n- combobox "Category:" [ref=e37]\n- button "Save" [ref=e44]',
        ),
        desk.use(
          'browser',
          'fill_form',
          {
            fields: [
              { name: 'Name', ref: 'e31', value: `${name(i)} ${i + 1}` },
              { name: 'Price', ref: 'e34', value: (9.9 + i * 3).toFixed(2) },
              { name: 'Category', ref: 'e37', value: word(i + 4) },
            ],
          },
          `### Ran Playwright code\nawait page.getByRole('textbox', { name: 'Name:' }).fill('${name(i)} ${i + 1}');`,
        ),
        desk.use(
          'browser',
          'click',
          { element: 'Save button', ref: 'e44' },
          `- Page URL: http://localhost:8000/admin/shop/product/\n- list:\n  - listitem: The product “${name(i)} ${i + 1}” was added successfully.\n- paragraph: ${i + 1} product${i === 0 ? '' : 's'}`,
        ),
      ]);
    },
  ),
  quiet(
    'eight releases of one command timed by the same measurement, as the person wants a curve',
    {
      why: 'each release is another one',
      prompt: 'Time the last eight releases, three runs of hyperfine each, and draw a table.',
    },
    (desk, story) => {
      rounds(story, 24, (i) => [
        ...(i % 3 === 0
          ? [desk.run(`git checkout -q v3.${Math.floor(i / 3)}.0 && cargo build -q --release`, '')]
          : []),
        desk.run(
          'hyperfine --warmup 3 "target/release/scan corpus/"',
          `Benchmark 1: target/release/scan corpus/\n  Time (mean ± σ):     ${(512 - Math.floor(i / 3) * 31 + ((i * 7) % 9)).toFixed(1)} ms ±  ${(3 + ((i * 5) % 4) + 0.2).toFixed(1)} ms    [User: ${(1_410 - i * 9).toFixed(1)} ms, System: ${(201 + (i % 6)).toFixed(1)} ms]\n  Range (min … max):   ${(500 - Math.floor(i / 3) * 31).toFixed(1)} ms … ${(530 - Math.floor(i / 3) * 31).toFixed(1)} ms    10 runs`,
        ),
      ]);
      story.step(
        desk.write(
          '/w/docs/speed.md',
          '# Speed\n\n| release | ms |\n| --- | --- |\n| 3.0 | 515 |\n| 3.7 | 298 |\n',
        ),
      );
    },
  ),
  quiet(
    'the first load of a page made lighter part by part, with the size looked at after each',
    { why: 'the size falls, with one change that does nothing' },
    (desk, story) => {
      const sizes = [412, 371, 371, 318, 290, 284, 241, 219, 204, 198] as const;
      const edits: Swaps = [
        ["import moment from 'moment'", "import { format } from 'date-fns/format'"],
        ["import _ from 'lodash'", "import debounce from 'lodash/debounce'"],
        ['swcMinify: false', 'swcMinify: true'],
        [
          "import { Editor } from './Editor'",
          "const Editor = dynamic(() => import('./Editor'), { ssr: false })",
        ],
        ["import * as Icons from '@acme/icons'", "import { Cart, Search } from '@acme/icons'"],
        ["import 'core-js'", ''],
        ["import { Chart } from 'chart.js/auto'", "const Chart = dynamic(() => import('./Chart'))"],
        ["import messages from './all.json'", 'const messages = await load(locale)'],
        ["import axios from 'axios'", "import { get } from '../lib/http'"],
        [
          "import Markdown from 'react-markdown'",
          "const Markdown = dynamic(() => import('react-markdown'))",
        ],
      ];
      rounds(story, 10, (i) => [
        desk.replace(`/w/src/${word(i)}/${name(i)}.tsx`, ...pick(edits, i)),
        desk.run(
          'npx next build 2>&1 | grep -A3 "Route (app)"',
          `Route (app)                              Size     First Load JS\n┌ ○ /                                    ${(9.1 - i * 0.2).toFixed(2)} kB         ${sizes[i] ?? 198} kB\n├ ○ /_not-found                          871 B          ${(sizes[i] ?? 198) - 96} kB\n└ ƒ /basket                              ${(6.3 - i * 0.1).toFixed(2)} kB         ${(sizes[i] ?? 198) - 12} kB`,
        ),
      ]);
    },
  ),
  quiet(
    'an import of old customers tried dry again and again, which rejects fewer lines each time',
    { why: 'the number of rejected lines falls' },
    (desk, story) => {
      const left = [1_904, 1_211, 866, 866, 402, 371, 120, 33, 7, 0] as const;
      const why = [
        'phone: too long',
        'zip: not a number',
        'email: missing @',
        'email: missing @',
        'country: unknown code UK',
        'birthday: 31.02.',
        'name: empty',
        'city: control character',
        'iban: wrong checksum',
        '',
      ] as const;
      rounds(story, 10, (i) => [
        desk.run(
          'php artisan customers:import old.csv --dry-run',
          `Reading old.csv ... 48211 lines\n 48211/48211 [▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓] 100%\nAccepted: ${48_211 - (left[i] ?? 0)}\nRejected: ${left[i] ?? 0}${i < 9 ? `\nMost frequent reason: ${pick(why, i)} (line ${1_204 + i * 977})` : ''}\nNothing was written (dry run).`,
        ),
        ...(i < 9
          ? [
              desk.run(
                `sed -n ${1_204 + i * 977}p old.csv`,
                `${hex(i, 6)};${name(i)} ${name(i + 4)};${pick(['0049 171 / 445 12 11', 'D-10115', 'kim(at)example.test', 'lee example.test', 'UK', '31.02.1980'], i)}`,
              ),
              desk.replace(
                '/w/app/Import/Customers.php',
                `        // ${pick(why, i)} ${i}`,
                `        $row['${word(i)}'] = Clean::${word(i)}($row['${word(i)}']);\n        // ${pick(why, i + 1)} ${i + 1}`,
              ),
            ]
          : []),
      ]);
      story.step(
        desk.run(
          'php artisan customers:import old.csv',
          'Accepted: 48211\nRejected: 0\nWritten: 48211',
        ),
      );
    },
  ),
  quiet(
    'a sign-up tried in the browser again and again, which comes one step further with each repair',
    { why: 'another thing fails each time' },
    (desk, story) => {
      const errors = [
        'POST http://localhost:3000/api/signup 404 (Not Found)',
        'POST http://localhost:3000/api/signup 500 (Internal Server Error)',
        'Uncaught (in promise) SyntaxError: Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON',
        'POST http://localhost:3000/api/signup 422 (Unprocessable Entity)',
        "Uncaught (in promise) TypeError: Cannot read properties of undefined (reading 'token')",
        'GET http://localhost:3000/api/me 401 (Unauthorized)',
        '',
      ] as const;
      rounds(story, 7, (i) => [
        desk.use(
          'browser',
          'navigate',
          { url: 'http://localhost:3000/signup' },
          '- Page Title: Sign up\n- textbox "Email" [ref=e12]\n- textbox "Password" [ref=e15]\n- button "Create account" [ref=e18]',
        ),
        desk.use(
          'browser',
          'fill_form',
          {
            fields: [
              { ref: 'e12', value: `kim+${i}@example.test` },
              { ref: 'e15', value: 'correct horse' },
            ],
          },
          'Filled 2 fields.',
        ),
        desk.use(
          'browser',
          'click',
          { element: 'Create account', ref: 'e18' },
          i < 6
            ? `- Page URL: http://localhost:3000/signup\n- button "Create account" [ref=e18]${i > 2 ? '\n- alert [ref=e22]: Something went wrong.' : ''}`
            : '- Page URL: http://localhost:3000/welcome\n- heading "Welcome, kim" [level=1]',
        ),
        desk.use(
          'browser',
          'console_messages',
          { level: 'error' },
          i < 6
            ? `[ERROR] ${pick(errors, i)} @ http://localhost:3000/assets/signup.js:${40 + i * 9}`
            : '',
        ),
        ...(i < 6
          ? [
              desk.replace(
                `/w/${pick(['src/routes/api/signup.ts', 'src/db/users.ts', 'src/middleware/errors.ts', 'src/schemas/signup.ts', 'src/pages/Signup.tsx', 'src/lib/session.ts'], i)}`,
                `  // step ${i}`,
                `  ${pick(["router.post('/signup', signup);", 'await db.users.insert(user);', "res.type('json');", 'email: z.string().email(),', 'const { token } = body.session;', "cookie.set('sid', token, { path: '/' });"], i)}`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'a shared library in Kotlin given one target after the other, each of which lacks its own part at first',
    { why: 'each target is another one' },
    (desk, story) => {
      const targets = [
        'Jvm',
        'Js',
        'IosArm64',
        'IosSimulatorArm64',
        'MacosArm64',
        'LinuxX64',
        'MingwX64',
        'WasmJs',
      ] as const;
      rounds(story, 8, (i) => {
        const target = pick(targets, i);
        const folder = target.charAt(0).toLowerCase() + target.slice(1);
        return [
          desk.replace('/w/shared/build.gradle.kts', 'kotlin {', `kotlin {\n    ${folder}()`),
          desk.run(
            `./gradlew :shared:compileKotlin${target}`,
            `> Task :shared:compileKotlin${target} FAILED\ne: file:///w/shared/src/commonMain/kotlin/Clock.kt:3:12 Expected now has no actual declaration in module <shared_${folder}Main> for ${pick(['JVM', 'JS', 'Native', 'Native', 'Native', 'Native', 'Native', 'Wasm'], i)}\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':shared:compileKotlin${target}'.\n\nBUILD FAILED in ${4 + i}s\n${2 + (i % 3)} actionable tasks: ${1 + (i % 2)} executed, 1 up-to-date`,
            1,
          ),
          desk.write(
            `/w/shared/src/${folder}Main/kotlin/Clock.${folder}.kt`,
            `actual fun now(): Long = ${pick(['System.currentTimeMillis()', 'Date.now().toLong()', '(NSDate().timeIntervalSince1970 * 1000).toLong()', 'clockMillis()'], i)}\n`,
          ),
          desk.run(
            `./gradlew :shared:compileKotlin${target}`,
            `BUILD SUCCESSFUL in ${6 + i}s\n${3 + (i % 3)} actionable tasks: 2 executed, ${1 + (i % 3)} up-to-date`,
          ),
        ];
      });
    },
  ),
  quiet(
    'an old library for dates replaced in twenty places, with what is left counted, which rests now and then',
    { why: 'the number falls to nothing' },
    (desk, story) => {
      const left = [15, 13, 13, 11, 9, 7, 6, 4, 2, 0] as const;
      rounds(story, 20, (i) => [
        desk.replace(
          `/w/src/${word(i)}/${pick(['list', 'form', 'row', 'page'], i)}.ts`,
          `moment(${word(i)}.at).format('${pick(['L', 'LLL', 'YYYY-MM-DD', 'HH:mm'], i)}')`,
          `dayjs(${word(i)}.at).format('${pick(['L', 'LLL', 'YYYY-MM-DD', 'HH:mm'], i)}')`,
        ),
        ...(i % 2 === 1
          ? [desk.run('grep -rl "from \'moment\'" src | wc -l', String(pick(left, (i - 1) / 2)))]
          : []),
      ]);
      story.step(
        desk.run(
          'npm uninstall moment && npm test --silent 2>&1 | tail -2',
          `removed 1 package, and audited 911 packages in 2s\n      Tests  212 passed (212)`,
        ),
      );
    },
  ),
  quiet(
    'a workspace moved to a stricter package manager, which misses another package at each build',
    { why: 'another package is missing each time', prompt: 'Move us from yarn 1 to pnpm.' },
    (desk, story) => {
      const gone = [
        'tslib',
        'history',
        'prop-types',
        '@babel/runtime',
        'csstype',
        'react-is',
        'scheduler',
        'hoist-non-react-statics',
        'lodash.merge',
        'regenerator-runtime',
      ] as const;
      story.step(
        desk.run(
          'rm -rf node_modules yarn.lock && pnpm import && pnpm install',
          'Packages: +1204\n++++++++++++++++++++++++++++++++++++++++++++++++\nDone in 21.4s using pnpm v9.12.3',
        ),
      );
      rounds(story, 11, (i) => [
        desk.run(
          'pnpm -r build 2>&1 | tail -8',
          i < 10
            ? `packages/${word(i % 5)} build: ERROR in ./src/${word(i)}.tsx ${3 + i}:0-${31 + i}\npackages/${word(i % 5)} build: Module not found: Error: Can't resolve '${pick(gone, i)}' in '/w/packages/${word(i % 5)}/src'\npackages/${word(i % 5)} build: webpack 5.96.1 compiled with 1 error in ${3_104 + i * 97} ms\npackages/${word(i % 5)} build: Failed\n/w/packages/${word(i % 5)}:\n ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL  ${word(i % 5)}@1.0.0 build: \`webpack --mode production\`\nExit status 1`
            : `packages/app build: webpack 5.96.1 compiled successfully in 9120 ms\npackages/app build: Done`,
          i < 10 ? 1 : 0,
        ),
        ...(i < 10
          ? [
              desk.run(
                `pnpm --filter ${word(i % 5)} add ${pick(gone, i)}`,
                ` WARN  ${3 + (i % 4)} deprecated subdependencies found\npackages/${word(i % 5)}                        | +1 +\nDone in ${seconds(i, 2)}s using pnpm v9.12.3`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'a service checked against its description, with fewer operations at fault after each change',
    { why: 'another operation is mended each time' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.run(
          'schemathesis run http://localhost:8080/openapi.json --checks all 2>&1 | tail -12',
          i < 8
            ? `___________________________ ${pick(['GET', 'POST', 'PUT', 'DELETE'], i)} /v1/${word(i)}s${i % 2 === 0 ? '/{id}' : ''} ____________________________\n1. Test Case ID: ${hex(i, 6)}\n\n- ${pick(['Undocumented HTTP status code', 'Server error', 'Response violates schema', 'Undocumented Content-Type'], i)}\n\nReproduce with:\n\n    curl -X ${pick(['GET', 'POST', 'PUT', 'DELETE'], i)} http://localhost:8080/v1/${word(i)}s\n\n============= ${8 - i} failures in ${seconds(i, 31)}s =============`
            : `Performed checks:\n    not_a_server_error          3204 / 3204 passed          PASSED\n    response_schema_conformance 3204 / 3204 passed          PASSED\n\n============= 24 passed in 33.91s =============`,
          i < 8 ? 1 : 0,
        ),
        ...(i < 8
          ? [
              desk.read(`/w/internal/http/${word(i)}.go`, source(`oas${i}`, 9), [30 + i * 4, 9]),
              desk.replace(
                `/w/internal/http/${word(i)}.go`,
                `	writeError(w, err) // ${word(i)}`,
                `	if errors.Is(err, ErrNotFound) {\n		http.NotFound(w, r)\n		return\n	}\n	writeProblem(w, err) // ${word(i)}`,
              ),
              desk.run('go build ./... && systemctl --user restart shop-api', ''),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'tests of a whole night followed on request, file by file through a log that grows',
    {
      why: 'the number of files goes up at each look',
      prompt: 'Watch the nightly run until it is over and tell me what fails.',
    },
    (desk, story) => {
      story.step(desk.run('nohup npx cypress run > /tmp/night.log 2>&1 & echo $!', '31877'));
      story.repeat(16, (i) =>
        desk.run(
          'sleep 300; grep -E "Running:|✔|✖" /tmp/night.log | tail -3',
          `  │ ✔  ${word(i)}.cy.ts                             00:${12 + ((i * 7) % 40)}        ${3 + (i % 5)}        ${3 + (i % 5)}        -        -        - │\n  │ ${i % 7 === 4 ? '✖' : '✔'}  ${word(i + 1)}.cy.ts                             00:${11 + ((i * 11) % 40)}        ${4 + (i % 3)}        ${i % 7 === 4 ? 3 : 4 + (i % 3)}        ${i % 7 === 4 ? 1 : '-'}        -        - │\n  Running:  ${word(i + 2)}.cy.ts                                                   (${4 + i * 4} of 66)`,
        ),
      );
      story.step(
        desk.run(
          'sleep 120; tail -3 /tmp/night.log',
          '  │ ✖  2 of 66 failed (3%)                     01:21:40      311      309        2        -        - │\n  └────────────────────────────────────────────────────────────────────────────────────────────────┘',
        ),
      );
      story.step(
        desk.run(
          'grep -A6 "1) " /tmp/night.log | head -14',
          '  1) checkout\n       pays by invoice:\n     AssertionError: Timed out retrying after 4000ms: Expected to find element: `[data-cy=paid]`, but never found it.',
        ),
      );
    },
  ),
  quiet(
    'fourteen old switches taken out of the code one after the other, with green tests after each',
    {
      why: 'each switch is another one',
      prompt: 'All flags in flags.md are fully rolled out; remove them.',
    },
    (desk, story) => {
      rounds(story, 14, (i) => [
        desk.search(
          `flag_${word(i)}`,
          `shop/${word(i)}/views.py:${20 + i * 3}:    if flags.on("flag_${word(i)}"):\nshop/flags.py:${10 + i}:    "flag_${word(i)}",`,
        ),
        desk.replace(
          `/w/shop/${word(i)}/views.py`,
          `    if flags.on("flag_${word(i)}"):\n        return new_${word(i)}(request)\n    return old_${word(i)}(request)`,
          `    return new_${word(i)}(request)`,
        ),
        desk.replace('/w/shop/flags.py', `    "flag_${word(i)}",\n`, ''),
        desk.run(
          'pytest -q -n 4',
          `bringing up nodes...\n........................................................................ [ 41%]\n........................................................................ [ 82%]\n..............................                                           [100%]\n174 passed in ${seconds(i, 8)}s`,
        ),
        ...(i % 5 === 4
          ? [
              desk.run(
                `git commit -qam "Remove five old flags (${i + 1} of 14)" && git log --oneline -1`,
                `${hex(i + 510, 7)} Remove five old flags (${i + 1} of 14)`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'thirteen functions of a database put under tests of their own, three of which bring a fault to light',
    { why: 'each function is another one' },
    (desk, story) => {
      rounds(story, 13, (i) => [
        desk.run(
          `psql -c "\\sf ${word(i)}_total"`,
          `CREATE OR REPLACE FUNCTION public.${word(i)}_total(id bigint)\n RETURNS numeric\n LANGUAGE sql\n STABLE\nAS $function$ SELECT sum(amount) FROM ${word(i)}s WHERE ${word(i)}_id = id $function$`,
        ),
        desk.write(
          `/w/db/test/${word(i)}_total.sql`,
          `BEGIN;\nSELECT plan(${2 + (i % 3)});\nSELECT is(${word(i)}_total(1), ${10 + i}.00, 'adds up');\nSELECT is(${word(i)}_total(99), 0.00, 'nothing is zero');\nSELECT * FROM finish();\nROLLBACK;\n`,
        ),
        ...(i % 5 === 3
          ? [
              desk.run(
                `pg_prove -d shop_test db/test/${word(i)}_total.sql`,
                `db/test/${word(i)}_total.sql .. 1/${2 + (i % 3)}\n# Failed test 2: "nothing is zero"\n#         have: NULL\n#         want: 0.00\n# Looks like you failed 1 test of ${2 + (i % 3)}\ndb/test/${word(i)}_total.sql .. Failed 1/${2 + (i % 3)} subtests\nResult: FAIL`,
                1,
              ),
              desk.write(
                `/w/db/migrations/${60 + i}_${word(i)}_total.sql`,
                `CREATE OR REPLACE FUNCTION ${word(i)}_total(id bigint) RETURNS numeric LANGUAGE sql STABLE AS $$ SELECT coalesce(sum(amount), 0) FROM ${word(i)}s WHERE ${word(i)}_id = id $$;\n`,
              ),
              desk.run('make migrate', `applying ${60 + i}_${word(i)}_total.sql ... ok`),
            ]
          : []),
        desk.run(
          `pg_prove -d shop_test db/test/${word(i)}_total.sql`,
          `db/test/${word(i)}_total.sql .. ok\nAll tests successful.\nFiles=1, Tests=${2 + (i % 3)},  0 wallclock secs ( 0.0${1 + (i % 4)} usr +  0.00 sys =  0.0${1 + (i % 4)} CPU)\nResult: PASS`,
        ),
      ]);
    },
  ),
  quiet(
    'comments that silence a linter taken out one by one, each of which shows a fault that is mended',
    { why: 'each comment is another one' },
    (desk, story) => {
      const rules = [
        'no-explicit-any',
        'no-floating-promises',
        'no-unused-vars',
        'no-non-null-assertion',
      ] as const;
      rounds(story, 12, (i) => [
        desk.replace(
          `/w/src/${word(i)}/api.ts`,
          `// eslint-disable-next-line @typescript-eslint/${pick(rules, i)}\n`,
          '',
        ),
        desk.run(
          `npx eslint src/${word(i)}/api.ts`,
          `\n/w/src/${word(i)}/api.ts\n  ${18 + i * 5}:${3 + (i % 9)}  error  ${pick(['Unexpected any. Specify a different type', 'Promises must be awaited, end with a call to .catch, or end with a call to .then with a rejection handler', `'${word(i + 3)}' is defined but never used`, 'Forbidden non-null assertion'], i)}  @typescript-eslint/${pick(rules, i)}\n\n✖ 1 problem (1 error, 0 warnings)`,
          1,
        ),
        desk.replace(
          `/w/src/${word(i)}/api.ts`,
          pick([`rows: any`, `  save(${word(i)});`, `, ${word(i + 3)} }`, `${word(i)}!.id`], i),
          pick(
            [`rows: ${name(i)}Row[]`, `  await save(${word(i)});`, ' }', `${word(i)}?.id ?? ''`],
            i,
          ),
        ),
        desk.run(`npx eslint src/${word(i)}/api.ts`, ''),
      ]);
    },
  ),
  quiet(
    'an old and a new service compared address by address, with mostly no difference at all',
    {
      why: 'each address is another one, and no difference is what is wanted',
      prompt: 'Does the rewrite answer like the old server?',
    },
    (desk, story) => {
      const paths = [
        'orders',
        'orders/17',
        'customers',
        'customers?page=2',
        'stock',
        'stock/low',
        'prices',
        'prices/2026',
        'invoices',
        'invoices/9',
        'refunds',
        'search?q=lamp',
        'health',
        'version',
        'basket/4',
        'basket/4/lines',
        'vouchers',
        'shops',
      ] as const;
      rounds(story, 18, (i) => [
        desk.run(
          `diff <(curl -s localhost:8080/v1/${pick(paths, i)} | jq -S .) <(curl -s localhost:9090/v1/${pick(paths, i)} | jq -S .)`,
          i === 6 || i === 13
            ? `${4 + i}c${4 + i}\n<   "${word(i)}": "${i}.50",\n---\n>   "${word(i)}": ${i}.5,`
            : '',
          i === 6 || i === 13 ? 1 : 0,
        ),
        ...(i === 6 || i === 13
          ? [
              desk.replace(
                `/w/src/v1/${word(i)}.rs`,
                `    pub ${word(i)}: f64,`,
                `    #[serde(serialize_with = "two_places")]\n    pub ${word(i)}: Decimal,`,
              ),
              desk.run(
                `cargo build -q && ./restart.sh && diff <(curl -s localhost:8080/v1/${pick(paths, i)} | jq -S .) <(curl -s localhost:9090/v1/${pick(paths, i)} | jq -S .)`,
                '',
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'the start of an app timed ten times for each of three builds, as the person wants the median',
    {
      why: 'the person asked for ten runs of each',
      prompt: 'Measure the cold start of the last three builds on the phone, ten runs each.',
    },
    (desk, story) => {
      rounds(story, 30, (i) => [
        ...(i % 10 === 0
          ? [
              desk.run(
                `adb install -r builds/shop-${812 + i / 10}.apk`,
                'Performing Streamed Install\nSuccess',
              ),
            ]
          : []),
        desk.run(
          'adb shell am force-stop com.acme.shop && adb shell am start -W -n com.acme.shop/.MainActivity',
          `Starting: Intent { cmp=com.acme.shop/.MainActivity }\nStatus: ok\nLaunchState: COLD\nActivity: com.acme.shop/.MainActivity\nTotalTime: ${812 - Math.floor(i / 10) * 120 + ((i * 37) % 61)}\nWaitTime: ${819 - Math.floor(i / 10) * 120 + ((i * 37) % 61)}\nComplete`,
        ),
      ]);
      story.step(
        desk.write(
          '/w/docs/start.md',
          '| build | median ms |\n| --- | --- |\n| 812 | 841 |\n| 813 | 722 |\n| 814 | 603 |\n',
        ),
      );
    },
  ),
];
