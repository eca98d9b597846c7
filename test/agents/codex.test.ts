/** The real Codex CLI and the real VS Code: watched by its rollout alone, then steered by its hooks. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codexInstall } from '../../src/agents/codex/answer.js';
import { makeBox, runAgent, type Outcome } from './harness/box.js';
import { finalText, startModel, summary, type Model, type ModelOptions } from './harness/model.js';
import { responsesApi } from './models/responses.js';
import type { Page } from './harness/page.js';
import { toldToolsAreOn } from './harness/flows.js';
import { agentProgram, neededProgram } from './harness/program.js';
import { openScene, punctually, type Scene } from './harness/scene.js';
import { productive, stalling, unwatched } from './harness/scripts.js';
import { inWorktree, wasJudgedInWorktree, whileMainChanges } from './harness/worktree.js';
import { openTerminal, type Terminal } from './harness/terminal.js';
import { untilDeadline } from '../host/harness/window.js';
import { skip } from '../skip.js';

const SECRET = 'sk-scripted-000000000000000000000';
/** The model is held here for as long as the test looks: well after the stall. */
const HELD = 9;

describe('Codex', function () {
  this.timeout(300_000);
  let scene: Scene;
  let opened: Scene | undefined;
  let page: Page;
  let model: Model | undefined;
  /** The person's own files of Codex, as they are without us. */
  const own = { 'hooks.json': '', 'config.toml': '' };
  const folder = (): string => join(scene.box.home, '.codex');
  const file = (name: string): string => readFileSync(join(folder(), name), 'utf8');
  // a real model thinks longer than this
  const start = async (options: ModelOptions): Promise<Model> => {
    await model?.close();
    return (model = await startModel({ api: responsesApi, delayMs: 50, ...options }));
  };

  before(async function () {
    const program = agentProgram('codex');
    if (typeof program === 'string') {
      skip(this, program);
    }
    const box = makeBox('codex', { OPENAI_API_KEY: SECRET });
    box.env.CODEX_HOME = join(box.home, '.codex');
    mkdirSync(box.env.CODEX_HOME);
    own['hooks.json'] =
      `{\n    "hooks": {\n        "PreToolUse": [{"hooks": [{"type": "command", "command": "echo ran >> '${join(box.home, 'own-hook.log')}'"}]}]\n    }\n}`;
    own['config.toml'] =
      'model = "scripted"\nmodel_provider = "scripted"\ncheck_for_update_on_startup = false\n[analytics]\nenabled = false\n[model_providers.scripted]\nname = "Scripted"\nwire_api = "responses"\nenv_key = "OPENAI_API_KEY"\nbase_url = "http://127.0.0.1:9/v1"\n';
    for (const [name, text] of Object.entries(own)) {
      writeFileSync(join(box.env.CODEX_HOME, name), text);
    }
    scene = opened = await openScene(
      { 'turnwatch.mode': 'auto' },
      { box, env: { CODEX_HOME: box.env.CODEX_HOME } },
    );
    page = await scene.page();
  });
  afterEach(async () => {
    await model?.close();
    model = undefined;
  });
  after(async () => {
    await opened?.close();
  });

  /** One turn, with hooks as if the person had reviewed them. */
  function turn(
    model: Model,
    prompt: string,
    box = scene.box,
    ...how: readonly string[]
  ): Promise<Outcome> {
    return runAgent('codex', box, [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      '--dangerously-bypass-hook-trust',
      '-c',
      provider(model),
      ...how,
      prompt,
    ]);
  }
  const provider = ({ url }: Model): string => `model_providers.scripted.base_url="${url}/v1"`;
  const sessionOf = ({ requests }: Model): string => requests[0]?.session ?? '';
  const played = ({ requests }: Model): number =>
    requests.filter(({ reason }) => reason === 'script').length;

  it('is watched without setup: the session stalls in the view, which offers only possible actions', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    const model = await start({
      script: stalling,
      before: (request) => (request.position === HELD ? held : Promise.resolve()),
    });
    const running = turn(model, 'Fix the failing test in the lexer');
    try {
      await model.waitFor(({ position }) => position === HELD, 120_000);
      const seen = await page.shows(
        (detail) => detail.session === sessionOf(model) && detail.verdict?.level === 'stalled',
      );
      assert.deepEqual(
        [seen.agent, seen.capabilities],
        ['codex', { textOnly: 'none', stop: false, guide: false }],
      );
      assert.ok(
        seen.rows.some(
          (row) => row.kind === 'prompt' && row.text === 'Fix the failing test in the lexer',
        ),
      );
      await page.reads(/Fix the failing test in the lexer/); // one agent alone has no mark
    } finally {
      release();
    }
    const outcome = await running;
    assert.deepEqual([outcome.code, outcome.stdout.trim()], [0, finalText], outcome.stderr);
    assert.equal(played(model), stalling.length, summary(model.requests));
    assert.deepEqual(
      model.requests.filter(({ marked }) => marked),
      [],
    );
  });

  it('gets hooks only after the person has reviewed and confirmed the change', async () => {
    await scene.window.command('Turnwatch: Connect Agent…');
    await scene.window.pick(/Connect an agent/, 'Codex');
    const diff = scene.window.page.locator('.monaco-diff-editor .editor.modified .view-lines');
    await diff.filter({ hasText: 'PreModelRequest' }).waitFor();
    assert.equal(file('hooks.json'), own['hooks.json'], 'nothing is written before the click');
    await scene.window.answerChange(/runs these hooks/, 'Connect');
    const toast = await scene.window.toast(/Codex is connected/);
    assert.match(
      toast.text,
      /At its next start, it asks you to review the hooks; they run once you trust them/,
    );
    await toast.dismiss();
    assert.deepEqual(
      codexInstall.remove('', file('hooks.json')),
      { text: own['hooks.json'] },
      'all that is new is ours',
    );
    assert.equal(file('config.toml'), own['config.toml']);
  });

  it('asks the person to review them in its own terminal, and runs them once they are trusted there', async () => {
    // as a person has it who works in this folder already; what is trusted is kept in this file, too
    writeFileSync(
      join(folder(), 'config.toml'),
      `${own['config.toml']}[projects.${JSON.stringify(scene.box.workspace)}]\ntrust_level = "trusted"\n`,
    );
    const model = await start({ script: stalling });
    const { program, args } = neededProgram('codex');
    const terminal = await reviewed(() =>
      openTerminal(
        program,
        [...args, '--dangerously-bypass-approvals-and-sandbox', '-c', provider(model)],
        { cwd: scene.box.workspace, env: scene.box.env },
      ),
    );
    try {
      terminal.type('Fix the failing test in the tokenizer');
      await terminal.waitFor(/› Fix the failing test in the tokenizer/, 120_000);
      // a return right behind what was typed is taken for pasted text
      await untilDeadline(120_000, async () => {
        terminal.press('enter');
        await model.waitFor(() => true, 2000);
      });
      await terminal.waitFor((screen) => screen.includes(finalText), 120_000);
      assert.equal(model.requests.at(-1)?.reason, 'obeyed', summary(model.requests));
      const detail = await page.shows(
        (each) =>
          each.receipts.some(({ state }) => state === 'obeyed') &&
          each.rows.some(
            (row) =>
              row.kind === 'prompt' && row.text.startsWith('Fix the failing test in the tokenizer'),
          ),
      );
      assert.deepEqual(
        detail.receipts.map(({ kind }) => kind),
        ['text-only'],
      );
    } finally {
      await terminal.close();
      writeFileSync(join(folder(), 'config.toml'), own['config.toml']);
    }
  });

  it('ends a stalling turn in words, in a worktree outside the folder: the next call is denied with the reason', async () => {
    const { model, outcome } = await punctually(scene, async (again) => {
      const model = await start({ script: stalling, ...whileMainChanges(scene.box) });
      const prompt = `Fix the failing test in the parser${again}`;
      return { model, outcome: await turn(model, prompt, inWorktree(scene.box)) };
    });
    assert.deepEqual([outcome.code, outcome.stdout.trim()], [0, finalText], outcome.stderr);
    assert.equal(model.requests.at(-1)?.reason, 'obeyed', summary(model.requests));
    assert.match(
      model.requests.at(-1)?.body.newest ?? '',
      /blocked by PreToolUse hook: \[Turnwatch\] Tools are switched off/,
    );
    assert.ok(played(model) <= 8, summary(model.requests));
    const detail = await page.shows(
      (each) =>
        each.session === sessionOf(model) &&
        !each.open &&
        each.receipts.some(({ state }) => state === 'obeyed'),
    );
    assert.deepEqual(
      detail.receipts.map(({ kind, state, by }) => ({ kind, state, by })),
      [{ kind: 'text-only', state: 'obeyed', by: 'auto' }],
    );
    assert.deepEqual(detail.capabilities, { textOnly: 'deny', stop: false, guide: true });
    const steps = detail.rows.flatMap((row) => (row.kind === 'step' ? [row] : []));
    assert.equal(steps.length, played(model), 'a response is a step');
    assert.deepEqual(
      new Set(steps.flatMap(({ calls }) => calls.map(({ tool }) => tool))),
      new Set(['exec_command']),
    );
    await wasJudgedInWorktree(scene, detail);
    console.log(
      `      told after ${played(model)} steps, ${detail.receipts.map(({ denials }) => denials).join()} denials`,
    );

    const next = await start({ script: [] });
    await turn(next, 'And now?', inWorktree(scene.box), 'resume', '--last');
    toldToolsAreOn(next);
  });

  /** In force when it resolves: the mode, which the page shows, comes with it from the same file. */
  const remindFirst = async (wanted: boolean): Promise<void> => {
    for (const mode of ['observe', 'auto'] as const) {
      scene.set({ 'turnwatch.auto.remindFirst': wanted, 'turnwatch.mode': mode });
      await page.showsNow((snapshot) => snapshot.mode === mode);
    }
  };

  it('is reminded first if so configured', async () => {
    await remindFirst(true);
    const model = await start({ script: stalling });
    const outcome = await turn(model, 'Fix the failing test in the scanner');
    await remindFirst(false);
    assert.deepEqual([outcome.code, outcome.stdout.trim()], [0, finalText], outcome.stderr);
    const last = model.requests.at(-1);
    assert.equal(last?.reason, 'obeyed', summary(model.requests));
    assert.doesNotMatch(last.body.newest, /blocked by/, 'the call ran');
    const detail = await page.shows((each) => each.session === sessionOf(model) && !each.open);
    assert.deepEqual(
      detail.receipts.map(({ kind, state }) => ({ kind, state })),
      [{ kind: 'remind', state: 'obeyed' }],
    );
  });

  it('is undisturbed in a productive turn', async () => {
    const script = productive(scene.box.workspace);
    const model = await start({ script });
    const outcome = await turn(model, 'Write a list of primes');
    assert.deepEqual([outcome.code, outcome.stdout.trim()], [0, finalText], outcome.stderr);
    assert.equal(played(model), script.length, summary(model.requests));
    assert.doesNotMatch(
      JSON.stringify(model.requests.map(({ body }) => body.raw)),
      /\[Turnwatch\]|blocked by PreToolUse/,
    );
    assert.equal(
      execFileSync('git', ['log', '-1', '--format=%s'], {
        cwd: scene.box.workspace,
        encoding: 'utf8',
      }).trim(),
      'Add primes',
    );
    const detail = await page.shows((each) => each.session === sessionOf(model) && !each.open);
    assert.deepEqual(
      [
        detail.receipts,
        detail.rows.filter(({ kind }) => kind === 'verdict' || kind === 'intervention'),
      ],
      [[], []],
    );
    assert.ok(detail.rows.filter((row) => row.kind === 'step' && row.progress).length >= 5);
  });

  it('that disobeys runs no more calls, and the person is asked, since no hook can stop it', async () => {
    const { model, outcome } = await punctually(scene, async () => {
      const model = await start({ script: stalling, temper: 'deaf' });
      return { model, outcome: await turn(model, 'Fix the failing test, whatever anyone says') };
    });
    assert.equal(outcome.code, 0, outcome.stderr);
    const denied = model.requests.findIndex(({ marked }) => marked);
    assert.ok(denied > 0 && denied <= 8, summary(model.requests));
    for (const { body } of model.requests.slice(denied)) {
      assert.match(
        body.newest,
        /^(?:Command blocked by PreToolUse hook: \[Turnwatch\][^]*)+$/,
        'no call ran',
      );
    }
    const detail = await page.shows((each) => each.session === sessionOf(model) && !each.open);
    const [order, ...others] = detail.receipts.filter(({ kind }) => kind !== 'escalate');
    // it answers once it has no more calls
    assert.deepEqual(
      [order?.kind, order?.state, order?.ignoredAt !== undefined, others],
      ['text-only', 'obeyed', true, []],
    );
    assert.ok((order?.ignored ?? 0) >= 2, JSON.stringify(order));
    assert.ok(
      detail.rows.some((row) => row.kind === 'intervention' && row.intervention === 'escalate'),
      'the person is asked',
    );
    console.log(`      ${model.requests.length - denied} responses were denied`);
  });

  it('has its files restored byte for byte on disconnect', async () => {
    await scene.window.command('Turnwatch: Disconnect Agent…');
    await scene.window.answerChange(/Removes Turnwatch.s hooks/, 'Disconnect');
    await scene.window.toast(/Codex is disconnected/);
    assert.deepEqual({ 'hooks.json': file('hooks.json'), 'config.toml': file('config.toml') }, own);
  });

  it('runs undisturbed with VS Code closed', async () => {
    await scene.closeEditor();
    const without = await start({ script: unwatched });
    const bare = await turn(without, 'Fix the test alone');
    const added = codexInstall.add('', own['hooks.json'], { dir: scene.bridge });
    assert.ok('text' in added);
    writeFileSync(join(folder(), 'hooks.json'), added.text);
    const model = await start({ script: unwatched });
    const outcome = await turn(model, 'Fix the test alone');
    assert.deepEqual([outcome.code, outcome.stdout], [0, bare.stdout]);
    assert.equal(played(model), unwatched.length, summary(model.requests));
    assert.deepEqual(said(outcome), said(bare), 'the same words on the screen');
    assert.doesNotMatch(
      JSON.stringify(model.requests.map(({ body }) => body.raw)),
      /\[Turnwatch\]|curl:/,
    );
  });

  /** Codex, with its hooks trusted by the person's keys. */
  async function reviewed(open: () => Terminal): Promise<Terminal> {
    for (let tries = 1; ; tries++) {
      const terminal = open();
      try {
        await terminal.waitFor(/Hooks need review\s+7 hooks are new or changed/, 120_000); // the person's own is one of them
        await pressUntil(terminal, 'down', /› 2\. Trust all and continue/);
        await pressUntil(
          terminal,
          'enter',
          (screen) =>
            screen.includes('Ask Codex to do anything') && !screen.includes('Hooks need review'),
        );
        return terminal;
      } catch (error) {
        await terminal.close();
        // it empties its input before it asks, lest a key that was meant for something else decides, and ends where half a key comes in meanwhile
        if (
          tries === 3 ||
          !String(error).includes('timed out discarding buffered terminal input')
        ) {
          throw error;
        }
      }
    }
  }

  /** Once more where the key was not taken; a further one does no harm. */
  async function pressUntil(
    terminal: Terminal,
    key: 'down' | 'enter',
    is: RegExp | ((screen: string) => boolean),
  ): Promise<string> {
    for (let tries = 1; ; tries++) {
      terminal.press(key);
      try {
        return await terminal.waitFor(is, 2000);
      } catch (error) {
        if (tries === 15 || /the program has ended/.test(String(error))) {
          throw error;
        }
      }
    }
  }

  /**
   * What Codex prints besides its answer, without what changes with each run, such as which of two calls of a response ends first; it
   * names each hook that it runs, also the person's own.
   */
  function said({ stderr }: Outcome): string[] {
    const lines = stderr
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
      .replaceAll(/\d+(?:\.\d+)?m?s\b/g, 'TIME')
      .split('\n');
    return lines
      .filter((line) => !/^hook: \w+(?: Completed)?$|^warning: clamping/.test(line))
      .sort();
  }
});
