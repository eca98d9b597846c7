/** Cases in which rounds of calls repeat. */
import assert from 'node:assert/strict';
import { runners } from '../identity/runners.js';
import { type Act, judged, Story } from '../support/story.js';
import { each, fits, other, row, type Scene, source, told, verdictsOf, word } from './cases.js';

const commit = (i: number): string => ((i + 3) * 2_654_435_761).toString(16).slice(0, 6) + 'a';
const refusedPush =
  " ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to 'origin'\nhint: Updates were rejected because the remote contains work that you do\nhint: not have locally.";

describe('cases: pushes that are refused', () => {
  const pushed =
    (pulled: (i: number) => string): Scene =>
    (tools, story) => {
      story.repeat(10, (i) =>
        i % 2 === 0
          ? tools.run('git push', refusedPush, 1)
          : tools.run('git pull --rebase', pulled(i)),
      );
    };
  row('others were faster each time', 'watch at most', {
    'and their work is there': (tools, story) => {
      story.repeat(8, (i) =>
        i % 2 === 0
          ? tools.run('git push', refusedPush, 1)
          : tools.run(
              'git pull --rebase',
              `From origin\n   ${commit(i)}..${commit(i + 2)}  main       -> origin/main\nSuccessfully rebased and updated refs/heads/main.`,
            ),
      );
      story.step(tools.run('git push', `To origin\n   ${commit(9)}..${commit(30)}  main -> main`));
    },
  });
  row('nothing is there to be fetched', 'by 10', {
    'up to date': pushed(() => 'Already up to date.'),
  });
});

describe('cases: rounds', () => {
  row('A-B-A-B identical ×20', 'loop by 6', {
    'two reads': each(20, (tools, i) =>
      tools.read(i % 2 === 0 ? '/w/a.go' : '/w/b.go', source(i % 2)),
    ),
    'a read and a command': each(20, (tools, i) =>
      i % 2 === 0
        ? tools.read('/w/Makefile', 'all:\n\tcc main.c')
        : tools.run('ls build', 'main.o'),
    ),
    'a good and a failing command': each(20, (tools, i) =>
      i % 2 === 0
        ? tools.run('cat VERSION', '1.4.2')
        : tools.run(
            'npm publish --dry-run',
            'npm error code ENEEDAUTH\nnpm error need auth This command requires you to be logged in',
            1,
          ),
    ),
  });

  row(
    'read → failed edit → failed test, identical rounds',
    'loop by 9',
    Object.fromEntries(
      ['pytest', 'jest', 'go test', 'cargo test'].map((name): [string, Scene] => [
        name,
        (tools, story) => {
          const runner = runners[name];
          for (let i = 0; i < 6; i++) {
            story
              .step(tools.read('/w/src/parser', source('p')))
              .step(tools.failedReplace('/w/src/parser', 'return nul', 'return {}'))
              .step(
                tools.run(
                  runner?.command ?? '',
                  runner?.output(['empty', 'nested'], 2.31) ?? '',
                  1,
                ),
              );
          }
        },
      ]),
    ),
  );

  row('cycle of 6 ×6', 'loop by 18', {
    'five greps and a read': each(36, (tools, i) =>
      i % 6 === 5
        ? tools.read('/w/core.py', source('core'))
        : tools.search(word(i % 6), `core.py:${i % 6}: ${word(i % 6)}`),
    ),
    'six reads': each(36, (tools, i) => tools.read(`/w/${word(i % 6)}.rs`, source(word(i % 6)))),
    mixed: each(
      36,
      (tools, i) =>
        [
          () => tools.run('git log --oneline -3', 'a1b2c3d one\nb2c3d4e two\nc3d4e5f three'),
          () => tools.read('/w/a', source('a')),
          () => tools.search('x', 'a:1: x'),
          () => tools.run('ls', 'a\nb'),
          () => tools.read('/w/b', source('b')),
          () => tools.run('cat c | wc -l', '14'),
        ][i % 6]?.() ?? [],
    ),
  });

  row('six known files read again in no order', 'loop by 12', {
    'again and again': each(24, (tools, i) => {
      const n = i < 6 ? i : (i * i + Math.floor(i / 3)) % 6;
      return tools.read(`/w/src/${word(n)}.ts`, source(n));
    }),
  });
  row('3 repeats, then 12 new calls: watched, not stalled', 'watch at most', {
    reads: (tools, story) => {
      story
        .repeat(3, () => tools.read('/w/a', source('a')))
        .repeat(12, (i) => tools.read(`/w/${word(i)}`, source(word(i))));
    },
  });
  it('3 repeats, then 12 new calls: recovered, cleared at the third new call', () => {
    const { verdicts } = judged(
      new Story()
        .start()
        .turn()
        .repeat(3, () => other('Read', { file_path: '/w/a' }, source('a')))
        .repeat(12, (i) => other('Read', { file_path: `/w/${word(i)}` }, source(word(i)))),
    );
    assert.deepEqual(
      verdicts.map(({ level, call, clearedAtCall }) => [
        level,
        call + 1,
        (clearedAtCall ?? NaN) + 1,
      ]),
      [['watch', 3, 6]],
    );
  });

  it('3 the same, a new instruction, 3 the same: w3, cleared, w6; known information stays known', () => {
    const same = (): Act => other('Read', { file_path: '/w/a' }, source('a'));
    for (const ended of [false, true]) {
      const story = new Story().start().turn('Fix the parser.').repeat(3, same);
      if (ended) {
        story.end();
      }
      story.turn('Leave that. Write the documentation instead.').repeat(3, same);
      const { verdicts } = judged(story);
      assert.deepEqual(
        verdicts.map(({ level, call }) => [level, call + 1]),
        [
          ['watch', 3],
          ['watch', 6],
        ],
        told(verdicts),
      );
      assert.deepEqual(
        verdicts.map(({ clearedAtCall }) => clearedAtCall),
        [2, undefined],
      );
    }
    const seen = new Story()
      .start()
      .turn('Fix the parser.')
      .repeat(1, same)
      .end()
      .turn('Now write the documentation, please, and be brief.')
      .step(same());
    assert.notEqual(judgedValue(seen), 'progress');
  });

  it('our own denial repeated neither extends nor ends the streak', () => {
    const same = (): Act => other('Read', { file_path: '/w/a' }, source('a'));
    const denied = (): Act =>
      other(
        'Read',
        { file_path: '/w/a' },
        '[Turnwatch] Tools are switched off for the rest of this turn.',
        { deniedBy: 'turnwatch' },
      );
    const story = new Story().start().turn().repeat(3, same).repeat(4, denied);
    assert.equal(fits(verdictsOf(story), 'watch at most'), true, told(verdictsOf(story)));
    const after = verdictsOf(story.step(same()));
    assert.ok(fits(after, 'loop w3 s8'), told(after));
    const others = verdictsOf(
      new Story()
        .start()
        .turn()
        .repeat(5, () => other('Bash', { command: ':' }, ''))
        .repeat(3, (i) =>
          other('Bash', { command: `ls ${i}` }, '[Turnwatch] no', { deniedBy: 'turnwatch' }),
        )
        .step(other('Bash', { command: ':' }, '')),
    );
    assert.ok(firstStalled(others) !== undefined, told(others));
  });
});

const firstStalled = (verdicts: ReturnType<typeof verdictsOf>): number | undefined =>
  verdicts.find(({ level }) => level === 'stalled')?.call;

/** What the newest call was worth. */
function judgedValue(story: Story): string | undefined {
  return [...judged(story).judge.sessions.values()].at(-1)?.lastStep?.values.at(-1)?.worth;
}
