/** The interventions: what each mode does about a stall, once per episode, and how the receipts end. */
import assert from 'node:assert/strict';
import { COUNTDOWN_MS } from '../../../src/core/interventions/stall-responses.js';
import { MODEL_MARK, modelTexts } from '../../../src/core/interventions/model-texts.js';
import { contains, lacks } from '../../contains.js';
import { noOp, Scene, tool, type Setting } from '../support/scene.js';
import { edit, Story } from '../support/story.js';

describe('the ladder: what a mode does at a stall', () => {
  it('observe only shows it', () => {
    const scene = new Scene({ mode: 'observe' }).stall();
    assert.deepEqual(scene.news(), []);
    assert.equal(scene.state, 'stalled');
    assert.equal(scene.ask().kind, 'none');
  });
  it('ask asks the person, once per episode', () => {
    const scene = new Scene({ mode: 'ask' }).steps(10);
    assert.deepEqual(scene.news(), ['escalate requested', 'escalate']);
    assert.equal(scene.ask().kind, 'none');
    assert.equal(scene.watch.views.detail('S', 0)?.needsPerson, true);
    assert.deepEqual(
      scene
        .steps(1, edit('/w/a', 'x', 'y'))
        .stall()
        .news(),
      ['escalate requested', 'escalate'],
    );
  });
  it('auto asks the person if the means to take the tools away is gone and there is no other', () => {
    const setting: Setting = { capabilities: { textOnly: 'request' } };
    const scene = new Scene(setting).stall();
    const ids = (): string[] =>
      (scene.watch.views.detail('S', 0)?.receipts ?? []).map(({ id }) => id);
    assert.deepEqual(scene.news(), ['text-only requested']);
    scene.did(scene.watch.undeliverable('S', ids(), scene.now));
    assert.deepEqual(scene.news(), [], 'the hooks go on with it');
    setting.capabilities = { textOnly: 'none' };
    scene.did(scene.watch.undeliverable('S', ids(), scene.now));
    assert.deepEqual(scene.news(), ['text-only withdrawn', 'escalate requested', 'escalate again']);
    assert.deepEqual([scene.state, scene.ask().kind], ['escalated', 'none']);
  });
  it('auto takes the tools away at once, with the evidence as the reason', () => {
    const scene = new Scene().stall();
    assert.deepEqual(scene.news(), ['text-only requested']);
    const { kind, text } = scene.ask();
    assert.equal(kind, 'deny');
    assert.equal(text.slice(0, MODEL_MARK.length), MODEL_MARK);
    contains(text, '3 steps in a row');
    assert.deepEqual(scene.news(), ['text-only delivered']);
    assert.equal(scene.state, 'text-only');
  });
  it('auto asks the person where nothing can be sent', () => {
    const scene = new Scene({ capabilities: { textOnly: 'none' } }).steps(10);
    assert.deepEqual(scene.news(), ['escalate requested', 'escalate again']);
    assert.equal(scene.ask().kind, 'none');
    assert.equal(scene.state, 'escalated');
  });
});

describe('the ladder: text-only', () => {
  it('denies every tool until the turn ends, but those that ask the person', () => {
    const scene = new Scene().stall();
    assert.equal(scene.ask({ kind: 'before-tool', call: 'x', class: 'ask' }).kind, 'none');
    for (const kind of ['read', 'edit', 'shell', 'task', 'other'] as const) {
      assert.equal(scene.ask({ kind: 'before-tool', call: kind, class: kind }).kind, 'deny', kind);
    }
    assert.equal(scene.ask({ kind: 'before-stop' }).kind, 'none');
    assert.equal(scene.receipt()?.denials, 1, 'those of one response count as one');
  });
  it('counts the denials of one response once, however many hooks report its calls', () => {
    const scene = new Scene().stall();
    for (const call of ['one', 'one', 'two', 'one', '', '']) {
      assert.equal(scene.ask(tool(call)).kind, 'deny', 'each hook is answered');
    }
    assert.equal(scene.receipt()?.denials, 1);
    assert.equal(scene.receipt()?.state, 'delivered');
  });
  it('answered: the receipt says when it was requested, delivered and obeyed', () => {
    const scene = new Scene().stall();
    scene.now = 2000;
    assert.equal(scene.receipt()?.canUndo, true);
    scene.ask();
    scene.now = 3000;
    scene.story.say('Here is what I know.').end();
    scene.feed();
    const receipt = scene.receipt();
    assert.match(receipt?.id ?? '', /^text-only-\d+$/);
    assert.deepEqual(
      { ...receipt, id: '' },
      {
        id: '',
        kind: 'text-only',
        state: 'obeyed',
        by: 'auto',
        requestedAt: 1000,
        deliveredAt: 2000,
        settledAt: 3000,
        answer: 'Here is what I know.',
        denials: 1,
        canUndo: false,
      },
    );
    assert.deepEqual(scene.news(), [
      'text-only requested',
      'text-only delivered',
      'text-only obeyed',
    ]);
  });
  it('is not shown as delivered before the answer has arrived', () => {
    const scene = new Scene().stall();
    scene.ask(tool(), 'S', false);
    assert.equal(scene.receipt()?.state, 'requested');
    assert.equal(scene.receipt()?.deliveredAt, undefined);
  });
  it('is sent once, as a reminder, after the step', () => {
    const scene = new Scene().stall();
    assert.equal(scene.ask({ kind: 'after-step' }).kind, 'remind');
    assert.equal(scene.ask({ kind: 'after-step' }).kind, 'none');
    assert.equal(scene.ask().kind, 'deny');
  });
  it('ends with the turn, and a new message lifts it', () => {
    const ended = new Scene().stall();
    ended.ask();
    ended.story.end().turn('Next.');
    assert.equal(ended.feed().ask().text, modelTexts.toolsOn);
    assert.equal(ended.ask().kind, 'none');
    const lifted = new Scene().stall();
    lifted.ask();
    lifted.story.turn('Stop that.');
    assert.equal(lifted.feed().ask().text, modelTexts.toolsOn);
    assert.equal(lifted.ask().kind, 'none');
    lacks(lifted.news(), 'text-only obeyed', 'it was not answered');
  });
  it('is withdrawn with the turn if it never arrived', () => {
    const scene = new Scene().stall();
    scene.story.end();
    assert.deepEqual(scene.feed().news(), ['text-only requested', 'text-only withdrawn']);
  });
  it('is not ordered for a turn that stalled at its very end', () => {
    const scene = new Scene().steps(2);
    scene.story.call(noOp, 'open');
    scene.story.end('interrupted');
    assert.deepEqual(scene.feed().news(), []);
    assert.equal(scene.state, 'idle');
  });
});

describe('the ladder: an order that is ignored', () => {
  it('after two further responses with calls: the person is asked, and the turn is stopped in time', () => {
    const scene = new Scene().stall();
    assert.deepEqual([scene.tries(), scene.tries(), scene.tries()], ['deny', 'deny', 'deny']);
    scene.now += COUNTDOWN_MS;
    assert.equal(scene.tries(), 'stop');
    assert.deepEqual(scene.news(), [
      'text-only requested',
      'text-only delivered',
      'text-only ignored',
      'escalate requested',
      'escalate again',
      'stop requested',
      'stop delivered',
    ]);
    assert.equal(scene.state, 'escalated');
    scene.story.end('stopped');
    scene.feed();
    assert.equal(scene.receipt()?.state, 'obeyed');
    assert.equal(scene.state, 'stopped');
  });
  it('not after any number of denials in one further response', () => {
    const scene = new Scene().stall();
    assert.equal(scene.tries(), 'deny');
    for (let i = 0; i < 5; i++) {
      scene.story.call(noOp, 'many');
      scene.feed().ask();
    }
    assert.deepEqual(
      [scene.receipt()?.state, scene.receipt()?.denials, scene.receipt()?.ignored],
      ['delivered', 2, 1],
    );
    lacks(scene.news(), 'text-only ignored');
    scene.tries();
    assert.ok(scene.news().includes('text-only ignored'));
  });
  it('where the agent cannot be stopped, the person is asked and tools stay off', () => {
    const scene = new Scene({ capabilities: { stop: false } }).stall();
    assert.deepEqual(
      [1, 2, 3, 4, 5].map(() => scene.tries()),
      ['deny', 'deny', 'deny', 'deny', 'deny'],
    );
    assert.deepEqual(scene.news(), [
      'text-only requested',
      'text-only delivered',
      'text-only ignored',
      'escalate requested',
      'escalate again',
    ]);
  });
  it('in mode ask the person is asked again, and nothing is stopped at once', () => {
    const scene = new Scene({ mode: 'ask' }).stall();
    scene.did(scene.watch.forceRespond('S', scene.now));
    assert.deepEqual([scene.tries(), scene.tries(), scene.tries()], ['deny', 'deny', 'deny']);
    assert.deepEqual(scene.news(), [
      'escalate requested',
      'escalate',
      'text-only requested',
      'text-only delivered',
      'text-only ignored',
      'escalate requested',
      'escalate again',
    ]);
  });
});

describe('the ladder: remind first', () => {
  const reminded = (): Scene => {
    const scene = new Scene({ remindFirst: true }).stall();
    assert.equal(scene.state, 'reminded');
    assert.equal(scene.ask({ kind: 'after-step' }).kind, 'remind');
    assert.equal(scene.ask().kind, 'none');
    assert.deepEqual(scene.news(), ['remind requested', 'remind delivered']);
    return scene;
  };
  it('gives one step of grace before it takes the tools away', () => {
    assert.deepEqual(reminded().steps(1).news(), ['remind ignored', 'text-only requested']);
  });
  it('is obeyed by a step with something new', () => {
    assert.deepEqual(
      reminded()
        .steps(1, edit('/w/a', 'x', 'y'))
        .news(),
      ['remind obeyed'],
    );
  });
  it('is obeyed by an answer', () => {
    const scene = reminded();
    scene.story.say('I am stuck.').end();
    assert.deepEqual(scene.feed().news(), ['remind obeyed']);
  });
});

describe('the ladder: what a person does', () => {
  for (const mode of ['observe', 'ask', 'auto'] as const) {
    it(`force respond works at any time, in mode ${mode}`, () => {
      const scene = new Scene({ mode });
      scene.did(scene.watch.forceRespond('S', 5));
      assert.deepEqual(scene.news(), ['text-only requested']);
      assert.equal(scene.receipt()?.by, 'person');
      assert.match(scene.ask().text, /the user asks for an answer in words/);
    });
  }
  it('force respond pressed twice is one order', () => {
    const scene = new Scene({ mode: 'ask' });
    scene.did(scene.watch.forceRespond('S', 5)).did(scene.watch.forceRespond('S', 6));
    assert.deepEqual(scene.news(), ['text-only requested']);
  });
  it('undo takes an order back until it is delivered', () => {
    const scene = new Scene().stall();
    const id = scene.receipt()?.id ?? '';
    scene.did(scene.watch.undo(id, 7) ?? []);
    assert.deepEqual(scene.news(), ['text-only requested', 'text-only withdrawn']);
    assert.equal(scene.ask().kind, 'none');
    const late = new Scene().stall();
    late.ask();
    assert.equal(late.watch.undo(late.receipt()?.id ?? '', 7), undefined);
    assert.equal(late.watch.undo('no-such', 7), undefined);
    assert.equal(late.ask().kind, 'deny');
  });
  it('snooze does nothing for that many steps, then the mode decides', () => {
    const scene = new Scene({ mode: 'ask' });
    scene.watch.snooze('S', 5);
    assert.deepEqual(scene.steps(4).news(), []);
    assert.equal(scene.state, 'snoozed');
    assert.equal(scene.watch.views.detail('S', 0)?.snoozedSteps, 1);
    assert.equal(scene.watch.views.detail('S', 0)?.verdict?.level, 'stalled');
    assert.deepEqual(scene.steps(1).news(), ['escalate requested', 'escalate']);
    assert.equal(scene.state, 'stalled');
  });
  it('snooze ends with the turn and by force respond', () => {
    const scene = new Scene({ mode: 'ask' });
    scene.watch.snooze('S', 50);
    scene.story.end().turn();
    assert.deepEqual(scene.feed().stall().news(), ['escalate requested', 'escalate']);
    scene.watch.snooze('S', 50);
    scene.did(scene.watch.forceRespond('S', 1));
    assert.equal(scene.state, 'text-only');
  });
  it('guidance is delivered once, at the first opportunity', () => {
    for (const moment of [tool(), { kind: 'after-step' }, { kind: 'before-stop' }] as const) {
      const scene = new Scene({ mode: 'ask' });
      scene.did(scene.watch.guide('S', 'Look at {text} in b.ts', 5));
      const { kind, text } = scene.ask(moment);
      assert.equal(kind, 'remind', moment.kind);
      assert.equal(text, `${MODEL_MARK} The user says: Look at {text} in b.ts`);
      assert.equal(scene.ask(moment).kind, 'none');
      assert.deepEqual(scene.news(), ['guide requested', 'guide delivered']);
    }
  });
  it('two guidance sentences both arrive', () => {
    const scene = new Scene({ mode: 'ask' });
    scene.watch.guide('S', 'one', 5);
    scene.watch.guide('S', 'two', 6);
    assert.deepEqual([scene.ask().text, scene.ask().text].map((text) => text.slice(-3)).sort(), [
      'one',
      'two',
    ]);
  });
  it('stop overrides text-only and ends with the turn', () => {
    const scene = new Scene().stall();
    scene.did(scene.watch.stop('S', 5));
    assert.deepEqual(scene.ask().kind, 'stop');
    assert.equal(scene.state, 'stopping');
    scene.story.end('stopped').turn('Next.');
    assert.equal(scene.feed().ask().kind, 'none');
  });
  it('an unknown session is left alone', () => {
    const { watch } = new Scene();
    assert.deepEqual(
      [watch.forceRespond('?', 1), watch.stop('?', 1), watch.guide('?', 'x', 1)],
      [[], [], []],
    );
    assert.equal(watch.decide('?', tool(), 1).decision.kind, 'none');
  });
});

describe('the ladder: sub-agents', () => {
  function family(): Scene {
    const scene = new Scene({ mode: 'ask' });
    new Story('S/1', scene.story.events).start({ parent: 'S' }).turn();
    return scene.feed();
  }
  it('of a turn without tools have none either', () => {
    const scene = family();
    scene.watch.forceRespond('S', 5);
    assert.equal(scene.ask(tool(), 'S/1').kind, 'deny');
    assert.equal(scene.receipt('S/1')?.state, 'delivered');
    const late = new Scene({ mode: 'ask' });
    late.watch.forceRespond('S', 5);
    new Story('S/2', late.story.events).start({ parent: 'S' }).turn();
    assert.equal(late.feed().ask(tool(), 'S/2').kind, 'deny', 'one that began later');
  });
  it('that are told to answer leave their parent its tools', () => {
    const scene = family();
    scene.watch.forceRespond('S/1', 5);
    assert.equal(scene.ask(tool(), 'S/1').kind, 'deny');
    assert.equal(scene.ask(tool(), 'S').kind, 'none');
  });
  it('stop with their parent', () => {
    const scene = family();
    scene.watch.stop('S', 5);
    assert.equal(scene.ask(tool(), 'S/1').kind, 'stop');
  });
});
