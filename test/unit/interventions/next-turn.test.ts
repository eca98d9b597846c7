/** What an order leaves behind: told once that it is over, said once, and one order however its turn ends. */
import assert from 'node:assert/strict';
import { modelTexts } from '../../../src/core/interventions/model-texts.js';
import { contains, lacks } from '../../contains.js';
import { Scene, type Setting } from '../support/scene.js';

const prompt = { kind: 'prompt' } as const;
const afterStep = { kind: 'after-step' } as const;
const beforeModel = { kind: 'before-model' } as const;

/** A turn whose calls were denied, and that was answered. */
function answered(setting: Setting = {}): Scene {
  const scene = new Scene({ mode: 'ask', ...setting });
  scene.did(scene.watch.forceRespond('S', scene.now));
  scene.tries();
  scene.story.say('I am stuck.').end();
  scene.feed().news();
  return scene;
}
const next = (scene: Scene): Scene => {
  scene.story.turn('Try the other way.');
  return scene.feed();
};

describe('the turn after an order', () => {
  for (const [name, point] of Object.entries({ prompt, afterStep, beforeModel })) {
    it(`is told once that tools are available again: ${name}`, () => {
      const scene = next(answered());
      const { kind, text } = scene.ask(point);
      assert.deepEqual([kind, text], ['remind', modelTexts.toolsOn]);
      for (const each of [prompt, afterStep, beforeModel] as const) {
        assert.equal(scene.ask(each).kind, 'none');
      }
      assert.equal(scene.ask().kind, 'none', 'tools run');
      assert.deepEqual(scene.news(), ['tools-on requested', 'tools-on delivered']);
      assert.notEqual(scene.state, 'reminded');
      scene.story.end();
      assert.deepEqual(next(scene.feed()).news(), [], 'nothing is left to say');
    });
  }
  it('is told with its prompt by a hook that comes before the turn is known', () => {
    const scene = answered({ capabilities: { guide: false } });
    assert.deepEqual(scene.ask(prompt), { kind: 'remind', text: modelTexts.toolsOn });
    assert.equal(next(scene).ask(prompt).kind, 'none', 'a prompt of its sub-agents');
    assert.deepEqual(scene.news(), ['tools-on requested', 'tools-on delivered']);
    scene.story.end();
    assert.equal(scene.feed().ask(prompt).kind, 'none', 'once');
  });
  it('is told with a later prompt where the agent took no answer', () => {
    const scene = answered({ capabilities: { guide: false } });
    scene.ask(prompt, 'S', false);
    next(scene);
    assert.deepEqual(scene.news(), ['tools-on requested', 'tools-on withdrawn']);
    scene.story.end();
    assert.equal(scene.feed().ask(prompt).text, modelTexts.toolsOn);
  });
  it('is told by the next turn where this one could not tell', () => {
    const scene = next(answered());
    assert.equal(scene.ask({ kind: 'before-stop' }).kind, 'none', 'no reason to go on');
    scene.story.say('Done.').end();
    scene.feed();
    assert.equal(next(scene).ask(prompt).text, modelTexts.toolsOn);
  });
  it('is told also after an order that was ignored', () => {
    const scene = new Scene({ mode: 'auto' });
    scene.did(scene.watch.forceRespond('S', scene.now));
    [1, 2, 3].forEach(() => scene.tries());
    scene.story.end('stopped');
    scene.feed();
    assert.equal(next(scene).ask(prompt).text, modelTexts.toolsOn);
  });
  it('hears nothing where no word of the order is left in the context', () => {
    const undelivered = new Scene({ mode: 'ask' });
    undelivered.did(undelivered.watch.forceRespond('S', 5));
    undelivered.story.end();
    assert.equal(next(undelivered.feed()).ask(prompt).kind, 'none');
    const byRequest = new Scene({ mode: 'ask' });
    byRequest.did(byRequest.watch.forceRespond('S', 5));
    assert.equal(byRequest.ask(beforeModel).kind, 'text-only');
    byRequest.story.say('I am stuck.').end();
    assert.equal(next(byRequest.feed()).ask(prompt).kind, 'none');
  });
  it('hears nothing where no sentence can be delivered', () => {
    const scene = next(answered({ capabilities: { guide: false } }));
    assert.deepEqual([scene.ask(afterStep).kind, scene.news()], ['none', []]);
  });
  it('with an order of its own is not told the contrary', () => {
    const scene = next(answered());
    scene.did(scene.watch.forceRespond('S', scene.now));
    assert.match(scene.ask(afterStep).text, /Tools are switched off/);
    assert.equal(scene.ask(afterStep).kind, 'none');
  });
});

describe('the reminder of an order', () => {
  const ordered = (): Scene => {
    const scene = new Scene({ mode: 'ask' });
    scene.did(scene.watch.forceRespond('S', scene.now));
    return scene;
  };
  const decided = (scene: Scene) => scene.watch.decide('S', beforeModel, scene.now).decision;
  it('is not added to a request whose context has it from a denial', () => {
    const scene = ordered();
    scene.tries();
    const decision = decided(scene);
    assert.ok(decision.kind === 'text-only' && decision.heard === true);
  });
  it('is added to each request that is built anew', () => {
    const scene = ordered();
    for (let i = 0; i < 3; i++) {
      scene.ask(beforeModel);
      const decision = decided(scene);
      assert.ok(decision.kind === 'text-only' && decision.heard === undefined);
    }
  });
});

describe("an order whose turn a Stop hook of the person's own does not let end", () => {
  it('is one order with one receipt', () => {
    const scene = answered();
    const before = scene.receipt();
    scene.now += 1000;
    assert.equal(scene.tries(), 'deny', 'it holds until the turn ends');
    assert.equal(scene.state, 'text-only');
    scene.now += 1000;
    scene.story.say('I am still stuck.').end();
    scene.feed();
    const { receipts = [] } = scene.watch.views.detail('S', scene.now) ?? {};
    assert.deepEqual(
      receipts.map(({ id, state, deliveredAt, settledAt }) => [id, state, deliveredAt, settledAt]),
      [[before?.id, 'obeyed', before?.deliveredAt, scene.now]],
    );
    assert.deepEqual(scene.news(), ['text-only delivered', 'text-only obeyed']);
    assert.equal(next(scene).ask(prompt).text, modelTexts.toolsOn);
  });
  it('does not hold when the agent goes on because a background task ended', () => {
    const scene = answered();
    scene.story.task('running').task('over');
    assert.notEqual(scene.feed().tries(), 'deny');
    lacks(scene.news(), 'text-only delivered');
  });
  it('does not hold in the next turn', () => {
    const scene = next(answered());
    contains(scene.news(), 'tools-on requested');
    assert.notEqual(scene.tries(), 'deny');
  });
});
