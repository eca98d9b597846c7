/** Windows come and go under a working agent: another takes over, and when none is left the agent goes on as if nothing had been there. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { uninstallHooks } from '../../src/agents/claude-code/settings.js';
import { checkHealth } from '../../src/bridge/proof.js';
import { noSecondWindow, untilDeadline, type EditorWindow } from '../host/window.js';
import { skip } from '../skip.js';
import { converse, type Sandbox } from './claude.js';
import { finalText, startModel, summary, type Model, type ModelOptions } from './model.js';
import { watchPage } from './page.js';
import { extensionLog, openScene, talkingTo, turn, type Scene } from './scene.js';
import { stalling } from './scripts.js';

/** Without commands that fail: what the screen shows of them would look like an error of ours. */
const quiet = stalling.slice(0, 8);
/** Our hooks' share of a tool call when nobody answers, in milliseconds: two short-lived processes on a machine at work. */
const MOST_PER_CALL = 250;

describe('windows that close', () => {
  let scene: Scene;
  let model: Model | undefined;
  let second: EditorWindow | undefined;
  let elsewhere: Sandbox;
  /** The hook client's file as a crash would leave it. */
  let left = '';
  const start = async (options: ModelOptions): Promise<Model> => model = await startModel(options);

  before(async () => {
    scene = await openScene({ 'turnwatch.mode': 'auto' });
    await scene.connect();
    elsewhere = { ...scene.box, workspace: scene.profile.repository('elsewhere') };
    left = readFileSync(join(scene.bridge, 'hook.curl'), 'utf8');
  });
  afterEach(async () => {
    await model?.close();
    model = undefined;
  });
  after(async () => { await scene.close(); });

  it('show each the sessions of their own folder', async function () {
    if (noSecondWindow !== undefined) { skip(this, noSecondWindow); }
    const here = await scene.page();
    second = await scene.editor.openWindow(elsewhere.workspace);
    await untilDeadline(10_000, () => { assert.match(extensionLog(scene.profile), /connected as member/); return Promise.resolve(); });
    await second.reveal();
    const there = await watchPage(await second.view());
    const model = await start({ script: stalling });
    const outcomes = await Promise.all([turn(scene.box, model, 'Fix the test here'), turn(elsewhere, model, 'Fix the test there')]);
    assert.deepEqual(outcomes.map(({ code, stdout }) => [code, stdout.trim()]), [[0, finalText], [0, finalText]]);
    const sessionOf = (words: string): string | undefined => model.requests.find((request) => request.body.userTexts.some((text) => text.includes(words)) && request.reason === 'script')?.session;
    for (const [page, words] of [[here, 'test here'], [there, 'test there']] as const) {
      await page.shows((each) => each.session === sessionOf(words) && !each.open && each.receipts.some((receipt) => receipt.state === 'obeyed'));
      const seen = new Set((await page.snapshots()).flatMap((snapshot) => snapshot.sessions.map((each) => each.session)));
      assert.deepEqual([...seen], [sessionOf(words)]);
    }
  });

  it('hand over to the next within a second, and that one steers a real session', async function () {
    if (second === undefined) { skip(this, noSecondWindow ?? 'the second window did not open'); }
    const token = readFileSync(join(scene.bridge, 'token'), 'utf8').trim();
    const port = Number(/:(\d+)\//.exec(left)?.[1]);
    const hubs = (): number => extensionLog(scene.profile).match(/connected as hub/g)?.length ?? 0;
    assert.equal(hubs(), 1);
    let answered = Date.now();
    let longest = 0;
    let watching = true;
    const watch = (async (): Promise<void> => {
      while (watching) {
        if (await checkHealth(port, token) === 'ours') {
          longest = Math.max(longest, Date.now() - answered);
          answered = Date.now();
        }
        await sleep(20);
      }
    })();
    await sleep(200);
    await scene.window.close();
    await untilDeadline(20_000, () => { assert.equal(hubs(), 2); return Promise.resolve(); });
    await sleep(200);
    watching = false;
    await watch;
    console.log(`      the address was without an answer for at most ${longest} ms`);
    assert.ok(longest < 1000, `${longest} ms`);
    const model = await start({ script: stalling });
    const outcome = await turn(elsewhere, model, 'Fix the test after that');
    assert.deepEqual([outcome.code, outcome.stdout.trim()], [0, finalText]);
    assert.equal(model.requests.at(-1)?.reason, 'obeyed', summary(model.requests));
  });

  it('in the middle of a turn leave the agent to itself: it plays to its end, and nothing of ours is said', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((done) => { release = done; });
    const model = await start({ script: stalling, before: (request) => request.position === 4 ? held : Promise.resolve() });
    const running = turn(elsewhere, model, 'Fix the test while the window closes');
    await model.waitFor((request) => request.position === 4, 30_000);
    await scene.closeEditor();
    release();
    const outcome = await running;
    assert.deepEqual(outcome, { code: 0, stdout: `${finalText}\n`, stderr: '' });
    assert.equal(model.requests.filter((request) => request.reason === 'script').length, stalling.length, summary(model.requests));
    assert.deepEqual(ours(model, /Turnwatch|hook (?:error|feedback|success)|curl:/g), []);
    console.log(`      the hook client's file ${existsSync(join(scene.bridge, 'hook.curl')) ? 'was left behind' : 'is gone'}`);
  });

  it('for good, also by a crash, cost the agent next to nothing and the person no line on the screen', async () => {
    await scene.closeEditor();
    const installed = readFileSync(scene.settingsFile, 'utf8');
    const bare = uninstallHooks(installed);
    assert.ok('text' in bare);
    const file = join(scene.bridge, 'hook.curl');
    const pace = async (): Promise<number> => {
      const model = await startModel({ script: quiet });
      try {
        const outcome = await turn(scene.box, model, 'Fix the test alone');
        assert.deepEqual(outcome, { code: 0, stdout: `${finalText}\n`, stderr: '' });
        assert.deepEqual(ours(model, /Turnwatch|curl:/g), []);
        const times = model.requests.filter((request) => request.reason !== 'side-request').map((request) => request.at);
        const gaps = times.slice(1).map((at, i) => at - (times[i] ?? at)).sort((a, b) => a - b);
        return gaps[Math.floor(gaps.length / 2)] ?? NaN;
      } finally {
        await model.close();
      }
    };
    writeFileSync(scene.settingsFile, bare.text);
    const without = await pace();
    writeFileSync(scene.settingsFile, installed);
    rmSync(file, { force: true });
    const closed = await pace();
    writeFileSync(file, left, { mode: 0o600 });
    const crashed = await pace();
    console.log(`      one step takes ${without} ms without hooks, ${closed} ms with VS Code closed, ${crashed} ms after a crash (median)`);
    assert.ok(closed - without < MOST_PER_CALL && crashed - without < MOST_PER_CALL);

    await scene.closeEditor();
    const model = await start({ script: quiet });
    const conversation = await converse(talkingTo(scene.box, model));
    try {
      await conversation.ask('Fix the test in the terminal');
      await conversation.waitFor((screen) => screen.includes(finalText), 60_000);
      await sleep(500); // what comes after the answer would be seen too
      const history = conversation.history().replaceAll(/\S*turnwatch-claude-\S*/g, 'FOLDER');
      assert.match(history, /ran \d+ shell commands|Bash|Read/);
      assert.doesNotMatch(history, /turnwatch|hook|curl|error/i);
    } finally {
      await conversation.close();
    }
    assert.deepEqual(ours(model, /Turnwatch|curl:/g), []);
  });
});

/** What the model was told that matches, each with the words around it. */
function ours(model: Model, what: RegExp): string[] {
  return model.requests.map(({ body }) => JSON.stringify(body.raw))
    .flatMap((text) => [...text.matchAll(what)].map(({ index }) => text.slice(Math.max(0, index - 60), index + 60)));
}
