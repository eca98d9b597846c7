/** Connect and Disconnect: the change is shown as a diff, written on a click, and taken back exactly. */
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { isProblem } from '../agents/agent.js';
import { hookCommand } from '../agents/claude-code/client.js';
import { planInstall, planUninstall, readSettings, writeChange, type Disk, type SettingsChange } from '../agents/claude-code/install.js';
import { hookStatus, type HookStatus } from '../agents/claude-code/settings.js';
import { rememberConnected } from '../agents/connected-files.js';
import type { Log } from './log.js';

const DIFF_SCHEME = 'turnwatch-settings';

export interface ConnectOptions {
  log: Log;
  /** The folder that holds the hook client's file. */
  bridgeDir: string;
  extensionDir: string;
  /** The person's own settings file of the agent. */
  userFile(): string;
  onStatus(): void;
}

export class Connection implements vscode.Disposable {
  private readonly disk: Disk = { fs, now: () => new Date() };
  private readonly shown = new Map<string, string>();
  private readonly provider: vscode.Disposable;
  /** Somebody else may change a settings file: by the folders that are watched. */
  private readonly watchers = new Map<string, vscode.Disposable>();
  /** The best state of all settings files that concern this window. */
  status: HookStatus | 'broken' = 'absent';

  constructor(private readonly options: ConnectOptions) {
    this.provider = vscode.workspace.registerTextDocumentContentProvider(DIFF_SCHEME, { provideTextDocumentContent: (uri) => this.shown.get(uri.toString()) ?? '' });
  }

  dispose(): void {
    this.provider.dispose();
    for (const watcher of this.watchers.values()) { watcher.dispose(); }
  }

  async refresh(): Promise<void> {
    this.watch();
    const found = new Set<HookStatus | 'broken'>();
    for (const file of this.files()) {
      const read = await readSettings(this.disk, file);
      const status = isProblem(read) ? read : hookStatus(read.text, this.command);
      found.add(typeof status === 'string' ? status : 'broken');
    }
    const order = ['installed', 'outdated', 'disabled', 'broken', 'absent'] as const;
    this.status = order.find((each) => found.has(each)) ?? 'absent';
    await rememberConnected(this.options.extensionDir, await this.connectedFiles()).catch((error: unknown) => this.options.log.debug(`list of connected files: ${String(error)}`));
    this.options.onStatus();
  }

  /** `chosen`: skips the question which file. */
  async connect(chosen?: string): Promise<void> {
    const file = chosen ?? await this.pickFile();
    if (file === undefined) { return; }
    if (!await onPath('curl')) {
      void vscode.window.showWarningMessage(vscode.l10n.t('The hook client needs curl, which is not on the PATH. Install it, then connect again.'));
      return;
    }
    const change = await planInstall(this.disk, file, this.command);
    if (isProblem(change)) { return this.broken(file, change.problem); }
    if (change.before === change.after) {
      void vscode.window.showInformationMessage(vscode.l10n.t('Claude Code is connected already: {0}', file));
      return this.refresh();
    }
    await this.confirm(change, vscode.l10n.t('Add Turnwatch’s hooks to {0}? A backup is kept beside it.', file), vscode.l10n.t('Connect'),
      vscode.l10n.t('Claude Code is connected. Sessions that run already take the hooks up within seconds.'));
  }

  async disconnect(): Promise<void> {
    const files: string[] = [];
    for (const file of this.files()) {
      const change = await planUninstall(this.disk, file);
      // a file that cannot be read may hold our hooks: the person is told
      if (isProblem(change) || change.before !== change.after) { files.push(file); }
    }
    if (files.length === 0) { void vscode.window.showInformationMessage(vscode.l10n.t('No hook of Turnwatch is installed.')); return this.refresh(); }
    for (const file of files) {
      const change = await planUninstall(this.disk, file);
      if (isProblem(change)) { void this.broken(file, change.problem); continue; }
      await this.confirm(change, vscode.l10n.t('Take Turnwatch’s hooks out of {0}?', file), vscode.l10n.t('Disconnect'),
        vscode.l10n.t('Claude Code is disconnected.'));
    }
  }

  private get command(): string { return hookCommand(this.options.bridgeDir); }

  private files(): string[] {
    const folders = (vscode.workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file').map((folder) => folder.uri.fsPath);
    return [this.options.userFile(), ...folders.flatMap((folder) => ['settings.local.json', 'settings.json'].map((name) => join(folder, '.claude', name)))];
  }

  private watch(): void {
    const folders = new Set(this.files().map((file) => dirname(file)));
    for (const [folder, watcher] of this.watchers) {
      if (!folders.has(folder)) { watcher.dispose(); this.watchers.delete(folder); }
    }
    for (const folder of folders) {
      if (this.watchers.has(folder)) { continue; }
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(folder), 'settings*.json'));
      const changed = (): void => { void this.refresh(); };
      this.watchers.set(folder, vscode.Disposable.from(watcher, watcher.onDidChange(changed), watcher.onDidCreate(changed), watcher.onDidDelete(changed)));
    }
  }

  private async connectedFiles(): Promise<string[]> {
    const connected: string[] = [];
    for (const file of this.files()) {
      const change = await planUninstall(this.disk, file);
      if (!isProblem(change) && change.before !== change.after) { connected.push(file); }
    }
    return connected;
  }

  private async pickFile(): Promise<string | undefined> {
    const [user, ...project] = this.files();
    const local = project.find((file) => file.endsWith('settings.local.json'));
    if (user === undefined || local === undefined) { return user; }
    const picked = await vscode.window.showQuickPick([
      { label: vscode.l10n.t('All my projects'), description: user, file: user },
      { label: vscode.l10n.t('This project only'), description: local, file: local },
    ], { title: vscode.l10n.t('Connect Claude Code'), placeHolder: vscode.l10n.t('Which settings file gets the hooks? You see the change before it is written.') });
    return picked?.file;
  }

  private async confirm(change: SettingsChange, question: string, yes: string, done: string): Promise<void> {
    const [before, after] = ['before', 'after'].map((side) => vscode.Uri.from({ scheme: DIFF_SCHEME, path: change.file.replaceAll('\\', '/'), query: `${side} ${Date.now()}` }));
    if (before === undefined || after === undefined) { return; }
    this.shown.set(before.toString(), change.before);
    this.shown.set(after.toString(), change.after);
    await vscode.commands.executeCommand('vscode.diff', before, after, vscode.l10n.t('{0}: what Turnwatch would change', change.file.split(/[\\/]/).slice(-2).join('/')), { preview: true, preserveFocus: true });
    // stays until it is answered, however long the diff is read; a notification would hide itself
    const answer = await vscode.window.showQuickPick([yes, vscode.l10n.t('Cancel')], { title: question, placeHolder: vscode.l10n.t('Nothing is written before you choose.'), ignoreFocusOut: true });
    await closeTabs([before, after]);
    this.shown.delete(before.toString());
    this.shown.delete(after.toString());
    if (answer !== yes) { return; }
    const written = await writeChange(this.disk, change);
    if (isProblem(written)) {
      this.options.log.warn(written.problem);
      void vscode.window.showErrorMessage(written.problem);
    } else {
      this.options.log.info(`${yes}: wrote ${written.file}${written.backup === undefined ? '' : `, backup ${written.backup}`}`);
      void vscode.window.showInformationMessage(done);
    }
    await this.refresh();
  }

  /** A settings file that cannot be read is never written: the person is told where it is broken. */
  private async broken(file: string, problem: string): Promise<void> {
    this.options.log.warn(problem);
    await this.refresh();
    const open = vscode.l10n.t('Open File');
    const answer = await vscode.window.showErrorMessage(vscode.l10n.t('Nothing was changed. {0}', problem), open);
    if (answer !== open) { return; }
    const [, line = '1', column = '1'] = /line (\d+), column (\d+)/.exec(problem) ?? [];
    const position = new vscode.Position(Number(line) - 1, Number(column) - 1);
    await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(position, position) });
  }
}

async function closeTabs(uris: vscode.Uri[]): Promise<void> {
  const names = new Set(uris.map((uri) => uri.toString()));
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputTextDiff && names.has(input.modified.toString()));
  await vscode.window.tabGroups.close(tabs);
}

async function onPath(program: string): Promise<boolean> {
  const names = process.platform === 'win32' ? [`${program}.exe`] : [program];
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) {
      try {
        await fs.access(join(folder, name), constants.X_OK);
        return true;
      } catch {
        // not in this folder
      }
    }
  }
  return false;
}
