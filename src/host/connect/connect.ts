/** Which agents have hooks of ours, in which files: looked at when a file changes. Connecting itself is in connecting.ts. */
import * as fs from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import {
  isProblem,
  type HookStatus,
  type InstallPlace,
  type KnownAgent,
  type Surroundings,
} from '../../agents/agent.js';
import { rememberConnected, type ConnectedFile } from '../../agents/install/connected-files.js';
import { HOOK_MARK } from '../../agents/install/hook-client.js';
import { knownAgents } from '../../agents/known.js';
import type { Log } from '../log.js';

/** `broken`: a file cannot be read as what it should be. */
export type ConnectionStatus = HookStatus | 'broken';

export interface ConnectOptions {
  log: Log;
  /** The folder that holds the hook client's file. */
  bridgeDir: string;
  extensionDir: string;
  surroundings: (agent: string) => Surroundings;
  onStatus(): void;
}

/** A place of an agent's hooks that concerns this window. */
export interface AgentPlace {
  agent: KnownAgent;
  place: InstallPlace;
}

/** What was asked for, by a command's arguments. */
export interface Chosen {
  agent?: string;
  file?: string;
}

/** The first that any place has is an agent's status; the first that any agent has, the window's. */
const order = ['installed', 'outdated', 'disabled', 'broken', 'absent'] as const;
/** Bytes: hooks are kept in small files. */
const LARGEST = 4 * 1024 * 1024;

export class Connection implements vscode.Disposable {
  /** Somebody else may change a settings file: by the folders that are watched, with the names that matter there. */
  private readonly watchers = new Map<string, { names: string; watcher: vscode.Disposable }>();
  private statuses = new Map<string, ConnectionStatus>();
  /** From the first Connect on, also files without hooks of ours are read as what they should be. */
  private examines = false;

  constructor(private readonly options: ConnectOptions) {}

  /** The best of all agents. */
  get status(): ConnectionStatus {
    return best(this.statuses.values());
  }

  statusOf(agent: string): ConnectionStatus {
    return this.statuses.get(agent) ?? 'absent';
  }

  dispose(): void {
    for (const { watcher } of this.watchers.values()) {
      watcher.dispose();
    }
  }

  async refresh(): Promise<void> {
    await this.watch();
    const found = new Map<string, ConnectionStatus>();
    const connected: ConnectedFile[] = [];
    for (const { agent, place } of this.places()) {
      const status = await this.look(agent, place, connected);
      found.set(agent.id, best([status, found.get(agent.id) ?? 'absent']));
    }
    this.statuses = found;
    await rememberConnected(this.options.extensionDir, connected).catch((error: unknown) =>
      this.options.log.debug(`list of connected files: ${String(error)}`),
    );
    this.options.onStatus();
  }

  async connect(chosen: Chosen = {}): Promise<void> {
    await (await this.dialog()).connect(chosen);
  }

  async disconnect(): Promise<void> {
    await (await this.dialog()).disconnect();
  }

  places(): AgentPlace[] {
    const folders = (vscode.workspace.workspaceFolders ?? [])
      .filter((folder) => folder.uri.scheme === 'file')
      .map((folder) => folder.uri.fsPath);
    return knownAgents.flatMap((agent) =>
      (agent.places?.(this.options.surroundings(agent.id), folders) ?? []).map((place) => ({
        agent,
        place,
      })),
    );
  }

  private async dialog() {
    this.examines = true;
    const { Connecting } = await import('./connecting.js');
    const { log, bridgeDir, surroundings } = this.options;
    return new Connecting({
      log,
      client: { dir: bridgeDir },
      surroundings,
      places: () => this.places(),
      statusOf: (agent) => this.statusOf(agent),
      refresh: () => this.refresh(),
    });
  }

  /** The status of one place; its files that hold hooks of ours are added to `connected`. */
  private async look(
    { id }: KnownAgent,
    { files }: InstallPlace,
    connected: ConnectedFile[],
  ): Promise<ConnectionStatus> {
    const texts = await Promise.all(
      files.map(async (file) => ({ file, text: await textOf(file) })),
    );
    for (const { file, text } of texts) {
      if (text?.includes(HOOK_MARK) === true) {
        connected.push({ agent: id, file });
      }
    }
    if (!this.examines && !texts.some(({ text }) => text?.includes(HOOK_MARK) === true)) {
      return 'absent';
    }
    const { installers } = await import('../../agents/install/installers.js');
    const installer = installers.get(id);
    if (installer === undefined) {
      return 'absent';
    }
    const each = texts.map(({ file, text }): ConnectionStatus => {
      const status =
        text === undefined
          ? 'broken'
          : installer.status(file, text, { dir: this.options.bridgeDir });
      return typeof status !== 'string' && isProblem(status) ? 'broken' : status;
    });
    // a place is what all of its files are; hooks in some of them only are not those that would be installed now
    const [first = 'absent'] = each;
    if (each.includes('broken')) {
      return 'broken';
    }
    return each.every((status) => status === first) ? first : 'outdated';
  }

  /** Only folders that are there; others are looked at with the next refresh. */
  private async watch(): Promise<void> {
    const wanted = new Map<string, Set<string>>();
    for (const { place } of this.places()) {
      for (const file of place.files) {
        const folder = dirname(file);
        const names = wanted.get(folder) ?? new Set<string>();
        wanted.set(folder, names.add(basename(file)));
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

/** Empty if there is no file; undefined if there is one that cannot be read. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    return (await fs.stat(file)).size > LARGEST ? undefined : await fs.readFile(file, 'utf8');
  } catch (error) {
    return error instanceof Error &&
      'code' in error &&
      (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      ? ''
      : undefined;
  }
}

function isFolder(path: string): Promise<boolean> {
  return fs.stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
