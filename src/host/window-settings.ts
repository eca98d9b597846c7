/** The settings in force now: whoever holds them reads the newest values. */
import { homedir } from 'node:os';
import type { AgentHomes, KnownAgent, Surroundings } from '../agents/agent.js';
import { AGENT_ID as CLAUDE_CODE } from '../agents/claude-code/known.js';
import { AGENT_ID as VSCODE_CHAT } from '../agents/copilot/vscode-chat/known.js';
import { surroundingsIn } from '../agents/live/other-homes.js';
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

/** Where the agents of this window keep their settings and logs: the environment, the home folder, and what the settings add to them. */
export class AgentSurroundings implements AgentHomes {
  /** By agent: the folder configured for it. */
  private readonly configured: Readonly<Record<string, () => string | undefined>>;

  /** `workspaceStorage`: holds the storage folders of all extensions for this workspace. */
  constructor(
    private readonly settings: WindowSettings,
    workspaceStorage: string | undefined,
  ) {
    this.configured = {
      [CLAUDE_CODE]: () => settings.current.claudeConfigDir,
      [VSCODE_CHAT]: () => workspaceStorage,
    };
  }

  /** `agent`: its id. */
  surroundings(agent: string): Surroundings {
    const folder = this.configured[agent]?.();
    return {
      env: process.env,
      home: homedir(),
      platform: process.platform,
      ...(process.platform === 'linux' && { processes: '/proc' }),
      ...(folder !== undefined && { configured: folder }),
      ...(agent === CLAUDE_CODE && { others: this.settings.current.claudeOtherConfigDirs }),
    };
  }

  /** The folders that the settings name. */
  elsewhere(agent: KnownAgent): Surroundings[] {
    return this.settings.current.logFolders.map((folder) =>
      surroundingsIn(agent, folder, { home: homedir(), platform: process.platform }),
    );
  }
}
