/** The receipt of an order to answer holds what the agent said. */
import assert from 'node:assert/strict';
import { bash, Story } from '../support/story.js';
import { newWatch } from '../support/watch.js';

/** @param tell how the turn goes on after the order was delivered */
function answerTo(tell: (story: Story) => Story): string | undefined {
  const watch = newWatch();
  const story = new Story()
    .start()
    .turn()
    .say('I will run it.')
    .repeat(4, () => bash('npm test', 'FAIL'));
  const push = (from: number): void => {
    for (const event of story.events.slice(from)) {
      watch.push(event, 4);
    }
  };
  push(0);
  const told = story.events.length;
  watch.forceRespond('S', 4);
  watch.delivered('S', [watch.views.detail('S', 4)?.receipts.at(-1)?.id ?? ''], 4);
  tell(story);
  push(told);
  return watch.views.detail('S', 5)?.receipts.find(({ kind }) => kind === 'text-only')?.answer;
}

describe('the answer that was forced', () => {
  it('is what ended the turn, not what was said before', () => {
    assert.equal(
      answerTo((story) => story.say('It fails.\n\nThe cart rounds twice.').end()),
      'It fails.\n\nThe cart rounds twice.',
    );
  });
  it('is also taken from a log that tells it after the end', () => {
    assert.equal(
      answerTo((story) => story.end().say('Late words.')),
      'Late words.',
    );
  });
  it('is none while the agent goes on', () => {
    assert.equal(
      answerTo((story) => story.say('One more try.').step(bash('npm test', 'FAIL'))),
      undefined,
    );
  });
  it('hides secrets, and stays within bounds', () => {
    const answer =
      answerTo((story) =>
        story.say(`token ghp_${'a1B2'.repeat(9)} ${'x y '.repeat(9000)}`).end(),
      ) ?? '';
    assert.ok(answer.length < 7000 && !answer.includes('a1B2a1B2'), answer.slice(0, 80));
  });
});
