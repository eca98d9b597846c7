/**
 * The user's settings while a turn runs: the agent can write their file as it can write the workspace's. What changes is in force, as
 * it may be the person's own doing in another program, but what weakens the watch or runs another program is named once, with Undo.
 */
import * as vscode from 'vscode';
import type { Clock } from '../core/clock.js';
import { settings as settingIds } from '../ids.js';
import type { SessionTracker } from '../live/session-tracker.js';
import { isTurnOpen } from '../live/workspace/open-turns.js';
import { merged, named, watched, weakerIds, type HeldSettings } from './held-settings.js';
import type { Log } from './log.js';
import { showWarning } from './messages.js';
import { isSame, isUserSettings, SavedSettings } from './saved-settings.js';
import { readWatchSettings, type SettingsSource } from './settings.js';

export interface UserSettingsOptions {
  held: HeldSettings;
  log: Log;
  clock: Clock;
  tracker: Pick<SessionTracker, 'sessions'>;
}

type UserValues = ReadonlyMap<string, unknown>;

const COMMAND = settingIds.notificationCommand;
const followed: readonly string[] = [...watched, COMMAND];

export class UserSettings {
  private seen: UserValues;
  private readonly saved = new SavedSettings(followed, isUserSettings);
  private readonly subscription: vscode.Disposable;

  constructor(private readonly options: UserSettingsOptions) {
    this.seen = this.readValues();
    this.subscription = vscode.Disposable.from(
      this.saved,
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('turnwatch')) {
          this.compare();
        }
      }),
    );
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private readValues(): UserValues {
    const { held } = this.options;
    return new Map(followed.map((id) => [id, held.inspect(id).globalValue] as const));
  }

  private compare(): void {
    const { held, tracker, clock } = this.options;
    const before = this.seen;
    const after = (this.seen = this.readValues());
    const changed = followed.filter((id) => !isSame(before.get(id), after.get(id)));
    const others = changed.filter(
      (id) =>
        !this.saved.take(id, after.get(id)) &&
        !held.isWriting(id, after.get(id), vscode.ConfigurationTarget.Global),
    );
    if (others.length > 0 && isTurnOpen(tracker.sessions.values(), clock.now())) {
      void this.name(others, before, after);
    }
  }

  private async name(
    changed: readonly string[],
    before: UserValues,
    after: UserValues,
  ): Promise<void> {
    const { held, log } = this.options;
    const weaker = weakerIds(
      readWatchSettings(this.withUser(before)),
      readWatchSettings(this.withUser(after)),
    );
    const isCommand = changed.includes(COMMAND) && after.get(COMMAND) !== undefined;
    if (weaker.length === 0 && !isCommand) {
      return;
    }
    log.warn(`user settings changed during a turn: ${changed.join(', ')}`);
    const said = [
      vscode.l10n.t('Your user settings changed during a turn, not in an editor of this window.'),
      ...(weaker.length === 0
        ? []
        : [vscode.l10n.t('These weaken the watch: {0}.', named(weaker))]),
      ...(isCommand ? [vscode.l10n.t('Notifications run another program: {0}.', COMMAND)] : []),
    ];
    const undo = vscode.l10n.t('Undo');
    if ((await showWarning(said.join(' '), undo)) !== undo) {
      return;
    }
    for (const id of changed) {
      // what was changed again since is another matter
      if (isSame(held.inspect(id).globalValue, after.get(id))) {
        // now: who writes the other value again at once is named again, though VS Code tells of neither change
        this.seen = new Map([...this.seen, [id, before.get(id)]]);
        await held.update(id, before.get(id), vscode.ConfigurationTarget.Global);
      }
    }
    log.info(`undone: ${changed.join(', ')}`);
  }

  /** The settings as they are in this window with these values of the user. */
  private withUser(values: UserValues): SettingsSource {
    const inspect: SettingsSource['inspect'] = (id) => ({
      ...this.options.held.inspect(id),
      ...(values.has(id) && { globalValue: values.get(id) }),
    });
    return { inspect, get: (id) => merged(inspect(id) ?? {}) };
  }
}
