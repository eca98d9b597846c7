/** Where the agents of this window keep their settings and logs: the environment, the home folder, and what the settings add to them. */
import { homedir } from 'node:os';
import type { KnownAgent, Surroundings } from '../agents/agent.js';
import { AGENT_ID as CLAUDE_CODE } from '../agents/claude-code/known.js';
import { AGENT_ID as VSCODE_CHAT } from '../agents/copilot/vscode-chat/known.js';
import { surroundingsIn } from '../agents/live/other-homes.js';
import type { Settings } from './settings.js';

export class AgentSurroundings {
  /** By agent: the folder configured for it. */
  private readonly configured: Readonly<Record<string, () => string | undefined>>;

  /** `workspaceStorage`: holds the storage folders of all extensions for this workspace. */
  constructor(
    private readonly settings: () => Settings,
    workspaceStorage: string | undefined,
  ) {
    this.configured = {
      [CLAUDE_CODE]: () => settings().claudeConfigDir,
      [VSCODE_CHAT]: () => workspaceStorage,
    };
  }

  /** `agent`: its id. */
  readonly of = (agent: string): Surroundings => {
    const folder = this.configured[agent]?.();
    return {
      env: process.env,
      home: homedir(),
      platform: process.platform,
      ...(process.platform === 'linux' && { processes: '/proc' }),
      ...(folder !== undefined && { configured: folder }),
      ...(agent === CLAUDE_CODE && { others: this.settings().claudeOtherConfigDirs }),
    };
  };

  /** Of the agent that runs elsewhere and leaves its logs in folders that the settings name. */
  readonly elsewhere = (agent: KnownAgent): Surroundings[] =>
    this.settings().logFolders.map((folder) =>
      surroundingsIn(agent, folder, { home: homedir(), platform: process.platform }),
    );
}
