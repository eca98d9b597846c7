/** Which facts become lines, and in which order; what was there before is judged, but not told. */
import assert from 'node:assert/strict';
import { WatchLines, type WatchLine } from '../../../src/cli/watch-lines.js';
import { bash, edit, Story } from '../support/story.js';
import { newWatch } from '../support/watch.js';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

function told(story: Story): WatchLine[] {
  const lines: WatchLine[] = [];
  const watch = newWatch({
    capabilities: () => ({ textOnly: 'none', stop: false, guide: false }),
    onFact: (session, fact) => watchLines.onFact(session, fact),
  });
  const watchLines = new WatchLines(NOW, watch.sessions, { tell: (line) => lines.push(line) });
  for (const event of story.events) {
    const { verdicts, cleared } = watch.push(event, NOW);
    watchLines.onVerdicts(verdicts, cleared);
    const summaries = [...watch.sessions.values()]
      .filter((each) => each.turn >= 0)
      .map((each) => watch.views.summary(each));
    watchLines.summaries(summaries);
  }
  return lines;
}

const types = (lines: readonly WatchLine[]): string[] =>
  lines.map((line) => (line.type === 'state' ? `state ${line.state}` : line.type));

describe('what turnwatch watch tells', () => {
  it('a session, its steps, a stall and its end, each after what it follows from', () => {
    const story = new Story('one').at(NOW).start().turn();
    const lines = told(
      story.repeat(5, () => bash('make', 'error: token=ghp_0123456789abcdefghijABCDEFGHIJ012345')),
    );
    assert.deepEqual(types(lines).slice(0, 3), ['session', 'state progressing', 'step']);
    const stall = lines.findIndex((line) => line.type === 'verdict' && line.level === 'stalled');
    const [before, verdict, after] = lines.slice(stall - 1);
    assert.ok(before?.type === 'step' && verdict?.type === 'verdict');
    assert.equal(before.step, verdict.step);
    assert.equal(after?.type === 'state' && after.state, 'stalled');
    const again = told(
      story
        .step(edit('a.ts', 'x', 'y'))
        .step(bash('make', 'ok'))
        .end(),
    );
    const cleared = again.filter((line) => line.type === 'cleared');
    assert.ok(cleared.some((line) => line.id === verdict.id));
    assert.equal(again.at(-1)?.type, 'state');
    assert.equal(JSON.stringify(again).includes('ghp_'), false, 'secrets stay out');
  });

  it('nothing of a turn from before, but what comes now knows it', () => {
    const story = new Story('one')
      .at(NOW - 3 * MINUTE)
      .start()
      .turn()
      .repeat(3, () => bash('make', 'the same'));
    assert.deepEqual(told(story), []);
    const lines = told(story.at(NOW).step(bash('make', 'the same')));
    const stall = lines.find((line) => line.type === 'verdict' && line.level === 'stalled');
    assert.ok(stall?.type === 'verdict');
    assert.deepEqual([stall.step, stall.count], [3, 4]);
  });
});
