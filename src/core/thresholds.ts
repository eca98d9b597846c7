/** Every threshold: its default, bounds and meaning. The one source for package.json, the settings, the replay's options and the panel. */

export const presets = ['balanced', 'progress-detector', 'stuck-heuristics', 'group-loops', 'patterns'] as const;
export type Preset = (typeof presets)[number];
export const defaultPreset: Preset = 'balanced';

/** Markdown for the settings page. */
export const presetTexts: Record<Preset, string> = {
  'balanced': 'Turnwatch’s own combination: compares content, ignores packaging, warns early, never alarms at honest searching.',
  'progress-detector': 'One rule only: so many steps in a row without a change of the repository, an edit or a long new result.',
  'stuck-heuristics': 'One rule only: after many hops of a task, the same action several times in a row and no progress for some minutes.',
  'group-loops': 'One rule only: the latest responses, some with several calls, hold the same calls with the same results or errors.',
  'patterns': 'Five simple patterns: the same result, the same failing action, the same message, two steps in turns, condensing again and again.',
};

export interface ThresholdSpec {
  default: number;
  min: number;
  max: number;
  unit: 'steps' | 'calls' | 'hops' | 'events' | 'messages' | 'times' | 'characters' | 'seconds' | 'minutes';
  preset: Preset;
  /** Markdown for the settings page. */
  description: string;
}

export const thresholdSpecs = {
  'progressDetector.steps': {
    default: 8, min: 2, max: 200, unit: 'steps', preset: 'progress-detector',
    description: 'Preset `progress-detector`: this many steps in a row without progress are a stalled turn.',
  },
  'progressDetector.minLength': {
    default: 60, min: 0, max: 10_000, unit: 'characters', preset: 'progress-detector',
    description: 'Preset `progress-detector`: a successful result of at least this many characters that is new in the turn counts as progress.',
  },
  'stuckHeuristics.repeats': {
    default: 3, min: 2, max: 50, unit: 'times', preset: 'stuck-heuristics',
    description: 'Preset `stuck-heuristics`: the same action this many times in a row is a repetition; twice as many actions are needed to judge a task.',
  },
  'stuckHeuristics.windowSeconds': {
    default: 300, min: 1, max: 86400, unit: 'seconds', preset: 'stuck-heuristics',
    description: 'Preset `stuck-heuristics`: progress within this time means that the task is not stuck, whatever repeats.',
  },
  'stuckHeuristics.maxHops': {
    default: 20, min: 1, max: 1000, unit: 'hops', preset: 'stuck-heuristics',
    description: 'Preset `stuck-heuristics`: from this many hops on (steps, where no dispatcher counts them) a repetition without progress is a stalled turn.',
  },
  'stuckHeuristics.history': {
    default: 50, min: 4, max: 1000, unit: 'calls', preset: 'stuck-heuristics',
    description: 'Preset `stuck-heuristics`: how many of a task’s newest actions are kept to judge it by, and never fewer than twice the repeats.',
  },
  'groupLoops.minEvents': {
    default: 12, min: 1, max: 1000, unit: 'events', preset: 'group-loops',
    description: 'Preset `group-loops`: nothing is judged before this many messages, calls and results since your last message.',
  },
  'groupLoops.errorGroups': {
    default: 3, min: 2, max: 50, unit: 'steps', preset: 'group-loops',
    description: 'Preset `group-loops`: the same calls with the same errors in each of the latest steps, this many, are an error loop if the steps hold more calls than that.',
  },
  'groupLoops.observationGroups': {
    default: 4, min: 2, max: 50, unit: 'steps', preset: 'group-loops',
    description: 'Preset `group-loops`: the same calls with the same results in each of the latest steps, this many, are a loop if the steps hold more calls than that.',
  },
  'patterns.sameResult': {
    default: 4, min: 2, max: 50, unit: 'steps', preset: 'patterns',
    description: 'Preset `patterns`: the same action with the same result in this many steps in a row is a loop.',
  },
  'patterns.sameError': {
    default: 3, min: 2, max: 50, unit: 'steps', preset: 'patterns',
    description: 'Preset `patterns`: the same action failing in this many steps in a row, whatever the error says, is an error loop.',
  },
  'patterns.monologue': {
    default: 3, min: 2, max: 50, unit: 'messages', preset: 'patterns',
    description: 'Preset `patterns`: this many messages of the agent in a row with the same text, and no tool call between, are a stalled turn.',
  },
  'patterns.alternating': {
    default: 6, min: 4, max: 50, unit: 'steps', preset: 'patterns',
    description: 'Preset `patterns`: two different steps taking turns with the same results, over this many steps, are a loop.',
  },
  'patterns.condensations': {
    default: 10, min: 2, max: 100, unit: 'times', preset: 'patterns',
    description: 'Preset `patterns`: this many condensations of the agent’s context with nothing between them are a stalled turn.',
  },
  'balanced.idleSteps': {
    default: 8, min: 3, max: 200, unit: 'steps', preset: 'balanced',
    description: 'Preset `balanced`: this many steps in a row that bring nothing new, half of them repeats or no-ops, are a stalled turn.',
  },
  'balanced.emptySteps': {
    default: 6, min: 2, max: 200, unit: 'steps', preset: 'balanced',
    description: 'Preset `balanced`: this many steps in a row made only of no-ops and repeats that bring nothing new are a stalled turn.',
  },
  'balanced.sameResult': {
    default: 4, min: 2, max: 50, unit: 'steps', preset: 'balanced',
    description: 'Preset `balanced`: the same call with the same result in this many steps, with no change of files between, is a loop.',
  },
  'balanced.cycleRounds': {
    default: 3, min: 2, max: 20, unit: 'times', preset: 'balanced',
    description: 'Preset `balanced`: the same round of several steps with the same results, this many times in a row, is a loop.',
  },
  'balanced.sameError': {
    default: 4, min: 2, max: 50, unit: 'steps', preset: 'balanced',
    description: 'Preset `balanced`: the same call failing, or the same error for varying arguments, in this many steps is an error loop.',
  },
  'balanced.equalTests': {
    default: 4, min: 2, max: 50, unit: 'times', preset: 'balanced',
    description: 'Preset `balanced`: this many test runs with the same failing tests, though files were edited between them, are a stalled turn.',
  },
  'balanced.equalRuns': {
    default: 5, min: 3, max: 50, unit: 'times', preset: 'balanced',
    description: 'Preset `balanced`: this many runs of one command with the same failing output, though files were edited between them, are a stalled turn.',
  },
  'balanced.returns': {
    default: 2, min: 1, max: 20, unit: 'times', preset: 'balanced',
    description: 'Preset `balanced`: a file’s earlier content coming back this many times is an oscillation.',
  },
  'balanced.condensations': {
    default: 6, min: 2, max: 100, unit: 'times', preset: 'balanced',
    description: 'Preset `balanced`: this many condensations of the agent’s context with nothing between them are a stalled turn.',
  },
  'balanced.silenceMinutes': {
    default: 10, min: 1, max: 720, unit: 'minutes', preset: 'balanced',
    description: 'Preset `balanced`: a turn that shows no sign for this long, with no tool running and nobody waited for, is marked *watch*.',
  },
  'balanced.jobMinutes': {
    default: 30, min: 1, max: 1440, unit: 'minutes', preset: 'balanced',
    description: 'Preset `balanced`: how long a turn may wait for an unchanged background job before it counts as stalled.',
  },
  'balanced.waitSeconds': {
    default: 60, min: 1, max: 3600, unit: 'seconds', preset: 'balanced',
    description: 'Preset `balanced`: after this long a wait for permission, input or a job is shown as *waiting*.',
  },
} as const satisfies Record<string, ThresholdSpec>;

export type ThresholdKey = keyof typeof thresholdSpecs;
export const thresholdKeys = Object.keys(thresholdSpecs) as ThresholdKey[];

export type ThresholdSet = Partial<Record<ThresholdKey, number>>;

/** Where a value came from: the agent's profile, a recording, the person's settings, what was learned, the command line. */
export const thresholdOrigins = ['default', 'profile', 'recording', 'user', 'workspace', 'agent', 'learned', 'option'] as const;
export type ThresholdOrigin = (typeof thresholdOrigins)[number];

export interface Thresholds {
  preset: Preset;
  values: Record<ThresholdKey, number>;
  /** A key that is not here has its default. */
  origins: Partial<Record<ThresholdKey, ThresholdOrigin>>;
}

export function defaultThresholds(preset: Preset = defaultPreset): Thresholds {
  const values = Object.fromEntries(thresholdKeys.map((key) => [key, thresholdSpecs[key].default])) as Record<ThresholdKey, number>;
  return { preset, values, origins: {} };
}

export function isThresholdKey(key: string): key is ThresholdKey {
  return Object.hasOwn(thresholdSpecs, key);
}

export function isPreset(name: string): name is Preset {
  return (presets as readonly string[]).includes(name);
}

/** Why `value` is no value for `key`, as a sentence that names the key and its bounds; undefined if it is one. */
export function thresholdProblem(key: string, value: number): string | undefined {
  if (!isThresholdKey(key)) { return `unknown threshold "${key}"; known: ${thresholdKeys.join(', ')}`; }
  const { min, max, unit } = thresholdSpecs[key];
  const inBounds = Number.isInteger(value) && value >= min && value <= max;
  return inBounds ? undefined : `${key} must be a whole number of ${unit} from ${min} to ${max}`;
}
