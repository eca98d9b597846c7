/** What is told to a team's own monitoring: counts, gauges and one span per turn. Numbers and names of a fixed set, never a prompt, path, command or output. */
import { verdictKinds } from '../detect/detector.js';
import { endReasons } from '../parse.js';
import { redact } from '../redact.js';

/** Attribute names: those of OpenTelemetry's semantic conventions where there is one. */
export const attributes = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  agent: 'gen_ai.agent.name',
  model: 'gen_ai.request.model',
  conversation: 'gen_ai.conversation.id',
  inputTokens: 'gen_ai.usage.input_tokens',
  cachedTokens: 'gen_ai.usage.cache_read.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  tokenType: 'gen_ai.token.type',
  repository: 'vcs.repository.name',
  error: 'error.type',
  turnEnd: 'turnwatch.turn.end',
  endFacts: 'turnwatch.turn.end.facts',
  subAgent: 'turnwatch.sub_agent',
  steps: 'turnwatch.steps',
  stalls: 'turnwatch.stalls',
  level: 'turnwatch.verdict.level',
  kind: 'turnwatch.stall.kind',
  detector: 'turnwatch.stall.detector',
  count: 'turnwatch.stall.count',
  threshold: 'turnwatch.stall.threshold',
  step: 'turnwatch.step',
  endedBy: 'turnwatch.stall.ended_by',
  intervention: 'turnwatch.intervention.kind',
  outcome: 'turnwatch.intervention.outcome',
  by: 'turnwatch.intervention.by',
} as const;

/** What is told: by OpenTelemetry's rules for names and units. */
interface ToldMeasure {
  unit: string;
  description: string;
  /** Labels besides the common ones, of every series that begins with 0. */
  series: readonly Labels[];
}

const byKind = combine({ [attributes.kind]: verdictKinds });

export const counters = {
  'turnwatch.turns': {
    unit: '{turn}',
    description: 'Turns that ended, without those of sub-agents',
    series: combine({ [attributes.turnEnd]: endReasons }),
  },
  'turnwatch.steps': { unit: '{step}', description: 'Steps of turns', series: [{}] },
  'turnwatch.tokens': {
    unit: '{token}',
    description: 'Tokens that agents report',
    series: combine({ [attributes.tokenType]: ['input', 'output'] }),
  },
  'turnwatch.stalls': { unit: '{stall}', description: 'Turns found stalled', series: byKind },
  'turnwatch.stall.time': {
    unit: 's',
    description: 'Time that turns have been stalled, without waiting for the person',
    series: byKind,
  },
  'turnwatch.false_alarms': {
    unit: '{stall}',
    description: 'Stalls that a person called false alarms',
    series: byKind,
  },
  'turnwatch.interventions': {
    unit: '{intervention}',
    description: 'What was done about turns, counted at each outcome',
    series: [
      ...combine({
        [attributes.by]: ['auto'],
        [attributes.intervention]: ['text-only', 'remind', 'stop'],
        [attributes.outcome]: ['requested', 'delivered', 'obeyed', 'ignored'],
      }),
      ...combine({
        [attributes.by]: ['auto'],
        [attributes.intervention]: ['escalate'],
        [attributes.outcome]: ['requested'],
      }),
      ...combine({
        [attributes.by]: ['person'],
        [attributes.intervention]: ['text-only', 'guide', 'stop'],
        [attributes.outcome]: ['requested', 'delivered', 'obeyed', 'ignored', 'withdrawn'],
      }),
    ],
  },
} as const satisfies Record<string, ToldMeasure>;
export type CounterName = keyof typeof counters;

export const gauges = {
  'turnwatch.stalls.open': {
    unit: '{stall}',
    description: 'Turns that are stalled now',
    series: byKind,
  },
  'turnwatch.progress.age': {
    unit: 's',
    description: 'Time since the last progress, of the open turn that has waited longest for it',
    series: [{}],
  },
  'turnwatch.progress.tokens': {
    unit: '{token}',
    description: 'Tokens since the last progress, of the open turn that has spent most',
    series: [{}],
  },
} as const satisfies Record<string, ToldMeasure>;
export type GaugeName = keyof typeof gauges;

export type Labels = Readonly<Record<string, string>>;
type AttributeValues = Readonly<Record<string, string | number | boolean | string[]>>;

export interface Gauge {
  name: GaugeName;
  value: number;
  labels: Labels;
}

export interface TurnSpanEvent {
  name: 'turnwatch.verdict' | 'turnwatch.stall.ended' | 'turnwatch.intervention';
  /** Milliseconds since the epoch. */
  at: number;
  attributes: AttributeValues;
}

/** Names of a span, of its trace and, for a sub-agent's turn, of the turn that it is part of: unique within this process. */
export interface SpanPlace {
  span: string;
  trace: string;
  parent: string | undefined;
}

/** A turn, by the GenAI conventions the invocation of an agent. */
export interface TurnSpan {
  name: string;
  place: SpanPlace;
  /** Milliseconds since the epoch. */
  from: number;
  to: number;
  failed: boolean;
  attributes: AttributeValues;
  events: readonly TurnSpanEvent[];
}

/** Where they go. */
export interface TelemetrySink {
  /** All series with these labels begin with 0, so that a rate sees the first stall. */
  begin(labels: Labels): void;
  count(name: CounterName, by: number, labels: Labels): void;
  turn(span: TurnSpan): void;
}

/** Every combination of the labels' values. */
function combine(values: Readonly<Record<string, readonly string[]>>): readonly Labels[] {
  return Object.entries(values).reduce<Labels[]>(
    (all, [label, each]) => all.flatMap((one) => each.map((value) => ({ ...one, [label]: value }))),
    [{}],
  );
}

const OTHER = 'other';
const agentName = /^[a-z0-9][\w.-]{0,63}$/i;
/** Perhaps with the provider in front, as in `openai/gpt-5`. */
const modelName = /^(?:[a-z0-9][\w.-]{0,31}\/)?[a-z0-9][\w.:@+-]{0,63}(?:\[\w{1,8}\])?$/i;

/** Names from logs as labels: only what looks like a name gets out, never a path or a sentence. */
export function agentLabel(agent: string): string {
  return agentName.test(agent) && holdsNoSecret(agent) ? agent : OTHER;
}

/** Only the kind of thing is told of a path, such as a local model's. */
export function modelLabel(model: string): string {
  return modelName.test(model) &&
    !/\.(?:gguf|bin|safetensors)$/i.test(model) &&
    holdsNoSecret(model)
    ? model
    : OTHER;
}

function holdsNoSecret(name: string): boolean {
  return redact(name) === name;
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
