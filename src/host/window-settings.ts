/** The settings in force now: whoever holds them reads the newest values. */
import type { Mode } from '../core/interventions/stall-state.js';
import type { TrackerSettings } from '../live/session-tracker.js';
import type { Log } from './log.js';
import { readSettings, type Settings, type SettingsSource } from './settings.js';

export class WindowSettings implements TrackerSettings {
  private newest: Settings;

  constructor(
    private readonly source: SettingsSource,
    private readonly log: Pick<Log, 'warn'>,
  ) {
    this.newest = readSettings(source);
  }

  get current(): Settings {
    return this.newest;
  }

  /** Reads them again, and logs what is wrong with them. */
  read(): void {
    this.newest = readSettings(this.source);
    this.logProblems();
  }

  logProblems(): void {
    for (const problem of this.newest.problems) {
      this.log.warn(problem);
    }
  }

  mode(agent: string): Mode {
    return this.newest.mode(agent);
  }
  get remindFirst(): boolean {
    return this.newest.remindFirst;
  }
}
