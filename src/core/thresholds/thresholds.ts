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

/** Specifications of one preset's thresholds: a call for each keeps the page's copy of the table small. */
const listSpecs =
  (preset: Preset) =>
  (usual: number, unit: ThresholdSpec['unit'], min: number, max: number): ThresholdSpec => ({
    default: usual,
    min,
    max,
    unit,
    preset,
  });
const progressDetector = listSpecs('progress-detector');
const stuckHeuristics = listSpecs('stuck-heuristics');
const groupLoops = listSpecs('group-loops');
const patterns = listSpecs('patterns');
const balanced = listSpecs('balanced');

export const thresholdSpecs = {
  'progressDetector.steps': progressDetector(8, 'steps', 2, 200),
  'progressDetector.minLength': progressDetector(60, 'characters', 0, 10_000),
  'stuckHeuristics.repeats': stuckHeuristics(3, 'times', 2, 50),
  'stuckHeuristics.windowSeconds': stuckHeuristics(300, 'seconds', 1, 86400),
  'stuckHeuristics.maxHops': stuckHeuristics(20, 'hops', 1, 1000),
  'stuckHeuristics.history': stuckHeuristics(50, 'calls', 4, 1000),
  'groupLoops.minEvents': groupLoops(12, 'events', 1, 1000),
  'groupLoops.errorGroups': groupLoops(3, 'steps', 2, 50),
  'groupLoops.observationGroups': groupLoops(4, 'steps', 2, 50),
  'patterns.sameResult': patterns(4, 'steps', 2, 50),
  'patterns.sameError': patterns(3, 'steps', 2, 50),
  'patterns.monologue': patterns(3, 'messages', 2, 50),
  'patterns.alternating': patterns(6, 'steps', 4, 50),
  'patterns.condensations': patterns(10, 'times', 2, 100),
  'balanced.idleSteps': balanced(8, 'steps', 3, 200),
  'balanced.emptySteps': balanced(6, 'steps', 2, 200),
  'balanced.fruitlessSteps': balanced(10, 'steps', 3, 200),
  'balanced.sameResult': balanced(4, 'steps', 2, 50),
  'balanced.cycleRounds': balanced(3, 'times', 2, 20),
  'balanced.sameError': balanced(4, 'steps', 2, 50),
  'balanced.equalTests': balanced(4, 'times', 2, 50),
  'balanced.equalRuns': balanced(5, 'times', 3, 50),
  'balanced.returns': balanced(2, 'times', 1, 20),
  'balanced.pressedSteps': balanced(3, 'steps', 1, 50),
  'balanced.condensations': balanced(6, 'times', 2, 100),
  'balanced.condensationRounds': balanced(3, 'times', 2, 100),
  'balanced.repeatedText': balanced(2000, 'characters', 1000, 100_000),
  'balanced.turns': balanced(5, 'turns', 3, 100),
  'balanced.failedTurns': balanced(6, 'turns', 2, 100),
  'balanced.children': balanced(20, 'sub-agents', 1, 1000),
  'balanced.samePrompt': balanced(4, 'sub-agents', 1, 1000),
  'balanced.childDepth': balanced(3, 'levels', 1, 8),
  'balanced.limitMinutes': balanced(0, 'minutes', 0, 1440),
  'balanced.limitSteps': balanced(0, 'steps', 0, 100_000),
  'balanced.limitTokens': balanced(0, 'tokens', 0, 1_000_000_000),
  'balanced.limitChildren': balanced(0, 'sub-agents', 0, 1000),
  'balanced.limitLevel': balanced(1, 'levels', 1, 2),
  'balanced.silenceMinutes': balanced(10, 'minutes', 1, 720),
  'balanced.callMinutes': balanced(30, 'minutes', 1, 1440),
  'balanced.promptSeconds': balanced(120, 'seconds', 2, 3600),
  'balanced.jobMinutes': balanced(30, 'minutes', 1, 1440),
  'balanced.waitSeconds': balanced(1, 'seconds', 1, 3600),
} satisfies Record<string, ThresholdSpec>;

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
