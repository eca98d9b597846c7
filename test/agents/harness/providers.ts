/** Each agent's program with a model of the person's own provider, directly or by way of the relay: what the person has in files and variables. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { kiloDistribution } from '../../../src/agents/kilo/index.js';
import type { Distribution } from '../../../src/agents/opencode/distribution.js';
import { openCodeDistribution } from '../../../src/agents/opencode/index.js';
import { relayAgents, type RelayAgent } from '../../../src/host/relay/relay-agents.js';
import { chatApi } from '../models/chat.js';
import { clineApi } from '../models/cline.js';
import { geminiApi } from '../models/gemini.js';
import { responsesApi } from '../models/responses.js';
import type { Sandbox } from './box.js';
import { claudeEnv, writeClaudeHome } from './claude.js';
import { messagesApi, type ModelApi } from './model.js';
import { hasBeenOnline, kiloEnv } from './distribution.js';

/** The person's key: nothing of ours may hold it. */
export const key = 'sk-scripted-00000000000000000000000000000000';

export interface ProviderAgent {
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
  /** It asks for a title in no session's name: what that costs is counted for none. */
  asksAside?: true;
}

/** What pi wants in its environment to stay on this machine. */
const piEnv = { PI_OFFLINE: '1', PI_TELEMETRY: '0', PI_SKIP_VERSION_CHECK: '1' };

/** What Grok wants in its environment to stay on this machine. */
const grokEnv = {
  GROK_DISABLE_AUTOUPDATER: '1',
  GROK_TELEMETRY_ENABLED: 'false',
  // it would be one more request with all tools, after the turn
  GROK_TURN_SUMMARY: '0',
  GROK_SESSION_RECAP: '0',
};

export const providerAgents: readonly ProviderAgent[] = [
  {
    id: 'claude-code',
    api: messagesApi,
    path: '',
    namesCalls: true,
    env: claudeEnv,
    write: writeClaudeHome,
    args: (prompt) => ['-p', prompt, '--permission-mode', 'bypassPermissions'],
  },
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
      '--dangerously-bypass-hook-trust', // as if the person had reviewed them
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
  builtFrom(openCodeDistribution, {
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  }),
  builtFrom(kiloDistribution, kiloEnv),
  {
    id: 'qwen-code',
    api: chatApi,
    path: '/v1',
    namesCalls: true,
    env: {
      OPENAI_API_KEY: key,
      OPENAI_MODEL: 'scripted-model',
      QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
      QWEN_CODE_NO_RELAUNCH: 'true', // what is ended at its limit ends whole
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
    id: 'pi',
    api: responsesApi,
    path: '/v1',
    namesCalls: true,
    env: { OPENAI_API_KEY: key, ...piEnv },
    write: ({ home }, lines) => {
      put(home, '.pi/agent/models.json', lines);
    },
    args: (prompt) => ['-p', '--provider', 'openai', '--model', 'gpt-5', prompt],
  },
  {
    id: 'grok',
    api: chatApi,
    path: '/v1',
    namesCalls: true,
    asksAside: true,
    env: grokEnv,
    write: ({ home }, lines) => {
      put(
        home,
        '.grok/config.toml',
        `[models]\ndefault = "scripted"\n\n[model.scripted]\nmodel = "scripted-model"\nname = "Scripted"\napi_key = "${key}"\napi_backend = "chat_completions"\ncontext_window = 200000\n${lines}`,
      );
    },
    args: (prompt) => ['-p', prompt, '--always-approve', '-m', 'scripted'],
  },
  {
    id: 'droid',
    api: chatApi,
    path: '/v1',
    namesCalls: true,
    env: { FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false', FACTORY_AIRGAP_ENABLED: 'true' },
    write: ({ home }, lines) => {
      put(
        home,
        '.factory/settings.json',
        `{
  "customModels": [
    { "model": "scripted-model", "displayName": "Scripted", "provider": "generic-chat-completion-api", "apiKey": "${key}", "maxOutputTokens": 4096,
      ${lines} }
  ]
}\n`,
      );
    },
    args: (prompt) => ['exec', '--auto', 'high', '-m', 'custom:Scripted-0', prompt],
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

export function providerAgent(id: string): ProviderAgent {
  const known = providerAgents.find((each) => each.id === id);
  if (known === undefined) {
    throw new Error(`${id} is none of them`);
  }
  return known;
}

/** opencode, or a program built from its source. */
function builtFrom(
  { id, app, pluginPackage }: Distribution,
  env: Readonly<Record<string, string>>,
): ProviderAgent {
  return {
    id,
    api: responsesApi,
    path: '/v1',
    namesCalls: true,
    env: { OPENAI_API_KEY: key, ...env },
    write: ({ home, workspace }, lines) => {
      const model = {
        name: 'Scripted',
        tool_call: true,
        limit: { context: 200_000, output: 8000 },
      };
      put(
        home,
        `.config/${app}/${app}.json`,
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
      hasBeenOnline(join(home, '.config', app), pluginPackage);
      put(workspace, `${app}.json`, lines);
    },
    args: (prompt) => ['run', prompt],
  };
}

/** The environment by which the extension finds the agents' folders. */
export function foldersOf({ home }: Sandbox): Record<string, string> {
  const at = (name: string): string => join(home, name);
  return {
    CLAUDE_CONFIG_DIR: at('.claude'),
    CODEX_HOME: at('.codex'),
    GEMINI_CLI_HOME: home,
    KIMI_CODE_HOME: at('.kimi-code'),
    QWEN_HOME: at('.qwen'),
    COPILOT_HOME: at('.copilot'),
    CLINE_DIR: at('.cline'),
    PI_CODING_AGENT_DIR: at('.pi/agent'),
    GROK_HOME: at('.grok'),
    FACTORY_HOME_OVERRIDE: home,
    XDG_CONFIG_HOME: at('.config'),
    XDG_DATA_HOME: at('.local/share'),
  };
}

/** What the person is told about an agent at the relay. */
export function relayAgent(id: string): RelayAgent {
  const known = relayAgents.find((each) => each.id === id);
  if (known === undefined) {
    throw new Error(`the relay knows no ${id}`);
  }
  return known;
}

/** Points the agent at a model, as the relay's lines and variables do. @returns the sandbox for its runs. */
export function pointAt(agent: ProviderAgent, box: Sandbox, address: string): Sandbox {
  const { lines, variable } = relayAgent(agent.id);
  agent.write(box, lines?.(address) ?? '');
  const named = variable === undefined ? {} : { [variable]: address };
  return { ...box, env: { ...box.env, ...agent.env, ...named } };
}

function put(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
