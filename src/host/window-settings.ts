/** The settings in force now: whoever holds them reads the newest values. */
import { homedir } from 'node:os';
import type { Surroundings } from '../agents/agent.js';
import type { AgentDefinition, AgentHomes } from '../agents/definition.js';
import { folderVariables, knownAgent } from '../agents/index.js';
import { RunningProcesses } from '../agents/live/process-folders.js';
import type { Mode } from '../core/interventions/stall-state.js';
import type { TrackerSettings } from '../live/session-tracker.js';
import type { Log } from './log.js';
import { readSettings, type Settings, type SettingsSource } from './settings.js';
import { basename, join } from 'node:path';

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
  get sendBack(): boolean {
    return this.newest.sendBack;
  }
  get keepsSnapshots(): boolean {
    return this.newest.snapshots;
  }
  get answersPrompts(): boolean {
    return this.newest.answersPrompts;
  }
}

/** Where the agents of this window keep their settings and logs: the environment, the home folder, and what the settings add to them. */
export class AgentSurroundings implements AgentHomes {
  private readonly processes = new RunningProcesses('/proc', folderVariables);

  /** `storage`: holds the storage folders of all extensions for this workspace; in a window without a folder, those for all windows. */
  constructor(
    private readonly settings: WindowSettings,
    private readonly storage: string,
  ) {}

  /** `agent`: its id. */
  surroundings(agent: string): Surroundings {
    const { homeFrom } = knownAgent(agent) ?? {};
    const { claudeConfigDir, claudeOtherConfigDirs } = this.settings.current;
    const folder =
      homeFrom === 'settings'
        ? claudeConfigDir
        : homeFrom === 'window-storage'
          ? this.storage
          : undefined;
    return {
      env: process.env,
      home: homedir(),
      platform: process.platform,
      ...(process.platform === 'linux' && { processes: this.processes }),
      ...(folder !== undefined && { configured: folder }),
      ...(homeFrom === 'settings' && { others: claudeOtherConfigDirs }),
    };
  }

  /** The folders that the settings name. */
  elsewhere(agent: AgentDefinition): Surroundings[] {
    return this.settings.current.logFolders.map((folder) =>
      surroundingsIn(agent, folder, { home: homedir(), platform: process.platform }),
    );
  }
}

/** `folder`: a home folder, or in it the agent's own by its usual name; it may begin with `~/`. */
export function surroundingsIn(
  agent: AgentDefinition,
  folder: string,
  { home, platform }: Pick<Surroundings, 'home' | 'platform'>,
): Surroundings {
  const path = folder === '~' || folder.startsWith('~/') ? join(home, folder.slice(1)) : folder;
  const there: Surroundings = { env: {}, home: path, platform };
  const isOwn = basename(agent.home(there)) === basename(path);
  return isOwn ? { ...there, configured: path } : there;
}
