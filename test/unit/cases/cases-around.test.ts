/** What surrounds a turn: words without deeds, sub-agents one after the other, costly polls and a silent model; each stall with the honest runs that look like it. */
import assert from 'node:assert/strict';
import type { Verdict } from '../../../src/core/verdict.js';
import { bash, judged, read, Story, type Act } from '../support/story.js';
import { source, told, verdictsOf, word } from './cases.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const T = Date.UTC(2026, 10, 21, 10);

/** The 1-based numbers of the message or response at which each level first comes. */
function firstAt(say: (story: Story, i: number) => unknown, count: number, story: Story): string {
  const found: string[] = [];
  for (let i = 0; i < count; i++) {
    say(story, i);
    for (const { level, detector } of verdictsOf(story)) {
      const letter = level.charAt(0);
      if (!found.some((each) => each.startsWith(letter))) {
        found.push(`${letter}${i + 1} ${detector}`);
      }
    }
  }
  return found.join(', ') || 'quiet';
}

describe('cases: words without deeds', () => {
  const files = ['parser', 'lexer', 'printer', 'reader', 'writer'];
  const announce = (i: number): string =>
    `${['I will now write', 'Let me write', 'Next, I’m going to write', 'I’ll start with'][i % 4] ?? ''} the ${files[i % 5] ?? ''} (${word(i)}).`;
  const expected = 'w4 monologue, s8 monologue';

  it('14 messages that announce work, no call', () => {
    const bare = new Story().start().turn('Write the compiler.');
    assert.equal(
      firstAt((story, i) => story.say(announce(i)), 14, bare),
      expected,
    );
    const named = new Story().start().turn('Write the compiler.');
    assert.equal(
      firstAt((story, i) => story.say(announce(i), `m${i}`), 14, named),
      expected,
    );
  });
  it('a stop hook lets a turn go on for 45 minutes: “Still paused …”', () => {
    const words = ['Still paused', 'Paused as asked', 'No change: paused', 'Waiting, as before'];
    const story = new Story().at(T).start().turn('Pause after the first task.');
    story.step(read('/w/plan.md', source('plan'))).say('The first task is done. I pause here.');
    const paused = (each: Story, i: number): unknown =>
      each.after(MINUTE).say(`${words[i % 4] ?? ''}; task ${word(i)} is not started.`);
    assert.equal(firstAt(paused, 45, story), 'w3 monologue, s7 monologue');
  });
  it('the same as injected prompts', () => {
    const story = new Story().at(T).start().turn('Pause after the first task.');
    story
      .step(read('/w/plan.md', source('plan')))
      .say('Done. I pause here.')
      .end();
    for (let i = 0; i < 8; i++) {
      story.after(MINUTE).turn(`Stop hook feedback: the goal is not met yet (${word(i)}).`);
      story.say(`Still paused, ${word(i)}.`).end();
    }
    assert.match(
      verdictsOf(story)
        .map(({ level, kind }) => `${level} ${kind}`)
        .join(),
      /^watch turns,stalled turns/,
    );
  });
  it('words are over with the first call', () => {
    const story = new Story().start().turn('Write the compiler.');
    for (let i = 0; i < 9; i++) {
      story.say(announce(i));
    }
    story.step(read('/w/a.ts', source('a')));
    const { verdicts, cleared } = judged(story);
    assert.deepEqual(
      verdicts.map(({ level }) => level),
      ['watch', 'stalled'],
    );
    assert.deepEqual(
      cleared.map(({ clearedAtCall }) => clearedAtCall),
      [0, 0],
    );
  });
  it('a word before each call: quiet', () => {
    const story = new Story().start().turn('Read it all.');
    for (let i = 0; i < 14; i++) {
      story.say(announce(i)).step(read(`/w/${word(i)}.ts`, source(word(i))));
    }
    assert.equal(told(verdictsOf(story)), 'quiet');
  });
  it('a resumed log that tells its calls again: quiet', () => {
    const story = new Story().start().turn('Read it all.');
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 10; i++) {
        story.say(announce(i), `m${round}.${i}`);
        const act = read(`/w/${word(i)}.ts`, source(word(i)));
        story.push({
          ...story.own,
          type: 'tool.call',
          call: `c${i}`,
          tool: act.tool,
          input: act.input,
        });
        story.push({
          ...story.own,
          type: 'tool.result',
          call: `c${i}`,
          ok: true,
          output: act.output ?? '',
        });
      }
    }
    assert.equal(/monologue/.test(told(verdictsOf(story))), false);
  });
  it('a long text in many responses: quiet', () => {
    const story = new Story().start().turn('Write a book.');
    const chapter = (i: number): string =>
      Array.from(
        { length: 12 },
        (_, k) =>
          `${word(i)} and ${word(40 + i * 12 + k)} went on through the ${word(k)} and saw ${word(i + k)}.`,
      ).join(' ');
    assert.equal(
      firstAt(
        (each, i) => each.say(`${chapter(i)}\n\nI will continue with the next chapter.`, `m${i}`),
        12,
        story,
      ),
      'quiet',
    );
  });
  it('parts of one answer in a log that names no responses: quiet', () => {
    const story = new Story().start().turn('What is it?');
    for (let i = 0; i < 12; i++) {
      story.say(`Point ${word(i)}: it is ${word(i + 3)}.`);
    }
    assert.equal(told(verdictsOf(story)), 'quiet');
  });
  it('reports while sub-agents work: quiet', () => {
    const parent = new Story('P').at(T).start().turn('Review everything.');
    for (let i = 0; i < 3; i++) {
      const id = `P/${i}`;
      parent.push({ v: 1, type: 'session.start', session: id, agent: 'x', cwd: '/w', parent: 'P' });
      parent.push({ v: 1, type: 'turn.start', session: id, prompt: `Review ${word(i)}.ts` });
    }
    const report = (story: Story, i: number): unknown =>
      story.after(MINUTE).say(`Still waiting for the reviewers, look ${word(i)}.`);
    assert.equal(/monologue/.test(firstAt(report, 12, parent)), false);
  });
});

describe('cases: the same question to the person', () => {
  const ask = (answer: string): Act => ({
    tool: 'AskUserQuestion',
    input: { question: 'Shall I use tabs or spaces?' },
    output: answer,
    class: 'ask',
  });
  it('with the same answer: watch at 3', () => {
    const story = new Story().start().turn();
    assert.match(
      firstAt((each) => each.step(ask('Spaces.')), 3, story),
      /^w3 /,
    );
  });
  it('with work between: quiet', () => {
    const story = new Story().start().turn();
    const round = (each: Story, i: number): unknown =>
      each.step(ask('Yes.')).step(read(`/w/${word(i)}.ts`, source(word(i))));
    assert.equal(firstAt(round, 6, story), 'quiet');
  });
  it('different questions with the same answer: quiet', () => {
    const story = new Story().start().turn();
    const next = (each: Story, i: number): unknown =>
      each.step({ ...ask('Yes.'), input: { question: `Shall I delete ${word(i)}.tmp?` } });
    assert.equal(firstAt(next, 6, story), 'quiet');
  });
});

describe('cases: sub-agents one after the other', () => {
  function spawned(
    prompts: readonly string[],
    between?: (story: Story, i: number) => unknown,
  ): Verdict[] {
    const story = new Story('P').start().turn('Get it done.');
    prompts.forEach((prompt, i) => {
      story.step({
        tool: 'Task',
        input: { description: 'Work', prompt, subagent_type: 'general' },
        output: `Report ${word(i)}: nothing conclusive about ${word(i + 9)}.`,
        class: 'task',
      });
      between?.(story, i);
    });
    return verdictsOf(story).filter(({ kind }) => kind === 'fan-out');
  }
  const levels = (verdicts: readonly Verdict[]): string[] =>
    verdicts.map(({ level, count }) => `${level} ${count}`);
  const nearly = (i: number): string =>
    [
      'Find out why the login test fails.',
      'Investigate the failing login test again, carefully.',
      `Please try once more to fix the login test that fails (attempt ${i}).`,
      'Continue: debug why the login tests fail.',
    ][i % 4] ?? '';
  it('each with nearly the same task: w, s', () => {
    assert.deepEqual(levels(spawned(Array.from({ length: 20 }, (_, i) => nearly(i)))), [
      'watch 5',
      'stalled 8',
    ]);
  });
  it('8 with 8 different tasks: quiet', () => {
    const subjects = ['login', 'cart', 'search', 'profile', 'invoice', 'mail', 'admin', 'help'];
    for (const task of [
      (subject: string) => `Review the ${subject} page.`,
      (subject: string) => `Write the tests for src/${subject}.ts, then run them.`,
      (_: string, i: number) => `Process batch ${i + 1} of 8 of the import.`,
    ]) {
      assert.deepEqual(levels(spawned(subjects.map(task))), []);
    }
  });
  it('the same task where each changes something: quiet', () => {
    const prompts = Array.from(
      { length: 12 },
      () => 'Take the next open item of PLAN.md and implement it.',
    );
    const verdicts = spawned(prompts, (story, i) =>
      story.push({
        v: 1,
        type: 'workspace',
        session: 'P',
        signal: 'git',
        fingerprint: `${i}`,
        root: '/w',
      }),
    );
    assert.deepEqual(levels(verdicts), []);
  });
});

describe('cases: polls that cost more than the job', () => {
  const poll = (seconds: number, i: number): Act =>
    bash(`sleep ${seconds} && tail -n 1 build.log`, `[${i}/400] compiling ${word(i)}.c`);
  it('60 responses for a job of 8 minutes: a warning that names the cheaper way', () => {
    const story = new Story().at(T).start().turn('Build it.');
    const found = firstAt((each, i) => each.after(8 * SECOND).step(poll(5, i)), 40, story);
    assert.equal(found, 'w30 waiting');
    assert.match(verdictsOf(story)[0]?.reason ?? '', /one command that waits for its end/);
    const apart = new Story().at(T).start().turn('Build it.');
    const twoSteps = (each: Story, i: number): unknown =>
      each
        .after(8 * SECOND)
        .step(i % 2 === 0 ? bash('sleep 8') : bash('tail -n 1 build.log', `[${i}/400] ${word(i)}`));
    assert.match(firstAt(twoSteps, 60, apart), /^w3\d waiting$/);
  });
  it('long sleeps, or other work between: quiet', () => {
    const patient = new Story().at(T).start().turn('Build it.');
    assert.equal(
      firstAt((each, i) => each.after(60 * SECOND).step(poll(60, i)), 40, patient),
      'quiet',
    );
    const busy = new Story().at(T).start().turn('Build it.');
    const mixed = (each: Story, i: number): unknown =>
      each
        .after(8 * SECOND)
        .step(i % 5 === 4 ? read(`/w/${word(i)}.ts`, source(word(i))) : poll(5, i));
    assert.equal(firstAt(mixed, 60, busy), 'quiet');
  });
});
