/** Whose row shows a change of the workspace. */
import assert from 'node:assert/strict';
import { HOLD_MS } from '../../../src/core/view/timeline/held-changes.js';
import { bash, edit, read, Story } from '../support/story.js';
import { fold } from '../support/watch.js';

const change = { paths: ['src/a.ts'] };
const begun = () => new Story().at(1_000_000).start().turn().git('one').step(read('/w/b', 'B'));

/** Newest first: steps with the files that changed with them, and changes with a row of their own. */
function rows(story: Story, now: number) {
  return (fold(story).views.detail('S', now)?.rows ?? []).flatMap((row) =>
    row.kind === 'step'
      ? [`${row.calls[0]?.tool} ${row.changed?.join(' ') ?? '-'}`]
      : row.kind === 'workspace'
        ? [`${row.by} ${row.paths?.join(' ') ?? '-'}`]
        : [],
  );
}

describe('a change of the workspace', () => {
  it('is shown with the step that made it, also if it was seen before the call', () => {
    const seenFirst = begun().after(900).git('two', change).after(600);
    assert.deepEqual(rows(seenFirst, 1_001_500), ['Read -'], 'nobody has claimed it yet');
    seenFirst.step(edit('/w/src/a.ts', 'old', 'new'));
    assert.deepEqual(rows(seenFirst, 1_009_000), ['Edit src/a.ts', 'Read -']);
    const seenLater = begun()
      .after(900)
      .step(edit('/w/src/a.ts', 'old', 'new'))
      .after(600)
      .git('two', change);
    assert.deepEqual(rows(seenLater, 1_009_000), ['Edit src/a.ts', 'Read -']);
  });

  it('is shown with a command that runs, however long', () => {
    const story = begun();
    story.call(bash('make all'));
    story.after(60_000).git('two', change);
    assert.deepEqual(rows(story, 1_070_000), ['Bash src/a.ts', 'Read -']);
  });

  it('has a row of its own once nobody has claimed it in time, or at the end of the turn', () => {
    const story = begun().after(5000).git('two', change);
    assert.deepEqual(rows(story, 1_005_000 + HOLD_MS), ['Read -']);
    assert.deepEqual(rows(story, 1_005_001 + HOLD_MS), ['unknown src/a.ts', 'Read -']);
    story.after(HOLD_MS + 1).step(edit('/w/src/a.ts', 'old', 'new'));
    assert.deepEqual(rows(story, 1_020_000), ['Edit -', 'unknown src/a.ts', 'Read -']);
    assert.deepEqual(rows(begun().after(5000).git('two', change).end(), 1_005_001), [
      'unknown src/a.ts',
      'Read -',
    ]);
  });

  it('by a person is told at once, and never with a step', () => {
    const story = begun()
      .step(edit('/w/src/a.ts', 'old', 'new'))
      .git('two', { ...change, by: 'person' });
    assert.deepEqual(rows(story, 1_000_000), ['person src/a.ts', 'Edit -', 'Read -']);
  });

  it('counts as progress when it is seen, not when it is shown', () => {
    const story = begun().after(5000).git('two', change);
    const { lastProgress } = fold(story).views.detail('S', 1_005_000)?.metrics ?? {};
    assert.deepEqual(lastProgress?.what, { id: 'progress.file', params: { path: 'src/a.ts' } });
  });
});
