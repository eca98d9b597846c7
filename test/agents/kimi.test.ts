/** Kimi Code, the real program beside the real VS Code: watched by its wire log, its calls denied by a hook. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentHeader } from '../../src/agents/install/hook-names.js';
import { kimiCodeInstall } from '../../src/agents/kimi-code/answer.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import { contains } from '../contains.js';
import { freePort } from '../host/harness/profile.js';
import { skip } from '../skip.js';
import { makeBox, runAgent, type Outcome, type Sandbox } from './harness/box.js';
import {
  connect,
  disconnect,
  leftAlone,
  played,
  playsAlone,
  seenAlone,
  toldToolsAreOn,
  TURN_MS,
  wasAsked,
} from './harness/flows.js';
import { finalText, startModel, summary, type Model, type ModelOptions } from './harness/model.js';
import { chatApi } from './models/chat.js';
import type { Page } from './harness/page.js';
import { agentProgram } from './harness/program.js';
import { kimiWeb, type KimiWeb } from './harness/kimi-web.js';
import { openScene, type Scene } from './harness/scene.js';
import { productive, stalling, stubborn } from './harness/scripts.js';
import { inWorktree, wasJudgedInWorktree, whileMainChanges } from './harness/worktree.js';

/** Of the person; its last line has no end. */
const personal = '# my own\ntelemetry = false\n\n[[hooks]]\nevent = "Stop"\ncommand = "true"';

describe('Kimi Code', function () {
  this.timeout(300_000);
  let scene: Scene;
  let page: Page;
  let model: Model | undefined;
  /** Runs beside all turns: those of other processes are none of its. */
  let web: KimiWeb | undefined;
  /** Of the model that the server's sessions talk to. */
  let port = 0;
  const config = (): string => join(scene.box.home, '.kimi-code/config.toml');
  const start = async (options: Omit<ModelOptions, 'api'>): Promise<Model> => {
    await model?.close();
    return (model = await startModel({ ...options, api: chatApi, delayMs: 300 }));
  };

  before(async function () {
    const program = agentProgram('kimi-code');
    if (typeof program === 'string') {
      skip(this, program);
    }
    const box = makeBox('kimi', {
      KIMI_DISABLE_TELEMETRY: '1',
      KIMI_CODE_NO_AUTO_UPDATE: '1',
      KIMI_DISABLE_CRON: '1',
      KIMI_MODEL_NAME: 'scripted-model',
      KIMI_MODEL_PROVIDER_TYPE: 'kimi',
      KIMI_MODEL_API_KEY: 'sk-scripted',
    });
    const home = join(box.home, '.kimi-code');
    mkdirSync(home);
    writeFileSync(join(home, 'config.toml'), personal);
    scene = await openScene({ 'turnwatch.mode': 'auto' }, { box, env: { KIMI_CODE_HOME: home } });
    page = await scene.page();
    port = await freePort();
    web = await kimiWeb(box, `http://127.0.0.1:${port}/v1`);
  });
  afterEach(async () => {
    await model?.close();
    model = undefined;
  });
  after(async () => {
    await web?.close();
    await (scene as Scene | undefined)?.close();
  });

  const pointedAt = ({ url }: Pick<Model, 'url'>, box: Sandbox): Sandbox => ({
    ...box,
    env: { ...box.env, KIMI_MODEL_BASE_URL: `${url}/v1` },
  });
  /** One turn without a screen, with `model` as its only model. */
  const turn = ({ url }: Model, prompt: string, box = scene.box): Promise<Outcome> => {
    return runAgent('kimi-code', pointedAt({ url }, box), ['-p', prompt], TURN_MS);
  };
  const sessionOf = (model: Model): string =>
    model.requests.find((request) => request.reason === 'script')?.session ?? '';
  const shows = (prompt: string, is: (detail: SessionDetail) => boolean): Promise<SessionDetail> =>
    page.shows(
      (detail) =>
        detail.agent === 'kimi-code' &&
        detail.rows.some((row) => row.kind === 'prompt' && row.text.includes(prompt)) &&
        is(detail),
    );
  const turns = { start, turn, shows };

  const server = (): KimiWeb => {
    assert.ok(web !== undefined, 'the server runs');
    return web;
  };
  /** The session's turn until the page shows that it is over. */
  const over = (session: string, is: (detail: SessionDetail) => boolean): Promise<SessionDetail> =>
    page.shows((each) => each.session === session && !each.open && is(each), 120_000);

  it('is watched through its wire log without setup, and nothing is sent', async () => {
    const { model, seen } = await seenAlone(turns);
    assert.equal(seen.session, sessionOf(model));
  });

  it('is connected by a block at the end of its config file, and nothing else is changed', async () => {
    assert.equal(readFileSync(config(), 'utf8'), personal, 'nothing is written before the click');
    await connect(scene, 'Kimi Code');
    const after = readFileSync(config(), 'utf8');
    assert.equal(after.slice(0, personal.length), personal);
    contains(after, agentHeader('kimi-code'));
    assert.deepEqual(kimiCodeInstall.remove(config(), after), { text: personal });
  });

  it('ends a stalled turn in words, in a worktree outside the folder: its next calls are denied with the reason', async () => {
    const model = await start({ script: stalling, ...whileMainChanges(scene.box) });
    const outcome = await turn(model, 'Fix the failing test in the parser', inWorktree(scene.box));
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.match(outcome.stdout, new RegExp(finalText));
    const session = sessionOf(model);
    assert.equal(model.requests.at(-1)?.reason, 'obeyed', summary(model.requests));
    assert.match(model.requests.at(-1)?.body.newest ?? '', /\[Turnwatch\] Tools are switched off/);
    assert.ok(played(model) < stalling.length);
    console.log(`      told after ${played(model)} responses`);
    const detail = await page.shows(
      (each) =>
        each.session === session &&
        !each.open &&
        each.receipts.some((receipt) => receipt.state === 'obeyed'),
    );
    assert.deepEqual(
      detail.receipts.map(({ kind, state, by }) => ({ kind, state, by })),
      [{ kind: 'text-only', state: 'obeyed', by: 'auto' }],
    );
    assert.ok((detail.receipts[0]?.denials ?? 0) >= 1);
    assert.deepEqual(detail.capabilities, { textOnly: 'deny', stop: false, guide: false });
    assert.ok(
      detail.rows.some(
        (row) => row.kind === 'step' && row.calls.some((call) => call.outcome === 'denied'),
      ),
    );
    await wasJudgedInWorktree(scene, detail);

    const next = await start({ script: [] });
    await runAgent('kimi-code', pointedAt(next, inWorktree(scene.box)), ['-c', '-p', 'And now?']);
    toldToolsAreOn(next);
  });

  it('leaves a productive turn alone', () => leftAlone(turns, scene.box));

  it('asks the person when the model keeps calling tools despite denials; none of them runs', async () => {
    const model = await start({ script: stalling, temper: 'deaf' });
    await turn(model, 'Fix the failing test, whatever anyone says');
    const session = sessionOf(model);
    const detail = await page.shows((each) => each.session === session && !each.open);
    const [order, ...others] = detail.receipts.filter((receipt) => receipt.kind !== 'escalate');
    console.log(
      `      ${played(model)} of ${stalling.length} responses; text-only ${order?.ignored ?? 0} times ignored, then ${order?.state ?? 'none'}, ${order?.denials ?? 0} denials`,
    );
    // it answers once it has no more calls
    assert.deepEqual(
      [order?.kind, order?.state, order?.ignoredAt !== undefined, others.length],
      ['text-only', 'obeyed', true, 0],
    );
    assert.ok((order?.ignored ?? 0) >= 3, JSON.stringify(order));
    const denied = detail.rows
      .flatMap((row) => (row.kind === 'step' ? row.calls : []))
      .filter((call) => call.outcome === 'denied');
    assert.ok(denied.length >= 3, `${denied.length}`);
    assert.ok(wasAsked(detail), 'the person is asked');
  });

  it('has its config file restored byte for byte on disconnect', async () => {
    await disconnect(scene, 'Kimi Code');
    assert.equal(readFileSync(config(), 'utf8'), personal);
  });

  it('inside kimi web, without our hooks, ends a stalled turn in words: only the next request offers no tools', async () => {
    // a model takes its time: the tools are given back before it has answered
    const model = await start({
      port,
      script: stubborn,
      before: ({ reason, session = '' }) =>
        reason === 'no-tools' ? server().toolsBack(session) : Promise.resolve(),
    });
    const session = await server().session();
    await server().prompt(session, 'Fix the failing test in the server');
    const detail = await over(session, (each) =>
      each.receipts.some(({ state }) => state === 'obeyed'),
    );
    const asked = model.requests;
    console.log(`      told after ${asked.length - 1} responses`);
    assert.deepEqual(
      asked.map(({ reason }) => reason),
      [...asked.slice(1).map(() => 'script'), 'no-tools'],
      summary(asked),
    );
    assert.ok(asked.length - 1 < stubborn.length);
    assert.match(asked.at(-1)?.body.newest ?? '', /\[Turnwatch\] Tools are switched off/);
    assert.deepEqual(
      asked.slice(0, -1).filter(({ marked }) => marked),
      [],
    );
    assert.deepEqual(
      detail.receipts.map(({ kind, state, by, denials }) => ({ kind, state, by, denials })),
      [{ kind: 'text-only', state: 'obeyed', by: 'auto', denials: 0 }],
    );
    assert.deepEqual(detail.capabilities, { textOnly: 'request', stop: true, guide: true });
    assert.deepEqual(
      detail.rows.flatMap((row) => (row.kind === 'prompt' ? [row.text] : [])),
      ['Fix the failing test in the server'],
      'our sentence is not the person’s',
    );
    await server().toolsBack(session);

    const before = model.requests.length;
    await server().prompt(session, 'And now the next one');
    const next = await model.waitFor(
      (request) => model.requests.indexOf(request) >= before,
      120_000,
    );
    assert.deepEqual(next.body.tools, asked[0]?.body.tools, 'the next turn has its tools');
    assert.equal(
      model.requests
        .slice(0, before + 1)
        .filter(({ body }) => JSON.stringify(body.raw).includes('available again')).length,
      0,
      'and no other sentence of ours',
    );
    await server().abort(session);
  });

  it('inside kimi web, without our hooks, gets its tools back even if the model answers at once', async () => {
    const model = await start({ port, script: stubborn });
    const session = await server().session();
    await server().prompt(session, 'Fix the failing test in a hurry');
    await over(session, (each) => each.receipts.some(({ state }) => state === 'obeyed'));
    await server().toolsBack(session);
    assert.ok(
      model.requests.some(({ reason }) => reason === 'no-tools'),
      summary(model.requests),
    );
  });

  it('inside kimi web, without our hooks, is stopped by the person', async () => {
    let release = (): void => undefined;
    const heldBack = new Promise<void>((done) => {
      release = done;
    });
    const model = await start({
      port,
      script: productive(scene.box.workspace),
      before: (request) => (request.position === 2 ? heldBack : Promise.resolve()),
    });
    const session = await server().session();
    await server().prompt(session, 'Write a list');
    await model.waitFor((request) => request.position === 2, 120_000);
    await page.shows((each) => each.session === session && each.capabilities.stop);
    await scene.window.command('Turnwatch: Stop Turn');
    const detail = await over(session, (each) => each.receipts.some(({ kind }) => kind === 'stop'));
    release();
    assert.deepEqual(
      detail.receipts.map(({ kind, state }) => ({ kind, state })),
      [{ kind: 'stop', state: 'obeyed' }],
    );
  });

  it('finishes its turn undisturbed with VS Code closed', async () => {
    await connect(scene, 'Kimi Code');
    await scene.closeEditor();
    assert.notEqual(readFileSync(config(), 'utf8'), personal);
    await playsAlone(turns);
  });
});
