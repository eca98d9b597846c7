/** Honest everyday work that looks like a circle from afar. Before any rule was tried on it, 232 of 264 were left alone. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, noStall, pick, quiet, rounds, type Idea } from './idea.js';

export const honestEverydayWork: readonly Idea[] = [
  noStall(
    'a deployment watched until all of it is there',
    { why: 'more is ready with every second look' },
    (desk, story) => {
      story.step(desk.run('kubectl apply -k deploy', 'deployment.apps/shop configured'));
      story.repeat(12, (i) =>
        desk.run(
          'kubectl get deploy shop',
          `NAME   READY   UP-TO-DATE   AVAILABLE   AGE\nshop   ${i >> 1}/6     6            ${i >> 1}           ${41 + i * 7}d`,
        ),
      );
    },
  ),
  quiet(
    'commits whose hook formats first and then lets them through',
    { why: 'each is made at the second try, and each is another one' },
    (desk, story) => {
      rounds(story, 6, (i) => [
        desk.replace(`/w/shop/${word(i)}.py`, 'return x', `return ${word(i)}(x)`),
        desk.run(
          `git commit -am 'Use the ${word(i)}'`,
          `black....................................................................Failed\n- hook id: black\n- files were modified by this hook\n\nreformatted shop/${word(i)}.py\n1 file reformatted.`,
          1,
        ),
        desk.run(
          `git commit -am 'Use the ${word(i)}'`,
          `black....................................................................Passed\n[topic ${hex(i, 7)}] Use the ${word(i)}\n 1 file changed, 1 insertion(+), 1 deletion(-)`,
        ),
      ]);
    },
  ),
  noStall(
    'versions of a library tried, as the person wants to know which work',
    {
      why: 'each version is another question; some fail alike',
      prompt: 'Find out with which versions of numpy our program works.',
    },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.run(`pip install -q numpy==1.${19 + i}.0`, ''),
        i < 4
          ? desk.run(
              'python3 train.py --epochs 1',
              `Traceback (most recent call last):\n  File "/w/train.py", line 3, in <module>\n    import torch\nRuntimeError: module compiled against API version 0x10 but this version of numpy is 0xe`,
              1,
            )
          : desk.run('python3 train.py --epochs 1', `epoch 1: loss 0.4${i}1`),
      ]);
    },
  ),
  quiet(
    'a reviewer asked after each repair, who finds one fault less',
    { why: 'what is found gets less' },
    (desk, story) => {
      rounds(story, 6, (i) => [
        {
          tool: 'Task',
          class: 'task',
          input: { description: 'Review', prompt: 'Review the changes on this branch.' },
          output: `I found ${6 - i} problems:\n${Array.from({ length: 6 - i }, (_, n) => `- src/${word(n + i)}.ts: the ${word(n + i)} is never closed`).join('\n')}`,
        },
        desk.replace(`/w/src/${word(i)}.ts`, 'return;', `${word(i)}.close();\n  return;`),
      ]);
      story.step({
        tool: 'Task',
        class: 'task',
        input: { description: 'Review', prompt: 'Review the changes on this branch.' },
        output: 'I found no problems.',
      });
    },
  ),
  quiet(
    'old addresses asked, each of which leads elsewhere, as it should',
    { why: 'each is another address', prompt: 'Check that the old addresses redirect to the new.' },
    (desk, story) => {
      story.repeat(16, (i) =>
        desk.run(
          `curl -sI https://shop.test/old/${word(i)}${i}`,
          `HTTP/2 301\nlocation: https://shop.test/${word(i)}${i}\ndate: Sat, 21 Nov 2026 ${clock(i)} GMT\nserver: nginx`,
        ),
      );
    },
  ),
  quiet('a banner closed on each of nine pages', { why: 'each is another page' }, (desk, story) => {
    rounds(story, 9, (i) => [
      desk.use(
        'browser',
        'navigate',
        { url: `http://localhost:3000/${word(i)}` },
        `- Page URL: http://localhost:3000/${word(i)}\n- dialog "We use cookies" [ref=e2]\n  - button "Close" [ref=e3]\n- heading "All about the ${word(i)}" [ref=e4]`,
      ),
      desk.use('browser', 'click', { ref: 'e3' }, 'Clicked'),
      desk.use('browser', 'take_screenshot', { name: word(i) }, `Saved ${word(i)}.png`),
    ]);
  }),
  quiet(
    'the history of a file read, commit by commit',
    { why: 'each version differs in a line' },
    (desk, story) => {
      const lines = source('cart', 30).split('\n');
      story.repeat(14, (i) => {
        const version = lines.map((line, n) => (n === 3 + i ? `${line} // ${word(i)}` : line));
        return desk.run(`git show ${hex(i, 9)}:src/cart.ts`, version.join('\n'));
      });
    },
  ),
  quiet(
    'rights set on fifteen folders, each looked at before',
    { why: 'each is another folder', prompt: 'Close the upload folders for others.' },
    (desk, story) => {
      rounds(story, 15, (i) => [
        desk.run(`stat -c '%a %U' /srv/uploads/${word(i)}${i}`, '755 www-data'),
        desk.run(`chmod 750 /srv/uploads/${word(i)}${i}`, ''),
      ]);
    },
  ),
  quiet(
    'ten migrations written and applied, and nothing is left to do after each',
    { why: 'that nothing is left is what is wanted' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.write(
          `/w/versions/00${i}_${word(i)}.py`,
          `def upgrade():\n    op.add_column('orders', sa.Column('${word(i)}', sa.Text()))\n`,
        ),
        desk.run(
          'alembic upgrade head',
          `INFO  [alembic.runtime.migration] Running upgrade ${hex(i + 99, 12)} -> ${hex(i, 12)}, ${word(i)}`,
        ),
        desk.run('alembic check', 'No new upgrade operations detected.'),
      ]);
    },
  ),
  noStall(
    'a run of the pipeline that loses its machine three times, and then passes',
    { why: 'it was right to start it again' },
    (desk, story) => {
      rounds(story, 3, (i) => [
        desk.run('gh run rerun 4711 --failed', '✓ Requested rerun (failed jobs) of run 4711'),
        desk.run(
          'gh run watch 4711 --exit-status',
          `X topic CI · 4711\nTriggered via push about ${12 + i * 9} minutes ago\n\nJOBS\nX e2e in 4m${10 + i}s (ID 33${i}41)\n\nANNOTATIONS\nX The runner has received a shutdown signal.`,
          1,
        ),
      ]);
      story
        .step(desk.run('gh run rerun 4711 --failed', '✓ Requested rerun (failed jobs) of run 4711'))
        .step(
          desk.run(
            'gh run watch 4711 --exit-status',
            '✓ topic CI · 4711\nTriggered via push about 41 minutes ago\n\nJOBS\n✓ e2e in 6m2s (ID 33941)',
          ),
        );
    },
  ),
  quiet(
    'code generated after each of eight changes, and built without a word',
    { why: 'silence is what a build is for' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace('/w/proto/order.proto', '}', `  string ${word(i)} = ${7 + i};\n}`),
        desk.run('buf generate', ''),
        desk.run('go build ./...', ''),
      ]);
    },
  ),
  quiet(
    'a list read page by page to its end',
    { why: 'each page has other entries' },
    (desk, story) => {
      story.repeat(22, (i) =>
        desk.run(
          `curl -s 'https://api.test/orders?page=${i + 1}&per_page=3'`,
          JSON.stringify({
            page: i + 1,
            pages: 22,
            orders: [0, 1, 2].map((n) => ({
              id: 9000 - i * 3 - n,
              state: 'paid',
              total: 40 + ((i * 7 + n) % 9),
            })),
          }),
        ),
      );
    },
  ),
];

export const honestEverydayLooks: readonly Idea[] = [
  quiet(
    'a long file read in slices, and a word looked up in between',
    { why: 'every slice is another one' },
    (desk, story) => {
      const lines = source('ledger', 960).split('\n');
      rounds(story, 8, (i) => [
        desk.read('/w/src/ledger.ts', lines.slice(i * 120, i * 120 + 120).join('\n'), [
          i * 120 + 1,
          120,
        ]),
        desk.search(
          `ledger${word(i)}`,
          i % 2 === 0 ? '' : `src/${word(i)}.ts:${i * 9 + 4}: ledger${word(i)}()`,
        ),
      ]);
    },
  ),
  noStall(
    'a test run twelve times, as the person wants to know how often it fails',
    {
      why: 'how often it fails is what was asked',
      prompt: 'test_two_ways is flaky. Run it a dozen times and tell me how often it fails.',
    },
    (desk, story) => {
      story.repeat(12, (i) =>
        i % 4 === 1
          ? desk.run(
              'python -m pytest tests/test_sync.py -q',
              `F                                                                        [100%]\nE       AssertionError: assert 41 == 42\nFAILED tests/test_sync.py::test_two_ways - AssertionError: assert 41 == 42\n1 failed in 0.${31 + i}s`,
              1,
            )
          : desk.run(
              'python -m pytest tests/test_sync.py -q',
              `.                                                                        [100%]\n1 passed in 0.${31 + i}s`,
            ),
      );
    },
  ),
  quiet(
    'a plan that gets shorter with each file that is done',
    { why: 'each entry is ticked off after its work' },
    (desk, story) => {
      const items = Array.from({ length: 9 }, (_, i) => `Port ${word(i)}.js to TypeScript`);
      rounds(story, 8, (i) => [
        desk.todo(items.slice(i)),
        desk.write(`/w/src/${word(i)}.ts`, source(word(i), 12)),
        desk.run('npx tsc --noEmit', ''),
      ]);
    },
  ),
  quiet(
    'pictures taken of twelve pages at two widths',
    { why: 'each is another picture' },
    (desk, story) => {
      rounds(story, 12, (i) => [
        desk.use(
          'browser',
          'navigate',
          { url: `http://localhost:3000/${word(i)}` },
          `Navigated to http://localhost:3000/${word(i)}`,
        ),
        desk.use('browser', 'resize', { width: 390, height: 844 }, 'Resized'),
        desk.use('browser', 'take_screenshot', { name: `${word(i)}-narrow` }, 'Screenshot taken'),
        desk.use('browser', 'resize', { width: 1280, height: 720 }, 'Resized'),
        desk.use('browser', 'take_screenshot', { name: `${word(i)}-wide` }, 'Screenshot taken'),
      ]);
    },
  ),
  quiet(
    'a notebook worked through cell by cell, one of which is mended twice',
    { why: 'each cell says something else, and the mended one runs at last' },
    (desk, story) => {
      story.repeat(14, (i) =>
        desk.use(
          'notebook',
          'execute_cell',
          { path: '/w/model.ipynb', index: i < 6 ? i : i < 9 ? 6 : i - 2 },
          i === 6 || i === 7 ? `KeyError: '${word(i)}'` : `(${10412 - i * 31}, ${12 + (i % 4)})`,
        ),
      );
    },
  ),
  quiet(
    'a series of nine patches applied, some with an offset',
    { why: 'each is another patch, and each lands' },
    (desk, story) => {
      story.repeat(9, (i) =>
        desk.run(
          `patch -p1 < series/000${i + 1}-${word(i)}.patch`,
          `patching file src/${pick(['cart', 'tax', 'cart'], i)}.ts${i % 3 === 0 ? '\nHunk #1 succeeded at 41 (offset 2 lines).' : ''}`,
        ),
      );
    },
  ),
  quiet(
    'rules added to a script that cleans a table, most of which drop some rows',
    { why: 'fewer rows are left, and a rule that drops none says so once' },
    (desk, story) => {
      let left = 10_412;
      rounds(story, 8, (i) => {
        const dropped = i % 3 === 2 ? 0 : 12 + i * 7;
        left -= dropped;
        return [
          desk.replace(
            '/w/clean.py',
            'return rows',
            `rows = [r for r in rows if r['${word(i)}'] != 'n/a']\n    return rows`,
          ),
          desk.run(
            'python clean.py raw/orders.csv out/orders.csv',
            `read 10412 rows\nrule ${i + 1} dropped ${dropped} rows\nwrote ${left} rows to out/orders.csv`,
          ),
        ];
      });
    },
  ),
  quiet(
    'a count of type errors that falls slowly, and rests now and then',
    { why: 'fewer are left' },
    (desk, story) => {
      const left = [41, 41, 40, 38, 38, 37, 35, 35, 34, 31] as const;
      rounds(story, 10, (i) => [
        desk.replace(`/w/shop/${word(i)}.py`, 'def get(x)', `def get(x: ${word(i + 1)}) -> None`),
        desk.run(
          'mypy shop | tail -3',
          `shop/zone.py:112: error: Function is missing a type annotation  [no-untyped-def]\nshop/zone.py:118: error: Returning Any from function declared to return "str"  [no-any-return]\nFound ${pick(left, i)} errors in ${9 - (i >> 2)} files (checked 31 source files)`,
          1,
        ),
      ]);
    },
  ),
  quiet(
    'the bad commit looked for by hand, half by half',
    { why: 'each run is at another commit' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        i % 4 === 1
          ? desk.run('./check.sh', 'ok: total 42')
          : desk.run('./check.sh', 'FAIL: total 41, wanted 42', 1),
        desk.run(
          `git bisect ${i % 4 === 1 ? 'good' : 'bad'}`,
          `Bisecting: ${256 >> (i + 1)} revisions left to test after this (roughly ${7 - i} steps)\n[${hex(i, 40)}] Touch the ${word(i)}`,
        ),
      ]);
    },
  ),
  quiet(
    'the same benchmark with ten sizes, on two machines',
    { why: 'each is another point of the curve' },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.run(
          `ssh left ./bench --size ${1 << (i + 4)}`,
          `size ${1 << (i + 4)}: ${40 + i * 11}.${i} MB/s`,
        ),
        desk.run(
          `ssh right ./bench --size ${1 << (i + 4)}`,
          `size ${1 << (i + 4)}: ${38 + i * 9}.${i} MB/s`,
        ),
      ]);
    },
  ),
  quiet(
    'one name replaced in thirty files by the same edit',
    { why: 'each is another file', prompt: 'Rename fetchAll to loadAll everywhere.' },
    (desk, story) => {
      story.repeat(30, (i) =>
        desk.replace(`/w/src/${word(i)}/${word(i * 3 + 1)}${i}.ts`, 'fetchAll(', 'loadAll('),
      );
    },
  ),
  quiet(
    'twenty pages translated, each read and then written',
    { why: 'each is another page', prompt: 'Translate docs/en to German.' },
    (desk, story) => {
      rounds(story, 20, (i) => [
        desk.read(
          `/w/docs/en/${word(i)}${i}.md`,
          `# The ${word(i)}\n\nUse the ${word(i)} to find a ${word(i + 2)}. See [${word(i + 3)}](${word(i + 3)}.md).`,
        ),
        desk.write(
          `/w/docs/de/${word(i)}${i}.md`,
          `# Das ${word(i)}\n\nMit dem ${word(i)} findet man ein ${word(i + 2)}. Siehe [${word(i + 3)}](${word(i + 3)}.md).`,
        ),
      ]);
    },
  ),
];
