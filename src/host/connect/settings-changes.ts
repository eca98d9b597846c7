/** Changes of agents' settings files: planned, shown as a diff, written on a click. */
import * as vscode from 'vscode';
import { isProblem, type HookInstall } from '../../agents/agent.js';
import type { BackupStorage } from '../../agents/install/backup-place.js';
import { writeChange, type Disk, type PlannedChange } from '../../agents/install/config-file.js';
import type { AgentPlace } from '../../agents/install/places.js';
import {
  diskWith,
  hookedPlaces,
  planChanges,
  type BrokenFile,
  type HookedPlace,
} from '../../agents/install/settings-changes.js';
import { withoutLinks } from '../../core/view/words/inert-text.js';
import { commands, contextKeys, languages } from '../../ids.js';
import type { Log } from '../log.js';
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

const SCHEME = 'turnwatch-settings';
/** Unchanged lines above the first change that are never folded away: our own lines stand above them. */
const CONTEXT = 2;

/**
 * Planned changes of files, asked about in the diff editor itself: its title bar has Connect (or Disconnect) and Cancel, a line above the
 * first change says what it does, and closing the diff cancels.
 */
export interface Proposal {
  kind: 'connect' | 'disconnect';
  /** The label of the button that accepts. */
  accept: string;
  /** What it means, each in a line of its own above the first change. */
  notes: readonly string[];
  /** What will run, for people: shown beside the change. */
  review?: { title: string; text: string } | undefined;
}

/** One at a time: a newer proposal takes the place of an open one, which then counts as canceled. */
let answerOpen: ((accepted: boolean) => void) | undefined;

/** The person's answer to the open proposal; nothing where none is open. */
export function answerProposal(accepted: boolean): void {
  answerOpen?.(accepted);
}

/** Shows the changes and waits for the person. @returns whether they were accepted */
export async function propose(
  changes: readonly PlannedChange[],
  proposal: Proposal,
): Promise<boolean> {
  answerProposal(false);
  const texts = new Map<string, string>();
  const lines = new Map<string, number>();
  const shown = (): vscode.Tab[] =>
    vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(
        ({ input }) =>
          input instanceof vscode.TabInputTextDiff && lines.has(input.modified.toString()),
      );
  const review = address(proposal.review?.title ?? '', 'review');
  let answer: (accepted: boolean) => void = () => {};
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  answerOpen = answer;
  let isOpen = false;
  const registered = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
    }),
    vscode.languages.registerCodeLensProvider(
      { scheme: SCHEME },
      {
        provideCodeLenses: (document) =>
          lenses(document, lines.get(document.uri.toString()), proposal, review),
      },
    ),
    vscode.window.tabGroups.onDidChangeTabs(() => {
      // a tab that only moves to another group is closed and opened
      if (isOpen && shown().length < changes.length) {
        answer(false);
      }
    }),
  );
  await setKind(proposal.kind);
  for (const { file, before, after } of changes) {
    const [from, to] = [address(file, 'before'), address(file, 'after')];
    texts.set(from.toString(), before);
    texts.set(to.toString(), after);
    const line = Math.max(0, firstDifference(before, after) - CONTEXT);
    lines.set(to.toString(), line);
    await showDiff(file, from, to, line);
  }
  if (proposal.review !== undefined) {
    texts.set(review.toString(), proposal.review.text);
    await showReview(review);
  }
  isOpen = true;
  if (shown().length < changes.length) {
    answer(false);
  }
  const accepted = await answered;
  isOpen = false;
  if (answerOpen === answer) {
    answerOpen = undefined;
    await setKind(undefined);
  }
  await vscode.window.tabGroups.close([...shown(), ...tabsWith(review)]);
  registered.dispose();
  return accepted;
}

function setKind(kind: Proposal['kind'] | undefined): Thenable<unknown> {
  return vscode.commands.executeCommand('setContext', contextKeys.proposal, kind);
}

async function showDiff(
  file: string,
  from: vscode.Uri,
  to: vscode.Uri,
  line: number,
): Promise<void> {
  // the defaults of our language show it in one column, with the lines above the change
  for (const uri of [from, to]) {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, languages.proposal);
  }
  const title = withoutLinks(
    vscode.l10n.t('{0}: proposed changes', file.split(/[\\/]/).slice(-2).join('/')),
  );
  await vscode.commands.executeCommand('vscode.diff', from, to, title, {
    preview: false,
    // else the editor scrolls to the change itself, and the lines above it out of sight
    selection: new vscode.Range(line, 0, line, 0),
  });
}

/** Beside the change, which keeps the focus. */
async function showReview(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.languages.setTextDocumentLanguage(document, languages.review);
  await vscode.window.showTextDocument(document, besideIt);
}

const besideIt = {
  viewColumn: vscode.ViewColumn.Beside,
  preserveFocus: true,
  preview: false,
} satisfies vscode.TextDocumentShowOptions;

function tabsWith(uri: vscode.Uri): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input }) =>
        input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
    );
}

function lenses(
  { lineCount }: vscode.TextDocument,
  line: number | undefined,
  { kind, accept, notes, review }: Proposal,
  reviewed: vscode.Uri,
): vscode.CodeLens[] {
  if (line === undefined) {
    return [];
  }
  const lens = (at: number, title: string, command = '', ...args: unknown[]): vscode.CodeLens =>
    new vscode.CodeLens(new vscode.Range(at, 0, at, 0), { title, command, arguments: args });
  return [
    lens(line, accept, kind === 'connect' ? commands.acceptConnect : commands.acceptDisconnect),
    lens(line, vscode.l10n.t('Cancel'), commands.cancelChange),
    ...(review === undefined ? [] : [lens(line, review.title, 'vscode.open', reviewed, besideIt)]),
    // in lines of their own where there are as many, so that none is cut
    ...notes.map((note, i) => lens(Math.min(line + 1 + i, lineCount - 1), withoutLinks(note))),
  ];
}

/** 0-based line of `after`. */
function firstDifference(before: string, after: string): number {
  const [old, lines] = [before.split('\n'), after.split('\n')];
  const line = lines.findIndex((text, i) => text !== old[i]);
  // only removed from its end
  return line === -1 ? lines.length - 1 : line;
}

function address(file: string, side: string): vscode.Uri {
  return vscode.Uri.from({
    scheme: SCHEME,
    path: file.replaceAll('\\', '/').replace(/^(?!\/)/, '/'),
    query: `${side} ${Date.now()}`,
  });
}
