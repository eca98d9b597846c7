/** The real Cline CLI and the real VS Code: watched by its messages file alone, then steered by its hooks. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clineInstall } from '../../src/agents/cline/answer.js';
import { freePort } from '../host/harness/profile.js';
import { skip } from '../skip.js';
import { makeBox, runAgent, type Outcome } from './harness/box.js';
import {
  deaf,
  finalText,
  startModel,
  summary,
  type Model,
  type ModelOptions,
} from './harness/model.js';
import { clineApi } from './models/cline.js';
import type { Page } from './harness/page.js';
import { agentProgram } from './harness/program.js';
import { openScene, punctually, type Scene } from './harness/scene.js';
import { productive, stalling, stubborn, unwatched } from './harness/scripts.js';
import { inWorktree, wasJudgedInWorktree, whileMainChanges } from './harness/worktree.js';

/** The model is held here for as long as the test looks: well after the stall. */
const HELD = 9;
const HOOKS = [
  'PostToolUse',
  'PreToolUse',
  'SessionShutdown',
  'TaskComplete',
  'TaskError',
  'TaskStart',
];
/** The person's own, for one of the same events. */
const OWN = 'TaskStart.sh';

describe('Cline', function () {
  this.timeout(300_000);
  let scene: Scene;
  let opened: Scene | undefined;
  let page: Page;
  let model: Model | undefined;
  let port = 0;
  const hooks = (): string => join(scene.box.home, '.cline/hooks');
  const start = async (options: ModelOptions): Promise<Model> => {
    await model?.close();
    return (model = await startModel({ api: clineApi, port, delayMs: 300, ...options }));
  };

  before(async function () {
    const program = agentProgram('cline');
    if (typeof program === 'string') {
      skip(this, program);
    }
    const box = makeBox('cline', { DO_NOT_TRACK: '1' });
    port = await freePort();
    const signedIn = await runAgent('cline', box, [
      'auth',
      '-p',
      'openai-compatible',
      '-k',
      'sk-scripted-0000000000',
      '-m',
      'scripted',
      '-b',
      `http://127.0.0.1:${port}/v1`,
    ]);
    assert.equal(signedIn.code, 0, signedIn.stderr);
    mkdirSync(join(box.home, '.cline/hooks'), { recursive: true });
    writeFileSync(
      join(box.home, `.cline/hooks/${OWN}`),
      `#!/bin/sh\necho ran >> '${join(box.home, 'own-hook.log')}'\n`,
      { mode: 0o755 },
    );
    scene = opened = await openScene(
      { 'turnwatch.mode': 'auto' },
      { box, env: { CLINE_DIR: join(box.home, '.cline') } },
    );
    page = await scene.page();
  });
  afterEach(async () => {
    await model?.close();
    model = undefined;
  });
  after(async () => {
    if (opened === undefined) {
      return;
    }
    await runAgent('cline', opened.box, ['hub', 'stop']); // it leaves its hub behind
    await opened.close();
  });

  function turn(prompt: string, box = scene.box): Promise<Outcome> {
    return runAgent('cline', box, [
      '-P',
      'openai-compatible',
      '-m',
      'scripted',
      '-t',
      '80',
      prompt,
    ]);
  }
  const isOf =
    (prompt: string) =>
    (detail: { agent: string; rows: readonly { kind: string; text?: unknown }[] }): boolean =>
      detail.agent === 'cline' &&
      detail.rows.some((row) => row.kind === 'prompt' && row.text === prompt);
  const played = ({ requests }: Model): number =>
    requests.filter(({ reason }) => reason === 'script').length;

  it('is watched without setup: the session stalls in the view, which offers only possible actions', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    const model = await start({
      script: stalling.slice(0, HELD + 1),
      before: (request) => (request.position === HELD ? held : Promise.resolve()),
    });
    const prompt = 'Fix the failing test in the lexer';
    const running = turn(prompt);
    try {
      await model.waitFor(({ position }) => position === HELD, 120_000);
      const seen = await page.shows(
        (detail) => isOf(prompt)(detail) && detail.verdict?.level === 'stalled',
      );
      assert.deepEqual(seen.capabilities, { textOnly: 'none', stop: false, guide: false });
    } finally {
      release();
    }
    const outcome = await running;
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.match(outcome.stdout, new RegExp(finalText));
    assert.deepEqual(
      model.requests.filter(({ marked }) => marked),
      [],
    );
  });

  it('gets hooks only after the person has reviewed and confirmed the change', async () => {
    await scene.window.command('Turnwatch: Connect Agent…');
    await scene.window.pick(/Connect an agent/, 'Cline');
    await scene.window.answerChange(/6 files change together/, 'Connect');
    await (await scene.window.toast(/Cline is connected/)).dismiss();
    assert.deepEqual(readdirSync(hooks()).sort(), [...HOOKS, OWN].sort());
    for (const name of HOOKS) {
      assert.equal(statSync(join(hooks(), name)).mode & 0o777, 0o755, name);
    }
  });

  it('ends a stalling turn in words, in a worktree outside the folder', async () => {
    const { model, prompt, outcome } = await punctually(scene, async (again) => {
      const model = await start({ script: stalling, ...whileMainChanges(scene.box) });
      const prompt = `Fix the failing test in the parser${again}`;
      return { model, prompt, outcome: await turn(prompt, inWorktree(scene.box)) };
    });
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.equal(model.requests.at(-1)?.reason, 'obeyed', summary(model.requests));
    assert.match(outcome.stdout, new RegExp(finalText));
    assert.ok(played(model) <= 8, summary(model.requests));
    const detail = await page.shows(
      (each) =>
        isOf(prompt)(each) && !each.open && each.receipts.some(({ state }) => state === 'obeyed'),
    );
    assert.deepEqual(
      detail.receipts.map(({ kind, state, by }) => ({ kind, state, by })),
      [{ kind: 'text-only', state: 'obeyed', by: 'auto' }],
    );
    assert.deepEqual(detail.capabilities, { textOnly: 'deny', stop: true, guide: true });
    await wasJudgedInWorktree(scene, detail);
    console.log(`      told after ${played(model)} steps`);
  });

  it('is undisturbed in a productive turn', async () => {
    const script = productive(scene.box.workspace);
    const model = await start({ script });
    const prompt = 'Write a list of primes';
    const outcome = await turn(prompt);
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.equal(played(model), script.length, summary(model.requests));
    assert.doesNotMatch(
      JSON.stringify(model.requests.map(({ body }) => body.raw)),
      /\[Turnwatch\]|hook_context/,
    );
    assert.equal(
      execFileSync('git', ['log', '-1', '--format=%s'], {
        cwd: scene.box.workspace,
        encoding: 'utf8',
      }).trim(),
      'Add primes',
    );
    const detail = await page.shows((each) => isOf(prompt)(each) && !each.open);
    assert.deepEqual(
      [
        detail.receipts,
        detail.rows.filter(({ kind }) => kind === 'verdict' || kind === 'intervention'),
      ],
      [[], []],
    );
  });

  it('that disobeys has its calls denied, is stopped, and the person is asked', async () => {
    const model = await start(deaf);
    const prompt = 'Fix the failing test, whatever anyone says';
    const outcome = await turn(prompt);
    assert.doesNotMatch(outcome.stdout, new RegExp(finalText));
    assert.ok(played(model) < stubborn.length, summary(model.requests));
    const detail = await page.shows(
      (each) =>
        isOf(prompt)(each) &&
        each.receipts.some(({ kind, deliveredAt }) => kind === 'stop' && deliveredAt !== undefined),
    );
    const [order, stop] = detail.receipts.filter(({ kind }) => kind !== 'escalate');
    assert.deepEqual([order?.kind, order?.state, stop?.kind], ['text-only', 'ignored', 'stop']);
    assert.ok(
      detail.rows.some((row) => row.kind === 'intervention' && row.intervention === 'escalate'),
      'the person is asked',
    );
    console.log(
      `      stopped after ${played(model)} of ${stubborn.length} responses; ${detail.receipts.map(({ kind, state, denials }) => `${kind} ${state} (${denials} denials)`).join(', ')}`,
    );
  });

  it('has its folder restored on disconnect', async () => {
    await scene.window.command('Turnwatch: Disconnect Agent…');
    await scene.window.answerChange(/Removes Turnwatch.s hooks/, 'Disconnect');
    await scene.window.toast(/Cline is disconnected/);
    assert.deepEqual(readdirSync(hooks()), [OWN]);
    assert.ok(existsSync(join(scene.box.home, 'own-hook.log')), "the person's own hook ran");
  });

  it('runs undisturbed with VS Code closed', async () => {
    await scene.closeEditor();
    for (const name of HOOKS) {
      const added = clineInstall.add(name, '', { dir: scene.bridge });
      assert.ok('text' in added);
      writeFileSync(join(hooks(), name), added.text, { mode: 0o755 });
    }
    const model = await start({ script: unwatched });
    const outcome = await turn('Fix the test alone');
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.match(outcome.stdout, new RegExp(finalText));
    assert.equal(played(model), unwatched.length, summary(model.requests));
    assert.doesNotMatch(
      `${outcome.stdout}${outcome.stderr}`.replaceAll(/\S*turnwatch-cline-\S*/g, 'FOLDER'),
      /turnwatch|curl|hook/i,
    );
    assert.doesNotMatch(
      JSON.stringify(model.requests.map(({ body }) => body.raw)),
      /\[Turnwatch\]|hook_context|curl:/,
    );
  });
});
