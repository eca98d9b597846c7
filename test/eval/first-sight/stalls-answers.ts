/** Circles in which different calls come to one answer. */
import { word } from '../../unit/cases/cases.js';
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';

export const stallsByAnswers: readonly Idea[] = [
  stall(
    'every tool of a server that has died',
    4,
    9,
    { why: 'one dead connection, whatever is asked' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.use(
          'crm',
          pick(['list_contacts', 'get_contact', 'search_deals', 'list_deals', 'get_owner'], i),
          { query: word(i), limit: 10 + i },
          'MCP error -32000: Connection closed',
          { failed: true },
        ),
      );
    },
  ),
  stall(
    'different ways to become root',
    4,
    9,
    { why: 'the same password is missing each time' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.run(
          pick(
            [
              'sudo apt-get install -y libpq-dev',
              'sudo -S apt-get update',
              'sudo -n dpkg -i libpq.deb',
              'echo "" | sudo -S apt-get install libpq-dev',
              'sudo env DEBIAN_FRONTEND=noninteractive apt-get install libpq5',
              'sudo -u root apt-get install libpq-dev',
              'sudo bash -c "apt-get install -y libpq-dev"',
            ],
            i,
          ) + (i > 6 ? ` # ${word(i)}` : ''),
          'sudo: a terminal is required to read the password; either use the -S option to read from standard input or configure an askpass helper\nsudo: a password is required',
          1,
        ),
      );
    },
  ),
  stall(
    'nothing can be written, wherever it is tried',
    4,
    10,
    { why: 'the disk is full, and nothing is removed' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.run(
          pick(
            [
              `cp build/${word(i)}.o out/`,
              `tar xf vendor/${word(i)}.tar`,
              `git checkout ${word(i)}`,
              `python -m compileall src/${word(i)}`,
              `npm pack ${word(i)}`,
            ],
            i,
          ),
          pick(
            [
              `cp: error writing 'out/${word(i)}.o': No space left on device`,
              `tar: ${word(i)}: Cannot write: No space left on device`,
              `error: unable to write file src/${word(i)}.c: No space left on device`,
              'OSError: [Errno 28] No space left on device',
              'npm error nospc ENOSPC: no space left on device, write',
            ],
            i,
          ),
          1,
        ),
      );
    },
  ),
  stall(
    'the quota is used up, with ever longer pauses',
    4,
    10,
    { why: 'the daily quota does not come back by waiting minutes' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.run(
          `sleep ${10 * (i + 1)}; python translate.py --batch ${16 - i}`,
          `openai.RateLimitError: Error code: 429 - {'error': {'message': 'You exceeded your current quota, please check your plan and billing details.', 'type': 'insufficient_quota', 'request_id': 'req_${hex(i, 16)}'}}`,
          1,
        ),
      );
    },
  ),
  stall(
    'one host, one refusal, by every program that speaks to it',
    4,
    9,
    { why: 'the key is not accepted, whatever asks' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.run(
          pick(
            [
              'ssh deploy@10.0.0.7 uptime',
              'ssh -i ~/.ssh/id_rsa deploy@10.0.0.7 ls',
              'scp app.tgz deploy@10.0.0.7:/srv',
              'rsync -a dist/ deploy@10.0.0.7:/srv/app',
              'ssh -o IdentitiesOnly=yes -i ~/.ssh/deploy deploy@10.0.0.7 true',
              'sftp -b batch.txt deploy@10.0.0.7',
              'git push ssh://deploy@10.0.0.7/srv/app.git main',
            ],
            i,
          ) + (i > 6 ? ' -v' : ''),
          `${i % 2 === 0 ? "Warning: Permanently added '10.0.0.7' (ED25519) to the list of known hosts.\n" : ''}deploy@10.0.0.7: Permission denied (publickey).`,
          255,
        ),
      );
    },
  ),
  stall(
    'commits that a hook refuses, with different messages',
    4,
    8,
    { why: 'the rule is named each time, and each message breaks it' },
    (desk, story) => {
      story.repeat(10, (i) =>
        desk.run(
          `git commit -m '${['Add', 'Adds', 'Added', 'Adding', 'New:'][i % 5] ?? ''} the ${word(i)}'`,
          `⧗   input: ${['Add', 'Adds', 'Added', 'Adding', 'New:'][i % 5] ?? ''} the ${word(i)}\n✖   subject may not be empty [subject-empty]\n✖   type may not be empty [type-empty]\n\n✖   found 2 problems, 0 warnings\nⓘ   Get help: https://github.com/conventional-changelog/commitlint/#what-is-commitlint\nhusky - commit-msg script failed (code 1)`,
          1,
        ),
      );
    },
  ),
  stall(
    'a plan that is sent back for the same reason, reworded',
    4,
    8,
    { why: 'what is missing is named and never added' },
    (desk, story) => {
      story.repeat(10, (i) =>
        desk.use(
          'planner',
          'submit_plan',
          {
            content: `1. Look at the ${word(i)}\n2. Change the ${word(i + 1)} so that it fits\n3. Run the tests (attempt ${i + 1})`,
          },
          'Plan rejected: the section "Rollback" is missing.',
          { failed: true },
        ),
      );
    },
  ),
  stall(
    'a button clicked by different selectors',
    4,
    8,
    { why: 'none of the guesses is on the page' },
    (desk, story) => {
      story.repeat(10, (i) =>
        desk.use(
          'browser',
          'click',
          {
            selector: pick(
              [
                '#save',
                'button.save',
                'text=Save',
                '[data-testid=save]',
                'form >> button',
                '//button[1]',
                'button:has-text("Save")',
              ],
              i,
            ),
          },
          `TimeoutError: locator.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting for locator('${pick(['#save', 'button.save', 'text=Save', '[data-testid=save]', 'form >> button', '//button[1]', 'button:has-text("Save")'], i)}')`,
          { failed: true },
        ),
      );
    },
  ),
  stall(
    'libraries put in different orders, the same symbol missing',
    4,
    8,
    { why: 'the symbol is in none of them' },
    (desk, story) => {
      story.repeat(10, (i) =>
        desk.run(
          `gcc main.o ${pick(['-lssl -lcrypto -lz', '-lcrypto -lssl -lz', '-lz -lssl -lcrypto', '-Wl,--start-group -lssl -lcrypto -Wl,--end-group', '-static -lssl -lcrypto -lz -ldl'], i)} -L/opt/${word(i)}/lib -o app`,
          `/usr/bin/ld: main.o: in function \`connect_tls':\nmain.c:(.text+0x1${i}4): undefined reference to \`SSL_set_quic_method'\ncollect2: error: ld returned 1 exit status`,
          1,
        ),
      );
    },
  ),
  stall(
    'an arm that is sent to different places from where it cannot start',
    4,
    8,
    { why: 'it is the start that collides, not the goal' },
    (desk, story) => {
      story.repeat(10, (i) =>
        desk.use(
          'robot',
          'move_to',
          { x: 0.3 + i / 20, y: 0.1 * (i % 4), z: 0.4, planner: pick(['rrt', 'prm', 'ompl'], i) },
          `{"success":false,"message":"Planning failed: start state is in collision (link_4, table)","planning_time":${(0.11 + i / 37).toFixed(3)}}`,
        ),
      );
    },
  ),
  stall(
    'the same ten hits, however many are asked for',
    4,
    10,
    { why: 'all lines are known from the first answer on' },
    (desk, story) => {
      const hits = Array.from(
        { length: 10 },
        (_, k) => `${k + 1}. ${word(k)} handbook, chapter ${k * 3}`,
      ).join('\n');
      story.repeat(12, (i) =>
        desk.use(
          'wiki',
          'search',
          {
            query: pick(['sso set-up', 'set up SSO', 'single sign on', 'SSO configuration'], i),
            limit: 10 * (i + 1),
          },
          `Showing 10 of 10\n${hits}`,
        ),
      );
    },
  ),
  stall(
    'helpers asked the same in other words, who all know nothing',
    4,
    9,
    { why: 'the answer is known after the first' },
    (desk, story) => {
      story.repeat(10, (i) =>
        desk.use(
          'agents',
          'ask',
          {
            name: pick(['explorer', 'researcher', 'general'], i),
            content: `${pick(['Find out', 'Please search', 'Investigate', 'Look again'], i)} where the ${pick(['billing export', 'export of bills', 'invoice dump'], i)} is configured (try ${word(i)}).`,
          },
          'I searched the repository and could not find where the billing export is configured.',
        ),
      );
    },
  ),
  stall(
    'new scratch scripts that all print the same difference',
    5,
    12,
    { why: 'the same wrong value, found again by different scripts, and nothing is changed' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.write(
          `/w/scratch/check_${word(i)}.py`,
          `from shop import total\nitems = load("${word(i)}")\nprint("expected 42.00 got", total(items))`,
        ),
        desk.run(`python scratch/check_${word(i)}.py`, 'expected 42.00 got 41.00'),
      ]);
    },
  ),
  stall(
    'a file that nobody writes, waited for ever longer',
    4,
    10,
    { why: 'no job runs that could write it' },
    (desk, story) => {
      story.step(desk.search('result.json', 'tools/show.py:4: open("out/result.json")'));
      story.repeat(12, (i) =>
        desk.run(
          `sleep ${15 * (i + 1)} && ls -l out/result.json`,
          "ls: cannot access 'out/result.json': No such file or directory",
          2,
        ),
      );
    },
  ),
  stall(
    'three questions in one response, in other orders, beside a harmless new one',
    9,
    28,
    { why: 'the harmless question brings nothing that helps' },
    (desk, story) => {
      story.repeat(8, (i) => {
        const three = [
          desk.run('systemctl is-active shop', 'failed', 3),
          desk.run(
            'journalctl -u shop -n 2 --no-pager',
            `Nov 21 ${clock(1)} web1 shop[812]: cannot bind: address in use\nNov 21 ${clock(1)} web1 systemd[1]: shop.service: Failed`,
          ),
          desk.run('ss -ltnp sport = :8080', 'LISTEN 0 511 *:8080 users:(("nginx",pid=77))'),
        ];
        return [
          ...three.slice(i % 3),
          ...three.slice(0, i % 3),
          desk.run(
            pick(['date', 'whoami', 'hostname', 'uptime -p', 'uname -r'], i),
            pick(
              [`Sat Nov 21 ${clock(i)} UTC 2026`, 'deploy', 'web1', `up ${i + 3} minutes`, '6.8.0'],
              i,
            ),
          ),
        ];
      });
    },
  ),
];
