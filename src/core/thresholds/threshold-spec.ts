/** The presets, and how a threshold is specified. */
import type { PersonTextId } from '../view/words/wording.js';

export const presets = [
  'balanced',
  'progress-detector',
  'stuck-heuristics',
  'group-loops',
  'patterns',
] as const;
export type Preset = (typeof presets)[number];
export const defaultPreset: Preset = 'balanced';

/** The panel's groups, in order. */
export const thresholdGroups = [
  'loops',
  'progress',
  'edits',
  'turns',
  'children',
  'limits',
  'context',
] as const;
export type ThresholdGroup = (typeof thresholdGroups)[number];

export interface ThresholdLimits {
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
  /** Where the panel lists it; none where its preset has few. */
  group?: ThresholdGroup;
}

export interface ThresholdSpec extends ThresholdLimits {
  preset: Preset;
  /** The text that names it: its counter's, if it has one. */
  name: PersonTextId;
}

/** A row of the table: a call for each keeps the page's copy small. */
export function specify(
  preset: Preset,
  usual: number,
  unit: ThresholdSpec['unit'],
  min: number,
  max: number,
  name: PersonTextId,
  group?: ThresholdGroup,
): ThresholdSpec {
  return { preset, default: usual, unit, min, max, name, ...(group && { group }) };
}
