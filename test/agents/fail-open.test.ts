/** Windows come and go under a working agent: another takes over, and when none is left the agent goes on as if nothing had been there. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { uninstallHooks } from '../../src/agents/claude-code/answer.js';
import { checkHealth } from '../../src/bridge/proof.js';
import { noSecondWindow, untilDeadline, type EditorWindow } from '../host/harness/window.js';
import { skip } from '../skip.js';
import { converse, type Sandbox } from './harness/claude.js';
import { finalText, startModel, summary, type Model, type ModelOptions } from './harness/model.js';
import { watchPage } from './harness/page.js';
import { extensionLog, openScene, talkingTo, turn, type Scene } from './harness/scene.js';
import { stalling } from './harness/scripts.js';
import { inWorktree } from './harness/worktree.js';
import { itInAll } from '../tier.js';

/** Without commands that fail: what the screen shows of them would look like an error of ours. */
const quiet = stalling.slice(0, 8);
/** What curl ends with where nobody listens; with 28 it would have waited for its time limit. */
const REFUSED = '7';

describe('windows that close', () => {
  let scene: Scene;
  let model: Model | undefined;
  let second: EditorWindow | undefined;
  let elsewhere: Sandbox;
  /** The hook client's file as a crash would leave it. */
  let left = '';
  const start = async (options: ModelOptions): Promise<Model> => {
    await model?.close();
    return (model = await startModel({ delayMs: 300, ...options }));
  };

  before(async () => {
    scene = await openScene({ 'turnwatch.mode': 'auto' });
    await scene.connect();
    elsewhere = inWorktree(scene.box);
    left = readFileSync(join(scene.bridge, 'hook.curl'), 'utf8');
  });
  afterEach(async () => {
    await model?.close();
    model = undefined;
  });
  after(async () => {
    await scene.close();
  });

  /** A stalled turn in each of the two folders, both at once. @returns the agents' sessions. */
  async function turnInEach(): Promise<[string, string]> {
    const model = await start({ script: stalling });
    const outcomes = await Promise.all([
      turn(scene.box, model, 'Fix the test here'),
      turn(elsewhere, model, 'Fix the test there'),
    ]);
    assert.deepEqual(
      outcomes.map(({ code, stdout }) => [code, stdout.trim()]),
      [
        [0, finalText],
        [0, finalText],
      ],
    );
    const sessionOf = (words: string): string => {
      const request = model.requests.find(
        ({ body, reason }) =>
          body.userTexts.some((text) => text.includes(words)) && reason === 'script',
      );
      assert.ok(request?.session !== undefined);
      return request.session;
    };
    return [sessionOf('test here'), sessionOf('test there')];
  }

  it('each show the sessions of their own folder, though one is a worktree of the other', async function () {
    if (noSecondWindow !== undefined) {
      skip(this, noSecondWindow);
    }
    const here = await scene.page();
    second = await scene.editor.openWindow(elsewhere.workspace);
    await untilDeadline(120_000, () => {
      assert.match(extensionLog(scene.profile), /connected as member/);
      return Promise.resolve();
    });
    await second.reveal();
    const there = await watchPage(await second.view());
    const standIns = (): number =>
      extensionLog(scene.profile).match(/doesn’t respond/g)?.length ?? 0;
    for (;;) {
      const before = standIns();
      const sessions = await turnInEach();
      if (standIns() > before) {
        console.log('      a window was too busy to answer, and the other one stood in: once more');
        continue;
      }
      for (const [page, own] of [
        [here, sessions[0]],
        [there, sessions[1]],
      ] as const) {
        await page.shows(
          (each) =>
            each.session === own &&
            !each.open &&
            each.receipts.some((receipt) => receipt.state === 'obeyed'),
        );
        const seen = (await page.snapshots()).flatMap((snapshot) =>
          snapshot.sessions.map((each) => each.session),
        );
        assert.deepEqual(
          sessions.filter((each) => seen.includes(each)),
          [own],
        );
      }
      return;
    }
  });

  it('hand over at once to another, which steers a real session', async function () {
    if (second === undefined) {
      skip(this, noSecondWindow ?? 'the second window did not open');
    }
    const token = readFileSync(join(scene.bridge, 'token'), 'utf8').trim();
    const port = Number(/:(\d+)\//.exec(left)?.[1]);
    const hubs = (): number => extensionLog(scene.profile).match(/connected as hub/g)?.length ?? 0;
    assert.equal(hubs(), 1);
    await scene.window.close();
    await untilDeadline(120_000, () => {
      assert.equal(hubs(), 2);
      return Promise.resolve();
    });
    await untilDeadline(120_000, async () => {
      assert.equal(await checkHealth(port, token), 'ours');
    });
    // a window that does not get the address by its first quick tries says why, and tries again seconds later
    assert.doesNotMatch(extensionLog(scene.profile), /not connected: /);
    const model = await start({ script: stalling });
    const outcome = await turn(elsewhere, model, 'Fix the test after that');
    assert.deepEqual([outcome.code, outcome.stdout.trim()], [0, finalText]);
    assert.equal(model.requests.at(-1)?.reason, 'obeyed', summary(model.requests));
  });

  it('in mid-turn leave the agent undisturbed until its end', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    const model = await start({
      script: stalling,
      before: (request) => (request.position === 4 ? held : Promise.resolve()),
    });
    const running = turn(elsewhere, model, 'Fix the test while the window closes');
    await model.waitFor((request) => request.position === 4, 120_000);
    await scene.closeEditor();
    release();
    const outcome = await running;
    assert.deepEqual(outcome, { code: 0, stdout: `${finalText}\n`, stderr: '' });
    assert.equal(
      model.requests.filter((request) => request.reason === 'script').length,
      stalling.length,
      summary(model.requests),
    );
    assert.deepEqual(ours(model, /Turnwatch|hook (?:error|feedback|success)|curl:/g), []);
    console.log(
      `      the hook client's file ${existsSync(join(scene.bridge, 'hook.curl')) ? 'was left behind' : 'is gone'}`,
    );
  });

  itInAll('for good or by a crash cost the agent almost no time and print nothing', async () => {
    await scene.closeEditor();
    const installed = readFileSync(scene.settingsFile, 'utf8');
    const bare = uninstallHooks(installed);
    assert.ok('text' in bare);
    const file = join(scene.bridge, 'hook.curl');
    const { box, ended } = countingCurl(scene.box);
    /** How each curl ended that a turn started, and the median time of a step. */
    const cost = async (): Promise<{ curls: string[]; ms: number }> => {
      const before = ended().length;
      const model = await startModel({ script: quiet });
      try {
        const outcome = await turn(box, model, 'Fix the test alone');
        assert.deepEqual(outcome, { code: 0, stdout: `${finalText}\n`, stderr: '' });
        assert.deepEqual(ours(model, /Turnwatch|curl:/g), []);
        const times = model.requests
          .filter((request) => request.reason !== 'side-request')
          .map((request) => request.at);
        const gaps = times
          .slice(1)
          .map((at, i) => at - (times[i] ?? at))
          .sort((a, b) => a - b);
        return { curls: ended().slice(before), ms: gaps[Math.floor(gaps.length / 2)] ?? NaN };
      } finally {
        await model.close();
      }
    };
    writeFileSync(scene.settingsFile, bare.text);
    const without = await cost();
    writeFileSync(scene.settingsFile, installed);
    rmSync(file, { force: true });
    const closed = await cost();
    writeFileSync(file, left, { mode: 0o600 });
    const crashed = await cost();
    console.log(
      `      one step takes ${without.ms} ms without hooks, ${closed.ms} ms with VS Code closed, ${crashed.ms} ms after a crash (median)`,
    );
    assert.deepEqual(
      [without.curls, closed.curls],
      [[], []],
      'nothing is asked where nobody can answer',
    );
    const calls = quiet.flat().filter(({ type }) => type === 'tool_use').length;
    assert.ok(
      crashed.curls.length > calls,
      `${crashed.curls.length} hooks asked in a turn of ${calls} calls`,
    );
    assert.deepEqual([...new Set(crashed.curls)], [REFUSED], 'each was refused and none waited');

    await scene.closeEditor();
    const model = await start({ script: quiet });
    const conversation = await converse(talkingTo(scene.box, model));
    try {
      await conversation.ask('Fix the test in the terminal');
      // the agent itself says for a moment that it runs a hook, until the turn is over
      await conversation.waitFor(
        (screen) => screen.includes(finalText) && !screen.includes('esc to interrupt'),
        120_000,
      );
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

/** The same box, with a curl that leaves a line of how it ended. */
function countingCurl(box: Sandbox): { box: Sandbox; ended: () => string[] } {
  const real = execFileSync('sh', ['-c', 'command -v curl'], {
    env: box.env,
    encoding: 'utf8',
  }).trim();
  const [bin, log] = [join(box.home, 'counting'), join(box.home, 'curls.log')];
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'curl'),
    `#!/bin/sh\n'${real}' "$@"\ncode=$?\necho $code >> '${log}'\nexit $code\n`,
    { mode: 0o755 },
  );
  writeFileSync(log, '');
  return {
    box: { ...box, env: { ...box.env, PATH: `${bin}:${box.env.PATH ?? ''}` } },
    ended: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
  };
}

/** What the model was told that matches, each with the words around it. */
function ours(model: Model, what: RegExp): string[] {
  return model.requests
    .map(({ body }) => JSON.stringify(body.raw))
    .flatMap((text) =>
      [...text.matchAll(what)].map(({ index }) => text.slice(Math.max(0, index - 60), index + 60)),
    );
}
