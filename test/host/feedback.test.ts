/** "False alarm" and "Really stuck": what an answer changes, said, undone, listed, recorded; thresholds per agent and scope. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readRecording } from '../../src/agents/reading/recordings.js';
import { Judge } from '../../src/core/judge.js';
import { commands, settings, THRESHOLD_PREFIX } from '../../src/ids.js';
import { Desk, logText, set, until } from './harness/desk.js';
import type { HookedAgent } from './harness/hooked-agent.js';
import { itInAll } from '../tier.js';

const EMPTY = `${THRESHOLD_PREFIX}balanced.emptySteps`;
const FALSE_ALARM =
  /Marked as a false alarm; Turnwatch won’t act on it\. “Empty or repeated steps” changes from 6 to 8 for Claude Code in this workspace\./;

describe('answers to verdicts', () => {
  let desk: Desk;
  before(async () => {
    desk = await Desk.open();
    await desk.show();
  });
  afterEach(async () => {
    await set(settings.thresholdsByAgent, undefined);
    await desk.clear();
  });
  after(() => desk.close());

  const list = () => desk.window.page.locator('.quick-input-widget');
  const limit = (agent: HookedAgent): number | undefined =>
    desk.detail(agent).counters.find(({ id }) => id === 'empty')?.limit;
  const answer = (command: string): Thenable<unknown> => vscode.commands.executeCommand(command);
  const stalled = async (): Promise<HookedAgent> => {
    const agent = desk.agent();
    await agent.prompt();
    await agent.steps(6);
    await desk.state(agent, 'stalled');
    return agent;
  };

  it('a false alarm closes the card, raises the one threshold and lets the turn go on', async () => {
    const agent = await stalled();
    const frame = await desk.window.view();
    await until('the suggestion', async () => (await frame.locator('.suggestion').count()) > 0);
    await answer(commands.falseAlarm);
    const toast = await desk.window.toast(FALSE_ALARM);
    assert.deepEqual(toast.buttons, ['Undo', 'Show What Was Learned']);
    await desk.state(agent, 'progressing');
    await until('no suggestion', async () => !(await frame.locator('.suggestion').isVisible()));
    assert.equal(limit(agent), 8);
    await agent.steps(4);
    assert.equal((await agent.step()).before.silent, true);
    assert.equal(desk.summary(agent)?.needsPerson, false);
    await agent.answer();
    await agent.prompt('Something else');
    await agent.steps(7);
    assert.equal(desk.summary(agent)?.state, 'watch');
    await agent.step({ command: 'echo ok', description: 'noop' });
    await desk.state(agent, 'stalled');
    const verdict = desk.detail(agent).verdict;
    assert.deepEqual(
      [verdict?.key, verdict?.threshold, verdict?.thresholdFrom],
      ['balanced.emptySteps', 8, 'learned'],
    );
    await until('logged', () =>
      /learned for claude-code: balanced\.emptySteps 6 → 8/.test(logText()),
    );
    assert.equal(
      await desk.learned(),
      'claude-code “Empty or repeated steps” (balanced.emptySteps) 6 → 8 (1)',
    );
  });

  it('Undo takes the answer back: the threshold and the card', async () => {
    const agent = await stalled();
    await answer(commands.falseAlarm);
    await (await desk.window.toast(FALSE_ALARM)).press('Undo');
    await desk.window.toast(
      /Earlier answer undone\. “Empty or repeated steps” changes from 8 to 6/,
    );
    await desk.state(agent, 'stalled');
    assert.equal(limit(agent), 6);
  });

  it('undoes an order that was only requested', async () => {
    const agent = await stalled();
    await vscode.commands.executeCommand(commands.forceRespond);
    await desk.state(agent, 'text-only');
    await answer(commands.falseAlarm);
    await desk.state(agent, 'progressing');
    assert.equal((await agent.step()).before.silent, true);
    assert.deepEqual(
      desk.detail(agent).receipts.map(({ kind, state }) => `${kind} ${state}`),
      ['text-only withdrawn'],
    );
  });

  it('really stuck lowers the threshold once, and offers to force an answer', async () => {
    const agent = await stalled();
    await answer(commands.reallyStuck);
    const toast = await desk.window.toast(
      /Marked as really stuck\. “Empty or repeated steps” changes from 6 to 4/,
    );
    assert.deepEqual(toast.buttons, ['Undo', 'Show What Was Learned', 'Force Respond']);
    await desk.state(agent, 'stalled');
    await answer(commands.reallyStuck);
    await desk.window.toast(/You already gave this answer; it counts once\./);
    assert.equal(limit(agent), 4);
    await toast.press('Force Respond');
    await desk.state(agent, 'text-only');
  });

  it('lists what was learned and undoes one entry', async () => {
    const agent = await stalled();
    await answer(commands.falseAlarm);
    await (await desk.window.toast(FALSE_ALARM)).press('Show What Was Learned');
    const row = list().locator('.monaco-list-row', { hasText: 'Empty or repeated steps: 6 → 8' });
    await row.waitFor();
    assert.match(await row.innerText(), /Claude Code[^]*one answer, since /);
    await row.hover();
    await row.getByRole('button', { name: 'Forget' }).click();
    await until(
      'nothing is left',
      async () => (await list().locator('.monaco-list-row').count()) === 0,
    );
    assert.equal(limit(agent), 6);
    await answer('workbench.action.closeQuickOpen');
  });

  it('a recording of them gives the same verdicts', async () => {
    const agent = await stalled();
    await answer(commands.falseAlarm);
    await desk.window.toast(FALSE_ALARM);
    await agent.answer();
    await agent.prompt('Something else');
    await agent.steps(8);
    await desk.state(agent, 'stalled');
    const file = await desk.recording();
    assert.ok(file);
    const recording = await readRecording(file, 'auto');
    assert.ok('events' in recording);
    const judge = new Judge();
    const verdicts = recording.events
      .flatMap((event) => judge.push(event).verdicts)
      .filter(({ session, level }) => session === agent.id && level === 'stalled');
    assert.deepEqual(
      verdicts.map(({ threshold, thresholdFrom }) => [threshold, thresholdFrom]),
      [
        [6, 'default'],
        [8, 'learned'],
      ],
    );
    assert.equal(verdicts[1]?.id, desk.detail(agent).verdict?.id);
  });

  itInAll(
    'says where a threshold comes from: user, workspace, agent; nothing is learned over the last',
    async () => {
      const workspace = async (value: unknown): Promise<void> => {
        await vscode.workspace
          .getConfiguration()
          .update(EMPTY, value, vscode.ConfigurationTarget.Workspace);
        // for VS Code, this test is one more program that changes the workspace's settings during a turn
        await (await desk.window.toast(/^A turn is running/)).press('Apply');
      };
      const agent = desk.agent();
      await agent.prompt();
      const origin = async (threshold: number): Promise<string | undefined> => {
        await until(`${threshold}`, () => limit(agent) === threshold);
        await agent.prompt('Once more');
        await agent.steps(threshold);
        await desk.state(agent, 'stalled');
        return desk.detail(agent).verdict?.thresholdFrom;
      };
      try {
        await set(EMPTY, 5);
        assert.equal(await origin(5), 'user');
        await workspace(4);
        assert.equal(await origin(4), 'workspace');
        await set(settings.thresholdsByAgent, {
          'claude-code': { 'balanced.emptySteps': 7, 'balanced.nonsense': 3 },
          codex: { 'balanced.emptySteps': 3 },
        });
        assert.equal(await origin(7), 'agent');
        await answer(commands.falseAlarm);
        await desk.window.toast(
          /“Empty or repeated steps” stays at 7 for Claude Code: you set it for this agent yourself\./,
        );
        await until('logged', () =>
          /turnwatch\.thresholds\.byAgent: claude-code: unknown threshold "balanced\.nonsense"/.test(
            logText(),
          ),
        );
      } finally {
        await set(EMPTY, undefined);
        await workspace(undefined);
      }
    },
  );
});
