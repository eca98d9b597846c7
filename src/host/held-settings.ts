/**
 * The settings in force. What changes in a workspace's settings while a turn runs is held until the person agrees, unless
 * the person made the change: the agent can write the workspace's settings file, and must not switch its watcher off.
 *
 * Frozen: the keys, and what is stored under them.
 */
import * as vscode from 'vscode';
import type { Clock } from '../core/clock.js';
import {
  weakerSettings,
  type WatchSetting,
  type WatchSettings,
} from '../core/interventions/weaker-settings.js';
import { isObject } from '../core/json.js';
import { isThresholdKey, thresholdKeys } from '../core/thresholds/thresholds.js';
import { commands, settings as settingIds, THRESHOLD_PREFIX } from '../ids.js';
import { EditorSettings, type InspectedSetting } from './editor-settings.js';
import type { Log } from './log.js';
import { showInformation, showWarning } from './messages.js';
import { isSame, isWorkspaceSettings, SavedSettings } from './saved-settings.js';
import { readWatchSettings, type SettingsSource } from './settings.js';

export interface HeldSettingsOptions {
  /** The workspace's store. */
  memento: vscode.Memento;
  log: Log;
  clock: Clock;
  /** Whether a turn runs, or ended just now. */
  turnRuns(): boolean;
  /** Held values are in force from now on. */
  onApplied(): void;
}

/** All that a workspace can set; the others are the machine's. */
export const watched: readonly string[] = [
  settingIds.mode,
  settingIds.modeByAgent,
  settingIds.remindFirst,
  settingIds.sendBack,
  settingIds.notifications,
  settingIds.preset,
  settingIds.thresholdsByAgent,
  ...thresholdKeys.map((key) => THRESHOLD_PREFIX + key),
];

/** Workspace values in force of settings whose new values are held, so that a reload does not let those in. */
const STORE = 'turnwatch.heldSettings';
/** Weakening sets of values that the person was told of. */
const NAMED = 'turnwatch.namedSettings';
const MOST_NAMED = 20;
/** VS Code has read the workspace's settings this many milliseconds after the workspace was trusted. */
const READ_MS = 2000;
const MOST_IDS = 6;

type Values = Map<string, unknown>;

interface Written {
  id: string;
  value: unknown;
  target: vscode.ConfigurationTarget;
}

export class HeldSettings implements SettingsSource, vscode.Disposable {
  private readonly editor = new EditorSettings();
  /** Workspace values as VS Code has them. */
  private seen = this.workspaceValues();
  /** Workspace values in force. */
  private readonly accepted: Values;
  /** What Turnwatch itself is writing. */
  private readonly writing = new Set<Written>();
  private readonly saved = new SavedSettings(watched, isWorkspaceSettings);
  private trustedAt = -Infinity;
  /** The held values that the person was asked about. */
  private asked = '';
  private readonly subscription: vscode.Disposable;

  constructor(private readonly options: HeldSettingsOptions) {
    this.accepted = new Map(this.seen);
    const stored = options.memento.get<unknown>(STORE);
    for (const [id, value] of isObject(stored) ? Object.entries(stored) : []) {
      this.accepted.set(id, value ?? undefined);
    }
    this.subscription = vscode.Disposable.from(
      this.saved,
      // the person's decision puts the workspace's values in force, which looks like a change, before or after it is told
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.trustedAt = options.clock.now();
        this.accept(watched);
        options.onApplied();
        this.compare();
      }),
    );
  }

  dispose(): void {
    this.subscription.dispose();
    this.editor.dispose();
  }

  get(id: string): unknown {
    return this.isHeld(id)
      ? merged({ ...this.editor.inspect(id), workspaceValue: this.accepted.get(id) })
      : this.editor.get(id);
  }

  inspect(id: string): InspectedSetting {
    const found = this.editor.inspect(id);
    return this.isHeld(id) ? { ...found, workspaceValue: this.accepted.get(id) } : found;
  }

  /** Changes a setting on behalf of the person, who used a page or a command of Turnwatch: in force at once. */
  async update(id: string, value: unknown, target: vscode.ConfigurationTarget): Promise<void> {
    const isWorkspace = target === vscode.ConfigurationTarget.Workspace;
    const wasHeld = this.isHeld(id);
    const written: Written = { id, value, target };
    this.writing.add(written);
    try {
      await vscode.workspace.getConfiguration().update(id, value, target);
      this.compare();
      // the very value that was held is no change to VS Code
      if (isWorkspace && wasHeld && isSame(this.seen.get(id), value)) {
        this.accept([id]);
        this.options.onApplied();
      }
    } finally {
      this.writing.delete(written);
    }
  }

  /** Turnwatch itself is writing this very value there. */
  isWriting(id: string, value: unknown, target: vscode.ConfigurationTarget): boolean {
    return [...this.writing].some(
      (each) => each.id === id && each.target === target && isSame(each.value, value),
    );
  }

  /** Looks at what VS Code has: at the start, and after each change. Asks about what is held, and names what weakens the watch. */
  compare(): void {
    const now = this.workspaceValues();
    const changed = watched.filter((id) => !isSame(now.get(id), this.seen.get(id)));
    const heldBefore = new Set(watched.filter((id) => this.isHeld(id)));
    this.seen = now;
    const isTrusted = this.options.clock.now() - this.trustedAt < READ_MS;
    const turnRuns = this.options.turnRuns();
    const byPerson = changed.filter(
      (id) =>
        this.saved.take(id, now.get(id)) ||
        this.isWriting(id, now.get(id), vscode.ConfigurationTarget.Workspace),
    );
    if (changed.length > 0) {
      // what waits for an answer goes on waiting after the turn, whatever it is changed to
      this.accept(
        changed.filter(
          (id) => isTrusted || byPerson.includes(id) || !(turnRuns || heldBefore.has(id)),
        ),
      );
    }
    const held = watched.filter((id) => this.isHeld(id));
    if (held.length > 0) {
      void this.ask(held);
    } else {
      this.asked = '';
      void this.nameWeaker(changed.length > 0 && byPerson.length === changed.length);
    }
  }

  private isHeld(id: string): boolean {
    return this.accepted.has(id) && !isSame(this.accepted.get(id), this.seen.get(id));
  }

  private accept(ids: readonly string[]): void {
    for (const id of ids) {
      this.accepted.set(id, this.seen.get(id));
    }
    this.store();
  }

  private store(): void {
    const held = watched.filter((id) => this.isHeld(id));
    const kept = Object.fromEntries(held.map((id) => [id, this.accepted.get(id) ?? null]));
    void this.options.memento.update(STORE, held.length === 0 ? undefined : kept);
  }

  private async ask(held: readonly string[]): Promise<void> {
    const values = describeValue(held, this.seen);
    if (values === this.asked) {
      return;
    }
    this.asked = values;
    this.store();
    const weaker = weakerIds(
      readWatchSettings(this),
      readWatchSettings(this.withWorkspace((id) => this.seen.get(id))),
    );
    this.options.log.warn(
      `workspace settings changed during a turn, held until you agree: ${held.join(', ')}; weaker: ${weaker.join(', ') || 'none'}`,
    );
    const changed = vscode.l10n.t(
      'A turn is running, and Turnwatch’s workspace settings changed: {0}.',
      named(held),
    );
    const apply = vscode.l10n.t('Apply');
    const answer = await showWarning(
      weaker.length === 0
        ? changed
        : `${changed} ${vscode.l10n.t('These weaken the watch: {0}.', named(weaker))}`,
      apply,
      vscode.l10n.t('Keep current'),
    );
    // the notification may be out of date: then a newer one asks
    if (answer !== apply || this.asked !== values) {
      return;
    }
    this.accept(held);
    this.asked = '';
    this.options.log.info(`applied: ${held.join(', ')}`);
    void this.nameWeaker(true);
    this.options.onApplied();
  }

  private workspaceValues(): Values {
    return new Map(watched.map((id) => [id, this.editor.inspect(id).workspaceValue] as const));
  }

  /** The settings as they would be with other workspace values. */
  private withWorkspace(workspaceValue: (id: string) => unknown): SettingsSource {
    const inspect = (id: string): InspectedSetting => ({
      ...this.editor.inspect(id),
      workspaceValue: watched.includes(id) ? workspaceValue(id) : undefined,
    });
    return { inspect, get: (id) => merged(inspect(id)) };
  }

  /** Once for each set of values; `isKnown`: the person has just set them. */
  private async nameWeaker(isKnown: boolean): Promise<void> {
    const weaker = weakerIds(
      readWatchSettings(this.withWorkspace(() => undefined)),
      readWatchSettings(this),
    );
    if (weaker.length === 0) {
      return;
    }
    const values = describeValue(weaker, this.accepted);
    const stored = this.options.memento.get<unknown>(NAMED);
    const before: unknown[] = Array.isArray(stored) ? stored : [];
    if (before.includes(values)) {
      return;
    }
    await this.options.memento.update(NAMED, [...before, values].slice(-MOST_NAMED));
    if (isKnown) {
      return;
    }
    const open = vscode.l10n.t('Open Settings');
    const answer = await showInformation(
      vscode.l10n.t('This workspace’s settings weaken Turnwatch’s watch: {0}.', named(weaker)),
      open,
    );
    if (answer === open) {
      await vscode.commands.executeCommand(commands.openSettings);
    }
  }
}

/** As VS Code does it: objects are merged, other values replaced. */
export function merged({ defaultValue, globalValue, workspaceValue }: InspectedSetting): unknown {
  const layers = [defaultValue, globalValue, workspaceValue].filter((value) => value !== undefined);
  return layers.every(isObject)
    ? Object.fromEntries(layers.flatMap((layer) => Object.entries(layer)))
    : layers.at(-1);
}

export function weakerIds(before: WatchSettings, after: WatchSettings): string[] {
  return weakerSettings(before, after).map(findId);
}

function findId(setting: WatchSetting): string {
  return isThresholdKey(setting) ? THRESHOLD_PREFIX + setting : settingIds[setting];
}

/** Names of settings for a notification: known ids alone, never a value that an agent wrote. */
export function named(ids: readonly string[]): string {
  const shown = ids.slice(0, MOST_IDS).join(', ');
  return ids.length > MOST_IDS
    ? vscode.l10n.t('{0} and {1} more', shown, ids.length - MOST_IDS)
    : shown;
}

function describeValue(ids: readonly string[], values: Values): string {
  return JSON.stringify(ids.map((id) => [id, values.get(id)]));
}
