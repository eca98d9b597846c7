/** Cases without calls, with jobs, with sub-agents and with a provider's retries. */
import assert from 'node:assert/strict';
import { fits, other, source, told, verdictsOf, word } from './cases.js';
import { judged, Story, type Act } from '../support/story.js';
import { plainTools } from './toolsets.js';

describe('cases: no calls, background jobs and sub-agents', () => {
  const minute = 60_000;
  const start = Date.UTC(2026, 10, 21, 10);

  it('4 agent messages without tools, same content: watch at 3', () => {
    for (const text of [
      'I will now continue with the task.',
      'Es tut mir leid, ich versuche es noch einmal.\n\nEinen Moment bitte.',
    ]) {
      const story = new Story().start().turn();
      const after = [1, 2, 3, 4].map(() => told(verdictsOf(story.say(text))));
      assert.deepEqual(
        after.map((each) => each.replace(/ .*/, '')),
        ['quiet', 'quiet', 'w0', 'w0'],
      );
      assert.match(after.at(-1) ?? '', /^w0 \(monologue/);
    }
    const different = new Story().start().turn();
    for (let i = 0; i < 6; i++) {
      different.say(`Part ${word(i)} of the answer.`);
    }
    assert.equal(told(verdictsOf(different)), 'quiet');
  });

  it('12 condensations with nothing between: condensation', () => {
    const story = new Story().start().turn();
    for (let i = 0; i < 12; i++) {
      story.push({ ...story.own, type: 'compaction' });
    }
    const stalled = verdictsOf(story).find(({ level }) => level === 'stalled');
    assert.equal(stalled?.kind, 'condensation');
  });
  it('condensations with work between: quiet', () => {
    const story = new Story().start().turn();
    for (let i = 0; i < 12; i++) {
      story
        .push({ ...story.own, type: 'compaction' })
        .step(plainTools.read(`/w/${word(i)}`, source(word(i))));
    }
    assert.equal(told(verdictsOf(story)), 'quiet');
  });

  /** Polls once a minute a job that reports "running". */
  const polling = (minutes: number, shape: 'bash' | 'handle' | 'one command'): Story => {
    const story = new Story().at(start).start().turn();
    for (let i = 0; i < minutes; i++) {
      if (shape === 'one command') {
        story
          .after(minute)
          .step(
            plainTools.run('sleep 50; gh run view 4711 --json status', '{"status":"in_progress"}'),
          );
        continue;
      }
      story
        .after(10_000)
        .step(plainTools.run('sleep 45', ''))
        .after(50_000)
        .step(
          shape === 'bash'
            ? plainTools.run('gh run view 4711 --json status', '{"status":"in_progress"}')
            : other('BashOutput', { bash_id: 'job_1' }, '<status>running</status>'),
        );
    }
    return story;
  };
  for (const shape of ['bash', 'handle', 'one command'] as const) {
    it(`poll "running" unchanged with sleeps, 20 minutes: waiting (${shape})`, () => {
      const verdicts = verdictsOf(polling(20, shape));
      assert.equal(told(verdicts), 'quiet');
      assert.equal(verdicts.filter(({ level }) => level === 'waiting').length, 1);
    });
    it(`the same past its budget: stalled (${shape})`, () => {
      const stalled = verdictsOf(polling(40, shape)).find(({ level }) => level === 'stalled');
      assert.equal(stalled?.kind, 'wait');
      const after = ((stalled.at ?? 0) - start) / minute;
      assert.ok(after >= 30 && after <= 33, `after ${after} minutes`);
    });
    it(`the same when the job is gone: stalled at once (${shape})`, () => {
      const story = polling(8, shape);
      story.events.splice(2, 0, {
        v: 1,
        type: 'workspace',
        at: start,
        signal: 'task',
        fingerprint: 'job_1:running',
        root: '/w',
        session: 'S',
      });
      assert.equal(told(verdictsOf(story)), 'quiet');
      story
        .after(5000)
        .task('none')
        .after(5000)
        .step(plainTools.run('sleep 45', ''))
        .after(50_000)
        .step(
          shape === 'handle'
            ? other('BashOutput', { bash_id: 'job_1' }, '<status>running</status>')
            : plainTools.run(
                shape === 'bash'
                  ? 'gh run view 4711 --json status'
                  : 'sleep 50; gh run view 4711 --json status',
                '{"status":"in_progress"}',
              ),
        );
      const stalled = verdictsOf(story).find(({ level }) => level === 'stalled');
      assert.equal(stalled?.kind, 'wait');
    });
  }

  it('background task changes state, no calls: quiet or waiting', () => {
    const story = new Story()
      .at(start)
      .start()
      .turn()
      .step(plainTools.run('npm run build &', 'started job 1'));
    for (let i = 0; i < 25; i++) {
      story.after(minute).task(`job_1:running ${i}`);
    }
    assert.equal(told(verdictsOf(story)), 'quiet');
  });

  it('sub-agent stuck, parent waits: stalled on the child, the parent waiting', () => {
    const parent = new Story('P').at(start).start().turn();
    const spawn = parent.call(other('Task', { prompt: 'Find the bug.' }, ''), 'r0', 'spawn');
    const child = new Story('P/c', parent.events)
      .at(start + 1000)
      .start({ parent: 'P' })
      .turn('Find the bug.');
    for (let i = 0; i < 30; i++) {
      child.after(30_000).step(plainTools.read('/w/a', source('a')));
    }
    const open = verdictsOf(parent);
    assert.ok(
      fits(
        open.filter(({ session }) => session === 'P/c'),
        'loop w3 s4',
      ),
      told(open.filter(({ session }) => session === 'P/c')),
    );
    assert.deepEqual(
      open.filter(({ session }) => session === 'P').map(({ level }) => level),
      ['waiting'],
    );
    child.end();
    parent.at(child.clock ?? start).result(spawn, other('Task', {}, 'Nothing found.'));
    assert.deepEqual(
      verdictsOf(parent)
        .filter(({ session }) => session === 'P')
        .map(({ level }) => level),
      ['waiting'],
    );
  });

  describe("a provider's retry replays a streamed batch: not counted twice", () => {
    const batch = (): Act[] => [
      plainTools.read('/w/a', source('a')),
      plainTools.search('x', 'a:1: x'),
    ];
    /** The calls of a broken stream, which are never answered, then the same calls with new ids. */
    const retried = (story: Story, i: number): void => {
      for (const act of batch()) {
        story.call(act, `broken-${i}`);
      }
      story.respond(`again-${i}`, ...batch());
    };
    it('two attempts are two', () => {
      const story = new Story().start().turn();
      for (let i = 0; i < 2; i++) {
        retried(story, i);
      }
      const { judge, verdicts } = judged(story);
      assert.equal(told(verdicts), 'quiet');
      assert.equal(judge.sessions.get('S')?.steps, 2);
    });
    it('four attempts are stalled at the fourth', () => {
      const story = new Story().start().turn();
      for (let i = 0; i < 4; i++) {
        retried(story, i);
      }
      assert.deepEqual(
        verdictsOf(story).map(({ level, step }) => `${level} at response ${step + 1}`),
        ['watch at response 3', 'stalled at response 4'],
      );
    });
  });
});
