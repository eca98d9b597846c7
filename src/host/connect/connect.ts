/** Tracks which agents have our hooks, and in which files, as the files change. Connecting itself is in connecting.ts. */
import * as fs from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import {
  isProblem,
  type HookClient,
  type HookInstall,
  type HookStatus,
  type InstallPlace,
  type Problem,
} from '../../agents/agent.js';
import type { AgentDefinition, AgentHomes } from '../../agents/definition.js';
import { agentName } from '../../agents/index.js';
import type { AgentPlace } from '../../agents/install/places.js';
import { readText } from '../../bounded-files.js';
import { rememberConnected, type ConnectedFile } from '../../agents/install/connected-files.js';
import { HOOK_MARK } from '../../agents/install/hook-names.js';
import type { Clock } from '../../core/clock.js';
import { readErrorCode, readErrorMessage } from '../../core/error-words.js';
import type { Log } from '../log.js';
import { RunInTurn } from '../../scheduling.js';
import { showInformation } from '../messages.js';
import {
  agentPlaces,
  type Chosen,
  type ConnectionStatus,
  type UnhookedFolder,
} from './window-places.js';
import type { ConnectingOptions } from './connecting.js';
import { findOffFile } from './switched-off.js';

export interface ConnectOptions {
  log: Log;
  clock: Clock;
  /** Folder of the hook client's file. */
  bridgeDir: string;
  extensionDir: string;
  /** Folder for backups of files that lie in a linked folder or a repository. */
  backupDir: string;
  homes: AgentHomes;
  settings: { readonly answersPrompts: boolean };
  view: { changed(): void };
}

/** Best first: an agent's status is the best of its places, the window's status the best of its agents. */
const order = ['installed', 'outdated', 'disabled', 'broken', 'absent'] as const;
/** Bytes: files with hooks are small. */
const LARGEST = 4 * 1024 * 1024;

export class Connection implements vscode.Disposable {
  /** Watchers by folder, since others may change a settings file. `names`: glob of the relevant files in it. */
  private readonly watchers = new Map<string, { names: string; watcher: vscode.Disposable }>();
  private statuses: Map<string, ConnectionStatus> | undefined;
  /** By agent whose hooks were installed while this window was open, when that was (milliseconds since the epoch). */
  private readonly installed = new Map<string, number>();
  /** By agent, its files with working hooks for all folders. */
  private userFiles = new Map<string, string[]>();
  /** By agent whose hooks are installed, the file that switches all its hooks off. */
  private offFiles = new Map<string, string>();
  /** With hooks of an earlier version. */
  private outdated: AgentPlace[] = [];
  /** The person is removing hooks. */
  isDisconnecting = false;
  /** Set by the first Connect: files without our hooks are then parsed too. */
  private parsesAll = false;
  private readonly reading = new RunInTurn(() => this.read());

  constructor(private readonly options: ConnectOptions) {}

  /** The best status of all agents. */
  get status(): ConnectionStatus {
    return best(this.statuses?.values() ?? []);
  }

  findStatus(agent: string): ConnectionStatus {
    return this.statuses?.get(agent) ?? 'absent';
  }

  /** Since when the agent's hooks are installed (milliseconds since the epoch; 0: since before this window opened), if they are. */
  installedSince(agent: string): number | undefined {
    return this.findStatus(agent) === 'installed' ? (this.installed.get(agent) ?? 0) : undefined;
  }

  /** The agent's files with working hooks for all folders. */
  hookedFiles(agent: string): readonly string[] {
    return this.userFiles.get(agent) ?? [];
  }

  /** The file that switches all hooks of the agent off, ours among them. */
  switchedOffIn(agent: string): string | undefined {
    return this.offFiles.get(agent);
  }

  /** Whether an agent's hooks are installed for all its sessions, but not in this folder of it. */
  unhooked(agent: AgentDefinition, folder: string): UnhookedFolder | undefined {
    const { id } = agent;
    const files = this.hookedFiles(id);
    if (files.length === 0 || files.some((file) => dirname(file) === folder)) {
      return undefined;
    }
    const where = { ...this.options.homes.surroundings(id), configured: folder };
    const file = agent.places?.(where, [])[0]?.files[0];
    return file === undefined ? undefined : { agent: id, folder, name: inHome(folder), file };
  }

  dispose(): void {
    for (const { watcher } of this.watchers.values()) {
      watcher.dispose();
    }
  }

  /** Reads anew what is installed. */
  refresh(): Promise<void> {
    return this.reading.request();
  }

  private async read(): Promise<void> {
    try {
      await this.readPlaces();
    } catch (error) {
      this.options.log.error('installed hooks', error);
    }
  }

  private async readPlaces(): Promise<void> {
    await this.watch();
    const found = new Map<string, ConnectionStatus>();
    const connected: ConnectedFile[] = [];
    const userFiles = new Map<string, string[]>();
    const outdated: AgentPlace[] = [];
    const offFiles = new Map<string, string>();
    const all = agentPlaces(this.options.homes);
    for (const { agent, place } of all) {
      const status = await this.readStatus(agent, place, connected);
      if (status === 'outdated') {
        outdated.push({ agent, place });
      }
      found.set(agent.id, best([status, found.get(agent.id) ?? 'absent']));
      if (status === 'installed' && place.scope === 'user') {
        userFiles.set(agent.id, [...(userFiles.get(agent.id) ?? []), place.files[0]]);
      }
      if (status === 'disabled') {
        offFiles.set(agent.id, place.files[0]);
      }
    }
    for (const [agent, status] of found) {
      const off =
        status === 'installed' ? await findOffFile(agent, all, readSettings) : offFiles.get(agent);
      if (off === undefined) {
        offFiles.delete(agent);
      } else {
        offFiles.set(agent, off);
        found.set(agent, 'disabled');
      }
    }
    this.offFiles = offFiles;
    this.noteInstalled(found);
    this.statuses = found;
    this.userFiles = userFiles;
    this.outdated = outdated;
    await rememberConnected(this.options.extensionDir, connected).catch((error: unknown) =>
      this.options.log.debug(`list of connected files: ${readErrorMessage(error)}`),
    );
    this.options.view.changed();
  }

  private noteInstalled(found: ReadonlyMap<string, ConnectionStatus>): void {
    for (const [agent, status] of found) {
      if (status !== 'installed') {
        this.installed.delete(agent);
      } else if (this.statuses !== undefined && this.statuses.get(agent) !== 'installed') {
        this.installed.set(agent, this.options.clock.now());
      }
    }
  }

  /** `unhooked`: the person is asked about it first, unless a file or another agent is chosen. @returns whether the agent has the hooks now */
  async connect(asked: Chosen = {}, unhooked?: UnhookedFolder): Promise<boolean> {
    this.parsesAll = true;
    let chosen: Chosen | undefined = asked;
    const { agent = unhooked?.agent, file } = asked;
    const off = this.switchedOffIn(agent ?? '');
    if (off !== undefined && (file ?? off) === off) {
      // the hooks are there: the person has to switch them on
      await vscode.window.showTextDocument(vscode.Uri.file(off));
      void showInformation(
        vscode.l10n.t(
          'All hooks of {0} are switched off in this file. Turnwatch can step in once they are on again.',
          agentName(agent ?? ''),
        ),
      );
      return false;
    }
    if (unhooked !== undefined && agent === unhooked.agent && file === undefined) {
      const { chooseUnhooked } = await import('./connecting.js');
      chosen = await chooseUnhooked(unhooked);
    }
    if (chosen === undefined) {
      return false;
    }
    const { connect } = await import('./connecting.js');
    for (const old of this.toRepair(chosen)) {
      if (!(await connect(this.connecting(), old))) {
        return false;
      }
      chosen = undefined;
    }
    return chosen === undefined || connect(this.connecting(), chosen);
  }

  /** What is to be repaired before anything else is asked. */
  private toRepair({ agent, file, repair }: Chosen): Chosen[] {
    return repair === true && file === undefined && this.status === 'outdated'
      ? this.outdated
          .filter(({ agent: { id } }) => agent === undefined || id === agent)
          .map(({ agent: { id }, place }) => ({ agent: id, file: place.files[0] }))
      : [];
  }

  async disconnect(): Promise<void> {
    this.parsesAll = true;
    const { disconnect } = await import('./connecting.js');
    this.isDisconnecting = true;
    try {
      await disconnect(this.connecting());
    } finally {
      this.isDisconnecting = false;
    }
  }

  async promptsSwitched(): Promise<void> {
    const { promptsSwitched } = await import('./connecting.js');
    await promptsSwitched(this.connecting());
  }

  /** The person's answer to the change that is shown. */
  async answer(accepted: boolean): Promise<void> {
    (await import('./settings-changes.js')).answerProposal(accepted);
  }

  private client(): HookClient {
    const { bridgeDir, settings } = this.options;
    return { dir: bridgeDir, answersPrompts: settings.answersPrompts };
  }

  /** What waits for the person's answers may be installed or not: the others work without. */
  private findHooks(installer: HookInstall, file: string, text: string): HookStatus | Problem {
    const client = this.client();
    const status = installer.status(file, text, client);
    return status === 'outdated'
      ? installer.status(file, text, { ...client, answersPrompts: !client.answersPrompts })
      : status;
  }

  private connecting(): ConnectingOptions {
    const { log, backupDir, homes } = this.options;
    return {
      log,
      backups: { folder: backupDir, home: homedir() },
      client: this.client(),
      homes,
      places: () => agentPlaces(homes),
      findStatus: (agent) => this.findStatus(agent),
      refresh: () => this.refresh(),
    };
  }

  /** The status of one place; adds its files with our hooks to `connected`. */
  private async readStatus(
    { id }: AgentDefinition,
    { files }: InstallPlace,
    connected: ConnectedFile[],
  ): Promise<ConnectionStatus> {
    const texts = await Promise.all(
      files.map(async (file) => ({ file, text: await readSettings(file) })),
    );
    for (const { file, text } of texts) {
      if (text?.includes(HOOK_MARK) === true) {
        connected.push({ agent: id, file, backups: this.options.backupDir });
      }
    }
    if (!this.parsesAll && !texts.some(({ text }) => text?.includes(HOOK_MARK) === true)) {
      return 'absent';
    }
    const { installers } = await import('../../agents/install/installers.js');
    const installer = installers.get(id);
    if (installer === undefined) {
      return 'absent';
    }
    // what waits for the person's answers may be missing
    const counted = texts.filter(
      ({ file, text }) =>
        text?.includes(HOOK_MARK) === true || installer.isForPrompts?.(file) !== true,
    );
    const each = counted.map(({ file, text }): ConnectionStatus => {
      const status = text === undefined ? 'broken' : this.findHooks(installer, file, text);
      return typeof status !== 'string' && isProblem(status) ? 'broken' : status;
    });
    // hooks in only some of a place's files are outdated
    const [first = 'absent'] = each;
    if (each.includes('broken')) {
      return 'broken';
    }
    return each.every((status) => status === first) ? first : 'outdated';
  }

  /** Watches the folders that exist; the next refresh finds the others. */
  private async watch(): Promise<void> {
    const wanted = new Map<string, Set<string>>();
    for (const { place } of agentPlaces(this.options.homes)) {
      for (const file of place.files) {
        const folder = watchedFolder(place, file);
        const names = wanted.get(folder) ?? new Set<string>();
        wanted.set(folder, names.add(relative(folder, file).replaceAll(sep, '/')));
      }
    }
    for (const folder of wanted.keys()) {
      if (!(await isFolder(folder))) {
        wanted.delete(folder);
      }
    }
    for (const [folder, { names, watcher }] of this.watchers) {
      if (pattern(wanted.get(folder)) === names) {
        continue;
      }
      watcher.dispose();
      this.watchers.delete(folder);
    }
    for (const [folder, set] of wanted) {
      if (this.watchers.has(folder)) {
        continue;
      }
      const names = pattern(set);
      const watcher = vscode.workspace.createFileSystemWatcher(
        new vscode.RelativePattern(vscode.Uri.file(folder), names),
      );
      const changed = (): void => {
        void this.refresh();
      };
      this.watchers.set(folder, {
        names,
        watcher: vscode.Disposable.from(
          watcher,
          watcher.onDidChange(changed),
          watcher.onDidCreate(changed),
          watcher.onDidDelete(changed),
        ),
      });
    }
  }
}

function best(statuses: Iterable<ConnectionStatus>): ConnectionStatus {
  const all = new Set(statuses);
  return order.find((each) => all.has(each)) ?? 'absent';
}

function pattern(names: ReadonlySet<string> | undefined): string {
  const all = [...(names ?? [])].sort();
  return all.length > 1 ? `{${all.join(',')}}` : all.join('');
}

/** For a project, its whole folder, which VS Code watches anyway: the agent may make the folder of its settings there later. */
function watchedFolder({ scope }: InstallPlace, file: string): string {
  const project =
    scope === 'project' ? vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file)) : undefined;
  return project?.uri.fsPath ?? dirname(file);
}

/** Empty if the file is missing; undefined if it cannot be read. */
async function readSettings(file: string): Promise<string | undefined> {
  try {
    return await readText(file, LARGEST);
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(readErrorCode(error) ?? '') ? '' : undefined;
  }
}

function isFolder(path: string): Promise<boolean> {
  return fs.stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function inHome(folder: string): string {
  const home = homedir() + sep;
  return folder.startsWith(home) ? `~${sep}${folder.slice(home.length)}` : folder;
}
