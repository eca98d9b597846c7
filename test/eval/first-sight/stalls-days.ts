/** Circles of releases, services, permissions and waits. Before any rule was tried on it, 96 of 168 were found in time. */
import { source, word } from '../../unit/cases/cases.js';
import { hex, pick, rounds, stall, type Idea } from './idea.js';

export const stallsOfDays: readonly Idea[] = [
  stall(
    'a version raised in the wrong file, and the same one may not be published again',
    7,
    18,
    { why: 'it is another package that is published' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace('/w/package.json', `"version": "4.3.${i}"`, `"version": "4.3.${i + 1}"`),
        desk.run(
          'npm publish ./dist',
          `npm notice Publishing to https://npm.acme.example/ with tag latest\nnpm error code E403\nnpm error 403 403 Forbidden - PUT https://npm.acme.example/@acme%2fshop - You cannot publish over the previously published versions: 4.2.9.\nnpm error A complete log of this run can be found in: /home/dev/.npm/_logs/2026-11-21T10_${10 + i}_11_${100 + i}Z-debug-0.log`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a tag made anew here, which the other side has already',
    7,
    18,
    { why: 'it is the other side’s tag that stands in the way' },
    (desk, story) => {
      rounds(story, 7, () => [
        desk.run('git tag -d v4.3.0', `Deleted tag 'v4.3.0' (was ${hex(3, 7)})`),
        desk.run('git tag -a v4.3.0 -m "Release 4.3.0"', ''),
        desk.run(
          'git push origin v4.3.0',
          "To github.test:acme/shop.git\n ! [rejected]        v4.3.0 -> v4.3.0 (already exists)\nerror: failed to push some refs to 'github.test:acme/shop.git'\nhint: Updates were rejected because the tag already exists in the remote.",
          1,
        ),
      ]);
    },
  ),
  stall(
    'stops set in ever other places, none of which the program reaches',
    7,
    20,
    { why: 'the program that is debugged is an old one' },
    (desk, story) => {
      rounds(story, 12, (i) => [
        desk.run(
          `lldb -b -o 'b ${word(i)}.cpp:${20 + i * 7}' -o run ./shop`,
          `(lldb) target create "./shop"\n(lldb) b ${word(i)}.cpp:${20 + i * 7}\nBreakpoint 1: no locations (pending).\nWARNING:  Unable to resolve breakpoint to any actual locations.\n(lldb) run\nProcess ${41_000 + i * 17} launched: './shop' (arm64)\nProcess ${41_000 + i * 17} exited with status = 0 (0x00000000)`,
        ),
      ]);
    },
  ),
  stall(
    'one proxy that refuses, whatever is fetched from wherever',
    4,
    12,
    { why: 'no host gets through' },
    (desk, story) => {
      story.repeat(10, (i) =>
        desk.run(
          `${pick(['pip install', 'pip download', 'python -m pip install --no-cache-dir'], i)} --index-url https://${pick(['pip.acme.example/simple', 'mirror.example.org/pypi', 'pypi.example.net/simple', 'files.example.com/simple'], i)} ${pick(['httpx', 'httpx==0.27', 'httpx[http2]'], i)}`,
          `WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after connection broken by 'ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed: 403 Forbidden'))': /simple/httpx/\nERROR: Could not find a version that satisfies the requirement httpx (from versions: none)\nERROR: No matching distribution found for httpx`,
          1,
        ),
      );
    },
  ),
  stall(
    'a rule that forbids a command, tried in ever other spellings',
    4,
    10,
    { why: 'the rule is meant for all of them' },
    (desk, story) => {
      story.repeat(10, (i) => {
        const command = pick(
          [
            'docker ps',
            'sudo docker ps',
            '/usr/bin/docker ps',
            'bash -c "docker ps"',
            'env docker ps -a',
            'command docker ps',
            'docker container ls',
          ],
          i,
        );
        return desk.run(
          `${command}${i > 6 ? ' --no-trunc' : ''}`,
          `Permission to use Bash with command ${command}${i > 6 ? ' --no-trunc' : ''} has been denied.`,
          1,
        );
      });
    },
  ),
  stall(
    'a job looked for that was never taken in',
    5,
    12,
    { why: 'the partition is wrong, so there is no such job' },
    (desk, story) => {
      story.step(
        desk.run(
          'sbatch --partition=gpuu fit.sh',
          'sbatch: error: invalid partition specified: gpuu\nsbatch: error: Batch job submission failed: Invalid partition name specified',
          1,
        ),
      );
      story.repeat(12, (i) =>
        desk.run(
          `sleep ${30 + i * 10}; squeue -j 88121`,
          'slurm_load_jobs error: Invalid job id specified',
          1,
        ),
      );
    },
  ),
  stall(
    'a cell of a notebook changed and run, with the same measure',
    7,
    20,
    { why: 'the cell that fits the model is never run' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.use(
          'notebook',
          'edit_cell',
          {
            path: '/w/fit.ipynb',
            index: 4,
            source: `features = ["price", "${word(i)}"]\nalpha = 0.${i + 1}`,
          },
          'Cell 4 updated',
        ),
        desk.use(
          'notebook',
          'execute_cell',
          { path: '/w/fit.ipynb', index: 6 },
          'r2 = 0.4127\nmae = 11.93',
        ),
      ]);
    },
  ),
  stall(
    'drawings exported in ever other ways, for which a letter is missing',
    4,
    12,
    { why: 'the font is not loaded' },
    (desk, story) => {
      story.repeat(10, (i) =>
        desk.use(
          'figma',
          'export_node_as_image',
          {
            nodeId: `12:${40 + (i % 3)}`,
            format: pick(['PNG', 'SVG', 'PDF', 'JPG'], i),
            scale: 1 + (i % 2),
          },
          `Error exporting node: in exportAsync: unloaded font "Inter Medium". Please call figma.loadFontAsync({ family: "Inter", style: "Medium" }) and await the returned promise first.`,
          { failed: true },
        ),
      );
    },
  ),
  stall(
    'a builder and a tester who send each other the same fault',
    7,
    20,
    { why: 'the builder says that it is done, the tester that it is not, in the same words' },
    (_desk, story) => {
      rounds(story, 8, (i) => [
        {
          tool: 'Task',
          class: 'task' as const,
          input: {
            description: 'Mend the refund',
            prompt: `The refund answers with 500. ${pick(['Please mend it.', 'It still does. Mend it.', 'Look closer at the ledger.', 'Try another way.'], i)} (${word(i)})`,
          },
          output: pick(['Done: the refund is mended.', 'I mended the refund; it is done.'], i),
        },
        {
          tool: 'Task',
          class: 'task' as const,
          input: {
            description: 'Test the refund',
            prompt: `Test whether the refund works now${i === 0 ? '' : `, after attempt ${i + 1}`}.`,
          },
          output: 'The test test_refund fails: POST /refund answered 500 (expected 200).',
        },
      ]);
    },
  ),
  stall(
    'a sentence of a catalogue written anew, which never can be read',
    7,
    18,
    { why: 'it is another sentence that is broken' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/messages/pl.json',
          `"items": "{n, plural, one {${word(i)}}}"`,
          `"items": "{n, plural, one {${word(i + 1)}} few {${word(i)}} other {#}}"`,
        ),
        desk.run(
          'npx formatjs compile messages/pl.json --out-file dist/pl.json',
          '[@formatjs/cli] [WARN] Error validating message "{count, plural, one {#}": EXPECT_ARGUMENT_CLOSING_BRACE\nSyntaxError: EXPECT_ARGUMENT_CLOSING_BRACE',
          1,
        ),
      ]);
    },
  ),
  stall(
    'a plug-in that a generator does not find, whatever the search path',
    6,
    16,
    { why: 'it was never installed' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          pick(
            [
              'export PATH=$PATH:$(go env GOPATH)/bin',
              'export PATH=$PATH:/home/dev/go/bin',
              'hash -r',
              'export GOBIN=/usr/local/bin',
              'ln -sf /home/dev/go/bin/protoc-gen-go /usr/local/bin/',
            ],
            i,
          ),
          '',
        ),
        desk.run(
          'protoc --go_out=. proto/order.proto',
          'protoc-gen-go: program not found or is not executable\nPlease specify a program using absolute path or make sure the program is available in your PATH system variable\n--go_out: protoc-gen-go: Plugin failed with status code 1.',
          1,
        ),
      ]);
    },
  ),
  stall(
    'a search for the bad commit that can test none',
    5,
    14,
    { why: 'nothing can be built before the newest commit' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(
          `git bisect reset -q; git bisect start HEAD ${pick(['v4.0', 'v3.9', 'v3.8', 'v3.7'], i)} && git bisect run ${pick(['make check', 'sh -c "make check || exit 125"', './ci.sh'], i)}`,
          `running 'make' 'check'\nconfigure.ac:14: error: possibly undefined macro: AM_INIT\nThere are only 'skip'ped commits left to test.\nThe first bad commit could be any of:\n${hex(i, 40)}\n${hex(i + 5, 40)}\nWe cannot bisect more!\nerror: bisect run cannot continue any more`,
          2,
        ),
      ]);
    },
  ),
  stall(
    'words looked for in one log that holds none of them',
    9,
    14,
    { why: 'it is the log of another machine' },
    (desk, story) => {
      story.repeat(14, (i) =>
        desk.run(
          `grep -${pick(['i', 'iE', 'n', 'c'], i).replace('c', 'i')} ${pick(['timeout', '"connection reset"', 'ECONN', '"pool exhausted"', 'deadlock', '"lock wait"', 'refused', 'payment', '"HTTP 5"', 'retry', 'fatal', 'panic', 'oom', 'killed'], i)} /var/log/app/web.log`,
          '',
          1,
        ),
      );
    },
  ),
  stall(
    'good work for a long while, and then one test that stays red',
    33,
    44,
    {
      why: 'from the 27th call on, the same assertion fails after every edit',
      prompt: 'Port the module to the new interface.',
    },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.read(`/w/src/${word(i)}.py`, source(`port${i}`, 20)),
        desk.replace(`/w/src/${word(i)}.py`, `old(${i})`, `new(${word(i)})`),
        desk.run(
          'pytest -q',
          `${'.'.repeat(20 + i * 3)}F\nFAILED tests/test_${word(i)}.py::test_port - AssertionError: ${word(i)}\n1 failed, ${20 + i * 3} passed in 1.${i}2s`,
          1,
        ),
      ]);
      rounds(story, 9, (i) => [
        desk.replace('/w/src/zone.py', `offset = ${i}`, `offset = ${i + 1}  # ${word(i)}`),
        desk.run(
          'pytest -q',
          `${'.'.repeat(44)}F\nE       AssertionError: assert '+01:00' == '+02:00'\nFAILED tests/test_zone.py::test_summer - AssertionError: assert '+01:00' == '+02:00'\n1 failed, 44 passed in 1.${i}4s`,
          1,
        ),
      ]);
    },
  ),
];
