/** Shows planned changes of files as diffs of virtual documents. */
import * as vscode from 'vscode';
import { withoutLinks } from '../../core/view/without-links.js';
import type { PlannedChange } from '../../agents/install/config-file.js';

const SCHEME = 'turnwatch-settings';

export async function showChanges(
  changes: readonly PlannedChange[],
): Promise<{ close(): Promise<void> }> {
  const texts = new Map<string, string>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
  });
  for (const { file, before, after } of changes) {
    const [from, to] = [address(file, 'before'), address(file, 'after')];
    texts.set(from.toString(), before);
    texts.set(to.toString(), after);
    const title = withoutLinks(
      vscode.l10n.t('{0}: proposed changes', file.split(/[\\/]/).slice(-2).join('/')),
    );
    await vscode.commands.executeCommand('vscode.diff', from, to, title, {
      preview: changes.length === 1,
      preserveFocus: true,
    });
  }
  return {
    close: async () => {
      const tabs = vscode.window.tabGroups.all
        .flatMap((group) => group.tabs)
        .filter(
          ({ input }) =>
            input instanceof vscode.TabInputTextDiff && texts.has(input.modified.toString()),
        );
      await vscode.window.tabGroups.close(tabs);
      provider.dispose();
    },
  };
}

function address(file: string, side: string): vscode.Uri {
  return vscode.Uri.from({
    scheme: SCHEME,
    path: file.replaceAll('\\', '/').replace(/^(?!\/)/, '/'),
    query: `${side} ${Date.now()}`,
  });
}
