/** opencode, the real program beside the real VS Code: watched by its database, steered by our plugin. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOOK_MARK } from '../../src/agents/hook-client.js';
import { skip } from '../skip.js';
import { makeBox, runAgent, type Outcome } from './box.js';
import { finalText, startModel, summary, type Model, type ModelOptions } from './model.js';
import { chatApi } from './models/chat.js';
import type { Page } from './page.js';
import { agentProgram } from './program.js';
import { openScene, type Scene } from './scene.js';
import { productive, stalling, stubborn, type Block } from './scripts.js';

/** Generous: the agent loads for seconds on a busy machine. */
const TURN_MS = 100_000;

describe('opencode', function () {
  this.timeout(180_000);
  let scene: Scene;
  let page: Page;
  let model: Model | undefined;
  const config = (): string => join(scene.box.home, '.config/opencode/opencode.json');
  const plugin = (): string => join(scene.box.home, '.config/opencode/plugins/turnwatch.js');
  const start = async (options: Omit<ModelOptions, 'api'>): Promise<Model> => model = await startModel({ ...options, api: chatApi });

  before(async function () {
    const program = agentProgram('opencode');
    if (typeof program === 'string') { skip(this, program); }
    const box = makeBox('opencode', { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1', OPENCODE_DISABLE_DEFAULT_PLUGINS: '1' });
    mkdirSync(join(box.home, '.config/opencode'), { recursive: true });
    hasBeenOnline(join(box.home, '.config/opencode'));
    scene = await openScene({ 'turnwatch.mode': 'auto' }, { box, env: { XDG_CONFIG_HOME: join(box.home, '.config'), XDG_DATA_HOME: join(box.home, '.local/share') } });
    page = await scene.page();
  });
  afterEach(async () => {
    await model?.close();
    model = undefined;
  });
  after(async () => { await (scene as Scene | undefined)?.close(); });

  /** One turn without a screen, with `model` as its only model. */
  const turn = (model: Model, prompt: string): Promise<Outcome> => {
    writeFileSync(config(), configOf(model.url));
    return runAgent('opencode', scene.box, ['run', prompt], TURN_MS);
  };
  const played = (model: Model): number => model.requests.filter((request) => request.reason === 'script').length;
  const sessionOf = (model: Model): string => model.requests.find((request) => request.reason === 'script')?.session ?? '';

  it('is seen without any set-up, from its database alone, and nothing is sent', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((done) => { release = done; });
    const model = await start({ script: stalling, before: (request) => request.position === 9 ? held : Promise.resolve() });
    const running = turn(model, 'Fix the failing test in the lexer');
    await model.waitFor((request) => request.position === 9, TURN_MS);
    const seen = await page.shows((detail) => detail.agent === 'opencode' && detail.verdict?.level === 'stalled');
    assert.equal(seen.session, sessionOf(model));
    assert.ok(seen.rows.some((row) => row.kind === 'prompt' && row.text.includes('Fix the failing test in the lexer')));
    assert.deepEqual(seen.capabilities, { textOnly: 'none', stop: false, guide: false });
    release();
    const outcome = await running;
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.deepEqual(model.requests.filter((request) => request.marked), []);
    assert.equal(played(model), stalling.length, summary(model.requests));
  });

  it('gets the plugin only once the person has seen it and clicked', async () => {
    const folder = join(scene.box.home, '.config/opencode');
    const before = filesBelow(folder);
    // without opencode's own package the person is told what its next start costs
    renameSync(join(folder, 'node_modules'), join(folder, 'aside'));
    await scene.window.command('Turnwatch: Connect Agent…');
    await scene.window.pick(/Connect an Agent|Which agent gets hooks/, 'opencode');
    await scene.window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'opencode first installs its own package for plugins' }).waitFor();
    renameSync(join(folder, 'aside'), join(folder, 'node_modules'));
    const diff = scene.window.page.locator('.monaco-diff-editor .editor.modified .view-lines');
    await diff.filter({ hasText: 'Turnwatch' }).waitFor();
    assert.deepEqual(filesBelow(folder), before, 'nothing is written before the click');
    await scene.window.pick(/Add Turnwatch.s hooks to/, 'Connect');
    await (await scene.window.toast(/opencode is connected/)).dismiss();
    assert.ok(readFileSync(plugin(), 'utf8').includes(`${HOOK_MARK} opencode`));
  });

  it('ends a stalled turn in words: the very next request offers the model no tool', async () => {
    const model = await start({ script: stalling });
    const outcome = await turn(model, 'Fix the failing test in the parser');
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.ok(outcome.stdout.trim().endsWith(finalText), outcome.stdout);
    const session = sessionOf(model);
    const asked = model.requests.filter((request) => request.reason !== 'side-request');
    assert.equal(asked.at(-1)?.reason, 'tool-choice-none', summary(model.requests));
    assert.match(asked.at(-1)?.body.newest ?? '', /\[Turnwatch\] Tools are switched off/);
    assert.deepEqual(asked.slice(0, -1).filter((request) => request.marked), []);
    assert.ok(played(model) < stalling.length);
    console.log(`      told after ${played(model)} steps`);
    const detail = await page.shows((each) => each.session === session && !each.open && each.receipts.some((receipt) => receipt.state === 'obeyed'));
    assert.deepEqual(detail.receipts.map(({ rung, state, by, denials }) => ({ rung, state, by, denials })), [{ rung: 'text-only', state: 'obeyed', by: 'auto', denials: 0 }]);
    assert.deepEqual(detail.capabilities, { textOnly: 'request', stop: true, guide: true });
    const ids = detail.rows.flatMap((row) => row.kind === 'step' ? row.calls.map((call) => call.id) : []);
    assert.equal(ids.length, new Set(ids).size, 'plugin and database together tell each call once');
    assert.deepEqual(detail.rows.filter((row) => row.kind === 'step').map((row) => row.step).reverse(), Array.from({ length: played(model) }, (_, i) => i));
  });

  it('leaves a productive turn alone', async () => {
    const script: readonly (readonly Block[])[] = productive(scene.box.workspace);
    const model = await start({ script });
    const outcome = await turn(model, 'Write a list of primes');
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.equal(played(model), script.length, summary(model.requests));
    assert.deepEqual(ours(model), []);
    assert.equal(execFileSync('git', ['log', '-1', '--format=%s'], { cwd: scene.box.workspace, encoding: 'utf8' }).trim(), 'Add primes');
    const detail = await page.shows((each) => each.session === sessionOf(model) && !each.open);
    assert.deepEqual(detail.rows.filter((row) => row.kind === 'verdict' || row.kind === 'intervention'), []);
    assert.deepEqual(detail.receipts, []);
    assert.ok(detail.rows.filter((row) => row.kind === 'step' && row.progress).length >= 5);
  });

  it('is stopped when the model calls tools against all that was said, and the person is asked', async () => {
    const model = await start({ script: stubborn, temper: 'deaf', ignoresToolChoice: true });
    await turn(model, 'Fix the failing test, whatever anyone says');
    const session = sessionOf(model);
    const detail = await page.shows((each) => each.session === session && !each.open);
    console.log(`      stopped after ${played(model)} of ${stubborn.length} responses; ${detail.receipts.map(({ rung, state, denials }) => `${rung} ${state} (${denials} denials)`).join(', ')}`);
    assert.ok(played(model) < stalling.length, summary(model.requests));
    const [order, stop] = detail.receipts;
    assert.deepEqual([order?.rung, order?.state, stop?.rung], ['text-only', 'ignored', 'stop']);
    assert.ok(order !== undefined && order.denials >= 1 && order.denials <= 3);
    assert.ok(stop?.deliveredAt !== undefined && (stop.state === 'delivered' || stop.state === 'obeyed'), JSON.stringify(stop));
    assert.ok(detail.rows.some((row) => row.kind === 'intervention' && row.rung === 'escalate'), 'the person is asked');
  });

  it('has every file as it was once the person disconnects', async () => {
    const before = filesBelow(join(scene.box.home, '.config/opencode')).filter((name) => !name.includes('turnwatch'));
    const text = readFileSync(config(), 'utf8');
    await scene.window.command('Turnwatch: Disconnect Agent…');
    await scene.window.pick(/Take Turnwatch.s hooks out of/, 'Disconnect');
    await (await scene.window.toast(/opencode is disconnected/)).dismiss();
    assert.equal(existsSync(plugin()), false);
    assert.equal(readFileSync(config(), 'utf8'), text);
    assert.deepEqual(filesBelow(join(scene.box.home, '.config/opencode')), before);
  });

  it('plays its turn to the end with VS Code closed, as if nothing had been there', async () => {
    await scene.window.command('Turnwatch: Connect Agent…');
    await scene.window.pick(/Connect an Agent|Which agent gets hooks/, 'opencode');
    await scene.window.pick(/Add Turnwatch.s hooks to/, 'Connect');
    await scene.window.toast(/opencode is connected/);
    await scene.closeEditor();
    assert.ok(existsSync(plugin()));
    const model = await start({ script: stalling });
    const outcome = await turn(model, 'Fix the test alone');
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.equal(played(model), stalling.length, summary(model.requests));
    assert.deepEqual(ours(model), []);
    assert.doesNotMatch(outcome.stdout + outcome.stderr, /turnwatch|plugin|curl/i);
  });

  function configOf(url: string): string {
    return `${JSON.stringify({
      $schema: 'https://opencode.ai/config.json', autoupdate: false, share: 'disabled', enabled_providers: ['scripted'], permission: { '*': 'allow' },
      model: 'scripted/scripted-model', small_model: 'scripted/scripted-model',
      provider: { scripted: {
        npm: '@ai-sdk/openai-compatible', name: 'Scripted', options: { baseURL: `${url}/v1`, apiKey: 'sk-scripted' },
        models: { 'scripted-model': { name: 'Scripted', tool_call: true, limit: { context: 200_000, output: 8000 } } },
      } },
    }, null, 2)}\n`;
  }
});

/**
 * As opencode leaves its folder once it could install its own package for plugins, which it tries at each start: with any plugin there
 * it waits for that. What it says is installed is not looked at again; our plugin needs none of it.
 */
function hasBeenOnline(folder: string): void {
  const dependencies = { '@opencode-ai/plugin': '1.18.33' };
  mkdirSync(join(folder, 'node_modules/@opencode-ai/plugin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ name: 'opencode', lockfileVersion: 3, requires: true, packages: { '': { dependencies } } }));
}

/** What the model was told that is ours. */
function ours(model: Model): string[] {
  return model.requests.map(({ body }) => JSON.stringify(body.raw)).filter((text) => /Turnwatch/.test(text));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !name.includes('node_modules')).sort();
}
