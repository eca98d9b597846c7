import assert from 'node:assert/strict';
import {
  areNested,
  baseName,
  contains,
  pathKey,
  recordedPathKey,
  samePath,
  wholePath,
} from '../../../src/core/paths.js';

describe('paths', () => {
  it('takes the last segment, whatever the separator', () => {
    assert.equal(baseName('/repo/src/a.ts'), 'a.ts');
    assert.equal(baseName('C:\\repo\\a.ts'), 'a.ts');
    assert.equal(baseName('C:\\repo/a.ts'), 'a.ts');
    assert.equal(baseName('a.ts'), 'a.ts');
    assert.equal(baseName('/repo/'), 'repo');
    assert.equal(baseName('C:\\repo\\'), 'repo');
    assert.equal(baseName('/'), '');
    assert.equal(baseName(''), '');
  });

  const same: [string, string, string][] = [
    ['c:\\Repo', 'C:/Repo', 'win32'],
    ['C:\\Repo\\', 'C:\\Repo', 'win32'],
    ['C:\\Repo\\src\\A.ts', 'c:/repo/SRC/a.ts', 'win32'],
    ['\\\\Server\\Share\\Repo\\', '//server/share/repo', 'win32'],
    ['C:\\Repo\\.\\a.ts', 'C:\\Repo\\a.ts', 'win32'],
    ['/Users/Me/Repo/', '/users/me/repo', 'darwin'],
    ['/Users/me/Ä', '/Users/me/A\u0308', 'darwin'],
    ['/home/me/repo//', '/home/me/repo', 'linux'],
    ['/home/me/./repo/.', '/home/me/repo', 'linux'],
  ];
  for (const [one, other, platform] of same) {
    it(`${one} is ${other} on ${platform}`, () => {
      assert.equal(pathKey(one, platform), pathKey(other, platform));
      assert.ok(samePath(one, other, platform));
    });
  }

  const different: [string, string, string][] = [
    ['/home/me/Repo', '/home/me/repo', 'linux'],
    ['/home/me/a\\b', '/home/me/a/b', 'linux'],
    ['C:\\Repo', 'D:\\Repo', 'win32'],
    ['C:\\Repo', 'C:\\Repo2', 'win32'],
    ['\\\\server\\one', '\\\\server\\other', 'win32'],
    ['/home/me/.git', '/home/me/git', 'linux'],
  ];
  for (const [one, other, platform] of different) {
    it(`${one} is not ${other} on ${platform}`, () => {
      assert.ok(!samePath(one, other, platform));
    });
  }

  it('compares folders by whole segments', () => {
    assert.ok(contains('/a', '/a'));
    assert.ok(contains('/a', '/a/b'));
    assert.ok(!contains('/a', '/ab'));
    assert.ok(contains(pathKey('/', 'linux'), '/a'));
    assert.ok(contains(pathKey('C:\\', 'win32'), pathKey('c:/a', 'win32')));
  });

  it('derives the platform of a recorded path from its form', () => {
    assert.equal(recordedPathKey('c:\\Repo\\a.ts'), recordedPathKey('C:/repo/a.ts'));
    assert.equal(recordedPathKey('\\\\Server\\Share'), recordedPathKey('\\\\server\\share\\'));
    assert.equal(recordedPathKey('src\\a.ts'), 'src/a.ts');
    assert.notEqual(recordedPathKey('/home/me/Repo'), recordedPathKey('/home/me/repo'));
    assert.ok(areNested('C:\\Repo\\packages\\a', 'c:/Repo'));
    assert.ok(areNested('/repo', '/repo/packages/a/'));
    assert.ok(!areNested('/repo', '/repo2'));
  });

  it('makes a path absolute', () => {
    assert.equal(wholePath('src/a.ts', '/repo'), '/repo/src/a.ts');
    assert.equal(wholePath('a.ts', '/'), '/a.ts');
    for (const path of ['/a', '~/a', 'C:\\a', 'C:/a', '\\\\server\\share']) {
      assert.equal(wholePath(path, '/repo'), path);
    }
    assert.equal(wholePath('a.ts', ''), 'a.ts');
  });
});
