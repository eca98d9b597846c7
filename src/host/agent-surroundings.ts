/** Where the agents of this window keep their settings and logs: the environment, the home folder, and what the settings add to them. */
import { homedir } from 'node:os';
import type { AgentHomes, KnownAgent, Surroundings } from '../agents/agent.js';
import { AGENT_ID as CLAUDE_CODE } from '../agents/claude-code/known.js';
import { AGENT_ID as VSCODE_CHAT } from '../agents/copilot/vscode-chat/known.js';
import { surroundingsIn } from '../agents/live/other-homes.js';
import type { WindowSettings } from './window-settings.js';

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
