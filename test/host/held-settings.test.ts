/** An agent that edits the workspace's settings does not switch its watcher off: the person is asked, by VS Code's notification. */
import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { SEEN_LATE_MS } from '../../src/live/workspace/open-turns.js';
import { settings } from '../../src/ids.js';
import type { HookedAgent } from './harness/hooked-agent.js';
import { Desk, folder, set, until } from './harness/desk.js';
import { itInAll } from '../tier.js';

const ASKED = /^A turn is running, and Turnwatch’s workspace settings changed: turnwatch\.mode\./;
const WEAKER = /These weaken the watch: turnwatch\.mode\./;

describe('settings of a workspace', () => {
  let desk: Desk;
  before(async () => {
    desk = await Desk.open();
    await desk.show();
  });
  beforeEach(() => set(settings.mode, 'auto'));
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(join(folder(), '.vscode'), { recursive: true, force: true });
    // what is read later would be held in another test's turn
    await until('the workspace sets nothing', () =>
      [settings.mode, settings.notifications].every((id) => workspaceValue(id) === undefined),
    );
    await set(settings.mode, undefined);
    await desk.clear();
  });
  after(() => desk.close());

  const workspaceValue = (id: string): unknown =>
    vscode.workspace.getConfiguration().inspect<unknown>(id)?.workspaceValue;

  /** Until a turn that has ended counts as over. */
  const moments = (): Promise<unknown> =>
    new Promise((later) => {
      setTimeout(later, SEEN_LATE_MS);
    });

  const settingsFile = (): string => join(folder(), '.vscode', 'settings.json');
  async function writeSettings(values: Record<string, unknown>): Promise<void> {
    await mkdir(join(folder(), '.vscode'), { recursive: true });
    await writeFile(settingsFile(), JSON.stringify(values));
  }

  /** As the person does: a document opened through the API would stay in memory for minutes, and stop other tests from writing the file. */
  async function openSettings(): Promise<vscode.TextEditor> {
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(settingsFile()));
    return until('the settings file is open', () => {
      const { activeTextEditor: editor } = vscode.window;
      return editor?.document.uri.fsPath === settingsFile() ? editor : undefined;
    });
  }

  /** The agent writes the settings file by a call of its own, and VS Code reads it. */
  async function writes(agent: HookedAgent, values: { [settings.mode]?: string }): Promise<void> {
    const file = settingsFile();
    const call = await agent.begin({ file_path: file, content: JSON.stringify(values) }, 'Write');
    await writeSettings(values);
    await agent.end(call, `File created successfully at: ${file}`);
    await until(
      'VS Code has read it',
      () => workspaceValue(settings.mode) === values[settings.mode],
    );
  }

  it('that change during a turn stay out of force unanswered, also in the next turn', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await writes(agent, { [settings.mode]: 'observe' });
    const toast = await desk.window.toast(ASKED);
    assert.match(toast.text, WEAKER);
    assert.deepEqual(toast.buttons, ['Apply', 'Keep current']);
    assert.equal(desk.snapshot().mode, 'auto');
    await agent.answer();
    await agent.stall();
    await desk.state(agent, 'text-only');
    assert.match((await agent.step()).before.denied ?? '', /Tools are switched off/);
    await agent.answer();
    await moments();
    await writeSettings({ [settings.mode]: 'ask' }); // by a process that the agent left behind
    await until('VS Code has read it', () => workspaceValue(settings.mode) === 'ask');
    await desk.window.toast(ASKED);
    assert.equal(desk.snapshot().mode, 'auto', 'what waits for an answer goes on waiting');
  });

  it('that change during a turn are in force once the person says so', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await writes(agent, { [settings.mode]: 'observe' });
    await (await desk.window.toast(ASKED)).press('Apply');
    await until('in force', () => desk.snapshot().mode === 'observe');
    await writes(agent, {});
    const toast = await desk.window.toast(ASKED);
    assert.doesNotMatch(toast.text, WEAKER, 'the stricter one of the user');
    assert.equal(desk.snapshot().mode, 'observe');
    await toast.press('Apply');
    await until('in force', () => desk.snapshot().mode === 'auto');
  });

  itInAll(
    'that change during a turn are in force at once if the person changed them in the settings editor',
    async () => {
      const agent = desk.agent();
      await agent.prompt();
      await agent.step();
      await vscode.commands.executeCommand('workbench.action.openWorkspaceSettings');
      await until(
        'the settings editor',
        () => vscode.window.tabGroups.activeTabGroup.activeTab !== undefined,
      );
      // what the page of the editor calls
      for (const value of ['observe', undefined]) {
        await vscode.workspace
          .getConfiguration()
          .update(settings.mode, value, vscode.ConfigurationTarget.Workspace);
        await until('in force', () => desk.snapshot().mode === (value ?? 'auto'));
      }
      assert.deepEqual(await desk.window.toasts(), []);
    },
  );

  itInAll(
    'that change during a turn are in force at once if the person saves the file in the editor, and held if it only stands there',
    async () => {
      const agent = desk.agent();
      await agent.prompt();
      await writeSettings({});
      const editor = await openSettings();
      await editor.edit((edit) => {
        const whole = new vscode.Range(0, 0, editor.document.lineCount, 0);
        edit.replace(whole, JSON.stringify({ [settings.mode]: 'ask' }));
      });
      assert.ok(await editor.document.save());
      await until('in force', () => desk.snapshot().mode === 'ask');
      assert.deepEqual(await desk.window.toasts(), []);
      await moments(); // what was saved is read by now
      await writes(agent, { [settings.mode]: 'observe' });
      const toast = await desk.window.toast(ASKED);
      assert.equal(desk.snapshot().mode, 'ask');
      await toast.press('Apply'); // else the next test finds it waiting
      await until('in force', () => desk.snapshot().mode === 'observe');
      await agent.answer();
      await moments();
    },
  );

  it('are in force and named once if no turn runs and they weaken the watch', async () => {
    const named =
      /^This workspace’s settings weaken Turnwatch’s watch: turnwatch\.notifications\.states\.$/;
    const put = async (value: object | undefined): Promise<void> => {
      await writeSettings({ [settings.notifications]: value });
      await until('VS Code has read it', () =>
        isDeepStrictEqual(workspaceValue(settings.notifications), value),
      );
    };
    await moments(); // after the turn of the test before
    await put({ stalled: [] });
    const toast = await desk.window.toast(named);
    assert.deepEqual(toast.buttons, ['Open Settings']);
    await toast.dismiss();
    await put(undefined);
    await put({ stalled: [] });
    void vscode.window.showInformationMessage('marker');
    await desk.window.toast(/^marker$/);
    assert.equal((await desk.window.toasts()).length, 1, 'named once');
  });
});
