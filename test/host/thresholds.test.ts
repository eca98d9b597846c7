/** The thresholds panel in the real VS Code: what it writes is in the settings' files and in force at once, and it says what would have been. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import * as vscode from 'vscode';
import { isObject } from '../../src/core/json.js';
import type { ThresholdKey } from '../../src/core/thresholds/thresholds.js';
import { commands, settings, THRESHOLD_PREFIX } from '../../src/ids.js';
import { CALL_ECHO_MS } from '../../src/workspace/authors.js';
import { Desk, folder, set, until } from './harness/desk.js';
import { itInAll } from '../tier.js';

const EMPTY = 'balanced.emptySteps';
const settingsFile = (): string => join(folder(), '.vscode', 'settings.json');

describe('thresholds panel', () => {
  let desk: Desk;
  let panel: Frame;
  let watched: vscode.Disposable | undefined;
  before(async () => {
    desk = await Desk.open();
  });
  beforeEach(async () => {
    await desk.show();
    const before = new Set(desk.window.page.frames());
    await vscode.commands.executeCommand(commands.openThresholds);
    panel = await until('the panel', () => shown(before));
  });
  afterEach(async () => {
    watched?.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until('the panel is closed', () =>
      vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0),
    );
    await vscode.commands.executeCommand(commands.closeRecordedRun);
    await rm(join(folder(), '.vscode'), { recursive: true, force: true });
    for (const id of [settings.thresholdsByAgent, settings.preset, THRESHOLD_PREFIX + EMPTY]) {
      await set(id, undefined);
    }
    await desk.clear();
  });
  after(() => desk.close());

  /** The panel's page, if it shows its thresholds; `before`: frames of panels that were closed may still be named. */
  async function shown(before: ReadonlySet<Frame>): Promise<Frame | undefined> {
    for (const frame of desk.window.page.frames().filter((each) => !before.has(each))) {
      const isOurs = /[?&]extensionId=turnwatch\.turnwatch/i.test(frame.parentFrame()?.url() ?? '');
      if (
        isOurs &&
        (await frame
          .locator('.row .title')
          .count()
          .catch(() => 0)) > 0
      ) {
        return frame;
      }
    }
    return undefined;
  }
  const field = (key: ThresholdKey) =>
    panel.locator(`.row[data-key="${key}"] vscode-text-field input`);
  const text = (selector: string): Promise<string> => panel.locator(selector).innerText();
  const written = async (): Promise<Record<string, unknown>> => {
    const value: unknown = JSON.parse(await readFile(settingsFile(), 'utf8').catch(() => '{}'));
    return isObject(value) ? value : {};
  };

  it('changes a threshold for the workspace: written, in force in the running turn, and tried before; reset removes it', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await agent.steps(5);
    await until('nothing has fired', async () =>
      /5 steps so far\s+(Only warns|Does not stall)/.test(await text('.what-if')),
    );
    await panel.getByRole('tab', { name: 'Workspace' }).click();
    await field(EMPTY).fill('3');
    await until('the step at which it would have fired', async () =>
      /With 3: step 3 \(with 6: no stall\)/.test(await text(`.row[data-key="${EMPTY}"]`)),
    );
    assert.deepEqual(await written(), {}, 'nothing is written while it is only tried');
    let told = false;
    const watcher = (watched = vscode.workspace.createFileSystemWatcher(
      '**/.vscode/settings.json',
    ));
    for (const each of [watcher.onDidCreate, watcher.onDidChange]) {
      each(() => {
        told = true;
      });
    }
    await new Promise((later) => {
      setTimeout(later, CALL_ECHO_MS);
    }); // no person is as quick: what changes sooner after a command may be its work
    await field(EMPTY).press('Enter');
    await until(
      'the workspace’s settings file',
      async () => (await written())[THRESHOLD_PREFIX + EMPTY] === 3,
    );
    await until('in force', () =>
      desk.detail(agent).counters.some(({ id, limit }) => id === 'empty' && limit === 3),
    );
    await until('what it does now', async () => /Stalls at step 3/.test(await text('.what-if')));
    // git may see the file before VS Code's watcher has told that no call wrote it: then nobody knows who did
    await until('VS Code has seen the file', () => told);
    await agent.steps(1); // the file that was written is the person's change, no progress of the agent
    await desk.state(agent, 'stalled');
    assert.equal(desk.detail(agent).verdict?.threshold, 3);

    await panel.getByRole('tab', { name: 'User' }).click();
    await until('where it is set', async () =>
      /Also set in: Workspace \(3\)[\s\S]*3 in effect, from the workspace settings\./.test(
        await text(`.row[data-key="${EMPTY}"]`),
      ),
    );
    await panel.getByRole('tab', { name: 'Workspace' }).click();
    await panel.getByRole('button', { name: /^Reset “Empty or repeated steps”/ }).click();
    await until('removed', async () => !Object.hasOwn(await written(), THRESHOLD_PREFIX + EMPTY));
    await until(
      'the default again',
      async () =>
        desk.detail(agent).counters.some(({ id, limit }) => id === 'empty' && limit === 6) &&
        (await field(EMPTY).inputValue()) === '6',
    );
  });

  itInAll(
    'follows changes made elsewhere, sets one agent apart, resets all and undoes it',
    async () => {
      await set(THRESHOLD_PREFIX + EMPTY, 7);
      await until('the change', async () => (await field(EMPTY).inputValue()) === '7');
      await panel.getByRole('combobox', { name: 'Agent' }).click();
      await panel.getByRole('option', { name: 'Claude Code' }).click();
      await until('the agent’s values', async () =>
        /7 in effect, from the user settings/.test(await text(`.row[data-key="${EMPTY}"]`)),
      );
      await field(EMPTY).fill('9');
      await field(EMPTY).press('Enter');
      const byAgent = (): unknown =>
        vscode.workspace.getConfiguration().inspect(settings.thresholdsByAgent)?.globalValue;
      await until(
        'the agent’s own',
        () => JSON.stringify(byAgent()) === JSON.stringify({ 'claude-code': { [EMPTY]: 9 } }),
      );
      await panel
        .getByRole('button', { name: 'Reset all thresholds in the user settings' })
        .click();
      await until('reset', () => byAgent() === undefined || JSON.stringify(byAgent()) === '{}');
      assert.equal(
        vscode.workspace.getConfiguration().inspect(THRESHOLD_PREFIX + EMPTY)?.globalValue,
        7,
        'those for all agents stay',
      );
      await panel.getByRole('button', { name: 'Undo' }).click();
      await until(
        'undone',
        () => JSON.stringify(byAgent()) === JSON.stringify({ 'claude-code': { [EMPTY]: 9 } }),
      );
    },
  );

  it('tries settings on an opened recorded run', async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'tried-'));
    const file = join(scratch, 'run.jsonl');
    const events = [
      { type: 'session.start', agent: 'claude-code', cwd: '/elsewhere' },
      { type: 'turn.start', prompt: 'Recorded' },
      ...Array.from({ length: 9 }, (_, i) => [
        {
          type: 'tool.call',
          response: `r${i}`,
          call: `c${i}`,
          tool: 'Bash',
          input: { command: 'ls -l' },
        },
        { type: 'tool.result', call: `c${i}`, ok: true, output: 'total 0' },
      ]).flat(),
      { type: 'turn.end', reason: 'completed' },
    ];
    await writeFile(
      file,
      events
        .map((event) => `${JSON.stringify({ v: 1, session: 'recorded', ...event })}\n`)
        .join(''),
    );
    await vscode.commands.executeCommand(commands.openRecordedRun, { file: vscode.Uri.file(file) });
    await until('the recorded run', async () =>
      /Recorded run run\.jsonl, 9 steps\s+Stalls at step/.test(await text('.what-if')),
    );
    // a field that loses the focus is saved: the run's timeline takes it only some time after the command
    const view = await desk.window.view();
    await until('the focus', () => view.evaluate(() => document.hasFocus()));
    await field('balanced.sameResult').fill('50');
    await until('another value', async () =>
      /With 50: no (stall|warning) \(with 4: (warning at )?step \d\)/.test(
        await text('.row[data-key="balanced.sameResult"]'),
      ),
    );
    await rm(scratch, { recursive: true });
  });
});
