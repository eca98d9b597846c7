/** Which session's progress a workspace change is. */
import assert from 'node:assert/strict';
import type { WorkspaceEvent } from '../../../src/core/events.js';
import { Judge } from '../../../src/core/judge.js';
import { bash, read, Story, type Act } from '../support/story.js';

/** `session signal by`, and `+` where it was progress, for each change that a session was told of. */
function changes({ events }: Story): string[] {
  const told: string[] = [];
  const judge = new Judge({ set: {} }, (session, fact) => {
    if (fact.kind === 'outside') {
      told.push(
        `${session.id} ${fact.change.signal} ${fact.change.by}${fact.change.progress ? ' +' : ''}`,
      );
    }
  });
  for (const event of events) {
    judge.push(event);
  }
  return told;
}
/** Changes nothing. */
const look = read('/w/else', 'a');
const make = bash('make');
/** A session in /w that has made a call of this turn, and a baseline of each signal. */
const began = (cwd = '/w'): Story =>
  new Story().start({ cwd }).turn().git('0').save('a.ts', '0').step(look);
const other = (story: Story, cwd = '/w', name = 'T'): Story =>
  new Story(name, story.events).start({ cwd }).turn().step(look);
const open = (story: Story, act: Act): Story => {
  story.call(act, 'open');
  return story;
};

describe('a workspace change', () => {
  it('does not count the first time, nor if the state is the same', () => {
    assert.deepEqual(
      changes(new Story().start().turn().step(look).git('0').save('a.ts', '0').task('0')),
      [],
    );
    assert.deepEqual(changes(began().git('0').save('a.ts', '0')), []);
  });
  it('has its baseline per signal and root', () => {
    assert.deepEqual(
      changes(began().git('9', { root: '/w/sub' }).save('b.ts', '9', { root: '/w/sub' })),
      [],
    );
    assert.deepEqual(changes(began().git('1', { root: '/w/' })), ['S git unknown +']);
  });
  it('without an author is progress of the only open turn in that root', () => {
    assert.deepEqual(changes(began().git('1').save('a.ts', '1')), [
      'S git unknown +',
      'S save unknown +',
    ]);
    assert.deepEqual(changes(began('/w/packages/a').git('1')), ['S git unknown +']);
    const nested = new Story()
      .start({ cwd: '/w' })
      .turn()
      .git('0', { root: '/w/sub' })
      .step(look)
      .git('1', { root: '/w/sub' });
    assert.deepEqual(changes(nested), ['S git unknown +']);
  });
  it('in another root affects no other session', () => {
    assert.deepEqual(changes(began('/elsewhere').git('1')), []);
    assert.deepEqual(changes(began('/w-other').git('1')), []);
  });
  it('in another working tree around or inside its own, which is looked at itself, affects it not', () => {
    const tree = '/w/.claude/worktrees/x';
    const story = began().git('0', { root: tree });
    open(other(story, tree), make);
    const told = changes(story.git('1').git('1', { root: tree }));
    assert.deepEqual(told, ['S git unknown +', 'T git unknown +']);
    open(story, make);
    assert.deepEqual(changes(story.git('2', { root: tree })).slice(2), ['T git unknown +']);
  });
  it('belongs to neither of two open turns in its root by that rule', () => {
    const story = began();
    other(story);
    assert.deepEqual(changes(story.git('1')), ['S git unknown', 'T git unknown']);
  });
  it('belongs to the turn that is still open', () => {
    const story = began();
    other(story).end();
    assert.deepEqual(changes(story.git('1')), ['S git unknown +']);
  });
  it('made by a tool is not progress by that rule, made by a person never', () => {
    assert.deepEqual(changes(began().git('1', { by: 'tool' })), ['S git tool']);
    assert.deepEqual(changes(began().git('1', { by: 'person' })), ['S git person']);
    assert.deepEqual(changes(open(began(), make).git('1', { by: 'person', session: 'S' })), [
      'S git person',
    ]);
  });
  it('that names its session belongs to that session alone', () => {
    const story = began();
    other(story);
    assert.deepEqual(changes(story.git('1', { session: 'T', by: 'agent' })), ['T git agent +']);
  });
  it('that names a session without an open turn belongs to nobody', () => {
    const story = began();
    other(story).end();
    assert.deepEqual(changes(story.git('1', { session: 'T' })), []);
  });
  it('before the first call of the turn belongs to the baseline', () => {
    assert.deepEqual(changes(new Story().start().turn().git('0').git('1')), ['S git unknown']);
    assert.deepEqual(changes(began().end().turn().git('1')), ['S git unknown']);
  });
  it('between turns belongs to nobody', () =>
    assert.deepEqual(changes(began().end().git('1')), []));
});

describe('a workspace change among several sessions', () => {
  it('belongs to the session that named its path in a call', () => {
    const story = began();
    other(story).step(read('/w/src/b.ts', 'b'));
    for (const path of ['src/b.ts', '/w/src/b.ts', './src/b.ts']) {
      const told = changes(new Story('S', [...story.events]).save(path, '1').save(path, '2'));
      assert.deepEqual(told.slice(-2), ['S save unknown', 'T save unknown +'], path);
    }
  });
  it('also if the call named it relative to its own folder', () => {
    const story = began();
    other(story, '/w/src').step(read('b.ts', 'b'));
    assert.deepEqual(changes(story.save('src/b.ts', '1')), ['S save unknown', 'T save unknown +']);
  });
  it('belongs to the session whose mutating call was open', () => {
    const story = began();
    open(other(story), make);
    assert.deepEqual(changes(story.git('1')), ['S git unknown', 'T git unknown +']);
  });
  it('does not belong to a session whose open call is a read or a no-op', () => {
    for (const act of [read('/w/a', 'a'), bash('sleep 5')]) {
      const story = began();
      open(other(story), act);
      assert.deepEqual(changes(story.git('1')), ['S git unknown', 'T git unknown']);
    }
  });
  it('belongs to the session whose mutating call was open since git was last queried', () => {
    const story = began();
    other(story).git('0').step(make);
    assert.deepEqual(changes(story.git('1')), ['S git unknown', 'T git unknown +']);
    assert.deepEqual(changes(story.git('2')).slice(2), ['S git unknown', 'T git unknown']);
  });
  it('made by a formatter is progress of the session that named the file, whoever ran it', () => {
    const story = began();
    other(story).step(read('/w/b.ts', 'b')).save('b.ts', '1').save('b.ts', '2', { by: 'tool' });
    assert.deepEqual(changes(story).slice(-2), ['S save tool', 'T save tool +']);
  });
  it('belongs to the sub-agent while its parent waits for it', () => {
    const story = began();
    new Story('S/1', story.events).start({ parent: 'S' }).turn().step(look);
    assert.deepEqual(changes(story.git('1')), ['S git unknown', 'S/1 git unknown +']);
  });
});

describe('saves', () => {
  it('are progress only if the content is new for that path', () => {
    assert.deepEqual(changes(began().save('a.ts', '1').save('a.ts', '0').save('a.ts', '1')), [
      'S save unknown +',
      'S save unknown',
      'S save unknown',
    ]);
  });
  it('of another file with the same content are new', () => {
    assert.deepEqual(changes(began().save('b.ts', '0').save('./a.ts', '0')), ['S save unknown +']);
  });
});

describe('tasks', () => {
  const task = (story: Story, fingerprint: string, more: Partial<WorkspaceEvent> = {}): Story =>
    story.task(fingerprint, more);
  it('belong to their session, each with its own baseline', () => {
    const story = began();
    const second = other(story);
    task(story, '0');
    task(second, '9');
    assert.deepEqual(changes(task(story, '1')), ['S task unknown +', 'T task unknown']);
    assert.deepEqual(changes(second.task('9')), ['S task unknown +', 'T task unknown']);
  });
  it('of a session in another folder affect only that session', () => {
    const story = began();
    const second = other(story, '/x');
    assert.deepEqual(changes(task(task(second, '0', { root: '/x' }), '1', { root: '/x' })), [
      'T task unknown +',
    ]);
  });
});
