/** The settings as typed values: what the file says is checked, never trusted. */
import * as vscode from 'vscode';
import { isObject } from '../core/json.js';
import { modes, type Mode } from '../core/interventions/stall-state.js';
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

type SetThresholds = Pick<ThresholdLayers, 'preset' | 'user' | 'workspace' | 'agent'>;

export interface Settings {
  mode(agent: string): Mode;
  remindFirst: boolean;
  notifications: 'toast' | 'none';
  /** What the person set, for the sessions of an agent. */
  thresholds(agent: string): SetThresholds;
  claudeConfigDir: string | undefined;
  /** 0: not configured. */
  endpointPort: number;
  relayPort: number;
  /** The base address that is set for an agent. */
  relayUpstreams(agent: string): string | undefined;
  /** Values that are out of bounds or unknown, as sentences; the defaults hold instead. */
  problems: string[];
}

export function readSettings(): Settings {
  const all = vscode.workspace.getConfiguration();
  const problems: string[] = [];
  const mode = modeOf(all.get<unknown>(settings.mode)) ?? 'ask';
  const byAgent = all.get<unknown>(settings.modeByAgent);
  const thresholds = readThresholds(all, problems);
  const agents = readByAgent(all, problems);
  const upstreams = all.get<unknown>(settings.relayUpstreams);
  return {
    mode: (agent) =>
      modeOf(
        typeof byAgent === 'object' && byAgent !== null ? Reflect.get(byAgent, agent) : undefined,
      ) ?? mode,
    remindFirst: all.get<unknown>(settings.remindFirst) === true,
    notifications: all.get<unknown>(settings.notifications) === 'none' ? 'none' : 'toast',
    thresholds: (agent) => ({ ...thresholds, agent: agents.get(agent) }),
    claudeConfigDir: textOf(all.get<unknown>(settings.claudeConfigDir)),
    endpointPort: portOf(all.get<unknown>(settings.endpointPort), settings.endpointPort, problems),
    relayPort: portOf(all.get<unknown>(settings.relayPort), settings.relayPort, problems),
    relayUpstreams: (agent) => textOf(isObject(upstreams) ? upstreams[agent] : undefined),
    problems,
  };
}

function readThresholds(all: vscode.WorkspaceConfiguration, problems: string[]): SetThresholds {
  const name = textOf(all.get<unknown>(settings.preset)) ?? defaultPreset;
  if (!isPreset(name)) {
    problems.push(`${settings.preset}: unknown preset "${name}"`);
  }
  const [user, workspace]: [ThresholdSet, ThresholdSet] = [{}, {}];
  for (const key of thresholdKeys) {
    const set = all.inspect<unknown>(THRESHOLD_PREFIX + key);
    const said = [
      take(user, key, set?.globalValue),
      take(workspace, key, set?.workspaceValue),
    ].filter((problem) => problem !== undefined);
    const inForce = workspace[key] ?? user[key];
    for (const problem of said) {
      problems.push(
        `${THRESHOLD_PREFIX}${problem}; ${inForce === undefined ? `the default of ${thresholdSpecs[key].default}` : inForce} holds`,
      );
    }
  }
  return { preset: isPreset(name) ? name : defaultPreset, user, workspace };
}

/** Agent id → what the person set for that agent; the workspace's values go before the user's. */
function readByAgent(
  all: vscode.WorkspaceConfiguration,
  problems: string[],
): Map<string, ThresholdSet> {
  const agents = new Map<string, ThresholdSet>();
  const { globalValue, workspaceValue } = all.inspect<unknown>(settings.thresholdsByAgent) ?? {};
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
        const problem = take(own, key, each);
        if (problem !== undefined) {
          problems.push(`${settings.thresholdsByAgent}: ${agent}: ${problem}; left out`);
        }
      }
      agents.set(agent, own);
    }
  }
  return agents;
}

/** Puts a value into `set` if it is one for `key`; else says why it is none. */
function take(set: ThresholdSet, key: string, value: unknown): string | undefined {
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

function modeOf(value: unknown): Mode | undefined {
  return modes.find((mode) => mode === value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function portOf(value: unknown, setting: string, problems: string[]): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535) {
    return value;
  }
  if (value !== undefined) {
    problems.push(`${setting}: not a port`);
  }
  return 0;
}
