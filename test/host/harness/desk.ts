/** What the tests in the extension host share: the extension's own state, its files, and agents working in the open folder. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { isObject } from '../../../src/core/json.js';
import type { SessionDetail, SessionSummary, Snapshot } from '../../../src/core/view/snapshot.js';
import { commands, EXTENSION_ID } from '../../../src/ids.js';
import { bridgeDir, endpoint, HookedAgent } from './hooked-agent.js';
import { connect, LONG, untilDeadline, type Editor, type EditorWindow } from './window.js';

/** The test's own profile (see profile.ts): the home folder lies beside the user data. */
const home = process.env['HOME'] ?? '';
const userData = join(dirname(home), 'data');
export const claudeDir = process.env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude');

export function folder(): string {
  const path = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  assert.ok(path);
  return path;
}

export async function turnwatch(): Promise<{
  snapshot(): Snapshot;
  recording(): Promise<string | undefined>;
}> {
  const extension = vscode.extensions.getExtension(EXTENSION_ID);
  assert.ok(extension);
  const api: unknown = await extension.activate();
  assert.ok(isApi(api));
  return api;
}

function isApi(
  value: unknown,
): value is { snapshot(): Snapshot; recording(): Promise<string | undefined> } {
  return (
    isObject(value) &&
    typeof value['snapshot'] === 'function' &&
    typeof value['recording'] === 'function'
  );
}

/** Waits until `look` returns something; after `ms` the error says what was expected and, with `seen`, what was there instead. */
export function until<T>(
  what: string | (() => string),
  look: () => T | undefined | false | Promise<T | undefined | false>,
  ms = LONG,
): Promise<T> {
  return untilDeadline(ms, async () => {
    const found = await look();
    if (found === undefined || found === false) {
      throw new Error(`not yet: ${typeof what === 'string' ? what : what()}`);
    }
    return found;
  });
}

/** Everything one test file needs: open it in `before`, close it in `after`. */
export class Desk {
  private readonly agents: HookedAgent[] = [];
  private constructor(
    readonly editor: Editor,
    readonly window: EditorWindow,
    private readonly api: Awaited<ReturnType<typeof turnwatch>>,
    private readonly to: Awaited<ReturnType<typeof endpoint>>,
  ) {}

  static async open(): Promise<Desk> {
    const api = await turnwatch();
    const editor = await connect(Number(process.env['TURNWATCH_CDP']));
    const [window] = editor.windows();
    assert.ok(window);
    // Chromium asks a person about the clipboard; desktop VS Code has its own
    if (process.env['VSCODE_KIND'] === 'code-server') {
      await window.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    }
    return new Desk(editor, window, api, await endpoint(bridgeDir(userData)));
  }

  get endpoint() {
    return this.to;
  }

  /** An agent at work in the open folder; its session is ended after the test. */
  agent(cwd = folder(), process?: number): HookedAgent {
    const agent = new HookedAgent(this.to, cwd, process);
    this.agents.push(agent);
    return agent;
  }

  snapshot(): Snapshot {
    return this.api.snapshot();
  }
  recording(): Promise<string | undefined> {
    return this.api.recording();
  }

  summary(agent: HookedAgent): SessionSummary | undefined {
    return this.snapshot().sessions.find((session) => session.session === agent.id);
  }

  /** The details of a session, which must be the selected one. */
  detail(agent: HookedAgent): SessionDetail {
    const { selected } = this.snapshot();
    assert.equal(selected?.session, agent.id, 'another session is selected');
    return selected;
  }

  state(agent: HookedAgent, state: SessionSummary['state']): Promise<SessionSummary> {
    return until(
      () => `${state}, it is ${String(this.summary(agent)?.state)}`,
      () => {
        const now = this.summary(agent);
        return now?.state === state && now;
      },
    );
  }

  /** Brings Turnwatch's side bar, or another one, to the front. */
  async show(): Promise<void> {
    await vscode.commands.executeCommand('turnwatch.showTimeline');
    await this.window.view();
  }

  async hide(): Promise<void> {
    await vscode.commands.executeCommand('workbench.view.explorer');
    await until(
      'the view is hidden',
      async () =>
        (await this.window.page
          .locator('.sidebar .composite.title', { hasText: /explorer/i })
          .count()) > 0,
    );
  }

  /** What the person's answers and the outcomes of stalls taught, as the diagnostics list it. */
  async learned(): Promise<string | undefined> {
    await vscode.commands.executeCommand(commands.copyDiagnostics);
    return /^Learned: (.+)$/m.exec(await vscode.env.clipboard.readText())?.[1];
  }

  /** After each test, also a failed one: live again, sessions over, nothing learned, toasts gone. */
  async clear(): Promise<void> {
    if (this.snapshot().playback !== undefined) {
      await vscode.commands.executeCommand(commands.closeRecordedRun);
    }
    await Promise.all(this.agents.splice(0).map((agent) => agent.leave()));
    if ((await this.learned()) !== 'nothing') {
      void vscode.commands.executeCommand(commands.learned);
      await this.window.pick(/What Turnwatch learned/, 'Forget all');
      await until('nothing is learned', async () => (await this.learned()) === 'nothing');
    }
    await vscode.commands.executeCommand('notifications.clearAll');
    const { page } = this.window;
    await until(
      'no notification is shown',
      async () =>
        (await page.locator('.notifications-toasts .notification-list-item').count()) === 0,
    );
  }

  async close(): Promise<void> {
    await this.editor.disconnect();
  }
}

/** Sets one of our settings in the user's settings; undefined resets it. Resolves once it is in force. */
export async function set(id: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(id, value, vscode.ConfigurationTarget.Global);
}

/** The text of the extension's log in this window so far. */
export function logText(): string {
  const found: string[] = [];
  for (const name of readdirSync(join(userData, 'logs'), { recursive: true, encoding: 'utf8' })) {
    if (name.includes('turnwatch.turnwatch') && name.endsWith('.log')) {
      found.push(readFileSync(join(userData, 'logs', name), 'utf8'));
    }
  }
  return found.join('');
}
