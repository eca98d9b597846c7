/** The settings as shown by the thresholds panel: each scope's value, the value in force, and its origin. */
import * as vscode from 'vscode';
import { agentName, knownAgents } from '../../agents/known.js';
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
import type { ThresholdsState, ThresholdState } from '../../protocol/thresholds.js';
import type { Learned } from './learned.js';
import type { Settings, SettingsSource } from '../settings.js';

export interface StateInput {
  settings: Settings;
  source: SettingsSource;
  learned: Learned;
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
export function ofAgent(
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
