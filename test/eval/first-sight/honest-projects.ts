/** Honest days in whole projects. Before any rule was tried on it, 395 of 462 were left alone. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, noStall, pick, quiet, rounds, type Idea } from './idea.js';

export const honestProjects: readonly Idea[] = [
  quiet(
    'texts of a site changed page by page, built after each',
    { why: 'each page is another one, and the build is to go through' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(`/w/site/${word(i)}.md`, `# About ${word(i)}`, `# All about the ${word(i)}`),
        desk.run(
          'npm run build',
          `> site@1.4.0 build\n> vite build\n\n✓ 214 modules transformed.\ndist/index.html  0.46 kB\ndist/assets/index-${hex(i)}.js  143.${10 + i} kB\n✓ built in ${1 + i / 10}s`,
        ),
      ]);
    },
  ),
  quiet(
    'a state of the repository looked at before each of seven commits',
    { why: 'each commit is another one' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run('git status --short', ` M src/${word(i)}.ts\n M src/${word(i + 1)}.ts`),
        desk.run(
          'git diff --stat',
          ` src/${word(i)}.ts | ${i + 3} +++\n src/${word(i + 1)}.ts | 2 +-\n 2 files changed, ${i + 4} insertions(+), 1 deletion(-)`,
        ),
        desk.run(
          `git add src/${word(i)}.ts && git commit -qm "Handle the ${word(i)}" && git log --oneline -1`,
          `${hex(i, 7)} Handle the ${word(i)}`,
        ),
      ]);
    },
  ),
  quiet(
    'a compiler that warns of the same two things after each of nine changes',
    { why: 'the program compiles each time; the warnings were there before' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.replace(`/w/src/${word(i)}.rs`, `fn ${word(i)}(x: u32)`, `pub fn ${word(i)}(x: u64)`),
        desk.run(
          'cargo check',
          `    Checking shop v0.3.0 (/w)\nwarning: unused variable: \`depth\`\n  --> src/old.rs:14:9\nwarning: function \`legacy\` is never used\n  --> src/old.rs:40:4\nwarning: \`shop\` (lib) generated 2 warnings\n    Finished dev [unoptimized + debuginfo] target(s) in ${i + 1}.${i}2s`,
        ),
      ]);
    },
  ),
  quiet(
    'functions that nobody calls, each looked for and then taken out',
    { why: 'that there is no call is why it goes', prompt: 'Remove the functions that are dead.' },
    (desk, story) => {
      rounds(story, 11, (i) => [
        desk.search(
          `${word(i)}Legacy\\(`,
          `src/legacy.ts:${10 + i * 9}:export function ${word(i)}Legacy(x) {`,
        ),
        desk.replace(
          '/w/src/legacy.ts',
          `export function ${word(i)}Legacy(x) {\n  return x;\n}\n`,
          '',
        ),
      ]);
      story.step(desk.run('npx tsc --noEmit', ''));
    },
  ),
  quiet(
    'checked that none of fourteen old names is left',
    { why: 'nothing is what is hoped for', prompt: 'Make sure that no old name is left anywhere.' },
    (desk, story) => {
      story.repeat(14, (i) => desk.search(`old_${word(i)}`, ''));
      story.step(desk.run('npm test', 'Tests: 48 passed, 48 total'));
    },
  ),
  noStall(
    'a check of the pull request asked for with a pause until it is done',
    { why: 'a job of others takes its time, and each look comes after a pause' },
    (desk, story) => {
      story.repeat(9, (i) =>
        desk.run(
          'sleep 60; gh pr checks 218',
          i < 8
            ? `build\tpass\t2m11s\thttps://github.test/runs/${44}\ne2e\tpending\t0\thttps://github.test/runs/45`
            : 'build\tpass\t2m11s\thttps://github.test/runs/44\ne2e\tpass\t9m2s\thttps://github.test/runs/45',
        ),
      );
    },
  ),
  quiet(
    'pages of the web fetched for an overview, some of which refuse',
    { why: 'each page is another one', prompt: 'Compare what these vendors offer.' },
    (desk, story) => {
      story.repeat(14, (i) =>
        i % 5 === 3
          ? desk.use(
              'web',
              'fetch',
              { url: `https://${word(i)}${i}.test/pricing` },
              'HTTP 403 Forbidden',
              {
                failed: true,
              },
            )
          : desk.use(
              'web',
              'fetch',
              { url: `https://${word(i)}${i}.test/pricing` },
              `# ${word(i)} pricing\nStarter: ${i * 3 + 5} EUR\nTeam: ${i * 9 + 20} EUR\nThe ${word(i + 4)} is included from Team on.`,
            ),
      );
    },
  ),
  quiet(
    'a program followed in a debugger, value by value',
    { why: 'each stop shows other values' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.use('debugger', 'continue', {}, `Stopped at breakpoint 1, cart.c:${41 + (i % 3)}`),
        desk.use('debugger', 'evaluate', { expression: 'cart->total' }, `${i * i * 7 + 12}`),
      ]);
    },
  ),
  quiet(
    'rows counted in twenty tables, most of them empty',
    { why: 'each table is another one', prompt: 'Which of our tables are unused?' },
    (desk, story) => {
      story.repeat(20, (i) =>
        desk.use(
          'postgres',
          'query',
          { sql: `select count(*) from ${word(i)}_${i}` },
          i % 4 === 1 ? `count\n${i * 211 + 9}` : 'count\n0',
        ),
      );
    },
  ),
  quiet(
    'a page object mended, and the test gets one step further each time',
    { why: 'the step that fails is another one each time' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/e2e/checkout.page.ts',
          `page.locator('.${word(i)}')`,
          `page.getByTestId('${word(i)}')`,
        ),
        desk.run(
          'npx playwright test checkout',
          `Running 1 test using 1 worker\n  ✘  1 checkout.spec.ts:${12 + i * 4}:5 › buys a book (30.${i}s)\n\n  Error: Timed out 30000ms waiting for locator('.${word(i + 1)}')\n      at checkout.page.ts:${20 + i * 6}\n  1 failed`,
          1,
        ),
      ]);
    },
  ),
  quiet(
    'a large build mended, one file after the other',
    { why: 'each error is in another file' },
    (desk, story) => {
      rounds(story, 11, (i) => [
        desk.run(
          'make -j8 2>&1 | tail -4',
          `src/${word(i)}.cpp:${30 + i * 11}:7: error: 'string_view' is not a member of 'std'\nmake[1]: *** [CMakeFiles/shop.dir/build.make:${90 + i}: src/${word(i)}.o] Error 1\nmake: *** [Makefile:91: all] Error 2`,
          2,
        ),
        desk.replace(`/w/src/${word(i)}.cpp`, '#include <string>', '#include <string_view>'),
      ]);
      story.step(desk.run('make -j8 2>&1 | tail -4', '[100%] Built target shop'));
    },
  ),
  quiet(
    'everything is formatted, said after each of ten edits',
    { why: 'that nothing is to be said is what is wanted' },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.replace(`/w/src/${word(i)}.ts`, `const ${word(i)} = 1;`, `let ${word(i)} = ${i + 2};`),
        desk.run(
          'npx prettier --check src',
          'Checking formatting...\nAll matched files use Prettier code style!',
        ),
      ]);
    },
  ),
  noStall(
    'a service that is over its rate limit three times, and answers then',
    { why: 'the pause helps' },
    (desk, story) => {
      story.repeat(3, () =>
        desk.run(
          'python3 sync.py --resume',
          'HTTPError: 429 Too Many Requests. Retry after 30 seconds.',
          1,
        ),
      );
      story.step(desk.run('sleep 90; python3 sync.py --resume', 'synced 1200 of 1200 records'));
    },
  ),
  noStall(
    'one number raised until a benchmark gets no better',
    { why: 'each measure is wanted', prompt: 'Find the best size of the pool.' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.replace('/w/pool.yaml', `size: ${2 ** i}`, `size: ${2 ** (i + 1)}`),
        desk.run(
          'wrk -t2 -c64 -d5s http://127.0.0.1:8080/',
          `Running 5s test @ http://127.0.0.1:8080/\nRequests/sec:  ${pick(['812.41', '1490.12', '2711.90', '4102.77', '4988.01', '5011.36', '5012.92', '5009.15', '5010.77'], i)}`,
        ),
      ]);
    },
  ),
  quiet(
    'seven services started one by one, with a look at all of them after each',
    { why: 'one more is up each time' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(`docker compose up -d ${word(i)}`, ` Container shop-${word(i)}-1  Started`),
        desk.run(
          'docker compose ps --format "{{.Service}} {{.State}}"',
          Array.from({ length: i + 1 }, (_, n) => `${word(n)} running`).join('\n'),
        ),
      ]);
    },
  ),
  quiet(
    'twelve components laid out from the same pattern',
    { why: 'each is another file' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.write(
          `/w/src/components/${word(i)}.tsx`,
          `import { Box } from '../ui';\n\nexport function Panel() {\n  return <Box title="${word(i)}" />;\n}\n`,
        ),
      );
      story.step(desk.run('npx tsc --noEmit', ''));
    },
  ),
  noStall(
    'a leak that three ideas do not stop, and the fourth one does',
    { why: 'each idea is another one, and it is found in the end' },
    (desk, story) => {
      rounds(story, 4, (i) => [
        desk.read(`/w/src/${word(i)}.ts`, source(word(i), 20)),
        desk.replace(`/w/src/${word(i)}.ts`, 'on(', 'once('),
        desk.run(
          'node --expose-gc leak.js',
          i < 3 ? 'heap after 1000 requests: 512 MB' : 'heap after 1000 requests: 44 MB',
        ),
      ]);
    },
  ),
  quiet(
    'the log of a training looked at after pauses',
    { why: 'it goes on with each look' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.run(
          'sleep 120; tail -n 1 train.log',
          `epoch ${i + 1}/40  loss 0.${912 - i * 31}  val_acc 0.7${i}1`,
        ),
      );
    },
  ),
  quiet(
    'a file read again after each of eight edits of it',
    { why: 'each edit shows' },
    (desk, story) => {
      const lines = source('shop', 24).split('\n');
      rounds(story, 8, (i) => {
        lines[2 + i] = `  const ${word(i)} = read(${i});`;
        return [
          desk.replace('/w/src/shop.ts', `part${i}`, `const ${word(i)} = read(${i});`),
          desk.read('/w/src/shop.ts', lines.join('\n')),
        ];
      });
    },
  ),
  quiet(
    'hosts asked for their certificates, all of which are good',
    { why: 'each host is another one', prompt: 'Do any of our certificates expire this month?' },
    (desk, story) => {
      story.repeat(13, (i) =>
        desk.run(
          `echo | openssl s_client -connect ${word(i)}.shop.test:443 2>/dev/null | openssl x509 -noout -checkend 2592000`,
          'Certificate will not expire',
        ),
      );
    },
  ),
  quiet(
    'a schema changed table by table, each change tried on a copy first',
    { why: 'each table is another one' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(`psql copy -c 'alter table ${word(i)} add column note text'`, 'ALTER TABLE'),
        desk.run('psql copy -f checks.sql', ' ok \n----\n t\n(1 row)'),
        desk.run(`psql shop -c 'alter table ${word(i)} add column note text'`, 'ALTER TABLE'),
      ]);
    },
  ),
  quiet(
    'a phone driven through nine screens, each tapped and looked at',
    { why: 'each screen is another one' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.run(`adb shell input tap 540 ${300 + i * 140}`, ''),
        desk.run(
          'adb shell dumpsys activity top | grep ACTIVITY',
          `  ACTIVITY test.shop/.${word(i)}Activity ${hex(i)} pid=${4100 + i}`,
        ),
      ]);
    },
  ),
  quiet(
    'tests of one package after the other, all of them green',
    { why: 'each package is another one', prompt: 'Does everything still pass with Node 24?' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.run(
          `npm test -w packages/${word(i)}`,
          `> test\n> vitest run\n\n Test Files  4 passed (4)\n      Tests  31 passed (31)\n   Start at  ${clock(i)}\n   Duration  1.${i}4s`,
        ),
      );
    },
  ),
  quiet(
    'a parser made to take one more sample after the other',
    { why: 'one more passes each time' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/parse.py',
          `# ${word(i)}`,
          `if kind == '${word(i)}': return ${i}\n# ${word(i + 1)}`,
        ),
        desk.run(
          'python3 check_samples.py',
          `sample ${i + 9} of 40: unexpected token '${word(i + 1)}'\n${8 + i} samples pass`,
          1,
        ),
      ]);
    },
  ),
  quiet(
    'a version asked of fourteen packages, most of which have the same',
    { why: 'each package is another one', prompt: 'Which packages are not at 1.4.0 yet?' },
    (desk, story) => {
      story.repeat(14, (i) =>
        desk.run(`jq -r .version packages/${word(i)}/package.json`, i === 9 ? '1.3.2' : '1.4.0'),
      );
    },
  ),
  quiet(
    'a switch asked for in twelve environments, on everywhere',
    { why: 'each environment is another one', prompt: 'Is the new checkout on everywhere?' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.use('flags', 'get_flag', { name: 'new-checkout', environment: word(i) }, 'true'),
      );
    },
  ),
  quiet(
    'occurrences counted file by file, mostly none',
    { why: 'each file is another one', prompt: 'Where do we still use moment?' },
    (desk, story) => {
      story.repeat(15, (i) =>
        desk.run(
          `grep -c "from 'moment'" src/${word(i)}/${word(i + 3)}.ts`,
          i % 6 === 2 ? '1' : '0',
          i % 6 === 2 ? 0 : 1,
        ),
      );
    },
  ),
  quiet(
    'ten machines asked for their Node, all of which have the same',
    { why: 'each machine is another one' },
    (desk, story) => {
      story.repeat(10, (i) => desk.run(`ssh ${word(i)}.build.test node --version`, 'v20.11.1'));
    },
  ),
  quiet(
    'the owner of each of eleven addresses looked up, the same one each time',
    { why: 'each address is another one' },
    (desk, story) => {
      story.repeat(11, (i) =>
        desk.run(
          `whois 203.0.113.${i * 9 + 4} | grep -i '^org-name'`,
          'org-name:       Example Hosting',
        ),
      );
    },
  ),
  quiet(
    'a value asked of one record after the other, some of which have none',
    { why: 'each record is another one' },
    (desk, story) => {
      story.repeat(13, (i) =>
        desk.use(
          'crm',
          'get_contact_field',
          { contact: `${word(i)}-${1000 + i}`, field: 'consent' },
          i % 5 === 0 ? 'null' : 'granted 2025-11-02',
        ),
      );
    },
  ),
  quiet(
    'plans of an infrastructure looked at after each change, each of one thing',
    { why: 'each module is another one, and the plan is what was intended' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(`/w/infra/${word(i)}.tf`, 'size = "s"', `size = "${pick(['m', 'l'], i)}"`),
        desk.run(
          'terraform plan -no-color | tail -1',
          'Plan: 0 to add, 1 to change, 0 to destroy.',
        ),
        desk.run(
          'terraform apply -auto-approve -no-color | tail -1',
          'Apply complete! Resources: 0 added, 1 changed, 0 destroyed.',
        ),
      ]);
    },
  ),
  quiet(
    'tests written for one module after the other, while a known one goes on failing',
    {
      why: 'more tests pass each time',
      prompt: 'Add tests for each module. The one of the payment is known to fail: leave it.',
    },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.write(
          `/w/tests/test_${word(i)}.py`,
          `def test_${word(i)}():\n    assert ${word(i)}(1) == ${i}\n`,
        ),
        desk.run(
          'pytest -q',
          `${'.'.repeat(40 + i)}F\nFAILED tests/test_payment.py::test_refund - assert 12 == 13\n1 failed, ${40 + i} passed in 2.${i}1s`,
          1,
        ),
      ]);
    },
  ),
  quiet(
    'a checker that is silent after each of nine edits',
    { why: 'silence is what is wanted' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.replace(`/w/pkg/${word(i)}.go`, `return ${i}`, `return ${word(i)}(${i})`),
        desk.run('go vet ./...', ''),
      ]);
    },
  ),
  noStall(
    'a size that must come below its limit, and does bit by bit',
    { why: 'each change makes it smaller' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.replace(
          `/w/src/${word(i)}.ts`,
          "import all from 'lodash'",
          `import ${word(i)} from 'lodash/${word(i)}'`,
        ),
        desk.run(
          'npm run size',
          `dist/index.js  ${(158.4 - i * 3.1).toFixed(1)} kB  limit 140 kB\nSize limit has exceeded by ${(18.4 - i * 3.1).toFixed(1)} kB`,
          1,
        ),
      ]);
      story.step(desk.run('npm run size', 'dist/index.js  138.2 kB  limit 140 kB'));
    },
  ),
  noStall(
    'packages tried with a new release, of which many fail for the same reason',
    { why: 'each package is another one', prompt: 'Which packages fail with Node 24, and why?' },
    (desk, story) => {
      story.repeat(9, (i) =>
        desk.run(
          `npm test -w packages/${word(i)}`,
          i % 3 === 0
            ? '> vitest run\n Tests  12 passed (12)'
            : `> vitest run\nTypeError: process.binding is not a function\n    at load (packages/${word(i)}/src/load.ts:${10 + i}:9)\n Tests  1 failed | ${8 + i} passed (${9 + i})`,
          i % 3 === 0 ? 0 : 1,
        ),
      );
    },
  ),
  quiet(
    'twelve name spaces looked at, most of them empty',
    { why: 'each is another one', prompt: 'Which name spaces are still in use?' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.run(
          `kubectl get pods -n ${word(i)}`,
          i % 4 === 2
            ? `NAME       READY   STATUS    RESTARTS   AGE\n${word(i)}-0   1/1     Running   0          4d`
            : `No resources found in ${word(i)} namespace.`,
        ),
      );
    },
  ),
  noStall(
    'the change that brought a line looked for by ever other words, and found',
    { why: 'the sixth word is the right one' },
    (desk, story) => {
      story.repeat(6, (i) =>
        desk.run(
          `git log --oneline -S '${word(i)}Rate' -- src`,
          i < 5 ? '' : `${hex(4, 7)} Round per line`,
        ),
      );
      story.step(desk.run(`git show ${hex(4, 7)}`, source('round', 12)));
    },
  ),
  quiet(
    'one commit made better six times over',
    { why: 'each change goes into the same commit' },
    (desk, story) => {
      rounds(story, 6, (i) => [
        desk.replace(`/w/src/${word(i)}.ts`, `// ${word(i)}`, `/** The ${word(i)}. */`),
        desk.run(
          'git commit -qa --amend --no-edit && git show --stat --oneline HEAD | tail -1',
          ` ${i + 2} files changed, ${i + 9} insertions(+), ${i + 2} deletions(-)`,
        ),
      ]);
    },
  ),
  noStall(
    'a phone that starts up, asked after pauses',
    { why: 'it takes a while, and each look comes after a pause' },
    (desk, story) => {
      story.step(desk.run('emulator -avd test -no-window &', ''));
      story.repeat(7, (i) =>
        desk.run('sleep 15; adb shell getprop sys.boot_completed', i < 6 ? '' : '1'),
      );
    },
  ),
  quiet(
    'answers given to nine comments of a review, each after a change',
    { why: 'each comment is another one' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.replace(`/w/src/${word(i)}.ts`, `let ${word(i)}`, `const ${word(i)}`),
        desk.use(
          'github',
          'reply_to_comment',
          { comment: 4100 + i, body: 'Done.' },
          `{"id":${98_000 + i},"body":"Done."}`,
        ),
        desk.use('github', 'resolve_thread', { thread: `T_${hex(i)}` }, '{"resolved":true}'),
      ]);
    },
  ),
  quiet(
    'the same page looked at by eight kinds of people',
    { why: 'each sees something else', prompt: 'What does each role see on the start page?' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.use('browser', 'login_as', { role: word(i) }, 'Signed in'),
        desk.use(
          'browser',
          'navigate',
          { url: 'http://localhost:3000/' },
          `- Page URL: http://localhost:3000/\n- heading "Start"\n- link "${word(i)}"\n- link "${word(i + 2)}"`,
        ),
      ]);
    },
  ),
  noStall(
    'vulnerabilities that get fewer with each update',
    { why: 'fewer are left each time' },
    (desk, story) => {
      rounds(story, 6, (i) => [
        desk.run(`npm update ${word(i)}`, `changed ${i + 2} packages in 3s`),
        desk.run(
          'npm audit | tail -2',
          `${12 - i * 2} vulnerabilities (${6 - i} moderate, ${6 - i} high)\nTo address all issues, run: npm audit fix`,
          1,
        ),
      ]);
    },
  ),
];
