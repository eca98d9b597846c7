/** Opens a file named by an agent, or its changes; never outside this window's folders, whatever the name. */
import { realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { readBytes } from '../../bounded-files.js';
import { readErrorMessage } from '../../core/error-words.js';
import { escapeControls } from '../../core/escape-controls.js';
import { commandIn } from '../../core/view/full-text.js';
import { withoutLinks } from '../../core/view/words/inert-text.js';
import { countOnlyIn } from '../../core/view/timeline/call-row.js';
import type { FileChange, CallTexts } from '../../protocol/view.js';
import { inTime } from '../../scheduling.js';
import { showWarning, showBriefly } from '../messages.js';
import { headVersion } from '../workspace/git-extension.js';
import { listOpenFolders } from '../workspace/window-place.js';

export interface NamedFile {
  /** As the agent wrote it. */
  path: string;
  /** The agent's working folder. */
  folder: string | undefined;
  /** Show changes against git HEAD, if HEAD has the file. */
  changes: boolean;
  /** 1-based. */
  line: number | undefined;
}

/** Milliseconds to wait for the disk or for git. */
const LIMIT_MS = 3000;

/** Shows a message if the file cannot be opened; never rejects. */
export async function openNamed(file: NamedFile): Promise<void> {
  try {
    const found = await inTime(LIMIT_MS, findNamed(file));
    if (typeof found === 'string') {
      void showWarning(found);
      return;
    }
    const before = file.changes
      ? await inTime(LIMIT_MS, headVersion(found)).catch(() => undefined)
      : undefined;
    if (before !== undefined) {
      await vscode.commands.executeCommand(
        'vscode.diff',
        before,
        found,
        withoutLinks(vscode.l10n.t('{0}: changes since HEAD', basename(found.fsPath))),
        { preview: true },
      );
      return;
    }
    await vscode.window.showTextDocument(found, {
      preview: true,
      ...(file.line !== undefined && { selection: startOfLine(file.line) }),
    });
  } catch (error) {
    void showWarning(
      vscode.l10n.t('Can’t open {0}: {1}', basename(file.path), readErrorMessage(error)),
    );
  }
}

/** `line`: 1-based. */
function startOfLine(line: number): vscode.Range {
  const at = new vscode.Position(line - 1, 0);
  return new vscode.Range(at, at);
}

/** The file, or the reason for not opening it. Links are resolved before its location is checked. */
async function findNamed({
  path,
  folder,
}: Pick<NamedFile, 'path' | 'folder'>): Promise<vscode.Uri | string> {
  const roots = listOpenFolders();
  const places = isAbsolute(path)
    ? [path]
    : [...(folder === undefined || !isAbsolute(folder) ? [] : [folder]), ...roots].map((base) =>
        join(base, path),
      );
  let outside = false;
  for (const place of places) {
    const real = await realpath(place).catch(() => undefined);
    if (real === undefined) {
      continue;
    }
    for (const root of roots) {
      const inside = relative(await realpath(root).catch(() => root), real);
      if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
        continue;
      }
      // under the window's own path for it
      if ((await stat(real)).isFile()) {
        return vscode.Uri.file(join(root, inside));
      }
      return vscode.l10n.t('{0} isn’t a file.', basename(path));
    }
    outside = true;
  }
  return outside
    ? vscode.l10n.t(
        '{0} is outside this window’s folders, so Turnwatch doesn’t open it.',
        basename(path),
      )
    : vscode.l10n.t('{0} doesn’t exist.', basename(path));
}

// How many lines of files in this window's folders differ from git HEAD, read through VS Code's own git extension.

/** Larger files are not read (bytes). */
const LARGEST = 1024 * 1024;

/** In the same order; without lines where they are not known. */
export function changedLines(
  paths: readonly string[],
  folder: string | undefined,
): Promise<FileChange[]> {
  return Promise.all(
    paths.map(async (path) => {
      const lines = await inTime(LIMIT_MS, readLines(path, folder)).catch(() => undefined);
      return { path, ...(lines !== undefined && { lines }) };
    }),
  );
}

async function readLines(path: string, folder: string | undefined): Promise<FileChange['lines']> {
  const file = await findNamed({ path, folder });
  if (typeof file === 'string') {
    return undefined;
  }
  const head = await headVersion(file);
  const [now, before] = await Promise.all([read(file), head === undefined ? '' : read(head)]);
  return now === undefined || before === undefined
    ? undefined
    : { added: countOnlyIn(now, before), removed: countOnlyIn(before, now) };
}

/** Undefined for a file that is no text. */
async function read(file: vscode.Uri): Promise<string | undefined> {
  const bytes =
    file.scheme === 'file'
      ? await readBytes(file.fsPath, LARGEST)
      : await vscode.workspace.fs.readFile(file);
  return bytes.length > LARGEST || bytes.includes(0) ? undefined : new TextDecoder().decode(bytes);
}

/** Puts the command or the result of a call on the clipboard: whole as far as it is kept, and redacted like the view. */
export async function copyCall(
  { input, output }: CallTexts,
  what: 'command' | 'result',
): Promise<void> {
  const text = what === 'result' ? output?.text : commandIn(input?.text ?? '');
  await vscode.env.clipboard.writeText(escapeControls(text ?? ''));
  showBriefly(
    what === 'result'
      ? vscode.l10n.t('Turnwatch: result copied')
      : vscode.l10n.t('Turnwatch: command copied'),
  );
}
