/** The layers that thresholds come from. Each overrides the ones above it in this list. */
import { learnedValue, lessons, type FeedbackRecord } from './learning.js';
import {
  defaultPreset,
  defaultThresholds,
  isThresholdKey,
  thresholdOrigins,
  type Preset,
  type ThresholdOrigin,
  type Thresholds,
  type ThresholdSet,
} from './thresholds.js';

export interface ThresholdLayers {
  preset?: Preset;
  /** The agent's profile. */
  profile?: ThresholdSet;
  /** What the recording says, and where it says that its values came from. */
  recorded?: { set: ThresholdSet; origins: Thresholds['origins'] };
  user?: ThresholdSet;
  workspace?: ThresholdSet;
  /** What a person set for this agent, which learning never overrides. */
  agent?: ThresholdSet;
  /** A person's answers to verdicts of this agent. */
  learned?: readonly FeedbackRecord[];
  /** The command line. */
  option?: ThresholdSet;
}

/** Assumes values within their bounds. */
export function resolveThresholds(layers: ThresholdLayers): Thresholds {
  const thresholds = defaultThresholds(layers.preset ?? defaultPreset);
  lay(thresholds, 'profile', layers.profile);
  lay(thresholds, 'recording', layers.recorded?.set);
  Object.assign(thresholds.origins, layers.recorded?.origins);
  lay(thresholds, 'user', layers.user);
  lay(thresholds, 'workspace', layers.workspace);
  lay(thresholds, 'agent', layers.agent);
  for (const { key, answers } of lessons(layers.learned ?? [])) {
    const value = learnedValue(key, thresholds.values[key], answers);
    if (thresholds.origins[key] === 'agent' || value === thresholds.values[key]) {
      continue;
    }
    thresholds.values[key] = value;
    thresholds.origins[key] = 'learned';
  }
  lay(thresholds, 'option', layers.option);
  return thresholds;
}

export function isOrigin(text: string | undefined): text is ThresholdOrigin {
  return thresholdOrigins.some((origin) => origin === text);
}

function lay(thresholds: Thresholds, origin: ThresholdOrigin, set: ThresholdSet = {}): void {
  for (const key of listKeys(set)) {
    const value = set[key];
    if (value === undefined) {
      continue;
    }
    thresholds.values[key] = value;
    thresholds.origins[key] = origin;
  }
}

function listKeys(set: ThresholdSet) {
  return Object.keys(set).filter(isThresholdKey);
}
