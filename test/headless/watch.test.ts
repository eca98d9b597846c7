/** `turnwatch watch` in a terminal, without VS Code, beside the real agent: it sees the turn stall, and ends with the exit code for that or makes it answer. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { agentName } from '../../src/agents/index.js';
import { openCodeDistribution } from '../../src/agents/opencode/index.js';
import { freePort } from '../host/harness/profile.js';
import { untilDeadline } from '../host/harness/window.js';
import { contains } from '../contains.js';
import { skip } from '../skip.js';
import { itInAll } from '../tier.js';
import { makeBox, runAgent, type Sandbox } from '../agents/harness/box.js';
import {
  finalText,
  startModel,
  summary,
  type Model,
  type ModelOptions,
} from '../agents/harness/model.js';
import { modelFailures, type ModelFailure } from '../agents/harness/model-failures.js';
import { openScreen } from '../agents/harness/open-screen.js';
import { agentProgram } from '../agents/harness/program.js';
import { foldersOf, pointAt, providerAgent, providerAgents } from '../agents/harness/providers.js';
import { bash, say, stalling, stubborn, unwatched } from '../agents/harness/scripts.js';
import { openTerminal, type Terminal } from '../agents/harness/terminal.js';
import { inWorktree, whileMainChanges } from '../agents/harness/worktree.js';
import { responsesApi } from '../agents/models/responses.js';

/** The model is held here: well after the stall. */
const HELD = 12;

/** Why the model's last request is answered in words, where it was not told to: its tools were switched off. */
const endings: Readonly<Record<string, string>> = {
  'gemini-cli': 'tool-choice-none',
  opencode: 'tool-choice-none',
  kilo: 'tool-choice-none',
  pi: 'no-tools',
};

describe('turnwatch watch, without VS Code', () => {
  let [model, box, terminal]: [Model?, Sandbox?, Terminal?] = [];
  let ending = new AbortController();
  let running: Promise<unknown> | undefined;
  afterEach(async () => {
    ending.abort();
    await running;
    if (box !== undefined && existsSync(foldersOf(box)['CLINE_DIR'] ?? '')) {
      await runAgent('cline', box, ['hub', 'stop']); // it leaves its hub behind
    }
    await terminal?.close();
    await model?.close();
    box?.dispose();
    model = box = terminal = running = undefined;
  });

  for (const agent of providerAgents.filter(({ id }) => ['claude-code', 'codex'].includes(id))) {
    it(`${agent.id}, --exit-code: a stalled turn, told step by step, ends it with 3`, async function () {
      const program = agentProgram(agent.id);
      if (typeof program === 'string') {
        skip(this, program);
      }
      ending = new AbortController();
      const { signal } = ending;
      const held = new Promise<void>((release) => {
        signal.addEventListener('abort', () => release());
      });
      model = await startModel({
        api: agent.api,
        script: stubborn,
        before: ({ position }) => (position === HELD ? held : Promise.resolve()),
      });
      box = makeBox(agent.id);
      const pointed = pointAt(agent, box, `${model.url}${agent.path}`);
      terminal = openTerminal(
        process.execPath,
        [resolve('dist/cli/turnwatch.js'), 'watch', '--exit-code'],
        { cwd: box.workspace, env: { ...box.env, ...foldersOf(box) } },
      );
      await terminal.waitFor(/Watching agents/, 120_000);
      const args = agent.args('Fix the failing test in the lexer');
      running = runAgent(agent.id, pointed, args, 120_000, signal).catch(() => undefined);
      const history = (): string => terminal?.history() ?? '';
      let code: number | undefined;
      void terminal.exited.then((ended) => {
        code = ended;
      });
      await untilDeadline(120_000, () => {
        assert.equal(code, 3, history());
        return Promise.resolve();
      });
      contains(history(), `in ${box.workspace} (`);
      assert.match(history(), /step 1 .*\n(?:.*\n)*.*Stalled: /);
    });
  }

  const sentBackOnce =
    '--send-back: a false “all tests pass” is sent back once, and its second end stands; an honest end does';
  const test = 'node --test sum.test.cjs';
  const failing = bash(test, 'Test');
  const mended = bash(`sed -i 's/1 - 2/1 + 2/' sum.test.cjs && ${test}`, 'Mend, test');
  const claim = say('All tests pass now.');
  const claiming = {
    script: [[failing], [claim], [failing], [claim]],
    branches: [{ prompt: 'Mend', script: [[mended], [claim]] }],
    temper: 'deaf',
  } satisfies ModelOptions;

  /** The agent, connected and watched. @returns its box */
  const watchSentBack = async (id: string): Promise<Sandbox> => {
    const own = makeBox(id);
    box = own;
    writeFileSync(
      join(own.workspace, 'sum.test.cjs'),
      `require('node:test')('adds', () => {\n  if (1 - 2 !== 3) throw new Error('wrong sum');\n});\n`,
    );
    const options = {
      cwd: own.workspace,
      env: { ...own.env, ...foldersOf(own) },
      encoding: 'utf8',
    } as const;
    const cli = resolve('dist/cli/turnwatch.js');
    execFileSync(process.execPath, [cli, 'connect', '--yes', id], options);
    const watching = [cli, 'watch', '--mode', 'auto', '--send-back'];
    terminal = openTerminal(process.execPath, watching, options);
    await terminal.waitFor(/Watching agents/, 120_000);
    return own;
  };
  /** `turn`: one turn, in which the model is asked so often, over all turns. */
  const playSentBack = async (
    turn: (prompt: string, responses: number) => Promise<unknown>,
  ): Promise<void> => {
    /** What of ours the model got. */
    const play = async (prompt: string, responses: number): Promise<string[]> => {
      const before = model?.requests.length ?? 0;
      await turn(prompt, responses);
      const asked = model?.requests.slice(before) ?? [];
      assert.ok(
        asked.every(({ reason }) => reason !== 'script-over'),
        summary(asked),
      );
      return asked.filter(({ marked }) => marked).map(({ body }) => body.newest);
    };
    const history = (): string => terminal?.history() ?? '';
    const got = await play('Fix the failing test', 4);
    assert.equal(got.length, 1, history());
    assert.match(got[0] ?? '', /\[Turnwatch\] Before this turn ends[^]*Last test run: 1 failed\./);
    await terminal?.waitFor(/Sent back: delivered/, 120_000);
    assert.deepEqual(await play('Mend the failing test', 6), []);
    await terminal?.waitFor(/Answered[^]*Answered/, 120_000);
    assert.equal(history().match(/Sent back: delivered/g)?.length, 1);
  };

  for (const id of ['claude-code', 'grok', 'droid']) {
    itInAll(`${id}, ${sentBackOnce}`, async function (this: Mocha.Context) {
      const program = agentProgram(id);
      if (typeof program === 'string') {
        skip(this, program);
      }
      const agent = providerAgent(id);
      model = await startModel({ ...claiming, api: agent.api });
      const pointed = pointAt(agent, await watchSentBack(id), `${model.url}${agent.path}`);
      await playSentBack(async (prompt) => {
        const turn = runAgent(id, pointed, agent.args(prompt), 120_000);
        running = turn.catch(() => undefined);
        const { code, stderr } = await turn;
        assert.equal(code, 0, stderr);
      });
    });
  }

  itInAll(`opencode, ${sentBackOnce}`, async function (this: Mocha.Context) {
    this.timeout(600_000);
    const program = agentProgram('opencode');
    if (typeof program === 'string') {
      skip(this, program);
    }
    const modelPort = await freePort();
    const answering = await startModel({ ...claiming, api: responsesApi, port: modelPort });
    model = answering;
    const own = await watchSentBack('opencode');
    const screen = await openScreen(openCodeDistribution, own, { modelPort });
    try {
      await playSentBack((prompt, responses) => screen.turn(answering, prompt, responses));
    } finally {
      await screen.close();
    }
  });

  /** Watches from outside, with the exit code of a stall, while the agent's model fails in place of its last answer. */
  const watchFailing = async (
    context: Mocha.Context,
    id: string,
    fails: (failed: number) => ModelFailure | undefined,
  ): Promise<Terminal> => {
    const program = agentProgram(id);
    const agent = providerAgents.find((each) => each.id === id);
    if (typeof program === 'string' || agent === undefined) {
      skip(context, String(program));
    }
    ending = new AbortController();
    let failed = 0;
    model = await startModel({
      api: agent.api,
      script: unwatched.slice(0, 2),
      fails: ({ reason }) => (reason === 'script-over' ? fails(failed++) : undefined),
    });
    box = makeBox(id);
    const pointed = pointAt(agent, box, `${model.url}${agent.path}`);
    terminal = openTerminal(
      process.execPath,
      [resolve('dist/cli/turnwatch.js'), 'watch', '--exit-code'],
      { cwd: box.workspace, env: { ...box.env, ...foldersOf(box) } },
    );
    await terminal.waitFor(/Watching agents/, 120_000);
    const { signal } = ending;
    running = runAgent(id, pointed, agent.args('Look around'), 120_000, signal).catch(
      () => undefined,
    );
    return terminal;
  };

  it('claude-code: a model that is overloaded three times, then answers, is no stall', async function () {
    const watching = await watchFailing(this, 'claude-code', (failed) =>
      failed < 3 ? modelFailures['529'] : undefined,
    );
    await watching.waitFor(/Overloaded(?:: try(?: \d in \d+|ing again))/, 120_000);
    await watching.waitFor(/Answered/, 120_000);
    assert.doesNotMatch(watching.history(), /Stalled|Watch:|Ended/);
  });

  it('codex: a turn that the person’s limit ends says when that is over', async function () {
    const resetsAt = Math.ceil(Date.now() / 60_000) * 60 + 3600;
    const watching = await watchFailing(this, 'codex', () => ({
      status: 429,
      type: 'usage_limit_reached',
      code: 'usage_limit_reached',
      message: 'The usage limit has been reached',
      headers: {
        'x-codex-primary-used-percent': '100.0',
        'x-codex-primary-window-minutes': '300',
        'x-codex-primary-reset-at': String(resetsAt),
      },
    }));
    const [, time] = new Date(resetsAt * 1000).toString().match(/ (\d\d:\d\d):/) ?? [];
    await watching.waitFor(new RegExp(`Limited until (?:\\w+ \\d+, )?${time}`), 120_000);
    assert.doesNotMatch(watching.history(), /Stalled|Watch:/);
  });

  // of these, only Claude Code's log tells of a try that it makes by itself
  for (const { id, told = [] } of [
    { id: 'claude-code', told: [/Limited: try \d in \d+/] },
    { id: 'codex' },
    { id: 'copilot' },
    { id: 'gemini-cli' },
  ]) {
    itInAll(
      `${id}: a 429 that is over in twenty seconds is waited out`,
      async function (this: Mocha.Context) {
        const watching = await watchFailing(this, id, (failed) =>
          failed < 1 ? modelFailures['429-after-20'] : undefined,
        );
        for (const each of [...told, /Answered/]) {
          await watching.waitFor(each, 120_000);
        }
        assert.doesNotMatch(watching.history(), /Stalled|Watch:|Ended/);
      },
    );
  }

  for (const { ids, failure, shown } of [
    {
      ids: ['copilot', 'kimi-code', 'qwen-code', 'pi', 'grok', 'droid'],
      failure: '429',
      shown: /Limited|Ended at a limit/,
    },
    { ids: ['pi', 'grok'], failure: '529', shown: /Overloaded|Ended in an error/ },
  ]) {
    for (const id of ids) {
      itInAll(`${id}: its provider’s ${failure} is no stall`, async function (this: Mocha.Context) {
        const watching = await watchFailing(this, id, () => modelFailures[failure]);
        await watching.waitFor(shown, 120_000);
        assert.doesNotMatch(watching.history(), /Stalled|Watch:/);
      });
    }
  }

  for (const agent of providerAgents.filter(({ id }) =>
    ['claude-code', 'gemini-cli'].includes(id),
  )) {
    itInAll(
      `${agent.id}, not connected: a turn without an answer is over once its process is gone`,
      async function (this: Mocha.Context) {
        const program = agentProgram(agent.id);
        if (typeof program === 'string') {
          skip(this, program);
        }
        ending = new AbortController();
        model = await startModel({
          api: agent.api,
          script: unwatched.slice(0, 2),
          words: '',
          delayMs: 3000, // the process is there while its log is read, on a busy machine, too
        });
        box = makeBox(agent.id);
        const pointed = pointAt(agent, box, `${model.url}${agent.path}`);
        terminal = openTerminal(process.execPath, [resolve('dist/cli/turnwatch.js'), 'watch'], {
          cwd: box.workspace,
          env: { ...box.env, ...foldersOf(box) },
        });
        await terminal.waitFor(/Watching agents/, 120_000);
        running = runAgent(agent.id, pointed, agent.args('Look around'), 120_000).catch(
          () => undefined,
        );
        await terminal.waitFor(/step 2 /, 120_000);
        await running;
        await terminal.waitFor(/Interrupted/, 120_000);
      },
    );
  }

  for (const agent of providerAgents) {
    const test = agent.id === 'kilo' ? itInAll : it; // as opencode
    test(`${agent.id}, --mode auto: once connected, a stalled turn in a worktree ends in words`, async function (this: Mocha.Context) {
      const program = agentProgram(agent.id);
      if (typeof program === 'string') {
        skip(this, program);
      }
      ending = new AbortController();
      box = makeBox(agent.id);
      model = await startModel({
        api: agent.api,
        script: stalling,
        delayMs: 300, // a model takes its time: what the log tells is known by then
        ...whileMainChanges(box),
      });
      const pointed = pointAt(agent, inWorktree(box), `${model.url}${agent.path}`);
      const env = { ...box.env, ...foldersOf(box) };
      const cli = resolve('dist/cli/turnwatch.js');
      const options = { cwd: box.workspace, env, encoding: 'utf8' } as const;
      const connect = (command: string): string =>
        execFileSync(process.execPath, [cli, command, '--yes', agent.id], options);
      contains(connect('connect'), `${agentName(agent.id)} is connected.`);
      terminal = openTerminal(process.execPath, [cli, 'watch', '--mode', 'auto'], options);
      await terminal.waitFor(/Watching agents/, 120_000);
      const turn = runAgent(agent.id, pointed, agent.args('Fix the failing test'), 120_000);
      running = turn.catch(() => undefined);
      const { code, stdout, stderr } = await turn;
      assert.equal(code, 0, stderr);
      contains(stdout, finalText);
      const asked = model.requests.filter(({ reason }) => reason !== 'side-request');
      assert.equal(asked.at(-1)?.reason, endings[agent.id] ?? 'obeyed', summary(model.requests));
      const history = await terminal.waitFor(/Force respond: answered/, 120_000);
      assert.match(history, /Stalled: (?:.*\n)*.*Force respond: delivered/);
      contains(connect('disconnect'), `${agentName(agent.id)} is disconnected.`);
    });
  }
});
