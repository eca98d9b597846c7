/** Waits, silence, sub-agents and the clock: the effects of passing time. */
import assert from 'node:assert/strict';
import { contains } from '../../contains.js';
import { newJudge } from '../support/judging.js';
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
  it('is reported once after ten minutes, dated at the deadline, and is a stall after thirty', () => {
    assert.deepEqual(told(tick(began().step(bash('ls', 'a')), 10 * MINUTE - 1)), []);
    assert.deepEqual(told(tick(tick(began().step(bash('ls', 'a')), 47 * MINUTE), 600 * MINUTE)), [
      'watch silence @600',
      'stalled silence @1800',
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
    const story = tick(began(), 11 * MINUTE).say('Let me look again.');
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
  it('is not reported while a call runs: that is another matter', () => {
    const story = began();
    story.call(bash('make'));
    assert.deepEqual(told(tick(story, 10 * MINUTE - 1)), []);
    assert.deepEqual(told(tick(story, 600 * MINUTE)), [
      'watch hung-call @600',
      'stalled hung-call @1800',
    ]);
  });
  it('is not reported while calls of earlier responses run, where the agent answers those late', () => {
    const agents = (answered: number): Story => {
      const story = began();
      const calls = ['a', 'b', 'c'].map((name) =>
        story.call(
          { tool: 'Agent', input: { prompt: `Write part ${name}.` }, output: '' },
          `response ${name}`,
        ),
      );
      for (const call of calls.slice(1, 1 + answered)) {
        story.result(call, { tool: 'Agent', input: {}, output: `${call} is written.` });
      }
      return story;
    };
    assert.deepEqual(told(tick(agents(2), 60 * MINUTE)), []);
    assert.deepEqual(
      told(tick(agents(2).end().turn(), 11 * MINUTE)),
      ['watch silence @600'],
      'what the turn before left behind counts no more',
    );
    assert.deepEqual(
      told(tick(agents(2).end().step(bash('ls', 'a')), 11 * MINUTE)),
      ['watch silence @600'],
      'nor where the next turn begins with a call',
    );
    const lost = began();
    lost.call(bash('make'), 'a');
    lost.result(lost.call(bash('ls'), 'b'), bash('ls', 'a'));
    assert.deepEqual(
      told(tick(lost, 11 * MINUTE)),
      ['watch silence @600'],
      'elsewhere a result that did not come is lost',
    );
  });
  it('is not reported after a command that the agent’s own program answers', () => {
    const prompt = '<command-name>/clear</command-name>\n<command-args></command-args>';
    const story = new Story().at(T).start().turn(prompt);
    assert.deepEqual(told(tick(story, 60 * MINUTE)), []);
    // the model may answer it after all
    assert.deepEqual(told(tick(story.step(bash('ls', 'a')), 11 * MINUTE)), ['watch silence @4200']);
    const person = new Story().at(T).start().turn('What does <b>bold</b> mean?');
    assert.deepEqual(told(tick(person, 11 * MINUTE)), ['watch silence @600']);
  });
  it('is not reported after words that may be the answer, in a log that does not tell where a turn ends', () => {
    const story = began().step(bash('ls', 'a')).say('Done: the test passes.');
    assert.deepEqual(told(tick(story, 60 * MINUTE)), []);
    // its ends come with the next message only
    story.end().turn().step(bash('ls', 'b')).say('Done again.');
    assert.deepEqual(told(tick(story, 60 * MINUTE)), []);
  });
  it('is reported after words where ends are told, and after words that announce work', () => {
    const story = began().say('Done.').end().after(MINUTE).turn().step(bash('ls', 'a'));
    assert.deepEqual(told(tick(story.say('Here is part one.'), 11 * MINUTE)), [
      'watch silence @660',
    ]);
    for (const text of ['Now I will run the tests.', 'Found it. Let me fix the parser:']) {
      const announced = began().step(bash('ls', 'a')).say(text);
      assert.deepEqual(told(tick(announced, 11 * MINUTE)), ['watch silence @600'], text);
    }
    const answered = began().step(bash('ls', 'a')).say('It works. Let me know if you need more.');
    assert.deepEqual(told(tick(answered, 60 * MINUTE)), []);
  });
  it('is not reported while the agent waits for somebody', () =>
    assert.deepEqual(told(tick(wait(began(), 'input'), 60 * MINUTE)), ['waiting wait @1']));
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

describe('what the relay sees of a request', () => {
  const request = (story: Story, state: 'sent' | 'bytes' | 'over'): Story =>
    story.push({ ...story.own, type: 'request', state });
  const reasons = (story: Story): string[] =>
    judged(story).verdicts.map(({ level, reason }) => `${level}: ${reason}`);

  it('says that the model sends no byte', () => {
    assert.deepEqual(reasons(tick(request(began(), 'sent'), 31 * MINUTE)), [
      'watch: The model hasn’t sent a byte for 3 min, and no tool is running.',
      'stalled: The model hasn’t sent a byte for 10 min, and no tool is running.',
    ]);
  });
  it('is a sign of life while bytes come, and a request sent again is none', () => {
    const story = request(began(), 'sent');
    for (let i = 0; i < 30; i++) {
      request(story.after(2 * MINUTE), 'bytes');
    }
    assert.deepEqual(told(story), []);
    const retried = request(began(), 'sent');
    for (let i = 0; i < 4; i++) {
      request(request(retried.after(9 * MINUTE), 'over'), 'sent');
    }
    assert.deepEqual(told(retried), ['watch silence @180', 'stalled silence @600']);
  });
  it('ends a silence with the next byte', () => {
    const story = request(tick(request(began(), 'sent'), 31 * MINUTE), 'bytes');
    assert.deepEqual(
      judged(story).cleared.map(({ level }) => level),
      ['watch', 'stalled'],
    );
  });
  it('shows that words were not the end while the request is open', () => {
    const story = request(began().step(bash('ls', 'a')), 'sent').say('One part.');
    assert.deepEqual(told(tick(story, 9 * MINUTE)), ['watch silence @180']);
    const over = request(request(began().step(bash('ls', 'a')), 'sent').say('All.'), 'over');
    assert.deepEqual(told(tick(over, 60 * MINUTE)), []);
  });
});

describe('a call that hangs', () => {
  const opened = (act: Act): Story => {
    const story = began();
    story.call(act);
    return story;
  };
  const hung = ['watch hung-call @600', 'stalled hung-call @1800'];

  it('is warned of after ten minutes and is a stall after thirty, and the sentence names it', () => {
    const { verdicts } = judged(tick(opened(bash('npm run build')), 31 * MINUTE));
    assert.deepEqual(
      verdicts.map(({ reason }) => reason),
      [
        'Running for 10 min with no sign of progress: npm run build',
        'Running for 30 min with no sign of progress: npm run build',
      ],
    );
    assert.deepEqual(
      verdicts.map(({ evidence }) => evidence.calls),
      [[0], [0]],
    );
  });
  it('is the same without ticks, when the result comes late', () => {
    const story = opened(bash('make'));
    assert.deepEqual(told(story.after(50 * MINUTE).result('S-0', bash('make', 'ok'))), hung);
    assert.deepEqual(
      judged(story).cleared.map(({ level, kind }) => `${level} ${kind}`),
      ['watch hung-call', 'stalled hung-call'],
    );
  });
  it('is no stall within its own timeout, given in milliseconds or seconds', () => {
    for (const [field, timeout] of [
      ['timeout', 3600 * SECOND],
      ['timeout_ms', 3600 * SECOND],
    ] as const) {
      const story = opened({
        tool: 'Bash',
        input: { command: 'make', [field]: timeout },
        output: '',
      });
      assert.deepEqual(told(tick(story, 60 * MINUTE - 1)), []);
      assert.deepEqual(told(tick(story, 2 * MINUTE)), ['stalled hung-call @3660']);
    }
    const short = opened({ tool: 'Bash', input: { command: 'make', timeout: 900 }, output: '' });
    assert.deepEqual(told(tick(short, 60 * MINUTE)), [
      'watch hung-call @600',
      'stalled hung-call @960',
    ]);
  });
  it('is none while it gives signs: a build that writes files', () => {
    const story = opened(bash('make')).git('before');
    for (let i = 0; i < 12; i++) {
      story.after(9 * MINUTE).git(`g${i}`);
    }
    assert.deepEqual(told(story), []);
    assert.deepEqual(told(tick(story, 11 * MINUTE)), [`watch hung-call @${(12 * 9 + 10) * 60}`]);
  });
  it('is over at a sign, and can be one again', () => {
    const story = tick(opened(bash('make')).git('a'), 31 * MINUTE).git('b');
    assert.deepEqual(
      judged(story).cleared.map(({ level }) => level),
      ['watch', 'stalled'],
    );
    assert.deepEqual(told(tick(story, 31 * MINUTE)), [
      ...hung,
      `watch hung-call @${41 * 60}`,
      `stalled hung-call @${61 * 60}`,
    ]);
  });
  it('is no call that waits for permission, and runs from the answer on', () => {
    const story = wait(opened(bash('make')), 'permission', 'S-0');
    assert.deepEqual(told(tick(story, 180 * MINUTE)), ['waiting wait @1']);
    assert.deepEqual(told(tick(resumed(story), 11 * MINUTE)), [
      'waiting wait @1',
      `watch hung-call @${190 * 60}`,
    ]);
  });
  it('is no call that takes moments: it waits for somebody, even if nobody says so', () => {
    const quick: Act[] = [
      { tool: 'Read', input: { file_path: '/w/a' }, output: '' },
      { tool: 'Edit', input: { file_path: '/w/a', old_string: 'a', new_string: 'b' }, output: '' },
      { tool: 'AskUserQuestion', input: { questions: [] }, output: '' },
      bash('git status'),
      bash('mkdir -p out && cp a out'),
    ];
    for (const act of quick) {
      const asked = act.tool === 'AskUserQuestion' ? ['waiting wait @1'] : [];
      assert.deepEqual(told(tick(opened(act), 600 * MINUTE)), asked, act.tool);
    }
  });
  it('is not dated by a call that began at an unknown time', () => {
    const story = new Story().start().turn();
    story.call(bash('make'));
    assert.deepEqual(told(tick(story.at(T), 600 * MINUTE)), []);
  });
  it('is reported once for a batch, and again for those that hang on', () => {
    const story = began();
    const ids = [0, 1, 2].map((i) => story.call(bash(`make part${i}`), 'r'));
    assert.deepEqual(told(tick(story, 40 * MINUTE)), hung);
    story.result(ids[0] ?? '', bash('make part0', 'ok'));
    assert.equal(judged(story).cleared.length, 2);
    assert.ok(told(tick(story, 40 * MINUTE)).length > hung.length);
  });
  it('follows thresholds that change while it runs', () => {
    const judge = newJudge();
    for (const event of opened(bash('make')).events) {
      judge.push(event);
    }
    judge.override({ set: { 'balanced.callMinutes': 6 } });
    assert.deepEqual(
      judge
        .push({ v: 1, type: 'tick', at: T + 6 * MINUTE })
        .verdicts.map(({ level, at }) => [level, at]),
      [
        ['watch', T + 2 * MINUTE],
        ['stalled', T + 6 * MINUTE],
      ],
    );
  });
  it('is told of a sub-agent that is silent, not of one that works', () => {
    const parent = began();
    parent.call({ tool: 'Task', input: { prompt: 'Look.' }, output: '' }, 'm');
    const child = new Story('S/1', parent.events).at(T).start({ parent: 'S' }).turn();
    for (let i = 0; i < 8; i++) {
      child.after(9 * MINUTE).step(bash('ls', `new ${i}`));
    }
    const ofParent = (): string[] => told(parent).filter((each) => !each.startsWith('S/1'));
    assert.deepEqual(ofParent(), ['waiting wait @0']);
    tick(parent.at(child.clock ?? 0), 11 * MINUTE);
    assert.deepEqual(ofParent(), ['waiting wait @0', `watch hung-call @${82 * 60}`]);
  });
});

describe('counters of minutes', () => {
  const shown = (story: Story, minutes: number): string[] =>
    (fold(story).views.detail('S', T + minutes * MINUTE)?.counters ?? [])
      .filter(({ minutesSince }) => minutesSince !== undefined)
      .map(({ id, value, limit }) => `${id} ${value}/${limit}`);
  it('stand at the time at which they are shown', () => {
    assert.deepEqual(shown(began(), 14), ['silence 14/30']);
    const running = began();
    running.call(bash('make'));
    assert.deepEqual(shown(running, 14), ['hung-call 14/30']);
    assert.deepEqual(shown(began().end(), 14), []);
  });
  it('go on for a call that has stalled, and for a limit of the person', () => {
    const hung = began();
    hung.call(bash('vi notes.txt'));
    assert.deepEqual(shown(tick(hung, 12 * MINUTE), 14), ['hung-call 14/10']);
    const limited = (story: Story): Story => {
      story.events.splice(1, 0, {
        ...story.own,
        type: 'config',
        set: { 'balanced.limitMinutes': 15 },
      });
      return story;
    };
    contains(shown(limited(began()), 16), 'balanced.limitMinutes 16/15');
    const asked = limited(began()).push({
      v: 1,
      type: 'waiting',
      session: 'S',
      at: T + 4 * MINUTE,
      for: 'permission',
    });
    assert.deepEqual(
      fold(asked)
        .views.detail('S', T + 16 * MINUTE)
        ?.counters.filter(({ id }) => id === 'balanced.limitMinutes')
        .map(({ value }) => value),
      [4],
    );
  });
});

describe('a program that waits for a person', () => {
  const opened = (command: string): Story => {
    const story = began();
    story.call(bash(command));
    return tick(story, 50 * MINUTE);
  };
  it('is warned of after two minutes and is a stall after ten', () => {
    assert.deepEqual(told(opened('vi notes.txt')), [
      'watch hung-call @120',
      'stalled hung-call @600',
    ]);
    assert.equal(
      judged(opened('vi notes.txt')).verdicts[0]?.reason,
      'Running for 2 min, and probably waiting for someone to type: vi notes.txt',
    );
  });
  it('is recognised in many clothes', () => {
    for (const command of [
      'cd /w && vim +10 src/a.ts',
      'nano',
      'emacs a.txt',
      'less log.txt',
      'more log.txt',
      'man git',
      'top',
      'git rebase -i HEAD~3',
      'git commit',
      'git add -p',
      'ssh build.example.org',
      'sudo ls /root',
      'npm init',
      'python3',
      'node',
      'read -p "Name: " name',
      'psql app',
      'bash -c "vi x"',
      'docker exec -it app bash',
    ]) {
      assert.equal(told(opened(command))[0], 'watch hung-call @120', command);
    }
  });
  it('is none that was told what to do', () => {
    for (const command of [
      'vim -es -c ":%s/a/b/g" -c wq f',
      'emacs -Q --batch -l x.el',
      'top -b -n 1 | head',
      'GIT_SEQUENCE_EDITOR=true git rebase -i HEAD~3',
      'git commit -am "x"',
      'git commit --amend --no-edit',
      'ssh -o BatchMode=yes host make',
      'npm init -y',
      'yes | npm init',
      'python3 train.py',
      'python3 - <<EOF\nprint(1)\nEOF',
      'psql -c "select 1" app',
      'npm test && git commit',
    ]) {
      assert.notEqual(told(opened(command))[0], 'watch hung-call @120', command);
    }
  });
});

describe('waits', () => {
  for (const what of ['permission', 'input', 'job'] as const) {
    it(`for ${what} are reported once, after a second`, () => {
      assert.deepEqual(told(tick(wait(began(), what), SECOND - 1)), []);
      assert.deepEqual(told(tick(tick(wait(began(), what), SECOND), 5 * MINUTE)), [
        'waiting wait @1',
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
      'waiting wait @1',
      'stalled wait @1800',
    ]);
    assert.deepEqual(told(tick(wait(began(), 'job'), 40 * MINUTE), { 'balanced.jobMinutes': 5 }), [
      'waiting wait @1',
      'stalled wait @300',
    ]);
  });
  it('end at resumed; the next one is reported again', () => {
    const once = resumed(tick(wait(began(), 'input'), 2 * MINUTE));
    assert.deepEqual(told(tick(wait(once, 'input'), 2 * MINUTE)), [
      'waiting wait @1',
      'waiting wait @121',
    ]);
  });
  it('end at the result of their call and at the next other call', () => {
    const answered = began();
    const id = answered.call(bash('rm x'));
    assert.deepEqual(
      told(
        tick(
          wait(answered, 'permission', id)
            .after(SECOND - 1)
            .result(id, bash('rm x')),
          5 * MINUTE,
        ),
      ),
      [],
    );
    assert.deepEqual(
      told(
        tick(
          wait(began(), 'input')
            .after(SECOND - 1)
            .step(bash('ls', 'a')),
          5 * MINUTE,
        ),
      ),
      [],
    );
  });
  it('are the same wait when the agent reports them again', () => {
    assert.deepEqual(
      told(tick(wait(tick(wait(began(), 'input'), 2 * MINUTE), 'input'), 5 * MINUTE)),
      ['waiting wait @1'],
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
      .say('Let me look at the past.')
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
      'T waiting wait @61',
      'watch silence @600',
      'stalled silence @1800',
    ]);
  });
  it('names its next deadline, and a tick there gives the same as a late event', () => {
    const judge = newJudge();
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
    assert.equal(judge.nextDeadline(), T + 30 * MINUTE);
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

describe('a call that runs', () => {
  const since = (story: Story): number | undefined =>
    fold(story).views.detail('S', story.clock ?? 0)?.callSince;

  it('is told with its beginning while it runs: the agent is at work, not silent', () => {
    const story = began().step(bash('ls', 'a')).after(MINUTE);
    assert.equal(since(story), undefined);
    const act = bash('npm run build', 'built');
    const [build, other] = [story.call(act, 'r'), story.after(SECOND).call(bash('make'), 'r')];
    assert.equal(since(tick(story, 10 * MINUTE)), T + MINUTE);
    assert.equal(since(story.result(build, act)), T + MINUTE + SECOND);
    assert.equal(since(story.result(other, act)), undefined);
  });

  it('is not told of a turn that is over', () => {
    const story = began();
    story.call(bash('npm run build'));
    assert.equal(since(story), T);
    assert.equal(since(story.end('interrupted')), undefined);
  });
});

describe('a wait for the person', () => {
  const limit = { 'balanced.limitMinutes': 5 };
  const asks = (story: Story, acts: readonly Act[]): string[] =>
    acts.map((act) => story.call(act, 'r'));
  const waits = (story: Story): string | undefined => {
    const { wait } = fold(story).sessions.get('S') ?? {};
    return wait && `${wait.for} ${wait.call ?? '?'}`;
  };

  it('stops the clocks of silence, of running calls and of a limit until it is answered', () => {
    const story = began();
    const id = story.call(bash('make'));
    wait(story.after(MINUTE), 'permission', id);
    assert.deepEqual(
      told(tick(story, 300 * MINUTE), limit).filter((each) => !each.startsWith('waiting')),
      [],
    );
    story.result(id, bash('make', 'ok'));
    assert.deepEqual(
      told(tick(story, 15 * MINUTE), limit).filter((each) => !each.startsWith('waiting')),
      [`watch limit @${305 * 60}`],
    );
  });

  it('goes on while calls of the same response begin and end beside it', () => {
    const story = began();
    const [first = '', second = ''] = asks(story, [bash('rm a'), bash('ls')]);
    wait(story, 'permission', first);
    const third = story.call(bash('pwd'), 'r');
    story.result(second, bash('ls', 'a')).result(third, bash('pwd', '/w'));
    assert.equal(waits(story), `permission ${first}`);
    story.result(first, bash('rm a'));
    assert.equal(waits(story), undefined);
  });

  it('ends with the next response, whatever was told of it', () => {
    const story = began();
    const [first = ''] = asks(story, [bash('rm a')]);
    wait(story, 'permission', first);
    story.call(bash('ls'), 'next');
    assert.equal(waits(story), undefined);
  });

  it('is followed by that of another call, and a second one told of the same call is the same', () => {
    const story = began();
    const [first = '', second = ''] = asks(story, [bash('rm a'), bash('rm b')]);
    wait(story, 'permission', first);
    wait(story.after(1), 'permission', second);
    wait(story.after(6 * SECOND), 'permission');
    wait(story, 'input', first);
    assert.equal(waits(story), `permission ${first}`);
    story.result(first, bash('rm a'));
    assert.equal(waits(story), `permission ${second}`);
    assert.deepEqual(told(story.after(MINUTE).result(second, bash('rm b'))), [
      'waiting wait @1',
      'waiting wait @7.001',
    ]);
    assert.equal(waits(story), undefined);
  });

  it('is none for a call that is over already', () => {
    const story = began();
    const [first = ''] = asks(story, [bash('rm a')]);
    wait(story.result(first, bash('rm a')), 'permission', first);
    assert.equal(waits(story), undefined);
  });

  it('learns its call when it is told once more', () => {
    const story = began();
    const [first = ''] = asks(story, [bash('rm a'), bash('ls')]);
    wait(story, 'permission');
    wait(story, 'permission', first);
    assert.equal(waits(story), `permission ${first}`);
  });

  it('begins with a tool that asks, and ends with its answer', () => {
    for (const tool of ['AskUserQuestion', 'ExitPlanMode']) {
      const story = began();
      const id = story.call({ tool, input: {}, class: 'ask', output: '' });
      assert.equal(waits(story), `input ${id}`, tool);
      story.result(id, { tool, input: {}, output: 'Yes.' });
      assert.equal(waits(story), undefined, tool);
    }
  });

  it('of a sub-agent holds up its parents, too', () => {
    const parent = began();
    parent.call({ tool: 'Task', input: { prompt: 'Look.' }, output: '' }, 'm');
    const child = new Story('S/1', parent.events).at(T).start({ parent: 'S' }).turn();
    const id = child.call(bash('make'), 'c');
    wait(child, 'permission', id);
    tick(parent, 300 * MINUTE);
    const ofParent = (): string[] =>
      told(parent, limit).filter((each) => !/^S\/1|^waiting/.test(each));
    assert.deepEqual(ofParent(), []);
    child.at(parent.clock ?? 0).result(id, bash('make', 'ok'));
    tick(parent, 11 * MINUTE);
    assert.deepEqual(ofParent(), [`watch limit @${305 * 60}`]);
  });
});
