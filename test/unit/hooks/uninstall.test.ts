/** What VS Code runs when the extension is removed: our hooks go, everything else stays as it was. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installHooks } from '../../../src/agents/claude-code/answer.js';
import { copyExtension, sharedExtension } from '../../extension-copy.js';
import { rememberConnected } from '../../../src/agents/install/connected-files.js';
import { isObject } from '../../../src/core/json.js';

describe('uninstalling the extension', () => {
  let home = '';
  beforeEach(() => {
    home = fs.mkdtempSync(join(tmpdir(), 'turnwatch-uninstall-'));
    fs.mkdirSync(join(home, '.claude'));
  });
  afterEach(() => fs.rmSync(home, { recursive: true, force: true }));
  const settings = (): string => join(home, '.claude', 'settings.json');
  const uninstall = (): string => {
    const manifest: unknown = JSON.parse(fs.readFileSync('package.json', 'utf8'));
    const script =
      isObject(manifest) && isObject(manifest['scripts'])
        ? manifest['scripts']['vscode:uninstall']
        : undefined;
    assert.equal(script, 'node ./dist/uninstall.js');
    const env = { PATH: process.env['PATH'], HOME: home, USERPROFILE: home };
    return execFileSync(process.execPath, ['./dist/uninstall.js'], {
      cwd: sharedExtension(),
      env,
      encoding: 'utf8',
      timeout: 120_000,
    });
  };

  it('leaves a broken file and a home without Claude Code alone', () => {
    fs.writeFileSync(settings(), '{ "hooks": ');
    assert.equal(uninstall(), '');
    assert.equal(fs.readFileSync(settings(), 'utf8'), '{ "hooks": ');
    fs.rmSync(join(home, '.claude'), { recursive: true });
    assert.equal(uninstall(), '');
    assert.deepEqual(fs.readdirSync(home), []);
  });

  it('leaves no backup in a linked dotfiles folder', async () => {
    const theirs = '{ "model": "opus" }';
    const [dotfiles, extension, backups] = [
      join(home, 'dotfiles'),
      join(home, 'extension'),
      join(home, 'storage'),
    ];
    fs.mkdirSync(dotfiles);
    copyExtension(extension);
    const installed = installHooks(theirs, '/home/dev/globalStorage/bridge');
    assert.ok('text' in installed);
    fs.writeFileSync(join(dotfiles, 'claude.json'), installed.text);
    fs.symlinkSync('../dotfiles/claude.json', settings());
    // what an earlier version knew of it, and this one
    await rememberConnected(extension, [{ agent: 'claude-code', file: settings() }]);
    await rememberConnected(extension, [{ agent: 'claude-code', file: settings(), backups }]);
    execFileSync(process.execPath, [join(extension, 'dist/uninstall.js')], {
      env: { PATH: process.env['PATH'], HOME: home, USERPROFILE: home },
      timeout: 120_000,
    });
    assert.equal(fs.readFileSync(settings(), 'utf8'), theirs);
    assert.deepEqual(fs.readdirSync(dotfiles), ['claude.json']);
    const kept = fs.readdirSync(backups, { recursive: true }).map(String);
    assert.equal(kept.filter((name) => name.endsWith('.bak')).length, 1, kept.join(', '));
  });
});
