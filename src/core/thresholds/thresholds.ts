/** Every threshold with its default and bounds, as the detectors declare them. */
import type { Message } from '../view/words/wording.js';
import { defaultPreset, presets, type Preset, type ThresholdSpec } from './threshold-spec.js';
import { thresholdSpecs } from './table.js';

export { thresholdSpecs };
export * from './threshold-spec.js';

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

/** With the unit, where the name of the threshold does not say what it counts. */
export function amount(value: number, unit: ThresholdSpec['unit']): number | Message {
  switch (unit) {
    case 'minutes':
      return { id: 'amount.minutes', params: { value } };
    case 'seconds':
      return { id: 'amount.seconds', params: { value } };
    default:
      return value;
  }
}

export function describeAmount(key: ThresholdKey, value: number): number | Message {
  return amount(value, thresholdSpecs[key].unit);
}
