/** The test that every agent steered by hooks in a settings file passes, with its real program beside the real VS Code. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  leftAloneForLong,
  played,
  playsAlone,
  receipts,
  seenAlone,
  timesTold,
  TURN_MS,
  wasAsked,
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
  /** Points the agent at its model. */
  pointAt(box: Sandbox, url: string): Sandbox;
  /** The environment by which the extension finds the agent's folder. */
  editorEnv(box: Sandbox): Record<string, string>;
  args(prompt: string): string[];
  /** Below the home. */
  settingsFile: string;
  /** What the person wrote there. Absent: the file is ours alone. */
  settings?: Record<string, unknown>;
  /** Once it is connected. */
  capabilities: Capabilities;
  /** Why the model ends a stalled turn: it was told to, its tools were switched off, or it was offered none, so that it cannot ignore that. */
  ends: 'obeyed' | 'tool-choice-none' | 'no-tools';
}

export function describeSteered(agent: SteeredAgent): void {
  describe(agent.name, function () {
    this.timeout(300_000);
    let scene: Scene | undefined;
    let page: Page;
    let model: Model | undefined;
    let personal: string | undefined;
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
    const settingsFile = (): string => join(desk().box.home, agent.settingsFile);
    const settings = (): string | undefined =>
      existsSync(settingsFile()) ? readFileSync(settingsFile(), 'utf8') : undefined;
    const turn = ({ url }: Model, prompt: string, box: Sandbox = desk().box): Promise<Outcome> =>
      runAgent(agent.id, agent.pointAt(box, url), agent.args(prompt), TURN_MS);
    const shows = (
      prompt: string,
      is: (detail: SessionDetail) => boolean,
    ): Promise<SessionDetail> =>
      page.shows(
        (detail) =>
          detail.agent === agent.id &&
          detail.rows.some((row) => row.kind === 'prompt' && row.text.includes(prompt)) &&
          is(detail),
      );

    const turns = { start, turn, shows };

    before(async function () {
      const program = agentProgram(agent.id);
      if (typeof program === 'string') {
        skip(this, program);
      }
      const box = makeBox(agent.id, agent.env);
      mkdirSync(dirname(join(box.home, agent.settingsFile)), { recursive: true });
      if (agent.settings !== undefined) {
        writeFileSync(
          join(box.home, agent.settingsFile),
          `${JSON.stringify(agent.settings, null, 2)}\n`,
        );
      }
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
        await diffShows(desk(), agent.settings === undefined ? 'Turnwatch' : 'hooks');
        assert.equal(settings(), personal, 'nothing is written before the click');
      });
      contains(settings() ?? '', `X-Turnwatch-Agent: ${agent.id}`);
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

    it('leaves forty productive steps alone', () => leftAloneForLong(turns, desk().box));

    it('is over once it is killed in the middle of its turn', async () => {
      const kill = new AbortController();
      const model = await start({
        script: stubborn,
        before: ({ position }) =>
          position === 2 ? new Promise(() => undefined) : Promise.resolve(),
      });
      const prompt = 'Look at everything, for as long as you live';
      const { box } = desk();
      const running = runAgent(
        agent.id,
        agent.pointAt(box, model.url),
        agent.args(prompt),
        TURN_MS,
        kill.signal,
      ).catch((error: unknown) => error);
      await model.waitFor(({ position }) => position === 2, TURN_MS);
      await shows(prompt, (each) => each.open);
      kill.abort(); // SIGKILL
      assert.ok((await running) instanceof Error);
      const detail = await shows(prompt, (each) => !each.open);
      assert.equal(detail.end?.how, 'interrupted');
    });

    const ignored = agent.capabilities.stop ? 'is stopped' : 'goes on';
    it(`${ignored} when the model ignores every order, and the person is asked`, async function () {
      if (agent.ends === 'no-tools') {
        skip(this, 'a model without tools can only answer');
      }
      const model = await start(deaf);
      await turn(model, 'Fix the failing test, whatever anyone says');
      const detail = await shows(
        'Fix the failing test, whatever anyone says',
        (each) => !each.open,
      );
      console.log(
        `      stopped after ${played(model)} of ${stubborn.length} responses; ${receipts(detail)}`,
      );
      if (agent.capabilities.stop) {
        wasStopped(model, detail);
        return;
      }
      const orders = detail.receipts.filter(({ kind }) => kind !== 'escalate');
      // its last words come when its script is over
      assert.deepEqual(
        orders.map(({ kind }) => kind),
        ['text-only'],
      );
      assert.ok((orders[0]?.denials ?? 0) > 3, receipts(detail));
      assert.ok(wasAsked(detail), 'the person is asked');
    });

    it('is stopped by a click, at its next request or call', async function () {
      if (!agent.capabilities.stop) {
        skip(this, 'nothing ends its turn');
      }
      let release = (): void => undefined;
      const held = new Promise<void>((done) => {
        release = done;
      });
      const model = await start({
        script: stubborn,
        before: ({ position }) => (position === 2 ? held : Promise.resolve()),
      });
      const prompt = 'Look at every file until you are stopped';
      const running = turn(model, prompt);
      try {
        await model.waitFor(({ position }) => position === 2, TURN_MS);
        await shows(prompt, ({ capabilities }) => capabilities.stop);
        await desk().window.command('Turnwatch: Stop Turn');
        await shows(prompt, ({ receipts: all }) => all.some(({ kind }) => kind === 'stop'));
      } finally {
        release();
      }
      await running;
      const detail = await shows(prompt, (each) => !each.open);
      assert.ok(played(model) <= 4, summary(model.requests));
      // the log of some tells sooner, and no more than that somebody did
      assert.match(detail.end?.how ?? '', /^(?:stopped|interrupted)$/, receipts(detail));
      assert.deepEqual(
        detail.receipts.map(({ kind, state, by }) => ({ kind, state, by })),
        [{ kind: 'stop', state: 'obeyed', by: 'person' }],
      );
    });

    it('has its settings restored byte for byte on disconnect', async () => {
      connected = settings() ?? '';
      await disconnect(desk(), agent.name);
      assert.equal(settings(), personal);
    });

    it('finishes its turn undisturbed with VS Code closed', async () => {
      const { bridge } = desk();
      mkdirSync(dirname(settingsFile()), { recursive: true });
      writeFileSync(settingsFile(), connected);
      const left = readFileSync(join(bridge, 'hook.curl'), 'utf8');
      await desk().closeEditor();
      // as after a crash: nobody listens at the address
      writeFileSync(join(bridge, 'hook.curl'), left, { mode: 0o600 });
      await playsAlone(turns);
      assert.equal(settings(), connected);
    });
  });
}
