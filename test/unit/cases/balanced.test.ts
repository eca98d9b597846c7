/** The preset `balanced`: honest work stays quiet, and stalls are found no later than by seed 1. */
import assert from 'node:assert/strict';
import {
  bash,
  brief,
  edit,
  failing,
  judged,
  read,
  Story,
  write,
  type Act,
} from '../support/story.js';

type Scene = (i: number) => Act | Act[];
const long = (i: number | string): string =>
  `line ${i}: ${String(i).repeat(40)} and so on, long enough to be information`;
const began = (): Story => new Story().start().turn().git('0', { porcelain: '0' });
const at = (story: Story): string[] => brief(judged(story).verdicts);
const run = (times: number, scene: Scene): string[] => at(began().repeat(times, scene));
const noOps = ['true', ':', 'sleep 1', 'echo ok'] as const;
const noOp: Scene = (i) => bash(noOps[i % 4] ?? ':', '(Bash completed with no output)');

describe('balanced: productive work raises no verdict', () => {
  const work: Record<string, [number, Scene]> = {
    'paging one file with rising offsets': [
      20,
      (i) => ({ tool: 'Read', input: { file_path: '/w/a', offset: i * 100 }, output: long(i) }),
    ],
    'a status poll whose output changes': [
      20,
      (i) => bash('kubectl get pods', `pod-1 ContainerCreating ${i}s`),
    ],
    'a job whose output streams': [
      20,
      (i) => [
        bash('sleep 5'),
        { tool: 'BashOutput', input: { bash_id: '1' }, output: `step ${i} of 20` },
      ],
    ],
    'edits and tests with fewer and fewer failures': [
      20,
      (i) =>
        i % 2 === 0
          ? edit('/w/a.ts', `x${i}`, `y${i}`)
          : bash('npm test', `${20 - i} failed`, { exitCode: 1 }),
    ],
    'A→B→C→D in one dirty file': [12, (i) => edit('/w/a.ts', `v${i}`, `v${i + 1}`)],
    'one edit in each of twenty files, all "ok"': [20, (i) => edit(`/w/${i}.ts`, 'old', 'new')],
    'one write in each of twenty files': [20, (i) => write(`/w/${i}.ts`, 'same for all')],
    'fifteen distinct reads': [15, (i) => read(`/w/${i}.ts`, long(i))],
    'one handle with new bytes each time': [
      50,
      (i) => ({ tool: 'read_output', input: { handle: 7 }, output: `chunk ${i}` }),
    ],
    'a debugger that steps through lines': [
      12,
      (i) => ({ tool: 'debug', input: { command: 'next' }, output: `line ${i}` }),
    ],
    'short but distinct outputs': [
      12,
      (i) => bash(`echo $((${i} * 7)); id -u ${i}`, String(i * 7)),
    ],
    'in-place changes by command': [12, (i) => bash(`sed -i s/a${i}/b${i}/ x.ts`)],
  };
  for (const [name, [times, scene]] of Object.entries(work)) {
    it(name, () =>
      assert.deepEqual(
        run(times, scene).filter((verdict) => !verdict.startsWith('waiting')),
        [],
      ),
    );
  }

  it('ten reads in one response', () => {
    assert.deepEqual(
      at(began().step(...Array.from({ length: 10 }, (_, i) => read(`/w/${i}`, long(i))))),
      [],
    );
  });
  it('three identical calls in one response, then new work', () => {
    const same = read('/w/a', long('a'));
    assert.deepEqual(
      at(
        began()
          .step(same, same, same)
          .repeat(8, (i) => read(`/w/${i}`, long(i))),
      ),
      [],
    );
  });
  it('a failed edit, a reread and a good edit, four times', () => {
    const story = began();
    for (let i = 0; i < 4; i++) {
      story
        .step(failing(edit('/w/a', `wrong ${i}`, 'x')))
        .step(read('/w/a', long(`state ${i}`)))
        .step(edit('/w/a', `right ${i}`, 'x'));
    }
    assert.deepEqual(at(story), []);
  });
  it('a dirty file edited again, though plain porcelain stays the same and the agent reports nothing', () => {
    const story = began();
    for (let i = 1; i <= 12; i++) {
      story.git(`content ${i}`, { porcelain: '0' }).step(bash('make generate'));
    }
    assert.deepEqual(at(story), []);
  });
  it('a turn that asks the person one thing after the other', () => {
    assert.deepEqual(
      run(12, (i) => ({
        tool: 'AskUserQuestion',
        input: { question: `Which of the variants of part ${i}?` },
        output: 'The second.',
      })),
      [],
    );
  });
  it('calls that a person declines', () => {
    assert.deepEqual(
      run(12, () => bash('rm -r build', 'declined', { deniedBy: 'person' })),
      [],
    );
  });
});

describe('balanced: possibly productive work only warns for a while', () => {
  const unsure: Record<string, [number, Scene, string[]]> = {
    'twelve different searches, each empty': [
      12,
      (i) => ({ tool: 'Grep', input: { pattern: `word${i}` }, output: 'No matches found' }),
      ['watch at 5', 'stalled at 9'],
    ],
    'eight distinct failing probes': [
      8,
      (i) => failing(bash(`which tool${i}`, `tool${i}: not found`, { exitCode: 1 })),
      ['watch at 5'],
    ],
    'thirty of them': [
      30,
      (i) => failing(bash(`which tool${i}`, `tool${i}: not found`, { exitCode: 1 })),
      ['watch at 5', 'stalled at 9'],
    ],
  };
  for (const [name, [times, scene, expected]] of Object.entries(unsure)) {
    it(name, () => {
      const { verdicts } = judged(began().repeat(times, scene));
      assert.deepEqual(brief(verdicts), expected);
    });
  }
});

describe('balanced: stalls', () => {
  it('alternating no-ops stall at the sixth', () =>
    assert.deepEqual(run(12, noOp), ['watch at 2', 'stalled at 5']));
  it('a to-do list that is only reworded stalls at the fifth', () => {
    const { verdicts } = judged(
      began().repeat(12, (i) => ({
        tool: 'TodoWrite',
        input: { todos: [`word it ${i}`] },
        output: `Todos updated: ${long(i)}`,
      })),
    );
    assert.deepEqual(
      verdicts.map(({ level, kind, step }) => `${level} ${kind} ${step}`).slice(-1),
      ['stalled no-progress 4'],
    );
  });
  it('alternating a to-do list with rereads of one file stalls by the eighth call', () => {
    const story = began()
      .step(read('/w/a', long('a')))
      .repeat(12, (i) =>
        i % 2 === 0
          ? { tool: 'TodoWrite', input: { todos: [`${i}`] }, output: 'ok' }
          : read('/w/a', long('a')),
      );
    const stalled = judged(story).verdicts.find(({ level }) => level === 'stalled');
    assert.ok(stalled !== undefined && stalled.call <= 7, JSON.stringify(stalled));
  });
  it('the same read with the same output', () => {
    const same = read('/w/a', long('a'));
    assert.deepEqual(
      run(12, () => same),
      ['watch at 2', 'stalled at 3'],
    );
    const talking = began();
    for (let i = 0; i < 12; i++) {
      talking.say(`Let me look ${i}`).step(same);
    }
    assert.deepEqual(at(talking), ['watch at 2', 'stalled at 3']);
  });
  it('the same content written again and again', () => {
    assert.deepEqual(
      run(7, () => write('/w/a', 'same')),
      ['watch at 1', 'stalled at 3'],
    );
  });
  it('wrapper texts around an empty output are no information', () => {
    const frame = (i: number): string =>
      `<untrusted_context>\nCommand: ls ${i}\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: ${100 + i}\n</untrusted_context>`;
    const { verdicts } = judged(began().repeat(12, (i) => bash('cat empty', frame(i))));
    assert.deepEqual(brief(verdicts), ['watch at 2', 'stalled at 3']);
  });
  it('a step counts once, however many calls it has', () => {
    for (const width of [1, 5, 16, 17]) {
      assert.deepEqual(
        run(8, () => Array.from({ length: width }, () => bash(':'))),
        ['watch at 2', 'stalled at 3'],
        `${width} calls`,
      );
    }
  });
  it('one call with something new makes its whole step progress', () => {
    assert.deepEqual(
      run(12, (i) => [bash(':'), bash('true'), read(`/w/${i}`, long(i))]),
      [],
    );
  });
  it('our own denials neither count as progress nor end a streak', () => {
    const story = began()
      .repeat(5, noOp)
      .repeat(3, () => bash('ls', 'Tools are switched off', { deniedBy: 'turnwatch' }));
    assert.deepEqual(at(story), ['watch at 2']);
    assert.deepEqual(at(story.step(bash(':'))), ['watch at 2', 'stalled at 8']);
  });
  it('a person’s save and a branch switch are not the agent’s progress', () => {
    const story = began()
      .save('a.ts', '0')
      .repeat(5, noOp)
      .git('1', { by: 'person' })
      .save('a.ts', '1', { by: 'person' })
      .step(bash(':'));
    assert.deepEqual(at(story), ['watch at 2', 'stalled at 5']);
  });
  it('new information restarts the counters of progress, not the count of a repeated call', () => {
    assert.deepEqual(
      at(
        began()
          .repeat(5, noOp)
          .step(read('/w/a', long('a')))
          .repeat(4, noOp),
      ),
      ['watch at 2'],
    );
    assert.deepEqual(
      at(
        began()
          .repeat(5, noOp)
          .step(read('/w/a', long('a')))
          .repeat(5, noOp),
      ),
      ['watch at 2', 'stalled at 10'],
    );
  });
  it('follow the thresholds', () => {
    assert.deepEqual(
      brief(judged(began().repeat(12, noOp), { set: { 'balanced.emptySteps': 4 } }).verdicts),
      ['watch at 1', 'stalled at 3'],
    );
  });
});

describe('balanced is no later than seed 1 on a stalling turn', () => {
  const fillers: Record<string, Scene> = {
    'no-ops': noOp,
    'a few new words each time': (i) => (i % 2 === 0 ? bash(':') : bash(`date +%N${i}`, String(i))),
    'no-ops and failing calls': (i) =>
      i % 2 === 0 ? bash(':') : failing(bash(`make ${i}`, `failed ${i}`)),
    'several no-ops each': (i) => [noOp(i), noOp(i + 1)].flat(),
    rereading: () => read('/w/a', 'short'),
  };
  for (const [name, scene] of Object.entries(fillers)) {
    for (const before of [0, 1, 5]) {
      it(`${name}, after ${before} steps of work`, () => {
        const story = began()
          .repeat(before, (i) => edit('/w/a.ts', `v${i}`, `v${i + 1}`))
          .repeat(16, scene);
        const stalledAt = (preset: 'balanced' | 'progress-detector'): number | undefined =>
          judged(story, { preset, set: {} }).verdicts.find(({ level }) => level === 'stalled')
            ?.step;
        const [ours, seed] = [stalledAt('balanced'), stalledAt('progress-detector')];
        assert.equal(seed, before + 7);
        assert.ok(ours !== undefined && ours <= seed, `${ours} > ${seed}`);
      });
    }
  }
});

describe('episodes', () => {
  const watchThenStalled = (): Story => began().repeat(6, noOp);
  const cleared = (story: Story): string[] =>
    judged(story).verdicts.map(({ level, clearedAtCall }) => `${level} ${clearedAtCall ?? 'open'}`);

  it('raise one watch and one stalled, however long they last', () =>
    assert.deepEqual(cleared(began().repeat(60, noOp)), ['watch open', 'stalled open']));
  it('end after three steps in a row with new information, on both verdicts', () => {
    assert.deepEqual(cleared(watchThenStalled().repeat(2, (i) => read(`/w/${i}`, long(i)))), [
      'watch open',
      'stalled open',
    ]);
    assert.deepEqual(cleared(watchThenStalled().repeat(3, (i) => read(`/w/${i}`, long(i)))), [
      'watch 8',
      'stalled 8',
    ]);
  });
  it('do not end while a call of the stall recurs among the new ones', () => {
    const story = watchThenStalled()
      .repeat(2, (i) => read(`/w/${i}`, long(i)))
      .step(bash(':'), read('/w/3', long(3)));
    assert.deepEqual(cleared(story.repeat(2, (i) => read(`/w/${i + 4}`, long(i + 4)))), [
      'watch open',
      'stalled open',
    ]);
  });
  it('end at new file content', () => {
    assert.deepEqual(cleared(watchThenStalled().step(edit('/w/a', 'x', 'y'))), [
      'watch 6',
      'stalled 6',
    ]);
    assert.deepEqual(
      cleared(began().save('a', '0').repeat(6, noOp).save('a', '1', { session: 'S' })),
      ['watch 5', 'stalled 5'],
    );
  });
  it('do not end at earlier content, nor at an edit of a person or of somebody', () => {
    assert.deepEqual(cleared(began().save('a', '0').repeat(6, noOp).save('a', '1')), [
      'watch open',
      'stalled open',
    ]);
    assert.deepEqual(
      cleared(
        began()
          .save('a', '0')
          .save('a', '1')
          .repeat(6, noOp)
          .save('a', '0')
          .save('a', '2', { by: 'person' }),
      ),
      ['watch open', 'stalled open'],
    );
  });
  it('end with the turn', () =>
    assert.deepEqual(cleared(watchThenStalled().end()), ['watch 5', 'stalled 5']));
  it('are reported as cleared once', () => {
    assert.deepEqual(
      judged(watchThenStalled().end().turn('Else.').end()).cleared.map(({ level }) => level),
      ['watch', 'stalled'],
    );
  });
  it('can be followed by a new one after clearing', () => {
    assert.deepEqual(
      at(
        watchThenStalled()
          .step(edit('/w/a', 'x', 'y'))
          .repeat(6, noOp),
      ),
      ['watch at 2', 'stalled at 5', 'watch at 9', 'stalled at 12'],
    );
  });

  for (const prompt of [
    'continue',
    'Go on!',
    'keep going',
    'weiter',
    'please continue',
    'OK, continue.',
  ]) {
    it(`"${prompt}" keeps counts and episode`, () => {
      const story = began().repeat(4, noOp).turn(prompt).repeat(2, noOp);
      assert.deepEqual(
        judged(story).verdicts.map(({ level, step, turn, clearedAtCall }) => ({
          level,
          step,
          turn,
          clearedAtCall,
        })),
        [
          { level: 'watch', step: 2, turn: 0, clearedAtCall: undefined },
          { level: 'stalled', step: 5, turn: 1, clearedAtCall: undefined },
        ],
      );
    });
  }
  for (const prompt of [
    'continue with the other file',
    'Fix the test.',
    'no',
    `continue${' '.repeat(20)}${'!'.repeat(40)}`,
  ]) {
    it(`"${prompt.slice(0, 30)}" is a new instruction: the episode ends, counts restart`, () => {
      assert.deepEqual(cleared(began().repeat(4, noOp).turn(prompt).repeat(2, noOp)), ['watch 3']);
    });
  }
  it('information seen before a new instruction stays known', () => {
    const same = read('/w/a', long('a'));
    assert.deepEqual(
      at(
        began()
          .repeat(2, () => same)
          .end()
          .turn('Else.')
          .repeat(6, () => same),
      ),
      ['watch at 4', 'stalled at 5'],
    );
  });
  it('three the same, a new instruction, three the same: never stalled', () => {
    const story = began()
      .repeat(3, () => bash(':'))
      .turn('Do the other thing.')
      .repeat(3, () => bash(':'));
    assert.deepEqual(
      judged(story).verdicts.map(
        ({ level, step, clearedAtCall }) => `${level} ${step} ${clearedAtCall ?? 'open'}`,
      ),
      ['watch 2 2', 'watch 5 open'],
    );
  });
});
