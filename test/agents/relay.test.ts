/** The model relay with the real programs, beside one real VS Code: no hooks, only the lines that the person is given. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import { relayAgents } from '../../src/host/relay/relay-agents.js';
import { contains } from '../contains.js';
import { freePort } from '../host/harness/profile.js';
import { untilDeadline } from '../host/harness/window.js';
import { skip } from '../skip.js';
import { makeBox, runAgent, type Sandbox } from './harness/box.js';
import { clineApi } from './models/cline.js';
import { chatApi } from './models/chat.js';
import { geminiApi } from './models/gemini.js';
import { responsesApi } from './models/responses.js';
import { finalText, startModel, summary, type Model, type ModelApi } from './harness/model.js';
import type { Page } from './harness/page.js';
import { agentProgram } from './harness/program.js';
import { openScene, recordedEvents, recordings, type Scene } from './harness/scene.js';
import { stubborn } from './harness/scripts.js';

/** Nothing of ours may hold it. */
const key = 'sk-scripted-00000000000000000000000000000000';
/** Generous: the agents load for seconds on a busy machine. */
const TURN_MS = 100_000;

interface RelayedAgent {
  id: string;
  api: ModelApi;
  /** The path of its provider's base address. */
  path: string;
  env?: Readonly<Record<string, string>>;
  /** Writes what the person has in files, with `lines` where they go. */
  write(box: Sandbox, lines: string): void;
  args(prompt: string): string[];
  /** Whether what a call's answer cost can be told by the call. */
  namesCalls: boolean;
}

const agents: readonly RelayedAgent[] = [
  {
    id: 'codex',
    api: responsesApi,
    path: '/v1',
    namesCalls: true,
    env: { OPENAI_API_KEY: key },
    write: ({ home }, lines) => {
      put(home, '.codex/config.toml', `model = "scripted"\n${lines}`);
    },
    args: (prompt) => [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      prompt,
    ],
  },
  {
    id: 'gemini-cli',
    api: geminiApi,
    path: '',
    namesCalls: false,
    env: {
      GEMINI_API_KEY: key,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_CLI_NO_RELAUNCH: 'true',
      GEMINI_TELEMETRY_ENABLED: 'false',
    },
    write: ({ home }) => {
      put(
        home,
        '.gemini/settings.json',
        JSON.stringify({
          general: { enableAutoUpdate: false },
          privacy: { usageStatisticsEnabled: false },
          security: { auth: { selectedType: 'gemini-api-key' } },
        }),
      );
    },
    args: (prompt) => ['-p', prompt, '--yolo', '-m', 'gemini-2.5-flash'],
  },
  {
    id: 'kimi-code',
    api: chatApi,
    path: '/v1',
    namesCalls: true,
    env: { KIMI_DISABLE_TELEMETRY: '1', KIMI_CODE_NO_AUTO_UPDATE: '1', KIMI_DISABLE_CRON: '1' },
    write: ({ home }, lines) => {
      put(
        home,
        '.kimi-code/config.toml',
        `default_model = "scripted"\ntelemetry = false\n\n[providers.mine]\ntype = "kimi"\napi_key = "${key}"\n${lines}\n[models.scripted]\nprovider = "mine"\nmodel = "scripted-model"\nmax_context_size = 200000\n`,
      );
    },
    args: (prompt) => ['-p', prompt],
  },
  {
    id: 'opencode',
    api: responsesApi,
    path: '/v1',
    namesCalls: true,
    env: {
      OPENAI_API_KEY: key,
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    },
    write: ({ home, workspace }, lines) => {
      const model = {
        name: 'Scripted',
        tool_call: true,
        limit: { context: 200_000, output: 8000 },
      };
      put(
        home,
        '.config/opencode/opencode.json',
        JSON.stringify({
          autoupdate: false,
          share: 'disabled',
          enabled_providers: ['openai'],
          permission: { '*': 'allow' },
          model: 'openai/scripted',
          small_model: 'openai/scripted',
          provider: { openai: { models: { scripted: model } } },
        }),
      );
      put(workspace, 'opencode.json', lines);
    },
    args: (prompt) => ['run', prompt],
  },
  {
    id: 'qwen-code',
    api: chatApi,
    path: '/v1',
    namesCalls: true,
    env: {
      OPENAI_API_KEY: key,
      OPENAI_MODEL: 'scripted-model',
      QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
    },
    write: ({ home }) => {
      put(
        home,
        '.qwen/settings.json',
        JSON.stringify({
          general: { enableAutoUpdate: false },
          privacy: { usageStatisticsEnabled: false },
          security: { auth: { selectedType: 'openai' } },
          model: { name: 'scripted-model' },
        }),
      );
    },
    args: (prompt) => ['-p', prompt, '--yolo'],
  },
  {
    id: 'copilot',
    api: chatApi,
    path: '/v1',
    namesCalls: true,
    env: {
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: key,
      COPILOT_MODEL: 'scripted-model',
    },
    write: () => undefined,
    args: (prompt) => ['-p', prompt, '-s', '--allow-all-tools', '--allow-all-paths'],
  },
  {
    id: 'cline',
    api: clineApi,
    path: '/v1',
    namesCalls: true,
    env: { DO_NOT_TRACK: '1' },
    write: ({ home }, lines) => {
      put(
        home,
        '.cline/data/settings/providers.json',
        `{
  "version": 1, "lastUsedProvider": "openai-compatible", "modes": {},
  "providers": { "openai-compatible": { "updatedAt": "2026-01-01T00:00:00.000Z", "tokenSource": "manual", "settings": {
    "provider": "openai-compatible", "apiKey": "${key}", "model": "scripted",
    ${lines}  } } }
}\n`,
      );
    },
    args: (prompt) => ['-P', 'openai-compatible', '-m', 'scripted', '-t', '80', prompt],
  },
];

describe('the model relay', function () {
  this.timeout(180_000);
  let scene: Scene | undefined;
  let page: Page;
  let model: Model | undefined;
  /** Where it forwards to. */
  let port = 0;
  const desk = (): Scene => {
    assert.ok(scene !== undefined, 'the editor is open');
    return scene;
  };

  before(async () => {
    port = await freePort();
    const box = makeBox('relay');
    const at = (name: string): string => join(box.home, name);
    scene = await openScene(
      {
        'turnwatch.mode': 'auto',
        'turnwatch.relay.upstreams': Object.fromEntries(
          agents.map(({ id, path }) => [id, `http://127.0.0.1:${port}${path}`]),
        ),
      },
      {
        box,
        env: {
          CODEX_HOME: at('.codex'),
          GEMINI_CLI_HOME: box.home,
          KIMI_CODE_HOME: at('.kimi-code'),
          QWEN_HOME: at('.qwen'),
          COPILOT_HOME: at('.copilot'),
          CLINE_DIR: at('.cline'),
          XDG_CONFIG_HOME: at('.config'),
          XDG_DATA_HOME: at('.local/share'),
        },
      },
    );
    page = await scene.page();
    // Chromium asks a person about the clipboard
    if (process.env['VSCODE_KIND'] === 'code-server') {
      await scene.window.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    }
  });
  afterEach(async () => {
    await model?.close();
    model = undefined;
  });
  after(async () => {
    await scene?.close();
  });

  for (const agent of agents) {
    const { id, api, env = {} } = agent;
    const known = relayAgents.find((each) => each.id === id);
    it(`makes a stalled turn of ${known?.name ?? id} end in words`, async function () {
      const program = agentProgram(id);
      if (typeof program === 'string') {
        skip(this, program);
      }
      assert.ok(known !== undefined);
      const { box, profile } = desk();
      const copied = await copyOf(desk(), known.name);
      const address = /https?:\/\/[^"\s]+/.exec(copied)?.[0] ?? '';
      assert.equal(copied, known.lines?.(address) ?? `${known.variable ?? ''}=${address}`);
      agent.write(box, known.lines === undefined ? '' : copied);
      const variable = known.variable === undefined ? {} : { [known.variable]: address };
      const prompt = `Fix the failing test with ${id}`;
      const talking = (model = await startModel({ script: stubborn, api, port, delayMs: 60 }));
      const outcome = await runAgent(
        id,
        { ...box, env: { ...box.env, ...env, ...variable } },
        agent.args(prompt),
        TURN_MS,
      );
      if (id === 'cline') {
        await runAgent(id, box, ['hub', 'stop']);
      } // it leaves its hub behind

      const log = (): string =>
        `${summary(talking.requests)}\n${outcome.stdout}\n${outcome.stderr}`;
      assert.equal(outcome.code, 0, log());
      contains(outcome.stdout, finalText, log());
      const asked = talking.requests.filter(({ reason }) => reason !== 'side-request');
      const played = asked.length - 1;
      assert.deepEqual(
        asked.map(({ reason }) => reason),
        [...Array.from({ length: played }, () => 'script'), 'no-tools'],
        log(),
      );
      assert.ok(played < stubborn.length, log());
      const last = asked.at(-1)?.body;
      assert.match(last?.newest ?? '', /\[Turnwatch\] Tools are switched off/);
      assert.deepEqual(
        [last?.tools, last?.toolChoice],
        [[], undefined],
        'there is no tool to call',
      );
      assert.deepEqual(
        asked.slice(0, -1).filter(({ marked }) => marked),
        [],
        'nothing of ours before',
      );

      const detail = await page.shows(
        (each) =>
          isOf(each, id, prompt) &&
          !each.open &&
          each.receipts.some(({ state }) => state === 'obeyed'),
        30_000,
      );
      console.log(`      told after ${played} responses`);
      assert.deepEqual(
        detail.receipts.map(({ rung, state, by, denials }) => ({ rung, state, by, denials })),
        [{ rung: 'text-only', state: 'obeyed', by: 'auto', denials: 0 }],
      );
      assert.deepEqual(detail.capabilities, { textOnly: 'relay', stop: false, guide: true });
      const steps = detail.rows.flatMap((row) => (row.kind === 'step' ? [row] : []));
      const calls = asked
        .map(({ answer }) => answer.filter(({ type }) => type === 'tool_use').length)
        .filter((n) => n > 0);
      assert.deepEqual(
        steps.map((step) => step.calls.length).reverse(),
        calls,
        'the calls of one response are one step',
      );
      // at the first the session may not be known yet
      if (agent.namesCalls) {
        assert.ok(
          steps.slice(0, -1).every(({ tokens }) => tokens?.output === 20),
          'what each step cost',
        );
      }
      const told = await untilDeadline(30_000, () => {
        const usage = recordings(profile)
          .flatMap(recordedEvents)
          .flatMap((event) =>
            event.type === 'usage' && event.session === detail.session ? [event] : [],
          );
        assert.equal(
          new Set(usage.map(({ response }) => response)).size,
          talking.requests.length,
          'each response is counted',
        );
        return Promise.resolve(usage);
      });
      assert.ok(
        told.every(
          ({ inputTokens = 0, outputTokens }) => inputTokens > 1000 && outputTokens === 20,
        ),
        JSON.stringify(told),
      );
      assert.deepEqual(holding(profile.userData, key), [], 'no key is stored or logged');
    });
  }

  it('ends when the person stops it', async () => {
    const { window } = desk();
    const copied = await copyOf(desk(), 'Claude Code');
    const address = copied.replace('ANTHROPIC_BASE_URL=', '');
    assert.notEqual((await fetch(address)).status, 0);
    await window.command('Turnwatch: Stop Model Relay');
    await untilDeadline(30_000, () =>
      fetch(address).then(
        () => Promise.reject(new Error('the relay still answers')),
        () => undefined,
      ),
    );
  });
});

/** The relay's address for the agent, as the button of its notification copies it. */
async function copyOf({ window }: Scene, name: string): Promise<string> {
  await window.command('Turnwatch: Start Model Relay for…');
  await window.pick(/Start the model relay for/, name);
  const said = await window.toast(/The model relay listens on/);
  const [, address = ''] = /listens on (http:\/\/\S+?)\. /.exec(said.text) ?? [];
  const known = relayAgents.find((agent) => agent.name === name);
  if (process.env['VSCODE_KIND'] !== 'code-server') {
    // the clipboard of desktop VS Code cannot be read from outside
    await said.dismiss();
    return known?.lines?.(address) ?? `${known?.variable ?? ''}=${address}`;
  }
  const read = (): Promise<string> => window.page.evaluate(() => navigator.clipboard.readText());
  await said.press('Copy');
  return untilDeadline(30_000, async () => {
    const text = await read();
    contains(text, address, 'the clipboard');
    return text;
  });
}

function put(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

function isOf(detail: SessionDetail, agent: string, prompt: string): boolean {
  return (
    detail.agent === agent &&
    detail.rows.some((row) => row.kind === 'prompt' && row.text.includes(prompt))
  );
}

/** Files of ours below the editor's data that hold the text: recordings, spool, logs. */
function holding(userData: string, text: string): string[] {
  return [join(userData, 'User/globalStorage/turnwatch.turnwatch'), join(userData, 'logs')].flatMap(
    (folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile())
        .map((each) => join(each.parentPath, each.name))
        .filter((file) => existsSync(file) && readFileSync(file, 'utf8').includes(text)),
  );
}
