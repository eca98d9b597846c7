/** Writes thresholds to VS Code's settings and returns the overwritten values, so that a write can be undone. */
import * as vscode from 'vscode';
import { isObject } from '../../core/json.js';
import { thresholdKeys } from '../../core/thresholds/thresholds.js';
import { settings as settingIds, THRESHOLD_PREFIX } from '../../ids.js';
import type { Scope } from '../../protocol/thresholds.js';
import type { SettingsSource } from '../settings.js';
import { ofAgent } from './panel-state.js';

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
