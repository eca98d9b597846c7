/** Which reads bring lines that were not seen before. */
import assert from 'node:assert/strict';
import type { JsonObject, ToolClass } from '../../../src/core/events.js';
import { Coverage } from '../../../src/core/identity/coverage.js';
import { findHits, findReads, viewedIn } from '../../../src/core/identity/reads.js';

const text = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}`).join('\n');
const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => `${String(from + i).padStart(6)}\tline`).join(
    '\n',
  );

interface Look {
  path?: string;
  version?: number;
  from?: number;
  to?: number;
  output?: string;
  step?: number;
  shared?: boolean;
  last?: number;
}
/** What each read in turn says; every read is a step unless told otherwise. */
function seen(...looks: Look[]): (boolean | undefined)[] {
  const coverage = new Coverage();
  return looks.map(({ version = 0, output, step, ...range }, i) =>
    coverage.see({
      range: { path: 'f', ...range },
      version,
      output: output ?? text(range.from ?? 1, range.to ?? 100),
      step: step ?? i,
    }),
  );
}

describe('coverage', () => {
  const table: Record<string, [Look[], (boolean | undefined)[]]> = {
    'pages once': [
      [
        { from: 1, to: 50 },
        { from: 51, to: 100 },
        { from: 101, to: 150 },
      ],
      [true, true, true],
    ],
    'pages twice': [
      [
        { from: 1, to: 50 },
        { from: 51, to: 100 },
        { from: 1, to: 50 },
        { from: 51, to: 100 },
      ],
      [true, true, false, false],
    ],
    'the whole file, then parts of it': [
      [{}, { from: 10, to: 20 }, { from: 1, to: 100 }, {}],
      [true, false, false, false],
    ],
    'parts, then the whole': [
      [{ from: 10, to: 20 }, {}],
      [true, true],
    ],
    overlaps: [
      [
        { from: 10, to: 20 },
        { from: 15, to: 25 },
        { from: 12, to: 24 },
        { from: 9, to: 12 },
      ],
      [true, true, false, true],
    ],
    'a gap that is filled': [
      [
        { from: 1, to: 10 },
        { from: 21, to: 30 },
        { from: 5, to: 25 },
        { from: 1, to: 30 },
      ],
      [true, true, true, false],
    ],
    'another version': [
      [{}, { version: 1 }, { version: 1 }],
      [true, true, false],
    ],
    'another file': [
      [{}, { path: 'g' }],
      [true, true],
    ],
    'more asked for than there is': [
      [
        { from: 90, to: 200, output: text(90, 100) },
        { from: 95, to: 120, output: text(95, 100) },
      ],
      [true, false],
    ],
    'a long file that was cut, then its rest': [
      [
        { output: numbered(1, 40) },
        { from: 41, output: numbered(41, 80) },
        { from: 41, to: 60, output: numbered(41, 60) },
      ],
      [true, true, false],
    ],
    'without a last line': [
      [
        { from: 50, output: text(50, 60) },
        { from: 55, to: 60 },
        { from: 61, to: 62 },
      ],
      [true, false, true],
    ],
    'counted from 0': [
      [
        { from: 1, to: 10, output: numbered(0, 9) },
        { from: 0, to: 9, output: numbered(0, 9) },
      ],
      [true, false],
    ],
    'data that looks like line numbers': [
      [
        { from: 1, to: 10, output: text(1, 10) },
        { from: 3, to: 8, output: '900\tx\n901\ty\n902\tz\n903\ta\n904\tb\n905\tc' },
      ],
      [true, false],
    ],
    'an empty answer': [[{ output: '' }], [false]],
    'a step that is judged again': [
      [{ step: 1 }, { step: 1 }, { step: 2 }, { step: 2 }],
      [true, true, false, false],
    ],
    'a part in the step that read the whole': [
      [{ step: 1 }, { step: 1, from: 5, to: 6 }, { step: 2, from: 5, to: 6 }],
      [true, true, false],
    ],
    'the last lines of a file that was read to its end': [
      [{}, { last: 20, output: text(81, 100) }, { last: 5, output: text(96, 100) }],
      [true, false, false],
    ],
    'the last lines, and more than it has': [
      [{ from: 90 }, { last: 30, output: text(71, 100) }, { last: 30, output: text(71, 100) }],
      [true, true, false],
    ],
    'the last lines of numbered ones': [
      [{ output: `${numbered(1, 99)}\n   100` }, { last: 3, output: 'line\nline\n' }],
      [true, false],
    ],
    'the last lines of a log that has grown': [
      [{}, { last: 20, output: text(101, 120) }],
      [true, undefined],
    ],
    'the last lines of a file of which nothing is known': [
      [
        { last: 20, output: text(81, 100) },
        { last: 20, output: text(81, 100) },
      ],
      [undefined, undefined],
    ],
    'the last lines of a file that was cut before its end': [
      [{ to: 50 }, { last: 20, output: text(81, 100) }],
      [true, undefined],
    ],
    'two files in one answer': [
      [
        { shared: true, output: text(1, 200) },
        { from: 20, to: 30 },
      ],
      [true, false],
    ],
  };
  for (const [name, [looks, expected]] of Object.entries(table)) {
    it(name, () => assert.deepEqual(seen(...looks), expected));
  }

  it('counts lines that were cut out of a long answer as seen', () => {
    const head = text(1, 600);
    const output = `${head}\n… ${head.length} characters …\n${text(1200, 1800)}`;
    assert.deepEqual(seen({ output }, { from: 900, to: 1000 }, { from: 2000, to: 2100 }), [
      true,
      false,
      true,
    ]);
  });
  it('keeps the newest 2,048 files', () => {
    const coverage = new Coverage();
    for (let i = 0; i < 2049; i++) {
      coverage.see({ range: { path: `f${i}` }, version: 0, output: 'x', step: i });
    }
    assert.equal(
      coverage.see({ range: { path: 'f2048' }, version: 0, output: 'x', step: 3000 }),
      false,
    );
    assert.equal(
      coverage.see({ range: { path: 'f0' }, version: 0, output: 'x', step: 3000 }),
      true,
    );
  });
  it('counts a changed file as new, once per step that changed it', () => {
    const coverage = new Coverage();
    const read = (step: number): boolean | undefined =>
      coverage.see({ range: { path: 'f' }, version: 0, output: 'x', step });
    assert.deepEqual([read(0), read(1)], [true, false]);
    coverage.changed('f', 2);
    assert.deepEqual([read(3), read(4)], [true, false]);
    coverage.changed('f', 2);
    assert.equal(read(5), false);
    coverage.changed('g', 6);
    assert.equal(read(7), false);
  });
  it('bounds scattered reads', () => {
    const coverage = new Coverage();
    const began = process.cpuUsage().user;
    for (let i = 0; i < 20_000; i++) {
      coverage.see({
        range: { path: 'f', from: ((i * 7919) % 100_000) * 3, to: ((i * 7919) % 100_000) * 3 },
        version: 0,
        output: 'x',
        step: i,
      });
    }
    assert.ok(process.cpuUsage().user - began < 2_000_000);
  });
});

describe('reads of a call', () => {
  const table: [JsonObject, string, ToolClass?][] = [
    [{ file_path: '/w/a' }, '/w/a'],
    [{ file_path: 'a', offset: 100, limit: 50 }, 'a:100-149'],
    [{ path: 'a', offset: 100 }, 'a:100-'],
    [{ path: 'a', limit: 20 }, 'a:1-20'],
    [{ path: 'a', start_line: 5, end_line: 9 }, 'a:5-9'],
    [{ path: './a', command: 'view', view_range: [5, 9] }, 'a:5-9'],
    [{ path: 'a', view_range: [5, -1] }, 'a:5-'],
    [{ path: 'a', line_start: '5', line_end: '9' }, 'a:5-9'],
    [{ filepath: 'a', startline: 5, endline: 9 }, 'a:5-9'],
    [{ path: 'a', line_offset: 3, n_lines: 4 }, 'a:3-6'],
    [{ path: 'a', line_range: '5-9' }, 'a:5-9'],
    [{ paths: ['a', 'b'] }, 'a b'],
    [{ command: "sed -n '5,9p' a" }, 'a:5-9', 'shell'],
    [{ command: 'cd x && cat a | head -5' }, 'x/a:1-5', 'shell'],
    [{ path: 'a', offset: 0, limit: 10 }, 'a:1-10'],
    [{ command: 'tail -n 20 a' }, 'a:last 20', 'shell'],
    [{ command: 'tail -20 ./a' }, 'a:last 20', 'shell'],
    [{ command: 'tail -n +20 a' }, 'a:20-', 'shell'],
    [{ command: 'cat a | head -60 | tail -20' }, 'a:41-60', 'shell'],
    [{ command: 'head -60 a | tail -20 | nl' }, 'a:41-60', 'shell'],
    [{ command: 'nl -ba a | tail -20 | cat -A' }, 'a:last 20', 'shell'],
    [{ command: 'tail -20 a | head -3 | nl' }, '', 'shell'],
    [{ path: 'a', offset: -20 }, ''],
    [{ file_path: 'a.pdf', pages: '1-5' }, ''],
    [{ paths: ['src/**'] }, ''],
    [{ pattern: 'x', path: 'a' }, '', 'search'],
    [{ command: 'cat a && npm test' }, '', 'shell'],
    [{ command: 'ls' }, '', 'shell'],
    [{ file_path: 'a', content: 'x' }, '', 'write'],
    [{}, ''],
  ];
  for (const [input, expected, kind] of table) {
    it(JSON.stringify(input), () => {
      const reads = findReads(kind ?? 'read', input).map(({ path, from, to, last }) =>
        last !== undefined
          ? `${path}:last ${last}`
          : from === undefined
            ? path
            : `${path}:${from}-${to ?? ''}`,
      );
      assert.equal(reads.join(' '), expected);
    });
  }
});

describe('lines recognised from the output alone', () => {
  const shown = (hits: readonly { path: string; line: number }[]): string =>
    hits.map(({ path, line }) => `${path}:${line}`).join(' ');
  const table: [JsonObject, string, string, ToolClass?][] = [
    [
      { command: 'grep -n cache src/a.ts' },
      '4:cache\n9-after\n--\n30:cache',
      'src/a.ts:4 src/a.ts:9 src/a.ts:30',
    ],
    [
      { command: 'cd src && rg -n cache' },
      'a.ts:4:cache\nb/c.ts:8:cache',
      'src/a.ts:4 src/b/c.ts:8',
    ],
    [{ pattern: 'cache', path: '/w/a.ts' }, '4:cache', '/w/a.ts:4', 'search'],
    [{ pattern: 'cache' }, 'src/a.ts:4: cache', 'src/a.ts:4', 'search'],
    [{ pattern: 'cache' }, 'src/a.ts\nsrc/b.ts', '', 'search'],
    [{ command: 'rg cache src/a.ts' }, 'const cache = 1;', ''],
    [{ command: 'grep -n cache src/a.ts | wc -l' }, '4:', ''],
    [{ command: 'grep -n a x && cat y' }, '1:a', ''],
    [{ command: 'grep -n cache src/a.ts' }, '', ''],
    [
      { command: 'grep -n cache src/a.ts' },
      Array.from({ length: 201 }, (_, i) => `${i}:cache`).join('\n'),
      '',
    ],
    [{ command: 'find . -name a.ts' }, './a.ts:4:', ''],
  ];
  for (const [input, output, expected, kind] of table) {
    it(`hits of ${JSON.stringify(input)}: ${expected}`, () =>
      assert.equal(shown(findHits(kind ?? 'shell', input, output)), expected));
  }

  const viewed: [string, string][] = [
    [`[File: /w/a.py (94 lines total)]\n${text(1, 94)}`, '/w/a.py:1-94'],
    [
      `[File: /w/a.py (400 lines total)]\n(20 more lines above)\n${text(21, 120)}\n(280 more lines below)`,
      '/w/a.py:21-120',
    ],
    [`[File: /w/a.py (400 lines total)]\n(20 more lines above)\n${text(21, 30)}`, '/w/a.py:21-32'],
    ['[File: /w/a.py]\nx', ''],
    [`see [File: /w/a.py (94 lines total)]\n${text(1, 9)}`, ''],
    ['[File: /w/a.py (0 lines total)]\n', ''],
  ];
  for (const [output, expected] of viewed) {
    it(`a viewer's window: ${expected}`, () => {
      const { path, from, to } = viewedIn(output) ?? {};
      assert.equal(path === undefined ? '' : `${path}:${from ?? ''}-${to ?? ''}`, expected);
    });
  }
});
