/** Waits, silence, sub-agents and the clock: the effects of passing time. */
import assert from 'node:assert/strict';
import { Judge } from '../../../src/core/judge.js';
import { present } from '../support/present.js';
import { bash, judged, Story, type Act } from '../support/story.js';
import { fold } from '../support/watch.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const T = 1_700_000_000_000;
const began = (): Story => new Story().at(T).start().turn();
const tick = (story: Story, ms: number): Story =>
  story.after(ms).push({ v: 1, type: 'tick', ...present({ at: story.clock }) });
const wait = (story: Story, what: 'permission' | 'input' | 'job', call?: string): Story =>
  story.push({ ...story.own, type: 'waiting', for: what, ...present({ call }) });
const resumed = (story: Story): Story => story.push({ ...story.own, type: 'resumed' });
/** `level kind @seconds after the beginning` */
const told = (story: Story, set = {}): string[] =>
  judged(story, { set }).verdicts.map(
    ({ session, level, kind, at }) =>
      `${session === 'S' ? '' : `${session} `}${level} ${kind} @${at === null ? '?' : (at - T) / SECOND}`,
  );
const job = (output: string): Act => ({ tool: 'BashOutput', input: { bash_id: '1' }, output });

describe('silence', () => {
  it('is reported once after ten minutes, dated at the deadline, and is never a stall', () => {
    assert.deepEqual(told(tick(began().step(bash('ls', 'a')), 10 * MINUTE - 1)), []);
    assert.deepEqual(told(tick(tick(began().step(bash('ls', 'a')), 47 * MINUTE), 600 * MINUTE)), [
      'watch silence @600',
    ]);
  });
  it('is also reported at the next event, before that event counts', () => {
    assert.deepEqual(
      told(
        began()
          .after(15 * MINUTE)
          .step(bash('ls', 'a')),
      ),
      ['watch silence @600'],
    );
  });
  it('ends at the next sign of activity, and can recur', () => {
    const story = tick(began(), 11 * MINUTE).say('Still here.');
    assert.deepEqual(
      judged(story).cleared.map(({ kind }) => kind),
      ['silence'],
    );
    assert.deepEqual(told(tick(story, 11 * MINUTE)), ['watch silence @600', 'watch silence @1260']);
  });
  it('is not reported while no turn is open', () => {
    assert.deepEqual(told(tick(began().end(), 60 * MINUTE)), []);
    assert.deepEqual(told(tick(new Story().at(T).start(), 60 * MINUTE)), []);
  });
  it('is not reported while a call runs within its timeout, or half an hour without one', () => {
    const plain = began();
    plain.call(bash('make'));
    assert.deepEqual(told(tick(plain, 30 * MINUTE - 1)), []);
    assert.deepEqual(told(tick(plain, 2)), ['watch silence @1800']);
    for (const field of ['timeout', 'timeout_ms']) {
      const own = began();
      own.call({ tool: 'Bash', input: { command: 'make', [field]: 3600 * SECOND }, output: '' });
      assert.deepEqual(told(tick(own, 60 * MINUTE - 1)), []);
      assert.deepEqual(told(tick(own, 2)), ['watch silence @3600']);
    }
  });
  it('is not reported while the agent waits for somebody', () =>
    assert.deepEqual(told(tick(wait(began(), 'input'), 60 * MINUTE)), ['waiting wait @60']));
  it('is unknown where events carry no time', () => {
    const story = new Story().start().turn().step(bash('ls', 'a'));
    assert.deepEqual(told(tick(story.at(T), 60 * MINUTE)), []);
    const later = began().step(bash('ls', 'a'));
    later.clock = undefined;
    assert.deepEqual(told(tick(later.say('No time here.').at(T), 60 * MINUTE)), []);
  });
  it('does not fire at the end of a recording', () =>
    assert.deepEqual(told(began().step(bash('ls', 'a'))), []));
  it('is not ended by our own interventions', () => {
    const story = began().after(9 * MINUTE);
    story.push({
      ...story.own,
      type: 'intervention',
      id: 'x',
      rung: 'remind',
      state: 'requested',
      by: 'auto',
    });
    assert.deepEqual(told(tick(story, 2 * MINUTE)), ['watch silence @600']);
  });
  it('comes after the configured number of minutes', () => {
    assert.deepEqual(told(tick(began(), 5 * MINUTE), { 'balanced.silenceMinutes': 3 }), [
      'watch silence @180',
    ]);
  });
});

describe('waits', () => {
  for (const what of ['permission', 'input', 'job'] as const) {
    it(`for ${what} are reported once, after a minute`, () => {
      assert.deepEqual(told(tick(wait(began(), what), MINUTE - 1)), []);
      assert.deepEqual(told(tick(tick(wait(began(), what), MINUTE), 5 * MINUTE)), [
        'waiting wait @60',
      ]);
    });
  }
  it('for a person have no budget, and open no episode', () => {
    const { verdicts, judge } = judged(tick(wait(began(), 'permission'), 24 * 60 * MINUTE));
    assert.deepEqual(
      verdicts.map(({ level }) => level),
      ['waiting'],
    );
    assert.equal(judge.standing('S'), undefined);
  });
  it('for an unchanged job are a stall after half an hour', () => {
    assert.deepEqual(told(tick(wait(began(), 'job'), 40 * MINUTE)), [
      'waiting wait @60',
      'stalled wait @1800',
    ]);
    assert.deepEqual(told(tick(wait(began(), 'job'), 40 * MINUTE), { 'balanced.jobMinutes': 5 }), [
      'waiting wait @60',
      'stalled wait @300',
    ]);
  });
  it('end at resumed; the next one is reported again', () => {
    const once = resumed(tick(wait(began(), 'input'), 2 * MINUTE));
    assert.deepEqual(told(tick(wait(once, 'input'), 2 * MINUTE)), [
      'waiting wait @60',
      'waiting wait @180',
    ]);
  });
  it('end at the result of their call and at the next other call', () => {
    const answered = began();
    const id = answered.call(bash('rm x'));
    assert.deepEqual(
      told(
        tick(wait(answered, 'permission', id).after(SECOND).result(id, bash('rm x')), 5 * MINUTE),
      ),
      [],
    );
    assert.deepEqual(
      told(tick(wait(began(), 'input').after(SECOND).step(bash('ls', 'a')), 5 * MINUTE)),
      [],
    );
  });
  it('are the same wait when the agent reports them again', () => {
    assert.deepEqual(
      told(tick(wait(tick(wait(began(), 'input'), 2 * MINUTE), 'input'), 5 * MINUTE)),
      ['waiting wait @60'],
    );
  });
  it('that began at an unknown time never exceed their budget', () => {
    const story = began();
    story.clock = undefined;
    assert.deepEqual(told(tick(wait(story, 'job').at(T), 60 * MINUTE)), []);
  });
  it('that became a stall end when the agent goes on', () => {
    const story = tick(wait(began(), 'job'), 40 * MINUTE).step(bash('ls', 'a'));
    assert.deepEqual(
      judged(story).cleared.map(({ level, kind }) => `${level} ${kind}`),
      ['stalled wait'],
    );
  });
});

describe('a polled job', () => {
  const poll = (looks: number, output: (i: number) => string, every = MINUTE): Story => {
    const story = began();
    for (let i = 0; i < looks; i++) {
      story
        .after(every / 2)
        .step(bash('sleep 30'))
        .after(every / 2)
        .step(job(output(i)));
    }
    return story;
  };
  it('counts as waiting if unchanged for twenty minutes', () => {
    assert.deepEqual(told(poll(20, () => 'running')), ['waiting wait @180']);
  });
  it('is a stall if unchanged beyond its budget', () => {
    assert.deepEqual(told(poll(40, () => 'running')), ['waiting wait @180', 'stalled wait @1860']);
  });
  it('starts a new wait once it has changed', () => {
    assert.deepEqual(told(poll(8, (i) => (i < 4 ? 'running' : 'still running'))), [
      'waiting wait @180',
      'waiting wait @420',
    ]);
  });
  it('is neither if it changes each time', () => {
    assert.deepEqual(told(poll(40, (i) => `${i} of 40`)), []);
  });
  it('includes one queried by a plain command after a sleep', () => {
    const story = began();
    for (let i = 0; i < 10; i++) {
      story.after(MINUTE).step(bash('sleep 20')).step(bash('gh run list', 'in_progress'));
    }
    assert.deepEqual(
      told(story).filter((each) => each.startsWith('stalled')),
      [],
    );
    assert.equal(told(story).filter((each) => each.startsWith('waiting')).length, 1);
  });
});

describe('sub-agents', () => {
  function family(): { parent: Story; child: Story } {
    const parent = began();
    parent.call({ tool: 'Task', input: { prompt: 'Look.' }, output: '' }, 'm');
    return { parent, child: new Story('S/1', parent.events).at(T).start({ parent: 'S' }).turn() };
  }
  it('make their parent wait; a stuck sub-agent is a stall of its own', () => {
    const { parent, child } = family();
    child.repeat(12, () => bash(':'));
    assert.deepEqual(told(parent).slice(0, 1), ['waiting wait @0']);
    assert.deepEqual(told(parent).slice(1), ['S/1 watch loop @0', 'S/1 stalled loop @0']);
  });
  it('keep their parent from being silent: their activity is its activity', () => {
    const { parent, child } = family();
    for (let i = 0; i < 5; i++) {
      child.after(9 * MINUTE).step(bash('ls', `new ${i}`));
    }
    child.end();
    parent.at(child.clock ?? 0).result('S-0', { tool: 'Task', input: {}, output: 'Found.' });
    assert.deepEqual(told(parent), ['waiting wait @0']);
    assert.deepEqual(told(tick(parent, 10 * MINUTE)), ['waiting wait @0', 'watch silence @3300']);
  });
});

describe('the clock', () => {
  it('never goes back: an event with an earlier time changes nothing', () => {
    const story = began()
      .after(5 * MINUTE)
      .step(bash('ls', 'a'))
      .at(T)
      .say('From the past.')
      .at(T + 5 * MINUTE);
    assert.deepEqual(told(tick(story, 10 * MINUTE - 1)), []);
    assert.deepEqual(told(tick(story, 1)), ['watch silence @900']);
  });
  it('passes deadlines of several sessions in order', () => {
    const one = began();
    const two = new Story('T', one.events)
      .at(T + MINUTE)
      .start()
      .turn();
    wait(two, 'input');
    assert.deepEqual(told(tick(one.at(T + MINUTE), 60 * MINUTE)), [
      'T waiting wait @120',
      'watch silence @600',
    ]);
  });
  it('names its next deadline, and a tick there gives the same as a late event', () => {
    const judge = new Judge();
    for (const event of began().events) {
      judge.push(event);
    }
    const next = judge.nextDeadline();
    assert.equal(next, T + 10 * MINUTE);
    const { verdicts } = judge.push({ v: 1, type: 'tick', at: next });
    assert.deepEqual(
      verdicts.map(({ kind, at }) => [kind, at]),
      [['silence', next]],
    );
    assert.equal(judge.nextDeadline(), undefined);
    const { verdicts: late } = judged(
      began()
        .after(20 * MINUTE)
        .say('Late.'),
    );
    assert.deepEqual(
      late,
      verdicts.map((verdict) => ({ ...verdict, clearedAtCall: -1 })),
    );
  });
});

describe('the state of a session that polls a job', () => {
  it('is waiting from the third unchanged poll, and progressing once the job changes or another call comes', () => {
    const state = (story: Story): string | undefined => fold(story).views.detail('S', 0)?.state;
    const looks = (times: number): Story =>
      new Story()
        .start()
        .turn()
        .repeat(times, () => job('running'));
    assert.equal(state(looks(2)), 'progressing');
    assert.equal(state(looks(3)), 'waiting');
    assert.equal(fold(looks(3)).views.detail('S', 0)?.needsPerson, false);
    assert.equal(state(looks(3).step(job('done'))), 'progressing');
    assert.equal(
      state(looks(3).step({ tool: 'Read', input: { file_path: '/w/a' }, output: 'A' })),
      'progressing',
    );
  });
  it('reports the job beyond its budget, not the wait with an unknown start beside it', () => {
    const story = new Story().start().turn();
    for (let i = 0; i < 3; i++) {
      story.after(1000).step(job('running'));
    }
    story
      .push({ v: 1, type: 'waiting', session: 'S', for: 'permission' })
      .after(31 * 60_000)
      .push({ v: 1, type: 'tick', ...present({ at: story.clock }) });
    const rows = fold(story).views.detail('S', 0)?.rows ?? [];
    assert.deepEqual(
      rows.filter((row) => row.kind === 'verdict').map((row) => row.what.id),
      ['verdict.wait.over', 'verdict.wait.job'],
    );
  });
});
