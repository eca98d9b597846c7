/** The settings as typed values: what the file says is checked, never trusted. */
import * as vscode from 'vscode';
import type { Overrides } from '../core/judge.js';
import { modes, type Mode } from '../core/policy.js';
import { defaultPreset, isPreset, thresholdKeys, thresholdProblem, thresholdSpecs } from '../core/thresholds.js';
import { settings, THRESHOLD_PREFIX } from '../ids.js';

export interface Settings {
  mode(agent: string): Mode;
  remindFirst: boolean;
  notifications: 'toast' | 'none';
  overrides: Overrides;
  claudeConfigDir: string | undefined;
  /** 0: not configured. */
  endpointPort: number;
  relayPort: number;
  relayUpstream: string;
  /** Values that are out of bounds or unknown, as sentences; the defaults hold instead. */
  problems: string[];
}

export function readSettings(): Settings {
  const all = vscode.workspace.getConfiguration();
  const problems: string[] = [];
  const mode = modeOf(all.get<unknown>(settings.mode)) ?? 'ask';
  const byAgent = all.get<unknown>(settings.modeByAgent);
  const overrides = readOverrides(all, problems);
  const upstream = textOf(all.get<unknown>(settings.relayUpstream)) ?? '';
  return {
    mode: (agent) => modeOf(typeof byAgent === 'object' && byAgent !== null ? Reflect.get(byAgent, agent) : undefined) ?? mode,
    remindFirst: all.get<unknown>(settings.remindFirst) === true,
    notifications: all.get<unknown>(settings.notifications) === 'none' ? 'none' : 'toast',
    overrides,
    claudeConfigDir: textOf(all.get<unknown>(settings.claudeConfigDir)),
    endpointPort: portOf(all.get<unknown>(settings.endpointPort), settings.endpointPort, problems),
    relayPort: portOf(all.get<unknown>(settings.relayPort), settings.relayPort, problems),
    relayUpstream: /^https?:\/\//.test(upstream) ? upstream : 'https://api.anthropic.com',
    problems,
  };
}

function readOverrides(all: vscode.WorkspaceConfiguration, problems: string[]): Overrides {
  const name = textOf(all.get<unknown>(settings.preset)) ?? defaultPreset;
  if (!isPreset(name)) { problems.push(`${settings.preset}: unknown preset "${name}"`); }
  const overrides: Overrides = { preset: isPreset(name) ? name : defaultPreset, set: {} };
  for (const key of thresholdKeys) {
    const value = all.get<unknown>(THRESHOLD_PREFIX + key);
    if (value === undefined) { continue; }
    const problem = thresholdProblem(key, typeof value === 'number' ? value : Number.NaN);
    // the default is said too: a session keeps what it was told last
    const inForce = overrides.set[key] = problem === undefined && typeof value === 'number' ? value : thresholdSpecs[key].default;
    if (problem !== undefined) { problems.push(`${THRESHOLD_PREFIX}${problem}; the default of ${inForce} holds`); }
  }
  return overrides;
}

function modeOf(value: unknown): Mode | undefined {
  return modes.find((mode) => mode === value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function portOf(value: unknown, setting: string, problems: string[]): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535) { return value; }
  if (value !== undefined) { problems.push(`${setting}: not a port`); }
  return 0;
}
