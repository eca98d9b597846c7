/** Changes of agents' settings files: planned, shown as a diff, written on a click. */
import * as vscode from 'vscode';
import { isProblem, type HookInstall } from '../../agents/agent.js';
import { writeChange, type Disk, type PlannedChange } from '../../agents/install/config-file.js';
import type { BackupStorage } from '../../agents/install/backup-place.js';
import {
  diskWith,
  hookedPlaces,
  planChanges,
  type BrokenFile,
  type HookedPlace,
} from '../../agents/install/settings-changes.js';
import type { AgentPlace } from '../../agents/install/places.js';
import type { Log } from '../log.js';
import { propose, type Proposal } from './change-diff.js';
import { showError, showInformation } from '../messages.js';

/** What the person reads before and after a change. */
export interface ChangeWords extends Proposal {
  done: string;
}

export class SettingsChanges {
  private readonly disk: Disk;

  constructor(
    private readonly options: { log: Log; backups: BackupStorage; refresh: () => Promise<void> },
  ) {
    this.disk = diskWith(options.backups);
  }

  /** The files that change; undefined, after a message, if one of them cannot be read. */
  async plan(
    installer: HookInstall,
    files: readonly string[],
    change: (file: string, text: string) => ReturnType<HookInstall['remove']>,
  ): Promise<PlannedChange[] | undefined> {
    const changes = await planChanges(this.disk, installer, files, change);
    if (isProblem(changes)) {
      void this.reportBroken(changes);
      return undefined;
    }
    return changes;
  }

  hooked(places: readonly AgentPlace[]): Promise<HookedPlace[]> {
    return hookedPlaces(this.disk, places);
  }

  /** Shows the changes and writes them once the person accepts. @returns whether they are written */
  async confirm(changes: readonly PlannedChange[], words: ChangeWords): Promise<boolean> {
    if (!(await propose(changes, words))) {
      return false;
    }
    const isWritten = await this.write(changes, words);
    await this.options.refresh();
    return isWritten;
  }

  private async write(
    changes: readonly PlannedChange[],
    { accept, done }: ChangeWords,
  ): Promise<boolean> {
    const { log } = this.options;
    for (const change of changes) {
      const written = await writeChange(this.disk, change);
      if (isProblem(written)) {
        // Disconnect undoes what is already written
        log.warn(written.problem);
        void showError(written.problem);
        return false;
      }
      log.info(
        `${accept}: wrote ${written.file}${written.backup === undefined ? '' : `, backup ${written.backup}`}`,
      );
    }
    void showInformation(done);
    return true;
  }

  /** A settings file that cannot be parsed is never written; the person is shown where it is broken. */
  private async reportBroken({ file, problem }: BrokenFile): Promise<void> {
    this.options.log.warn(problem);
    await this.options.refresh();
    const open = vscode.l10n.t('Open File');
    const answer = await showError(vscode.l10n.t('Nothing was changed. {0}', problem), open);
    if (answer !== open) {
      return;
    }
    const [, line = '1', column = '1'] = /line (\d+), column (\d+)/.exec(problem) ?? [];
    const position = new vscode.Position(Number(line) - 1, Number(column) - 1);
    await vscode.window.showTextDocument(vscode.Uri.file(file), {
      selection: new vscode.Range(position, position),
    });
  }
}
