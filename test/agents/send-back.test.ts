/**
 * The real Claude Code, Codex and opencode end a turn whose tests fail: in auto, where the person chose so, they are sent back once;
 * else by a click, which hands it over where the agent takes it, and copies it where not.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codexInstall } from '../../src/agents/codex/answer.js';
import { openCodeDistribution } from '../../src/agents/opencode/index.js';
import type { InterventionEvent } from '../../src/core/events.js';
import { contains } from '../contains.js';
import { freePort } from '../host/harness/profile.js';
import { untilDeadline } from '../host/harness/window.js';
import { skip } from '../skip.js';
import { makeBox, runAgent, type Outcome } from './harness/box.js';
import { startModel, summary, type Model, type ModelOptions } from './harness/model.js';
import { openScreen } from './harness/open-screen.js';
import type { Page } from './harness/page.js';
import { agentProgram } from './harness/program.js';
import { foldersOf } from './harness/providers.js';
import {
  extensionLog,
  openScene,
  punctually,
  recordedEvents,
  recordings,
  turn,
  type Scene,
} from './harness/scene.js';
import { bash, say, type Script } from './harness/scripts.js';
import { responsesApi } from './models/responses.js';

const testFile = 'sum.test.cjs';
const failing = bash(`node --test ${testFile}`, 'Test');
const mended = bash(`sed -i 's/1 - 2/1 + 2/' ${testFile} && node --test ${testFile}`, 'Mend, test');
const claim = 'I looked into it. All tests pass now.';
const insisted = 'It stays red: the sum is wrong.';

interface Agent {
  scene: Scene;
  page: Page;
  model?: Pick<ModelOptions, 'api' | 'port'>;
  /** One turn, in which the model is asked so many times at least. */
  turn(model: Model, prompt: string, responses: number): Promise<Outcome>;
  /** Its last words, once it was handed what a click says, and the model was asked so many times. Absent where a click copies it. */
  goesOn?(model: Model, responses: number): Promise<string>;
  close?(): Promise<void>;
}

function sendsBack(open: (context: Mocha.Context) => Promise<Agent>): void {
  let agent: Agent | undefined;
  let last: Model | undefined;

  before(async function () {
    agent = await open(this);
  });
  const prepare = (): void => {
    const test = `require('node:test')('adds', () => {\n  if (1 - 2 !== 3) throw new Error('wrong sum');\n});\n`;
    writeFileSync(join(opened().scene.box.workspace, testFile), test);
  };
  afterEach(async () => {
    await last?.close();
    last = undefined;
  });
  after(async () => {
    await agent?.close?.();
    await agent?.scene.close();
  });
  const opened = (): Agent => {
    assert.ok(agent !== undefined);
    return agent;
  };

  /**
   * One turn by `script`, of a model that does not heed what is ours.
   * @param responses of the script; the rest follows a click
   * @returns its last words, and the texts of ours that it got
   */
  async function play(
    script: Script,
    prompt: string,
    responses = script.length,
  ): Promise<{ words: string; got: string[] }> {
    const { model: how, turn, scene } = opened();
    const { model, outcome } = await punctually(scene, async (again) => {
      await last?.close();
      prepare();
      const model = await startModel({ ...how, script, temper: 'deaf', delayMs: 50 });
      last = model;
      return { model, outcome: await turn(model, `${prompt}${again}`, responses) };
    });
    assert.equal(outcome.code, 0, outcome.stderr);
    const { requests } = model;
    assert.equal(
      requests.filter(({ reason }) => reason === 'script').length,
      responses,
      `${summary(requests)}\n${extensionLog(scene.profile).slice(-4000)}`,
    );
    return {
      words: outcome.stdout.trim().split('\n').at(-1) ?? '',
      got: requests.filter(({ marked }) => marked).map(({ body }) => body.newest),
    };
  }

  /** The session of the turn that was played. */
  const played = (): string | undefined =>
    last?.requests.find(({ reason }) => reason === 'script')?.session;
  const recorded = (): InterventionEvent[] =>
    recordings(opened().scene.profile)
      .flatMap(recordedEvents)
      .filter(
        (event): event is InterventionEvent =>
          event.type === 'intervention' && event.session === played(),
      );
  const told = (): string[] => recorded().map(({ rung, by, state }) => `${rung} ${by} ${state}`);

  it('not at an honest end', async () => {
    const { got } = await play([[mended], [say('All tests pass now.')]], 'Fix the test honestly');
    assert.deepEqual(got, []);
  });

  it('once: the model goes on, mends it, and ends', async () => {
    const script = [[failing], [say(claim)], [mended], [say('Now it is green.')]];
    const { words, got } = await play(script, 'Fix the failing test');
    assert.equal(words, 'Now it is green.');
    assert.equal(got.length, 1);
    assert.match(got[0] ?? '', /\[Turnwatch\] Before this turn ends[^]*Last test run: 1 failed\./);
    await untilDeadline(120_000, () => {
      assert.deepEqual(told(), ['guide auto requested', 'guide auto delivered']);
      return Promise.resolve();
    });
    // opencode tells an end before it asks whether to go on
    const detail = await opened().page.shows(
      ({ session, end, receipts }) =>
        session === played() && receipts.length > 0 && end?.facts?.[0]?.id === 'ended.passedLast',
    );
    assert.equal(detail.receipts[0]?.words, 'Last test run: 1 failed');
    assert.deepEqual(
      detail.end?.facts?.map(({ id }) => id),
      ['ended.passedLast'],
    );
    await opened().page.reads(/Sent back/);
  });

  it('not a second time in the same turn', async () => {
    const script = [[failing], [say(claim)], [failing], [say(insisted)]];
    const { words, got } = await play(script, 'Fix the failing test again');
    assert.equal(words, insisted);
    assert.equal(got.length, 1);
    assert.equal(told().filter((each) => each === 'guide auto requested').length, 1);
  });

  it('not where it asks the person', async () => {
    const script = [[failing], [say('One test fails. Shall I change the test, or the sum?')]];
    const { got } = await play(script, 'Fix the test or ask me');
    assert.deepEqual(got, []);
  });

  it('not without the setting: the end stands in the card, with the claim and one click', async () => {
    const { scene, page, goesOn } = opened();
    scene.set({ 'turnwatch.auto.sendBack': false, 'turnwatch.mode': 'ask' });
    await page.showsNow(({ mode }) => mode === 'ask');
    const script = [[failing], [say(claim)], ...(goesOn === undefined ? [] : [[mended]])];
    const { words, got } = await play(script, 'Fix the test by yourself', 2);
    assert.deepEqual([words, got, told()], [claim, [], []]);
    const detail = await page.shows(
      ({ session, end }) =>
        session === played() && end?.sendBack !== undefined && end.isHeld === (goesOn && true),
    );
    assert.equal(detail.end?.claim, 'All tests pass now.');
    await page.reads(/It says: “All tests pass now\.”/);
    await page.frame.getByRole('button', { name: /^Send back/ }).click({ timeout: 120_000 });
    const prompt = 'What was seen of your last turn: Last test run: 1 failed';
    if (goesOn === undefined || last === undefined) {
      await scene.window.toast(/Copied; paste it at the agent’s prompt/);
      contains(await scene.window.page.evaluate(() => navigator.clipboard.readText()), prompt);
      return;
    }
    await goesOn(last, script.length);
    contains(last.requests.find(({ position }) => position === 2)?.body.newest ?? '', prompt);
    assert.deepEqual(told(), ['guide person requested', 'guide person delivered']);
    await page.shows(
      ({ session, end }) => session === played() && end?.facts?.[0]?.id === 'ended.passedLast',
    );
    await page.reads(/Sent back by you/);
  });
}

/** Chromium asks a person about the clipboard. */
async function allowClipboard({ window }: Scene): Promise<void> {
  if (process.env['VSCODE_KIND'] === 'code-server') {
    await window.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  }
}

async function isListening({ bridge }: Scene): Promise<void> {
  await untilDeadline(120_000, () => Promise.resolve(readFileSync(join(bridge, 'hook.curl'))));
}

const settings = { 'turnwatch.mode': 'auto', 'turnwatch.auto.sendBack': true };

describe('Claude Code, at the end of a turn whose tests fail, is sent back', function () {
  this.timeout(300_000);
  sendsBack(async () => {
    const scene = await openScene(settings);
    await allowClipboard(scene);
    await scene.connect();
    return {
      scene,
      page: await scene.page(),
      turn: (model, prompt) => turn(scene.box, model, prompt),
    };
  });
});

describe('Codex, at the end of a turn whose tests fail, is sent back', function () {
  this.timeout(300_000);
  sendsBack(async (context) => {
    const program = agentProgram('codex');
    if (typeof program === 'string') {
      skip(context, program);
    }
    const box = makeBox('codex', { OPENAI_API_KEY: 'sk-scripted-000000000000000000000' });
    const folder = join(box.home, '.codex');
    box.env.CODEX_HOME = folder;
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'config.toml'),
      'model = "scripted"\nmodel_provider = "scripted"\ncheck_for_update_on_startup = false\n[analytics]\nenabled = false\n[model_providers.scripted]\nname = "Scripted"\nwire_api = "responses"\nenv_key = "OPENAI_API_KEY"\nbase_url = "http://127.0.0.1:9/v1"\n',
    );
    const scene = await openScene(settings, { box, env: { CODEX_HOME: folder } });
    await allowClipboard(scene);
    await isListening(scene);
    const hooks = codexInstall.add('', '', { dir: scene.bridge });
    assert.ok('text' in hooks);
    writeFileSync(join(folder, 'hooks.json'), hooks.text);
    return {
      scene,
      page: await scene.page(),
      model: { api: responsesApi },
      turn: ({ url }, prompt) =>
        runAgent('codex', scene.box, [
          'exec',
          '--skip-git-repo-check',
          '--dangerously-bypass-approvals-and-sandbox',
          // as if the person had reviewed the hooks
          '--dangerously-bypass-hook-trust',
          '-c',
          `model_providers.scripted.base_url="${url}/v1"`,
          prompt,
        ]),
    };
  });
});

describe('opencode, at the end of a turn whose tests fail, is sent back', function () {
  this.timeout(600_000);
  sendsBack(async (context) => {
    const program = agentProgram('opencode');
    if (typeof program === 'string') {
      skip(context, program);
    }
    const box = makeBox('opencode');
    const scene = await openScene(settings, { box, env: foldersOf(box) });
    await isListening(scene);
    const modelPort = await freePort();
    const page = await scene.page();
    const screen = await openScreen(openCodeDistribution, box, { modelPort, bridge: scene.bridge });
    return {
      scene,
      page,
      model: { api: responsesApi, port: modelPort },
      turn: async (model, prompt, responses) => ({
        code: 0,
        stdout: await screen.turn(model, prompt, responses),
        stderr: '',
      }),
      goesOn: screen.rests,
      close: screen.close,
    };
  });
});
