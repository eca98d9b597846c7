/** An order that the model ignores: counted by its responses, whatever the shape in which their calls arrive, and ended. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import { COUNTDOWN_MS } from '../../../src/core/interventions/stall-responses.js';
import { RecordedRun } from '../../../src/core/recorded/recorded-run.js';
import type { Receipt } from '../../../src/core/view/snapshot.js';
import { lacks } from '../../contains.js';
import { noOp, Scene, tool, type Setting } from '../support/scene.js';

/** How the calls of one response reach us. */
const shapes = {
  /** One by one, and the end of the step is told: Claude Code, Codex, Qwen Code. */
  'one by one': { explicit: true, response: false, together: false, named: true },
  /** All are known by the response's id before the first hook asks: Kimi Code, Copilot, opencode. */
  'by their response': { explicit: false, response: true, together: true, named: true },
  'one by one, by their response': {
    explicit: false,
    response: true,
    together: false,
    named: true,
  },
  /** One by one, each answered before the next asks: Cline. */
  'by iteration': {
    explicit: false,
    response: false,
    together: false,
    named: true,
    iteration: true,
  },
  'all at once': { explicit: false, response: false, together: true, named: true },
  /** Hooks give no id and the calls are held until the log names them: Gemini CLI. */
  'held back': { explicit: true, response: false, together: false, named: false },
} satisfies Record<string, Shape>;
interface Shape {
  explicit: boolean;
  response: boolean;
  together: boolean;
  named: boolean;
  iteration?: boolean;
}

class Calls {
  readonly scene: Scene;
  private responses = 0;

  constructor(
    private readonly shape: Shape,
    setting: Setting = {},
  ) {
    this.scene = new Scene({ ...setting, explicit: shape.explicit });
  }

  /** One response with this many calls, of which the first `ran` ran before `then`. @returns what each of the others was told. */
  respond(calls: number, { ran = 0, then = (): void => undefined } = {}): string[] {
    const { scene, shape } = this;
    this.responses += 1;
    const response = shape.response ? `resp-${this.responses}` : undefined;
    const ids = Array.from({ length: calls }, (_, i) => `c${this.responses}-${i}`);
    const known = new Set<string>();
    const begin = (id: string): void => {
      if (!known.has(id)) {
        known.add(id);
        scene.story.call(noOp, response, id, shape.iteration === true ? this.responses : undefined);
        scene.feed();
      }
    };
    if (shape.together) {
      ids.forEach(begin);
    }
    ids.slice(0, ran).forEach((id) => {
      begin(id);
      scene.story.result(id, noOp);
      scene.feed();
    });
    then();
    const told = ids.slice(ran).map((id) => {
      if (shape.named) {
        begin(id);
      }
      const { kind, text } = scene.ask(tool(shape.named ? id : ''));
      if (shape.named) {
        scene.story.result(id, { ...noOp, output: text, deniedBy: 'turnwatch' });
        scene.feed();
      }
      return kind;
    });
    if (!shape.named) {
      ids.forEach((id) => {
        begin(id);
        scene.story.result(id, { ...noOp, deniedBy: 'turnwatch' });
        scene.feed();
      });
    }
    if (shape.explicit) {
      scene.story.stepEnd();
      scene.feed();
    }
    return told;
  }

  get order() {
    return this.scene.watch.views
      .detail('S', this.scene.now)
      ?.receipts.find(({ kind }) => kind === 'text-only');
  }
}

describe('an order that is ignored is counted by responses', () => {
  for (const [name, shape] of Object.entries(shapes)) {
    for (const calls of [1, 2, 3, 5]) {
      it(`${calls} calls each, ${name}: three responses`, () => {
        const { scene, respond, look } = begun(shape, { mode: 'auto' });
        const all = (kind: string): string[] => Array.from({ length: calls }, () => kind);
        assert.deepEqual(respond(calls), all('deny'), 'the model has read no denial');
        assert.deepEqual(
          [look().state, look().denials, look().ignored],
          ['delivered', 1, undefined],
        );
        assert.deepEqual(respond(calls), all('deny'), 'once may be a slip');
        assert.deepEqual([look().state, look().denials, look().ignored], ['delivered', 2, 1]);
        lacks(scene.news(), 'stop requested');
        assert.deepEqual(respond(calls), all('deny'), 'it may still answer');
        assert.deepEqual([look().state, look().ignored], ['ignored', 2]);
        assert.deepEqual(scene.news(), [
          'text-only ignored',
          'escalate requested',
          'escalate again',
        ]);
        scene.now += COUNTDOWN_MS;
        scene.did(scene.watch.push({ v: 1, type: 'tick', at: scene.now }, scene.now).effects);
        assert.deepEqual(respond(calls), all('stop'));
      });

      for (let ran = 0; ran < calls; ran++) {
        it(`${calls} calls in flight at the click, ${ran} have run, ${name}: one refusal, then the answer`, () => {
          const { scene, respond, look } = begun(shape, { mode: 'ask' }, false);
          const told = respond(calls, {
            ran,
            then: () => scene.did(scene.watch.forceRespond('S', scene.now)),
          });
          assert.deepEqual(new Set(told), new Set(['deny']));
          scene.story.say('I found out nothing.').end();
          scene.feed();
          assert.deepEqual(
            [look().state, look().denials, look().ignored],
            ['obeyed', 1, undefined],
          );
          assert.deepEqual(scene.news(), [
            'text-only requested',
            'text-only delivered',
            'text-only obeyed',
          ]);
        });
      }
    }
  }

  it('a stop holds for the other calls of its response, though the log tells the end before they ask', () => {
    const scene = new Scene({ explicit: true });
    scene.did(scene.watch.stop('S', scene.now));
    const ids = ['a', 'b', 'c'].map((id) => scene.story.call(noOp, undefined, id));
    scene.feed();
    const [first = '', ...others] = ids;
    assert.equal(scene.ask(tool(first)).kind, 'stop');
    scene.now += 100;
    scene.story.end('stopped');
    scene.feed();
    scene.now += 300;
    assert.deepEqual(
      others.map((id) => scene.ask(tool(id)).kind),
      ['stop', 'stop'],
    );
    assert.equal(scene.ask({ kind: 'prompt' }).kind, 'none', 'the next message passes');
    scene.story.turn('Go on');
    scene.feed();
    scene.story.call(noOp, undefined, 'd');
    scene.feed();
    assert.equal(scene.ask(tool('d')).kind, 'none', 'its calls run');
  });

  it('a call that comes long after a stop is none of its response', () => {
    const scene = new Scene({ explicit: true });
    scene.did(scene.watch.stop('S', scene.now));
    assert.equal(scene.ask(tool('a')).kind, 'stop');
    scene.story.end('stopped');
    scene.feed();
    scene.now += 5000;
    assert.equal(scene.ask(tool('b')).kind, 'none');
  });

  it('a response that the log tells after the relay has carried the order is none that ignores it', () => {
    const scene = new Scene({ mode: 'auto', capabilities: { textOnly: 'relay' } });
    scene.now = 5000;
    scene.did(scene.watch.forceRespond('S', scene.now));
    const { receipts } = scene.watch.directive('S', scene.now) ?? {};
    scene.did(scene.watch.delivered('S', receipts ?? [], scene.now));
    // the relay tells what the answer cost before the log tells of the calls
    scene.story.push({ v: 1, type: 'usage', session: 'S', at: 5100, calls: [] });
    const respond = (at: number): number | undefined => {
      scene.story.at(at).step(noOp, noOp);
      scene.feed();
      return scene.receipt()?.ignored;
    };
    assert.equal(respond(4900), undefined, 'it was on its way');
    assert.equal(respond(6000), 1, 'a provider that calls tools all the same');
  });
  it('a call that asks the person ignores nothing', () => {
    const { scene, respond, look } = begun(shapes['one by one'], { mode: 'auto' });
    respond(1);
    for (let i = 0; i < 4; i++) {
      scene.story.call({ ...noOp, class: 'ask' }, undefined, `ask-${i}`);
      scene.story.result(`ask-${i}`, noOp).stepEnd();
      scene.feed();
    }
    assert.deepEqual([look().state, look().ignored], ['delivered', undefined]);
  });

  it('two hooks files that report one call are answered both, and count once', () => {
    const { scene, look } = begun(shapes['one by one'], { mode: 'auto' });
    scene.story.call(noOp, undefined, 'twice');
    scene.feed();
    assert.deepEqual(
      [scene.ask(tool('twice')).kind, scene.ask(tool('twice')).kind],
      ['deny', 'deny'],
    );
    assert.equal(look().denials, 1);
  });

  it('that is answered at last says how often it was ignored', () => {
    const { scene, respond, look } = begun(shapes['one by one'], {
      mode: 'ask',
      capabilities: { stop: false },
    });
    for (let i = 0; i < 6; i++) {
      scene.now += 1000;
      respond(3);
    }
    assert.deepEqual([look().state, look().ignored], ['ignored', 5]);
    const { ignoredAt } = look();
    scene.now += 1000;
    scene.story.say('I give up.').end();
    scene.feed();
    assert.deepEqual(
      [look().state, look().ignored, look().ignoredAt, look().settledAt],
      ['obeyed', 5, ignoredAt, scene.now],
    );
    assert.deepEqual(
      scene.news().filter((each) => each.startsWith('text-only')),
      ['requested', 'delivered', 'ignored', 'obeyed'].map((state) => `text-only ${state}`),
    );
  });

  it('is shown alike in a recording', () => {
    for (const [name, shape] of Object.entries(shapes)) {
      for (const capabilities of [{}, { stop: false }]) {
        const { scene, respond } = begun(shape, { mode: 'ask', capabilities });
        for (const calls of [3, 1, 2, 5]) {
          scene.now += 1000;
          respond(calls);
        }
        scene.story.say('I give up.').end();
        scene.feed();
        const live = scene.watch.views.detail('S', scene.now)?.receipts.map(settled);
        assert.deepEqual(replayed(scene.recording).map(settled), live, name);
        const old = scene.recording.map((event) => {
          if (event.type !== 'intervention') {
            return event;
          }
          const { v, type, session, id, rung, state, by } = event;
          return { v, type, session, id, rung, state, by };
        });
        assert.deepEqual(
          replayed(old).map(({ state, denials }) => [state, denials]),
          live?.map(({ state, denials }) => [state, denials]),
          `${name}, recorded by an earlier version`,
        );
      }
    }
  });

  it('is not obeyed by a turn that was stopped', () => {
    const { scene, respond, look } = begun(shapes['one by one'], { mode: 'auto' });
    [1, 2, 3].forEach(() => respond(2));
    scene.story.end('stopped');
    scene.feed();
    assert.equal(look().state, 'ignored');
  });
});

for (const mode of ['ask', 'auto'] as const) {
  describe(`an order that is ignored in mode ${mode}`, () => isAskedAbout(mode));
}

function isAskedAbout(mode: 'ask' | 'auto'): void {
  const ignored = (setting: Setting = {}) => {
    const all = begun(shapes['one by one'], { mode, ...setting });
    [1, 2, 3].forEach(() => all.respond(2));
    return all;
  };
  const stopsAt = (scene: Scene): number | undefined =>
    scene.watch.views.detail('S', scene.now)?.stopsAt;
  const tick = (scene: Scene): void => {
    scene.did(scene.watch.push({ v: 1, type: 'tick', at: scene.now }, scene.now).effects);
  };

  it('asks the person once, and counts down', () => {
    const { scene, respond } = ignored();
    assert.deepEqual(scene.news().slice(-3), [
      'text-only ignored',
      'escalate requested',
      'escalate again',
    ]);
    assert.equal(stopsAt(scene), scene.now + COUNTDOWN_MS);
    assert.equal(scene.watch.nextDeadline(), scene.now + COUNTDOWN_MS);
    scene.now += COUNTDOWN_MS - 1;
    tick(scene);
    assert.deepEqual(respond(3), ['deny', 'deny', 'deny']);
    assert.deepEqual(scene.news(), []);
  });
  it('stops the turn when the countdown ends and nobody is there', () => {
    const { scene, respond } = ignored();
    scene.news();
    scene.now += COUNTDOWN_MS;
    tick(scene);
    assert.deepEqual(scene.news(), ['stop requested']);
    assert.deepEqual([stopsAt(scene), scene.watch.nextDeadline()], [undefined, undefined]);
    assert.deepEqual(respond(2), ['stop', 'stop']);
    assert.equal(scene.receipt()?.by, 'auto');
  });
  it('stops it also with an event that comes later, without a tick', () => {
    const { scene, respond } = ignored();
    scene.now += COUNTDOWN_MS + 5;
    assert.deepEqual(respond(1), ['stop']);
  });
  it('keep waiting: tools stay off, and nobody is asked again', () => {
    const { scene, respond } = ignored();
    scene.news();
    scene.did(scene.watch.keepWaiting('S', scene.now));
    assert.deepEqual([scene.news(), stopsAt(scene)], [['escalate withdrawn'], undefined]);
    scene.now += COUNTDOWN_MS * 3;
    tick(scene);
    for (let i = 0; i < 33; i++) {
      assert.deepEqual(respond(2), ['deny', 'deny']);
    }
    assert.deepEqual(scene.news(), []);
    assert.deepEqual(scene.watch.keepWaiting('S', scene.now), [], 'there is nothing to keep');
  });
  it('stop now ends the countdown', () => {
    const { scene, respond } = ignored();
    scene.did(scene.watch.stop('S', scene.now));
    assert.equal(stopsAt(scene), undefined);
    assert.deepEqual(respond(1), ['stop']);
    assert.equal(scene.receipt()?.by, 'person');
  });
  for (const reason of ['completed', 'interrupted'] as const) {
    it(`a turn that ends in time is not stopped: ${reason}`, () => {
      const { scene } = ignored();
      scene.now += COUNTDOWN_MS;
      scene.story.end(reason);
      scene.feed();
      tick(scene);
      lacks(scene.news(), 'stop requested');
      assert.deepEqual([stopsAt(scene), scene.watch.nextDeadline()], [undefined, undefined]);
    });
  }
  it('a false alarm gives the tools back', () => {
    const scene = new Scene({ mode: 'ask', explicit: true });
    for (let i = 0; i < 4; i++) {
      scene.steps(1);
      scene.story.stepEnd();
      scene.feed();
    }
    scene.did(scene.watch.forceRespond('S', scene.now));
    for (let i = 0; i < 3; i++) {
      scene.tries();
      scene.story.stepEnd();
      scene.feed();
    }
    assert.ok(stopsAt(scene) !== undefined);
    const verdict = scene.watch.views.detail('S', scene.now)?.verdict?.id ?? '';
    scene.story.push({ v: 1, type: 'feedback', session: 'S', verdict, answer: 'false-alarm' });
    scene.feed();
    assert.deepEqual([stopsAt(scene), scene.ask().kind], [undefined, 'none']);
  });
  it('a new order by the person is one of its own, with its own question', () => {
    const { scene, respond } = ignored();
    scene.news();
    scene.did(scene.watch.forceRespond('S', scene.now));
    assert.equal(stopsAt(scene), undefined);
    [1, 2, 3].forEach(() => respond(1));
    assert.ok(stopsAt(scene) !== undefined);
    assert.equal(scene.news().filter((each) => each === 'escalate again').length, 1);
  });
  it('shows in a recorded run, where it ran and no longer', () => {
    const endings: Record<string, (all: ReturnType<typeof ignored>) => void> = {
      'keep waiting': ({ scene }) => scene.did(scene.watch.keepWaiting('S', scene.now)),
      'stop now': ({ scene }) => scene.did(scene.watch.stop('S', scene.now)),
      'nobody is there': ({ scene }) => {
        scene.now += COUNTDOWN_MS;
        tick(scene);
      },
      'a new order': ({ scene }) => scene.did(scene.watch.forceRespond('S', scene.now)),
      'the turn ends': ({ scene }) => {
        scene.story.at(scene.now).end();
        scene.feed();
      },
    };
    for (const [name, end] of Object.entries(endings)) {
      const all = ignored();
      const { scene } = all;
      const until = stopsAt(scene);
      const asked = scene.recording.findIndex(
        (event) => event.type === 'intervention' && event.stopsAt !== undefined,
      );
      scene.now += 5000;
      scene.story.at(scene.now).say('Once more.');
      scene.feed();
      const later = scene.recording.length;
      end(all);
      const run = readWhole(scene.recording);
      const shown = [asked, asked + 1, later, scene.recording.length].map((place) => {
        goTo(run, place);
        return run.viewHere().selected?.stopsAt;
      });
      assert.deepEqual(shown, [undefined, until, until, undefined], name);
    }
  });
  it('is not counted down where the agent cannot be stopped: the person is asked once', () => {
    const { scene, respond } = ignored({ capabilities: { stop: false } });
    assert.equal(stopsAt(scene), undefined);
    for (let i = 0; i < 33; i++) {
      assert.deepEqual(respond(3), ['deny', 'deny', 'deny']);
    }
    assert.equal(scene.news().filter((each) => each === 'escalate again').length, 1);
  });
  it('is not counted down in mode observe, which stops nothing by itself', () => {
    const { scene } = ignored({ mode: 'observe' });
    assert.equal(stopsAt(scene), undefined);
    assert.equal(scene.news().at(-1), 'escalate again');
  });
}

/** What became of an order, without what only a live one has. */
function settled({ kind, state, by, denials, ignored }: Receipt) {
  return { kind, state, by, denials, ignored };
}

function replayed(events: readonly TurnEvent[]): Receipt[] {
  return readWhole(events).viewHere().selected?.receipts ?? [];
}

function readWhole(events: readonly TurnEvent[]): RecordedRun {
  const run = new RecordedRun(
    events.map((event) => ({ at: 0, ...event })),
    (agent) => agent,
  );
  inOneGo(run.read());
  return run;
}

function goTo(run: RecordedRun, place: number): void {
  inOneGo(run.goTo(place));
}

function inOneGo(work: Generator<void, void>): void {
  while (work.next().done !== true) {
    // the caller could stop here
  }
}

/** A turn with an order that the person gave: `ordered` after its first step. */
function begun(shape: Shape, setting: Setting, ordered = true) {
  const calls = new Calls(shape, setting);
  const { scene } = calls;
  calls.respond(1, { ran: 1 });
  if (ordered) {
    scene.did(scene.watch.forceRespond('S', scene.now));
  }
  return {
    scene,
    respond: (count: number, when?: Parameters<Calls['respond']>[1]) => calls.respond(count, when),
    look: () => {
      const { order } = calls;
      assert.ok(order !== undefined);
      return order;
    },
  };
}
