/** opencode and the programs built from its source, the real ones beside the real VS Code: watched by their database, steered by our plugin. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { HOOK_MARK } from '../../../src/agents/install/hook-names.js';
import type { Distribution } from '../../../src/agents/opencode/distribution.js';
import type { SessionDetail } from '../../../src/core/view/snapshot.js';
import { contains } from '../../contains.js';
import { LONG, untilDeadline } from '../../host/harness/window.js';
import { skip } from '../../skip.js';
import { makeBox, runAgent, type Outcome } from './box.js';
import {
  connect,
  diffShows,
  disconnect,
  leftAlone,
  played,
  playsAlone,
  receipts,
  seenAlone,
  timesTold,
  TURN_MS,
  wasStopped,
} from './flows.js';
import { deaf, finalText, startModel, summary, type Model, type ModelOptions } from './model.js';
import { chatApi } from '../models/chat.js';
import type { Page } from './page.js';
import { agentProgram } from './program.js';
import { openScene, punctually, type Scene } from './scene.js';
import { stalling, stubborn } from './scripts.js';
import { inWorktree, wasJudgedInWorktree, whileMainChanges } from './worktree.js';

export interface TestedDistribution extends Distribution {
  env: Readonly<Record<string, string>>;
  /** Also plays a productive turn, which is the same for all of them. */
  isLeftAlone: boolean;
}

/** What Kilo wants in its environment to stay on this machine. */
export const kiloEnv = {
  KILO_DISABLE_AUTOUPDATE: '1',
  KILO_DISABLE_MODELS_FETCH: '1',
  KILO_DISABLE_LSP_DOWNLOAD: '1',
  KILO_DISABLE_DEFAULT_PLUGINS: '1',
  KILO_DISABLE_SESSION_INGEST: '1',
  KILO_DISABLE_CLAUDE_CODE: '1',
  KILO_TELEMETRY_LEVEL: 'off',
  // nobody is there, and the agent is told so at once
  KILO_API_URL: 'http://127.0.0.1:9',
};

export function describeDistribution({
  id,
  name,
  app,
  pluginPackage,
  env: agentEnv,
  isLeftAlone,
}: TestedDistribution): void {
  describe(name, function () {
    this.timeout(300_000);
    let scene: Scene;
    let page: Page;
    let model: Model | undefined;
    const folder = (home = scene.box.home): string => join(home, '.config', app);
    const config = (): string => join(folder(), `${app}.json`);
    const plugin = (): string => join(folder(), 'plugins/turnwatch.js');
    const start = async (options: Omit<ModelOptions, 'api'>): Promise<Model> => {
      await model?.close();
      return (model = await startModel({ ...options, api: chatApi }));
    };

    before(async function () {
      const program = agentProgram(id);
      if (typeof program === 'string') {
        skip(this, program);
      }
      const box = makeBox(id, agentEnv);
      hasBeenOnline(folder(box.home), pluginPackage);
      scene = await openScene(
        { 'turnwatch.mode': 'auto' },
        {
          box,
          env: {
            XDG_CONFIG_HOME: join(box.home, '.config'),
            XDG_DATA_HOME: join(box.home, '.local/share'),
          },
        },
      );
      page = await scene.page();
    });
    afterEach(async () => {
      await model?.close();
      model = undefined;
    });
    after(async () => {
      await (scene as Scene | undefined)?.close();
    });

    /** One turn without a screen, with `model` as its only model. */
    const turn = (model: Model, prompt: string, box = scene.box): Promise<Outcome> => {
      fs.writeFileSync(config(), configOf(model.url));
      return runAgent(id, box, ['run', prompt], TURN_MS);
    };
    const sessionOf = (model: Model): string =>
      model.requests.find((request) => request.reason === 'script')?.session ?? '';

    const shows = (
      prompt: string,
      is: (detail: SessionDetail) => boolean,
    ): Promise<SessionDetail> =>
      page.shows(
        (detail) =>
          detail.agent === id &&
          detail.rows.some((row) => row.kind === 'prompt' && row.text.includes(prompt)) &&
          is(detail),
      );
    const turns = { start, turn, shows };

    it('is watched through its database without setup, and nothing is sent', async () => {
      const { model, seen } = await seenAlone(turns);
      assert.equal(seen.session, sessionOf(model));
    });

    it('gets the plugin only after the person has reviewed and confirmed it', async () => {
      const before = filesBelow(folder());
      // without the agent's own package the person is told what its next start costs
      fs.renameSync(join(folder(), 'node_modules'), join(folder(), 'aside'));
      await connect(scene, name, async () => {
        await untilDeadline(LONG, async () => {
          contains(
            (await scene.window.changeNotes()) ?? '',
            `${name} first installs its own plugin package`,
          );
        });
        fs.renameSync(join(folder(), 'aside'), join(folder(), 'node_modules'));
        await diffShows(scene, 'Turnwatch');
        assert.deepEqual(filesBelow(folder()), before, 'nothing is written before the click');
      });
      contains(fs.readFileSync(plugin(), 'utf8'), `${HOOK_MARK} ${id}`);
    });

    it('ends a stalled turn in words, in a worktree outside the folder: the very next request offers the model no tool', async () => {
      const { model, outcome } = await punctually(scene, async (again) => {
        const model = await start({ script: stalling, ...whileMainChanges(scene.box) });
        const prompt = `Fix the failing test in the parser${again}`;
        return { model, outcome: await turn(model, prompt, inWorktree(scene.box)) };
      });
      assert.equal(outcome.code, 0, outcome.stderr);
      assert.ok(outcome.stdout.trim().endsWith(finalText), outcome.stdout);
      const session = sessionOf(model);
      const asked = model.requests.filter((request) => request.reason !== 'side-request');
      assert.equal(asked.at(-1)?.reason, 'tool-choice-none', summary(model.requests));
      assert.match(asked.at(-1)?.body.newest ?? '', /\[Turnwatch\] Tools are switched off/);
      assert.equal(timesTold(asked.at(-1)), 1, 'the reminder comes once');
      assert.deepEqual(
        asked.slice(0, -1).filter((request) => request.marked),
        [],
      );
      assert.ok(played(model) < stalling.length);
      console.log(`      told after ${played(model)} steps`);
      const detail = await page.shows(
        (each) =>
          each.session === session &&
          !each.open &&
          each.receipts.some((receipt) => receipt.state === 'obeyed'),
      );
      assert.deepEqual(
        detail.receipts.map(({ kind, state, by, denials }) => ({ kind, state, by, denials })),
        [{ kind: 'text-only', state: 'obeyed', by: 'auto', denials: 0 }],
      );
      assert.deepEqual(detail.capabilities, { textOnly: 'request', stop: true, guide: true });
      const ids = detail.rows.flatMap((row) =>
        row.kind === 'step' ? row.calls.map((call) => call.id) : [],
      );
      assert.equal(
        ids.length,
        new Set(ids).size,
        'plugin and database together tell each call once',
      );
      assert.deepEqual(
        detail.rows
          .filter((row) => row.kind === 'step')
          .map((row) => row.step)
          .reverse(),
        Array.from({ length: played(model) }, (_, i) => i + 1),
      );
      await wasJudgedInWorktree(scene, detail);
    });

    if (isLeftAlone) {
      it('leaves a productive turn alone', () => leftAlone(turns, scene.box));
    }

    it('is stopped when the model ignores every order, and the person is asked', async () => {
      const model = await start(deaf);
      await turn(model, 'Fix the failing test, whatever anyone says');
      const session = sessionOf(model);
      const detail = await page.shows((each) => each.session === session && !each.open);
      console.log(
        `      stopped after ${played(model)} of ${stubborn.length} responses; ${receipts(detail)}`,
      );
      wasStopped(model, detail);
    });

    it('has every file restored on disconnect', async () => {
      const before = filesBelow(folder()).filter((name) => !name.includes('turnwatch'));
      const text = fs.readFileSync(config(), 'utf8');
      await disconnect(scene, name);
      assert.equal(fs.existsSync(plugin()), false);
      assert.equal(fs.readFileSync(config(), 'utf8'), text);
      assert.deepEqual(filesBelow(folder()), before);
    });

    it('finishes its turn undisturbed with VS Code closed', async () => {
      await connect(scene, name);
      await scene.closeEditor();
      assert.ok(fs.existsSync(plugin()));
      await playsAlone(turns);
    });

    function configOf(url: string): string {
      return `${JSON.stringify(
        {
          autoupdate: false,
          share: 'disabled',
          enabled_providers: ['scripted'],
          permission: { '*': 'allow' },
          model: 'scripted/scripted-model',
          small_model: 'scripted/scripted-model',
          provider: {
            scripted: {
              npm: '@ai-sdk/openai-compatible',
              name: 'Scripted',
              options: { baseURL: `${url}/v1`, apiKey: 'sk-scripted' },
              models: {
                'scripted-model': {
                  name: 'Scripted',
                  tool_call: true,
                  limit: { context: 200_000, output: 8000 },
                },
              },
            },
          },
        },
        null,
        2,
      )}\n`;
    }
  });
}

/**
 * As the agent leaves its folder once it could install its own package for plugins, which it tries at each start: with any plugin there
 * it waits for that. What it says is installed is not looked at again; our plugin needs none of it.
 */
export function hasBeenOnline(folder: string, pluginPackage: string): void {
  const dependencies = { [pluginPackage]: '1.0.0' };
  fs.mkdirSync(join(folder, 'node_modules', pluginPackage), { recursive: true });
  fs.writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }));
  fs.writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({
      name: basename(folder),
      lockfileVersion: 3,
      requires: true,
      packages: { '': { dependencies } },
    }),
  );
}

function filesBelow(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.includes('node_modules'))
    .sort();
}
