/** A real program that waits for a person, and a model that never answers: warned of, called a stall, and told by the notification. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { settings, THRESHOLD_PREFIX } from '../../src/ids.js';
import { itInAll } from '../tier.js';
import { Desk, folder, set, until } from './harness/desk.js';
import { post } from './harness/hooked-agent.js';

const MINUTE = 60_000;
const promptSeconds = `${THRESHOLD_PREFIX}balanced.promptSeconds`;
const editor = ['/usr/bin/vi', '/usr/bin/vim', '/usr/bin/nano'].find((path) => existsSync(path));

describe('a call or a response that hangs', () => {
  let desk: Desk;
  const terminals: vscode.Terminal[] = [];
  before(async () => {
    desk = await Desk.open();
  });
  afterEach(async () => {
    for (const terminal of terminals.splice(0)) {
      terminal.dispose();
    }
    await set(promptSeconds, undefined);
    await set(settings.notifications, undefined);
    await desk.clear();
  });
  after(() => desk.close());

  /** Opens the file in a terminal, as the agent's tool does: `vi`, else a shell that waits for a line. @returns the command. */
  async function waitForPerson(file: string): Promise<string> {
    const [shellPath, shellArgs, command] =
      editor === undefined
        ? ['/bin/sh', ['-c', 'read -p "Name: " name'], 'read -p "Name: " name']
        : [editor, [join(folder(), file)], `vi ${file}`];
    const terminal = vscode.window.createTerminal({ shellPath, shellArgs });
    terminals.push(terminal);
    assert.ok(((await terminal.processId) ?? 0) > 0, `${shellPath} runs`);
    return command;
  }

  itInAll(
    'vi: watch, then a stall that names it, with one notification that offers to stop',
    async () => {
      await desk.hide();
      await set(promptSeconds, 2);
      const agent = desk.agent();
      await agent.prompt('Write the notes');
      const command = await waitForPerson('notes.txt');
      const call = await agent.begin({ command });
      const began = Date.now();
      await desk.state(agent, 'watch');
      assert.ok(Date.now() - began >= 1500, 'not before its time');
      const toast = await desk.window.toast(/probably waiting for someone to type/);
      assert.ok(Date.now() - began >= 9000, 'the stall comes after five times the warning');
      assert.ok(toast.text.includes(command), toast.text);
      assert.doesNotMatch(toast.text, /no tool is running/);
      assert.deepEqual(toast.buttons, ['Stop turn', 'Show', 'Snooze']);
      assert.equal(terminals[0]?.exitStatus, undefined, 'the program still waits');
      assert.equal((await desk.state(agent, 'stalled')).needsPerson, true);
      // the person ends it: the turn goes on
      terminals[0]?.dispose();
      await agent.end(call, 'E325: ended');
      await desk.state(agent, 'progressing');
    },
  );

  it('a response that never comes: a notification after its time', async () => {
    await desk.hide();
    const session = randomUUID();
    const at = Date.now() - 30 * MINUTE + 3000;
    const own = { v: 1, session, at };
    const events = [
      { ...own, type: 'session.start', agent: 'own-loop', cwd: folder() },
      { ...own, type: 'turn.start', prompt: 'Explain the parser' },
    ];
    const { status } = await post(desk.endpoint, JSON.stringify(events), {}, '/v1/events');
    assert.equal(status, 200);
    const toast = await desk.window.toast(/silent for 30 min/);
    assert.ok(Date.now() >= at + 30 * MINUTE, 'not before its time');
    assert.deepEqual(toast.buttons, ['Stop turn', 'Show', 'Snooze']);
    const over = [{ v: 1, session, type: 'session.end' }];
    await post(desk.endpoint, JSON.stringify(over), {}, '/v1/events');
  });

  /** From the notification and from the card. */
  async function leadsTo(terminal: vscode.Terminal): Promise<void> {
    const isShown = () => vscode.window.activeTerminal === terminal;
    assert.ok(!isShown());
    const toast = await desk.window.toast(/waiting for your permission/);
    assert.deepEqual(toast.buttons, ['Show', 'Show terminal']);
    await toast.press('Show terminal');
    await until('the terminal is shown', isShown);
    terminals.at(-1)?.show();
    await until('the other one is', () => !isShown());
    await desk.show();
    const frame = await desk.window.view();
    await frame.locator('.button-row').getByRole('button', { name: 'Show terminal' }).click();
    await until('the terminal is shown again', isShown);
  }

  itInAll('a wait for permission: a notification only where the setting asks for it', async () => {
    await desk.hide();
    await set(`${THRESHOLD_PREFIX}balanced.waitSeconds`, 1);
    try {
      for (const wanted of [false, true]) {
        await set(settings.notifications, wanted ? { permission: ['editor'] } : undefined);
        // what the hook names is the shell of the agent's terminal, another of which is shown
        const terminal = vscode.window.createTerminal({ name: 'its', shellPath: '/bin/sh' });
        const other = vscode.window.createTerminal({ name: 'other', shellPath: '/bin/sh' });
        terminals.push(terminal, other);
        other.show();
        const agent = desk.agent(folder(), await terminal.processId);
        await agent.prompt();
        await agent.begin({ command: 'npm publish' });
        await agent.askPermission();
        await desk.state(agent, 'waiting');
        await until(
          'its time has passed',
          () => new Promise((done) => setTimeout(done, 2500, true)),
        );
        const texts = (await desk.window.toasts()).map(({ text }) => text);
        const told = texts.filter((text) => /waiting for your permission/.test(text));
        assert.equal(told.length, wanted ? 1 : 0, texts.join('; '));
        if (wanted && process.platform === 'linux') {
          await leadsTo(terminal);
        }
        await agent.leave();
      }
    } finally {
      await set(`${THRESHOLD_PREFIX}balanced.waitSeconds`, undefined);
    }
  });
});
