/** The true state of Grok, Droid and pi by their real programs: they wait for the person, compact their context, and let sub-agents work. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../src/core/json.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import { untilDeadline } from '../host/harness/window.js';
import { skip } from '../skip.js';
import { itInAll } from '../tier.js';
import { makeBox, runAgent, type Sandbox } from './harness/box.js';
import { connect } from './harness/flows.js';
import { startModel, type Model, type ModelOptions } from './harness/model.js';
import type { Page } from './harness/page.js';
import { agentProgram, neededProgram } from './harness/program.js';
import { foldersOf, pointAt, providerAgent } from './harness/providers.js';
import { openScene, recordedEvents, recordings, type Scene } from './harness/scene.js';
import { bash, call, say, type Block } from './harness/scripts.js';
import { openTerminal, type Terminal } from './harness/terminal.js';

/** A prompt on the screen: how often "down" comes before "yes, this once". */
interface PromptScreen {
  shows: RegExp;
  down: number;
}

interface Talkative {
  id: string;
  name: string;
  /** In a terminal. */
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** What it asks the person before it begins, to which the first answer fits. */
  trust?: RegExp;
  ready: RegExp;
  /** How it asks for a permission. Absent: it never does. */
  permission?: PromptScreen;
  /** Its log tells that, too. */
  logsPrompts?: true;
  /** Absent: it has no tool for questions. */
  question?: Block;
  compact: { command: string; confirm?: RegExp; done: RegExp };
  /** A sub-agent for which the turn waits. Absent: it has none. */
  delegate?(prompt: string): Block;
  prepare?(box: Sandbox): void;
}

const SUMMARY = `<summary>1. Primary Request: ${'Look at everything. '.repeat(30)}</summary>`;

const agents: readonly Talkative[] = [
  {
    id: 'grok',
    name: 'Grok',
    args: ['-m', 'scripted', '--permission-mode', 'default'],
    ready: /Scripted/,
    permission: { shows: /Yes, proceed/, down: 1 },
    logsPrompts: true,
    question: call('ask_user_question', {
      questions: [
        {
          question: 'Which one?',
          options: [
            { label: 'First', description: 'The first' },
            { label: 'Second', description: 'The second' },
          ],
        },
      ],
    }),
    compact: { command: '/compact', done: /Compaction completed/ },
    delegate: (prompt) =>
      call('spawn_subagent', { prompt, description: 'look for it', background: false }),
  },
  {
    id: 'droid',
    name: 'Droid',
    args: [],
    env: { FACTORY_API_KEY: 'fk-scripted' },
    trust: /Trust this folder/,
    ready: /all actions require/,
    permission: { shows: /Yes, allow/, down: 0 },
    question: call('AskUser', {
      questionnaire: '1. [question] Which one?\n[topic] Pick\n[option] First\n[option] Second',
    }),
    compact: { command: '/compress', confirm: /Confirm/, done: /Loaded summary/ },
    delegate: (prompt) =>
      call('Task', { subagent_type: 'worker', description: 'look for it', prompt, await: true }),
    prepare: ({ home }) => {
      const file = join(home, '.factory/settings.json');
      const settings: unknown = JSON.parse(readFileSync(file, 'utf8'));
      assert.ok(isObject(settings));
      const chosen = { model: 'custom:Scripted-0', autonomyMode: 'normal', autonomyLevel: 'off' };
      writeFileSync(
        file,
        JSON.stringify({ ...settings, model: chosen.model, sessionDefaultSettings: chosen }),
      );
    },
  },
  {
    id: 'pi',
    name: 'pi',
    args: ['--provider', 'openai', '--model', 'gpt-5'],
    ready: /gpt-5/,
    compact: { command: '/compact', done: /Compacted from/ },
    prepare: ({ home }) => {
      // so short a session would not be compacted
      const settings = JSON.stringify({ compaction: { keepRecentTokens: 1 } });
      writeFileSync(join(home, '.pi/agent/settings.json'), settings);
    },
  },
];

for (const talkative of agents) {
  describe(`the true state of ${talkative.name}`, function () {
    this.timeout(300_000);
    const { id, name } = talkative;
    const agent = providerAgent(id);
    let [scene, page, model, terminal]: [Scene?, Page?, Model?, Terminal?] = [];

    before(async function () {
      const program = agentProgram(id);
      if (typeof program === 'string') {
        skip(this, program);
      }
      const box = makeBox(id);
      scene = await openScene({ 'turnwatch.mode': 'ask' }, { box, env: foldersOf(box) });
      page = await scene.page();
      pointAt(agent, box, 'http://127.0.0.1:9');
    });
    afterEach(async () => {
      await terminal?.close();
      await model?.close();
      terminal = model = undefined;
    });
    after(async () => {
      await scene?.close();
    });

    async function start(
      options: Omit<ModelOptions, 'api'>,
    ): Promise<{ page: Page; box: Sandbox; model: Model }> {
      assert.ok(scene !== undefined && page !== undefined);
      const begun = await startModel({ ...options, api: agent.api });
      model = begun;
      return {
        page,
        model: begun,
        box: pointAt(agent, scene.box, `${begun.url}${agent.path}`),
      };
    }

    const push: readonly Block[] = [
      say('I will push it.'),
      bash('rm -rf build; git push origin main'),
    ];
    const isOf = (prompt: string, { agent: by, rows }: SessionDetail): boolean =>
      by === id && rows.some((row) => row.kind === 'prompt' && row.text.includes(prompt));
    const waits = (prompt: string, what: string) => (detail: SessionDetail) =>
      isOf(prompt, detail) && detail.state === 'waiting' && detail.waitingFor?.id === what;
    const enterIn = async (opened: Terminal, text: string): Promise<void> => {
      opened.type(text);
      await new Promise((typed) => setTimeout(typed, 1000));
      opened.press('enter');
    };

    /** Its terminal, with this prompt. */
    async function ask(box: Sandbox, prompt: string): Promise<Terminal> {
      talkative.prepare?.(box);
      const { program, args } = neededProgram(id);
      const opened = openTerminal(program, [...args, ...talkative.args], {
        cwd: box.workspace,
        env: { ...box.env, ...talkative.env },
      });
      terminal = opened;
      if (talkative.trust !== undefined) {
        await opened.waitFor(talkative.trust, 120_000);
        await enterIn(opened, '');
      }
      await opened.waitFor(talkative.ready, 120_000);
      await new Promise((ready) => setTimeout(ready, 3000));
      await enterIn(opened, prompt);
      return opened;
    }

    /** It asks for a permission, as the view says, and is given it. */
    async function permit(
      { shows, down }: PromptScreen,
      page: Page,
      opened: Terminal,
      prompt: string,
    ): Promise<void> {
      await opened.waitFor(shows, 120_000);
      await page.shows(waits(prompt, 'wait.permission'));
      for (let n = 0; n < down; n++) {
        opened.press('down');
      }
      await enterIn(opened, '');
    }
    /** Its session, once the turn with this prompt was answered. */
    const answered = (page: Page, prompt: string): Promise<SessionDetail> =>
      page.shows((each) => isOf(prompt, each) && !each.open && each.end?.how === 'answered');

    if (talkative.logsPrompts === true && talkative.permission !== undefined) {
      const { permission } = talkative;
      itInAll('not connected, a prompt waits for the person, by its log alone', async () => {
        const { page, box } = await start({ script: [push, [say('Pushed.')]] });
        const prompt = 'Push by yourself';
        const opened = await ask(box, prompt);
        await permit(permission, page, opened, prompt);
        await opened.waitFor(/Pushed\./, 120_000);
        await answered(page, prompt);
      });
    }

    it('is connected', async () => {
      assert.ok(scene !== undefined);
      await connect(scene, name);
    });

    const waiting = talkative.question === undefined ? '' : 'a prompt and a question wait; ';
    itInAll(`${waiting}a compaction is no turn`, async () => {
      const { permission, question, compact } = talkative;
      const { page, box } = await start({
        script: [push, ...(question === undefined ? [] : [[question]]), [say('Pushed.')]],
        branches: [{ prompt: 'faithful, concise summary', script: [[say(SUMMARY)]] }],
      });
      const prompt = 'Push it';
      const opened = await ask(box, prompt);
      if (permission !== undefined) {
        await permit(permission, page, opened, prompt);
      }
      if (question !== undefined) {
        await opened.waitFor(/Which one\?/, 120_000);
        const asked = await page.shows(waits(prompt, 'wait.question'));
        assert.equal(asked.steps, 2);
        await enterIn(opened, '');
      }
      await opened.waitFor(/Pushed\./, 120_000);
      await answered(page, prompt);
      await enterIn(opened, compact.command);
      if (compact.confirm !== undefined) {
        await opened.waitFor(compact.confirm, 120_000);
        await enterIn(opened, '');
      }
      await opened.waitFor(compact.done, 120_000);
      const told = await untilDeadline(120_000, () => {
        assert.ok(scene !== undefined);
        const events = recordings(scene.profile).flatMap(recordedEvents);
        assert.ok(
          events.some(({ type }) => type === 'compaction'),
          'it is told',
        );
        return Promise.resolve(events);
      });
      await page.showsNow(({ sessions }) => sessions.every(({ open }) => !open));
      const all = await page.snapshots();
      assert.deepEqual(
        all.flatMap(({ selected }) => ((selected?.turn ?? 0) > 0 ? [selected?.turn] : [])),
        [],
        `no second turn was shown: ${JSON.stringify(told.filter(({ type }) => type === 'turn.start'))}`,
      );
      assert.ok(all.every(({ selected }) => selected?.verdict?.level !== 'stalled'));
    });

    const { delegate } = talkative;
    if (delegate === undefined) {
      return;
    }
    itInAll('a sub-agent’s calls belong to it, and waiting for it is no stall', async () => {
      const prompt = 'Have somebody look for it';
      const { page, box } = await start({
        script: [[delegate('CHILDTASK: count')], [say('It is found.')]],
        branches: [
          {
            prompt: 'CHILDTASK',
            script: [...Array.from({ length: 6 }, (_, n) => [bash(`sleep 1; echo ${n}`)])],
          },
        ],
      });
      const outcome = await runAgent(id, box, agent.args(prompt), 240_000);
      assert.equal(outcome.code, 0, outcome.stderr);
      const detail = await page.shows((each) => isOf(prompt, each) && !each.open);
      const all = await page.snapshots();
      const child = all
        .flatMap(({ sessions }) => sessions)
        .findLast(({ parent }) => parent === detail.session);
      assert.ok(child !== undefined, 'the sub-agent has a session of its own');
      const calls = detail.rows.flatMap((row) => (row.kind === 'step' ? row.calls : []));
      assert.deepEqual(
        [calls.length, child.steps, child.parentCall],
        [1, 6, calls[0]?.id],
        'each has its own calls',
      );
      const states = all
        .flatMap(({ sessions }) => sessions)
        .flatMap(({ session, state }) => (session === detail.session ? [state] : []));
      assert.ok(!states.includes('stalled'), states.join(', '));
      assert.equal(detail.turn, 0);
    });
  });
}
