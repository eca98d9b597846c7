/** Circles in whole projects. Before any rule was tried on it, 252 of 308 were found in time. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';

export const stallsOfProjects: readonly Idea[] = [
  stall(
    'a variable set in one shell and missed in the next',
    6,
    15,
    { why: 'each command has a shell of its own; what is set is gone with it' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          pick(
            [
              'export API_TOKEN=abc',
              'API_TOKEN=abc; export API_TOKEN',
              'source .env',
              '. ./.env.local',
              'set -a; . ./.env',
            ],
            i,
          ),
          '',
        ),
        desk.run(
          pick(['npm run sync', 'node sync.js', 'npm run sync -- --verbose'], i),
          'Error: API_TOKEN is not set\n    at readToken (/w/sync.js:14:11)',
          1,
        ),
      ]);
    },
  ),
  stall(
    'a borrow that is moved about, and two errors that take turns',
    7,
    16,
    { why: 'each repair brings back the error before' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/src/cart.rs',
          pick(['let item = &mut self.items[0];', 'let item = self.items[0].clone();'], i),
          pick(['let item = self.items[0].clone();', 'let item = &mut self.items[0];'], i),
        ),
        desk.run(
          'cargo build 2>&1 | tail -5',
          i % 2 === 0
            ? `error[E0382]: use of moved value: \`item\`\n  --> src/cart.rs:${50 + (i % 3)}:9\nerror: could not compile \`shop\` due to 1 previous error`
            : `error[E0499]: cannot borrow \`*self\` as mutable more than once at a time\n  --> src/cart.rs:${52 + (i % 3)}:9\nerror: could not compile \`shop\` due to 1 previous error`,
          101,
        ),
      ]);
    },
  ),
  stall(
    'an app that cannot be installed over the other one, whatever is tried',
    6,
    16,
    { why: 'it belongs to another user of the phone' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(
          pick(
            [
              'adb uninstall test.shop',
              'adb shell pm uninstall test.shop',
              'adb shell pm clear test.shop',
            ],
            i,
          ),
          pick(
            ['Failure [DELETE_FAILED_INTERNAL_ERROR]', 'Failure [not installed for 0]', 'Failed'],
            i,
          ),
        ),
        desk.run(
          pick(
            ['adb install -r app.apk', 'adb install -r -d app.apk', './gradlew installDebug -q'],
            i,
          ),
          'adb: failed to install app.apk: Failure [INSTALL_FAILED_UPDATE_INCOMPATIBLE: Existing package test.shop signatures do not match newer version; ignoring!]',
          1,
        ),
      ]);
    },
  ),
  stall(
    'a value of a page read after each change of its styles, always the same',
    7,
    18,
    { why: 'another rule wins' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace('/w/src/menu.css', `gap: ${i}px;`, `gap: ${i + 1}px;`),
        desk.use('browser', 'reload', {}, 'Reloaded http://localhost:5173/'),
        desk.use(
          'browser',
          'evaluate',
          { expression: "getComputedStyle(document.querySelector('.menu')).gap" },
          'normal',
        ),
      ]);
    },
  ),
  stall(
    'a package that is installed in one place and looked for in another',
    6,
    16,
    { why: 'the program runs with another Python' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(
          pick(
            [
              'pip install -q pandas',
              'pip3 install -q --user pandas',
              'python3 -m pip install -q pandas',
              '. venv/bin/activate && pip install -q pandas',
            ],
            i,
          ),
          '',
        ),
        desk.run(
          './report.sh',
          `Traceback (most recent call last):\n  File "/opt/report/main.py", line 3, in <module>\n    import pandas\nModuleNotFoundError: No module named 'pandas'`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'the settings of a linter changed, which never finds its project',
    5,
    13,
    { why: 'the file that is asked for is in another folder' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/eslint.config.js',
          `project: './${word(i)}.json'`,
          `project: ['./${word(i + 1)}.json']`,
        ),
        desk.run(
          'npx eslint src/main.ts',
          "/w/src/main.ts\n  0:0  error  Parsing error: Cannot read file '/w/tsconfig.json'\n\n✖ 1 problem (1 error, 0 warnings)",
          1,
        ),
      ]);
    },
  ),
  stall(
    'tests that hang, started again and again with another limit',
    4,
    12,
    { why: 'nobody looks why' },
    (desk, story) => {
      story.repeat(9, (i) =>
        desk.run(
          `timeout ${30 + i * 15} npm test${pick(['', ' -- --runInBand', ' -- --forceExit', ' -- --bail'], i)}`,
          `> test\n> jest\n\nRUNS  src/queue.test.ts`,
          124,
        ),
      );
    },
  ),
  stall(
    'a filter for JSON written in ever other ways, the same complaint',
    4,
    12,
    { why: 'the answer is a list of texts' },
    (desk, story) => {
      story.repeat(9, (i) =>
        desk.run(
          `cat out.json | jq '${pick(['.items[].name', '.[] | .name', '.items | map(.name)', '.data.items[].name', '.. | .name?', '.[0].name'], i)}${' '.repeat(i % 2)}'`,
          'jq: error (at <stdin>:1): Cannot index string with string "name"',
          5,
        ),
      );
    },
  ),
  stall(
    'a pull that is refused, put away, taken out, refused',
    7,
    18,
    { why: 'the same file stands in the way each time' },
    (desk, story) => {
      rounds(story, 5, () => [
        desk.run(
          'git pull',
          'error: Your local changes to the following files would be overwritten by merge:\n\tyarn.lock\nPlease commit your changes or stash them before you merge.\nAborting',
          1,
        ),
        desk.run(
          'git stash',
          'Saved working directory and index state WIP on main: 1f9d2c1 The cart',
        ),
        desk.run(
          'git stash pop',
          'On branch main\nChanges not staged for commit:\n\tmodified:   yarn.lock\nDropped refs/stash@{0}',
        ),
      ]);
    },
  ),
  stall(
    'a pod that crashes at its start, whatever its description says',
    10,
    24,
    { why: 'the program needs a file that nobody gives it' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.replace('/w/k8s/shop.yaml', `memory: ${64 * (i + 1)}Mi`, `memory: ${64 * (i + 2)}Mi`),
        desk.run('kubectl apply -f k8s/shop.yaml', 'deployment.apps/shop configured'),
        desk.run(
          'kubectl logs deploy/shop --tail 2',
          `${clock(i)} starting shop\n${clock(i)} fatal: open /etc/shop/shop.toml: no such file or directory`,
        ),
      ]);
    },
  ),
  stall(
    'helpers sent out with the same task, who all come back with the same reason',
    4,
    10,
    { why: 'none of them can write' },
    (desk, story) => {
      story.repeat(6, (i) => ({
        tool: 'Task',
        class: 'task' as const,
        input: {
          description: `Write the tests${pick(['', ' (again)', ', with more detail', ' of the cart'], i)}`,
          prompt: `Write tests for src/cart.ts. ${pick(['Be thorough.', 'Use vitest.', 'Create the file.', 'You may write files.'], i)}`,
        },
        output:
          'I could not write the tests: I have no permission to create files in this folder. Please create them yourself.',
      }));
      return desk;
    },
  ),
  stall(
    'the same files read in turn, and nothing else',
    7,
    16,
    { why: 'nothing changed since they were read' },
    (desk, story) => {
      rounds(story, 6, () => [
        desk.read('/w/src/cart.ts', source('cart', 30)),
        desk.read('/w/src/money.ts', source('money', 30)),
        desk.search('roundTo', 'src/money.ts:4:export function roundTo('),
      ]);
    },
  ),
  stall(
    'a signature that is missing, whatever the project file says',
    5,
    14,
    { why: 'there is no certificate on this machine' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/App.xcodeproj/project.pbxproj',
          `CODE_SIGN_STYLE = ${word(i)};`,
          `CODE_SIGN_STYLE = ${word(i + 1)};`,
        ),
        desk.run(
          'xcodebuild -scheme App build 2>&1 | tail -4',
          `note: Using new build system\nerror: No signing certificate "iOS Development" found: No "iOS Development" signing certificate matching team ID "AB12CD34EF" with a private key was found.\n** BUILD FAILED **`,
          65,
        ),
      ]);
    },
  ),
  stall(
    'paths of an interface guessed, none of which is there',
    8,
    20,
    { why: 'the server has no such interface' },
    (desk, story) => {
      story.repeat(16, (i) =>
        desk.run(
          `curl -s http://localhost:3000/${pick(['api', 'v1', 'rest', 'internal'], i)}/${word(i)}`,
          `{"message":"Cannot GET","statusCode":404}`,
        ),
      );
    },
  ),
  stall(
    'a count asserted in a test, moved about, which is never reached',
    5,
    12,
    { why: 'the code under test never runs' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/src/queue.ts',
          `await this.${word(i)}();`,
          `await this.${word(i + 1)}();\n    this.flush(${i});`,
        ),
        desk.run(
          'npx vitest run queue',
          ` FAIL  src/queue.test.ts > queue > flushes\nAssertionError: expected 0 to be 3\n ❯ src/queue.test.ts:22:25\n\n Tests  1 failed | 11 passed (12)\n   Duration  ${400 + i * 17}ms`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a peer that does not fit, whatever the flags',
    4,
    12,
    { why: 'the versions that are asked for exclude each other' },
    (desk, story) => {
      story.repeat(8, (i) =>
        desk.run(
          pick(
            [
              'npm install',
              'npm install react@18',
              'npm install react@17',
              'npm ci',
              'npm install --save-exact react@18.2.0',
              'npm update',
            ],
            i,
          ),
          `npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\nnpm error While resolving: shop@1.0.0\nnpm error Found: react@1${7 + (i % 2)}.0.2\nnpm error Could not resolve dependency:\nnpm error peer react@"^16" from old-table@3.1.0\nnpm error A complete log of this run can be found in: /home/dev/.npm/_logs/2026-11-21T10_${10 + i}_04_${100 + i * 7}Z-debug-0.log`,
          1,
        ),
      );
    },
  ),
  stall(
    'a window whose button is pressed, and nothing happens',
    7,
    18,
    { why: 'the button waits for a field that nobody fills' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.use(
          'computer',
          'left_click',
          { coordinate: [640 + (i % 3), 412 + (i % 2)] },
          'Clicked',
        ),
        desk.use('computer', 'wait', { seconds: 1 + (i % 2) }, 'Waited'),
        desk.use(
          'computer',
          'read_screen',
          {},
          'Window "Import"\n[File: (none)] [Browse…]\n[Import] (disabled)',
        ),
      ]);
    },
  ),
  stall(
    'a document that is asked for and comes out with the same page missing',
    5,
    14,
    { why: 'the chapter is not in the list of chapters' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace('/w/docs/setup.md', `<!-- ${word(i)} -->`, `<!-- ${word(i + 1)} -->`),
        desk.run(
          'mkdocs build --strict',
          `INFO    -  Cleaning site directory\nINFO    -  Building documentation to directory: /w/site\nINFO    -  The following pages exist in the docs directory, but are not included in the "nav" configuration:\n  - setup.md\nAborted with 1 warnings in strict mode!`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a queue that stays as long as it was, whatever is restarted',
    8,
    20,
    { why: 'the workers ask another queue' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          `docker compose restart ${pick(['worker', 'redis', 'worker scheduler', 'web'], i)}`,
          ` Container shop-${pick(['worker', 'redis', 'scheduler', 'web'], i)}-1  Started`,
        ),
        desk.run('redis-cli llen jobs', '(integer) 418'),
      ]);
    },
  ),
  stall(
    'a word-for-word repeated answer of a model that is asked in other words',
    5,
    14,
    { why: 'the model lacks the document' },
    (desk, story) => {
      story.repeat(9, (i) =>
        desk.use(
          'knowledge',
          'ask',
          {
            question: pick(
              [
                'How do we refund an order?',
                'What are the steps of a refund?',
                'Refund process of the shop?',
                'Who may refund an order, and how?',
                'Explain refunds for our support team.',
              ],
              i,
            ),
          },
          `I could not find information about this in the connected sources. Please rephrase your question or connect another source.`,
        ),
      );
    },
  ),
  stall(
    'a plan of an infrastructure that wants the same change after each edit and apply',
    8,
    21,
    { why: 'another program sets the tag back each time' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.replace('/w/infra/main.tf', `owner = "${word(i)}"`, `owner = "${word(i + 1)}"`),
        desk.run(
          'terraform apply -auto-approve -no-color | tail -1',
          'Apply complete! Resources: 0 added, 1 changed, 0 destroyed.',
        ),
        desk.run(
          'terraform plan -no-color | tail -3',
          '  ~ tags = { "owner" = "platform" -> "shop" }\nPlan: 0 to add, 1 to change, 0 to destroy.',
        ),
      ]);
    },
  ),
  stall(
    'a certificate asked for again and again, the same challenge fails',
    4,
    12,
    { why: 'the name points to another machine' },
    (desk, story) => {
      story.repeat(8, (i) =>
        desk.run(
          `certbot certonly ${pick(['--nginx', '--standalone', '--webroot -w /var/www', '--apache'], i)} -d shop.test${pick(['', ' -v', ' --dry-run'], i)}`,
          `Requesting a certificate for shop.test\nCertbot failed to authenticate some domains (authenticator: ${pick(['nginx', 'standalone', 'webroot', 'apache'], i)}).\n  Domain: shop.test\n  Type:   unauthorized\n  Detail: 203.0.113.9: Invalid response from http://shop.test/.well-known/acme-challenge/${hex(i, 12)}: 404`,
          1,
        ),
      );
    },
  ),
  stall(
    'a mail that is never there, looked for in ever other folders, and sent again',
    7,
    20,
    { why: 'the sender is blocked' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.use(
          'mail',
          'send_message',
          { to: 'test@shop.test', subject: `Test ${i + 1}` },
          '{"queued":true}',
        ),
        desk.use(
          'mail',
          'list_messages',
          { folder: pick(['INBOX', 'Spam', 'All'], i) },
          '{"messages":[]}',
        ),
      ]);
    },
  ),
  stall(
    'an animation whose picture is taken, judged too fast, changed, and taken again',
    9,
    27,
    { why: 'the slower one is in a file that is not used' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.replace('/w/src/spin.css', `duration: ${i + 1}s`, `duration: ${i + 2}s`),
        desk.run('node tools/record.js', 'recorded 60 frames\none turn takes 0.40 s'),
      ]);
    },
  ),
  stall(
    'a symbol that the linker misses, whatever is built before',
    5,
    16,
    { why: 'the library is built for another machine' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(
          pick(
            [
              'make -C libshop clean all',
              'make -C libshop install',
              'ldconfig',
              'ranlib libshop/libshop.a',
            ],
            i,
          ),
          pick(
            [
              'cc -c shop.c\nar rcs libshop.a shop.o',
              'install -m 644 libshop.a /usr/local/lib',
              '',
              '',
            ],
            i,
          ),
        ),
        desk.run(
          'make app',
          '/usr/bin/ld: skipping incompatible libshop.a when searching for -lshop\n/usr/bin/ld: cannot find -lshop: No such file or directory\ncollect2: error: ld returned 1 exit status',
          2,
        ),
      ]);
    },
  ),
  stall(
    'the same three ideas tried in turn, each taken back after the test',
    10,
    27,
    { why: 'all three were tried before' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.replace(
          '/w/src/date.ts',
          'toDate(x)',
          pick(['toDate(x, "UTC")', 'new Date(x)', 'parse(x)'], i),
        ),
        desk.run(
          'npx vitest run date',
          ` FAIL  src/date.test.ts > keeps the day\nAssertionError: expected '2026-03-28' to be '2026-03-29'\n Tests  1 failed | 5 passed (6)\n Duration  ${300 + i}ms`,
          1,
        ),
        desk.replace(
          '/w/src/date.ts',
          pick(['toDate(x, "UTC")', 'new Date(x)', 'parse(x)'], i),
          'toDate(x)',
        ),
      ]);
    },
  ),
  stall(
    'an update of a ticket that is refused for a missing field, with ever other fields',
    4,
    10,
    { why: 'the field has another name' },
    (desk, story) => {
      story.repeat(8, (i) =>
        desk.use(
          'jira',
          'transition_issue',
          { issue: 'SHOP-41', to: 'Done', [`customfield_${10_000 + i}`]: 'fixed' },
          '{"errorMessages":[],"errors":{"resolution":"Resolution is required."}}',
          { failed: true },
        ),
      );
    },
  ),
  stall(
    'the log of a job read again and again without a pause, unchanged',
    5,
    16,
    { why: 'the job has hung' },
    (desk, story) => {
      story.repeat(14, (i) =>
        desk.run(
          pick(['tail -n 3 job.log', 'tail -3 job.log', 'tail -n3 ./job.log'], i),
          'step 41 of 90\nstep 42 of 90\nwaiting for lock',
        ),
      );
    },
  ),
];
