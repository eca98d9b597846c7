/** A stall that needs a person: the card where it can be seen, else one toast per episode, which looks again before it acts. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { settings } from '../../src/ids.js';
import { Desk, set, until } from './harness/desk.js';

const STALLED =
  /“[^”]+” \(Claude Code\) has stalled\. 6 steps in a row only repeated earlier steps or did nothing \(limit 6\)\./;

describe('escalation', () => {
  let desk: Desk;
  before(async () => {
    desk = await Desk.open();
  });
  afterEach(() => desk.clear());
  after(() => desk.close());
  const texts = async (): Promise<string[]> =>
    (await desk.window.toasts()).map((toast) => toast.text);
  /** Toasts come after a trip through the workbench: one that was raised before this one is there when this one is. */
  const settled = async (): Promise<string[]> => {
    void vscode.window.showInformationMessage('marker');
    const marker = await desk.window.toast(/^marker$/);
    const all = (await texts()).filter((text) => text !== 'marker');
    await marker.dismiss();
    return all;
  };

  it('shows the card and no toast while the view is visible', async () => {
    await desk.show();
    const agent = desk.agent();
    await agent.stall();
    const frame = await desk.window.view();
    await until('the report is in the view', async () =>
      /Suggested next step/.test(await frame.locator('.report').innerText()),
    );
    assert.equal((await desk.state(agent, 'stalled')).needsPerson, true);
    assert.deepEqual(await settled(), []);
  });

  it('raises one toast per episode while the view is hidden, also when the stall goes on', async () => {
    await desk.hide();
    const agent = desk.agent();
    await agent.stall();
    const toast = await desk.window.toast(STALLED);
    assert.deepEqual(toast.buttons, ['Force respond', 'Show', 'Snooze']);
    await agent.steps(4);
    assert.equal((await settled()).length, 1);
    await toast.dismiss();
    await agent.steps(2);
    assert.deepEqual(await settled(), []);
  });

  it('raises a toast for the next stall even if the previous one was never answered', async () => {
    await desk.hide();
    const agent = desk.agent();
    await agent.stall();
    await desk.window.toast(STALLED);
    await vscode.commands.executeCommand('notifications.hideToasts'); // it stays open in the notification centre
    await until('no toast', async () => (await texts()).length === 0);
    await agent.answer();
    await agent.stall();
    await desk.window.toast(STALLED);
  });

  it('merges the stalls of several sessions into one toast', async () => {
    await desk.hide();
    const [one, two, three] = [desk.agent(), desk.agent(), desk.agent()];
    await one.stall();
    await (await desk.window.toast(STALLED)).dismiss();
    // at the same time: what stalls too late for one toast comes with the next
    await Promise.all([one, two, three].map((agent) => agent.stall()));
    await until('a merged toast', async () =>
      (await texts()).some((text) => /^[23] agents have stalled\.$/.test(text)),
    );
    const toast = await desk.window.toast(/agents have stalled/);
    assert.deepEqual(toast.buttons, ['Show']);
    await toast.press('Show');
    await desk.window.view();
    assert.ok((await settled()).length <= 1);
  });

  it('forces an answer by the toast’s button', async () => {
    await desk.hide();
    const agent = desk.agent();
    await agent.stall();
    await (await desk.window.toast(STALLED)).press('Force respond');
    await desk.state(agent, 'text-only');
    assert.match((await agent.step()).before.denied ?? '', /Tools are switched off/);
  });

  it('shows the session by the toast’s button', async () => {
    await desk.hide();
    const [agent, other] = [desk.agent(), desk.agent()];
    await agent.stall();
    const toast = await desk.window.toast(STALLED);
    await other.prompt();
    await toast.press('Show');
    const frame = await desk.window.view();
    await until(
      'the stalled session is shown',
      async () => (await frame.locator('.state').innerText()) === 'Stalled',
    );
    assert.equal(desk.snapshot().selected?.session, agent.id);
  });

  it('snoozes by the toast’s button', async () => {
    await desk.hide();
    const agent = desk.agent();
    await agent.stall();
    await (await desk.window.toast(STALLED)).press('Snooze');
    const { page } = desk.window;
    await page.locator('.quick-input-list .monaco-list-row', { hasText: /^5 steps/ }).click();
    await desk.state(agent, 'snoozed');
    assert.equal(desk.detail(agent).snoozedSteps, 5);
  });

  it('ignores an outdated toast, and says so', async () => {
    await desk.hide();
    const agent = desk.agent();
    await agent.stall();
    const toast = await desk.window.toast(STALLED);
    await agent.answer();
    await agent.prompt('Something else');
    await toast.press('Force respond');
    await desk.window.toast(/That stall is over; nothing was done\./);
    assert.equal((await agent.step()).before.silent, true);
    assert.deepEqual(desk.detail(agent).receipts, []);
  });

  it('raises none if toasts are disabled', async () => {
    await desk.hide();
    await set(settings.notifications, 'none');
    try {
      const agent = desk.agent();
      await agent.stall();
      await desk.state(agent, 'stalled');
      assert.deepEqual(await settled(), []);
    } finally {
      await set(settings.notifications, undefined);
    }
  });
});
