/** Every command: there, guarded, and doing what it says to a live agent. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import * as vscode from 'vscode';
import { commands, settings } from '../../src/ids.js';
import { MODEL_MARK } from '../../src/core/interventions/model-texts.js';
import { contains, lacks } from '../contains.js';
import { Desk, folder, logText, set, until } from './harness/desk.js';
import { itInAll } from '../tier.js';

const run = (id: string, argument?: unknown): Thenable<unknown> =>
  vscode.commands.executeCommand(id, argument);

describe('commands', () => {
  let desk: Desk;
  before(async () => {
    desk = await Desk.open();
    await desk.show();
  });
  afterEach(() => desk.clear());
  after(() => desk.close());
  const toast = (text: RegExp) => desk.window.toast(text);

  it('are all registered', async () => {
    const known = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      Object.values(commands).filter((id) => !known.has(id)),
      [],
    );
  });

  itInAll('explain themselves when no agent is at work', async () => {
    const refusals: [string, RegExp][] = [
      [commands.forceRespond, /No agent is running in this window|This turn has already ended/],
      [commands.stopTurn, /No agent is running|This turn has already ended/],
      [commands.guide, /No agent is running|This turn has already ended/],
      [commands.snooze, /No agent is running|This turn has already ended/],
      [commands.undo, /Nothing to undo/],
    ];
    for (const [id, text] of refusals) {
      await run(id);
      await (await toast(text)).dismiss();
      assert.deepEqual(await desk.window.toasts(), [], id);
    }
    await run(commands.closeRecordedRun);
    await run(commands.stopRelay);
    for (const argument of [
      null,
      7,
      'text',
      [],
      { session: 7, steps: 'many', text: {} },
      { session: 'unknown session' },
    ]) {
      await run(commands.forceRespond, argument);
      await (await toast(/No agent is running|This turn has already ended/)).dismiss();
      assert.deepEqual(await desk.window.toasts(), []);
    }
  });

  it('Guide: the text reaches the agent once, with its next step', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await agent.step();
    const asked = run(commands.guide);
    const input = desk.window.page.locator('.quick-input-widget input');
    await input.waitFor();
    await input.fill('Look into lexer.ts first');
    await input.press('Enter');
    await asked;
    const { before, after } = await agent.step();
    const note = before.context ?? after.context;
    assert.equal(note, `${MODEL_MARK} The user says: Look into lexer.ts first`);
    assert.equal(before.denied, undefined);
    await until('delivered', () =>
      desk
        .detail(agent)
        .receipts.some((receipt) => receipt.kind === 'guide' && receipt.state === 'delivered'),
    );
    const again = await agent.step();
    assert.deepEqual([again.before.silent, again.after.silent], [true, true]);
  });

  it('Guide: a stalled turn’s begins with what was drafted, which can be copied, too', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await run(commands.copyDraft, { session: agent.id });
    await (await toast(/nothing to tell the agent/)).dismiss();
    for (let i = 0; i < 4; i++) {
      await agent.step({ command: 'ls -A empty', description: 'Look' });
    }
    await until('the stall', () => desk.detail(agent).verdict?.level === 'stalled');
    const draft =
      '`ls -A empty` gave the same result 4 times. Don’t repeat it: say what its result tells you, then take another way or ask.';
    await run(commands.copyDraft, { session: agent.id });
    assert.equal(await vscode.env.clipboard.readText(), draft);
    const asked = run(commands.guide, { session: agent.id });
    const input = desk.window.page.locator('.quick-input-widget input');
    await input.waitFor();
    assert.equal(await input.inputValue(), draft);
    await input.press('Enter');
    await asked;
    const { before, after } = await agent.step();
    assert.equal(before.context ?? after.context, `${MODEL_MARK} The user says: ${draft}`);
  });

  it('Guide: between the call and its end it comes with the end of the step', async () => {
    const agent = desk.agent();
    await agent.prompt();
    const call = await agent.begin({ command: 'npm test' });
    await run(commands.guide, { session: agent.id, text: 'Only the parser’s tests, please' });
    assert.equal(
      (await agent.end(call, 'all 12 tests failed')).context,
      `${MODEL_MARK} The user says: Only the parser’s tests, please`,
    );
  });

  it('Snooze: no action for so many steps, then it asks', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await agent.step();
    await run(commands.snooze, { session: agent.id, steps: 8 });
    await agent.steps(7);
    await until('seven of the steps', () => desk.detail(agent).snoozedSteps === 1);
    assert.equal(desk.detail(agent).needsPerson, false);
    await agent.step();
    await until('it asks', () => desk.summary(agent)?.needsPerson);
    assert.equal(desk.summary(agent)?.state, 'stalled');
  });

  it('Stop Turn: the next call is denied and the turn stopped', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await agent.step();
    await run(commands.stopTurn);
    const { before } = await agent.step();
    assert.equal(before.denied, `${MODEL_MARK} The user stopped this turn.`);
    assert.equal(before.goOn, false);
    await until('delivered', () =>
      desk
        .detail(agent)
        .receipts.some((receipt) => receipt.kind === 'stop' && receipt.state !== 'requested'),
    );
  });

  it('Force Respond without a session: goes to the agent that works, not to one that only needed somebody, and shows it', async () => {
    const [silent, working] = [desk.agent(), desk.agent()];
    await silent.stall();
    assert.equal((await desk.state(silent, 'stalled')).needsPerson, true);
    await working.prompt();
    await working.step();
    assert.equal(desk.snapshot().selected?.session, silent.id);
    await run(commands.forceRespond);
    assert.equal((await desk.state(silent, 'stalled')).needsPerson, true);
    assert.match((await working.step()).before.denied ?? '', /Tools are switched off/);
    await until('its receipt', () =>
      desk.detail(working).receipts.some(({ state }) => state === 'delivered'),
    );
  });

  it('Undo: withdraws what was not delivered, and says when it is too late', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await agent.step();
    await run(commands.forceRespond);
    assert.equal(desk.detail(agent).state, 'text-only');
    await run(commands.undo);
    assert.equal(desk.detail(agent).receipts[0]?.state, 'withdrawn');
    assert.equal((await agent.step()).before.silent, true);
    await run(commands.forceRespond);
    const [, forced] = desk.detail(agent).receipts;
    assert.ok(forced);
    assert.ok((await agent.step()).before.denied);
    await until('delivered', () => desk.detail(agent).receipts[1]?.state === 'delivered');
    await run(commands.undo, { intervention: forced.id });
    await toast(/Already delivered; can’t be undone/);
  });

  it('Force Respond: holds for the turn, leaves the tool that asks the person, and ends with the next prompt', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await run(commands.forceRespond, { session: agent.id });
    contains((await agent.step()).before.denied, 'the user asks for an answer in words');
    assert.equal(
      (await agent.step({ questions: [] }, 'yes', 'AskUserQuestion')).before.silent,
      true,
    );
    await agent.prompt('Go on');
    assert.equal((await agent.step()).before.silent, true);
  });

  it('Force Respond: a call answered too late runs and is no denial; the order follows at its end', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await agent.step();
    await run(commands.forceRespond, { session: agent.id });
    const { call, answer } = await agent.beginLate({ command: 'ls' });
    assert.equal(answer.silent, true);
    const receipt = () =>
      desk
        .detail(agent)
        .receipts.map(({ state, denials }) => `${state}, ${denials} denials`)
        .join();
    assert.equal(receipt(), 'requested, 0 denials');
    await until('logged', () =>
      logText().includes(`${agent.id}: the agent did not wait for the answer`),
    );
    assert.match((await agent.end(call, 'README.md')).context ?? '', /Tools are switched off/);
    const calls = desk.detail(agent).rows.flatMap((row) => (row.kind === 'step' ? row.calls : []));
    assert.equal(calls.find(({ id }) => id === call.id)?.outcome, 'ok');
    await until('delivered', () => receipt() === 'delivered, 0 denials');
    assert.ok((await agent.step()).before.denied);
    assert.equal(receipt(), 'delivered, 1 denials');
  });

  it('Force Respond: after three denials it counts as ignored, and the person is asked again', async () => {
    const agent = desk.agent();
    await agent.stall();
    await run(commands.forceRespond, { session: agent.id });
    for (let i = 0; i < 4; i++) {
      assert.ok((await agent.step()).before.denied);
    }
    assert.equal((await desk.state(agent, 'escalated')).needsPerson, true);
    assert.equal(
      desk.detail(agent).receipts.find((receipt) => receipt.kind === 'text-only')?.state,
      'ignored',
    );
  });

  itInAll(
    'mode auto: tools go off at once, and the turn is stopped when that is ignored',
    async () => {
      await set(settings.mode, 'auto');
      try {
        const agent = desk.agent();
        await agent.stall();
        assert.match(
          (await agent.step()).before.denied ?? '',
          /Tools are switched off for the rest of this turn: 6 steps/,
        );
        for (let i = 0; i < 2; i++) {
          const { before } = await agent.step();
          assert.ok(before.denied);
          assert.equal(before.goOn, true, 'it may still answer');
        }
        await until('the countdown is over', () =>
          desk.detail(agent).receipts.some(({ kind }) => kind === 'stop'),
        );
        const { before } = await agent.step();
        assert.ok(before.denied);
        assert.equal(before.goOn, false);
      } finally {
        await set(settings.mode, undefined);
      }
    },
  );

  it('Pause and Resume: events are ignored, hooks answered empty, then watched again', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await agent.step();
    await run(commands.forceRespond);
    await run(commands.pause);
    const frame = await desk.window.view();
    await until('paused in the view', async () =>
      /Paused/.test(await frame.locator('.head').innerText()),
    );
    const { before, after } = await agent.step();
    assert.deepEqual([before.silent, after.silent], [true, true]);
    await until('the step before', () => desk.detail(agent).steps === 1);
    await run(commands.resume);
    assert.ok((await agent.step()).before.denied);
    await until('the step after', () => desk.detail(agent).steps === 2);
  });

  it('Copy Escalation Report: also once the turn is over; without a stall there is none', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await agent.answer();
    await run(commands.copyReport, { session: agent.id });
    await (await toast(/No turn has stalled/)).dismiss();
    await agent.prompt('Something else');
    for (let i = 0; i < 4; i++) {
      await agent.step({ command: 'ls -A empty', description: 'Look' });
    }
    await agent.answer();
    await until('the turn is over', () => !desk.detail(agent).open);
    await run(commands.copyReport, { session: agent.id });
    assert.match(
      await vscode.env.clipboard.readText(),
      /^# Turnwatch report: Claude Code, turn 2$[^]*^\*\*Reason:\*\* “` ls -A empty `” gave/m,
    );

    // that turn, with its stall, is part of what Turnwatch did
    await run(commands.falseAlarm, { session: agent.id });
    await (await toast(/Marked as a false alarm/)).dismiss();
    await run(commands.whatItDid);
    const page = await until('the page of what Turnwatch did', report);
    contains(await page.locator('.stalls').first().innerText(), 'Repeated calls');
    await page.getByRole('link', { name: 'Copy as Markdown' }).click();
    const copied = await until('its Markdown', async () => {
      const text = await vscode.env.clipboard.readText();
      return text.startsWith('# What Turnwatch Did') && { text };
    });
    assert.match(copied.text, /^- False alarms: \*\*[1-9]\d*\*\*$/m);
    assert.match(copied.text, /^\| Claude Code \| Repeated calls \| \d+ \| \d+ \| /m);
    lacks(copied.text, 'ls -A');
    await page.getByRole('link', { name: 'Delete All…' }).click();
    await (await toast(/Delete everything that Turnwatch counted/)).press('Delete');
    await until('nothing is left', async () => {
      await run(commands.whatItDid, { action: 'copy' });
      return (await vscode.env.clipboard.readText()).includes('Nothing yet.');
    });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  async function report(): Promise<Frame | undefined> {
    for (const frame of desk.window.page.frames()) {
      const title = frame.getByRole('heading', { name: 'What Turnwatch Did' });
      if ((await title.count().catch(() => 0)) > 0) {
        return frame;
      }
    }
    return undefined;
  }

  it('Copy Escalation Report: the five parts and the next step', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await agent.step(
      { file_path: `${folder()}/README.md` },
      '# A project, read for the first time in this turn',
      'Read',
    );
    for (let i = 0; i < 4; i++) {
      await agent.step({ command: 'ls -A empty', description: 'Look' });
    }
    await run(commands.copyReport);
    const report = await vscode.env.clipboard.readText();
    const parts = [
      /^# Turnwatch report: Claude Code, turn 1$/m,
      /^\*\*Reason:\*\* “` ls -A empty `” gave the same result 4 times \(2–5\)\.$/m,
      /^\*\*Progress:\*\* Files read: 1, modified: 0, tests: 0, commands: 4 \(last: \d+s ago\)$/m,
      /^\*\*Steps in this turn:\*\* 5$/m,
      /^\*\*Time since last progress:\*\* \d+s$/m,
      /^\*\*Suggested next step:\*\* \S/m,
      /^## Last actions$/m,
      /^- read: ` \S*README\.md ` — ok$/m,
      /^- shell: ` ls -A empty ` — ok ×4$/m,
    ];
    for (const part of parts) {
      assert.match(report, part);
    }
  });

  it('Copy Diagnostics: what a bug report needs, and nothing of the project', async () => {
    const agent = desk.agent();
    await agent.prompt('A very private prompt');
    await agent.step({ command: 'cat private-file.txt' }, 'private text');
    await run(commands.copyDiagnostics);
    const text = await vscode.env.clipboard.readText();
    for (const line of [
      /^Turnwatch: \d+\.\d+\.\d+$/m,
      /^Bridge: connected, hub, port \d+$/m,
      /^Mode: ask$/m,
      /^Link: \w/m,
      /^Sessions: .*claude-code progressing 1 steps/m,
    ]) {
      assert.match(text, line);
    }
    assert.doesNotMatch(text, /private/);
    lacks(text, folder());
    lacks(text, desk.endpoint.token);
  });

  it('Start and Stop Model Relay: terminals use it only in between', async () => {
    const agent = 'claude-code';
    await Promise.all([run(commands.startRelay, { agent }), run(commands.startRelay, { agent })]);
    const [, address] =
      /listens on (http:\/\/\S+?)\. /.exec((await toast(/The model relay listens on/)).text) ?? [];
    assert.ok(address);
    assert.equal(await terminalVariable('ANTHROPIC_BASE_URL'), address);
    await vscode.commands.executeCommand('notifications.clearAll');
    await until('the message is gone', async () => (await desk.window.toasts()).length === 0);
    await run(commands.startRelay, { agent });
    contains(
      (await toast(/The model relay listens on/)).text,
      address,
      'asked for once more, it says where it is',
    );
    await run(commands.stopRelay);
    assert.equal(await terminalVariable('ANTHROPIC_BASE_URL'), '');
    await assert.rejects(fetch(address));
  });

  it('Start Model Relay: a changed upstream applies from the next request', async () => {
    const agent = 'kimi-code';
    const answering = async (text: string): Promise<{ server: Server; url: string }> => {
      const server = createServer((_request, response) => {
        response.end(text);
      });
      await new Promise<void>((ready) => {
        server.listen(0, '127.0.0.1', ready);
      });
      const address = server.address();
      return {
        server,
        url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
      };
    };
    const [one, other] = [await answering('one'), await answering('the other')];
    try {
      await set(settings.relayUpstreams, { [agent]: one.url });
      await run(commands.startRelay, { agent });
      const [, address = ''] =
        /listens on (http:\/\/\S+?)\. /.exec((await toast(/The model relay listens on/)).text) ??
        [];
      const asked = async (): Promise<string> => (await fetch(`${address}/models`)).text();
      assert.equal(await asked(), 'one');
      await set(settings.relayUpstreams, { [agent]: other.url });
      await until('the other answers', async () => (await asked()) === 'the other');
    } finally {
      await set(settings.relayUpstreams, undefined);
      await run(commands.stopRelay);
      for (const { server } of [one, other]) {
        server.closeAllConnections();
        await new Promise<void>((closed) => {
          server.close(() => {
            closed();
          });
        });
      }
    }
  });

  it('Show Log and Open Settings open the log and the settings', async () => {
    await run(commands.showLog);
    await until('the log', async () =>
      (await desk.window.page.locator('.pane-composite-part.panel').innerText()).includes(
        'Turnwatch',
      ),
    );
    await vscode.commands.executeCommand('workbench.action.closePanel');
    await run(commands.openSettings);
    await until(
      'the settings',
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'Settings',
    );
    await until('ours', async () =>
      /Turnwatch/.test(await desk.window.page.locator('.settings-editor').innerText()),
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});

/** What a new terminal of this window finds in its environment. */
async function terminalVariable(name: string): Promise<string> {
  const file = join(folder(), `.env-${randomUUID()}`);
  // there with all that is in it, or not there
  const terminal = vscode.window.createTerminal({
    name: 'test',
    shellPath: '/bin/sh',
    shellArgs: ['-c', `printf %s "$${name}" > '${file}.part' && mv '${file}.part' '${file}'`],
  });
  try {
    const { text } = await until(
      'the terminal has run',
      () => existsSync(file) && { text: readFileSync(file, 'utf8') },
    );
    return text;
  } finally {
    terminal.dispose();
    rmSync(file, { force: true });
  }
}
