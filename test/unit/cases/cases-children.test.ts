/** Cases of sub-agents: how many, with which prompts, how deep; and a person's own limits. */
import assert from 'node:assert/strict';
import { fits, source, told, verdictsOf, word } from './cases.js';
import { plainTools } from './toolsets.js';
import { judged, Story, type Act } from '../support/story.js';
import type { Verdict } from '../../../src/core/verdict.js';
import type { ThresholdSet } from '../../../src/core/thresholds/thresholds.js';

const task = (prompt: string, tool = 'Task'): Act => ({
  tool,
  input: { description: 'Work', prompt, subagent_type: 'general' },
  output: `Done: ${prompt}`,
});

interface Spawned {
  story: Story;
  call: string;
  act: Act;
}

/** A parent, and sub-agents that it starts. */
class Family {
  readonly parent = new Story('P').start().turn('Do it.');
  private count = 0;

  /** @param response of the parent; by default one for each */
  spawn(prompt: string, withPrompt = true, response = `r${this.count}`): Spawned {
    const act = task(prompt);
    const call = this.parent.call(act, response);
    const id = `P/${this.count++}`;
    this.parent.push({
      v: 1,
      type: 'session.start',
      session: id,
      agent: 'x',
      cwd: '/w',
      parent: 'P',
      parentCall: call,
    });
    const story = new Story(id, this.parent.events);
    story.push({ v: 1, type: 'turn.start', session: id, ...(withPrompt && { prompt }) });
    return { story, call, act };
  }
  finish({ story, call, act }: Spawned): void {
    story.step(plainTools.read(`/w/${story.session}.ts`, source(story.session))).end();
    this.parent.result(call, act);
  }
  get verdicts(): Verdict[] {
    return verdictsOf(this.parent).filter(({ kind }) => kind === 'fan-out');
  }
  get levels(): string[] {
    return this.verdicts.map(({ level, count }) => `${level} ${count}`);
  }
}

describe('cases: fan-out', () => {
  for (const withPrompt of [true, false]) {
    it(`60 children with one prompt, told by ${withPrompt ? 'the child' : 'the call'}: w, s`, () => {
      const family = new Family();
      for (let i = 0; i < 60; i++) {
        family.spawn('Look for the bug in the cart.', withPrompt, 'r');
      }
      assert.deepEqual(family.levels, ['watch 5', 'stalled 8']);
      assert.match(
        family.verdicts[1]?.reason ?? '',
        /^8 sub-agents of this turn have the same or nearly the same prompt \(limit 8\)\.$/,
      );
    });
  }
  it('the same one after the other, all with the same answer: stalled', () => {
    const family = new Family();
    for (let i = 0; i < 20; i++) {
      family.finish(family.spawn('Look for the bug in the cart.'));
    }
    // as a loop, too: the call and its answer are the same
    const all = verdictsOf(family.parent).filter(({ session }) => session === 'P');
    assert.ok(fits(all, 's4'), told(all));
  });
  it('60 children with 60 prompts, all at once: w, s', () => {
    const family = new Family();
    for (let i = 0; i < 60; i++) {
      family.spawn(`Look at part ${i}.`, true, 'r');
    }
    assert.deepEqual(family.levels, ['watch 21', 'stalled 40']);
  });
  it('60 calls of a spawning tool in one response, no sessions told: w, s', () => {
    const story = new Story('P').start().turn();
    story.step(
      ...Array.from({ length: 60 }, () => task('Find the bug in the cart.', 'spawn_agent')),
    );
    assert.ok(fits(verdictsOf(story), 'fan-out w5 s8'), told(verdictsOf(story)));
  });
  it('nested ever deeper: w, s', () => {
    const root = new Story('D0').start().turn();
    for (let depth = 1; depth <= 8; depth++) {
      new Story(`D${depth}`, root.events)
        .start({ parent: `D${depth - 1}` })
        .turn(`Level ${depth}.`);
    }
    const verdicts = verdictsOf(root).filter(({ kind }) => kind === 'fan-out');
    assert.deepEqual(
      verdicts.map(({ session, level, count }) => `${session} ${level} ${count}`),
      ['D3 watch 4', 'D4 watch 5', 'D5 stalled 6', 'D6 stalled 7', 'D7 stalled 8'],
    );
  });

  it('8 children with 8 prompts and results: quiet', () => {
    const family = new Family();
    const spawned = Array.from({ length: 8 }, (_, i) => family.spawn(`Look at the ${word(i)}.`));
    spawned.forEach((each) => family.finish(each));
    assert.deepEqual(family.levels, []);
  });
  it('30 children, four at a time: quiet', () => {
    const family = new Family();
    for (let i = 0; i < 30; i += 4) {
      const open = [0, 1, 2, 3].map((k) => family.spawn(`Review file ${i + k}.`));
      open.forEach((each) => family.finish(each));
    }
    assert.deepEqual(family.levels, []);
  });
  it('three with one prompt that vote: quiet', () => {
    const family = new Family();
    const open = [0, 1, 2].map(() => family.spawn('Which design is best?'));
    open.forEach((each) => family.finish(each));
    assert.deepEqual(family.levels, []);
  });
  it('the same tests run by a sub-agent after each other piece of work: quiet', () => {
    const family = new Family();
    for (let i = 0; i < 12; i++) {
      family.finish(family.spawn(`Implement the ${word(i)}.`));
      family.finish(family.spawn('Run all tests and report.'));
    }
    assert.deepEqual(family.levels, []);
  });
  it('the same after each edit of its own: quiet', () => {
    const family = new Family();
    for (let i = 0; i < 12; i++) {
      family.parent.step(plainTools.write(`/w/${word(i)}.ts`, source(word(i))));
      family.finish(family.spawn('Run all tests and report.'));
    }
    assert.deepEqual(family.levels, []);
  });
  it('one child that is spoken to again and again: quiet', () => {
    const family = new Family();
    const one = family.spawn('Stand by.');
    for (let i = 0; i < 12; i++) {
      one.story.end().turn('Stand by.');
    }
    assert.deepEqual(family.levels, []);
  });
  it('one word to each of twelve that work already: quiet', () => {
    for (const tool of ['SendMessage', 'send_message', 'followup_task', 'close_agent']) {
      const story = new Story('P').start().turn('Do it.');
      story.repeat(12, (i) => ({
        tool,
        input: { to: `agent-${word(i)}`, message: 'How far are you with your part of the work?' },
        output: `${word(i)} is half way`,
      }));
      assert.deepEqual(verdictsOf(story), []);
    }
  });
  it('a few in each of many turns: quiet', () => {
    const family = new Family();
    for (let i = 0; i < 12; i++) {
      family.finish(family.spawn('Review the last change.'));
      family.finish(family.spawn('Review the last change.'));
      family.parent.end().turn(`Change the ${word(i)}.`);
    }
    assert.deepEqual(family.levels, []);
  });
  it('too many open at once are over when they have ended', () => {
    const family = new Family();
    const open = Array.from({ length: 22 }, (_, i) =>
      family.spawn(`Look at part ${i}.`, true, 'r'),
    );
    assert.equal(judged(family.parent).judge.standing('P')?.kind, 'fan-out');
    open.forEach((each) => family.finish(each));
    assert.equal(judged(family.parent).judge.standing('P'), undefined);
  });
});

describe('cases: a person’s own limits', () => {
  const start = Date.UTC(2026, 10, 21, 10);
  let files = 0;
  const work = (story: Story, steps: number): Story =>
    story.repeat(steps, () => plainTools.write(`/w/${(files += 1)}.ts`, source(files)));
  const heard = (story: Story, set: ThresholdSet): string[] =>
    judged(story, { set }).verdicts.map(({ level, kind, reason }) => `${level} ${kind}: ${reason}`);

  it('none is set by default', () => {
    const story = work(new Story().at(start).start().turn(), 300).after(60_000);
    assert.equal(
      told(verdictsOf(story.push({ ...story.own, type: 'usage', inputTokens: 1e9 }))),
      'quiet',
    );
  });
  it('steps, as the person chose', () => {
    const story = work(new Story().start().turn(), 12);
    const reason = 'This turn has reached your limit of 10 steps.';
    assert.deepEqual(heard(story, { 'balanced.limitSteps': 10 }), [`watch limit: ${reason}`]);
    assert.deepEqual(heard(story, { 'balanced.limitSteps': 10, 'balanced.limitLevel': 2 }), [
      `stalled limit: ${reason}`,
    ]);
    assert.deepEqual(heard(story, { 'balanced.limitSteps': 13 }), []);
  });
  it('of each turn anew; progress does not end it, the end of the turn does', () => {
    const story = work(new Story().start().turn(), 6);
    const set = { 'balanced.limitSteps': 5 };
    const limited = (of: Story): string[] =>
      heard(of, set).filter((each) => each.includes(' limit: '));
    assert.equal(judged(story, { set }).judge.standing('S')?.kind, 'limit');
    assert.equal(judged(story.end(), { set }).judge.standing('S'), undefined);
    assert.equal(limited(work(story.turn('continue'), 4)).length, 1);
    assert.equal(limited(work(story, 1)).length, 2);
    const goesOn = work(new Story().start().turn(), 6).turn('continue');
    assert.equal(judged(goesOn, { set }).judge.standing('S'), undefined);
  });
  it('tokens and sub-agents', () => {
    const story = new Story('P').start().turn();
    for (let i = 0; i < 4; i++) {
      story.push({
        ...story.own,
        type: 'usage',
        response: `r${i}`,
        inputTokens: 900,
        outputTokens: 100,
      });
      new Story(`P/${i}`, story.events).start({ parent: 'P' }).turn(`Part ${i}`).end();
    }
    assert.deepEqual(heard(story, { 'balanced.limitTokens': 3000 }), [
      'waiting wait: The agent is waiting for a sub-agent.',
      'waiting wait: The agent is waiting for a sub-agent.',
      'watch limit: This turn has reached your limit of 3000 tokens.',
      'waiting wait: The agent is waiting for a sub-agent.',
      'waiting wait: The agent is waiting for a sub-agent.',
    ]);
    assert.ok(
      heard(story, { 'balanced.limitChildren': 4 }).includes(
        'watch limit: This turn has reached your limit of 4 sub-agents.',
      ),
    );
    assert.ok(
      heard(story, { 'balanced.limitChildren': 5 }).every((each) => each.startsWith('waiting')),
    );
  });
  it('minutes, by the clock, without the time in which it waits for the person', () => {
    const set = { 'balanced.limitMinutes': 30, 'balanced.limitLevel': 2 };
    const story = new Story().at(start).start().turn();
    for (let i = 0; i < 29; i++) {
      story.after(60_000).step(plainTools.write(`/w/${i}.ts`, source(i)));
    }
    assert.deepEqual(heard(story, set), []);
    const waiting = new Story('S', [...story.events]).at(start + 29 * 60_000);
    waiting.push({ ...waiting.own, type: 'waiting', for: 'permission' }).after(3_600_000);
    waiting.push({ ...waiting.own, type: 'resumed', for: 'permission' }).after(30_000);
    assert.ok(
      heard(waiting.step(plainTools.write('/w/x.ts', 'x')), set).every((each) =>
        each.startsWith('waiting'),
      ),
    );
    waiting.after(60_000).step(plainTools.write('/w/y.ts', 'y'));
    assert.ok(
      heard(waiting, set).includes('stalled limit: This turn has reached your limit of 30 min.'),
    );
    const verdict = judged(story.after(120_000).step(plainTools.write('/w/z.ts', 'z')), { set })
      .verdicts[0];
    assert.equal(verdict?.at, start + 30 * 60_000);
  });
  it('a recording may set them, and the view counts what is limited only', () => {
    const story = new Story().start();
    story.push({ ...story.own, type: 'config', set: { 'balanced.limitSteps': 3 } }).turn();
    const { judge, verdicts } = judged(work(story, 4));
    assert.equal(verdicts[0]?.thresholdFrom, 'recording');
    const shown = judge.counters('S').filter(({ id }) => id.startsWith('balanced.limit'));
    assert.deepEqual(
      shown.map(({ value, limit }) => [value, limit]),
      [[4, 3]],
    );
  });
});
