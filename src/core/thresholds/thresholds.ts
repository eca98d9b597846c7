/**
 * Every threshold: its default and bounds; its texts are in texts.ts. The one source for package.json, the settings,
 * the replay's options and the panel.
 */

export const presets = [
  'balanced',
  'progress-detector',
  'stuck-heuristics',
  'group-loops',
  'patterns',
] as const;
export type Preset = (typeof presets)[number];
export const defaultPreset: Preset = 'balanced';

export interface ThresholdSpec {
  default: number;
  min: number;
  max: number;
  unit:
    | 'steps'
    | 'calls'
    | 'hops'
    | 'events'
    | 'messages'
    | 'turns'
    | 'sub-agents'
    | 'tokens'
    | 'levels'
    | 'times'
    | 'characters'
    | 'seconds'
    | 'minutes';
  preset: Preset;
}

export const thresholdSpecs = {
  'progressDetector.steps': {
    default: 8,
    min: 2,
    max: 200,
    unit: 'steps',
    preset: 'progress-detector',
  },
  'progressDetector.minLength': {
    default: 60,
    min: 0,
    max: 10_000,
    unit: 'characters',
    preset: 'progress-detector',
  },
  'stuckHeuristics.repeats': {
    default: 3,
    min: 2,
    max: 50,
    unit: 'times',
    preset: 'stuck-heuristics',
  },
  'stuckHeuristics.windowSeconds': {
    default: 300,
    min: 1,
    max: 86400,
    unit: 'seconds',
    preset: 'stuck-heuristics',
  },
  'stuckHeuristics.maxHops': {
    default: 20,
    min: 1,
    max: 1000,
    unit: 'hops',
    preset: 'stuck-heuristics',
  },
  'stuckHeuristics.history': {
    default: 50,
    min: 4,
    max: 1000,
    unit: 'calls',
    preset: 'stuck-heuristics',
  },
  'groupLoops.minEvents': { default: 12, min: 1, max: 1000, unit: 'events', preset: 'group-loops' },
  'groupLoops.errorGroups': { default: 3, min: 2, max: 50, unit: 'steps', preset: 'group-loops' },
  'groupLoops.observationGroups': {
    default: 4,
    min: 2,
    max: 50,
    unit: 'steps',
    preset: 'group-loops',
  },
  'patterns.sameResult': { default: 4, min: 2, max: 50, unit: 'steps', preset: 'patterns' },
  'patterns.sameError': { default: 3, min: 2, max: 50, unit: 'steps', preset: 'patterns' },
  'patterns.monologue': { default: 3, min: 2, max: 50, unit: 'messages', preset: 'patterns' },
  'patterns.alternating': { default: 6, min: 4, max: 50, unit: 'steps', preset: 'patterns' },
  'patterns.condensations': { default: 10, min: 2, max: 100, unit: 'times', preset: 'patterns' },
  'balanced.idleSteps': { default: 8, min: 3, max: 200, unit: 'steps', preset: 'balanced' },
  'balanced.emptySteps': { default: 6, min: 2, max: 200, unit: 'steps', preset: 'balanced' },
  'balanced.fruitlessSteps': { default: 10, min: 3, max: 200, unit: 'steps', preset: 'balanced' },
  'balanced.sameResult': { default: 4, min: 2, max: 50, unit: 'steps', preset: 'balanced' },
  'balanced.cycleRounds': { default: 3, min: 2, max: 20, unit: 'times', preset: 'balanced' },
  'balanced.sameError': { default: 4, min: 2, max: 50, unit: 'steps', preset: 'balanced' },
  'balanced.equalTests': { default: 4, min: 2, max: 50, unit: 'times', preset: 'balanced' },
  'balanced.equalRuns': { default: 5, min: 3, max: 50, unit: 'times', preset: 'balanced' },
  'balanced.returns': { default: 2, min: 1, max: 20, unit: 'times', preset: 'balanced' },
  'balanced.pressedSteps': { default: 3, min: 1, max: 50, unit: 'steps', preset: 'balanced' },
  'balanced.condensations': { default: 6, min: 2, max: 100, unit: 'times', preset: 'balanced' },
  'balanced.condensationRounds': {
    default: 3,
    min: 2,
    max: 100,
    unit: 'times',
    preset: 'balanced',
  },
  'balanced.repeatedText': {
    default: 2000,
    min: 1000,
    max: 100_000,
    unit: 'characters',
    preset: 'balanced',
  },
  'balanced.turns': { default: 5, min: 3, max: 100, unit: 'turns', preset: 'balanced' },
  'balanced.failedTurns': { default: 6, min: 2, max: 100, unit: 'turns', preset: 'balanced' },
  'balanced.children': { default: 20, min: 1, max: 1000, unit: 'sub-agents', preset: 'balanced' },
  'balanced.samePrompt': { default: 4, min: 1, max: 1000, unit: 'sub-agents', preset: 'balanced' },
  'balanced.childDepth': { default: 3, min: 1, max: 8, unit: 'levels', preset: 'balanced' },
  'balanced.limitMinutes': { default: 0, min: 0, max: 1440, unit: 'minutes', preset: 'balanced' },
  'balanced.limitSteps': { default: 0, min: 0, max: 100_000, unit: 'steps', preset: 'balanced' },
  'balanced.limitTokens': {
    default: 0,
    min: 0,
    max: 1_000_000_000,
    unit: 'tokens',
    preset: 'balanced',
  },
  'balanced.limitChildren': {
    default: 0,
    min: 0,
    max: 1000,
    unit: 'sub-agents',
    preset: 'balanced',
  },
  'balanced.limitLevel': { default: 1, min: 1, max: 2, unit: 'levels', preset: 'balanced' },
  'balanced.silenceMinutes': { default: 10, min: 1, max: 720, unit: 'minutes', preset: 'balanced' },
  'balanced.callMinutes': { default: 30, min: 1, max: 1440, unit: 'minutes', preset: 'balanced' },
  'balanced.promptSeconds': {
    default: 120,
    min: 2,
    max: 3600,
    unit: 'seconds',
    preset: 'balanced',
  },
  'balanced.jobMinutes': { default: 30, min: 1, max: 1440, unit: 'minutes', preset: 'balanced' },
  'balanced.waitSeconds': { default: 60, min: 1, max: 3600, unit: 'seconds', preset: 'balanced' },
} as const satisfies Record<string, ThresholdSpec>;

export type ThresholdKey = keyof typeof thresholdSpecs;
export const thresholdKeys = Object.keys(thresholdSpecs) as ThresholdKey[];

export type ThresholdSet = Partial<Record<ThresholdKey, number>>;

/** Where a value came from: the agent's profile, a recording, the person's settings, what was learned, the command line. */
export const thresholdOrigins = [
  'default',
  'profile',
  'recording',
  'user',
  'workspace',
  'agent',
  'learned',
  'option',
] as const;
export type ThresholdOrigin = (typeof thresholdOrigins)[number];

export interface Thresholds {
  preset: Preset;
  values: Record<ThresholdKey, number>;
  /** Keys that are missing have their default. */
  origins: Partial<Record<ThresholdKey, ThresholdOrigin>>;
}

export function defaultThresholds(preset: Preset = defaultPreset): Thresholds {
  const values = Object.fromEntries(
    thresholdKeys.map((key) => [key, thresholdSpecs[key].default]),
  ) as Record<ThresholdKey, number>;
  return { preset, values, origins: {} };
}

export function isThresholdKey(key: string): key is ThresholdKey {
  return Object.hasOwn(thresholdSpecs, key);
}

export function isPreset(name: string): name is Preset {
  return (presets as readonly string[]).includes(name);
}

/** Why `key` cannot have this value, in a sentence with its bounds; undefined if it can. */
export function thresholdProblem(key: string, value: number): string | undefined {
  if (!isThresholdKey(key)) {
    return `unknown threshold "${key}"; known: ${thresholdKeys.join(', ')}`;
  }
  const { min, max, unit } = thresholdSpecs[key];
  const inBounds = Number.isInteger(value) && value >= min && value <= max;
  return inBounds ? undefined : `${key} must be a whole number of ${unit} from ${min} to ${max}`;
}
