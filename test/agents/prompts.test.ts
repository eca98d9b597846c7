/** The real agents ask in their terminals, and the person answers in the side bar: only for who switched it on. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claudeCodeInstall } from '../../src/agents/claude-code/answer.js';
import { codexInstall } from '../../src/agents/codex/answer.js';
import type { ShownPrompt } from '../../src/core/view/ask.js';
import { contains } from '../contains.js';
import { untilDeadline } from '../host/harness/window.js';
import { skip } from '../skip.js';
import { itInAll } from '../tier.js';
import { makeBox } from './harness/box.js';
import { converse, type Conversation } from './harness/claude.js';
import { startModel, type Model } from './harness/model.js';
import type { Page } from './harness/page.js';
import { agentProgram, neededProgram } from './harness/program.js';
import { foldersOf, pointAt, providerAgent } from './harness/providers.js';
import { openScene, talkingTo, type Scene } from './harness/scene.js';
import { bash, call, say, type Script } from './harness/scripts.js';
import { openTerminal, type Terminal } from './harness/terminal.js';

const asked = /Do you want to (?:proceed|create)/;
const touch = (name: string): Script => [[say('I will write it.'), bash(`touch ${name}`)]];

describe('prompts of Claude Code', () => {
  let scene: Scene;
  let page: Page;
  let model: Model;
  let terminal: Conversation | undefined;

  before(async () => {
    scene = await openScene({ 'turnwatch.answerPrompts': true });
    page = await scene.page();
    await scene.connect();
  });
  afterEach(async () => {
    await terminal?.close();
    terminal = undefined;
    await model.close();
  });
  after(async () => {
    await scene.close();
  });

  const wrote = (name: string): boolean => existsSync(join(scene.box.workspace, name));

  /** The hooks that wait for the person, as Connect adds them. `timeout`: in seconds, after which the agent ends them. */
  function addPromptHooks(timeout?: number): void {
    const before = readFileSync(scene.settingsFile, 'utf8');
    const added = claudeCodeInstall.add('', before, { dir: scene.bridge, answersPrompts: true });
    assert.ok('text' in added);
    const text =
      timeout === undefined
        ? added.text
        : added.text.replaceAll(/"timeout": 600\b/g, `"timeout": ${timeout}`);
    writeFileSync(scene.settingsFile, text);
  }

  async function begin(script: Script, prompt: string): Promise<Conversation> {
    model = await startModel({ script });
    const opened = await converse(talkingTo(scene.box, model), ['--permission-mode', 'default']);
    terminal = opened;
    await opened.ask(prompt);
    return opened;
  }

  const becomes = (state: ShownPrompt['state'], tool?: RegExp): Promise<void> =>
    page.showsNow(
      ({ selected }) =>
        selected?.prompt?.state === state &&
        (tool === undefined || tool.test(selected.prompt.call?.input ?? '')),
    );
  const press = (name: RegExp): Promise<void> =>
    page.frame.getByRole('button', { name }).click({ timeout: 120_000 });
  const ended = (): Promise<void> => page.showsNow(({ selected }) => selected?.open === false);
  const told = (): string => model.requests.map(({ body }) => body.newest).join('\n');

  itInAll('without the hooks for it: only shown, and answered in the terminal', async () => {
    const opened = await begin(touch('none.txt'), 'Write none');
    await opened.waitFor(asked, 120_000);
    await page.shows((detail) => detail.state === 'waiting' && detail.ask !== undefined);
    assert.equal((await page.detail())?.prompt, undefined);
    opened.press('enter');
    await ended();
    assert.ok(wrote('none.txt'));
    addPromptHooks();
  });

  itInAll(
    'allowed with a click: the terminal’s prompt closes, and the agent’s log confirms it',
    async () => {
      const opened = await begin(touch('allowed.txt'), 'Write allowed');
      await opened.waitFor(asked, 120_000);
      await becomes('open', /^touch allowed\.txt$/);
      assert.equal(wrote('allowed.txt'), false);
      await press(/^Allow once/);
      await becomes('taken');
      await opened.waitFor(/Allowed by PermissionRequest hook/, 120_000);
      await ended();
      assert.ok(wrote('allowed.txt'));
    },
  );

  itInAll('denied with a reason, which the model reads', async () => {
    await begin(
      [
        [
          call('Write', {
            file_path: join(scene.box.workspace, 'denied.txt'),
            content: 'one\ntwo\n',
          }),
        ],
      ],
      'Write denied',
    );
    await becomes('open', /\+one\n\+two/);
    await press(/^Deny…/);
    await page.frame.getByRole('textbox').fill('Put it "below" docs/ instead');
    await press(/^Deny$/);
    await becomes('taken');
    await ended();
    assert.equal(wrote('denied.txt'), false);
    contains(told(), 'Put it "below" docs/ instead');
  });

  itInAll('a question, answered with one of its choices', async () => {
    const options = ['First', 'Second'].map((label) => ({ label, description: `The ${label}` }));
    const question = { question: 'Which one?', header: 'Pick', multiSelect: false, options };
    await begin([[call('AskUserQuestion', { questions: [question] })]], 'Ask me');
    await becomes('open');
    await press(/^Second/);
    await becomes('taken');
    await ended();
    contains(told(), '"Which one?"="Second"');
  });

  itInAll('answered in the terminal first: the card lets go of it', async () => {
    const opened = await begin(touch('terminal.txt'), 'Write terminal');
    await opened.waitFor(asked, 120_000);
    await becomes('open', /terminal\.txt/);
    opened.press('enter');
    await becomes('elsewhere');
    // Claude Code lets go of its hooks at any key, but takes no Enter in the first moment of its prompt
    await untilDeadline(120_000, async () => {
      if (asked.test(opened.screen())) {
        opened.press('enter');
        await sleep(500);
      }
      assert.doesNotMatch(opened.screen(), asked);
    });
    await ended();
    assert.ok(wrote('terminal.txt'));
    assert.equal(await page.frame.getByRole('button', { name: /^Allow once/ }).count(), 0);
  });

  itInAll(
    'answered too late: it does not count, the card says so, and the terminal still asks',
    async () => {
      addPromptHooks(2);
      const opened = await begin(touch('late.txt'), 'Write late');
      await opened.waitFor(asked, 120_000);
      await becomes('open', /late\.txt/);
      // the agent ends its hook
      await untilDeadline(120_000, () => {
        assert.match(opened.screen(), asked);
        return new Promise((done) => setTimeout(done, 5000));
      });
      const allow = page.frame.getByRole('button', { name: /^Allow once/ });
      if ((await allow.count()) > 0) {
        await allow.click({ timeout: 120_000 });
      }
      await becomes('late');
      await page.reads(/came too late and did not count|can no longer be answered here/);
      assert.match(opened.screen(), asked);
      assert.equal(wrote('late.txt'), false);
      opened.press('enter');
      await ended();
      assert.ok(wrote('late.txt'));
      addPromptHooks();
    },
  );

  itInAll(
    'VS Code closed while it waits: the terminal’s prompt goes on as if nothing were there',
    async () => {
      const opened = await begin(touch('closed.txt'), 'Write closed');
      await opened.waitFor(asked, 120_000);
      await becomes('open', /closed\.txt/);
      await scene.closeEditor();
      assert.match(opened.screen(), asked);
      opened.press('enter');
      await opened.waitFor(/FINAL/, 120_000);
      assert.ok(wrote('closed.txt'));
      assert.doesNotMatch(opened.history(), /turnwatch-settings|hook failed|curl:/i);
    },
  );
});

describe('prompts of Codex', () => {
  let [scene, page, model, terminal]: [Scene?, Page?, Model?, Terminal?] = [];

  before(async function () {
    const program = agentProgram('codex');
    if (typeof program === 'string') {
      skip(this, program);
    }
    const box = makeBox('codex');
    scene = await openScene({ 'turnwatch.answerPrompts': true }, { box, env: foldersOf(box) });
    page = await scene.page();
  });
  afterEach(async () => {
    await terminal?.close();
    await model?.close();
  });
  after(async () => {
    await scene?.close();
  });

  /** At a hook that waits, before its terminal asks anything. */
  async function begin(
    name: string,
  ): Promise<{ page: Page; model: Model; terminal: Terminal; file: string }> {
    assert.ok(scene !== undefined && page !== undefined);
    const { bridge } = scene;
    await untilDeadline(120_000, () => Promise.resolve(readFileSync(join(bridge, 'hook.curl'))));
    const agent = providerAgent('codex');
    const escalated = { sandbox_permissions: 'require_escalated', justification: 'To write' };
    const started = await startModel({
      api: agent.api,
      script: [[call('exec_command', { cmd: `touch ${name}`, ...escalated })]],
    });
    model = started;
    const box = pointAt(agent, scene.box, `${started.url}${agent.path}`);
    const home = join(box.home, '.codex');
    const config = readFileSync(join(home, 'config.toml'), 'utf8');
    writeFileSync(
      join(home, 'config.toml'),
      `check_for_update_on_startup = false\n${config}\n[projects.${JSON.stringify(box.workspace)}]\ntrust_level = "trusted"\n`,
    );
    const added = codexInstall.add('', '', { dir: bridge, answersPrompts: true });
    assert.ok('text' in added);
    writeFileSync(join(home, 'hooks.json'), added.text);
    const { program, args } = neededProgram('codex');
    // as if the person had reviewed the hooks
    const how = ['-a', 'on-request', '-s', 'read-only', '--dangerously-bypass-hook-trust'];
    const opened = openTerminal(program, [...args, ...how, `Write ${name}`], {
      cwd: box.workspace,
      env: box.env,
    });
    terminal = opened;
    await page.showsNow(
      ({ selected }) =>
        selected?.prompt?.state === 'open' && selected.prompt.call?.input === `touch ${name}`,
    );
    return { page, model: started, terminal: opened, file: join(box.workspace, name) };
  }

  itInAll('allowed with a click', async () => {
    const { page, terminal, file } = await begin('allowed.txt');
    await page.frame.getByRole('button', { name: /^Allow once/ }).click({ timeout: 120_000 });
    await page.showsNow(({ selected }) => selected?.prompt?.state === 'taken');
    await terminal.waitFor(/FINAL/, 120_000);
    assert.ok(existsSync(file));
  });

  itInAll('denied with a reason, which the model reads', async () => {
    const { page, terminal, model, file } = await begin('denied.txt');
    await page.frame.getByRole('button', { name: /^Deny…/ }).click({ timeout: 120_000 });
    await page.frame.getByRole('textbox').fill('Use the docs folder');
    await page.frame.getByRole('button', { name: /^Deny$/ }).click({ timeout: 120_000 });
    await terminal.waitFor(/FINAL/, 120_000);
    contains(
      model.requests.map(({ body }) => JSON.stringify(body.raw)).join('\n'),
      'Use the docs folder',
    );
    assert.equal(existsSync(file), false);
  });

  itInAll(
    'answered too late: it does not count, the card says so, and the terminal asks',
    async () => {
      const { page, terminal, file } = await begin('late.txt');
      // Turnwatch holds Codex back for less than a minute
      await terminal.waitFor(/Would you like to run|Yes, proceed/, 120_000);
      const allow = page.frame.getByRole('button', { name: /^Allow once/ });
      if ((await allow.count()) > 0) {
        await allow.click({ timeout: 120_000 });
      }
      await page.showsNow(({ selected }) => selected?.prompt?.state === 'late');
      await page.reads(/came too late and did not count|can no longer be answered here/);
      assert.equal(existsSync(file), false);
      terminal.press('enter');
      await terminal.waitFor(/FINAL/, 120_000);
      assert.ok(existsSync(file));
    },
  );

  itInAll('left to the terminal, which then asks; and VS Code closed while it waits', async () => {
    const left = await begin('left.txt');
    await left.page.frame
      .getByRole('button', { name: /^Answer in the terminal/ })
      .click({ timeout: 120_000 });
    await left.terminal.waitFor(/Would you like to run|Yes, proceed/, 120_000);
    await left.terminal.close();
    await left.model.close();
    const { terminal } = await begin('closed.txt');
    await scene?.closeEditor();
    await terminal.waitFor(/Would you like to run|Yes, proceed/, 120_000);
  });
});
