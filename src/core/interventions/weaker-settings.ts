/** Which changes of settings weaken the watch: a stall comes later or not at all, less is done about it, or nobody is told. */
import {
  thresholdKeys,
  thresholdSpecs,
  type Preset,
  type ThresholdKey,
  type ThresholdSet,
} from '../thresholds/thresholds.js';
import { notifiedStates, type NotifiedBy } from './notification-policy.js';
import { modes, type Mode } from './stall-state.js';

/** The settings in force that decide how strict the watch is. Invalid values are left out: the defaults apply. */
export interface WatchSettings {
  mode: Mode;
  modeByAgent: ReadonlyMap<string, Mode>;
  remindFirst: boolean;
  sendBack: boolean;
  notifications: NotifiedBy;
  preset: Preset;
  thresholds: ThresholdSet;
  thresholdsByAgent: ReadonlyMap<string, ThresholdSet>;
}

/** A threshold by its key; `thresholdsByAgent` stands for all those of single agents. */
export type WatchSetting = keyof Omit<WatchSettings, 'thresholds'> | ThresholdKey;

/** A lower value of these lets more count as progress, remembers less, or only warns. */
const weakerWhenLower: ReadonlySet<ThresholdKey> = new Set([
  'progressDetector.minLength',
  'stuckHeuristics.history',
  'balanced.limitLevel',
]);

/** For these, 0 is no limit at all. */
const offAtZero: ReadonlySet<ThresholdKey> = new Set([
  'balanced.limitMinutes',
  'balanced.limitSteps',
  'balanced.limitTokens',
  'balanced.limitChildren',
]);

/** @returns the settings that `after` has weaker than `before`, the general ones first. */
export function weakerSettings(before: WatchSettings, after: WatchSettings): WatchSetting[] {
  const found: WatchSetting[] = [];
  const add = (setting: WatchSetting, isWeaker: boolean): void => {
    if (isWeaker) {
      found.push(setting);
    }
  };
  add('mode', isMilder(before.mode, after.mode));
  add('modeByAgent', isMilderForAnAgent(before, after));
  add('remindFirst', !before.remindFirst && after.remindFirst);
  add('sendBack', before.sendBack && !after.sendBack);
  add(
    'notifications',
    notifiedStates.some((state) =>
      before.notifications[state].some((channel) => !after.notifications[state].includes(channel)),
    ),
  );
  // rules of another kind cannot be compared: any other preset may miss what this one finds
  add('preset', before.preset !== after.preset);
  add('thresholdsByAgent', isLaterForAnAgent(before, after));
  for (const key of thresholdKeys) {
    add(key, isLater(key, readValue(before.thresholds, key), readValue(after.thresholds, key)));
  }
  return found;
}

/** An agent without a mode of its own follows the general one, whose change is not named twice. */
function isMilderForAnAgent(before: WatchSettings, after: WatchSettings): boolean {
  return listAgents(before.modeByAgent, after.modeByAgent).some((agent) => {
    const [was, is] = [before.modeByAgent.get(agent), after.modeByAgent.get(agent)];
    return was !== is && isMilder(was ?? before.mode, is ?? after.mode);
  });
}

function isLaterForAnAgent(before: WatchSettings, after: WatchSettings): boolean {
  return listAgents(before.thresholdsByAgent, after.thresholdsByAgent).some((agent) => {
    const [was, is] = [before.thresholdsByAgent.get(agent), after.thresholdsByAgent.get(agent)];
    return thresholdKeys.some(
      (key) =>
        was?.[key] !== is?.[key] &&
        isLater(
          key,
          was?.[key] ?? readValue(before.thresholds, key),
          is?.[key] ?? readValue(after.thresholds, key),
        ),
    );
  });
}

function isMilder(before: Mode, after: Mode): boolean {
  return modes.indexOf(after) < modes.indexOf(before);
}

function isLater(key: ThresholdKey, before: number, after: number): boolean {
  return weakerWhenLower.has(key) ? after < before : reach(key, after) > reach(key, before);
}

function reach(key: ThresholdKey, value: number): number {
  return value === 0 && offAtZero.has(key) ? Infinity : value;
}

function readValue(set: ThresholdSet, key: ThresholdKey): number {
  return set[key] ?? thresholdSpecs[key].default;
}

function listAgents(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): string[] {
  return [...new Set([...before.keys(), ...after.keys()])];
}
