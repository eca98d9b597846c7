/** How a turn that is over is told: what came of it, in how many steps. A stop is told as done once it is. */
import assert from 'node:assert/strict';
import { bash, edit, Story } from '../support/story.js';
import { fold, newWatch } from '../support/watch.js';

const failing = bash('npm test', 'FAIL src/cart.test.ts', { exitCode: 1 });
const stalled = (): Story =>
  new Story()
    .start()
    .turn()
    .step(edit('/w/a', 'x', 'y'))
    .repeat(6, () => failing);
const endOf = (story: Story) => fold(story).views.detail('S', 0)?.end;

describe('the end of a turn', () => {
  it('is none while it is open', () => {
    assert.equal(endOf(stalled()), undefined);
    assert.equal(endOf(stalled().end().turn('And now?')), undefined);
  });

  it('counts the steps of that turn alone', () => {
    const story = stalled()
      .end()
      .turn('Another matter')
      .repeat(2, (i) => edit('/w/b', `${i}`, `${i + 1}`))
      .end();
    assert.deepEqual(endOf(story), { how: 'answered', steps: 2 });
  });

  it('tells that it was stalled, and since when', () => {
    assert.deepEqual(endOf(stalled().end()), { how: 'stalled', steps: 7, stalledSteps: 6 });
    assert.deepEqual(
      endOf(
        stalled()
          .step(edit('/w/a', 'y', 'z'))
          .end(),
      ),
      {
        how: 'answered',
        steps: 8,
      },
    );
  });

  it('tells that no word followed the last call', () => {
    const work = () =>
      new Story()
        .start()
        .turn()
        .say('I change the price.')
        .step(edit('/w/a', 'x', 'y'));
    assert.equal(endOf(work().end())?.how, 'unanswered');
    assert.equal(endOf(work().say('It is changed.').end())?.how, 'answered');
    // a hook may tell the end before the log tells the words
    assert.equal(endOf(work().end().say('It is changed.'))?.how, 'answered');
    assert.equal(endOf(work().end().turn('Thanks').end())?.how, 'answered');
    const completed = { tool: 'attempt_completion', input: { result: 'Done.' }, output: '' };
    assert.equal(endOf(work().step(completed).end())?.how, 'answered');
    // some agents never tell what they say
    assert.equal(
      endOf(
        new Story()
          .start()
          .turn()
          .step(edit('/w/a', 'x', 'y'))
          .end(),
      )?.how,
      'answered',
    );
  });

  it('tells that it was stopped, interrupted or failed', () => {
    const work = () =>
      new Story()
        .start()
        .turn()
        .step(edit('/w/a', 'x', 'y'));
    assert.equal(endOf(work().end('stopped'))?.how, 'stopped');
    assert.equal(endOf(work().end('interrupted'))?.how, 'interrupted');
    assert.equal(endOf(work().end('error'))?.how, 'failed');
  });

  /** Ordered to answer, then what `rest` adds. */
  const ordered = (rest: (story: Story) => Story) => {
    const watch = newWatch();
    const story = stalled();
    story.say('I look into it.');
    story.step(failing);
    const push = (from: number, at: number): void => {
      for (const event of story.events.slice(from)) {
        watch.push(event, at);
      }
    };
    push(0, 0);
    const told = story.events.length;
    watch.forceRespond('S', 1);
    assert.equal(
      watch.decide('S', { kind: 'before-tool', call: 'c', class: 'shell' }, 2).decision.kind,
      'deny',
    );
    const receipt = watch.views.detail('S', 2)?.receipts.at(-1)?.id ?? '';
    watch.delivered('S', [receipt], 3);
    rest(story);
    push(told, 4);
    const { end, receipts } = watch.views.detail('S', 5) ?? {};
    return [end?.how, receipts?.find(({ kind }) => kind === 'text-only')?.state];
  };

  it('tells an answer that was forced as an answer, also where its words come after the end', () => {
    assert.deepEqual(
      ordered((story) => story.say('It cannot pass.').end()),
      ['answered', 'obeyed'],
    );
    assert.deepEqual(
      ordered((story) => story.end().say('It cannot pass.')),
      ['answered', 'obeyed'],
    );
  });

  it('an order is not obeyed by a turn that the agent itself ends without a word', () => {
    assert.deepEqual(
      ordered((story) => story.end()),
      ['stalled', 'delivered'],
    );
    assert.deepEqual(
      ordered((story) => story.end().turn('And now?').say('Well.').end().say('Well, well.')),
      ['answered', 'delivered'],
    );
  });
});

describe('a stop', () => {
  it('is told as done once the turn is over', () => {
    const watch = newWatch();
    const story = stalled();
    for (const event of story.events) {
      watch.push(event, 0);
    }
    const told = story.events.length;
    const state = () => watch.views.detail('S', 9)?.state;
    watch.stop('S', 1);
    assert.equal(state(), 'stopping');
    for (const event of story.end('stopped').events.slice(told)) {
      watch.push(event, 4);
    }
    assert.equal(state(), 'stopped');
  });
});
