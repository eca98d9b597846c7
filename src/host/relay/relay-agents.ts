/** The agents that the model relay can be started for: where their models are, and how each is configured to use the relay. */

export interface RelayAgent {
  /** Agent id as in its sessions; also the first path segment of its relay address. */
  id: string;
  name: string;
  /** Default base address of its model's API; absent if only a setting or the environment can name one. */
  upstream?: string;
  /** Environment variable for its base address; absent if only a config file or the command line can set it. */
  variable?: string;
  /** Where the lines that configure the relay belong: a file, or the command line. */
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
    lines: openAiProvider,
  },
  { id: 'kilo', name: 'Kilo', upstream: openAi, place: 'kilo.json', lines: openAiProvider },
  // GitHub's own models have a fixed address; the person's own provider does not
  { id: 'copilot', name: 'Copilot CLI', variable: 'COPILOT_PROVIDER_BASE_URL' },
  {
    id: 'cline',
    name: 'Cline',
    place: '~/.cline/data/settings/providers.json',
    lines: (address) => `"baseUrl": "${address}"\n`,
  },
];

/** For opencode and what is built from it. */
function openAiProvider(address: string): string {
  const lines = JSON.stringify(
    { provider: { openai: { options: { baseURL: address } } } },
    null,
    2,
  );
  return `// replace "openai" with your provider's name if your model is not OpenAI's\n${lines}\n`;
}

/** The address that the agent would use without the relay: from the setting (`set`), else the person's environment, else the default. Undefined if there is none. */
export function chooseUpstream(
  agent: RelayAgent,
  set: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const own = agent.variable === undefined ? undefined : env[agent.variable];
  return set ?? (own !== undefined && /^https?:\/\//.test(own) ? own : agent.upstream);
}
