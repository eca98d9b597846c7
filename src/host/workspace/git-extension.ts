/** Change events of VS Code's built-in git extension: a trigger to look, never a source of state. */
import * as vscode from 'vscode';

/** The part of its published API that we use. */
interface GitExtension {
  getAPI(version: 1): GitApi;
}
interface GitApi {
  repositories: GitRepository[];
  onDidOpenRepository: vscode.Event<GitRepository>;
}
interface GitRepository {
  state: { onDidChange: vscode.Event<void> };
}

/** @throws if the extension is disabled or cannot be activated. */
export async function followGitExtension(changed: () => void): Promise<vscode.Disposable> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined) {
    return vscode.Disposable.from();
  }
  const api = (await extension.activate()).getAPI(1);
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
