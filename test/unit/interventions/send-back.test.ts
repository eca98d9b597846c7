/** What sends a turn back to its agent at its end, and each end that is let be. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import { sendBackAtEnd } from '../../../src/core/interventions/send-back.js';
import type { Mode } from '../../../src/core/interventions/stall-state.js';
import type { Session } from '../../../src/core/turns/session.js';
import { bash, edit, Story, type Act } from '../support/story.js';
import { fold, newWatch, type Watch } from '../support/watch.js';

const failed: Act = bash('npm test', 'Tests: 3 failed, 9 passed, 12 total', { exitCode: 1 });
const passed: Act = bash('npm test', 'Tests: 12 passed, 12 total');
const change: Act = edit('/w/a.ts', 'a1', 'a2');
const begun = (): Story => new Story().start({ cwd: '/w' }).turn();
const claimed = 'All 12 tests pass now.';

interface Setting {
  mode?: Mode;
  sendBack?: boolean;
}

/** An agent that asks whether it may stop; its answer arrives. */
class AtItsEnd {
  readonly watch: Watch;
  /** With what was recorded of interventions. */
  readonly recording: TurnEvent[] = [];
  private fed = 0;

  constructor(
    readonly story: Story,
    { mode = 'auto', sendBack = true }: Setting = {},
  ) {
    this.watch = newWatch({ mode: () => mode, sendBack });
  }

  stop(): string {
    for (; this.fed < this.story.events.length; this.fed++) {
      const event = this.story.events[this.fed];
      if (event !== undefined) {
        this.recording.push(event);
        this.watch.push(event, 0);
      }
    }
    const { session } = this.story;
    const { decision, receipts, effects } = this.watch.decide(session, { kind: 'before-stop' }, 0);
    for (const effect of [...effects, ...this.watch.delivered(session, receipts, 0)]) {
      if (effect.kind === 'record') {
        this.recording.push(effect.event);
      }
    }
    return 'text' in decision ? decision.text : decision.kind;
  }
}

const stop = (story: Story, setting?: Setting): string => new AtItsEnd(story, setting).stop();
const sendBackOf = (session: Session, { interventions, views }: Watch) =>
  sendBackAtEnd(session, interventions, views.ends);
/** The row of the timeline that tells of it. */
const row = (watch: Watch) =>
  watch.views.detail('S', 0)?.rows.findLast(({ kind }) => kind === 'intervention');

describe('a turn that is sent back', () => {
  it('is told what speaks against its end, whatever it claims', () => {
    const text = stop(begun().step(change).step(failed).say(claimed));
    assert.match(text, /^\[Turnwatch\] .*Last test run: 3 failed\. Go on/);
    assert.match(stop(begun().step(change).say(claimed)), /No test ran, 1 source file changed/);
    assert.match(stop(begun().step(passed).step(change).say('Done.')), /before the last edit/);
  });

  it('is sent back once, and again only in another turn', () => {
    const end = new AtItsEnd(begun().step(change).step(failed).say(claimed));
    assert.match(end.stop(), /3 failed/);
    end.story.step(failed).say(claimed);
    assert.equal(end.stop(), 'none');
    end.story.end().turn('Once more.').step(failed).say(claimed);
    assert.match(end.stop(), /3 failed/);
  });

  it('is not, by a log that tells the end first and goes on in the same turn', () => {
    const end = new AtItsEnd(begun().step(change).step(failed).say(claimed));
    assert.match(end.stop(), /3 failed/);
    end.story.end().step(failed).say(claimed);
    assert.equal(end.stop(), 'none');
  });

  it('has a row and a receipt with the reason, in a replay of its recording too', () => {
    const end = new AtItsEnd(begun().step(change).step(failed).say(claimed));
    end.stop();
    const doubts = [{ id: 'ended.failed', params: { count: 3 } }];
    const seen = row(end.watch);
    assert.ok(seen?.kind === 'intervention');
    assert.deepEqual([seen.intervention, seen.by, seen.state], ['guide', 'auto', 'delivered']);
    assert.deepEqual(seen.doubts, doubts);
    const [receipt] = end.watch.views.detail('S', 0)?.receipts ?? [];
    assert.equal(receipt?.words, 'Last test run: 3 failed');
    const again = newWatch({ mode: () => 'observe' });
    for (const event of end.recording) {
      again.push(event, 0);
    }
    assert.deepEqual(row(again), seen);
  });
});

describe('a turn that is let end', () => {
  const doubtful = (): Story => begun().step(change).step(failed);

  it('without the setting, and in another mode', () => {
    assert.equal(stop(doubtful().say(claimed), { sendBack: false }), 'none');
    assert.equal(stop(doubtful().say(claimed), { mode: 'ask' }), 'none');
    assert.equal(stop(doubtful().say(claimed), { mode: 'observe' }), 'none');
  });

  it('where all is well, or nothing is known', () => {
    assert.equal(stop(begun().step(change).step(passed).say('Done.')), 'none');
    assert.equal(stop(begun().say('Hello.')), 'none');
  });

  it('that asks the person something, or waits for them', () => {
    assert.equal(stop(doubtful().say('3 fail. Shall I go on?')), 'none');
    assert.equal(
      stop(doubtful().step({ tool: 'Ask', class: 'ask', input: {}, output: 'ok' }).say('…')),
      'none',
    );
    const waiting = doubtful().say(claimed);
    waiting.push({ v: 1, type: 'waiting', session: waiting.session, for: 'input' });
    assert.equal(stop(waiting), 'none');
  });

  it('whose answer is not known yet: it may ask', () => {
    assert.equal(stop(begun().say('I will test it.').step(change).step(failed)), 'none');
  });

  it('that was ordered to answer in words, or to stop', () => {
    for (const order of ['forceRespond', 'stop'] as const) {
      const end = new AtItsEnd(doubtful().say(claimed), { sendBack: false });
      end.stop();
      const session = end.watch.sessions.get(end.story.session);
      assert.ok(session !== undefined);
      end.watch.orders[order](session, 0);
      const { sessions, interventions, views } = end.watch;
      assert.ok(sessions.has(session.id) && interventions.holding(session.id) !== undefined);
      assert.equal(sendBackOf(session, end.watch), undefined, order);
      assert.equal(views.ends.doubtsBeforeEnd(session).length, 1, 'only the order keeps it');
    }
  });

  it('whose sub-agent, or whose job, still runs', () => {
    const end = new AtItsEnd(doubtful().say(claimed), { sendBack: false });
    end.stop();
    const session = end.watch.sessions.get(end.story.session);
    assert.ok(session !== undefined);
    assert.ok(sendBackOf(session, end.watch) !== undefined);
    session.openChildren.add('child');
    assert.equal(sendBackOf(session, end.watch), undefined);
    session.openChildren.clear();
    session.jobs = ['job'];
    assert.equal(sendBackOf(session, end.watch), undefined);
  });
});

describe('what a person sends back', () => {
  const end = (story: Story) => {
    const watch = fold(story.end());
    const session = watch.sessions.get(story.session);
    assert.ok(session !== undefined);
    return watch.views.summary(session).end;
  };

  it('is a prompt of the facts, beside which the claim is quoted', () => {
    const false_ = end(begun().step(change).step(failed).say(`I fixed it. ${claimed} Bye.`));
    assert.match(
      false_?.sendBack ?? '',
      /^What was seen of your last turn: Last test run: 3 failed/,
    );
    assert.equal(false_?.claim, claimed);
    const german = end(begun().step(change).step(failed).say('Alle Tests sind jetzt grün.'));
    assert.equal(german?.claim, 'Alle Tests sind jetzt grün.');
  });

  it('is no claim that says the opposite, or none', () => {
    for (const words of ['Not all tests pass.', 'Once all tests pass, merge it.', 'Done.']) {
      assert.equal(end(begun().step(change).step(failed).say(words))?.claim, undefined, words);
    }
  });

  it('is the silent end after a call, too', () => {
    const silent = end(begun().say('I will look.').step(passed));
    assert.match(silent?.sendBack ?? '', /It ended right after a call, without an answer/);
  });

  it('has a row and a receipt that say so, in a replay of its recording too', () => {
    const story = begun().step(change).step(failed).say(claimed).end();
    const watch = fold(story);
    const effects = watch.sendBack('S', 'Last test run: 3 failed', 0);
    const [receipt] = watch.views.detail('S', 0)?.receipts ?? [];
    assert.deepEqual([receipt?.kind, receipt?.by, receipt?.sendsBack], ['guide', 'person', true]);
    const seen = row(watch);
    assert.ok(seen?.kind === 'intervention' && seen.sendsBack === true);
    assert.deepEqual(seen.doubts, [{ id: 'ended.failed', params: { count: 3 } }]);
    const again = fold(story);
    for (const effect of effects) {
      if (effect.kind === 'record') {
        again.push(effect.event, 0);
      }
    }
    assert.deepEqual(row(again), seen);
    watch.guide('S', 'Try the other file', 0);
    assert.equal(watch.views.detail('S', 0)?.receipts[1]?.sendsBack, undefined);
  });

  it('is nothing where all is well, the person was asked, or the turn was interrupted', () => {
    const well = end(begun().step(change).step(passed).say(claimed));
    assert.deepEqual([well?.sendBack, well?.claim], [undefined, undefined]);
    assert.equal(end(begun().step(change).step(failed).say('Go on?'))?.sendBack, undefined);
    const watch = fold(begun().step(change).step(failed).say(claimed).end('interrupted'));
    const session = watch.sessions.get('S');
    assert.equal(session && watch.views.summary(session).end?.sendBack, undefined);
  });
});
