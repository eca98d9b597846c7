/** Honest work that looks like what people complain of: looks, waits, checks and helpers that get somewhere. Written by somebody who had not read the rules. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, noStall, pick, quiet, rounds, type Idea } from './idea.js';
import { finish, lookAround, rewrite, seconds, workAWhile, type Edits } from './openings.js';

export const honestInPublic: readonly Idea[] = [
  quiet(
    'a plan read again after each loss of memory, and the next part of it done each time',
    { why: 'each part is another one', prompt: 'Follow PLAN.md to the end.' },
    (desk, story) => {
      rounds(story, 4, (i) => [
        desk.read(
          '/w/PLAN.md',
          `# Plan\n\n${Array.from({ length: 4 }, (_, n) => `- [${n < i ? 'x' : ' '}] ${word(n)}`).join('\n')}\n`,
        ),
        desk.run(
          'git log --oneline -1',
          `${hex(i, 7)} ${i === 0 ? 'Begin' : `Port ${word(i - 1)}`}`,
        ),
        desk.read(`/w/src/${word(i)}.ts`, source(`plan${i}`, 20)),
        desk.replace(
          `/w/src/${word(i)}.ts`,
          `import { q } from './queue';`,
          `import { q } from './queue2'; // ${word(i)}`,
        ),
        desk.run('npx tsc --noEmit', ''),
        desk.replace('/w/PLAN.md', `- [ ] ${word(i)}`, `- [x] ${word(i)}`),
        desk.run(
          `git commit -qam "Port ${word(i)}" && git log --oneline -1`,
          `${hex(i + 1, 7)} Port ${word(i)}`,
        ),
      ]);
    },
  ),
  quiet(
    'the reader of a protocol written step by step, each run one message further',
    { why: 'another message is missing each time', prompt: 'Make client.py talk to the server.' },
    (desk, story) => {
      const steps = [
        'initialize',
        'initialized',
        'tools/list',
        'tools/call',
        'resources/list',
        'resources/read',
        'prompts/list',
        'shutdown',
      ] as const;
      rounds(story, 7, (i) => [
        desk.replace(
          '/w/client.py',
          `# then: ${pick(steps, i)}`,
          `reply = ask("${pick(steps, i)}", ${i + 1})\n# then: ${pick(steps, i + 1)}`,
        ),
        desk.run(
          'python client.py',
          `${clock(i)} answered: ${steps.slice(0, i + 1).join(', ')}\nTraceback (most recent call last):\n  File "/w/client.py", line ${41 + i * 2}, in <module>\nNotImplementedError: ${pick(steps, i + 1)}`,
          1,
        ),
      ]);
      story.step(desk.run('python client.py', `${clock(8)} answered: ${steps.join(', ')}\nbye`));
    },
  ),
  quiet(
    'an arrow of a calendar pressed until the month is there',
    { why: 'each picture shows the next month', prompt: 'Book the room for 4 June 2027.' },
    (desk, story) => {
      const months = [
        'November 2026',
        'December 2026',
        'January 2027',
        'February 2027',
        'March 2027',
        'April 2027',
        'May 2027',
        'June 2027',
      ] as const;
      rounds(story, 7, (i) => [
        desk.use(
          'chrome',
          'take_snapshot',
          {},
          `uid=${i + 2}_0 RootWebArea "Rooms"\n  uid=${i + 2}_4 heading "${pick(months, i)}"\n  uid=${i + 2}_5 button "Next month"`,
        ),
        desk.use('chrome', 'click', { uid: `${i + 2}_5` }, 'Successfully clicked on the element'),
      ]);
      story.step(
        desk.use(
          'chrome',
          'take_snapshot',
          {},
          'uid=9_0 RootWebArea "Rooms"\n  uid=9_4 heading "June 2027"\n  uid=9_11 gridcell "4"',
        ),
      );
      story.step(
        desk.use('chrome', 'click', { uid: '9_11' }, 'Successfully clicked on the element'),
      );
    },
  ),
  quiet(
    'parts of a drawing asked for one by one, and each made into a component',
    { why: 'each is another part', prompt: 'Build all cards from the design.' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.use(
          'figma',
          'get_code',
          { nodeId: `412:${88 + i * 3}`, clientLanguages: 'typescript' },
          `export default function ${word(i)}() {\n  return <div className="w-[${240 + i * 8}px]" data-node-id="412:${88 + i * 3}">${word(i + 4)}</div>;\n}`,
        ),
        desk.write(`/w/src/cards/${word(i)}.tsx`, source(`card${i}`, 14)),
      ]);
    },
  ),
  quiet(
    'thirteen channels looked through for a word, which most do not hold',
    {
      why: 'each is another channel',
      prompt: 'Did anybody in the project channels mention the outage?',
    },
    (desk, story) => {
      story.repeat(13, (i) =>
        desk.use(
          'slack',
          'get_channel_history',
          { channel_id: `C0${hex(i, 8).toUpperCase()}`, limit: 50, contains: 'outage' },
          i % 6 === 3
            ? `{"ok":true,"messages":[{"ts":"17637190${10 + i}.0001","user":"U${hex(i, 6)}","text":"outage of ${word(i)} is over"}],"has_more":false}`
            : '{"ok":true,"messages":[],"has_more":false}',
        ),
      );
    },
  ),
  noStall(
    'a review of a colleague waited for, which comes with the seventh look',
    {
      why: 'the person said that it comes soon',
      prompt: 'Kim reviews it in the next half hour; wait for it, and answer it.',
    },
    (desk, story) => {
      lookAround(desk, story);
      story.repeat(6, (i) =>
        desk.run(`sleep ${240 + (i % 2) * 60}; gh pr view 77 --json reviews`, '{"reviews":[]}'),
      );
      story.step(
        desk.run(
          'sleep 240; gh pr view 77 --json reviews',
          '{"reviews":[{"author":{"login":"kim"},"body":"Please name the limit.","state":"CHANGES_REQUESTED"}]}',
        ),
      );
      story.step(desk.replace('/w/src/orders/create.ts', 'lines > 40', 'lines > MOST_LINES'));
      story.step(
        desk.run(
          'npm test',
          ` Test Files  31 passed (31)\n      Tests  212 passed (212)\n   Duration  ${seconds(4, 9)}s`,
        ),
      );
      story.step(
        desk.run(
          'git commit -qam "Name the limit" && git push',
          `   ${hex(1, 7)}..${hex(2, 7)}  limit -> limit`,
        ),
      );
      story.step(
        desk.run(
          'gh pr comment 77 --body "Named it."',
          'https://git.example.test/acme/orders/pull/77#issuecomment-4411',
        ),
      );
    },
  ),
  quiet(
    'a header put into sources by a server that says yes to all, each looked at',
    {
      why: 'each is another file, and it is there',
      prompt: 'Put a licence header into the sources.',
    },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.use(
          'files',
          'edit_file',
          { path: `/w/src/${word(i)}.ts`, at: 1, text: '// SPDX-License-Identifier: MIT' },
          'ok',
        ),
        desk.run(`head -1 src/${word(i)}.ts`, '// SPDX-License-Identifier: MIT'),
      ]);
    },
  ),
  quiet(
    'one question put to twelve machines behind another one, with one answer',
    { why: 'each is another machine', prompt: 'Is the agent running everywhere?' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.run(
          `ssh -J bastion.test ${word(i)}.test 'systemctl is-active node-agent'`,
          i === 8 ? 'inactive' : 'active',
          i === 8 ? 3 : 0,
        ),
      );
    },
  ),
  quiet(
    'helpers who each port another part, and the difference grows',
    {
      why: 'each part is another one',
      prompt: 'Move all parts to the new queue, one helper each.',
    },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.use(
          'agents',
          'start',
          { kind: 'coder', prompt: `Move src/${word(i)} to the new queue.` },
          'Done. The part is on the new queue, and its tests pass.',
        ),
        desk.run(
          'git diff --shortstat',
          ` ${2 + i * 3} files changed, ${31 + i * 27} insertions(+), ${22 + i * 19} deletions(-)`,
        ),
      ]);
    },
  ),
  quiet(
    'line ends put right folder by folder, and fewer files are left',
    { why: 'the count goes down to nothing' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(`git ls-files src/${word(i)} | xargs dos2unix -q`, ''),
        desk.run(
          "git ls-files --eol src | grep -c 'w/crlf'",
          String(pick([188, 160, 141, 97, 66, 40, 12, 0], i)),
          i === 7 ? 1 : 0,
        ),
      ]);
      finish(desk, story);
    },
  ),
  quiet(
    'a text of a page worded anew as the person asks, loaded and read each time',
    {
      why: 'the page shows each new wording',
      prompt: 'Try the six slogans in slogans.txt and tell me how long each is on the page.',
    },
    (desk, story) => {
      const versions = [
        '<h1>Orders made easy</h1>',
        '<h1>Orders, at once</h1>',
        '<h1>All orders in one place</h1>',
        '<h1>Order today, have it tomorrow</h1>',
        '<h1>Less paper</h1>',
        '<h1>From click to door</h1>',
        '<h1>It just arrives</h1>',
      ] as const;
      rounds(story, 6, (i) => [
        rewrite(desk, '/w/src/Hero.tsx', versions, i),
        desk.use(
          'browser',
          'reload',
          { url: 'http://localhost:5173/' },
          `Loaded http://localhost:5173/ (200) in ${seconds(i, 0)} s`,
        ),
        desk.use(
          'browser',
          'evaluate',
          {
            expression:
              "document.querySelector('h1').innerText + ' ' + document.querySelector('h1').offsetWidth",
          },
          `"${pick(versions, i + 1).replaceAll(/<.?h1>/g, '')} ${310 + ((i * 83) % 240)}"`,
        ),
      ]);
    },
  ),
  quiet(
    'the editor’s list of faults asked for fourteen files, two of which have some',
    { why: 'each is another file', prompt: 'Has the upgrade broken any of these files?' },
    (desk, story) => {
      story.repeat(14, (i) =>
        desk.use(
          'ide',
          'get_diagnostics',
          { uri: `file:///w/src/${word(i)}.ts` },
          i % 7 === 5
            ? `[{"severity":"Error","line":${12 + i},"message":"Property '${word(i)}' does not exist on type 'Cart'.","code":2339,"source":"ts"}]`
            : '[]',
        ),
      );
    },
  ),
  quiet(
    'documentation of twelve libraries asked for, each before its call is renewed',
    {
      why: 'each is another library',
      prompt: 'Bring all calls up to date with the current documentation.',
    },
    (desk, story) => {
      rounds(story, 12, (i) => [
        desk.use(
          'docs',
          'get_library_docs',
          { library: `/acme/${word(i)}`, topic: 'migration', tokens: 4000 },
          `TITLE: From ${i + 1} to ${i + 2}\nDESCRIPTION: How to move to the new version of ${word(i)}.\nCODE:\n${word(i)}.open({ mode: '${word(i + 2)}' });`,
        ),
        desk.replace(
          `/w/src/use/${word(i)}.ts`,
          `${word(i)}.open('${word(i + 2)}')`,
          `${word(i)}.open({ mode: '${word(i + 2)}' })`,
        ),
      ]);
    },
  ),
  noStall(
    'a run that stands in a queue, ever further to the front, and then runs',
    { why: 'its place is a better one with most looks' },
    (desk, story) => {
      workAWhile(desk, story);
      story.step(
        desk.run('git push -q && ci status', `run ${8813} queued (position 9, label gpu)`),
      );
      story.repeat(8, (i) =>
        desk.run(
          `sleep ${60 + (i % 3) * 30}; ci status ${8813}`,
          `run ${8813} queued (position ${pick([8, 7, 7, 5, 4, 2, 1, 1], i)}, label gpu)`,
        ),
      );
      story.step(desk.run('sleep 90; ci status 8813', 'run 8813 running (step 2 of 6: build)'));
      story.step(desk.run('sleep 90; ci status 8813', 'run 8813 running (step 5 of 6: test)'));
      story.step(desk.run('sleep 60; ci status 8813', 'run 8813 passed'));
    },
  ),
  quiet(
    'findings of an analysis mended one by one, each with a new analysis',
    { why: 'another finding is first each time, and fewer are left' },
    (desk, story) => {
      const rules = ['S1854', 'S3776', 'S1128', 'S6582', 'S4325', 'S2681', 'S1066'] as const;
      const steps: Edits = [
        ['/w/src/a.ts', 'let unused = 1;', ''],
        ['/w/src/b.ts', 'if (a) { if (b) {', 'if (a && b) {'],
        ['/w/src/c.ts', "import fs from 'fs';", ''],
        ['/w/src/d.ts', 'a && a.b', 'a?.b'],
        ['/w/src/e.ts', '(x as string)', 'x'],
        ['/w/src/f.ts', 'if (c) run(); stop();', 'if (c) {\n  run();\n}\nstop();'],
      ];
      rounds(story, 6, (i) => [
        desk.replace(...pick(steps, i)),
        desk.run(
          'sonar-scanner -Dsonar.qualitygate.wait=true | tail -1',
          `INFO: Total time: ${seconds(i, 31)}s`,
        ),
        desk.use(
          'sonar',
          'search_issues',
          { project: 'orders', resolved: false, page: 1 },
          `{"total":${6 - i},"issues":[{"key":"${hex(i, 20)}","rule":"typescript:${pick(rules, i + 1)}","component":"src/${pick(['b', 'c', 'd', 'e', 'f', 'g'], i)}.ts","line":${8 + i * 5}}]}`,
        ),
      ]);
    },
  ),
  quiet(
    'a list of checks before a release gone through, all of them good',
    { why: 'each is another check', prompt: 'Go through docs/RELEASE-CHECKS.md before we ship.' },
    (desk, story) => {
      story.step(
        desk.read(
          '/w/docs/RELEASE-CHECKS.md',
          '# Before a release\n\n1. types\n2. lint\n3. unit\n4. browser\n5. licences\n6. links\n7. size\n8. audit\n9. spelling\n10. api\n11. docs\n12. clean',
        ),
      );
      const checks = [
        'npx tsc --noEmit',
        'npx eslint .',
        'npm test --silent',
        'npx playwright test --reporter=dot',
        'npx license-checker --summary',
        'npx lychee docs',
        'npx size-limit',
        'npm audit --omit=dev',
        'npx cspell "docs/**"',
        'npx api-extractor run',
        'npx typedoc --emit none',
        'git status --short',
      ] as const;
      const answers = [
        '',
        '',
        ` Test Files  31 passed (31)\n      Tests  212 passed (212)`,
        '  48 passed (31.2s)',
        '├─ MIT: 212\n└─ ISC: 14',
        '118 OK, 0 errors',
        '  Size: 41.2 kB with all dependencies',
        'found 0 vulnerabilities',
        'CSpell: Files checked: 44, Issues found: 0 in 0 files.',
        'API Extractor completed successfully',
        '[info] Found 0 errors and 0 warnings',
        '',
      ] as const;
      story.repeat(12, (i) => desk.run(pick(checks, i), pick(answers, i)));
    },
  ),
];
