/** Hooks that are installed for all projects, and that a project's settings switch off. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { InstallPlace } from '../../../src/agents/agent.js';
import { claudeCode } from '../../../src/agents/claude-code/index.js';
import { claudeCodeInstall } from '../../../src/agents/claude-code/answer.js';
import { geminiCliInstall } from '../../../src/agents/gemini-cli/answer.js';
import { findSwitchedOff } from '../../../src/host/connect/switched-off.js';

const LOCAL = '.claude/settings.local.json';
const SHARED = '.claude/settings.json';
const where = { home: '/home/me', env: {}, platform: 'linux' as const };

describe('hooks that a project’s settings switch off', () => {
  const find = (
    files: Record<string, string>,
    ...folders: string[]
  ): Promise<string | undefined> => {
    const places: readonly InstallPlace[] = claudeCode.places?.(where, folders) ?? [];
    return findSwitchedOff(claudeCodeInstall, places, (file) => Promise.resolve(files[file] ?? ''));
  };
  const off = '{ "disableAllHooks": true }';

  it('are found in the project’s own file and in the shared one', async () => {
    for (const name of [LOCAL, SHARED]) {
      assert.equal(await find({ [join('/w', name)]: off }, '/w'), join('/w', name));
    }
  });

  it('run where the own file switches on what the shared one switches off', async () => {
    const on = '{ "disableAllHooks": false }';
    assert.equal(
      await find({ [join('/w', LOCAL)]: on, [join('/w', SHARED)]: off }, '/w'),
      undefined,
    );
  });

  it('run where no file says so, one cannot be read as JSON, or another project runs them', async () => {
    assert.equal(await find({}, '/w'), undefined);
    assert.equal(await find({}), undefined);
    assert.equal(await find({ [join('/w', LOCAL)]: '{ "disableAllHooks": tr' }, '/w'), undefined);
    assert.equal(
      await find({ [join('/w', LOCAL)]: '{ "disableAllHooks": "true" }' }, '/w'),
      undefined,
    );
    assert.equal(await find({ [join('/w', LOCAL)]: off }, '/w', '/x'), undefined);
    assert.equal(
      await find({ [join('/w', LOCAL)]: off, [join('/x', SHARED)]: off }, '/w', '/x'),
      join('/w', LOCAL),
    );
  });

  it('of Gemini CLI: all of them, or ours by name', () => {
    const says = (text: string): boolean | undefined => geminiCliInstall.isOff?.(text);
    assert.equal(says('{ "hooksConfig": { "enabled": false } }'), true);
    assert.equal(says('{ "hooksConfig": { "disabled": ["turnwatch"] } }'), true);
    assert.equal(says('{ "hooksConfig": { "enabled": true } }'), false);
    assert.equal(says('{ "hooksConfig": { "disabled": ["other"] } }'), undefined);
    assert.equal(says('{}'), undefined);
  });
});
