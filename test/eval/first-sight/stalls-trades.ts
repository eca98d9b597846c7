/** Circles of many trades: apps, data, training, infrastructure, games. Before any rule was tried on it, 138 of 180 were found in time. */
import { word } from '../../unit/cases/cases.js';
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';

export const stallsOfTrades: readonly Idea[] = [
  stall(
    'versions of a build changed about, the same two targets do not fit',
    7,
    18,
    { why: 'the machine’s own Java is what does not fit' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/android/build.gradle',
          `kotlin_version = '1.9.${i}'`,
          `kotlin_version = '1.9.${i + 1}'`,
        ),
        desk.run(
          'flutter build apk --debug',
          `Running Gradle task 'assembleDebug'...                          ${10 + i}.${i}s\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:compileDebugKotlin'.\n> 'compileDebugJavaWithJavac' task (current target is 1.8) and 'compileDebugKotlin' task (current target is 17) jvm target compatibility should be set to the same Java version.\n\nBUILD FAILED in ${9 + i}s\nGradle task assembleDebug failed with exit code 1`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'parts of an app installed with ever other flags, one never fits',
    4,
    10,
    { why: 'the lock asks for a version that the source does not have' },
    (desk, story) => {
      story.repeat(10, (i) =>
        desk.run(
          `cd ios && ${pick(['pod install', 'pod install --repo-update', 'pod update Firebase', 'pod deintegrate && pod install', 'arch -x86_64 pod install', 'pod install --verbose --no-repo-update'], i)}${i > 5 ? ' --ansi' : ''}`,
          `Analyzing dependencies\n[!] CocoaPods could not find compatible versions for pod "Firebase/CoreOnly":\n  In Podfile:\n    firebase_core (from \`.symlinks/plugins/firebase_core/ios\`) was resolved to 2.${14 + (i % 2)}.0, which depends on\n      Firebase/CoreOnly (= 10.9.0)\n\nNone of your spec sources contain a spec satisfying the dependency: \`Firebase/CoreOnly (= 10.9.0)\`.`,
          31,
        ),
      );
    },
  ),
  stall(
    'a task of a pipeline cleared and run, and its log ends alike',
    9,
    21,
    { why: 'nothing is changed between the runs' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run('airflow tasks clear nightly -t load_orders -y', ''),
        desk.run(`sleep ${20 + i}; airflow tasks state nightly load_orders 2026-11-20`, 'failed'),
        desk.run(
          `tail -n 4 logs/nightly/load_orders/attempt=${i + 3}.log`,
          `[2026-11-21T${clock(i)}+0000] {taskinstance.py:2698} ERROR - Task failed with exception\n  File "/opt/airflow/dags/nightly.py", line 41, in load\n    rows = payload["orders"]\nKeyError: 'orders'`,
        ),
      ]);
    },
  ),
  stall(
    'more and more memory for a job that is killed for it',
    7,
    18,
    { why: 'one key holds nearly all rows: no memory is enough' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace('/w/submit.sh', `--executor-memory ${4 + i}g`, `--executor-memory ${5 + i}g`),
        desk.run(
          './submit.sh',
          `26/11/21 ${clock(i)} WARN TaskSetManager: Lost task 17.${i % 4} in stage 4.0 (TID ${900 + i * 31}) (node${i % 5} executor ${i + 2}): ExecutorLostFailure (executor ${i + 2} exited caused by one of the running tasks) Reason: Container killed by YARN for exceeding physical memory limits. ${(5.5 + i * 1.1).toFixed(1)} GB of ${(5.5 + i * 1.1).toFixed(1)} GB physical memory used.\n26/11/21 ${clock(i + 1)} ERROR YarnScheduler: Job aborted due to stage failure: Task 17 in stage 4.0 failed 4 times`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a model that guesses, whatever is set',
    7,
    20,
    { why: 'the labels are shuffled: half of them right is what chance gives' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.replace(
          '/w/conf/model.yaml',
          `weight_decay: 0.0${i}`,
          `weight_decay: 0.0${i + 1}\nwarmup: ${i * 100}`,
        ),
        desk.run(
          'python -m fit --epochs 1 --quick',
          `epoch 1/1 ${'━'.repeat(20)} 100% 0:00:${10 + i}\nval_loss 0.6931  val_acc 0.5000`,
        ),
      ]);
    },
  ),
  stall(
    'ways opened to a database that cannot be reached',
    7,
    20,
    { why: 'the route is missing, whatever the group lets in' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          `aws ec2 authorize-security-group-ingress --group-id sg-0${hex(2, 8)} --protocol tcp --port 5432 --cidr 10.${i}.0.0/16`,
          `{"Return": true, "SecurityGroupRules": [{"SecurityGroupRuleId": "sgr-0${hex(i, 16)}"}]}`,
        ),
        desk.run(
          'timeout 10 nc -zv db.internal.test 5432',
          'nc: connect to db.internal.test (10.8.0.12) port 5432 (tcp) timed out: Operation now in progress',
          1,
        ),
      ]);
    },
  ),
  stall(
    'a part of a game that the compiler does not know, whatever the manifest says',
    7,
    18,
    { why: 'the assembly has no reference to it' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/Packages/manifest.json',
          `"com.unity.inputsystem": "1.${i}.0"`,
          `"com.unity.inputsystem": "1.${i + 1}.0"`,
        ),
        desk.run(
          'unity -batchmode -quit -projectPath . -logFile - | grep -E "error|Exiting" | head -3',
          `Assets/Scripts/Player.cs(${7 + (i % 2)},19): error CS0246: The type or namespace name 'InputAction' could not be found (are you missing a using directive or an assembly reference?)\nExiting batchmode successfully now!`,
        ),
      ]);
    },
  ),
  stall(
    'a side bar edited, and the page is still not in it',
    7,
    18,
    { why: 'another file makes the side bar' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/website/sidebars.js',
          `'setup', // ${i}`,
          `{ type: 'doc', id: 'setup', label: '${word(i)}' }, // ${i + 1}`,
        ),
        desk.run(
          'npx docusaurus build 2>&1 | tail -1',
          '[SUCCESS] Generated static files in "build".',
        ),
        desk.run(`grep -c 'href="/docs/setup"' build/docs/intro/index.html`, '0', 1),
      ]);
    },
  ),
  stall(
    'paths of a workspace set in ever other files, the same module is missing',
    7,
    18,
    { why: 'the package is not built' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          pick(
            ['/w/tsconfig.base.json', '/w/apps/web/tsconfig.json', '/w/packages/core/package.json'],
            i,
          ),
          `"paths": {} // ${i}`,
          `"paths": { "@acme/${word(i)}": ["./src"] } // ${i + 1}`,
        ),
        desk.run(
          'pnpm -r build',
          `Scope: 9 of 10 workspace projects\n${i % 2 === 0 ? 'packages/ui build: Done\n' : ''}apps/web build$ tsc -p .\napps/web build: src/main.ts(3,22): error TS2307: Cannot find module '@acme/core' or its corresponding type declarations.\napps/web build: Failed\n${i % 2 === 1 ? 'packages/ui build: Done\n' : ''} ELIFECYCLE  Command failed with exit code 2.`,
          2,
        ),
      ]);
    },
  ),
  stall(
    'drafts written anew for a mail that may not be sent today',
    6,
    16,
    { why: 'the limit is of the day, not of the draft' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.use(
          'gmail',
          'create_draft',
          {
            to: 'board@example.com',
            subject: `Minutes${i === 0 ? '' : ` (${i + 1})`}`,
            body: `Dear all, attached the minutes. ${word(i)}`,
          },
          `Draft created: r-${hex(i, 14)}`,
        ),
        desk.use(
          'gmail',
          'send_draft',
          { id: `r-${hex(i, 14)}` },
          'Error: 429 Daily user sending limit exceeded. To send more, try again tomorrow.',
          { failed: true },
        ),
      ]);
    },
  ),
  stall(
    'an appointment made under ever other titles in a calendar that is only to be read',
    4,
    10,
    { why: 'nothing can be written there' },
    (desk, story) => {
      story.repeat(9, (i) =>
        desk.use(
          'calendar',
          'create_event',
          {
            calendarId: 'team',
            title: `${pick(['Retro', 'Team retro', 'Retrospective'], i)}`,
            start: `2026-11-2${4 + (i % 5)}T1${i % 8}:00:00Z`,
          },
          '{"error":{"code":403,"status":"PERMISSION_DENIED","message":"You need to have writer access to this calendar."}}',
          { failed: true },
        ),
      );
    },
  ),
  stall(
    'a list scrolled and looked at, which never shows more',
    7,
    20,
    { why: 'the rest is loaded by a button that is not pressed' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.use(
          'browser',
          'evaluate',
          { function: `() => window.scrollBy(0, ${800 + i * 200})` },
          'undefined',
        ),
        desk.use(
          'browser',
          'snapshot',
          {},
          `### Page state\n- Page URL: https://parts.example/list\n- list [ref=e${i * 5 + 2}]:\n  - listitem "Bolt M4"\n  - listitem "Bolt M5"\n  - listitem "Nut M4"\n- text: Showing 3 of 340\n- button "More" [ref=e${i * 5 + 6}]`,
        ),
      ]);
    },
  ),
  stall(
    'a comment put on a merge request again, as the list never shows it',
    6,
    16,
    { why: 'the list is of another merge request' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.use(
          'gitlab',
          'create_note',
          {
            project: 'acme/shop',
            merge_request: 81,
            body: `The lock is never released. ${i === 0 ? '' : '(again)'}`,
          },
          `{"id":${91_000 + i * 17},"type":null,"system":false}`,
        ),
        desk.use('gitlab', 'list_notes', { project: 'acme/shop', merge_request: 18 }, '[]'),
      ]);
    },
  ),
  stall(
    'a name changed that the next generation brings back',
    7,
    20,
    { why: 'the old name is in the template' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.replace('/w/src/gen/client.ts', 'fetchUser(', `loadUser(/* ${word(i)} */`),
        desk.run('npm run -s generate', `generated src/gen/client.ts in ${210 + i * 7} ms`),
        desk.run(
          'npx tsc --noEmit',
          `src/app.ts(${31 + (i % 2)},12): error TS2339: Property 'loadUser' does not exist on type 'Client'.`,
          2,
        ),
      ]);
    },
  ),
  stall(
    'a date that is wrong in every zone of the world',
    4,
    12,
    { why: 'the zone does not matter' },
    (desk, story) => {
      story.repeat(9, (i) =>
        desk.run(
          `TZ=${pick(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Pacific/Apia', 'Africa/Lagos'], i)}${i > 5 ? ' LANG=C' : ''} npx jest date`,
          `FAIL src/date.test.ts\n  ● keeps the day\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: "2026-03-29"\n    Received: "2026-03-28"\n\n      at Object.<anonymous> (src/date.test.ts:14:27)\n\nTests:       1 failed, 5 passed, 6 total\nTime:        0.${41 + i * 3} s`,
          1,
        ),
      );
    },
  ),
];
