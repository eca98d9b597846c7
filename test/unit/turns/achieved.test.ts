/** What the card says that a turn has achieved: only what is known, and only what the agent itself did. */
import assert from 'node:assert/strict';
import type { Achieved } from '../../../src/core/view/snapshot.js';
import { bash, edit, failing, Story, write, type Act } from '../support/story.js';
import { fold } from '../support/watch.js';

const begun = (): Story => new Story().start({ cwd: '/w' }).turn();
const achieved = (story: Story): Achieved | undefined => fold(story).views.detail('S', 0)?.achieved;
const tests = (failed: number, passed: number, command = 'npm test'): Act =>
  bash(
    command,
    `Tests: ${failed > 0 ? `${failed} failed, ` : ''}${passed} passed, ${failed + passed} total`,
    {
      exitCode: failed > 0 ? 1 : 0,
    },
  );
const todo = (tool: string, input: Act['input'], output = 'ok'): Act => ({
  tool,
  class: 'todo',
  input,
  output,
});

describe('what a turn has achieved', () => {
  it('is nothing before anything is known', () => {
    assert.equal(achieved(begun().step(bash('ls', 'a.ts'))), undefined);
  });

  it('counts files and lines of edits that went through, by whatever tool; not those of other people', () => {
    const story = begun()
      .step({ ...write('/w/a.ts', 'one\ntwo\nthree\n'), output: 'File created successfully' })
      .step(edit('/w/a.ts', 'two', 'TWO\n2'), edit('/w/b.ts', 'x', 'y'))
      .step(failing({ ...edit('/w/c.ts', 'x', 'y'), output: 'String to replace not found' }))
      .step(bash("sed -i 's/x/y/' /w/d.ts"))
      .save('/w/e.ts', 'f1')
      .save('/w/e.ts', 'f2', { by: 'person' });
    assert.deepEqual(achieved(story), {
      files: 3,
      lines: { added: 6, removed: 2, isPartial: true },
    });
  });

  it('leaves out files that nobody keeps, and begins anew with each turn', () => {
    const story = begun().step(write('/tmp/probe.py', 'print(1)'), edit('/w/a.ts', 'a', 'b'));
    assert.equal(achieved(story)?.files, 1);
    assert.equal(achieved(story.end().turn('And now?').step(bash('ls', 'b'))), undefined);
  });

  it('counts a step once that is reopened', () => {
    const story = begun()
      .respond('r', edit('/w/a.ts', 'a', 'b'))
      .respond('r', bash('ls', 'x'));
    assert.deepEqual(achieved(story), { files: 1, lines: { added: 1, removed: 1 } });
  });

  it('tells the newest test run, and how many failed first where that was as wide', () => {
    const story = begun().step(tests(4, 8));
    assert.deepEqual(achieved(story)?.tests, { failed: 4, total: 12 });
    story.step(edit('/w/a.ts', 'a', 'b')).step(tests(3, 10));
    assert.deepEqual(achieved(story)?.tests, { failed: 3, total: 13, before: 4 });
    assert.deepEqual(achieved(story.step(tests(0, 2, 'npm test -- cart')))?.tests, {
      failed: 0,
      total: 2,
    });
    story.step(edit('/w/a.ts', 'b', 'c')).step(tests(0, 13));
    assert.deepEqual(achieved(story)?.tests, { failed: 0, total: 13, before: 4 });
  });

  it('claims no number of tests that the runner does not tell, and none of a run that broke', () => {
    const go = bash('go test ./...', 'ok  \texample.com/a\t0.1s\nok  \texample.com/b\t0.2s');
    assert.deepEqual(achieved(begun().step(go))?.tests, { failed: 0 });
    const broken = bash('npm test', 'FAIL src/a.test.ts\nSyntaxError: Unexpected token', {
      exitCode: 1,
    });
    assert.equal(achieved(begun().step(tests(1, 3)).step(broken))?.tests, undefined);
  });

  it('follows a to-do list that is written whole', () => {
    const list = (...states: string[]): Act =>
      todo('TodoWrite', {
        todos: states.map((status, i) => ({ content: `Item ${i + 1}`, status })),
      });
    const story = begun().step(list('completed', 'in_progress', 'pending'));
    assert.deepEqual(achieved(story)?.tasks, { done: 1, total: 3, name: 'Item 2' });
    story.step(list('completed', 'completed', 'cancelled'));
    assert.deepEqual(achieved(story)?.tasks, { done: 2, total: 2 });
  });

  it('follows tasks that are created and updated one by one, over turns', () => {
    const create = (id: number, subject: string): Act =>
      todo('TaskCreate', { subject }, `Task #${id} created successfully: ${subject}`);
    const update = (taskId: string, status: string): Act =>
      todo('TaskUpdate', { taskId, status }, `Updated task #${taskId} status`);
    const story = begun()
      .step(create(1, 'Add the field'), create(2, 'Add missing tests'))
      .step(update('1', 'in_progress'));
    assert.deepEqual(achieved(story)?.tasks, { done: 0, total: 2, name: 'Add the field' });
    story.end().turn('Go on').step(update('1', 'completed'), update('2', 'in_progress'));
    assert.deepEqual(achieved(story)?.tasks, { done: 1, total: 2, name: 'Add missing tests' });
    story.step(update('2', 'completed')).step(create(3, 'Document it'));
    assert.deepEqual(achieved(story)?.tasks, { done: 0, total: 1, name: 'Document it' });
    assert.equal(achieved(story.end().turn('Thanks'))?.tasks, undefined, 'a list left alone');
  });

  it('shows no secret in the name of a task', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const story = begun().step(
      todo('TodoWrite', { todos: [{ content: `Use ${secret}`, status: 'pending' }] }),
    );
    assert.equal(achieved(story)?.tasks?.name, 'Use «secret»');
  });
});
