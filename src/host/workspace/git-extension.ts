/** VS Code's built-in git extension. */
import * as vscode from 'vscode';

/** The part of its published API that we use. */
interface GitExtension {
  getAPI(version: 1): GitApi;
}
interface GitApi {
  repositories: GitRepository[];
  onDidOpenRepository: vscode.Event<GitRepository>;
  getRepository(uri: vscode.Uri): { show(ref: string, path: string): Promise<string> } | null;
  toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
}
interface GitRepository {
  state: { onDidChange: vscode.Event<void> };
}

/** Undefined without the extension. @throws if it is disabled or cannot be activated. */
async function activateGit(): Promise<GitApi | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  return extension === undefined ? undefined : (await extension.activate()).getAPI(1);
}

/** Its change events: a trigger to look, never a source of state. @throws if it cannot be activated. */
export async function followGitExtension(changed: () => void): Promise<vscode.Disposable> {
  const api = await activateGit();
  if (api === undefined) {
    return vscode.Disposable.from();
  }
  const subscriptions: vscode.Disposable[] = [];
  const follow = (repository: GitRepository): void => {
    subscriptions.push(repository.state.onDidChange(changed));
  };
  api.repositories.forEach(follow);
  subscriptions.push(api.onDidOpenRepository(follow));
  return new vscode.Disposable(() => {
    for (const each of subscriptions) {
      each.dispose();
    }
  });
}

// Reads a file's content at git HEAD through VS Code's git extension.

/** Undefined without git or a repository, or if HEAD has no such file. @throws if the extension cannot be activated. */
export async function headVersion(file: vscode.Uri): Promise<vscode.Uri | undefined> {
  const api = await activateGit();
  if (api === undefined) {
    return undefined;
  }
  try {
    await api.getRepository(file)?.show('HEAD', file.fsPath);
  } catch {
    return undefined;
  }
  return api.getRepository(file) === null ? undefined : api.toGitUri(file, 'HEAD');
}
