/** VS Code's own agent, the real one, with a scripted model on loopback and no sign-in: watched without hooks, and stopped. */
import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { skip } from '../../skip.js';
import { startChatModel, type ChatModel } from '../harness/chat-model.js';
import { launch, type LaunchedEditor } from '../harness/launch.js';
import { makeProfile, type Profile } from '../harness/profile.js';
import { LONG, untilDeadline } from '../harness/window.js';

const prompt = 'Fix the failing test in the parser';

describe('VS Code’s own agent', () => {
  let editor: LaunchedEditor | undefined;
  let model: ChatModel | undefined;
  let profile: Profile | undefined;
  after(async () => {
    await editor?.close();
    await model?.close();
    profile?.dispose();
  });

  it('is shown with its prompt, is stalled where it repeats itself, and is stopped by its own chat', async function () {
    const { COPILOT_CHAT: extension, CODE_SERVER: server = '' } = process.env;
    if (extension === undefined) {
      skip(this, 'this VS Code comes without its agent, or has its own sign-in');
    }
    profile = makeProfile({
      'chat.disableAIFeatures': false,
      'chat.byokUtilityModelDefault': 'mainAgent',
      'chat.tools.global.autoApprove': true,
    });
    const folder = profile.repository('workspace');
    const readme = join(folder, 'README.md');
    const own = await startChatModel('read_file', () => ({
      filePath: readme,
      startLine: 1,
      endLine: 20,
    }));
    model = own;
    writeFileSync(
      join(profile.userData, 'User/chatLanguageModels.json'),
      JSON.stringify([
        {
          vendor: 'customendpoint',
          name: 'Scripted',
          apiKey: 'none',
          apiType: 'chat-completions',
          models: [
            {
              id: 'scripted-1',
              name: 'Scripted One',
              url: own.url,
              toolCalling: true,
              vision: false,
              maxInputTokens: 128_000,
              maxOutputTokens: 16_000,
            },
          ],
        },
      ]),
    );
    // what it writes into its folder stays in this copy
    const cached = resolve(server, '../../../..');
    const copy = join(profile.root, 'node_modules');
    execFileSync('cp', ['-a', '--reflink=auto', cached, copy]);
    cpSync(extension, join(copy, 'code-server/lib/vscode/extensions/copilot'), { recursive: true });
    profile.env['CODE_SERVER'] = join(copy, 'code-server/out/node/entry.js');
    editor = await launch({ profile, folder });
    const { window } = editor;
    const { page } = window;

    // enables the built-in extension without a sign-in
    await window.command('Chat: Manage Language Models');
    await page.getByText('Scripted One').first().waitFor({ timeout: LONG });
    await page.keyboard.press('Escape');
    await window.reveal();
    await window.command('Chat: Open Chat');
    const input = page.locator('.interactive-session .monaco-editor').last();
    await input.waitFor({ timeout: LONG });
    await input.click();
    await page.keyboard.type(prompt);
    await page.keyboard.press('Enter');
    await page
      .locator('.monaco-dialog-box')
      .getByRole('button', { name: 'Enable', exact: true })
      .click({ timeout: LONG });

    const view = await window.view();
    const text = (): Promise<string> => view.locator('body').innerText();
    await untilDeadline(LONG, async () => {
      assert.ok((await text()).includes(prompt), await text());
    });
    await untilDeadline(LONG, async () => {
      assert.match(await text(), /Needs you|Stalled/);
    });
    await window.command('Turnwatch: Stop Turn');
    await untilDeadline(LONG, async () => {
      assert.match(await text(), /Ended stalled[^]*requested[^]*delivered[^]*confirmed/);
    });
    const asked = own.asked;
    await page.waitForTimeout(5000);
    assert.equal(own.asked, asked);
  });
});
