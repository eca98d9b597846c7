/** Connect and Disconnect: a diff first, written on a click, merged, backed up, taken back byte for byte; broken files stay untouched. */
import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { projectSlug } from '../../src/agents/claude-code/paths.js';
import { commands, languages, settings } from '../../src/ids.js';
import { contains } from '../contains.js';
import { claudeDir, Desk, folder, set, until } from './harness/desk.js';
import { STALLING_STEPS } from './harness/hooked-agent.js';
import { userPrompt } from './harness/payloads.js';
import { transcript } from './harness/transcript.js';
import { itInAll } from '../tier.js';

const file = join(claudeDir, 'settings.json');
const ADD = /Claude Code runs these hooks at each step\./;
const REMOVE = /Removes Turnwatch’s hooks: Claude Code runs on without them\./;
const theirs = `{
  // the person's own
  "model": "opus",
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "echo theirs" }] }, // keep me
    ],
  },
}
`;

describe('connecting an agent', () => {
  let desk: Desk;
  let opened = 0;
  before(async () => {
    desk = await Desk.open();
    opened = Date.now();
    await desk.show();
  });
  beforeEach(() => mkdir(claudeDir, { recursive: true }));
  afterEach(async () => {
    await desk.clear();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const name of await readdir(claudeDir)) {
      if (name.startsWith('settings.json')) {
        await rm(join(claudeDir, name));
      }
    }
  });
  after(() => desk.close());
  const text = (): Promise<string | undefined> => readFile(file, 'utf8').catch(() => undefined);
  const backups = async (): Promise<string[]> =>
    (await readdir(claudeDir)).filter((name) => name.endsWith('.bak'));
  const link = () => desk.snapshot().link;
  const page = async (): Promise<string> => (await desk.window.view()).locator('#page').innerText();
  const diff = () =>
    vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .find((tab) => tab.input instanceof vscode.TabInputTextDiff);
  const reviewed = () =>
    vscode.window.visibleTextEditors.find(
      ({ document }) => document.languageId === languages.review,
    );
  const start = (command: string): Thenable<unknown> =>
    vscode.commands.executeCommand(command, { settingsFile: file });
  const asked = (note: RegExp): Promise<unknown> =>
    until(`asked ${String(note)}`, async () => note.test((await desk.window.changeNotes()) ?? ''));
  async function press(command: string, note: RegExp, button: string): Promise<void> {
    const done = start(command);
    await desk.window.answerChange(note, button);
    await done;
  }
  const connect = (): Promise<void> => press(commands.connect, ADD, 'Connect');
  const disconnect = (): Promise<void> => press(commands.disconnect, REMOVE, 'Disconnect');

  it('asks which file, shows the change first, and writes nothing before the click', async () => {
    await writeFile(file, theirs);
    const done = vscode.commands.executeCommand(commands.connect);
    await desk.window.pick(/Connect an agent/, 'Claude Code');
    await desk.window.pick(
      /Choose the settings file for the hooks|All my projects/,
      'All my projects',
    );
    await asked(ADD);
    await until('the diff', () => diff());
    const shown = diff()?.input;
    assert.ok(shown instanceof vscode.TabInputTextDiff);
    const [before, after] = await Promise.all(
      [shown.original, shown.modified].map(async (uri) =>
        (await vscode.workspace.openTextDocument(uri)).getText(),
      ),
    );
    assert.equal(before, theirs);
    contains(after, 'PostToolBatch');
    assert.equal(await text(), theirs);
    // in one column, with words in the title bar
    await desk.window.page.locator('.monaco-diff-editor:not(.side-by-side)').waitFor();
    const notes = (await desk.window.changeNotes()) ?? '';
    assert.match(notes, /A backup is kept next to the file\./);
    assert.match(notes, /Connect \| Cancel \| What Claude Code will run/);
    // an editor has its column a moment after it is there
    const review = await until('beside it', () => {
      const shown = reviewed();
      return shown?.viewColumn === vscode.ViewColumn.Two && shown;
    });
    assert.match(
      review.document.getText(),
      /^# PreToolUse\n# +Before each tool call: does nothing, unless Turnwatch has an order/m,
    );
    contains(review.document.getText(), '# The agent may close its end at any time.\ntrap');
    await desk.window.answerChange(ADD, 'Connect');
    await done;
    assert.equal(await text(), after);
    assert.deepEqual([diff(), reviewed()], [undefined, undefined]);
  });

  it('merges with existing hooks, keeps a backup, and restores the file byte for byte', async () => {
    await writeFile(file, theirs);
    await connect();
    const written = (await text()) ?? '';
    for (const kept of ["// the person's own", '"echo theirs"', '// keep me', '"model": "opus"']) {
      contains(written, kept);
    }
    contains(written, 'X-Turnwatch-Agent: claude-code');
    const [backup] = await backups();
    assert.equal(await readFile(join(claudeDir, backup ?? ''), 'utf8'), theirs);
    await until('connected', () => link().state === 'connected');

    await start(commands.connect);
    await desk.window.toast(/Claude Code is already connected/);
    assert.equal(await text(), written);

    await disconnect();
    assert.equal(await text(), theirs);
    await until('watching', () => link().state === 'watching');
  });

  itInAll('creates a missing file, and removes it again', async () => {
    const before = await readdir(claudeDir);
    await press(commands.connect, /The file contains nothing of yours\./, 'Connect');
    contains(await text(), 'UserPromptSubmit');
    await disconnect();
    assert.deepEqual(await readdir(claudeDir), before);
  });

  itInAll(
    'writes nothing on Cancel, when the diff is closed, nor for a newer question',
    async () => {
      await writeFile(file, theirs);
      await press(commands.connect, ADD, 'Cancel');
      assert.equal(await text(), theirs);
      const done = start(commands.connect);
      await asked(ADD);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await done;
      assert.equal(await text(), theirs);
      const first = start(commands.connect);
      await asked(ADD);
      const second = start(commands.connect);
      await first;
      assert.equal(await text(), theirs);
      await desk.window.answerChange(ADD, 'Cancel');
      await second;
      // nothing is shown that could be answered
      await vscode.commands.executeCommand(commands.acceptConnect);
      assert.equal(await text(), theirs);
      assert.deepEqual(await backups(), []);
      assert.equal(diff(), undefined);
    },
  );

  it('writes nothing over a change made while the diff was shown', async () => {
    await writeFile(file, theirs);
    const done = start(commands.connect);
    await asked(ADD);
    await writeFile(file, '{ "model": "other" }');
    await desk.window.answerChange(ADD, 'Connect');
    await done;
    await desk.window.toast(/has changed since the change was shown; nothing was written/);
    assert.equal(await text(), '{ "model": "other" }');
  });

  it('never writes a broken file, says where it is broken, and opens it there', async () => {
    const broken = '{\n  "model": "opus"\n  "hooks": {}\n}\n';
    await writeFile(file, broken);
    void start(commands.connect);
    const toast = await desk.window.toast(
      /Nothing was changed\. .*settings\.json: the settings file is invalid at line 3, column 3/,
    );
    assert.equal(await text(), broken);
    await until(
      'the view says so',
      () => link().state === 'not-connected' && /invalid/.test(link().detail ?? ''),
    );
    await toast.press('Open File');
    await until(
      'the place',
      () =>
        vscode.window.activeTextEditor?.document.uri.fsPath === file &&
        vscode.window.activeTextEditor.selection.active.line === 2,
    );
    assert.equal(vscode.window.activeTextEditor?.selection.active.character, 2);
    await until('the first answer is gone', async () =>
      (await desk.window.toasts()).every((each) => each.text !== toast.text),
    );
    void start(commands.disconnect);
    await desk.window.toast(/Nothing was changed/);
    assert.equal(await text(), broken);
  });

  it('Connect and force respond: the change first, then the order goes out to the running session', async () => {
    await writeFile(file, theirs);
    const agent = desk.agent();
    const log = join(claudeDir, 'projects', projectSlug(folder()), `${agent.id}.jsonl`);
    await mkdir(dirname(log), { recursive: true });
    const steps = { session: agent.id, cwd: folder(), steps: STALLING_STEPS };
    await writeFile(log, transcript({ ...steps, prompt: 'Fix the failing test' }));
    await desk.state(agent, 'stalled');
    const button = (await desk.window.view()).getByRole('button', {
      name: /^Connect and force respond/,
    });
    await button.click();
    await desk.window.answerChange(ADD, 'Cancel');
    assert.deepEqual([desk.detail(agent).receipts, await text()], [[], theirs]);
    await button.click();
    await desk.window.answerChange(ADD, 'Connect');
    const receipt = await until('the order', () => desk.detail(agent).receipts.at(-1));
    assert.deepEqual(
      [receipt.kind, receipt.state, receipt.by],
      ['text-only', 'requested', 'person'],
    );
    // pressed again before the first hook: it is on its way
    await vscode.commands.executeCommand(commands.forceRespond, { session: agent.id });
    assert.ok((await agent.step()).before.denied);
    await desk.state(agent, 'text-only');
    assert.equal(desk.detail(agent).receipts.length, 1);
    assert.deepEqual(
      (await desk.window.toasts()).filter(({ text }) => text.includes('Nothing can be sent')),
      [],
    );
    await rm(log);
  });

  itInAll(
    'says that it waits for the next step of a running session, by name, until its first hook comes',
    async () => {
      await writeFile(file, theirs);
      const agent = desk.agent();
      const log = join(claudeDir, 'projects', projectSlug(folder()), `${agent.id}.jsonl`);
      await mkdir(dirname(log), { recursive: true });
      const name = 'Make the lexer stop';
      // its last call ended long after the window began to listen, and long enough ago for a hook
      await until('the window has listened for long', () => Date.now() - opened > 17_000);
      const at = Date.now() - 6000;
      await writeFile(
        log,
        transcript({ session: agent.id, cwd: folder(), prompt: name, steps: 2, at }),
      );
      await until('in the view', async () => (await page()).includes(name));
      await until('only watched', async () => (await page()).includes('Only watched.'));
      await connect();
      const waits = `Connected: waits for the next step of “${name}”.`;
      await until('it waits', async () => (await page()).includes(waits));
      assert.deepEqual(
        [link().state, /Not connected|Only watched/.test(await page())],
        ['connected', false],
      );
      assert.equal(desk.detail(agent).capabilities.awaitsHooks, 'next-step');
      await agent.step();
      await until('its hook came', async () => !(await page()).includes(waits));
      assert.deepEqual(
        [desk.detail(agent).capabilities.textOnly, /Not connected|Only watched/.test(await page())],
        ['deny', false],
      );
      await rm(log);
    },
  );

  itInAll('says in the view why it is not connected: outdated, or switched off', async () => {
    await connect();
    const written = (await text()) ?? '';
    await writeFile(file, written.replace('"timeout": 2', '"timeout": 3')); // by somebody else
    await until('outdated', () => /another version/.test(link().detail ?? ''));
    await until('in the view', async () =>
      /The installed hooks are from another version\. Connect again\./.test(await page()),
    );
    await writeFile(file, written.replace('{', '{ "disableAllHooks": true,'));
    await until('disabled', () => /disableAllHooks/.test(link().detail ?? ''));
    await until('in the view', async () => /Hooks are disabled/.test(await page()));
    await writeFile(file, written);
    await until('connected', () => link().state === 'connected');
  });

  itInAll('repairs hooks of an earlier version with one click that shows the change', async () => {
    await writeFile(file, theirs);
    await connect();
    const written = (await text()) ?? '';
    const earlier = written.replaceAll('"timeout": 2', '"timeout": 3');
    await writeFile(file, earlier);
    await until('outdated', () => /another version/.test(link().detail ?? ''));
    const notice = (await desk.window.view()).locator('.notice:visible', {
      hasText: 'another version',
    });
    await notice.locator('vscode-button').click();
    await desk.window.answerChange(ADD, 'Cancel');
    assert.equal(await text(), earlier);
    await notice.locator('vscode-button').click();
    await until('the diff', () => diff());
    await desk.window.answerChange(ADD, 'Connect');
    await until('connected', () => link().state === 'connected');
    assert.equal(await text(), written);
  });

  itInAll(
    'asks for the folder of an agent that works with another one, and connects it there',
    async () => {
      await connect();
      await until('connected', () => link().state === 'connected');
      const connectedAt = Date.now();
      const config = join(dirname(claudeDir), '.claude-work');
      const project = join(config, 'projects', projectSlug(folder()));
      await mkdir(project, { recursive: true });
      // the folder is known by a hook of another session, such as one with hooks of its project
      const known = desk.agent();
      await known.send({
        ...userPrompt(
          {
            session: known.id,
            cwd: folder(),
            transcript: join(project, `${known.id}.jsonl`),
            prompt: 'p',
          },
          'Hello',
        ),
      });
      // that its hooks are missed is told of what it does well after they were installed
      await until('a while', () => Date.now() - connectedAt > 11_000);
      const { id: session } = desk.agent();
      await writeFile(
        join(project, `${session}.jsonl`),
        transcript({ session, cwd: folder(), prompt: 'Fix the parser', steps: 2 }),
      );
      await until('missed', () =>
        /No hooks in .*\.claude-work, the folder/.test(link().detail ?? ''),
      );
      const notice = (await desk.window.view()).locator('.notice:visible', {
        hasText: 'Not connected',
      });
      await notice.locator('vscode-button').click();
      await desk.window.pick(/Connect an agent/, 'Add Folder');
      await until('its settings', () =>
        /^\.claude-work.settings\.json: /.test(diff()?.label ?? ''),
      );
      await desk.window.answerChange(ADD, 'Connect');
      await until('written', async () =>
        (await readFile(join(config, 'settings.json'), 'utf8').catch(() => '')).includes(
          'turnwatch',
        ),
      );
      const setting = vscode.workspace.getConfiguration().get(settings.claudeOtherConfigDirs);
      assert.deepEqual(setting, [config]);
      await set(settings.claudeOtherConfigDirs, undefined);
      await rm(config, { recursive: true });
    },
  );
});
