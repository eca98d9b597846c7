/** Cases of like answers to different questions: good ones are a sweep, negative ones a circle. */
import type { Toolset } from './toolsets.js';
import { each, other, row, times, word, type Scene } from './cases.js';
import { type Act } from '../support/story.js';

const hex = (i: number): string => ((i + 3) * 2_654_435_761).toString(16).padStart(12, 'c');
const clock = (i: number): string => `2026-11-21T10:${String(10 + i).padStart(2, '0')}:07.412Z`;

describe('cases: a sweep over many things, each done', () => {
  row('each target is another one, and each answer is good', 'quiet', {
    'files put by an unknown agent': times(22, (i) =>
      other(
        'fs.put',
        { target: `/w/src/part${i}.ts`, body: `export const ${word(i)}${i} = ${i};\n` },
        `{"bytes":${20 + i}}`,
      ),
    ),
    'tables altered': times(21, (i) =>
      other(
        'db_execute',
        { sql: `ALTER TABLE t_${word(i)}_${i} ADD COLUMN tenant_id int` },
        'ALTER TABLE',
      ),
    ),
    'tables altered in a shell': each(21, (tools, i) =>
      tools.run(`psql -c "ALTER TABLE t_${word(i)}_${i} ADD COLUMN tenant_id int"`, 'ALTER TABLE'),
    ),
    'labels set': times(18, (i) =>
      other('issues_set_label', { issue: 400 + i, label: 'stale' }, '{"ok":true}'),
    ),
    'checksums of folders': each(24, (tools, i) =>
      tools.run(
        `cd /data/${1998 + i} && sha256sum -c --quiet SHA256SUMS && echo all good`,
        'all good',
      ),
    ),
  });
  row('each place is another one, and nothing is there', 'watch at most', {
    'a scanner over 30 packages': each(30, (tools, i) =>
      tools.run(
        `audit-scan packages/${word(i)}-${i}`,
        i === 8 || i === 21
          ? `1 issue found: prototype pollution in ${word(i)}`
          : 'no issues found',
      ),
    ),
    'proving that no repository uses it': (tools, story) => {
      story.end().turn('Prove that none of our 24 repositories uses libfrob.');
      story.repeat(24, (i) => tools.run(`grep -rn libfrob /repos/${word(i)}-${i}`, '', 1));
    },
  });
});

const FULL = 'No space left on device';

/** Seven flags that change nothing about the answer. */
const flags = [
  '-s',
  '-sS',
  '-v',
  '-sS -L',
  '--http1.1 -s',
  '-s -H "Accept: */*"',
  '-s --compressed',
];
const curl = (i: number): string =>
  `curl ${flags[i % flags.length] ?? ''} -H 'Authorization: Bearer ${word(i)}' https://api.example.com/v${1 + (i % 3)}/items`;

describe('cases: one negative answer to every question', () => {
  row('the answer is the same but for ids and times', 'w4 s6', {
    'a token that is refused': each(12, (tools, i) =>
      tools.run(
        curl(i),
        `{"error":"invalid_token","message":"The access token is invalid","traceId":"${hex(i)}","time":"${clock(i)}"}`,
      ),
    ),
    'a table that may not be read': times(11, (i) =>
      other(
        'query',
        { sql: `SELECT ${word(i)} FROM accounts WHERE ${word(i + 3)} > ${i}` },
        'ERROR:  permission denied for table accounts [exit 1]',
      ),
    ),
    'a page behind a check': times(12, (i) =>
      other(
        'browser_navigate',
        { url: `https://shop.example.com/${word(i)}` },
        `Just a moment...\nVerify you are human by completing the action below.\nRay ID: ${hex(i)}`,
      ),
    ),
    'a host that cannot be reached, by other programs': each(13, (tools, i) =>
      tools.run(
        `${['curl -sS', 'wget -q', 'python fetch.py', 'git ls-remote', 'aria2c'][i % 5] ?? ''} https://mirror.example.org/${word(i)}`,
        'Error: Cannot reach host mirror.example.org',
        1,
      ),
    ),
  });

  const full = (i: number): readonly [string, string] =>
    (
      [
        [`cp build/${word(i)}.o out/`, `cp: error writing 'out/${word(i)}.o': ${FULL}`],
        [`tar xf vendor/${word(i)}.tar`, `tar: ${word(i)}: Cannot write: ${FULL}`],
        [
          `rsync -a ${word(i)}/ out/`,
          `rsync: [receiver] write failed on "${word(i)}": ${FULL} (28)`,
        ],
        [`npm pack ${word(i)}`, `npm error nospc ENOSPC: ${FULL.toLowerCase()}, write`],
      ] as const
    )[i % 4] ?? ['', ''];
  row('one reason, told by different programs of different things', 'by 8', {
    'the disk is full': each(10, (tools, i) => tools.run(...full(i), 1)),
  });
  row('one reason, and something is done between', 'quiet', {
    'what fills the disk is removed now and then': each(12, (tools, i) =>
      i % 4 === 3
        ? tools.run(`rm -rf cache/${word(i)}`, `removed directory 'cache/${word(i)}'`)
        : i % 4 === 2
          ? tools.run(`tar xf vendor/${word(i)}.tar`, `${40 + i} files extracted`)
          : tools.run(...full(i), 1),
    ),
  });
});

describe('cases: an unchanged witness', () => {
  const change = (tools: Toolset, i: number): Act =>
    tools.replace(
      `/w/src/${word(i % 4)}.py`,
      `return ${word(i)}(x)`,
      `return ${word(i + 1)}(x, ${i})`,
    );
  const rounds =
    (n: number, run: (tools: Toolset, i: number) => Act): Scene =>
    (tools, story) => {
      for (let i = 0; i < n; i++) {
        story.step(change(tools, i)).step(run(tools, i));
      }
    };

  row('own script prints the same wrong values in spite of edits of the library', 'w6 s10', {
    'before and after': (tools, story) => {
      story.step(
        tools.write('/w/check.py', 'from lib import total\nprint("total", total([1, 2]))\n'),
      );
      story.step(tools.run('python check.py', 'total 2\nexpected 3'));
      for (let i = 0; i < 8; i++) {
        story.step(change(tools, i)).step(tools.run('python check.py', 'total 2\nexpected 3'));
      }
    },
  });
  row('the same answer says that all is well', 'quiet', {
    'tests that pass': rounds(10, (tools) =>
      tools.run('pytest -q', '............\n12 passed in 0.41s'),
    ),
    'the silence of a compiler': rounds(10, (tools) => tools.run('npx tsc --noEmit', '')),
  });
  row('a log line added in different places, none shows', 'by 10', {
    'a server': (tools, story) => {
      for (let i = 0; i < 10; i++) {
        story.step(
          tools.replace(
            `/w/src/${word(i)}.js`,
            `function ${word(i)}() {`,
            `function ${word(i)}() {\n  console.log('in ${word(i)}');`,
          ),
        );
        story.step(tools.run('node app.js --once', 'starting\nqueue empty\nstopping'));
      }
    },
  });
});

describe('cases: waits for what is dead', () => {
  row('started, refused, killed', 'by 12', {
    'a server': (tools, story) => {
      for (let i = 0; i < 8; i++) {
        story.step(tools.run('nohup python server.py > out.log 2>&1 &', `[1] ${41_000 + i * 13}`));
        story.step(
          tools.run(
            'curl -sS localhost:8080/health',
            'curl: (7) Failed to connect to localhost port 8080: Connection refused',
            7,
          ),
        );
        story.step(tools.run('pkill -f server.py', ''));
      }
    },
  });
});

describe('cases: a wall in ever other words', () => {
  const logins = [
    ['aws s3 ls s3://reports', 'An error occurred (ExpiredToken): The provided token has expired.'],
    ['aws sts get-caller-identity', 'The security token included in the request is expired'],
    ['aws s3 ls', 'Unable to locate credentials. You can configure credentials.'],
    ['az storage blob list', "ERROR: Please run 'az login' to setup account."],
    ['gh release list', 'To get started with GitHub CLI, please run:  gh auth login'],
    [
      'gcloud storage ls',
      'Reauthentication failed. cannot prompt during non-interactive execution.',
    ],
    ['npm publish', 'npm error need auth This command requires you to be logged in'],
  ] as const;
  const asked = (tools: Toolset, i: number): Act => {
    const [command, answer] = logins[i % logins.length] ?? logins[0];
    return tools.run(command, answer, 1);
  };
  row('a login that nobody has given, asked for by ever other programs', 'by 7', {
    'one after the other': each(12, asked),
  });
  row('a login that is given after some tries', 'watch at most', {
    'it works from then on': each(16, (tools, i) =>
      i < 4
        ? asked(tools, i)
        : tools.run(`aws s3 cp s3://reports/${word(i)}.csv .`, `download: ${word(i)}.csv to ./`),
    ),
  });
  const busy =
    'The browser is already running for /home/kim/.cache/profile. Use --isolated to run several.';
  row('a failure in words that no list has, whatever is asked', 'by 8', {
    'a browser that another holds': each(12, (_, i) =>
      other(`mcp__devtools__${word(i)}_page`, { page: i }, busy, { ok: false }),
    ),
  });
  row('every tool refuses, each by its own name', 'by 7', {
    'a question that stands open': each(10, (_, i) =>
      other(
        `mcp__browser__${word(i)}`,
        { ref: `e${i}` },
        `Error: Tool "browser_${word(i)}" does not handle the modal state.`,
        { ok: false },
      ),
    ),
  });
  const notIdle = (tools: Toolset, i: number): Act =>
    tools.run(
      `adb shell uiautomator dump /sdcard/${word(i)}.xml`,
      'ERROR: could not get idle state.',
      1,
    );
  row('one failure, whatever is done between', 'by 14', {
    'keys that are pressed': each(24, (tools, i) =>
      i % 3 === 2 ? tools.run(`adb shell input keyevent ${80 + i}`, '') : notIdle(tools, i),
    ),
  });
  row('one failure, until something that is done between helps', 'watch at most', {
    'the film is stopped': each(24, (tools, i) =>
      i % 3 === 2
        ? tools.run(`adb shell input keyevent ${80 + i}`, '')
        : i > 7
          ? tools.run(`adb shell cat /sdcard/${word(i)}.xml`, `<node text="${word(i)}"/>`)
          : notIdle(tools, i),
    ),
  });
  row('two answers compared for one address after the other', 'quiet', {
    'no difference': each(14, (tools, i) =>
      tools.run(`diff <(curl -s old.test/${word(i)}) <(curl -s new.test/${word(i)})`, ''),
    ),
  });

  const options = ['-v', '-p 2222', '-4', '-i ~/.ssh/key', '-o ConnectTimeout=9', '-A', '-T'];
  row('a machine that cannot be reached, with ever other options', 's by 6', {
    'by its address': each(7, (tools, i) =>
      tools.run(
        `ssh ${options[i] ?? ''} deploy@10.0.0.5 uptime`,
        'ssh: connect to host 10.0.0.5 port 22: Connection timed out',
        255,
      ),
    ),
  });
  row('ever other machines, none of which can be reached', 'watch at most', {
    'by their addresses': each(7, (tools, i) =>
      tools.run(
        `ssh deploy@10.0.0.${i + 5} uptime`,
        `ssh: connect to host 10.0.0.${i + 5} port 22: Connection timed out`,
        255,
      ),
    ),
  });
});
