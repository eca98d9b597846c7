/**
 * A window that is reloaded in the middle of a turn, in the mode `ask`: the agent's hooks are known, and its next one is answered. The
 * turn of an agent that is killed meanwhile is over.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { projectSlug } from '../../../src/agents/claude-code/paths.js';
import { installHooks } from '../../../src/agents/claude-code/answer.js';
import { extensionHosts } from '../harness/extension-hosts.js';
import { bridgeDir, endpoint, HookedAgent } from '../harness/hooked-agent.js';
import { launch, type LaunchedEditor } from '../harness/launch.js';
import { transcript } from '../harness/transcript.js';
import { LONG, untilDeadline } from '../harness/window.js';

const STEPS = 4;

describe('a reload of the window in the middle of a turn', () => {
  let editor: LaunchedEditor | undefined;
  let program: ChildProcess | undefined;
  before(async () => {
    editor = await launch({ settings: { 'turnwatch.mode': 'ask' } });
  });
  after(async () => {
    program?.kill('SIGKILL');
    await editor?.close();
  });

  it('keeps the session steerable: no “not connected”, and Force respond is pending until the next hook', async () => {
    assert.ok(editor, 'the editor is open');
    const { window, profile, folder } = editor;
    const bridge = bridgeDir(profile.userData);
    const text = async (): Promise<string> =>
      (await (await window.view()).locator('#page').innerText()).replace(/\s+/g, ' ');
    const shows = (words: RegExp): Promise<void> =>
      untilDeadline(LONG, async () => assert.match(await text(), words));

    const agent = new HookedAgent(await endpoint(bridge), folder);
    const hooks = installHooks('', bridge);
    assert.ok('text' in hooks);
    const project = join(profile.home, '.claude/projects', projectSlug(folder));
    const log = join(project, `${agent.id}.jsonl`);
    fs.mkdirSync(project, { recursive: true });
    fs.writeFileSync(join(profile.home, '.claude/settings.json'), hooks.text);
    const common = { session: agent.id, cwd: folder };

    program = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const other = new HookedAgent(await endpoint(bridge), folder, program.pid);
    await other.prompt('Write the release notes');
    await other.step({ command: 'git log' });
    fs.writeFileSync(
      join(project, `${other.id}.jsonl`),
      transcript({ session: other.id, cwd: folder, prompt: 'Write the release notes', steps: 1 }),
    );

    await window.reveal();
    await agent.prompt('Fix the parser');
    fs.writeFileSync(log, transcript({ ...common, prompt: 'Fix the parser', steps: 0 }));
    for (let step = 1; step <= STEPS; step++) {
      await agent.step({ command: ':' });
      fs.appendFileSync(log, transcript({ ...common, steps: 1, from: step }));
    }
    await shows(/“:” gave the same result/);

    const [host = 0] = await extensionHosts(profile.home, 1);
    const gone = window.page.waitForEvent('domcontentloaded', { timeout: LONG });
    await window.command('Developer: Reload Window');
    await gone;
    program.kill('SIGKILL');
    await extensionHosts(profile.home, 1, [host]);
    // what the agent did while nobody was there to be told
    fs.appendFileSync(log, transcript({ ...common, steps: 1, from: 50 }));
    const toldByLogAlone = Date.now();
    await shows(/“:” gave the same result/);

    // a hook that is overdue would be missed by now
    await untilDeadline(LONG, () => {
      assert.ok(Date.now() - toldByLogAlone > 7000);
      return Promise.resolve();
    });
    assert.doesNotMatch(await text(), /not connected/i);
    const gonePid = new RegExp(`${other.id}: its process ${program.pid} is gone`);
    const order = join(bridge, 'orders', `claude-code.${agent.id}`);
    await untilDeadline(LONG, () => {
      assert.match(logIn(join(profile.userData, 'logs')), gonePid);
      assert.ok(fs.existsSync(order), 'the next hook asks: the turn has stalled');
      return Promise.resolve();
    });
    await (
      await window.view()
    )
      .getByRole('button', { name: /^Force respond/ })
      .first()
      .click();
    await shows(/Force respond by you requested [\d:]+ Undo/i);
    assert.doesNotMatch(await text(), /not connected/i);
    assert.ok(fs.existsSync(order), 'and still does');
    assert.deepEqual(
      (await window.toasts()).filter((toast) => /Nothing can be sent/.test(toast.text)),
      [],
    );

    await endpoint(bridge);
    const { before } = await agent.step({ command: ':' });
    assert.match(before.denied ?? '', /Tools are switched off/);
    await shows(/Force respond by you requested [\d:]+ delivered/i);
    await agent.leave();
  });
});

function logIn(folder: string): string {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('turnwatch.turnwatch') && name.endsWith('.log'))
    .map((name) => fs.readFileSync(join(folder, name), 'utf8'))
    .join('');
}
