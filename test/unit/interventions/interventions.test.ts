/** Interventions in a family of sub-agents, and several at once. */
import assert from 'node:assert/strict';
import type { AnswerPoint } from '../../../src/core/interventions/answer.js';
import type { Effect } from '../../../src/core/interventions/stall-outcomes.js';
import type { Mode } from '../../../src/core/interventions/stall-state.js';
import { contains, lacks } from '../../contains.js';
import { bash, Story } from '../support/story.js';
import { newWatch, threeIdleSteps, type Watch } from '../support/watch.js';

const tool: AnswerPoint = { kind: 'before-tool', call: 'x', class: 'shell' };

function watchOf(
  story: Story,
  {
    mode = 'ask',
    guide = true,
    remindFirst = false,
  }: { mode?: Mode; guide?: boolean; remindFirst?: boolean } = {},
) {
  const effects: Effect[] = [];
  const watch = newWatch({
    overrides: threeIdleSteps,
    mode: () => mode,
    remindFirst: () => remindFirst,
    capabilities: () => ({ textOnly: 'deny', stop: true, guide }),
  });
  const feed = (): void => {
    for (const event of story.events.splice(0)) {
      effects.push(...watch.push(event, 0).effects);
    }
  };
  feed();
  return {
    watch,
    feed,
    told: () =>
      effects.flatMap((effect) => {
        switch (effect.kind) {
          case 'escalate':
            return ['asked'];
          case 'record':
            return [`${effect.event.session} ${effect.event.rung} ${effect.event.state}`];
          case 'ask-of-cap':
          case 'learn':
            return [];
        }
      }),
  };
}
/** `S` spawned `child`, which spawned `grandchild`; all three at work. */
function family(): { story: Story; child: Story; grandchild: Story } {
  const story = new Story().start().turn();
  const child = new Story('child', story.events).start({ parent: 'S' }).turn();
  const grandchild = new Story('grandchild', story.events).start({ parent: 'child' }).turn();
  return { story, child, grandchild };
}
const kind = (watch: Watch, session: string, moment = tool): string =>
  watch.decide(session, moment, 1).decision.kind;

describe('orders in a family of sub-agents', () => {
  it('reach children of children, also those that start later', () => {
    const { story, child } = family();
    const { watch, feed } = watchOf(story);
    watch.forceRespond('S', 1);
    assert.deepEqual(
      ['S', 'child', 'grandchild'].map((session) => kind(watch, session)),
      ['deny', 'deny', 'deny'],
    );
    new Story('late', story.events).start({ parent: child.session }).turn();
    feed();
    assert.equal(kind(watch, 'late'), 'deny');
  });
  it('of a child leave its parent alone', () => {
    const { story } = family();
    const { watch } = watchOf(story);
    watch.forceRespond('child', 1);
    assert.deepEqual(
      ['S', 'child', 'grandchild'].map((session) => kind(watch, session)),
      ['none', 'deny', 'deny'],
    );
  });
  it('end for all when the turn that they began with ends', () => {
    const { story } = family();
    const { watch, feed } = watchOf(story);
    watch.forceRespond('S', 1);
    assert.equal(kind(watch, 'grandchild'), 'deny');
    story.turn('Never mind.');
    feed();
    assert.deepEqual(
      ['S', 'child', 'grandchild'].map((session) => kind(watch, session)),
      ['none', 'none', 'none'],
    );
  });
  it('are withdrawn for all as long as none was delivered', () => {
    const { story } = family();
    const { watch } = watchOf(story);
    watch.forceRespond('S', 1);
    watch.undo(watch.views.detail('S', 1)?.receipts[0]?.id ?? '', 2);
    assert.deepEqual(
      ['S', 'child', 'grandchild'].map((session) => kind(watch, session)),
      ['none', 'none', 'none'],
    );
    assert.equal(watch.views.detail('grandchild', 1)?.receipts[0]?.state, 'withdrawn');
  });
});

describe('several orders at once', () => {
  it("send guidance under text-only as part of the denial's reason", () => {
    const story = new Story().start().turn();
    const { watch } = watchOf(story);
    watch.forceRespond('S', 1);
    watch.guide('S', 'Say which test fails.', 2);
    const { decision, receipts } = watch.decide('S', tool, 3);
    assert.ok(decision.kind === 'deny');
    contains(decision.reason, 'Say which test fails.');
    contains(decision.reason, 'Do not call any tool');
    watch.delivered('S', receipts, 4);
    assert.deepEqual(
      watch.views.detail('S', 5)?.receipts.map((receipt) => receipt.state),
      ['delivered', 'delivered'],
    );
    const again = watch.decide('S', tool, 6).decision;
    assert.ok(again.kind === 'deny');
    lacks(again.reason, 'Say which test fails.');
    assert.deepEqual(
      watch.views.detail('S', 7)?.receipts.map(({ kind, words }) => [kind, words]),
      [
        ['text-only', undefined],
        ['guide', 'Say which test fails.'],
      ],
    );
  });
  it('send no reminder first where only a denial can be sent', () => {
    const story = new Story()
      .start()
      .turn()
      .repeat(3, () => bash(':'));
    const { told } = watchOf(story, { mode: 'auto', remindFirst: true, guide: false });
    assert.deepEqual(told(), ['S text-only requested']);
  });
  it('keep the current order even after twenty sentences of guidance', () => {
    const { watch } = watchOf(new Story().start().turn());
    watch.forceRespond('S', 1);
    for (let i = 0; i < 30; i++) {
      watch.guide('S', `hint ${i}`, i);
    }
    assert.equal(watch.interventions.holding('S'), 'text-only');
    assert.ok((watch.views.detail('S', 1)?.receipts.length ?? 0) <= 21);
  });
  it('ask nobody about a stall that is only seen as its turn ends', () => {
    const story = new Story()
      .start()
      .turn()
      .repeat(2, () => bash(':'));
    story.call(bash('make'), 'unanswered');
    const { watch, told } = watchOf(story.end());
    assert.ok(
      watch.views
        .detail('S', 1)
        ?.rows.some((row) => row.kind === 'verdict' && row.level === 'stalled'),
    );
    assert.deepEqual(told(), []);
  });
  it('keep nothing of a forgotten session', () => {
    const { watch } = watchOf(new Story().start().turn());
    watch.forceRespond('S', 1);
    watch.forget('S');
    assert.equal(watch.interventions.holding('S'), undefined);
    assert.equal(watch.views.detail('S', 1), undefined);
  });
});
