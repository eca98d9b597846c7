/** Names from logs as labels: only what looks like a name gets out, never a path or a sentence. */

const OTHER = 'other';
const agentName = /^[a-z0-9][\w.-]{0,63}$/i;
/** Perhaps with the provider in front, as in `openai/gpt-5`. */
const modelName = /^(?:[a-z0-9][\w.-]{0,31}\/)?[a-z0-9][\w.:@+-]{0,63}(?:\[\w{1,8}\])?$/i;

export function agentLabel(agent: string): string {
  return agentName.test(agent) ? agent : OTHER;
}

/** Only the kind of thing is told of a path, such as a local model's. */
export function modelLabel(model: string): string {
  return modelName.test(model) && !/\.(?:gguf|bin|safetensors)$/i.test(model) ? model : OTHER;
}

/** As the GenAI conventions name providers. The first whose pattern fits the model, else the agent. */
const providers: readonly (readonly [RegExp, string])[] = [
  [/claude|anthropic/i, 'anthropic'],
  [/gpt|codex|openai|^o\d/i, 'openai'],
  [/gemini/i, 'gcp.gemini'],
  [/kimi|moonshot/i, 'moonshot_ai'],
  [/grok/i, 'x_ai'],
  [/deepseek/i, 'deepseek'],
  [/mistral|codestral|devstral/i, 'mistral_ai'],
];

/** The provider as far as it is known; else the agent's name, which says whose format of telemetry it is. */
export function findProvider(agent: string, model: string | undefined): string {
  for (const name of [model, agent]) {
    const found = providers.find(([pattern]) => name !== undefined && pattern.test(name));
    if (found !== undefined) {
      return found[1];
    }
  }
  return agentLabel(agent);
}
