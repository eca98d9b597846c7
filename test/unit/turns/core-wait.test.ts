/** What the view says while an agent waits. */
import assert from 'node:assert/strict';
import { fold } from '../support/core-fold.js';
import { Story, type Act } from '../support/story.js';

const look = (output: string): Act => ({ tool: 'BashOutput', input: { bash_id: '1' }, output });

describe('the state of a session that looks at a job', () => {
  it('is waiting from the third unchanged look on, and progressing once it changes or another call comes', () => {
    const state = (story: Story): string | undefined => fold(story).detail('S', 0)?.state;
    const looks = (times: number): Story =>
      new Story()
        .start()
        .turn()
        .repeat(times, () => look('running'));
    assert.equal(state(looks(2)), 'progressing');
    assert.equal(state(looks(3)), 'waiting');
    assert.equal(fold(looks(3)).detail('S', 0)?.needsPerson, false);
    assert.equal(state(looks(3).step(look('done'))), 'progressing');
    assert.equal(
      state(looks(3).step({ tool: 'Read', input: { file_path: '/w/a' }, output: 'A' })),
      'progressing',
    );
  });
  it('a wait of unknown beginning beside an old job: the job is over in time, the wait is not told', () => {
    const story = new Story().start().turn();
    for (let i = 0; i < 3; i++) {
      story.after(1000).step(look('running'));
    }
    story
      .push({ v: 1, type: 'waiting', session: 'S', for: 'permission' })
      .after(31 * 60_000)
      .push({ v: 1, type: 'tick', at: story.clock });
    const rows = fold(story).detail('S', 0)?.rows ?? [];
    assert.deepEqual(
      rows.filter((row) => row.kind === 'verdict').map((row) => row.what.id),
      ['verdict.wait.over', 'verdict.wait.job'],
    );
  });
});
