/** The real Copilot CLI with a scripted model: watched by its event log, steered by its hooks, stopped, left alone, and let go. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hooksText } from '../../src/agents/copilot/answer.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import { skip } from '../skip.js';
import { makeBox, runAgent, type Outcome, type Sandbox } from './harness/box.js';
import {
  deaf,
  finalText,
  startModel,
  summary,
  type Model,
  type ModelOptions,
} from './harness/model.js';
import { chatApi } from './models/chat.js';
import type { Page } from './harness/page.js';
import { toldToolsAreOn } from './harness/flows.js';
import { agentProgram } from './harness/program.js';
import { openScene, punctually, type Scene } from './harness/scene.js';
import { productive, stalling, stubborn, unwatched } from './harness/scripts.js';
import { inWorktree, wasJudgedInWorktree, whileMainChanges } from './harness/worktree.js';

/** What the CLI wants besides the model: it talks to nobody else, and updates nothing. */
const alone = {
  COPILOT_OFFLINE: 'true',
  COPILOT_AUTO_UPDATE: 'false',
  COPILOT_PROVIDER_TYPE: 'openai',
  COPILOT_PROVIDER_API_KEY: 'scripted',
  COPILOT_MODEL: 'scripted-model',
};
const LIMIT_MS = 120_000;

/** Printed where unpacking takes long. */
const unpacked = /^Package extraction took \d+ms\n/m;

describe('Copilot CLI', () => {
  let box: Sandbox;
  let scene: Scene;
  let page: Page;
  let model: Model | undefined;
  const hooksDir = (): string => join(box.home, '.copilot/hooks');
  const hooksFile = (): string => join(hooksDir(), 'turnwatch.json');
  const start = async (options: ModelOptions): Promise<Model> => {
    await model?.close();
    return (model = await startModel({ api: chatApi, delayMs: 300, ...options }));
  };
  const turn = async (
    { url }: Model,
    prompt: string,
    at = box,
    ...how: readonly string[]
  ): Promise<Outcome> => {
    const outcome = await runAgent(
      'copilot',
      { ...at, env: { ...box.env, COPILOT_PROVIDER_BASE_URL: `${url}/v1` } },
      [...how, '-p', prompt, '-s', '--allow-all-tools', '--allow-all-paths'],
      LIMIT_MS,
    );
    return { ...outcome, stderr: outcome.stderr.replace(unpacked, '') };
  };
  const ended = (
    prompt: string,
    is: (detail: SessionDetail) => boolean = () => true,
  ): Promise<SessionDetail> =>
    page.shows(
      (detail) =>
        !detail.open &&
        detail.rows.some((row) => row.kind === 'prompt' && row.text === prompt) &&
        is(detail),
    );

  before(async function () {
    const program = agentProgram('copilot');
    if (typeof program === 'string') {
      skip(this, program);
    }
    box = makeBox('copilot', alone);
    scene = await openScene(
      { 'turnwatch.mode': 'auto' },
      { box, env: { COPILOT_HOME: join(box.home, '.copilot') } },
    );
    page = await scene.page();
  });
  afterEach(async () => {
    await model?.close();
    model = undefined;
  });
  after(async () => {
    await scene.close();
  });

  it('is watched through its event log without setup', async () => {
    const script = stalling.slice(0, 10);
    const model = await start({ script });
    const outcome = await turn(model, 'Fix the failing test in the lexer');
    assert.deepEqual([outcome.code, outcome.stderr], [0, '']);
    const seen = await page.shows(
      (detail) =>
        detail.verdict?.level === 'stalled' &&
        detail.rows.some(
          (row) => row.kind === 'prompt' && row.text === 'Fix the failing test in the lexer',
        ),
    );
    assert.equal(seen.agent, 'copilot');
    assert.deepEqual(seen.capabilities, { textOnly: 'none', stop: false, guide: false });
    assert.equal(
      model.requests.filter((request) => request.reason === 'script').length,
      script.length,
      summary(model.requests),
    );
    assert.deepEqual(ours(model), []);
  });

  it('gets its hooks in a separate file after the person has reviewed it', async () => {
    mkdirSync(hooksDir(), { recursive: true });
    writeFileSync(join(hooksDir(), 'mine.json'), personal(join(box.home, 'own-hook.log')));
    const { page: workbench } = scene.window;
    await scene.window.command('Turnwatch: Connect Agent…');
    await scene.window.pick(/Connect an agent/, 'Copilot CLI');
    await workbench
      .locator('.monaco-diff-editor .editor.modified .view-lines')
      .filter({ hasText: 'userPromptSubmitted' })
      .waitFor();
    assert.equal(existsSync(hooksFile()), false, 'nothing is written before the click');
    await scene.window.answerChange(/runs these hooks/, 'Connect');
    await scene.window.toast(/Copilot CLI is connected/);
    assert.equal(readFileSync(hooksFile(), 'utf8'), hooksText(scene.bridge));
    assert.equal(
      existsSync(join(box.home, '.copilot/extensions')),
      false,
      'what answers prompts is only for who switched that on',
    );
  });

  it('ends a stalling turn in words, in a worktree outside the folder: the reminder stands in the next request', async () => {
    const { model, prompt, outcome } = await punctually(scene, async (again) => {
      const model = await start({ script: stalling, ...whileMainChanges(box) });
      const prompt = `Fix the failing test in the parser${again}`;
      return { model, prompt, outcome: await turn(model, prompt, inWorktree(box)) };
    });
    assert.deepEqual([outcome.code, outcome.stderr], [0, '']);
    assert.ok(outcome.stdout.trim().endsWith(finalText), outcome.stdout);
    assert.equal(model.requests.at(-1)?.reason, 'obeyed', summary(model.requests));
    const played = model.requests.filter((request) => request.reason === 'script').length;
    assert.ok(played <= 9, summary(model.requests));
    assert.deepEqual(
      model.requests.slice(0, -1).filter((request) => request.marked),
      [],
    );
    const detail = await ended(prompt, (each) =>
      each.receipts.some((receipt) => receipt.state === 'obeyed'),
    );
    console.log(`      told after ${played} steps; ${said(detail)}`);
    assert.deepEqual(
      detail.receipts.map(({ kind, state }) => ({ kind, state })),
      [{ kind: 'text-only', state: 'obeyed' }],
    );
    assert.deepEqual(detail.capabilities, { textOnly: 'deny', stop: true, guide: true });
    const told = detail.rows.flatMap((row) => (row.kind === 'step' ? row.calls : []));
    assert.equal(new Set(told.map(({ id }) => id)).size, told.length, 'no call is told twice');
    assert.equal(told.length, calls(played), 'and none is missing or made up');
    assert.ok(
      readFileSync(join(box.home, 'own-hook.log'), 'utf8').trim().split('\n').length >= played,
      'the person’s own hook ran too',
    );
    await wasJudgedInWorktree(scene, detail);

    await model.close();
    const next = await start({ script: [] });
    await turn(next, 'And now?', inWorktree(box), '--continue');
    toldToolsAreOn(next);
  });

  it('that disobeys has its calls denied and its turn ended', async () => {
    const model = await start(deaf);
    const prompt = 'Fix the failing test, whatever anyone says';
    const outcome = await turn(model, prompt);
    const played = model.requests.filter((request) => request.reason === 'script').length;
    const detail = await ended(prompt);
    console.log(
      `      stopped after ${played} of ${stubborn.length} responses, exit ${outcome.code ?? 'by signal'}; ${said(detail)}`,
    );
    assert.ok(played < stubborn.length, summary(model.requests));
    const [order, stop] = detail.receipts.filter(({ kind }) => kind !== 'escalate');
    assert.deepEqual([order?.kind, order?.state, stop?.kind], ['text-only', 'ignored', 'stop']);
    assert.ok(
      stop?.deliveredAt !== undefined && (stop.state === 'delivered' || stop.state === 'obeyed'),
      JSON.stringify(stop),
    );
    assert.ok(
      detail.rows.some((row) => row.kind === 'intervention' && row.intervention === 'escalate'),
      'the person is asked',
    );
  });

  it('is undisturbed while it makes progress', async () => {
    const script = productive(box.workspace);
    const model = await start({ script });
    const prompt = 'Write a list of primes';
    const outcome = await turn(model, prompt);
    assert.deepEqual([outcome.code, outcome.stderr], [0, '']);
    assert.equal(
      model.requests.filter((request) => request.reason === 'script').length,
      script.length,
      summary(model.requests),
    );
    assert.equal(
      execFileSync('git', ['log', '-1', '--format=%s'], {
        cwd: box.workspace,
        encoding: 'utf8',
      }).trim(),
      'Add primes',
    );
    const detail = await ended(prompt);
    assert.deepEqual(
      detail.rows.filter((row) => row.kind === 'verdict' || row.kind === 'intervention'),
      [],
    );
    assert.deepEqual(detail.receipts, []);
    assert.deepEqual(ours(model), []);
    assert.ok(detail.metrics.lastProgress !== undefined && detail.metrics.filesModified >= 1);
  });

  it('has our file removed and its own restored on disconnect', async () => {
    await scene.window.command('Turnwatch: Disconnect Agent…');
    await scene.window.answerChange(/Removes Turnwatch.s hooks/, 'Disconnect');
    await scene.window.toast(/is disconnected/);
    assert.equal(existsSync(hooksFile()), false);
    assert.equal(
      readFileSync(join(hooksDir(), 'mine.json'), 'utf8'),
      personal(join(box.home, 'own-hook.log')),
    );
    assert.deepEqual(readdirSync(hooksDir()), ['mine.json']);
  });

  it('runs undisturbed when VS Code is closed, crashed or uninstalled', async () => {
    const client = join(scene.bridge, 'hook.curl');
    const left = readFileSync(client, 'utf8');
    writeFileSync(hooksFile(), hooksText(scene.bridge));
    await scene.closeEditor();
    for (const [state, prepare] of [
      [
        'closed',
        () => {
          rmSync(client, { force: true });
        },
      ],
      [
        'crashed',
        () => {
          writeFileSync(client, left, { mode: 0o600 });
        },
      ],
    ] as const) {
      prepare();
      const model = await start({ script: unwatched });
      const outcome = await turn(model, `Fix the failing test alone, ${state}`);
      assert.deepEqual([outcome.code, outcome.stderr], [0, ''], state);
      assert.doesNotMatch(outcome.stdout, /turnwatch|hook|curl/i, state);
      assert.equal(
        model.requests.filter((request) => request.reason === 'script').length,
        unwatched.length,
        `${state}: ${summary(model.requests)}`,
      );
      assert.deepEqual(ours(model), [], state);
      await model.close();
    }
  });
});

/** Another tool's hooks, in a file beside ours. */
function personal(log: string): string {
  return JSON.stringify({
    version: 1,
    hooks: { preToolUse: [{ type: 'command', bash: `echo ran >> '${log}'`, timeoutSec: 5 }] },
  });
}

/** Calls of the first responses of the stalling script. */
function calls(responses: number): number {
  return stalling
    .slice(0, responses)
    .flat()
    .filter((block) => block.type === 'tool_use').length;
}

function said(detail: SessionDetail): string {
  return detail.receipts
    .map(({ kind, state, denials }) => `${kind} ${state} (${denials} denials)`)
    .join(', ');
}

/** What the model was told that is of ours, each with the words around it. */
function ours(model: Model): string[] {
  return model.requests
    .map(({ body }) => JSON.stringify(body.raw))
    .flatMap((text) =>
      [...text.matchAll(/\[Turnwatch\]|curl:|postToolUse hooks/g)].map(({ index }) =>
        text.slice(Math.max(0, index - 60), index + 60),
      ),
    );
}
