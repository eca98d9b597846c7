/** The way back, as the person takes it: what changed since the verdict's first step, those files brought back, and that undone. */
import * as vscode from 'vscode';
import type { SessionTracker } from '../../live/session-tracker.js';
import { Restores, type LeftFile } from '../../live/workspace/restores.js';
import type { TurnWorkspace } from '../../live/workspace/turn-workspace.js';
import type { ChangesSince, ReturnableFile, WayBack } from '../../live/workspace/way-back.js';
import { MISSING } from '../../workspace/saves.js';
import { pickSeveral, refuse, showInformation, showWarning } from '../messages.js';
import type { PersonActions } from '../live/actions.js';
import { EarlierFiles } from './earlier-files.js';

export interface FilesBackOptions {
  sessions: {
    actions: Pick<PersonActions, 'inTrouble' | 'cannotGuide'>;
    tracker: SessionTracker;
    wayBack: WayBack;
    workspace: Pick<TurnWorkspace, 'lookFor' | 'wroteForPerson'>;
  };
  page: { guide(session: string, draft: string): Promise<void> };
}

/** Files that a message names. */
const NAMED = 15;

export class FilesBack implements vscode.Disposable {
  private readonly earlier: EarlierFiles;
  private readonly restores: Restores;

  constructor(private readonly options: FilesBackOptions) {
    const { wayBack, workspace } = options.sessions;
    this.earlier = new EarlierFiles(wayBack);
    this.restores = new Restores(wayBack, {
      isDirty,
      remove: moveToTrash,
      wrote: (path) => workspace.wroteForPerson(path),
    });
  }

  dispose(): void {
    this.earlier.dispose();
  }

  /** In VS Code's own changes editor. */
  async openChanges(session?: string): Promise<void> {
    const found = await this.find(session);
    if (typeof found === 'string') {
      refuse(found);
      return;
    }
    await this.showChanges(found);
  }

  /** Nothing is written before the person has seen what. */
  async restore(session?: string): Promise<void> {
    const found = await this.find(session);
    if (typeof found === 'string') {
      refuse(found);
      return;
    }
    if (found.blocked !== undefined) {
      refuse(
        found.blocked === 'moved'
          ? vscode.l10n.t(
              'Another commit was checked out since, and not by the agent. Restore with Git instead.',
            )
          : vscode.l10n.t(
              'More files than Turnwatch can list have changed since. Restore with Git instead.',
            ),
      );
      return;
    }
    const files = found.files.map((file): ReturnableFile =>
      isDirty(file.path) ? { ...file, refusal: 'unsaved' } : file,
    );
    const left = files.flatMap(({ name, refusal }) =>
      refusal === undefined ? [] : [{ name, why: refusal }],
    );
    if (left.length === files.length) {
      const show = vscode.l10n.t('Show Changes');
      const answer = await showInformation(
        vscode.l10n.t('Turnwatch: nothing to restore. Left as they are: {0}', list(left)),
        show,
      );
      if (answer === show) {
        await this.showChanges(found);
      }
      return;
    }
    const chosen = await pickSeveral(
      files.filter(({ refusal }) => refusal === undefined).map(makeItem),
      {
        title: vscode.l10n.t('Bring files back to what they were before step {0}', found.step),
        ...(left.length > 0 && { placeHolder: vscode.l10n.t('Left as they are: {0}', list(left)) }),
        ignoreFocusOut: true,
      },
    );
    if (chosen !== undefined && chosen.length > 0) {
      await this.write({ ...found, files: chosen.map(({ file }) => file) });
    }
  }

  /** Only what still holds what the restore wrote. */
  async undo(): Promise<void> {
    const left = await this.restores.undo();
    if (left === undefined) {
      refuse(vscode.l10n.t('There is no restore to undo.'));
      return;
    }
    this.options.sessions.tracker.changed();
    void showInformation(
      [
        vscode.l10n.t('Turnwatch: the restore is undone.'),
        ...(left.length > 0 ? [vscode.l10n.t('Left as they are: {0}', list(left))] : []),
      ].join(' '),
    );
  }

  private async showChanges({ top, step, files }: ChangesSince): Promise<void> {
    await vscode.commands.executeCommand(
      'vscode.changes',
      vscode.l10n.t('Changes since step {0}', step),
      files.map(({ path, name, before, now }) => {
        const file = vscode.Uri.file(path);
        return [
          file,
          before.mark === MISSING ? undefined : this.earlier.makeUri(top, name, before),
          now.mark === MISSING ? undefined : file,
        ];
      }),
    );
  }

  private async write(found: ChangesSince): Promise<void> {
    const { session, step, files } = found;
    const { actions, tracker } = this.options.sessions;
    const draft = tracker.turnwatch.views.sayFilesBack(session, step);
    const left = await this.restores.restore(found);
    if (left === undefined) {
      return;
    }
    tracker.changed();
    if (left.length === files.length) {
      void showWarning(vscode.l10n.t('Turnwatch: nothing was restored: {0}', list(left)));
      return;
    }
    const canGuide = draft !== undefined && actions.cannotGuide(session) === undefined;
    const [undo, guide] = [vscode.l10n.t('Undo Restore'), vscode.l10n.t('Guide the Agent…')];
    const answer = await showInformation(
      [
        vscode.l10n.t('Turnwatch: the files are back at what they were before step {0}.', step),
        ...(left.length > 0 ? [vscode.l10n.t('Left as they are: {0}', list(left))] : []),
      ].join(' '),
      undo,
      ...(canGuide ? [guide] : []),
    );
    if (answer === undo) {
      await this.undo();
    } else if (answer === guide && draft !== undefined) {
      await this.options.page.guide(session, draft);
    }
  }

  /** What changed since the verdict of a session, named or not; looks at the working tree first. @returns else why nothing can be brought back */
  private async find(named?: string): Promise<ChangesSince | string> {
    const { actions, tracker, wayBack, workspace } = this.options.sessions;
    const id = actions.inTrouble(named);
    const session = id === undefined ? undefined : tracker.sessions.get(id);
    const verdict = id === undefined ? undefined : tracker.turnwatch.judge.verdict(id);
    if (session === undefined || verdict === undefined) {
      return vscode.l10n.t('No turn has stalled; there is no way back.');
    }
    await workspace.lookFor(session.cwd);
    const found = await wayBack.findChanges(session.id, verdict.evidence.calls);
    if (found === undefined) {
      return vscode.l10n.t('What the files were before that step is not known.');
    }
    return found.files.length > 0
      ? found
      : vscode.l10n.t('No file has changed since step {0}.', found.step);
  }
}

/** Where there is one: on a server there is none. */
async function moveToTrash(path: string): Promise<void> {
  const uri = vscode.Uri.file(path);
  try {
    await vscode.workspace.fs.delete(uri, { useTrash: true });
  } catch {
    await vscode.workspace.fs.delete(uri);
  }
}

function isDirty(path: string): boolean {
  return vscode.workspace.textDocuments.some(
    ({ isDirty, uri }) => isDirty && uri.scheme === 'file' && uri.fsPath === path,
  );
}

function whyNot(why: LeftFile['why']): string {
  switch (why) {
    case 'person':
      return vscode.l10n.t('you edited it since');
    case 'somebody':
      return vscode.l10n.t('changed since, but not by the agent’s calls');
    case 'unsaved':
      return vscode.l10n.t('it has unsaved changes');
    case 'link':
      return vscode.l10n.t('a symbolic link');
    case 'large':
      return vscode.l10n.t('too large to be kept');
    case 'gone':
      return vscode.l10n.t('what it was is no longer kept');
    default:
      return why.problem;
  }
}

function list(files: readonly LeftFile[]): string {
  const named = files.slice(0, NAMED).map(({ name, why }) => `${name} (${whyNot(why)})`);
  return [...named, ...(files.length > NAMED ? ['…'] : [])].join(', ');
}

/** What will be written. */
function makeItem(file: ReturnableFile): vscode.QuickPickItem & { file: ReturnableFile } {
  const { name, before, now } = file;
  const description =
    before.mark === MISSING
      ? vscode.l10n.t('created since: goes to the trash')
      : now.mark === MISSING
        ? vscode.l10n.t('deleted since: comes back')
        : vscode.l10n.t('changed back');
  return { label: name, description, picked: true, file };
}
