/** Honest work that looks like a circle from afar: waits, retries, comparisons, steps of a longer way. */
import { source, word } from '../../unit/cases/cases.js';
import { clock, hex, noStall, pick, quiet, rounds, type Idea } from './idea.js';

export const honestWays: readonly Idea[] = [
  noStall(
    'an installation that the network breaks off three times, and the fourth one works',
    { why: 'trying again was right' },
    (desk, story) => {
      story.repeat(3, (i) =>
        desk.run(
          'npm ci',
          `npm error code ECONNRESET\nnpm error network aborted\nnpm error network This is a problem related to network connectivity.\nnpm error A complete log of this run can be found in: /home/dev/.npm/_logs/2026-11-21T10_0${i}_11_${i}02Z-debug-0.log`,
          1,
        ),
      );
      story.step(desk.run('npm ci', 'added 812 packages, and audited 813 packages in 41s'));
      story.step(desk.run('npm test', 'Tests: 41 passed, 41 total'));
    },
  ),
  noStall(
    'half of the plug-ins switched off, then a quarter, to find the one that hangs',
    { why: 'each failing run halves what is left' },
    (desk, story) => {
      let enabled = 64;
      rounds(story, 6, (i) => {
        const half = enabled / 2;
        const acts = [
          desk.replace(
            '/w/plugins.yaml',
            `last: ${enabled * 3 + i}`,
            `first: ${i * 5}\nlast: ${half * 3 + i}`,
          ),
          i % 3 === 2
            ? desk.run('./serve --check', 'ready in 2.1s')
            : desk.run(
                './serve --check',
                'timed out after 30s: no plug-in answered the handshake',
                1,
              ),
        ];
        enabled = half;
        return acts;
      });
      story.step(desk.read('/w/plugins/thumbnails/index.js', source('thumbs')));
    },
  ),
  quiet(
    'a terminal program driven key by key, the screen read after each',
    { why: 'the key is always the same and says nothing; the screens differ' },
    (desk, story) => {
      rounds(story, 11, (i) => [
        desk.run('tmux send-keys -t setup Enter', ''),
        desk.run(
          'tmux capture-pane -p -t setup',
          `Setup, page ${i + 1} of 11\n\n  ${word(i)} settings\n  > Accept the default for the ${word(i + 6)}\n    Choose another one`,
        ),
      ]);
    },
  ),
  quiet(
    'cells of a notebook run that print nothing',
    { why: 'each cell does something else; that it prints nothing is usual' },
    (desk, story) => {
      story.repeat(14, (i) =>
        desk.use(
          'notebook',
          'execute_cell',
          {
            path: '/w/clean.ipynb',
            content: `df["${word(i)}"] = df["${word(i)}"].fillna(${i}).astype("float32")`,
          },
          `In[${i + 4}]: executed, no output`,
        ),
      );
    },
  ),
  quiet(
    'ten folds of a cross-validation, some with the same figure',
    { why: 'each is another fold' },
    (desk, story) => {
      story.repeat(10, (i) =>
        desk.run(
          `python train.py --fold ${i} --epochs 3`,
          `fold ${i}: 3 epochs\nval_loss 0.41\nval_acc ${pick(['0.81', '0.81', '0.82'], i)}\nsaved to out/fold${i}.pt`,
        ),
      );
    },
  ),
  noStall(
    'memory looked at again after each thousand requests',
    {
      why: 'the load is the point, and the figures move',
      prompt: 'Does the server leak memory? Measure it under load.',
    },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          'hey -n 1000 -c 20 http://localhost:8080/',
          `Summary:\n  Total:\t${(2.1 + i / 50).toFixed(2)} secs\n  Requests/sec:\t${470 - i}\n\nStatus code distribution:\n  [200]\t1000 responses`,
        ),
        desk.run('curl -s localhost:8080/debug/heap', `{"heapUsedMb":${212 + i * 3},"external":4}`),
      ]);
    },
  ),
  noStall(
    'a name that is not there yet is asked for until it is',
    {
      why: 'names take their time; in the end it is there',
      prompt: 'Point shop.example.com at the new host and wait until it resolves.',
    },
    (desk, story) => {
      story.step(
        desk.use(
          'dns',
          'create_record',
          { name: 'shop', type: 'A', value: '203.0.113.7' },
          '{"id":"r-77","status":"PENDING"}',
        ),
      );
      story.repeat(7, () => desk.run('sleep 45; dig +short shop.example.com', ''));
      story.step(desk.run('sleep 45; dig +short shop.example.com', '203.0.113.7'));
    },
  ),
  noStall('an emulator that starts', { why: 'it says offline until it is up' }, (desk, story) => {
    story.step(desk.run('nohup emulator -avd Pixel_8 -no-window >/tmp/emu.log 2>&1 &', ''));
    story.repeat(5, () =>
      desk.run('sleep 10; adb shell getprop sys.boot_completed', 'error: device offline', 1),
    );
    story.step(desk.run('sleep 10; adb shell getprop sys.boot_completed', '1'));
    story.step(
      desk.run(
        'adb install app/build/outputs/apk/debug/app-debug.apk',
        'Performing Streamed Install\nSuccess',
      ),
    );
  }),
  quiet(
    'twelve dependencies raised one by one, all tests after each',
    { why: 'passing is the good answer, after another change each time' },
    (desk, story) => {
      rounds(story, 12, (i) => [
        desk.run(
          `npm install ${word(i)}-kit@latest`,
          `changed 1 package, and audited 640 packages in ${2 + (i % 3)}s\n\nfound 0 vulnerabilities`,
        ),
        desk.run(
          'npm test --silent',
          `Test Suites: 31 passed, 31 total\nTests:       142 passed, 142 total\nTime:        ${8 + (i % 4)}.${i}s`,
        ),
      ]);
    },
  ),
  noStall(
    'a pattern made better against the same samples',
    { why: 'the counts go down, and once they stay' },
    (desk, story) => {
      story.repeat(9, (i) =>
        desk.run(
          `rg -c --pcre2 '^(?:${word(i)}|\\d{${i + 1},})${'\\s?'.repeat(i)}$' samples/bad.txt`,
          String(pick([37, 31, 31, 28, 17, 17, 9, 4, 2], i)),
        ),
      );
    },
  ),
  quiet(
    'messages of a mailbox sorted one by one',
    { why: 'each is another message' },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.use(
          'mail',
          'get_message',
          { id: hex(i, 12) },
          `From: ${word(i)}@example.com\nSubject: About the ${word(i + 2)}\n\nThe ${word(i + 3)} of ${word(i + 9)} is due on the ${i + 3}th.`,
        ),
        desk.use(
          'mail',
          'move_message',
          { id: hex(i, 12), folder: pick(['Bills', 'Archive'], i) },
          '{"moved":true}',
        ),
      ]);
    },
  ),
  noStall(
    'a game played by keys, with a wall in the way now and then',
    { why: 'the place changes with each key, but for the wall' },
    (desk, story) => {
      story.repeat(22, (i) =>
        desk.use(
          'emulator',
          'press',
          { key: pick(['Right', 'Right', 'Up', 'A'], i) },
          i % 7 > 4
            ? 'A wall is in the way.'
            : `You are at ${3 + i}, ${9 - (i % 4)}. HP 20/20. You see: ${word(i)}, ${word(i * 3)}.`,
        ),
      );
    },
  ),
  quiet(
    'positions counted to ever greater depth',
    { why: 'each depth is another question with another figure' },
    (desk, story) => {
      story.repeat(9, (i) =>
        desk.run(
          `./engine perft ${i + 1}`,
          `depth ${i + 1}\nnodes ${[20, 400, 8902, 197_281, 4_865_609, 119_060_324, 3_195_901_860, 84_998_978_956, 2_439_530_234_167][i] ?? 0}\nmismatches 0`,
        ),
      );
    },
  ),
  quiet(
    'a load test with ever more clients, no errors',
    { why: 'each run is another load' },
    (desk, story) => {
      story.repeat(9, (i) =>
        desk.run(
          `k6 run --vus ${10 * 2 ** i} --duration 20s load.js`,
          `checks.........: 100.00%\nhttp_req_failed: 0.00%\nhttp_req_duration: avg=${12 + i * i}.4ms p(95)=${31 + i * i * 2}.1ms\niterations.....: ${1900 + i * 811}`,
        ),
      );
    },
  ),
  noStall(
    'a branch put onto another one, with a conflict in the same file at each commit',
    { why: 'the rebase moves on: 2 of 9, 3 of 9' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.read(
          '/w/CHANGELOG.md',
          `# Changes\n\n<<<<<<< HEAD\n- ${word(i)} added\n=======\n- ${word(i + 1)} mended\n>>>>>>> ${hex(i, 7)} (The ${word(i + 1)})`,
        ),
        desk.replace(
          '/w/CHANGELOG.md',
          `<<<<<<< HEAD\n- ${word(i)} added\n=======\n- ${word(i + 1)} mended\n>>>>>>> ${hex(i, 7)}`,
          `- ${word(i)} added\n- ${word(i + 1)} mended`,
        ),
        desk.run(
          'git add CHANGELOG.md && GIT_EDITOR=true git rebase --continue',
          i === 7
            ? 'Successfully rebased and updated refs/heads/topic.'
            : `[detached HEAD ${hex(i + 90, 7)}] The ${word(i + 1)}\n 1 file changed, 1 insertion(+)\nAuto-merging CHANGELOG.md\nCONFLICT (content): Merge conflict in CHANGELOG.md\nerror: could not apply ${hex(i + 1, 7)}... The ${word(i + 2)}\nhint: Resolve all conflicts manually, mark them as resolved with "git add", then run "git rebase --continue".\nRebasing (${i + 2}/9)`,
          i === 7 ? 0 : 1,
        ),
      ]);
    },
  ),
  quiet(
    'an index rebuilt portion by portion by the same command',
    { why: 'what remains goes down', prompt: 'Reindex everything.' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.run(
          './manage.py reindex --next',
          `Indexed 500 documents, ${6000 - 500 * (i + 1)} remaining`,
        ),
      );
    },
  ),
  noStall(
    'a switch set and unset in turn, to measure both ways several times',
    {
      why: 'the person asked for the comparison, and each time is another measurement',
      prompt: 'Compare the server with and without the cache, four times each, in turn.',
    },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/server.toml',
          i % 2 === 0 ? 'cache = false' : 'cache = true',
          i % 2 === 0 ? 'cache = true' : 'cache = false',
        ),
        desk.run(
          './bench.sh',
          `p50 ${(i % 2 === 0 ? 4.1 : 9.3) + i / 100} ms\np99 ${(i % 2 === 0 ? 11 : 31) + i / 10} ms`,
        ),
      ]);
    },
  ),
  quiet(
    'a function changed line by line, and looked at after each change',
    { why: 'the part that is looked at has changed each time' },
    (desk, story) => {
      const lines = Array.from({ length: 24 }, (_, i) => `  const old${i} = ${word(i)}(${i * 3});`);
      rounds(story, 10, (i) => {
        const [before, after] = [lines[i * 2] ?? '', `  const ${word(i)} = measure(${i});`];
        lines[i * 2] = after;
        return [
          desk.replace('/w/src/layout.ts', before, after),
          desk.read('/w/src/layout.ts', lines.slice(0, 20).join('\n'), [1, 20]),
        ];
      });
    },
  ),
  quiet(
    'tests that fail one after the other, each mended before the next',
    { why: 'the run stops at the first failure, which is another one each time' },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.run(
          'pytest -x -q',
          `${'.'.repeat(i * 4)}F\nE   assert parse("${word(i)}") == ${i}\nFAILED tests/test_${word(i)}.py::test_${word(i + 1)}\n1 failed, ${i * 4} passed in ${1 + i / 10}s`,
          1,
        ),
        desk.replace(`/w/src/${word(i)}.py`, `return ${i + 1}`, `return ${i}`),
      ]);
      story.step(desk.run('pytest -x -q', '41 passed in 2.9s'));
    },
  ),
  quiet(
    'a build of an image followed by its log, line by line',
    { why: 'the same look shows more each time' },
    (desk, story) => {
      story.step(desk.run('docker buildx build -t shop . > /tmp/build.log 2>&1 &', ''));
      story.repeat(9, (i) =>
        desk.run(
          'sleep 20; tail -n 3 /tmp/build.log',
          `#${10 + i} [${i + 2}/12] RUN step-${word(i)}\n#${10 + i} sha256:${hex(i, 12)} ${i * 7}MB / 91MB\n#${10 + i} DONE ${i}.4s (${clock(i)})`,
        ),
      );
    },
  ),
];
