/** What the card names as repeating: one command or file, in which steps, and how often since. */
import assert from 'node:assert/strict';
import { shareTexts } from '../../../src/core/view/report/turn-summary.js';
import { turnMarkdown } from '../../../src/core/view/report/turn-markdown.js';
import { english, personTexts } from '../../../src/core/view/words/wording.js';
import { pageTexts } from '../../../src/protocol/page-texts.js';
import { bash, edit, read, Story } from '../support/story.js';
import { fold } from '../support/watch.js';

const failing = bash('npm test', 'FAIL src/cart.test.ts\nTests: 1 failed, 8 passed', {
  exitCode: 1,
});
const begun = (): Story => new Story().start({ cwd: '/w' }).turn();
function named(story: Story): string | undefined {
  const repeated = fold(story).views.detail('S', 0)?.verdict?.repeated;
  return (
    repeated &&
    `${english(repeated.what)}${repeated.later === undefined ? '' : ` +${repeated.later.count} to ${repeated.later.step}`}`
  );
}
const change = (i: number) => edit('/w/src/cart.ts', `round(${i})`, `round(${i + 1})`);

describe('what repeats in a verdict', () => {
  it('is named with its steps, also those between others', () => {
    const story = begun();
    for (let i = 0; i < 4; i++) {
      story.step(change(i)).step(failing);
    }
    assert.equal(named(story), '“npm test” failed the same way 4 times (2, 4, 6, 8).');
  });

  it('is told as ranges, and as a result where nothing failed', () => {
    const story = begun().repeat(4, () => bash('git status', 'nothing to commit'));
    assert.equal(
      named(story.step(bash('git status', 'nothing to commit'))),
      '“git status” gave the same result 5 times (1–5).',
    );
  });

  it('claims no same result where nobody tells results', () => {
    const story = begun();
    for (const call of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      story
        .push({ ...story.own, type: 'tool.call', call, tool: 'Read', input: { file_path: '/w/x' } })
        .push({ ...story.own, type: 'tool.result', call, ok: true })
        .push({ ...story.own, type: 'step.end' });
    }
    assert.match(named(story) ?? '', /^“x” was repeated \d times/);
  });

  it('stays as it was given: what comes later is counted beside it', () => {
    const story = begun().repeat(4, () => failing);
    assert.equal(named(story), '“npm test” failed the same way 4 times (1–4).');
    story.step(read('/w/none', '')).step(failing).step(failing);
    assert.equal(named(story), '“npm test” failed the same way 4 times (1–4). +2 to 7');
  });

  it('is what report, timeline and shared turn say, too', () => {
    const { views } = fold(begun().repeat(4, () => failing));
    const sentence = '“npm test” failed the same way 4 times (1–4).';
    const report = views.report('S', 0);
    const detail = views.detail('S', 0);
    assert.ok(report !== undefined && detail !== undefined);
    assert.equal(english(report.reason), sentence);
    const row = detail.rows.find(({ kind }) => kind === 'verdict');
    assert.ok(row?.kind === 'verdict' && row.repeated !== undefined);
    assert.equal(english(row.repeated), sentence);
    const shared = turnMarkdown({
      detail,
      rows: detail.rows,
      now: 0,
      folders: [],
      home: '',
      texts: { ...personTexts, ...pageTexts, ...shareTexts },
    });
    assert.match(
      shared,
      /\*\*Stalled[^*]*:\*\* “` npm test `” failed the same way 4 times \(1–4\)\.\n/,
    );
    assert.match(shared, /\*\*Reason:\*\* “` npm test `” failed the same way 4 times \(1–4\)\.\n/);
  });

  it('is nothing where no call is most of the evidence', () => {
    const story = begun().repeat(10, (i) => bash(`which tool${i}`, '', { exitCode: 1 }));
    const shown = fold(story).views.detail('S', 0)?.verdict;
    assert.ok(shown !== undefined && shown.repeated === undefined);
  });
});
