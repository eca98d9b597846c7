/**
 * VS Code's values of Turnwatch's settings, all read at once and kept until a setting changes: there are some fifty, and
 * asking for them one by one took most of the activation.
 */
import * as vscode from 'vscode';
import { isObject } from '../core/json.js';
import type { SettingsSource } from './settings.js';

/** Its ids begin so. */
const SECTION = 'turnwatch';
const FOR_ALL_PROFILES = 'workbench.settings.applyToAllProfiles';

export interface InspectedSetting {
  defaultValue?: unknown;
  globalValue?: unknown;
  workspaceValue?: unknown;
}

interface ReadSettings {
  inForce: vscode.WorkspaceConfiguration;
  /** The values of all settings, as trees: `mode.auto` is `auto` in `mode`. */
  trees: InspectedSetting;
  /** Settings that the person shares among the profiles: only their own inspection finds them. */
  shared: ReadonlySet<unknown>;
}

export class EditorSettings implements SettingsSource, vscode.Disposable {
  private read: ReadSettings | undefined;
  private readonly subscription: vscode.Disposable;

  /** Made before all that listens for changed settings: they read what has changed. */
  constructor() {
    this.subscription = vscode.workspace.onDidChangeConfiguration(() => {
      this.read = undefined;
    });
  }

  dispose(): void {
    this.subscription.dispose();
  }

  get(id: string): unknown {
    return this.all().inForce.get<unknown>(makeKey(id));
  }

  inspect(id: string): InspectedSetting {
    const { inForce, trees, shared } = this.all();
    const key = makeKey(id);
    if (shared.has(id)) {
      return inForce.inspect<unknown>(key) ?? {};
    }
    const path = key.split('.');
    return {
      defaultValue: valueAt(trees.defaultValue, path),
      globalValue: valueAt(trees.globalValue, path),
      workspaceValue: valueAt(trees.workspaceValue, path),
    };
  }

  private all(): ReadSettings {
    this.read ??= readAll();
    return this.read;
  }
}

function readAll(): ReadSettings {
  const every = vscode.workspace.getConfiguration();
  const shared = every.get<unknown>(FOR_ALL_PROFILES);
  return {
    inForce: vscode.workspace.getConfiguration(SECTION),
    trees: every.inspect<unknown>(SECTION) ?? {},
    shared: new Set<unknown>(Array.isArray(shared) ? shared : []),
  };
}

function makeKey(id: string): string {
  return id.slice(SECTION.length + 1);
}

function valueAt(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, name) => (isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined),
    tree,
  );
}
