/** Honest twins of acts without effect: what stays the same is what is wanted, or is asked about other things. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, noStall, quiet, rounds, type Idea } from './idea.js';

export const honestEffects: readonly Idea[] = [
  quiet(
    'one file edited nine times, and the editor finds nothing wrong',
    { why: 'no problems is what is wanted' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.replace('/w/src/cart.ts', `// ${word(i)}`, `export const ${word(i)} = ${i};`),
        desk.use(
          'ide',
          'getDiagnostics',
          { uri: 'file:///w/src/cart.ts' },
          '[{"uri":"file:///w/src/cart.ts","diagnostics":[]}]',
        ),
      ]);
    },
  ),
  quiet(
    'a page that still answers with 200',
    { why: 'that it is up is what is wanted' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.replace('/w/src/home.tsx', `<p>${word(i)}</p>`, `<h2>${word(i)}</h2>`),
        desk.run(`curl -s -o /dev/null -w '%{http_code}' http://localhost:3000/`, '200'),
      ]);
    },
  ),
  quiet(
    'a style changed bit by bit, each time with a picture',
    { why: 'each picture is another one' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.replace('/w/src/card.css', `gap: ${i}px`, `gap: ${i + 1}px`),
        desk.use(
          'browser',
          'navigate',
          { url: 'http://localhost:3000/' },
          '- Page URL: http://localhost:3000/\n- Page Title: Shop',
        ),
        desk.use('browser', 'take_screenshot', { name: 'home' }, `[image ${word(i)}]`),
      ]);
    },
  ),
  quiet(
    'one message to nine people',
    { why: 'each is another person', prompt: 'Tell the testers that the release is out.' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.use(
          'mail',
          'send_message',
          {
            to: `${word(i)}@example.com`,
            subject: 'Release 4.2 is out',
            content: 'Please try it on your devices until Friday.',
          },
          `{"queued":true,"id":"m-${hex(i, 10)}"}`,
        ),
      ]);
    },
  ),
  quiet(
    'eight services rolled out, and no alert',
    {
      why: 'each is another service; no alert is what is wanted',
      prompt: 'Roll all services out.',
    },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.use(
          'deploy',
          'roll_out',
          { service: word(i), env: 'staging' },
          `{"status":"succeeded","revision":"${hex(i, 7)}"}`,
        ),
        desk.use('monitor', 'list_alerts', { env: 'staging' }, '{"alerts":[]}'),
      ]);
    },
  ),
  noStall(
    'a file that the person’s own job will write, waited for',
    {
      why: 'the person says that it comes',
      prompt: 'My training writes out/result.json when it is through. Wait for it, then plot it.',
    },
    (desk, story) => {
      story.repeat(9, (i) =>
        desk.run(
          `sleep ${60 + i} && ls -l out/result.json`,
          "ls: cannot access 'out/result.json': No such file or directory",
          2,
        ),
      );
      story.step(
        desk.run(
          'sleep 70 && ls -l out/result.json',
          '-rw-r--r-- 1 dev dev 8123 Nov 21 10:40 out/result.json',
        ),
      );
    },
  ),
  quiet(
    'a module taken apart, whose output must stay as it is',
    {
      why: 'the same output is what is wanted',
      prompt: 'Refactor shop/report.py into small functions. What it prints must not change.',
    },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.replace(
          '/w/shop/report.py',
          `# part ${word(i)}`,
          `def ${word(i)}(rows):\n    return rows[${i}:]`,
        ),
        desk.run('python -m shop.report sample.csv', 'orders 120\nitems 413\nlate 7'),
      ]);
    },
  ),
  quiet(
    'a form filled field by field, with a look after each',
    { why: 'each look shows one more' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.use('browser', 'type', { ref: `e${10 + i}`, text: word(i) }, 'Typed'),
        desk.use(
          'browser',
          'snapshot',
          {},
          Array.from(
            { length: 9 },
            (_, k) => `- textbox "Field ${k}" [ref=e${10 + k}]${k <= i ? `: ${word(k)}` : ''}`,
          ).join('\n'),
        ),
      ]);
    },
  ),
  quiet(
    'five tests written one after the other, red, then green',
    { why: 'each is another test' },
    (desk, story) => {
      rounds(story, 6, (i) => [
        desk.replace(
          '/w/test/cart.test.ts',
          `// next ${i}`,
          `it('${word(i)} is counted', () => expect(count('${word(i)}')).toBe(${i}));\n// next ${i + 1}`,
        ),
        desk.run(
          'npx vitest run',
          ` × ${word(i)} is counted\n     → expected 0 to be ${i + 1}\n\n      Tests  1 failed | ${3 + i} passed (${4 + i})`,
          1,
        ),
        desk.replace('/w/src/count.ts', `// ${word(i)}`, `counts.set('${word(i)}', ${i + 1});`),
        desk.run(
          'npx vitest run',
          ` ✓ test/cart.test.ts (${4 + i} tests)\n\n      Tests  ${4 + i} passed (${4 + i})`,
        ),
      ]);
    },
  ),
  quiet(
    'a server that takes a while to start',
    { why: 'it was started, and comes up' },
    (desk, story) => {
      story.step(desk.run('nohup npm run dev > dev.log 2>&1 &', '[1] 4711'));
      story.repeat(5, () =>
        desk.run(
          'sleep 3; curl -s localhost:3000/health',
          'curl: (7) Failed to connect to localhost port 3000: Connection refused',
          7,
        ),
      );
      story.step(desk.run('sleep 3; curl -s localhost:3000/health', '{"status":"ok"}'));
    },
  ),
  quiet(
    'seven hosts added to one file, each asked once',
    { why: 'each is another host' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.replace(
          '/w/nginx.conf',
          `# next ${i}`,
          `server { server_name ${word(i)}.test; }\n# next ${i + 1}`,
        ),
        desk.run(
          'nginx -t',
          'nginx: the configuration file /w/nginx.conf syntax is ok\nnginx: configuration file /w/nginx.conf test is successful',
        ),
        desk.run(
          `curl -s -o /dev/null -w '%{http_code}' -H 'Host: ${word(i)}.test' localhost`,
          '200',
        ),
      ]);
    },
  ),
  quiet(
    'a guide written in nine parts, its pages counted after each',
    { why: 'each part is another text' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.replace(
          '/w/docs/guide.md',
          `<!-- ${word(i)} -->`,
          `## ${word(i)}\n\n${source(word(i), 6)}`,
        ),
        desk.run(
          'npm run docs:build',
          `vitepress v1.5.0\n✓ building client + server bundles...\n✓ rendering pages...\nbuild complete in ${2 + (i % 3)}.${i}s.`,
        ),
      ]);
    },
  ),
  quiet(
    'a run in the pipeline that takes long',
    { why: 'it runs, and ends well' },
    (desk, story) => {
      story.step(
        desk.run('git push', 'To github.com:acme/shop.git\n   1a2b3c4..5d6e7f8  main -> main'),
      );
      story.repeat(6, () =>
        desk.run('sleep 30; gh run list --limit 1 --json status', '[{"status":"in_progress"}]'),
      );
      story.step(
        desk.run('sleep 30; gh run list --limit 1 --json status', '[{"status":"completed"}]'),
      );
    },
  ),
  quiet(
    'seven sub-agents, each with its own part',
    { why: 'each has another folder, and each says something else' },
    (_desk, story) => {
      story.repeat(7, (i) => ({
        tool: 'Task',
        class: 'task',
        input: {
          description: `Review ${word(i)}`,
          prompt: `Review src/${word(i)} for errors in the handling of time zones. Report file and line.`,
        },
        output: `src/${word(i)}/index.ts:${12 + i * 7}: a date is compared as text.\n${source(word(i), 3)}`,
      }));
    },
  ),
  quiet(
    'a count that stays while seven migrations are made',
    {
      why: 'that no row is lost is what is wanted; each migration is another one',
      prompt: 'Write the seven migrations of the plan. No row may be lost.',
    },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.write(
          `/w/migrations/00${i}_${word(i)}.sql`,
          `ALTER TABLE orders ADD COLUMN ${word(i)} text;`,
        ),
        desk.run('npm run -s migrate', `applied 00${i}_${word(i)}`),
        desk.run("psql -tc 'select count(*) from orders'", '  4211'),
      ]);
    },
  ),
  quiet(
    'checked against the last release, again and again',
    {
      why: 'what is compared is equal each time, as it should',
      prompt: 'Replace moment by date-fns, file by file. The printed dates must stay the same.',
    },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace('/w/src/dates.ts', `moment(${word(i)})`, `parseISO(${word(i)})`),
        desk.run('node scripts/print-dates.js', `2026-01-31\n2026-02-28\n${clock(1)}`),
      ]);
    },
  ),
  noStall(
    'a query that is tuned, whose rows stay the same',
    { why: 'it is the time that counts', prompt: 'Make the report query faster.' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/sql/report.sql',
          `-- hint ${word(i)}`,
          `-- hint ${word(i + 1)}\nset work_mem = '${4 + i}MB';`,
        ),
        desk.run(
          'psql -f sql/report.sql',
          ` month | total\n-------+-------\n 1     | 4211\n 2     | 3977\n(2 rows)\n\nTime: ${(912 - i * 81.5).toFixed(3)} ms`,
        ),
      ]);
    },
  ),
  noStall(
    'ten mutants, each tried and taken back',
    {
      why: 'each is another one; that the tests fail is what is wanted',
      prompt: 'Find out by mutation whether the tests of shop/price.py are worth anything.',
    },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.replace('/w/shop/price.py', `if ${word(i)} < limit:`, `if ${word(i)} <= limit:`),
        desk.run(
          'pytest -q tests/test_price.py',
          i % 3 === 1
            ? '21 passed in 0.31s'
            : 'FAILED tests/test_price.py::test_limit - assert 4 == 5\n1 failed, 20 passed in 0.33s',
          i % 3 === 1 ? 0 : 1,
        ),
        desk.run('git checkout shop/price.py', 'Updated 1 path from the index'),
      ]);
    },
  ),
  noStall(
    'ten mutants, each tried and put right by hand',
    {
      why: 'each is another one; that the tests fail is what is wanted',
      prompt: 'Mutate shop/price.py line by line and tell me which mutants the tests let through.',
    },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.replace('/w/shop/price.py', `if ${word(i)} < limit:`, `if ${word(i)} <= limit:`),
        desk.run(
          'pytest -q tests/test_price.py',
          i === 9
            ? '21 passed in 0.31s'
            : 'FAILED tests/test_price.py::test_limit - assert 4 == 5\n1 failed, 20 passed in 0.33s',
          i === 9 ? 0 : 1,
        ),
        desk.replace('/w/shop/price.py', `if ${word(i)} <= limit:`, `if ${word(i)} < limit:`),
      ]);
    },
  ),
];
