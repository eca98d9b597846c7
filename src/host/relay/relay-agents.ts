/** The agents that the model relay can be started for: where their models are, and how each is told to use the relay. */

export interface RelayAgent {
  /** As in its sessions; also the first part of the relay's address for it. */
  id: string;
  name: string;
  /** The base address of its model's API unless a setting or the environment names another; absent where only these do. */
  upstream?: string;
  /** The environment variable that names its base address; absent where only a file of its own or its command line does. */
  variable?: string;
  /** Where the lines go that tell it of the relay: a file, or the command line. */
  place?: string;
  lines?: (address: string) => string;
}

const openAi = 'https://api.openai.com/v1';

export const relayAgents: readonly RelayAgent[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    upstream: 'https://api.anthropic.com',
    variable: 'ANTHROPIC_BASE_URL',
  },
  {
    id: 'codex',
    name: 'Codex',
    upstream: openAi,
    place: '~/.codex/config.toml',
    lines: (address) =>
      `model_provider = "turnwatch"\n\n[model_providers.turnwatch]\nname = "Turnwatch's relay"\nbase_url = "${address}"\nwire_api = "responses"\nenv_key = "OPENAI_API_KEY"\n`,
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    upstream: 'https://generativelanguage.googleapis.com',
    variable: 'GOOGLE_GEMINI_BASE_URL',
  },
  {
    id: 'qwen-code',
    name: 'Qwen Code',
    upstream: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    variable: 'OPENAI_BASE_URL',
  },
  {
    id: 'kimi-code',
    name: 'Kimi Code',
    upstream: 'https://api.moonshot.ai/v1',
    place: '~/.kimi-code/config.toml',
    lines: (address) =>
      `# in your model’s [providers.…] table, replacing its base_url\nbase_url = "${address}"\n`,
  },
  {
    id: 'opencode',
    name: 'opencode',
    upstream: openAi,
    place: 'opencode.json',
    lines: (address) =>
      `// replace "openai" with your provider's name if your model is not OpenAI's\n${JSON.stringify({ provider: { openai: { options: { baseURL: address } } } }, null, 2)}\n`,
  },
  // GitHub's own models cannot be reached by another address, a provider of the person's own can
  { id: 'copilot', name: 'Copilot CLI', variable: 'COPILOT_PROVIDER_BASE_URL' },
  {
    id: 'cline',
    name: 'Cline',
    place: '~/.cline/data/settings/providers.json',
    lines: (address) => `"baseUrl": "${address}"\n`,
  },
];

/** `set`: what a setting names. A base address that the person's own environment names is where the agent talks to without the relay. Undefined if nothing names one. */
export function upstreamOf(
  agent: RelayAgent,
  set: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const own = agent.variable === undefined ? undefined : env[agent.variable];
  return set ?? (own !== undefined && /^https?:\/\//.test(own) ? own : agent.upstream);
}
