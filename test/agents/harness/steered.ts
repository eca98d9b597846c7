/** The test that every agent steered by hooks in a settings file passes, with its real program beside the real VS Code. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Capabilities, SessionDetail } from '../../../src/core/view/snapshot.js';
import { contains } from '../../contains.js';
import { skip } from '../../skip.js';
import { makeBox, runAgent, type Outcome, type Sandbox } from './box.js';
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
import {
  deaf,
  finalText,
  startModel,
  summary,
  type Model,
  type ModelApi,
  type ModelOptions,
} from './model.js';
import type { Page } from './page.js';
import { agentProgram } from './program.js';
import { openScene, punctually, type Scene } from './scene.js';
import { stalling, stubborn } from './scripts.js';
import { inWorktree, wasJudgedInWorktree, whileMainChanges } from './worktree.js';

export interface SteeredAgent {
  id: string;
  name: string;
  api: ModelApi;
  env: Readonly<Record<string, string>>;
  /** The settings that point the agent at its model. */
  modelEnv(url: string): Record<string, string>;
  /** The environment by which the extension finds the agent's folder. */
  editorEnv(box: Sandbox): Record<string, string>;
  args(prompt: string): string[];
  /** Below the home. */
  settingsFile: string;
  /** What the person wrote there. */
  settings: Record<string, unknown>;
  /** Once it is connected. */
  capabilities: Capabilities;
  /** Why the model ends a stalled turn: it was told to, or its tools were switched off. */
  ends: 'obeyed' | 'tool-choice-none';
}

export function describeSteered(agent: SteeredAgent): void {
  describe(agent.name, function () {
    this.timeout(300_000);
    let scene: Scene | undefined;
    let page: Page;
    let model: Model | undefined;
    let personal = '';
    let connected = '';
    const desk = (): Scene => {
      assert.ok(scene !== undefined, 'the editor is open');
      return scene;
    };
    const start = async (options: Omit<ModelOptions, 'api'>): Promise<Model> => {
      await model?.close();
      // a model takes its time: what the log tells is known by then
      return (model = await startModel({ delayMs: 300, ...options, api: agent.api }));
    };
    const settings = (): string => readFileSync(join(desk().box.home, agent.settingsFile), 'utf8');
    const turn = ({ url }: Model, prompt: string, box: Sandbox = desk().box): Promise<Outcome> => {
      return runAgent(
        agent.id,
        { ...box, env: { ...box.env, ...agent.modelEnv(url) } },
        agent.args(prompt),
        TURN_MS,
      );
    };
    const shows = (
      prompt: string,
      is: (detail: SessionDetail) => boolean,
    ): Promise<SessionDetail> =>
      page.shows(
        (detail) =>
          detail.agent === agent.id &&
          detail.rows.some((row) => row.kind === 'prompt' && row.text.includes(prompt)) &&
          is(detail),
        30_000,
      );

    const turns = { start, turn, shows };

    before(async function () {
      const program = agentProgram(agent.id);
      if (typeof program === 'string') {
        skip(this, program);
      }
      const box = makeBox(agent.id, agent.env);
      mkdirSync(dirname(join(box.home, agent.settingsFile)), { recursive: true });
      writeFileSync(
        join(box.home, agent.settingsFile),
        `${JSON.stringify(agent.settings, null, 2)}\n`,
      );
      scene = await openScene({ 'turnwatch.mode': 'auto' }, { box, env: agent.editorEnv(box) });
      page = await scene.page();
    });
    afterEach(async () => {
      await model?.close();
      model = undefined;
    });
    after(async () => {
      await scene?.close();
    });

    it('is watched through its log without setup, and nothing is sent', async () => {
      await seenAlone(turns);
    });

    it('gets the hooks only after the person has reviewed and confirmed them', async () => {
      // not earlier: the agent may write its own settings when it first starts
      personal = settings();
      await connect(desk(), agent.name, async () => {
        await diffShows(desk(), 'hooks');
        assert.equal(settings(), personal, 'nothing is written before the click');
      });
      contains(settings(), `X-Turnwatch-Agent: ${agent.id}`);
    });

    it('ends a stalled turn in words, in a worktree outside the folder, and the receipt says so', async () => {
      const { box } = desk();
      const { model, prompt, outcome } = await punctually(desk(), async (again) => {
        const model = await start({ script: stalling, ...whileMainChanges(box) });
        const prompt = `Fix the failing test in the parser${again}`;
        return { model, prompt, outcome: await turn(model, prompt, inWorktree(box)) };
      });
      assert.equal(outcome.code, 0, outcome.stderr);
      assert.ok(outcome.stdout.trim().endsWith(finalText), outcome.stdout);
      const asked = model.requests.filter(({ reason }) => reason !== 'side-request');
      assert.equal(asked.at(-1)?.reason, agent.ends, summary(model.requests));
      assert.match(asked.at(-1)?.body.newest ?? '', /\[Turnwatch\] Tools are switched off/);
      assert.equal(timesTold(asked.at(-1)), 1, 'the reminder comes once');
      assert.deepEqual(
        asked.slice(0, -1).filter(({ marked }) => marked),
        [],
        'nothing of ours before',
      );
      const detail = await shows(
        prompt,
        (each) => !each.open && each.receipts.some(({ state }) => state === 'obeyed'),
      );
      console.log(
        `      told after ${played(model)} of ${stalling.length} responses; ${receipts(detail)}`,
      );
      assert.ok(played(model) < stalling.length);
      assert.deepEqual(
        detail.receipts.map(({ kind, state, by }) => ({ kind, state, by })),
        [{ kind: 'text-only', state: 'obeyed', by: 'auto' }],
      );
      assert.deepEqual(detail.capabilities, agent.capabilities);
      const calls = asked
        .slice(0, -1)
        .flatMap(({ answer }) => answer.filter(({ type }) => type === 'tool_use')).length;
      const shown = detail.rows.flatMap((row) => (row.kind === 'step' ? row.calls : []));
      assert.equal(shown.length, calls, 'hooks and log together tell each call once');
      await wasJudgedInWorktree(desk(), detail);
    });

    it('leaves a productive turn alone, in a worktree outside the folder', () => {
      const box = inWorktree(desk().box);
      return leftAlone({ ...turns, turn: (model, prompt) => turn(model, prompt, box) }, box);
    });

    it('is stopped when the model ignores every order, and the person is asked', async () => {
      const model = await start(deaf);
      await turn(model, 'Fix the failing test, whatever anyone says');
      const detail = await shows(
        'Fix the failing test, whatever anyone says',
        (each) => !each.open,
      );
      console.log(
        `      stopped after ${played(model)} of ${stubborn.length} responses; ${receipts(detail)}`,
      );
      wasStopped(model, detail);
    });

    it('has its settings restored byte for byte on disconnect', async () => {
      connected = settings();
      await disconnect(desk(), agent.name);
      assert.equal(settings(), personal);
    });

    it('finishes its turn undisturbed with VS Code closed', async () => {
      const { bridge, box } = desk();
      writeFileSync(join(box.home, agent.settingsFile), connected);
      const left = readFileSync(join(bridge, 'hook.curl'), 'utf8');
      await desk().closeEditor();
      // as after a crash: nobody listens at the address
      writeFileSync(join(bridge, 'hook.curl'), left, { mode: 0o600 });
      await playsAlone(turns);
      assert.equal(settings(), connected);
    });
  });
}
