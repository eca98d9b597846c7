/** The way back, as the person takes it: what changed since the verdict's first step, those files brought back, and that undone. */
import * as vscode from 'vscode';
import type { ActionResult } from '../live/actions.js';
import type { WindowSessions } from '../live/window-sessions.js';
import type { ChangesSince, Refusal, ReturnableFile } from '../../live/workspace/way-back.js';
import { writeBack, type FileToWrite, type WriteOutcome } from '../../workspace/restore-files.js';
import { MISSING } from '../../workspace/saves.js';
import { askModally, showInformation, showWarning } from '../messages.js';
import { EarlierFiles } from './earlier-files.js';

export interface FilesBackOptions {
  sessions: WindowSessions;
  page: { guide(session: string, draft: string): Promise<void> };
}

interface RestoredFile extends ReturnableFile {
  /** What was written. */
  written: string;
}

/** Files that a message names. */
const NAMED = 15;

export class FilesBack implements vscode.Disposable {
  private readonly earlier: EarlierFiles;
  /** The newest restore. */
  private restored: { top: string; files: RestoredFile[] } | undefined;
  private isWriting = false;

  constructor(private readonly options: FilesBackOptions) {
    this.earlier = new EarlierFiles(options.sessions.wayBack);
  }

  dispose(): void {
    this.earlier.dispose();
  }

  /** In VS Code's own changes editor. */
  async openChanges(session?: string): Promise<void> {
    const found = await this.find(session);
    if (!('files' in found)) {
      refuse(found);
      return;
    }
    await this.showChanges(found);
  }

  /** Nothing is written before the person has seen what. */
  async restore(session?: string): Promise<void> {
    const found = await this.find(session);
    if (!('files' in found)) {
      refuse(found);
      return;
    }
    if (found.isMoved) {
      refuse({
        ok: false,
        problem: vscode.l10n.t(
          'Another commit was checked out since, and not by the agent. Restore with Git instead.',
        ),
      });
      return;
    }
    const files = found.files.map((file) => ({ ...file, ...unsaved(file) }));
    const able = files.filter(({ refusal }) => refusal === undefined);
    if (able.length === 0) {
      await this.tellLeftAlone(found, files);
      return;
    }
    const [restore, show] = [vscode.l10n.t('Restore'), vscode.l10n.t('Show Changes')];
    const answer = await askModally(
      vscode.l10n.t('Bring these files back to what they were before step {0}?', found.step),
      describe(files),
      restore,
      show,
    );
    if (answer === show) {
      await this.showChanges(found);
    } else if (answer === restore) {
      await this.write(found, able);
    }
  }

  /** Only what still holds what the restore wrote. */
  async undo(): Promise<void> {
    const { restored } = this;
    if (restored === undefined || this.isWriting) {
      refuse({ ok: false, problem: vscode.l10n.t('There is no restore to undo.') });
      return;
    }
    this.restored = undefined;
    const { top, files } = restored;
    const left = await this.writeAll(top, files, (file) => ({ to: file.now, from: file.written }));
    void showInformation(
      [
        vscode.l10n.t('Turnwatch: the restore is undone.'),
        ...(left.length > 0
          ? [vscode.l10n.t('Left as they are, since they changed after it: {0}', list(left))]
          : []),
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

  private async write(found: ChangesSince, able: readonly ReturnableFile[]): Promise<void> {
    if (this.isWriting) {
      return;
    }
    const session = found.session;
    const left = await this.writeAll(found.top, able, ({ before, now }) => ({
      to: before,
      from: now.mark,
    }));
    const files = able
      .filter(({ name }) => !left.some((each) => each.name === name))
      .map((file) => ({ ...file, written: file.before.mark }));
    this.restored = files.length === 0 ? undefined : { top: found.top, files };
    if (files.length === 0) {
      void showWarning(vscode.l10n.t('Turnwatch: nothing was restored: {0}', list(left)));
      return;
    }
    const { actions, tracker } = this.options.sessions;
    const draft = tracker.turnwatch.views.sayFilesBack(session, found.step);
    const canGuide = draft !== undefined && actions.cannotGuide(session) === undefined;
    const [undo, guide] = [vscode.l10n.t('Undo Restore'), vscode.l10n.t('Guide the Agent…')];
    const answer = await showInformation(
      [
        vscode.l10n.t(
          'Turnwatch: the files are back at what they were before step {0}.',
          found.step,
        ),
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

  /** @returns the files that were left as they are */
  private async writeAll<T extends ReturnableFile>(
    top: string,
    files: readonly T[],
    plan: (file: T) => { to: ReturnableFile['now']; from: string },
  ): Promise<{ name: string; why: string }[]> {
    const { wayBack, workspace } = this.options.sessions;
    const left: { name: string; why: string }[] = [];
    this.isWriting = true;
    try {
      for (const file of files) {
        const { path, name } = file;
        const { to, from } = plan(file);
        await wayBack.keepNow(path);
        const content = to.mark === MISSING ? undefined : await wayBack.read(top, name, to);
        const isKept = to.mark === MISSING || content !== undefined;
        const outcome: WriteOutcome =
          isDirty(path) || !isKept
            ? { done: false, problem: isKept ? whyNot('unsaved') : whyNot('gone') }
            : await writeBack(top, toWrite(path, from, content, to.mode), trash);
        if (outcome.done) {
          await workspace.wroteForPerson(path);
        } else {
          left.push({ name, why: 'problem' in outcome ? outcome.problem : whyNot('somebody') });
        }
      }
    } finally {
      this.isWriting = false;
      this.options.sessions.tracker.changed();
    }
    return left;
  }

  private async tellLeftAlone(
    found: ChangesSince,
    files: readonly { name: string; refusal?: Refusal }[],
  ): Promise<void> {
    const show = vscode.l10n.t('Show Changes');
    const answer = await showInformation(
      vscode.l10n.t(
        'Turnwatch: nothing to restore. Left as they are: {0}',
        list(files.map(({ name, refusal = 'somebody' }) => ({ name, why: whyNot(refusal) }))),
      ),
      show,
    );
    if (answer === show) {
      await this.showChanges(found);
    }
  }

  /** What changed since the verdict of a session, named or not; looks at the working tree first. */
  private async find(named?: string): Promise<ChangesSince | RefusedAction> {
    const { actions, tracker, wayBack, workspace } = this.options.sessions;
    const id = actions.inTrouble(named);
    const session = id === undefined ? undefined : tracker.sessions.get(id);
    const verdict = id === undefined ? undefined : tracker.turnwatch.judge.verdict(id);
    if (session === undefined || verdict === undefined) {
      return { ok: false, problem: vscode.l10n.t('No turn has stalled; there is no way back.') };
    }
    await workspace.lookFor(session.cwd);
    const found = await wayBack.findChanges(session.id, verdict.evidence.calls);
    if (found === undefined) {
      return {
        ok: false,
        problem: vscode.l10n.t('What the files were before that step is not known.'),
      };
    }
    return found.files.length > 0
      ? found
      : {
          ok: false,
          problem: vscode.l10n.t('No file has changed since step {0}.', found.step),
        };
  }
}

type RefusedAction = Extract<ActionResult, { ok: false }>;

function refuse({ problem }: RefusedAction): void {
  void showInformation(`Turnwatch: ${problem}`);
}

function toWrite(
  path: string,
  expected: string,
  content: Buffer | undefined,
  mode: number | undefined,
): FileToWrite {
  return { path, expected, content, mode };
}

/** Into the trash where there is one: on a server there is none. */
const trash = {
  async remove(path: string): Promise<void> {
    const uri = vscode.Uri.file(path);
    try {
      await vscode.workspace.fs.delete(uri, { useTrash: true });
    } catch {
      await vscode.workspace.fs.delete(uri);
    }
  },
};

function isDirty(path: string): boolean {
  return vscode.workspace.textDocuments.some(
    ({ isDirty, uri }) => isDirty && uri.scheme === 'file' && uri.fsPath === path,
  );
}

function unsaved({ path }: ReturnableFile): Pick<ReturnableFile, 'refusal'> {
  return isDirty(path) ? { refusal: 'unsaved' } : {};
}

function whyNot(refusal: Refusal): string {
  switch (refusal) {
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
  }
}

function list(files: readonly { name: string; why: string }[]): string {
  const named = files.slice(0, NAMED).map(({ name, why }) => `${name} (${why})`);
  return [...named, ...(files.length > NAMED ? ['…'] : [])].join(', ');
}

/** What will be written, and what will not, one file a line. */
function describe(files: readonly ReturnableFile[]): string {
  const lines = files.map(({ name, before, now, refusal }) => {
    if (refusal !== undefined) {
      return vscode.l10n.t('{0}: left as it is, {1}', name, whyNot(refusal));
    }
    if (before.mark === MISSING) {
      return vscode.l10n.t('{0}: created since, goes to the trash', name);
    }
    return now.mark === MISSING
      ? vscode.l10n.t('{0}: deleted since, comes back', name)
      : vscode.l10n.t('{0}: changed back', name);
  });
  return [...lines.slice(0, NAMED), ...(lines.length > NAMED ? ['…'] : [])].join('\n');
}
