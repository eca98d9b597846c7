/** What is told of a turn's end: each fact, and beside it the honest turn that is left alone. */
import assert from 'node:assert/strict';
import { english } from '../../../src/core/view/words/wording.js';
import { bash, edit, failing, read, Story, write, type Act } from '../support/story.js';
import { fold } from '../support/watch.js';

const begun = (prompt?: string): Story => new Story().start({ cwd: '/w' }).turn(prompt);
/** What is told once the agent has said its last words. */
const told = (story: Story, words = 'Done.'): string[] => ending(story.say(words).end());
const ending = (story: Story): string[] => {
  const watch = fold(story);
  const session = watch.sessions.get(story.session);
  assert.ok(session !== undefined);
  return (watch.views.summary(session).end?.facts ?? []).map(english);
};

const tests = (failed: number, passed: number, command = 'npm test'): Act =>
  bash(
    command,
    `Tests: ${failed > 0 ? `${failed} failed, ` : ''}${passed} passed, ${failed + passed} total`,
    { exitCode: failed > 0 ? 1 : 0 },
  );
const a = (n: number): Act => edit('/w/a.ts', `a${n}`, `a${n + 1}`);
const todo = (...states: string[]): Act => ({
  tool: 'TodoWrite',
  class: 'todo',
  input: { todos: states.map((status, i) => ({ content: `Item ${i}`, status })) },
  output: 'ok',
});

const stale = 'Tests last ran before the last edit';
const untested = 'No test ran, 1 source file changed';
const passedLast = '12 passed after the last edit';

describe('the end of a turn', () => {
  it('says nothing of a turn that changed nothing and ran nothing', () => {
    assert.deepEqual(told(begun().step(read('/w/a.ts', 'a'))), []);
  });

  it('tells how many passed after the last edit', () => {
    assert.deepEqual(told(begun().step(a(1)).step(tests(0, 12))), [passedLast]);
    assert.deepEqual(told(begun().step(a(1)).step(tests(2, 10)).step(a(2)).step(tests(0, 12))), [
      passedLast,
    ]);
    const both = bash("sed -i 's/x/y/' a.ts && npm test", 'Tests: 12 passed, 12 total');
    assert.deepEqual(told(begun().step(both)), [passedLast]);
  });

  it('claims no more of a run than it told', () => {
    const some = ['Tests passed after the last edit'];
    const go = bash('go test ./...', 'ok  \texample.com/a\t0.1s\nok  \texample.com/b\t0.2s');
    assert.deepEqual(
      told(
        begun()
          .step(edit('/w/a.go', 'a', 'b'))
          .step(go),
      ),
      some,
    );
    const cut = bash('cargo test 2>&1 | tail -3', 'test result: ok. 3 passed; 0 failed; 0 ignored');
    assert.deepEqual(
      told(
        begun()
          .step(edit('/w/a.rs', 'a', 'b'))
          .step(cut),
      ),
      some,
    );
    const skipping = bash(
      'phpunit',
      'OK, but incomplete, skipped tests!\nTests: 12, Assertions: 30, Skipped: 2.',
    );
    assert.deepEqual(
      told(
        begun()
          .step(edit('/w/a.php', 'a', 'b'))
          .step(skipping),
      ),
      some,
    );
    const hidden = bash('go test ./... | grep ok', 'ok  \texample.com/a\t0.1s');
    assert.deepEqual(
      told(
        begun()
          .step(edit('/w/a.go', 'a', 'b'))
          .step(hidden),
      ),
      [],
    );
    const odd = bash('npm test', 'Tests: 12 passed, 12 total\nERROR: coverage below 80 %', {
      exitCode: 1,
    });
    assert.deepEqual(told(begun().step(a(1)).step(odd)), []);
    const read = bash('cat /tmp/tests.log', 'Tests: 12 passed, 12 total');
    assert.deepEqual(told(begun().step(a(1)).step(read)), [], 'of an earlier run');
  });

  it('does not speak of the last edit where something else was changed since', () => {
    const passed = ['Last test run: 12 passed'];
    const story = (...acts: Act[]) =>
      begun()
        .step(a(1))
        .step(tests(0, 12))
        .step(...acts);
    assert.deepEqual(told(story(write('/w/README.md', '# It'))), passed);
    assert.deepEqual(told(story(bash('git apply fix.patch'))), passed);
    assert.deepEqual(told(story(bash('git add -A && git commit -m "Fix it"', '1 file changed'))), [
      passedLast,
    ]);
    assert.deepEqual(told(begun().step(tests(0, 12))), passed, 'nothing was edited');
  });

  it('counts a run that is heard of later as of when it began', () => {
    const poll: Act = {
      tool: 'process',
      class: 'other',
      input: { action: 'poll', session: 's1' },
      output: 'Tests: 12 passed, 12 total',
    };
    const begin = bash('npm test', 'Command still running (session s1)');
    assert.deepEqual(told(begun().step(a(1)).step(begin).step(poll)), [passedLast]);
    assert.deepEqual(told(begun().step(a(1)).step(begin).step(a(2)).step(poll)), [stale]);
    assert.deepEqual(told(begun().step(a(1)).step(poll)), [], 'nobody knows when it began');
  });

  it('says nothing good while what failed in another run was not mended', () => {
    const story = begun()
      .step(a(1))
      .step(tests(2, 3, 'npx jest cart.test.ts'));
    assert.deepEqual(told(story.step(tests(0, 12, 'npx jest tax.test.ts'))), []);
    const again = begun()
      .step(a(1))
      .step(tests(2, 3, 'npx jest cart.test.ts'))
      .step(a(2));
    assert.deepEqual(told(again.step(tests(0, 12, 'npx jest'))), [passedLast], 'all of them');
    const one = begun()
      .step(a(1))
      .step(tests(1, 0, 'npx jest -t cart'))
      .step(a(2));
    assert.deepEqual(told(one.step(tests(0, 12, 'npx jest -t tax'))), []);
    assert.deepEqual(told(one.step(tests(0, 1, 'npx jest -t cart --silent'))), [
      '1 passed after the last edit',
    ]);
  });

  it('tells that the last run failed', () => {
    assert.deepEqual(told(begun().step(a(1)).step(tests(3, 9))), ['Last test run: 3 failed']);
    const broken = bash('npm test', 'FAIL src/a.test.ts\nSyntaxError: Unexpected token', {
      exitCode: 1,
    });
    assert.deepEqual(told(begun().step(a(1)).step(broken)), ['Last test run failed']);
    const linted = bash(
      'npm test && npx eslint .',
      'Tests: 12 passed, 12 total\n\n/w/a.ts\n  1:1  error  Bad  no-bad\n\n✖ 1 problem (1 error, 0 warnings)',
      { exitCode: 1 },
    );
    assert.deepEqual(told(begun().step(a(1)).step(linted)), [], 'not the tests');
    const none = bash('npx jest', 'No tests found, exiting with code 1', { exitCode: 1 });
    assert.deepEqual(told(begun().step(a(1)).step(none)), [], 'there are none');
    const gone = begun()
      .step(a(1))
      .step(tests(1, 0, 'npx jest probe.test.ts'));
    assert.deepEqual(told(gone.step(bash('rm probe.test.ts'))), [], 'what failed is gone');
  });

  it('tells that tests last ran before the last edit', () => {
    const story = (): Story => begun().step(a(1)).step(tests(0, 12)).step(a(2));
    assert.deepEqual(told(story()), [stale]);
    assert.deepEqual(told(story().step(tests(2, 10)).step(a(3))), [
      'Last test run: 2 failed',
      stale,
    ]);
    assert.deepEqual(told(story().step(bash('make verify'))), [], 'which may be tests');
    assert.deepEqual(told(story().step(bash('npm test', 'Terminated'))), [], 'which may have run');
    const probe = write('/w/probe.py', 'print(total())');
    assert.deepEqual(
      told(begun().step(a(1)).step(tests(0, 12)).step(probe).step(bash('rm probe.py'))),
      ['Last test run: 12 passed'],
      'nothing is left of it',
    );
    assert.deepEqual(told(story().step(bash('git checkout -- a.ts'))), [
      'Last test run: 12 passed',
    ]);
  });

  it('tells that no test ran', () => {
    assert.deepEqual(told(begun().step(a(1))), [untested]);
    assert.deepEqual(told(begun().step(a(1), edit('/w/b.py', 'a', 'b'))), [
      'No test ran, 2 source files changed',
    ]);
    assert.deepEqual(told(begun().step(a(1)).step(bash('npx tsc --noEmit'))), [untested]);
    assert.deepEqual(told(begun().step(failing(a(1)))), []);
    assert.deepEqual(told(begun().step(write('/w/README.md', '# It'))), [], 'nothing to test');
    assert.deepEqual(told(begun().step(edit('/w/package.json', 'a', 'b'))), []);
    assert.deepEqual(told(begun().step(write('/tmp/probe.py', 'print(1)'))), [], 'nobody keeps it');
    assert.deepEqual(told(begun('Add the field. Do not run the tests.').step(a(1))), []);
    assert.deepEqual(told(begun().step(a(1)).step(bash('docker compose run api ./run-tests'))), []);
    assert.deepEqual(told(begun().step(a(1)).step(bash('python /tmp/look.py', '3'))), []);
    assert.deepEqual(told(begun().step(a(1)), 'You’ve hit your limit · resets 3pm'), []);
  });

  it('tells of open tasks, and not of a list that was left alone', () => {
    assert.deepEqual(told(begun().step(todo('completed', 'in_progress', 'pending'))), [
      '2 tasks open',
    ]);
    assert.deepEqual(told(begun().step(todo('completed', 'completed', 'cancelled'))), []);
    const next = begun().step(todo('completed', 'pending')).end().turn('What is it?');
    assert.deepEqual(told(next.step(read('/w/a.ts', 'a'))), []);
    const create = (id: number): Act => ({
      tool: 'TaskCreate',
      class: 'todo',
      input: { subject: `Task ${id}` },
      output: `Task #${id} created successfully`,
    });
    const done = (taskId: string): Act => ({
      tool: 'TaskUpdate',
      class: 'todo',
      input: { taskId, status: 'completed' },
      output: 'ok',
    });
    const later = begun().step(create(1), create(2)).end().turn('Now this').step(create(3));
    assert.deepEqual(told(later), ['1 task open']);
    assert.deepEqual(told(later.step(done('3'))), [], 'the older ones may be nobody’s concern');
  });

  it('tells of jobs that this turn began and that still run', () => {
    assert.deepEqual(told(begun().task('none').step(bash('npm run dev')).task('b1:running')), [
      '1 background job still running',
    ]);
    assert.deepEqual(told(begun().task('b1:running').task('b1:completed,b2:killed')), []);
    assert.deepEqual(told(begun().task('none').task('4711:started')), [], 'it may be over');
    const next = begun().task('b1:running').end().turn('And now?');
    assert.deepEqual(told(next.step(read('/w/a.ts', 'a'))), [], 'as it did before');
  });

  it('blames nobody who asks, was stopped, failed or had no tools', () => {
    const story = (): Story => begun().step(a(1)).step(todo('pending'));
    assert.deepEqual(
      told(story(), 'Which rounding do you want?\n\n1. **Half up?**\n2. Half even'),
      [],
    );
    assert.deepEqual(told(story(), 'See https://example.com/?q=1 for more.'), [
      untested,
      '1 task open',
    ]);
    for (const reason of ['interrupted', 'error', 'stopped'] as const) {
      assert.deepEqual(ending(story().say('Done.').end(reason)), [], reason);
    }
    const ordered = story().push({
      v: 1,
      type: 'intervention',
      session: 'S',
      id: 'i1',
      rung: 'text-only',
      state: 'delivered',
      by: 'person',
    });
    assert.deepEqual(told(ordered), []);
    assert.deepEqual(ending(story().end()), [], 'nobody tells what it says');
    assert.deepEqual(
      told(begun().step(a(1)).step(tests(0, 12)).step(todo('pending')), 'Shall I go on?'),
      [passedLast],
    );
  });

  it('counts what sub-agents do as the work of the turn, as far as it is seen', () => {
    const agent: Act = {
      tool: 'Task',
      class: 'task',
      input: { prompt: 'Test it' },
      output: 'Done',
    };
    const parent = (): Story => begun().step(a(1));
    assert.deepEqual(told(parent().step(agent)), [], 'it may have run tests');
    const seen = (act: Act): Story => {
      const story = parent();
      const call = story.call(agent);
      const child = new Story('S/c', story.events);
      child.push({
        ...child.own,
        type: 'session.start',
        agent: 'unknown',
        cwd: '/w',
        parent: 'S',
        parentCall: call,
      });
      child.turn('Test it').step(act).say('Done.').end();
      assert.deepEqual(ending(child), [], 'its own end');
      return story.result(call, agent);
    };
    assert.deepEqual(told(seen(tests(0, 12))), [passedLast]);
    assert.deepEqual(told(seen(edit('/w/b.ts', 'a', 'b'))), [
      'No test ran, 2 source files changed',
    ]);
  });

  it('begins anew with each turn', () => {
    const story = begun().step(a(1)).say('Done.').end().turn('Run the tests');
    assert.deepEqual(told(story.step(tests(0, 12))), ['Last test run: 12 passed']);
  });
});
