/** Prompts of agents in which a file of ours runs: the person answers them in the side bar, only for who switched it on. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copilotInstall } from '../../src/agents/copilot/answer.js';
import type { HookInstall } from '../../src/agents/agent.js';
import { kiloDistribution } from '../../src/agents/kilo/index.js';
import type { Distribution } from '../../src/agents/opencode/distribution.js';
import { openCodeDistribution } from '../../src/agents/opencode/index.js';
import { pluginInstall } from '../../src/agents/opencode/install.js';
import type { ShownPrompt } from '../../src/core/view/ask.js';
import { withoutLinks } from '../../src/core/view/words/inert-text.js';
import { contains } from '../contains.js';
import { untilDeadline } from '../host/harness/window.js';
import { skip } from '../skip.js';
import { itInAll } from '../tier.js';
import { makeBox, type Sandbox } from './harness/box.js';
import { startModel, type Model } from './harness/model.js';
import type { Page } from './harness/page.js';
import { agentProgram, neededProgram } from './harness/program.js';
import { foldersOf, pointAt, providerAgent } from './harness/providers.js';
import { openScene, type Scene } from './harness/scene.js';
import { bash, call, say, type Block, type Script } from './harness/scripts.js';
import { openTerminal, type Terminal } from './harness/terminal.js';

/** What differs between them. */
interface Prompting {
  id: string;
  name: string;
  installer: HookInstall;
  /** Our file in its home that answers prompts. */
  file: string;
  /** What the person has set. */
  configure(box: Sandbox): void;
  args(prompt: string): string[];
  /** What its terminal asks about a call. */
  asked: RegExp;
  /** What it asks before it runs our file. */
  consent?: RegExp;
  /** It starts our file beside its first request. No model answers at once, so the file is there before the first call (milliseconds). */
  delayMs?: number;
}

const built = (distribution: Distribution): Prompting => {
  const { id, name, app } = distribution;
  return {
    id,
    name,
    installer: pluginInstall(distribution),
    file: `.config/${app}/plugins/turnwatch.js`,
    configure: ({ home }) => {
      const config = join(home, '.config', app, `${app}.json`);
      // it would look through the repository first
      const asks = readFileSync(config, 'utf8').replace('"*":"allow"', '"*":"ask"');
      writeFileSync(config, asks.replace('{', '{"snapshot":false,'));
    },
    args: (prompt) => ['--prompt', prompt],
    asked: /Permission required|Allow once/i,
  };
};

const copilot: Prompting = {
  id: 'copilot',
  name: 'Copilot CLI',
  installer: copilotInstall,
  file: '.copilot/extensions/turnwatch/extension.mjs',
  configure: ({ home, workspace }) => {
    mkdirSync(join(home, '.copilot'), { recursive: true });
    writeFileSync(join(home, '.copilot/settings.json'), '{"experimental":true}');
    writeFileSync(
      join(home, '.copilot/config.json'),
      JSON.stringify({ trustedFolders: [workspace] }),
    );
  },
  args: (prompt) => ['-i', prompt],
  asked: /Do you want to (?:run|edit|create)|Do you want to allow/i,
  consent: /wants elevated permissions/,
  delayMs: 3000,
};

for (const prompting of [built(openCodeDistribution), built(kiloDistribution), copilot]) {
  describe(`prompts of ${prompting.name}`, () => {
    const { id } = prompting;
    const agent = providerAgent(id);
    let [scene, page, model, terminal]: [Scene?, Page?, Model?, Terminal?] = [];

    before(async function () {
      const program = agentProgram(id);
      if (typeof program === 'string') {
        skip(this, program);
      }
      const box = makeBox(id);
      const opened = await openScene(
        { 'turnwatch.answerPrompts': true },
        { box, env: foldersOf(box) },
      );
      scene = opened;
      page = await opened.page();
      await untilDeadline(120_000, () =>
        Promise.resolve(readFileSync(join(opened.bridge, 'hook.curl'))),
      );
      if (id === kiloDistribution.id) {
        // it asks for nothing at the first start in a home, whatever its settings say, also without our plugin
        const first = await start([[say('I am here.')]], 'Hello');
        await first.terminal.waitFor(/I am here/, 120_000);
        await first.terminal.close();
        await first.model.close();
      }
    });
    afterEach(async () => {
      await terminal?.close();
      await model?.close();
    });
    after(async () => {
      await scene?.close();
    });

    async function start(
      script: Script,
      prompt: string,
      waits?: number,
    ): Promise<{ model: Model; terminal: Terminal }> {
      assert.ok(scene !== undefined);
      const { delayMs } = prompting;
      const begun = await startModel({
        api: agent.api,
        script,
        ...(delayMs !== undefined && { delayMs }),
      });
      model = begun;
      const box = pointAt(agent, scene.box, `${begun.url}${agent.path}`);
      prompting.configure(box);
      const file = join(box.home, prompting.file);
      mkdirSync(dirname(file), { recursive: true });
      const added = prompting.installer.add(file, '', { dir: scene.bridge, answersPrompts: true });
      assert.ok('text' in added);
      const text = waits === undefined ? added.text : added.text.replace('590_000', String(waits));
      assert.equal(text === added.text, waits === undefined);
      writeFileSync(file, text);
      const { program, args } = neededProgram(id);
      const opened = openTerminal(program, [...args, ...prompting.args(prompt)], {
        cwd: box.workspace,
        env: box.env,
      });
      terminal = opened;
      if (prompting.consent !== undefined) {
        await opened.waitFor(prompting.consent, 120_000);
        opened.press('enter');
      }
      return { model: begun, terminal: opened };
    }

    /** Its terminal, at a prompt for the call. */
    async function begin(
      block: Block,
      shows: RegExp,
      waits?: number,
    ): Promise<{ page: Page; model: Model; terminal: Terminal }> {
      assert.ok(page !== undefined);
      const begun = await start([[say('I will write it.'), block]], `Write ${shows.source}`, waits);
      await begun.terminal.waitFor(prompting.asked, 120_000);
      await page.showsNow(
        ({ selected }) =>
          selected?.prompt?.state === 'open' && shows.test(selected.prompt.call?.input ?? ''),
      );
      return { page, ...begun };
    }
    const beginTouch = (name: string, waits?: number): ReturnType<typeof begin> =>
      begin(bash(`touch ${name}`), new RegExp(`^touch ${name}$`), waits);
    const wrote = (name: string): boolean =>
      scene !== undefined && existsSync(join(scene.box.workspace, name));
    const becomes = (page: Page, state: ShownPrompt['state']): Promise<void> =>
      page.showsNow(({ selected }) => selected?.prompt?.state === state);
    const press = ({ frame }: Page, name: RegExp): Promise<void> =>
      frame.getByRole('button', { name }).click({ timeout: 120_000 });

    itInAll('allowed with a click: the terminal’s prompt closes', async () => {
      const { page, terminal } = await beginTouch('allowed.txt');
      assert.equal(wrote('allowed.txt'), false);
      await press(page, /^Allow once/);
      await becomes(page, 'taken');
      await terminal.waitFor(/FINAL/, 120_000);
      assert.ok(wrote('allowed.txt'));
    });

    itInAll('denied with a reason, which the model reads', async () => {
      const { page, model } = await beginTouch('denied.txt');
      await press(page, /^Deny…/);
      await page.frame.getByRole('textbox').fill('Use the docs folder');
      await press(page, /^Deny$/);
      await becomes(page, 'taken');
      await untilDeadline(120_000, () => {
        contains(
          model.requests.map(({ body }) => JSON.stringify(body.raw)).join('\n'),
          'Use the docs folder',
        );
        return Promise.resolve();
      });
      assert.equal(wrote('denied.txt'), false);
    });

    itInAll('answered in the terminal first: the card lets go of it', async () => {
      const { page, terminal } = await beginTouch('terminal.txt');
      terminal.press('enter');
      await becomes(page, 'elsewhere');
      await terminal.waitFor(/FINAL/, 120_000);
      assert.ok(wrote('terminal.txt'));
    });

    itInAll('not answered in time: the card says so, and the terminal still asks', async () => {
      const { page, terminal } = await beginTouch('late.txt', 30_000);
      await becomes(page, 'late');
      await page.reads(/came too late and did not count|can no longer be answered here/);
      assert.match(terminal.screen(), prompting.asked);
      assert.equal(wrote('late.txt'), false);
      terminal.press('enter');
      await terminal.waitFor(/FINAL/, 120_000);
      assert.ok(wrote('late.txt'));
    });

    if (id === copilot.id) {
      itInAll('connected by a click on a change that shows both files: it answers', async () => {
        assert.ok(scene !== undefined);
        const { window, box, bridge } = scene;
        const files = ['.copilot/hooks/turnwatch.json', prompting.file].map((file) => ({
          file: join(box.home, file),
          tab: withoutLinks(`${file.split('/').slice(-2).join('/')}: proposed changes`),
        }));
        const written = (): string[] =>
          files.map(({ file }) => (existsSync(file) ? readFileSync(file, 'utf8') : ''));
        files.forEach(({ file }) => rmSync(file, { force: true }));
        await window.command('Turnwatch: Connect Agent…');
        await window.pick(/Connect an agent/, 'Copilot CLI');
        for (const { tab } of files) {
          await window.page.locator('.tab', { hasText: tab }).waitFor();
        }
        const shown = window.page.locator('.monaco-diff-editor .editor.modified .view-lines');
        await shown.filter({ hasText: 'turnwatch' }).first().waitFor();
        await untilDeadline(120_000, async () => {
          assert.match((await window.changeNotes()) ?? '', /2 files change together/);
        });
        assert.deepEqual(written(), ['', ''], 'nothing is written before the click');
        await window.answerChange(/runs these hooks/, 'Connect');
        await window.toast(/Copilot CLI is connected/);
        const client = { dir: bridge, answersPrompts: true };
        const added = files.map(({ file }) => prompting.installer.add(file, '', client));
        assert.deepEqual(
          written().map((text) => ({ text })),
          added,
        );
        const { page, terminal } = await beginTouch('connected.txt');
        await press(page, /^Allow once/);
        await becomes(page, 'taken');
        await terminal.waitFor(/FINAL/, 120_000);
        assert.ok(wrote('connected.txt'));
      });

      itInAll('an edit, shown with its diff; a command asked about twice', async () => {
        const written = call('Write', { file_path: 'edit.txt', content: 'one\ntwo\n' });
        const edit = await begin(written, /\+one\n *\+two/);
        await press(edit.page, /^Allow once/);
        await edit.terminal.waitFor(/FINAL/, 120_000);
        assert.ok(wrote('edit.txt'));
        await edit.terminal.close();
        await edit.model.close();
        const twice = await begin(bash('cp /etc/hostname twice.txt'), /paths:\s+- \/etc\/hostname/);
        await press(twice.page, /^Allow once/);
        await twice.page.showsNow(
          ({ selected }) =>
            selected?.prompt?.state === 'open' &&
            selected.prompt.call?.input === 'cp /etc/hostname twice.txt',
        );
        assert.equal(wrote('twice.txt'), false);
        await press(twice.page, /^Allow once/);
        await becomes(twice.page, 'taken');
        await twice.terminal.waitFor(/FINAL/, 120_000);
        assert.ok(wrote('twice.txt'));
      });
    }

    itInAll('VS Code closed while it waits: the terminal’s prompt goes on', async () => {
      const { terminal } = await beginTouch('closed.txt');
      await scene?.closeEditor();
      terminal.press('enter');
      await terminal.waitFor(/FINAL/, 120_000);
      assert.ok(wrote('closed.txt'));
      assert.doesNotMatch(terminal.history(), /turnwatch-settings|hook failed|curl:/i);
    });
  });
}
