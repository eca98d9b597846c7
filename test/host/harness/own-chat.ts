/** VS Code's own agent in a real window: its own extension, in a copy that it may write into, a scripted model on loopback, no sign-in. */
import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Table } from '../../agents/tables/cell.js';
import { startModel, type Model, type ModelOptions } from '../../agents/harness/model.js';
import { watchPage, type Page } from '../../agents/harness/page.js';
import { chatApi } from '../../agents/models/chat.js';
import { launch, type LaunchedEditor } from './launch.js';
import { freePort, makeProfile, type Profile } from './profile.js';
import { LONG, untilDeadline, type EditorWindow } from './window.js';

export interface OwnChat {
  profile: Profile;
  editor: LaunchedEditor;
  window: EditorWindow;
  chat: ChatView;
  /** Our own view, which lies beside the chat. */
  page: Page;
  /** For the table of clicks. */
  table: Table;
  /** Starts a model, and ends the one before. */
  model(options: Omit<ModelOptions, 'api' | 'port'>): Promise<Model>;
  /** Ends it: another one may listen in its place. */
  endModel(): Promise<void>;
  close(): Promise<void>;
}

/** `extension`: the folder of the agent's own extension. */
export async function openOwnChat(
  extension: string,
  settings: Record<string, unknown> = {},
): Promise<OwnChat> {
  const profile = makeProfile({
    'chat.disableAIFeatures': false,
    'chat.byokUtilityModelDefault': 'mainAgent',
    'chat.tools.global.autoApprove': true,
    ...settings,
  });
  const port = await freePort();
  writeFileSync(
    join(profile.userData, 'User/chatLanguageModels.json'),
    JSON.stringify([modelsAt(port)]),
  );
  profile.env['CODE_SERVER'] = copyEditor(extension, profile.root);
  let editor: LaunchedEditor | undefined;
  let model: Model | undefined;
  const close = async (): Promise<void> => {
    await editor?.close();
    await model?.close();
    profile.dispose();
  };
  try {
    editor = await launch({ profile, folder: profile.repository('workspace') });
    const { window } = editor;
    await window.page.setViewportSize({ width: 1500, height: 1000 });
    // enables the built-in extension without a sign-in
    await window.command('Chat: Manage Language Models');
    await window.page.getByText('Scripted One').first().waitFor();
    await window.page.keyboard.press('Escape');
    await window.reveal();
    const chat = new ChatView(window, true);
    const page = await watchPage(await window.view());
    return {
      ...{ profile, editor, window, chat, page, close },
      table: {
        ...{ scene: { profile, window }, page, port, home: profile.home },
        run: async ([prompt = ''], ms = LONG) => {
          await chat.ask(prompt);
          return chat.ended(ms).then(
            (stdout) => ({ code: 0, stdout, stderr: '' }),
            (error: unknown) => ({ code: null, stdout: '', stderr: String(error) }),
          );
        },
      },
      endModel: async () => {
        await model?.close();
        model = undefined;
      },
      model: async (options) => {
        await model?.close();
        return (model = await startModel({ ...options, api: chatApi, port }));
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The chat of a window, as a person uses it. */
export class ChatView {
  private hasAsked = false;

  /** `asksToAllow`: with the first question, whether every call is allowed. */
  constructor(
    private readonly window: EditorWindow,
    private asksToAllow = false,
  ) {}

  /** Begins a chat of its own. */
  async ask(prompt: string): Promise<void> {
    const { window, chat } = this;
    // a notification about a failed command would lie over the chat
    await window.command('Notifications: Clear All Notifications');
    await window.command('Chat: Open Chat');
    if (this.hasAsked) {
      await window.page.locator('a[aria-label^="New Chat"]').first().click();
      await untilDeadline(LONG, async () => {
        if ((await this.chat.locator('.interactive-request').count()) > 0) {
          throw new Error(`the chat stays: ${await this.text()}`);
        }
      });
    }
    this.hasAsked = true;
    await chat.locator('.interactive-input-part .monaco-editor').first().click();
    await window.page.keyboard.type(prompt);
    await window.page.keyboard.press('Enter');
    if (this.asksToAllow) {
      this.asksToAllow = false;
      await window.page
        .locator('.monaco-dialog-box')
        .getByRole('button', { name: 'Enable', exact: true })
        .click();
    }
    await this.chat.locator('.codicon-stop-circle').first().waitFor();
  }

  /** The debug log of the newest chat, in an editor. */
  async showDebugLog(): Promise<void> {
    const { page } = this.window;
    await page
      .getByRole('button', { name: /^Views and More Actions/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Show Agent Debug Logs' }).click();
    await page
      .getByRole('tab', { name: /Agent Debug/ })
      .first()
      .waitFor();
  }

  text(): Promise<string> {
    return this.chat.innerText();
  }

  /** Once it works no more. @returns what it shows */
  ended(ms = LONG): Promise<string> {
    return untilDeadline(ms, async () => {
      if (await this.isAtWork()) {
        throw new Error(`the chat is still at work: ${await this.text()}`);
      }
      return this.text();
    });
  }

  get chat() {
    return this.window.page.locator('.interactive-session').last();
  }

  private async isAtWork(): Promise<boolean> {
    return (await this.chat.locator('.codicon-stop-circle').count()) > 0;
  }
}

function modelsAt(port: number): object {
  return {
    vendor: 'customendpoint',
    name: 'Scripted',
    apiKey: 'none',
    apiType: 'chat-completions',
    models: [
      {
        id: 'scripted-1',
        name: 'Scripted One',
        url: `http://127.0.0.1:${port}/v1/chat/completions`,
        toolCalling: true,
        vision: false,
        maxInputTokens: 128_000,
        maxOutputTokens: 16_000,
      },
    ],
  };
}

/** The cached editor with the agent's extension. Its own files are only linked to, as nothing writes into them. @returns its entry */
function copyEditor(extension: string, root: string): string {
  const cached = resolve(process.env['CODE_SERVER'] ?? '', '../../../..');
  const copy = join(root, 'node_modules');
  try {
    execFileSync('cp', ['-al', cached, copy], { stdio: 'pipe' });
  } catch {
    execFileSync('cp', ['-a', cached, copy]); // on another file system
  }
  cpSync(extension, join(copy, 'code-server/lib/vscode/extensions/copilot'), { recursive: true });
  return join(copy, 'code-server/out/node/entry.js');
}
