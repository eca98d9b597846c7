/** Whose hooks arrive in a window is known after its reload, and a log that went on meanwhile is no sign that none arrive. */
import assert from 'node:assert/strict';
import { HeardHooks } from '../../../src/live/heard-hooks.js';

const HOUR = 60 * 60_000;

describe('the hooks that a window has heard', () => {
  let now = 0;
  let kept: unknown;
  let writes = 0;
  const open = (onSilence?: () => void): HeardHooks =>
    new HeardHooks({
      memento: {
        get: () => kept,
        update: (_, value: unknown) => {
          kept = JSON.parse(JSON.stringify(value));
          writes += 1;
          return Promise.resolve();
        },
      },
      clock: { now: () => now },
      onProblem: (error) => assert.fail(String(error)),
      onSilence,
    });
  const all = (): number => 0;
  beforeEach(() => {
    now = 1_000_000_000;
    kept = undefined;
    writes = 0;
  });

  it('are known after a reload, for a day', () => {
    open().hook('S', now, 'codex');
    now += HOUR;
    assert.equal(open().has('S'), true);
    assert.equal(open().lastAt, now - HOUR);
    assert.equal(open().has('T'), false);
    now += 24 * HOUR;
    assert.equal(open().has('S'), false);
  });

  it('are known after a reload by the agents in whose files they are, and with the agent’s process', () => {
    const heard = open();
    heard.hook('S', now, 'codex');
    heard.hook('S', now, 'claude-code');
    heard.hook('T', now, 'codex');
    const process = { agent: 'codex', id: 7, identity: 'first' };
    heard.keepProcess('S', process);
    heard.keepProcess('unheard', process);
    assert.deepEqual(open().installedFor('S'), ['codex', 'claude-code']);
    assert.equal(open().installedFor('unheard'), undefined);
    assert.deepEqual(open().processes(), [['S', process]]);
    const again = open();
    again.hook('S', now, 'codex');
    assert.deepEqual(open().processes(), [['S', process]], 'kept with the next hook');
    again.keepProcess('S', undefined);
    assert.deepEqual(open().processes(), []);
    kept = { S: { at: now, by: ['codex', 7], process: { ...process, id: '7' } } };
    assert.deepEqual([open().installedFor('S'), open().processes()], [['codex'], []]);
  });

  it('are written at the first of a session, then rarely', () => {
    const heard = open();
    for (let i = 0; i < 100; i++) {
      heard.hook('S', now, 'codex');
      now += 1000;
    }
    assert.equal(writes, 2);
    heard.hook('T', now, 'codex');
    assert.equal(writes, 3);
  });

  it('stay few', () => {
    const heard = open();
    for (let i = 0; i < 2000; i++) {
      heard.hook(`S${i}`, now, 'codex');
    }
    assert.equal(heard.has('S0'), false);
    assert.equal(heard.has('S1999'), true);
    assert.equal(open().has('S1899'), false);
    assert.equal(open().has('S1900'), true);
  });

  it('are none where what was kept is of no use', () => {
    const by = ['codex'];
    for (kept of [
      7,
      'text',
      [],
      { S: 'yesterday' },
      { S: now },
      { S: { by } },
      { S: { at: now } },
      { S: { at: -1, by } },
      { S: { at: now + HOUR, by } },
    ]) {
      assert.equal(open().has('S'), false, JSON.stringify(kept));
    }
  });

  it('are missed only once calls are told by the log alone while hooks could arrive', () => {
    const heard = open();
    heard.hook('S', now, 'codex');
    heard.resultRead('S', now + 60_000);
    now += 70_000;
    assert.equal(heard.silent(all), undefined, 'no hook can arrive');
    heard.listens(true);
    assert.equal(heard.silent(all), undefined, 'the call was made while the window reloaded');
    now += 11_000;
    heard.resultRead('S', now);
    assert.equal(heard.silent(all), undefined, 'a hook may come later than the line');
    now += 6000;
    heard.listens(true);
    assert.equal(heard.silent(all), 'S');
    assert.equal(
      heard.silent(() => undefined),
      undefined,
    );
    heard.hook('S', now, 'codex');
    assert.equal(heard.silent(all), undefined);
  });

  it('are missed only from when they were installed on', () => {
    const heard = open();
    heard.listens(true);
    now += HOUR;
    heard.resultRead('S', now);
    now += 30_000;
    const installed = now;
    now += 6000;
    const missed = (): string | undefined => heard.silent(() => installed);
    assert.equal(heard.silent(all), 'S');
    assert.equal(missed(), undefined, 'its last call was before');
    assert.equal(heard.hadCallsBy('S', installed), true);
    assert.equal(heard.hadCallsBy('T', installed), false);
    heard.resultRead('S', installed + 8000);
    now = installed + 14_000;
    assert.equal(missed(), undefined, 'it may have begun before');
    heard.resultRead('S', installed + 11_000);
    now = installed + 17_000;
    assert.equal(missed(), 'S');
    assert.equal(heard.hadCallsBy('S', installed), true, 'its first call was before');
  });

  it('are told to be missing as soon as they are, although nothing else happens', async () => {
    let told = (): void => undefined;
    const silence = new Promise<void>((done) => {
      told = done;
    });
    const heard = open(() => told());
    heard.listens(true);
    now += 20_000;
    heard.hook('T', now, 'codex');
    heard.resultRead('T', now); // its hook came
    heard.resultRead('S', now - 4990);
    assert.equal(heard.silent(all), undefined);
    now += 10;
    await silence;
    assert.equal(heard.silent(all), 'S');
    heard.dispose();
  });
});
