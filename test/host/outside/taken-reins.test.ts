/** What carries an order out is taken away in mid-turn, as an agent can: the files that hooks need, the hooks in its settings, the user's own settings. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { claudeCodeInstall } from '../../../src/agents/claude-code/answer.js';
import { isProblem } from '../../../src/agents/agent.js';
import { settings } from '../../../src/ids.js';
import { bridgeDir, endpoint, HookedAgent } from '../harness/hooked-agent.js';
import { launch, type LaunchedEditor } from '../harness/launch.js';
import { makeProfile } from '../harness/profile.js';
import { LONG, untilDeadline } from '../harness/window.js';

let editor: LaunchedEditor;
let view: Awaited<ReturnType<LaunchedEditor['window']['view']>>;
let bridge = '';
let claudeSettings = '';

before(async () => {
  const profile = makeProfile();
  bridge = bridgeDir(profile.userData);
  claudeSettings = join(profile.home, '.claude/settings.json');
  const added = claudeCodeInstall.add(claudeSettings, '', { dir: bridge });
  assert.ok(!isProblem(added));
  await mkdir(dirname(claudeSettings));
  await writeFile(claudeSettings, added.text);
  editor = await launch({ profile });
  await endpoint(bridge);
  await editor.window.reveal();
  view = await editor.window.view();
});
after(async () => {
  await editor.close();
  editor.profile.dispose();
});

/** The page of the side bar says so. */
const shows = (text: string | RegExp): Promise<void> =>
  untilDeadline(LONG, async () => {
    assert.match(await view.locator('#page').innerText(), new RegExp(text));
  });
const agentAt = async (): Promise<HookedAgent> =>
  new HookedAgent(await endpoint(bridge), editor.folder);

async function isDenied(agent: HookedAgent): Promise<void> {
  assert.match((await agent.step()).before.denied ?? '', /Tools are switched off/);
}

/** The person has it answer in words: its tools are off. */
async function holdOrder(agent: HookedAgent): Promise<void> {
  await agent.prompt();
  await agent.step();
  await editor.window.command('Turnwatch: Force Respond');
  await shows('Requested: reaches the agent with its next step');
  await isDenied(agent);
  await shows('tools are off until the agent answers');
}

describe('reins that a program takes', () => {
  it('what hooks need is put back when something takes it away during a turn: the person is told, and the receipt says what was so', async () => {
    const agent = await agentAt();
    await holdOrder(agent);
    const client = join(bridge, 'hook.curl');
    const before = await readFile(client, 'utf8');
    await mkdir(join(bridge, 'silent'));
    await writeFile(client, 'url = "http://127.0.0.1:1/v1/hook"\n');
    await rm(join(bridge, 'orders'), { recursive: true });
    await untilDeadline(LONG, async () => {
      assert.equal(await readFile(client, 'utf8'), before);
      assert.equal(existsSync(join(bridge, 'silent')), false);
    });
    await editor.window.toast(/during a turn of .*Claude Code/);
    await shows(/files removed\s+\d[\s\S]*in force again\s+\d/);
    await shows('tools are off until the agent answers');
    await isDenied(agent);
    await agent.answer();
    await agent.leave();
  });

  it('hooks that are taken out of the settings in mid-turn are missed at once, and put back by a click', async () => {
    const agent = await agentAt();
    await holdOrder(agent);
    await writeFile(claudeSettings, '{ "model": "opus" }\n');
    const began = Date.now();
    const toast = await editor.window.toast(
      /took Turnwatch’s hooks out of .*settings\.json during a turn of Claude Code\. The turn can’t be stopped/,
    );
    console.log(`      told after ${Date.now() - began} ms`);
    await shows('Not in force: the hooks were taken out of the agent’s settings');
    await view.getByRole('button', { name: 'Put hooks back' }).waitFor();
    void toast.press('Put Back');
    await editor.window.answerChange(/Claude Code runs these hooks/, 'Connect');
    await untilDeadline(LONG, async () => {
      assert.match(
        await readFile(claudeSettings, 'utf8'),
        /"model": "opus"[\s\S]*X-Turnwatch-Agent/,
      );
    });
    await shows(/hooks gone\s+\d[\s\S]*in force again\s+\d/);
    await isDenied(agent);
    await agent.answer();
    await agent.leave();
  });

  it('hooks that the agent switches off in its project’s settings are missed at once, and there is a way to the file', async () => {
    const agent = await agentAt();
    await holdOrder(agent);
    const file = join(editor.folder, '.claude/settings.local.json');
    await mkdir(dirname(file));
    await writeFile(file, '{ "disableAllHooks": true }\n');
    const began = Date.now();
    const toast = await editor.window.toast(
      /switched all hooks off in .*settings\.local\.json during a turn of Claude Code\. The turn can’t be stopped/,
    );
    console.log(`      told after ${Date.now() - began} ms`);
    await shows('Not in force: the hooks were taken out of the agent’s settings, or switched off');
    void toast.press('Open File');
    await editor.window.page
      .locator('.tab.active', { hasText: 'settings.local.json' })
      .waitFor({ timeout: LONG });
    await editor.window.toast(/All hooks of Claude Code are switched off in this file/);
    await rm(dirname(file), { recursive: true });
    await shows(/hooks gone\s+\d[\s\S]*in force again\s+\d/);
    await isDenied(agent);
    await agent.answer();
    await agent.leave();
  });

  it('settings of the user that a program weakens in mid-turn are named once, with Undo', async () => {
    // the user's settings of a window on another machine, as each of code-server's is
    const file = join(editor.profile.userData, 'Machine/settings.json');
    const before = await readFile(file, 'utf8');
    const values: object = JSON.parse(before);
    const agent = await agentAt();
    await agent.prompt('Weaken it');
    await agent.step();
    const weaken = (): Promise<void> =>
      writeFile(
        file,
        JSON.stringify({
          ...values,
          [settings.mode]: 'observe',
          [settings.notificationCommand]: ['/bin/true'],
        }),
      );
    await weaken();
    const named =
      /Your user settings changed during a turn.* weaken the watch: turnwatch\.mode\. Notifications run another program: turnwatch\.notifications\.command\./;
    await (await editor.window.toast(named)).press('Undo');
    await untilDeadline(LONG, async () => {
      const now: unknown = JSON.parse(await readFile(file, 'utf8'));
      assert.deepEqual(now, values);
    });
    await weaken();
    const again = await editor.window.toast(named);
    await again.dismiss();
    assert.equal((await editor.window.toasts()).filter(({ text }) => named.test(text)).length, 0);
    await writeFile(file, before);
    await agent.answer();
    await agent.leave();
  });
});
