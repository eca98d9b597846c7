/** The settings as shown by the thresholds panel: each scope's value, the value in force, and its origin. */
import * as vscode from 'vscode';
import { agentName, knownAgents } from '../../agents/index.js';
import { isObject } from '../../core/json.js';
import { resolveThresholds } from '../../core/thresholds/layers.js';
import {
  isPreset,
  thresholdKeys,
  thresholdProblem,
  type Preset,
  type ThresholdKey,
  type Thresholds,
} from '../../core/thresholds/thresholds.js';
import { settings as settingIds, THRESHOLD_PREFIX } from '../../ids.js';
import type { ThresholdsState, ThresholdState, Scope } from '../../protocol/thresholds.js';
import type { Settings, SettingsSource } from '../settings.js';
import type { LearnedThresholds } from './learned-thresholds.js';

interface StateInput {
  settings: Settings;
  source: SettingsSource;
  learned: LearnedThresholds;
  /** Absent: all agents. */
  agent: string | undefined;
  /** Agents of sessions in this window. */
  seen: readonly string[];
}

/** Values in force for an agent's sessions; for all agents, those without any per-agent setting. */
export function inForce(
  { settings, learned }: Pick<StateInput, 'settings' | 'learned'>,
  agent: string | undefined,
): Thresholds {
  return agent === undefined
    ? resolveThresholds(settings.thresholds(''))
    : learned.thresholds(agent);
}

export function thresholdsState(input: StateInput): ThresholdsState {
  const { settings, source: all, agent } = input;
  const agents = agentsToChoose(all, input.seen);
  const chosen = agents.some(({ id }) => id === agent) ? agent : undefined;
  const shown = inForce(input, chosen);
  const each =
    chosen === undefined ? agents.map(({ id, name }) => ({ name, own: inForce(input, id) })) : [];
  const preset = all.inspect(settingIds.preset);
  const thresholds = thresholdKeys.map((key): ThresholdState => {
    const set = chosen === undefined ? all.inspect(THRESHOLD_PREFIX + key) : undefined;
    const raw = (scope: 'globalValue' | 'workspaceValue'): unknown =>
      chosen === undefined ? set?.[scope] : ofAgent(all, scope, chosen)?.[key];
    return {
      key,
      user: valid(key, raw('globalValue')),
      workspace: valid(key, raw('workspaceValue')),
      inForce: shown.values[key],
      origin: shown.origins[key] ?? 'default',
      others: each
        .filter(({ own }) => own.values[key] !== shown.values[key])
        .map(({ name, own }) => ({
          agent: name,
          value: own.values[key],
          origin: own.origins[key] ?? 'default',
        })),
    };
  });
  return {
    agents,
    agent: chosen,
    hasWorkspace:
      (vscode.workspace.workspaceFolders ?? []).length > 0 ||
      vscode.workspace.workspaceFile !== undefined,
    preset: {
      inForce: settings.thresholds('').preset ?? 'balanced',
      user: readPreset(preset?.globalValue),
      workspace: readPreset(preset?.workspaceValue),
    },
    thresholds,
  };
}

/** One scope's settings for an agent, unchecked. */
function ofAgent(
  all: SettingsSource,
  scope: 'globalValue' | 'workspaceValue',
  agent: string,
): Record<string, unknown> | undefined {
  const byAgent = all.inspect(settingIds.thresholdsByAgent)?.[scope];
  const own = isObject(byAgent) && Object.hasOwn(byAgent, agent) ? byAgent[agent] : undefined;
  return isObject(own) ? own : undefined;
}

/** Agents at work in this window and those with their own settings first, then all other known ones. */
function agentsToChoose(
  all: SettingsSource,
  seen: readonly string[],
): { id: string; name: string }[] {
  const byAgent = all.inspect(settingIds.thresholdsByAgent);
  const withOwn = [byAgent?.globalValue, byAgent?.workspaceValue].flatMap((value) =>
    isObject(value) ? Object.keys(value) : [],
  );
  const ids = new Set([...seen, ...withOwn, ...knownAgents.map(({ id }) => id)]);
  return [...ids]
    .filter((id) => id !== '' && id !== 'unknown')
    .map((id) => ({ id, name: agentName(id) }));
}

function valid(key: ThresholdKey, value: unknown): number | undefined {
  return typeof value === 'number' && thresholdProblem(key, value) === undefined
    ? value
    : undefined;
}

function readPreset(value: unknown): Preset | undefined {
  return typeof value === 'string' && isPreset(value) ? value : undefined;
}

export interface ThresholdChange {
  scope: Scope;
  /** Undefined: all agents. */
  agent: string | undefined;
  /** Threshold → its value; undefined resets it. */
  values: ReadonlyMap<string, unknown>;
}

/** The settings in force, and how Turnwatch itself changes them. */
export interface WritableSettings extends SettingsSource {
  update(id: string, value: unknown, target: vscode.ConfigurationTarget): Promise<void>;
}

/** @returns the change that undoes this one. Rejects if VS Code fails to write it. */
export async function writeThresholds(
  all: WritableSettings,
  { scope, agent, values }: ThresholdChange,
): Promise<ThresholdChange> {
  const before = new Map<string, unknown>();
  const said = inspectedIn(scope);
  if (agent === undefined) {
    for (const [key, value] of values) {
      before.set(key, all.inspect(THRESHOLD_PREFIX + key)?.[said]);
      await all.update(THRESHOLD_PREFIX + key, value, findTarget(scope));
    }
    return { scope, agent, values: before };
  }
  const own = ofAgent(all, said, agent) ?? {};
  for (const key of values.keys()) {
    before.set(key, own[key]);
  }
  const next = withoutUndefined({ ...own, ...Object.fromEntries(values) });
  const byAgent = all.inspect(settingIds.thresholdsByAgent)?.[said];
  const rest = Object.entries(isObject(byAgent) ? byAgent : {}).filter(([id]) => id !== agent);
  const entries = Object.keys(next).length === 0 ? rest : [...rest, [agent, next]];
  await all.update(
    settingIds.thresholdsByAgent,
    entries.length === 0 ? undefined : Object.fromEntries(entries),
    findTarget(scope),
  );
  return { scope, agent, values: before };
}

/** A change that resets all thresholds set in a scope. */
export function resetOfAll(
  all: SettingsSource,
  scope: Scope,
  agent: string | undefined,
): ThresholdChange {
  const said = inspectedIn(scope);
  const own = agent === undefined ? undefined : ofAgent(all, said, agent);
  const set =
    agent === undefined
      ? thresholdKeys.filter((key) => all.inspect(THRESHOLD_PREFIX + key)?.[said] !== undefined)
      : Object.keys(own ?? {});
  return { scope, agent, values: new Map(set.map((key) => [key, undefined])) };
}

/** Writes thresholds to VS Code's settings and returns the overwritten values, so that a write can be undone. */
export async function writePreset(
  all: WritableSettings,
  scope: Scope,
  preset: string | undefined,
): Promise<void> {
  await all.update(settingIds.preset, preset, findTarget(scope));
}

function inspectedIn(scope: Scope): 'globalValue' | 'workspaceValue' {
  return scope === 'user' ? 'globalValue' : 'workspaceValue';
}

function findTarget(scope: Scope): vscode.ConfigurationTarget {
  return scope === 'user'
    ? vscode.ConfigurationTarget.Global
    : vscode.ConfigurationTarget.Workspace;
}

function withoutUndefined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
