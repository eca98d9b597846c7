import assert from 'node:assert/strict';
import { keyRows, foldRows, type Item } from '../../src/core/view/timeline/fold-rows.js';
import { makeLine } from '../../webview/timeline/line-text.js';
import { Texts } from '../../webview/ui/texts.js';
import { Heights, ROW_HEIGHT } from '../../webview/timeline/window/viewport.js';
import { RowHistory } from '../../webview/timeline/row-history.js';
import { compareByNeed, nextInNeed } from '../../src/core/view/need-order.js';
import type { SessionSummary } from '../../src/core/view/snapshot.js';
import { nestSessions, splitNeedy } from '../../webview/page/session-tree.js';
import { escapeControls } from '../../src/core/escape-controls.js';
import type { Row } from '../../src/core/view/timeline/rows.js';
import { longRun, step } from './fixtures/rows.js';
import { detail, others } from './fixtures/snapshots.js';

const idle = (number: number, tool = 'Read') =>
  step(number, tool, `src/${number}.ts`, { note: { id: 'idle.seen' } });
const fold = (rows: Row[], evidence: number[] = [], open: string[] = []) =>
  foldRows(keyRows(rows), new Set(evidence), new Set(open));
const names = (items: Item[]) =>
  items.map((item) => (item.kind === 'fold' ? `${item.from}-${item.to}` : item.key));

describe('folding', () => {
  it('folds three or more similar idle steps, but never the newest', () => {
    assert.deepEqual(names(fold([5, 4, 3, 2].map((number) => idle(number)))), ['step:5', '2-4']);
    assert.deepEqual(names(fold([5, 4, 3].map((number) => idle(number)))), [
      'step:5',
      'step:4',
      'step:3',
    ]);
  });

  it('does not fold evidence, progress and steps of different tools', () => {
    const rows = [9, 8, 7, 6, 5, 4].map((number) => idle(number));
    assert.deepEqual(names(fold(rows, [6])), [
      'step:9',
      'step:8',
      'step:7',
      'step:6',
      'step:5',
      'step:4',
    ]);
    assert.deepEqual(
      names(
        fold([
          idle(9),
          idle(8),
          idle(7),
          step(6, 'Edit', 'a', { progress: true }),
          idle(5),
          idle(4),
          idle(3),
        ]),
      ),
      ['step:9', 'step:8', 'step:7', 'step:6', '3-5'],
    );
    assert.deepEqual(names(fold([idle(9), idle(8), idle(7), idle(6, 'Bash'), idle(5), idle(4)])), [
      'step:9',
      'step:8',
      'step:7',
      'step:6',
      'step:5',
      'step:4',
    ]);
  });

  it('folds messages between such steps, but not after them', () => {
    const said: Row = { kind: 'message', at: 1, text: 'again' };
    const items = fold([
      idle(9),
      idle(8),
      said,
      idle(7),
      idle(6),
      { ...said, at: 2 },
      { kind: 'prompt', turn: 0, text: 'go' },
    ]);
    assert.deepEqual(names(items), ['step:9', '6-8', 'message:2:again', 'prompt:0']);
    assert.deepEqual(items[1]?.kind === 'fold' ? items[1].members : [], [
      'step:8',
      'message:1:again',
      'step:7',
      'step:6',
    ]);
  });

  it('shows the members of an open fold below it', () => {
    assert.deepEqual(names(fold([idle(4), idle(3), idle(2), idle(1)], [], ['fold:1'])), [
      'step:4',
      '1-3',
      'step:3',
      'step:2',
      'step:1',
    ]);
  });

  it('keeps the keys of equal rows while newer ones arrive', () => {
    const said: Row = { kind: 'message', at: 7, text: 'again' };
    const before = keyRows([said, said]).map(({ key }) => key);
    assert.deepEqual(
      keyRows([said, said, said])
        .map(({ key }) => key)
        .slice(1),
      before,
    );
  });
});

describe('what a line says', () => {
  const said = (row: Row) => {
    const { tool, title, folder, lines, time } = makeLine(
      { kind: 'row', key: '', row, folded: false },
      0,
      new Texts(),
    );
    return [
      tool,
      title,
      folder,
      lines === undefined ? '' : `+${lines.added} −${lines.removed}`,
      time,
    ];
  };

  it('begins with the command, or with the name of the file before its folder', () => {
    assert.deepEqual(
      [
        step(1, 'Bash', 'npm test', { durationMs: 12_000 }),
        step(1, 'Read', 'src/strategy/auto_commit.go', { path: '/w/src/strategy/auto_commit.go' }),
        step(1, 'Edit', 'README.md', { durationMs: 300, lines: { added: 2, removed: 1 } }),
        step(1, 'str_replace_based_edit_tool', 'view src/two words.ts', {
          path: '/w/src/two words.ts',
        }),
        step(1, 'Read', '/etc/hosts', { path: '/etc/hosts' }),
        step(1, 'Read', 'lib\\a.py', { path: 'C:\\w\\lib\\a.py' }),
      ].map(said),
      [
        ['', 'npm test', '', '', '12s'],
        ['', 'auto_commit.go', 'src/strategy', '', '1.2s'],
        ['', 'README.md', '', '+2 −1', ''],
        ['', 'two words.ts', 'src', '', '1.2s'],
        ['', 'hosts', '/etc', '', '1.2s'],
        ['', 'a.py', 'lib', '', '1.2s'],
      ],
    );
  });

  it('says what is done to the to-do list, in the language of the person', () => {
    const texts = new Texts();
    texts.set('de', { 'task.done': 'Aufgabe erledigt: {task}' });
    const row = step(4, 'TaskUpdate', 'Task done: Fix the lexer', {
      class: 'todo',
      words: { id: 'task.done', params: { task: 'Fix the lexer' } },
    });
    const { tool, title, kindWord, tooltip } = makeLine(
      { kind: 'row', key: '', row, folded: false },
      0,
      texts,
    );
    assert.deepEqual(
      [tool, title, kindWord.split(', ').at(-1), tooltip],
      [
        '',
        'Aufgabe erledigt: Fix the lexer',
        'TaskUpdate',
        'TaskUpdate Aufgabe erledigt: Fix the lexer',
      ],
    );
  });

  it('tells a duration in few letters in every language', () => {
    const texts = new Texts();
    texts.set('de', {});
    assert.deepEqual(
      [430, 9949, 14_000, 61_000].map((ms) => texts.duration(ms)),
      ['0,4s', '9,9s', '14s', '1:01'],
    );
  });

  it("says what is looked for and asked before the tool, which its icon tells; a server's tool by its own name", () => {
    assert.deepEqual(
      [
        step(1, 'Grep', 'total', { class: 'search' }),
        step(2, 'AskUserQuestion', 'Which database?', { class: 'ask' }),
        step(3, 'mcp__github__get_issue', 'acme/cart#1', { class: 'other' }),
      ].map((row) => said(row).slice(0, 2)),
      [
        ['', 'total'],
        ['', 'Which database?'],
        ['get_issue', 'acme/cart#1'],
      ],
    );
  });

  it('names the tool where there is neither, and adds up the lines of several edits', () => {
    const edit = step(3, 'Edit', 'a.ts', { lines: { added: 2, removed: 0 } });
    const both = { ...edit, calls: [...edit.calls, ...edit.calls] };
    assert.deepEqual(
      [
        step(1, 'WebFetch', 'total', { class: 'web' }),
        step(2, 'Bash', '', { class: 'shell' }),
        step(2, 'Read', '{"a": 1}', {}),
        both,
      ].map((row) => said(row).slice(0, 4)),
      [
        ['WebFetch', 'total', '', ''],
        ['Bash', '', '', ''],
        ['Read', '{"a": 1}', '', ''],
        ['', 'a.ts', '', '+4 −0'],
      ],
    );
  });
});

describe('held history', () => {
  const newest = (to: number) =>
    detail('progressing', { rows: longRun(300, to - 299), olderRows: to - 300 });

  it('joins older rows to the newest without gaps or duplicates', () => {
    const history = new RowHistory();
    history.update(newest(1000));
    assert.equal(history.left, 700);
    assert.equal(history.request(), 700);
    assert.equal(history.request(), undefined, 'one request at a time');
    // three more steps arrive before the answer
    assert.equal(history.update(newest(1003)).length, 303);
    assert.equal(history.add('a1', 700, { rows: longRun(300, 401) }), true);
    const steps = history
      .update(newest(1003))
      .map(({ row }) => (row.kind === 'step' ? row.step : -1));
    assert.deepEqual(
      steps,
      Array.from({ length: 603 }, (_, index) => 1003 - index),
    );
    assert.equal(history.left, 400);
  });

  it('rejects answers that were not requested', () => {
    const history = new RowHistory();
    history.update(newest(1000));
    assert.equal(history.add('a1', 700, { rows: longRun(300, 401) }), false);
    history.request();
    assert.equal(history.add('other', 700, { rows: longRun(300, 401) }), false);
    assert.equal(history.add('a1', 400, { rows: longRun(300, 101) }), false);
  });

  it('accepts a late answer once, and may repeat the request meanwhile', () => {
    const history = new RowHistory();
    history.update(newest(1000));
    assert.equal(history.request(), 700);
    history.requestTimedOut(700);
    assert.equal(history.add('a1', 700, { rows: longRun(300, 401) }), true);
    assert.equal(history.request(), 400);
    assert.equal(history.request(), undefined, 'an earlier timeout does not affect this request');
    history.requestTimedOut(400);
    assert.equal(history.request(), 400);
    assert.equal(history.add('a1', 400, { rows: longRun(300, 101) }), true);
    assert.equal(
      history.add('a1', 400, { rows: longRun(300, 101) }),
      false,
      'the answer to the second request',
    );
    assert.equal(history.update(newest(1000)).length, 900);
  });

  it('drops held rows when a gap opens', () => {
    const history = new RowHistory();
    history.update(newest(1000));
    history.request();
    history.add('a1', 700, { rows: longRun(300, 401) });
    assert.equal(history.update(newest(2000)).length, 300);
  });
});

describe('heights', () => {
  it('finds rows by their position', () => {
    const heights = new Heights();
    heights.set(['a', 'b', 'c'], (key) => key === 'b');
    heights.measure('b', 100);
    heights.refresh();
    assert.equal(heights.total, 2 * ROW_HEIGHT + 100);
    assert.deepEqual(
      [-5, 0, ROW_HEIGHT - 1, ROW_HEIGHT, ROW_HEIGHT + 99, ROW_HEIGHT + 100, 9999].map((at) =>
        heights.at(at),
      ),
      [0, 0, 0, 1, 1, 2, 2],
    );
  });
});

describe('sessions', () => {
  it('places sub-agents under their parents, even if parents form a cycle', () => {
    const parent = detail('progressing');
    const placed = nestSessions([...others, parent]).map(
      ({ session, depth }) => `${depth}${session.name}`,
    );
    assert.deepEqual(placed, [
      '0Fix the failing test in the cart',
      '1Find where vouchers are rounded',
      '0Add pagination to the orders API',
      '0Move the staging cluster to the new region',
    ]);
    const ring = [
      { ...parent, session: 'x', parent: 'y' },
      { ...parent, session: 'y', parent: 'x' },
    ];
    assert.equal(nestSessions(ring).length, 2);
  });
});

describe('sessions by need', () => {
  const by = (name: string, more: Partial<SessionSummary>): SessionSummary => ({
    ...detail('progressing'),
    session: name,
    open: true,
    needsPerson: false,
    ...more,
  });
  const sessions = [
    by('ended early', { open: false, state: 'idle', lastEventAt: 1 }),
    by('ended late', { open: false, state: 'idle', lastEventAt: 2 }),
    by('began late', { turnStartedAt: 20, lastEventAt: 90 }),
    by('began early', { turnStartedAt: 10, lastEventAt: 30 }),
    by('asks', { state: 'waiting', needsPerson: true, turnStartedAt: 1 }),
    by('stalled', { state: 'stalled', needsPerson: true, turnStartedAt: 5 }),
    by('ignores', { state: 'escalated', needsPerson: true, turnStartedAt: 9 }),
  ];
  const names = (all: readonly SessionSummary[]): string[] => all.map(({ session }) => session);

  it('come worst first, then by their starts, the finished newest first', () => {
    const sorted = sessions.toSorted(compareByNeed);
    assert.deepEqual(names(sorted), [
      'ignores',
      'stalled',
      'asks',
      'began early',
      'began late',
      'ended late',
      'ended early',
    ]);
    const later = sorted.map((each) =>
      each.session === 'began late' ? { ...each, lastEventAt: 999 } : each,
    );
    assert.deepEqual(names(later.toSorted(compareByNeed)), names(sorted), 'no row jumps');
    assert.deepEqual(
      [undefined, 'began early', 'ignores', 'stalled', 'asks'].map((each) =>
        nextInNeed(sorted, each),
      ),
      ['ignores', 'ignores', 'stalled', 'asks', 'ignores'],
    );
    assert.equal(nextInNeed([sessions[0] ?? detail('idle')], undefined), undefined);
  });

  it('keep a sub-agent that asks under its parent, among those that need the person', () => {
    const placed = nestSessions([
      by('asking child', { parent: 'parent', needsPerson: true }),
      by('alone', {}),
      by('parent', {}),
    ]);
    const { needy, rest } = splitNeedy(placed);
    assert.deepEqual(
      [needy, rest].map((all) => all.map(({ session, depth }) => `${depth} ${session.session}`)),
      [['0 parent', '1 asking child'], ['0 alone']],
    );
  });
});

describe('plain text', () => {
  it('shows characters that hide or reorder text', () => {
    assert.equal(escapeControls('a\u202eb\u2066c'), 'a‹U+202E›b‹U+2066›c');
    assert.equal(escapeControls('\u001b[31mred\u001b[0m\u0000\u0008'), 'red␀␈');
    assert.equal(escapeControls('one\r\ntwo\rthree\tfour'), 'one\ntwo\nthree\tfour');
  });
});
