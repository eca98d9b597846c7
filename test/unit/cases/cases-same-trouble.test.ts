/** Cases of one trouble in ever other dress: what is put in, what is asked, and where it is asked differ. Each with its honest twin. */
import { hex } from '../../eval/first-sight/idea.js';
import { alternate, each, other, row, source, word, type Scene } from './cases.js';
import type { Toolset } from './toolsets.js';
import type { Act } from '../support/story.js';

const pinned = (tools: Toolset, i: number): Act =>
  tools.replace('/w/setup.cfg', `shapes==1.${i}`, `shapes==1.${i + 1}`);

const packed = (options: string, output: string): ((tools: Toolset, i: number) => Act) => {
  const flags = options.split('|');
  return (tools, i) => tools.run(`fpack ${flags[i % flags.length] ?? ''} --level ${i}`, output, 3);
};

describe('cases: the value that was put in is named', () => {
  row('ever other versions, none of which there is', 'no-progress by 14', {
    'one after the other': alternate(8, pinned, (tools, i) =>
      tools.run(
        'pipx-sync --locked',
        `error: no version of shapes satisfies shapes==1.${i + 1}`,
        1,
      ),
    ),
  });
  row('another thing is wrong each time', 'watch at most', {
    'the next missing library': alternate(8, pinned, (tools, i) =>
      tools.run(
        'pipx-sync --locked',
        `error: no version of ${word(i)} satisfies ${word(i)}==2.0`,
        1,
      ),
    ),
  });
});

/** A server that does not start, and whoever holds its port ended before each new try. */
const started =
  (count: number, told: (i: number) => string): Scene =>
  (tools, story) => {
    for (let i = 0; i < count; i++) {
      story.step(tools.run(i % 2 === 0 ? 'npm run dev' : 'PORT=3000 npm run dev', told(i), 1));
      story.step(tools.run('lsof -ti :3000', String(21_400 + 37 * i)));
      story.step(tools.run(`kill ${21_400 + 37 * i}`, ''));
    }
  };

describe('cases: the same line at the end of other traces', () => {
  row('a port that is taken, whatever is ended', 'error-loop by 14', {
    'other frames each time': started(
      6,
      (i) =>
        `> next dev\n\nError: listen EADDRINUSE: address already in use :::3000\n    at ${word(i)} (server.js)\n    at ${word(i + 7)} (net.js)`,
    ),
  });
  row('the next thing is in the way each time', 'watch at most', {
    'another file that is missing': started(
      6,
      (i) =>
        `> next dev\n\nError: Cannot find module './${word(i)}'\n    at load (loader.js)\n    at boot (main.js)`,
    ),
  });
});

describe('cases: the very words in which it failed before', () => {
  const broken =
    'reading the manifest\nthe pack needs a table that this build lacks, see the notes on tables\nnothing was written';
  row('other options, the same failure at length', 'by 9', {
    'a program that is not known': each(12, packed('--fast|--safe|--deep', broken)),
  });
  row('its own inputs tried one after the other', 'watch at most', {
    'each was written for it': (tools, story) => {
      for (let i = 0; i < 5; i++) {
        story.step(tools.write(`/w/inputs/${word(i)}.txt`, source(`in${i}`, 6)));
      }
      for (let i = 0; i < 5; i++) {
        story.step(tools.run(`fpack /w/inputs/${word(i)}.txt`, broken, 3));
      }
    },
  });
});

describe('cases: a state that says no more than that it failed', () => {
  const ordered = (i: number): Act =>
    other(
      'mcp__shop__export',
      { kind: word(i), days: 30 - i },
      `{"job":"${hex(i, 12)}","state":"queued"}`,
    );
  const failed =
    (reason: (i: number) => string) =>
    (_: Toolset, i: number): Act =>
      other(
        'mcp__shop__get_export',
        { job: hex(i, 12) },
        `{"state":"failed","reason":"${reason(i)}"}`,
      );
  row('the same reason each time', 'error-loop by 14', {
    'exports that the plan does not include': alternate(
      9,
      (_, i) => ordered(i),
      failed(() => 'plan does not include exports'),
    ),
  });
  row('another reason each time', 'watch at most', {
    'each export lacks another field': alternate(
      9,
      (_, i) => ordered(i),
      failed((i) => `field ${word(i)} is empty in row ${i * 7}`),
    ),
  });
});

describe('cases: what is missing was never asked for', () => {
  row('whatever the command, one revision is missing', 'error-loop w4 s6', {
    'a base moved by another branch': each(9, (tools, i) =>
      tools.run(
        `dbmove ${word(i)} --to head${i}`,
        "FAILED: can't locate the revision 'spring.2' that the base names",
        255,
      ),
    ),
  });
  row('each time, what was asked for is not there', 'watch at most', {
    'a name looked for in ever other places': each(9, (tools, i) =>
      tools.run(
        `dbmove show ${word(i)}.2`,
        `FAILED: can't locate the revision '${word(i)}.2'`,
        255,
      ),
    ),
  });
});

describe('cases: read anew', () => {
  const part = (tools: Toolset, i: number): Act =>
    tools.read(`/w/src/${word(i)}.ts`, source(word(i), 12));
  row('five files, once more in the same order', 'watch at most', {
    'the notes were lost': (tools, story) => {
      for (let i = 0; i < 10; i++) {
        story.step(part(tools, i % 5));
      }
      story.step(tools.write('/w/src/report.ts', source('report', 9)));
    },
  });
  row('five files again and again', 'by 15', {
    'in the same order': each(20, (tools, i) => part(tools, i % 5)),
  });
});

describe('cases: looked at on another machine', () => {
  const df = (tools: Toolset): Act =>
    tools.run(
      "ssh build1.test 'df -h /'",
      'Filesystem      Size  Used Avail Use% Mounted on\n/dev/nvme0n1p2  196G  196G     0 100% /',
    );
  row('two looks in turn, and nothing is done', 'by 12', {
    'a full disk': each(16, (tools, i) =>
      i % 2 === 0
        ? df(tools)
        : tools.run(
            `ssh build1.test 'du -xh / | sort -rh | head -${5 + (i % 3)}'`,
            '196G\t/\n151G\t/var\n112G\t/var/lib',
          ),
    ),
  });
  row('looked at between acts that free something', 'quiet', {
    'a disk that empties': each(12, (tools, i) =>
      i % 2 === 0
        ? tools.run(`ssh build1.test 'rm -rf /srv/old/${word(i)}'`, '')
        : tools.run(
            "ssh build1.test 'df -h /'",
            `Filesystem      Size  Used Avail Use% Mounted on\n/dev/nvme0n1p2  196G  ${190 - i * 9}G  ${i * 9}G ${95 - i * 4}% /`,
          ),
    ),
  });
});

describe('cases: tests of which none ran', () => {
  const none =
    'testing: warning: no tests to run\nPASS\nok  \tshop.test/store\t0.002s [no tests to run]';
  row('ever other names, and no test of any', 'by 12', {
    'behind a build tag': each(12, (tools, i) =>
      tools.run(`go test ./store -run Test${word(i)}`, none),
    ),
  });
  row('no test of one name, then of the right one', 'quiet', {
    'a slip': (tools, story) => {
      story.step(tools.run('go test ./store -run TestRepaly', none));
      story.step(tools.run('go test ./store -run TestReplay', 'ok  \tshop.test/store\t0.031s'));
    },
  });
});

describe('cases: two failures that take turns under other commands', () => {
  const commands = ['psql $URL -f m.sql', 'psql "$URL" -1 -f db/m.sql', 'make migrate'] as const;
  const pair = (failures: (i: number) => string) =>
    alternate(
      8,
      (tools, i) =>
        tools.write(
          '/w/db/m.sql',
          `-- try ${i}\n${i % 2 === 0 ? 'CREATE OR REPLACE' : 'DROP'} FUNCTION total;\n`,
        ),
      (tools, i) => tools.run(commands[i % 3] ?? commands[0], failures(i), 3),
    );
  row('what mends the one brings the other', 'by 14', {
    'a function that may be neither replaced nor dropped': pair((i) =>
      i % 2 === 0
        ? `psql:db/m.sql:${3 + (i % 3)}: ERROR:  cannot change return type of existing function`
        : `psql:db/m.sql:${2 + (i % 4)}: ERROR:  cannot drop function total because other objects depend on it`,
    ),
  });
  row('what mends the one brings the next', 'watch at most', {
    'another object each time': pair((i) =>
      i % 2 === 0
        ? `psql:db/m.sql:${3 + i}: ERROR:  cannot change return type of function ${word(i)}`
        : `psql:db/m.sql:${2 + i}: ERROR:  cannot drop function ${word(i)} because other objects depend on it`,
    ),
  });
});

describe('cases: one command that fails for ever other reasons', () => {
  row('each reason is put out of the way', 'quiet', {
    'eleven packages that are missing': each(22, (tools, i) =>
      i % 2 === 0
        ? tools.run(
            'pnpm -r build',
            `src/index.ts(3,1): error TS2307: Cannot find module '${word(i)}-${i}'.`,
            2,
          )
        : tools.run(
            `pnpm add ${word(i - 1)}-${i - 1} --filter web`,
            `+ ${word(i - 1)}-${i - 1} 1.${i}.0`,
          ),
    ),
  });
  row('a book that is put right sheet by sheet by scripts', 'quiet', {
    'ever fewer faults': each(18, (tools, i) =>
      i % 2 === 0
        ? tools.run(
            `python -c "import openpyxl as o; w=o.load_workbook('p.xlsx'); w['${word(i)}']['F${i}']='=SUM(B2:B${i + 40})'; w.save('p.xlsx')"`,
            '',
          )
        : tools.run(
            'python count_errors.py p.xlsx',
            `#REF!: ${60 - i * 3}\nfirst: ${word(i)}!F${i}`,
            1,
          ),
    ),
  });
});
