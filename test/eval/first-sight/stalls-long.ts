/** Circles that hide: behind guesses, new values, other words. Before any rule was tried on it, 95 of 180 were found in time. */
import { source, word } from '../../unit/cases/cases.js';
import { hex, pick, rounds, stall, type Idea } from './idea.js';

export const stallsInHiding: readonly Idea[] = [
  stall(
    'two ways to compare, each written over the other, as two tests take turns',
    7,
    20,
    { why: 'either way was there before, twice' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.write(
          '/w/src/sort.js',
          i % 2 === 0
            ? 'export const compare = (a, b) => a.name.localeCompare(b.name);\n'
            : 'export const compare = (a, b) => (a.name < b.name ? -1 : 1);\n',
        ),
        desk.run(
          'npx mocha test/sort.test.js',
          `\n  sort\n    ✓ keeps ${i % 2 === 0 ? 'umlauts' : 'digits'}\n    1) keeps ${i % 2 === 0 ? 'digits' : 'umlauts'}\n\n  1 passing (${5 + i}ms)\n  1 failing\n\n  1) sort\n       keeps ${i % 2 === 0 ? 'digits' : 'umlauts'}:\n      AssertionError: expected [ Array(3) ] to deeply equal [ Array(3) ]`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a base that is never healthy, however long it is given',
    7,
    20,
    { why: 'the health is asked with a program that the image does not have' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/compose.yaml',
          `interval: ${5 + i}s`,
          `interval: ${6 + i}s\n      retries: ${i + 3}`,
        ),
        desk.run(
          'docker compose up -d --wait',
          ` Container shop-db-1  Waiting\n Container shop-db-1  Error\ndependency failed to start: container shop-db-1 is unhealthy`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a description that a cluster turns away for the same lack',
    7,
    18,
    { why: 'what is lacking is put into the wrong place each time' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/k8s/job.yaml',
          `# security ${i}`,
          `securityContext: { runAsUser: ${1000 + i} } # security ${i + 1}`,
        ),
        desk.run(
          'kubectl apply -f k8s/job.yaml',
          `Error from server: error when creating "k8s/job.yaml": admission webhook "validate.kyverno.svc-fail" denied the request:\n\nresource Job/shop/nightly was blocked due to the following policies\n\nrun-as-non-root:\n  check: 'validation error: runAsNonRoot must be set to true. rule failed at path /spec/template/spec/containers/0/securityContext/'`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'fields guessed of an interface that may not be asked what it has',
    6,
    16,
    { why: 'none of the names is right, and the schema is never looked for' },
    (desk, story) => {
      story.repeat(14, (i) =>
        desk.run(
          `curl -s https://api.test/graphql -d '{"query":"{ order(id: 7) { ${word(i)}${pick(['', 'Name', 'Total', 'At'], i)} } }"}'`,
          `{"errors":[{"message":"Cannot query field \\"${word(i)}${pick(['', 'Name', 'Total', 'At'], i)}\\" on type \\"Order\\".","extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}`,
        ),
      );
    },
  ),
  stall(
    'columns guessed that a table does not have',
    6,
    16,
    { why: 'the table is never described' },
    (desk, story) => {
      story.repeat(14, (i) =>
        desk.use(
          'postgres',
          'query',
          { sql: `select ${word(i)}_${pick(['at', 'id', 'date'], i)} from visits limit 5` },
          `column "${word(i)}_${pick(['at', 'id', 'date'], i)}" does not exist`,
          { failed: true },
        ),
      );
    },
  ),
  stall(
    'colours changed for a contrast that stays too low',
    7,
    18,
    { why: 'the colours are those of the other theme' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/src/theme/dark.css',
          `--muted: #7${i}7${i}7${i};`,
          `--muted: #7${i + 1}7${i + 1}7${i + 1};`,
        ),
        desk.run(
          'npx pa11y http://localhost:3000/cart',
          `\nWelcome to Pa11y\n\n > Running Pa11y on URL http://localhost:3000/cart\n\nResults for URL: http://localhost:3000/cart\n\n • Error: This element has insufficient contrast at this conformance level. Expected a contrast ratio of at least 4.5:1, but text in this element has a contrast ratio of 3.11:1.\n   ├── WCAG2AA.Principle1.Guideline1_4.1_4_3.G18.Fail\n   └── <small class="hint">incl. VAT</small>\n\n1 Errors`,
          2,
        ),
      ]);
    },
  ),
  stall(
    'three files that have not changed, asked for over and over',
    7,
    18,
    { why: 'the tool says that nothing is new' },
    (desk, story) => {
      for (const name of ['cart', 'tax', 'money']) {
        story.step(desk.read(`/w/src/${name}.ts`, source(name, 24)));
      }
      story.repeat(15, (i) =>
        desk.read(
          `/w/src/${pick(['cart', 'tax', 'money'], i)}.ts`,
          'File unchanged since last read. The content from the earlier Read tool_result in this conversation is still current — refer to that instead of re-reading.',
        ),
      );
    },
  ),
  stall(
    'a tunnel opened on ever other ports, at whose end nobody answers',
    9,
    24,
    { why: 'the base listens elsewhere' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(`ssh -fN -L ${5433 + i}:localhost:5432 bastion.test`, ''),
        desk.run(
          `psql -h localhost -p ${5433 + i} -U shop -c 'select 1'`,
          `psql: error: connection to server at "localhost" (127.0.0.1), port ${5433 + i} failed: server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally\n\tbefore or while processing the request.`,
          2,
        ),
        desk.run(`pkill -f 'ssh -fN -L ${5433 + i}'`, ''),
      ]);
    },
  ),
  stall(
    'a sign-in on another device that nobody does',
    8,
    24,
    { why: 'nobody types the code in, and a new one is asked for each time' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(
          'gh auth login --web --hostname github.test',
          `! First copy your one-time code: ${hex(i, 4).toUpperCase()}-${hex(i + 9, 4).toUpperCase()}\nOpen this URL to continue in your web browser: https://github.test/login/device`,
        ),
        desk.run(
          'sleep 60; gh auth status',
          'You are not logged into any GitHub hosts. To log in, run: gh auth login',
          1,
        ),
      ]);
    },
  ),
  stall(
    'a room of a game that no word leads out of',
    7,
    18,
    { why: 'the game does not know the words, or there is no way' },
    (desk, story) => {
      story.repeat(18, (i) =>
        desk.use(
          'frotz',
          'send_command',
          {
            command:
              pick(
                [
                  'go north',
                  'open door',
                  'climb wall',
                  'push stone',
                  'go up',
                  'say friend',
                  'use lamp',
                  'kick door',
                  'go east',
                ],
                i,
              ) + (i > 8 ? ' again' : ''),
          },
          pick(
            [
              "You can't go that way.",
              "That's not a verb I recognise.",
              "You can't see any such thing.",
            ],
            i,
          ),
        ),
      );
    },
  ),
  stall(
    'solutions written anew for a judge who rejects the same sample',
    7,
    20,
    { why: 'the statement is misread: each solution gives the same wrong answer' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.write(
          '/w/sol.py',
          `import sys\n# ${word(i)}\nn = int(input())\n${source(`sol${i}`, 6 + i)}\nprint(solve(n, ${i}))\n`,
        ),
        desk.run(
          './judge sol.py',
          `test 1: ok\ntest 2: ok\ntest 3: wrong answer\n  expected 7\n  found    5\nverdict: WRONG_ANSWER on test 3 (${12 + i} ms)`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a hash that is another one after every entry',
    7,
    20,
    { why: 'the archive holds the time of its making: no hash can fit' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.replace('/w/default.nix', `sha256-${hex(i, 40)}=`, `sha256-${hex(i + 1, 40)}=`),
        desk.run(
          'nix-build --no-out-link',
          `building '/nix/store/${hex(i, 32)}-source.drv'...\nerror: hash mismatch in fixed-output derivation '/nix/store/${hex(i, 32)}-source.drv':\n         specified: sha256-${hex(i + 1, 40)}=\n            got:    sha256-${hex(i + 2, 40)}=`,
          102,
        ),
      ]);
    },
  ),
  stall(
    'machines that let nobody in, whatever the list says of them',
    7,
    18,
    { why: 'the key is missing on the machines' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace('/w/inventory.ini', `ansible_user=${word(i)}`, `ansible_user=${word(i + 1)}`),
        desk.run(
          'ansible -i inventory.ini web -m ping',
          `web01 | UNREACHABLE! => {\n    "changed": false,\n    "msg": "Failed to connect to the host via ssh: ${word(i + 1)}@10.0.0.7: Permission denied (publickey,password).",\n    "unreachable": true\n}`,
          4,
        ),
      ]);
    },
  ),
  stall(
    'a picture drawn by a tool that lacks the part for it',
    4,
    12,
    { why: 'the program was built without it' },
    (desk, story) => {
      story.repeat(10, (i) =>
        desk.run(
          `ffmpeg -y -i in.mp4 -vf "${pick(['drawtext=text=Hi', "drawtext=text='Hi':x=10", 'scale=640:-1,drawtext=text=Hi', 'drawtext=fontfile=/usr/share/fonts/a.ttf:text=Hi', 'format=yuv420p,drawtext=text=Hi:fontsize=24'], i)}" ${pick(['out.mp4', 'out.mkv'], i)}`,
          `ffmpeg version 7.0 Copyright (c) 2000-2024 the FFmpeg developers\nInput #0, mov,mp4,m4a,3gp,3g2,mj2, from 'in.mp4':\n  Duration: 00:00:${12 + (i % 3)}.04, start: 0.000000, bitrate: ${900 + i} kb/s\n[AVFilterGraph @ 0x${hex(i, 12)}] No such filter: 'drawtext'\n[vost#0:0/libx264 @ 0x${hex(i + 3, 12)}] Error initializing a simple filtergraph\nError opening output file ${pick(['out.mp4', 'out.mkv'], i)}.\nError opening output files: Filter not found`,
          8,
        ),
      );
    },
  ),
  stall(
    'a cloud asked in ever other ways by someone whom it does not know',
    4,
    10,
    { why: 'no key is there' },
    (desk, story) => {
      story.repeat(10, (i) =>
        desk.run(
          pick(
            [
              'aws s3 ls',
              'aws s3 cp dist s3://acme-site --recursive',
              'aws sts get-caller-identity',
              'AWS_PROFILE=deploy aws s3 sync dist s3://acme-site',
              'aws --region eu-central-1 s3api list-buckets',
              'aws cloudfront list-distributions',
            ],
            i,
          ) + (i > 5 ? ' --debug 2>&1 | tail -1' : ''),
          'Unable to locate credentials. You can configure credentials by running "aws configure".',
          253,
        ),
      );
    },
  ),
];
