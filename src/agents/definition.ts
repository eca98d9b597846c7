/**
 * The definition of an agent. To add one: a folder whose index.ts calls `defineAgent`, and its entry in the list of index.ts beside this
 * file. `npm run manifest` then writes its lines in the README.
 */
import type { Capabilities } from '../core/view/snapshot.js';
import type {
  HookInstall,
  Hooks,
  InstallPlace,
  LiveLog,
  LogSource,
  Merge,
  OwnServer,
  Surroundings,
} from './agent.js';
import type { RecordingFormat } from './reading/recording-format.js';
import type { TaskReader } from './reading/task-text.js';

/**
 * An agent: what an idle window needs to know of it, and how the rest of its folder is loaded. All definitions are loaded at activation,
 * so that they hold only names, places and small tables.
 */
export interface AgentDefinition {
  id: string;
  name: string;
  /** What can be done in a session whose hooks arrive. */
  capabilities: Capabilities;
  /** The agent's own folder. If it exists, the agent is in use on this machine. */
  home(where: Surroundings): string;
  /** Where `Surroundings.configured` comes from. Default: nothing names it. */
  homeFrom?: 'settings' | 'window-storage';
  /** What its processes are called: their name, program or script. Absent: none of its own writes its logs. */
  process?: RegExp;
  /** By what its processes are told another folder. */
  folderVariable?: FolderVariable;
  logs: LogSource;
  /** Where its hooks can be, the user's place first. Absent if it can only be watched, or steered by the relay. */
  places?(where: Surroundings, folders: readonly string[]): InstallPlace[];
  /** When installed hooks take effect: in running sessions, in new ones, or once the person has trusted them. */
  hooksApply?: 'at-once' | 'next-session' | 'after-review';
  /** Its command that adds an MCP server to all its sessions; the command of the server follows. */
  mcpAdd?: string;
  /** The environment variable with the session's id that it sets for its hooks. */
  sessionVariable?: string;
  /** Its hooks surely come once a turn: what its log tells, they may not. Default: at the end of each call. */
  hooksPerTurn?: true;
  /** How the model relay gets between it and its model. Absent: it cannot be started for it. */
  relay?: RelayRoute;
  /** Its lines in the README, which `npm run manifest` writes. */
  readme: ReadmeLines;
  /** Its readers and answers: with the first session. */
  load(): Promise<LiveAgent>;
  /** Puts our hooks into the files of its places: if hooks are installed, for Connect, and at uninstall. */
  install?(): Promise<HookInstall>;
  /** The formats of its recorded runs: for replays. */
  recordings?(): Promise<readonly RecordingFormat[]>;
}

/** A program whose recorded runs can be read, but that is not watched. */
export type RecordedAgent = Required<Pick<AgentDefinition, 'recordings'>>;

/** Checks what an agent's folder provides. */
export function defineAgent(definition: AgentDefinition): AgentDefinition {
  return definition;
}

/** An environment variable that tells an agent's processes another folder than its usual one. */
export interface FolderVariable {
  name: string;
  /** What its process is called; Node names its own `MainThread`. */
  program: RegExp;
  /** Its folder in the one that is named. Default: the one itself. */
  below?: string;
}

export interface RelayRoute {
  /** Default base address of its model's API; absent if only a setting or the environment can name one. */
  upstream?: string;
  /** Environment variable for its base address; absent if only a config file or the command line can set it. */
  variable?: string;
  /** Where the lines that configure the relay belong: a file, or the command line. */
  place?: string;
  lines?: (address: string) => string;
  /** Its requests always carry the session's own id, valid even before any other sign of the session. */
  namesSession?: true;
}

/** Markdown. */
export interface ReadmeLines {
  /** Its cells of the table of agents, behind its name. */
  row: readonly [hooks: string, reminder: string, textOnly: string, stop: string, tested: string];
  /** Rows of what else runs by its name, each with the name it has there. */
  more?: readonly (readonly [name: string, ...ReadmeLines['row']])[];
  /** What its line of the relay's table says beside the name, by what it finds the relay, and who the requests go to. */
  relay?: readonly [name: string, by: string, to: string];
  /** What else people should know. */
  note?: string;
}

/** What is loaded with the first session. */
export interface LiveAgent {
  log: LiveLog;
  /** Absent: it is only watched. */
  hooks?: Hooks;
  /** Absent if its sessions run without one. */
  server?: OwnServer;
  /** How one of its sessions goes on in a terminal of its own. Absent where that is not proven with the real program. */
  resume?: TerminalResume;
  /** The background tasks of which the result of a call tells. */
  readTasks?: TaskReader;
  /** Merges what the hooks and the log of a session report into one stream. */
  createMerge(): Merge;
}

/** The arguments are these words, the session's id and the prompt. No shell reads them; the program has the person's own permission mode. */
interface TerminalResume {
  program: string;
  words: readonly string[];
}

/** Everything about an agent. */
export type Agent = AgentDefinition & LiveAgent;

/** Where the agents of this machine keep their settings and logs. */
export interface AgentHomes {
  /** `agent`: its id. */
  surroundings(agent: string): Surroundings;
  /** Those of the agent that runs elsewhere and leaves its logs in folders of this machine. */
  elsewhere?(agent: AgentDefinition): readonly Surroundings[];
}
