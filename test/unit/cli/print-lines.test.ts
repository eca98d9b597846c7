/** What reaches the terminal: one line per step, state and verdict, and nothing that a terminal would obey. */
import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import { jsonLine, LinePrinter, paintFor } from '../../../src/cli/print-lines.js';
import type { WatchLine } from '../../../src/cli/watch-lines.js';

const hostile = '\u001b]0;owned\u0007\u009b31m\u202egnp\r\n\u001b[2Jend';
const of = { session: `s${hostile}`, agent: hostile, at: 0 };
const step = (title: string): WatchLine => ({
  type: 'step',
  ...of,
  turn: 0,
  step: 4,
  calls: [
    { call: 4, tool: hostile, title, outcome: 'failed', progress: false, note: hostile },
    { call: 5, tool: 'Read', title: 'a.ts', outcome: 'ok', progress: true, note: 'new lines' },
  ],
});
const lines: WatchLine[] = [
  { type: 'session', ...of, folder: `/w/${hostile}` },
  step(hostile),
  { type: 'state', ...of, state: 'stalled', steps: 5, needsPerson: true, name: hostile },
  {
    type: 'verdict',
    ...of,
    id: hostile,
    turn: 0,
    step: 4,
    call: 5,
    level: 'stalled',
    kind: 'loop',
    detector: hostile,
    count: 4,
    threshold: 4,
    evidence: { calls: [4] },
    reason: hostile,
    why: [hostile],
  },
  {
    type: 'state',
    ...of,
    state: 'idle',
    steps: 5,
    needsPerson: false,
    end: 'answered',
    facts: [hostile],
  },
  { type: 'intervention', ...of, kind: 'text-only', state: 'obeyed' },
  { type: 'cleared', ...of, id: hostile, level: 'stalled', clearedAtCall: 6 },
];
const terminal = paintFor(true, {});
const texts = (paint = terminal): string[] => {
  const printer = new LinePrinter(paint);
  return lines.flatMap((line) => printer.print(line));
};

describe('lines of turnwatch watch', () => {
  it('hold nothing of what agents say that a terminal would obey or reorder', () => {
    for (const text of texts()) {
      assert.doesNotMatch(
        stripVTControlCharacters(text),
        /[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/,
      );
      // only our own colors
      assert.deepEqual(text.match(/\u001b(?!\[\d{1,2}m)/g), null, JSON.stringify(text));
    }
  });

  it('are one JSON object each, which says the same and holds no control character either', () => {
    for (const line of lines) {
      const text = jsonLine(line);
      assert.doesNotMatch(text, /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2028]/);
      assert.deepEqual(JSON.parse(text), line);
    }
  });

  it('have colors on a terminal only, and none with NO_COLOR', () => {
    assert.ok(texts().some((text) => text.includes('\u001b[31m')));
    for (const paint of [
      paintFor(false, {}),
      paintFor(true, { NO_COLOR: '1' }),
      paintFor(true, { TERM: 'dumb' }),
    ]) {
      assert.equal(texts(paint).join('').includes('\u001b'), false);
    }
  });

  it('stand under a heading of their session, each call on its own line', () => {
    const printer = new LinePrinter(paintFor(false, {}));
    const print = (session: string, line: WatchLine): string[] =>
      printer.print({ ...line, session, agent: 'codex', at: undefined });
    print('one', { type: 'session', ...of, folder: '/w' });
    assert.deepEqual(print('one', { ...step('x'), calls: [] } as WatchLine), [
      '==> Codex in /w (one)',
      '          step 5  no call',
    ]);
    assert.deepEqual(
      print('one', { type: 'state', ...of, state: 'waiting', steps: 1, needsPerson: false }),
      ['          Waiting · 1 step'],
    );
    const limit = { for: 'overload', until: 49_000, attempt: 4 } as const;
    const waits = { type: 'state', ...of, state: 'waiting', steps: 1, needsPerson: false } as const;
    assert.deepEqual(
      new LinePrinter(paintFor(false, {}))
        .print({ ...waits, limit, at: 9000 })
        .at(-1)
        ?.slice(10),
      'Overloaded: try 4 in 40\u00a0s · 1 step',
    );
    assert.deepEqual(
      print('one', { type: 'intervention', ...of, kind: 'text-only', state: 'obeyed' }),
      ['          Force respond: answered'],
    );
    print('two', { type: 'session', ...of, folder: '/v' });
    assert.deepEqual(print('two', { type: 'cleared', ...of, id: 'x', level: 'watch' }), [
      '',
      '==> Codex in /v (two)',
      '          No longer: Watch',
    ]);
    assert.equal(printer.print(step('x')).length, 4);
  });
});
