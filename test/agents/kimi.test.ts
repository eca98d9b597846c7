/** Kimi Code, the real program beside the real VS Code: watched by its wire log, its calls denied by a hook. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentHeader } from '../../src/agents/hook-client.js';
import { kimiCodeInstall } from '../../src/agents/kimi-code/install.js';
import { skip } from '../skip.js';
import { makeBox, runAgent, type Outcome } from './box.js';
import { finalText, startModel, summary, type Model, type ModelOptions } from './model.js';
import { chatApi } from './models/chat.js';
import type { Page } from './page.js';
import { agentProgram } from './program.js';
import { openScene, type Scene } from './scene.js';
import { productive, stalling, stubborn, type Block } from './scripts.js';

/** Generous: the machine may be busy. */
const TURN_MS = 100_000;
/** Of the person; its last line has no end. */
const personal = '# my own\ntelemetry = false\n\n[[hooks]]\nevent = "Stop"\ncommand = "true"';

describe('Kimi Code', function () {
  this.timeout(180_000);
  let scene: Scene;
  let page: Page;
  let model: Model | undefined;
  const config = (): string => join(scene.box.home, '.kimi-code/config.toml');
  const start = async (options: Omit<ModelOptions, 'api'>): Promise<Model> => model = await startModel({ ...options, api: chatApi, delayMs: 40 });

  before(async function () {
    const program = agentProgram('kimi-code');
    if (typeof program === 'string') { skip(this, program); }
    const box = makeBox('kimi', { KIMI_DISABLE_TELEMETRY: '1', KIMI_CODE_NO_AUTO_UPDATE: '1', KIMI_DISABLE_CRON: '1', KIMI_MODEL_NAME: 'scripted-model', KIMI_MODEL_PROVIDER_TYPE: 'kimi', KIMI_MODEL_API_KEY: 'sk-scripted' });
    const home = join(box.home, '.kimi-code');
    mkdirSync(home);
    writeFileSync(join(home, 'config.toml'), personal);
    scene = await openScene({ 'turnwatch.mode': 'auto' }, { box, env: { KIMI_CODE_HOME: home } });
    page = await scene.page();
  });
  afterEach(async () => {
    await model?.close();
    model = undefined;
  });
  after(async () => { await (scene as Scene | undefined)?.close(); });

  /** One turn without a screen, with `model` as its only model. */
  const turn = ({ url }: Model, prompt: string): Promise<Outcome> => {
    const { box } = scene;
    return runAgent('kimi-code', { ...box, env: { ...box.env, KIMI_MODEL_BASE_URL: `${url}/v1` } }, ['-p', prompt], TURN_MS);
  };
  const played = (model: Model): number => model.requests.filter((request) => request.reason === 'script').length;
  const sessionOf = (model: Model): string => model.requests.find((request) => request.reason === 'script')?.session ?? '';
  const connect = async (): Promise<void> => {
    await scene.window.command('Turnwatch: Connect Agent…');
    await scene.window.pick(/Connect an Agent|Which agent gets hooks/, 'Kimi Code');
    await scene.window.pick(/Add Turnwatch.s hooks to/, 'Connect');
    await (await scene.window.toast(/Kimi Code is connected/)).dismiss();
  };

  it('is seen without any set-up, from its wire log alone, and nothing is sent', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((done) => { release = done; });
    const model = await start({ script: stalling, before: (request) => request.position === 9 ? held : Promise.resolve() });
    const running = turn(model, 'Fix the failing test in the lexer');
    await model.waitFor((request) => request.position === 9, TURN_MS);
    const seen = await page.shows((detail) => detail.agent === 'kimi-code' && detail.verdict?.level === 'stalled');
    assert.equal(seen.session, sessionOf(model));
    assert.ok(seen.rows.some((row) => row.kind === 'prompt' && row.text.includes('Fix the failing test in the lexer')));
    assert.deepEqual(seen.capabilities, { textOnly: 'none', stop: false, guide: false });
    release();
    const outcome = await running;
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.deepEqual(model.requests.filter((request) => request.marked), []);
    assert.equal(played(model), stalling.length, summary(model.requests));
  });

  it('is connected by a block at the end of its config file, and nothing else is changed', async () => {
    assert.equal(readFileSync(config(), 'utf8'), personal, 'nothing is written before the click');
    await connect();
    const after = readFileSync(config(), 'utf8');
    assert.ok(after.startsWith(personal) && after.includes(agentHeader('kimi-code')));
    assert.deepEqual(kimiCodeInstall.remove(config(), after), { text: personal });
  });

  it('ends a stalled turn in words: its next calls are denied with the reason', async () => {
    const model = await start({ script: stalling });
    const outcome = await turn(model, 'Fix the failing test in the parser');
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.match(outcome.stdout, new RegExp(finalText));
    const session = sessionOf(model);
    assert.equal(model.requests.at(-1)?.reason, 'obeyed', summary(model.requests));
    assert.match(model.requests.at(-1)?.body.newest ?? '', /\[Turnwatch\] Tools are switched off/);
    assert.ok(played(model) < stalling.length);
    console.log(`      told after ${played(model)} responses`);
    const detail = await page.shows((each) => each.session === session && !each.open && each.receipts.some((receipt) => receipt.state === 'obeyed'));
    assert.deepEqual(detail.receipts.map(({ rung, state, by }) => ({ rung, state, by })), [{ rung: 'text-only', state: 'obeyed', by: 'auto' }]);
    assert.ok((detail.receipts[0]?.denials ?? 0) >= 1);
    assert.deepEqual(detail.capabilities, { textOnly: 'deny', stop: false, guide: false });
    assert.ok(detail.rows.some((row) => row.kind === 'step' && row.calls.some((call) => call.outcome === 'denied')));
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

  it('asks the person when the model calls tools against all denials: none of them runs', async () => {
    const model = await start({ script: stubborn, temper: 'deaf' });
    await turn(model, 'Fix the failing test, whatever anyone says');
    const session = sessionOf(model);
    const detail = await page.shows((each) => each.session === session && !each.open);
    const [order, ...others] = detail.receipts.filter((receipt) => receipt.rung !== 'escalate');
    console.log(`      ${played(model)} of ${stubborn.length} responses; text-only ${order?.state ?? 'none'}, ${order?.denials ?? 0} denials`);
    assert.deepEqual([order?.rung, order?.state, others.length], ['text-only', 'ignored', 0]);
    const denied = detail.rows.flatMap((row) => row.kind === 'step' ? row.calls : []).filter((call) => call.outcome === 'denied');
    assert.ok(denied.length >= 3, `${denied.length}`);
    assert.ok(detail.rows.some((row) => row.kind === 'intervention' && row.rung === 'escalate'), 'the person is asked');
  });

  it('has its config file byte for byte as it was once the person disconnects', async () => {
    await scene.window.command('Turnwatch: Disconnect Agent…');
    await scene.window.pick(/Take Turnwatch.s hooks out of/, 'Disconnect');
    await (await scene.window.toast(/Kimi Code is disconnected/)).dismiss();
    assert.equal(readFileSync(config(), 'utf8'), personal);
  });

  it('plays its turn to the end with VS Code closed, as if nothing had been there', async () => {
    await connect();
    await scene.closeEditor();
    assert.notEqual(readFileSync(config(), 'utf8'), personal);
    const model = await start({ script: stalling });
    const outcome = await turn(model, 'Fix the test alone');
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.equal(played(model), stalling.length, summary(model.requests));
    assert.deepEqual(ours(model), []);
    assert.doesNotMatch(outcome.stdout + outcome.stderr, /turnwatch\]|hook|curl/i);
  });
});

/** What the model was told that is ours. */
function ours(model: Model): string[] {
  return model.requests.map(({ body }) => JSON.stringify(body.raw)).filter((text) => /\[Turnwatch\]|X-Turnwatch|hook error/.test(text));
}
