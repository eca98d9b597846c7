/** Which folders are watched, and which of them a path concerns, however the window and the agent write it. */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newSession, type Session } from '../../../src/core/turns/session.js';
import { isTurnOpen, findLinks, OpenTurns } from '../../../src/live/workspace/open-turns.js';
import { removeTempFolders, tempFolder } from '../workspace/repository.js';
import { skip } from '../../skip.js';

const minutes = (n: number): number => n * 60_000;

function session(id: string, more: Partial<Session>): Session {
  return { ...newSession(id), open: true, ...more };
}

describe('the open turns of a window', () => {
  after(removeTempFolders);

  it('count while their agents show signs of life: a killed agent never ends its turn', () => {
    const turns = new OpenTurns('linux');
    turns.open('a', '/w/a');
    turns.open('b', '/w/b');
    turns.open('b/child', '/w/b');
    turns.open('forgotten', '/w/c');
    const roots = (now: number, more: Partial<Session> = {}) =>
      turns.roots(
        [
          session('a', { lastAt: 0, aliveAt: 0, ...more }),
          session('b', { lastAt: 0, aliveAt: minutes(20) }),
          session('b/child', { lastAt: minutes(20) }),
        ],
        now,
      );
    assert.deepEqual(roots(minutes(29)), ['/w/a', '/w/b']);
    assert.deepEqual(roots(minutes(31)), ['/w/b'], 'its sub-agent is at work');
    assert.deepEqual(
      roots(minutes(31), { lastAt: minutes(31), aliveAt: minutes(31) }),
      ['/w/a', '/w/b'],
      'it is back',
    );
    assert.deepEqual(roots(minutes(55)), []);
    assert.deepEqual(roots(minutes(1), { open: false }), ['/w/b']);
    assert.equal(turns.close('b/child'), '/w/b');
    assert.equal(turns.close('b'), '/w/b');
    assert.deepEqual(roots(minutes(1)), ['/w/a']);
    assert.equal(turns.open('a', '/w/other'), '/w/a');
    assert.deepEqual(roots(minutes(1)), ['/w/other']);
  });

  it('are over a moment after the end: what the last call wrote is seen late', () => {
    const ended = session('a', { open: false, lastAt: minutes(1) });
    assert.equal(isTurnOpen([], 0), false);
    assert.equal(isTurnOpen([ended], minutes(1) + 1500), true);
    assert.equal(isTurnOpen([ended], minutes(1) + 2500), false);
    assert.equal(isTurnOpen([{ ...ended, open: true }], minutes(20)), true);
    assert.equal(isTurnOpen([{ ...ended, open: true }], minutes(32)), false, 'it was killed');
  });

  it('own the paths in their folders, the innermost first', () => {
    const turns = new OpenTurns('linux');
    turns.open('outer', '/w');
    turns.open('inner', '/w/part');
    assert.deepEqual(turns.findPlace('/w/part/x.ts', []), {
      root: '/w/part',
      path: '/w/part/x.ts',
    });
    assert.deepEqual(turns.findPlace('/w/parts/x.ts', []), { root: '/w', path: '/w/parts/x.ts' });
    assert.equal(turns.findPlace('/w', []), undefined);
    assert.equal(turns.findPlace('/W/x.ts', []), undefined);
    assert.equal(turns.findPlace('/elsewhere/x.ts', []), undefined);
    assert.equal(turns.named('inner', '../x.ts'), '/w/x.ts');
    assert.equal(turns.named('inner', '/etc/x'), '/etc/x');
  });

  it('do so on Windows, where VS Code and agents write drives and separators differently', () => {
    const turns = new OpenTurns('win32');
    turns.open('s', 'C:\\Code\\repo');
    const path = 'c:\\Code\\repo\\src\\x.ts';
    assert.deepEqual(turns.findPlace(path, []), { root: 'C:\\Code\\repo', path });
    assert.equal(turns.findPlace('d:\\Code\\repo\\x.ts', []), undefined);
    assert.equal(turns.named('s', 'C:\\Code\\repo\\src\\x.ts'), 'C:\\Code\\repo\\src\\x.ts');
    assert.equal(turns.named('s', 'src/x.ts'), 'C:\\Code\\repo\\src\\x.ts');
    assert.equal(turns.key(path), turns.key('C:\\Code\\repo/src/x.ts'));
  });

  it('do so in a folder opened by a symbolic link that the agent names resolved', async function () {
    if (process.platform === 'win32') {
      skip(this, 'links need a right there');
    }
    const base = tempFolder();
    mkdirSync(join(base, 'real/part'), { recursive: true });
    writeFileSync(join(base, 'real/part/x.ts'), '');
    symlinkSync(join(base, 'real'), join(base, 'opened'));
    const links = await findLinks([join(base, 'opened'), join(base, 'real'), join(base, 'gone')]);
    assert.deepEqual(links, [{ opened: join(base, 'opened'), real: join(base, 'real') }]);
    const turns = new OpenTurns();
    turns.open('s', join(base, 'real/part'));
    assert.deepEqual(turns.findPlace(join(base, 'opened/part/x.ts'), links), {
      root: join(base, 'real/part'),
      path: join(base, 'real/part/x.ts'),
    });
    turns.open('s', join(base, 'opened/part'));
    assert.deepEqual(
      turns.findPlace(join(base, 'opened/part/x.ts'), links),
      { root: join(base, 'opened/part'), path: join(base, 'opened/part/x.ts') },
      'as the agent names it',
    );
  });
});
