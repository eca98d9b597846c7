/** Background tasks by the fingerprint of a `task` event. */
import assert from 'node:assert/strict';
import {
  isJobGone,
  isRunning,
  noTaskRuns,
  taskFingerprint,
  tasksIn,
} from '../../../src/core/identity/tasks.js';

describe('the fingerprint of background tasks', () => {
  const build = { id: 'build', status: 'running' };
  const serve = { id: 'serve', status: 'running' };

  it('the same tasks in any order have one fingerprint; a start, an end, another status change it', () => {
    const both = taskFingerprint([build, serve]);
    assert.equal(taskFingerprint([serve, build]), both);
    const all = [
      both,
      taskFingerprint([build]),
      taskFingerprint([]),
      taskFingerprint([{ ...build, status: 'completed' }, serve]),
      taskFingerprint([{ ...build, id: 'other' }, serve]),
    ];
    assert.equal(new Set(all).size, all.length);
    assert.equal(
      taskFingerprint([{ ...build, status: 'starting' }, build, serve]),
      both,
      'the last status of an id counts',
    );
  });

  it('ids and statuses cannot be mixed up', () => {
    assert.notEqual(
      taskFingerprint([{ id: 'a:b', status: 'c' }]),
      taskFingerprint([{ id: 'a', status: 'b:c' }]),
    );
    assert.notEqual(
      taskFingerprint([
        { id: 'a', status: 'b' },
        { id: 'c', status: 'd' },
      ]),
      taskFingerprint([{ id: 'a', status: 'b,c:d' }]),
    );
  });

  it('can be read back, unless the list is long: then only a change is to be seen', () => {
    const odd = { id: 'npm: build, %3a', status: 'exit 1' };
    assert.deepEqual(tasksIn(taskFingerprint([odd, serve])), [odd, serve]);
    assert.deepEqual(tasksIn(taskFingerprint([])), []);
    assert.deepEqual(tasksIn(taskFingerprint([serve, build])), [build, serve]);
    assert.ok(noTaskRuns(taskFingerprint([odd])) === true);
    const many = Array.from({ length: 90 }, (_, i) => ({ id: `task-${i}`, status: 'running' }));
    const hashed = taskFingerprint(many);
    assert.ok(hashed.length < 40);
    assert.deepEqual([tasksIn(hashed), noTaskRuns(hashed)], [undefined, undefined]);
    assert.notEqual(taskFingerprint(many.slice(1)), hashed);
    for (const foreign of ['0', '', 'one running', 'x'.repeat(30)]) {
      assert.equal(tasksIn(foreign), undefined, foreign);
    }
  });

  it('tells what runs', () => {
    const over = { id: 'build', status: 'completed' };
    assert.deepEqual([build, { ...build, status: 'in_progress' }, over].map(isRunning), [
      true,
      true,
      false,
    ]);
    const states = [[], [over], [over, serve]].map((tasks) => noTaskRuns(taskFingerprint(tasks)));
    assert.deepEqual(states, [true, true, false]);
  });

  it('tells that a job is gone that a call looks at: the end of another task does not', () => {
    const over = taskFingerprint([{ id: 'bash_7', status: 'completed' }]);
    assert.equal(isJobGone(over, '{"bash_id":"bash_7"}'), true);
    assert.equal(isJobGone(over, '{"command":"gh run view 4711"}'), false);
    assert.equal(isJobGone(taskFingerprint([]), '{"command":"gh run view 4711"}'), true);
    assert.equal(isJobGone(taskFingerprint([serve]), '{"bash_id":"serve"}'), false);
    assert.equal(isJobGone('one done', '{"command":"gh run view 4711"}'), true);
  });
});
