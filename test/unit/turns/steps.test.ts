/** Which calls form a step, when a step ends, and how turns, steps and calls are numbered. */
import assert from 'node:assert/strict';
import type { TurnFact } from '../../../src/core/turns/turn-fact.js';
import { Judge } from '../../../src/core/judge.js';
import { present } from '../support/present.js';
import { bash, edit, failing, judged, read, Story } from '../support/story.js';
import { fold } from '../support/watch.js';

/** Each step when it was judged: `turn/number: calls`; `!` was judged again, `-` never counted. */
function steps({ events }: Story): string[] {
  const told: string[] = [];
  const judge = new Judge({ set: {} }, (_session, fact: TurnFact) => {
    if (fact.kind === 'step-end') {
      told.push(
        `${fact.again ? '!' : ''}${fact.step.turn}/${fact.step.number}: ${fact.step.calls.map((call) => call.number).join(' ')}`,
      );
    }
    if (fact.kind === 'step-dropped') {
      told.push(`-${fact.step.number}`);
    }
  });
  for (const event of events) {
    judge.push(event);
  }
  return told;
}
const counts = ({ events, session }: Story): { turns: number; steps: number; calls: number } => {
  const judge = new Judge();
  for (const event of events) {
    judge.push(event);
  }
  const known = judge.sessions.get(session);
  assert.ok(known);
  return { turns: known.turn + 1, steps: known.steps, calls: known.calls };
};
const a = bash('ls a', 'a');
const b = bash('ls b', 'b');
const began = (): Story => new Story().start().turn();

describe('a prompt that a log tells only after the calls', () => {
  const T = 1_700_000_000_000;
  const late = (story: Story, at: number, prompt?: string): Story =>
    story.push({ v: 1, session: 'S', type: 'turn.start', at, ...present({ prompt }) });
  const idle = (story: Story, times: number): Story => story.repeat(times, () => bash('true'));

  it('names the turn that they began: nothing is counted anew', () => {
    const whole = idle(new Story().at(T).start().turn().after(10), 10);
    const torn = late(idle(new Story().at(T + 10).start(), 4), T, 'Fix it.');
    const verdicts = (story: Story): unknown[] =>
      judged(story).verdicts.map(({ level, turn, step }) => ({ level, turn, step }));
    assert.deepEqual(verdicts(idle(torn, 6)), verdicts(whole));
    assert.ok(verdicts(whole).length > 0);
    const rows = fold(torn).views.detail('S', 0)?.rows ?? [];
    assert.deepEqual(
      rows.at(-1),
      {
        ...{ kind: 'prompt', turn: 0, at: T + 10, text: 'Fix it.' },
        ...{ chapter: 1, begins: { by: 'prompt', text: 'Fix it.' } },
      },
      'shown above its steps',
    );
  });
  it('does not reopen the turn that had ended meanwhile', () => {
    const torn = late(
      new Story()
        .at(T + 10)
        .start()
        .step(a)
        .end(),
      T,
      'Fix it.',
    );
    assert.equal(counts(torn).turns, 1);
    assert.deepEqual(counts(torn.turn().step(b)), { turns: 2, steps: 2, calls: 2 });
  });
  it('is a new turn if it came after them, or if the turn was told already', () => {
    assert.equal(counts(late(idle(new Story().at(T).start(), 2), T + 5, 'Stop.')).turns, 2);
    assert.equal(counts(late(idle(new Story().at(T).start(), 2), T, 'Stop.')).turns, 2);
    const told = idle(new Story().at(T).start().turn(), 2);
    assert.equal(counts(late(told, T - 3_600_000, 'The clock was set back.')).turns, 2);
  });
});

describe('steps by response', () => {
  it('all calls of a response are one step', () => {
    assert.deepEqual(steps(began().respond('m', a, b).respond('n', a)), ['0/0: 0 1', '0/1: 2']);
  });
  it('including calls that end before the next one starts', () => {
    assert.deepEqual(steps(began().respond('m', a).respond('m', b).respond('n', a)), [
      '0/0: 0',
      '!0/0: 0 1',
      '0/1: 2',
    ]);
  });
  it('end when none of their calls is open', () => {
    const story = began();
    const [one, two] = [story.call(a, 'm'), story.call(b, 'm')];
    assert.deepEqual(steps(story.result(one, a)), []);
    assert.deepEqual(steps(story.result(two, b)), ['0/0: 0 1']);
  });
  it('end at the first call of another response: open calls have an unknown outcome', () => {
    const story = began();
    const [one, two] = [story.call(a, 'm'), story.call(b, 'm')];
    story.result(one, a).respond('n', a);
    assert.deepEqual(steps(story), ['0/0: 0 1', '0/1: 2']);
    const judge = new Judge();
    const notes = story.result(two, b).events.flatMap((event) => judge.push(event).notes);
    assert.deepEqual(notes, [`late result of call ${two}: shown, not judged`]);
  });
  it('end at the end of the turn, with a call still open', () => {
    const story = began();
    story.call(a, 'm');
    assert.deepEqual(steps(story), []);
    assert.deepEqual(steps(story.end('interrupted')), ['0/0: 0']);
  });
  it('end when a person begins another turn', () => {
    const story = began();
    story.call(a, 'm');
    assert.deepEqual(steps(story.turn('Else.').step(b)), ['0/0: 0', '1/1: 1']);
  });
  it('a message between two calls of a response does not split the step', () => {
    const story = began();
    const one = story.call(a, 'm');
    story.say('Now the other.', 'm');
    const two = story.call(b, 'm');
    assert.deepEqual(steps(story.result(one, a).result(two, b)), ['0/0: 0 1']);
  });
  it('a response of text alone is not a step', () => {
    assert.deepEqual(counts(began().say('Hello.', 'm').say('Done.', 'n').end()), {
      turns: 1,
      steps: 0,
      calls: 0,
    });
  });
  it('an older response is not reopened after another one', () => {
    assert.deepEqual(steps(began().respond('m', a).respond('n', a).respond('m', b)), [
      '0/0: 0',
      '0/1: 1',
      '0/2: 2',
    ]);
  });
  it('a response of an earlier turn is not reopened', () => {
    assert.deepEqual(steps(began().respond('m', a).end().turn().respond('m', b)), [
      '0/0: 0',
      '1/1: 1',
    ]);
  });
});

describe('steps without a response', () => {
  it('are runs of calls with no result between them', () => {
    assert.deepEqual(steps(began().respond(undefined, a, b).respond(undefined, a)), [
      '0/0: 0 1',
      '0/1: 2',
    ]);
  });
  it('a message ends the step', () => {
    const story = began();
    const one = story.call(a);
    story.say('And the other.');
    const two = story.call(b);
    assert.deepEqual(steps(story.result(one, a).result(two, b)), ['0/0: 0', '0/1: 1']);
  });
  it('a result ends the step', () => {
    const story = began();
    const [one, two] = [story.call(a), story.call(b)];
    story.result(one, a);
    const three = story.call(a);
    assert.deepEqual(steps(story.result(two, b).result(three, a)), ['0/0: 0 1', '0/1: 2']);
  });
});

describe('steps that the agent ends itself', () => {
  const explicit = (): Story => new Story().start({ steps: 'explicit' }).turn();
  it('end at step.end only', () => {
    const story = explicit().respond('m', a).respond('m', b);
    assert.deepEqual(steps(story), []);
    assert.deepEqual(steps(story.stepEnd('m')), ['0/0: 0 1']);
  });
  it('also without a response', () => {
    assert.deepEqual(
      steps(
        explicit()
          .respond(undefined, a)
          .respond(undefined, b)
          .stepEnd()
          .respond(undefined, a)
          .stepEnd(),
      ),
      ['0/0: 0 1', '0/1: 2'],
    );
  });
  it('end also at a call of another response and at the end of the turn', () => {
    assert.deepEqual(steps(explicit().respond('m', a).respond('n', b)), ['0/0: 0']);
    assert.deepEqual(steps(explicit().respond('m', a).end()), ['0/0: 0']);
  });
  it('do not end at the end of another response, and end only once', () => {
    assert.deepEqual(steps(explicit().respond('m', a).stepEnd('l')), []);
    assert.deepEqual(steps(explicit().respond('m', a).stepEnd('m').stepEnd('m').stepEnd()), [
      '0/0: 0',
    ]);
  });
  it('are reopened by a late call of their response', () => {
    assert.deepEqual(steps(explicit().respond('m', a).stepEnd('m').respond('m', b).stepEnd('m')), [
      '0/0: 0',
      '!0/0: 0 1',
    ]);
  });
});

describe('a retry of the provider', () => {
  it('counts once, even with new ids, if nothing of the first attempt was answered', () => {
    const story = began();
    story.call(a, 'm');
    story.call(b, 'm');
    story.respond('m-again', a, b);
    assert.deepEqual(steps(story), ['-0', '0/0: 2 3']);
    assert.deepEqual(counts(story), { turns: 1, steps: 1, calls: 4 });
  });
  it('counts once however often it is tried', () => {
    const story = began();
    for (const response of ['m', 'n', 'o']) {
      story.call(a, response);
    }
    assert.deepEqual(steps(story.respond('p', a).respond('q', b)), [
      '-0',
      '-0',
      '-0',
      '0/0: 3',
      '0/1: 4',
    ]);
  });
  it('is recognised whatever the order of its calls', () => {
    const story = began();
    story.call(a, 'm');
    story.call(b, 'm');
    assert.deepEqual(steps(story.respond('n', b, a)), ['-0', '0/0: 2 3']);
  });
  it('is a new step if one of the calls was answered or if the calls differ', () => {
    const answered = began();
    answered.result(answered.call(a, 'm'), a);
    assert.deepEqual(steps(answered.respond('n', a)), ['0/0: 0', '0/1: 1']);
    const other = began();
    other.call(a, 'm');
    assert.deepEqual(steps(other.respond('n', b)), ['0/0: 0', '0/1: 1']);
  });
  it('is a new step in another turn', () => {
    const story = began();
    story.call(a, 'm');
    assert.deepEqual(steps(story.turn('Again.').respond('n', a)), ['0/0: 0', '1/1: 1']);
  });
});

describe('calls and results', () => {
  it('a second report of a call only adds missing fields', () => {
    const story = began();
    story.call({ ...a, input: {} }, undefined, 'x');
    story.call({ ...a, class: 'search' }, 'm', 'x');
    story.call({ ...b, class: 'edit' }, 'n', 'x');
    story.call(b, 'm', 'y');
    const judge = new Judge();
    for (const event of story.events) {
      judge.push(event);
    }
    const step = judge.sessions.get('S')?.openStep;
    assert.deepEqual(
      step?.calls.map(({ number, id, input, class: kind }) => ({ number, id, input, kind })),
      [
        { number: 0, id: 'x', input: a.input, kind: 'search' },
        { number: 1, id: 'y', input: b.input, kind: 'shell' },
      ],
    );
    assert.equal(step.response, 'm');
  });
  it('a second result is ignored', () => {
    const story = began();
    const id = story.call(a, 'm');
    story.result(id, a).result(id, failing(b));
    const judge = new Judge();
    for (const event of story.events) {
      judge.push(event);
    }
    assert.deepEqual(steps(story), ['0/0: 0']);
    const result = judge.sessions.get('S')?.lastStep?.calls[0]?.result;
    assert.deepEqual([result?.output, result?.failed], ['a', false]);
  });
  it('a result of an unknown call is noted', () => {
    const judge = new Judge();
    const notes = began()
      .result('nobody', a)
      .events.flatMap((event) => judge.push(event).notes);
    assert.deepEqual(notes, ['result of an unknown call nobody']);
  });
  it('the same id in another session is another call', () => {
    const story = began();
    const other = new Story('T', story.events);
    story.call(a, 'm', 'x');
    other.call(b, 'm', 'x');
    assert.deepEqual([counts(story).calls, counts(other).calls], [1, 1]);
  });
  it('a call failed if it is not ok or exited with a code other than 0, except 1 from a search or diff', () => {
    const failed = (act: typeof a): boolean | undefined => {
      const judge = new Judge();
      for (const event of began().step(act).events) {
        judge.push(event);
      }
      return judge.sessions.get('S')?.lastStep?.calls[0]?.result?.failed;
    };
    assert.equal(failed(a), false);
    assert.equal(failed(failing(a)), true);
    assert.equal(failed(bash('make', '', { exitCode: 2 })), true);
    assert.equal(failed(bash('grep -r x .', '', { exitCode: 1 })), false);
    assert.equal(failed(bash('cd src && git diff --exit-code', '', { exitCode: 1 })), false);
    assert.equal(failed(bash('grep -r x .', '', { exitCode: 2 })), true);
    assert.equal(failed({ tool: 'Grep', input: { pattern: 'x' }, output: '', exitCode: 1 }), false);
    assert.equal(failed(read('/a', '', { deniedBy: 'rule' })), true);
  });
});

describe('numbers', () => {
  it('turn 0 begins at the first event that needs a turn', () => {
    assert.deepEqual(counts(new Story().start()), { turns: 0, steps: 0, calls: 0 });
    assert.deepEqual(counts(new Story().start().step(a)), { turns: 1, steps: 1, calls: 1 });
    assert.deepEqual(counts(new Story().say('Hello.')), { turns: 1, steps: 0, calls: 0 });
  });
  it('a call after the end of a turn continues the same turn', () => {
    assert.deepEqual(steps(began().step(a).end().step(b).end().turn().step(a)), [
      '0/0: 0',
      '0/1: 1',
      '1/2: 2',
    ]);
  });
  it('calls and steps are numbered across turns, apart from those of other sessions', () => {
    const story = began().step(a, b);
    new Story('T', story.events).turn().step(a);
    assert.deepEqual(
      counts(
        story
          .end()
          .turn()
          .step(edit('/a', 'x', 'y')),
      ),
      { turns: 2, steps: 2, calls: 3 },
    );
  });
  it('are −1 before any call', () => {
    const judge = new Judge();
    const story = new Story()
      .at(0)
      .start()
      .turn()
      .after(11 * 60_000)
      .push({ v: 1, type: 'tick', at: 11 * 60_000 });
    const [verdict] = story.events.flatMap((event) => judge.push(event).verdicts);
    assert.deepEqual(
      [verdict?.kind, verdict?.turn, verdict?.step, verdict?.call, verdict?.callId, verdict?.at],
      ['silence', 0, -1, -1, null, 10 * 60_000],
    );
  });
});
