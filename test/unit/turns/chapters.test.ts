/** Where chapters of the timeline begin, and what their lines say. */
import assert from 'node:assert/strict';
import {
  hasChapters,
  listChapters,
  passesFilter,
} from '../../../src/core/view/timeline/chapter-rows.js';
import { foldRows, keyRows, type Item } from '../../../src/core/view/timeline/fold-rows.js';
import type { Row } from '../../../src/core/view/timeline/rows.js';
import { makeLine } from '../../../webview/timeline/line-text.js';
import { Texts } from '../../../webview/ui/texts.js';
import { bash, edit, Story, type Act } from '../support/story.js';
import { fold } from '../support/watch.js';

const todo = (tool: string, input: Act['input'], output = 'ok'): Act => ({
  tool,
  class: 'todo',
  input,
  output,
});
const create = (id: number, subject: string): Act =>
  todo('TaskCreate', { subject }, `Task #${id} created successfully: ${subject}`);
const takeUp = (taskId: string): Act => todo('TaskUpdate', { taskId, status: 'in_progress' });
const begun = (): Story => new Story().start({ cwd: '/w' }).turn('Bring it up to date');
const look = (i: number): Act => bash(`ls ${i}`, `file ${i}`);
const rowsIn = (story: Story): readonly Row[] => fold(story).views.detail('S', 0)?.rows ?? [];
/** Oldest first: how each chapter begins, and how many steps it has. */
const chapters = (story: Story): string[] =>
  listChapters(keyRows(rowsIn(story)), () => false, new Set(), new Set())
    .flatMap((item) =>
      item.kind === 'chapter' ? [`${item.head?.by}: ${item.head?.text} (${item.steps})`] : [],
    )
    .reverse();

describe('chapters', () => {
  it('begin with a message once there are some steps, named by its first line without marks', () => {
    const story = begun().repeat(3, look).say('Fine.').repeat(5, look);
    story.say('\n**Now the `cart`**:\n\nIt rounds twice.').repeat(2, look);
    assert.deepEqual(chapters(story), [
      'prompt: Bring it up to date (8)',
      'message: Now the cart (2)',
    ]);
  });

  it('begin with each task that is taken up, and with the message that announces it', () => {
    const story = begun()
      .step(create(1, 'Add the field'), create(2, 'Add missing tests'))
      .step(takeUp('1'))
      .repeat(4, look)
      .say('That works. Now the tests.')
      .step(takeUp('2'))
      .repeat(3, look)
      .say('One more look.')
      .repeat(20, look);
    assert.deepEqual(chapters(story), [
      'prompt: Bring it up to date (1)',
      'task: Add the field (5)',
      'task: Add missing tests (24)',
    ]);
    const [first] = rowsIn(story).filter(({ begins }) => begins?.text === 'Add missing tests');
    assert.equal(first?.kind, 'message');
  });

  it('leave a row as it was told, and put another in its place', () => {
    const story = begun().repeat(3, look).step(create(1, 'Add the field')).say('Now the field.');
    const watch = fold(story);
    const told = watch.views.detail('S', 0)?.rows ?? [];
    const before = JSON.stringify(told);
    const count = story.events.length;
    for (const event of story.step(takeUp('1')).end().events.slice(count)) {
      watch.push(event, 0);
    }
    assert.equal(JSON.stringify(told), before);
    const [message] = (watch.views.detail('S', 0)?.rows ?? []).filter(
      (row) => row.kind === 'message',
    );
    assert.equal(message?.begins?.by, 'task');
    const [prompt] = (watch.views.detail('S', 0)?.rows ?? []).filter(
      (row) => row.kind === 'prompt',
    );
    assert.equal(prompt?.begins?.ended, 'unanswered');
  });

  it('begin with the item of a whole list that comes to work', () => {
    const list = (...states: string[]): Act =>
      todo('TodoWrite', {
        todos: states.map((status, i) => ({ content: `Item ${i + 1}`, status })),
      });
    const story = begun()
      .repeat(2, look)
      .step(list('in_progress', 'pending'))
      .repeat(3, look)
      .step(list('completed', 'in_progress'))
      .repeat(2, look);
    assert.deepEqual(chapters(story), [
      'prompt: Bring it up to date (2)',
      'task: Item 1 (4)',
      'task: Item 2 (3)',
    ]);
  });

  it('begin with each turn, and few of them make a long session', () => {
    const story = begun();
    for (let i = 0; i < 1400; i += 1) {
      story.say(`Part ${i}`).step(look(i));
    }
    story.end().turn('And now?').step(look(1));
    const { views } = fold(story);
    const { rows: newest, olderRows } = views.detail('S', 0) ?? assert.fail();
    const rows = [...newest];
    for (let before = olderRows; before > 0; before -= newest.length) {
      rows.push(...views.older('S', before));
    }
    const numbers = new Set(rows.map(({ chapter }) => chapter));
    assert.ok(rows.length > 2000, `${rows.length} rows`);
    assert.ok(numbers.size >= 30 && numbers.size <= 75, `${numbers.size} chapters`);
    assert.equal(rows[0]?.chapter, Math.max(...rows.map(({ chapter = 0 }) => chapter)));
  });

  it('are those of the newest turn; each earlier turn is one line with how it ended, which opens', () => {
    const story = begun()
      .repeat(9, look)
      .say('Now the tests.')
      .repeat(5, look)
      .say('All is done.')
      .end()
      .turn('And now?')
      .repeat(3, look)
      .end('interrupted')
      .turn('Go on')
      .repeat(9, look)
      .say('Now the rest.')
      .repeat(2, look);
    const listed = (open: string): string[] =>
      listChapters(keyRows(rowsIn(story)), (key) => key === open, new Set(), new Set()).flatMap(
        (item) =>
          item.kind === 'chapter'
            ? [`${item.key} ${item.head?.text ?? ''} (${item.steps}) ${item.head?.ended ?? ''}`]
            : [],
      );
    const newest = ['chapter:5 Now the rest. (2) ', 'chapter:4 Go on (9) '];
    const turns = [
      'chapter:3 And now? (3) interrupted',
      'turn:1 Bring it up to date (14) answered',
    ];
    assert.deepEqual(listed(''), [...newest, ...turns]);
    assert.deepEqual(listed('turn:1'), [
      ...newest,
      ...turns,
      'chapter:2 Now the tests. (5) ',
      'chapter:1  (9) ',
    ]);
  });

  it('say of their rows what matters: lines, failures and the worst verdict', () => {
    const story = begun()
      .step(edit('/w/a.ts', 'a', 'b\nc'))
      .repeat(4, () => bash('npm test', 'FAIL a\nTests: 1 failed, 1 total', { exitCode: 1 }));
    const [item] = listChapters(keyRows(rowsIn(story)), () => false, new Set(), new Set());
    assert.ok(item?.kind === 'chapter');
    const { steps, from, to, failed, lines, level } = item;
    assert.deepEqual(
      { steps, from, to, failed, lines, level },
      { steps: 5, from: 1, to: 5, failed: 4, lines: { added: 2, removed: 1 }, level: 'stalled' },
    );
  });

  it('leave to a message what their line does not say; shown without them, it says all', () => {
    const said = (items: readonly Item[]): string[] =>
      items.flatMap((item) =>
        item.kind === 'row' && item.row.kind === 'message'
          ? [makeLine(item, 0, new Texts()).title]
          : [],
      );
    const shown = (message: string): string[][] => {
      const rows = keyRows(rowsIn(begun().repeat(8, look).say(message).repeat(2, look)));
      return [
        said(listChapters(rows, () => true, new Set(), new Set())),
        said(foldRows(rows, new Set(), new Set())),
      ];
    };
    assert.deepEqual(shown('Now the cart:\n\nIt rounds twice.'), [
      ['It rounds twice.'],
      ['Now the cart: It rounds twice.'],
    ]);
    assert.deepEqual(shown('Now the cart.'), [[], ['Now the cart.']]);
  });

  it('are not made of a session without messages and tasks, nor of a short one', () => {
    const isChaptered = (story: Story): boolean => hasChapters(keyRows(rowsIn(story)), 0);
    assert.equal(isChaptered(begun().repeat(60, look)), false);
    assert.equal(isChaptered(begun().repeat(9, look).say('Now').repeat(9, look)), false);
    assert.equal(isChaptered(begun().repeat(30, look).say('Now').repeat(30, look)), true);
  });

  it('give way to filters: changes, failures, verdicts', () => {
    const rows = rowsIn(
      begun()
        .step(edit('/w/a.ts', 'a', 'b'))
        .repeat(4, () => bash('npm test', 'FAIL a', { exitCode: 1 })),
    );
    const count = (filter: Parameters<typeof passesFilter>[1]): number =>
      rows.filter((row) => passesFilter(row, filter)).length;
    assert.deepEqual([count('changes'), count('failures')], [1, 4]);
    assert.ok(count('verdicts') > 0);
  });
});
