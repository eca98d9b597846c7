/**
 * Cases of what is hidden: texts behind a pattern, failures behind a pipe, figures beside failing tests, nothing beside a count, and an
 * error amid hints.
 */
import { row, word, type Scene } from './cases.js';
import type { Act } from '../support/story.js';
import type { Toolset } from './toolsets.js';

/** A setting is put into a file by a pattern that fits any value; each value is measured. */
const tuned =
  (values: readonly number[], told: (value: number, i: number) => string): Scene =>
  (tools, story) => {
    for (const [i, value] of values.entries()) {
      story
        .step(tools.run(`sed -i 's/^pool_size = .*/pool_size = ${value}/' pool.ini`, ''))
        .step(tools.run('./load.sh --seconds 60', told(value, i)));
    }
  };

describe('cases: texts that a pattern fits', () => {
  row('one value after the other is put in by one pattern', 'quiet', {
    'of a setting': tuned([5, 10, 20, 40, 80, 160], (value) => `tps = ${1900 + value * 21}`),
    'by a script': (tools, story) => {
      story.repeat(12, (i) =>
        i % 2 === 0
          ? tools.run(
              `python3 -c "import re; p = open('pool.ini').read(); open('pool.ini', 'w').write(re.sub(r'pool_size = \\d+', 'pool_size = ${5 + i}', p))"`,
              '',
            )
          : tools.run('./load.sh --seconds 60', `tps = ${1900 + i * 21}`),
      );
    },
    'of a release': (tools, story) => {
      story.repeat(8, (i) =>
        i % 2 === 0
          ? tools.run(`sed -i -E 's/version = "[^"]+"/version = "1.${i}.0"/' Cargo.toml`, '')
          : tools.run(`cargo package --list | wc -l`, `${40 + i}`),
      );
    },
  });
  row('two values take turns by one pattern, and nothing changes', 'by 12', {
    'the same answer': tuned(
      Array.from({ length: 9 }, (_, i) => (i % 2 === 0 ? 10 : 20)),
      () => 'error: the pool is dry after 3 s',
    ),
  });
});

const edited = (tools: Toolset, i: number): Act =>
  tools.replace('/w/src/grid.tsx', `try ${i}`, `try ${i + 1}: ${word(i)}`);
/** A test that counts, which fails until it is low enough. */
const counted =
  (counts: readonly number[], told: (count: number) => string): Scene =>
  (tools, story) => {
    for (const [i, count] of counts.entries()) {
      story
        .step(edited(tools, i))
        .step(tools.run('npx vitest run test/grid.test.tsx', told(count), 1));
    }
  };
const vitest = (line: string): string =>
  ` ❯ test/grid.test.tsx (1 test | 1 failed) 31ms\n   × draws few cells\n${line}\n\n Test Files  1 failed (1)\n      Tests  1 failed (1)`;

/** A script of replacements that grows, and is run as a whole each time: what it replaced before is not there any more. */
const regrown =
  (command: (parts: readonly string[]) => string): Scene =>
  (tools, story) => {
    const parts: string[] = [];
    for (let i = 0; i < 7; i++) {
      parts.push(word(i));
      story
        .step(tools.run(command(parts), ''))
        .step(tools.run('npx tsc --noEmit | wc -l', `${40 - i * 5}`));
    }
  };

describe('cases: replacements that are run once more', () => {
  row('with one more each time', 'quiet', {
    'of a stream editor': regrown(
      (parts) =>
        `sed -i ${parts.map((part) => `-e 's/old_${part}/new_${part}/g'`).join(' ')} src/api.ts`,
    ),
    'of a script': regrown(
      (parts) =>
        `python3 - <<'PY'\np = 'src/api.ts'\ns = open(p).read()\n${parts.map((part) => `s = s.replace('old_${part}', 'new_${part}')`).join('\n')}\nopen(p, 'w').write(s)\nPY`,
    ),
  });
});

describe('cases: figures beside failing tests', () => {
  row('the figure gets better, with rests', 'watch at most', {
    drawings: counted([412, 412, 231, 231, 230, 96, 104, 96, 41], (count) =>
      vitest(`draws after one key: ${count}`),
    ),
    'a size': counted([912.5, 700.1, 702, 512.3, 512.3, 366, 250.2], (count) =>
      vitest(`bundle size = ${count} kB`),
    ),
    'a share': counted([51, 51, 60.5, 60.5, 60.7, 71, 71, 85.2], (count) =>
      vitest(`hits of the cache: ${count}%`),
    ),
  });
  row('the figure stays where it is', 'by 10', {
    'the same': counted([412, 412, 412, 412, 412, 412], (count) =>
      vitest(`draws after one key: ${count}`),
    ),
    'about the same': counted([412, 409, 415, 411, 413, 408], (count) =>
      vitest(`draws after one key: ${count}`),
    ),
    'a number that changes by itself': counted([412, 90, 3000, 12, 777, 5], (count) =>
      vitest(`random seed: ${count}`),
    ),
  });
  row('the figure goes up and down', 'by 14', {
    'and comes back': counted([412, 231, 412, 231, 412, 231, 412, 231], (count) =>
      vitest(`draws after one key: ${count}`),
    ),
  });
});

/** A pipe hides how the build ended. */
const piped =
  (errors: readonly string[], acts: (tools: Toolset, i: number) => Act): Scene =>
  (tools, story) => {
    for (const [i, error] of errors.entries()) {
      const end = `${error}\nmake: *** [Makefile:${14 + (i % 2)}: generate] Error 1`;
      story.step(
        i % 2 === 0
          ? tools.run(
              'make generate',
              `go generate ./...\n${error}\nmake: *** [Makefile:14: generate] Error 1`,
              2,
            )
          : tools.run('make generate 2>&1 | tail -5', end),
      );
      story.step(acts(tools, i));
    }
  };
const lacking = (name: string, i: number): string =>
  `no required module provides package example.com/${name}; to add it:\n\tgo get example.com/${name}\ninternal/${word(i)}/${word(i)}.go:${9 + (i % 2)}: running "go": exit status 1`;
const got = (tools: Toolset, i: number): Act =>
  tools.run(
    `go get example.com/mockgen@v1.${i % 3}.0`,
    `go: added example.com/mockgen v1.${i % 3}.0`,
  );

describe('cases: builds that a pipe ends', () => {
  row('the same lack, whatever is added', 'by 14', {
    'and whoever is named': piped(
      Array.from({ length: 8 }, (_, i) => lacking('mockgen', i)),
      got,
    ),
  });
  row('one lack after the other', 'watch at most', {
    'each is added': piped(
      Array.from({ length: 8 }, (_, i) => lacking(word(i), i)),
      (tools, i) =>
        tools.run(`go get example.com/${word(i)}`, `go: added example.com/${word(i)} v1.0.0`),
    ),
  });
  row('logs of builds that failed are read', 'watch at most', {
    'one after the other': (tools, story) => {
      story.repeat(8, (i) =>
        tools.run(
          `tail -3 logs/build-${word(i)}.log`,
          `cc -c ${word(i)}.c\n${word(i)}.c:3: error: no ${word(i + 1)}\nmake: *** [Makefile:4: all] Error 1`,
        ),
      );
    },
  });
});

/** A script of its own, rewritten before each run. */
const sought =
  (rows: readonly number[]): Scene =>
  (tools, story) => {
    for (const [i, count] of rows.entries()) {
      story
        .step(
          i === 0
            ? tools.write(
                '/w/scrape.py',
                `rows = page.select("${word(i)}")\nprint(len(page), len(rows))\n`,
              )
            : tools.replace('/w/scrape.py', `select("${word(i - 1)}")`, `select("${word(i)}")`),
        )
        .step(
          tools.run(
            i % 2 === 0 ? 'python scrape.py' : 'python3 scrape.py',
            `${5812 + ((i * 3) % 7)} bytes, ${count} rows`,
          ),
        );
    }
  };

describe('cases: scripts that find nothing', () => {
  row('rewritten, and it finds nothing, whatever it counts besides', 'by 14', {
    'other selectors': sought([0, 0, 0, 0, 0, 0, 0, 0]),
  });
  row('rewritten, and it finds something now and then', 'watch at most', {
    'at last': sought([0, 0, 0, 0, 31]),
    between: sought([0, 0, 0, 12, 0, 0, 0, 31]),
  });
});

const asked = [
  'npx orm migrate dev --name add_note',
  'CI=false npx orm migrate dev --name add_note',
  'yes | npx orm migrate dev --name add_note',
  'echo y | npx orm migrate dev --name add-note --skip-seed',
  'npx orm migrate dev --name add_note --create-only',
  'npx orm migrate dev -n add_note < /dev/null',
  "printf 'y\\ny\\n' | npx orm migrate dev -n note",
  'npm run db:migrate -- --name add_note',
  'npx --yes orm@5 migrate dev --name add_note',
];
/** A program that says what is wrong between what it loaded and what to read. */
const refused =
  (error: (i: number) => string): Scene =>
  (tools, story) => {
    for (const [i, command] of asked.entries()) {
      story.step(
        tools.run(
          command,
          `Variables loaded from .env\nSchema loaded from orm/schema\nDatasource "db": shop_dev at "localhost:5432"\n\n${error(i)}\n\n\`orm migrate dev\` is meant for a person at work.\nTo deploy what is there, use another command.\nSee the reference of commands for more.`,
          130,
        ),
      );
      if (i === 4) {
        story.step(tools.run('ls orm/migrations', '20260704_init\n20260911_add_coupon'));
      }
    }
  };

describe('cases: an error amid hints', () => {
  row('the same, however the program is begun', 'by 9', {
    'it wants a terminal': refused(
      () => 'Error: the environment is not interactive, which is not supported here.',
    ),
  });
  row('another one each time', 'watch at most', {
    'one after the other is put right': refused(
      (i) => `Error: the column of ${word(i)} has no default, and its table is not empty.`,
    ),
  });
});
