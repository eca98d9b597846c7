/** A stall that needs a person: the card where it can be seen, else one toast per episode, which looks again before it acts. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { settings } from '../../src/ids.js';
import { isObject } from '../../src/core/json.js';
import { SEEN_LATE_MS } from '../../src/live/workspace/open-turns.js';
import { Desk, folder, set, until } from './harness/desk.js';
import { skip } from '../skip.js';
import { itInAll } from '../tier.js';

const STALLED =
  /“[^”]+” \(Claude Code\) has stalled\. 6 steps in a row only repeated earlier steps or did nothing \(limit 6\)\./;

/** Playwright keeps every page focused: what VS Code asks is answered as in the background. */
const BLUR = `document.hasFocus = () => false; window.dispatchEvent(new Event('blur'));`;
const FOCUS = `delete document.hasFocus; window.dispatchEvent(new Event('focus'));`;

describe('escalation', () => {
  let desk: Desk;
  before(async () => {
    desk = await Desk.open();
  });
  afterEach(() => desk.clear());
  after(() => desk.close());
  /** Until the turn of the test before counts as over: what changes in the user's settings during one is named. */
  const betweenTurns = (): Promise<unknown> =>
    new Promise((later) => {
      setTimeout(later, SEEN_LATE_MS + 500);
    });
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
      /Suggested next step/.test(await frame.locator('.suggestion').innerText()),
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

  itInAll('merges the stalls of several sessions into one toast', async () => {
    await desk.hide();
    const [one, two, three] = [desk.agent(), desk.agent(), desk.agent()];
    await one.stall();
    await (await desk.window.toast(STALLED)).dismiss();
    // at the same time: what stalls too late for one toast comes with the next
    await Promise.all([one, two, three].map((agent) => agent.stall()));
    await until('a merged toast', async () =>
      (await texts()).some((text) => /^[23] agents have stalled: “/.test(text)),
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

  it('calls by the operating system while the window is in the background, and by the person’s command, once', async function () {
    // the test's own program in the place of the operating system's: it records its arguments
    if (process.platform !== 'linux') {
      skip(this, 'only Linux looks for its notification program in PATH');
    }
    await desk.hide();
    const dir = mkdtempSync(join(tmpdir(), 'notify-'));
    const [shown, told] = [join(dir, 'shown'), join(dir, 'told')];
    const program = (name: string, script: string): string => {
      writeFileSync(join(dir, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      return join(dir, name);
    };
    program('notify-send', `printf '%s\\n' "$@" end >> '${shown}'`);
    const command = program('call-me', `{ printf '%s ' "$@"; cat; echo end; } >> '${told}'`);
    const path = process.env['PATH'];
    const lines = (file: string): string[] =>
      existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    process.env['PATH'] = `${dir}:${path ?? ''}`;
    await desk.window.page.evaluate(BLUR);
    try {
      await until('the window is in the background', () => !vscode.window.state.focused);
      await betweenTurns();
      await set(settings.notificationCommand, [command, '--phone', '$(x)']);
      await set(settings.notifications, { stalled: ['system', 'command'] });
      const agent = desk.agent();
      await agent.stall();
      await agent.steps(2);
      await until('both called', () => [shown, told].every((file) => lines(file).includes('end')));
      const [app, icon, dashes, title, text, ...rest] = lines(shown);
      assert.deepEqual(
        [app, icon, dashes, title],
        ['--app-name=Turnwatch', '--icon=dialog-warning', '--', 'Turnwatch'],
      );
      assert.match(text ?? '', STALLED);
      assert.deepEqual(rest, ['end'], 'once');
      const [line = '', ...more] = lines(told);
      assert.deepEqual(more, ['end'], 'once');
      assert.ok(line.startsWith('--phone $(x) {'), line);
      const state: unknown = JSON.parse(line.slice(line.indexOf('{')));
      assert.ok(isObject(state));
      assert.match(String(state['text']), STALLED);
      assert.deepEqual(
        { ...state, text: '', name: '', at: 0 },
        {
          v: 1,
          state: 'stalled',
          text: '',
          session: agent.id,
          name: '',
          agent: 'claude-code',
          folder: folder(),
          at: 0,
          focused: false,
        },
      );
      assert.deepEqual(await settled(), [], 'VS Code’s own is not asked for');
    } finally {
      process.env['PATH'] = path;
      await desk.window.page.evaluate(FOCUS);
      await set(settings.notifications, undefined);
      await set(settings.notificationCommand, undefined);
      rmSync(dir, { recursive: true, force: true });
    }
  });

  itInAll('raises none if the setting names no way', async () => {
    await desk.hide();
    await betweenTurns();
    await set(settings.notifications, { stalled: [] });
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
