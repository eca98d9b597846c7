/** Who changed the workspace, where two agents in one folder name their calls alike, as models that number them do. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import { ChangeAuthors } from '../../../src/live/workspace/change-authors.js';
import { OpenTurns } from '../../../src/live/workspace/open-turns.js';

const call = (session: string, path: string): TurnEvent => ({
  v: 1,
  type: 'tool.call',
  session,
  call: 'call_1',
  tool: 'edit',
  class: 'edit',
  input: { path },
});
const result = (session: string): TurnEvent => ({
  v: 1,
  type: 'tool.result',
  session,
  call: 'call_1',
  ok: true,
  output: '',
});

function observed(): { authors: ChangeAuthors; at: (time: number) => number } {
  let now = 0;
  const turns = new OpenTurns('linux');
  turns.open('a', '/w');
  turns.open('b', '/w');
  const authors = new ChangeAuthors(turns, { findTop: () => '/w' }, { now: () => now }, 'linux');
  return { authors, at: (time) => (now = time) };
}

describe('the author of a change, with two sessions whose calls have the same ids', () => {
  it('is the one whose call names the file', () => {
    const { authors } = observed();
    assert.equal(authors.observe(call('a', 'one.ts')), '/w/one.ts');
    assert.equal(authors.observe(call('b', 'two.ts')), '/w/two.ts');
    assert.equal(authors.observe(call('b', 'two.ts')), undefined, 'hooks and log tell it both');
    assert.deepEqual(authors.ofSave('/w/one.ts', 0, undefined), { by: 'agent', session: 'a' });
    assert.deepEqual(authors.ofSave('/w/two.ts', 0, undefined), { by: 'agent', session: 'b' });
  });

  it('is at work until its own call has a result', () => {
    const { authors, at } = observed();
    authors.observe(call('a', 'one.ts'));
    authors.observe(call('b', 'two.ts'));
    authors.observe(result('b'));
    at(5000);
    assert.deepEqual(authors.ofSave('/w/one.ts', 5000, undefined), { by: 'agent', session: 'a' });
    authors.observe(result('a'));
    at(10_000);
    assert.equal(authors.ofSave('/w/one.ts', 10_000, undefined).by, undefined);
  });
});
