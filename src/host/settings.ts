/** The settings as typed values, checked since settings files are not trusted. */
import * as v from 'valibot';
import { isObject } from '../core/json.js';
import {
  parseQuietHours,
  defaultNotifications,
  notificationChannels,
  notifiedStates,
  type NotificationRules,
  type NotifiedBy,
} from '../core/interventions/notification-policy.js';
import { modes, type Mode } from '../core/interventions/stall-state.js';
import type { WatchSettings } from '../core/interventions/weaker-settings.js';
import { readCaps, type Cap } from '../core/money/caps.js';
import { readPrices, type PriceSet } from '../core/money/prices.js';
import type { ThresholdLayers } from '../core/thresholds/layers.js';
import {
  defaultPreset,
  isPreset,
  isThresholdKey,
  thresholdKeys,
  thresholdProblem,
  thresholdSpecs,
  type ThresholdSet,
} from '../core/thresholds/thresholds.js';
import { settings, THRESHOLD_PREFIX } from '../ids.js';
import { isOtlpAddress } from '../telemetry/otlp-addresses.js';

/** Where settings are read from: VS Code's own values, or those of them that are in force. */
export interface SettingsSource {
  get(id: string): unknown;
  inspect(id: string): { globalValue?: unknown; workspaceValue?: unknown } | undefined;
}

type SetThresholds = Pick<ThresholdLayers, 'preset' | 'user' | 'workspace' | 'agent'>;

export interface Settings {
  mode(agent: string): Mode;
  remindFirst: boolean;
  /** Whether a turn that ends against the evidence is sent back. */
  sendBack: boolean;
  /** Whether what files hold during turns is kept. */
  snapshots: boolean;
  /** Whether the person answers agents' prompts in the view. */
  answersPrompts: boolean;
  /** What calls the person, how, and when not. */
  notifications: NotificationRules;
  /** A program of the person's and its arguments; empty for none. */
  notificationCommand: readonly string[];
  /** The person's settings for an agent's sessions. */
  thresholds(agent: string): SetThresholds;
  /** A person's own prices of models. */
  prices: PriceSet;
  /** A person's own caps of what agents cost. */
  caps: readonly Cap[];
  claudeConfigDir: string | undefined;
  claudeOtherConfigDirs: readonly string[];
  /** Homes of agents that run elsewhere, or their own folders in these. */
  logFolders: readonly string[];
  /** 0: not configured. */
  endpointPort: number;
  relayPort: number;
  /** Where counts go, if anywhere. */
  otlp: { endpoint: string | undefined; repositoryNames: boolean };
  /** The base address configured for an agent. */
  relayUpstreams(agent: string): string | undefined;
  /** Sentences about invalid or unknown values, for which the defaults apply. */
  problems: string[];
}

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const mode = v.picklist(modes);
const port = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535));
const byName = v.record(v.string(), v.unknown());

/** Invalid values count as not set. */
function readValue<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T | undefined {
  const { success, output } = v.safeParse(schema, value);
  return success ? output : undefined;
}

export function readSettings(all: SettingsSource): Settings {
  const problems: string[] = [];
  const modeForAll = readValue(mode, all.get(settings.mode)) ?? 'ask';
  const modeByAgent = readValue(byName, all.get(settings.modeByAgent)) ?? {};
  const thresholds = readThresholds(all, problems);
  const agents = readByAgent(all, problems);
  const upstreams = readValue(byName, all.get(settings.relayUpstreams)) ?? {};
  return {
    mode: (agent) => readValue(mode, modeByAgent[agent]) ?? modeForAll,
    remindFirst: all.get(settings.remindFirst) === true,
    sendBack: all.get(settings.sendBack) === true,
    snapshots: all.get(settings.snapshots) !== false,
    answersPrompts: all.get(settings.answerPrompts) === true,
    notifications: {
      by: readNotifiedBy(all, problems),
      quietHours: readQuietHours(all, problems),
      doneAfterMs: readDoneMinutes(all, problems) * 60_000,
    },
    notificationCommand: readCommand(all, problems),
    thresholds: (agent) => {
      const own = agents.get(agent);
      return own === undefined ? thresholds : { ...thresholds, agent: own };
    },
    prices: readOwnPrices(all, problems),
    caps: readOwnCaps(all, problems),
    claudeConfigDir: readValue(text, all.get(settings.claudeConfigDir)),
    claudeOtherConfigDirs: readValue(v.array(text), all.get(settings.claudeOtherConfigDirs)) ?? [],
    logFolders: readValue(v.array(text), all.get(settings.logFolders)) ?? [],
    endpointPort: readPort(all, settings.endpointPort, problems),
    relayPort: readPort(all, settings.relayPort, problems),
    otlp: {
      endpoint: readOtlpEndpoint(all, problems),
      repositoryNames: all.get(settings.otlpRepositoryNames) === true,
    },
    relayUpstreams: (agent) => readValue(text, upstreams[agent]),
    problems,
  };
}

/** How strict the watch is by these settings. */
export function readWatchSettings(all: SettingsSource): WatchSettings {
  const problems: string[] = [];
  const { preset, user, workspace } = readThresholds(all, problems);
  const modeByAgent = Object.entries(readValue(byName, all.get(settings.modeByAgent)) ?? {});
  return {
    mode: readValue(mode, all.get(settings.mode)) ?? 'ask',
    modeByAgent: new Map(
      modeByAgent.flatMap(([agent, value]) => {
        const own = readValue(mode, value);
        return own === undefined ? [] : [[agent, own] as const];
      }),
    ),
    remindFirst: all.get(settings.remindFirst) === true,
    sendBack: all.get(settings.sendBack) === true,
    notifications: readNotifiedBy(all, problems),
    preset: preset ?? defaultPreset,
    thresholds: { ...user, ...workspace },
    thresholdsByAgent: readByAgent(all, problems),
  };
}

/** By state: the states that are not set, or are set wrongly, call as by default. */
function readNotifiedBy(all: SettingsSource, problems: string[]): NotifiedBy {
  const value = all.get(settings.notifications);
  const set = readValue(byName, value);
  if (set === undefined && value !== undefined) {
    problems.push(`${settings.notifications}: not an object`);
  }
  const by = { ...defaultNotifications };
  for (const state of notifiedStates) {
    const channels = readValue(v.array(v.picklist(notificationChannels)), set?.[state]);
    if (channels !== undefined) {
      by[state] = channels;
    } else if (set?.[state] !== undefined) {
      problems.push(
        `${settings.notifications}: ${state}: not a list of ${notificationChannels.join(', ')}`,
      );
    }
  }
  return by;
}

function readQuietHours(all: SettingsSource, problems: string[]): NotificationRules['quietHours'] {
  const value = readValue(text, all.get(settings.quietHours));
  const hours = value === undefined ? undefined : parseQuietHours(value);
  if (value !== undefined && hours === undefined) {
    problems.push(`${settings.quietHours}: not two different times such as 22:00-07:00`);
  }
  return hours;
}

const DONE_MINUTES = 10;

function readDoneMinutes(all: SettingsSource, problems: string[]): number {
  const value = all.get(settings.doneMinutes);
  const read = readValue(v.pipe(v.number(), v.minValue(0)), value);
  if (read === undefined && value !== undefined) {
    problems.push(`${settings.doneMinutes}: not a number of minutes`);
  }
  return read ?? DONE_MINUTES;
}

function readCommand(all: SettingsSource, problems: string[]): readonly string[] {
  const value = all.get(settings.notificationCommand);
  const read = readValue(v.array(v.string()), value);
  if (read === undefined && value !== undefined) {
    problems.push(`${settings.notificationCommand}: not a list of a program and its arguments`);
  }
  return read?.[0]?.trim() === '' ? [] : (read ?? []);
}

function readOwnPrices(all: SettingsSource, problems: string[]): PriceSet {
  const value = all.get(settings.prices);
  const read = readPrices(value);
  if (read === undefined && value !== undefined) {
    problems.push(`${settings.prices}: not an object`);
  }
  for (const model of read?.problems ?? []) {
    problems.push(`${settings.prices}: ${model}: not dollars for input and output; ignored`);
  }
  return read?.prices ?? {};
}

function readOwnCaps(all: SettingsSource, problems: string[]): readonly Cap[] {
  const value = all.get(settings.caps);
  const read = readCaps(value);
  if (read === undefined && value !== undefined) {
    problems.push(`${settings.caps}: not an object`);
  }
  for (const part of read?.problems ?? []) {
    problems.push(
      `${settings.caps}: ${part}: not tokens or dollars of a turn, session or day, and what to do then`,
    );
  }
  return read?.caps ?? [];
}

function readPort(all: SettingsSource, setting: string, problems: string[]): number {
  const value = all.get(setting);
  const read = readValue(port, value);
  if (read === undefined && value !== undefined) {
    problems.push(`${setting}: not a port`);
  }
  return read ?? 0;
}

function readOtlpEndpoint(all: SettingsSource, problems: string[]): string | undefined {
  const value = readValue(text, all.get(settings.otlpEndpoint));
  if (value === undefined || isOtlpAddress(value)) {
    return value;
  }
  problems.push(`${settings.otlpEndpoint}: not an address such as http://localhost:4318`);
  return undefined;
}

function readThresholds(all: SettingsSource, problems: string[]): SetThresholds {
  const name = readValue(text, all.get(settings.preset)) ?? defaultPreset;
  if (!isPreset(name)) {
    problems.push(`${settings.preset}: unknown preset "${name}"`);
  }
  const [user, workspace]: [ThresholdSet, ThresholdSet] = [{}, {}];
  for (const key of thresholdKeys) {
    const set = all.inspect(THRESHOLD_PREFIX + key);
    const said = [
      setIfValid(user, key, set?.globalValue),
      setIfValid(workspace, key, set?.workspaceValue),
    ].filter((problem) => problem !== undefined);
    const inForce = workspace[key] ?? user[key];
    for (const problem of said) {
      problems.push(
        `${THRESHOLD_PREFIX}${problem}; using ${inForce === undefined ? `the default, ${thresholdSpecs[key].default}` : inForce}`,
      );
    }
  }
  return { preset: isPreset(name) ? name : defaultPreset, user, workspace };
}

/** Agent id → what the person set for that agent; the workspace's values override the user's. */
function readByAgent(all: SettingsSource, problems: string[]): Map<string, ThresholdSet> {
  const agents = new Map<string, ThresholdSet>();
  const { globalValue, workspaceValue } = all.inspect(settings.thresholdsByAgent) ?? {};
  for (const value of [globalValue, workspaceValue]) {
    if (value === undefined) {
      continue;
    }
    if (!isObject(value)) {
      problems.push(`${settings.thresholdsByAgent}: not an object`);
      continue;
    }
    for (const [agent, set] of Object.entries(value)) {
      if (!isObject(set)) {
        problems.push(`${settings.thresholdsByAgent}: ${agent}: not an object`);
        continue;
      }
      const own = agents.get(agent) ?? {};
      for (const [key, each] of Object.entries(set)) {
        const problem = setIfValid(own, key, each);
        if (problem !== undefined) {
          problems.push(`${settings.thresholdsByAgent}: ${agent}: ${problem}; ignored`);
        }
      }
      agents.set(agent, own);
    }
  }
  return agents;
}

/** Puts a value into `set` if it is valid for `key`. @returns why it is not, as a sentence. */
function setIfValid(set: ThresholdSet, key: string, value: unknown): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  const number = typeof value === 'number' ? value : Number.NaN;
  const problem = thresholdProblem(key, number);
  if (problem === undefined && isThresholdKey(key)) {
    set[key] = number;
  }
  return problem;
}
